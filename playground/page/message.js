// One message as one person sees it. Only changed parts are redrawn, and pictures stay.

import { drawRow, drawRows } from "./components.js";
import { openForm } from "./form.js";
import { emojiOf, fromServer, h, sizeOf } from "./dom.js";
import { shownIn } from "./pictures.js";
import { openEmojis, openMenu } from "./popups.js";
import { store } from "./store.js";
import { tell, written } from "./times.js";
import { name, say } from "./words.js";

const PARTS = ["reference", "head", "content", "embeds", "layout", "pictures", "files", "rows", "reactions", "note", "tools"];
const CONTROLS = "button:enabled, a";
const PRESSED = ":is(.button, .select)[data-id]:enabled";
const READ = 5000; // milliseconds for which an error stays, even if its message is renewed

/** A person's constant colour. */
export function colourOf(id) {
  const people = store.world.people.map((person) => person.id);
  const at = people.indexOf(id);
  return at < 0 ? "#5865f2" : `hsl(${(at * 83 + 210) % 360} 55% 45%)`;
}

export function avatarOf(id, name) {
  const avatar = h("span", { class: "avatar", "aria-hidden": "true", text: name.slice(0, 1).toUpperCase() });
  avatar.style.background = colourOf(id);
  return avatar;
}

export class MessageView {
  /** `pane` has `person`, `place` and `locale`. */
  constructor(pane) {
    this.pane = pane;
    this.states = {};
    this.nodes = {};
    this.slots = new Map();
    this.wrong = null;
    this.waits = false; // whether the keyboard waits here for the next button
    this.element = h("article", { tabindex: "-1" });
  }

  /** Redraws the changed parts. */
  draw(message) {
    this.message = message;
    const { locale, person } = this.pane;
    this.element.dataset.message = message.id;
    this.element.classList.toggle("private", message.only_for !== null);
    this.element.classList.toggle("to-me", message.pings.includes(person));
    let renewed = false;
    for (const part of PARTS) {
      const state = JSON.stringify([locale, this.stateOf(part)]);
      if (this.states[part] === state) continue;
      this.states[part] = state;
      this.put(part, this[part]());
      renewed ||= part !== "note";
    }
    tell(this.element, locale);
    name(this.element, locale);
    if (renewed && this.wrong) this.forgetWrong();
  }

  stateOf(part) {
    const { message } = this;
    switch (part) {
      case "reference": return [message.command, message.reply];
      case "head": return [message.author, message.at];
      case "content": return [message.content, message.edited, message.loading];
      case "note": return [message.only_for, this.wrong];
      case "tools": return message.only_for;
      default: return message[part];
    }
  }

  put(part, node) {
    const old = this.nodes[part];
    const focused = old?.contains(document.activeElement) ? document.activeElement : null;
    const waited = this.waits && document.activeElement === this.element;
    this.nodes[part] = node;
    if (old && node) old.replaceWith(node);
    else if (old) old.remove();
    else if (node) {
      const next = PARTS.slice(PARTS.indexOf(part) + 1).map((later) => this.nodes[later]).find((later) => later);
      this.element.insertBefore(node, next ?? null);
    }
    if (focused || waited) this.focusFirst(node, focused?.dataset.id);
  }

  /** Moves the keyboard to the button of this id, else to the first; without any, the message waits for one. */
  focusFirst(node = this.element, id = null) {
    const same = id && node?.querySelector(`[data-id="${CSS.escape(id)}"]:enabled`);
    const next = same || this.element.querySelector(PRESSED) || node?.querySelector(CONTROLS);
    this.waits = !next;
    (next ?? this.element).focus({ preventScroll: true });
  }

  // --- Parts ---

  reference() {
    const { command, reply } = this.message;
    const { locale } = this.pane;
    if (command) return h("div", { class: "reference" }, h("span", { text: say(locale, "playground.used", { name: command.name }), "data-person": command.person }), " ", h("span", { class: "mention", text: `/${command.used}` }));
    if (reply) return h("div", { class: "reference" }, h("span", { text: `${say(locale, "playground.reply", { name: reply.name })}: ` }), fromServer("span", {}, reply.content));
    return null;
  }

  head() {
    const { author, at } = this.message;
    const { locale } = this.pane;
    const name = h("button", { type: "button", class: "name", text: author.name, "data-person": author.id, onclick: () => this.onPerson(name, author.id) });
    const avatar = avatarOf(author.id, author.name);
    avatar.dataset.person = author.id;
    return h("header", {},
      avatar, name,
      author.bot ? h("span", { class: "badge", text: say(locale, "playground.bot") }) : null,
      h("time", { class: "at", datetime: at, title: new Date(at).toLocaleString(locale), text: written(at, locale) }));
  }

  tools() {
    const { locale } = this.pane;
    const more = h("button", { type: "button", "aria-label": say(locale, "playground.more"), title: say(locale, "playground.more"), "aria-haspopup": "menu", text: "⋯", onclick: () => this.onMore(more) });
    const react = h("button", { type: "button", "aria-label": say(locale, "playground.add_reaction"), title: say(locale, "playground.add_reaction"), text: "☺", onclick: () => this.chooseEmoji(react) });
    return h("span", { class: "tools" }, this.message.only_for === null ? react : null, more);
  }

  content() {
    const { content, edited, loading } = this.message;
    const { locale } = this.pane;
    if (loading) return h("div", { class: "content loading" }, h("span", { class: "dots", "aria-hidden": "true" }), say(locale, "playground.thinking", { name: this.message.author.name }));
    if (!content && !edited) return null;
    const node = fromServer("div", { class: "content" }, content);
    if (edited && content) (node.querySelector(":scope > p:last-child") ?? node).append(" ", h("small", { class: "edited", text: say(locale, "playground.edited") }));
    return node;
  }

  embeds() {
    if (!this.message.embeds.length) return null;
    return h("div", { class: "embeds" }, ...this.message.embeds.map((embed, at) => this.embed(embed, at)));
  }

  embed(embed, at) {
    const title = embed.url ? h("h3", { class: "title" }, fromServer("a", { href: embed.url, target: "_blank", rel: "noreferrer noopener" }, embed.title)) : fromServer("h3", { class: "title" }, embed.title);
    const node = h("div", { class: "embed" },
      embed.author ? h("div", { class: "embed-author", text: embed.author }) : null,
      embed.title ? title : null,
      embed.description ? fromServer("div", { class: "description" }, embed.description) : null,
      embed.fields.length ? drawFields(embed.fields) : null,
      embed.image ? this.picture(`embed ${at}`, embed.image) : null,
      embed.footer || embed.at ? this.footer(embed) : null);
    if (embed.thumbnail) node.append(h("div", { class: "thumbnail" }, this.picture(`thumbnail ${at}`, embed.thumbnail)));
    if (embed.colour) node.style.setProperty("--colour", embed.colour);
    return node;
  }

  /** The content of a Components V2 message. */
  layout() {
    if (!this.message.layout.length) return null;
    return h("div", { class: "layout" }, ...this.message.layout.map((part, at) => this.part(part, `layout ${at}`)));
  }

  part(part, key) {
    switch (part.kind) {
      case "container": {
        const node = h("div", { class: "container" }, ...part.parts.map((one, at) => this.part(one, `${key} ${at}`)));
        if (part.colour) node.style.setProperty("--colour", part.colour);
        return node;
      }
      case "text": return fromServer("div", { class: "text-display" }, part.html);
      case "gallery": return h("div", { class: "gallery" }, ...part.pictures.map((picture, at) => this.picture(`${key} ${at}`, picture)));
      case "separator": return h("div", { class: `separator${part.line ? " drawn" : ""}${part.wide ? " wide" : ""}`, role: "separator" });
      case "file": return h("div", { class: "files" }, ...part.files.map(drawFile));
      default: return drawRow(part.parts, this.pane, (pressed, kind, more) => this.act(pressed, kind, more));
    }
  }

  footer({ footer, at }) {
    const node = fromServer("footer", {}, footer);
    if (at) node.append(footer ? " · " : "", h("time", { datetime: at, text: written(at, this.pane.locale) }));
    return node;
  }

  picture(key, picture) {
    const slot = shownIn(this.slots.get(key), picture, this.pane.locale);
    this.slots.set(key, slot);
    return slot;
  }

  pictures() {
    if (!this.message.pictures.length) return null;
    return h("div", { class: "pictures" }, ...this.message.pictures.map((picture, at) => this.picture(`picture ${at}`, picture)));
  }

  files() {
    if (!this.message.files.length) return null;
    return h("div", { class: "files" }, ...this.message.files.map(drawFile));
  }

  rows() {
    if (!this.message.rows.length) return null;
    return drawRows(this.message.rows, this.pane, (part, kind, more) => this.act(part, kind, more));
  }

  reactions() {
    if (!this.message.reactions.length) return null;
    const { person, locale } = this.pane;
    const add = h("button", { type: "button", class: "reaction add", "aria-label": say(locale, "playground.add_reaction"), text: "+", onclick: () => this.chooseEmoji(add) });
    return h("div", { class: "reactions" }, ...this.message.reactions.map(({ key, emoji, by }) => {
      const mine = by.includes(person);
      const names = by.map((id) => store.person(id)?.name ?? store.world.bot.name).join(", ");
      const chip = h("button", {
        type: "button", class: "reaction", "aria-pressed": String(mine), "data-id": key, title: names, "aria-label": `${emoji.name} ${by.length}: ${names}`,
        onclick: () => this.react(chip, key, !mine),
      }, emojiOf(emoji), h("span", { text: by.length }));
      return chip;
    }), add);
  }

  note() {
    const { locale } = this.pane;
    const dismiss = () => store.act("dismiss", this.pane.person, this.message.place, { message: this.message.id });
    const own = this.message.only_for === null ? null : h("div", { class: "note" }, `${say(locale, "playground.only_you")} · `,
      h("button", { type: "button", class: "link", text: say(locale, "playground.dismiss"), onclick: dismiss }));
    const wrong = this.wrong ? h("div", { class: "wrong", role: "alert", text: this.wrong }) : null;
    return own || wrong ? h("div", { class: "notes" }, wrong, own) : null;
  }

  // --- Actions ---

  async act(part, kind, more) {
    if (this.element.ariaBusy === "true") return;
    this.element.ariaBusy = "true";
    part.classList.add("pending");
    this.setWrong(null);
    const { person } = this.pane;
    const answer = await store.act(kind, person, this.message.place, { message: this.message.id, ...more });
    this.element.ariaBusy = "false";
    part.classList.remove("pending");
    this.hear(answer);
  }

  hear(answer) {
    const { locale } = this.pane;
    if (answer.failed || answer.refused) this.setWrong(say(locale, "playground.failed"));
    if (answer.replaced) this.setWrong(say(locale, "playground.replaced"));
    if (answer.replaced) this.forgetWrong();
    if (answer.modal) openForm(answer.modal, this.pane, this.message.place);
  }

  setWrong(text) {
    clearTimeout(this.forgetting);
    this.wrong = text;
    this.since = performance.now();
    if (text && !this.element.isConnected) this.pane.composer.say(text, true); // the message is gone
    this.draw(this.message);
  }

  /** Removes an error, once there was time to read it. */
  forgetWrong() {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => this.setWrong(null), Math.max(0, this.since + READ - performance.now()));
  }

  async react(chip, emoji, on) {
    chip.classList.add("pending");
    this.hear(await store.act("react", this.pane.person, this.message.place, { message: this.message.id, emoji, on }));
    chip.classList.remove("pending");
  }

  chooseEmoji(anchor) {
    openEmojis(anchor, this.pane.locale, (emoji) => this.react(anchor, emoji, true));
  }

  async onMore(anchor) {
    const { person, locale } = this.pane;
    const { author, place, id, only_for } = this.message;
    const { message: apps } = await store.commands(person, place);
    const entries = [];
    if (only_for === null) entries.push([say(locale, "playground.add_reaction"), () => this.chooseEmoji(anchor)]);
    if (only_for !== null) entries.push([say(locale, "playground.dismiss"), () => store.act("dismiss", person, place, { message: id })]);
    for (const app of apps) entries.push([app.label, () => this.use(app.name, { message: id })]);
    const may = author.id === person || (store.person(person).manages && store.place(place).kind !== "dm");
    if (may && only_for === null) entries.push([say(locale, "playground.remove"), async () => this.hear(await store.act("delete", person, place, { message: id })), "danger"]);
    openMenu(anchor, entries);
  }

  /** The menu of a person whose name is at the anchor. */
  async onPerson(anchor, id) {
    const { person: apps } = await store.commands(this.pane.person, this.message.place);
    if (apps.length && store.person(id)) openMenu(anchor, apps.map((app) => [app.label, () => this.use(app.name, { target: id })]));
  }

  async use(name, target) {
    this.hear(await store.act("context", this.pane.person, this.message.place, { name, ...target }));
  }
}

function drawFile(file) {
  return h("a", { class: "file", href: file.src, download: file.name }, h("span", { "aria-hidden": "true", text: "↓" }), h("span", { text: file.name }), h("small", { text: sizeOf(file.bytes) }));
}

/** Fields in rows: up to three consecutive inline ones share a row. */
function drawFields(fields) {
  const node = h("div", { class: "fields" });
  let at = 0;
  while (at < fields.length) {
    let end = at + 1;
    while (fields[at].inline && fields[end]?.inline && end - at < 3) end += 1;
    const row = h("div", { class: "fields-row" }, ...fields.slice(at, end).map((field) =>
      h("div", { class: "field" }, fromServer("div", { class: "field-name" }, field.name), fromServer("div", {}, field.value))));
    node.append(row);
    at = end;
  }
  return node;
}
