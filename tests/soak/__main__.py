"""`make soak`: tests that take too long for `make test`.

Each soak is a module here; without a name all of them run.

python -m tests.soak [kills | steady ...] [--lives 200] [--minutes 20]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping

from . import kills, steady

SOAKS: Mapping[str, Callable[[argparse.Namespace], Awaitable[None]]] = {"kills": kills.soak, "steady": steady.soak}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("soaks", nargs="*", metavar="soak", help=f"some of {', '.join(SOAKS)}; all of them by default")
    parser.add_argument("--lives", type=int, default=200, help="how often the bot is killed, over both engines")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long memory is watched")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.soaks) - SOAKS.keys())
    if unknown:
        parser.error(f"there is no soak called {', '.join(unknown)}")
    return arguments


async def _soak(arguments: argparse.Namespace) -> None:
    for name in arguments.soaks or SOAKS:
        print(f"{name}:", flush=True)
        await SOAKS[name](arguments)


if __name__ == "__main__":
    try:
        asyncio.run(_soak(_arguments()))
    except AssertionError as error:
        sys.exit(f"failed: {error}")
