"""`make strength`: play levels against each other, write docs/strength.md.

Results are in a file and are not played again, so it can be stopped at any time.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import games

from .jobs import play_all
from .page import write
from .playing import LEVELS, PLAYERS, SETTINGS, Effort, Setting, has_partners
from .results import Pairing, forget, read

_REFERENCES: Final = (("regular", "random"), ("cheater", "regular"), ("mixed", "regular"))
"""The players compared beside the levels themselves."""

_FOLDER: Final = Path(__file__).parents[2]


def main(arguments: list[str] | None = None) -> None:
    """Play missing matches, then write the page and ratings."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        settings, players = settings_named(asked.games), _players(asked.levels)
        efforts = _efforts(asked.seconds_scale, asked.playouts)
    except ValueError as error:
        parser.error(str(error))
    if asked.again:
        forget(asked.results, {setting.game for setting in settings})
    known = {(result.pairing, result.number) for result in read(asked.results)}
    missing = [
        (pairing, number)
        for effort in efforts
        for number in range((asked.matches + 1) // 2)
        for setting in settings
        for pairing in _pairings(setting, effort, players)
        if (pairing, number) not in known
    ]
    try:
        play_all(missing, asked.results, asked.jobs, asked.minutes)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", flush=True)
    results = read(asked.results)
    if not results:
        parser.error("nothing has been played yet")
    write(results, _command(asked), asked.page, asked.ratings, Path(__file__).with_name("remarks.md"))
    print(f"Written: {asked.page} and {asked.ratings}; {2 * len(results)} matches in {asked.results}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make strength", description="Give these in ARGS, as in: make strength ARGS='--games block,nos/3'"
    )
    parser.add_argument("--games", help="keys of games, with a number of seats or without: block,nos/3 (all)")
    parser.add_argument("--levels", help=f"some of {', '.join(PLAYERS)}: each plays each (all levels and references)")
    parser.add_argument("--seconds-scale", default="1,0.1", help="how many times the time of a table (1,0.1)")
    parser.add_argument("--playouts", type=int, help="so many playouts for strong in place of time")
    parser.add_argument("--matches", type=int, default=200, help="how many matches of each pairing (200)")
    parser.add_argument("--minutes", type=float, help="stop after so long, when the matches begun are over")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes (all processors)")
    parser.add_argument("--again", action="store_true", help="drop what is known of these games first")
    parser.add_argument(
        "--results",
        type=Path,
        default=Path(__file__).with_name("results.jsonl"),
        help="what was played, and is added to",
    )
    parser.add_argument("--page", type=Path, default=_FOLDER / "docs/strength.md", help="the page to write")
    parser.add_argument(
        "--ratings",
        type=Path,
        default=_FOLDER / "bot/messages/parts/computer_ratings.json",
        help="the ratings that the lobby shows, to write",
    )
    return parser


def _command(asked: argparse.Namespace) -> str:
    """Return the command without options irrelevant to results."""
    said = [("--games", asked.games), ("--levels", asked.levels)]
    said += [("--playouts", asked.playouts)] if asked.playouts else [("--seconds-scale", asked.seconds_scale)]
    parts = [f"{name} {value}" for name, value in (*said, ("--matches", asked.matches)) if value]
    return f'make strength ARGS="{" ".join(parts)}"'


def settings_named(text: str | None) -> tuple[Setting, ...]:
    """Return the settings named in a text; None: all.

    :raises ValueError: for a game or a number of seats that does not exist.
    """
    if text is None:
        return SETTINGS
    found: list[Setting] = []
    for one in text.split(","):
        game, _, seats = one.strip().partition("/")
        fitting = [each for each in SETTINGS if each.game == game and seats in ("", str(each.seats))]
        if not fitting:
            raise ValueError(
                f"there is no {one.strip()}; there are {', '.join(f'{s.game}/{s.seats}' for s in SETTINGS)}"
            )
        found += fitting
    return tuple(dict.fromkeys(found))


def _players(text: str | None) -> tuple[tuple[str, str], ...]:
    """Return the wanted pairings, stronger player first.

    :raises ValueError: for a player who is none.
    """
    if text is None:
        return (*combinations(LEVELS[::-1], 2), *_REFERENCES)
    names = [name.strip() for name in text.split(",")]
    wrong = sorted(set(names) - set(PLAYERS))
    if wrong or len(names) < 2:
        raise ValueError(f"--levels needs two or more of {', '.join(PLAYERS)}")
    return tuple(combinations(sorted(set(names), key=PLAYERS.index, reverse=True), 2))


def _efforts(scales: str, playouts: int | None) -> tuple[Effort, ...]:
    """Return thinking times, and perhaps a number of playouts.

    :raises ValueError: if a scale is no number above 0.
    """
    if playouts is not None:
        return (Effort(1.0, playouts),)
    found = tuple(Effort(float(scale)) for scale in scales.split(","))
    if any(effort.scale <= 0 for effort in found):
        raise ValueError("--seconds-scale takes numbers above 0")
    return found


def _pairings(setting: Setting, effort: Effort, players: Sequence[tuple[str, str]]) -> Iterator[Pairing]:
    """Yield pairings whose players differ, in thinking and partners."""
    senseless = set() if games.CATALOGUE[setting.game].info.computer_thinks else {"cheater"}
    senseless |= set() if has_partners(setting) else {"mixed"}
    return (Pairing(setting, *two, effort) for two in players if not senseless & set(two))


if __name__ == "__main__":
    main()
