"""The ways into a review: from the theatre, from the list of matches and from the end of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.bots.names import MIDDLING
from game.client.director import Push
from game.client.review.page import ReviewPage, ReviewWays
from game.client.review.worker import MatchSource, ReviewWorker
from game.client.scenes.message import notice
from game.client.words import phrase
from game.match.lines import match_text
from game.match.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.director import Change
    from game.client.house import House
    from game.session.reel import Reel, ReelPlace

    Branch = Callable[[Reel, ReelPlace, int, str], Change | None]


def open_review(
    house: House,
    reel: Reel,
    at: int,
    show: Callable[[ReelPlace], Change | None],
    branch: Branch | None,
    home: Path | None,
    file: Path | None = None,
) -> Change:
    """Open the review of a round; `file` is a LAN match's file."""
    if not any(one.scored for one in reel.rounds):
        return Push(notice(house.wishes, "review.notice", phrase("review.title"), phrase("review.none")))
    source = (
        MatchSource(file=str(file)) if file is not None else MatchSource(match_text(Match.of(reel.transcript)).encode())
    )
    go_on = partial(_play_on, branch, reel) if branch is not None and not reel.sealed else None
    return Push(ReviewPage(house, reel, at, ReviewWorker(reel, source, home), ReviewWays(show, go_on)))


def _play_on(branch: Branch, reel: Reel, place: ReelPlace) -> Change | None:
    return branch(reel, place, reel.base, MIDDLING)
