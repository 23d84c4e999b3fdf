// The state received from the server, and requests to it.

import { older } from "./dom.js";

const start = JSON.parse(document.body.dataset.start);
const RETRY = 1000;

class Store extends EventTarget {
  world = null;
  places = new Map(); // place id -> message id -> message
  locales = start.locales;
  first = start.first; // the command to begin with
  demos = start.demos; // games that computers can play against each other: key, and names by language
  ahead = 0; // seconds from this machine's time to the simulated time
  catalogues = new Map();

  /** Simulated time in seconds since 1970. */
  now() {
    return Date.now() / 1000 + this.ahead;
  }

  person(id) {
    return this.world.people.find((person) => person.id === id);
  }

  place(id) {
    return this.world.places.find((place) => place.id === id);
  }

  /** The places that a person can see, channels first. */
  placesOf(personId) {
    return this.world.places.filter((place) => place.for.includes(personId));
  }

  /** The messages of a place that a person can see, oldest first. */
  messages(placeId, personId) {
    const all = [...(this.places.get(placeId)?.values() ?? [])];
    const seen = all.filter((message) => message.only_for === null || message.only_for === personId);
    return seen.sort((one, other) => older(one.id, other.id));
  }

  /** Carries out a person's action; `failed` also if the server cannot be reached. */
  async act(kind, person, place, more = {}) {
    try {
      const answer = await fetch("/api/actions", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Playground": start.secret },
        body: JSON.stringify({ kind, person, place, ...more }),
      });
      return await answer.json();
    } catch {
      return { failed: true };
    }
  }

  /** The commands available to a person in a place, in that person's language; requested once. */
  async commands(person, place) {
    const key = `${person} ${place} ${this.person(person).locale}`;
    if (!this.catalogues.has(key)) {
      const asked = fetch(`/api/commands?person=${person}&place=${place}`, { headers: { "X-Playground": start.secret } })
        .then((answer) => answer.json())
        .catch(() => {
          this.catalogues.delete(key);
          return { slash: [], person: [], message: [] };
        });
      this.catalogues.set(key, asked);
    }
    return this.catalogues.get(key);
  }

  /** The picture of the first screen, and its alternative texts by language. */
  async door() {
    return (await fetch("/api/door", { headers: { "X-Playground": start.secret } })).json();
  }

  /** Subscribes to the server's events. */
  connect() {
    const events = new EventSource(`/api/events?secret=${encodeURIComponent(start.secret)}`);
    events.addEventListener("open", () => this.tell("found"));
    events.addEventListener("world", (event) => this.hearWorld(JSON.parse(event.data)));
    events.addEventListener("messages", (event) => this.hearMessages(JSON.parse(event.data)));
    events.addEventListener("alive", (event) => this.hearTime(JSON.parse(event.data)));
    events.addEventListener("error", () => {
      this.tell("lost");
      if (events.readyState === EventSource.CLOSED) this.lookForAnother();
    });
  }

  /** Reloads after a restart of the playground: the new page has the new secret. */
  lookForAnother() {
    const look = () => fetch("/", { method: "HEAD" }).then(() => location.reload(), () => setTimeout(look, RETRY));
    setTimeout(look, RETRY);
  }

  hearWorld(world) {
    this.world = world;
    this.catalogues.clear();
    this.tell("world");
  }

  hearMessages({ now, changed, gone, all }) {
    this.hearTime({ now });
    if (all) this.places.clear();
    const touched = new Set(all ? this.world.places.map((place) => place.id) : []);
    for (const message of changed) {
      if (!this.places.has(message.place)) this.places.set(message.place, new Map());
      this.places.get(message.place).set(message.id, message);
      touched.add(message.place);
    }
    for (const [place, messages] of this.places) {
      for (const id of gone) if (messages.delete(id)) touched.add(place);
    }
    this.tell("messages", { touched, first: Boolean(all) });
  }

  hearTime({ now }) {
    this.ahead = now - Date.now() / 1000;
  }

  tell(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

export const store = new Store();
