"""What hatchling asks while it makes a wheel: the playout cores compiled, where that can be done, and the README.

A wheel with compiled cores serves Python 3.11 and everything newer on its system, since they keep to the stable ABI.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent
DOORS = {"comodin.py": "comodin/__init__.py", "tools/packaging/start.py": "comodin/__main__.py"}
PURE = "COMODIN_PURE"  # a variable: if set, nothing is compiled
PUBLIC = "COMODIN_PUBLIC"  # a variable: the address at which the files of this version lie, such as https://forge/tag


def readme(page: str = "README.md") -> str:
    """Return a page as it can be read alone: it leads to the public address of files, or shows none of them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    public = os.environ.get(PUBLIC, "").rstrip("/")
    if public:
        return re.sub(r"\]\((?!https?:|#)([^)]*)\)", rf"]({public}/\1)", text)
    text = re.sub(r"^\[[^\n]*README[^\n]*\n\n", "", text, flags=re.MULTILINE)  # the line of languages
    text = re.sub(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n*", "", text)
    text = re.sub(r"^(\|  )+\|\n", "", text, flags=re.MULTILINE)  # a row of pictures
    text = re.sub(r"^\|  \| ", "| ", text, flags=re.MULTILINE)  # and what stands beside one
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)


class ReadAlone(MetadataHookInterface):
    """Gives the wheel its README."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add it."""
        metadata["readme"] = {"content-type": "text/markdown", "text": readme()}


class CompiledCores(BuildHookInterface[Any]):
    """Adds the compiled cores to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is written; an editable install is compiled by tools/dev.py."""
        self._folder = TemporaryDirectory()
        if version == "editable":
            return
        build_data["force_include"].update({str(ROOT / name): place for name, place in DOORS.items()})
        if os.environ.get(PURE):
            return
        sys.path.insert(0, str(ROOT))
        try:
            from game.playout.native import UNITS
            from tools import native

            made = {}
            for unit in UNITS:
                place = Path(self._folder.name) / unit
                place.mkdir()
                found = native.build(unit, place)
                made[str(found)] = f"comodin/game/playout/{unit}/{found.name}"
        except Exception as fault:  # noqa: BLE001  whatever a compiler, or the lack of one, may raise
            self.app.display_warning(f"The playout cores are not compiled, the wheel is pure: {fault}")
            return
        finally:
            sys.path.remove(str(ROOT))
        build_data["force_include"].update(made)
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Tidy up behind the wheel."""
        self._folder.cleanup()
