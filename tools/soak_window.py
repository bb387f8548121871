"""Whole rounds of every game on the real window and at LAN tables: the window tests that take minutes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = ("tests/window/soak_rounds.py", "tests/window/soak_lan_rounds.py")  # run only here, by their names


def soak(_seed: int) -> str:
    """Run them; the deals are those of the golden matches, whatever the seed."""
    command = [sys.executable, "-m", "pytest", "-q", *FILES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    if done.returncode:
        raise AssertionError(done.stdout[-2000:])
    return last
