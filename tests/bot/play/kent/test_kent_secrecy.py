"""A random party of Kent reveals no secret tile or sign."""

import logging
import random
from collections import defaultdict

import pytest

from bot.messages.table.signs import EMOJIS
from tests.bot.play.at_table import (
    is_private,
    look,
    match_in,
    move_buttons,
    seat_number,
    shown,
    table_in,
    tiles_in,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import dealt_view
from tests.needs import some_of

from .at_kent import PARTY, call, direct_words, holder, open_party, react, signing

PARTNER = {"Ada": "Celina", "Celina": "Ada", "Borys": "Dmitri", "Dmitri": "Borys"}
CALLS = ("Kent!", "Stop Kent!", "Biskent!", "Stop Biskent!")
OF_PACTS = ("Your sign:", "your sign is", "proposes", "You propose", "a sign was drawn")
STEPS = 40


def hands_now(world: DiscordWorld) -> dict[str, set[str]]:
    match = match_in(world)
    return {name: {str(tile) for tile in match.view(seat_number(world, name)).hand} for name in PARTY}


def logged(caplog: pytest.LogCaptureFixture) -> str:
    ours = (one for one in caplog.records if one.name.split(".")[0] in ("bot", "storage", "games"))
    return "\n".join(f"{one.getMessage()} {one.exc_text or ''}" for one in ours)


def check(world: DiscordWorld, caplog: pytest.LogCaptureFixture, tells: str, known: defaultdict[str, set[str]]) -> None:
    """Check that no visible text gives a secret away.

    :param known: by person, the signs that their pair has agreed on or their partner has made.
    """
    public = "\n".join(map(words_in, shown(world)))
    log = logged(caplog)
    hands = hands_now(world)
    open_to_all = {str(t) for event in match_in(world).events if event.kind == "shown" for t in event.tiles}
    assert tiles_in(public) <= open_to_all
    assert not tiles_in(log)
    for text in OF_PACTS:
        assert text not in public
        assert text not in log
    for key, emoji in EMOJIS.items():
        assert emoji not in log
        assert key not in log.split()
        assert tells == "sign" or emoji not in public
    for name in PARTY:
        private = [words_in(message) for message in shown(world, name) if is_private(message)]
        assert tiles_in("".join(private[-1:])) <= open_to_all | hands[name]
        assert not any(text in whispered for whispered in private for text in OF_PACTS)
        direct = direct_words(world, name)
        assert not tiles_in(direct)
        partners = (seat_number(world, name), seat_number(world, PARTNER[name]))
        foreign = [pact.sign for pact in table_in(world).pacts if pact.pair != partners[0] % 2]
        pad = "".join(embed.description or "" for embed in signing(world, name).embeds)
        made = {sign.sign for sign in table_in(world).signs if sign.seat == partners[1]}
        own = {sign for sign in (table_in(world).pact_of(partners[0]).sign,) if sign is not None}
        assert not any(EMOJIS[sign] in pad for sign in foreign if sign is not None and sign not in made | own)
        assert {key for key, emoji in EMOJIS.items() if emoji in pad} <= made | own
        known[name] |= made | own
        in_private = {key for key, emoji in EMOJIS.items() if emoji in "".join(private)}
        assert tells == "sign" or in_private <= known[name]


@pytest.mark.thorough
@pytest.mark.parametrize("tells", some_of(["sign", "gesture", "none"], 1))
async def test_nobody_learns_what_they_may_not_know_in_a_random_party(
    world: DiscordWorld, chance: KnownChance, caplog: pytest.LogCaptureFixture, tells: str
) -> None:
    caplog.set_level(logging.DEBUG)
    rng = random.Random(tells)
    chance.fix_seed(f"secrets {tells}")
    await open_party(world, options=f"tells={tells}, tempo=none, target=25")
    known: defaultdict[str, set[str]] = defaultdict(set)
    check(world, caplog, tells, known)
    for _ in range(STEPS):
        await step(world, rng)
        check(world, caplog, tells, known)
    assert dealt_view(match_in(world)).deal > 1


async def step(world: DiscordWorld, rng: random.Random) -> None:
    """Sign, pass, throw or call, as a random player."""
    drawn = rng.random()
    if drawn < 0.35:
        await react(world, rng.choice(PARTY), rng.choice(list(EMOJIS)))
    elif drawn < 0.85:
        name = holder(world)
        await look(world, name)
        offered = [one for one in move_buttons(world, name) if ":pass " in one.custom_id or ":swap " in one.custom_id]
        await world.press(name, rng.choice(offered))
    else:
        await call(world, rng.choice(PARTY), rng.choice(CALLS))
