"""The coach: after a turn it may remark on what was missed, at most three times a round.

Laws: it never speaks during a turn, and knows no more than the player did; it is silent unless switched on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.client.draw.theme import ButtonKind
from game.client.table.advice.bubble import Bubble
from game.client.table.advice.words import looks_ahead, why_words
from game.client.widgets.button import Button
from game.client.words import phrase, say
from game.client.words.tell import face_in_words, some_in_words, tell_short_reason
from game.session.coaching import Remark, remark_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.table.advice.hints import Hints
    from game.client.table.shown import ShownMatch
    from game.table.moves import Move
    from game.table.view import View

MAX_REMARKS_PER_ROUND: Final = 3
MIN_TURNS_BETWEEN: Final = 3  # own turns between two remarks, so that the player is not interrupted turn after turn


class Coach:
    """Judges every move of the viewer's seat; `look_back` shows an earlier table with tiles highlighted."""

    def __init__(self, shown: ShownMatch[Any, Any], hints: Hints, look_back: Callable[..., Change | None]) -> None:
        self.shown, self.hints = shown, hints
        self._look_back = look_back
        self.silent = False  # true while a lesson is taught
        self._remark: Remark | None = None  # the first remark on a turn, until it is shown or the next turn is played
        self._begins = True  # whether the next move judged is the first one of a turn
        self._told: Remark | None = None  # the last remark that was shown
        self._turns = MIN_TURNS_BETWEEN  # the number of own turns since that remark

    def judge_move(self, move: Move, before: View, after: View) -> None:
        """Judge a move by the hint there was for it, unless a remark already waits to be shown."""
        preferences = self.shown.context.preferences.now
        if self.silent or not preferences.coach or self.shown.game.company is not None:
            self._remark = None
            return
        if self._begins or self._remark is None:
            self._remark = remark_on(move, before, self.hints.last)
        self._begins = after.table.to_move != after.seat
        self._turns += self._begins
        if after.table.outcome is not None or self._turns < MIN_TURNS_BETWEEN:
            self._remark = None  # the score follows, or the last remark was too recent

    def show_remark_after_turn(self) -> None:
        """Show the remark when the turn is over and no ribbon is shown, unless there were too many in this round."""
        turn, remark = self.shown.turn, self._remark
        if (
            remark is None
            or turn is None
            or turn.view.table.to_move == turn.view.seat
            or self.shown.moments.holds_moves
        ):
            return
        self._remark = None
        if turn.view.table.outcome is not None:
            return  # the score follows
        told = self.shown.context.shown_once
        said = [
            ("coach", self.shown.game.session.header, turn.view.table.round, at) for at in range(MAX_REMARKS_PER_ROUND)
        ]
        once = next((one for one in said if one not in told), None)
        if once is None or self.shown.toast is not None:
            return
        told.add(once)
        self._turns = 0
        self.shown.advice.highlight()
        self.show_remark(remark)

    def show_remark(self, remark: Remark) -> None:
        """Show what was missed."""
        self._told = remark
        self.shown.show_bubble(self._bubble(remark))

    def update_texts(self) -> None:
        """Repeat the shown text in the current language."""
        bubble = self.shown.advice.bubble
        if bubble is not None and bubble.name == "coach" and self._told is not None:
            self.show_remark(self._told)

    def _bubble(self, remark: Remark) -> Bubble:
        view, cards = remark.hint.view, self.shown.board.as_cards
        tiles = some_in_words(remark.tiles, view.faces, cards=cards)
        thrown = "" if remark.thrown is None else face_in_words(view.faces[remark.thrown], cards=cards)
        strong = remark.hint.strong
        why = say("hint.says", reason=tell_short_reason(strong.reason, strong.args, view.faces, cards=cards))
        if looks_ahead(remark.hint):
            why = str(why_words(remark.hint, cards=cards, whole=False)[0])
        buttons = (
            Button("coach.alone", phrase("coach.alone"), self._leave_alone, kind=ButtonKind.PAPER),
            Button(
                "coach.thanks", phrase("hint.button.thanks"), self.shown.close_message, kind=ButtonKind.PAPER, key="Esc"
            ),
            Button("coach.show", phrase("coach.show"), lambda: self._show(remark), kind=ButtonKind.PAPER, icon="eye"),
        )
        title = say(f"coach.{remark.code}", tiles=tiles, thrown=thrown)
        return Bubble("coach", title, (why,), buttons, quiet=True)

    def _show(self, remark: Remark) -> Change | None:
        """Show the earlier table that a remark is about."""
        self.shown.close_message()
        return self._look_back(remark.moves_before, remark.tiles)

    def _leave_alone(self) -> Change | None:
        """Switch the coach off."""
        preferences = self.shown.context.preferences
        preferences.replace(replace(preferences.now, coach=False))
        return self.shown.close_message()
