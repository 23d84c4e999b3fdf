"""Cuts of the tiles, and checks of the shuffle."""

from __future__ import annotations

from hashlib import sha256

from simcord.results import InteractionResult

from bot.messages.parts.components import Kind
from games.block import BlockView
from games.core.shuffle import code_of
from games.verifying import verify
from tests import simulation
from tests.bot.play.at_table import (
    end_table,
    everything_said,
    forged,
    open_match,
    play_near_the_end,
    play_one,
    play_to_the_end,
    replay,
    said,
    table_in,
    tables_of,
)
from tests.discord_world import DiscordWorld


async def test_the_lobby_s_fingerprint_and_the_cuts_are_those_of_the_record(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", clock="none")
    lobby = table_in(world)
    assert lobby.origin is not None
    assert f"`{code_of(lobby.origin.fingerprint)}`" in everything_said(world, "Celina")
    await world.click("Celina", "More…")
    assert lobby.origin.fingerprint in said(await world.click("Celina", "Fair shuffle"))
    await world.restart()
    await world.click("Borys", "Join")
    await world.click("Ada", "Start")
    await world.click("Celina", "Menu")
    board = said(await world.click("Celina", "Fair shuffle"))
    running = table_in(world)
    assert running.origin is not None
    assert running.origin.fingerprint == lobby.origin.fingerprint
    for cut in running.origin.cuts:
        assert f"`{cut.split(' ')[0]}`" in board
    assert running.origin.server_seed not in board
    await play_near_the_end(world, 4)
    await play_to_the_end(world)
    await world.click("Celina", "Replay")
    page = said(await world.click("Celina", "Fair shuffle"))
    assert str(running.stored.next_fingerprint) in page
    assert running.origin.server_seed in page
    answer = await world.click("Celina", "Record")
    assert running.origin.server_seed in said(answer)
    checked = said(await world.click("Celina", "Check the shuffle"))
    assert "Everything checks out." in checked
    assert "and 2 cuts" in checked
    await world.slash("Borys", "play", game="block")
    following = table_in(world).origin
    assert following is not None
    assert following.fingerprint == running.stored.next_fingerprint


async def test_a_lobby_that_is_closed_reveals_its_seed(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    table = table_in(world)
    assert table.stored.server_seed is not None
    await world.click("Ada", "More…")
    await world.click("Ada", "Cancel")
    assert table.stored.server_seed not in everything_said(world, "Borys")
    text = said(await world.click("Borys", "Fair shuffle"))
    assert table.stored.server_seed in text
    assert tables_of(world).cached_in(world.channels["dominoes"].id) is None
    assert sha256(table.stored.server_seed.encode()).hexdigest() in text
    assert str(table.stored.next_fingerprint) in text


async def test_the_record_of_an_abandoned_match_is_checkable_not_replayable(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    await play_one(world)
    table = table_in(world)
    assert table.match is not None
    view = table.match.view(0)
    assert isinstance(view, BlockView)
    assert "available only when the match is over" in said(await pressed_record(world, table.id))
    await end_table(world, "Ada")
    await world.click("Ada", "Ask everyone to agree")
    await world.click("Borys", "Agree")
    await world.click("Celina", "Fair shuffle")
    answer = await world.click("Celina", "Record")
    assert str(table.stored.server_seed) in said(answer)
    assert answer.response is not None
    [file] = answer.response.attachments
    text = (await file.read()).decode()
    assert "\nabandoned: yes\n" in text
    assert f"\ndeals: {view.deal}\n" in text
    assert verify(text).is_sound
    assert "Replay" not in world.labels("Celina")
    checked = said(await world.click("Celina", "Check the shuffle"))
    assert "Everything checks out." in checked
    assert "was abandoned" in checked
    assert "available only when" in said(await replay(world, "Celina", table.id))


async def pressed_record(world: DiscordWorld, match_id: str) -> InteractionResult:
    """Return the answer to an unoffered press of Record."""
    [answer] = await simulation.deliver(world.env, forged(world, "Celina", "b", Kind.RECORD, match_id, "0", "", ""))
    return answer
