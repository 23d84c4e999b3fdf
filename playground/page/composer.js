// The box to write in: plain messages, and slash commands with their options.

import { CommandLine } from "./command.js";
import { h, newId } from "./dom.js";
import { store } from "./store.js";
import { Suggestions } from "./suggestions.js";
import { say } from "./words.js";

const STATUS_STAYS = 6000;

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.command = null;
    this.suggestions = new Suggestions();
    this.text = h("textarea", {
      rows: "1", class: "text", maxlength: "2000", enterkeyhint: "send", role: "combobox", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": this.suggestions.id, autocomplete: "off", spellcheck: "false",
      oninput: () => this.typed(), onkeydown: (event) => this.pressed(event),
      onblur: () => this.suggestions.close(), onfocus: () => this.typed(),
    });
    this.send = h("button", { type: "button", class: "send", onclick: () => this.submit() }, h("span", { "aria-hidden": "true", text: "➤" }));
    this.line = h("div", { class: "line" }, this.text, this.send);
    this.status = h("p", { class: "status", role: "status", id: newId("status") });
    this.element = h("div", { class: "composer" }, this.suggestions.element, this.line, this.status);
  }

  /** The texts in the viewer's language. */
  translate() {
    const { locale } = this.pane;
    const label = say(locale, "playground.message", { place: this.pane.titleOf(store.place(this.pane.place)) });
    this.text.placeholder = label;
    this.text.setAttribute("aria-label", label);
    this.send.setAttribute("aria-label", say(locale, "playground.send"));
    this.send.title = say(locale, "playground.send");
  }

  /** Empties the box. */
  reset() {
    this.leave("");
    this.say("");
    this.catalogue(); // requested now, so that the list of commands is ready
  }

  async catalogue() {
    return (await store.commands(this.pane.person, this.pane.place)).slash;
  }

  say(text, wrong = false) {
    clearTimeout(this.silence);
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
    if (text && wrong) this.silence = setTimeout(() => this.say(""), STATUS_STAYS);
  }

  // --- Plain text ---

  async typed() {
    this.grow();
    if (this.command) return;
    const text = this.text.value;
    if (!text.startsWith("/")) {
      this.suggestions.close();
      return;
    }
    const commands = await this.catalogue();
    if (this.command || this.text.value !== text || document.activeElement !== this.text) return;
    const whole = commands.filter((command) => [command.name, command.label].some((name) => text.toLowerCase().startsWith(`/${name} `)));
    const longest = whole.sort((one, other) => other.name.length - one.name.length)[0];
    if (longest) {
      const name = text.toLowerCase().startsWith(`/${longest.name} `) ? longest.name : longest.label;
      this.enter(longest, text.slice(name.length + 2));
      return;
    }
    this.suggest(commands, text.slice(1).toLowerCase());
  }

  suggest(commands, query) {
    const names = (command) => [command.label.toLowerCase(), command.name];
    const begins = commands.filter((command) => names(command).some((name) => name.startsWith(query)));
    const has = commands.filter((command) => !begins.includes(command) && names(command).some((name) => name.includes(query)));
    const items = [...begins, ...has].map((command) => ({
      label: `/${command.label}`, description: command.description, value: command.name, take: () => this.enter(command, ""),
    }));
    this.suggestions.open(this.text, items, { title: say(this.pane.locale, "playground.commands"), empty: say(this.pane.locale, "playground.no_command"), at: 0 });
  }

  pressed(event) {
    if (event.isComposing) return;
    if (this.suggestions.pressed(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape" && this.text.value) {
      this.text.value = "";
      this.typed();
    }
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }

  // --- Commands ---

  /** Puts a command into the box, by its name. */
  async begin(name) {
    const command = (await this.catalogue()).find((each) => each.name === name);
    if (command) this.enter(command, "");
    else this.say(say(this.pane.locale, "playground.no_command"), true);
  }

  enter(command, rest) {
    this.command?.element.remove();
    this.suggestions.close();
    this.say("");
    this.command = new CommandLine(this, command);
    this.text.hidden = true;
    this.text.value = "";
    this.line.insertBefore(this.command.element, this.send);
    this.command.begin(rest);
  }

  /** Back to plain text. */
  leave(text) {
    const within = this.element.contains(document.activeElement);
    this.command?.element.remove();
    this.command = null;
    this.suggestions.close();
    this.text.hidden = false;
    this.text.value = text;
    this.grow();
    if (within) this.text.focus();
    if (within && text) this.typed();
  }

  // --- Sending ---

  async submit() {
    if (this.send.classList.contains("pending")) return;
    if (!this.command && this.text.value.startsWith("/")) {
      const typed = this.text.value.trim().slice(1).toLowerCase();
      const command = (await this.catalogue()).find((each) => each.name === typed || each.label.toLowerCase() === typed);
      if (!command) {
        this.say(say(this.pane.locale, "playground.no_command"), true);
        return;
      }
      this.enter(command, "");
    }
    if (this.command) await this.submitCommand();
    else if (this.text.value.trim()) await this.submitText();
    this.pane.toBottom();
  }

  async submitText() {
    const content = this.text.value.trim();
    this.leave("");
    const answer = await this.pending(() => store.act("send", this.pane.person, this.pane.place, { content }));
    if (answer.failed || answer.refused) {
      if (!this.text.value) this.text.value = content;
      this.say(say(this.pane.locale, "playground.form_failed"), true);
    }
  }

  async submitCommand() {
    const { command } = this;
    const options = await command.complete();
    if (options === null || this.command !== command) return;
    this.leave("");
    await this.run(command.spec, options);
  }

  /** Carries out a command. */
  async run({ name, label }, options) {
    const { person, place, locale } = this.pane;
    this.say(`/${label}: ${say(locale, "playground.sending")}`);
    const answer = await this.pending(() => store.act("slash", person, place, { name, options }));
    this.say("");
    if (answer.failed) this.say(`/${label}: ${say(locale, "playground.silent")}`, true);
    if (answer.refused) this.say(`/${label}: ${say(locale, "playground.failed")}`, true);
    if (answer.modal) {
      const { openForm } = await import("./form.js");
      openForm(answer.modal, this.pane, place);
    }
  }

  async pending(action) {
    this.send.classList.add("pending");
    this.send.ariaBusy = "true";
    try {
      return await action();
    } finally {
      this.send.classList.remove("pending");
      this.send.ariaBusy = "false";
    }
  }
}
