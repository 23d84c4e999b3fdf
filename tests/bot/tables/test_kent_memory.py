"""Kent computers' knowledge of signs from shown hands."""

from dataclasses import replace
from random import Random

import pytest

import games
from bot.tables.kent_decisions import NOTHING_LEARNT, Memory, Sight, impulse, suspicion
from games.kent import KentDealEnd, KentView
from storage.matches import Player
from tests.games.deals import tiles
from tests.games.kent.kent_deals import kent

MELD = "6-5 6-2 6-1"


def sight(*seen: tuple[int, str | None]) -> Sight:
    """Return seat 0's knowledge after a round and these signs of opponents."""
    view = games.new_match("kent", seats=4, seed="a seed").view(0)
    assert isinstance(view, KentView)
    return Sight(replace(view, passes=view.seats), "wink", None, None, seen)


def learnt(hand: str, *seen: tuple[int, str | None]) -> Memory:
    """Return the knowledge after stopping pair 1 and seeing seat 1."""
    match = kent("5-5 4-3 1-0 5-4", hand, "3-3 6-4 2-0", "2-2 5-3 4-0")
    match.play(0, "stop@1")
    assert isinstance(match.last_deal, KentDealEnd)
    assert set(match.last_deal.hands[1]) == set(tiles(hand))
    return NOTHING_LEARNT.after(sight(*seen), match.last_deal)


def test_a_sign_before_a_shown_meld_is_probably_that_of_the_pair() -> None:
    # 20 to 1 against each of the seven other signs.
    assert learnt(MELD, (1, "ear")).chance(1, "ear") == pytest.approx(20 / 27)
    assert learnt(MELD, (1, "ear")).chance(1, "nose") == pytest.approx(1 / 27)
    assert learnt(MELD, (1, "ear")).chance(0, "ear") == 1 / 8


def test_a_sign_before_a_shown_hand_without_a_meld_probably_means_nothing() -> None:
    # 1 to 10 against each of the seven others.
    assert learnt("6-5 2-1 3-0", (1, "ear")).chance(1, "ear") == pytest.approx(0.1 / 7.1)


def test_nothing_is_learnt_from_signs_that_are_not_shown() -> None:
    assert learnt(MELD, (1, None)) == NOTHING_LEARNT
    assert learnt(MELD, (1, None)).chance(1, None) == 1 / 8


def test_a_betrayed_sign_is_suspected_and_others_are_not() -> None:
    memory = learnt(MELD, (1, "ear"))
    # Of a sign not known yet, after a round: 0.15 + 0.04 = 0.19 told against 0.81 * 0.2 = 0.162 pretended, each by one
    # of eight signs.
    assert suspicion(sight(), 1, "nose", NOTHING_LEARNT) == pytest.approx(1 - 0.162 / 0.352 * 0.94)
    assert suspicion(sight(), 1, "ear", memory) > 0.9
    assert suspicion(sight(), 1, "nose", memory) < 0.3


@pytest.mark.parametrize("level", [Player.STRONG, Player.MASTER])
def test_strong_computers_stop_a_betrayed_sign_and_let_others_pass(level: Player) -> None:
    memory = learnt(MELD, (1, "ear"))
    called = {sign: _calls(level, sight((1, sign)), memory) for sign in ("ear", "nose")}
    assert called["ear"] > 120
    assert called["nose"] < 20


def _calls(level: Player, now: Sight, memory: Memory) -> int:
    """Return a computer's calls against the pair in 200 cases."""
    quiet = sight()
    felt = [impulse(quiet, now, level, Random(number), memory) for number in range(200)]
    return sum(one is not None and one.call == "stop@1" for one in felt)
