"""Rounds of bots, laid out to be reviewed with little effort; each once for all tests of a process."""

from __future__ import annotations

from functools import cache
from typing import Final

from game.review.review import Reviewer, RoundReview
from game.review.worth import Pains
from game.session.reel import Reel, reel_of
from tests.matches import played_out

LITTLE: Final = Pains(turns=16, tiles=16)


@cache
def reel(game: str, players: int = 2) -> Reel:
    """Return a match of bots, laid out; one short round of it."""
    target = {"target": 100} if game == "burako" else {"rounds": "fresh", "fresh_rounds": 1}
    return reel_of(played_out(game, players=players, turn_seconds=0, **target).transcript)


@cache
def reviewed(game: str, seat: int = 0, players: int = 2) -> RoundReview:
    """Return the review of its first round."""
    *_begun, found = Reviewer(reel(game, players), 0, seat, LITTLE).going_on()
    return found
