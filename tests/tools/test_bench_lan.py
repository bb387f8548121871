from __future__ import annotations

import pytest

from tools import bench_lan_memory
from tools.bench_lan import run


def test_four_programs_are_measured_beside_the_least_it_could_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--entries", "6", "--length", "30", "--repeats", "1"]) == 0
    said = capsys.readouterr().out
    assert said.count("ratio") == 6
    assert "6 entries" in said
    assert "30 entries" in said


def test_work_too_short_for_the_clock_has_a_rate_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_lan_memory, "process_time", lambda: 7.0)
    assert bench_lan_memory._spent(list) > 0
