"""Hands without playable tiles, or with a Nos meld."""

from __future__ import annotations

import pytest

import games
from bot import render
from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import hand_message
from games import Match
from tests.bot.messages.tables import READER, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play, tiles
from tests.games.nos.tables import begun, table
from tests.games.nos.tables import play as play_nos


def of_hand(match: Match, seat: int, reader: Reader = READER) -> str:
    embed = hand_message(table_of(match), 10 + seat, reader).embed
    assert embed is not None
    return embed.description or ""


def painted(match: Match, seat: int) -> bytes:
    drawing = presenter_at(table_of(match), READER).hand(match.view(seat))
    assert drawing is not None
    return drawing.paint()


def cannot_play() -> Match:
    """Return Block with 6-5 laid, which the second cannot follow."""
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 4-4", "3-3 2-1")
    play(match, "6-5")
    return match


def test_a_hand_that_can_only_pass_says_so_and_dims_its_tiles() -> None:
    match = cannot_play()
    assert "**Your turn!** You can't play a tile now: you can only pass." in of_hand(match, 1)
    above = render.LineAbove(match.view(1).line)  # type: ignore[attr-defined]
    dimmed, bright = (
        render.hand(tiles("2-1 3-3"), playable=frozenset(), dimmed=dimmed, above=above) for dimmed in (True, False)
    )
    assert dimmed != bright
    assert painted(match, 1) == dimmed


def test_a_hand_that_waits_is_not_dimmed() -> None:
    match = cannot_play()
    assert painted(match, 0) == render.hand(tiles("4-4"), playable=frozenset())


def test_nos_says_that_one_can_only_draw() -> None:
    match = begun("1", "6-6", "5-4 5-3", "2-1 2-0", "3-1 3-0", boneyard="6-1")
    assert match.actors() == (1,)
    assert "You can't play a tile now: you can only draw." in of_hand(match, 1)


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("en", "Declare 3 doubles, `1-1`, `2-2` and `3-3`? Every other player pays you 25 $, 75 $ in all."),
        ("pl", "Zgłosić 3 dublety, `1-1`, `2-2` i `3-3`? Każdy z pozostałych graczy płaci ci 25 $, razem 75 $."),
        ("ru", "Объявить 3 дубля, `1-1`, `2-2` и `3-3`? Каждый из остальных игроков платит вам 25 $, всего 75 $."),
    ],
)
def test_the_question_about_a_meld_names_the_doubles_and_what_they_pay(locale: str, sentence: str) -> None:
    match = table("6-6 6-5", "1-1 2-2 3-3 5-4", "2-1 2-0", "3-1 3-0")  # with four players three doubles pay 25 $ each
    play_nos(match, "6-6", "variant=1")
    assert sentence in of_hand(match, 1, Reader(words(locale)))
