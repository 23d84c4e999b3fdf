"""For those who write texts: the faults, each on a line, and how many there are."""

from __future__ import annotations

import argparse
import sys

from .faults import all_faults

__all__ = ["main"]


def main() -> int:
    """Print the faults; 1 if there are any."""
    argparse.ArgumentParser(
        prog="python -m bot.proofreading",
        description="Compare Boneyard's texts with each other, with the rules of the games and with the code.",
    ).parse_args()
    faults = all_faults()
    sys.stdout.write("\n".join([*faults, f"{len(faults)} faults"]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
