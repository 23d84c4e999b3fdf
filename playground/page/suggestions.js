// The list above the box: commands, choices, options. Arrow keys move in it, Enter and Tab take the highlighted item.

import { h, newId } from "./dom.js";

export class Suggestions {
  constructor() {
    this.id = newId("suggestions");
    this.items = [];
    this.at = -1;
    this.input = null;
    this.title = h("div", { class: "suggestions-title", "aria-hidden": "true" });
    this.list = h("ul", { role: "listbox", id: this.id });
    this.element = h("div", { class: "suggestions", hidden: true, onmousedown: (event) => event.preventDefault() }, this.title, this.list);
  }

  get shown() {
    return !this.element.hidden;
  }

  /** Shows items for an input. `at` is the initially highlighted one, -1 for none. */
  open(input, items, { title, empty, at }) {
    this.input = input;
    this.items = items;
    this.title.textContent = title;
    this.list.setAttribute("aria-label", title);
    this.element.hidden = !items.length && !empty;
    this.list.replaceChildren(...items.map((item, index) => h("li", {
      role: "option", id: `${this.id}-${index}`, "data-value": item.value, onclick: () => item.take(), onmousemove: () => this.highlight(index, false),
    }, h("b", { text: item.label }), item.description ? h("span", { text: item.description }) : null)));
    if (!items.length && empty) this.list.append(h("li", { class: "empty", text: empty }));
    input.setAttribute("aria-expanded", String(this.shown));
    this.list.scrollTop = 0;
    this.highlight(items.length ? at : -1);
  }

  close() {
    this.element.hidden = true;
    this.items = [];
    this.at = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  highlight(at, scroll = true) {
    this.at = at;
    [...this.list.children].forEach((child, index) => child.setAttribute("aria-selected", String(index === at)));
    if (at < 0) this.input.removeAttribute("aria-activedescendant");
    else {
      this.input.setAttribute("aria-activedescendant", `${this.id}-${at}`);
      if (scroll) this.list.children[at].scrollIntoView({ block: "nearest" });
    }
  }

  /** Returns true if the list handled a key. */
  pressed(event) {
    if (!this.shown) return false;
    const last = this.items.length - 1;
    if (event.key === "Escape") this.close();
    else if (last < 0) return false;
    else if (event.key === "ArrowDown") this.highlight(this.at >= last ? 0 : this.at + 1);
    else if (event.key === "ArrowUp") this.highlight(this.at <= 0 ? last : this.at - 1);
    else if (this.at >= 0 && ((event.key === "Enter" && !event.shiftKey) || (event.key === "Tab" && !event.shiftKey))) this.items[this.at].take();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
