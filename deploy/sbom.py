"""A CycloneDX list of the image's packages, from the lock file.

``python deploy/sbom.py requirements.lock 0.1.0`` prints it. Packages whose marker does not apply to this Python are
left out, as by pip.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from pip._vendor.packaging.markers import Marker  # the Python that builds the image has only pip

_ENTRY = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;]+)(?: *; *(.+?))? *\\?$", re.MULTILINE)


def sbom(lock: str, version: str) -> dict[str, Any]:
    """Return the list as CycloneDX 1.6.

    :param lock: the text of a lock file.
    :param version: Boneyard's own.
    """
    components = [_component(name, number) for name, number, marker in _ENTRY.findall(lock) if _holds(marker)]
    own = {"type": "application", "bom-ref": "boneyard", "name": "boneyard", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": [{"ref": "boneyard", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def _component(name: str, version: str) -> dict[str, Any]:
    address = f"pkg:pypi/{name}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def _holds(marker: str) -> bool:
    """Return True if this Python installs a package with this marker."""
    return not marker or Marker(marker).evaluate()


if __name__ == "__main__":
    lock_file, own_version = sys.argv[1:]
    sys.stdout.write(json.dumps(sbom(Path(lock_file).read_text(encoding="utf-8"), own_version), indent=2) + "\n")
