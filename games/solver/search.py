"""One door to the searches of all solitaires."""

from __future__ import annotations

from typing import Final

from games.core.solitaire import Layout, Solitaire
from games.core.solution import Budget, Cancelled, Solution

__all__ = ["NODE_LIMIT", "solve"]

NODE_LIMIT: Final = 500_000
"""Positions looked at, if nothing else is asked: a few seconds."""


def solve(
    position: Solitaire | Layout, node_limit: int = NODE_LIMIT, *, cancelled: Cancelled | None = None
) -> Solution:
    """Whether a position can be won, and how.

    Pyramid and Twelves are always decided, Twelves with the fewest shifts. The lines of Triangle use as few exits as
    were found to do; those of Seven Columns are not the shortest. A line is legal as it stands from the position, and
    in Triangle from what has stood before it.

    :param position: a match, or its layout.
    :param node_limit: how many positions may be looked at; then the verdict is unknown.
    :param cancelled: asked now and then whether to stop; then the verdict is unknown too.
    """
    layout = position.layout() if isinstance(position, Solitaire) else position
    return layout.solve(Budget(node_limit, cancelled))
