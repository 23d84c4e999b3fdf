"""Whether a solitaire can be won, a line that wins it, hints, and how hard a deal is.

The solver sees every tile, those that lie face down too. It knows no clock: how much it may do is counted in
positions, so that the same question always gets the same answer.

>>> import games
>>> from games import solver
>>> match = games.new_match("twelves", seats=1, seed="an example")
>>> solver.solve(match).verdict
<Verdict.WON: 'won'>
"""

from __future__ import annotations

from games.core.solution import Cancelled, Solution, Verdict

from .difficulty import STARS, stars
from .hints import Hint, hint
from .search import NODE_LIMIT, solve

__all__ = ["NODE_LIMIT", "STARS", "Cancelled", "Hint", "Solution", "Verdict", "hint", "solve", "stars"]
