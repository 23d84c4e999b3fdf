"""Texts of the board beside the picture: goals, explanations, the fingerprint, the variant of Nos."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from bot.messages.parts.text import MAX_FIELD_VALUE
from bot.messages.table.board import ChannelPermissions, board_message
from bot.tables.state import RECENT, Table
from games import Match
from storage.matches import Player
from tests.bot.messages.tables import READER, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play


def shown(match: Match) -> Table:
    """Return the table with its recent events."""
    lately = [event.seen_by(None) for event in match.events[-RECENT:]]
    return replace(table_of(match), recent=tuple(lately))


def board(match: Match, *missing: str, ended: int = 0) -> tuple[str, str, str]:
    """Return the description, footer and the last field of the board."""
    table = shown(match).with_stored(deals_ended=ended)
    embed = board_message(table, READER, ChannelPermissions(missing)).embed
    assert embed is not None
    return embed.description or "", embed.footer.text or "", embed.fields[-1].value or ""


def full_speed(*hands: str) -> Match:
    return games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])


HANDS = ("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")


@pytest.mark.parametrize(
    ("game", "seats", "options", "goal"),
    [
        ("block", 2, {}, "to 100"),
        ("full_speed", 2, {}, "to 121"),
        ("double_trouble", 3, {}, "up to 666"),
        ("plus_minus", 2, {"limit": 60}, "first to 60 loses"),
        ("five_to_fourteen", 2, {}, "Deal 1 of 10"),
        ("nos", 3, {"deals": 4}, "Deal 1 of 4"),
        ("kent", 4, {}, "to 10"),
    ],
)
def test_the_footer_says_what_is_played_for(game: str, seats: int, options: dict[str, object], goal: str) -> None:
    _, footer, _ = board(games.new_match(game, seats=seats, options=options, seed="a seed"))
    assert goal in footer.split(" · ")
    assert "rounds won" not in footer


@pytest.mark.parametrize(("game", "options"), [("block", {}), ("double_trouble", {"draw": "none"})])
def test_where_nobody_draws_no_boneyard_is_told(game: str, options: dict[str, object]) -> None:
    assert "boneyard" not in board(games.new_match(game, seats=2, options=options, seed="a seed"))[1]


def test_the_footer_says_how_well_the_computers_play_that_sit_there() -> None:
    table = shown(games.new_match("double_trouble", seats=4, seed="a seed"))
    levels = (Player.PERSON, Player.REGULAR, Player.CASUAL, Player.REGULAR)
    seats = tuple(replace(one, player=level) for one, level in zip(table.seats, levels, strict=True))
    embed = board_message(replace(table, seats=seats), READER, ChannelPermissions(())).embed
    assert embed is not None
    assert "Computer (casual) · Computer (regular)" in (embed.footer.text or "")
    assert "Computer" not in board(games.new_match("block", seats=2, seed="a seed"))[1]


def test_the_board_shows_nothing_of_the_shuffle() -> None:
    match = games.new_match("block", seats=2, seed="a seed")
    description, footer, _ = board(match)
    assert match.commitment[:8] not in description + footer
    assert "ingerprint" not in description + footer


def test_a_special_word_is_explained_where_it_first_appears_and_only_there() -> None:
    match = full_speed(*HANDS)
    play(match, "6-5 6-3@left")  # nico: ends 3 and 5
    description = board(match)[0]
    assert "Nico: **Borys** leaves 8 at the ends, **Ada** gets 8 points." in description
    assert description.count("-# Nico:") == 1
    play(match, "5-3@left")  # twins: ends 5 and 5
    description = board(match)[0]
    assert "-# Twins:" in description
    play(match, "5-4@left")  # nico again: ends 4 and 5
    set_up(match, "5-0 1-0", "6-6 0-0")
    play(match, "5-0@right")  # and again: ends 4 and 0
    description = board(match)[0]
    assert "**Borys** gets 4 points" in description
    assert "-# Nico:" not in description, "it was explained before"


def test_the_variant_of_nos_is_told_in_a_sentence_with_what_its_joins_are() -> None:
    match = games.new_match("nos", seats=3, seed="a seed", deals=[deal("5-5 1-0 2-0 3-0 4-0", "6-1 2-1 3-1 4-1 5-1")])
    play(match, "5-5 variant=5")
    description = board(match)[0]
    assert "**5. Matador with cross** · First a tile on each side of the double" in description
    assert description.count("touching halves sum to 7") == 2, "once beside the variant, once to explain the word"
    traditional = games.new_match("nos", seats=3, seed="a seed", deals=[deal("5-5 1-0 2-0 3-0 4-0", "6-1 2-1 3-1")])
    play(traditional, "5-5 variant=1")
    assert "sum to 7" not in board(traditional)[0]


def test_the_text_board_stands_on_lines_of_its_own_between_the_fences() -> None:
    match = full_speed(*HANDS)
    assert "```" not in board(match, "attach_files")[2], "nothing lies yet"
    play(match, "6-5")
    value = board(match, "attach_files")[2]
    assert value.startswith("```text\nA(6) 6|5 (5)B\n```\n")
    assert len(value) <= MAX_FIELD_VALUE


def test_the_board_of_a_new_deal_does_not_repeat_how_the_last_one_ended() -> None:
    hands = ("6-6 0-0 1-0 2-0 3-0 4-0 5-0", "6-5 6-4 1-1 2-2 3-3 4-4 5-5")
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal(*hands), deal(*hands)], lots=[0])
    set_up(match, "6-6", "5-5")
    play(match, "6-6")
    description, _, _ = board(match, ended=1)
    assert description == "Deal 2: **Borys** opens."


def test_all_draws_in_a_row_are_told_below_the_lines_before() -> None:
    match = full_speed("6-6 5-5 4-4 3-3 2-2 1-1 0-0", "6-5 5-4 4-3 3-2 2-1 1-0 6-0")
    play(match, "6-6 6-5@left 5-5@left 5-4@left 4-4@left")
    set_up(match, "0-0", "1-1 2-1", boneyard="1-0 2-0 3-0 2-2 3-2 3-1 6-4 5-0")
    play(match, " ".join(["draw"] * 7))
    lines = board(match)[0].splitlines()
    assert "**Borys** draws 7 tiles." in lines
