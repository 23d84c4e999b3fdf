"""Two processes on one database lose nothing, in any order.

Of the pairs of steps a quarter is tried in CI, elsewhere one of 24, drawn by a fixed seed; all of them with CI=all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from bot.tables.persistence import save
from bot.tables.state import Table
from storage.database import Transaction
from tests.bot.tables.two_processes.actions import SITUATIONS
from tests.bot.tables.two_processes.pair import Action, Outcome, Pair, Payment, all_booked, expected_outcome, outcome
from tests.bot.tables.two_processes.stored_copies import store_copies
from tests.needs import ALL, THOROUGH

Both = tuple[Action, Action]

EVERY = 1 if ALL else 4 if THOROUGH else 24

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.parametrize("kind", SITUATIONS),
    pytest.mark.usefixtures("all_have_played"),
]


@cache
def opened(kind: str) -> Table:
    return SITUATIONS[kind][0]()


@cache
def worth_trying(kind: str, first: Action, second: Action) -> bool:
    """Return True if both actions matter in some order."""
    table = opened(kind)
    between = first.expected(table)[0].table
    unchanged = second.expected(table)[0].table == table and second.expected(between)[0].table == between
    return between != table and not unchanged


def drawn(pairs: Iterable[Both]) -> tuple[Both, ...]:
    every = tuple(pairs)
    return tuple(Random("pairs").sample(every, -(-len(every) // EVERY)))


@cache
def in_order(kind: str) -> tuple[Both, ...]:
    actions = SITUATIONS[kind][1]
    return drawn(both for both in product(actions, actions) if worth_trying(kind, *both))


@cache
def at_once(kind: str) -> tuple[Both, ...]:
    """Return each pair in one order only."""
    both = combinations_with_replacement(SITUATIONS[kind][1], 2)
    return drawn(pair for pair in both if worth_trying(kind, *pair) or worth_trying(kind, *pair[::-1]))


async def store_pairs(pair: Pair, kind: str, pairs: Sequence[Both]) -> list[str]:
    """Store a table per pair of actions; return ids."""
    names = [f"table{number}" for number in range(len(pairs))]
    for table in await pair.one.database.run_write(lambda tx: store_copies(tx, opened(kind), names)):
        for process in (pair.one, pair.other):
            process.tables._store.put(table)
    return names


async def save_action(tx: Transaction, table: Table, action: Action) -> Table:
    """Return the table after an allowed action."""
    step = action.expected(table)[0]
    return table if step.table == table else await save(tx, table, step)


_paid: dict[tuple[str, Action, Action], Sequence[Payment]] = {}


async def expected_outcomes(pair: Pair, kind: str, pairs: Sequence[Both]) -> dict[Both, Outcome]:
    """Return the sequential outcomes of all pairs of actions."""
    unknown = [both for both in pairs if (kind, *both) not in _paid]

    async def done_by_one(tx: Transaction) -> list[str]:
        tables = await store_copies(tx, opened(kind), [f"alone{number}" for number in range(len(unknown))])
        for table, (first, second) in zip(tables, unknown, strict=True):
            await save_action(tx, await save_action(tx, table, first), second)
        return [table.id for table in tables]

    if unknown and opened(kind).game.info.chips:
        names = await pair.one.database.run_write(done_by_one)
        booked = await pair.one.database.run_read(all_booked)
        _paid.update({(kind, *both): booked[name].paid for name, both in zip(names, unknown, strict=True)})
    return {both: expected_outcome(opened(kind), *both, _paid.get((kind, *both), ())) for both in pairs}


async def test_a_process_that_missed_a_step_takes_the_next_as_if_it_had_not(pair: Pair, kind: str) -> None:
    pairs = in_order(kind)
    names = await store_pairs(pair, kind, pairs)
    reasons = [
        (await first.perform(pair.one.tables, name), await second.perform(pair.other.tables, name))
        for name, (first, second) in zip(names, pairs, strict=True)
    ]
    booked = await pair.one.database.run_read(all_booked)
    expected = await expected_outcomes(pair, kind, pairs)
    for name, (first, second), why in zip(names, pairs, reasons, strict=True):
        done = f"{first.name}, then {second.name}"
        assert outcome(await pair.load_left(name, done), booked[name], *why) == expected[first, second], done


async def test_what_two_processes_do_at_once_comes_to_one_after_the_other(pair: Pair, kind: str) -> None:
    pairs = at_once(kind)
    names = await store_pairs(pair, kind, pairs)
    reasons = [
        await asyncio.gather(first.perform(pair.one.tables, name), second.perform(pair.other.tables, name))
        for name, (first, second) in zip(names, pairs, strict=True)
    ]
    booked = await pair.one.database.run_read(all_booked)
    expected = await expected_outcomes(pair, kind, [*pairs, *(both[::-1] for both in pairs)])
    for name, (first, second), why in zip(names, pairs, reasons, strict=True):
        done = f"{first.name} and {second.name}"
        either = expected[first, second], expected[second, first].swapped()
        assert outcome(await pair.load_left(name, done), booked[name], *why) in either, done
