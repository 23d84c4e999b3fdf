"""Names of teams, rounds and places of a tournament."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.league.tournaments.formats.kinds import kind_of, podium_of, winners
from bot.league.tournaments.formats.pairing import BracketPart
from bot.locales import Words
from bot.messages.parts.names import names_in_pictures
from bot.messages.parts.people import called, names_drawn
from bot.messages.parts.text import (
    escape,
    place_text,
    without_directions,
)
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Tournament,
)

_MOST_ON_PODIUM: Final = 6
"""The most teams of a podium in one line; many can share a place."""


def round_name(tournament: Tournament, number: int, w: Words) -> str:
    """Return a round's number, or its name in the bracket."""
    left = kind_of(tournament).rounds_to_final(tournament, number)
    key = None if left is None else {0: "final", 1: "semifinals", 2: "quarterfinals"}.get(left)
    return w(f"tournament.round_name.{key}") if key else w("tournament.round_name.number", round=number)


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


def first_place(tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return the teams on the first place, or that nothing was played."""
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


def part_note(tournament: Tournament, pairing: Pairing, w: Words) -> str:
    """Return a note for losers' bracket or third place, else ""."""
    part = parts_of(tournament).get((pairing.round, frozenset(pairing.teams)))
    return f" · {w(f'tournament.part.{part}')}" if part in (BracketPart.LOSERS, BracketPart.THIRD) else ""


def parts_of(tournament: Tournament) -> dict[tuple[int, frozenset[int]], BracketPart]:
    """Return the bracket part of each round and set of teams."""
    return {(one.round, frozenset(one.teams)): one.part for one in kind_of(tournament).bracket(tournament)}


def versus(pairing: Pairing, tournament: Tournament, names: Mapping[int, str], w: Words) -> str:
    """Return a pairing's teams: first in bold, winners with a medal."""
    sides = []
    for side in pairing.sides:
        name = team_name(tournament, side.team, names, w)
        won = side.place == 1 and pairing.state is not PairingState.MISSED
        medal = " 🏅" if any(other.place != 1 for other in pairing.sides) else ""
        sides.append(f"**{name}**{medal}" if won else name)
    return " – ".join(sides)


def stage_text(tournament: Tournament, w: Words) -> str:
    """Return the stage of a tournament in words."""
    return w(f"tournament.stage.{tournament.stage}")
