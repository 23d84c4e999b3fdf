"""Rounds with new partners: plain functions of numbers.

`partners_round` draws the partners and the tables of a round.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from bot.league.tournaments.formats.pairing import round_robin, seated

_REPEAT = 1_000_000
"""The cost of partners or opponents who meet again."""

Group = tuple[int, ...]
"""Partners in a round."""


def partners_round(
    people: Sequence[int],
    size: int,
    sides: int,
    partnered: Mapping[frozenset[int], int],
    opposed: Mapping[frozenset[int], int],
    rested: Mapping[int, int],
) -> list[tuple[Group, ...]]:
    """Return the tables of the next round: new partners, then new opponents.

    :param people: those who still play, in an order that was drawn by lot.
    :param size: the number of partners on a side.
    :param sides: the number of sides at a table.
    :param partnered: how often two people have been partners.
    :param opposed: how often two people have been opponents.
    :param rested: how often each person has rested. Those with the fewest rests rest next, the last of ties.
    """
    free = len(people) % (size * sides)
    resting = sorted(people, key=lambda one: (rested.get(one, 0), -people.index(one)))[:free]
    playing = [one for one in people if one not in resting]
    groups = _pairs(playing, partnered) if size == 2 else _groups(playing, size, partnered)

    def cost(pair: frozenset[int]) -> int:
        first, second = pair
        return sum(opposed.get(frozenset((one, other)), 0) ** 2 for one in groups[first] for other in groups[second])

    tables = seated(range(len(groups)), sides, cost)
    return [tuple(groups[number] for number in sorted(table)) for table in tables]


def _pairs(people: Sequence[int], partnered: Mapping[frozenset[int], int]) -> list[Group]:
    """Return pairs of new partners.

    A round of the circle method never blocks a later one; without such a round, the fewest pairs are repeated.
    """
    for one in round_robin(people):
        if not any(partnered.get(frozenset(pair), 0) for pair in one):
            return [tuple(sorted(pair)) for pair in one]
    from networkx import Graph  # see `pairing`
    from networkx.algorithms.matching import max_weight_matching

    graph = Graph()
    for pair in combinations(people, 2):
        graph.add_edge(*pair, weight=-_REPEAT * partnered.get(frozenset(pair), 0) ** 2)
    return sorted(tuple(sorted(pair)) for pair in max_weight_matching(graph, maxcardinality=True))


def _groups(people: Sequence[int], size: int, partnered: Mapping[frozenset[int], int]) -> list[Group]:
    """Return larger groups with few repeated partners."""
    found = seated(people, size, lambda pair: partnered.get(pair, 0) ** 2)
    return sorted(tuple(sorted(group)) for group in found)


def count_meetings(tables: Collection[Sequence[Group]]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Return how often people were partners, and how often opponents."""
    partnered: Counter[frozenset[int]] = Counter()
    opposed: Counter[frozenset[int]] = Counter()
    for table in tables:
        for group in table:
            partnered.update(map(frozenset, combinations(group, 2)))
        for one, other in combinations(table, 2):
            opposed.update(frozenset((a, b)) for a in one for b in other)
    return partnered, opposed
