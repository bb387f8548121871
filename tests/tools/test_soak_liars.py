"""A host who forks, as a real process: the quick part of `tools/dev.py soak liars`."""

from __future__ import annotations

from tools.soak_liars import soak


def test_a_host_who_shows_two_histories_is_named_by_all_who_play_on_without_him() -> None:
    assert soak(1, only="forks", repeats=1) == "1 tables with a changed program, 0 failed"
