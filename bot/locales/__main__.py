"""For those who write texts: `python -m bot.locales check` says what is missing where."""

import argparse
import sys

from bot.locales.check import catalogues, differences, faulty_uses, repetitions, unused, uses
from bot.locales.words import LOCALES


def main() -> int:
    """Print the faults, and the keys that no code uses; 1 if there are faults."""
    parser = argparse.ArgumentParser(prog="python -m bot.locales", description="Tools for Boneyard's texts.")
    parser.add_argument("command", choices=["check"], help="compare the languages with each other and with the code")
    parser.parse_args()
    all_texts = catalogues()
    english = all_texts[LOCALES[0]]
    faults = repetitions() + differences(all_texts) + faulty_uses(uses(), english)
    idle = unused(english)
    lines = [*faults, *(f"unused: {key}" for key in idle), f"{len(faults)} faults, {len(idle)} unused keys"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
