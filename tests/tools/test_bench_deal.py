"""The bench of the sealed deal prints a line for each number of peers, and accounts for every multiplication."""

from __future__ import annotations

import pytest

from tools import bench_deal
from tools.bench_deal_account import Size, account, audited


def test_it_prints_every_number_of_peers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_deal, "PEERS", (1, 2))
    monkeypatch.setattr(bench_deal, "RACK", 2)
    assert bench_deal.run(["--tiles", "6", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:4]] == ["1", "2"]
    assert "milliseconds in all" in lines[-1]


@pytest.mark.parametrize(("peers", "tiles"), [(1, 4), (2, 7), (3, 8)])
def test_every_multiplication_of_a_deal_is_accounted_for(
    peers: int, tiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more anywhere in the deal or in its audit, and the rows no longer add up."""
    monkeypatch.setattr(bench_deal, "RACK", 2)
    deal = bench_deal._deal(peers, tiles, 0)
    size = Size(peers, tiles, 2)
    for play, rows in ((deal.play, account(size)), (deal.close, audited(size))):
        counts = bench_deal._counted(play)
        said = list(rows)
        assert counts["multiply"] == peers * sum(row.multiply for row in said)
        assert counts["climb"] == peers * sum(row.climb for row in said)
        assert counts["generate"] == peers * sum(row.generate for row in said)
