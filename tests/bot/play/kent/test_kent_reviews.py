"""The review of Kent by clicks."""

from __future__ import annotations

import pytest

from bot.coach.clicks import CoachClick
from bot.messages.parts.components import ClickKind, Kind
from games import new_match
from tests import simulation
from tests.bot.play.at_table import forged, hand_of, shown, table_in, texts_in
from tests.bot.play.kent.at_kent import PARTY, open_party, seed_of_first_deal
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld

OVER = "AAAAAAAAAAA"


async def send(world: DiscordWorld, kind: ClickKind, match_id: str = OVER, number: str = "0", name: str = "Ada") -> str:
    """Press a button; return the text of the answer."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    await simulation.deliver(world.env, forged(world, name, "b", kind, match_id, number, "", ""))
    await world.pass_time(2)
    message = hand_of(world, name)
    assert message is not None
    return texts_in(message)


async def save_match(world: DiscordWorld) -> None:
    """Save a match of one deal: only Celina, seat 2, holds a meld, and Ada accuses Borys and Dmitri wrongly."""
    match = new_match("kent", seats=4, options={"target": 1}, seed=seed_of_first_deal({2}))
    match.play(0, "stop@1")
    assert match.outcome is not None
    await save_past_match(world, OVER, *PARTY, game="kent", match=match)


async def test_the_review_of_kent_shows_melds_and_call(world: DiscordWorld) -> None:
    await save_match(world)
    text = await send(world, Kind.OPEN_REVIEW)
    assert "Kent: deal 1 of 1" in text
    assert "“Stop Kent!”" in text
    assert "Wrong!" in text
    assert "`from the deal` **Celina**: meld" in text


@pytest.mark.parametrize(("language", "said"), [("pl", "rozdanie 1 z 1"), ("ru", "раздача 1 из 1")])
async def test_the_review_speaks_the_language_of_its_reader(world: DiscordWorld, language: str, said: str) -> None:
    await save_match(world)
    world.speak("Ada", language)
    assert said in await send(world, Kind.OPEN_REVIEW)


async def test_a_running_match_shows_no_timeline(world: DiscordWorld) -> None:
    await open_party(world)
    for kind in (Kind.OPEN_REVIEW, CoachClick.KENT_REVIEW):
        text = await send(world, kind, table_in(world).id)
        assert "when the match is over" in text
        assert "meld" not in text


async def test_forged_pages_show_the_last_deal_or_nothing(world: DiscordWorld) -> None:
    await save_match(world)
    assert "deal 1 of 1" in await send(world, CoachClick.KENT_REVIEW, number="99999999999999999999")
    await save_past_match(world, "BBBBBBBBBBB")
    assert "deal 1 of" not in await send(world, CoachClick.KENT_REVIEW, "BBBBBBBBBBB")
    assert "deal 1 of" not in await send(world, CoachClick.KENT_REVIEW, "CCCCCCCCCCC")


async def test_the_pages_of_a_long_match_lead_to_each_other(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, *PARTY, game="kent")
    first = await send(world, Kind.OPEN_REVIEW)
    assert "deal 1 of" in first
    await world.click("Ada", id_prefix=f"b:kentreview:{OVER}:1:on")
    message = hand_of(world, "Ada")
    assert message is not None
    assert "deal 2 of" in texts_in(message)
    await world.click("Ada", id_prefix=f"b:kentreview:{OVER}:0:back")
    message = hand_of(world, "Ada")
    assert message is not None
    assert texts_in(message) == first
