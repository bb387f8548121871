"""A match of three programs in the home of each: found, looked at again, checked, refused when a byte is changed."""

from __future__ import annotations

from pathlib import Path

from tools.soak_kept import faults_of


def test_a_match_of_three_is_found_opened_checked_and_refused_when_changed(tmp_path: Path) -> None:
    """A slice; `tools/dev.py soak kept` does so with every game."""
    assert faults_of("rummikub", tmp_path, changes=2) == []
