"""The rating model: the skill of a player, and what a duel changes."""

from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()


class Skill(NamedTuple):
    """A rating in the model: the estimate and its uncertainty."""

    mu: float
    sigma: float


START: Final = Skill(MODEL.mu, MODEL.sigma)
"""The rating of a person without matches."""


def duel(winner: Skill, loser: Skill) -> tuple[Skill, Skill]:
    """Return the new ratings of a winner and a loser."""
    sides = [[MODEL.create_rating(list(one))] for one in (winner, loser)]
    [[first], [second]] = MODEL.rate(sides)
    return Skill(first.mu, first.sigma), Skill(second.mu, second.sigma)
