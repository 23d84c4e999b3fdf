"""`python -m bot doctor`: looks at everything that Boneyard needs and says, for each fault, what to do about it.

Nothing is changed: no folder or database is made, and no schema is migrated, so it can run beside a bot of another
version. The token is never shown.
"""

import base64
import binascii
import os
import shutil
import sys
from asyncio import timeout
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

import aiohttp
import discord
from discord.utils import oauth_url
from PIL import ImageFont

from bot.locales import LOCALES, words
from bot.permissions import INVITED, PERMISSIONS, Asked, BotPermission
from bot.render.drawing.lettering import FONT_FILES, SHAPES
from bot.settings import Settings, unknown_names
from bot.tables.processes import Processes
from bot.tools import legal
from storage.database import Database
from storage.engines import read_address
from storage.errors import Damaged, StorageError
from storage.ledger import audit
from storage.migrations import UPGRADE_OLD

OLDEST_PYTHON = (3, 11)
MIN_FREE_BYTES = 100 * 1024 * 1024
DISCORD_TIMEOUT_S = 20.0
_GUILDS_PER_PAGE = 200
"""The most that Discord tells at once."""
TILE_EMOJIS = 28
PORTAL_HELP = (
    "https://discord.com/developers/applications: your application, Bot, Reset Token; then DISCORD_TOKEN=... in .env"
)


class CheckVerdict(StrEnum):
    """How it stands with one thing. Only a fault makes the exit code 1."""

    OK = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True)
class Finding:
    """What was found about one thing, and what to do if it is not as it should be."""

    verdict: CheckVerdict
    subject: str
    found: str
    advice: str = ""


@dataclass(frozen=True)
class Account:
    """What Discord tells of the bot: its name, application, own emojis, and each server with its permissions there."""

    name: str
    application_id: int
    emojis: frozenset[str]
    servers: Sequence[tuple[str, discord.Permissions]]


_RESTORE_ADVICE = (
    "Stop the bot and put a backup of the database back; look for what damaged it: disk, memory, a copied file."
)

AskDiscord = Callable[[str], Awaitable[Account]]


async def ask_discord(token: str) -> Account:
    """Logs in over the REST API and reads; no gateway connection, so a running bot is not disturbed.

    Raises discord.LoginFailure for a refused token, and what discord.py and aiohttp raise when there is no answer.
    """
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(token)
        if client.user is None or client.application_id is None:
            raise discord.LoginFailure("Discord did not say who this token belongs to")
        emojis = frozenset(emoji.name for emoji in await client.fetch_application_emojis())
        servers = [server async for server in _servers_of(client)]
        return Account(client.user.name, client.application_id, emojis, servers)


async def _servers_of(client: discord.Client) -> AsyncIterator[tuple[str, discord.Permissions]]:
    """All servers of the bot, page by page. `Client.fetch_guilds` does not tell the bot's permissions."""
    last: int | None = None
    while True:
        page = await client.http.get_guilds(_GUILDS_PER_PAGE, after=last, with_counts=False)
        for guild in page:
            yield guild["name"], discord.Permissions(int(guild["permissions"]))
        if len(page) < _GUILDS_PER_PAGE:
            return
        last = int(page[-1]["id"])


async def examine(settings: Settings, ask: AskDiscord = ask_discord) -> list[Finding]:
    """Looks at everything, faults or not, in the order in which one would mend them."""
    findings = [_python(), *_unknown_settings(), _data_folder(settings), _disk(settings)]
    findings += [*await _database(settings), await _processes(), _fonts(), _languages()]
    token = _token(settings)
    findings.append(token)
    if settings.token is not None and token.verdict is CheckVerdict.OK:
        findings.extend(await _discord(settings.token, ask))
        findings.append(_directory(settings))
    return findings


def show(findings: list[Finding], out: TextIO = sys.stdout) -> int:
    """Prints the findings and returns the exit code: 1 if there is a fault, else 0."""
    for finding in findings:
        print(f"{finding.verdict.value:<6}{finding.subject}: {finding.found}", file=out)
        if finding.advice:
            print(f"{'':6}-> {finding.advice}", file=out)
    faults = sum(finding.verdict is CheckVerdict.FAULT for finding in findings)
    print("Everything is well." if not faults else f"{faults} fault{'s' * (faults > 1)} to mend.", file=out)
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


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    advice = "Give it to the user who runs the bot, or name another folder in DATA_DIR."
    try:
        if not folder.exists():
            if not _is_creatable(folder):
                return Finding(CheckVerdict.FAULT, "Data folder", f"{folder} cannot be made", advice)
            return Finding(CheckVerdict.OK, "Data folder", f"{folder} is not there yet; the first start makes it")
        with TemporaryFile(dir=folder) as file:
            file.write(b"dominoes")
    except OSError as error:
        return Finding(CheckVerdict.FAULT, "Data folder", f"{folder} cannot be written to ({error.strerror})", advice)
    return Finding(CheckVerdict.OK, "Data folder", f"{folder} can be written to")


def _is_creatable(path: Path) -> bool:
    """Whether a file or folder that is not there could be made, with the folders above it."""
    above = next(parent for parent in path.absolute().parents if parent.exists())
    return above.is_dir() and os.access(above, os.W_OK | os.X_OK)


def _disk(settings: Settings) -> Finding:
    place = settings.data_dir.absolute()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    found = f"{free // (1024 * 1024)} MiB free"
    if free < MIN_FREE_BYTES:
        advice = "Make room: below 100 MiB moves may soon not be saved."
        return Finding(CheckVerdict.FAULT, "Disk", found, advice)
    return Finding(CheckVerdict.OK, "Disk", found)


async def _database(settings: Settings) -> tuple[Finding, ...]:
    """How it stands with the database and, if its schema is this version's, with the ledger in it."""
    kind = "PostgreSQL" if settings.database.startswith("postgresql") else "SQLite"
    try:
        database = await Database.open_existing(settings.database)
        if database is None:
            file = read_address(settings.database).file
            if file is not None and not _is_creatable(file):
                advice = "Name another place in DATABASE_URL or DATA_DIR."
                return (Finding(CheckVerdict.FAULT, "Database", f"{kind}: {file} cannot be made", advice),)
            return (Finding(CheckVerdict.OK, "Database", f"{kind}: there is none yet; the first start makes it"),)
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
        advice = "Check DATABASE_URL (or DATA_DIR), that the server runs, and that this user may create tables there."
        return (Finding(CheckVerdict.FAULT, "Database", f"{kind} does not work ({type(error).__name__})", advice),)
    if damage is not None:
        found = Finding(CheckVerdict.FAULT, "Database", f"{kind} is damaged ({damage})", _RESTORE_ADVICE)
    elif schema.is_too_old:
        found = Finding(
            CheckVerdict.FAULT,
            "Database",
            f"{kind} has a schema that is too old ({schema.found})",
            f"{UPGRADE_OLD[0].upper()}{UPGRADE_OLD[1:]}.",
        )
    elif not schema.is_known:
        advice = "Run the version that made it, or a newer one; this version will not start on it."
        found = Finding(
            CheckVerdict.FAULT, "Database", f"{kind} has a schema of another version ({schema.found})", advice
        )
    elif schema.found is None:
        found = Finding(CheckVerdict.OK, "Database", f"{kind} opens and is empty; the first start makes the tables")
    elif not schema.is_current:
        advice = "The next start migrates it. Stop any older bot on it and make a backup before that."
        found = Finding(CheckVerdict.NOTE, "Database", f"{kind} has an older schema ({schema.found})", advice)
    else:
        found = Finding(CheckVerdict.OK, "Database", f"{kind} opens, has the schema of this version and takes a write")
    return (found, _ledger(faults)) if schema.is_current else (found,)


def _ledger(faults: tuple[str, ...]) -> Finding:
    if faults:
        advice = "Somebody has changed the table chip_payments by hand: put a backup of the database back."
        return Finding(CheckVerdict.FAULT, "Chip ledger", "; ".join(faults), advice)
    return Finding(CheckVerdict.OK, "Chip ledger", "all accounts and the bank sum to zero, and no payment is missing")


async def _processes() -> Finding:
    """Whether computers can think in processes of their own, which is tried."""
    processes = Processes()
    try:
        await processes.run(os.getpid)
    except BrokenProcessPool:
        advice = "Allow it more memory and more processes (in Docker --memory, --pids-limit); until then chance plays."
        return Finding(CheckVerdict.FAULT, "Processes", "those that computers think in die at once", advice)
    finally:
        processes.close()
    if processes.available:
        return Finding(CheckVerdict.OK, "Processes", "computers can think in processes of their own")
    found = "none can be had, so computers think in the bot's own, and clicks wait longer"
    advice = "Let it write to /dev/shm (in Docker --shm-size=64m, not --read-only without --tmpfs /dev/shm)."
    return Finding(CheckVerdict.NOTE, "Processes", found, advice)


def _fonts() -> Finding:
    for file in FONT_FILES:
        try:
            ImageFont.truetype(file, 20)
        except OSError:
            advice = "Install Boneyard again: the file came with it."
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
            advice = "Install Boneyard again, or run `python -m bot.tools.proofreading` if you changed the texts."
            return Finding(CheckVerdict.FAULT, "Languages", f"{locale} cannot be read ({type(error).__name__})", advice)
    return Finding(CheckVerdict.OK, "Languages", ", ".join(LOCALES))


def _token(settings: Settings) -> Finding:
    token = settings.token
    if token is None:
        if find_spec("playground") is None:  # the container image holds the bot alone
            return Finding(CheckVerdict.FAULT, "Token", "none, and there is no playground here", PORTAL_HELP)
        return Finding(CheckVerdict.NOTE, "Token", "none, so the playground opens", PORTAL_HELP)
    if not looks_like_token(token):
        found = "DISCORD_TOKEN has not the form of a bot's token: three parts with dots between, the first an id"
        return Finding(CheckVerdict.FAULT, "Token", found, f"Copy it again, not the client secret: {PORTAL_HELP}")
    return Finding(CheckVerdict.OK, "Token", "has the right form")


def _directory(settings: Settings) -> Finding:
    """Whether all is there that Discord wants to know before a bot may be found in its directory."""
    names = (*legal.NEEDED, "privacy_url", "terms_url")
    missing = [name.upper() for name in names if not getattr(settings, name)]
    if missing:
        advice = "`python -m bot legal FOLDER` writes a privacy policy and terms, which Discord wants."
        return Finding(CheckVerdict.NOTE, "Directory", f"{', '.join(missing)} missing", advice)
    return Finding(CheckVerdict.OK, "Directory", "privacy policy and terms have addresses; Discord must know them too")


def looks_like_token(token: str) -> bool:
    """Whether it is three parts of base64, the first of which is a number: the bot's id."""
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
        return [Finding(CheckVerdict.FAULT, "Discord", "it refuses the token", f"Make a new one: {PORTAL_HELP}")]
    except discord.HTTPException as error:
        advice = "Try again later; https://discordstatus.com tells of faults of Discord."
        return [Finding(CheckVerdict.FAULT, "Discord", f"it answers with an error ({error.status})", advice)]
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        advice = "Is there a way to https://discord.com from this machine (network, proxy, firewall)?"
        return [Finding(CheckVerdict.FAULT, "Discord", f"it cannot be reached ({type(error).__name__})", advice)]
    return [
        Finding(CheckVerdict.OK, "Discord", f"the token belongs to {account.name}"),
        _emojis(account),
        *_servers(account),
    ]


def _emojis(account: Account) -> Finding:
    uploaded = sum(name.startswith("tile_") for name in account.emojis)
    if uploaded >= TILE_EMOJIS:
        return Finding(CheckVerdict.OK, "Tile faces", f"{uploaded} emojis are there")
    found = f"{uploaded} of {TILE_EMOJIS} emojis are there"
    return Finding(
        CheckVerdict.NOTE, "Tile faces", found, "The bot uploads the others when it starts; until then letters do."
    )


def _servers(account: Account) -> Iterator[Finding]:
    invitation = oauth_url(account.application_id, permissions=INVITED, scopes=("bot", "applications.commands"))
    if not account.servers:
        yield Finding(CheckVerdict.NOTE, "Servers", "the bot is in none", f"Invite it: {invitation}")
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
        yield Finding(CheckVerdict.OK, "Servers", f"all permissions are there in {complete} of {len(account.servers)}")
    lacking = Counter(
        one for _, allowed in account.servers for one in _missing(allowed) if one.asked is not Asked.NEEDED
    )
    for one, count in lacking.items():
        found = f"{one.title} is missing in {count} of {len(account.servers)} servers"
        yield Finding(CheckVerdict.NOTE, "Optional", found, f"Give it to the bot's role where you want {one.use}.")


def _missing(allowed: discord.Permissions) -> list[BotPermission]:
    return [one for one in PERMISSIONS if not (allowed.administrator or getattr(allowed, one.key))]
