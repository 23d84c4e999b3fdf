"""`make bench`: print measurements and keep them in bench-results/."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from .answers import answers
from .clicks import clicks
from .copies import copies
from .leagues.queries import league
from .measuring import Effort, Topic
from .memory import memory
from .pictures import pictures
from .playouts import playouts
from .report import as_json, as_text, missed
from .settlements import settlements
from .solitaires import solitaires
from .sqlite_steps import sqlite_steps
from .writers import writers

__all__ = ["BENCHMARKS", "main"]

BENCHMARKS = MappingProxyType[str, Callable[[Effort], list[Topic]]](
    {
        "playouts": playouts,
        "copies": copies,
        "clicks": clicks,
        "answers": answers,
        "settlements": settlements,
        "driver": sqlite_steps,
        "writers": writers,
        "league": league,
        "solitaires": solitaires,
        "pictures": pictures,
        "memory": memory,
    }
)


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmarks that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="make bench", description="Give these in ARGS, as in: make bench ARGS=clicks")
    parser.add_argument("benchmarks", nargs="*", metavar="NAME", help=f"any of {', '.join(BENCHMARKS)}; without: all")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each contender works in a round (0.5)")
    parser.add_argument("--tables", type=int, default=1000, help="how many tables are held in memory (1000)")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals of each solitaire are solved (1000)")
    parser.add_argument("--matches", type=int, default=200_000, help="how many matches the large league has (200000)")
    parser.add_argument("--folder", type=Path, default=Path("bench-results"), help="for the results (bench-results)")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.benchmarks if name not in BENCHMARKS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    if min(asked.rounds, asked.tables, asked.deals) < 1:
        parser.error("at least one round, one table and one deal are needed")
    asked.folder.mkdir(parents=True, exist_ok=True)
    effort = Effort(
        asked.rounds, asked.seconds, asked.tables, asked.folder.resolve(), deals=asked.deals, matches=asked.matches
    )
    begun, clock = datetime.now(UTC), time.perf_counter()
    topics: list[Topic] = []
    print(
        f"Medians of {effort.rounds} rounds, contenders in turn; then the least and the greatest round, and ratios.\n"
    )
    for name in asked.benchmarks or BENCHMARKS:
        for topic in BENCHMARKS[name](effort):
            topics.append(topic)
            print(as_text(topic), flush=True)
    file = asked.folder / f"{begun:%Y%m%d-%H%M%S}.json"
    file.write_text(json.dumps(as_json(topics, begun=begun), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{time.perf_counter() - clock:.0f} s. Aims missed: {', '.join(missed(topics)) or 'none'}. Written: {file}")


if __name__ == "__main__":
    main()
