from __future__ import annotations

import pytest

from tools.bench_lan import run


def test_four_programs_are_measured_beside_the_least_it_could_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--entries", "6", "--length", "30", "--repeats", "1"]) == 0
    said = capsys.readouterr().out
    assert said.count("ratio") == 6
    assert "6 entries" in said
    assert "30 entries" in said
