"""Messages about a tournament, and the list of tournaments."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final, TypeVar

import discord

import games
from bot.league.names import called, names_drawn
from bot.league.tournaments.formats.duplicate import (
    SeatLine,
    is_among_people,
    is_played_alone,
    is_round_over,
    round_lines,
    seat_in_round,
)
from bot.league.tournaments.formats.format import BEST_OF, DOUBLED_WIN
from bot.league.tournaments.formats.kinds import current_round, kind_of, podium_of, standings, winners
from bot.league.tournaments.formats.pairing import BracketPart, most_rounds
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.formats.sides import seat_order
from bot.league.tournaments.progress.clock import NO_SHOW_S
from bot.league.tournaments.results.claims import takes_claims
from bot.league.tournaments.waiting_list import places, waiting_list
from bot.locales import Words
from bot.messages.parts.components import (
    MAX_OPTIONS,
    Button,
    ClickAddress,
    Kind,
    Row,
    Select,
    SelectOption,
    Style,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, GOLD, GREY, Message
from bot.messages.parts.names import names_in_pictures
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_FIELD_VALUE,
    MAX_OPTION_TEXT,
    MAX_TITLE,
    bold,
    escape,
    place_text,
    signed,
    timestamp,
    truncate,
    without_directions,
)
from bot.messages.table.lobby import time_span
from bot.messages.welcome import Wishes
from storage.league.results import Result
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Participant,
    ScoreComparison,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from storage.matches import COMPUTER_LEVELS

T = TypeVar("T")

_LINES: Final = 10
_FINAL_LINES: Final = 12
"""The lines of a list in the message, and on a page."""

_BRACKET_LINES: Final = 16
"""The most pairings of several bracket rounds in the message."""

TOURNAMENTS_A_PAGE: Final = 8

_MOST_CROSSED: Final = 16

_MOST_ON_PODIUM: Final = 6
"""The most teams of a podium in one line; many can share a place."""

_NO_SHOW_MINUTES: Final = int(NO_SHOW_S // 60)

Results = Mapping[int, Result]
"""The results of pairings, by their ids."""


def tournament_message(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the public message of a tournament, with its buttons."""
    w = reader.words
    colour = {TournamentStage.OVER: GOLD, TournamentStage.CANCELLED: GREY}.get(tournament.stage, COLOUR)
    embed = discord.Embed(colour=colour, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.description = "\n".join(about_lines(tournament, names, w))
    if tournament.stage is TournamentStage.OPEN:
        signed = first_lines(list(_signed(tournament, names, w)), w) or w("tournament.nobody")
        embed.add_field(name=_signed_title(tournament, w), value=signed, inline=False)
        if waiting := list(_waiting(tournament, names, w)):
            embed.add_field(name=w("tournament.waiting_list"), value=first_lines(waiting, w), inline=False)
    elif tournament.pairings:
        for title, lines in _state(tournament, names, w):
            embed.add_field(name=title, value=first_lines(lines, w), inline=False)
    embed.set_footer(text=_hosts(tournament, names, w))
    return Message(embed=embed, rows=_buttons(tournament, w))


def tournament_page(
    tournament: Tournament, names: Mapping[int, str], results: Results, number: int, reader: Reader
) -> Message:
    """Return a page of pairings or standings, clamped to the last."""
    w = reader.words
    parts = _pairing_pages(tournament, w)
    pages = [(title, _pairing_lines(part, tournament, names, w, results)) for title, part in parts]
    table = [_standing(one, tournament, names, w, in_full=True) for one in standings(tournament)]
    tables = _group_tables(tournament, names, w, in_full=True)
    tables += [(w("tournament.standings"), page) for page in _pages(table)]
    count = len(pages) + len(tables)
    number = min(number, count - 1)
    title, lines = [*pages, *tables][number]
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.add_field(name=title, value=truncate("\n".join(lines), MAX_FIELD_VALUE), inline=False)
    if number >= len(pages):
        embed.description = f"-# {tie_break_note(tournament, w)}"
    if count > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=count))

    def at(page: int) -> ClickAddress:
        return ClickAddress(Kind.TOURNAMENT_PAGE, str(tournament.id), 0, str(page))

    replays = _replays(parts[number][1], tournament, names, results, w) if number < len(parts) else None
    rows = ((replays,),) if replays is not None else ()
    return Message(embed=embed, rows=(*rows, *page_buttons(reader, at, number, count), _history_buttons(tournament, w)))


def pairings_button(tournament: Tournament, w: Words) -> Button:
    """Return the button for all pairings, opening at the current round."""
    now = current_round(tournament)
    pages = _pairing_pages(tournament, w)
    first = next((number for number, (_, part) in enumerate(pages) if any(one.round >= now for one in part)), 0)
    return Button(ClickAddress(Kind.TOURNAMENT_PAGE, str(tournament.id), now, str(first)), w("tournament.button.all"))


def report_button(tournament: Tournament, w: Words) -> Button:
    """Return the button to report a result of an open pairing."""
    address = ClickAddress(Kind.TOURNAMENT_REPORT, str(tournament.id), current_round(tournament))
    return Button(address, w("tournament.button.report"))


def hosts_button(tournament: Tournament, w: Words) -> Button:
    """Return the button for the actions of the hosts."""
    address = ClickAddress(Kind.TOURNAMENT_HOST, str(tournament.id), current_round(tournament))
    return Button(address, w("tournament.button.hosts"))


def round_name(tournament: Tournament, number: int, w: Words) -> str:
    """Return a round's number, or its name in the bracket."""
    left = kind_of(tournament).rounds_to_final(tournament, number)
    key = None if left is None else {0: "final", 1: "semifinals", 2: "quarterfinals"}.get(left)
    return w(f"tournament.round_name.{key}") if key else w("tournament.round_name.number", round=number)


def manner_of(tournament: Tournament) -> str:
    """Return the suffix of text keys, one of `MANNERS`."""
    kind = kind_of(tournament)
    if kind.is_timed:
        return "arena"
    if kind.shares_deals:
        return "deals_people" if is_among_people(tournament.rules) else "deals"
    return "bracket" if kind.bracket(tournament) else "points"


MANNERS: Final = ("points", "bracket", "arena", "deals", "deals_people")


def listed_standings(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return the first standings lines that fit an embed field, with the tie-breaks."""
    lines = [_standing(one, tournament, names, w, in_full=True) for one in standings(tournament)]
    return first_lines(lines, w, _FINAL_LINES)


def team_called(tournament: Tournament, team: int, name_of: Callable[[int], str], kind: Callable[[str], str]) -> str:
    """Return the name of a team; without one, the names of its members.

    :param name_of: returns the name of a member as it is shown.
    :param kind: returns a name of a team as it is shown.
    """
    own = tournament.team_names.get(team)
    return kind(own) if own else " & ".join(name_of(one.user_id) for one in tournament.teams.get(team, ()))


def plain_team_name(tournament: Tournament, team: int, names: Mapping[int, str], w: Words) -> str:
    """Return the name of a team without markup."""
    return team_called(tournament, team, lambda user_id: called(names, user_id, w), str)


def plain_team_names(tournament: Tournament, names: Mapping[int, str], w: Words) -> dict[int, str]:
    """Return the names of all teams without markup."""
    return {team: plain_team_name(tournament, team, names, w) for team in tournament.teams}


def team_names_drawn(tournament: Tournament, names: Mapping[int, str], w: Words) -> dict[int, str]:
    """Return the names of all teams as pictures draw them."""
    drawn = names_drawn(names, (one.user_id for members in tournament.teams.values() for one in members), w)
    own = tournament.team_names
    stand_ins = [w("tournament.team_number", number=team) for team in own]
    drawn_teams = dict(zip(own.values(), names_in_pictures([*own.values()], stand_ins), strict=True))
    return {
        team: team_called(tournament, team, drawn.__getitem__, drawn_teams.__getitem__) for team in tournament.teams
    }


def team_name(tournament: Tournament, team: int, names: Mapping[int, str], w: Words) -> str:
    """Return the name of a team, escaped."""
    return team_called(tournament, team, lambda user_id: escape(called(names, user_id, w)), escape)


def thread_name(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], w: Words) -> str:
    """Return a thread name with the tournament, round and teams."""
    teams = (plain_team_name(tournament, team, names, w) for team in pairing.teams)
    title = without_directions(tournament.title)
    return f"{w('tournament.round_of', title=title, round=pairing.round)} · {' – '.join(teams)}"


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
        yield _first_place(tournament, names, w)
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
            at = tournament.starts_at
            yield w("tournament.about.start", when=f"{timestamp(at, 'F')} ({timestamp(at, 'R')})")
        if tournament.round_s is not None:
            yield w("tournament.about.round_time", time=time_span(tournament.round_s, w))


def _about(tournament: Tournament) -> str:
    """Return the suffix of the text about a format."""
    return _AMONG_PEOPLE if is_among_people(tournament.rules) else tournament.kind


_AMONG_PEOPLE: Final = "duplicate_people"


def best_of_text(tournament: Tournament, w: Words) -> str:
    """Return that a pairing is the best of several matches, or ""."""
    best_of = tournament.rules.best_of
    return w(f"tournament.best_of.{best_of}") if best_of > 1 else ""


def _first_place(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    first = [f"**{team_name(tournament, team, names, w)}**" for team in winners(tournament)]
    return f"🥇 {w.list(first)}" if first else w("tournament.nothing_played")


def podium_text(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return the teams on the podium, or that nothing was played."""
    podium = podium_of(tournament)
    teams = [f"{place_text(one.place)} **{team_name(tournament, one.team, names, w)}**" for one in podium]
    more = ["…"] if len(teams) > _MOST_ON_PODIUM else []
    return " · ".join([*teams[:_MOST_ON_PODIUM], *more]) or w("tournament.nothing_played")


def people_on_podium(tournament: Tournament) -> set[int]:
    """Return the people whom `podium_text` names."""
    shown = podium_of(tournament)[:_MOST_ON_PODIUM]
    return {person.user_id for one in shown for person in tournament.teams[one.team]}


def _hosts(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
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
        yield w(f"tournament.about.seeding.{rules.seeding}")
    if rules.limit:
        key = "tournament.about.limit" if tournament.entry_size == 1 else "tournament.about.limit_teams"
        yield w.count(key, rules.limit)
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


def tie_break_note(tournament: Tournament, w: Words) -> str:
    """Return the order of the standings in words."""
    last = w("tournament.tie_break.won" if tournament.sides == 2 else "tournament.tie_break.behind")
    return w(f"tournament.tie_break.{tournament.kind}", last=last)


def _signed_title(tournament: Tournament, w: Words) -> str:
    title = w.count("tournament.signed", len(tournament.placed))
    return f"{title} · {w.count('tournament.places', places(tournament))}" if tournament.rules.limit else title


def _waiting(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    """Yield the numbered people and teams on the waiting list."""
    for number, unit in enumerate(waiting_list(tournament), 1):
        yield f"{number}. {' & '.join(_signed_name(one, names, w) for one in unit)}"


def _signed(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
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


def _state(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield headings and lines: open pairings, groups or bracket rounds."""
    kind, is_running = kind_of(tournament), tournament.stage is TournamentStage.RUNNING
    bracket = kind.bracket(tournament)
    if bracket:
        first = min(one.round for one in bracket)
        rounds = [one for one in _rounds(tournament) if one[0].round >= first]
        while len(rounds) > 1 and sum(map(len, rounds)) > _BRACKET_LINES:
            rounds.pop(0)
        for pairings in rounds:
            yield round_name(tournament, pairings[0].round, w), _pairing_lines(pairings, tournament, names, w)
    elif is_running:
        title = "tournament.playing" if kind.is_timed else "tournament.to_play"
        yield w(title, round=current_round(tournament)), _to_play(tournament, names, w)
    if not bracket or not is_running:
        tables = [] if bracket else _group_tables(tournament, names, w, in_full=False)
        table = [_standing(one, tournament, names, w, in_full=False) for one in standings(tournament)]
        yield from tables or [(w("tournament.standings"), table)]


def _to_play(tournament: Tournament, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the current pairings and byes, and the later ones' number."""
    now, is_timed = current_round(tournament), kind_of(tournament).is_timed
    lines = [
        f"· {' · '.join(filter(None, (versus(one, tournament, names, w), score_text(tournament, one))))}"
        for one in tournament.open_pairings
        if is_timed or one.round == now
    ]
    later = len(tournament.open_pairings) - len(lines)
    free = [
        one
        for one in tournament.pairings
        if one.round == now and len(one.sides) == 1 and not is_played_alone(one)
        if one.teams[0] not in tournament.withdrawn
    ]
    paused = [team_name(tournament, team, names, w) for team in tournament.teams if team in tournament.withdrawn]
    return [
        *(lines or [w("tournament.none_free" if is_timed else "tournament.none_open")]),
        *(f"○ {versus(one, tournament, names, w)} · {unplayed_state(one, tournament, w)}" for one in free),
        *([f"-# {w.count('tournament.later', later)}"] if lines and later else []),
        *([w("tournament.paused", names=", ".join(paused))] if paused and is_timed else []),
    ]


def _rounds(tournament: Tournament) -> list[list[Pairing]]:
    return [list(found) for _, found in groupby(tournament.pairings, key=lambda one: one.round)]


def _pairing_pages(tournament: Tournament, w: Words) -> list[tuple[str, Sequence[Pairing]]]:
    """Return pages of pairings; a bracket is split between rounds."""
    if not kind_of(tournament).bracket(tournament):
        return [(w("tournament.pairings"), page) for page in _pages(tournament.pairings)]
    pages: list[list[Pairing]] = [[]]
    for found in (page for one in _rounds(tournament) for page in _pages(one)):
        if pages[-1] and len(pages[-1]) + len(found) > _LINES:
            pages.append([])
        pages[-1] += found
    return [
        (round_name(tournament, page[0].round, w) if _is_one_round(page) else w("tournament.bracket"), page)
        for page in pages
    ]


def _is_one_round(pairings: Sequence[Pairing]) -> bool:
    return pairings[0].round == pairings[-1].round


def _pairing_lines(
    pairings: Sequence[Pairing],
    tournament: Tournament,
    names: Mapping[int, str],
    w: Words,
    results: Results = MappingProxyType({}),
) -> list[str]:
    """Return a line per pairing; a bracket has headings between them."""
    bracket = _parts(tournament)
    lines: list[str] = []
    part = BracketPart.MAIN
    number = 0 if bracket and not _is_one_round(pairings) else pairings[0].round
    for pairing in pairings:
        if bracket and pairing.round != number:
            lines.append(f"**{round_name(tournament, pairing.round, w)}**")
            number, part = pairing.round, BracketPart.MAIN
        own = bracket.get((pairing.round, frozenset(pairing.teams)), part)
        if own is not part and own in (BracketPart.LOSERS, BracketPart.THIRD):
            lines.append(f"-# {w(f'tournament.part.{own}')}")
        part = own
        lines.append(_pairing_line(pairing, tournament, names, w, results))
    return lines


def part_note(tournament: Tournament, pairing: Pairing, w: Words) -> str:
    """Return a note for losers' bracket or third place, else ""."""
    part = _parts(tournament).get((pairing.round, frozenset(pairing.teams)))
    return f" · {w(f'tournament.part.{part}')}" if part in (BracketPart.LOSERS, BracketPart.THIRD) else ""


def _parts(tournament: Tournament) -> dict[tuple[int, frozenset[int]], BracketPart]:
    """Return the bracket part of each round and set of teams."""
    return {(one.round, frozenset(one.teams)): one.part for one in kind_of(tournament).bracket(tournament)}


def _group_tables(
    tournament: Tournament, names: Mapping[int, str], w: Words, *, in_full: bool
) -> list[tuple[str, Sequence[str]]]:
    """Return the standings of each group below its name."""
    return [
        (
            w("tournament.group", letter=chr(ord("A") + number)),
            [_standing(one, tournament, names, w, in_full=in_full, points=True) for one in table],
        )
        for number, table in enumerate(kind_of(tournament).groups(tournament))
    ]


def versus(pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return a pairing's teams: first in bold, winners with a medal."""
    sides = []
    for side in pairing.sides:
        name = team_name(tournament, side.team, names, w)
        won = side.place == 1 and pairing.state is not PairingState.MISSED
        medal = " 🏅" if any(other.place != 1 for other in pairing.sides) else ""
        sides.append(f"**{name}**{medal}" if won else name)
    return " – ".join(sides)


def _pairing_line(
    pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words, results: Results
) -> str:
    mark = {PairingState.OPEN: "·", PairingState.PLAYED: "✓", PairingState.MISSED: "✗"}.get(pairing.state, "○")
    if kind_of(tournament).shares_deals:
        return f"`{pairing.round}` {mark} {_shared_pairing(tournament, pairing, names, w)}"
    is_usual = pairing.state in (PairingState.OPEN, PairingState.PLAYED)
    said = "" if is_usual else f" · {unplayed_state(pairing, tournament, w)}"
    if score := score_text(tournament, pairing, results):
        said = f" · {score}"
    number = "" if kind_of(tournament).bracket(tournament) else f"`{pairing.round}` "
    return f"{number}{mark} {versus(pairing, tournament, names, w)}{said}"


def unplayed_state(pairing: Pairing, tournament: Tournament, w: Words) -> str:
    """Return the state of a pairing that was not played.

    Where people enter late, a round without a pairing or a bye was before their entry.
    """
    if pairing.state is PairingState.REST and kind_of(tournament).enters_late:
        return w("tournament.state.absent")
    if len(pairing.sides) == 1 and not is_played_alone(pairing):
        return w("tournament.state.rest")
    return w(f"tournament.state.{pairing.state}")


def fingerprint_line(tournament: Tournament, number: int, w: Words) -> Iterator[str]:
    """Yield the fingerprint of a round's deals, if its tables share them."""
    digits = tournament.fingerprints.get(number)
    if digits is not None:
        seat = seat_in_round(tournament, number) + 1
        if is_among_people(tournament.rules):
            yield f"-# {w('tournament.shared.order')}"
        else:
            yield f"-# {w('tournament.shared.seat', seat=seat, seats=tournament.rules.seats)}"
        yield f"-# 🔒 {w('tournament.shared.fingerprint', hash=f'`{digits}`')}"


def _shared_pairing(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], w: Words) -> str:
    """Return a pairing with shared deals: its teams by seat, and their results once the round is over."""
    lines = [one for one in round_lines(tournament, pairing.round) if one.team in pairing.teams]
    if is_round_over(tournament, pairing.round):
        return "\n\u2003".join(seat_result(tournament, one, names, w) for one in lines)
    teams = " – ".join(f"**{team_name(tournament, one.team, names, w)}**" for one in lines)
    if pairing.state is PairingState.OPEN:
        return teams
    is_played = pairing.state is PairingState.PLAYED
    return f"{teams} · {w('tournament.shared.waits') if is_played else unplayed_state(pairing, tournament, w)}"


def shared_results(tournament: Tournament, number: int, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the results of a round that is over; among people seat by seat, the best first."""
    lines = round_lines(tournament, number)
    if not is_among_people(tournament.rules):
        return [seat_result(tournament, one, names, w) for one in lines]
    found = []
    for seat in range(tournament.sides):
        own = sorted((one for one in lines if one.seat == seat), key=lambda one: -(one.points or 0))
        found.append(f"-# {w('tournament.shared.seat_title', seat=_seats_of(tournament, seat))}")
        found += [seat_result(tournament, one, names, w) for one in own]
    return found + [f"○ {seat_result(tournament, one, names, w)}" for one in lines if one.seat is None]


def _seats_of(tournament: Tournament, side: int) -> str:
    """Return the numbers of the seats of a side, as 1 + 3."""
    sides = [[number] * tournament.team_size for number in range(tournament.sides)]
    return " + ".join(str(seat) for seat, own in enumerate(seat_order(tournament.game, sides), 1) if own == side)


def seat_result(tournament: Tournament, line: SeatLine, names: Mapping[int, str], w: Words) -> str:
    """Return a team's result with shared deals: the score, its comparison or the reason for the points, the points."""
    parts = [f"**{team_name(tournament, line.team, names, w)}**"]
    if line.score is not None:
        parts.append(signed(f"{line.score:+d}"))
    if line.score is None and line.seat is None:
        parts.append(w("tournament.shared.bye"))
    elif line.score is None:
        parts.append(w("tournament.shared.excused" if line.is_excused else "tournament.shared.minus"))
    elif line.others is None:
        parts.append(w("tournament.shared.alone"))
    elif tournament.rules.comparison is ScoreComparison.IMPS:
        difference = _decimal(line.score - line.others, w)
        parts.append(w("tournament.shared.difference", mean=_decimal(line.others, w), difference=difference))
    else:
        key = "tournament.shared.tied" if line.tied else "tournament.shared.beaten"
        parts.append(w(key, beaten=line.beaten, tied=line.tied, count=line.compared))
    return f"{' · '.join(parts)} → {w.count('tournament.points', line.points or 0)}"


def _decimal(number: Fraction, w: Words) -> str:
    """Return a signed number with a decimal, unless it is whole."""
    text = f"{float(number):+.1f}"
    return signed(text.removesuffix(".0")).replace(".", w("stats.decimal"))


def score_of(one: TeamStanding, tournament: Tournament, w: Words) -> str:
    """Return the score of a team: points, or matches won."""
    return w.count("tournament.wins" if kind_of(tournament).counts_wins else "tournament.points", one.points)


def _standing(
    one: TeamStanding,
    tournament: Tournament,
    names: Mapping[int, str],
    w: Words,
    *,
    in_full: bool,
    points: bool = False,
) -> str:
    """Return a line of the standings; in full with the tie-breaks.

    :param points: whether to show points even if the format counts wins.
    """
    name = team_name(tournament, one.team, names, w)
    keeps_place = kind_of(tournament).is_timed and tournament.stage is TournamentStage.OVER
    if one.team in tournament.withdrawn and not keeps_place:
        name = f"~~{name}~~"
    counts_points = points or not kind_of(tournament).counts_wins
    parts = [w.count("tournament.points", one.points) if counts_points else score_of(one, tournament, w)]
    if in_full and counts_points:
        parts.append(w("tournament.break", value=signed(str(one.tie_break))))
    if in_full and one.difference is not None:
        parts.append(w("tournament.difference", value=signed(f"{one.difference:+d}")))
    if in_full and one.lot:
        parts.append(w("tournament.lot", number=one.lot))
    if one.byes:
        parts.append(w.count("tournament.byes", one.byes))
    if one.streak > 1 and tournament.stage is TournamentStage.RUNNING:
        parts.append(w("tournament.streak", number=one.streak))
    # Discord numbers lists with dots itself, so ties could not share a place.
    return f"`{one.place}` **{name}** — {' · '.join(parts)}"


def first_lines(lines: Sequence[str], w: Words, most: int = _LINES, letters: int = MAX_FIELD_VALUE) -> str:
    """Return the lines that fit a field, and the number omitted.

    :param most: the most lines.
    :param letters: the most characters.
    """
    kept = list(lines[:most])
    while kept and len("\n".join(kept)) > letters - 60:
        kept.pop()
    more = len(lines) - len(kept)
    return "\n".join([*kept, *([f"-# {w.count('tournament.more', more)}"] if more else [])])


def _pages(lines: Sequence[T]) -> list[Sequence[T]]:
    return [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]


# --- Buttons ----------------------------------------------------------------------------------------------------------


def _buttons(tournament: Tournament, w: Words) -> tuple[Row, ...]:
    def at(kind: Kind, rest: str = "") -> ClickAddress:
        return ClickAddress(kind, str(tournament.id), current_round(tournament), rest)

    pages, hosts = pairings_button(tournament, w), hosts_button(tournament, w)
    withdraw = Button(at(Kind.TOURNAMENT_ASK, "withdraw"), w("tournament.button.withdraw"))
    name = Button(at(Kind.TOURNAMENT_NAME), w("tournament.button.name"))
    if tournament.stage is TournamentStage.OPEN:
        sign = Button(at(Kind.TOURNAMENT_SIGN), w("tournament.button.sign"), Style.GO)
        team = Button(at(Kind.TOURNAMENT_TEAMS), w("tournament.button.team"), Style.MAIN)
        start = Button(at(Kind.TOURNAMENT_START), w("tournament.button.start"), Style.MAIN)
        return ((sign, *((team, name) if tournament.entry_size > 1 else ()), withdraw), (start, hosts))
    if tournament.stage is TournamentStage.RUNNING:
        kind = kind_of(tournament)
        table = Button(at(Kind.TOURNAMENT_TABLE), w("tournament.button.table"), Style.GO)
        paused = any(one.withdrawn and one.team for one in tournament.people)
        sign_label = w("tournament.button.back" if paused else "tournament.button.sign")
        sign = Button(at(Kind.TOURNAMENT_SIGN), sign_label, Style.MAIN)
        report = (report_button(tournament, w),) if takes_claims(tournament) else ()
        named = (name,) if tournament.entry_size > 1 else ()
        return ((table, *report, *((sign,) if kind.walks_in else ()), pages), (withdraw, *named, hosts))
    return ((pages, hosts),) if tournament.pairings else ((hosts,),)


# --- History ----------------------------------------------------------------------------------------------------------


def tournaments_message(
    shown: Sequence[Tournament],
    labels: Mapping[int, str],
    names: Mapping[int, str],
    number: int,
    total: int,
    reader: Reader,
) -> Message:
    """Return a page of tournaments to choose from, running ones first.

    :param labels: the titles of tournaments told apart, by id.
    :param number: the page, from 0; `total` counts all tournaments.
    """
    w = reader.words
    if not shown:
        return Message(w("tournament.none", command=reader.command("tournament create")))
    lines = [
        f"**{escape(labels[one.id])}** · {w(f'game.{one.game}.name')} · {_came_to(one, names, w)}" for one in shown
    ]
    embed = discord.Embed(colour=COLOUR, title=w("tournament.list.title"))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    pages = -(-total // TOURNAMENTS_A_PAGE)
    if pages > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=pages))
    options = tuple(
        SelectOption(
            truncate(labels[one.id], MAX_OPTION_TEXT),
            str(one.id),
            truncate(f"{w(f'game.{one.game}.name')} · {stage_text(one, w)}", MAX_OPTION_TEXT),
        )
        for one in shown
    )
    select = Select(ClickAddress(Kind.TOURNAMENT), options, w("tournament.choose"))
    turn = page_buttons(reader, lambda page: ClickAddress(Kind.TOURNAMENT_LIST, rest=str(page)), number, pages)
    return Message(embed=embed, rows=((select,), *turn))


def stage_text(tournament: Tournament, w: Words) -> str:
    """Return the stage of a tournament in words."""
    return w(f"tournament.stage.{tournament.stage}")


def _came_to(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    if tournament.stage is not TournamentStage.OVER or tournament.ended_at is None:
        return f"{stage_text(tournament, w)} · <#{tournament.channel_id}>"
    return f"{timestamp(tournament.ended_at, 'd')} · {_first_place(tournament, names, w)}"


def scores_of(tournament: Tournament, pairing: Pairing, results: Results) -> dict[int, int]:
    """Return the teams' scores if the match was played here, or several matches or players scored the pairing."""
    if kind_of(tournament).shares_deals:
        lines = round_lines(tournament, pairing.round)
        return {one.team: one.score for one in lines if one.team in pairing.teams and one.score is not None}
    if pairing.scores:
        return pairing.scores
    result = results.get(pairing.result_id or 0)
    if pairing.state is not PairingState.PLAYED or result is None or pairing.matches:
        return {}
    by_person = {place.user_id: place.score for place in result.places}
    found: dict[int, int] = {}
    for team in pairing.teams:
        own = [by_person.get(member.user_id) for member in tournament.teams.get(team, ())]
        if own and own[0] is not None:
            found[team] = own[0]
    return found if len(found) == len(pairing.sides) else {}


def score_text(tournament: Tournament, pairing: Pairing, results: Results = MappingProxyType({})) -> str:
    """Return the score of a pairing, such as "2 : 1"; "" without one."""
    scores = scores_of(tournament, pairing, results)
    return " : ".join(str(scores[team]) for team in pairing.teams).replace("-", "−") if scores else ""


# --- Replays ----------------------------------------------------------------------------------------------------------


def _replays(
    pairings: Sequence[Pairing], tournament: Tournament, names: Mapping[int, str], results: Results, w: Words
) -> Select | None:
    """Return a select of the pairings' replays; None without any."""
    options = []
    for pairing in pairings:
        is_shown = not kind_of(tournament).shares_deals or is_round_over(tournament, pairing.round)
        if not is_shown or not (pairing.state is PairingState.PLAYED or pairing.matches):
            continue
        teams = [plain_team_name(tournament, team, names, w) for team in pairing.teams]
        label = f"{round_name(tournament, pairing.round, w)}: {' – '.join(teams)}"
        for number, result_id in enumerate(pairing.result_ids, 1):
            result = results.get(result_id)
            if result is not None and result.match_id:
                text = f"{number}. {label}" if len(pairing.result_ids) > 1 else label
                options.append(SelectOption(truncate(text, MAX_OPTION_TEXT), result.match_id, emoji="🎞️"))
    address = ClickAddress(Kind.OPEN_REPLAY, "", 0, "history")
    return Select(address, tuple(options[:MAX_OPTIONS]), w("history.open")) if options else None


def has_crosstable(tournament: Tournament) -> bool:
    """Return True unless it has a bracket, drawn partners or many teams."""
    kind = kind_of(tournament)
    return not (kind.counts_wins or kind.draws_partners) and 2 <= len(tournament.teams) <= _MOST_CROSSED


def overview_button(tournament: Tournament, w: Words) -> Button | None:
    """Return the button for the bracket or the crosstables, if there are any."""
    address, kind = ClickAddress(Kind.TOURNAMENT_CROSSTABLE, str(tournament.id)), kind_of(tournament)
    if not tournament.pairings:
        return None
    if has_crosstable(tournament) or kind.groups(tournament):
        return Button(address, w("tournament.button.crosstable"))
    return Button(address, w("tournament.bracket")) if kind.bracket(tournament) else None


def _history_buttons(tournament: Tournament, w: Words) -> tuple[Button, ...]:
    """Return the buttons for the overview and the files."""
    files = Button(ClickAddress(Kind.TOURNAMENT_FILES, str(tournament.id)), w("tournament.button.files"))
    overview = overview_button(tournament, w)
    return (overview, files) if overview else (files,)


def void_changes(tournament: Tournament, result_id: int, names: Mapping[int, str], w: Words, *, void: bool) -> str:
    """Return the effect of a voided or restored result on winners."""
    pairings = tuple(_with_void(tournament, one, result_id, void=void) for one in tournament.pairings)
    after = replace(tournament, pairings=pairings)
    before_first, after_first = (
        w.list([f"**{team_name(found, team, names, w)}**" for team in winners(found)]) or w("tournament.void.nobody")
        for found in (tournament, after)
    )
    title = bold(tournament.title)
    if before_first == after_first:
        return w("tournament.void.same", title=title, names=before_first)
    return w("tournament.void.other", title=title, before=before_first, after=after_first)


def _with_void(tournament: Tournament, pairing: Pairing, result_id: int, *, void: bool) -> Pairing:
    """Return a pairing of a finished tournament after a result was voided or restored."""
    if result_id not in pairing.result_ids:
        return pairing
    if not pairing.matches:
        return replace(pairing, state=PairingState.MISSED if void else PairingState.PLAYED)
    matches = tuple(replace(one, void=void) if one.result_id == result_id else one for one in pairing.matches)
    return recounted(replace(pairing, matches=matches), tournament.rules.wins_needed, is_closed=True)


COMPLETES: Final = {
    "tournament.kind.{}": TournamentKind,
    "tournament.about.{}": (*TournamentKind, _AMONG_PEOPLE),
    "tournament.tie_break.{}": TournamentKind,
    "tournament.best_of.{}": [str(one) for one in BEST_OF],
    "tournament.about.seeding.{}": Seeding,
    "tournament.how.{}": MANNERS,
    "tournament.shared.comparison.{}": ScoreComparison,
    "level.{}": COMPUTER_LEVELS,
    "tournament.news.until.{}": MANNERS,
    "tournament.part.{}": (BracketPart.LOSERS, BracketPart.THIRD),
    "tournament.round_name.{}": ("final", "semifinals", "quarterfinals"),
    "tournament.stage.{}": TournamentStage,
    "tournament.state.{}": (PairingState.MISSED, PairingState.BYE, PairingState.REST),
}
