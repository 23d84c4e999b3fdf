"""Killed programs and other processes, forked from a prepared one."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from types import SimpleNamespace

FORKING = get_context("forkserver")
"""Makes processes that need not import anything again."""
FORKING.set_forkserver_preload(["pytest", "tests.killed_bot", "tests.killed_settlements", "tests.killed_players"])

# While the simulated Discord makes time stand still, looking whether a process has ended would never come to an end.
connection.time = SimpleNamespace(**vars(time))  # type: ignore[attr-defined]  # the module that it has imported


class Program:
    """A function in its own process; `start` it first.

    :ivar output: what it prints.
    :ivar errors: what it writes to its stderr.
    """

    output: asyncio.StreamReader
    errors: asyncio.StreamReader

    def __init__(self, main: Callable[..., None], *arguments: str) -> None:
        self._output, output = FORKING.Pipe(duplex=False)
        self._errors, errors = FORKING.Pipe(duplex=False)
        self._ends = (output, errors)
        self._process = FORKING.Process(target=_run, args=(main, output, errors, *arguments), daemon=True)

    async def start(self) -> None:
        self._process.start()
        for end in self._ends:  # so that the process alone holds them
            end.close()
        self.output, self.errors = [await _reader(pipe) for pipe in (self._output, self._errors)]

    @property
    def has_ended(self) -> bool:
        return not self._process.is_alive()

    def kill(self) -> None:
        """With SIGKILL."""
        self._process.kill()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    async def end(self) -> tuple[bytes, bytes, int | None]:
        """Wait; return remaining output, errors and return code (minus signal)."""
        output, errors = await asyncio.gather(self.output.read(), self.errors.read())
        self._process.join(30)
        return output, errors, self._process.exitcode


def _run(main: Callable[..., None], output: Connection, errors: Connection, *arguments: str) -> None:
    os.dup2(output.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    main(*arguments)


async def _reader(pipe: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    file = os.fdopen(os.dup(pipe.fileno()), "rb")
    pipe.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader
