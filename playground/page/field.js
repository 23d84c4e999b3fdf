// The field of one option of a slash command.

import { h } from "./dom.js";
import { store } from "./store.js";
import { say } from "./words.js";

const WAIT = 120; // milliseconds after the last key before the bot is asked for suggestions

export class Field {
  constructor(line, spec) {
    this.line = line;
    this.spec = spec;
    this.pane = line.pane;
    this.chosen = null; // { label, value }
    const file = spec.type === "attachment";
    this.input = h("input", {
      type: file ? "file" : "text", "data-option": spec.name, role: file ? null : "combobox", "aria-label": spec.label, title: spec.description,
      "aria-expanded": file ? null : "false", "aria-controls": line.suggestions.id, "aria-autocomplete": file ? null : "list", "aria-required": String(spec.required),
      inputmode: { integer: "numeric", number: "decimal" }[spec.type], autocomplete: "off", spellcheck: "false", enterkeyhint: "next",
      oninput: () => this.typed(), onfocus: () => this.offer(), onblur: () => this.left(), onkeydown: (event) => this.pressed(event),
    });
    this.element = h("label", { class: spec.required ? "option required" : "option" }, h("span", { text: spec.label }), this.input);
  }

  get filled() {
    return this.input.value.trim() !== "";
  }

  focus() {
    this.input.focus();
    if (this.input.type !== "file") this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    this.offer();
  }

  /** Sets a text as if it had been typed and chosen. */
  put(text) {
    this.input.value = text;
    this.settle();
    this.fit();
  }

  choose(choice) {
    this.chosen = choice;
    this.input.value = choice.label;
    this.element.classList.add("chosen");
    this.fit();
    this.line.composer.say("");
    this.line.suggestions.close();
    this.line.next();
  }

  typed() {
    this.chosen = null;
    this.element.classList.remove("chosen");
    this.fit();
    if (!this.handedOn()) this.offer();
  }

  /** An option's name and a colon move to that option's field. */
  handedOn() {
    const [named] = this.line.named(this.input.value);
    if (!named || this.spec.type === "attachment") return false;
    const rest = this.input.value.slice(named.end);
    this.put(this.input.value.slice(0, named.start).trim());
    const field = this.line.fieldOf(named.option);
    field.input.value = rest;
    field.focus();
    return true;
  }

  fit() {
    this.input.style.width = `${Math.min(Math.max(this.input.value.length, 4) + 2, 32)}ch`;
  }

  /** On leaving the field, its text counts as chosen if it is one of the choices. */
  left() {
    clearTimeout(this.asking);
    this.settle();
    this.line.suggestions.close();
  }

  settle() {
    if (this.chosen || !this.filled) return;
    const text = this.input.value.trim().toLowerCase();
    const found = (this.choices() ?? []).find((choice) => choice.label.toLowerCase() === text || choice.value.toLowerCase() === text);
    if (!found) return;
    this.chosen = found;
    this.input.value = found.label;
    this.element.classList.add("chosen");
  }

  /** All choices; null for free text. */
  choices() {
    const { locale, person } = this.pane;
    const { people, bot, roles } = store.world;
    const named = (sign, things) => things.map(({ id, name }) => ({ label: `${sign}${name}`, value: id }));
    switch (this.spec.type) {
      case "boolean": return [["playground.yes", "true"], ["playground.no", "false"]].map(([word, value]) => ({ label: say(locale, word), value }));
      case "user": return named("@", [...people, bot]);
      case "role": return named("@", roles);
      case "mentionable": return named("@", [...people, bot, ...roles]);
      case "channel": return named("#", store.placesOf(person).filter((place) => place.kind !== "dm"));
      default: return this.spec.choices.length ? this.spec.choices : null;
    }
  }

  offer() {
    if (this.spec.type === "attachment" || this.chosen) {
      this.line.suggestions.close();
      return;
    }
    if (this.spec.autocomplete) this.ask();
    else this.list(this.choices(), this.input.value);
  }

  ask() {
    clearTimeout(this.asking);
    this.asking = setTimeout(async () => {
      const { person, place } = this.pane;
      const value = this.input.value;
      const options = this.line.filledOptions();
      const answer = await store.act("autocomplete", person, place, { name: this.line.spec.name, option: this.spec.name, value, options });
      if (this.chosen || this.input.value !== value || document.activeElement !== this.input) return;
      this.list(answer.choices ?? [], "");
    }, WAIT);
  }

  list(choices, query) {
    const title = `${this.spec.label} — ${this.spec.description}`;
    if (choices === null) {
      this.line.suggestions.open(this.input, [], { title, empty: this.filled ? null : title, at: -1 });
      return;
    }
    const text = query.trim().toLowerCase();
    const found = choices.filter((choice) => choice.label.toLowerCase().includes(text));
    const items = found.map((choice) => ({ label: choice.label, value: choice.value, take: () => this.choose(choice) }));
    this.line.suggestions.open(this.input, items, { title, empty: say(this.pane.locale, "playground.nothing"), at: 0 });
  }

  pressed(event) {
    if (event.isComposing || this.line.suggestions.pressed(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.settle();
      this.line.composer.submit();
    } else if (event.key === "Escape") this.line.composer.leave("");
    else if (event.key === "ArrowDown" && !this.spec.autocomplete && this.choices()) {
      event.preventDefault();
      this.list(this.choices(), "");
    } else if (event.key === "Backspace" && !this.input.value) {
      event.preventDefault();
      this.line.drop(this);
    }
  }

  /** The reason why the command cannot be sent; null if there is none. */
  wrong() {
    const { locale } = this.pane;
    this.settle();
    if (this.spec.required && !this.filled) return say(locale, "playground.required", { option: this.spec.label });
    if (this.filled && !this.chosen && this.choices() && !this.spec.autocomplete) return say(locale, "playground.choose", { option: this.spec.label });
    return null;
  }

  known() {
    return this.chosen?.value ?? this.input.value.trim();
  }

  async value() {
    return this.spec.type === "attachment" ? read(this.input.files[0]) : this.known();
  }
}

function read(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve({ name: file.name, content: reader.result.split(",")[1] ?? "" }));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
