"""The four solitaires once more, as short programs on bare lists: every move, score and end of random games."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import games
from games.core.solitaire import Solitaire
from games.core.tiles import ALL_TILES
from games.solitaires import solver
from tests.games.deals import texts


def pips(tile: str) -> int:
    return int(tile[0]) + int(tile[2])


def pair(one: str, other: str) -> str:
    first, second = sorted([one, other], key=lambda tile: (pips(tile), tile), reverse=True)
    return f"pair {first}={second}"


def tile_of(one: int, other: int) -> str:
    return f"{max(one, other)}-{min(one, other)}"


class BarePyramid:
    def __init__(self, tiles: list[str]) -> None:
        places = [(row, column) for row in range(1, 8) for column in range(1, row + 1)]
        self.lying = dict(zip(places, tiles, strict=True))
        self.up: set[str] = set()
        self.turn_up()

    def turn_up(self) -> None:
        for (row, column), tile in self.lying.items():
            upper = {(row - 1, column - 1), (row - 1, column)} & self.lying.keys()
            lower = {(row + 1, column), (row + 1, column + 1)} & self.lying.keys()
            if not upper or not lower:
                self.up.add(tile)

    def legal(self) -> set[str]:
        return {pair(*two) for two in combinations(sorted(self.up), 2) if sum(map(pips, two)) == 12}

    def play(self, move: str) -> None:
        gone = {move[5:8], move[9:]}
        self.lying = {place: tile for place, tile in self.lying.items() if tile not in gone}
        self.up -= gone
        self.turn_up()

    def won(self) -> bool:
        return not self.lying


class BareTwelves:
    def __init__(self, tiles: list[str]) -> None:
        self.columns = [[tiles[5 * row + column] for row in range(5)] for column in range(5)]
        self.loose = tiles[25:]

    def legal(self) -> set[str]:
        bottoms = [column[-1] for column in self.columns if column]
        found = {pair(*two) for two in combinations(bottoms + self.loose, 2) if sum(map(pips, two)) == 12}
        empty = [number for number, column in enumerate(self.columns, 1) if not column]
        found |= {f"shift {column[-1]}@{to}" for column in self.columns if len(column) >= 2 for to in empty}
        return found

    def play(self, move: str) -> None:
        verb, _, rest = move.partition(" ")
        named = [rest[:3]] if verb == "shift" else rest.split("=")
        for column in self.columns:
            if column and column[-1] in named:
                column.pop()
        self.loose = [tile for tile in self.loose if tile not in named]
        if verb == "shift":
            self.columns[int(rest[4]) - 1].append(named[0])

    def won(self) -> bool:
        return not any(self.columns) and not self.loose


class BareSevenColumns:
    def __init__(self, tiles: list[str]) -> None:
        self.columns = [[tiles[7 * row + column] for row in range(4)] for column in range(7)]
        self.up = set(tiles[21:])

    def legal(self) -> set[str]:
        found = set()
        for source in self.columns:
            for number, target in enumerate(self.columns, 1):
                if not source or source is target or len(target) == 5:
                    continue
                tile = source[-1]
                if target and {*tile[::2]} & {*target[-1][::2]}:
                    found.add(f"{tile}@{number}")
                if not target and tile[0] == tile[2] and len(source) > 1:
                    found.add(f"{tile}@{number}")
        return found

    def play(self, move: str) -> None:
        tile, _, number = move.partition("@")
        for column in self.columns:
            if tile in column:
                column.remove(tile)
                self.up |= set(column[-1:])
        self.columns[int(number) - 1].append(tile)

    def won(self) -> bool:
        return len(self.up) == 28 and all(
            len(column) == 4 and column[0][0] == column[0][2] and all(column[0][0] in tile for tile in column)
            for column in self.columns
        )


class BareTriangle:
    def __init__(self, tiles: list[str]) -> None:
        places = [(row, column) for row in range(1, 8) for column in range(1, 9 - row)]
        self.wanted = {(row, column): f"{7 - row}-{column - 1}" for row, column in places}
        self.lying: dict[tuple[int, int], str] = dict(zip(places, tiles, strict=True))
        self.exits = ["1-1", "2-2"]
        self.take("0-0")
        self.stood = [dict(self.lying)]

    def take(self, tile: str) -> None:
        (place,) = [place for place, other in self.lying.items() if other == tile]
        del self.lying[place]

    def after(self, move: str) -> dict[tuple[int, int], str]:
        tile, _, at = move.partition("@")
        row, column = map(int, at.split("."))
        rest = {place: other for place, other in self.lying.items() if other != tile}
        return {**rest, (row, column): tile}

    def legal(self) -> set[str]:
        found = set()
        for row, column in self.wanted.keys() - self.lying.keys():
            if row == 1:
                fitting = {f"6-{column - 1}"}
            elif (row - 1, column) in self.lying:
                high, low = map(int, self.lying[row - 1, column].split("-"))
                fitting = {tile_of(high, low - 1)} if low else set()
                fitting |= {tile_of(high - 1, low)} if high else set()
            else:
                fitting = set()
            found |= {f"{tile}@{row}.{column}" for tile in fitting - {"0-0"}}
        if {**self.lying, (7, 1): "0-0"} == self.wanted:
            found.add("0-0@7.1")
        if self.exits and all(self.after(move) in self.stood for move in found):
            found.add(f"remove {self.exits[0]}")
        return found

    def play(self, move: str) -> None:
        if move.startswith("remove"):
            self.take(self.exits.pop(0))
        else:
            self.lying = self.after(move)
        self.stood.append(dict(self.lying))

    def won(self) -> bool:
        return self.lying == self.wanted


Bare = BarePyramid | BareTwelves | BareSevenColumns | BareTriangle
BARE: dict[str, type[Bare]] = {
    "pyramid": BarePyramid,
    "twelves": BareTwelves,
    "seven_columns": BareSevenColumns,
    "triangle": BareTriangle,
}


def walk_both(key: str, seed: int, plies: int) -> str:
    """Play a random game on both, compared at every ply; how it ended."""
    rng = Random(seed)
    tiles = [str(tile) for tile in rng.sample(ALL_TILES, 28)]
    match = games.new_match(key, seats=1, seed="not needed", deals=[" ".join(tiles)])
    oracle = BARE[key](tiles)
    for ply in range(plies):
        legal = oracle.legal()
        assert match.scores == (ply,)
        if oracle.won() or not legal:
            assert match.outcome is not None
            assert match.outcome.winners == ((0,) if oracle.won() else ())
            return "won" if oracle.won() else "lost"
        assert match.outcome is None
        assert sorted(texts(match.moves(0))) == sorted(legal)
        move = rng.choice(sorted(legal))
        match.play(0, move)
        oracle.play(move)
    return "running"


@pytest.mark.parametrize(
    ("key", "ends"),
    [
        ("pyramid", {"won", "lost"}),
        ("twelves", {"won", "lost"}),
        ("seven_columns", {"running"}),
        ("triangle", {"won", "lost", "running"}),
    ],
)
def test_engine_and_oracle_agree_on_every_move_score_and_end(key: str, ends: set[str]) -> None:
    assert {walk_both(key, seed, 150) for seed in range(60)} == ends


@pytest.mark.parametrize("key", BARE)
@pytest.mark.parametrize("seed", range(5))
def test_engine_and_oracle_agree_along_the_lines_of_the_solver(key: str, seed: int) -> None:
    tiles = [str(tile) for tile in Random(seed).sample(ALL_TILES, 28)]
    match = games.new_match(key, seats=1, seed="not needed", deals=[" ".join(tiles)])
    assert isinstance(match, Solitaire)
    oracle = BARE[key](tiles)
    solution = solver.solve(match)
    for move in solution.line:
        assert not oracle.won()
        assert sorted(texts(match.moves(0))) == sorted(oracle.legal())
        match.play(0, move)
        oracle.play(str(move))
    assert oracle.won() == (solution.verdict is solver.SearchVerdict.WON)
