"""Pacts: the secret agreements of pairs.

A step draws no sign itself. `draw_signs` does so before the step is saved.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from bot.tables.state import Step, Table
from storage.matches import Player
from storage.signs import Pact

SIGNS: Final = ("wink", "nose", "ear", "yawn", "sneeze", "think", "whistle", "nails")
"""The keys of the signs, in the order in which they are offered."""


def open_pacts(table: Table, pairs: Iterable[int]) -> Table:
    """Open pacts of these pairs; two computers get a random sign."""
    for pair in pairs:
        people = any(seat.player is Player.PERSON for seat in table.seats if seat.seat % table.pairs == pair)
        table = table.with_pact(Pact(pair) if people else to_be_drawn(Pact(pair)))
    return table


def to_be_drawn(pact: Pact) -> Pact:
    """Return the pact when the bot draws its sign."""
    return Pact(pact.pair, drawn=True, open=False)


def draw_signs(step: Step, lots: Random) -> Step:
    """Draw the signs that a step leaves open."""
    waiting = [pact for pact in step.table.pacts if pact.drawn and pact.sign is None]
    table = step.table
    for pact in waiting:
        table = table.with_pact(replace(pact, sign=lots.choice(SIGNS)))
    return replace(step, table=table) if waiting else step


def after_deal(table: Table) -> Table:
    """Forget the deal's signs, and open the requested new pacts."""
    return open_pacts(replace(table, signs=()), [pact.pair for pact in table.pacts if pact.asked])


def seat_changed(table: Table, seat: int) -> Table:
    """Return the table after a change of a seat's player.

    The pair agrees on a new sign, its old signs are forgotten, and the old pad is dropped.
    """
    if not table.pacts:
        return table
    cleared = replace(
        table,
        pads=tuple(pad for pad in table.pads if pad.seat != seat),
        signs=tuple(sign for sign in table.signs if sign.seat % table.pairs != seat % table.pairs),
    )
    return open_pacts(cleared, [seat % table.pairs])
