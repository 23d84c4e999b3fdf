"""Messages for hosts, and about them."""

from dataclasses import replace

import pytest

from bot.league.tournaments.hosting.messages import action_message
from bot.league.tournaments.hosting.questions import host_menu
from bot.league.tournaments.messages import tournament_message
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.showing.about import hosts_line
from bot.locales import words
from bot.messages.parts.components import Button, Style
from bot.messages.parts.reader import Reader
from storage.league.audit_log import AuditAction, AuditEntry, HostAction
from storage.league.tournament_values import Tournament, TournamentKind, TournamentStage
from tests.bot.league.tournaments.tournament_samples import GUILD, NOON, done, tournament
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


@pytest.mark.parametrize(
    ("co_hosts", "line"), [((), "Host: A"), ((2,), "Host: A · co-host: B"), ((2, 3), "Host: A · co-hosts: B, C")]
)
def test_a_host_and_the_co_hosts_are_named(co_hosts: tuple[int, ...], line: str) -> None:
    assert hosts_line(replace(tournament(3), co_hosts=co_hosts), {1: "A", 2: "B", 3: "C"}, words("en")) == line


def test_a_denied_report_mentions_the_players_and_each_host_once() -> None:
    about = {"what": HostAction.CLAIM_DENIED, "round": 1, "sides": [[3], [4]], "person": 3, "score": "2:1"}
    denied = AuditEntry(1, GUILD, NOON, 4, AuditAction.TOURNAMENT, about=about)
    cup = replace(tournament(4), co_hosts=(3,))
    assert action_message(cup, [denied], {}, {3, 4}, Reader(words("en"))).mentions == (3, 4, 1)


def test_a_team_is_founded_by_a_coloured_button() -> None:
    row = tournament_message(tournament(2, game="kent", size=2), {}, Reader(words("en"))).rows[0]
    styles = [one.style for one in row if isinstance(one, Button)]
    assert styles == [Style.GO, Style.MAIN, Style.PLAIN, Style.PLAIN]
