"""`python -m bot doctor`: checks of all requirements, with fixes.

It is read-only, so it can run beside a bot of another version. It never prints the token.
"""

import base64
import binascii
import os
import socket
import stat
import sys
from asyncio import timeout
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import TextIO

import aiohttp
import discord
from discord.utils import oauth_url
from PIL import ImageFont

from bot.locales import LOCALES, words
from bot.operating.upkeep import backup_problem, can_create, disk_problem
from bot.permissions import INVITED, PERMISSIONS, Asked, BotPermission
from bot.render.drawing.lettering import FONT_FILES, SHAPES
from bot.settings import Settings, unknown_names
from bot.tables.processes import Processes
from bot.tools import legal
from storage.backup import newest_backup
from storage.database import Database
from storage.engines import read_address
from storage.errors import Damaged, StorageError
from storage.ledger import audit

OLDEST_PYTHON = (3, 11)
DISCORD_TIMEOUT_S = 20.0
_GUILDS_PER_PAGE = 200
"""The largest page that Discord returns."""
TILE_EMOJIS = 28
PORTAL_HELP = (
    "https://discord.com/developers/applications: your application, Bot, Reset Token; then DISCORD_TOKEN=... in .env"
)


class CheckVerdict(StrEnum):
    """The outcome of a check; only faults fail the command."""

    OK = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True)
class Finding:
    """The result of a check, with advice if needed."""

    verdict: CheckVerdict
    subject: str
    found: str
    advice: str = ""


@dataclass(frozen=True)
class Account:
    """The bot's account with its emojis and servers' permissions."""

    name: str
    application_id: int
    emojis: frozenset[str]
    servers: Sequence[tuple[str, discord.Permissions]]


_RESTORE_ADVICE = (
    "Stop the bot and restore a backup of the database; look for the cause: disk, memory, or a copied file."
)

AskDiscord = Callable[[str], Awaitable[Account]]


async def ask_discord(token: str) -> Account:
    """Log in over the REST API and read the account.

    :raises discord.LoginFailure: if Discord refuses the token.
    :raises discord.HTTPException: if Discord answers with an error.
    :raises aiohttp.ClientError: if there is no answer.
    """
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(token)
        if client.user is None or client.application_id is None:
            raise discord.LoginFailure("Discord did not say who this token belongs to")
        emojis = frozenset(emoji.name for emoji in await client.fetch_application_emojis())
        servers = [server async for server in _servers_of(client)]
        return Account(client.user.name, client.application_id, emojis, servers)


async def _servers_of(client: discord.Client) -> AsyncIterator[tuple[str, discord.Permissions]]:
    """Yield the bot's servers with permissions, page by page. `Client.fetch_guilds` lacks the bot's permissions."""
    last: int | None = None
    while True:
        page = await client.http.get_guilds(_GUILDS_PER_PAGE, after=last, with_counts=False)
        for guild in page:
            yield guild["name"], discord.Permissions(int(guild["permissions"]))
        if len(page) < _GUILDS_PER_PAGE:
            return
        last = int(page[-1]["id"])


async def examine(settings: Settings, ask: AskDiscord = ask_discord) -> list[Finding]:
    """Run all checks, in the order in which to fix problems."""
    findings = [_python(), *_unknown_settings(), *_env_file(), *local_findings(settings), *_port(settings)]
    findings += [*await _database(settings), await _processes(), _fonts(), _languages()]
    token = _token(settings)
    findings.append(token)
    if settings.token is not None and token.verdict is CheckVerdict.OK:
        findings.extend(await _discord(settings.token, ask))
        findings.append(_directory(settings))
    return findings


def local_findings(settings: Settings) -> list[Finding]:
    """Check what the start also warns of: disk and backups."""
    return [*_disk(settings), *_backups(settings)]


def show(findings: list[Finding], out: TextIO | None = None) -> int:
    """Print the findings; return 1 for faults, else 0."""
    for finding in findings:
        print(f"{finding.verdict.value:<6}{finding.subject}: {finding.found}", file=out)
        if finding.advice:
            print(f"{'':6}-> {finding.advice}", file=out)
    faults = sum(finding.verdict is CheckVerdict.FAULT for finding in findings)
    print("All checks passed." if not faults else f"{faults} problem{'s' * (faults > 1)} to fix.", file=out)
    return 1 if faults else 0


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Finding(
            CheckVerdict.FAULT, "Python", version, "Install Python 3.11 or newer and run `make clean setup`."
        )
    return Finding(CheckVerdict.OK, "Python", version)


def _unknown_settings() -> list[Finding]:
    advice = "Correct the name, or delete the line."
    return [Finding(CheckVerdict.FAULT, "Settings", line, advice) for line in unknown_names()]


def _env_file() -> list[Finding]:
    file = Path(".env")
    if file.is_file() and file.stat().st_mode & stat.S_IROTH:
        advice = "It holds secrets: `chmod 640 .env`, with the group of the user who runs the bot."
        return [Finding(CheckVerdict.NOTE, "Settings", "all users of this machine can read .env", advice)]
    return []


def _disk(settings: Settings) -> list[Finding]:
    if problem := disk_problem(settings):
        advice = "Free some space: on a full disk moves are not saved."
        return [Finding(CheckVerdict.FAULT, "Disk", problem, advice)]
    return [Finding(CheckVerdict.OK, "Disk", "enough is free")]


def _backups(settings: Settings) -> list[Finding]:
    folder = settings.backup_dir
    if problem := backup_problem(settings):
        advice = "Look at the log of what makes backups, and at the owner of the folder."
        return [Finding(CheckVerdict.FAULT, "Backups", problem, advice)]
    if folder is None or newest_backup(folder) == -inf:
        found = "BACKUP_DIR is not set" if folder is None else f"there are none in {folder} yet"
        advice = "Make one every night: docs/operating.md, Back up."
        return [Finding(CheckVerdict.NOTE, "Backups", found, advice)]
    return [Finding(CheckVerdict.OK, "Backups", f"{folder} has one of the last 36 hours")]


def _port(settings: Settings) -> list[Finding]:
    if settings.http_port is None:
        return []
    place = f"{settings.http_host}:{settings.http_port}"
    family = socket.AF_INET6 if ":" in settings.http_host else socket.AF_INET
    try:
        with socket.create_server((settings.http_host, settings.http_port), family=family):
            return [Finding(CheckVerdict.OK, "Health pages", f"can be opened at {place}")]
    except OSError as error:
        found = f"cannot be opened at {place}: {os.strerror(error.errno or 0)}"
        advice = "The running bot may have them open. Else choose another HTTP_PORT or HTTP_HOST."
        return [Finding(CheckVerdict.NOTE, "Health pages", found, advice)]


async def _database(settings: Settings) -> tuple[Finding, ...]:
    """Check the database, and the ledger if the schema is current."""
    kind = "PostgreSQL" if settings.database.startswith("postgresql") else "SQLite"
    try:
        database = await Database.open_existing(settings.database)
        if database is None:
            file = read_address(settings.database).file
            if file is not None and not can_create(file):
                advice = "Choose another location in DATABASE_URL or DATA_DIR."
                problem = f"{kind}: the folder {file.parent} cannot be created"
                return (Finding(CheckVerdict.FAULT, "Database", problem, advice),)
            return (Finding(CheckVerdict.OK, "Database", f"{kind}: does not exist yet; the first start creates it"),)
        try:
            schema = await database.schema()
            damage = await database.check()
            if schema.is_current:
                await database.probe()
                async with database.read() as tx:
                    faults = await audit(tx)
        finally:
            await database.close()
    except Damaged as error:
        return (Finding(CheckVerdict.FAULT, "Database", f"{kind} is damaged ({error})", _RESTORE_ADVICE),)
    except (StorageError, ValueError) as error:
        advice = "Check DATABASE_URL (or DATA_DIR), that the server is running, and that this user may create tables."
        return (Finding(CheckVerdict.FAULT, "Database", f"{kind}: {error}", advice),)
    if damage is not None:
        found = Finding(CheckVerdict.FAULT, "Database", f"{kind} is damaged ({damage})", _RESTORE_ADVICE)
    elif schema.refusal is not None:
        problem, _, advice = schema.refusal.partition(": ")
        found = Finding(CheckVerdict.FAULT, "Database", f"{kind}: {problem}", f"{advice[0].upper()}{advice[1:]}.")
    elif schema.found is None:
        found = Finding(CheckVerdict.OK, "Database", f"{kind} opens and is empty; the first start creates the tables")
    elif not schema.is_current:
        advice = "The next start migrates it. First stop any older bot that uses it, and make a backup."
        found = Finding(CheckVerdict.NOTE, "Database", f"{kind} has an older schema ({schema.found})", advice)
    else:
        found = Finding(CheckVerdict.OK, "Database", f"{kind} opens, has the current schema and is writable")
    return (found, _ledger(faults)) if schema.is_current else (found,)


def _ledger(faults: tuple[str, ...]) -> Finding:
    if faults:
        advice = "The table chip_payments was changed by hand: restore a backup of the database."
        return Finding(CheckVerdict.FAULT, "Chip ledger", "; ".join(faults), advice)
    return Finding(CheckVerdict.OK, "Chip ledger", "all accounts and the bank sum to zero, and no payment is missing")


async def _processes() -> Finding:
    """Check that computers can think in another process."""
    processes = Processes()
    try:
        await processes.run(os.getpid)
    except BrokenProcessPool:
        advice = (
            "Allow more memory and processes (in Docker --memory, --pids-limit); until then computers play at random."
        )
        return Finding(CheckVerdict.FAULT, "Processes", "the processes of computers crash immediately", advice)
    finally:
        processes.close()
    if processes.available:
        return Finding(CheckVerdict.OK, "Processes", "computers can think in separate processes")
    found = "none can be started, so computers think in the bot's own process, and clicks wait longer"
    advice = "Make /dev/shm writable (in Docker --shm-size=64m; with --read-only also --tmpfs /dev/shm)."
    return Finding(CheckVerdict.NOTE, "Processes", found, advice)


def _fonts() -> Finding:
    for file in FONT_FILES:
        try:
            ImageFont.truetype(file, 20)
        except OSError:
            advice = "Reinstall Boneyard, which includes the file."
            return Finding(CheckVerdict.FAULT, "Fonts", f"{file.name} is missing or damaged", advice)
    found = ", ".join(file.stem for file in FONT_FILES)
    if not SHAPES:
        found += "; pictures replace Hebrew and Arabic names until libfribidi0 is installed"
    return Finding(CheckVerdict.OK, "Fonts", found)


def _languages() -> Finding:
    for locale in LOCALES:
        try:
            words(locale)
        except (OSError, ValueError) as error:
            advice = "Reinstall Boneyard, or run `python -m bot.tools.proofreading` if you changed the texts."
            return Finding(CheckVerdict.FAULT, "Languages", f"{locale} cannot be read ({type(error).__name__})", advice)
    return Finding(CheckVerdict.OK, "Languages", ", ".join(LOCALES))


def _token(settings: Settings) -> Finding:
    token = settings.token
    if token is None:
        if find_spec("playground") is None:  # the container image contains only the bot
            return Finding(CheckVerdict.FAULT, "Token", "not set, and the playground is not installed", PORTAL_HELP)
        return Finding(CheckVerdict.NOTE, "Token", "not set, so the playground opens", PORTAL_HELP)
    if not looks_like_token(token):
        found = "DISCORD_TOKEN does not look like a bot token, which has three parts separated by dots"
        return Finding(CheckVerdict.FAULT, "Token", found, f"Copy it again, not the client secret: {PORTAL_HELP}")
    return Finding(CheckVerdict.OK, "Token", "has the right form")


def _directory(settings: Settings) -> Finding:
    """Check the settings for Discord's directory of bots."""
    names = (*legal.NEEDED, "privacy_url", "terms_url")
    missing = [name.upper() for name in names if not getattr(settings, name)]
    if missing:
        advice = "`python -m bot legal FOLDER` writes a privacy policy and terms, which Discord requires."
        return Finding(CheckVerdict.NOTE, "Directory", f"{', '.join(missing)} missing", advice)
    return Finding(CheckVerdict.OK, "Directory", "privacy policy and terms have addresses; enter them at Discord, too")


def looks_like_token(token: str) -> bool:
    """Return True for three base64 parts, the first a number."""
    parts = token.split(".")
    if (
        len(parts) != 3
        or not token.isascii()
        or not all(part.replace("-", "").replace("_", "").isalnum() for part in parts)
    ):
        return False
    try:
        return base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)).isdigit()
    except binascii.Error:
        return False


async def _discord(token: str, ask: AskDiscord) -> list[Finding]:
    try:
        async with timeout(DISCORD_TIMEOUT_S):
            account = await ask(token)
    except discord.LoginFailure:
        return [Finding(CheckVerdict.FAULT, "Discord", "the token is refused", f"Create a new one: {PORTAL_HELP}")]
    except discord.HTTPException as error:
        advice = "Try again later; https://discordstatus.com lists outages of Discord."
        return [Finding(CheckVerdict.FAULT, "Discord", f"the answer is an error ({error.status})", advice)]
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        advice = "Check that this machine can reach https://discord.com (network, proxy, firewall)."
        return [Finding(CheckVerdict.FAULT, "Discord", f"not reachable ({type(error).__name__})", advice)]
    return [
        Finding(CheckVerdict.OK, "Discord", f"the token belongs to {account.name}"),
        _emojis(account),
        *_servers(account),
    ]


def _emojis(account: Account) -> Finding:
    uploaded = sum(name.startswith("tile_") for name in account.emojis)
    if uploaded >= TILE_EMOJIS:
        return Finding(CheckVerdict.OK, "Tile faces", f"{uploaded} emojis are uploaded")
    found = f"{uploaded} of {TILE_EMOJIS} emojis are uploaded"
    return Finding(
        CheckVerdict.NOTE,
        "Tile faces",
        found,
        "The bot uploads the others when it starts; until then it shows letters.",
    )


def _servers(account: Account) -> Iterator[Finding]:
    invitation = oauth_url(account.application_id, permissions=INVITED, scopes=("bot", "applications.commands"))
    if not account.servers:
        yield Finding(CheckVerdict.NOTE, "Servers", "the bot is in no server", f"Invite it: {invitation}")
        return
    complete = 0
    for name, allowed in account.servers:
        missing = [one for one in _missing(allowed) if one.asked is Asked.NEEDED]
        if not missing:
            complete += 1
        else:
            uses = "; ".join(f"{one.title}: {one.use}" for one in missing)
            advice = f"Give them to the bot's role, or invite it again: {invitation} ({uses})"
            titles = ", ".join(one.title for one in missing)
            yield Finding(CheckVerdict.FAULT, "Server", f"{name}: {titles} missing", advice)
    if complete:
        yield Finding(
            CheckVerdict.OK, "Servers", f"all permissions are granted in {complete} of {len(account.servers)}"
        )
    lacking = Counter(
        one for _, allowed in account.servers for one in _missing(allowed) if one.asked is not Asked.NEEDED
    )
    for one, count in lacking.items():
        found = f"{one.title} is missing in {count} of {len(account.servers)} servers"
        yield Finding(CheckVerdict.NOTE, "Optional", found, f"Give it to the bot's role where you want {one.use}.")


def _missing(allowed: discord.Permissions) -> list[BotPermission]:
    return [one for one in PERMISSIONS if not (allowed.administrator or getattr(allowed, one.key))]
