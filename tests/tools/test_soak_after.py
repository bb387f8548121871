"""What the three windows after a match are read by: how far a theatre is, and what a check found."""

from __future__ import annotations

import pytest

from game.client.theatre.timeline import Timeline
from game.client.words import say
from game.lan.found import CheckOutcome
from tests.window.driver import Place, Sight
from tools.soak_after import LINE, REFUSED, found_of, place_and_length

TITLES = {say(f"check.{end.value}"): end for end in CheckOutcome}


def test_a_theatre_says_how_many_moves_it_shows() -> None:
    line = Timeline(LINE, lambda _made: None, lambda _step: None, lambda: None)
    line.made, line.moves = 7, 31
    place = Place("timeline", line.name, (0, 0, 1, 1), line.state_words())
    assert place_and_length(Sight((("theatre", (place,)),))) == (7, 31)
    assert place_and_length(Sight()) == (-1, 0)


@pytest.mark.parametrize("end", CheckOutcome)
def test_every_end_of_a_check_is_known_by_its_title_and_none_but_a_fault_reads_as_refused(end: CheckOutcome) -> None:
    place = Place("label", "check.title", (0, 0, 1, 1), (), say(f"check.{end.value}"))
    found = found_of(Sight((("check", (place,)),)), TITLES)
    assert found == place.text
    faults = (*REFUSED, CheckOutcome.CHEATED)
    assert (found in [say(f"check.{one.value}") for one in faults]) is (end in faults)
