"""The wheel has everything for the playground."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.version import VERSION
from tests.needs import in_ci

ROOT = Path(__file__).parents[3]
PATIENCE_S = 60.0


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Return the programs of a new environment with the wheel."""
    source = tmp_path / "source"
    unwanted = shutil.ignore_patterns("__pycache__", "*.so")
    for name in ("bot", "games", "storage", "playground"):
        shutil.copytree(ROOT / name, source / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, source, folder=tmp_path)
    [wheel] = tmp_path.glob(f"boneyard-{VERSION}-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    made = tmp_path / "venv" / "bin"
    run(made / "python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel, folder=tmp_path)
    # What it depends on is here already, in the versions of the lock.
    packages = run(made / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=tmp_path)
    (Path(packages.strip()) / "locked.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return made


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(not in_ci(), reason="builds with setuptools of the package index; with CI=true")
async def test_the_built_wheel_starts_the_playground(programs: Path, tmp_path: Path) -> None:
    assert run(programs / "boneyard", "--version", folder=tmp_path).strip() == f"Boneyard {VERSION}"
    settings = {"DISCORD_TOKEN": "", "DATA_DIR": str(tmp_path / "data"), "PYTHONPATH": ""}
    playground = await asyncio.create_subprocess_exec(
        *(programs / "boneyard", "playground", "--port", "8118"),
        cwd=tmp_path,
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            assert playground.stdout is not None
            while not (found := re.search(rb"http://\S+/", line := await playground.stdout.readline())):
                assert line, "it ended before it named its address"
        page = await asyncio.to_thread(lambda: urlopen(found[0].decode()).read().decode())  # noqa: S310  # our own
        assert "Boneyard" in page
    finally:
        if playground.returncode is None:
            playground.send_signal(signal.SIGTERM)
        assert await playground.wait() == 0
