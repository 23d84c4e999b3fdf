"""Running tests in copies of one process."""

import os
import subprocess
import sys
from pathlib import Path

_TESTS = """
import os

def test_passing(): pass
def test_failing(): assert 0, "wrong"
def test_ending(): os._exit(3)
def test_writing(capfd): os.write(1, b"here"); assert capfd.readouterr().out == "here"
def test_after_all(): pass
"""


def test_all_processes_report_and_one_that_ends_fails_one_test(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(_TESTS)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "tests.forks", "-p", "no:cacheprovider", "-c", "/dev/null"]
    done = subprocess.run(  # noqa: S603  # our own tests
        [*run, "--rootdir", str(tmp_path), "--processes", "2", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "300"},
    )
    said = done.stdout.splitlines()
    assert done.returncode == 1
    assert "2 failed, 3 passed" in said[-1]
    assert [line.partition("::")[2] for line in said if line.startswith("FAILED")] == [
        "test_failing - AssertionError: wrong",
        "test_ending - its process has ended in the middle of this test",
    ]
