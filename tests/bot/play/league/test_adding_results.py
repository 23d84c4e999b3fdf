"""Games at real tables and records, added by forms."""

from typing import Any

import pytest
from simcord.results import InteractionResult

import games
from bot.league.entered_results import InvalidSides, entered_result, read_record, shapes
from tests.bot.play.at_table import said, user_id
from tests.bot.play.league.at_administration import fill, now, read_audit_log, read_results, standings
from tests.discord_world import DiscordWorld


async def test_a_game_at_a_real_table_counts_at_once(world: DiscordWorld) -> None:
    form = await world.slash("Ada", "league-admin add-result", game="block")
    answer = await fill(world, form, ("Celina",), ("Ada",))
    [result] = await read_results(world)
    assert (result.origin, result.game, result.counts) == ("form", "block", True)
    assert abs(result.at - now(world)) < 60
    assert "Block with Bonus · 1. **Celina** · 2. **Ada**" in said(answer)
    assert "All ratings are up to date." in said(answer)
    ratings = await standings(world)
    assert ratings["block", user_id(world, "Celina")][0] == pytest.approx(27.635389493140497)
    assert [(entry.action, entry.result_id) for entry in await read_audit_log(world)] == [("add", result.id)]


async def several(world: DiscordWorld, game: str, won: str, *groups: tuple[str, ...]) -> str:
    """Fill in the form with the games that both places have won."""
    form = await world.slash("Ada", "league-admin add-result", game=game)
    places = {f"place{place}": [world.person(name) for name in group] for place, group in enumerate(groups, 1)}
    values: dict[str, Any] = {**places, "games": won}
    return said(await world.person("Ada").submit_modal(form, values))


async def test_several_games_of_the_same_people_are_added_together(world: DiscordWorld) -> None:
    text = await several(world, "kent", "2:1", ("Ada", "Celina"), ("Borys", "Dmitri"))
    assert text.count("Saved as") == 3
    added = await read_results(world)
    winners = [{place.user_id for place in one.places if place.won} for one in added]
    ada, borys = ({user_id(world, name) for name in side} for side in (("Ada", "Celina"), ("Borys", "Dmitri")))
    assert sorted(map(sorted, winners)) == sorted(map(sorted, [ada, ada, borys]))
    assert [entry.action for entry in await read_audit_log(world)] == ["add"] * 3


async def test_a_game_of_days_ago_is_rated_before_what_came_later(world: DiscordWorld) -> None:
    await fill(world, await world.slash("Ada", "league-admin add-result", game="block"), ("Ada",), ("Celina",))
    await fill(
        world, await world.slash("Ada", "league-admin add-result", game="block", days_ago=2), ("Celina",), ("Ada",)
    )
    first, second = await read_results(world)
    assert second.at - first.at == pytest.approx(2 * 86_400, abs=60)
    ada = (await standings(world))["block", user_id(world, "Ada")]
    # Lost to an equal first (22.36...), then won as the weaker one.
    assert ada[2] == 2
    assert 22.4 < ada[0] < 27.6


async def test_people_in_one_field_share_a_place_or_are_a_team(world: DiscordWorld) -> None:
    form = await world.slash("Ada", "league-admin add-result", game="kent")
    await fill(world, form, ("Ada", "Celina"), ("Borys", "Dmitri"))
    form = await world.slash("Ada", "league-admin add-result", game="nos")
    await fill(world, form, ("Ada",), ("Celina", "Borys"))
    team, tied = await read_results(world)
    assert team.sides == 2
    assert {(place.user_id, place.place) for place in team.places} == {
        *((user_id(world, name), 1) for name in ("Ada", "Celina")),
        *((user_id(world, name), 2) for name in ("Borys", "Dmitri")),
    }
    assert tied.sides == 3
    assert sorted(place.place for place in tied.places) == [1, 2, 2]


async def test_a_game_is_not_taken_in_with_people_whom_it_cannot_have(world: DiscordWorld) -> None:
    form = await world.slash("Ada", "league-admin add-result", game="block")
    text = said(await fill(world, form, ("Ada",), ("Borys", "Celina")))
    assert text == "Block with Bonus can't be played like that. Players on each side: 1 + 1. Nothing was saved."
    form = await world.slash("Ada", "league-admin add-result", game="block")
    assert "**Ada** is listed twice." in said(await fill(world, form, ("Ada",), ("Ada",)))
    assert "“3:3” can't be read" in await several(world, "block", "3:3", ("Ada",), ("Celina",))
    assert "need two sides" in await several(world, "full_speed", "1:1", ("Ada",), ("Borys",), ("Celina",))
    assert await read_results(world) == []
    assert await read_audit_log(world) == []


def test_the_sizes_of_sides_are_those_that_the_games_have() -> None:
    assert shapes("block") == ((1, 1),)
    assert shapes("kent") == ((2, 2), (2, 2, 2))
    assert shapes("seventy_nine") == ((3, 3),)
    assert shapes("nos") == ((1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1, 1))
    assert shapes("full_speed") == ((1, 1), (1, 1, 1), (1, 1, 1, 1), (2, 2))


def test_who_shares_the_first_place_with_all_has_not_won() -> None:
    level = entered_result(1, "block", 0.0, [[5, 6]])
    assert [(place.place, place.won) for place in level.places] == [(1, False), (1, False)]
    with pytest.raises(InvalidSides):
        entered_result(1, "block", 0.0, [[5], [6], [7]])


RECORD = """Boneyard record 1
# 0: somebody
game: block
seats: 2
options: {}
seed: "shuffle 10969"

"""


def record() -> str:
    """Return a match of first moves, won 139 : 0."""
    match = games.new_match("block", seats=2, seed="shuffle 10969")
    while match.outcome is None:
        seat = next(iter(match.actors()))
        match.play(seat, match.moves(seat)[0])
    assert match.scores == (139, 0)
    return match.record().text(["0: somebody"])


async def import_(world: DiscordWorld, text: str) -> InteractionResult:
    return await world.slash("Ada", "league-admin import", file=("record.txt", text.encode()))


async def test_a_record_is_taken_in_when_somebody_has_said_who_played(world: DiscordWorld) -> None:
    answer = await import_(world, record())
    assert said(answer) == "A record of Block with Bonus, final score 139 and 0. Now say who played."
    button = world.button("Ada", "Say who played")
    form = await world.press("Ada", button)
    await fill(world, form, ("Celina",), ("Borys",))
    [result] = await read_results(world)
    assert (result.origin, result.game) == ("import", "block")
    assert {(place.user_id, place.place, place.won, place.score) for place in result.places} == {
        (user_id(world, "Celina"), 1, True, 139),
        (user_id(world, "Borys"), 2, False, 0),
    }
    assert "has already been imported" in said(await import_(world, record()))
    again = await world.press("Ada", button)
    assert "has already been imported" in said(await fill(world, again, ("Celina",), ("Borys",)))
    assert len(await read_results(world)) == 1


async def test_a_record_that_breaks_the_rules_or_has_no_end_is_refused(world: DiscordWorld) -> None:
    assert "not the record of a finished match between people" in said(await import_(world, RECORD))
    assert "can't be read" in said(await import_(world, f"{RECORD}0 6-6@nowhere\n"))
    assert "can't be read" in said(await import_(world, "Boneyard record 1\nnothing"))
    assert await read_results(world) == []


def test_a_record_tells_places_scores_and_a_mark_of_its_own() -> None:
    read = read_record(record())
    assert read is not None
    recorded, seed = read
    assert (recorded.game, recorded.size, recorded.places, recorded.scores) == ("block", 1, (1, 2), (139, 0))
    assert seed == "shuffle 10969"
    other = read_record(record().replace("# 0: somebody\n", ""))
    assert other is not None
    assert other[0].mark == recorded.mark
