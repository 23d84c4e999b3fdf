"""Clicks late, repeated, simultaneous, wrong, or on failures."""

import json
from asyncio import get_running_loop
from dataclasses import replace
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.coach.clicks import CoachClick
from bot.coach.puzzles.stock import listed
from bot.messages.parts.components import ClickAddress, Kind, click_kind
from bot.posts.outgoing import prepare
from storage.matches import Status
from tests.bot.play.at_table import (
    button_of,
    end_table,
    hand_of,
    is_private,
    lies,
    log_of,
    look,
    match_in,
    move_buttons,
    mover,
    open_match,
    play_one,
    read,
    said,
    shown,
    table_in,
    texts_in,
    words_in,
)
from tests.bot.play.test_puzzles import attempts_of, opened, press, wrong_move
from tests.chance import KnownChance
from tests.discord_world import Button, DiscordWorld


def forged(button: Button, address: ClickAddress | str) -> Button:
    """Return the button with another address."""
    custom_id = address if isinstance(address, str) else address.custom_id("b")
    message = json.loads(json.dumps(button.message).replace(json.dumps(button.custom_id), json.dumps(custom_id)))
    return replace(button, message=message, custom_id=custom_id)


def replaced(world: DiscordWorld) -> ClickAddress:
    return ClickAddress(Kind.MOVE, table_in(world).id, table_in(world).revision, "4-4")


# --- Old pictures --------------------------------------------------------------------------------------------------


async def test_a_click_on_an_old_picture_shows_the_hand_and_moves_nothing(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    old = button_of(begun, "Ada", "4-4")
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    answer = await begun.press("Ada", old)
    assert lies(begun) == ["0-0"]
    assert "That was out of date" in said(answer)
    assert not move_buttons(begun, "Ada"), "it is not Ada's turn any more"


async def test_an_old_click_at_a_later_turn_offers_the_new_moves(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Ada")
    old = button_of(begun, "Ada", "4-4")
    await play_one(begun)
    await play_one(begun)
    before = lies(begun)
    answer = await begun.press("Ada", old)
    assert lies(begun) == before
    assert "That was out of date. Here is your current hand." in said(answer)
    assert move_buttons(begun, "Ada")


async def test_a_double_click_makes_one_move(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    button = button_of(begun, "Ada", "0-0")
    first, second = await begun.race(("Ada", button), ("Ada", button))
    assert lies(begun) == ["0-0"]
    assert first.acknowledged
    assert second.acknowledged


async def test_two_different_moves_of_one_person_at_once_make_one_move(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    await begun.race(("Ada", button_of(begun, "Ada", "0-0")), ("Ada", button_of(begun, "Ada", "5-5")))
    assert lies(begun) == ["0-0"]
    assert len(await log_of(begun, table_in(begun).id)) == 1


async def test_when_two_people_press_at_once_only_whose_turn_it_is_moves(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    await look(begun, "Borys")
    mine = button_of(begun, "Ada", "0-0")
    theirs = forged(begun.button("Borys", id_prefix="b:hand"), ClickAddress(Kind.MOVE, table_in(begun).id, 0, "5-3"))
    answers = await begun.race(("Borys", theirs), ("Ada", mine))
    assert lies(begun) == ["0-0"]
    assert all(answer.acknowledged for answer in answers)
    refused = await begun.press("Ada", forged(begun.button("Ada", id_prefix="b:hand"), replaced(begun)))
    assert "It's not your turn yet." in said(refused)


async def test_both_people_may_press_my_hand_at_the_same_instant(begun: DiscordWorld) -> None:
    button = begun.button("Ada", "My hand")
    answers = await begun.race(("Ada", button), ("Borys", button))
    assert "You can play: 0-0" in words_in(hand_of(begun, "Ada") or {})
    assert "1-0" in words_in(hand_of(begun, "Borys") or {})
    assert all(answer.ephemeral for answer in answers)


@pytest.fixture
async def two_ends(world: DiscordWorld, chance: KnownChance) -> DiscordWorld:
    """Give Ada 3-0 (both ends), 3-3 and 5-0 at 3-2 2-0."""
    chance.fix_seed("shuffle 14")
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    for tile in ("2-0", "3-2"):
        name = mover(world)
        await look(world, name)
        await world.press(name, button_of(world, name, tile))
    await look(world, "Ada")
    return world


async def test_a_tile_fitting_both_ends_has_a_button_under_each_heading(two_ends: DiscordWorld) -> None:
    hand = hand_of(two_ends, "Ada") or {}
    assert texts_in(hand).endswith("At **A** (3)\nAt **B** (0)")
    assert [one.label for one in move_buttons(two_ends, "Ada")] == ["3-0 A", "3-3", "3-0 B", "5-0"]
    assert "Open ends: A 3 and B 0." in words_in(hand)
    await two_ends.press("Ada", move_buttons(two_ends, "Ada")[2])
    assert [str(end.number) for end in match_in(two_ends).view(None).line.ends] == ["3", "3"]  # type: ignore[attr-defined]


async def test_a_button_of_an_old_picture_shows_the_hand_again(two_ends: DiscordWorld) -> None:
    old = button_of(two_ends, "Ada", "3-0 A")
    await play_one(two_ends)
    answer = await two_ends.press("Ada", old)
    assert "Here is your current hand" in said(answer)


async def test_at_a_double_that_lies_alone_a_tile_is_played_at_once(begun: DiscordWorld) -> None:
    await play_one(begun)
    assert lies(begun) == ["0-0"]
    await look(begun, "Borys")
    assert {one.label for one in move_buttons(begun, "Borys")} == {"1-0", "5-0"}
    await begun.press("Borys", button_of(begun, "Borys", "1-0"))
    assert lies(begun) == ["0-0", "1-0"]


# --- Strangers -----------------------------------------------------------------------------------------------------


async def test_a_stranger_is_shown_no_hand(begun: DiscordWorld) -> None:
    answer = await begun.click("Celina", "My hand")
    assert answer.ephemeral
    assert said(answer) == (
        "👀 **You are watching.** **Block with Bonus**: **Ada** and **Borys** are playing.\n"
        "You can open a table of your own."
    )
    assert begun.labels("Celina")[:1] == ["Table of my own"]
    assert "Ask for a seat" not in begun.labels("Celina")


async def test_a_spectator_can_ask_for_the_seat_of_a_computer(begun: DiscordWorld) -> None:
    await begun.slash("Borys", "table leave")
    await begun.click("Borys", "Yes")
    assert "A computer plays here: you can ask for its seat." in said(await begun.click("Celina", "My hand"))
    assert begun.labels("Celina")[:2] == ["Ask for a seat", "Table of my own"]
    await begun.click("Celina", "Table of my own")
    assert any("A table is already open here" in words_in(one) for one in shown(begun, "Celina"))


async def test_a_stranger_s_click_on_somebody_else_s_button_changes_nothing(begun: DiscordWorld) -> None:
    table = table_in(begun)
    before = shown(begun)
    for kind in ("move", "ask", "back", "askleave", "leaveseat", "pause", "resume", "endmatch", "askend"):
        button = forged(begun.button("Celina", "My hand"), ClickAddress(click_kind(kind), table.id, 0, "0-0"))
        answer = await begun.press("Celina", button)
        assert answer.ephemeral, kind
        assert said(answer), kind
        assert table_in(begun).stored.status is Status.PLAYING, kind
        assert table_in(begun).seats == table.seats, kind
        assert lies(begun) == [], kind
        assert shown(begun) == before, kind
        assert not any("0-0" in words_in(message) for message in shown(begun, "Celina") if is_private(message)), kind


@pytest.mark.parametrize("seat", ["0", "1"])
async def test_a_seat_that_was_offered_to_nobody_cannot_be_taken(begun: DiscordWorld, seat: str) -> None:
    table = table_in(begun)
    button = forged(begun.button("Celina", "My hand"), ClickAddress(Kind.TAKE_SEAT, table.id, 0, seat))
    answer = await begun.press("Celina", button)
    assert "plays in that seat" in said(answer)
    assert table_in(begun).seats == table.seats


async def test_the_menu_of_a_stranger_has_nothing_that_changes_the_table(begun: DiscordWorld) -> None:
    await begun.click("Celina", "Menu")
    assert begun.labels("Celina")[:2] == ["Show the board", "Text board"]
    assert not {"Leave", "Pause", "End the match"} & set(begun.labels("Celina"))


# --- Buttons of tables that are no more ----------------------------------------------------------------------------


async def end_match(world: DiscordWorld) -> None:
    await end_table(world, "Ada")
    await world.click("Ada", "Resign")


async def test_the_old_buttons_of_a_table_that_is_over_say_so_and_what_to_do(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    old = begun.button("Ada", id_prefix="b:hand")
    table = table_in(begun)
    await end_match(begun)
    for kind in ("move", "ask", "hand", "menu", "show", "pause", "askend", "askleave", "start", "join"):
        answer = await begun.press("Ada", forged(old, ClickAddress(click_kind(kind), table.id, 0, "0-0")))
        assert answer.acknowledged, kind
        assert "over" in said(answer) or "closed" in said(answer), kind
        assert "</play:" in said(answer), kind


async def test_a_button_of_an_unknown_match_is_answered(begun: DiscordWorld) -> None:
    for kind in ("move", "ask", "hand", "menu", "start", "join", "rematch", "rules"):
        button = forged(begun.button("Ada", "My hand"), ClickAddress(click_kind(kind), "AAAAAAAAAAA", 3, "0-0"))
        answer = await begun.press("Ada", button)
        assert answer.ephemeral, kind
        assert "I don't know that table any more. Start a new one with </play:" in said(answer), kind


async def test_the_record_of_an_unknown_match_is_told_to_be_nowhere_here(begun: DiscordWorld) -> None:
    button = forged(begun.button("Ada", "My hand"), ClickAddress(Kind.RECORD, "AAAAAAAAAAA", 3))
    answer = await begun.press("Ada", button)
    assert answer.ephemeral
    assert "There is no such match here: AAAAAAAAAAA." in said(answer)


REMOVED = (
    "b:templatesave:1:0:",
    "f:templatenamed:1:0:",
    "s:templateopen::0:",
    "s:templateask::0:",
    "b:templatedelete:1:0:",
)
"""Custom ids of kinds that are no more, as the bot has written them."""


async def test_a_button_of_an_unknown_kind_is_answered(begun: DiscordWorld) -> None:
    for custom_id in ("b:oldkind:AAAAAAAAAAA:3:0-0", "b:hand", "b:MOVE:1", "b:move::x:\n", "b::::", *REMOVED):
        button = forged(begun.button("Ada", "My hand"), custom_id)
        answer = await begun.press("Ada", button)
        assert answer.ephemeral, custom_id
        assert "I don't know that button any more." in said(answer), custom_id


async def test_a_move_that_cannot_be_read_is_refused_with_a_word(begun: DiscordWorld) -> None:
    for rest in ("", "9-9", "6-6@nowhere", "x" * 60, "trump=4", "😀"):
        button = forged(begun.button("Ada", "My hand"), ClickAddress(Kind.MOVE, table_in(begun).id, 0, rest))
        answer = await begun.press("Ada", button)
        assert "You can't do that" in said(answer), rest
        assert lies(begun) == [], rest


# --- The answers themselves ----------------------------------------------------------------------------------------


async def test_an_error_of_ours_is_told_with_a_reference_and_logged(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("bot.requests.table.hand.hand_message", broken)
    answer = await begun.click("Ada", "My hand")
    assert answer.ephemeral
    reference = said(answer).rpartition("`")[0].rpartition("`")[2]
    assert "Something went wrong on my side." in said(answer)
    assert any(reference in record.getMessage() and record.exc_info for record in caplog.records)


async def test_a_slow_answer_is_held_within_three_seconds(begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*arguments: Any) -> Any:
        loop = get_running_loop()
        waited = loop.create_future()
        loop.call_later(10, waited.set_result, None)
        await begun.env.external_wait(waited, reason="a slow machine")
        return await prepare(*arguments)

    monkeypatch.setattr("bot.posts.replies.prepare", slow)
    begun.moment = 0
    answer: InteractionResult = await begun.click("Ada", "My hand")
    await begun.pass_time(2)
    assert answer.acknowledged
    await begun.pass_time(10)
    assert any("Your turn!" in read(one.message) for one in answer.followups)


async def test_a_second_click_on_a_puzzle_shows_the_stored_result(world: DiscordWorld) -> None:
    puzzle = opened(next(one.id for one in listed() if one.game == "block"))
    await press(world, puzzle.id, wrong_move(puzzle))
    text = await press(world, puzzle.id, str(puzzle.best))
    assert "The good move was" in text
    assert "(" not in text.partition("Your puzzle rating:")[2]
    assert [one.solved for one in await attempts_of(world)] == [False]
    assert "The good move was" in await press(world, puzzle.id, "", kind=CoachClick.PUZZLE_ASK)
