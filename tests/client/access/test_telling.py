"""The end of a match in words: who won, whether it was we, and that it may be several."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.access.telling import end_words, without_markup
from game.client.words import say
from game.match.transcript import Controller
from tools.golden_pictures import golden_match


@pytest.mark.parametrize("winners", [(0,), (1,), (0, 1), (0, 1, 2)])
def test_the_end_names_one_winner_or_says_that_several_share_it(winners: tuple[int, ...]) -> None:
    standing = golden_match("rummy-3").standing
    seats = (replace(standing.seats[0], controller=Controller.HERE), *standing.seats[1:])
    told = end_words(replace(standing, seats=seats, winners=winners))
    if len(winners) > 1:
        assert told == without_markup(say("end.won_shared"))
    elif winners == (0,):
        assert told == say("end.won_us")
    else:
        assert told == without_markup(say("end.won_they", names=standing.seats[1].name))
