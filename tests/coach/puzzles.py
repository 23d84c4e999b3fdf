"""`make puzzles`: finds puzzles in matches between computers and writes games/<key>/puzzles.json.

What has been found stays in the files, so the command can be stopped at any time.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random
from typing import Final

import games
from games import Match, Move
from games.computers import players
from games.computers.decisions import decision_of
from games.computers.puzzles import Puzzle, is_worth_asking, puzzles_in

_FOLDER: Final = Path(games.__file__).parent

_PLAYOUTS: Final = 60
"""The playouts of a move in the matches in which puzzles are looked for."""


def _without_signs() -> list[str]:
    """Return the games whose moves can be judged: where partners make signs, signs and calls decide."""
    return [key for key, game in games.TABLE_GAMES.items() if not game.info.signs]


def main(arguments: list[str] | None = None) -> None:
    """Look for the puzzles that are missing."""
    parser = argparse.ArgumentParser(prog="make puzzles", description="Give these in ARGS: --games block")
    parser.add_argument("--games", help="keys of games (all but Kent and the solitaires)")
    parser.add_argument("--puzzles", type=int, default=20, help="the number of puzzles of each game (20)")
    parser.add_argument("--minutes", type=float, default=600, help="stop after so many minutes")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="the folder with the folders of the games")
    asked = parser.parse_args(arguments)
    keys = asked.games.split(",") if asked.games else _without_signs()
    unknown = set(keys) - set(games.TABLE_GAMES)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    end = time.monotonic() + 60 * asked.minutes
    for key in keys:
        count = look(key, asked.folder / key / "puzzles.json", asked.puzzles, end)
        print(f"{key}: {count} puzzles", flush=True)


def look(key: str, file: Path, wanted: int, end: float) -> int:
    """Add puzzles of a game to its file, easiest first, until there are enough; return their number.

    Those that would not be made today are dropped.

    A match gives one puzzle at most, so no two are of the same deal.
    """
    found = [Puzzle.from_dict(row) for row in json.loads(file.read_text("utf-8"))] if file.exists() else []
    number = 1 + max((_number_of(puzzle) for puzzle in found), default=-1)
    found = [puzzle for puzzle in found if _is_worth_asking(puzzle)]
    while len(found) < wanted and time.monotonic() < end:
        puzzle = next(puzzles_in(played(key, number), f"puzzle {key} {number}"), None)
        number += 1
        if puzzle is not None:
            found.append(puzzle)
            found.sort(key=lambda one: (one.difficulty, -one.margin))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps([one.as_dict() for one in found], indent=1) + "\n", encoding="utf-8")
    return len(found)


def _is_worth_asking(puzzle: Puzzle) -> bool:
    match, best = puzzle.match(), Move.parse(puzzle.best)
    decision = decision_of(match, puzzle.seat, Random(1), best)
    assert decision is not None
    return is_worth_asking(match, decision, decision.number_of(best))


def _number_of(puzzle: Puzzle) -> int:
    """Return the number of the match that a puzzle comes from."""
    return int(puzzle.match().seed.rpartition(" ")[2])


def played(key: str, number: int) -> Match:
    """Return a finished match between regular players."""
    counts = games.CATALOGUE[key].seat_counts
    match = games.new_match(key, seats=counts[number % len(counts)], seed=f"puzzle {number}")
    rng = Random(number)
    while match.outcome is None:
        seat = match.to_move()
        assert seat is not None
        match.play(seat, players.choose("regular", match, seat, rng, players.playouts(_PLAYOUTS)))
    return match


if __name__ == "__main__":
    main()
