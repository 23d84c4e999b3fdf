"""Whole matches, played with commands and clicks."""

import logging
from contextlib import AbstractAsyncContextManager

import pytest
from simcord.types import HttpLogEntry

import games
from bot.requests.table import replays
from storage.database import Database, Transaction
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    SHORT,
    board_of,
    end_table,
    everything_said,
    hand_of,
    is_private,
    log_of,
    look,
    match_in,
    mover,
    open_match,
    play_near_the_end,
    play_one,
    play_to_the_end,
    replay,
    results_of,
    said,
    seat_number,
    shown,
    stored_match,
    table_in,
    tables_of,
    tiles_in,
    user_id,
    waiting,
    words_in,
)
from tests.bot.play.league.tournaments.at_tournaments import enter_thread
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import dealt_view

DRAWS_IN_A_ROW = "shuffle 1236"
"""In Five to Fourteen, with the first of the moves each time, a player draws several tiles in one turn."""


async def test_when_the_host_starts_the_board_takes_the_place_of_the_lobby(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.click("Ada", "Start")
    board = world.messages()[0]
    assert [embed.title for embed in board.embeds] == ["Block with Bonus — Ada to play"]
    assert len(board.attachments) == 1
    hand = await world.click("Ada", "My hand")
    assert hand.ephemeral


async def test_two_people_play_a_match_of_block_from_play_to_the_saved_result(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id

    clicks = await play_to_the_end(world)

    assert clicks <= 2
    log = await log_of(world, match_id)
    seed = (await stored_match(world, match_id)).seed
    again = games.new_match("block", seats=2, seed=seed)
    for entry in log:
        assert entry.seat is not None
        again.play(entry.seat, entry.move)
    assert again.outcome is not None
    deals, ends = await results_of(world, match_id)
    assert [(one.seat, one.user_id, one.score) for one in ends] == [
        (0, user_id(world, "Ada"), again.scores[0]),
        (1, user_id(world, "Borys"), again.scores[1]),
    ]
    assert max(again.scores) >= 100
    assert [one.won for one in ends] == [seat in again.outcome.winners for seat in (0, 1)]
    assert sorted(one.rank for one in ends) == [1, 2]
    assert [sum(deal.points for deal in deals if deal.seat == seat) for seat in (0, 1)] == list(again.scores)

    summary = world.messages()[-1]
    winner = ("Ada", "Borys")[again.outcome.winners[0]]
    assert summary.embeds[0].title == "Block with Bonus: the match is over"
    assert f"**{winner}** wins the match" in (summary.embeds[0].description or "")
    assert f"{max(again.scores)} points" in (summary.embeds[0].fields[0].value or "")
    ended = everything_said(world).count("is over") - 1
    assert ended == len({deal.deal for deal in deals}), "each deal's end stays in the channel, once"


async def test_the_record_of_a_match_that_is_over_replays_to_its_result(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await play_to_the_end(world)

    await world.click("Celina", "Replay")
    answer = await world.click("Celina", "Record")

    assert answer.ephemeral
    assert answer.response is not None
    [file] = answer.response.attachments
    replayed = games.replay((await file.read()).decode())
    _, ends = await results_of(world, match_id)
    assert replayed.scores == tuple(one.score for one in ends)
    by_command = await replay(world, "Celina", match_id)
    assert match_id in said(by_command)


async def test_a_result_can_be_shared_as_text(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    await play_to_the_end(world)
    monkeypatch.setattr(replays, "course_of", None)  # what is stored tells it: nothing is played again
    answer = await world.click("Celina", "Share")
    assert answer.ephemeral
    shared = [
        "Boneyard · Block with Bonus",
        "Ada wins the match!",
        "Ada 139, Borys 0",
        "🟩🟩 Ada",
        "⬜⬜ Borys",
        "2 deals were played.",
    ]
    ending = world.messages()[-1]
    link = f"https://discord.com/channels/{world.guild.id}/{ending.channel.id}/{ending.id}"
    assert said(answer).splitlines() == ["```text", *shared, "```", link, "-# 🟩 the best in that deal"]
    await world.click("Celina", "Post here")
    assert world.messages()[-1].content.splitlines() == ["**Celina**", *shared, link]


async def test_a_rematch_opens_a_lobby_with_the_same_players_and_starts(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    first = table_in(world).id
    await play_to_the_end(world)

    await world.click("Borys", "Rematch")

    table = table_in(world)
    assert table.stored.rematch_of == first
    assert [seat.name for seat in table.seats] == ["Ada", "Borys"]
    assert table.host_name == "Borys"
    assert "Start" in world.labels("Borys")
    assert not {"Join", "Add computer", "Fill seats"} & set(world.labels("Borys"))
    await world.click("Borys", id_prefix="b:start")
    await play_one(world)
    assert table_in(world).revision >= 1


async def test_a_rematch_against_computers_alone_starts_at_once(world: DiscordWorld) -> None:
    await open_match(world, clock="none", computer="casual")
    first = table_in(world).id
    await end_table(world, "Ada")
    await world.click("Ada", "Yes")
    answer = await world.click("Ada", "Rematch")
    table = table_in(world)
    assert (table.stored.rematch_of, table.status) == (first, Status.PLAYING)
    assert [seat.user_id for seat in table.seats] == [user_id(world, "Ada"), None]
    assert answer.ephemeral
    assert "Your hand" in said(answer)


async def test_a_second_click_on_rematch_points_to_the_lobby_that_is_open(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    await play_to_the_end(world)
    rematch = world.button("Ada", "Rematch")
    await world.press("Ada", rematch)
    answer = await world.press("Borys", rematch)
    assert f"/{table_in(world).stored.board_id}" in said(answer)
    assert answer.ephemeral


@pytest.mark.parametrize(("guests", "computer"), [(("Borys",), ""), ((), "casual")])
async def test_a_rematch_in_a_taken_channel_opens_in_a_thread(
    world: DiscordWorld, chance: KnownChance, guests: tuple[str, ...], computer: str
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, *guests, clock="none", **({"computer": computer} if computer else {}))
    first = table_in(world).id
    if guests:
        await play_to_the_end(world)
    else:
        await end_table(world, "Ada")
        await world.click("Ada", "Yes")
    rematch = world.button("Ada", id_prefix="b:rematch")
    await world.slash("Celina", "play", game="bingo")
    assert "A table is already open here: <#" in said(await world.press("Ada", rematch))
    await world.click("Ada", "Rematch in a thread")
    thread = next(channel for channel in world.env.backend.channels.values() if channel.is_thread)
    table = tables_of(world).cached_in(thread.id)
    assert table is not None
    assert table.stored.rematch_of == first
    assert (table.status is Status.PLAYING) == (not guests)
    enter_thread(world)
    called = [user.id for message in world.messages(channel="thread") for user in message.mentions]
    assert called == [user_id(world, name) for name in guests]
    twice = said(await world.press("Ada", rematch))
    assert f"A table is already open here: <#{world.channels['thread'].id}>" in twice
    assert len([one for one in world.env.backend.channels.values() if one.is_thread]) == 1
    assert any(f"is in <#{thread.id}>" in words_in(one) for one in shown(world, "Ada"))


async def test_a_spectator_who_wants_a_rematch_gets_a_table_of_their_own(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="slow")
    await play_to_the_end(world)
    answer = await world.click("Celina", "Rematch")
    assert said(answer).startswith("You did not play in that match. Open a table of your own with the same settings:")
    await world.click("Celina", "Open a table")
    assert [seat.name for seat in table_in(world).seats] == ["Celina"]
    assert table_in(world).stored.clock == "slow"


def is_public(request: HttpLogEntry) -> bool:
    """Return True if the bot sent this publicly."""
    if request.path.endswith("/callback") and isinstance(request.json, dict):
        return request.json["type"] == 4 and not request.json["data"].get("flags", 0) & 64
    return request.path.startswith("/channels")


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("game", ["block", "five_to_fourteen"])
async def test_hidden_tiles_appear_in_nothing_that_anyone_is_sent(
    world: DiscordWorld, chance: KnownChance, caplog: pytest.LogCaptureFixture, game: str, seed: str
) -> None:
    caplog.set_level(logging.DEBUG)
    chance.fix_seed(f"secret {seed}")
    await open_match(world, "Borys", game=game, clock="none")
    await look(world, "Ada")
    await look(world, "Borys")
    for _ in range(8):
        match = match_in(world)
        lying = tiles_in(" ".join(str(event.tiles[0]) for event in match.events if event.kind == "played"))
        hands = {name: {str(tile) for tile in match.view(seat_number(world, name)).hand} for name in ("Ada", "Borys")}
        for message in shown(world):
            assert tiles_in(words_in(message)) <= lying
        for name, other in (("Ada", "Borys"), ("Borys", "Ada")):
            mine = [message for message in shown(world, name) if is_private(message)]
            assert tiles_in(words_in(mine[-1])) <= lying | hands[name]
            assert not tiles_in(words_in(mine[-1])) & (hands[other] - lying)
        assert shown(world, "Celina") == shown(world)
        if dealt_view(match).deal > 1:
            break
        await play_one(world)
    public = [words_in({"sent": entry.json}) for entry in world.env.http_requests if is_public(entry)]
    assert public
    lying = {str(tile) for event in match_in(world).events if event.kind in ("played", "shown") for tile in event.tiles}
    assert tiles_in("\n".join(public)) <= lying
    logged = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("aiosqlite"))
    assert f"secret {seed}" not in logged
    assert not [record for record in caplog.records if record.name.startswith("bot") and tiles_in(record.getMessage())]


async def test_the_hand_shows_the_own_tiles_with_a_text_that_says_the_same(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys", clock="none")
    hand = await look(world, "Ada")
    tiles = match_in(world).view(0).hand
    [picture] = hand["attachments"]
    assert picture["description"].startswith("Your tiles: " + ", ".join(map(str, tiles)))
    assert not tiles_in(picture["filename"])


async def test_everyone_sees_a_move_at_once_and_the_hand_renews_itself_in_place(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    name, other = mover(world), waiting(world)
    first = await look(world, name)
    theirs = await look(world, other)
    await play_one(world)
    tile = str(match_in(world).view(None).as_dict()["line"]["tiles"][0]["tile"])  # type: ignore[index]  # plain JSON
    assert f"`{tile}`" in words_in(board_of(world))
    after = hand_of(world, name)
    assert after is not None
    assert after["id"] == first["id"]
    assert tile not in tiles_in(after["attachments"][0]["description"])
    renewed = hand_of(world, other)
    assert renewed is not None
    assert renewed["id"] == theirs["id"]
    assert "Your turn!" in words_in(renewed), "the hand of the player to move is refreshed while its token lives"


@pytest.mark.thorough
async def test_a_round_of_five_to_fourteen_tells_draws_in_one_line(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(DRAWS_IN_A_ROW)
    await open_match(world, "Borys", game="five_to_fourteen", clock="none", options="rounds=one")
    match_id = table_in(world).id
    told: list[str] = []
    while table_in(world).stored.deals_ended < 3:
        await play_one(world)
        told.append(board_of(world)["embeds"][0].get("description", ""))
    log = await log_of(world, match_id)
    runs, run = [], 0
    for entry in log:
        run = run + 1 if entry.move == "draw" else 0
        runs.append(run)
    longest = max(runs)
    assert longest >= 2, "this shuffle has no draws in succession; choose another"
    assert any(f"draws {longest} tiles." in text for text in told)
    assert all(entry.user_id is None for entry in log if entry.move == "draw"), "forced draws are done by the table"

    await play_near_the_end(world, 20)
    clicks = await play_to_the_end(world)

    assert clicks <= 2
    _, ends = await results_of(world, match_id)
    assert len(ends) == 2
    assert "Five to Fourteen: the match is over" in everything_said(world)


async def test_who_plays_alone_has_no_end_beside_leave_and_no_one_is_asked_for_a_seat(world: DiscordWorld) -> None:
    await open_match(world, clock="none", computer="casual")
    assert "Ask for a seat" not in world.labels("Celina")
    await world.click("Ada", "Menu")
    assert {"Leave", "End the match"} & set(world.labels("Ada")) == {"Leave"}
    await world.click("Ada", "Leave")
    await world.click("Ada", "Yes")
    assert tables_of(world).cached_in(world.channels["dominoes"].id) is None


async def test_a_move_at_a_table_without_a_pairing_reads_nothing(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look(begun, "Ada")
    await play_one(begun)
    await look(begun, mover(begun))
    begins: list[str] = []

    def read(database: Database) -> AbstractAsyncContextManager[Transaction]:
        begins.append("read")
        return unpatched(database)

    unpatched = Database.read
    monkeypatch.setattr(Database, "read", read)
    await play_one(begun)
    await begun.pass_time(5)
    assert begins == []
