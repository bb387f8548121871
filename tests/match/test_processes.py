"""What must be the same in every process, whatever its PYTHONHASHSEED."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.match.logs import GOLDEN

FOLDS = """
import sys
from pathlib import Path
from game.match.lines import read_match
from game.table.canon import digest
reading = read_match(Path(sys.argv[1]).read_bytes())
assert reading.damage is None
for number in range(0, len(reading.match.transcript.entries), 20):
    table = reading.match.at(number).standing.table
    print("-" if table is None else digest(table).hex())
print(reading.match.transcript.head.hex())
"""

DEALS = """
from game.match.deal import dealt_faces
from game.match.match import Match
from tests.match.logs import header
print([face.code for face in dealt_faces(header(9), Match.new(header(9)).standing)])
"""


def told(program: str, seed: str, *arguments: str) -> str:
    """What a program prints in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.parametrize("name", ["burako-2", "burako-4-pile"])
def test_a_log_folds_to_the_same_digests(name: str) -> None:
    path = str(GOLDEN / f"{name}.comodin")
    one, other = told(FOLDS, "0", path), told(FOLDS, "4242", path)
    assert one == other
    assert len(one.splitlines()) > 5


def test_a_seed_deals_the_same_tiles() -> None:
    assert told(DEALS, "1") == told(DEALS, "77")
