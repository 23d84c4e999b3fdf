"""Sentences of reviews: blunders that are planted by the rules of each game, and the reason that must be told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.coach.reasons import reason_lines
from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.reader import Reader
from games import Match, Move
from games.block import Block
from games.chain.match import ChainMatch
from games.chain.position import code_of
from games.computers.judging import MoveVerdict, judge
from games.double_trouble import DoubleTrouble
from games.five_to_fourteen import FiveToFourteen
from games.full_speed import FullSpeed
from games.nos import Nos
from games.plus_minus import PlusMinus
from tests.bot.messages.tables import table_of
from tests.games.deals import tiles
from tests.games.nos.tables import closed, table
from tests.games.seventy_nine.seventy_nine_deals import match_of, playing
from tests.games.small_endings import SIX_TWO, bingo_ending, bits, square_ending
from tests.games.trick_deals import hands_of_nine

_REST = "0-0 1-1 2-2 3-3 1-0 2-0 3-0 4-0"
EFFORT = 0.1


def chain(
    game: type[ChainMatch], own: str, other: str, ends: tuple[str, str], *scores: int, rest: str = _REST
) -> ChainMatch:
    """Return a match at the turn of seat 0.

    :param ends: for both ends of the line the outer half and the inner one.
    """
    match = game(seats=2, seed="a seed", lots=[0])
    position = match.position
    position.hands = [bits(own), bits(other)]
    position.boneyard = [tile.index for tile in tiles(rest)]
    position.left, position.right = (code_of(int(end[0]), int(end[1])) for end in ends)
    position.scores = list(scores or (0, 0))
    return match


def told(match: Match, move: str, seat: int = 0) -> str:
    """Return the reasons of a move that the review must criticise."""
    judgement = judge(match, seat, Move.parse(move), "a match", effort=EFFORT)
    assert judgement is not None
    assert judgement.verdict is not MoveVerdict.GOOD
    return "\n".join(
        reason_lines(judgement.reasons, presenter_at(table_of(match), Reader(words("en"))), match.view(seat))
    )


def meld_declined() -> Nos:
    match = table("6-2 4-1", "6-6 3-3 1-1 0-0", "2-1 3-0", boneyard="5-4")
    match.play(0, "draw")
    match.play(0, "variant=1")
    return match


Blunder = tuple[str, Callable[[], Match], str, int, str]
"""The rule broken, the position, the move, its seat, and a part of the reasons."""

BLUNDERS: list[Blunder] = [
    (
        "block: the highest double is kept",
        lambda: chain(Block, "6-6 2-1 3-1", "6-5 4-4 6-4", ("65", "20")),
        "2-1@right",
        0,
        "`6-6` counts 60 in hand at the end",
    ),
    (
        "five to fourteen: the other can answer",
        lambda: chain(FiveToFourteen, "6-5 1-1 2-1", "6-6 4-3 6-4", ("64", "20"), rest=""),
        "2-1@right",
        0,
        "`2-1` lets the next player answer in 100 of 100 cases, `6-5` in 0",
    ),
    (
        "double trouble: a double is kept",
        lambda: chain(DoubleTrouble, "0-0 2-1 1-1", "6-6 4-3 6-4", ("05", "26"), 600, 600, rest="2-2 3-3 1-0 2-0 3-0"),
        "2-1@right",
        0,
        "`0-0` counts 100 in hand at the end",
    ),
    (  # the other can lay neither a 4 nor a 1
        "double trouble: the double is not kept to go out with",
        lambda: chain(DoubleTrouble, "1-1 4-1", "6-6 5-5 6-5", ("45", "13"), 600, 100, rest=""),
        "1-1@right",
        0,
        "`1-1` ends the deal with a double, which sets the score to zero, in 0 of 100 cases, `4-1` in 100",
    ),
    (  # 6 + 10 make 8 penalty points; 2 + 5 are odd
        "plus-minus: a penalty",
        lambda: chain(PlusMinus, "5-5 6-2 1-0", "6-6 3-3 6-5", ("64", "53"), 85, 85, rest="4-4 2-2 4-1 3-0"),
        "5-5@right",
        0,
        "`5-5` brings 8 penalty points at once",
    ),
    (  # 4 + 4 make 4; 6 + 3 are odd
        "plus-minus: the limit",
        lambda: chain(PlusMinus, "6-4 4-3 1-0", "6-6 3-3 6-5", ("62", "41"), 96, 96),
        "6-4@left",
        0,
        "`6-4` takes the penalty points to 100 and loses the match.",
    ),
    (  # 1 + 4 are no pattern; 3 + 4 are seven
        "full speed: exactly the missing points given away",
        lambda: chain(FullSpeed, "6-1 6-3 0-0", "5-5 3-3 6-5", ("65", "42"), 20, 116),
        "6-1@left",
        0,
        "`6-1` gives **Borys** exactly the 5 missing for 121 and loses the match.",
    ),
    (
        "full speed: a win missed",
        lambda: chain(FullSpeed, "6-1 6-3 0-0", "5-5 3-3 6-5", ("65", "42"), 114, 20),
        "6-1@left",
        0,
        "`6-3` makes exactly 121 and wins the match.",
    ),
    (
        "bingo: the match is lost with the last tricks",
        bingo_ending,
        "5-4",
        0,
        "`5-4` loses the match with this deal in 100 of 100 cases, `1-1` in 0",
    ),
    ("bingo: a trick is lost", bingo_ending, "5-4", 0, "`5-4` brings the trick in 0 of 100 cases, `1-1` in 100"),
    (
        "seventy-nine: a bid too high",
        lambda: match_of(hands_of_nine("2-2 3-3 1-0 2-0 3-0 4-1 5-2 6-3 3-1")),
        "bid=74",
        0,
        "points with `bid 74`",
    ),
    (
        "seventy-nine: a trick in Nel-O",
        lambda: playing(
            "6-6 1-0 2-0", "6-5 3-1 3-2", "5-5 5-3 2-1", "6-4 4-2 4-1", "5-4 4-4 3-3", "6-3 2-2 1-1", trump=None
        ),
        "6-6",
        0,
        "One trick loses Nel-O: `6-6` leaves it to the bidder in 100 of 100 cases",
    ),
    (
        "nos: a false claim",  # 6-4 still fits
        lambda: closed("1", "5-5", "6-5 2-1", "6-4", "3-0", boneyard="3-2 4-3", opener=2),
        "close 6-5@left",
        0,
        "else they get 40 $ each. It is right in 0 of 100 cases.",
    ),
    ("nos: a meld declined", meld_declined, "pass", 1, "`Declare` at once: +400 $."),  # two players pay 200 each
    (
        "nos: a double on the neighbour's tile",  # the neighbour pays half of 10
        lambda: closed("1", "5-4", "5-5 5-3", "4-4 1-0", "3-0 2-0", boneyard="3-2 4-3", opener=2),
        "5-3@left",
        0,
        "`5-5` at once: +5 $.",
    ),
    (
        "nos: a fined pass",
        lambda: closed("1", "5-5", "6-5 2-1", "6-4", "3-0", boneyard="3-2 4-3 1-0", opener=2, fines=True),
        "pass",
        0,
        "`Pass` is fined: −80 $.",
    ),
    (
        "nos: a tile that does not fit",
        lambda: closed("1", "5-5", "6-5 2-1", "6-4", "3-0", boneyard="3-2 4-3", opener=2, fines=True),
        "2-1@left",
        0,
        "`2-1 · A or B` is fined: −80 $.",
    ),
    (
        "nos: a draw in place of the opening double",
        lambda: table("0-0 6-2", "6-6 3-3", "2-1 3-0", fines=True),
        "draw",
        0,
        "is fined: −80 $.",
    ),
    (
        "domino square: a place is left",
        square_ending,
        SIX_TWO,
        0,
        "`6-2` loses the match with this deal in 83 of 100 cases, `5-3` in 0",
    ),
]


@pytest.mark.parametrize("blunder", BLUNDERS, ids=[blunder[0] for blunder in BLUNDERS])
def test_a_planted_blunder_is_explained_by_its_rule(blunder: Blunder) -> None:
    _, match, move, seat, expected = blunder
    assert expected in told(match(), move, seat)
