// Times in Discord's formats, kept current, in the language of their pane.

import { store } from "./store.js";

const FORMS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const EVERY = 1000;

/** The time until or since a moment, in seconds, in words. */
export function relative(seconds, locale) {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale).format(Math.round(seconds / length), unit);
}

/** A time in seconds since 1970, in one of Discord's formats. */
export function inForm(at, form, locale) {
  if (form === "R") return relative(at - store.now(), locale);
  return new Intl.DateTimeFormat(locale, FORMS[form]).format(new Date(at * 1000));
}

/** The time of a message, with the day unless it is today. */
export function written(at, locale) {
  const date = new Date(at);
  const today = date.toDateString() === new Date(store.now() * 1000).toDateString();
  return new Intl.DateTimeFormat(locale, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" }).format(date);
}

/** Writes the times of the markup below an element. */
export function tell(root, locale) {
  for (const time of root.querySelectorAll("time[data-at]")) {
    const at = Number(time.dataset.at);
    const text = inForm(at, time.dataset.form, locale);
    if (time.textContent === text && time.title) continue;
    time.textContent = text;
    time.title = inForm(at, "F", locale);
    time.dateTime = new Date(at * 1000).toISOString();
  }
}

/** Keeps all times of all panes current. */
export function keepTelling() {
  setInterval(() => {
    for (const pane of document.querySelectorAll("[data-locale]")) tell(pane, pane.dataset.locale);
  }, EVERY);
}
