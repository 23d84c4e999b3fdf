"""Open hands are renewed immediately, once, before boards."""

import asyncio
from time import sleep
from typing import Any

import pytest

from bot.tables import play
from bot.tables.state import Person
from bot.tables.time_controls import AFTER_DEAL_S
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    bot_of,
    buttons,
    hand_of,
    look,
    match_in,
    move_buttons,
    mover,
    next_deal_button,
    open_match,
    play_one,
    shown,
    table_in,
    tables_of,
    user_id,
    waiting,
    words_in,
)
from tests.bot.posts.test_boards import public_requests
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route


async def _both_look(world: DiscordWorld) -> None:
    for name in ("Ada", "Borys"):
        await look(world, name)


@BY_CHANNEL
async def test_who_is_to_move_sees_so_while_no_board_may_be_shown(begun: DiscordWorld) -> None:
    await _both_look(begun)
    await begun.pass_time(60)
    bot_of(begun).services.publisher.queue._budget.spend(4_000)  # type: ignore[union-attr]  # 100 seconds of it
    before = public_requests(begun)
    for _ in range(4):
        first = mover(begun)
        await play_one(begun)
        following, revision = mover(begun), table_in(begun).revision
        assert following != first
        offered = move_buttons(begun, following)
        assert offered
        assert {button.custom_id.split(":")[3] for button in offered} == {str(revision)}
    assert public_requests(begun) == before
    await begun.pass_time(110)
    assert public_requests(begun) == before + 1, "four moves in one edit of the board"


@BY_CHANNEL
async def test_a_move_edits_only_the_next_player_s_hand_also_at_a_deal_s_end(
    begun: DiscordWorld,
) -> None:
    await _both_look(begun)
    ended = 0
    for _ in range(200):
        table, before = table_in(begun), begun.requests(Route.EDIT_ANSWER)
        await play_one(begun)
        after = tables_of(begun).cached(table.id)
        if after is None or not after.status.is_live:
            break
        ended = after.stored.deals_ended
        assert begun.requests(Route.EDIT_ANSWER) - before <= 1, "the mover's own is the answer to their click"
        if ended == 2:
            break
    assert ended == 2


async def test_after_a_timed_out_turn_all_open_hands_are_current(world: DiscordWorld) -> None:
    names = ("Ada", "Borys", "Celina")
    await open_match(world, "Borys", "Celina", game="full_speed", clock="quick")
    for name in names:
        await look(world, name)
    late, revision = mover(world), table_in(world).revision
    await world.pass_time(31)  # the warning
    await world.pass_time(15)
    await world.pass_time(1)
    table = table_in(world)
    assert table.revision > revision
    assert mover(world) != late
    for name in names:
        shown_at = {one.custom_id.split(":")[3] for one in buttons(hand_of(world, name)) if ":move:" in one.custom_id}
        shown_at |= {one.custom_id.split(":")[3] for one in buttons(hand_of(world, name)) if ":renew" in one.custom_id}
        assert shown_at == {str(table.revision)}, name
        assert bool(move_buttons(world, name)) == (name == mover(world))


async def test_a_late_player_who_only_opens_their_hand_renews_no_other_hand(world: DiscordWorld) -> None:
    await open_match(world, "Borys", "Celina", game="full_speed", clock="quick")
    late = mover(world)
    await world.pass_time(31)
    await world.pass_time(15)
    await world.pass_time(1)
    others = [name for name in ("Ada", "Borys", "Celina") if name != late]
    for name in others:
        await look(world, name)
    before = world.requests(Route.EDIT_ANSWER)
    await look(world, late)
    assert all(seat.late == 0 for seat in table_in(world).seats)
    assert world.requests(Route.EDIT_ANSWER) == before


async def test_a_hand_whose_token_has_expired_is_left_alone_and_asked_for_again(begun: DiscordWorld) -> None:
    await _both_look(begun)
    begun.fail(Route.EDIT_ANSWER, 401)
    await play_one(begun)
    match_id = table_in(begun).id
    assert len(bot_of(begun).services.hands.of_match(match_id)) == 1
    await look(begun, mover(begun))
    assert move_buttons(begun, mover(begun))
    assert hand_of(begun, mover(begun)) is not None


def _hands_of(world: DiscordWorld, name: str) -> list[dict[str, Any]]:
    """Return a person's visible hands, oldest first."""
    return [one for one in shown(world, name) if one not in shown(world)]


async def test_a_hand_that_is_opened_elsewhere_is_taken_away_where_it_lay(begun: DiscordWorld) -> None:
    waiting = next(name for name in ("Ada", "Borys") if name != mover(begun))
    await look(begun, waiting)
    before = begun.requests(Route.DELETE_ANSWER)
    await look(begun, waiting)
    (left,) = _hands_of(begun, waiting)
    assert left == hand_of(begun, waiting)
    assert begun.requests(Route.DELETE_ANSWER) == before + 1
    await begun.press(waiting, next(one for one in buttons(left) if one.custom_id.startswith("b:hand:")))
    assert len(_hands_of(begun, waiting)) == 1, "a hand that is renewed where it lies stays there"
    assert begun.requests(Route.DELETE_ANSWER) == before + 1


async def test_a_hand_that_cannot_be_taken_away_costs_nothing_but_its_place(
    begun: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    first = mover(begun)
    await look(begun, first)
    begun.fail(Route.DELETE_ANSWER, 403)
    await look(begun, first)
    assert "an old answer could not be deleted" in caplog.text
    older, newer = _hands_of(begun, first)
    await play_one(begun)
    assert hand_of(begun, first) != newer, "the newer one is renewed"
    assert _hands_of(begun, first)[0] == older


async def _first_deal_ended(world: DiscordWorld) -> tuple[str, str]:
    """Play the first deal by open hands; return last mover first."""
    await _both_look(world)
    while not table_in(world).stored.deals_ended:
        last = mover(world)
        await play_one(world)
    return last, "Ada" if last == "Borys" else "Borys"


def _places(world: DiscordWorld, name: str) -> tuple[int, int]:
    """Return the positions of board and only hand."""
    (hand,) = _hands_of(world, name)
    ids = [message["id"] for message in shown(world, name)]
    return ids.index(board_of(world)["id"]), ids.index(hand["id"])


async def test_the_hand_of_a_new_deal_comes_below_its_board_by_the_same_token(begun: DiscordWorld) -> None:
    await _both_look(begun)
    while not table_in(begun).stored.deals_ended:
        last, sent, deleted = mover(begun), begun.requests(Route.FOLLOW_UP), begun.requests(Route.DELETE_ANSWER)
        await play_one(begun)
    other = "Ada" if last == "Borys" else "Borys"
    await begun.pass_time(1)
    board, hand = _places(begun, other)
    assert board < hand
    assert (begun.requests(Route.FOLLOW_UP), begun.requests(Route.DELETE_ANSWER)) == (sent + 1, deleted + 1)
    board, resting = _places(begun, last)
    assert resting < board, "who ended the deal reads how it ended"
    assert next_deal_button(begun, last) is not None
    await begun.pass_time(AFTER_DEAL_S)
    board, hand = _places(begun, last)
    assert board < hand
    for name in (last, other):
        assert "Deal 1: **" in words_in(_hands_of(begun, name)[0])
        assert ("you open" in words_in(_hands_of(begun, name)[0])) == (name == mover(begun))


async def test_who_is_ready_gets_the_next_hand_at_once(begun: DiscordWorld) -> None:
    at_start = begun.requests(Route.FOLLOW_UP)
    last, _ = await _first_deal_ended(begun)
    button = next_deal_button(begun, last)
    assert button is not None
    await begun.press(last, button)
    board, hand = _places(begun, last)
    assert board < hand
    before = len(begun.env.http_requests)
    await begun.pass_time(AFTER_DEAL_S + 1)
    assert begun.requests(Route.FOLLOW_UP) == at_start + 1, "the other one's; nothing comes twice"
    assert len(begun.env.http_requests) == before


async def test_next_deal_works_after_a_restart(begun: DiscordWorld) -> None:
    last, _ = await _first_deal_ended(begun)
    button = next_deal_button(begun, last)
    assert button is not None
    await begun.restart()
    await begun.press(last, button)
    board, hand = _places(begun, last)
    assert board < hand, "and what stood there before is gone"


async def test_the_new_hand_comes_without_its_board_if_that_cannot_be_posted(begun: DiscordWorld) -> None:
    await _both_look(begun)
    begun.fail(Route.SEND, 500, times=None)
    while not table_in(begun).stored.deals_ended:
        last = mover(begun)
        await play_one(begun)
    other = "Ada" if last == "Borys" else "Borys"
    await begun.pass_time(5)
    assert "Deal 1: **" not in words_in(_hands_of(begun, other)[0])
    await begun.pass_time(10)
    assert "Deal 1: **" in words_in(_hands_of(begun, other)[0])


async def test_a_hand_gets_its_turn_while_discord_does_not_say_who_is_a_member(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)  # the other one can play after the first move
    revisions: list[int] = []

    async def ask_long(*_about: object) -> None:
        table, match = table_in(world), match_in(world)
        (seat,) = match.actors()
        person = Person(table.seats[seat].user_id or 0, table.seats[seat].name)
        await tables_of(world).apply(table.id, play.move, person, table.revision, str(match.moves(seat)[0]))
        open_hand = bot_of(world).services.hands.get(table.id, user_id(world, mover(world)))
        assert open_hand is not None
        for _ in range(300):  # its picture is drawn in a thread
            if not open_hand.revision:
                await asyncio.to_thread(sleep, 0.01)
        revisions.append(open_hand.revision)

    await open_match(world, "Borys", clock="none")
    other = waiting(world)
    monkeypatch.setattr(bot_of(world).services.members, "gone_for", ask_long)
    await look(world, other)
    assert revisions == [1]
    assert mover(world) == other
    assert move_buttons(world, other)
