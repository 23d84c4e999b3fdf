import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.metrics import ClickResult, Metrics, Mover, Publication, StorageFault
from bot.operating import health
from bot.operating.health import Check, HealthServer


async def well() -> str | None:
    return None


async def report_locked() -> str | None:
    return "the file is locked"


async def fail() -> str | None:
    raise ConnectionError("postgresql://user:secret@host")


async def asleep() -> str | None:
    await asyncio.sleep(60)
    return None


async def ask(path: str, metrics: Metrics | None = None, **checks: Check) -> tuple[int, Any]:
    server = await HealthServer(metrics or Metrics(), checks).start()
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{server.port}{path}") as answer:
            return answer.status, await (answer.text() if path == "/metrics" else answer.json())
    finally:
        await server.close()


@pytest.fixture
async def server() -> AsyncIterator[HealthServer]:
    server = await HealthServer(Metrics(), {}).start()
    yield server
    await server.close()


async def test_a_turning_loop_is_alive() -> None:
    assert await ask("/healthz") == (200, {"alive": True})


async def test_ready_when_every_check_is_well() -> None:
    assert await ask("/readyz", database=well, gateway=well) == (
        200,
        {"ready": True, "database": "ok", "gateway": "ok"},
    )


async def test_not_ready_names_the_check_and_its_reason() -> None:
    assert await ask("/readyz", database=report_locked, gateway=well) == (
        503,
        {"ready": False, "database": "the file is locked", "gateway": "ok"},
    )


async def test_the_text_of_an_error_is_not_shown() -> None:
    status, found = await ask("/readyz", database=fail)
    assert (status, found) == (503, {"ready": False, "database": "ConnectionError"})


async def test_a_check_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "CHECK_TIMEOUT_S", 0.05)
    status, found = await ask("/readyz", database=asleep)
    assert (status, found["database"]) == (503, "no answer within 0.05 seconds")


async def test_a_taken_port_is_an_error(server: HealthServer) -> None:
    with pytest.raises(OSError, match="address already in use"):
        await HealthServer(Metrics(), {}, port=server.port).start()


async def test_a_taken_port_is_opened_when_it_is_free(server: HealthServer, caplog: pytest.LogCaptureFixture) -> None:
    second = HealthServer(Metrics(), {}, port=server.port)
    await second.open()
    assert "cannot be opened at" in caplog.text
    await second.open(retry_s=0.01)
    await server.close()
    assert second._opening is not None
    await asyncio.wait_for(second._opening, 60)
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{second.port}/healthz") as answer:
        assert answer.status == 200
    await second.close()


async def test_who_waits_for_a_port_waits_no_more_once_it_is_closed(server: HealthServer) -> None:
    second = HealthServer(Metrics(), {}, port=server.port)
    await second.open(retry_s=0.01)
    await second.close()
    await server.close()
    await asyncio.sleep(0.05)
    third = await HealthServer(Metrics(), {}, port=server.port).start()  # the port is free
    await third.close()


async def test_metrics_count_what_happened() -> None:
    metrics = Metrics()
    metrics.count_click(ClickResult.STALE, 0.03)
    metrics.count_move("block", Mover.PERSON)
    metrics.count_move("block", Mover.PERSON)
    metrics.count_publication(Publication.EDITED)
    metrics.tables(lambda: 3)
    metrics.count_storage_fault(StorageFault.LOCKED)
    with metrics.thinking("block"):
        pass
    status, text = await ask("/metrics", metrics)
    assert status == 200
    for line in (
        'boneyard_clicks_total{result="stale"} 1.0',
        'boneyard_moves_total{by="person",game="block"} 2.0',
        'boneyard_boards_total{how="edited"} 1.0',
        "boneyard_live_tables 3.0",
        'boneyard_storage_errors_total{kind="locked"} 1.0',
        'boneyard_answer_seconds_bucket{le="0.05"} 1.0',
        'boneyard_computer_seconds_count{game="block"} 1.0',
    ):
        assert line in text.splitlines()


async def test_what_was_found_is_remembered_for_all_who_ask_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    async def count_looks() -> str | None:
        nonlocal looks
        looks += 1
        await asyncio.sleep(0)
        return None

    server = await HealthServer(Metrics(), {"database": count_looks}).start()

    async def ask(session: aiohttp.ClientSession) -> int:
        async with session.get(f"http://127.0.0.1:{server.port}/readyz") as answer:
            return answer.status

    try:
        async with aiohttp.ClientSession() as session:
            monkeypatch.setattr(health, "CHECK_CACHE_S", 3600.0)
            assert await asyncio.gather(*(ask(session) for _ in range(50))) == [200] * 50
            assert await ask(session) == 200
            assert looks == 1
            monkeypatch.setattr(health, "CHECK_CACHE_S", 0.0)
            assert await ask(session) == 200
            assert looks == 2
    finally:
        await server.close()
