// Elements and small shared functions.

/** Creates an element: attributes unchanged, `on…` as listeners, `text` as text; null children are left out. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** HTML from the server's markup parser, which escapes everything that is not markup. */
export function fromServer(name, attributes, html) {
  const element = h(name, attributes);
  element.innerHTML = html;
  return element;
}

/** A text in which no tile's name is broken. */
export function withTiles(text) {
  const parts = text.split(/(?<![\w-])(\d-\d)(?![\w-])/);
  return h("span", {}, ...parts.map((part, at) => (at % 2 ? h("span", { class: "tile", text: part }) : part)));
}

/** Orders ids by age: they are numbers too long for JavaScript, so they stay texts. */
export function older(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

let made = 0;

/** An id unique on the page. */
export function newId(prefix) {
  made += 1;
  return `${prefix}-${made}`;
}

/** An emoji of a button, a reaction or an option: a picture for the bot's own, else text. `beside` a label it needs no name. */
export function emojiOf(emoji, { beside = false } = {}) {
  if (!emoji) return null;
  if (!emoji.src) return h("span", { class: "emoji-text", text: emoji.name });
  return h("img", { class: "emoji", src: emoji.src, alt: beside ? "" : emoji.name, draggable: "false" });
}

/** A file size in words. */
export function sizeOf(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1048576).toFixed(1)} MB`;
}
