"""Handlers understand every earlier form of address."""

import logging
import re
from collections.abc import Mapping
from typing import Final

import pytest

from bot.coach.clicks import CoachClick
from bot.league.tournaments.clicks import TournamentClick
from bot.messages.parts.components import Kind, click_kind
from bot.tables.state import Person
from tests import simulation
from tests.bot.messages.parts.test_addresses import SAMPLES
from tests.bot.play.at_table import bot_of, forged, open_match, said, table_in, user_id
from tests.bot.play.league.past_matches import save_past_match
from tests.bot.play.league.tournaments.at_tournaments import new_tournament
from tests.discord_world import DiscordWorld

OVER: Final = "OVER1234567"
PAST: Final = {
    *(Kind.RECORD, Kind.SHARE, Kind.SHARE_POST, Kind.OPEN_REPLAY, Kind.REPLAY, Kind.REPLAY_TO, Kind.POST_STEP),
    *(Kind.POST_ANIMATION, Kind.CHECK_SHUFFLE, Kind.REMATCH, Kind.STATEMENT_PAGE),
}
"""Kinds of address that are shown below a match that is over."""
OTHERWISE_TESTED: Final = {
    *(Kind.MOVE, Kind.ASK, Kind.CALL, Kind.CALL_HAND, Kind.CALL_WHOM, Kind.SIGN, Kind.PROPOSE),  # games parse these
    Kind.ANIMATION,  # takes seconds, and is parsed as POST_FILM is
    *(CoachClick.PUZZLE_PLAY, CoachClick.PUZZLE_SHARE, CoachClick.PUZZLE_POST),  # need a puzzle that was tried
    *(Kind.SOLUTION, Kind.SOLUTION_STEP, Kind.DAILY_SHARE, Kind.DAILY_POST),  # need a deal of an earlier day
    *(Kind.TRY_DIRECT, Kind.NEW_SIGN, Kind.DRAW_TEAMS, Kind.CHOOSE_TEAM),  # need a game of partners
    *(
        CoachClick.KENT_REVIEW,
        CoachClick.RETRY,
        CoachClick.RETRY_MOVE,
        CoachClick.RETRY_ASK,
        CoachClick.PLAY_FROM,
    ),  # need a certain match that is over
    *(Kind.ADMIT, Kind.TURN_AWAY),  # need a message that mentions the newcomer
    *(Kind.INVITE, TournamentClick.PERSON),  # need a person of the server
    *(TournamentClick.FORM, TournamentClick.CREATE_NIGHT),  # their values are in all custom ids of their message
}
LAST: Final = (Kind.LEAVE, Kind.END, Kind.PRIVACY_FORGET, Kind.OPEN_TABLE, Kind.PLAY_COMPUTER, Kind.LESSON_PLAY)
"""Kinds of click that change which tables there are."""
VALUES: Final[Mapping[str, str]] = {
    "choosegame": "nos",
    "dailypage": "pyramid",
    "fixedit:kind": "swiss",
    "ladder": "block",
    "lessonstep:": "block/0",
    "level": "regular",
    "puzzle": "block",
    "setting:board": "text",
    "setting:computer": "regular",
    "setting:language": "en",
    "setting:notices": "dm",
    "serversetting:clock": "slow",
    "serversetting:computer": "regular",
    "serversetting:language": "en",
    "leaguesetting:games_off": "nos",
}
"""Values chosen in selects, by kind or by kind and `rest`; elsewhere 0."""


def _tried() -> list[str]:
    samples = [one for one in SAMPLES if one[0] != "f" and click_kind(one.split(":")[1]) not in OTHERWISE_TESTED]
    return sorted(samples, key=lambda one: click_kind(one.split(":")[1]) in LAST)


@pytest.mark.thorough
async def test_every_handler_understands_what_earlier_messages_carry(
    world: DiscordWorld, caplog: pytest.LogCaptureFixture
) -> None:
    await new_tournament(world, "Ada", game="block", title="Block with Bonus")
    for name in ("Ada", "Borys"):
        await world.click(name, id_prefix="b:fixsign")
    await world.click("Ada", id_prefix="b:fixstart")
    await open_match(world, "Borys", clock="none")
    table_id = table_in(world).id
    await save_past_match(world, OVER, "Ada", "Borys")
    ada = Person(user_id(world, "Ada"), "Ada")
    solo = await bot_of(world).services.solo.live.begin(ada, guild_id=world.guild.id, game="pyramid")
    world.moment = 0
    for sample in _tried():
        component, kind, match_id, number, rest = sample.split(":", 4)
        if match_id and not match_id.isdecimal():
            match_id = OVER if kind in PAST else solo.id if kind.startswith("solo") else table_id
        rest = re.sub(r"\d{19}", str(ada.user_id), rest)
        value = VALUES.get(kind) or VALUES.get(f"{kind}:{rest}", "0")
        click = forged(world, "Ada", component, click_kind(kind), match_id, number, rest, value)
        [answer] = await simulation.deliver(world.env, click)
        assert answer.acknowledged, f"{sample} was not answered"
        assert "Something went wrong" not in said(answer), sample
        assert "I don't know that button" not in said(answer), sample
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
