"""Domino Square once more, from its rules alone: lists, plain scans, no masks, nothing shared with the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["BareSquare"]

Cell = tuple[int, int]
Halves = tuple[int, int]
Placed = tuple[Halves, Cell, Cell]

_HAND = {2: 9, 3: 6, 4: 4}


class BareSquare:
    """One match; tiles are pairs of halves, the higher first."""

    def __init__(self, seats: int, target: int, opener: int, permutations: Iterator[Sequence[Halves]]) -> None:
        self.seats, self.target = seats, target
        self.permutations = permutations
        self.scores = [0] * seats
        self.over = False
        self._deal(opener)

    def _deal(self, opener: int) -> None:
        self.opener = self.turn = self.last = opener
        tiles = list(next(self.permutations))
        self.table: list[Placed] = []
        self.hands: list[list[Halves]] = [[] for _ in range(self.seats)]
        self.left_over: list[Halves] = []
        if self.seats == 4:
            self.table.append((tiles[0], (0, 0), (0, 1)))
            self.turn = (opener + 1) % 4
            self.hands[self.turn] = [tiles[1]]
            self.left_over = tiles[2:]
        else:
            self._deal_hands(tiles)

    def _deal_hands(self, tiles: list[Halves]) -> None:
        size = _HAND[self.seats]
        for seat in range(self.seats):
            self.hands[seat] = tiles[:size]
            tiles = tiles[size:]
        self.left_over = tiles

    def places(self, tile: Halves) -> list[str]:
        """Return the texts of the places where the tile may lie."""
        cells = {cell for _, high, low in self.table for cell in (high, low)}
        near = {(r + i, c + j) for r, c in cells for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)}
        found = []
        for high in near:
            r, c = high
            beside = ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c))
            found += [f"{r},{c}>{low[0]},{low[1]}" for low in beside if self.may_lie(tile, high, low)]
        return found

    def may_lie(self, tile: Halves, high: Cell, low: Cell) -> bool:
        numbers = {}
        for (a, b), cell_a, cell_b in [*self.table, (tile, high, low)]:
            if cell_a in numbers or cell_b in numbers:
                return False
            numbers[cell_a], numbers[cell_b] = a, b
        if max(r for r, _ in numbers) - min(r for r, _ in numbers) > 5:
            return False
        if max(c for _, c in numbers) - min(c for _, c in numbers) > 5:
            return False
        for one, number in numbers.items():
            for other, same in numbers.items():
                if one != other and number == same and (one[0] == other[0] or one[1] == other[1]):
                    return False
        contacts = [contact(sorted([high, low]), sorted([a, b])) for _, a, b in self.table]
        return "brick" not in contacts and any(contacts)

    def moves(self) -> list[str]:
        hand = self.hands[self.turn]
        if not self.table:
            return [text(tile) for tile in hand]
        found = [f"{text(tile)}@{place}" for tile in hand for place in self.places(tile)]
        return found or ["pass"]

    def play(self, move: str) -> None:
        seat = self.turn
        if move == "pass":
            self._next()
            return
        tile_text, _, place = move.partition("@")
        tile = (int(tile_text[0]), int(tile_text[2]))
        high, low = (0, 0), (0, 1)
        if place:
            one, other = place.split(">")
            r, c = one.split(",")
            high = (int(r), int(c))
            r, c = other.split(",")
            low = (int(r), int(c))
        self.table.append((tile, high, low))
        self.hands[seat].remove(tile)
        self.last = seat
        if self.seats == 4 and len(self.table) == 2:
            self._deal_hands(self.left_over)
            self.turn = self.opener
        else:
            self._next()
        if not any(self.places(tile) for hand in self.hands for tile in hand):
            self.scores[self.last] += 1
            if self.scores[self.last] == self.target:
                self.over = True
            else:
                self._deal((self.opener + 1) % self.seats)

    def _next(self) -> None:
        for _ in range(self.seats):
            self.turn = (self.turn + 1) % self.seats
            if self.hands[self.turn]:
                return


def text(tile: Halves) -> str:
    return f"{tile[0]}-{tile[1]}"


def contact(one: list[Cell], other: list[Cell]) -> str:
    """Return the contact of two tiles, given by their cells: "" for none, "brick" for half their long sides."""
    flat, other_flat = one[0][0] == one[1][0], other[0][0] == other[1][0]
    pairs = [(a, b) for a in one for b in other if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    if not pairs:
        return ""
    if flat != other_flat:
        return "L"
    if len(pairs) == 2:
        return "long sides"
    (a, b) = pairs[0]
    beside_each_other = a[0] == b[0]
    return "short sides" if beside_each_other == flat else "brick"
