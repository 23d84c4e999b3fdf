// One person's view of one place: person, place, messages, and the box to write in.

import { Composer } from "./composer.js";
import { h, older } from "./dom.js";
import { MessageView, avatarOf } from "./message.js";
import { store } from "./store.js";
import { languageName, say } from "./words.js";

const ABOVE = 8; // pixels shown above the top of a high message
const NEAR = 40; // pixels from the bottom that count as at the bottom
const WIDE = 720; // least width of a pane, in pixels, with the places beside the messages
const TOGETHER = 7 * 60 * 1000; // longest time between messages of one author without a new header
const CARDS = 6;
const IN_DISCORD = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/; // place, message
const SCROLL_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Tab"]);
const BY_HAND = 1000; // milliseconds after a wheel, a touch or a key within which a scroll is the user's

const read = new Map(); // "person place" -> the newest message seen

/** Redraws an element's children only if its state has changed, so that a pressed button stays. */
function redrawn(element, state, draw) {
  const text = JSON.stringify(state);
  if (element.dataset.state === text) return;
  element.dataset.state = text;
  element.replaceChildren(...draw());
}

export class Pane {
  constructor(person, place, { changed, closed }) {
    this.person = person;
    this.place = place;
    this.changed = changed;
    this.closed = closed;
    this.views = new Map();
    this.atBottom = true; // whether the newest message is kept in view
    this.newestId = null; // whose top is kept in view, too; null if the user has scrolled to its end
    this.awaited = false; // whether the next answer to this person gets the keyboard
    this.handled = -Infinity; // the time of the last manual scroll
    this.build();
  }

  get locale() {
    return store.person(this.person).locale;
  }

  get name() {
    return store.person(this.person).name;
  }

  placeName() {
    const place = store.place(this.place);
    return place.kind === "dm" ? "dm" : place.name;
  }

  /** A place's displayed name: "# dominoes", "@Boneyard". */
  titleOf(place) {
    return place.kind === "dm" ? `@${store.world.bot.name}` : `#${place.name}`;
  }

  // --- What stands there ---

  build() {
    this.head = h("header", { class: "pane-head" });
    this.places = h("nav", { class: "places" });
    [this.greeting, this.demoBox, this.cardBox] = [h("div"), h("div"), h("div")];
    this.welcome = h("div", { class: "welcome" }, this.greeting, this.demoBox, this.cardBox);
    this.list = h("div", { class: "list", role: "log", "aria-live": "polite", "aria-relevant": "additions" });
    this.content = h("div", { class: "content-of-list" }, this.welcome, this.list);
    this.scroller = h("div", { class: "scroller", tabindex: "0" }, this.content);
    this.newest = h("button", { type: "button", class: "newest", hidden: true, onclick: () => this.toBottom() });
    this.composer = new Composer(this);
    this.element = h("section", { class: "pane" }, this.head, this.places,
      h("div", { class: "middle" }, this.scroller, this.newest), this.composer.element);
    this.scroller.addEventListener("scroll", () => this.scrolled());
    const byHand = (kind, which) => this.element.addEventListener(kind, (event) => {
      if (which(event)) this.handled = performance.now();
    }, { passive: true });
    byHand("wheel", () => true);
    byHand("touchmove", () => true);
    byHand("keydown", (event) => SCROLL_KEYS.has(event.key));
    // The scroll bar, or an element scrolled into view, which must not move while it is pressed.
    byHand("pointerdown", (event) => event.target === this.scroller || !this.isNearBottom());
    this.content.addEventListener("click", (event) => this.clicked(event));
    this.content.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target.classList.contains("spoiler")) this.clicked(event);
    });
    this.content.addEventListener("contextmenu", (event) => this.rightClicked(event));
    const watch = new ResizeObserver(() => {
      this.element.classList.toggle("wide", this.element.offsetWidth >= WIDE);
      if (this.atBottom) this.toBottom();
    });
    for (const element of [this.element, this.content, this.scroller]) watch.observe(element);
  }

  drawAll() {
    this.views.clear();
    this.list.replaceChildren();
    this.atBottom = true;
    this.newestId = null;
    this.drawFrame();
    this.composer.reset();
    this.drawMessages();
    this.toBottom();
  }

  /** The person, the place, and the texts around the messages. */
  drawFrame() {
    if (!store.place(this.place)) this.place = store.placesOf(this.person)[0].id; // its channel is gone
    const { locale } = this;
    const place = store.place(this.place);
    this.element.dataset.locale = locale;
    this.element.lang = locale;
    this.element.setAttribute("aria-label", `${this.name}, ${this.titleOf(place)}`);
    this.list.setAttribute("aria-label", this.titleOf(place));
    this.scroller.setAttribute("aria-label", this.titleOf(place));
    this.newest.textContent = `${say(locale, "playground.newest")} ↓`;
    this.drawHead();
    this.drawPlaces();
    this.composer.translate();
    this.drawWelcome();
  }

  drawHead() {
    const { locale } = this;
    if (this.head.contains(document.activeElement) && this.head.dataset.for === `${this.person} ${locale}`) return;
    this.head.dataset.for = `${this.person} ${locale}`;
    const who = choice(say(locale, "playground.person"), store.world.people.map(({ id, name }) => [id, name]), this.person);
    who.addEventListener("change", () => this.become(who.value));
    const language = choice(say(locale, "playground.language"), store.locales.map((each) => [each, languageName(each)]), locale);
    language.addEventListener("change", () => store.act("speak", this.person, this.place, { locale: language.value }));
    const close = h("button", { type: "button", class: "close", "aria-label": say(locale, "playground.close"), title: say(locale, "playground.close"), text: "×", onclick: this.closed });
    this.head.replaceChildren(avatarOf(this.person, this.name), who, language, close);
  }

  drawPlaces() {
    const { locale } = this;
    this.places.setAttribute("aria-label", say(locale, "playground.places"));
    const all = store.placesOf(this.person);
    const state = JSON.stringify([locale, this.person, this.place, all.map((place) => [place, this.unreadIn(place)])]);
    if (this.places.dataset.state === state) return;
    this.places.dataset.state = state;
    const group = (title, places) => (places.length ? [h("h2", { text: title }), ...places.map((place) => this.placeButton(place))] : []);
    const focused = this.places.contains(document.activeElement);
    const moved = this.places.dataset.place !== this.place;
    this.places.dataset.place = this.place;
    this.places.replaceChildren(
      ...group(say(locale, "playground.channels"), all.filter((place) => place.kind !== "dm")),
      ...group(say(locale, "playground.direct"), all.filter((place) => place.kind === "dm")));
    const current = this.places.querySelector("[aria-current]");
    if (focused) current?.focus({ preventScroll: true });
    if (moved && current) this.show(current);
  }

  /** Scrolls the row of places to one, in the middle of what the direct messages do not cover. */
  show(place) {
    const room = this.places.clientWidth - (this.places.querySelector(".dm")?.offsetWidth ?? 0);
    this.places.scrollLeft = place.offsetLeft - (room - place.offsetWidth) / 2;
  }

  placeButton(place) {
    const unread = this.unreadIn(place);
    return h("button", {
      type: "button", class: place.kind, "aria-current": place.id === this.place ? "page" : null, "data-place": place.id,
      onclick: () => this.goTo(place.id),
    }, h("span", { class: "sign", "aria-hidden": "true", text: place.kind === "dm" ? "@" : "#" }),
    h("span", { class: "place-name", text: place.kind === "dm" ? store.world.bot.name : place.name }),
    unread ? h("span", { class: "count", text: unread, "aria-label": say(this.locale, "playground.unread", { count: unread }) }) : null);
  }

  async drawWelcome() {
    const { locale, person, place: id } = this;
    const place = store.place(id);
    const { slash } = await store.commands(person, id);
    if (this.person !== person || this.place !== id) return;
    const first = slash.filter((command) => command.name === store.first);
    const cards = [...first, ...slash.filter((command) => !first.includes(command) && !command.name.includes(" "))].slice(0, CARDS);
    const topic = say(locale, place.topic || "playground.start");
    redrawn(this.greeting, [locale, place.kind, this.titleOf(place), topic], () => [
      h("div", { class: "big-sign", "aria-hidden": "true", text: place.kind === "dm" ? "@" : "#" }),
      h("h2", { text: say(locale, "playground.welcome", { place: this.titleOf(place) }) }),
      h("p", { text: topic })]);
    redrawn(this.demoBox, [locale], () => this.demoChoice());
    redrawn(this.cardBox, [locale, cards.map(({ name, label, description }) => [name, label, description])], () => (cards.length ? [
      h("details", {}, h("summary", { text: say(locale, "playground.try_these") }),
        h("div", { class: "cards" }, ...cards.map((command) => h("button", { type: "button", class: "card", "data-command": command.name },
          h("b", { text: `/${command.label}` }), h("span", { text: command.description })))))] : []));
  }

  /** Gives the first command, and the keyboard to its answer. */
  async begin() {
    this.awaited = true;
    const { slash } = await store.commands(this.person, this.place);
    const first = slash.find((command) => command.name === store.first);
    if (first) await this.composer.run(first, {});
  }

  /** The choice of a demo game; empty if the bot offers none. */
  demoChoice() {
    const { locale } = this;
    if (!store.demos.length) return [];
    const game = choice(say(locale, "playground.demo_game"), store.demos.map(({ key, names }) => [key, names[locale]]), this.demo ?? store.demos[0].key);
    game.addEventListener("change", () => { this.demo = game.value; });
    const start = h("button", { type: "button", class: "demo-start", text: say(locale, "playground.demo") });
    start.addEventListener("click", () => this.startDemo(start, game.value));
    return [h("div", { class: "demo" }, game, start)];
  }

  async startDemo(button, game) {
    button.classList.add("pending");
    button.setAttribute("aria-busy", "true");
    const { place } = await store.act("demo", this.person, this.place, { game });
    button.classList.remove("pending");
    button.removeAttribute("aria-busy");
    if (place) this.goTo(place);
    else this.composer.say(say(this.locale, "playground.failed"), true);
  }

  // --- Messages ---

  /** Redraws after a change in these places. */
  hear(touched, first) {
    if (first) for (const place of store.world.places) this.markRead(place.id);
    if (touched.has(this.place)) this.drawMessages();
    if (this.atBottom && !this.hidden()) this.markRead(this.place);
    this.drawPlaces();
  }

  drawMessages() {
    const messages = store.messages(this.place, this.person);
    const there = new Set(messages.map((message) => message.id));
    for (const [id, view] of this.views) {
      if (there.has(id)) continue;
      if (view.element.contains(document.activeElement)) this.awaited = true;
      view.element.remove();
      this.views.delete(id);
    }
    let [before, answer] = [null, null];
    for (const message of messages) {
      let view = this.views.get(message.id);
      if (!view) {
        view = new MessageView(this);
        this.views.set(message.id, view);
        if (message.only_for === this.person) answer = view;
        this.newestId = message.id;
      }
      view.draw(message);
      view.element.classList.toggle("follows", follows(message, before));
      const expected = before ? this.views.get(before.id).element.nextSibling : this.list.firstChild;
      if (expected !== view.element) this.list.insertBefore(view.element, expected);
      before = message;
    }
    if (answer) this.answered(answer);
    if (this.atBottom) this.toBottom();
    else this.newest.hidden = false;
  }

  /** Shows the answer to the last click; it gets the keyboard if that was in a message that can no longer be pressed. */
  answered(view) {
    this.atBottom = true;
    const waiting = [...this.views.values()].some((each) => each.waits && each.element === document.activeElement);
    if (!waiting && !(this.awaited && document.activeElement === document.body)) return;
    this.awaited = false;
    view.focusFirst();
  }

  clicked(event) {
    const [, place, message] = IN_DISCORD.exec(event.target.closest("a[href]")?.href) ?? [];
    if (place) {
      event.preventDefault();
      this.jump(place, message);
      return;
    }
    const target = event.target.closest("[data-command], [data-place], .spoiler");
    if (!target || !this.content.contains(target)) return;
    if (target.dataset.command) this.composer.begin(target.dataset.command);
    else if (target.dataset.place) this.jump(target.dataset.place);
    else {
      target.classList.add("open");
      target.setAttribute("aria-expanded", "true");
    }
  }

  /** A right click on a name or a mention opens the person's menu, elsewhere in a message the message's menu. */
  rightClicked(event) {
    const view = this.views.get(event.target.closest("[data-message]")?.dataset.message);
    if (!view || event.target.closest("a, .picture, input, textarea")) return; // the browser's own menu is useful there
    event.preventDefault();
    const named = event.target.closest("[data-person]");
    if (named && store.person(named.dataset.person)) view.onPerson(named, named.dataset.person);
    else view.onMore(event.target);
  }

  // --- Where the view stands ---

  isNearBottom() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  scrolled() {
    const byHand = performance.now() - this.handled < BY_HAND;
    if (this.isNearBottom()) {
      this.atBottom = true;
      if (byHand) this.newestId = null;
      this.seen();
    } else if (byHand) {
      this.atBottom = false;
      this.handled = performance.now(); // a touch continues to scroll after it has ended
    } else if (this.atBottom) {
      this.toBottom(); // messages above or below have changed their height
    }
  }

  /** Scrolls to the bottom, or only to the top of the newest message if that is higher than the pane. */
  toBottom() {
    this.atBottom = true;
    const { scrollHeight, clientHeight } = this.scroller;
    const top = this.views.get(this.newestId)?.element.offsetTop ?? scrollHeight;
    this.scroller.scrollTop = Math.min(top - ABOVE, scrollHeight - clientHeight);
    this.newest.hidden = true;
  }

  seen() {
    this.newest.hidden = true;
    if (!this.unreadIn(store.place(this.place))) return;
    this.markRead(this.place);
    this.drawPlaces();
    this.changed();
  }

  hidden() {
    return this.element.offsetParent === null;
  }

  /** Called when this pane becomes the visible one. */
  came() {
    if (this.atBottom) this.toBottom();
    this.seen();
  }

  // --- Read and unread ---

  markRead(place) {
    const newest = store.messages(place, this.person).at(-1);
    if (newest) read.set(`${this.person} ${place}`, newest.id);
  }

  unreadIn(place) {
    const last = read.get(`${this.person} ${place.id}`) ?? "";
    return store.messages(place.id, this.person).filter((message) => message.author.id !== this.person && older(message.id, last) > 0).length;
  }

  unread() {
    return store.placesOf(this.person).reduce((sum, place) => sum + this.unreadIn(place), 0);
  }

  // --- Going elsewhere ---

  /** Goes to a place, and to a message there. */
  jump(place, message) {
    if (place !== this.place) this.goTo(place);
    const found = this.place === place && this.views.get(message)?.element;
    if (this.place !== place || (message && !found)) this.composer.say(say(this.locale, "playground.not_open"), true);
    if (!found) return;
    this.atBottom = false;
    this.scroller.scrollTop = found.offsetTop;
    found.focus({ preventScroll: true });
  }

  goTo(place) {
    if (!store.placesOf(this.person).some((each) => each.id === place)) return;
    this.place = place;
    this.markRead(place);
    this.drawAll();
    this.changed();
  }

  become(person) {
    const here = store.place(this.place);
    const places = store.placesOf(person);
    this.person = person;
    this.place = (places.find((place) => place.id === here.id) ?? places.find((place) => place.kind === here.kind) ?? places[0]).id;
    this.markRead(this.place);
    this.drawAll();
    this.changed();
  }
}

function follows(message, before) {
  return Boolean(before) && !message.command && !message.reply && before.author.id === message.author.id
    && before.only_for === message.only_for && new Date(message.at) - new Date(before.at) < TOGETHER;
}

function choice(label, values, value) {
  const select = h("select", { "aria-label": label, title: label }, ...values.map(([key, text]) => h("option", { value: key, text })));
  select.value = value;
  return select;
}
