"""A bot that stops and comes back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import games
from bot.league.scheduler import LeagueScheduler
from bot.posts.open_hands import ACTIVE_S
from bot.posts.unsaved_messages import UnsavedMessages
from bot.tables import ending, lobby, play
from bot.tables.state import Person
from games import Match
from storage.database import Unavailable
from storage.matches import Player, Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    boards,
    bot_of,
    everything_said,
    log_of,
    look,
    match_in,
    move_buttons,
    open_match,
    play_one,
    play_to_the_end,
    results_of,
    shown,
    table_in,
    tables_of,
    user_id,
    wake,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route


async def test_every_button_goes_on_working_after_a_restart(begun: DiscordWorld) -> None:
    await look(begun, "Ada")
    lead = move_buttons(begun, "Ada")[0]
    await begun.restart()
    await begun.press("Ada", lead)
    assert table_in(begun).revision >= 1
    assert "opens with" in words_in(board_of(begun))
    await look(begun, "Borys")
    await play_one(begun)
    await begun.restart()
    await begun.click("Celina", "Menu")
    await begun.click("Ada", "Menu")
    await begun.restart()
    await begun.click("Ada", "End the match")
    await begun.restart()
    await begun.click("Ada", "Ask everyone to agree")
    await begun.restart()
    await begun.click("Borys", "Agree")
    assert "The match was abandoned" in everything_said(begun)


async def test_a_lobby_outlives_a_restart(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", clock="none")
    await world.restart()
    await world.click("Borys", "Join")
    await world.restart()
    await world.click("Ada", "Start")
    await play_one(world)
    assert table_in(world).status is Status.PLAYING


@pytest.mark.thorough
async def test_a_match_restarted_repeatedly_ends_with_one_result(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    for number in range(12):
        await play_one(begun)
        if number % 4 == 3:
            before = match_in(begun)
            await begun.restart()
            await wake(begun)
            assert match_in(begun) == before
    await play_to_the_end(begun)
    deals, ends = await results_of(begun, match_id)
    assert len(ends) == 2
    assert everything_said(begun).count("is over") == len({deal.deal for deal in deals}) + 1


async def test_a_restart_posts_nothing_twice(begun: DiscordWorld) -> None:
    await play_one(begun)
    await begun.pass_time(61)
    await play_one(begun)
    await begun.pass_time(ACTIVE_S)
    before = [(message.id, message.content) for message in begun.messages()]
    await begun.restart()
    await begun.pass_time(120)
    await wake(begun)
    tables_of(begun).show(table_in(begun))  # as any touch would
    await begun.env.settle()
    assert [(message.id, message.content) for message in begun.messages()] == before


async def move_unseen(world: DiscordWorld, name: str, text: str) -> None:
    """Save a move while Discord accepts no request."""
    person = Person(user_id(world, name), name)
    table = table_in(world)
    with world.env._bot_scope():
        await tables_of(world).apply(table.id, play.move, person, table.revision, text)
    await world.env.settle()


@contextmanager
def killed_before_saving_a_board(world: DiscordWorld) -> Iterator[None]:
    """Let the bot post one board, and then stop its writes."""

    async def die(*_: object, **__: object) -> None:
        bot_of(world).services.publisher.queue._closed = True
        raise Unavailable("killed")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(UnsavedMessages, "save_table", die)
        yield


async def test_a_board_posted_just_before_a_kill_is_the_board_after_the_restart(
    begun: DiscordWorld,
) -> None:
    before = boards(begun)
    with killed_before_saving_a_board(begun):
        await begun.slash("Ada", "table show")
    assert len(boards(begun)) == 2
    [new] = set(boards(begun)) - set(before)
    await begun.restart()
    await play_one(begun)
    await begun.pass_time(5)
    assert boards(begun) == [new] == [str(table_in(begun).stored.board_id)]
    assert "opens with" in words_in(board_of(begun))


async def test_a_lobby_posted_just_before_a_kill_is_the_lobby_after_the_restart(
    world: DiscordWorld,
) -> None:
    with killed_before_saving_a_board(world):
        await world.slash("Ada", "play", game="block", clock="none")
    [lobby] = boards(world)
    await world.restart()
    await world.pass_time(5)
    await world.click("Borys", "Join")
    assert boards(world) == [lobby] == [str(table_in(world).stored.board_id)]


@BY_CHANNEL
async def test_moves_that_were_not_shown_are_shown_after_a_restart(begun: DiscordWorld) -> None:
    begun.fail(Route.EDIT, 500, times=None)
    await move_unseen(begun, "Ada", "0-0")
    assert "opens with" not in words_in(board_of(begun))
    begun.heal()
    await begun.restart()
    await begun.env.settle()
    await wake(begun)
    assert "opens with `0-0`" in words_in(board_of(begun))
    assert len(await log_of(begun, table_in(begun).id)) >= 1


async def play_out_the_deal(world: DiscordWorld) -> None:
    """Play without clicks until a deal more has ended."""
    ended = table_in(world).stored.deals_ended
    while tables_of(world).cached_in(world.channel.id) and table_in(world).stored.deals_ended == ended:
        match: Match = match_in(world)
        seat = table_in(world).seats[match.actors()[0]]
        await move_unseen(world, seat.name, str(match.moves(seat.seat)[0]))


@BY_CHANNEL
async def test_an_unannounced_deal_end_is_announced_once_after_a_restart(
    begun: DiscordWorld,
) -> None:
    for route in (Route.EDIT, Route.SEND):
        begun.fail(route, 500, times=None)
    await play_out_the_deal(begun)
    assert "Deal 1 is over" not in everything_said(begun)
    begun.heal()
    await begun.restart()
    await begun.env.settle()
    await begun.restart()
    await begun.env.settle()
    assert everything_said(begun).count("Deal 1 is over") == 1
    await wake(begun)
    assert "Deal 2" in words_in(board_of(begun))
    assert len([message for message in begun.messages() if message.components]) == 1


@BY_CHANNEL
async def test_an_unposted_summary_is_posted_once_after_a_restart(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    for route in (Route.EDIT, Route.SEND):
        begun.fail(route, 500, times=None)
    while tables_of(begun).cached_in(begun.channel.id):
        await play_out_the_deal(begun)
    begun.heal()
    await begun.restart()
    await begun.env.settle()
    await begun.restart()
    await begun.env.settle()
    text = everything_said(begun)
    deals, _ = await results_of(begun, match_id)
    assert text.count("the match is over") == 1
    for number in {deal.deal for deal in deals}:
        assert text.count(f"Deal {number} is over") == 1
    assert "Rematch" in begun.labels("Celina")


async def test_a_computer_goes_on_after_a_restart(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, clock="none", computer="casual")
    await look(world, "Ada")
    world.moment = 0
    await world.press("Ada", next(one for one in move_buttons(world, "Ada") if one.custom_id.startswith("b:move:")))
    revision = table_in(world).revision
    assert table_in(world).seats[1].player is Player.CASUAL
    await world.restart()
    await world.pass_time(5)
    await wake(world)
    assert table_in(world).revision > revision


@BY_CHANNEL
async def test_a_lobby_that_changed_unseen_is_shown_as_it_is_after_a_restart(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    world.fail(Route.EDIT, 500, times=None)
    with world.env._bot_scope():
        borys = Person(user_id(world, "Borys"), "Borys")
        await tables_of(world).apply(table_in(world).id, lobby.join, borys)
    await world.env.settle()
    world.heal()
    await world.restart()
    await world.env.settle()
    assert "**Borys**" in everything_said(world)


@BY_CHANNEL
async def test_a_match_broken_off_unseen_says_so_after_a_restart(begun: DiscordWorld) -> None:
    begun.fail(Route.EDIT, 500, times=None)
    with begun.env._bot_scope():
        judge = Person(1, "Judge", moderator=True)
        await tables_of(begun).apply(table_in(begun).id, ending.end, judge, None)
    await begun.env.settle()
    begun.heal()
    await begun.restart()
    await begun.env.settle()
    assert "The match was abandoned" in everything_said(begun)


async def test_what_waits_to_be_shown_is_shown_before_the_bot_stops(
    begun: DiscordWorld,
) -> None:
    bot_of(begun).services.publisher.queue.pause = 5.0
    begun.moment = 0
    await play_one(begun)
    await play_one(begun)
    tile = next(str(event.tiles[0]) for event in reversed(match_in(begun).events) if event.kind == "played")
    board = begun.messages()[0]
    await begun.restart()
    assert f"`{tile}`" in words_in({"embed": [one.to_dict() for one in begun.messages()[0].embeds]})
    assert begun.messages()[0].id == board.id


async def test_tables_of_an_unknown_game_wait_for_a_version_that_knows_it(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version without Block: its tables say so, others go on."""
    await play_one(begun)
    await begun.slash("Celina", "play", channel="second-table", game="block")
    before = match_in(begun)
    with monkeypatch.context() as older:
        older.setattr(games, "CATALOGUE", {key: game for key, game in games.CATALOGUE.items() if key != "block"})
        await begun.restart()
        await begun.env.settle()
        for channel in ("dominoes", "second-table"):
            assert "doesn't know the game at this table (block)" in shown(begun, channel=channel)[-1]["content"]
        assert bot_of(begun).services.of(LeagueScheduler)._timer is not None  # it has been looked after
        assert bot_of(begun)._retries  # servers that are gone are looked for tomorrow
        await begun.slash("Ada", "table show")
        assert "doesn't know the game at this table" in words_in(board_of(begun))
        await begun.pass_time(3 * 3600)
    await begun.restart()
    await begun.env.settle()
    assert match_in(begun) == before
    assert "Block" in words_in(board_of(begun))
