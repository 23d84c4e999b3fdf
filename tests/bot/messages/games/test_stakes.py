"""Stakes: points, chips, and buttons in picture order."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

import games
from bot.locales import LOCALES, words
from bot.messages.games import presenter_at
from bot.messages.games.plus_minus import PlusMinusPresenter
from bot.messages.parts.reader import Reader
from bot.messages.table.board import ChannelPermissions, board_message
from bot.messages.table.hand import hand_message
from bot.render.chips import Chips
from bot.render.drawing.marks import IdleEnd, State
from games import Match, Move
from games.double_trouble import DoubleTroubleView, left_worth
from games.plus_minus import PlusMinusView
from tests.bot.messages.tables import READER, presenter, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play, tiles
from tests.games.seventy_nine.seventy_nine_deals import LAST, playing


def of_hand(match: Match, seat: int) -> str:
    embed = hand_message(table_of(match), 10 + seat, READER).embed
    assert embed is not None
    return embed.description or ""


def of_board(match: Match) -> str:
    embed = board_message(table_of(match), READER, ChannelPermissions()).embed
    assert embed is not None
    return f"{embed.title} {embed.description} {[field.value for field in embed.fields]} {embed.footer.text}"


def buttons(match: Match, seat: int) -> list[str]:
    """Return the tiles on a hand's buttons, in order."""
    groups = presenter(table_of(match)).choices(match.view(seat))
    return [str(choice.tile) for group in groups if not group.select for choice in group.choices if choice.tile]


# --- Double Trouble ---------------------------------------------------------------------------------------------------


def double_trouble() -> Match:
    match = games.new_match("double_trouble", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 4-4 2-1", "5-3 0-0")
    return match


def test_a_hand_of_double_trouble_says_what_it_would_count_now() -> None:
    match = double_trouble()
    assert "If it ended now: 58 points." in of_hand(match, 0), "11 + 4 x 11 + 3"
    assert "If it ended now: 108 points." in of_hand(match, 1), "8 + 100, although the other is to move"
    play(match, "6-5")
    assert "If it ended now: 47 points." in of_hand(match, 0)


def test_a_double_counts_twice_when_all_others_of_its_number_lie() -> None:
    fours = [SimpleNamespace(tile=tile) for tile in tiles("4-0 4-1 4-2 4-3 5-4 6-4")]
    view = SimpleNamespace(hand=tiles("4-4 2-1"), line=SimpleNamespace(tiles=fours))
    assert left_worth(cast("DoubleTroubleView", view)) == 2 * 44 + 3
    view.line.tiles = fours[1:]
    assert left_worth(cast("DoubleTroubleView", view)) == 44 + 3


def test_no_board_says_what_a_hand_would_count() -> None:
    assert "ended now" not in of_board(double_trouble())


# --- Full Speed -------------------------------------------------------------------------------------------------------


def full_speed(*scores: int) -> Match:
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 4-3 2-1 6-1", "5-3 0-0", scores=scores)
    return match


def test_the_full_speed_board_shows_the_missing_points_when_few() -> None:
    assert "117 points · 4 more for 121" in of_board(full_speed(117, 80))
    assert "more for" not in of_board(full_speed(80, 80)), "41 are missing"
    assert "81 points · 40 more for 121" in of_board(full_speed(80, 81))


def test_a_button_of_full_speed_says_when_its_tile_wins() -> None:
    match = full_speed(114, 80)
    labels = [choice.label for group in presenter(table_of(match)).choices(match.view(0)) for choice in group.choices]
    assert labels == ["2-1 · +0", "4-3 · +7 = 121", "6-1 · +7 = 121", "6-5 · +0"]


# --- Nos --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moves", "idle"), [(3, {"up", "down"}), (4, {"down"})])
def test_an_arm_of_plus_minus_that_counts_nothing_yet_looks_unopened(moves: int, idle: set[str]) -> None:
    match = games.new_match("plus_minus", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-4 4-1 1-0", "4-4 4-2 2-1", scores=(0, 0))
    for number, move in enumerate(("6-4", "4-4@right", "4-1@right", "4-2@up")[:moves]):
        match.play(number % 2, Move.parse(move))
    shown = presenter(table_of(match))
    assert isinstance(shown, PlusMinusPresenter)
    view = match.view(moves % 2)
    assert isinstance(view, PlusMinusView)
    above = shown.above_hand(view, None)
    assert above is not None
    assert {end.at for end in above.line.ends if isinstance(end, IdleEnd)} == idle
    for end in above.line.ends:
        assert (State.of(end, None) is State.FADED) == (end.at in idle)
        assert State.of(end, {"up", "down"}) is (State.LIT if end.at in ("up", "down") else State.FADED)


def nos() -> Match:
    hands = ("5-5 1-0 2-0 3-0 4-0", "6-1 2-1 3-1 4-1 5-1", "6-2 3-2 4-2 5-2 6-3")
    return games.new_match("nos", seats=3, seed="a seed", deals=[deal(*hands)])


def test_the_nos_board_shows_all_chips_in_the_picture_and_in_words() -> None:
    match = nos()
    play(match, "5-5")
    view = match.view(None)
    shown = presenter(table_of(match)).chips(view)  # type: ignore[attr-defined]  # of Nos
    assert shown == tuple(
        Chips(name, amount, f"{amount} $".replace("-", "\N{MINUS SIGN}"))
        for name, amount in zip(("Ada", "Borys", "Celina"), view.scores, strict=True)
    )
    assert sum(view.scores) == 0
    drawing = presenter(table_of(match)).board(view)
    assert drawing is not None
    assert drawing.alt.endswith(f"Chips: {', '.join(f'{one.name} {one.text}' for one in shown)}.")
    assert drawing.paint().startswith(b"\x89PNG")


# --- Seventy-Nine -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_each_team_reads_how_many_points_it_has_of_those_that_it_wants(locale: str) -> None:
    match = playing(*LAST, bid=50)
    sides = presenter_at(table_of(match), Reader(words(locale))).sides(match.view(None))  # type: ignore[attr-defined]
    assert "50" in sides[0].text
    assert "30" in sides[1].text, "79 - 50 + 1 keep the others from it"
    assert all(len(side.text) <= 20 for side in sides), "it has to fit below the score"


# --- The order of the buttons -----------------------------------------------------------------------------------------


def test_buttons_stand_in_the_order_of_the_tiles_and_not_of_the_ends() -> None:
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal("6-1", "5-3")], lots=[0])
    set_up(match, "6-1 1-0 6-0 6-6 2-1", "5-3")
    play(match, "6-1")
    set_up(match, "3-3", "1-0 2-1 6-0 6-6")
    in_hand = [str(tile) for tile in match.view(1).hand]
    assert buttons(match, 1) == in_hand
    assert [str(move.tile) for move in match.moves(1)] != in_hand, "by the ends the order is another"


@pytest.mark.parametrize("key", [key for key in games.TABLE_GAMES if key != "seventy_nine"])
def test_in_every_game_the_buttons_stand_in_the_order_of_the_picture(key: str) -> None:
    game = games.TABLE_GAMES[key]
    match = games.new_match(key, seats=min(game.seat_counts), seed="a seed")
    seen = 0
    for _ in range(120):
        seat = match.to_move()
        if seat is None:
            break
        view = match.view(seat)
        order = [str(tile) for tile in presenter(table_of(match)).in_order(view)]
        shown = list(dict.fromkeys(buttons(match, seat)))
        assert shown == [tile for tile in order if tile in shown]
        seen = max(seen, len(shown))
        match.play(seat, view.moves[0])
    assert seen > 2
