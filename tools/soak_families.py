"""The families of tests of which `test` takes a slice, whole: every scene, game, seed and fault, by the same code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ASKS = "from tests.slices import"  # what a file with such a family says


def files() -> list[str]:
    """Return the files of tests that have one."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in found if ASKS in file.read_text(encoding="utf-8")]


def soak(_seed: int) -> str:
    """Run them; what is drawn by lot there has seeds of its own, whatever the seed."""
    command = [sys.executable, "-m", "pytest", "-q", "--full", *files()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    if done.returncode:
        raise AssertionError(done.stdout[-4000:])
    return f"{len(files())} files, {last}"
