"""A release is a version, a changelog and a tag; its files say where they come from."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

from deploy.release import CannotRelease, cut, with_hashes

ROOT = Path(__file__).parents[3]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n- A game.\n\n## [0.1.0] - 2026-01-02\n\n- All.\n"


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout  # noqa: S603, S607  # our own


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@example.org")
    for folder in ("bot", "docs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "bot/version.py").write_text('VERSION: Final = "0.2.0.dev0"\n', encoding="utf-8")
    (tmp_path / "docs/operating.md").write_text("| To | Do |\n|---|---|\n| next | Nothing. |\n", encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def test_a_release_is_tagged_and_main_goes_on_with_the_next(checkout: Path) -> None:
    cut("0.2.0", checkout, "2026-11-26")
    assert git(checkout, "log", "--format=%s").splitlines() == ["Begin 0.3.0", "Release 0.2.0", "Begin"]
    assert git(checkout, "show", "v0.2.0:bot/version.py") == 'VERSION: Final = "0.2.0"\n'
    assert (checkout / "bot/version.py").read_text(encoding="utf-8") == 'VERSION: Final = "0.3.0.dev0"\n'
    assert "| 0.2.0 | Nothing. |" in git(checkout, "show", "v0.2.0:docs/operating.md")
    released = git(checkout, "show", "v0.2.0:CHANGELOG.md")
    assert "## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n\n### Added\n- A game." in released


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("0.1.0", "not higher than v0.1.0"),
        ("0.0.9", "not higher"),
        ("0.1.9", "lower than bot/version.py"),
        ("0.2", "no version"),
        ("v0.2.0", "no version"),
    ],
)
def test_a_version_that_is_not_the_next_is_refused(checkout: Path, version: str, why: str) -> None:
    with pytest.raises(CannotRelease, match=why):
        cut(version, checkout, "2026-11-26")
    assert git(checkout, "log", "--format=%s").splitlines() == ["Begin"]


def test_no_release_is_made_of_changes_or_of_nothing(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.1.0]\n", encoding="utf-8")
    with pytest.raises(CannotRelease, match="not committed"):
        cut("0.2.0", checkout, "2026-11-26")
    git(checkout, "commit", "-qam", "Say nothing")
    with pytest.raises(CannotRelease, match="nothing below"):
        cut("0.2.0", checkout, "2026-11-26")


def test_the_sbom_has_licences_as_installed_and_hashes_as_locked() -> None:
    one = {"name": "Pillow", "version": "12.0", "licenses": [{"expression": "MIT"}]}
    reference = {"type": "distribution", "url": "https://example.org", "hashes": [{"alg": "SHA-256", "content": "ab"}]}
    locked = {"components": [{"name": "pillow", "version": "12.0", "externalReferences": [reference]}]}
    assert with_hashes({"components": [one]}, locked)["components"] == [one | {"externalReferences": [reference]}]


def test_the_workflow_runs_what_a_person_runs() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert jobs["test"]["steps"][-1]["run"] == ".ci/run"
    for name in ("image", "packages"):
        assert jobs[name]["needs"] == "test"
        assert "refs/tags/v" in jobs[name]["if"]
    assert "linux/amd64,linux/arm64" in text
