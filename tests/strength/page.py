"""The page docs/strength.md, and the lobby's ratings."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import isfinite
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from tests.coach.page import with_section

from .playing import LEVELS, PLAYERS, SETTINGS, Effort, Setting
from .reckoning import Tally, gap_closed, ratings, tallies
from .results import Pairing, Result

_BEATS_REGULAR: Final = 0.60
_GAP: Final = 0.5
_BEATS_CASUAL: Final = 0.75
_BEATS_RANDOM: Final = 0.95

_ENOUGH: Final = 20
"""Fewer matches of a pairing say nothing about an aim or a rating."""

_Tallies = Mapping[Pairing, Tally]

_HEAD: Final = """# How strong the computers are

This page says how often the computer players of each level win against each other. `make strength` has written it;
do not change it by hand.

## How it is measured

- Two players play the same deals twice: between the two matches they exchange their seats. With three or more sides
  they sit in turn, and one seat further with every deal. Equal players win 50 %.
- *Share* is the share of matches won; of a draw, each winner has a part. The interval (Wilson's) holds the true share
  in 95 of 100 cases. *z* is by how many standard errors the share is away from one half, each deal compared with
  itself.
- At a table a `regular` player thinks for {regular:g} s about a move, `strong` for {strong:g} s and `master` for
  {master:g} s; `casual` plays at once. Here that is time of the processor, so what else runs on the machine changes
  nothing but how long it takes.
- `random` plays any sensible move: it was the easy computer of earlier versions. `cheater` is `strong` and sees all
  tiles: what it wins is a ceiling. *Gap closed* is how much of what `cheater` wins over `regular` the player `strong`
  wins without seeing. `mixed` is a side of partners of whom one is `strong` and the others are `regular`.
- Ratings are Bradley-Terry ratings of one game, over all numbers of seats: `regular` has 1500, and who has 400 more
  wins ten times as often. Where a level was rated below a weaker one, the lobby shows the mean of both for both.
- At Kent computers make signs, read them and call as they do at a table, on a clock of its own that nobody waits for.

## Measured

{matches} matches on {machine}. The last run of several:

```
{command}
```

`--games`, `--levels`, `--seconds-scale` (or `--playouts`), `--matches`, `--minutes` and `--jobs` do less. It can be
stopped and goes on where it was. `--again` drops the results of games whose computers have changed.
"""


def page(results: Sequence[Result], command: str, remarks: str = "") -> str:
    """Return docs/strength.md.

    :param command: what has made the results.
    :param remarks: what else is to be said, such as what was tried to reach an aim that is missed.
    """
    found = tallies(results)
    parts = [
        _HEAD.format(
            **{level: Effort.table_s(level) for level in LEVELS[1:]},
            matches=f"{sum(tally.matches for tally in found.values()):,}",
            machine=_machine(),
            command=command,
        ),
        _ratings_part(found),
        _aims_part(found),
        *([f"## Remarks\n\n{remarks.strip()}\n"] if remarks.strip() else []),
        *(_effort_part(found, effort) for effort in _efforts(found)),
    ]
    return "\n".join(parts)


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"a machine with {os.cpu_count()} processors ({platform.machine()}, {platform.system()}, {python})"


def _efforts(found: _Tallies) -> list[Effort]:
    """Return measured thinking times, longest first, then playouts."""
    return sorted({pairing.effort for pairing in found}, key=lambda effort: (effort.playouts or 0, -effort.scale))


def _at(found: _Tallies, setting: Setting, one: str, other: str) -> Tally | None:
    """Return a player's score with the longest measured thinking."""
    for effort in _efforts(found):
        tally = found.get(Pairing(setting, one, other, effort))
        if tally is not None and tally.matches >= _ENOUGH:
            return tally
    return None


# --- Ratings ----------------------------------------------------------------------------------------------------------


def ratings_of(found: _Tallies) -> dict[str, dict[str, int]]:
    """Return each game's ratings, from the longest linked thinking."""
    rated: dict[str, dict[str, int]] = {}
    for game in dict.fromkeys(setting.game for setting in SETTINGS):
        for effort in _efforts(found):
            pairs: dict[tuple[str, str], tuple[float, ...]] = {}
            for pairing, tally in found.items():
                if pairing.effort == effort and pairing.setting.game == game and tally.matches >= _ENOUGH:
                    key = pairing.one, pairing.other
                    pairs[key] = pairs.get(key, ()) + tally.pairs
            of_game = ratings({key: Tally(shares) for key, shares in pairs.items()})
            if of_game.keys() >= set(LEVELS):
                rated[game] = of_game
                break
    return rated


def ratings_file(found: _Tallies) -> str:
    """Return the levels' ratings as the lobby reads them."""
    rated = {
        game: dict(zip(LEVELS, never_falling([of_game[level] for level in LEVELS]), strict=True))
        for game, of_game in ratings_of(found).items()
    }
    return json.dumps(rated, indent=2) + "\n"


def never_falling(measured: Sequence[int]) -> list[int]:
    """Return ratings in which no level falls below a weaker.

    Falling neighbours get their mean. A longer thinker is not weaker, so such a result is chance. The lobby must not
    send people to the weaker of two.
    """
    blocks: list[list[int]] = []
    for one in measured:
        blocks.append([one])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [round(mean(block)) for block in blocks for _ in block]


def _ratings_part(found: _Tallies) -> str:
    players = ("random", *LEVELS, "cheater")
    rows = [
        (game, *(str(of_game.get(player, "–")) for player in players)) for game, of_game in ratings_of(found).items()
    ]
    return f"## Ratings\n\n{_table(('Game', *players), rows)}" if rows else "## Ratings\n\nNot measured yet.\n"


# --- Aims -------------------------------------------------------------------------------------------------------------


class _Judged(NamedTuple):
    """An aim's finding in one setting, and its verdict."""

    setting: Setting
    aim: str
    found: str
    met: bool


def _aims_part(found: _Tallies) -> str:
    judged = [one for setting in SETTINGS for one in _judged(found, setting)]
    missed = [one for one in judged if not one.met]
    untold = [str(setting) for setting in SETTINGS if not any(one.setting == setting for one in judged)]
    lines = [
        "## Aims\n",
        f"- `strong` wins {_BEATS_REGULAR:.0%} against `regular`, or closes {_GAP:.0%} of the gap to `cheater`.",
        f"- `regular` wins {_BEATS_CASUAL:.0%} against `casual`.",
        f"- With two seats `regular` wins {_BEATS_RANDOM:.0%} against `random`.\n",
        f"{len(judged) - len(missed)} of {len(judged)} aims that were measured are met, by what was found; "
        "where an interval holds the aim, only more matches can tell." + (" These are missed:\n" if missed else "\n"),
    ]
    if missed:
        lines.append(
            _table(("Game, seats", "Aim", "Found"), [(str(one.setting), one.aim, one.found) for one in missed])
        )
    if untold:
        lines.append(f"Not measured yet: {'; '.join(untold)}.\n")
    return "\n".join(lines)


def _judged(found: _Tallies, setting: Setting) -> Iterable[_Judged]:
    strong, cheater = (_at(found, setting, player, "regular") for player in ("strong", "cheater"))
    if strong is not None:
        closed = gap_closed(strong, cheater) if cheater is not None else None
        met = strong.share >= _BEATS_REGULAR or (closed is not None and closed >= _GAP)
        told = _share(strong) + (f"; gap closed {closed:.0%}" if closed is not None else "")
        yield _Judged(setting, "`strong` against `regular`", told, met)
    for weaker, aim in (("casual", _BEATS_CASUAL), ("random", _BEATS_RANDOM)):
        tally = _at(found, setting, "regular", weaker)
        if tally is not None and (weaker == "casual" or setting.seats == 2):
            yield _Judged(setting, f"`regular` against `{weaker}`", _share(tally), tally.share >= aim)


# --- All that was measured --------------------------------------------------------------------------------------------


def _effort_part(found: _Tallies, effort: Effort) -> str:
    rows = []
    for setting in SETTINGS:
        of_setting = {
            (pairing.one, pairing.other): tally
            for pairing, tally in found.items()
            if pairing.setting == setting and pairing.effort == effort
        }
        strong, cheater = of_setting.get(("strong", "regular")), of_setting.get(("cheater", "regular"))
        for (one, other), tally in sorted(of_setting.items(), key=lambda item: _ORDER.index(item[0])):
            closed = gap_closed(strong, cheater) if strong and cheater and (one, other) == _JUDGED else None
            rows.append(
                (
                    str(setting),
                    f"{one} – {other}",
                    str(tally.matches),
                    f"{tally.share:.1%}",
                    "{:.0%} to {:.0%}".format(*tally.interval),
                    f"{tally.z:.1f}" if isfinite(tally.z) else "–",
                    "" if closed is None else f"{closed:.0%}",
                )
            )
    head = ("Game, seats", "Players", "Matches", "Share", "95 % interval", "z", "Gap closed")
    return f"## With {effort}\n\n{_table(head, rows)}"


_JUDGED: Final = ("strong", "regular")
_ORDER: Final = [(one, other) for two in combinations(PLAYERS[::-1], 2) for one, other in (two, two[::-1])]


def _share(tally: Tally) -> str:
    low, high = tally.interval
    return f"{tally.share:.1%} of {tally.matches} ({low:.0%} to {high:.0%})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write(results: Sequence[Result], command: str, page_file: Path, ratings_at: Path, remarks_file: Path) -> None:
    """Write both files."""
    remarks = remarks_file.read_text(encoding="utf-8") if remarks_file.exists() else ""
    page_file.write_text(with_section(page(results, command, remarks)), encoding="utf-8")
    ratings_at.write_text(ratings_file(tallies(results)), encoding="utf-8")
