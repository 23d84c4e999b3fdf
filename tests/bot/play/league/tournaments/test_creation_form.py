"""The form of a new tournament, by clicks."""

from typing import Any

import pytest

from bot.league.tournaments.formats.kinds import KINDS
from storage.league import club_nights
from storage.league.tournament_values import Seeding, TournamentKind
from tests.bot.play.at_table import read, said
from tests.bot.play.league.at_league import reading
from tests.bot.play.league.tournaments.at_tournaments import posted, shown, tournament_in
from tests.discord_world import DiscordWorld


async def choose(world: DiscordWorld, key: str, value: Any) -> str:
    """Choose a value in the form's select of an option; return the form's text."""
    number = next(at for at in range(20) if _has_select(world, f"s:fixform::{at}:{key}."))
    values = value if isinstance(value, list) else [value]
    return said(await world.select("Ada", values, id_prefix=f"s:fixform::{number}:{key}."))


def _has_select(world: DiscordWorld, prefix: str) -> bool:
    return any(str(part.get("custom_id")).startswith(prefix) for _, part in world._parts("Ada", "dominoes"))


def options_asked(world: DiscordWorld) -> list[str]:
    """Return the options that the form asks for, from its top."""
    found = [str(part["custom_id"]) for _, part in world._parts("Ada", "dominoes") if ":fix" in str(part)]
    return [custom_id.split(":", 4)[4].partition(".")[0] for custom_id in found]


async def test_the_form_asks_only_for_options_of_the_format(world: DiscordWorld) -> None:
    asked = await world.slash("Ada", "tournament create", game="block")
    assert asked.ephemeral
    assert "Everyone meets everyone. Matches can be played in any order." in said(asked)
    always = ["round_minutes", "points", "seeding", "best_of", "limit", "clock", "role"]
    assert options_asked(world) == ["game", "kind", "typed", "weekly", "create", "cancel", "rounds", *always]
    await choose(world, "kind", "groups")
    assert options_asked(world) == [
        "game",
        "kind",
        "typed",
        "weekly",
        "third_place",
        "create",
        "cancel",
        "groups",
        *always,
    ]
    assert posted(world) == []


async def test_the_chosen_values_make_the_tournament(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="kent", kind="elimination", start="in 2 days")
    assert "A round lasts 30 minutes" in await choose(world, "round_minutes", "30")
    assert "Seeding: by order of entry." in await choose(world, "seeding", "entry")
    await world.restart()
    assert "play for third place" in said(await world.click("Ada", "Match for third place: off"))
    form = await world.click("Ada", "Start, name and more")
    typed = said(await world.submit("Ada", form, title="Cup", options="tempo=none, rotate=on"))
    assert "New tournament: Cup" in typed
    assert "Time to pass a tile: no limit" in typed
    assert said(await world.click("Ada", "Create")) == "**Cup** is created."
    made = await tournament_in(world)
    assert (made.title, made.round_s, made.rules.seeding, made.rules.third_place) == ("Cup", 1800, Seeding.ENTRY, True)
    assert (made.rules.kind, made.options) == (TournamentKind.ELIMINATION, {"tempo": "none", "rotate": True})
    assert "Cup" in shown(world)


async def test_without_a_game_the_form_offers_them_all(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", kind="duplicate")
    assert "New tournament: Bingo (Sixty-Six)" in await choose(world, "game", "bingo")
    party = await choose(world, "game", "kent")  # whose deals cannot be compared
    assert "Kent" in party
    assert "round robin" in party
    await world.click("Ada", "Create")
    made = await tournament_in(world)
    assert (made.game, made.rules.kind) == ("kent", TournamentKind.ROUND_ROBIN)


async def test_another_format_drops_the_options_it_lacks(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    await choose(world, "rounds", "3")
    await choose(world, "kind", "elimination")
    await choose(world, "kind", "swiss")
    await world.click("Ada", "Create")
    made = await tournament_in(world)
    assert (made.rules.kind, made.rounds) == (TournamentKind.SWISS, 0)


async def test_a_double_click_creates_one_tournament(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    create = world.button("Ada", "Create")
    await world.race(("Ada", create), ("Ada", create))
    await world.press("Ada", create)
    assert len(posted(world)) == 1


async def test_a_bad_start_is_named_and_the_other_texts_are_kept(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    form = await world.click("Ada", "Start, name and more")
    refused = said(await world.submit("Ada", form, title="Cup", start="soonish", points="2/1"))
    assert "soonish" in refused
    assert any("New tournament: Cup" in read(one) for one in world.messages("Ada"))
    await world.click("Ada", "Create")
    made = await tournament_in(world)
    assert (made.title, made.starts_at, made.rules.points) == ("Cup", None, (2,))


async def test_a_start_suggests_swiss_until_a_format_is_chosen(world: DiscordWorld) -> None:
    async def type_start(start: str) -> str:
        return said(await world.submit("Ada", await world.click("Ada", "Start, name and more"), start=start))

    assert "Swiss" in said(await world.slash("Ada", "tournament create", start="in 2 days"))
    assert "round robin" in await type_start("")
    assert "Swiss" in await type_start("in 2 days")
    await choose(world, "kind", "elimination")
    assert "elimination" in await type_start("in 3 days")


async def test_a_repeated_form_creates_a_club_night_with_games_in_turn(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    repeated = said(await world.click("Ada", "Repeat: just this once"))
    assert "New club night" in repeated
    assert "Swiss" in repeated
    assert "Enter the first evening" in said(await world.click("Ada", "Create"))
    form = await world.click("Ada", "Start, name and more")
    assert "Sign-up opens 2 days before" not in repeated
    await world.submit("Ada", form, start="Friday 20:00", title="Friday club")
    await choose(world, "then", "nos")
    assert "Next weeks: Nos → Plus-Minus" in await choose(world, "then", ["plus_minus", "nos"])
    assert "sign-up opens 1 day before" in await choose(world, "open_hours", "24")
    create = world.button("Ada", "Create")
    assert said(await world.press("Ada", create)) == "**Friday club** is created."
    assert "This form has been used already." in said(await world.press("Ada", create))
    async with reading(world) as tx:
        [night] = await club_nights.in_guild(tx, world.guild.id)
    assert (night.title, night.games, night.open_s) == ("Friday club", ("block", "nos", "plus_minus"), 86_400)
    assert (night.weekly, night.free_play, f"{night.first_day:%a} {night.clock:%H:%M}") == (True, False, "Fri 20:00")
    assert night.evenings[2]["kind"] == "swiss"
    assert posted(world) == []


async def test_a_start_of_every_week_makes_an_evening_of_free_play(world: DiscordWorld) -> None:
    shown = said(await world.slash("Ada", "tournament create", game="kent", start="every Friday"))
    assert "Every week at this time" in shown
    free = await choose(world, "kind", "free")
    assert "**Kent** · free play" in free
    assert options_asked(world) == ["game", "kind", "typed", "weekly", "create", "cancel", "then", "open_hours", "role"]
    await world.click("Ada", "Create")
    async with reading(world) as tx:
        [night] = await club_nights.in_guild(tx, world.guild.id)
    assert (night.free_play, night.games) == (True, ("kent",))
    await world.slash("Ada", "tournament create", game="kent", start="every Friday")
    await choose(world, "kind", "free")
    assert "Swiss" in said(await world.click("Ada", "Repeat: every week"))


async def test_a_game_without_a_clock_of_the_server_drops_the_chosen_one(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    await choose(world, "clock", "quick")
    assert "Clock" not in await choose(world, "game", "kent")
    await world.click("Ada", "Create")
    assert (await tournament_in(world)).clock is None


async def test_a_cancelled_form_is_gone(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="block")
    await world.click("Ada", "Cancel")
    assert "Create" not in world.labels("Ada")
    assert posted(world) == []


async def test_only_managers_get_the_form(world: DiscordWorld) -> None:
    assert "Only people with the permission" in said(await world.slash("Celina", "tournament create", game="block"))


@pytest.mark.parametrize("title", ["Осенний кубок посёлка, имени Ёжика и Щуки (взрослые + юноши), этап 3 из 4, зимой"])
async def test_a_long_name_fits_into_every_form(world: DiscordWorld, title: str) -> None:
    for kind in KINDS:
        await world.slash("Ada", "tournament create", game="kent", kind=kind)
        form = await world.click("Ada", "Start, name and more")
        typed = {"title": title, "start": "Friday 20:00", "options": "target=25, tempo=20, tells=gesture, rotate=on"}
        assert title in said(await world.submit("Ada", form, **typed))
        assert "The name is too long." in said(await world.click("Ada", "Repeat: just this once"))


async def test_the_forms_of_all_formats_fit_for_a_club_night(world: DiscordWorld) -> None:
    await world.slash("Ada", "tournament create", game="double_trouble", start="every Friday")
    for kind in KINDS:
        if kind != TournamentKind.PARTNERS:  # which this game lacks
            assert "Every week" in await choose(world, "kind", kind)
    await choose(world, "kind", "duplicate")
    assert "Every week" in await choose(world, "opponents", "people")
