// Popups beside an element: menus, lists of options, and the emoji picker.

import { emojiOf, h, newId } from "./dom.js";
import { say } from "./words.js";

const EMOJIS = "👍 👎 ❤️ 😂 😮 😢 😡 🎉 🔥 👏 🙏 💯 ✅ ❌ ⭐ 🎲 🤔 😎 😴 🤝 💪 👀 🍀 🎯 🏆 🥇 🥈 🥉 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 6️⃣ 7️⃣ 8️⃣ 9️⃣ 0️⃣".split(" ");

const AN_EMOJI = /^(?!.*\p{L}).*(\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3)/u;

let open = null;

/** Closes the open popup. */
export function closePopup() {
  open?.close();
}

/** Opens a popup beside an element. `closed` is called on closing, with true after Escape. */
export function openPopup(anchor, content, closed = () => {}) {
  closePopup();
  const popup = h("div", { class: "popup" }, content);
  const pane = anchor.closest("[data-locale]");
  if (pane) popup.dataset.locale = pane.dataset.locale;
  const outside = (event) => {
    if (!popup.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close(true);
  };
  const close = (cancelled = false) => {
    if (open?.popup !== popup) return;
    open = null;
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", escape, true);
    const within = popup.contains(document.activeElement);
    popup.remove();
    if (within && anchor.isConnected) anchor.focus();
    closed(cancelled);
  };
  open = { popup, close };
  document.body.append(popup);
  stand(popup, anchor);
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", escape, true);
  return close;
}

function stand(popup, anchor) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = at.bottom + 4 + height <= innerHeight;
  popup.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  popup.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
}

/** Lets the arrow keys, Home and End move between an element's items. */
export function withArrows(element, selector) {
  element.addEventListener("keydown", (event) => {
    const parts = [...element.querySelectorAll(selector)];
    const at = parts.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: parts.length - 1 }[event.key];
    if (next === undefined || !parts.length || event.target.tagName === "INPUT") return;
    event.preventDefault();
    parts[(next + parts.length) % parts.length].focus();
  });
  return element;
}

/** A menu of actions: `[label, callback, class]`. */
export function openMenu(anchor, entries) {
  const menu = h("div", { role: "menu", class: "menu" });
  const close = openPopup(anchor, withArrows(menu, "[role=menuitem]"));
  for (const [label, action, style] of entries) {
    menu.append(h("button", {
      type: "button", role: "menuitem", class: style, text: label,
      onclick: () => {
        close();
        action();
      },
    }));
  }
  menu.firstElementChild?.focus();
}

/** Asks for an emoji and passes it on. */
export function openEmojis(anchor, locale, taken) {
  const take = (emoji) => {
    close();
    taken(emoji);
  };
  const input = h("input", { "aria-label": say(locale, "playground.emoji"), placeholder: say(locale, "playground.emoji"), maxlength: "16", autocomplete: "off" });
  const form = h("form", {
    onsubmit: (event) => {
      event.preventDefault();
      if (AN_EMOJI.test(input.value.trim())) take(input.value.trim());
      else input.select();
    },
  }, input, h("button", { type: "submit", text: say(locale, "playground.add") }));
  const grid = h("div", { class: "emojis" }, ...EMOJIS.map((emoji) =>
    h("button", { type: "button", text: emoji, "aria-label": emoji, onclick: () => take(emoji) })));
  const close = openPopup(anchor, h("div", { class: "emoji-choice" }, form, withArrows(grid, "button")));
  input.focus();
}

/** The list of a select menu. `chosen` gets the values: immediately for a single one, else when the list is closed. */
export function openOptions(anchor, { options, least, most, label, locale }, chosen) {
  const values = new Set(options.filter((option) => option.default).map((option) => option.value));
  const before = [...values].join();
  const many = most > 1 || least === 0;
  const list = h("div", { role: "listbox", class: "options", "aria-label": label, id: newId("options"), "aria-multiselectable": many || null });
  anchor.setAttribute("aria-expanded", "true");
  const close = openPopup(anchor, list, (cancelled) => {
    anchor.setAttribute("aria-expanded", "false");
    const right = values.size >= least && values.size <= most;
    if (many && !cancelled && right && [...values].join() !== before) chosen([...values]);
  });
  const take = (option, element) => {
    if (!many) {
      values.clear();
      close(true);
      chosen([option.value]);
      return;
    }
    if (!values.delete(option.value)) {
      if (most === 1) values.clear();
      if (values.size < most) values.add(option.value);
    }
    for (const each of list.querySelectorAll("[role=option]")) each.setAttribute("aria-selected", values.has(each.dataset.value));
    element.focus();
  };
  for (const option of options) {
    const element = h("button", {
      type: "button", role: "option", "data-value": option.value, "aria-selected": String(values.has(option.value)),
      onclick: () => take(option, element),
    },
    emojiOf(option.emoji, { beside: true }),
    h("span", { class: "words" }, h("span", { text: option.label }), option.description ? h("small", { text: option.description }) : null),
    h("span", { class: "mark", "aria-hidden": "true" }));
    list.append(element);
  }
  if (many) list.append(h("button", { type: "button", class: "done primary", text: say(locale, "playground.done"), onclick: () => close() }));
  withArrows(list, "[role=option]");
  stand(list.parentElement, anchor);
  (list.querySelector("[aria-selected=true]") ?? list.firstElementChild)?.focus();
}
