"""Alerts to the operator by a Discord webhook, and pings of a service that notices when they stop.

`Alarm` decides what to say, `Messenger` says it, and `watch` runs both.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

import aiohttp

from bot.operating.upkeep import backup_problem, disk_problem
from bot.settings import Settings
from bot.version import VERSION

logger = logging.getLogger(__name__)

INTERVAL_S: Final = 60.0
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)

MAX_STARTS: Final = 3
STARTS_WITHIN_S: Final = 900.0
"""More starts than these within this time are a problem."""

DELAYS_S: Final[Mapping[str, float]] = {"Discord": 180.0, "Start": 180.0, "Database": 60.0}
"""The seconds that a problem must last before it is worth a message."""
CALM_S: Final[Mapping[str, float]] = {"Writes": 900.0}
"""The seconds without a problem before it counts as over."""

Problems = Callable[[], Awaitable[Mapping[str, str]]]
"""Returns the present problems: a sentence for each subject."""


class Alarm:
    """The problems that are known, and whether the operator knows them."""

    def __init__(self) -> None:
        self._first: dict[str, float] = {}
        self._last: dict[str, float] = {}
        self.told: set[str] = set()

    def messages(self, problems: Mapping[str, str], now: float) -> list[str]:
        """Return one message for each problem that has lasted, and one for its end.

        :param now: in seconds of any clock.
        """
        found = []
        for subject, sentence in problems.items():
            self._last[subject] = now
            lasted_s = now - self._first.setdefault(subject, now)
            if subject not in self.told and lasted_s >= DELAYS_S.get(subject, 0.0):
                self.told.add(subject)
                found.append(f"⚠️ {subject}: {sentence}.")
        for subject in (self._first.keys() | self.told) - problems.keys():
            if now - self._last.get(subject, now) >= CALM_S.get(subject, 0.0):
                self._first.pop(subject, None)
                if subject in self.told:
                    self.told.remove(subject)
                    found.append(f"✅ {subject}: well again.")
        return found


@dataclass(frozen=True)
class Starts:
    """The starts of the last 15 minutes, the version of the last one, and whether the operator knows of too many."""

    at: tuple[float, ...] = ()
    version: str = VERSION
    told: bool = False

    @classmethod
    def read(cls, file: Path) -> Self:
        """Return what is noted in a file, nothing if it cannot be read."""
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
            return cls(tuple(values["at"]), values["version"], values["told"])
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

    def write(self, file: Path) -> None:
        """Note it in a file, if that is possible."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(asdict(self)), encoding="utf-8")
        except OSError as error:
            logger.warning("the starts cannot be noted in %s: %s", file, error.strerror)

    def and_now(self, now: float) -> "Starts":
        """Return the starts with one more, at a unix time, of this version."""
        return Starts((*(at for at in self.at if now - STARTS_WITHIN_S < at <= now), now), VERSION, self.told)


class Messenger:
    """Sends texts to the webhook, and pings."""

    def __init__(self, settings: Settings, session: aiohttp.ClientSession) -> None:
        self._webhook = settings.alert_webhook
        self._ping_url = settings.ping_url
        self._session = session
        self.waiting: list[str] = []
        """The texts that could not be sent yet."""

    async def send(self) -> None:
        """Send the waiting texts; keep them if that fails."""
        if self._webhook is None:
            self.waiting.clear()
        while self._webhook is not None and self.waiting:
            body = {"content": f"Boneyard: {self.waiting[0]}"[:2000], "allowed_mentions": {"parse": []}}
            if not await self._request("POST", self._webhook.get_secret_value(), "ALERT_WEBHOOK", json=body):
                return
            del self.waiting[0]

    async def ping(self) -> None:
        """Tell the service that watches this process that it works."""
        if self._ping_url is not None:
            await self._request("GET", self._ping_url.get_secret_value(), "PING_URL")

    async def _request(self, method: str, url: str, setting: str, **body: Any) -> bool:
        try:
            async with self._session.request(method, url, timeout=_TIMEOUT, **body) as answer:
                if answer.status < 400:
                    return True
                reason = f"status {answer.status}"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            reason = type(error).__name__  # its text may contain the secret address
        logger.warning("%s cannot be reached: %s", setting, reason)
        return False


async def watch(settings: Settings, problems: Problems, now: Callable[[], float], begun: asyncio.Event) -> None:
    """Send alerts and pings until cancelled.

    :param problems: of the bot.
    :param now: the time in unix seconds.
    :param begun: set after the first round, so that a start that fails at once is told of, too.
    """
    began, alarm = now(), Alarm()
    # Processes of several shards may share the folder.
    file = settings.data_dir / (f"starts-{settings.shard_ids[0]}.json" if settings.shard_ids else "starts.json")
    former = Starts.read(file)
    starts = former.and_now(began)
    starts.write(file)
    if former.told:
        alarm.told.add("Restarts")
    async with aiohttp.ClientSession() as session:
        messenger = Messenger(settings, session)
        if former.version != VERSION:
            messenger.waiting.append(f"🆕 Version {VERSION} has started; {former.version} ran before.")
        while True:
            found = dict(await problems())
            if len(starts.at) > MAX_STARTS and now() - began < STARTS_WITHIN_S:
                found["Restarts"] = f"{len(starts.at)} starts in 15 minutes; see the log"
            for subject, check in (("Backup", backup_problem), ("Disk", disk_problem)):
                if sentence := await asyncio.to_thread(check, settings):
                    found[subject] = sentence
            messenger.waiting += alarm.messages(found, now())
            await messenger.send()
            told = "Restarts" in alarm.told
            if told != starts.told and not messenger.waiting:
                starts = replace(starts, told=told)
                starts.write(file)
            if not found.keys() & {"Start", "Discord", "Database"}:
                await messenger.ping()
            begun.set()
            await asyncio.sleep(INTERVAL_S)
