"""Write what the image is made of as a CycloneDX list, from the lock file.

``python deploy/sbom.py requirements.lock 0.1.0`` prints it. Only the standard library is needed, and the same lock file
gives the same text.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

_ENTRY = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;]+)(?: *; *(.+?))? *\\?$", re.MULTILINE)


def sbom(lock: str, version: str) -> dict[str, Any]:
    """The list as CycloneDX 1.6.

    :param lock: the text of a lock file.
    :param version: Boneyard's own.
    """
    components = [_component(*found) for found in _ENTRY.findall(lock)]
    own = {"type": "application", "bom-ref": "boneyard", "name": "boneyard", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": [{"ref": "boneyard", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def _component(name: str, version: str, marker: str) -> dict[str, Any]:
    """One package; with a marker it is installed only where that holds."""
    address = f"pkg:pypi/{name}@{version}"
    found: dict[str, Any] = {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}
    if marker:
        found["properties"] = [{"name": "python:marker", "value": marker}]
    return found


if __name__ == "__main__":
    lock_file, own_version = sys.argv[1:]
    sys.stdout.write(json.dumps(sbom(Path(lock_file).read_text(encoding="utf-8"), own_version), indent=2) + "\n")
