"""The parser of the command line, which loads no command."""

from __future__ import annotations

import argparse
import re
from datetime import date
from pathlib import Path
from typing import Final, TypeAlias

from bot.locales import LOCALES
from bot.version import VERSION, command

REPLAYED: Final = 100
"""The number of finished matches that `copy-database` replays unless told otherwise."""

PLAYGROUND_PORT: Final = 8100
"""The port of the playground's page unless told otherwise."""

ON_PAGE: Final = 50
"""The number of reports per page."""

_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # it has no public name


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the bot's command line."""
    parser = argparse.ArgumentParser(command(), description="Boneyard, domino games in Discord")
    parser.add_argument("--version", action="version", version=f"Boneyard {VERSION}")
    commands = parser.add_subparsers(
        dest="command",
        metavar="[run | playground | doctor | backup | restore | copy-database | legal | replay | verify | daily | "
        "league | reports]",
    )
    commands.add_parser("run", help="run the bot; needs DISCORD_TOKEN")
    opening = commands.add_parser("playground", help="open the bot in a local browser page, without a token")
    opening.add_argument("--port", type=int, default=PLAYGROUND_PORT, help=f"of the page; default: {PLAYGROUND_PORT}")
    commands.add_parser("doctor", help="check token, database, fonts and permissions, and suggest fixes")
    _add_backups(commands)
    _add_copying(commands)
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
    daily.add_argument("game", type=_solitaire)
    daily.add_argument("day", type=date.fromisoformat, metavar="DATE", help="such as 2027-01-31")
    _add_league(commands)
    _add_reports(commands)
    return parser


def _solitaire(text: str) -> str:
    import games  # slow

    if text not in games.SOLITAIRES:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(games.SOLITAIRES)}")
    return text


def _add_backups(commands: _Commands) -> None:
    backup = commands.add_parser("backup", help="copy the database into a new file, even while the bot runs")
    backup.add_argument(
        "file", type=Path, nargs="?", help="the new file, which must not exist; default: a new file in BACKUP_DIR"
    )
    backup.add_argument(
        "--keep", type=_days, metavar="DAYS", help="then delete older backups beside it, such as 14d: after two weeks"
    )
    restoring = commands.add_parser(
        "restore", help="replace the database by a backup, which is checked; stop the bot first"
    )
    restoring.add_argument(
        "file", type=Path, help="a file made by `backup`; the present database is kept beside the new one"
    )


def _days(text: str) -> int:
    """Parse a number of days, such as `14d`."""
    if not (found := re.fullmatch(r"([1-9]\d{0,4})d", text)):
        raise argparse.ArgumentTypeError("expected days, such as 14d")
    return int(found[1])


def _add_copying(commands: _Commands) -> None:
    parser = commands.add_parser(
        "copy-database",
        help="copy everything into an empty database, of SQLite or PostgreSQL; no bot may run on either",
    )
    parser.add_argument("source", metavar="FROM", help="an address as in DATABASE_URL")
    parser.add_argument("target", metavar="TO", help="the address of an empty database; an SQLite file may be missing")
    parser.add_argument(
        "--replay",
        type=_count,
        default=REPLAYED,
        metavar="N",
        help=f"how many finished matches to replay as a check, or `all`; default: {REPLAYED}",
    )


def _count(text: str) -> int | None:
    """Return the number; None for all."""
    if text == "all":
        return None
    if int(text) < 0:
        raise ValueError(text)
    return int(text)


def _add_league(commands: _Commands) -> None:
    league = commands.add_parser("league", help="export, import or recompute the league of a server")
    commands = league.add_subparsers(dest="league_command", required=True)
    export = commands.add_parser("export", help="print ratings and results")
    export.add_argument("--format", choices=("json", "csv"), default="json")
    import_ = commands.add_parser("import", help="import results from a file of JSON lines, all or none")
    recompute = commands.add_parser(
        "recompute", help="recompute all ratings from the results, which should change nothing"
    )
    for one in (export, import_, recompute):
        one.add_argument("--server", type=int, required=True, metavar="ID", help="the id of the server")
    import_.add_argument("file", metavar="FILE", type=Path)


def _add_reports(commands: _Commands) -> None:
    parser = commands.add_parser(
        "reports", help="list the players' problem reports, the newest first, or mark them as done"
    )
    parser.add_argument("--since", type=date.fromisoformat, metavar="DATE", help="only reports since this day in UTC")
    parser.add_argument("--all", action="store_true", help="include reports that are done")
    parser.add_argument("--page", type=_page, default=1, help=f"the page, with {ON_PAGE} reports each")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--done", type=int, nargs="+", metavar="NUMBER", help="mark these reports as done instead of listing"
    )


def _page(text: str) -> int:
    if not 1 <= int(text) <= 1_000_000:
        raise ValueError(text)
    return int(text)
