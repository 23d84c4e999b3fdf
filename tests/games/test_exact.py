"""Endings with several worlds: unseen tiles must not decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.computers.exact import exact

SAFE, GO, SAY, RED, BLACK = 1, 2, 3, 4, 5


class Bet:
    """Seat 0 plays safe for 0.6, or goes on and guesses the card after seat 1 has said something."""

    def __init__(self, card: int, *, honest: bool) -> None:
        self.card = card
        self.honest = honest
        self.turn = 0
        self.made: tuple[int, ...] = ()

    def copy(self) -> Bet:
        twin = Bet(self.card, honest=self.honest)
        twin.turn, twin.made = self.turn, self.made
        return twin

    def key(self) -> tuple[int, ...]:
        return (self.card, *self.made)

    def choices(self) -> Sequence[int]:
        if self.turn == 1:
            return (self.card if self.honest else SAY,)
        return (RED, BLACK) if self.made else (SAFE, GO)

    def play(self, move: int) -> int:
        self.made = (*self.made, move)
        self.turn = 1 if move == GO else 0 if self.turn == 1 else -1
        return 0

    def weight(self, move: int) -> float:
        return 0.0

    def finish(self, random: Callable[[], float]) -> None:
        raise AssertionError("endings are not played by chance")

    def worths(self) -> Sequence[float]:
        worth = 0.6 if self.made == (SAFE,) else float(self.made[-1] == self.card)
        return (worth, 1 - worth)


def best(*, honest: bool, weights: Sequence[float] = ()) -> int | None:
    worlds = [Bet(card, honest=honest) for card in (RED, BLACK)]
    return exact(0, (SAFE, GO), worlds, 1_000, weights=weights)


def test_a_guess_that_would_be_right_in_every_world_is_still_a_guess() -> None:
    # Knowing the card, going on wins always. Not knowing it, it wins half of the time, and safe is worth 0.6.
    assert best(honest=False) == SAFE


def test_what_the_other_seat_shows_on_the_way_counts_as_known() -> None:
    assert best(honest=True) == GO


def test_worlds_count_by_how_likely_they_are() -> None:
    # Red in nine of ten cases: going on wins 0.9.
    assert best(honest=False, weights=[9.0, 1.0]) == GO


def test_with_one_world_left_the_answer_is_certain() -> None:
    assert exact(0, (SAFE, GO), [Bet(RED, honest=False)], 1_000) == GO
