"""Tests in several processes: collected once, then run by copies of this process.

`--processes 3` makes three. They take groups of consecutive tests from one pipe, and the first process reports for all.
Workers that begin anew would each collect all tests, which takes as long as running hundreds of them.
"""

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, Final

import pytest

GROUP: Final = 16
"""The number of consecutive tests that a process takes at once."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--processes`."""
    parser.addoption(
        "--processes", type=int, default=0, help="the number of processes for the tests; 0: this one alone"
    )


@dataclass
class _Worker:
    """A copy of this process, as seen from here.

    :ivar left: the numbers of the tests that it has taken and not finished, the current one first.
    """

    pid: int
    reports: Connection
    left: list[int] = field(default_factory=list)


class _Sender:
    """A copy's reports on each phase of a test, sent to the first process."""

    def __init__(self, config: pytest.Config, reports: Connection) -> None:
        self._config = config
        self._reports = reports

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._reports.send(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the collected tests in copies of this process, if wanted."""
    count: int = session.config.option.processes
    if count < 1 or session.config.option.collectonly or session.testsfailed:
        return None
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # that of all
    groups, given = os.pipe()
    for first in range(0, len(session.items), GROUP):
        os.write(given, first.to_bytes(4, "big"))
    os.close(given)
    workers = [_start_worker(session, groups, []) for _ in range(count)]
    try:
        while workers:
            heard = wait([worker.reports for worker in workers])
            for worker in [one for one in workers if one.reports in heard]:
                try:
                    said = worker.reports.recv()
                except EOFError:
                    os.waitpid(worker.pid, 0)
                    workers.remove(worker)
                    if worker.left:
                        _report_crash(session, session.items[worker.left[0]])
                        workers.append(_start_worker(session, groups, worker.left[1:]))
                else:
                    _take_report(session, worker, said)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
    finally:
        os.close(groups)
        for worker in workers:
            os.kill(worker.pid, signal.SIGTERM)
    return True


def _take_report(session: pytest.Session, worker: _Worker, said: Any) -> None:
    """Note which tests a worker takes, or report a phase of its current test."""
    if isinstance(said, list):
        worker.left += said
        return
    report = session.config.hook.pytest_report_from_serializable(config=session.config, data=said)
    session.config.hook.pytest_runtest_logreport(report=report)
    if report.when == "teardown":
        del worker.left[0]


def _report_crash(session: pytest.Session, item: pytest.Item) -> None:
    why = "its process has ended in the middle of this test"
    report = pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")
    session.config.hook.pytest_runtest_logreport(report=report)


def _start_worker(session: pytest.Session, groups: int, first: list[int]) -> _Worker:
    """Copy this process; the copy runs these tests, and then those of the groups in the pipe."""
    ours, theirs = Pipe(duplex=False)
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        theirs.close()
        return _Worker(pid, ours)
    status = 1
    try:
        _run_tests(session, theirs, _taken(session, theirs, groups, first))
        status = 0
    finally:
        os._exit(status)


def _taken(session: pytest.Session, reports: Connection, groups: int, group: list[int]) -> Iterator[pytest.Item]:
    while True:
        reports.send(group)
        yield from (session.items[number] for number in group)
        if not (number := os.read(groups, 4)):
            return
        start = int.from_bytes(number, "big")
        group = list(range(start, min(start + GROUP, len(session.items))))


def _run_tests(session: pytest.Session, reports: Connection, items: Iterator[pytest.Item]) -> None:
    plugins, hook = session.config.pluginmanager, session.config.hook
    terminal: Any = plugins.get_plugin("terminalreporter")
    capturing: Any = plugins.get_plugin("capturemanager")
    terminal._tw._file = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # the first process reports
    capturing.stop_global_capturing()  # its files would be shared with the other processes
    capturing.start_global_capturing()
    capturing.suspend_global_capture()
    folders: Any = session.config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.getbasetemp() / str(os.getpid())
    folders._basetemp.mkdir()
    plugins.register(_Sender(session.config, reports))
    item = next(items, None)
    while item is not None:
        following = next(items, None)
        hook.pytest_runtest_protocol(item=item, nextitem=following)
        item = following
