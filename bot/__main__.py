"""The command line: ``python -m bot``.

``--help`` lists the commands. Without one it runs the bot if DISCORD_TOKEN is set, else the playground.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from bot.settings import EX_CONFIG, HOW_TO_START, LogFormat, Settings, SettingsError, unknown_names
from bot.tables.processes import end_processes
from bot.tools.parsing import PLAYGROUND_PORT, command_line
from bot.version import command

# This module loads no part of the bot until a command needs it: processes that think load it, too.

logger = logging.getLogger(__name__)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    :returns: 0; 1 if it failed; 2 if the command line is wrong; `EX_CONFIG` if it will fail again until a person
        changes the settings, the token or the database.
    """
    args = command_line().parse_args(arguments)
    if args.command in ("replay", "verify"):
        return _read_record(args)
    if args.command == "daily":
        return _work_out_daily(args)
    if args.command == "copy-database":
        from bot.tools import copying

        return asyncio.run(copying.run(args))
    from bot.operating import logs

    try:
        settings = Settings.load()
    except SettingsError as error:
        if error.log_format is LogFormat.JSON:
            logs.set_up(Settings.model_construct(log_format=error.log_format))
            logger.error("Some settings cannot be used: %s", " ".join(error.lines))  # noqa: TRY400  # a sentence is enough
        else:
            print("Some settings cannot be used:", *error.lines, sep="\n  ", file=sys.stderr)
        return EX_CONFIG
    logs.set_up(settings)
    for line in unknown_names():
        logger.warning(line)
    return _dispatch(args, settings)


def _dispatch(args: argparse.Namespace, settings: Settings) -> int:
    """Run a command that needs the settings."""
    if args.command == "legal":
        return _write_legal_texts(settings, args.folder)
    if args.command in ("backup", "restore"):
        from bot.tools import backups

        return backups.run(args, settings)
    if args.command == "doctor":
        from bot.tools import doctor

        return doctor.show(asyncio.run(doctor.examine(settings)))
    if args.command == "league":
        from bot.tools import league

        return _on_database(league.run(args, settings))
    if args.command == "reports":
        from bot.tools import reports

        return _on_database(reports.run(args, settings))
    if args.command == "playground" or (args.command is None and settings.token is None):
        return _playground(settings, getattr(args, "port", PLAYGROUND_PORT))
    from bot import running

    try:
        return asyncio.run(running.run(settings))
    finally:
        end_processes()


def _on_database(work: Coroutine[Any, Any, int]) -> int:
    from storage.errors import StorageError

    try:
        return asyncio.run(work)
    except StorageError as error:
        print(f"The database cannot be used: {error}. Run `{command()} doctor` for details.", file=sys.stderr)
        return 1


def _work_out_daily(args: argparse.Namespace) -> int:
    from games.core.shuffle import commitment
    from games.solitaires.daily import daily_deal

    deal = daily_deal(args.game, args.day, args.seed)
    print(f"fingerprint of the month: {commitment(args.seed)}")
    print(f"number: {deal.index}", f"seed: {deal.seed}", sep="\n")
    return 0


def _read_record(args: argparse.Namespace) -> int:
    """Print or verify a record; return 1 if invalid."""
    from bot.tools import records
    from games import RecordError
    from games.verifying import verify

    is_sound = True
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
        if args.command == "replay":
            lines = records.replay_lines(text, args.language)
        else:
            checked = verify(text, shown=args.fingerprint)
            is_sound = checked.is_sound
            lines = records.verification_lines(checked, args.language, args.fingerprint)
        print(*lines, sep="\n")
    except (OSError, UnicodeDecodeError, RecordError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    return 0 if is_sound else 1


def _write_legal_texts(settings: Settings, folder: Path) -> int:
    from bot.tools import legal

    try:
        print(*legal.write(folder, settings), sep="\n")
    except (legal.OperatorUnknown, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _playground(settings: Settings, port: int) -> int:
    try:
        import playground
    except ModuleNotFoundError:  # the container image holds the bot alone
        logger.error("There is no playground in this image. %s", HOW_TO_START)  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    from bot.app import Boneyard
    from storage.errors import StorageError

    try:
        asyncio.run(playground.run(lambda: Boneyard(settings), settings, port=port))
    except (playground.PlaygroundMissingError, StorageError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        end_processes()
    return 0


if __name__ == "__main__":
    sys.exit(main())
