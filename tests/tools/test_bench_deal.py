"""The benchmark of the sealed deal prints a line for each number of peers, and accounts for every multiplication."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tools.bench_deal_account import Size, audit_rows, deal_rows

SIZES = ((1, 4), (2, 7), (3, 8))  # peers and tiles
RACK = 2
# In a process of its own: in this one products of points are remembered, and so not made again.
PROGRAM = """
import json, sys
from tools import bench_deal
bench_deal.RACK_TILES = int(sys.argv[1])
for peers, tiles in json.loads(sys.argv[2]):
    deal = bench_deal._deal(peers, tiles, 0)
    print(json.dumps([bench_deal._operation_counts(play) for play in (deal.play, deal.close)]))
bench_deal.PEERS = (1, 2)
sys.exit(bench_deal.run(["--tiles", "6", "--repeats", "1"]))
"""


@pytest.fixture(scope="module")
def lines() -> list[str]:
    command = [sys.executable, "-c", PROGRAM, str(RACK), json.dumps(SIZES)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()


def test_it_prints_every_number_of_peers(lines: list[str]) -> None:
    printed = lines[len(SIZES) :]
    assert [line.split()[0] for line in printed[2:4]] == ["1", "2"]
    assert "milliseconds in all" in printed[-1]


@pytest.mark.parametrize("at", range(len(SIZES)))
def test_every_multiplication_of_a_deal_is_accounted_for(lines: list[str], at: int) -> None:
    """One more anywhere in the deal or in its audit, and the rows no longer add up."""
    peers, tiles = SIZES[at]
    size = Size(peers, tiles, RACK)
    for counts, rows in zip(json.loads(lines[at]), (deal_rows(size), audit_rows(size)), strict=True):
        said = list(rows)
        for name in ("multiply", "climb", "generate"):
            assert counts.get(name, 0) == peers * sum(getattr(row, name) for row in said)
