"""Lines about a tournament itself: its manner, rules, hosts and those signed up."""

from collections.abc import Iterator, Mapping
from typing import Final

import games
from bot.league.tournaments.formats.duplicate import (
    is_among_people,
)
from bot.league.tournaments.formats.format import BEST_OF, DOUBLED_WIN
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.formats.pairing import BracketPart, most_rounds
from bot.league.tournaments.progress.clock import NO_SHOW_S
from bot.league.tournaments.showing.deals import fingerprint_line
from bot.league.tournaments.showing.names import first_place, round_name
from bot.league.tournaments.waiting_list import places, waiting_list
from bot.locales import Words
from bot.messages.parts.people import called
from bot.messages.parts.text import (
    bold,
    escape,
    timestamp,
)
from bot.messages.table.lobby import time_span
from bot.messages.welcome import Wishes
from storage.league.tournament_values import (
    PairingState,
    Participant,
    ScoreComparison,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from storage.matches import COMPUTER_LEVELS

_NO_SHOW_MINUTES: Final = int(NO_SHOW_S // 60)


def manner_of(tournament: Tournament) -> str:
    """Return the suffix of text keys, one of `MANNERS`."""
    kind = kind_of(tournament)
    if kind.is_timed:
        return "arena"
    if kind.shares_deals:
        return "deals_people" if is_among_people(tournament.rules) else "deals"
    return "bracket" if kind.bracket(tournament) else "points"


MANNERS: Final = ("points", "bracket", "arena", "deals", "deals_people")


# --- Lines ------------------------------------------------------------------------------------------------------------


def about_lines(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    """Yield the game, format, stage and rules of a tournament."""
    kind = w(f"tournament.kind.{tournament.kind}")
    wishes = Wishes(tournament.options, tournament.clock).describe(games.TABLE_GAMES[tournament.game], w)
    game = f"**{w(f'game.{tournament.game}.name')}**"
    yield " · ".join(filter(None, (game, kind, best_of_text(tournament, w), _sizes(tournament, w), *wishes)))
    if tournament.stage is TournamentStage.CANCELLED:
        yield w("tournament.cancelled")
    elif tournament.stage is TournamentStage.OVER:
        yield first_place(tournament, names, w)
    elif tournament.stage is TournamentStage.RUNNING:
        now, manner = current_round(tournament), manner_of(tournament)
        if not kind_of(tournament).is_timed:
            said = w("tournament.round", round=now, rounds=tournament.rounds)
            is_named = kind_of(tournament).rounds_to_final(tournament, now) in (0, 1, 2)
            yield f"{said} · {round_name(tournament, now, w)}" if is_named else said
        is_timed = tournament.deadline is not None and tournament.timed_round == now
        if tournament.paused_at is not None:
            who = escape(called(names, tournament.paused_by or tournament.host_id, w))
            yield w("tournament.is_paused", name=bold(who), when=timestamp(tournament.paused_at, "f"))
            if is_timed:
                left = (tournament.deadline or 0.0) - tournament.paused_at
                yield w("tournament.is_paused.left", time=time_span(60.0 * max(1, round(left / 60)), w))
        elif is_timed and tournament.deadline is not None:
            yield w(f"tournament.news.until.{manner}", when=timestamp(tournament.deadline, "f"))
        yield from fingerprint_line(tournament, now, w)
        is_ahead = any(one.round > now for one in tournament.open_pairings)
        ahead = f" {w('tournament.how.ahead')}" if is_ahead else ""
        yield f"-# {w(f'tournament.how.{manner}', minutes=_NO_SHOW_MINUTES)}{ahead}"
    else:
        yield w(f"tournament.about.{_about(tournament)}", minutes=_NO_SHOW_MINUTES)
        yield from _about_rules(tournament, w)
        if tournament.entry_size > 1:
            yield w("tournament.about.teams")
        if tournament.starts_at is not None:
            yield start_line(tournament.starts_at, w)
        if tournament.round_s is not None:
            yield w("tournament.about.round_time", time=time_span(tournament.round_s, w))


def start_line(at: float, w: Words) -> str:
    """Return the line about the start."""
    return w("tournament.about.start", when=f"{timestamp(at, 'F')} ({timestamp(at, 'R')})")


def _about(tournament: Tournament) -> str:
    """Return the suffix of the text about a format."""
    return _AMONG_PEOPLE if is_among_people(tournament.rules) else tournament.kind


_AMONG_PEOPLE: Final = "duplicate_people"


def best_of_text(tournament: Tournament, w: Words) -> str:
    """Return that a pairing is the best of several matches, or ""."""
    best_of = tournament.rules.best_of
    return w(f"tournament.best_of.{best_of}") if best_of > 1 else ""


def hosts_line(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return the line that names the host and the co-hosts."""
    host = w("tournament.host", name=called(names, tournament.host_id, w))
    if not tournament.co_hosts:
        return host
    others = ", ".join(called(names, one, w) for one in tournament.co_hosts)
    key = "tournament.co_host" if len(tournament.co_hosts) == 1 else "tournament.co_hosts"
    return f"{host} · {w(key, names=others)}"


def _about_rules(tournament: Tournament, w: Words) -> Iterator[str]:
    """Yield the rules: arena time, seeds, scores and third-place match."""
    rules, kind = tournament.rules, kind_of(tournament)
    if rules.duration_s is not None:
        yield w("tournament.about.duration", time=time_span(rules.duration_s, w))
    if "points" in kind.settings and rules.draw_points is None:
        yield w("tournament.about.places", points=", ".join(map(str, rules.points)))
    elif "points" in kind.settings:
        yield w("tournament.about.score", win=rules.points[0], draw=rules.draw_points)
    if rules.streak:
        yield w("tournament.about.streak", number=DOUBLED_WIN)
    if rules.seeding is not Seeding.LOT or kind.seeding is not Seeding.LOT:
        yield w("tournament.about.seeding", how=w(f"tournament.seeding.{rules.seeding}"))
    if rules.limit:
        yield w.count("tournament.about.limit", rules.limit)
    if rules.third_place:
        yield w("tournament.about.third_place")
    if kind.shares_deals:
        yield w.count("tournament.shared.deals", rules.deals)
        yield w(f"tournament.shared.comparison.{rules.comparison}")
    if tournament.rounds and "rounds" in kind.settings:
        yield w.count("tournament.about.rounds", tournament.rounds)
        teams = len(tournament.placed) // tournament.entry_size
        if teams > 1 and tournament.sides == 2 and (most := most_rounds(teams)) < tournament.rounds:
            yield w.count("tournament.fewer_rounds", most)


def _sizes(tournament: Tournament, w: Words) -> str:
    if kind_of(tournament).shares_deals and not is_among_people(tournament.rules):
        level = w(f"level.{tournament.rules.level}")
        return w("tournament.shared.table", count=tournament.rules.seats, level=level)
    if tournament.team_size == 1:
        return w("tournament.at_a_table", count=tournament.sides)
    return w("tournament.teams_at_a_table", count=tournament.sides, size=tournament.team_size)


def signed_title(tournament: Tournament, w: Words) -> str:
    """Return how many are signed up, and for how many places."""
    title = w.count("tournament.signed", len(tournament.placed))
    return f"{title} · {w.count('tournament.places', places(tournament))}" if tournament.rules.limit else title


def waiting_lines(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    """Yield the numbered people and teams on the waiting list."""
    for number, unit in enumerate(waiting_list(tournament), 1):
        yield f"{number}. {' & '.join(_signed_name(one, names, w) for one in unit)}"


def signed_lines(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    """Yield the chosen teams, and the people without a team."""
    for members in tournament.teams.values():
        if members[0].waits:
            continue
        full = f"{len(members)}/{tournament.entry_size}"
        own = f"**{escape(name)}**: " if (name := members[0].team_name) else ""
        yield f"{own}{' & '.join(_signed_name(one, names, w) for one in members)} · {full}"
    alone = [_signed_name(one, names, w) for one in tournament.placed if not one.team]
    asking = [(one, one.asks_id) for one in tournament.people if tournament.asked_team(one) is not None]
    for start in range(0, len(alone), 5):
        yield ", ".join(alone[start : start + 5])
    for one, asked in asking:
        asker, partner = (escape(called(names, user_id, w)) for user_id in (one.user_id, asked or 0))
        yield f"-# {w('tournament.partner.is_asked', name=asker, partner=partner)}"


def _signed_name(one: Participant, names: Mapping[int, str], w: Words) -> str:
    """Return an entrant, with a tick after the check-in."""
    name = escape(called(names, one.user_id, w))
    return f"✓ {name}" if one.checked_in else name


COMPLETES: Final = {
    "tournament.kind.{}": TournamentKind,
    "tournament.about.{}": (*TournamentKind, _AMONG_PEOPLE),
    "tournament.tie_break.{}": TournamentKind,
    "tournament.best_of.{}": [str(one) for one in BEST_OF],
    "tournament.seeding.{}": Seeding,
    "tournament.how.{}": MANNERS,
    "tournament.shared.comparison.{}": ScoreComparison,
    "level.{}": COMPUTER_LEVELS,
    "tournament.news.until.{}": MANNERS,
    "tournament.part.{}": (BracketPart.LOSERS, BracketPart.THIRD),
    "tournament.round_name.{}": ("final", "semifinals", "quarterfinals"),
    "tournament.stage.{}": TournamentStage,
    "tournament.state.{}": (PairingState.MISSED, PairingState.BYE, PairingState.REST),
}
