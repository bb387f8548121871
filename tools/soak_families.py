"""Run in full all tests of which `test` takes only a slice: every scene, game, seed and fault, by the same code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASKED = ("tests.slices", "hypothesis")  # imports of files whose tests run only a slice
LEFT_OUT = "@pytest.mark.whole"  # of the usual run


def files() -> list[str]:
    """Return the files of tests that take a slice of something, by themselves or by a helper of theirs."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    asked, found = set(ASKED), list[Path]()
    for _ in range(3):  # a helper may have one of its own
        wanted = (LEFT_OUT, *(f"from {one} import " for one in asked))
        found = sorted(path for path, text in texts.items() if any(one in text for one in wanted))
        asked |= {".".join(path.with_suffix("").parts) for path in found if not path.name.startswith("test_")}
    return [str(path) for path in found if path.name.startswith("test_")]


def soak(_seed: int) -> str:
    """Run them; what is drawn by lot there has seeds of its own, whatever the seed."""
    command = [sys.executable, "-m", "pytest", "-q", "--full", *files()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    if done.returncode:
        raise AssertionError(done.stdout[-4000:])
    return f"{len(files())} files, {last}"
