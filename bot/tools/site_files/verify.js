// Works out a shuffle from its record, as games/core/shuffle.py and games/verifying.py do, and asks no server.
"use strict";

const TEXTS = JSON.parse(document.getElementById("texts").textContent);
let language = document.documentElement.lang;
const told = (key, values = {}) => TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const either = things => new Intl.ListFormat(language, { type: "disjunction" }).format(things.map(String));

const HALVES = [0, 1, 2, 3, 4, 5, 6];
const DOUBLE_SIX = HALVES.flatMap(high => HALVES.slice(0, high + 1).map(low => `${high}-${low}`));

// How many seats a game has, what is shuffled, and before which deals a lot is drawn among the seats. In Five to Fourteen
// that is also the first deal of the first play-off.
const WITHOUT_DOUBLES = DOUBLE_SIX.filter(tile => tile[0] !== tile[2]);
const game = (seats, tiles = DOUBLE_SIX, lots = [1]) => ({ seats, tiles, lots });
const solitaire = game([1], DOUBLE_SIX, []);
const GAMES = new Map(Object.entries({
  bingo: game([2]),
  block: game([2]),
  domino_square: game([2, 3, 4], WITHOUT_DOUBLES),
  double_trouble: game([2, 3, 4]),
  five_to_fourteen: game([2], DOUBLE_SIX, [1, 21]),
  full_speed: game([2, 3, 4]),
  kent: game([4, 6]),
  latin_square: game([2, 3, 4], WITHOUT_DOUBLES),
  nos: game([3, 4, 5], DOUBLE_SIX, []),
  plus_minus: game([2]),
  pyramid: solitaire,
  seven_columns: solitaire,
  seventy_nine: game([6], [...DOUBLE_SIX, ...DOUBLE_SIX]),
  triangle: solitaire,
  twelves: solitaire,
}));
function gameOf(key, seats) {
  if (!GAMES.has(key)) throw new Error(told("verifier.no_game", { game: cut(key) }));
  const found = GAMES.get(key);
  if (!found.seats.includes(seats)) throw new Error(told("verifier.no_seats", { game: key, seats: either(found.seats) }));
  return found;
}
const LONGEST_QUOTE = 60;
const cut = text => text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
const MOST_DEALS = 1000;

const bytes = text => new TextEncoder().encode(text);
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, "0")).join("");
const digest = async text => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(text)));
const sha256 = async text => hex(await digest(text));

async function keyed(key, lines) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes(key), hmac, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", imported, bytes(lines.map(line => `${line}\n`).join(""))));
}

async function seedOf(match, serverSeed, cuts) {
  const hashes = cuts.map(cut => cut.startsWith("sha256 ") ? cut.slice("sha256 ".length) : sha256(cut));
  return keyed(serverSeed, ["boneyard shuffle 2", match, ...await Promise.all(hashes)]);
}

const dailySeed = (monthSeed, game, day, number) => keyed(monthSeed, ["boneyard daily 2", game, day, String(number)]);

// A stream of choices: block i is SHA-256 of "seed/i"; a choice among n takes the next byte below the greatest multiple of n.
class Shuffler {
  constructor(seed) { this.seed = seed; this.block = 0; this.left = []; }

  async below(n) {
    for (;;) {
      while (this.left.length) {
        const byte = this.left.shift();
        if (byte < 256 - 256 % n) return byte % n;
      }
      this.left = [...await digest(`${this.seed}/${this.block}`)];
      this.block += 1;
    }
  }

  async permutation(things) {
    const order = [...things];
    for (let left = order.length; left > 1; left -= 1) {
      const chosen = await this.below(left);
      [order[left - 1], order[chosen]] = [order[chosen], order[left - 1]];
    }
    return order;
  }
}

// The first deals, each with the seat on which the lot before it falls, or null.
async function dealsOf(game, seats, seed, count) {
  const shuffler = new Shuffler(seed), { tiles, lots } = gameOf(game, seats), deals = [];
  for (let number = 1; number <= Math.min(count, MOST_DEALS); number += 1) {
    const lot = lots.includes(number) ? await shuffler.below(seats) : null;
    deals.push({ lot, tiles: (await shuffler.permutation(tiles)).join(" ") });
  }
  return deals;
}

function parseRecord(text) {
  const lines = text.replaceAll("\r\n", "\n").trim().split("\n").map(line => line.trimEnd());
  const title = /^Boneyard record ([12])$/.exec(lines[0]);
  if (!title) throw new Error(told("verifier.no_record"));
  const facts = Object.create(null), cuts = [], moves = [];
  let inMoves = false;
  for (const line of lines.slice(1)) {
    if (line.startsWith("#")) continue;
    if (!line) { inMoves = true; continue; }
    if (inMoves) { moves.push(line.replace(/^(\d+)\s+/, "$1 ")); continue; }
    const colon = line.indexOf(":");
    if (colon < 0) throw new Error(told("verifier.no_line", { line: cut(line) }));
    const name = line.slice(0, colon).trim(), value = line.slice(colon + 1).trim();
    if (name === "cut") cuts.push(value); else facts[name] = value;
  }
  const version = Number(title[1]), needed = ["game", "seats", "seed", ...(version > 1 ? ["match", "server seed"] : [])];
  for (const name of needed) if (!(name in facts)) throw new Error(told("verifier.lacks_line", { name }));
  const seats = Number(facts.seats);
  gameOf(facts.game, seats);
  if (version > 1 && cuts.length !== seats) throw new Error(told("verifier.cuts"));
  return { version, facts, cuts, moves, seats, seed: JSON.parse(facts.seed),
    serverSeed: version > 1 ? JSON.parse(facts["server seed"]) : null };
}

// The code of a fingerprint, as lobbies show it: its first 128 bits in base32, in small letters.
function codeOf(hash) {
  const bits = `${BigInt(`0x1${hash.slice(0, 32)}`).toString(2).slice(1)}00`;
  return bits.match(/.{5}/g).map(five => "abcdefghijklmnopqrstuvwxyz234567"[parseInt(five, 2)]).join("");
}

// What was checked: a sentence, and whether it holds (null: it only tells something).
async function checkRecord(text, shown, count) {
  const { version, facts, cuts, moves, seats, seed, serverSeed } = parseRecord(text), found = [];
  const tell = (key, values) => found.push([told(key, values), null]);
  const check = (holds, key, values) => found.push([told(key, values), holds]);
  const secret = serverSeed ?? seed, hash = await sha256(secret);
  const stated = facts.fingerprint?.toLowerCase();
  tell(version > 1 ? "verifier.server_hash" : "verifier.seed_hash", { hash });
  if (stated) check(stated === hash, "verifier.stated");
  const seen = shown.trim().toLowerCase().replace(/[.…]+$/, "");
  if (seen) check((seen.length >= 8 && hash.startsWith(seen)) || seen === codeOf(hash), "verifier.shown");
  if (version > 1) {
    check(serverSeed.split(".")[0] === facts.match, "verifier.match");
    const made = await seedOf(facts.match, serverSeed, cuts);
    const passedOver = seats === 1 && seed.startsWith(`${made}/`) && /^\d+$/.test(seed.slice(made.length + 1));
    check(made === seed || passedOver, "verifier.seed", { seed: made });
    if (passedOver) tell("verifier.passed_over", { seed });
  }
  if (facts.moves) {
    const movesHash = await sha256(moves.map(move => `${move}\n`).join(""));
    check(movesHash === facts.moves.toLowerCase(), "verifier.moves");
  }
  if (facts.abandoned) tell("verifier.abandoned");
  const deals = await dealsOf(facts.game, seats, seed, Number(facts.deals ?? count) || 1);
  for (const [index, { lot, tiles }] of deals.entries()) {
    if (lot !== null) tell("verifier.lot", { seat: lot });
    tell("verifier.deal", { number: index + 1, tiles });
  }
  if (facts.next) tell("verifier.next", { hash: facts.next });
  return found;
}

const TILE = /\b(\d-\d)\b/;

// The parts of a text, of which every second one is a tile's name, which is not broken.
function tileOrText(text, index) {
  if (index % 2 === 0) return text;
  const tile = document.createElement("span");
  tile.className = "tile";
  tile.textContent = text;
  return tile;
}

// Shows a result at the top of the window, and gives it the keyboard.
function show(output, items, verdict) {
  const list = document.createElement("ul");
  for (const [text, holds] of items) {
    const item = document.createElement("li");
    item.append(...(holds === null ? text : `${holds ? "✅" : "❌"} ${text}`).split(TILE).map(tileOrText));
    list.append(item);
  }
  const title = document.createElement("p");
  title.textContent = verdict;
  title.tabIndex = -1;
  output.replaceChildren(title, list);
  output.scrollIntoView();
  title.focus({ preventScroll: true });
}

const value = id => document.getElementById(id).value;

document.getElementById("match").addEventListener("submit", async event => {
  event.preventDefault();
  const output = document.getElementById("result");
  try {
    const items = await checkRecord(value("record"), value("shown"), value("deals"));
    const sound = items.every(([, holds]) => holds !== false);
    show(output, items, told(sound ? "verifier.sound" : "verifier.unsound"));
  } catch (error) {
    show(output, [], `❌ ${error.message}`);
  }
});

document.getElementById("daily").addEventListener("submit", async event => {
  event.preventDefault();
  const seed = value("month").trim();
  const items = [[told("verifier.month_hash", { hash: await sha256(seed) }), null]];
  for (let number = 0; number < 20; number += 1) {
    const made = await dailySeed(seed, value("game"), value("day"), number);
    items.push([told("verifier.number", { number, seed: made }), null]);
  }
  show(document.getElementById("daily-result"), items, told("verifier.first_wins"));
});

// The page as one file has all languages, the site's only its own.
function speak(chosen) {
  language = document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = told(element.dataset.text);
  for (const button of choices) button.setAttribute("aria-pressed", button.lang === chosen);
}

const choices = [...document.querySelectorAll(".languages button")];
for (const button of choices) button.addEventListener("click", () => speak(button.lang));
if (choices.length) speak(navigator.languages.map(one => one.slice(0, 2)).find(one => one in TEXTS) ?? language);
