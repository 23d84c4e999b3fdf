"""Matches on all processors, with every result saved."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeVar

from .playing import play_pair
from .results import Pairing, Result, add

_R = TypeVar("_R")

Call = tuple[Callable[..., _R], tuple[Any, ...]]
"""A function and its arguments."""

_BETWEEN_REPORTS_S: Final = 15.0


def play_all(missing: Sequence[tuple[Pairing, int]], file: Path, jobs: int, minutes: float | None) -> None:
    """Play missing pairings in order; append results to a file.

    :param missing: pairings, each with the number of its deals.
    :param minutes: after so long nothing more is begun.
    """
    begun = reported = time.monotonic()
    end = None if minutes is None else begun + 60 * minutes
    for done, result in enumerate(results_of(((_result, one) for one in missing), jobs, end), 1):
        add(file, result)
        now = time.monotonic()
        if now - reported >= _BETWEEN_REPORTS_S or done == len(missing):
            reported = now
            left = (now - begun) / done * (len(missing) - done)
            print(f"{done} of {len(missing)} pairs of matches, {left / 60:.0f} minutes left", flush=True)


def results_of(calls: Iterable[Call[_R]], jobs: int, end: float | None) -> Iterator[_R]:
    """Yield the results of calls of functions of a module, on all processors.

    :param end: the monotonic time after which nothing more is begun.
    """
    todo = iter(calls)
    if jobs <= 1:
        for function, arguments in todo:
            if end is not None and time.monotonic() >= end:
                return
            yield function(*arguments)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts) as pool:
        running = {pool.submit(function, *arguments) for function, arguments in islice(todo, 2 * jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            if end is None or time.monotonic() < end:
                running |= {pool.submit(function, *arguments) for function, arguments in islice(todo, len(done))}
            yield from (future.result() for future in done)


def _ignore_interrupts() -> None:
    """Let matches finish after Ctrl-C ends the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _result(pairing: Pairing, number: int) -> Result:
    shares = play_pair(pairing.setting, pairing.one, pairing.other, number, pairing.effort)
    return Result(pairing, number, shares)
