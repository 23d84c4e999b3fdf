"""Forged clicks of any kind get an answer."""

import logging
import random
from itertools import product

import discord
import pytest
from discord import InteractionType
from simcord.enums import ComponentType
from simcord.results import InteractionResult

from bot.league.administration.clicks import ModeratorClick
from bot.league.players.clicks import PlayersClick
from bot.league.seasons.clicks import SeasonClick
from bot.league.standings.clicks import StandingsClick
from bot.messages.parts.components import ClickKind, Kind, all_kinds
from bot.tables.state import Person
from tests import simulation
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    forged,
    hand_of,
    mover,
    open_match,
    play_one,
    read,
    said,
    shown,
    table_in,
    tables_of,
    tiles_in,
    user_id,
)
from tests.bot.play.kent.at_kent import open_party
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld
from tests.needs import ALL, some_of

STAGES = ("lobby", "block", "nos", "kent")

WORST = ("", "9" * 26, "0/" + "9" * 26 + "/0")
"""Nothing, and numbers that no database can count."""

JUNK = (
    "",
    "0",
    "1",
    "7",
    "-1",
    "999",
    "٣",
    "²",
    "?",
    "?x",
    "~",
    "~99999999999999999999",
    "?6-4~2",
    "x/y/z",
    "0/regular",
    "1/casual",
    "0/nobody/1",
    "9/9/9/9",
    "9/1/0",
    "٣/1/0",
    "6-6@left=9",
    "6-4",
    "9-9",
    "draw",
    "pass",
    "pass 6-4",
    "swap 0-0",
    "kent",
    "kent@9",
    "stop",
    "stop@-1",
    "stop-biskent@0",
    "close 6-4",
    "variant",
    "variant ????",
    "variant=",
    "offence",
    "block/99999999999999999999999",
    "nos/x",
    "nobody/0",
    "block/2",
    "wink",
    "renew",
    "limit",
    "target",
    "tells",
    "regular",
    "quick",
    "😀",
    "\x00",
    "\u202e\u200b",
    "**`<@1>`**",
    "a" * 60,
)
NUMBERS = ("0", "1", "2", "3", "17", "9" * 9, "9" * 30)
LAST = (Kind.LEAVE_LOBBY, Kind.CANCEL, Kind.START, Kind.REMATCH, Kind.END, Kind.LEAVE)
"""Kinds that may bring a table to another stage, and are tried after all others."""


async def junk(
    world: DiscordWorld, rng: random.Random, name: str, kind: ClickKind, match_id: str, rest: str | None
) -> InteractionResult:
    """Click a forged component; a `rest` of None is random."""
    component = "b" if rest is not None else rng.choice("bs")
    number, value = rng.choice(NUMBERS), rng.choice(JUNK)
    rest = rng.choice(JUNK) if rest is None else rest
    click = forged(world, name, component, kind, match_id, number, rest, value)
    [answer] = await simulation.deliver(world.env, click)
    what = f"{name}: {component}:{kind}:…:{number}:{rest!r} with {value!r}"
    assert answer.acknowledged, f"{what} was not answered"
    assert "Something went wrong" not in said(answer), what
    return answer


async def open_stage(world: DiscordWorld, stage: str) -> str:
    """Set a table to this stage; return its match's id."""
    if stage == "lobby":
        await world.slash("Ada", "play", game="nos")
        await world.click("Borys", id_prefix="b:join")
    elif stage == "kent":
        await open_party(world)
    else:
        await open_match(world, "Borys", game=stage, clock="none")
    table = tables_of(world).cached_in(world.channel.id)
    assert table is not None
    return table.id


def _tried(kind: ClickKind, stage: str) -> tuple[str | None, ...]:
    """Return what to try with a kind at a stage.

    It is one of the worst, and at the next stage another, plus random junk (None). Each kind is tried at every second
    stage.
    """
    turn = sorted(all_kinds()).index(kind) + STAGES.index(stage)
    return () if turn % 2 and not ALL else (WORST[turn // 2 % len(WORST)], None)


@pytest.mark.parametrize("stage", some_of(STAGES, 1))
async def test_junk_in_any_click_is_answered_and_no_fault_of_ours(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture, stage: str
) -> None:
    rng = random.Random(f"junk {stage}")
    for name in ("Borys", "Dmitri"):
        world.speak(name, "en-US")
    match_id = await open_stage(world, stage)
    world.moment = 0
    for kind in (*(kind for kind in sorted(all_kinds()) if kind not in LAST), *LAST):
        for number, rest in enumerate(_tried(kind, stage)):
            if tables_of(world).cached_in(world.channel.id) is None:
                world.moment = 1  # or the bot would have no requests left at this instant
                await world.pass_time(5)
                match_id = await open_stage(world, stage)
                world.moment = 0
            name = ("Ada", "Borys", "Celina")[number % 3]
            of = rng.choice((match_id, match_id, match_id, "", "AAAAAAAAAAA"))
            await junk(world, rng, name, kind, of, rest)
    await world.pass_time(5)
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors


async def test_a_seat_that_no_table_has_is_refused_with_a_word(begun: DiscordWorld) -> None:
    own_id = user_id(begun, "Ada")
    for kind in (Kind.ACCEPT_SEAT, Kind.END_OFFER, Kind.ADMIT, Kind.TURN_AWAY):
        for rest in (
            f"9/{own_id}/0",
            f"9/{own_id}/{own_id}",
            f"٣/{own_id}/0",
            f"9/{own_id}/0/{own_id}",
            f"٣/{own_id}/0/1",
        ):
            [answer] = await simulation.deliver(
                begun.env, forged(begun, "Ada", "b", kind, table_in(begun).id, "1", rest, "")
            )
            assert answer.acknowledged, kind
            assert "Something went wrong" not in said(answer), rest


FIELDS = (
    {"type": int(ComponentType.USER_SELECT), "custom_id": "people", "values": ["abc"]},
    {"type": int(ComponentType.USER_SELECT), "custom_id": "people", "values": [""]},
    {"type": int(ComponentType.USER_SELECT), "custom_id": "people", "values": ["9" * 30]},
    {"type": int(ComponentType.USER_SELECT), "custom_id": "people", "values": None},
    {"type": int(ComponentType.TEXT_INPUT), "custom_id": "record", "value": 7},
    {"type": int(ComponentType.TEXT_INPUT), "custom_id": "record", "value": "\u0000"},
    "junk",
    None,
)


@pytest.mark.parametrize("field", FIELDS)
async def test_junk_in_any_form_is_answered_and_is_no_fault_of_ours(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture, field: object
) -> None:
    await world.slash("Ada", "play", game="kent")
    world.moment = 0
    kinds = sorted(all_kinds())[FIELDS.index(field) :: len(FIELDS)]
    for kind in {ModeratorClick.AMEND, ModeratorClick.ADD_GAME, ModeratorClick.TAKE_RECORD, *kinds}:
        click, payload = forged(world, "Ada", "b", kind, "", "0", "0", "")
        components = [{"type": int(ComponentType.LABEL), "component": field}]
        payload["type"] = InteractionType.modal_submit.value
        payload["data"] = {"custom_id": f"f:{kind}::0:0", "components": components}
        [answer] = await simulation.deliver(world.env, (click, payload))
        assert answer.acknowledged, f"{kind} was not answered"
        assert "Something went wrong" not in said(answer), kind
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors


async def test_a_page_beyond_all_pages_shows_the_last(begun: DiscordWorld) -> None:
    for kind in (Kind.STATEMENT_PAGE, Kind.LEADERS_PAGE, Kind.RULES_PAGE):
        game = "block/" if kind is Kind.RULES_PAGE else ""
        texts = []
        for number in ("999", "9" * 26):
            [answer] = await simulation.deliver(
                begun.env, forged(begun, "Ada", "b", kind, "", "0", f"{game}{number}", "")
            )
            assert answer.acknowledged, kind
            texts.append([read(message) for message in begun.messages("Ada")][-1])
        assert texts[0] == texts[1], kind
        assert "database" not in texts[1], kind


@pytest.fixture
async def party(world: DiscordWorld) -> DiscordWorld:
    await open_party(world)
    return world


async def test_a_question_that_kent_does_not_ask_is_refused_with_a_word(party: DiscordWorld) -> None:
    kinds = (Kind.ASK, Kind.MOVE, Kind.CALL, Kind.CALL_HAND, Kind.CALL_WHOM)
    for kind, rest in product(kinds, ("biskent", "?kent", "?meld", "meld", "kent")):
        table = table_in(party)
        number = table.revision if kind in {Kind.ASK, Kind.MOVE} else table.deal
        click = forged(party, mover(party), "b", kind, table.id, str(number), rest, "")
        choice = forged(party, mover(party), "s", kind, table.id, str(number), "0", rest)
        for payload in (click, choice):
            [answer] = await simulation.deliver(party.env, payload)
            assert answer.acknowledged
            assert "Something went wrong" not in said(answer), rest
            if payload is click and (kind is Kind.ASK or (rest == "?meld" and kind is not Kind.MOVE)):
                assert "I don't know that button" in said(answer), rest


# --- A match whose id somebody knows ----------------------------------------------------------------------------------

OVER = "OVER1234567"
PLACES = ("another server", "another channel", "direct messages")
RESTS = {Kind.HAND: "renew", Kind.MOVE: "6-4", Kind.ASK: "6-4", Kind.GIVE_SEAT: "0/regular", Kind.LOOK: "trick"}
"""The values of some addresses beside a number."""
OF_NO_MATCH = {
    *(
        Kind.RULES_PAGE,
        Kind.LEARN,
        Kind.LESSON_STEP,
        Kind.WELCOME,
        Kind.CHOOSE_GAME,
        Kind.DAILY_PAGE,
        Kind.PRIVACY_FILE,
        Kind.CHIPS_FILE,
    ),
    *(StandingsClick.PAGE, SeasonClick.STANDINGS_OF, StandingsClick.PLOT, SeasonClick.PAGE, SeasonClick.CLOSE),
    *(PlayersClick.HISTORY, PlayersClick.HISTORY_GAME, PlayersClick.STATS, PlayersClick.STATS_GAME),
    Kind.PUZZLE_DAY,
    Kind.TABLES,
}
"""The kinds that show no match, or only the league and the tables of the server of the click."""


async def from_elsewhere(
    world: DiscordWorld, place: str, name: str, kind: ClickKind, match_id: str, rest: str
) -> InteractionResult:
    """Return a click from another place or server, with permissions there."""
    message = hand_of(world, name)
    assert message is not None
    component = "s" if kind in {Kind.REPLAY_TO, Kind.OPEN_REPLAY} else "b"
    click, payload = forged(world, name, component, kind, match_id, str(table_in(world).revision), rest, rest)
    click.source_message_id = int(message["id"])
    payload["message"] = {**message, "components": payload["message"]["components"]}
    payload["channel_id"] = payload["channel"]["id"] = str(world.channels["second-table"].id)
    if place == "another server":
        payload["member"]["permissions"] = str(discord.Permissions.all().value)
        payload["guild_id"] = str(max(world.env.backend.guilds))
    elif place == "direct messages":
        payload["user"] = payload.pop("member")["user"]
        del payload["guild_id"], payload["guild_locale"]
    [answer] = await simulation.deliver(world.env, (click, payload))
    return answer


@pytest.mark.parametrize("place", some_of(PLACES, 1))
async def test_no_address_shows_or_changes_a_match_from_the_wrong_place(world: DiscordWorld, place: str) -> None:
    await open_match(world, "Borys", clock="none")
    await play_one(world)
    await save_past_match(world, OVER, "Ada", "Borys")
    solos = bot_of(world).services.solo.live
    solo = await solos.begin(Person(user_id(world, "Ada"), "Ada"), guild_id=world.guild.id, game="pyramid")
    await world.slash("Celina", "help")
    world.env.create_guild("Elsewhere")
    before, board, count = table_in(world), board_of(world), len(shown(world))
    world.moment = 0
    ids = [before.id, solo.id]
    if place != "another channel":  # in its own server everybody sees a match that is over
        ids.append(OVER)
    # Every kind is tried with one of the ids in each place, with another one in the next place.
    turns = [ids if ALL else [ids[(number + PLACES.index(place)) % len(ids)]] for number in range(len(Kind))]
    for kind, match_id in ((kind, match_id) for kind, tried in zip(Kind, turns, strict=True) for match_id in tried):
        rest = RESTS.get(kind, "0")
        answer = await from_elsewhere(world, place, "Celina", kind, match_id, rest)
        what = f"{kind} of {'the one that is over' if match_id == OVER else match_id} with {rest!r}: {said(answer)}"
        assert answer.acknowledged, what
        assert "Something went wrong" not in what
        assert "Borys" not in what or (kind in OF_NO_MATCH and place == "another channel"), what
        if kind not in OF_NO_MATCH:
            shown_to_them = [one for one in (answer.response, *answer.followups) if one is not None]
            assert not tiles_in(what.partition(": ")[2]), what
            assert not any(one.attachments for one in shown_to_them), what
    assert table_in(world) == before
    assert board_of(world) == board
    assert len(shown(world)) == count
    assert await solos.find(solo.id) == solo
