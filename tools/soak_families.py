"""Run in full all tests that the usual run only samples: every scene, game, seed and fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLING_IMPORTS = ("tests.slices", "hypothesis")  # imports of files whose tests run only a slice
LEFT_OUT = "@pytest.mark.whole"  # the mark of tests left out of the usual run


def files() -> list[str]:
    """Return the test files that sample something, directly or through a helper."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    asked, found = set(SAMPLING_IMPORTS), list[Path]()
    for _ in range(3):  # helpers may use helpers
        wanted = (LEFT_OUT, *(f"from {one} import " for one in asked))
        found = sorted(path for path, text in texts.items() if any(one in text for one in wanted))
        asked |= {".".join(path.with_suffix("").parts) for path in found if not path.name.startswith("test_")}
    return [str(path) for path in found if path.name.startswith("test_")]


def soak(_seed: int) -> str:
    """Run them; they have their own seeds, whatever the seed."""
    command = [sys.executable, "-m", "pytest", "-q", "--full", *files()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    if done.returncode:
        raise AssertionError(done.stdout[-4000:])
    return f"{len(files())} files, {last}"
