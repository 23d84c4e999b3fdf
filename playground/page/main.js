// The page: up to four panes side by side, one at a time on a phone.

import { h } from "./dom.js";
import { passDoor } from "./door.js";
import { Pane } from "./pane.js";
import { closePopup } from "./popups.js";
import { store } from "./store.js";
import { keepTelling } from "./times.js";
import { languageOf, say } from "./words.js";

const MOST = 4;
const panes = [];
let shown = 0;
let entered = false;

const bar = Object.fromEntries(["skip", "kind", "switch", "add", "theme", "panes"].map((id) => [id, document.getElementById(id)]));

/** The panes in the address: `#Ada/dominoes+Borys/dm`. */
function wanted() {
  const { people } = store.world;
  const parts = decodeURIComponent(location.hash.slice(1)).split("+").filter(Boolean).slice(0, MOST);
  return parts.map((part) => {
    const [name, place] = part.split("/");
    const person = people.find((each) => each.name === name);
    return person && { person: person.id, place: placeNamed(place, person.id) };
  }).filter(Boolean);
}

/** Opens the panes in the address. Without one, the first screen leads a person who speaks the reader's language to a table. */
async function enter() {
  const found = wanted();
  const { people } = store.world;
  const speaks = ({ locale }) => languageOf(locale) === languageOf(navigator.language);
  const newcomer = found.length ? null : people.find(speaks) ?? people[0];
  if (newcomer) {
    translate(newcomer.locale);
    await passDoor(newcomer.locale);
    found.push({ person: newcomer.id, place: placeNamed(null, newcomer.id) });
  }
  document.body.classList.remove("before");
  for (const { person, place } of found) open(person, place);
  refresh();
  if (newcomer) panes[0].begin();
}

function placeNamed(name, person) {
  const places = store.placesOf(person);
  return (places.find((place) => (place.kind === "dm" ? "dm" : place.name) === name) ?? places[0]).id;
}

function open(person, place) {
  const pane = new Pane(person, place, { changed: refresh, closed: () => close(pane) });
  panes.push(pane);
  bar.panes.append(pane.element);
  pane.drawAll();
}

function close(pane) {
  if (panes.length === 1) return;
  panes.splice(panes.indexOf(pane), 1);
  pane.element.remove();
  shown = Math.min(shown, panes.length - 1);
  refresh();
}

function show(at) {
  shown = at;
  refresh();
  panes[at].came();
}

/** The labels above the panes, and the address: each pane's person and place. */
function refresh() {
  if (!panes.length) return; // the first screen is shown
  bar.panes.style.setProperty("--panes", panes.length);
  document.body.classList.toggle("alone", panes.length === 1);
  bar.add.disabled = panes.length === MOST;
  bar.switch.replaceChildren(...panes.map((pane, at) => {
    const unread = pane.unread();
    const count = unread ? h("span", { class: "count", text: unread, "aria-label": say(pane.locale, "playground.unread", { count: unread }) }) : null;
    return h("button", { type: "button", "aria-pressed": String(at === shown), onclick: () => show(at) }, pane.name, count);
  }));
  panes.forEach((pane, at) => {
    pane.element.classList.toggle("away", at !== shown);
    pane.element.classList.toggle("only", panes.length === 1);
  });
  translate(panes.find((pane) => !pane.hidden()).locale);
  const address = panes.map((pane) => `${pane.name}/${pane.placeName()}`).join("+");
  history.replaceState(null, "", `#${encodeURI(address)}`);
}

/** Writes the texts above the panes, in the language of the first that is in view. */
function translate(locale) {
  document.documentElement.lang = locale;
  document.title = say(locale, "playground.title");
  bar.skip.textContent = say(locale, "playground.skip");
  bar.kind.textContent = say(locale, "playground.kind");
  bar.switch.setAttribute("aria-label", say(locale, "playground.views"));
  bar.add.lastElementChild.textContent = say(locale, "playground.add_player");
  for (const [button, key] of [[bar.add, "playground.add_player"], [bar.theme, "playground.theme"]]) {
    button.title = say(locale, key);
    button.setAttribute("aria-label", say(locale, key));
  }
}

function addView() {
  const taken = panes.map((pane) => pane.person);
  const next = store.world.people.find((person) => !taken.includes(person.id)) ?? store.world.people[0];
  open(next.id, placeNamed(store.place(panes[shown].place).name, next.id));
  show(panes.length - 1);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

function toggleTheme() {
  const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  setTheme(now === "light" ? "dark" : "light");
}

if (localStorage.getItem("theme")) setTheme(localStorage.getItem("theme"));
bar.skip.addEventListener("click", () => panes[shown]?.scroller.focus());
bar.theme.addEventListener("click", toggleTheme);
bar.add.addEventListener("click", addView);
addEventListener("resize", closePopup);

store.addEventListener("world", () => {
  if (!panes.length) return;
  for (const pane of panes) {
    pane.drawFrame();
    pane.drawMessages(); // its texts may be in another language now
  }
  refresh();
});
store.addEventListener("messages", ({ detail: { touched, first } }) => {
  if (first && !entered) {
    entered = true;
    enter();
  }
  for (const pane of panes) pane.hear(touched, first);
  refresh();
});
const lost = document.getElementById("lost");
store.addEventListener("lost", () => {
  lost.textContent = say(navigator.language, "playground.lost");
  lost.hidden = false;
});
store.addEventListener("found", () => {
  lost.hidden = true;
});
keepTelling();
store.connect();
