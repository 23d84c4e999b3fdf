"""Steps for tests of play: open, see, click, read."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

import discord
import pytest
from simcord.backend.models import Message
from simcord.components import COMPONENTS_V2_FLAG, walk_components
from simcord.enums import ComponentType
from simcord.results import InteractionResult

import games
from bot.app import Boneyard
from bot.locales import words
from bot.messages.parts.components import MAX_CUSTOM_ID, ClickKind, Kind
from bot.messages.parts.names import PlayerNames
from bot.messages.settings_pages import page_of
from bot.messages.table.hand import GO_ON, NEXT_DEAL
from bot.tables import play
from bot.tables.live import Tables
from bot.tables.state import Person, Table
from playground import simulated
from storage import matches
from storage.matches import DealResult, MatchResult, Status
from tests import simulation
from tests.discord_world import Button, DiscordWorld

FIRST_OPENS = "shuffle 2"
"""In Block the first to sit holds 0-0 3-0 4-0 4-2 4-4 5-5 6-4 and opens; the other 1-0 2-1 2-2 4-1 5-0 5-3 6-2."""
PLAYOUTS = 20
"""The number of playouts for a move of a computer under test."""
SHORT = "shuffle 10969"
"""In Block, with the first of the moves each time: five tiles are laid, and the first to sit wins 139 : 0."""
_MATCH_ID = re.compile(r"(?<![\w-])(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{11}(?![\w-])")
TILE = re.compile(r"(?<![\d-])([0-6])-([0-6])(?![\d-])")


def bot_of(world: DiscordWorld) -> Boneyard:
    """Return the running bot."""
    return cast("Boneyard", world.bot)


def tables_of(world: DiscordWorld) -> Tables:
    return bot_of(world).services.tables


def table_in(world: DiscordWorld, channel: str = "dominoes") -> Table:
    """Return a channel's live table, already in memory."""
    table = tables_of(world).cached_in(world.channels[channel].id)
    assert table is not None, f"there is no live table in #{channel}"
    return table


def spoken_name(world: DiscordWorld, seat: int) -> str:
    """Return a seat's name in #dominoes in English sentences."""
    return PlayerNames.at(table_in(world), words("en")).spoken[seat]


def match_in(world: DiscordWorld, channel: str = "dominoes") -> games.Match:
    """Return a channel's running match, with all hidden facts."""
    match = table_in(world, channel).match
    assert match is not None, "the match has not begun"
    return match


async def allow(world: DiscordWorld, name: str, root: str) -> None:
    """Show a person a managers' command, as servers can."""
    [found] = [one for one in await world.bot.tree.fetch_commands() if one.name == root]
    world.guild.set_command_permissions(found, {world.person(name): True})


async def set_own(world: DiscordWorld, name: str, setting: str, value: str) -> InteractionResult:
    """Choose a value of one of the person's own settings; return the page as it is then."""
    await world.slash(name, "settings")
    return await world.select(name, [value], id_prefix=f"s:{Kind.SETTING}::0:{setting}")


async def set_for_server(world: DiscordWorld, setting: str, *values: Any) -> InteractionResult:
    """Choose values, channels or a role in the server's settings.

    It returns the page as it is then.
    """
    await world.slash("Ada", "server-settings")
    if page_of(setting):
        await world.click("Ada", "Channels and roles")
    return await world.select("Ada", list(values), id_prefix=f"s:{Kind.SERVER_SETTING}::0:{setting}")


async def command(
    world: DiscordWorld, name: str, text: str, place: str = "dominoes", **options: Any
) -> InteractionResult:
    """Use a slash command that itself has an option `channel`."""
    answer = await world.person(name).slash(world.channels[place], text, **options)
    await world.pass_time(world.moment)
    return answer


async def open_lobby(
    world: DiscordWorld, *guests: str, host: str = "Ada", channel: str = "dominoes", game: str = "block", **options: str
) -> None:
    """Open a lobby, which the guests join."""
    await world.slash(host, "play", channel=channel, game=game, **options)
    for guest in guests:
        await world.click(guest, id_prefix="b:join", channel=channel)


async def open_match(
    world: DiscordWorld, *guests: str, host: str = "Ada", channel: str = "dominoes", **options: str
) -> None:
    """Open a lobby, let the guests join, and start."""
    await open_lobby(world, *guests, host=host, channel=channel, **options)
    await world.click(host, id_prefix="b:start", channel=channel)


def user_id(world: DiscordWorld, name: str) -> int:
    return world.person(name).id


def name_of(world: DiscordWorld, number: int | None) -> str:
    """Return the person of a user id."""
    return next(name for name in world.names if user_id(world, name) == number)


def seat_number(world: DiscordWorld, name: str, channel: str = "dominoes") -> int:
    seat = table_in(world, channel).seat_of(user_id(world, name))
    assert seat is not None, f"{name} sits elsewhere"
    return seat.seat


def mover(world: DiscordWorld, channel: str = "dominoes") -> str:
    """Return the player to move."""
    seat = table_in(world, channel).to_move()
    assert seat is not None, "nobody is to move"
    return name_of(world, seat.user_id)


def waiting(world: DiscordWorld, channel: str = "dominoes") -> str:
    """Return the other of the two people at the table."""
    turn = mover(world, channel)
    return next(
        name_of(world, seat.user_id)
        for seat in table_in(world, channel).persons
        if seat.user_id != user_id(world, turn)
    )


# --- What a person sees -----------------------------------------------------------------------------------------------


def shown(world: DiscordWorld, name: str | None = None, channel: str = "dominoes") -> list[dict[str, Any]]:
    """Return a channel's messages seen (None: by all), as payloads."""
    return [
        simulated.shown_message(world.env, message.channel_id, message.id)
        for message in _stored(world, name, channel)
        if name is not None or not message.is_ephemeral
    ]


def _stored(world: DiscordWorld, name: str | None, channel: str) -> list[Message]:
    """Return messages that a person (or all) sees, oldest first."""
    place = world.person(name or "Ada").user.dm_channel if channel == "dm" else world.channels[channel]
    stored = sorted(world.env.backend.messages.get(place.id, {}).values(), key=lambda message: message.id)
    return [message for message in stored if name is None or message.visible_to(user_id(world, name))]


def is_private(message: Mapping[str, Any]) -> bool:
    return bool(int(message["flags"]) & 64)


def hand_of(world: DiscordWorld, name: str, channel: str = "dominoes") -> dict[str, Any] | None:
    """Return the newest message that only this person sees."""
    private = [message for message in _stored(world, name, channel) if message.is_ephemeral]
    return simulated.shown_message(world.env, private[-1].channel_id, private[-1].id) if private else None


def board_of(world: DiscordWorld, channel: str = "dominoes") -> dict[str, Any]:
    """Return the message that shows the table now."""
    board_id = table_in(world, channel).stored.board_id
    assert board_id is not None, "nothing shows the table"
    return simulated.shown_message(world.env, world.channels[channel].id, board_id)


def words_in(message: Mapping[str, Any]) -> str:
    """Return all readable words, with file names and addresses."""
    return json.dumps(message, ensure_ascii=False)


def said(answer: InteractionResult) -> str:
    """Return the answer to an interaction as readable text."""
    answers = [answer.response, *answer.followups]
    return "\n".join(read(one.message) for one in answers if one is not None)


def read(message: discord.Message) -> str:
    """Return the text of a message in either format."""
    return texts_in(
        {
            "content": message.content,
            "embeds": [embed.to_dict() for embed in message.embeds],
            "components": [part.to_dict() for part in message.components],
        }
    )


def texts_in(message: Mapping[str, Any]) -> str:
    """Return a payload's content and embeds, or layout texts."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        parts += [embed.get("title"), embed.get("description")]
        parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields") or ()]
        parts.append((embed.get("footer") or {}).get("text"))
    parts += [part.get("content") for part in walk_components(message["components"])]
    return "\n".join(part for part in parts if part)


def title_of(message: Mapping[str, Any]) -> str:
    """Return the title of a payload's embed or layout."""
    if message["embeds"]:
        return str(message["embeds"][0]["title"])
    return texts_in(message).partition("\n")[0].removeprefix("### ")


def has_layout(message: Mapping[str, Any]) -> bool:
    """Return True if a message is in Components V2."""
    return bool(int(message["flags"]) & COMPONENTS_V2_FLAG)


def everything_said(world: DiscordWorld, name: str | None = None, channel: str = "dominoes") -> str:
    """Return all texts of a channel, oldest first."""
    return "\n---\n".join(read(message) for message in world.messages(name, channel))


def buttons(message: Mapping[str, Any] | None) -> Iterator[Button]:
    """Yield the pressable buttons of a message."""
    for part in walk_components(message["components"] if message else []):
        if part["type"] == ComponentType.BUTTON and part.get("custom_id") and not part.get("disabled"):
            assert message is not None
            yield Button(message, part["custom_id"], part.get("label"))


def boards(world: DiscordWorld) -> list[str]:
    """Return the channel's messages to join or play from."""
    live = ("b:join:", "b:lobbymenu:", "b:hand:")
    return [
        str(message["id"])
        for message in shown(world)
        if any(button.custom_id.startswith(live) for button in buttons(message))
    ]


def tiles_in(text: str) -> set[str]:
    """Return a text's tiles, higher half first, without match ids."""
    return {f"{max(a, b)}-{min(a, b)}" for a, b in TILE.findall(_MATCH_ID.sub(" ", text))}


def forged(
    world: DiscordWorld, name: str, component: str, kind: ClickKind, match_id: str, number: str, rest: str, value: str
) -> Any:
    """Return a click on a component that we never sent."""
    head = f"{component}:{kind}:{match_id}:{number}:"
    custom_id = head + rest[: MAX_CUSTOM_ID - len(head)]
    part: dict[str, Any] = {"type": int(ComponentType.BUTTON), "style": 2, "label": "?", "custom_id": custom_id}
    if component == "s":
        option = {"label": "?", "value": value}
        part = {"type": int(ComponentType.STRING_SELECT), "custom_id": custom_id, "options": [option]}
    newest = next(message for message in reversed(_stored(world, None, "dominoes")) if not message.is_ephemeral)
    message = simulated.shown_message(world.env, newest.channel_id, newest.id)
    message["components"] = [{"type": int(ComponentType.ACTION_ROW), "components": [part]}]
    record, payload = simulation.click_payload(world.env, world.person(name), message, custom_id)
    if component == "s":
        payload["data"] |= {"component_type": int(ComponentType.STRING_SELECT), "values": [value]}
    return record, payload


# --- Playing ----------------------------------------------------------------------------------------------------------


async def replay(world: DiscordWorld, name: str, code: str) -> InteractionResult:
    """Open the replay of a match by its code."""
    await world.slash(name, "history")
    return await world.submit(name, await world.click(name, id_prefix="b:historycode"), code=code)


async def use_menu(world: DiscordWorld, name: str, kind: ClickKind, channel: str = "dominoes") -> InteractionResult:
    """Press a button of the table's menu, even if it is not offered to the person."""
    await world.click(name, id_prefix=f"b:{Kind.MENU}:", channel=channel)
    menu = world.button(name, id_prefix=f"b:{Kind.SHOW}:", channel=channel)
    return await world.press(name, replace(menu, custom_id=menu.custom_id.replace(f":{Kind.SHOW}:", f":{kind}:")))


async def end_table(world: DiscordWorld, name: str, channel: str = "dominoes") -> InteractionResult:
    """Ask to end the match, or close the lobby."""
    table = tables_of(world).cached_in(world.channels[channel].id)
    if table is None or table.status is not Status.LOBBY:
        return await use_menu(world, name, Kind.ASK_END, channel)
    if not any(part["custom_id"].startswith(f"b:{Kind.CANCEL}:") for _, part in world._parts(name, channel)):
        await world.click(name, id_prefix=f"b:{Kind.LOBBY_MENU}:", channel=channel)
    return await world.click(name, id_prefix=f"b:{Kind.CANCEL}:", channel=channel)


async def pause_match(world: DiscordWorld) -> None:
    """Pause the match as Ada, and agree as the others."""
    await use_menu(world, "Ada", Kind.PAUSE)
    for name in world.names:
        if table_in(world).status is Status.PLAYING and table_in(world).seat_of(user_id(world, name)) and name != "Ada":
            await world.click(name, "Agree")
    assert table_in(world).status is Status.PAUSED


async def look(world: DiscordWorld, name: str, channel: str = "dominoes") -> dict[str, Any]:
    """Open the person's hand from the board."""
    on_boards = (one for message in reversed(shown(world, None, channel)) for one in buttons(message))
    await world.press(name, next(one for one in on_boards if one.custom_id.startswith("b:hand:")))
    hand = hand_of(world, name, channel)
    assert hand is not None, f"{name} was shown no hand"
    return hand


def move_buttons(world: DiscordWorld, name: str, channel: str = "dominoes") -> list[Button]:
    """Return the choices of the newest hand: moves and ends."""
    match_id = table_in(world, channel).id
    kinds = (f"b:move:{match_id}:", f"b:ask:{match_id}:")
    return [button for button in buttons(hand_of(world, name, channel)) if button.custom_id.startswith(kinds)]


def on_board(world: DiscordWorld, label: str, channel: str = "dominoes") -> Button:
    """Return the button of the board with this label."""
    return next(one for one in buttons(board_of(world, channel)) if one.label == label)


def next_deal_button(world: DiscordWorld, name: str, channel: str = "dominoes") -> Button | None:
    """Return the newest hand's button for the next deal."""
    here = f"b:hand:{table_in(world, channel).id}:"
    rests = (f":{NEXT_DEAL}", f":{GO_ON}")
    found = buttons(hand_of(world, name, channel))
    return next((one for one in found if one.custom_id.startswith(here) and one.custom_id.endswith(rests)), None)


async def play_one(world: DiscordWorld, channel: str = "dominoes") -> int:
    """Play the first offered move; return the number of clicks."""
    name, clicks = mover(world, channel), 1
    offered = move_buttons(world, name, channel)
    if not offered:
        following = next_deal_button(world, name, channel)
        if following is None:
            await look(world, name, channel)
        else:
            await world.press(name, following)
            clicks += 1
        offered = move_buttons(world, name, channel)
    assert offered, f"{name} is to move, but the hand offers nothing"
    before = table_in(world, channel).revision
    await world.press(name, offered[0])
    while offered[0].custom_id.startswith("b:ask:"):
        offered = move_buttons(world, name, channel)
        await world.press(name, offered[0])
        clicks += 1
    table = tables_of(world).cached_in(world.channels[channel].id)
    assert table is None or table.revision > before, "the click moved nothing"
    return clicks


async def play_to_the_end(world: DiscordWorld, channel: str = "dominoes", most: int = 2000) -> int:
    """Play by clicks to the end; return a move's most clicks."""
    clicks = 0
    for _ in range(most):
        if tables_of(world).cached_in(world.channels[channel].id) is None:
            return clicks
        clicks = max(clicks, await play_one(world, channel))
    pytest.fail(f"the match was not over after {most} moves")


async def play_quickly(world: DiscordWorld, channel: str = "dominoes") -> None:
    """Play without clicks to the end, the first of the moves each time."""
    place = world.channels[channel].id
    while (table := tables_of(world).cached_in(place)) is not None and table.match is not None:
        (seat,) = table.match.actors()
        person = Person(table.seats[seat].user_id or 0, table.seats[seat].name)
        with simulated.acting_as_bot(world.env):
            await tables_of(world).apply(table.id, play.move, person, table.revision, str(table.match.moves(seat)[0]))
    await world.pass_time(world.moment)


async def play_near_the_end(world: DiscordWorld, left: int) -> None:
    """Play without clicks until few moves are left."""
    ahead, length = match_in(world).copy(), 0
    while ahead.outcome is None:
        ahead.play(*_sensible(ahead, length))
        length += 1
    tables = tables_of(world)
    while (table := table_in(world)).revision < length - left:
        seat, move = _sensible(match_in(world), table.revision)
        person = Person(table.seats[seat].user_id or 0, table.seats[seat].name)
        with simulated.acting_as_bot(world.env):
            await tables.apply(table.id, play.move, person, table.revision, str(move))
    await world.pass_time(world.moment)


def _sensible(match: games.Match, ply: int) -> tuple[int, games.Move]:
    """Return the player to move and a move fixed by ply."""
    (seat,) = match.actors()
    return seat, random.Random(ply).choice(match.sensible_moves(seat) or match.moves(seat))


def lies(world: DiscordWorld) -> list[str]:
    """Return the moves made so far."""
    return [str(event.tiles[0]) for event in match_in(world).events if event.kind == "played"]


def button_of(world: DiscordWorld, name: str, label: str) -> Button:
    return next(button for button in move_buttons(world, name) if label in (button.label or ""))


# --- What is kept -----------------------------------------------------------------------------------------------------


async def results_of(world: DiscordWorld, match_id: str) -> tuple[tuple[DealResult, ...], tuple[MatchResult, ...]]:
    """Return the booked result of a match."""
    async with bot_of(world).services.database.read() as tx:
        return await matches.results(tx, match_id)


async def log_of(world: DiscordWorld, match_id: str) -> tuple[matches.LogEntry, ...]:
    async with bot_of(world).services.database.read() as tx:
        return await matches.log(tx, match_id)


async def wake(world: DiscordWorld, channel: str = "dominoes") -> None:
    """Load a channel's live table, as any click does."""
    assert await tables_of(world).in_channel(world.channels[channel].id) is not None


async def stored_match(world: DiscordWorld, match_id: str) -> matches.StoredMatch:
    async with bot_of(world).services.database.read() as tx:
        found = await matches.load(tx, match_id)
    assert found is not None
    return found[0]
