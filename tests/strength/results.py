"""The append-only file of results, a line per pair."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .playing import Effort, Setting


@dataclass(frozen=True)
class Pairing:
    """Two players who are compared."""

    setting: Setting
    one: str
    other: str
    effort: Effort


@dataclass(frozen=True)
class Result:
    """The result of the deals with this number.

    :ivar shares: the first player's share of each of the two matches, from 0 to 1.
    """

    pairing: Pairing
    number: int
    shares: tuple[float, float]


def add(file: Path, result: Result) -> None:
    """Append a result."""
    pairing = result.pairing
    line = {
        "game": pairing.setting.game,
        "seats": pairing.setting.seats,
        **({"options": dict(pairing.setting.options)} if pairing.setting.options else {}),
        "one": pairing.one,
        "other": pairing.other,
        "scale": pairing.effort.scale,
        **({"playouts": pairing.effort.playouts} if pairing.effort.playouts is not None else {}),
        "number": result.number,
        "shares": result.shares,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line, separators=(",", ":")) + "\n")


def read(file: Path) -> list[Result]:
    """Read results, if any, without an incomplete last line."""
    return list(_results(file.read_text(encoding="utf-8").splitlines())) if file.exists() else []


def forget(file: Path, games: Iterable[str]) -> None:
    """Drop results of games whose computers have changed."""
    kept = [result for result in read(file) if result.pairing.setting.game not in set(games)]
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.touch()
    for result in kept:
        add(new, result)
    new.replace(file)


def _results(lines: Iterable[str]) -> Iterator[Result]:
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        setting = Setting(row["game"], row["seats"], tuple(sorted(row.get("options", {}).items())))
        pairing = Pairing(setting, row["one"], row["other"], Effort(row["scale"], row.get("playouts")))
        first, second = row["shares"]
        yield Result(pairing, row["number"], (first, second))
