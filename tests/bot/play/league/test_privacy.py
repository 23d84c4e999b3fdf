"""/privacy by clicks: kept data, file, and deletion."""

import json
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.locales import LOCALES, words
from bot.messages.chips import leaders_message, statement_message
from bot.messages.kent_tally import bluff_text
from bot.messages.parts.components import Kind
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from storage import ledger
from storage.ledger import Page, Payment, StatementLine
from storage.matches import Status
from storage.privacy import people
from tests.bot.messages.test_kent_tally import a_call
from tests.bot.play.at_table import (
    SHORT,
    bot_of,
    open_match,
    pause_match,
    play_quickly,
    replay,
    said,
    set_own,
    table_in,
    tables_of,
    user_id,
    wake,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.storage.privacy.histories import said_of


@pytest.fixture(autouse=True)
def _short(chance: KnownChance) -> None:
    chance.fix_seed(SHORT)


async def play_match(world: DiscordWorld) -> str:
    """Let Ada beat Borys at Block; return the match id."""
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await play_quickly(world)
    return match_id


async def forget(world: DiscordWorld, name: str) -> InteractionResult:
    await world.slash(name, "privacy")
    await world.click(name, id_prefix="b:privacyask")
    return await world.click(name, id_prefix="b:privacyforget")


async def file_of(answer: InteractionResult) -> Any:
    shown = answer.followups[-1] if answer.followups else answer.response
    assert shown is not None
    [file] = shown.attachments
    assert file.filename == "boneyard.json"
    return json.loads((await file.read()).decode())


async def test_who_has_never_played_is_told_that_nothing_is_kept(world: DiscordWorld) -> None:
    answer = await world.slash("Celina", "privacy")
    assert answer.ephemeral
    assert "I have no data about you." in said(answer)
    assert "I keep it" not in said(answer), "there is nothing to keep"
    assert "What I store about you, I keep until you delete it." in said(answer)
    assert world.labels("Celina") == []


async def test_what_is_kept_is_counted_and_given_as_a_file(world: DiscordWorld) -> None:
    match_id = await play_match(world)
    answer = await world.slash("Borys", "privacy")
    assert answer.ephemeral
    assert "• 1 seat in a match, with your moves\n• 1 result in a league" in said(answer)
    assert "30 days after a server has removed me" in said(answer)
    told = await file_of(await world.click("Borys", id_prefix="b:privacyfile"))
    assert told["user_id"] == user_id(world, "Borys")
    assert [one["id"] for one in told["matches"]] == [match_id]
    assert [one["won"] for one in told["match_results"]] == [False]
    assert {one["user_id"] for one in told["match_log"]} == {user_id(world, "Borys")}
    assert SHORT not in json.dumps(told)


async def test_a_match_that_goes_on_gives_away_no_shuffle_in_the_file(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    await world.slash("Ada", "privacy")
    told = await file_of(await world.click("Ada", id_prefix="b:privacyfile"))
    assert [one["status"] for one in told["matches"]] == ["playing"]
    assert SHORT not in json.dumps(told)


async def test_a_forgotten_person_is_a_former_player_to_others(world: DiscordWorld) -> None:
    match_id = await play_match(world)
    await set_own(world, "Borys", "notices", "none")
    done = await forget(world, "Borys")
    assert "Your data is gone." in said(done)
    database = bot_of(world).services.database
    assert await said_of(database, user_id(world, "Borys"), '"Borys"') == []
    await replay(world, "Ada", match_id)
    record = await world.click("Ada", id_prefix=f"b:{Kind.RECORD}:")
    assert record.response is not None
    text = (await record.response.attachments[0].read()).decode()
    assert "# 1: former player" in text
    assert "Borys" not in text
    assert "I have no data about you." in said(await world.slash("Borys", "privacy"))


async def test_the_memory_of_the_bot_does_not_bring_a_name_back(world: DiscordWorld) -> None:
    match_id = await play_match(world)
    before = await tables_of(world).find(match_id)
    assert before is not None
    tables_of(world)._store.put(before)  # it is still held, as while its end is shown
    await forget(world, "Borys")
    after = await tables_of(world).find(match_id)
    assert after is not None
    assert [seat.name for seat in after.seats] == ["Ada", ""]
    preferences = bot_of(world).services.preferences
    assert user_id(world, "Borys") not in {user for _, user in preferences._players}


async def test_a_half_played_solitaire_goes_and_its_buttons_say_so(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="pyramid")
    hint = world.button("Ada", id_prefix="b:solohint")
    await forget(world, "Ada")
    database = bot_of(world).services.database
    assert await said_of(database, user_id(world, "Ada")) == []
    answer = await world.press("Ada", hint)
    assert "solitaire" in said(answer)
    assert await said_of(database, user_id(world, "Ada")) == []


async def test_who_sits_at_a_live_table_is_told_to_leave_it_first(world: DiscordWorld) -> None:
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    refused = await forget(world, "Borys")
    assert "You have a seat at a table: https://discord.com/channels/" in said(refused)
    assert table_in(world).seat_of(user_id(world, "Borys")) is not None
    async with bot_of(world).services.database.read() as tx:
        assert len(await people.tables_of(tx, user_id(world, "Borys"))) == 1


async def test_a_forgotten_person_s_running_match_gives_them_no_result(world: DiscordWorld) -> None:
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await pause_match(world)
    await world.slash("Borys", "table leave")
    await world.click("Borys", "Yes")
    assert "Your data is gone." in said(await forget(world, "Borys"))
    await wake(world)
    table = table_in(world)
    assert (table.id, table.status) == (match_id, Status.PAUSED)
    assert table.entry is not None
    assert table.entry.entrants[0] == user_id(world, "Ada")
    assert table.entry.entrants[1] < 0
    assert await said_of(bot_of(world).services.database, user_id(world, "Borys"), '"Borys"') == []


async def test_nobody_is_forgotten_by_anything_but_their_own_click(world: DiscordWorld) -> None:
    await play_match(world)
    await world.slash("Borys", "privacy")
    await world.click("Borys", id_prefix="b:privacyask")
    forgets = world.button("Borys", id_prefix="b:privacyforget")
    assert "Your data is gone" in said(await world.press("Celina", forgets))  # of whom nothing was kept anyway
    async with bot_of(world).services.database.read() as tx:
        assert (await people.long_traces(tx, user_id(world, "Borys"))) != ()
    await world.slash("Borys", "privacy")
    await world.click("Borys", id_prefix="b:privacyask")
    assert "Nothing has changed." in said(await world.click("Borys", "Keep everything"))
    async with bot_of(world).services.database.read() as tx:
        assert (await people.long_traces(tx, user_id(world, "Borys"))) != ()


async def test_a_rematch_keeps_no_seat_for_somebody_who_has_been_forgotten(world: DiscordWorld) -> None:
    await play_match(world)
    await forget(world, "Borys")
    await world.click("Ada", "Rematch")
    assert [seat.user_id for seat in table_in(world).seats] == [user_id(world, "Ada")]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_former_player_has_words_in_every_language(locale: str) -> None:
    w = words(locale)
    bluff = a_call(0, "stop@1", (0, 1), names=("Ada", "", "Celina", "Dmitri"))
    assert w("board.computer") in bluff_text(bluff, str, w)
    forgotten = type(bluff)(**{**vars(bluff), "players": (bluff.players[0], (-77, ""), *bluff.players[2:])})
    assert w("name.former") in bluff_text(forgotten, lambda user_id: called({}, user_id, w), w)
    line = StatementLine(1, None, None, -77, 5, ledger.TOP_UP, 0.0, 5)
    statement = statement_message(Page((line,), 1), "", 0, Reader(w), manages=False).embed
    assert statement is not None
    assert w("name.former") in str(statement.description)
    assert "<@-" not in str(statement.description)
    assert leaders_message(Page((), 0), 0, 5, Reader(w), manages=False).embed is not None


async def test_chips_of_somebody_who_is_forgotten_are_paid_by_a_former_player(world: DiscordWorld) -> None:
    match_id = await play_match(world)
    ada, borys, guild = user_id(world, "Ada"), user_id(world, "Borys"), world.guild.id
    async with bot_of(world).services.database.write() as tx:
        await ledger.sit_down(tx, guild, [ada, borys], 0.0)
        await ledger.pay(tx, guild, match_id, [Payment(1, 1, borys, ada, 28, "opening", 1.0)])
    await forget(world, "Borys")
    await world.slash("Ada", "chips")
    text = said(await world.click("Ada", "My payments"))
    assert "**+28 $** · opening double · former player" in text
    assert "Borys" not in said(await world.click("Ada", "Leaderboard"))
    async with bot_of(world).services.database.read() as tx:
        assert await ledger.audit(tx) == ()
