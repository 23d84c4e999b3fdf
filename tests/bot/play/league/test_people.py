"""/history and /stats as people use them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.league.players.history import Filters
from storage.league import player_records
from storage.matches import DealResult
from tests.bot.play.at_table import (
    SHORT,
    bot_of,
    hand_of,
    open_match,
    play_quickly,
    said,
    table_in,
    user_id,
)
from tests.bot.play.league.at_league import DAY
from tests.bot.play.league.at_league import save_matches as save_league_matches
from tests.bot.play.league.past_matches import NOON, save_past_match
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.finished import finished


def seen(world: DiscordWorld, name: str = "Ada") -> dict[str, Any]:
    message = hand_of(world, name)
    assert message is not None
    return message


def with_(world: DiscordWorld, name: str) -> dict[str, Any]:
    """Return the option `with`, which is a Python keyword."""
    return {"with": world.person(name)}


def options(message: dict[str, Any], kind: str) -> list[str]:
    """Return the values that a select offers."""
    parts = [part for row in message["components"] for part in row["components"]]
    select = next(part for part in parts if part["custom_id"].startswith(f"s:{kind}:"))
    return [option["value"] for option in select["options"]]


async def test_the_newest_match_is_first_with_places_and_why_it_does_not_count(
    world: DiscordWorld,
) -> None:
    match = finished("block")
    assert match.outcome is not None
    assert match.outcome.scores == (107, 1)
    await save_past_match(world, "first", match=match)
    await save_past_match(world, "second", "Celina", "", match=match, at=NOON + 60)
    shown = said(await world.slash("Ada", "history")).splitlines()
    assert shown == [
        "Matches and tournaments of this server",
        f"**1. Block with Bonus** · <t:{int(NOON) + 60}:f>",
        "🥇 **Celina** 107 · 🥈 🦊 Fox (regular) 1",
        "-# doesn't count: a computer played",
        f"**2. Block with Bonus** · <t:{int(NOON)}:f>",
        "🥇 **Ada** 107 · 🥈 **Borys** 1",
        "2 matches · Page 1 of 1",
    ]


async def test_pages_keep_their_filters_and_turn_after_a_restart(world: DiscordWorld) -> None:
    for number in range(9):
        await save_past_match(world, f"block{number}", match=finished("block"), at=NOON + number)
    await save_past_match(world, "nos", "Ada", "Borys", "Celina", game="nos", at=NOON + 99)
    await world.slash("Celina", "history", person=world.person("Ada"), **with_(world, "Borys"))
    await world.select("Celina", ["block"], id_prefix="s:historygame:")
    assert "9 matches · Page 1 of 2" in str(seen(world, "Celina"))
    await world.restart()
    await world.click("Celina", "Next")
    message = seen(world, "Celina")
    assert "9 matches · Page 2 of 2" in str(message)
    assert "-# with **Ada** and **Borys**" in str(message)
    assert options(message, "openreplay") == ["block0"]
    await world.select("Celina", ["block0"], id_prefix="s:openreplay:")
    assert "Deal 1 · move 0 of 13 · match block0" in str(seen(world, "Celina"))


async def test_a_running_match_stands_in_no_list(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    running = table_in(world).id
    answer = said(await world.slash("Celina", "history"))
    assert running not in answer
    assert "No match to show here." in answer
    answer = said(await world.slash("Ada", "stats"))
    assert "No match has been finished here yet." in answer
    assert "**Join**" in answer


@pytest.mark.parametrize("rest", ["", "x/y/z", "9" * 30 + "/" + "9" * 30 + "//" + "9" * 20, "0/0/whist/7"])
def test_forged_filters_filter_nothing_that_cannot_be_asked_for(rest: str) -> None:
    filters = Filters.parse(rest)
    assert filters.game == ""
    assert str(filters).count("/") == 3
    assert 0 <= filters.person < 2**63


async def test_stats_tell_matches_wins_rating_streak_and_the_best_deal(world: DiscordWorld) -> None:
    world.speak("Dmitri", "en-US")
    match = finished("block")  # 107 : 1
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    deals = [DealResult(1, 0, ada, 64, 64), DealResult(1, 1, borys, 0, 0), DealResult(2, 0, ada, 30, 94)]
    await save_past_match(world, "first", match=match, deals=deals)
    await save_past_match(world, "second", match=match, at=NOON + 60)
    await save_past_match(world, "third", "Ada", "", match=match, at=NOON + 120)
    answer = said(await world.slash("Dmitri", "stats", person=world.person("Ada"))).splitlines()
    # A first win of two moves 1500 by 24 x 2.635 to 1563; a second win against the same moves it less.
    rating = answer[1].removeprefix("Rating: ")
    assert answer[0] == "Ada's stats"
    assert 1563 < int(rating.removeprefix("**")[:4]) < 1563 + 63
    assert rating.endswith("(provisional)")
    assert answer[2:6] == [
        "Win streak: 2 (best 2)",
        "",
        f"**Block with Bonus** · {rating}",
        "2 counted matches, 2 won (100%) · 1 other, 1 won",
    ]
    await world.select("Dmitri", ["block"], id_prefix="s:statsgame:")
    shown = str(seen(world, "Dmitri"))
    assert "Average place 1.0 of 2.0 · average score 107.0" in shown
    assert "Best deal: 64 points" in shown
    [plot] = seen(world, "Dmitri")["attachments"]
    assert "Ada: from 1500 to 16" in plot["description"]


async def test_the_plot_of_a_game_shows_the_rating_in_that_game(world: DiscordWorld) -> None:
    world.speak("Dmitri", "en-US")
    at = bot_of(world).services.now()
    for days in (20, 16):
        await save_league_matches(world, ["Ada"], ["Borys"], game="block", at=at - days * DAY)
    for days in (10, 6):
        await save_league_matches(world, ["Borys"], ["Ada"], game="double_trouble", at=at - days * DAY)
    await world.slash("Dmitri", "stats", person=world.person("Ada"))
    for game, way in (("block", "from 1500 to 16"), ("double_trouble", "from 1500 to 13")):
        await world.select("Dmitri", [game], id_prefix="s:statsgame:")
        [plot] = seen(world, "Dmitri")["attachments"]
        assert f"Ada: {way}" in plot["description"]


async def test_stats_against_another_tell_who_was_ahead(world: DiscordWorld) -> None:
    match = finished("block")
    await save_past_match(world, "first", match=match)
    await save_past_match(world, "second", "Borys", "Ada", match=match, at=NOON + 60)
    await save_past_match(world, "third", match=match, at=NOON + 120)
    answer = said(await world.slash("Ada", "stats", **with_(world, "Borys")))
    assert "**With Borys**" in answer
    assert "Block with Bonus: 3 matches against each other: ahead in 2, behind in 1" in answer
    await world.restart()
    await world.click("Ada", "Matches")
    assert "3 matches · Page 1 of 1" in str(seen(world))


async def test_chips_and_calls_are_told_where_a_game_has_them(world: DiscordWorld) -> None:
    nos = await save_past_match(world, "nos", "Ada", "Borys", "Celina", game="nos")
    assert nos.outcome is not None
    await world.slash("Ada", "stats")
    await world.select("Ada", ["nos"], id_prefix="s:statsgame:")
    won = f"{nos.outcome.scores[0]:+d}".replace("-", "−")
    assert f"Chips won in all matches: {won} $" in str(seen(world))


async def test_a_match_played_at_a_table_books_what_people_did_in_it(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Borys", clock="none")
    await play_quickly(world)
    async with bot_of(world).services.database.read() as tx:
        [best] = await player_records.achievements_of(tx, world.guild.id, user_id(world, "Ada"))
    assert (best.game, best.kind) == ("block", player_records.BEST_DEAL)
    assert best.best > 0


async def test_a_tally_adds_up_an_evening_by_person_and_game_and_is_posted_once(world: DiscordWorld) -> None:
    match = finished("block")  # 107 : 1
    here, evening = world.channel.id, bot_of(world).services.now() - 3600
    await save_past_match(world, "early", "Borys", "Ada", match=match, channel_id=here, at=evening - DAY)
    await save_past_match(world, "first", "Ada", "Borys", match=match, channel_id=here, at=evening)
    await save_past_match(world, "second", "Ada", "Celina", match=match, channel_id=here, at=evening + 60)
    await save_past_match(world, "third", "Borys", "Ada", match=match, channel_id=here, at=evening + 120)
    await save_league_matches(world, ["Celina"], ["Ada"], game="nos", at=evening)  # at a real table, without chips
    answer = await world.slash("Ada", "tally")
    assert answer.ephemeral
    of_block = [
        "**Block with Bonus**",
        "**Ada** · 3 matches, 2 won · 215 points",  # 107 + 107 + 1
        "**Borys** · 2 matches, 1 won · 108 points",
        "**Celina** · 1 match, 0 won · 1 point",
    ]
    assert said(answer).splitlines() == [
        "The evening's tally",
        f"-# Since <t:{int(evening) + 3600 - 12 * 3600}:f> · this channel",
        "",
        *of_block,
    ]
    whole = said(await world.click("Ada", "Whole server"))
    assert (
        "**All games**\n**Ada** · 4 matches, 2 won\n**Celina** · 2 matches, 1 won\n**Borys** · 2 matches" not in whole
    )
    assert (
        "**All games**\n**Ada** · 4 matches, 2 won\n**Borys** · 2 matches, 1 won\n**Celina** · 2 matches, 1 won"
        in whole
    )
    await world.select("Ada", ["nos"], id_prefix="s:tallygame:")
    chosen = str(seen(world))
    assert "**Celina** · 1 match, 1 won" in chosen
    assert "Block with Bonus**" not in chosen
    await world.click("Ada", "Post here")
    assert "✅ Posted here." in str(seen(world))
    assert "Post here" not in world.labels("Ada")
    [public] = [one for one in world.messages() if one.embeds and one.embeds[0].title == "The evening's tally"]
    assert "**Celina** · 1 match, 1 won" in str(public.embeds[0].description)
    assert not public.components
    since = await world.slash("Ada", "tally", since="2 days ago", game="block")
    assert "**Borys** · 3 matches, 2 won · 215 points\n**Ada** · 4 matches, 2 won · 216 points" in said(since)


@pytest.mark.parametrize(
    ("typed", "refused"),
    [("tomorrow", "“tomorrow” is no past time"), ("40 days ago", "A tally goes back 31 days at most.")],
)
async def test_a_tally_since_an_unfit_time_is_refused(world: DiscordWorld, typed: str, refused: str) -> None:
    answer = await world.slash("Ada", "tally", since=typed)
    assert answer.ephemeral
    assert refused in said(answer)


async def test_chips_of_nos_in_a_channel_and_its_threads_are_added_up_with_their_sign(world: DiscordWorld) -> None:
    thread_id = world.env.backend.create_thread(world.channel.id, "Nos", user_id(world, "Ada")).id
    await world.env.settle()
    match = finished("nos")
    assert match.outcome is not None
    ada, borys, celina = match.outcome.scores
    at = bot_of(world).services.now()
    for name, channel_id in (("one", world.channel.id), ("two", thread_id)):
        await save_past_match(
            world, name, "Ada", "Borys", "Celina", game="nos", match=match, channel_id=channel_id, at=at
        )
    answer = said(await world.slash("Ada", "tally")).splitlines()
    for name, score in (("Ada", ada), ("Borys", borys), ("Celina", celina)):
        amount = f"{2 * score:+d}".replace("-", "−")
        [line] = [line for line in answer if line.startswith(f"**{name}** · 2 matches")]
        assert line.endswith(f"· {amount} $")
