"""The buttons of an open table and their labels: end the turn, draw or pass, and the tools.

Laws: at most one of the two is gold, the one for the next step. None is gold beside a message, while others' moves can
be skipped, with a begun turn that cannot end yet, or while more than a draw is possible; then, after a while, it is
the hint. In a lesson it is the one asked for. A button that is off has its reason in the box above, and explains it
when pressed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.table.buttons import ActionButton
from game.client.table.open.board import panel_growth
from game.client.table.open.focus import FocusActions
from game.client.table.open.frame import panel_width, primary_width
from game.client.table.open.turn import OpenTurn
from game.client.table.panel import TOOL_GAP, SidePanel
from game.client.widgets.boxes import Box, even_columns
from game.client.words import say

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.board import ButtonHeights
    from game.client.table.navigation import TableNavigation
    from game.client.table.open.frame import OpenFrame
    from game.client.table.open.table_input import OpenInput
    from game.client.table.shown import ButtonFacts
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback, Widget


class FirstButton(NamedTuple):
    """The label and action of the first button.

    Without an action the button is off; it is `dim` while it only explains, and `alone` where it has the row to itself.
    """

    words: str
    icon: str | None
    doing: Callback | None
    gold: bool = True
    dim: bool = False
    alone: bool = False


class OpenPanel(SidePanel[OpenTurn]):
    """Makes, updates and places the buttons of an open table."""

    primary: ActionButton

    def __init__(self, doors: TableNavigation, hands: OpenInput) -> None:
        super().__init__(doors, hands)
        self._end_turn = hands.end_turn
        self._primary: Callback | None = None
        draw_or_pass = self.turn_action(OpenTurn.draw_or_pass)
        self.primary = ActionButton("table.primary", self._do_primary, key=None)
        self._skip_tip: str | None = None
        self._passes = False  # the second button passes (else it draws)
        self.second = ActionButton(
            "table.second", lambda: None if self._passes and self.ignores_press() else draw_or_pass(),
            kind=ButtonKind.SECOND, key=None,
        )  # fmt: skip
        self.rail_sign = "stack"
        deeds = FocusActions(hands)
        self.actions |= {
            "draw": draw_or_pass,
            "lay": self.turn_action(OpenTurn.lay_new_set),
            "new_set": self.turn_action(OpenTurn.lay_new_set),
            "take_back": self.turn_action(OpenTurn.take_back),
            "extend": deeds.extend,
            "pick_set": deeds.pick_set,
            "split_set": deeds.split_set,
            "next_reading": deeds.next_reading,
            "end_turn": hands.end_turn,
        }

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""
        return (self.primary, self.second, *self.tools, *self.lip)

    def _do_primary(self) -> Change | None:
        return None if self._primary is None or (self.debounced and self.primary.dim) else self._primary()

    @property
    def onward_button(self) -> ActionButton | None:
        """Return the button for the next step: the gold one, or the one to skip; None where there is none."""
        if self._skips:
            return self.primary
        for button in (self.primary, self.second):
            if button.face is ButtonKind.PRIMARY and button.looks_enabled and button.visible:
                return button
        return None

    def return_button(self, turn: OpenTurn) -> ActionButton | None:
        """Return the button that the Return key presses.

        With a turn begun, the one that ends it or explains why it cannot. With none begun, the draw.
        """
        if self.onward_button is not None or not turn.can_play:
            return self.onward_button
        return self.primary if turn.arrangement.touched else self.second

    # --- telling -------------------------------------------------------------------------------------------------

    def update_labels(self, turn: OpenTurn, look: Look, facts: ButtonFacts) -> ButtonHeights:
        """Update the labels; return the heights the buttons need."""
        self.primary.key_cap = "Enter"
        self.note_skips(turn, skips=facts.skips)
        way = self._way_on(turn, facts)
        self._primary, self.primary.icon, self.primary.dim = way.doing, way.icon, way.dim
        self.primary.tell(way.words, enabled=way.doing is not None)
        self.second.visible = not way.alone
        self._tell_second(turn)
        self.draws, self.found_nothing = turn.helper.suggests_draw(), turn.helper.has_found_nothing()
        ends = way.gold and not facts.has_message
        draws = self.draws and not (way.gold or facts.skips or facts.has_message or turn.arrangement.touched)
        draws = draws and not turn.legal_moves.closes_with(turn.turn_state.picked)
        if facts.wanted is not None:
            ends, draws = facts.wanted == "end" and self.primary.looks_enabled, facts.wanted == "draw"
        for button, gold in ((self.primary, ends), (self.second, draws)):
            button.face, button.bare = ButtonKind.PRIMARY if gold else ButtonKind.SECOND, False
        self.offers_hint = turn.helper.offers_hint()
        offers = self.offers_hint and not (ends or draws or facts.has_message) and facts.wanted is None
        self.hint.face = ButtonKind.PRIMARY if offers else ButtonKind.SECOND
        wide = panel_width(look.viewport.canvas, panel_growth(look))
        first = primary_width(wide)
        self._skip_tip = say("table.tip.skip") if facts.skips else None
        high = max(self.primary.height_for(look, first), self.second.height_for(look, wide - first - 10))
        return self.update_tools(turn, look, wide, high)

    def _way_on(self, turn: OpenTurn, facts: ButtonFacts) -> FirstButton:
        """Return the label and action of the first button; the first condition that holds decides."""
        if turn.view.table.outcome is not None:
            see_score = None if facts.result is None else self.doors.see_score
            return FirstButton(say("table.do.score"), "trophy", see_score, alone=True)
        if (onlooker := self.doors.onlooker) is not None:
            return FirstButton(str(onlooker.button), None, onlooker.act, alone=True)
        if facts.skips:
            return FirstButton(say("table.do.skip"), "forward", self.doors.skip, gold=False)
        if self.doors.leads_to_vote(plays=turn.can_play):
            return FirstButton(say("table.do.decide"), "chat", self.doors.talk, alone=True)
        ends = turn.legal_moves.can_end
        return FirstButton(say("open.end"), "check", self._end_turn, gold=ends, dim=not ends)

    def _tell_second(self, turn: OpenTurn) -> None:
        ahead = turn.legal_moves
        passes = ahead.can_pass or (not turn.view.table.stock and not ahead.can_draw)
        if passes and not self._passes and self.second.hovered:
            self.wait_for_second_click()  # the second click of a double click on draw must not pass
        self._passes = passes
        blocked = bool(turn.arrangement.played) and (ahead.can_pass or ahead.draw_ends_turn or ahead.closing_tile_laid)
        may = ahead.can_pass or ahead.can_draw
        self.second.tell(say("open.pass") if passes else say("open.draw"), enabled=True)
        self.second.dim = blocked or not may or (passes and self.debounced)
        self.second.icon = None
        self.rail_sign = "forward" if passes else "stack"

    # --- placing -------------------------------------------------------------------------------------------------

    def place_buttons(self, look: Look, frame: OpenFrame) -> None:
        """Put every button into its box of the frame."""
        self.place_head(frame.bar, look)
        for button in (self.primary, self.second):
            button.bare = frame.folded
            button.tip = str(button.label) if frame.folded else None
        self.primary.tip = self._skip_tip or self.primary.tip
        if self.hands.turn is not None and self.hands.turn.legal_moves.draw_takes_back:
            self.second.tip = say("open.tip.draw_back")
        self.second.icon = self.rail_sign if frame.folded else None
        wide = frame.primary
        if not self.second.visible and not frame.folded:
            wide = Box(wide.x, wide.y, frame.second.right - wide.x, wide.h)
        self.primary.place(wide, look)
        self.second.place(frame.second, look)
        for tool, box in zip(self.tools, _tool_boxes(frame, len(self.tools)), strict=True):
            tool.bare = tool.bare or frame.folded
            tool.place(box, look)
        words = look.text_width("30 tiles, 12 picked, opening 23 of 30", theme.LABEL)
        self.place_lip(frame.lip, look, look.text_width("Wwwwwwwwwwwwwwww", theme.HEADING) + words)


def _tool_boxes(frame: OpenFrame, count: int) -> tuple[Box, ...]:
    if not frame.folded:
        return even_columns(frame.tools, count, TOOL_GAP)
    high = (frame.tools.h - 8 * (count - 1)) / count
    return tuple(Box(frame.tools.x, frame.tools.y + at * (high + 8), frame.tools.w, high) for at in range(count))
