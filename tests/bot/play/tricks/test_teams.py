"""A team game's lobby by clicks, and player calls."""

from __future__ import annotations

import pytest
from simcord.builders import RoleHandle

from bot.tables.time_controls import CALL_PAUSE_S
from playground.simulated import SimulatedPerson
from storage.matches import Status
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    everything_said,
    said,
    set_for_server,
    table_in,
    tables_of,
    user_id,
    words_in,
)
from tests.discord_world import PARTY_OF_SIX, DiscordWorld


@pytest.fixture
def people() -> tuple[SimulatedPerson, ...]:
    return PARTY_OF_SIX


def seats(world: DiscordWorld) -> dict[int, str]:
    return {seat.seat: seat.name or seat.player.value for seat in table_in(world).seats}


async def open_lobby(world: DiscordWorld, *guests: str) -> None:
    for name in ("Ada", "Borys", *guests):
        world.speak(name, "en-US")
    await world.slash("Ada", "play", game="seventy_nine", clock="none")
    for guest in guests:
        await world.click(guest, "Join")


async def test_people_choose_their_team_and_computers_fill_the_rest(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys")
    await world.click("Borys", "Team A")
    await world.click("Celina", "Team A")
    assert seats(world) == {0: "Ada", 2: "Borys", 4: "Celina"}
    lobby = words_in(board_of(world))
    assert "`3` **Borys** · **A**" in lobby
    assert "`2` *free* · **B**" in lobby
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    await world.click("Ada", "Start")
    match = table_in(world).match
    assert match is not None
    assert [match.side_of(seat.seat) for seat in table_in(world).persons] == [0, 0, 0]


async def test_a_team_of_three_people_is_full(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys")
    await world.click("Borys", "Team A")
    await world.click("Celina", "Team A")
    world.speak("Dmitri", "en-US")
    answer = await world.click("Dmitri", "Team A")
    assert answer.ephemeral
    assert "That team is full" in said(answer)
    assert "Dmitri" not in seats(world).values()


async def test_the_host_has_the_teams_drawn_and_nobody_else_does(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys", "Celina")
    before = set(seats(world).values())
    await world.click("Borys", "More…")
    assert "Only the host can do that" in said(await world.click("Borys", "Draw teams"))
    await world.click("Ada", "More…")
    await world.click("Ada", "Draw teams")
    assert set(seats(world).values()) == before
    assert sorted(seats(world)) == [0, 1, 2]


async def test_a_lobby_with_free_seats_between_people_outlives_a_restart(world: DiscordWorld) -> None:
    await open_lobby(world, "Borys")
    await world.click("Borys", "Team A")
    await world.restart()
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    assert seats(world) == {0: "Ada", 2: "Borys"} | dict.fromkeys((1, 3, 4, 5), "regular")


async def test_a_lobby_of_another_game_has_no_teams(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    assert not {"Team A", "Team B", "Draw teams"} & set(world.labels("Ada"))


# --- The call for players ---------------------------------------------------------------------------------------------


async def set_role(world: DiscordWorld, *, mentionable: bool = True) -> RoleHandle:
    """Set the role that lobbies may call; return it."""
    role = world.guild.create_role("dominoes", mentionable=mentionable)
    await world.env.settle()
    assert role.mention in said(await set_for_server(world, "players", role))
    return role


async def test_a_lobby_calls_the_role_of_the_settings_once(world: DiscordWorld) -> None:
    role = await set_role(world)
    await open_lobby(world)
    await world.click("Ada", "More…")
    await world.click("Ada", "Call players")
    call = world.messages()[-1]
    assert call.content.startswith(
        f"<@&{role.id}>: **Ada** is looking for players for **Seventy-Nine** (5 free seats)."
    )
    assert [one.id for one in call.role_mentions] == [role.id]
    bodies = [entry.json for entry in world.env.http_requests if isinstance(entry.json, dict)]
    [sent] = [body for body in bodies if str(body.get("content")).startswith(f"<@&{role.id}>")]
    assert [int(one) for one in sent["allowed_mentions"]["roles"]] == [role.id]
    assert "everyone" not in sent["allowed_mentions"].get("parse", [])
    assert "Call players" not in world.labels("Ada"), "the button is used up"


async def test_the_next_lobby_in_the_channel_waits_an_hour_with_its_call(world: DiscordWorld) -> None:
    await set_role(world)
    await open_lobby(world)
    await world.click("Ada", "More…")
    await world.click("Ada", "Call players")
    await world.click("Ada", "More…")
    await world.click("Ada", id_prefix="b:cancel")
    await open_lobby(world)
    await world.click("Ada", "More…")
    assert "a short while ago" in said(await world.click("Ada", "Call players"))
    assert everything_said(world).count("is looking for players") == 1
    stored = table_in(world).stored
    assert (stored.status, stored.players_called_at) == (Status.LOBBY, None)
    assert CALL_PAUSE_S == 3600


async def test_without_a_role_there_is_nothing_to_call_by(world: DiscordWorld) -> None:
    await open_lobby(world)
    assert "Call players" not in world.labels("Ada")


@pytest.mark.parametrize("mentionable", [True, False])
async def test_the_host_is_told_when_discord_lets_nobody_hear_the_call(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, mentionable: bool
) -> None:
    await set_role(world, mentionable=mentionable)
    monkeypatch.setattr(bot_of(world).services.channels, "missing", lambda _channel, wanted: _without_mentions(wanted))
    await open_lobby(world)
    await world.click("Ada", "More…")
    await world.click("Ada", "Call players")
    told = everything_said(world, "Ada")
    assert told.count("is looking for players") == 1
    assert ("nobody was notified" in told) is not mentionable


def _without_mentions(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bot's missing permissions without role mentions."""
    return tuple(permission for permission in wanted if permission == "mention_everyone")


async def test_only_the_host_calls(world: DiscordWorld) -> None:
    await set_role(world)
    await open_lobby(world, "Borys")
    await world.click("Borys", "More…")
    assert "Only the host can do that" in said(await world.click("Borys", "Call players"))
    assert "is looking for players" not in everything_said(world)
    assert tables_of(world).cached_in(world.channel.id) is not None
    assert table_in(world).seat_of(user_id(world, "Borys")) is not None


async def test_choosing_no_role_takes_it_back(world: DiscordWorld) -> None:
    await set_role(world)
    assert "**Role to ping for players**: none" in said(await set_for_server(world, "players"))
