"""Discord commands: visibility, and suggestions while typing."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from bot.cogs.suggestions import TableGame
from bot.league.standings.options import StandingsOf
from bot.locales import words
from bot.requests.typed_options import read_options, typed_options
from bot.requests.values import fitting_games, read_game
from bot.tables.errors import TableError
from games import CATALOGUE, TABLE_GAMES
from tests.bot.play.at_table import bot_of, open_match, play_quickly, said, set_own, table_in, user_id
from tests.bot.play.league.tournaments.at_tournaments import as_host, new_tournament, tournament_in
from tests.discord_world import DiscordWorld


async def autocomplete(
    world: DiscordWorld, name: str, command: str, option: str, typed: str, **filled: Any
) -> list[Any]:
    """Return the suggestions for a user: names and values."""
    choices = await world.person(name).autocomplete(world.channel, command, option, typed, **filled)
    return [(choice["name"], choice["value"]) for choice in choices]


@pytest.mark.parametrize("text", ["full_speed", "Full Speed", "FULL-SPEED", "  full   speed "])
def test_a_game_is_understood_in_any_case_and_with_a_space(text: str) -> None:
    assert read_game(text, TABLE_GAMES) == "full_speed"


def test_what_is_no_game_is_refused_with_what_was_typed() -> None:
    with pytest.raises(TableError) as refused:
        read_game("Pyramid", TABLE_GAMES)
    assert refused.value.values["value"] == "Pyramid"


def test_games_whose_name_begins_so_are_suggested_first() -> None:
    assert fitting_games("s", CATALOGUE)[0] == "seventy_nine"
    assert "nos" in fitting_games("s", CATALOGUE)


async def test_only_managers_see_the_commands_for_managers(world: DiscordWorld) -> None:
    registered = {one.name: one for one in await world.bot.tree.fetch_commands()}
    hidden = {name for name, one in registered.items() if one.default_member_permissions is not None}
    assert hidden == {"league-admin", "server-settings"}
    for name in hidden:
        assert registered[name].default_member_permissions == discord.Permissions(manage_guild=True)


async def test_names_and_descriptions_of_commands_fit_into_discord(world: DiscordWorld) -> None:
    parts: list[Any] = list(await world.bot.tree.fetch_commands())
    wrong = []
    while parts:
        part = parts.pop()
        parts += getattr(part, "options", [])
        if getattr(part, "type", None) is discord.AppCommandType.user:
            continue
        for name in (part.name, *part.name_localizations.values()):
            wrong += [] if re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() else [name]
        wrong += [
            one for one in (part.description, *part.description_localizations.values()) if not 1 <= len(one) <= 100
        ]
    assert wrong == []


async def test_games_are_suggested_in_the_language_of_the_reader(world: DiscordWorld) -> None:
    assert await autocomplete(world, "Celina", "play", "game", "full") == [("Full Speed (121)", "full_speed")]
    [(name, value)] = await autocomplete(world, "Dmitri", "play", "game", "full speed")
    assert (name, value) == ("Фул-спид (121)", "full_speed")
    await set_own(world, "Dmitri", "language", "en")
    assert await autocomplete(world, "Dmitri", "play", "game", "full") == [("Full Speed (121)", "full_speed")]


async def test_a_game_may_be_typed_by_its_name_in_any_language(world: DiscordWorld) -> None:
    await world.slash("Borys", "play", game="full SPEED")
    assert table_in(world).game is TABLE_GAMES["full_speed"]
    assert "“Chess” is not a game" in said(await world.slash("Celina", "rules", game="Chess"))


async def test_options_of_the_chosen_game_are_suggested_one_after_the_other(world: DiscordWorld) -> None:
    found = await autocomplete(world, "Celina", "play", "options", "", game="Five to Fourteen")
    assert ("Rounds: one round of ten deals", "rounds=one") in found
    assert await autocomplete(world, "Celina", "play", "options", "rounds=one, rou", game="five_to_fourteen") == []
    assert await autocomplete(world, "Celina", "play", "options", "") == []


async def test_a_typed_number_that_an_option_allows_is_suggested(world: DiscordWorld) -> None:
    offered = await autocomplete(world, "Celina", "play", "options", "limit", game="plus_minus")
    assert [value for _, value in offered] == ["limit=60", "limit=100", "limit=120"]
    for typed in ("35", "limit=35"):
        found = await autocomplete(world, "Celina", "play", "options", typed, game="plus_minus")
        assert found == [("Limit: 35", "limit=35")]
    assert await autocomplete(world, "Celina", "play", "options", "limit=19", game="plus_minus") == []


async def test_after_a_comma_all_missing_options_are_suggested(world: DiscordWorld) -> None:
    found = await autocomplete(world, "Celina", "play", "options", "tempo=none, ", game="kent")
    assert {value.partition(", ")[2].partition("=")[0] for _, value in found} == {"target", "tells", "rotate"}
    assert ("tempo=none, New partners with every rematch: on", "tempo=none, rotate=on") in found
    assert await autocomplete(world, "Celina", "play", "options", "tempo=none; ", game="kent") == found
    assert await autocomplete(world, "Celina", "play", "options", "tempo=none ", game="kent") == found


@pytest.mark.parametrize(("name", "language"), [("Celina", "en"), ("Borys", "pl"), ("Dmitri", "ru")])
async def test_a_chosen_suggestion_can_be_continued(world: DiscordWorld, name: str, language: str) -> None:
    for key, game in TABLE_GAMES.items():
        for shown, value in await autocomplete(world, name, "play", "options", "", game=key):
            assert typed_options(game, read_options(game, f"{shown}, ", words(language))) == value
            for _, more in await autocomplete(world, name, "play", "options", f"{shown}, ", game=key):
                assert more.startswith(f"{value}, ")


async def test_missing_commas_are_named_with_the_corrected_text(world: DiscordWorld) -> None:
    refused = said(await world.slash("Celina", "play", game="kent", options="rotate=on tempo=none"))
    assert refused == "Put a comma between options: `tempo=none, rotate=on`"
    assert "Allowed: 20, 60, none" in said(
        await world.slash("Celina", "play", game="kent", options="rotate=on tempo=9")
    )
    await world.slash("Celina", "play", game="kent", options="tempo=none, rotate=on")
    chosen = table_in(world).stored.options
    assert (chosen["tempo"], chosen["rotate"]) == ("none", True)


async def test_all_games_together_may_be_typed_as_a_game(world: DiscordWorld) -> None:
    assert ("Wszystkie gry", "all") in await autocomplete(world, "Borys", "leaderboard", "game", "wszystk")
    assert "All games" in said(await world.slash("Celina", "leaderboard", game="Wszystkie gry"))
    assert set(TableGame.among) < set(StandingsOf.among)


async def test_finished_matches_are_suggested_by_their_people(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    assert await autocomplete(world, "Ada", "league-admin match", "match", "") == []
    await play_quickly(world)
    [(name, value)] = await autocomplete(world, "Ada", "league-admin match", "match", "bory")
    assert value == match_id
    assert "Block with Bonus: Ada and Borys" in name


async def test_who_joins_a_tournament_by_command_need_not_name_the_only_one(world: DiscordWorld) -> None:
    assert "There is no such tournament" in said(await world.slash("Celina", "tournament join"))
    await new_tournament(world, "Ada", game="block", title="Cup")
    assert "Cup" in said(await world.slash("Celina", "tournament join"))
    await new_tournament(world, "Ada", game="block", title="Vase")
    assert "Several tournaments are possible" in said(await world.slash("Celina", "tournament join"))
    assert "**Vase**" in said(await world.slash("Celina", "tournament join", tournament="vase"))
    assert [name for name, _ in await autocomplete(world, "Celina", "tournament view", "tournament", "va")] == [
        "Vase · sign-up is open"
    ]
    assert "Celina" in said(await world.slash("Celina", "tournament view", tournament="Vase"))


async def test_tournaments_of_one_name_are_told_apart_and_understood_as_shown(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await new_tournament(world, "Ada", game="block", title="Cup", channel="second-table")
    await new_tournament(world, "Ada", game="block", title="Cup", channel="second-table")
    shown = await autocomplete(world, "Ada", "tournament view", "tournament", "cup")
    assert [name for name, _ in shown] == [
        "Cup · #second-table · 1 Jan · #3 · sign-up is open",
        "Cup · #second-table · 1 Jan · #2 · sign-up is open",
        "Cup · #dominoes · sign-up is open",
    ]
    listed = said(await world.slash("Ada", "tournament view"))
    assert "**Cup · #dominoes**" in listed
    assert "**Cup · #second-table · 1 Jan · #3**" in listed
    second = world.channels["second-table"].id
    for named, number in (
        ("cup · #dominoes · sign-up is open", 1),
        (f"Cup · <#{second}> · 1 Jan · #3", 3),
        (shown[1][0], 2),
    ):
        await world.slash("Ada", "tournament join", tournament=named)
        assert [one.user_id for one in (await tournament_in(world, number)).people] == [user_id(world, "Ada")]
    assert "Several tournaments are possible" in said(await world.slash("Celina", "tournament join", tournament="Cup"))


async def test_of_two_tournaments_of_one_name_the_command_means_the_possible_one(world: DiscordWorld) -> None:
    for _ in range(2):
        await new_tournament(world, "Ada", game="block", title="Cup")
        await as_host(world, "Ada", "Cancel tournament")
        await world.click("Ada", "Yes")
    await new_tournament(world, "Ada", game="block", title="Cup")
    await world.slash("Ada", "tournament join", tournament="Cup")
    assert len((await tournament_in(world, 3)).people) == 1


async def test_a_pairing_typed_as_it_was_shown_is_understood(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    for name in ("Ada", "Borys"):
        await world.slash(name, "tournament join")
    await world.click("Ada", id_prefix="b:fixstart")
    [(shown, _)] = await autocomplete(world, "Ada", "tournament-host result", "pairing", "")
    asked = await world.slash("Ada", "tournament-host result", pairing=shown, winner="Borys")
    assert "Enter this result" in said(asked)


async def test_a_view_without_a_name_shows_the_only_or_the_running_one(world: DiscordWorld) -> None:
    assert "There is no tournament on this server yet" in said(await world.slash("Celina", "tournament view"))
    await new_tournament(world, "Ada", game="block", title="Cup")
    assert "🏆 Cup" in said(await world.slash("Celina", "tournament view"))
    assert "**Cup** · Block with Bonus" in said(await world.click("Celina", "All tournaments"))
    await new_tournament(world, "Ada", game="block", title="Vase")
    several = said(await world.slash("Celina", "tournament view"))
    assert "**Cup**" in several
    assert "**Vase**" in several
    assert "🏆 Cup" in said(await world.select("Celina", ["1"], id_prefix="s:fixtures"))
    for name in ("Ada", "Borys"):
        await world.slash(name, "tournament join", tournament="Cup")
    await world.click("Ada", id_prefix="b:fixstart:1")
    assert "🏆 Cup" in said(await world.slash("Celina", "tournament view"))


async def test_withdrawing_by_command_means_the_tournament_that_one_plays_in(world: DiscordWorld) -> None:
    await new_tournament(world, "Ada", game="block", title="Cup")
    await new_tournament(world, "Ada", game="block", title="Vase")
    await world.slash("Celina", "tournament join", tournament="Vase")
    assert "Vase" in said(await world.slash("Celina", "tournament withdraw"))
    assert "withdrawn" in said(await world.click("Celina", "Yes"))
    assert "not in this tournament" in said(await world.slash("Celina", "tournament withdraw"))


async def test_typed_days_and_times_are_suggested_as_they_are_understood(world: DiscordWorld) -> None:
    day = datetime.fromtimestamp(bot_of(world).services.now(), UTC).date() + timedelta(days=2)
    weekday = ("poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę", "niedzielę")[day.weekday()]
    starts = await autocomplete(world, "Borys", "tournament create", "start", f"w {weekday}")
    assert [value for _, value in starts] == [f"{day} {hour}:00" for hour in (20, 18, 19, 21)]
    [(name, value)] = await autocomplete(world, "Celina", "tournament create", "start", f"{weekday} 8:30pm")
    assert (name[-5:], value) == ("20:30", f"{day} 20:30")
    assert await autocomplete(world, "Celina", "tournament create", "start", "yesterday 20:00") == []
