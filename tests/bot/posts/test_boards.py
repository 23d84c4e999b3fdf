"""Boards are edited only for news that all see."""

from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest

import games
from bot.posts.open_hands import ACTIVE_S
from bot.posts.publisher import _MADE_AT_ONCE, Publisher
from bot.posts.replies import Answer, Reply
from bot.tables import lobby, play, signs
from bot.tables.live import Tables
from bot.tables.state import Person, Step, Table
from storage import matches
from storage.matches import Player
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    button_of,
    end_table,
    hand_of,
    lies,
    look,
    match_in,
    move_buttons,
    play_one,
    read,
    seat_number,
    stored_match,
    table_in,
    tables_of,
    user_id,
    wake,
    words_in,
)
from tests.bot.play.kent.at_kent import PARTY, direct_words, holder, open_party, react, signing, unreact
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route
from tests.needs import some_of


def public_requests(world: DiscordWorld) -> int:
    """Return the bot's number of public writes in the channel."""
    place = f"/channels/{world.channel.id}/"
    by_channel = sum(entry.method != "GET" and place in entry.path for entry in world.env.http_requests)
    return by_channel + world.public_edits() - world.requests(Route.EDIT)


# --- Secret signs ----------------------------------------------------------------------------------------------------


async def test_a_sign_of_which_nothing_is_told_leaves_the_channel_alone(world: DiscordWorld) -> None:
    await open_party(world, options="tells=none, tempo=none")
    before = public_requests(world)
    await react(world, "Ada", "yawn")
    await react(world, "Celina", "sneeze")
    await world.pass_time(30)
    assert table_in(world).signs_made == 2
    assert public_requests(world) == before


async def test_a_sign_whose_making_is_told_changes_the_board(world: DiscordWorld) -> None:
    await open_party(world, options="tells=gesture, tempo=none")
    before = world.public_edits()
    await react(world, "Ada", "yawn")
    assert world.public_edits() > before
    assert "**Ada**" in words_in(board_of(world))


async def test_a_sign_leaves_a_board_alone_that_is_old_and_buried(world: DiscordWorld) -> None:
    await open_party(world, options="tells=none, tempo=none")
    await world.pass_time(51 * 60)
    for number in range(11):
        await world.person("Ada").send(world.channel, f"chatter {number}")
    before = public_requests(world)
    await react(world, "Ada", "yawn")
    assert public_requests(world) == before


async def test_the_first_sign_after_a_restart_leaves_the_channel_alone(world: DiscordWorld) -> None:
    await open_party(world, options="tells=none, tempo=none")
    pad = signing(world, "Ada")
    await world.restart()
    await wake(world)
    await world.pass_time(5)
    before = public_requests(world)
    await react(world, "Ada", "yawn", pad)
    assert table_in(world).signs_made == 1
    assert public_requests(world) == before


async def test_the_first_sign_after_a_restart_calls_nobody_who_was_looking(world: DiscordWorld) -> None:
    await open_party(world, options="tells=none, tempo=none")
    first = holder(world)
    following = PARTY[(PARTY.index(first) + 1) % len(PARTY)]
    await look(world, following)
    await look(world, first)
    await world.press(first, next(one for one in move_buttons(world, first) if ":pass " in one.custom_id))
    assert holder(world) == following
    assert table_in(world).stored.call_id is None
    pad = signing(world, "Ada")
    await world.restart()
    await wake(world)
    before = public_requests(world)
    await react(world, "Ada", "yawn", pad)
    assert public_requests(world) == before


async def test_an_untold_sign_leaves_nothing_to_show_after_a_kill(world: DiscordWorld) -> None:
    await open_party(world, options="tells=none, tempo=none")
    await world.pass_time(ACTIVE_S + 31)
    match_id, seat = table_in(world).id, seat_number(world, "Ada")
    person = Person(user_id(world, "Ada"), "Ada")
    after = (await tables_of(world).apply(match_id, signs.give, person, 1, "yawn")).after
    assert after.sign_of(seat) is not None
    assert after.stored.shown_revision == after.revision
    async with bot_of(world).services.database.read() as tx:
        assert await matches.unshown(tx) == ()
    await world.env.settle()


@BY_CHANNEL
async def test_changed_pads_alone_are_edited_at_most_once_a_second(world: DiscordWorld) -> None:
    """Ada signs twice a second; only Celina's pad changes."""
    await open_party(world, options="tells=none, tempo=none")
    await world.pass_time(10)
    bot_of(world).services.pads.queue.pause = 1.0
    world.moment = 0.5
    place = world.person("Celina").user.dm_channel.id
    before = len(world.env.http_requests)
    for number in range(20):
        await react(world, "Ada", ("yawn", "ear")[number % 2])
    edits = [entry.path for entry in world.env.http_requests[before:] if entry.method == "PATCH"]
    edits = [path for path in edits if not path.startswith("/webhooks/")]  # a hand, which no limit of the bot concerns
    assert len(edits) in (10, 11)  # with the first at once and one when all is quiet
    assert {f"/channels/{place}/" in path for path in edits} == {True}


async def test_a_party_asks_for_no_members_and_its_signs_come_after_the_boards(
    world: DiscordWorld,
) -> None:
    await open_party(world, agree=False, options="tempo=none")
    asked = [entry for entry in world.env.http_requests if entry.method == "GET" and entry.path.startswith("/users/")]
    assert asked == []
    assert world.requests(Route.OPEN_DM) == 4
    await world.pass_time(10)
    put = [entry for entry in world.env.http_requests if "/reactions/" in entry.path]
    assert len(put) == 4 * 8


async def test_a_proposal_tells_the_channel_only_who_has_answered(
    world: DiscordWorld,
) -> None:
    await open_party(world, agree=False, options="tells=none, tempo=none")
    await react(world, "Ada", "ear")
    assert "proposes" in direct_words(world, "Celina")
    before = public_requests(world)
    await react(world, "Ada", "nose")
    assert public_requests(world) == before
    await unreact(world, "Ada", "nose")
    assert "👂" not in words_in(board_of(world))
    assert "👃" not in words_in(board_of(world))


# --- Boards that look as they should ---------------------------------------------------------------------------------


async def test_a_board_that_looks_as_it_should_is_not_edited(begun: DiscordWorld) -> None:
    await play_one(begun)
    before = begun.public_edits()
    table = table_in(begun)
    with begun.env._bot_scope():
        bot_of(begun).services.publisher.on_change(table, table)
    await begun.env.settle()
    assert begun.public_edits() == before
    await play_one(begun)
    assert begun.public_edits() == before + 1


async def test_a_board_that_waits_for_others_is_made_once_with_all_that_has_happened(begun: DiscordWorld) -> None:
    making, before = bot_of(begun).services.publisher._making, public_requests(begun)
    async with AsyncExitStack() as others:
        for _ in range(_MADE_AT_ONCE):
            await others.enter_async_context(making)
        for _ in range(2):
            table, match = table_in(begun), match_in(begun)
            (seat,) = match.actors()
            person = Person(table.seats[seat].user_id or 0, table.seats[seat].name)
            with begun.env._bot_scope():
                await tables_of(begun).apply(table.id, play.move, person, table.revision, str(match.moves(seat)[0]))
    await begun.pass_time(2)
    assert public_requests(begun) == before + 1
    assert all(f"`{tile}`" in words_in(board_of(begun)) for tile in lies(begun)[-2:])


async def test_an_unchanged_board_is_posted_again_on_request(begun: DiscordWorld) -> None:
    await play_one(begun)
    old = board_of(begun)["id"]
    await begun.slash("Borys", "table show")
    assert board_of(begun)["id"] != old
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_nothing_is_remembered_of_a_table_that_is_over(begun: DiscordWorld) -> None:
    publisher: Publisher = bot_of(begun).services.publisher
    match_id = table_in(begun).id
    await play_one(begun)
    board_id = table_in(begun).stored.board_id
    assert board_id in publisher._looks
    await end_table(begun, "Ada")
    await begun.click("Ada", "Resign")
    assert tables_of(begun).cached_in(begun.channel.id) is None
    assert board_id not in publisher._looks
    assert match_id not in publisher._calls._called
    assert match_id not in publisher._before
    assert len(publisher.queue) == 0


async def _until_turn_of_ada(world: DiscordWorld) -> None:
    """Let computers play until Ada's time begins."""
    for _ in range(120):
        mover = table_in(world).to_move()
        if mover is not None and mover.user_id == user_id(world, "Ada"):
            break
        await world.pass_time(0.5)
    await world.pass_time(1.5)


@pytest.mark.parametrize("game", some_of(games.TABLE_GAMES, 4))
async def test_a_step_that_shows_nobody_anything_new_leaves_the_channel_alone(world: DiscordWorld, game: str) -> None:
    """Seats taken back needlessly, or a table read again."""
    await world.slash("Ada", "play", game=game)
    host = Person(user_id(world, "Ada"), "Ada")
    while len(table_in(world).seats) < min(games.TABLE_GAMES[game].seat_counts):
        with world.env._bot_scope():
            await tables_of(world).apply(table_in(world).id, lobby.add_computer, host, Player.CASUAL)
    await world.click("Ada", id_prefix="b:start")
    await world.pass_time(91 if table_in(world).agreeing else 1)
    if games.TABLE_GAMES[game].info.signs:  # computers call when they feel like it
        await bot_of(world)._kent_computers.close()
    await _until_turn_of_ada(world)
    match_id = table_in(world).id
    publisher = bot_of(world).services.publisher
    before = public_requests(world)
    for _ in range(3):
        with world.env._bot_scope():
            table = table_in(world)
            publisher.on_change(table, table)
            await tables_of(world).record_display(match_id, shown_revision=-1)
        await world.click("Ada", "My hand")
        await world.click("Borys", "Menu")
    assert public_requests(world) == before


# --- Boards that cannot be shown -------------------------------------------------------------------------------------


@BY_CHANNEL
async def test_a_board_long_forbidden_is_shown_when_allowed_without_a_move(
    begun: DiscordWorld,
) -> None:
    begun.fail(Route.EDIT, 403, code=50013, times=None)
    await play_one(begun)
    await begun.pass_time(1500)
    begun.heal()
    assert "opens with `0-0`" not in words_in(board_of(begun))
    await begun.pass_time(301)
    assert "opens with `0-0`" in words_in(board_of(begun))


async def test_the_shown_state_of_a_board_is_saved_when_all_is_quiet(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await begun.pass_time(ACTIVE_S + 31)
    saved = (await stored_match(begun, match_id)).shown_revision
    for _ in range(3):
        await play_one(begun)
        assert (await stored_match(begun, match_id)).shown_revision == saved
    await begun.pass_time(ACTIVE_S + 31)
    assert (await stored_match(begun, match_id)).shown_revision == table_in(begun).revision


@BY_CHANNEL
async def test_a_board_that_could_not_be_shown_is_never_saved_as_shown(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    await play_one(begun)
    begun.fail(Route.EDIT, 500, times=None)
    await play_one(begun)
    await begun.pass_time(30)
    assert (await stored_match(begun, match_id)).shown_revision < table_in(begun).revision
    begun.heal()
    await begun.pass_time(ACTIVE_S + 31)
    assert (await stored_match(begun, match_id)).shown_revision == table_in(begun).revision


async def test_a_clean_stop_leaves_nothing_to_be_shown_again(begun: DiscordWorld) -> None:
    await play_one(begun)
    await begun.pass_time(ACTIVE_S)
    before = public_requests(begun)
    await begun.restart()
    await begun.pass_time(10)
    assert public_requests(begun) == before


# --- Hands that are answered while the table moves on ----------------------------------------------------------------


async def test_a_hand_that_was_being_sent_when_its_turn_came_shows_the_turn(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Reply.whisper
    ada = Person(user_id(begun, "Ada"), "Ada")

    async def slow(reply: Reply, message: Any) -> Answer:
        answer = await real(reply, message)
        if lies(begun) == []:
            table = table_in(begun)
            await tables_of(begun).apply(table.id, play.move, ada, table.revision, "0-0")
            await bot_of(begun).services.publisher.queue.update_now(begun.channel.id, table.id)
        return answer

    monkeypatch.setattr(Reply, "whisper", slow)
    await begun.click("Borys", "My hand")
    assert "Your turn!" in words_in(hand_of(begun, "Borys") or {})
    assert move_buttons(begun, "Borys")


async def test_a_late_hand_is_renewed_in_place_and_never_on_the_board(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Reply.whisper

    async def late(reply: Reply, message: Any) -> Answer:
        await reply._defer()
        return await real(reply, message)

    monkeypatch.setattr(Reply, "whisper", late)
    await begun.click("Borys", "My hand")
    monkeypatch.undo()
    board = board_of(begun)["id"]
    await look(begun, "Ada")
    await begun.press("Ada", button_of(begun, "Ada", "0-0"))
    assert "Your turn!" in words_in(hand_of(begun, "Borys") or {})
    public = "".join(words_in({"text": read(message)}) for message in begun.messages())
    assert "Your turn!" not in public
    assert board_of(begun)["id"] == board
    assert "opens with `0-0`" in words_in(board_of(begun))


# --- Closing ---------------------------------------------------------------------------------------------------------


async def test_what_happens_while_the_tables_close_is_shown_in_the_pads(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_party(world, options="tempo=none")
    real = Tables.close
    match_id, caller = table_in(world).id, user_id(world, "Borys")

    async def close(tables: Tables) -> None:
        person = Person(caller, "Borys")
        await tables.apply(match_id, lambda table, now: play.call(table, person, table.deal, "kent", now))
        await real(tables)

    monkeypatch.setattr(Tables, "close", close)
    await world.restart()
    await wake(world)
    assert table_in(world).deal == 2
    assert "Deal 1" in direct_words(world, "Celina")


async def test_a_pad_that_is_sent_while_the_bot_stops_is_found_again(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_party(world, agree=False, options="tempo=none")
    real = Tables.close
    match_id = table_in(world).id
    number = seat_number(world, "Ada")

    def proposed(person: Person, table: Table, now: float) -> Step:
        return signs.propose(table, person, "ear", now)

    async def close(tables: Tables) -> None:
        for name in ("Ada", "Celina"):
            person = Person(user_id(world, name), name)
            await tables.apply(match_id, partial(proposed, person))
        await real(tables)

    monkeypatch.setattr(Tables, "close", close)
    await world.restart()
    await wake(world)
    pad = table_in(world).pad_of(number)
    assert pad is not None
    assert pad.pad_id is not None
    assert pad.pad_id == world.direct_messages("Ada")[-1].id
    assert len(world.direct_messages("Ada")) == 2


async def test_nothing_is_shown_after_the_bot_has_stopped(begun: DiscordWorld) -> None:
    services = bot_of(begun).services
    table = table_in(begun)
    await begun.restart()
    before = public_requests(begun)
    services.publisher.repost(table)
    services.publisher.on_change(table, None)
    services.pads.on_change(table, None)
    await begun.pass_time(10)
    assert public_requests(begun) == before
