// Pictures without flicker: the old one stays until the new one is loaded, and its space is reserved.

import { h } from "./dom.js";
import { say } from "./words.js";

/** Shows a picture in a slot, which is created on first use. */
export function shownIn(slot, picture, locale) {
  const place = slot ?? made();
  const label = picture.alt || say(locale, "playground.picture");
  const button = place.querySelector("button");
  button.title = say(locale, "playground.enlarge");
  button.setAttribute("aria-label", button.title);
  if (place.dataset.src === picture.src) return place;
  const first = !place.dataset.src;
  place.dataset.src = picture.src;
  if (first) keepPlace(place, picture);
  const image = h("img", { alt: label, width: picture.width, height: picture.height, draggable: "false" });
  image.src = picture.src;
  const swap = () => {
    if (place.dataset.src !== picture.src) return; // replaced by a newer one meanwhile
    keepPlace(place, picture);
    place.querySelector("img")?.remove();
    place.prepend(image);
    place.dataset.shown = picture.src;
  };
  image.decode().then(swap, swap);
  return place;
}

/** A picture's place: the picture is read with its text, and the button beside it enlarges it. */
function made() {
  const button = h("button", { type: "button", class: "enlarge" }, h("span", { "aria-hidden": "true", text: "⤢" }));
  return h("div", { class: "picture", onclick: (event) => enlarge(event.currentTarget) }, button);
}

function keepPlace(place, picture) {
  place.style.aspectRatio = `${picture.width} / ${picture.height}`;
  place.style.width = `${picture.width}px`;
}

function enlarge(place) {
  const image = place.querySelector("img");
  if (!image) return;
  const label = place.querySelector("button").title;
  const dialog = h("dialog", { class: "large", "aria-label": label, onclick: () => dialog.close() }, image.cloneNode());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
