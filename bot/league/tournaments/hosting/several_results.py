"""Several results in one form: reading the lines, and the form with its answers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.hosting.messages import outcome_text
from bot.league.tournaments.progress.rounds import EnteredResult, outcome_of
from bot.league.tournaments.results.claims import possible_scores
from bot.league.tournaments.results.entering import places_in_order, require_enterable
from bot.league.tournaments.showing.names import plain_team_names, team_name
from bot.locales import Words
from bot.messages.errors import error_text
from bot.messages.parts.components import (
    MAX_FORM_FIELDS,
    MAX_FORM_LABEL,
    Button,
    ClickAddress,
    Form,
    SelectOption,
    Style,
    TextField,
    select_rows,
)
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, truncate
from bot.tables.errors import TableError
from storage.league.tournament_values import Pairing, Tournament

LONGEST_LINE: Final = 9
"""The most characters of a line; the lines of a form fit into an address."""

_SCORE: Final = re.compile(r"(\d{1,2})\s*[:\-–−/]\s*(\d{1,2})")
_WON: Final = frozenset({"w", "win", "+", "1", "в"})
_LOST: Final = frozenset({"l", "loss", "-", "2", "p", "п"})
_DRAWN: Final = frozenset({"=", "x", "d", "draw", "r", "remis", "н", "ничья"})
"""The letters and words of a line in all languages, for its first side."""

_UNPACKED: Final = re.compile(r"[|\s]+")
"""The characters that a line in an address lacks."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class ResultLine:
    """A line of the form.

    :ivar pairing: None if it is not open any more.
    """

    pairing_id: int
    typed: str
    pairing: Pairing | None


def enterable(tournament: Tournament) -> list[Pairing]:
    """Return the open pairings whose results can be entered, by rounds."""
    found = [one for one in tournament.open_pairings if len(one.sides) > 1]
    return sorted(found, key=lambda one: (one.round, one.id))


def pages(tournament: Tournament) -> list[list[Pairing]]:
    """Return the open pairings of each form."""
    found = enterable(tournament)
    return [found[start : start + MAX_FORM_FIELDS] for start in range(0, len(found), MAX_FORM_FIELDS)]


def read_lines(tournament: Tournament, texts: Mapping[str, str]) -> list[ResultLine]:
    """Return the lines of a form that are filled, by its fields."""
    known = {one.id: one for one in enterable(tournament)}
    typed = {int(key): text.strip()[:LONGEST_LINE] for key, text in texts.items() if key.isdecimal()}
    return [ResultLine(key, text, known.get(key)) for key, text in typed.items() if text]


def result_in(tournament: Tournament, line: ResultLine) -> EnteredResult:
    """Return the result of a line.

    :raises TableError: if it cannot be read, or entered now.
    """
    if line.pairing is None:
        raise TableError("tournament.results.refusal.settled")
    teams, typed = line.pairing.teams, line.typed.casefold()
    score = _SCORE.fullmatch(line.typed) if len(teams) == 2 else None
    if score is None and (places := places_in_order(len(teams), typed)):
        found = EnteredResult(line.pairing, places)
    elif score is None:
        found = EnteredResult.won(line.pairing, _winner(teams, typed))
    else:
        first, second = int(score[1]), int(score[2])
        possible = possible_scores(tournament, line.pairing, teams[0])
        if possible and f"{first}:{second}" not in possible:
            raise TableError("tournament.claim.refusal.best_of", scores=", ".join(possible))
        winner = None if first == second else teams[0 if first > second else 1]
        found = EnteredResult.won(line.pairing, winner, {teams[0]: first, teams[1]: second})
    require_enterable(tournament, found)
    return found


def _winner(teams: Sequence[int], typed: str) -> int | None:
    if typed in _DRAWN:
        return None
    if len(teams) == 2 and typed in _WON | _LOST:
        return teams[0 if typed in _WON else 1]
    raise TableError("tournament.results.refusal.line" if len(teams) == 2 else "tournament.results.refusal.number")


# --- Texts ------------------------------------------------------------------------------------------------------------


def results_form(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    reader: Reader,
    filled: Mapping[int, str],
) -> Form:
    """Return the form with a line for each pairing.

    :param filled: the texts that were typed before, by the ids of pairings; the answer replaces the question about
        them.
    """
    w = reader.words
    plain = plain_team_names(tournament, names, w)
    fields = [
        TextField(
            str(one.id), _label([plain[team] for team in one.teams]), LONGEST_LINE, required=False,
            filled=filled.get(one.id, ""),
        )
        for one in pairings
    ]  # fmt: skip
    key = "tournament.results.form" if all(len(one.sides) == 2 for one in pairings) else "tournament.results.form_many"
    return Form(ClickAddress(TournamentClick.ENTER, str(tournament.id), int(bool(filled))), w(key), tuple(fields))


def _label(sides: Sequence[str]) -> str:
    """Return the names of the sides, each shortened alike; those of a large table with their numbers."""
    texts = [f"{number} {name}" for number, name in enumerate(sides, 1)] if len(sides) > 2 else list(sides)
    room = (MAX_FORM_LABEL - 3 * (len(texts) - 1)) // len(texts)
    while sum(map(len, texts)) + 3 * (len(texts) - 1) > MAX_FORM_LABEL:
        longest = max(range(len(texts)), key=lambda place: len(texts[place]))
        texts[longest] = truncate(texts[longest], max(room, len(texts[longest]) - 1))
    return " – ".join(texts)


def choose_page(tournament: Tournament, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the choice of the pairings whose results are entered together."""
    w = reader.words
    plain, options, first = plain_team_names(tournament, names, w), [], 1
    for number, page in enumerate(pages(tournament)):
        label = "; ".join(" – ".join(plain[team] for team in one.teams) for one in page)
        options.append(
            SelectOption(truncate(f"{first}–{first + len(page) - 1}: {label}", MAX_OPTION_TEXT), str(number))
        )
        first += len(page)
    question = w("tournament.results.choose")
    address = ClickAddress(TournamentClick.RESULTS, str(tournament.id))
    return Message(question, rows=select_rows(address, options, truncate(question, MAX_PLACEHOLDER)))


def refused_lines(
    tournament: Tournament,
    lines: Sequence[ResultLine],
    refused: Mapping[int, TableError],
    names: Mapping[int, str],
    reader: Reader,
) -> Message:
    """Return the lines that are wrong, with a button that opens the form with all that was typed.

    :param refused: the errors by the ids of pairings.
    """
    w = reader.words
    told = [w("tournament.results.nothing_saved")]
    for number, line in enumerate(lines, 1):
        if line.pairing_id in refused:
            sides = " – ".join(f"**{team_name(tournament, team, names, w)}**" for team in _teams(tournament, line))
            why = error_text(refused[line.pairing_id], reader) or ""
            told.append(
                w("tournament.results.line", number=number, sides=sides or "—", typed=bold(line.typed), why=why)
            )
    packed = "|".join(f"{_base36(line.pairing_id)}={_UNPACKED.sub('', line.typed)}" for line in lines)
    address = ClickAddress(TournamentClick.RESULTS, str(tournament.id), 0, packed)
    return Message("\n".join(told), rows=((Button(address, w("tournament.results.button.correct"), Style.MAIN),),))


def _teams(tournament: Tournament, line: ResultLine) -> tuple[int, ...]:
    return next((one.teams for one in tournament.pairings if one.id == line.pairing_id), ())


def unpacked(text: str) -> dict[int, str]:
    """Return the lines in the address of `refused_lines`, by the ids of pairings.

    :raises TableError: if it has none.
    """
    parts = [part.partition("=") for part in text.split("|")]
    if len(parts) > MAX_FORM_FIELDS or not all(re.fullmatch(r"[0-9a-z]{1,12}", key) for key, _, _ in parts):
        raise TableError("error.button_unknown")
    return {int(key, 36): typed[:LONGEST_LINE] for key, _, typed in parts}


def _base36(number: int) -> str:
    rest, digit = divmod(number, 36)
    return (_base36(rest) if rest else "") + _DIGITS[digit]


def entered_message(
    tournament: Tournament, entered: Sequence[EnteredResult], names: Mapping[int, str], reader: Reader
) -> Message:
    """Return the entered results; if other pairings are open, with the button for them."""
    w = reader.words
    lines = [w("tournament.results.entered", title=bold(tournament.title))]
    for one in entered:
        sides = [f"**{team_name(tournament, team, names, w)}**" for team in one.pairing.teams]
        outcome = outcome_of(one.settled)
        score = " : ".join(str(one.scores[team]) for team in one.pairing.teams if team in one.scores)
        lines.append(" · ".join(filter(None, [" – ".join(sides), outcome_text(outcome, sides, w), score])))
    return Message("\n".join(lines), rows=((results_button(tournament, w),),) if enterable(tournament) else ())


def results_button(tournament: Tournament, w: Words) -> Button:
    """Return the button of the form."""
    address = ClickAddress(TournamentClick.RESULTS, str(tournament.id))
    return Button(address, w("tournament.results.button"), Style.MAIN)
