"""The summary of a deal: points, payments and reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import discord
import pytest

import games
from bot.messages.games import presenter_at
from bot.messages.parts.text import MAX_FIELD_VALUE, split_into_fields
from bot.messages.table.board import ChannelPermissions
from bot.messages.table.summary import deal_message
from games import Match
from games.core.view import DealEnd
from tests.bot.messages.parts.test_choices import SETUPS
from tests.bot.messages.tables import READER, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play
from tests.needs import some_of


def ended(match: Match, ending: DealEnd | None, **accounts: int) -> discord.Embed:
    assert ending is not None
    table = replace(table_of(match), accounts={int(seat[1:]): amount for seat, amount in accounts.items()})
    embed = deal_message(table, ending, READER, ChannelPermissions()).embed
    assert embed is not None
    return embed


def test_points_made_in_play_stand_apart_from_those_of_the_end() -> None:
    hands = ("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])
    play(match, "6-5 6-3@left")  # 8 for Ada
    set_up(match, "5-3", "6-6")
    play(match, "5-3@left")  # twins for 10, and Ada is out: 12 left with Borys
    embed = ended(match, match.last_deal)
    assert (
        embed.fields[0].value == "**Ada**: +18 in play, +12 at the end → 30\n**Borys**: +0 in play, +0 at the end → 0"
    )
    assert "Domino! **Ada** goes out." in (embed.description or "")
    assert "**Ada** wins the deal and scores 12 points for the tiles left in hand." in (embed.description or "")


def test_without_points_in_play_there_is_one_sum() -> None:
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    set_up(match, "6-5", "5-5 3-1")
    play(match, "6-5")
    # 5-5 counts 50, 3-1 its pips.
    assert ended(match, match.last_deal).fields[0].value == "**Ada**: 50 + 4 = +54 → 54\n**Borys**: +0 → 0"


def test_a_blocked_deal_says_what_is_taken_off() -> None:
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    set_up(match, "6-5 1-0", "4-4 3-1")
    play(match, "6-5 pass pass")
    # 4-4 counts 40 and 3-1 its pips; Ada holds 1.
    assert ended(match, match.last_deal).fields[0].value == "**Ada**: 40 + 4 − 1 = +43 → 43\n**Borys**: +0 → 0"


def test_doubles_and_other_tiles_are_added_at_double_trouble() -> None:
    match = games.new_match("double_trouble", seats=2, seed="a seed", lots=[0])
    set_up(match, "6-5", "5-5 4-4 6-4 6-2 3-1")
    play(match, "6-5")
    # 5-5 counts 55, 4-4 44, and the others 10 + 8 + 4.
    assert str(ended(match, match.last_deal).fields[0].value).endswith("**Borys**: 44 + 55 + 22 = +121 → 121")


LINE = re.compile(
    r"\*\*: (?:(?P<during>[+-]\d+) in play, )?(?:(?P<terms>[-\d +/]+) = )?(?P<points>[+-]\d+)(?: \$)?"
    r"(?: at the end)? → (?P<total>-?\d+)(?: \$)?$"
)


@pytest.mark.parametrize(("game", "seats", "options"), some_of(SETUPS, 20), ids=str)
def test_shown_terms_add_up_to_the_shown_totals(game: str, seats: int, options: Mapping[str, object]) -> None:
    rng = Random(f"{game} {seats} {options}")
    match, endings = games.new_match(game, seats=seats, options=options, seed="sums"), 0
    before: list[int] = []
    for _ in range(300):
        if match.outcome is not None:
            break
        seat = rng.choice(match.actors())
        last = match.last_deal
        match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))
        if match.last_deal is last:
            continue
        value = str(ended(match, match.last_deal).fields[0].value).replace("−", "-").replace("÷", "/")
        sums = [LINE.search(line) for line in value.splitlines()]
        before = before or [0] * len(sums)
        totals = []
        for old, line in zip(before, sums, strict=True):
            assert line is not None, value
            points, total = int(line["points"]), int(line["total"])
            assert summed(line["terms"]) in (None, points), value
            assert total in (old + points + int(line["during"] or 0), points), value  # a round begins at zero
            totals.append(total)
        before, endings = totals, endings + 1
    assert endings


def summed(terms: str | None) -> int | None:
    """Return the value of ``12 + 7``, ``44 - 1`` or ``22 / 2``."""
    if terms is None:
        return None
    first, *others = terms.split()
    value = int(first)
    for sign, number in zip(others[::2], map(int, others[1::2]), strict=True):
        value = value + number if sign == "+" else value - number if sign == "-" else value // number
    return value


def test_half_of_the_pips_is_written_at_plus_minus() -> None:
    match = games.new_match("plus_minus", seats=2, seed="a seed", lots=[0])
    set_up(match, "6-5", "6-6 5-5")
    play(match, "6-5")  # the ends are odd
    assert ended(match, match.last_deal).fields[0].value == "**Ada**: +0 → 0\n**Borys**: 22 ÷ 2 = +11 → 11"


def test_the_hands_of_several_opponents_are_added_at_full_speed() -> None:
    match = games.new_match("full_speed", seats=3, seed="a seed", lots=[0])
    set_up(match, "6-5", "6-6", "4-3")
    play(match, "6-5")
    assert str(ended(match, match.last_deal).fields[0].value).startswith("**Ada**: 12 + 7 = +19 → 19\n")


def test_the_tile_and_the_pattern_that_made_exactly_121_are_told() -> None:
    hands = ("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])
    play(match, "6-5 6-3@left")
    set_up(match, "5-3 0-0", "6-6", scores=(111, 0))
    play(match, "5-3@left")  # 5 and 5
    lines = str(ended(match, match.last_deal).description).splitlines()
    assert lines[:3] == ["**Ada** plays `5-3` at A.", "**Ada**: twins, 10 points.", "That makes exactly 121!"]


def test_the_ranking_of_nos_is_in_dollars() -> None:
    presenter = presenter_at(table_of(games.new_match("nos", seats=3, seed="a seed")), READER)
    assert [presenter.score_text(score) for score in (269, -404)] == ["269 $", "−404 $"]


def test_an_older_deal_does_not_show_the_accounts_after_a_later_one() -> None:
    rng = Random(1)
    match = games.new_match("nos", seats=3, seed="a seed", options={"deals": 3})
    endings: list[DealEnd] = []
    while len(endings) < 2:
        seat = match.to_move()
        assert seat is not None
        match.play(seat, rng.choice(match.sensible_moves(seat)))
        if match.last_deal is not None and match.last_deal not in endings:
            endings.append(match.last_deal)
    assert "account" not in str(ended(match, endings[0], s0=480).fields[0].value)
    assert "account: 480 $" in str(ended(match, endings[1], s0=480).fields[0].value)


def test_a_deal_of_nos_shows_payments_reasons_and_balances() -> None:
    rng = Random(1)
    match = games.new_match("nos", seats=3, seed="a seed", options={"deals": 2})
    while match.last_deal is None:
        seat = match.to_move()
        assert seat is not None
        match.play(seat, rng.choice(match.sensible_moves(seat)))
    embed = ended(match, match.last_deal, s0=480)
    score, payments = embed.fields[0], embed.fields[1]
    first = match.last_deal
    assert (score.value or "").splitlines()[0].endswith(f"→ {first.scores[0]} $ · account: 480 $".replace("-", "−"))
    assert payments.name == "Who paid whom"
    assert "(settlement)" in (payments.value or "")
    assert (payments.value or "").count("Settlement: of every two players") == 1
    assert "(opening double)" in (payments.value or "")


def test_lines_go_on_in_further_fields_and_no_line_is_parted() -> None:
    lines = [f"**{'x' * 60}** → **{'y' * 60}**: {number} $" for number in range(30)]
    fields = split_into_fields(lines)
    assert len(fields) > 1
    assert all(len(field) <= MAX_FIELD_VALUE for field in fields)
    assert [line for field in fields for line in field.splitlines()] == lines


def test_a_deal_of_nos_with_many_payments_is_within_discord_s_limits() -> None:
    rng = Random(2)
    match = games.new_match("nos", seats=5, seed="fines", options={"deals": 2, "fines": True})
    while match.last_deal is None:
        seat = rng.choice(match.actors())
        match.play(seat, rng.choice(match.moves(seat)))
    table = table_of(match)
    seats = tuple(replace(seat, name=f"{'*' * 31}{seat.seat}") for seat in table.seats)
    embed = deal_message(replace(table, seats=seats), match.last_deal, READER, ChannelPermissions()).embed
    assert embed is not None
    assert len(embed) <= 6000
    assert all(len(field.value or "") <= MAX_FIELD_VALUE for field in embed.fields)
