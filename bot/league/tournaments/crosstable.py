"""Tournament overviews: crosstable or bracket pictures, and tables as files."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot import render
from bot.league.import_export import spreadsheet_name
from bot.league.names import called
from bot.league.tournaments.formats import kind_of, standings
from bot.league.tournaments.messages import (
    Results,
    has_bracket_picture,
    pairings_button,
    plain_team_names,
    round_name,
    scores_of,
    team_names_drawn,
)
from bot.league.tournaments.pairing import BracketPart
from bot.locales import Words
from bot.messages.parts.message import COLOUR, Drawing, Message, attachments, embedded
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_TITLE, bold, escape, truncate
from storage.league.tournaments import Pairing, PairingState, Tournament

_MOST_SCORES: Final = 6
"""The most teams whose scores fit into a crosstable; a larger one only shows winners."""

_BRACKET_COLUMNS: Final = 4
"""The rounds side by side in the picture of a bracket."""


def crosstable_message(tournament: Tournament, names: Mapping[int, str], results: Results, reader: Reader) -> Message:
    """Return the crosstable, best first, or the bracket as a picture."""
    if has_bracket_picture(tournament):
        return _bracket_message(tournament, names, reader)
    w, ranked = reader.words, standings(tournament)
    teams, called_so = [one.team for one in ranked], plain_team_names(tournament, names, w)
    drawn = team_names_drawn(tournament, names, w)
    titles = [*map(str, range(1, len(teams) + 1)), w("tournament.crosstable.points")]
    rows = []
    for number, one in enumerate(ranked, 1):
        cells = [_cell(tournament, one.team, other, results) for other in teams]
        values = tuple(render.Value(cell) for cell in (*cells, str(one.points)))
        rows.append(render.TableRow(str(number), called_so[one.team], values, quiet=one.team in tournament.withdrawn))
    shown = [replace(row, name=drawn[team]) for row, team in zip(rows, teams, strict=True)]
    said = "; ".join(f"{row.place}. {row.name}: {', '.join(value.text for value in row.values)}" for row in rows)
    title = w("tournament.crosstable.title", title=tournament.title)
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(title)}", MAX_TITLE))
    embed.description = f"-# {w('tournament.crosstable.how')}"
    drawing = Drawing(partial(render.standings_table, titles, shown), f"{title}: {said}")
    return embedded(embed, drawing, ((pairings_button(tournament, w),),))


def _cell(tournament: Tournament, team: int, other: int, results: Results) -> str:
    """Return scores against a team; "–" for none, "·" for itself."""
    if team == other:
        return "·"
    met = [one for one in tournament.pairings if {team, other} <= set(one.teams)]
    return " ".join(filter(None, (_against(tournament, one, team, other, results) for one in met))) or "–"


def _against(tournament: Tournament, pairing: Pairing, team: int, other: int, results: Results) -> str:
    places = {side.team: side.place for side in pairing.sides}
    own, theirs = places[team], places[other]
    if pairing.state is PairingState.BYE:
        return "+" if own is not None else "−"
    if pairing.state is not PairingState.PLAYED or own is None or theirs is None:
        return ""
    scores = scores_of(tournament, pairing, results)
    if len(pairing.sides) == 2 and scores and len(tournament.teams) <= _MOST_SCORES:
        return f"{scores[team]}:{scores[other]}".replace("-", "−")
    return "1" if own < theirs else "½" if own == theirs else "0"


# --- Bracket ----------------------------------------------------------------------------------------------------------


def _bracket_message(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """Return a picture of the last bracket rounds, future ones included."""
    w = reader.words
    columns, aside = _bracket_columns(tournament, plain_team_names(tournament, names, w), w)
    drawn = _bracket_columns(tournament, team_names_drawn(tournament, names, w), w)
    known = [
        (column.title, [" – ".join(filter(None, box.names)) for box in column.boxes if any(box.names)])
        for column in (*columns, *((aside,) if aside else ()))
    ]
    said = "; ".join(f"{title}: {', '.join(met)}" for title, met in known if met)
    embed = discord.Embed(colour=COLOUR, title=truncate(f"🏆 {escape(tournament.title)}", MAX_TITLE))
    drawing = Drawing(partial(render.bracket, *drawn), f"{tournament.title}: {said}")
    return embedded(embed, drawing, ((pairings_button(tournament, w),),))


def _bracket_columns(
    tournament: Tournament, team_names: Mapping[int, str], w: Words
) -> tuple[list[render.BracketColumn], render.BracketColumn | None]:
    """Return the last bracket rounds, and the third-place match."""
    matches = kind_of(tournament).bracket(tournament)
    third = [one for one in matches if one.part is BracketPart.THIRD]
    first = max(matches[0].round, tournament.rounds + 1 - _BRACKET_COLUMNS)
    columns = []
    for number in range(first, tournament.rounds + 1):
        found = [one.teams for one in matches if one.round == number and one.part is not BracketPart.THIRD]
        boxes = [_bracket_box(tournament, number, teams, team_names) for teams in found]
        boxes += [render.BracketBox()] * ((1 << tournament.rounds - number) - len(boxes))
        columns.append(render.BracketColumn(round_name(tournament, number, w), tuple(boxes)))
    boxes = [_bracket_box(tournament, one.round, one.teams, team_names) for one in third]
    return columns, render.BracketColumn(w("tournament.part.third"), tuple(boxes)) if boxes else None


def _bracket_box(
    tournament: Tournament, number: int, teams: Sequence[int], team_names: Mapping[int, str]
) -> render.BracketBox:
    pairing = next((one for one in tournament.pairings if one.round == number and set(one.teams) == set(teams)), None)
    first = [side.team for side in pairing.sides if side.place == 1] if pairing is not None else []
    labels = [team_names[team] for team in teams]
    winner = teams.index(first[0]) if len(teams) > 1 and len(first) == 1 else None
    return render.BracketBox((labels[0], labels[1] if len(labels) > 1 else ""), winner)


# --- Files ------------------------------------------------------------------------------------------------------------


def files_message(tournament: Tournament, names: Mapping[int, str], results: Results, w: Words) -> Message:
    """Return the table and the results as CSV."""

    def named(team: int) -> str:
        return spreadsheet_name(" & ".join(called(names, one.user_id, w) for one in tournament.teams.get(team, ())))

    table = [["place", "name", "points", "tie_break", "played", "byes"]]
    table += [
        [str(part) for part in (one.place, named(one.team), one.points, one.tie_break, one.played, one.byes)]
        for one in standings(tournament)
    ]
    lines = [["round", "name", "place", "score", "state", "match"]]
    for pairing in tournament.pairings:
        result = results.get(pairing.result_id or 0)
        scores = scores_of(tournament, pairing, results)
        match = "" if result is None else result.match_id or f"#{result.id}"
        for side in pairing.sides:
            score, place = scores.get(side.team, ""), side.place or ""
            row = (pairing.round, named(side.team), place, score, pairing.state.value, match)
            lines.append([str(part) for part in row])
    files = attachments("tournament.zip", ("table.csv", _csv(table)), ("results.csv", _csv(lines)))
    return Message(w("tournament.files", title=bold(tournament.title)), files=files)


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
