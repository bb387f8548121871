"""The ways into a review: from the theatre, from the list of matches and from the end of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.bots.names import DEFAULT_LEVEL
from game.client.director import Push
from game.client.review.page import ReviewActions, ReviewPage
from game.client.review.worker import MatchSource, ReviewWorker
from game.client.scenes.message import notice
from game.client.words import phrase
from game.match.lines import match_text
from game.match.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.session.match_replay import Replay, ReplayPosition

    Branch = Callable[[Replay, ReplayPosition, int, str], Change | None]


def open_review(
    context: AppContext,
    replay: Replay,
    at: int,
    show: Callable[[ReplayPosition], Change | None],
    branch: Branch | None,
    home: Path | None,
    file: Path | None = None,
) -> Change:
    """Open the review of a round; `file` is a LAN match's file."""
    if not any(one.is_scored for one in replay.rounds):
        return Push(notice(context.preferences, "review.notice", phrase("review.title"), phrase("review.none")))
    source = (
        MatchSource(file=str(file))
        if file is not None
        else MatchSource(match_text(Match.of(replay.transcript)).encode())
    )
    go_on = partial(_play_on, branch, replay) if branch is not None and not replay.is_sealed else None
    return Push(ReviewPage(context, replay, at, ReviewWorker(replay, source, home), ReviewActions(show, go_on)))


def _play_on(branch: Branch, replay: Replay, place: ReplayPosition) -> Change | None:
    return branch(replay, place, replay.first_viewpoint, DEFAULT_LEVEL)
