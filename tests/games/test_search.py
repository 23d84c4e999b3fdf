"""The search on a game small enough to work out: guess a hidden card, or first pay to look at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.computers.players import playouts
from games.computers.search import SearchTree, search

RED, BLACK, LOOK, ASK = 1, 2, 3, 4


class Guess:
    """Seat 0 guesses the card, at once or after looking, which costs. Seat 1 may be asked and knows it."""

    def __init__(self, card: int, *, price: float = 0.1, honest: bool = True) -> None:
        self.card = card
        self.price = price
        self.honest = honest
        self.turn = 0
        self.guessed = 0
        self.looked = False
        self.asked = False

    def copy(self) -> Guess:
        twin = type(self)(self.card, price=self.price, honest=self.honest)
        twin.__dict__.update(self.__dict__)
        return twin

    def choices(self) -> Sequence[int]:
        if self.turn == 1:
            return (self.card,) if self.honest else (RED, BLACK)
        return (RED, BLACK) if self.looked or self.asked else (RED, BLACK, LOOK, ASK)

    def play(self, move: int) -> int:
        if self.turn == 1:
            self.turn = 0
        elif move == LOOK:
            self.looked = True
            return self.card
        elif move == ASK:
            self.asked, self.turn = True, 1
        else:
            self.guessed, self.turn = move, -1
        return 0

    def weight(self, move: int) -> float:
        return 0.0

    def finish(self, random: Callable[[], float]) -> None:
        while self.turn >= 0:
            choices = self.choices()
            self.play(choices[int(random() * len(choices))])

    def worths(self) -> Sequence[float]:
        worth = float(self.guessed == self.card) - (self.price if self.looked else 0.0)
        return (worth, -worth)


def best(
    rng: Random,
    *,
    price: float = 0.1,
    honest: bool = False,
    moves: Sequence[int] = (RED, LOOK),
    simply: float = 0.0,
) -> int:
    """Return the move of seat 0 while red is as likely as black."""

    def deal() -> Guess:
        return Guess(rng.choice((RED, BLACK)), price=price, honest=honest)

    return search(0, moves, deal, rng.random, playouts(2_000), simply=simply)


def test_what_a_seat_will_have_seen_is_worth_its_price() -> None:
    # A guess wins half of the time; who looks wins always, less the price.
    assert best(Random(1), price=0.1) == LOOK
    assert best(Random(1), price=0.9) == RED


def test_another_seat_that_shows_what_it_holds_is_read() -> None:
    # Seat 1 can only say the truth: asking wins always, looking costs a tenth.
    assert best(Random(2), honest=True, moves=(RED, LOOK, ASK)) == ASK


def test_in_a_tree_of_its_own_moves_a_seat_learns_nothing_from_others() -> None:
    # Asking wins half of the time, like a guess; looking 0.9.
    assert best(Random(2), honest=True, moves=(RED, LOOK, ASK), simply=1.0) == LOOK


def test_a_seat_does_not_count_on_knowing_what_it_has_not_seen() -> None:
    # Seat 1 says what it likes, and likes seat 0 to lose: asking is worth no more than a guess, looking 0.9.
    assert best(Random(3), moves=(ASK, LOOK)) == LOOK


def test_worths_far_below_zero_are_compared_all_the_same() -> None:
    # As after a thousand chips lost: a guess loses another one half of the time, a look prevents it.
    class Indebted(Guess):
        def worths(self) -> Sequence[float]:
            return [worth - 3 for worth in super().worths()]

    rng = Random(4)
    assert search(0, (RED, LOOK), lambda: Indebted(rng.choice((RED, BLACK))), rng.random, playouts(500)) == LOOK


def test_a_playout_that_is_looked_at_goes_the_way_the_tree_has_learned() -> None:
    # Who looks wins always, by simple play half of the time.
    rng = Random(5)
    tree = SearchTree(0, rng.random, 0.0)
    found = [tree.played_out(Guess(rng.choice((RED, BLACK))), LOOK) for _ in range(600)]
    assert all(end.worths()[0] == worth for end, worth in found)
    assert sum(worth == 0.9 for _, worth in found[400:]) > 170


def test_every_move_is_tried_once_even_if_it_is_enough_at_once() -> None:
    tried: list[int] = []

    class Noted(Guess):
        def copy(self) -> Guess:
            tried.append(self.card)
            return super().copy()

    rng = Random(1)
    search(0, (RED, BLACK, LOOK), lambda: Noted(RED), rng.random, lambda: True)
    assert len(tried) == 3
