"""The menu of hosts: its buttons in each stage."""

from dataclasses import replace

import pytest

from bot.league.tournaments.hosting.questions import host_menu
from bot.league.tournaments.progress.starting import plan_start
from bot.locales import words
from bot.messages.parts.components import Button
from bot.messages.parts.reader import Reader
from storage.league.tournament_values import Tournament, TournamentKind, TournamentStage
from tests.bot.league.tournaments.tournament_samples import NOON, done, tournament
from tests.chance import InOrder

ARENA, RUNNING = (
    done(cup, plan_start(cup, InOrder(), NOON)) for cup in (tournament(2, kind=TournamentKind.ARENA), tournament(2))
)


@pytest.mark.parametrize(
    ("cup", "labels"),
    [
        (tournament(2), "Edit … · Cancel tournament · Series"),
        (
            RUNNING,
            "Pause · Close the round · Undo the last step · Enter results … · Edit … · Cancel tournament · Series",
        ),
        (replace(RUNNING, paused_at=NOON), "Resume · Enter results … · Edit … · Cancel tournament · Series"),
        (ARENA, "Pause · End now · Enter results … · Edit … · Cancel tournament · Series"),
        (replace(RUNNING, stage=TournamentStage.CANCELLED), "Again · Series"),
    ],
)
def test_hosts_see_what_they_can_do_now(cup: Tournament, labels: str) -> None:
    menu = host_menu(cup, {}, Reader(words("en")), NOON, may_cancel=True, may_create=True)
    assert " · ".join(str(one.label) for row in menu.rows for one in row if isinstance(one, Button)) == labels
