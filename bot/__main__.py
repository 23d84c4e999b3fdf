"""The command line: ``python -m bot [run | playground | doctor | replay FILE]``.

Without a word it runs the bot if there is a DISCORD_TOKEN, else the playground.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path

import discord

from bot import doctor, logs, playground
from bot.app import Boneyard
from bot.replay import told
from bot.settings import Settings, SettingsError
from games import RecordError
from storage.database import StorageError


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks.

    :returns: 0, or 1 if it did not go, or 2 if what was asked is not right.
    """
    asked = _parser().parse_args(arguments)
    if asked.do == "replay":
        return _replay(asked.file, asked.language)
    try:
        settings = Settings.load()
    except SettingsError as error:
        print("Some settings cannot be used:", *error.lines, sep="\n  ", file=sys.stderr)
        return 2
    logs.set_up(settings)
    if asked.do == "doctor":
        return doctor.show(asyncio.run(doctor.examine(settings)))
    if asked.do == "playground" or (asked.do is None and settings.token is None):
        return _playground(settings)
    return asyncio.run(_run(settings))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bot", description="Boneyard, domino games in Discord")
    commands = parser.add_subparsers(dest="do", metavar="[run | playground | doctor | replay]")
    commands.add_parser("run", help="run the bot; needs DISCORD_TOKEN")
    commands.add_parser("playground", help="open the bot in a local browser page, without a token")
    commands.add_parser("doctor", help="check token, database, fonts and permissions, and say what to do")
    replay = commands.add_parser("replay", help="tell a recorded match in words")
    replay.add_argument("file", help="a record, as /record gives it; - for standard input")
    replay.add_argument("--language", choices=("en", "pl", "ru"), default="en")
    return parser


def _replay(file: str, language: str) -> int:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        for line in told(text, language):
            print(line)
    except (OSError, UnicodeDecodeError, RecordError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        return 1
    return 0


def _playground(settings: Settings) -> int:
    try:
        asyncio.run(playground.run(lambda: Boneyard(settings), settings))
    except (playground.PlaygroundMissingError, StorageError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _run(settings: Settings) -> int:
    """Run the bot until it is told to stop; SIGTERM and Ctrl-C let it finish what is under way."""
    if settings.token is None:
        print("DISCORD_TOKEN is not set: put it into .env, or run `python -m bot playground`.", file=sys.stderr)
        return 2
    bot = Boneyard(settings)
    loop = asyncio.get_running_loop()
    stopping: set[asyncio.Task[None]] = set()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: stopping.add(loop.create_task(bot.close())))
    try:
        async with bot:
            await bot.start(settings.token)
    except discord.LoginFailure:
        print("Discord does not know this DISCORD_TOKEN. `python -m bot doctor` says how to get one.", file=sys.stderr)
        return 1
    except StorageError as error:
        print(f"The database cannot be opened: {error}. `python -m bot doctor` says more.", file=sys.stderr)
        return 1
    finally:
        await asyncio.gather(*stopping)
    return 0


if __name__ == "__main__":
    sys.exit(main())
