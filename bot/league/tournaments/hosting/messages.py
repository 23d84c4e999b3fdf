"""Texts about host actions: public line, audit log and question."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import current_round
from bot.league.tournaments.progress.rounds import EnteredResult, outcome_of, outcome_token
from bot.league.tournaments.questions import confirmation
from bot.league.tournaments.showing.names import team_name
from bot.league.tournaments.showing.pairings import Results, score_text
from bot.locales import Words
from bot.messages.parts.components import ClickAddress
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, timestamp
from bot.messages.table.lobby import time_span
from bot.tables.errors import TableError
from storage.league.audit_log import AuditEntry, HostAction
from storage.league.tournament_values import PairingState, Tournament

ANNOUNCED_OTHERWISE: Final = frozenset({HostAction.START, HostAction.CANCEL})
"""The actions with an announcement of their own: the first round, and the end."""

_MENTIONS: Final = 40
"""The most people whom a line about an action mentions."""

Named = Callable[[int], str]
"""Return the name of a person in a line, or a mention."""


def outcome_text(outcome: str, sides: Sequence[str], w: Words) -> str:
    """Return the outcome of a pairing in words.

    :param outcome: see `outcome_of`.
    """
    what, _, numbers = outcome.partition(":")
    if what == "order":
        by_place: dict[int, list[str]] = {}
        for side, place in zip(sides, numbers.split(","), strict=True):
            by_place.setdefault(int(place), []).append(side)
        return ", ".join(f"{place}. {w.list(by_place[place])}" for place in sorted(by_place))
    names = w.list([sides[int(one)] for one in numbers.split(",") if one])
    return w(f"tournament.outcome.{what}", names=names)


def action_text(entry: AuditEntry, named: Named, w: Words) -> str:
    """Return an action without the tournament and the actor."""
    about = entry.about

    def versus(of: Sequence[Sequence[int]]) -> list[str]:
        return [" & ".join(named(int(one)) for one in side) for side in of]

    sides = versus(about.get("sides", ()))
    outcomes = {key: outcome_text(about[key], sides, w) for key in ("before", "after") if key in about}
    people = {key: named(int(about[key])) for key in ("person", "from", "into") if key in about}
    values = {"round": about.get("round", 0), "sides": " – ".join(sides), "old": "", "new": "", "person": ""}
    values["score"] = about.get("score", "")
    values["pairings"] = ", ".join(" – ".join(versus(one)) for one in about.get("pairings", ()))
    values["until"] = (
        w("tournament.action.until", when=timestamp(about["deadline"], "f")) if "deadline" in about else ""
    )
    values["late"] = f" ({w.count('board.points', about['points'])})" if "points" in about else ""
    values["late"] += f": {values['sides']}" if values["sides"] else ""
    values["opened"] = w("tournament.action.opened", pairings=values["pairings"]) if values["pairings"] else ""
    edits = about.get("edits", {})
    values["edits"] = "; ".join(_edit_text(key, before, after, w) for key, (before, after) in edits.items())
    values |= {"old": people.get("from", ""), "new": people.get("into", ""), "person": people.get("person", "")}
    return w(f"tournament.action.{about['what']}", **{"before": "", "after": "", **values, **outcomes})


def _edit_text(what: str, before: Any, after: Any, w: Words) -> str:
    """Return a changed setting with its values."""
    shown = [_setting_text(what, one, w) for one in (before, after)]
    return w(f"tournament.edited.{what}", before=shown[0], after=shown[1])


def _setting_text(what: str, value: Any, w: Words) -> str:
    match what:
        case "title":
            return bold(value)
        case _ if not value:
            return w("tournament.edited.unset")
        case "start" | "deadline":
            return timestamp(value, "f")
        case "round_time":
            return time_span(value, w)
        case "kind":
            return w(f"tournament.kind.{value}")
        case _:
            return str(value)


def action_message(
    tournament: Tournament,
    entries: Sequence[AuditEntry],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
) -> Message:
    """Return the public message about a host's action.

    :param entries: one entry, or those of all results of one form.
    :param mentioned: the people concerned who want to be mentioned; the others are named, as in a first result, which
        its players know from their table.
    """
    w, entry = reader.words, entries[0]
    if entry.about["what"] == HostAction.RESULT and not entry.about["after"].startswith("walkover"):
        mentioned = ()

    def named(user_id: int) -> str:
        return f"<@{user_id}>" if user_id in mentioned else bold(called(names, user_id, w))

    who = bold(called(names, entry.user_id, w)) if entry.user_id is not None else w("league.audit.nobody")
    done = [action_text(one, named, w) for one in entries]
    done = done if len(done) == 1 else ["", *(f"· {one}" for one in done)]
    lines = [w("tournament.action.public", title=bold(tournament.title), who=who, done="\n".join(done))]
    told = sorted(set(mentioned) & entry.people)
    moves = "start" in entry.about.get("edits", ())
    if moves or entry.about["what"] in (HostAction.UNDO_START, HostAction.PAUSE, HostAction.RESUME):
        now, teams = current_round(tournament), tournament.teams
        due = (team for one in tournament.open_pairings if one.round == now for team in one.teams)
        playing = {member.user_id for team in due for member in teams[team]} | {*tournament.hosts} - {entry.user_id}
        has_no_pairings = moves or entry.about["what"] == HostAction.UNDO_START
        asked = {one.user_id for one in tournament.people} if has_no_pairings else playing
        told = sorted(asked & set(mentioned))[:_MENTIONS]
        lines += [" ".join(f"<@{one}>" for one in told)] if told else []
    if entry.about["what"] == HostAction.NO_HOST:
        lines.append(w("tournament.take_over", command=reader.command("tournament-host person")))
    if entry.about["what"] == HostAction.CLAIM_DENIED:
        hosts = w.list([f"<@{one}>" for one in tournament.hosts])
        lines.append(w("tournament.claim.decide", hosts=hosts, command=reader.command("tournament-host result")))
        told += [one for one in tournament.hosts if one not in told]
    return Message("\n".join(lines), mentions=tuple(told))


@dataclass(frozen=True)
class AskedResult:
    """The result that a host is asked to confirm.

    :ivar places: see `EnteredResult`.
    :ivar before: the token of the outcome that the question showed; see `outcome_token`.
    """

    places: tuple[int | None, ...]
    before: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the result in an address.

        :raises TableError: if it has none, or names only the winner, as before 0.3: the host has to ask again.
        """
        found = _ASKED_RESULT.fullmatch(text)
        if found is None and _ASKED_WINNER.match(text):
            raise TableError("tournament.refusal.changed")
        if found is None:
            raise TableError("error.button_unknown")
        return cls(tuple(int(one) or None for one in found[1]), found[2])

    def __str__(self) -> str:
        return f"{''.join(str(one or 0) for one in self.places)}/{self.before}"


_ASKED_WINNER: Final = re.compile(r"\d{1,6}/[pw]/")
_ASKED_RESULT: Final = re.compile(r"(\d{1,9})/([a-z]{1,10}\.[\d,]{1,20}\.\d{1,18})")


def confirm_result(
    tournament: Tournament, after: EnteredResult, names: Mapping[int, str], results: Results, reader: Reader
) -> Message:
    """Return the question before a result replaces the current one."""
    w, pairing, before = reader.words, after.pairing, outcome_of(after.pairing)
    sides = [bold_team(tournament, team, names, w) for team in pairing.teams]
    old, new = (outcome_text(one, sides, w) for one in (before, outcome_of(after.settled)))
    if score := score_text(tournament, pairing, results):
        old = score if pairing.state is PairingState.OPEN else f"{old}, {score}"
    lines = [
        w("tournament.ask_result", title=bold(tournament.title), round=pairing.round, sides=" – ".join(sides)),
        w("tournament.ask_result.before", outcome=old),
        w("tournament.ask_result.after", outcome=new),
    ]
    if pairing.result_id is not None and not before.startswith("open"):
        lines.append(w("tournament.ask_result.played"))
    asked = AskedResult(after.places, outcome_token(pairing))
    address = ClickAddress(TournamentClick.RESULT, str(tournament.id), pairing.id, str(asked))
    return confirmation(lines, address, w)


def bold_team(tournament: Tournament, team: int, names: Mapping[int, str], w: Words) -> str:
    """Return the name of a team in bold."""
    return f"**{team_name(tournament, team, names, w)}**"


COMPLETES: Final = {
    "tournament.action.{}": HostAction,
    "tournament.edited.{}": ("title", "kind", "start", "rounds", "round_time", "deadline", "limit", "best_of"),
    "tournament.outcome.{}": ("open", "missed", "draw", "won", "walkover"),
}
