"""The bench of the sealed deal deals honestly, counts what it does, and prints a line for each number of peers."""

from __future__ import annotations

import pytest

from tools import bench_deal


def test_it_prints_every_number_of_peers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_deal, "PEERS", (1, 2))
    monkeypatch.setattr(bench_deal, "RACK", 2)
    assert bench_deal.run(["--tiles", "6", "--repeats", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[3:]]
    assert [row[0] for row in rows] == ["1", "2"]
    assert all(len(row) == 12 for row in rows)


def test_it_counts_the_multiplications_of_a_deal() -> None:
    peers, tiles = 2, 12
    counts = bench_deal._counted(bench_deal._deal(peers, tiles, 0).play)
    ours = tiles * (1 + 12 + 3)  # mask, shadow decks, stripping, locking, blinding
    theirs = tiles * (12 + 2)  # another's shadow decks, and its lock's strip
    assert counts["multiply"] >= peers * (ours + theirs)
    assert counts["hash to"] == peers * tiles
