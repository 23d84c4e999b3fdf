"""Messages about a tournament, and the list of tournaments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import discord

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import current_round, kind_of, standings
from bot.league.tournaments.results.claims import takes_claims
from bot.league.tournaments.showing.about import about_lines, hosts_line, signed_lines, signed_title, waiting_lines
from bot.league.tournaments.showing.names import first_place, round_name, stage_text
from bot.league.tournaments.showing.pairings import (
    Results,
    pairing_lines,
    pairing_pages,
    replays_select,
    rounds_of,
    to_play,
)
from bot.league.tournaments.showing.standings import first_lines, group_tables, pages_of, standing_line, tie_break_note
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    ClickKind,
    Row,
    Select,
    SelectOption,
    Style,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, GOLD, GREY, Message, add_page_number
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import (
    MAX_DESCRIPTION,
    MAX_FIELD_VALUE,
    MAX_OPTION_TEXT,
    MAX_TITLE,
    escape,
    timestamp,
    truncate,
)
from storage.league.tournament_values import (
    Tournament,
    TournamentStage,
)

_BRACKET_LINES: Final = 16
"""The most pairings of several bracket rounds in the message."""

TOURNAMENTS_A_PAGE: Final = 8

_MOST_CROSSED: Final = 16


def tournament_message(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the public message of a tournament, with its buttons."""
    w = reader.words
    colour = {TournamentStage.OVER: GOLD, TournamentStage.CANCELLED: GREY}.get(tournament.stage, COLOUR)
    embed = discord.Embed(colour=colour, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.description = "\n".join(about_lines(tournament, names, w))
    if tournament.stage is TournamentStage.OPEN:
        signed = first_lines(list(signed_lines(tournament, names, w)), w) or w("tournament.nobody")
        embed.add_field(name=signed_title(tournament, w), value=signed, inline=False)
        if waiting := list(waiting_lines(tournament, names, w)):
            embed.add_field(name=w("tournament.waiting_list"), value=first_lines(waiting, w), inline=False)
    elif tournament.pairings:
        for title, lines in _state(tournament, names, w):
            embed.add_field(name=title, value=first_lines(lines, w), inline=False)
    embed.set_footer(text=hosts_line(tournament, names, w))
    return Message(embed=embed, rows=_buttons(tournament, w))


def tournament_page(
    tournament: Tournament, names: Mapping[int, str], results: Results, number: int, reader: Reader
) -> Message:
    """Return a page of pairings or standings, clamped to the last."""
    w = reader.words
    parts = pairing_pages(tournament, w)
    pages = [(title, pairing_lines(part, tournament, names, w, results)) for title, part in parts]
    table = [standing_line(one, tournament, names, w, in_full=True) for one in standings(tournament)]
    tables = group_tables(tournament, names, w, in_full=True)
    tables += [(w("tournament.standings"), page) for page in pages_of(table)]
    count = len(pages) + len(tables)
    number = min(number, count - 1)
    title, lines = [*pages, *tables][number]
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    embed.add_field(name=title, value=truncate("\n".join(lines), MAX_FIELD_VALUE), inline=False)
    if number >= len(pages):
        embed.description = f"-# {tie_break_note(tournament, w)}"
    add_page_number(embed, number, count, w)

    def at(page: int) -> ClickAddress:
        return ClickAddress(TournamentClick.PAGE, str(tournament.id), 0, str(page))

    replays = replays_select(parts[number][1], tournament, names, results, w) if number < len(parts) else None
    rows = ((replays,),) if replays is not None else ()
    return Message(embed=embed, rows=(*rows, *page_buttons(reader, at, number, count), _history_buttons(tournament, w)))


def pairings_button(tournament: Tournament, w: Words) -> Button:
    """Return the button for all pairings, opening at the current round."""
    now = current_round(tournament)
    pages = pairing_pages(tournament, w)
    first = next((number for number, (_, part) in enumerate(pages) if any(one.round >= now for one in part)), 0)
    return Button(ClickAddress(TournamentClick.PAGE, str(tournament.id), now, str(first)), w("tournament.button.all"))


def report_button(tournament: Tournament, w: Words) -> Button:
    """Return the button to report a result of an open pairing."""
    address = ClickAddress(TournamentClick.REPORT, str(tournament.id), current_round(tournament))
    return Button(address, w("tournament.button.report"))


def hosts_button(tournament: Tournament, w: Words) -> Button:
    """Return the button for the actions of the hosts."""
    address = ClickAddress(TournamentClick.HOST, str(tournament.id), current_round(tournament))
    return Button(address, w("tournament.button.hosts"))


def _state(tournament: Tournament, names: Mapping[int, str], w: Words) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield headings and lines: open pairings, groups or bracket rounds."""
    kind, is_running = kind_of(tournament), tournament.stage is TournamentStage.RUNNING
    bracket = kind.bracket(tournament)
    if bracket:
        first = min(one.round for one in bracket)
        rounds = [one for one in rounds_of(tournament) if one[0].round >= first]
        while len(rounds) > 1 and sum(map(len, rounds)) > _BRACKET_LINES:
            rounds.pop(0)
        for pairings in rounds:
            yield round_name(tournament, pairings[0].round, w), pairing_lines(pairings, tournament, names, w)
    elif is_running:
        title = "tournament.playing" if kind.is_timed else "tournament.to_play"
        yield w(title, round=current_round(tournament)), to_play(tournament, names, w)
    if not bracket or not is_running:
        tables = [] if bracket else group_tables(tournament, names, w, in_full=False)
        table = [standing_line(one, tournament, names, w, in_full=False) for one in standings(tournament)]
        yield from tables or [(w("tournament.standings"), table)]


# --- Buttons ----------------------------------------------------------------------------------------------------------


def _buttons(tournament: Tournament, w: Words) -> tuple[Row, ...]:
    def at(kind: ClickKind, rest: str = "") -> ClickAddress:
        return ClickAddress(kind, str(tournament.id), current_round(tournament), rest)

    pages, hosts = pairings_button(tournament, w), hosts_button(tournament, w)
    withdraw = Button(at(TournamentClick.ASK, "withdraw"), w("tournament.button.withdraw"))
    name = Button(at(TournamentClick.NAME), w("tournament.button.name"))
    if tournament.stage is TournamentStage.OPEN:
        sign = Button(at(TournamentClick.SIGN), w("tournament.button.sign"), Style.GO)
        team = Button(at(TournamentClick.TEAMS), w("tournament.button.team"), Style.MAIN)
        start = Button(at(TournamentClick.START), w("tournament.button.start"), Style.MAIN)
        return ((sign, *((team, name) if tournament.entry_size > 1 else ()), withdraw), (start, hosts))
    if tournament.stage is TournamentStage.RUNNING:
        kind = kind_of(tournament)
        table = Button(at(TournamentClick.TABLE), w("tournament.button.table"), Style.GO)
        paused = any(one.withdrawn and one.team for one in tournament.people)
        sign_label = w("tournament.button.back" if paused else "tournament.button.sign")
        sign = Button(at(TournamentClick.SIGN), sign_label, Style.MAIN)
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
    *,
    with_series: bool,
) -> Message:
    """Return a page of tournaments to choose from, running ones first.

    :param labels: the titles of tournaments told apart, by id.
    :param number: the page, from 0; `total` counts all tournaments.
    :param with_series: whether the person can see or create series.
    """
    w = reader.words
    series: tuple[Row, ...] = ((series_button(w),),) if with_series else ()
    if not shown:
        return Message(w("tournament.none", command=reader.command("tournament create")), rows=series)
    lines = [
        f"**{escape(labels[one.id])}** · {w(f'game.{one.game}.name')} · {_came_to(one, names, w)}" for one in shown
    ]
    embed = discord.Embed(colour=COLOUR, title=w("tournament.list.title"))
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    pages = -(-total // TOURNAMENTS_A_PAGE)
    add_page_number(embed, number, pages, w)
    options = tuple(
        SelectOption(
            truncate(labels[one.id], MAX_OPTION_TEXT),
            str(one.id),
            truncate(f"{w(f'game.{one.game}.name')} · {stage_text(one, w)}", MAX_OPTION_TEXT),
        )
        for one in shown
    )
    select = Select(ClickAddress(TournamentClick.VIEW), options, w("tournament.choose"))
    turn = page_buttons(reader, lambda page: ClickAddress(TournamentClick.LIST, rest=str(page)), number, pages)
    return Message(embed=embed, rows=((select,), *turn, *series))


def series_button(w: Words) -> Button:
    """Return the button for the series of the server."""
    return Button(ClickAddress(TournamentClick.SERIES), w("series.all"))


def _came_to(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    if tournament.stage is not TournamentStage.OVER or tournament.ended_at is None:
        return f"{stage_text(tournament, w)} · <#{tournament.channel_id}>"
    return f"{timestamp(tournament.ended_at, 'd')} · {first_place(tournament, names, w)}"


def has_crosstable(tournament: Tournament) -> bool:
    """Return True unless it has a bracket, drawn partners or many teams."""
    kind = kind_of(tournament)
    return not (kind.counts_wins or kind.draws_partners) and 2 <= len(tournament.teams) <= _MOST_CROSSED


def overview_button(tournament: Tournament, w: Words) -> Button | None:
    """Return the button for the bracket or the crosstables, if there are any."""
    address, kind = ClickAddress(TournamentClick.CROSSTABLE, str(tournament.id)), kind_of(tournament)
    if not tournament.pairings:
        return None
    if has_crosstable(tournament) or kind.groups(tournament):
        return Button(address, w("tournament.button.crosstable"))
    return Button(address, w("tournament.bracket")) if kind.bracket(tournament) else None


def _history_buttons(tournament: Tournament, w: Words) -> tuple[Button, ...]:
    """Return the buttons for the overview and the files."""
    files = Button(ClickAddress(TournamentClick.FILES, str(tournament.id)), w("tournament.button.files"))
    overview = overview_button(tournament, w)
    return (overview, files) if overview else (files,)
