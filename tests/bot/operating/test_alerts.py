"""Alerts: what the operator is told, once, and when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.operating import alerts
from bot.operating.alerts import Alarm, Starts, watch
from bot.settings import Settings
from bot.version import VERSION

MINUTE = 60.0


@pytest.mark.parametrize(
    ("subject", "bad_minutes", "told_at", "over_at"),
    [
        ("Discord", (0, 1, 2), None, None),
        ("Discord", (0, 1, 2, 3, 4), 3, 5),
        ("Database", (0, 1, 2), 1, 3),
        ("Backup", (0, 1, 2), 0, 3),
        ("Disk", (5,), 5, 6),
        ("Writes", (0, 3, 14), 0, 29),
    ],
)
def test_a_problem_that_lasts_is_told_once_and_its_end_once(
    subject: str, bad_minutes: tuple[int, ...], told_at: int | None, over_at: int | None
) -> None:
    alarm = Alarm()
    said = {}
    for minute in range(60):
        problems = {subject: "it fails"} if minute in bad_minutes else {}
        for text in alarm.messages(problems, minute * MINUTE):
            said[minute] = text
    wanted = {told_at: f"⚠️ {subject}: it fails.", over_at: f"✅ {subject}: well again."}
    assert said == {minute: text for minute, text in wanted.items() if minute is not None}


def test_starts_are_counted_over_fifteen_minutes(tmp_path: Path) -> None:
    file, counts = tmp_path / "starts.json", []
    for minute in (0, 2, 4, 6, 17):
        starts = Starts.read(file).and_now(minute * MINUTE)
        starts.write(file)
        counts.append(len(starts.at))
    assert counts == [1, 2, 3, 4, 3]
    file.write_text("{")
    assert Starts.read(file) == Starts()


class Server:
    """A webhook and an address for pings.

    :ivar status: of its answers.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pings = 0
        self.status = 204
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        if request.method == "GET":
            self.pings += 1
        elif self.status < 400:
            self.texts.append((await request.json())["content"])
        return web.Response(status=self.status)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server, app = Server(), web.Application()
    app.router.add_route("*", "/secret", server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/secret"
    yield server
    await runner.cleanup()


async def test_a_life_of_the_bot_is_told_to_the_webhook_and_pings_stop_with_discord(
    server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, rounds = [1_000_000.0], [{}, {"Discord": "lost"}, {"Discord": "lost"}, {"Discord": "lost"}, {}]

    async def problems() -> dict[str, str]:
        return dict(rounds[0])

    async def sleep(_: float) -> None:
        clock[0] += 120
        server.status = 204
        del rounds[0]
        if not rounds:
            raise asyncio.CancelledError

    monkeypatch.setattr(alerts, "backup_problem", lambda _: None)
    monkeypatch.setattr(alerts, "disk_problem", lambda _: None)
    monkeypatch.setattr("bot.operating.alerts.asyncio.sleep", sleep)
    Starts((*(clock[0] - ago for ago in (360, 240, 120)),), "0.1.0").write(tmp_path / "starts.json")
    secrets = {"alert_webhook": SecretStr(server.url), "ping_url": SecretStr(server.url)}
    settings = Settings(_env_file=None, data_dir=tmp_path).model_copy(update=secrets)
    server.status = 500  # at first the webhook does not answer
    with pytest.raises(asyncio.CancelledError):
        await watch(settings, problems, lambda: clock[0], asyncio.Event())
    assert server.texts == [
        f"Boneyard: 🆕 Version {VERSION} has started; 0.1.0 ran before.",
        "Boneyard: ⚠️ Restarts: 4 starts in 15 minutes; see the log.",
        "Boneyard: ⚠️ Discord: lost.",
        "Boneyard: ✅ Discord: well again.",
    ]
    assert server.pings == 2
    assert "ALERT_WEBHOOK cannot be reached: status 500" in caplog.text
    assert "secret" not in caplog.text
    rounds[:] = [{}]  # the next life does not say it again
    with pytest.raises(asyncio.CancelledError):
        await watch(settings, problems, lambda: clock[0], asyncio.Event())
    assert len(server.texts) == 4
    clock[0] += 1000
    rounds[:] = [{}]
    with pytest.raises(asyncio.CancelledError):
        await watch(settings, problems, lambda: clock[0], asyncio.Event())
    assert server.texts[4:] == ["Boneyard: ✅ Restarts: well again."]
    for shard in (2, 3, 4, 5):  # other processes in the folder
        clock[0] += 10
        rounds[:] = [{}]
        with pytest.raises(asyncio.CancelledError):
            await watch(
                settings.model_copy(update={"shard_ids": (shard,)}), problems, lambda: clock[0], asyncio.Event()
            )
    assert len(server.texts) == 5
