"""Rounds of bots, laid out to be reviewed with little effort; each once for all tests of a process."""

from __future__ import annotations

from functools import cache
from typing import Final

from game.review.review import Reviewer, RoundReview
from game.review.worth import SampleBudget
from game.session.match_replay import Replay, replay_of
from tests.matches import played_out

LITTLE: Final = SampleBudget(turns=16, tiles=16)


@cache
def replay(game: str, players: int = 2) -> Replay:
    """Return a short match of bots, laid out: of one round, in Burako of as many as 100 points take."""
    target = {"target": 100} if game == "burako" else {"rounds": "fresh", "fresh_rounds": 1}
    return replay_of(played_out(game, players=players, turn_seconds=0, **target).transcript)


@cache
def reviewed(game: str, seat: int = 0, players: int = 2) -> RoundReview:
    """Return the review of its first round."""
    *_begun, found = Reviewer(replay(game, players), 0, seat, LITTLE).review_turns()
    return found
