"""Whoever crashes at whatever entry of a deal: all finish with one log, and no deal is lost to it."""

from __future__ import annotations

import pytest

from tests.slices import count
from tools.netsim import CRASH_GAP, run, sweep
from tools.netsim_deal import SHARE, SealedStory
from tools.netsim_plan import Blow, Plan


def test_a_quiet_match_is_dealt_sealed() -> None:
    one = run(Plan(1, 3, 2, 4, (), 0, -1, host_sits=True), None, SealedStory)
    assert not one.faults
    lockstep = one.programs[0].party.lockstep
    assert lockstep is not None
    kinds = [entry.core.kind for entry in lockstep.replica.entries]
    assert kinds.count(SHARE) >= 2 * 3 * 8  # two deals of three peers, eight kinds of entries each


def test_a_crash_at_every_entry_of_a_deal_is_survived() -> None:
    """Between keeping and speaking, the worst moment; several in a run, in the whole each in one of its own."""
    said = sweep(7, seats=2, gap=count(CRASH_GAP, 0), moments=(1,), story=SealedStory)
    assert "failed=0" in said, said
    assert int(said.split("crashes=")[1].split()[0]) > 50


def test_who_falls_silent_for_good_at_any_step_of_a_deal_costs_that_deal_and_no_more() -> None:
    for number in range(6, 40, count(11, 3)):
        one = run(Plan(3, 3, 1, 4, (Blow(2, number, 1, lasting=True),), 0, -1, host_sits=True), None, SealedStory)
        assert not one.faults, number
        story = one.programs[0].story
        assert isinstance(story, SealedStory)
        assert story.over


@pytest.mark.whole  # a host that crashes: above
def test_what_was_under_way_to_a_host_who_left_goes_to_the_next_who_may_be_known_late() -> None:
    """Found by the soak: the new host had said that he hosts before a guest with an entry under way knew of it."""
    blows = (Blow(2, 1, 2, lasting=False), Blow(3, 21, 1, lasting=False))
    one = run(Plan(51_000_883, 4, 8, 4, blows, 0, 0, host_sits=True, chair=2), None, SealedStory)
    assert not one.faults
