"""A tournament in a message: who has signed up, who still has to play whom, who leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import discord

from bot.league.fixtures.rounds import current_round
from bot.league.fixtures.standings import Standing, standings
from bot.locales import Words
from bot.messages.parts.components import Address, Button, Kind, Row, Style, page_buttons
from bot.messages.parts.message import COLOUR, GOLD, GREY, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_FIELD_VALUE, MAX_TITLE, escape, truncate
from storage.league.fixtures import Pairing, Stage, State, Tournament

from .names import called

__all__ = ["fixtures_message", "fixtures_page", "team_name"]

_LINES: Final = 10
"""How many lines of a list stand in the message, and on a page."""


def fixtures_message(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """A tournament as everybody sees it, with the buttons for its people.

    :param names: what people are called, by their ids.
    """
    w = reader.words
    colour = {Stage.OVER: GOLD, Stage.CANCELLED: GREY}.get(tournament.stage, COLOUR)
    embed = discord.Embed(colour=colour, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.description = "\n".join(_about(tournament, names, w))
    if tournament.stage is Stage.OPEN:
        signed = _listed(list(_signed(tournament, names, w)), w) or w("league.fixtures.nobody")
        embed.add_field(name=w.count("league.fixtures.signed", len(tournament.people)), value=signed, inline=False)
    elif tournament.pairings:
        if tournament.stage is Stage.RUNNING:
            title = w("league.fixtures.to_play", round=current_round(tournament))
            embed.add_field(name=title, value=_listed(_to_play(tournament, names, w), w), inline=False)
        lines = [_standing(one, tournament, names, w, in_full=False) for one in standings(tournament)]
        embed.add_field(name=w("league.fixtures.standings"), value=_listed(lines, w), inline=False)
    host = called(names, tournament.host_id, w)
    embed.set_footer(text=w("league.fixtures.host", name=host))
    return Message(embed=embed, rows=_buttons(tournament, w))


def fixtures_page(tournament: Tournament, names: Mapping[int, str], number: int, reader: Reader) -> Message:
    """A page of the whole standings and then of all pairings, counted from 0; beyond the last page it is the last."""
    w = reader.words
    table = [_standing(one, tournament, names, w, in_full=True) for one in standings(tournament)]
    rounds = [_pairing_line(one, tournament, names, w) for one in tournament.pairings]
    parts = [(w("league.fixtures.standings"), page) for page in _pages(table)]
    parts += [(w("league.fixtures.pairings"), page) for page in _pages(rounds)]
    number = min(number, len(parts) - 1)
    title, lines = parts[number]
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.add_field(name=title, value=truncate("\n".join(lines), MAX_FIELD_VALUE), inline=False)
    if number < len(_pages(table)):
        embed.description = f"-# {_tie_break(tournament, w)}"
    if len(parts) > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=len(parts)))

    def at(page: int) -> Address:
        return Address(Kind.FIXTURES_PAGE, str(tournament.id), 0, str(page))

    return Message(embed=embed, rows=page_buttons(reader, at, number, len(parts)))


def team_name(tournament: Tournament, team: int, names: Mapping[int, str], w: Words) -> str:
    """What a team is called: the names of its members, escaped."""
    members = tournament.teams.get(team, ())
    return " & ".join(escape(called(names, one.user_id, w)) for one in members)


# --- Lines ------------------------------------------------------------------------------------------------------------


def _about(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    kind = w(f"league.fixtures.kind.{tournament.kind}")
    parts = [f"**{w(f'game.{tournament.game}.name')}**", kind, _sizes(tournament, w)]
    yield " · ".join(parts)
    if tournament.stage is Stage.CANCELLED:
        yield w("league.fixtures.cancelled")
    elif tournament.stage is Stage.OVER:
        first = [one for one in standings(tournament) if one.place == 1]
        winners = [f"**{team_name(tournament, one.team, names, w)}**" for one in first]
        yield f"🥇 {w.list(winners)}"
    elif tournament.stage is Stage.RUNNING:
        yield w("league.fixtures.round", round=current_round(tournament), rounds=tournament.rounds)
        yield f"-# {w('league.fixtures.how')}"
    else:
        yield w(f"league.fixtures.about.{tournament.kind}")
        if tournament.team_size > 1:
            yield w("league.fixtures.about.teams")


def _sizes(tournament: Tournament, w: Words) -> str:
    if tournament.team_size == 1:
        return w("league.fixtures.at_a_table", count=tournament.sides)
    return w("league.fixtures.teams_at_a_table", count=tournament.sides, size=tournament.team_size)


def _tie_break(tournament: Tournament, w: Words) -> str:
    return w(f"league.fixtures.tie_break.{tournament.kind}")


def _signed(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[str]:
    """Teams that have found each other, and the people who have none."""
    for team, members in tournament.teams.items():
        full = f"{len(members)}/{tournament.team_size}"
        yield f"{team_name(tournament, team, names, w)} · {full}"
    alone = [escape(called(names, one.user_id, w)) for one in tournament.people if not one.team]
    for start in range(0, len(alone), 5):
        yield ", ".join(alone[start : start + 5])


def _to_play(tournament: Tournament, names: Mapping[int, str], w: Words) -> list[str]:
    """Who still has to play whom in the current round and who is free; then how many matches later rounds have."""
    now = current_round(tournament)
    lines = [f"· {_versus(one, tournament, names, w)}" for one in tournament.open_pairings if one.round == now]
    later = len(tournament.open_pairings) - len(lines)
    free = [one for one in tournament.pairings if one.round == now and len(one.sides) == 1]
    return [
        *(lines or [w("league.fixtures.none_open")]),
        *(f"○ {_versus(one, tournament, names, w)} · {_said(one, w)}" for one in free),
        *([f"-# {w.count('league.fixtures.later', later)}"] if lines and later else []),
    ]


def _versus(pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """The teams of a pairing; whoever came in first stands out."""
    sides = []
    for side in pairing.sides:
        name = team_name(tournament, side.team, names, w)
        sides.append(f"**{name}**" if side.place == 1 else name)
    return " – ".join(sides)


def _pairing_line(pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    mark = {State.OPEN: "·", State.PLAYED: "✓", State.MISSED: "✗"}.get(pairing.state, "○")
    said = "" if pairing.state in (State.OPEN, State.PLAYED) else f" · {_said(pairing, w)}"
    return f"`{pairing.round}` {mark} {_versus(pairing, tournament, names, w)}{said}"


def _said(pairing: Pairing, w: Words) -> str:
    return w(f"league.fixtures.state.{pairing.state}")


def _standing(one: Standing, tournament: Tournament, names: Mapping[int, str], w: Words, *, in_full: bool) -> str:
    """A line of the standings; in full it tells what divides those with equal points."""
    name = team_name(tournament, one.team, names, w)
    if one.team in tournament.withdrawn:
        name = f"~~{name}~~"
    parts = [w.count("league.fixtures.points", one.points)]
    if in_full:
        parts.append(w("league.fixtures.break", value=one.tie_break))
    if one.byes:
        parts.append(w.count("league.fixtures.byes", one.byes))
    # Discord counts a list with dots by itself, and would not let equal ones share a place.
    return f"`{one.place}` **{name}** — {' · '.join(parts)}"


def _listed(lines: Sequence[str], w: Words) -> str:
    """The first lines, as many as a field holds, and how many more there are."""
    kept = list(lines[:_LINES])
    while kept and len("\n".join(kept)) > MAX_FIELD_VALUE - 60:
        kept.pop()
    more = len(lines) - len(kept)
    return "\n".join([*kept, *([f"-# {w.count('league.fixtures.more', more)}"] if more else [])])


def _pages(lines: Sequence[str]) -> list[Sequence[str]]:
    return [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]


# --- Buttons ----------------------------------------------------------------------------------------------------------


def _buttons(tournament: Tournament, w: Words) -> tuple[Row, ...]:
    def at(kind: Kind, rest: str = "") -> Address:
        return Address(kind, str(tournament.id), current_round(tournament), rest)

    pages = Button(at(Kind.FIXTURES_PAGE, "0"), w("league.fixtures.button.all"))
    withdraw = Button(at(Kind.FIXTURES_ASK, "withdraw"), w("league.fixtures.button.withdraw"))
    cancel = Button(at(Kind.FIXTURES_ASK, "cancel"), w("league.fixtures.button.cancel"), Style.DANGER)
    if tournament.stage is Stage.OPEN:
        sign = Button(at(Kind.FIXTURES_SIGN), w("league.fixtures.button.sign"), Style.GO)
        team = Button(at(Kind.FIXTURES_TEAMS), w("league.fixtures.button.team"), Style.MAIN)
        start = Button(at(Kind.FIXTURES_START), w("league.fixtures.button.start"), Style.MAIN)
        return ((sign, *((team,) if tournament.team_size > 1 else ()), withdraw), (start, cancel))
    if tournament.stage is Stage.RUNNING:
        table = Button(at(Kind.FIXTURES_TABLE), w("league.fixtures.button.table"), Style.GO)
        close = Button(at(Kind.FIXTURES_ASK, "close"), w("league.fixtures.button.close"))
        return ((table, pages, withdraw), (close, cancel))
    return ((pages,),) if tournament.pairings else ()
