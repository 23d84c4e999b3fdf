"""A failing Discord: dead tokens, deletions, errors, board positions."""

import pytest

from bot.posts.open_hands import ACTIVE_S
from storage.matches import Status
from tests.bot.play.at_table import (
    board_of,
    button_of,
    everything_said,
    hand_of,
    lies,
    log_of,
    look,
    match_in,
    move_buttons,
    play_one,
    read,
    said,
    table_in,
    tables_of,
    user_id,
    words_in,
)
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route
from tests.games.deals import dealt_view
from tests.simulation import Refusal

pytestmark = pytest.mark.thorough


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


async def test_a_click_whose_message_has_been_deleted_is_answered_by_a_new_one(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    begun.fail(Route.ANSWER, 404, code=10008)
    answer = await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert answer.acknowledged
    assert answer.ephemeral
    assert lies(begun) == ["0-0"]
    assert "not your turn" in said(answer)


async def test_a_held_click_on_a_deleted_message_gets_a_new_answer(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    begun.fail(Route.ANSWER, 400, code=40060)
    begun.fail(Route.EDIT_ANSWER, 404, code=10008)
    before = begun.requests(Route.FOLLOW_UP)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert begun.requests(Route.FOLLOW_UP) == before + 1
    assert lies(begun) == ["0-0"]


@pytest.mark.parametrize("heard", [False, True])
async def test_a_click_whose_connection_breaks_is_answered_all_the_same(begun: DiscordWorld, heard: bool) -> None:
    await look(begun, "Ada")
    broken = begun.refuse(Refusal(takes_effect=heard), Route.ANSWER, times=1)
    answer = await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert len(broken) == 1
    assert lies(begun) == ["0-0"]
    assert "not your turn" in words_in(hand_of(begun, "Ada") or {})
    assert answer.acknowledged


async def test_a_broken_connection_is_told_and_the_log_names_no_button(
    begun: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    await look(begun, "Ada")
    button = button_of(begun, "Ada", "0-0")
    begun.refuse(Refusal(), Route.ANSWER, times=2)
    answer = await begun.press("Ada", button)
    assert "connection to Discord broke" in said(answer)
    assert lies(begun) == ["0-0"]
    begun.refuse(Refusal(), Route.ANSWER, times=9)
    await begun.press("Ada", button)
    assert "could not be reported" in caplog.text
    assert "0-0" not in caplog.text


async def test_an_error_of_the_machine_is_not_taken_for_one_of_the_connection(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await look(begun, "Ada")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("bot.requests.table.hand.hand_message", full)
        answer = await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert "Something went wrong on my side" in said(answer)
    assert "No space left on device" in caplog.text, "with the place where it happened"
    assert lies(begun) == ["0-0"]


@BY_CHANNEL
async def test_a_hand_whose_renewal_is_broken_off_is_renewed_later(
    begun: DiscordWorld,
) -> None:
    for name in ("Ada", "Borys"):
        await look(begun, name)
    begun.refuse(Refusal(), Route.EDIT_ANSWER, times=2)
    await play_one(begun)
    assert not move_buttons(begun, "Borys")
    await begun.pass_time(3)
    assert move_buttons(begun, "Borys")


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (500, 0)])
async def test_a_hand_that_cannot_be_renewed_reopens_from_the_board(
    begun: DiscordWorld, status: int, code: int
) -> None:
    await look(begun, "Borys")
    begun.fail(Route.EDIT_ANSWER, status, code=code, times=None)
    await play_one(begun)
    begun.heal()
    assert lies(begun) == ["0-0"]
    await look(begun, "Borys")
    assert move_buttons(begun, "Borys")


async def test_after_a_quarter_of_an_hour_only_the_old_buttons_of_a_hand_work(
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


async def test_a_deleted_board_is_posted_again(begun: DiscordWorld) -> None:
    board = begun.messages()[0]
    begun.delete_message(board)
    await begun.env.settle()
    await begun.pass_time(2)
    assert board_of(begun)["id"] != str(board.id)
    await play_one(begun)
    assert "opens with `0-0`" in words_in(board_of(begun))


@BY_CHANNEL
async def test_a_board_deleted_unnoticed_is_posted_again_with_the_next_move(begun: DiscordWorld) -> None:
    board = begun.messages()[0]
    begun.fail(Route.EDIT, 404, code=10008)
    await play_one(begun)
    assert board_of(begun)["id"] != str(board.id)
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_a_board_that_is_swept_away_with_other_messages_is_posted_again(begun: DiscordWorld) -> None:
    await begun.person("Celina").send(begun.channel, "chatter")
    old = board_of(begun)["id"]
    begun.env.backend.bulk_delete_messages(begun.channel.id, [message.id for message in begun.messages()])
    await begun.env.settle()
    assert board_of(begun)["id"] != old
    assert [str(message.id) for message in begun.messages() if message.embeds] == [board_of(begun)["id"]]


@BY_CHANNEL
async def test_a_board_that_discord_lets_nobody_edit_any_more_is_posted_again(begun: DiscordWorld) -> None:
    old = board_of(begun)["id"]
    begun.fail(Route.EDIT, 400, code=30046)
    await play_one(begun)
    assert board_of(begun)["id"] != old
    assert "opens with `0-0`" in words_in(board_of(begun))
    assert old not in [str(message.id) for message in begun.messages()]


async def test_the_end_of_a_deal_is_posted_at_the_bottom_when_the_board_is_old(begun: DiscordWorld) -> None:
    while True:
        after = match_in(begun).copy()
        after.play(after.actors()[0], after.moves(after.actors()[0])[0])
        while dealt_view(after).deal == 1 and [str(move) for move in after.moves(after.actors()[0])] == ["pass"]:
            after.play(after.actors()[0], "pass")
        if dealt_view(after).deal == 2:
            break
        await play_one(begun)
    old = board_of(begun)["id"]
    chatter = await begun.person("Celina").send(begun.channel, "chatter")
    await begun.pass_time(51 * 60)
    await play_one(begun)
    [ending] = [message for message in begun.messages() if "Deal 1 is over" in read(message)]
    assert ending.id > chatter.id
    assert old not in [str(message.id) for message in begun.messages()]


async def test_a_channel_that_is_deleted_ends_its_table(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    begun.env.backend.delete_channel(begun.channel.id)
    await begun.env.settle()
    table = await tables_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    assert table.is_done


@BY_CHANNEL
async def test_a_channel_deleted_unnoticed_ends_its_table_at_the_next_move(
    begun: DiscordWorld,
) -> None:
    match_id = table_in(begun).id
    await look(begun, "Ada")
    begun.fail(Route.EDIT, 404, code=10003)
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    table = await tables_of(begun).find(match_id)
    assert table is not None
    assert table.status is Status.CANCELLED
    await begun.slash("Celina", "play", game="block")
    assert table_in(begun).id != match_id


@BY_CHANNEL
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
    await begun.pass_time(ACTIVE_S)
    mention = f"<@{user_id(begun, 'Borys')}>, your turn!"
    assert mention not in everything_said(begun)
    await begun.pass_time(30)
    assert everything_said(begun).count(mention) == 1


@BY_CHANNEL
async def test_without_the_right_to_write_the_match_goes_on_in_hands(begun: DiscordWorld) -> None:
    begun.fail(Route.EDIT, 403, code=50013, times=None)
    begun.fail(Route.SEND, 403, code=50013, times=None)
    await play_one(begun)
    await play_one(begun)
    assert len(lies(begun)) == 2
    begun.heal()
    await play_one(begun)
    assert lies(begun)[-1] in words_in(board_of(begun))


# --- The board and its channel -------------------------------------------------------------------------------------


async def test_a_board_under_ten_messages_is_posted_again_without_the_old(
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


async def test_a_board_nearly_an_hour_old_is_posted_again_with_the_next_move(begun: DiscordWorld) -> None:
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
    await begun.pass_time(61)  # Ada has seen her hand at the start and is not called
    await play_one(begun)
    for name in ("Borys", "Ada"):
        await begun.pass_time(61)  # whose hand is open has a minute
        call = begun.messages()[-1]
        assert call.content == f"<@{user_id(begun, name)}>, your turn!"
        assert [user.id for user in call.mentions] == [user_id(begun, name)]
        assert len(begun.messages()) == 2
        await begun.pass_time(61)
        await play_one(begun)
        assert call.id not in [message.id for message in begun.messages()]
        await begun.pass_time(61)
