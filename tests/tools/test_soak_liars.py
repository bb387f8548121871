"""A host who lies, as a real process: the quick part of `tools/dev.py soak liars`."""

from __future__ import annotations

import pytest

from tools.soak_liars import soak


@pytest.mark.whole  # the same lies in virtual time: `tests/lan/test_changed.py`
@pytest.mark.parametrize("table", ["votes", "forks"])
def test_a_host_who_lies_is_named_by_all_who_play_on_without_him(table: str) -> None:
    assert soak(1, only=table, repeats=1) == "1 tables with a changed program, 0 failed"
