"""The command line: ``python -m bot``.

``--help`` lists the commands. Without one it runs the bot if DISCORD_TOKEN is set, else the playground.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Coroutine
from datetime import date
from pathlib import Path
from typing import Any, Final

import discord

import games
from bot import logs
from bot.app import Boneyard
from bot.locales import LOCALES
from bot.posts.discord_errors import may_succeed_later
from bot.settings import LogFormat, Settings, SettingsError, unknown_names
from bot.shards import StoodDown
from bot.tools import backups, copying, doctor, league, legal, records, reports
from bot.version import VERSION, command
from games import RecordError
from games.core.shuffle import commitment
from games.solitaires.daily import daily_deal
from games.verifying import verify
from storage.errors import Busy, Damaged, DiskError, Full, LoginRefused, StorageError, Unavailable

logger = logging.getLogger(__name__)

EX_CONFIG: Final = 78
"""The exit code of sysexits.h for configuration errors: a supervisor must not restart the bot."""

FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
"""The shortest and the longest delay between two attempts to start while Discord or the database is down."""

HOW_TO_START: Final = (
    "DISCORD_TOKEN is not set: put it into .env, or give it to the container with `docker run -e DISCORD_TOKEN=…`; "
    f"`{command()} doctor` says how to get one. In a checkout, `make play` opens the playground without a token."
)

_REFUSALS: Final = (4004, 4010, 4011, 4012, 4013, 4014)
"""Gateway close codes after which reconnecting is useless.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""

_ON_DATABASE: Final = {"league": league.run, "reports": reports.run}
"""The commands that work on the bot's database."""

GC_THRESHOLD: Final = 10_000
"""The number of new objects between two garbage collections. One click soon exceeds Python's default of 700."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    :returns: 0; 1 if it failed; 2 if the command line is wrong; `EX_CONFIG` if it will fail again until a person
        changes the settings, the token or the database.
    """
    args = _parser().parse_args(arguments)
    if args.command in ("replay", "verify"):
        return _read_record(args)
    if args.command == "daily":
        return _work_out_daily(args)
    if args.command == "copy-database":
        return asyncio.run(copying.run(args))
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
    if args.command == "legal":
        return _write_legal_texts(settings, args.folder)
    if args.command in ("backup", "restore"):
        return backups.run(args, settings)
    if args.command == "doctor":
        return doctor.show(asyncio.run(doctor.examine(settings)))
    if args.command in _ON_DATABASE:
        return _on_database(_ON_DATABASE[args.command](args, settings))
    if args.command == "playground" or (args.command is None and settings.token is None):
        return _playground(settings)
    return asyncio.run(_run(settings))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(command(), description="Boneyard, domino games in Discord")
    parser.add_argument("--version", action="version", version=f"Boneyard {VERSION}")
    commands = parser.add_subparsers(
        dest="command",
        metavar="[run | playground | doctor | backup | restore | copy-database | legal | replay | verify | daily | "
        "league | reports]",
    )
    commands.add_parser("run", help="run the bot; needs DISCORD_TOKEN")
    commands.add_parser("playground", help="open the bot in a local browser page, without a token")
    commands.add_parser("doctor", help="check token, database, fonts and permissions, and suggest fixes")
    backups.add_parsers(commands)
    copying.add_parser(commands)
    legal_texts = commands.add_parser(
        "legal", help="write the privacy policy and the terms with the operator from the settings"
    )
    legal_texts.add_argument("folder", type=Path, help="the target folder; existing files are overwritten")
    replay = commands.add_parser("replay", help="print a recorded match move by move")
    verification = commands.add_parser("verify", help="check the shuffle and the moves of a recorded match")
    for reading in (replay, verification):
        reading.add_argument("file", help="a record, from the button Record below a replay; - for standard input")
        reading.add_argument("--language", choices=LOCALES, default=LOCALES[0])
    verification.add_argument(
        "--fingerprint",
        default="",
        metavar="TEXT",
        help="the code of the lobby, or the fingerprint or at least its first 8 characters",
    )
    daily = commands.add_parser("daily", help="compute a deal of the day from the seed of its month")
    daily.add_argument("seed", help="the seed of the month, which is published when the month is over")
    daily.add_argument("game", choices=games.SOLITAIRES)
    daily.add_argument("day", type=date.fromisoformat, metavar="DATE", help="such as 2027-01-31")
    league.add_parser(commands)
    reports.add_parser(commands)
    return parser


def _on_database(work: Coroutine[Any, Any, int]) -> int:
    try:
        return asyncio.run(work)
    except StorageError as error:
        print(f"The database cannot be used: {error}. Run `{command()} doctor` for details.", file=sys.stderr)
        return 1


def _work_out_daily(args: argparse.Namespace) -> int:
    deal = daily_deal(args.game, args.day, args.seed)
    print(f"fingerprint of the month: {commitment(args.seed)}")
    print(f"number: {deal.index}", f"seed: {deal.seed}", sep="\n")
    return 0


def _read_record(args: argparse.Namespace) -> int:
    """Print or verify a record; return 1 if invalid."""
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
    try:
        print(*legal.write(folder, settings), sep="\n")
    except (legal.OperatorUnknown, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _playground(settings: Settings) -> int:
    try:
        import playground
    except ModuleNotFoundError:  # the container image holds the bot alone
        logger.error("There is no playground in this image. %s", HOW_TO_START)  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    try:
        asyncio.run(playground.run(lambda: Boneyard(settings), settings))
    except (playground.PlaygroundMissingError, StorageError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _run(settings: Settings) -> int:
    """Run the bot until SIGTERM or Ctrl-C ends it."""
    if settings.sentry_dsn is not None:
        from bot import error_reports  # a slow import

        error_reports.set_up(settings.sentry_dsn.get_secret_value())
    if settings.token is None:
        logger.error(HOW_TO_START)
        return EX_CONFIG
    for finding in doctor.local_findings(settings):
        if finding.verdict is doctor.CheckVerdict.FAULT:
            logger.warning("%s: %s. %s", finding.subject, finding.found, finding.advice)
    _tune_garbage_collector()
    try:
        await _run_until_stopped(settings, settings.token)
    except StoodDown:
        return 0
    except discord.LoginFailure:
        logger.error("Discord rejects this DISCORD_TOKEN. `%s doctor` explains how to get one.", command())  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        logger.error("Discord refuses the bot's settings: %s", error)  # noqa: TRY400  # a sentence is enough
        return EX_CONFIG
    except (discord.HTTPException, discord.RateLimited) as error:
        logger.error("Discord refuses the bot: %s", error)  # noqa: TRY400  # a sentence is enough
        return 1
    except StorageError as error:
        logger.error("The database cannot be opened: %s. Run `%s doctor` for details.", error, command())  # noqa: TRY400  # a sentence is enough
        return (
            1 if isinstance(error, Unavailable | Full) and not isinstance(error, Damaged | LoginRefused) else EX_CONFIG
        )
    return 0


def _passing_fault(error: Exception, settings: Settings) -> str | None:
    """Return a description of a fault that may pass."""
    if isinstance(error, Busy) or (
        isinstance(error, Unavailable)
        and not isinstance(error, Damaged | DiskError | LoginRefused)
        and settings.database.startswith("postgresql")
    ):
        return f"The database does not answer: {error}."
    if isinstance(error, discord.ConnectionClosed):
        return None if error.code in _REFUSALS else f"Discord has closed the connection: {error}."
    if isinstance(error, discord.GatewayNotFound):
        return "Discord does not say how many shards it recommends."
    if may_succeed_later(error) or isinstance(error, OSError):
        return f"Discord cannot be reached: {str(error) or type(error).__name__}."
    return None


async def _run_until_stopped(settings: Settings, token: str) -> None:
    """Run the bot until a signal closes or cancels it."""
    loop = asyncio.get_running_loop()
    bots = _Bots(settings, token)
    running = loop.create_task(bots.run())
    cancelled: set[asyncio.Task[None]] = set()

    def stop() -> None:
        if not bots.close_running() and not cancelled:
            cancelled.add(running)
            running.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    try:
        await running
    except asyncio.CancelledError:
        if running not in cancelled:
            raise
    finally:
        await bots.wait_until_closed()
    logger.info("Boneyard has stopped")


class _Bots:
    """A sequence of bots; a new one follows a stand-by or a temporary fault."""

    def __init__(self, settings: Settings, token: str) -> None:
        self._settings = settings
        self._token = token
        self._bot: Boneyard | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Run bots until one is closed for another reason.

        :raises Exception: a permanent fault.
        """
        delay = FIRST_RETRY_S
        while True:
            bot = self._bot = Boneyard(self._settings)
            try:
                await _run_once(bot, self._token)
                if not bot.superseded or self._closing:
                    return
            except Exception as error:
                fault = _passing_fault(error, self._settings)
                if fault is None:
                    raise
                if self._closing:
                    return
                if bot.is_set_up:
                    delay = FIRST_RETRY_S
                self._bot = None
                logger.warning("%s Trying again in %d seconds.", fault, delay)
                await asyncio.sleep(delay)
                delay = min(2 * delay, LAST_RETRY_S)

    def close_running(self) -> bool:
        """Close the bot in order; return False if none is set up."""
        if self._bot is None or not self._bot.is_set_up:
            return False
        self._closing.add(asyncio.get_running_loop().create_task(self._bot.close()))
        return True

    async def wait_until_closed(self) -> None:
        await asyncio.gather(*self._closing)


def _tune_garbage_collector() -> None:
    """Make garbage collections rarer and shorter.

    Imported objects stay, so they are skipped. No one gets an answer during a full collection, which takes 60 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])


async def _run_once(bot: Boneyard, token: str) -> None:
    """Run the bot until it is closed."""
    async with bot:
        await bot.start(token)


if __name__ == "__main__":
    sys.exit(main())
