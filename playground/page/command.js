// A slash command in the box: its name, a field for each option, and after them a place to type further options.
// A choice is kept until its field is changed.

import { h } from "./dom.js";
import { Field } from "./field.js";
import { say } from "./words.js";

export class CommandLine {
  constructor(composer, spec) {
    this.composer = composer;
    this.pane = composer.pane;
    this.spec = spec;
    this.suggestions = composer.suggestions;
    this.fields = spec.options.filter((option) => option.required).map((option) => new Field(this, option));
    this.tail = h("input", {
      class: "tail", type: "text", role: "combobox", "aria-label": say(this.pane.locale, "playground.options"), "aria-expanded": "false", "aria-autocomplete": "list",
      "aria-controls": this.suggestions.id, autocomplete: "off", spellcheck: "false", enterkeyhint: "send",
      oninput: () => this.offer(), onfocus: () => this.offer(), onblur: () => this.suggestions.close(), onkeydown: (event) => this.pressed(event),
    });
    this.element = h("div", { class: "command" }, h("span", { class: "command-name", text: `/${spec.label}` }), ...this.fields.map((field) => field.element), this.tail);
  }

  /** Starts with the text typed after the command's name, such as "game:block". */
  begin(rest) {
    const found = this.named(rest);
    found.forEach(({ option, end }, index) => this.fieldOf(option).put(rest.slice(end, found[index + 1]?.start).trim()));
    const free = (found.length ? rest.slice(0, found[0].start) : rest).trim();
    if (free && this.fields[0] && !this.fields[0].filled) {
      this.fields[0].input.value = free;
      this.fields[0].focus();
    } else this.next();
  }

  /** Option names in a text, "game:", each with the positions of its name and its value. */
  named(text) {
    const options = new Map(this.spec.options.flatMap((option) => [[option.label.toLowerCase(), option], [option.name, option]]));
    return [...text.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)]
      .map((match) => ({ option: options.get(match[1].toLowerCase()), start: match.index, end: match.index + match[0].length }))
      .filter(({ option }) => option);
  }

  /** The field of an option, created on first use. */
  fieldOf(option) {
    let field = this.fields.find((each) => each.spec === option);
    if (!field) {
      field = new Field(this, option);
      this.fields.push(field);
      this.element.insertBefore(field.element, this.tail);
    }
    return field;
  }

  /** Goes to the first empty required field, or after all of them. */
  next() {
    const missing = this.fields.find((field) => field.spec.required && !field.filled);
    if (missing) missing.focus();
    else this.tail.focus();
  }

  remaining() {
    const there = this.fields.map((field) => field.spec);
    return this.spec.options.filter((option) => !there.includes(option));
  }

  /** Offers the missing options. Without input no item is highlighted, so Enter sends. */
  offer() {
    const { locale } = this.pane;
    const query = this.tail.value.trim().toLowerCase().replace(/:$/, "");
    const items = this.remaining().filter((option) => [option.label.toLowerCase(), option.name].some((name) => name.startsWith(query))).map((option) => ({
      label: option.label, description: option.description, value: option.name,
      take: () => {
        this.tail.value = "";
        this.fieldOf(option).focus();
      },
    }));
    if (query && this.tail.value.endsWith(":") && items.length) items[0].take();
    else if (items.length) this.suggestions.open(this.tail, items, { title: `${say(locale, "playground.options")} (${say(locale, "playground.optional")})`, at: query ? 0 : -1 });
    else this.suggestions.close();
  }

  pressed(event) {
    if (event.isComposing || this.suggestions.pressed(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.composer.submit();
    } else if (event.key === "Escape") this.composer.leave("");
    else if (event.key === "Backspace" && !this.tail.value) {
      event.preventDefault();
      if (this.fields.length) this.fields.at(-1).focus();
      else this.composer.leave(`/${this.spec.label}`);
    }
  }

  /** Removes an optional field; if a required one precedes it, removes the command. */
  drop(field) {
    if (field.spec.required) {
      if (field === this.fields[0]) this.composer.leave(`/${this.spec.label}`);
      else this.fields[this.fields.indexOf(field) - 1].focus();
      return;
    }
    this.fields.splice(this.fields.indexOf(field), 1);
    field.element.remove();
    this.tail.focus();
  }

  /** The values of all fields as texts; null, with a message and the focus, if one is missing. */
  async complete() {
    if (this.tail.value.trim()) {
      this.refuse(this.tail, say(this.pane.locale, "playground.no_option"));
      return null;
    }
    for (const field of this.fields) {
      const wrong = field.wrong();
      if (wrong) {
        this.refuse(field.input, wrong);
        return null;
      }
    }
    const values = await Promise.all(this.fields.filter((field) => field.filled).map(async (field) => [field.spec.name, await field.value()]));
    return Object.fromEntries(values);
  }

  /** The arguments sent to the bot while a value is being typed. */
  filledOptions() {
    return Object.fromEntries(this.fields.filter((field) => field.filled && field.spec.type !== "attachment").map((field) => [field.spec.name, field.known()]));
  }

  refuse(input, text) {
    input.setAttribute("aria-invalid", "true");
    input.addEventListener("input", () => input.removeAttribute("aria-invalid"), { once: true });
    input.focus();
    this.composer.say(text, true);
  }
}
