// The first screen: a picture of a board, one line, and one button.

import { h } from "./dom.js";
import { store } from "./store.js";
import { languageOf, say } from "./words.js";

/** Shows the first screen in a person's language until its button is pressed. */
export async function passDoor(locale) {
  const { picture, alts } = await store.door();
  return new Promise((pass) => {
    const play = h("button", { type: "button", class: "button success", text: say(locale, "playground.play"), onclick: () => {
      door.remove();
      pass();
    } });
    const board = h("img", { src: picture.src, width: picture.width, height: picture.height, alt: alts[languageOf(locale)], draggable: "false" });
    const door = h("main", { id: "door", lang: locale }, board, h("h1", { text: say(locale, "playground.door") }), play);
    document.body.append(door);
  });
}
