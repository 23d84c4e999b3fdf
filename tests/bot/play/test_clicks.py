"""Clicks that come late, twice, at once, from the wrong person, or to a Discord that fails."""

import json
from asyncio import get_running_loop
from dataclasses import replace
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.ui.addresses import Address
from bot.ui.hand import hand_message
from storage.matches import Status
from tests.bot.play.at_table import (
    board_of,
    everything_said,
    fix_the_shuffle,
    hand_of,
    house_of,
    is_private,
    log_of,
    look,
    match_in,
    move_buttons,
    open_match,
    play_one,
    read,
    said,
    shown,
    table_in,
    user_id,
    words_in,
)
from tests.discord_world import Button, DiscordWorld, Route


@pytest.fixture
async def begun(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> DiscordWorld:
    """Ada (who is to lead) and Borys at a match without a clock, in English, with the shuffle that everybody knows."""
    fix_the_shuffle(monkeypatch)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    return world


def lies(world: DiscordWorld) -> list[str]:
    """The moves made so far."""
    return [str(event.tiles[0]) for event in match_in(world).events if event.kind == "played"]


def button_of(world: DiscordWorld, name: str, label: str) -> Button:
    return next(button for button in move_buttons(world, name) if label in (button.label or ""))


def forged(button: Button, address: Address) -> Button:
    """The button as if it had carried another address: one of an older bot, or of another time."""
    custom_id = address.custom_id("b")
    message = json.loads(json.dumps(button.message).replace(json.dumps(button.custom_id), json.dumps(custom_id)))
    return replace(button, message=message, custom_id=custom_id)


def replaced(world: DiscordWorld) -> Address:
    return Address("move", table_in(world).id, table_in(world).revision, "4-4")


# --- Old pictures --------------------------------------------------------------------------------------------------


async def test_a_click_from_an_old_picture_shows_the_hand_as_it_is_now_and_moves_nothing(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    old = button_of(begun, "Ada", "4-4")
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    answer = await begun.press("Ada", old)
    assert lies(begun) == ["0-0"]
    assert "That was before the last move" in said(answer)
    assert not move_buttons(begun, "Ada"), "it is not Ada's turn any more"


async def test_an_old_click_when_it_is_the_own_turn_again_moves_nothing_and_offers_the_new_moves(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Ada")
    old = button_of(begun, "Ada", "4-4")
    await play_one(begun)
    await play_one(begun)
    before = lies(begun)
    answer = await begun.press("Ada", old)
    assert lies(begun) == before
    assert "That picture was older; here is your hand now." in said(answer)
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
    theirs = forged(begun.button("Borys", id_prefix="b:hand"), Address("move", table_in(begun).id, 0, "5-3"))
    answers = await begun.race(("Borys", theirs), ("Ada", mine))
    assert lies(begun) == ["0-0"]
    assert all(answer.acknowledged for answer in answers)
    refused = await begun.press("Ada", forged(begun.button("Ada", id_prefix="b:hand"), replaced(begun)))
    assert "It is not your turn." in said(refused)


async def test_both_people_may_press_my_hand_at_the_same_instant(begun: DiscordWorld) -> None:
    button = begun.button("Ada", "My hand")
    answers = await begun.race(("Ada", button), ("Borys", button))
    assert "You can play: 0-0" in words_in(hand_of(begun, "Ada") or {})
    assert "1-0" in words_in(hand_of(begun, "Borys") or {})
    assert all(answer.ephemeral for answer in answers)


async def test_a_tile_that_fits_at_both_ends_asks_where_and_can_be_thought_over(begun: DiscordWorld) -> None:
    await play_one(begun)
    await look(begun, "Borys")
    button = button_of(begun, "Borys", "1-0")
    assert button.custom_id.startswith("b:tile:")
    answer = await begun.press("Borys", button)
    assert "Where should `1-0` go?" in said(answer)
    assert {one.label for one in move_buttons(begun, "Borys")} == {"Left (0)", "Right (0)"}
    await begun.click("Borys", "Back")
    assert {one.label for one in move_buttons(begun, "Borys")} == {"1-0 …", "5-0 …"}
    assert lies(begun) == ["0-0"]


async def test_the_question_where_a_tile_goes_from_an_old_picture_shows_the_hand_anew(begun: DiscordWorld) -> None:
    await play_one(begun)
    await look(begun, "Borys")
    old = button_of(begun, "Borys", "5-0")
    await play_one(begun)
    answer = await begun.press("Borys", old)
    assert "here is your hand now" in said(answer)


# --- Strangers -----------------------------------------------------------------------------------------------------


async def test_a_stranger_is_shown_no_hand(begun: DiscordWorld) -> None:
    answer = await begun.click("Celina", "My hand")
    assert answer.ephemeral
    assert "You are not sitting at this table. You can watch, or open your own with " in said(answer)


@pytest.mark.parametrize(
    "kind", ["move", "tile", "back", "askleave", "leaveseat", "pause", "resume", "endmatch", "askend"]
)
async def test_a_stranger_s_click_on_somebody_else_s_button_changes_nothing(begun: DiscordWorld, kind: str) -> None:
    table = table_in(begun)
    button = forged(begun.button("Celina", "My hand"), Address(kind, table.id, 0, "0-0"))
    answer = await begun.press("Celina", button)
    assert answer.ephemeral or said(answer) == ""
    assert table_in(begun).stored.status is Status.PLAYING
    assert table_in(begun).seats == table.seats
    assert lies(begun) == []
    public = [message for message in shown(begun, "Celina") if not is_private(message)]
    assert public == shown(begun)
    assert not any("0-0" in words_in(message) for message in shown(begun, "Celina") if is_private(message))


@pytest.mark.parametrize("seat", ["0", "1"])
async def test_a_seat_that_was_offered_to_nobody_cannot_be_taken(begun: DiscordWorld, seat: str) -> None:
    table = table_in(begun)
    button = forged(begun.button("Celina", "My hand"), Address("takeseat", table.id, 0, seat))
    answer = await begun.press("Celina", button)
    assert "plays in that seat" in said(answer)
    assert table_in(begun).seats == table.seats


async def test_the_menu_of_a_stranger_has_nothing_that_changes_the_table(begun: DiscordWorld) -> None:
    await begun.click("Celina", "Menu")
    assert begun.labels("Celina")[:2] == ["Show the board", "Text board"]
    assert not {"Leave", "Pause", "End the match"} & set(begun.labels("Celina"))


# --- Buttons of tables that are no more ----------------------------------------------------------------------------


async def ended(world: DiscordWorld) -> None:
    await world.slash("Ada", "table end")
    await world.click("Ada", "Yes")


@pytest.mark.parametrize(
    "kind", ["move", "tile", "hand", "menu", "show", "pause", "askend", "askleave", "start", "join"]
)
async def test_the_old_buttons_of_a_table_that_is_over_say_so_and_what_to_do(begun: DiscordWorld, kind: str) -> None:
    await look(begun, "Ada")
    old = begun.button("Ada", id_prefix="b:hand")
    table = table_in(begun)
    await ended(begun)
    answer = await begun.press("Ada", forged(old, Address(kind, table.id, 0, "0-0")))
    assert answer.acknowledged
    assert "over" in said(answer) or "closed" in said(answer)
    assert "</play:" in said(answer)


@pytest.mark.parametrize("kind", ["move", "tile", "hand", "menu", "start", "join", "record", "rematch", "rules"])
async def test_a_button_of_an_unknown_match_is_answered(begun: DiscordWorld, kind: str) -> None:
    button = forged(begun.button("Ada", "My hand"), Address(kind, "AAAAAAAAAAA", 3, "0-0"))
    answer = await begun.press("Ada", button)
    assert answer.ephemeral
    assert "I do not know that table any more. Start a new one with </play:" in said(answer)


async def test_a_button_of_an_unknown_kind_is_answered(begun: DiscordWorld) -> None:
    button = forged(begun.button("Ada", "My hand"), Address("oldkind", table_in(begun).id, 3, "0-0"))
    answer = await begun.press("Ada", button)
    assert answer.ephemeral
    assert "I do not know that button any more." in said(answer)


@pytest.mark.parametrize("rest", ["", "9-9", "6-6@nowhere", "x" * 60, "trump=4", "😀"])
async def test_a_move_that_cannot_be_read_is_refused_with_a_word(begun: DiscordWorld, rest: str) -> None:
    button = forged(begun.button("Ada", "My hand"), Address("move", table_in(begun).id, 0, rest))
    answer = await begun.press("Ada", button)
    assert "That does not go" in said(answer)
    assert lies(begun) == []


# --- Discord fails -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10062), (400, 40060), (500, 0)])
async def test_a_move_counts_even_if_its_click_can_no_longer_be_answered(
    begun: DiscordWorld, status: int, code: int
) -> None:
    await look(begun, "Ada")
    begun.fail(Route.ANSWER, status, code=code)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert lies(begun) == ["0-0"]
    assert "opens with `0-0`" in words_in(board_of(begun))
    await look(begun, "Ada")
    await play_one(begun)
    assert len(lies(begun)) == 2


async def test_a_click_that_discord_takes_for_answered_is_answered_by_its_token(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    begun.fail(Route.ANSWER, 400, code=40060)
    before = begun.requests(Route.EDIT_ANSWER)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert begun.requests(Route.EDIT_ANSWER) > before


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (500, 0)])
async def test_a_hand_that_can_no_longer_be_renewed_is_opened_anew_from_the_board(
    begun: DiscordWorld, status: int, code: int
) -> None:
    await look(begun, "Borys")
    begun.fail(Route.EDIT_ANSWER, status, code=code, times=None)
    await play_one(begun)
    begun.heal()
    assert lies(begun) == ["0-0"]
    await look(begun, "Borys")
    assert move_buttons(begun, "Borys")


async def test_after_a_quarter_of_an_hour_hands_are_not_renewed_and_the_old_buttons_still_work(
    begun: DiscordWorld,
) -> None:
    await look(begun, "Ada")
    await look(begun, "Borys")
    await begun.expire_tokens()
    before = begun.requests(Route.EDIT_ANSWER)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert lies(begun) == ["0-0"]
    assert begun.requests(Route.EDIT_ANSWER) == before, "no edit is tried with a dead token"
    await begun.click("Borys", id_prefix="b:hand")
    assert move_buttons(begun, "Borys")


async def test_a_deleted_board_is_posted_anew(begun: DiscordWorld) -> None:
    board = begun.messages()[0]
    begun.delete_message(board)
    await begun.env.settle()
    await begun.pass_time(2)
    assert board_of(begun)["id"] != str(board.id)
    await play_one(begun)
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_a_board_whose_deletion_was_not_heard_of_is_posted_anew_with_the_next_move(begun: DiscordWorld) -> None:
    board = begun.messages()[0]
    begun.fail(Route.EDIT, 404, code=10008)
    await play_one(begun)
    assert board_of(begun)["id"] != str(board.id)
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_a_channel_that_is_deleted_ends_its_table(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    begun.env.backend.delete_channel(begun.channel.id)
    await begun.env.settle()
    table = await house_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    assert table.is_done


async def test_a_channel_whose_deletion_was_not_heard_of_ends_its_table_with_the_next_move(
    begun: DiscordWorld,
) -> None:
    match_id = table_in(begun).id
    await look(begun, "Ada")
    begun.fail(Route.EDIT, 404, code=10003)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    table = await house_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    await begun.slash("Celina", "play", game="block")
    assert table_in(begun).id != match_id


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_edit_that_fails_is_tried_again_until_the_board_shows_the_move(
    begun: DiscordWorld, status: int
) -> None:
    await look(begun, "Ada")
    begun.fail(Route.EDIT, status, code=0, times=6)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert lies(begun) == ["0-0"]
    assert len(await log_of(begun, table_in(begun).id)) == 1
    assert "opens with `0-0`" not in words_in(board_of(begun))
    for _ in range(6):
        await begun.pass_time(310)
    assert "opens with `0-0`" in words_in(board_of(begun))


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_call_that_fails_is_sent_later_and_once(begun: DiscordWorld, status: int) -> None:
    await look(begun, "Ada")
    begun.fail(Route.SEND, status, code=0, times=2)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    mention = f"<@{user_id(begun, 'Borys')}>, your turn!"
    assert mention not in everything_said(begun)
    await begun.pass_time(30)
    assert everything_said(begun).count(mention) == 1


async def test_where_the_bot_has_lost_the_right_to_write_the_match_goes_on_by_hand(begun: DiscordWorld) -> None:
    begun.fail(Route.EDIT, 403, code=50013, times=None)
    begun.fail(Route.SEND, 403, code=50013, times=None)
    await play_one(begun)
    await play_one(begun)
    assert len(lies(begun)) == 2
    begun.heal()
    await play_one(begun)
    assert lies(begun)[-1] in words_in(board_of(begun))


# --- The board and its channel -------------------------------------------------------------------------------------


async def test_a_board_under_more_than_ten_messages_is_posted_anew_and_the_old_one_removed(
    begun: DiscordWorld,
) -> None:
    old = board_of(begun)["id"]
    for number in range(11):
        await begun.person("Celina").send(begun.channel, f"chatter {number}")
    await play_one(begun)
    boards = [message for message in begun.messages() if message.components]
    assert board_of(begun)["id"] != old
    assert [str(message.id) for message in boards] == [board_of(begun)["id"]]


async def test_calls_do_not_count_as_messages_that_bury_the_board(begun: DiscordWorld) -> None:
    old = board_of(begun)["id"]
    for number in range(10):
        await begun.person("Celina").send(begun.channel, f"chatter {number}")
    for _ in range(3):
        await begun.pass_time(90)  # so long that the next player has to be called
        await play_one(begun)
    assert board_of(begun)["id"] == old


async def test_a_board_nearly_an_hour_old_is_posted_anew_with_the_next_move(begun: DiscordWorld) -> None:
    old = board_of(begun)["id"]
    await begun.pass_time(51 * 60)
    await play_one(begun)
    assert board_of(begun)["id"] != old
    assert old not in [str(message.id) for message in begun.messages()]


async def test_nobody_who_has_just_clicked_is_called(begun: DiscordWorld) -> None:
    await look(begun, "Borys")
    await look(begun, "Ada")
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert f"<@{user_id(begun, 'Borys')}>" not in everything_said(begun)


async def test_a_call_is_one_message_that_goes_when_the_turn_has_passed(begun: DiscordWorld) -> None:
    for name in ("Ada", "Borys"):
        call = begun.messages()[-1]
        assert call.content == f"<@{user_id(begun, name)}>, your turn!"
        assert [user.id for user in call.mentions] == [user_id(begun, name)]
        assert len(begun.messages()) == 2
        await begun.pass_time(61)
        await play_one(begun)
        assert call.id not in [message.id for message in begun.messages()]
        await begun.pass_time(61)


# --- The answers themselves ----------------------------------------------------------------------------------------


async def test_an_error_of_ours_is_told_with_a_reference_and_logged(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("bot.ui.hand_clicks.hand_message", broken)
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
        return await hand_message(*arguments)

    monkeypatch.setattr("bot.ui.hand_clicks.hand_message", slow)
    begun.moment = 0
    answer: InteractionResult = await begun.click("Ada", "My hand")
    await begun.pass_time(2)
    assert answer.acknowledged
    await begun.pass_time(10)
    assert any("Your turn!" in read(one.message) for one in answer.followups)
