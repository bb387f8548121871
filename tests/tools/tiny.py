"""A project of a few small files that is set up without a network: what `tools/dev.py` does, seen from outside."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PYPROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""

# The least that pip takes for a build backend. It needs nothing, so pip has nothing to fetch.
BACKEND = """\
import pathlib
import zipfile

NEEDS = {needs!r}

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    extras = "Provides-Extra: dev\\nProvides-Extra: native\\nProvides-Extra: peer\\n"
    metadata = "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n" + extras + NEEDS
    with zipfile.ZipFile(pathlib.Path(wheel_directory, "tiny-1-py3-none-any.whl"), "w") as wheel:
        wheel.writestr("tiny.pth", str(pathlib.Path.cwd()))
        wheel.writestr("tiny-1.dist-info/METADATA", metadata)
        wheel.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("tiny-1.dist-info/RECORD", "")
    return "tiny-1-py3-none-any.whl"
"""

# What runs inside says who it is and ends with a code of its own.
PROGRAM = """\
import json, os, sys
print(json.dumps({"file": __file__, "arguments": sys.argv[1:], "folder": os.getcwd(), "prefix": sys.prefix}))
sys.exit(7)
"""


def lay_out(folder: Path, *needs: str) -> Path:
    """Write the tiny project into a new folder, with our own `tools/dev.py`, and return the folder."""
    for name, text in {
        "pyproject.toml": PYPROJECT,
        "backend.py": BACKEND.format(needs="".join(f"Requires-Dist: {need}\n" for need in needs)),
        "game/__init__.py": "",
        "game/__main__.py": PROGRAM,
        "tools/__init__.py": "",
        "tools/soak.py": PROGRAM,
        # A tool with the name of a standard module, which must not hide that module.
        "tools/inspect.py": "raise SystemExit('the wrong inspect')\n",
        "assets/words/es.po": 'msgid "rack"\nmsgstr "atril"\n',
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name in ("tools/dev.py", "tools/environment.py", "tools/cores.py"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def offline() -> dict[str, str]:
    """Return variables under which pip asks nobody."""
    return dict(os.environ) | {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PYTHONIOENCODING": "utf-8"}
