// The page: up to four panes side by side, one at a time on a phone.

import { h } from "./dom.js";
import { Pane } from "./pane.js";
import { closePopup } from "./popups.js";
import { store } from "./store.js";
import { keepTelling } from "./times.js";
import { say } from "./words.js";

const MOST = 4;
const panes = [];
let shown = 0;

const bar = { panes: document.getElementById("panes"), views: document.getElementById("switch"), add: document.getElementById("add"), theme: document.getElementById("theme") };

/** The panes in the address, `#Ada/dominoes+Borys/dm`, or the first two people in the first channel. */
function wanted() {
  const { people } = store.world;
  const parts = decodeURIComponent(location.hash.slice(1)).split("+").filter(Boolean).slice(0, MOST);
  const found = parts.map((part) => {
    const [name, place] = part.split("/");
    const person = people.find((each) => each.name === name);
    return person && { person: person.id, place: placeNamed(place, person.id) };
  }).filter(Boolean);
  return found.length ? found : people.slice(0, 2).map((person) => ({ person: person.id, place: placeNamed(null, person.id) }));
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
  bar.panes.style.setProperty("--panes", panes.length);
  bar.add.disabled = panes.length === MOST;
  bar.views.replaceChildren(...panes.map((pane, at) => {
    const unread = pane.unread();
    const count = unread ? h("span", { class: "count", text: unread, "aria-label": say(pane.locale, "playground.unread", { count: unread }) }) : null;
    return h("button", { type: "button", "aria-pressed": String(at === shown), onclick: () => show(at) }, pane.name, count);
  }));
  panes.forEach((pane, at) => {
    pane.element.classList.toggle("away", at !== shown);
    pane.element.classList.toggle("only", panes.length === 1);
  });
  const address = panes.map((pane) => `${pane.name}/${pane.placeName()}`).join("+");
  history.replaceState(null, "", `#${encodeURI(address)}`);
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
  if (!panes.length) for (const { person, place } of wanted()) open(person, place);
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
