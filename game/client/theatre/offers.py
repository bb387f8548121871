"""The pages that the theatre opens: its drawer of controls, the level of bots for playing on, review and sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.bots.names import DEFAULT_LEVEL, LEVELS
from game.client.director import Pop, Push
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.theatre.controls import Controls
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.session.match_replay import ReplayPosition


class ReviewedStage(Protocol):
    """The theatre as the pages it opens see it."""

    cursor: ReplayCursor

    def go_to(self, place: ReplayPosition) -> Change | None:
        """Go to another place of the match and stop playback."""


def drawer(preferences: Preferences, controls: Controls) -> Message:
    """Return the page with the controls that have no room beside the table."""
    close = Button("theatre.close", phrase("button.close"), Pop, kind=ButtonKind.PRIMARY, key="Esc")
    words = (phrase("theatre.title"), phrase("theatre.more"))
    return Message("theatre.more", preferences, Dialog("theatre.more", *words, (close,), controls))


def _face(level: str) -> ButtonKind:
    return ButtonKind.PRIMARY if level == DEFAULT_LEVEL else ButtonKind.SECOND


def ask_branch(preferences: Preferences, cursor: ReplayCursor) -> Change | None:
    """Ask for the bots' level, then play on from the replay's current place; None if that is impossible."""
    branch = cursor.actions.branch
    if branch is None or cursor.branch_refusal is not None:
        return None
    replay, place, seat = cursor.replay, cursor.place, cursor.session.viewer_seat

    def against(level: str) -> Button:
        words = phrase(f"level.{level}")
        return Button(f"branch.{level}", words, lambda: branch(replay, place, seat, level), kind=_face(level))

    back = Button("branch.back", phrase("button.back"), Pop, key="Esc")
    words = (phrase("theatre.branch"), phrase("theatre.branch.line"))
    return Push(Message("branch", preferences, Dialog("branch", *words, (back, *map(against, LEVELS)))))


def ask_review(stage: ReviewedStage) -> Change | None:
    """Open the review of the current round; its places lead back to the theatre."""
    review, place = stage.cursor.actions.review, stage.cursor.place
    if review is None:
        return None

    def show(there: ReplayPosition) -> Change | None:
        stage.go_to(there)
        return Pop()

    return review(stage.cursor.replay, place.round, show)


def ask_share(preferences: Preferences, cursor: ReplayCursor) -> Change:
    """Open the page of what can be shared of the replay's current place."""
    from game.client.theatre.share import share_page

    return Push(share_page(preferences, cursor))
