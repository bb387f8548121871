"""Make the build for players if this version has none yet, then start and play it without a Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from game import __version__
from tools.package import system

ROOT = Path(__file__).resolve().parents[1]
FILE = "tests/window/soak_package.py"  # its name keeps it out of other test runs


def soak(_seed: int) -> str:
    """Build unless this version was built before, then play the build."""
    archive = ROOT / "dist" / f"comodin-{__version__}-{system()}.tar.gz"
    if not archive.is_file():
        build = [sys.executable, "tools/dev.py", "package", str(archive.parent)]
        if subprocess.run(build, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode:
            raise AssertionError("the build failed, or is too large")
    command = [sys.executable, "-m", "pytest", "-q", "-s", FILE]
    variables = {**os.environ, "COMODIN_ARCHIVE": str(archive)}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout[-2000:] or done.stderr)
    told = [line.strip(".") for line in done.stdout.splitlines() if "first picture" in line]
    return ", ".join([*told, done.stdout.strip().splitlines()[-1]])
