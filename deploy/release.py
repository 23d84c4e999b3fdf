"""Releases: version, changelog and tag, and the files in `dist`.

`make release VERSION=0.2.0` runs `cut`, `make dist` runs `dist`, both with the programs of requirements-release.lock.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
_VERSION_LINE: Final = re.compile(r'^VERSION: Final = "([^"]+)"$', re.MULTILINE)
_UNRELEASED: Final = "## [Unreleased]\n"


class CannotRelease(Exception):
    """Raised if no release can be made; the text says why."""


def cut(version: str, root: Path, today: str) -> None:
    """Commit and tag a release, then begin the next version.

    :param version: such as 0.2.0, higher than the last.
    :param root: a clean checkout.
    :param today: the date in the changelog, such as 2026-11-26.
    :raises CannotRelease: if the checkout has changes, or the changelog, version or tag does not fit.
    """
    number = _number(version)
    if _git(root, "status", "--porcelain"):
        raise CannotRelease("There are changes that are not committed.")
    tags = _git(root, "tag", "--list", "v*").split()
    if any(_number(tag[1:]) >= number for tag in tags):
        raise CannotRelease(f"{version} is not higher than {max(tags, key=lambda tag: _number(tag[1:]))}.")
    if number < _number(_version(root).removesuffix(".dev0")):
        raise CannotRelease(f"{version} is lower than bot/version.py.")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    before, found, after = changelog.partition(_UNRELEASED)
    if not found or not after.partition("\n## ")[0].strip():
        raise CannotRelease(f"CHANGELOG.md has nothing below {_UNRELEASED.strip()}.")
    upgrade = root / "docs/operating.md"
    (root / "CHANGELOG.md").write_text(f"{before}{_UNRELEASED}\n## [{version}] - {today}\n{after}", encoding="utf-8")
    page = upgrade.read_text(encoding="utf-8")
    upgrade.write_text(page.replace("\n| next |", f"\n| {version} |"), encoding="utf-8")
    _write_version(root, version)
    _git(root, "commit", "--quiet", "--all", "--message", f"Release {version}")
    _git(root, "tag", "--annotate", f"v{version}", "--message", f"Boneyard {version}")
    following = f"{number[0]}.{number[1] + 1}.0.dev0"
    _write_version(root, following)
    _git(root, "commit", "--quiet", "--all", "--message", f"Begin {following.removesuffix('.dev0')}")


def make_dist(root: Path) -> None:
    """Write wheel, sdist and SBOM of the last commit into `dist`."""
    dist, source = root / "dist", root / "build" / "source"
    for folder in (dist, source):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=root, check=True, capture_output=True)  # noqa: S607  # of PATH
    subprocess.run(["tar", "-x"], cwd=source, check=True, input=archive.stdout)  # noqa: S607  # of PATH
    _run(root, "-m", "build", "--outdir", str(dist), str(source))
    _run(root, "-m", "twine", "check", "--strict", *(str(one) for one in sorted(dist.iterdir())))
    list_packages(root, dist / "sbom.cdx.json")


def list_packages(root: Path, target: Path) -> None:
    """Write the packages of the image as CycloneDX: with licences as installed, and the hashes of the lock file."""
    shipped = root / "build" / "shipped"
    target.parent.mkdir(parents=True, exist_ok=True)
    if not shipped.exists():
        _run(root, "-m", "venv", "--without-pip", str(shipped))
        pip = ("-m", "pip", "--python", str(shipped / "bin/python"), "--quiet", "--disable-pip-version-check")
        _run(root, *pip, "install", "--require-hashes", "-r", str(root / "requirements.lock"))
    installed, locked = root / "build/installed.json", root / "build/locked.json"
    options = ("--output-format", "JSON", "--output-reproducible", "--output-file")
    module = ("-m", "cyclonedx_py")
    project = ("--pyproject", str(root / "pyproject.toml"))
    _run(root, *module, "environment", str(shipped / "bin/python"), *project, *options, str(installed))
    _run(root, *module, "requirements", str(root / "requirements.lock"), *options, str(locked))
    sbom = with_hashes(*(json.loads(one.read_text(encoding="utf-8")) for one in (installed, locked)))
    sbom["metadata"]["component"]["version"] = _version(root)
    target.write_text(json.dumps(sbom, indent=2) + "\n", encoding="utf-8")


def with_hashes(installed: dict[str, Any], locked: dict[str, Any]) -> dict[str, Any]:
    """Return the installed packages with the references of the locked ones that have hashes."""

    def key(one: dict[str, Any]) -> tuple[str, str]:
        return re.sub(r"[-_.]+", "-", one["name"]).lower(), one["version"]

    references = {
        key(one): [it for it in one.get("externalReferences", ()) if "hashes" in it]
        for one in locked["components"]
        if "version" in one
    }
    components = [
        one
        | {
            "externalReferences": [
                *one.get("externalReferences", ()),
                *references.get(key(one), ()),
            ]
        }
        for one in installed["components"]
    ]
    return installed | {"components": components}


def _number(version: str) -> tuple[int, ...]:
    """Return the three numbers of a version.

    :raises CannotRelease: if it does not have three.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise CannotRelease(f"{version!r} is no version such as 0.2.0.")
    return tuple(map(int, version.split(".")))


def _version(root: Path) -> str:
    found = _VERSION_LINE.search((root / "bot/version.py").read_text(encoding="utf-8"))
    if found is None:
        raise CannotRelease("bot/version.py has no version.")
    return found[1]


def _write_version(root: Path, version: str) -> None:
    file = root / "bot/version.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(_VERSION_LINE.sub(f'VERSION: Final = "{version}"', text), encoding="utf-8")


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603  # our own


def _run(root: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=root, check=True)  # noqa: S603  # our own


def main() -> int:
    """Run the command line; return its exit code."""
    parser = argparse.ArgumentParser(description="Boneyard's releases")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("cut", help="commit and tag a release").add_argument("version")
    commands.add_parser("dist", help="build wheel, sdist and SBOM into dist")
    commands.add_parser("sbom", help="write dist/sbom.cdx.json alone")
    args = parser.parse_args()
    try:
        if args.command == "cut":
            cut(args.version, ROOT, f"{datetime.now(UTC):%Y-%m-%d}")
            print(f"Now: make dist, and git push --follow-tags; the tag v{args.version} publishes.")
        elif args.command == "dist":
            make_dist(ROOT)
        else:
            list_packages(ROOT, ROOT / "dist/sbom.cdx.json")
    except CannotRelease as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
