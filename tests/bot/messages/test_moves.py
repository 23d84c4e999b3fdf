"""Legal moves as selects: whatever can be done can be chosen."""

from dataclasses import replace

import pytest

import games
from bot.locales import words
from bot.messages.moves import claim_rows, offence_rows, variant_rows
from bot.posts.components import AddressedSelect
from bot.tables.state import Table
from games import View
from tests.bot.messages.tables import nos_table

W = words("en")


def nos(*, fines: bool = False) -> tuple[games.Match, Table]:
    """Seat 0 has opened with 6-6 and names the variant; with fines the match has only begun."""
    hands = "6-6 1-0 2-0 3-0 4-0 5-0 2-1 3-1 4-1 5-1 3-2 4-2 5-2 4-3 5-3"
    deal = f"{hands} 6-0 6-1 6-2 6-3 5-4 6-4 6-5 0-0 1-1 2-2 3-3 4-4 5-5"
    match = games.new_match("nos", seats=3, seed="s", deals=[deal], options={"fines": fines})
    match.play(0, "6-6")
    return match, nos_table(match)


def choices(rows: object) -> list[str]:
    """The values of all selects, in order."""
    assert isinstance(rows, tuple)
    items = [item for row in rows for item in row]
    assert all(isinstance(item, AddressedSelect) for item in items)
    return [option.value for item in items for option in item.item.options]


@pytest.mark.parametrize("number", ["11", "12", "17"])
def test_every_sub_choice_of_a_variant_can_be_chosen_once(number: str) -> None:
    match, table = nos()
    view: View = match.view(0)
    offered = choices(variant_rows(table, view, number, W))
    legal = [str(move) for move in match.moves(0) if str(move).startswith(f"variant={number}")]
    assert sorted(offered) == sorted(legal)
    assert len(variant_rows(table, view, number, W)) <= 4


def test_every_offence_can_be_chosen() -> None:
    match, table = nos(fines=True)
    match.play(0, "variant=1")
    seat = match.actors()[0]
    view = match.view(seat)
    offered = choices(offence_rows(replace(table, match=match), view, W))
    assert offered == [str(move) for move in match.offences(seat)]
    assert offered


def test_every_claim_to_close_can_be_chosen() -> None:
    match, table = nos()
    match.play(0, "variant=1")
    seat = match.actors()[0]
    match.play(seat, "draw")  # 6-0, which fits both ends of 6-6
    assert choices(claim_rows(replace(table, match=match), match.view(seat), W)) == [
        "close 6-0@left",
        "close 6-0@right",
    ]
