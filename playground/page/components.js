// Buttons and select menus below a message.

import { emojiOf, h, withTiles } from "./dom.js";
import { openOptions } from "./popups.js";
import { store } from "./store.js";
import { say } from "./words.js";

/** All rows of a message; `act(part, kind, more)` carries out a part's action. */
export function drawRows(rows, context, act) {
  return h("div", { class: "rows" }, ...rows.map((row) => drawRow(row, context, act)));
}

export function drawRow(row, context, act) {
  return h("div", { class: "row" }, ...row.map((part) => drawPart(part, context, act)));
}

function drawPart(part, context, act) {
  if (part.kind === "unknown") return h("span", { class: "unknown", text: `[${part.name}]` });
  if (part.kind === "select") return drawSelect(part, context, act);
  const inside = [emojiOf(part.emoji, { beside: Boolean(part.label) }), part.label ? withTiles(part.label) : null];
  if (part.style === "link") {
    return h("a", { class: "button link", href: part.url, target: "_blank", rel: "noreferrer noopener" }, ...inside, h("span", { "aria-hidden": "true", text: "↗" }));
  }
  const button = h("button", {
    type: "button", class: `button ${part.style}`, disabled: part.disabled, "data-id": part.id,
    "aria-label": part.label ? null : part.emoji?.name,
    onclick: () => act(button, "click", { id: part.id }),
  }, ...inside);
  return button;
}

/** The items to choose from: the select's own options, or people, roles and channels. */
export function choicesOf(part, personId) {
  if (part.of === "select") return part.options;
  const option = (thing, label) => ({ label, value: thing.id, description: "", emoji: null, default: (part.chosen ?? []).includes(thing.id) });
  const { people, bot, roles } = store.world;
  const persons = [...people, bot].map((person) => option(person, person.name));
  const groups = roles.map((role) => option(role, `@${role.name}`));
  const channels = store.placesOf(personId).filter((place) => place.kind !== "dm").map((place) => option(place, `# ${place.name}`));
  return { user_select: persons, role_select: groups, mentionable_select: [...persons, ...groups], channel_select: channels }[part.of] ?? [];
}

function drawSelect(part, context, act) {
  const options = choicesOf(part, context.person);
  const chosen = options.filter((option) => option.default);
  const label = part.placeholder || say(context.locale, "playground.choose_one");
  const button = h("button", {
    type: "button", class: "select", disabled: part.disabled, "data-id": part.id, "aria-haspopup": "listbox", "aria-expanded": "false",
    onclick: () => openOptions(button, { options, least: part.least, most: part.most, label, locale: context.locale }, (values) =>
      act(button, "select", { id: part.id, values })),
  },
  ...(chosen.length ? chosen.map((option) => h("span", { class: "chosen" }, emojiOf(option.emoji, { beside: true }), h("span", { text: option.label }))) : [h("span", { class: "placeholder", text: label })]),
  h("span", { class: "arrow", "aria-hidden": "true", text: "▾" }));
  if (chosen.length) button.setAttribute("aria-label", `${label}: ${chosen.map((option) => option.label).join(", ")}`);
  return button;
}
