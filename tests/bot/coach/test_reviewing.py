"""The order of work: decisions of running matches come before reviews."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.coach.reviews import reviewing
from bot.coach.reviews.judging import Piece
from bot.coach.reviews.reviewing import Reviews
from bot.tables.errors import TableError
from bot.tables.processes import Processes, Signals
from bot.tables.state import Table
from games import Record
from storage.database import Database
from storage.reviews import StoredReview
from tests.games.finished import finished

STORED = StoredReview("match", 1, 0, 1, "block", [], 0, False, False, None, None, None, 0.0)
NO_DATABASE = cast("Database", None)
PATIENCE_S = 20.0


def judge_until_called_off(*_: Any, signals: Signals) -> Piece:
    end = time.monotonic() + PATIENCE_S
    while not signals.cancelled():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.001)
    return Piece((), 5, is_last=False)


def judge_at_once() -> None:
    return None


async def test_a_running_match_interrupts_the_piece_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "judge_piece", judge_until_called_off)
    reviews = Reviews(NO_DATABASE, Processes(0), lambda: 0.0)
    piece = asyncio.ensure_future(reviews._judge_piece(STORED, finished("block")))
    await asyncio.sleep(0)
    await reviews.judge_now(judge_at_once)
    assert not (await piece).done
    reviews.close()


async def test_the_first_piece_of_a_review_is_one_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    def judge_piece(_record: Record, _seat: int, _name: str, _done: Any, limit: float, _since: int, **_: Any) -> Piece:
        seconds.append(limit)
        return Piece(({},), 5, is_last=False)

    monkeypatch.setattr(reviewing, "judge_piece", judge_piece)
    reviews = Reviews(NO_DATABASE, Processes(0), lambda: 0.0, piece_s=2.0)
    first = await reviews._judge_piece(STORED, finished("block"))
    await reviews._judge_piece(first, finished("block"))
    assert seconds == [0.0, 2.0]
    reviews.close()


async def test_only_so_many_decisions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_WAITING", 0)
    with pytest.raises(TableError, match="crowded"):
        await Reviews(NO_DATABASE, Processes(0), lambda: 0.0).judge_now(judge_at_once)


async def test_a_person_has_one_review_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done = asyncio.Event()

    async def judge(*_: Any) -> StoredReview:
        await done.wait()
        return STORED

    monkeypatch.setattr(Reviews, "_judge", judge)
    reviews = Reviews(NO_DATABASE, Processes(0), lambda: 0.0)

    async def make(seat: int) -> None:
        await reviews.make(cast("Table", SimpleNamespace(id="match")), finished("block"), seat, 1, cast("Any", None))

    first = asyncio.ensure_future(make(0))
    await asyncio.sleep(0)
    with pytest.raises(TableError, match="busy_own"):
        await make(1)
    done.set()
    await first
    await make(1)
    reviews.close()
