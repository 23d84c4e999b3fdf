"""The waiting list of a tournament with a limit: its order, and the people who move up.

The limit counts teams, so it allows as many people as these teams have members. A place once given is kept: only people
who wait change, when `with_places_given` finds free places.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.league.tournaments.formats.kinds import kind_of
from storage.league.tournament_values import EntryState, Participant, Tournament

MOST_WAITING: Final = 50
"""The most people on a waiting list."""


def places(tournament: Tournament) -> int:
    """Return the number of people who may play."""
    return (tournament.rules.limit or kind_of(tournament).most_teams) * tournament.entry_size


def waiting_list(tournament: Tournament) -> tuple[tuple[Participant, ...], ...]:
    """Return the waiting people and teams in order.

    A team waits from the sign-up of its last member, so it overtakes no one.
    """
    found: dict[tuple[int, int], list[Participant]] = {}
    for one in tournament.people:
        if one.waits and not one.withdrawn:
            found.setdefault((one.team, 0 if one.team else one.user_id), []).append(one)
    return tuple(map(tuple, sorted(found.values(), key=lambda unit: max(one.signed_at for one in unit))))


def waiting_number(tournament: Tournament, user_id: int) -> int:
    """Return the number of a person on the waiting list, from 1; 0 if they do not wait."""
    numbered = enumerate(waiting_list(tournament), 1)
    return next((number for number, unit in numbered if user_id in [one.user_id for one in unit]), 0)


def begins_last_place(tournament: Tournament) -> bool:
    """Return True if a person without a partner would begin the last place of a team, or one beyond the limit."""
    free, size = places(tournament) - len(tournament.placed), tournament.entry_size
    return bool(tournament.rules.limit) and size > 1 and free <= size and free % size == 0


def with_places_given(tournament: Tournament) -> Tournament:
    """Return the tournament with its free places given to people who wait.

    A team needs places for all its members; until they are free, others after it may take one. People who do not make
    a team get the last place of a team only together.
    """
    free, size = places(tournament) - len(tournament.placed), tournament.entry_size
    moved, held = list[Participant](), list[Participant]()
    for unit in waiting_list(tournament):
        together = list(unit)
        if tournament.rules.limit and len(unit) < size == free:
            together = [*held, *unit]
            if len(together) < size:
                held = together
                continue
        if len(together) <= free:
            free -= len(together)
            moved += together
    if not moved:
        return tournament
    return with_people(tournament, [replace(one, entry=EntryState.MOVED_UP) for one in moved])


def with_people(tournament: Tournament, people: Iterable[Participant]) -> Tournament:
    """Return the tournament with these people, new or changed."""
    signed = {one.user_id: one for one in (*tournament.people, *people)}
    return replace(tournament, people=tuple(signed.values()))


def left_out(tournament: Tournament) -> tuple[Participant, ...]:
    """Return the people who were still waiting at the start."""
    return tuple(one for one in tournament.people if one.waits and one.withdrawn)
