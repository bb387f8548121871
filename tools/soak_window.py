"""Whole rounds of every game on the real window and at LAN tables: the window tests that take minutes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SWITCH = "COMODIN_SOAK"  # the tests of whole rounds run only where it says `window`


def soak(_seed: int) -> str:
    """Run them; the deals are those of the golden matches, whatever the seed."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/window/test_rounds.py", "tests/window/test_lan_rounds.py"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, SWITCH: "window"}, capture_output=True, text=True, check=False
    )
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    if done.returncode:
        raise AssertionError(done.stdout[-2000:])
    return last
