"""The hall in virtual time: whole programs, a small table each, and what is printed of them."""

from __future__ import annotations

import re

import pytest

from tools.bench_hall import run


def test_two_tables_deal_and_play_and_nobody_falls_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--tables", "2", "--minutes", "0.3", "--proofs", "2", "--pace", "0.1", "0.5"]) == 0
    told = capsys.readouterr().out
    assert "2 tables, 2 playing" in told
    assert "guests who ended otherwise: 0" in told
    found = re.search(r"(\d+) moves", told)
    assert found is not None
    assert int(found[1]) > 20
