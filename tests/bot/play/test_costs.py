"""The cost of a click in countable things, which no machine makes slower."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import pytest
from sqlalchemy import Engine, event

import games
from bot.messages.parts.message import Drawing
from bot.posts import outgoing
from bot.render.drawing import canvas
from games.core.moves import Move
from playground import simulated
from storage.database import Database
from tests.bot.play.at_table import FIRST_OPENS, log_of, look, match_in, move_buttons, mover, open_match, table_in
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of


class Cost(NamedTuple):
    """A cost, in things that were counted.

    :ivar statements: SQL statements, and the beginnings of transactions.
    :ivar readings: transactions for reading, each with a connection of the pool.
    :ivar pictures: pictures drawn.
    :ivar requests: the bot's requests to Discord.
    :ivar turns: turns of the event loop, with those of the simulated Discord.
    """

    statements: int
    readings: int
    pictures: int
    requests: int
    turns: int


HAND = Cost(statements=2, readings=1, pictures=1, requests=3, turns=16)
MOVE = Cost(statements=3, readings=0, pictures=3, requests=3, turns=24)
END_OF_DEAL = Cost(statements=9, readings=0, pictures=3, requests=5, turns=32)
"""The most that may be needed; turns have room for a quarter more than was measured."""


class Inline:
    """Draws where it is asked to, so that turns of the loop are the same each time."""

    def submit(self, function: Any, *given: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*given))
        return future


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count from here on."""
    seen: Counter[str] = Counter()

    def count(name: str, function: Any) -> Any:
        def counting(*given: Any, **named: Any) -> Any:
            seen[name] += 1
            return function(*given, **named)

        return counting

    def executed(*_: Any) -> None:
        seen["statements"] += 1

    monkeypatch.setattr(canvas, "_png", count("pictures", canvas._png))
    monkeypatch.setattr(Database, "_reading", count("readings", Database._reading))
    for painters in ("_painters", "_board_painter"):
        monkeypatch.setattr(outgoing, painters, Inline())
    outgoing._pictures.clear()
    event.listen(Engine, "before_cursor_execute", executed)
    yield seen
    event.remove(Engine, "before_cursor_execute", executed)


@contextmanager
def at_most(limit: Cost, world: DiscordWorld, counted: Counter[str]) -> Iterator[None]:
    """Check what happens in the block, and the moment after it."""
    loop: Any = asyncio.get_running_loop()
    before, turn = Counter(counted), loop._run_once
    before["requests"] = len(world.env.http_requests)

    def counting() -> None:
        counted["turns"] += 1
        turn()

    loop._run_once = counting
    try:
        yield
    finally:
        loop._run_once = turn
    counted["requests"] = len(world.env.http_requests)
    used = Cost(*(counted[name] - before[name] for name in Cost._fields))
    assert all(one <= most for one, most in zip(used, limit, strict=True)), f"{used} where {limit} is enough"


async def test_a_hand_a_move_and_the_end_of_a_deal_need_no_more_than_this(
    world: DiscordWorld, chance: KnownChance, counted: Counter[str]
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys")
    for name in ("Ada", "Borys"):
        with at_most(HAND, world, counted):
            await look(world, name)
    ends = 0
    while ends < 2:
        name, limit = mover(world), MOVE
        if not move_buttons(world, name):  # its hand still shows the end of the deal
            with at_most(HAND, world, counted):
                await look(world, name)
        button, ahead = move_buttons(world, name)[0], match_in(world).copy()
        known = len(ahead.events)
        ahead.play(ahead.actors()[0], Move.parse(button.custom_id.rpartition(":")[2]))
        if any(one.kind == "deal" for one in ahead.events[known:]):
            ends, limit = ends + 1, END_OF_DEAL
        with at_most(limit, world, counted):
            await world.press(name, button)


async def test_a_move_after_which_the_table_draws_needs_no_more_than_another(
    world: DiscordWorld, chance: KnownChance, counted: Counter[str]
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys", game="five_to_fourteen")
    for name in ("Ada", "Borys"):
        await look(world, name)
    match_id = table_in(world).id
    while not [entry for entry in await log_of(world, match_id) if entry.move == "draw"]:
        with at_most(MOVE, world, counted):
            await world.press(mover(world), move_buttons(world, mover(world))[0])


FOR_FEW: Final = [key for key, game in games.TABLE_GAMES.items() if game.seat_counts[0] <= len(simulated.PEOPLE)]


@pytest.mark.parametrize("game", some_of(FOR_FEW, 4))
async def test_no_picture_of_a_table_is_drawn_twice_for_want_of_a_key(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    seen, people = list[Drawing](), world.names[: games.TABLE_GAMES[game].seat_counts[0]]
    paint = outgoing._picture

    async def note(drawing: Drawing, painters: Any) -> bytes:
        seen.append(drawing)
        return await paint(drawing, painters)

    monkeypatch.setattr(outgoing, "_picture", note)
    await open_match(world, *people[1:], game=game)
    for name in people:
        if "My hand" in world.labels(name):
            await look(world, name)
    assert len(seen) > 1
    assert [one.paint for one in seen if one.key is None] == []
