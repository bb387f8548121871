"""The buttons of a dead-hand table and their labels: a first, a second where there is a choice, and the tools.

Law: at most one is gold, the one for the next step. None is gold beside a message, while others' moves can be skipped,
where the rules refuse what is picked, or where the pile has something of use; in a lesson it is the one asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.table.aims import Aim, Target
from game.client.table.buttons import ActionButton
from game.client.table.dead_hand.frame import DeadHandFrame, panel_width
from game.client.table.dead_hand.outcome import MoveEnd
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.panel import TOOL_GAP, SidePanel
from game.client.table.turn import useful_tiles
from game.client.widgets.boxes import even_columns
from game.client.words import say
from game.client.words.tell import face_in_words, tell_refusal
from game.session.draft import draft_refusal
from game.table.moves import Stop, TakePile
from game.table.state import Phase
from game.table.view import with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.table.board import ButtonHeights
    from game.client.table.dead_hand.table_input import DeadHandInput
    from game.client.table.navigation import TableNavigation
    from game.client.table.shown import ButtonFacts
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.table.moves import Move
    from game.table.tiles import Tile

    Doing = Callable[[], Change | None]

SECOND_BUTTON_KEYS = {"table.do.take": "P", "table.do.add": "E"}
DRAW_PHASES = (Phase.START_DRAW, Phase.DRAW)


class DeadHandPanel(SidePanel[DeadHandTurn]):
    """Makes, updates and places the buttons of a dead-hand table."""

    def __init__(self, doors: TableNavigation, hands: DeadHandInput) -> None:
        super().__init__(doors, hands)
        self._extend, self._chooses = hands.extend, hands.chooses_set_for
        self.primary = ActionButton("table.primary", self._do_primary)
        self.second = ActionButton("table.second", self._do_second, kind=ButtonKind.SECOND, key=None)
        self._primary: Doing | None = None
        self._second: Doing | None = None
        # whether the second button is that of the next step, and whether it has that button's place
        self._second_onward = self._second_below = False
        self.actions |= {
            "draw": self.turn_action(DeadHandTurn.draw),
            "take_pile": self.turn_action(DeadHandTurn.take_pile),
            "lay": self.turn_action(DeadHandTurn.lay_set),
            "discard": self.turn_action(DeadHandTurn.discard),
            "extend": hands.extend,
            "fan_out_pile": hands.show_pile,
            "square": hands.toggle_squared,
        }

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""
        return (self.second, self.primary, *self.tools, *self.lip)

    @property
    def _in_place(self) -> tuple[ActionButton, ActionButton]:
        """Return the lower button and the one above it; the lower is for the next step, save for taking the pile."""
        return (self.second, self.primary) if self._second_below else (self.primary, self.second)

    @property
    def onward_button(self) -> ActionButton | None:
        """Return the button for the next step, gold or not; None where there is none."""
        onward = self.second if self._second_onward else self.primary
        return onward if onward.enabled else None

    def _do_primary(self) -> Change | None:
        return None if self._primary is None or (self.primary.dim and self.ignores_press()) else self._primary()

    def _do_second(self) -> Change | None:
        return None if self._second is None else self._second()

    # --- telling -------------------------------------------------------------------------------------------------

    def update_labels(self, turn: DeadHandTurn, look: Look, facts: ButtonFacts) -> ButtonHeights:
        """Update the labels; return the heights the buttons need."""
        self._second, self._second_onward, self._second_below = None, False, False
        self.primary.face = ButtonKind.SECOND if facts.has_message else ButtonKind.PRIMARY
        self.primary.as_cards = self.second.as_cards = facts.as_cards
        self.second.visible = False
        self.second.face, self.primary.key_cap = ButtonKind.SECOND, "Enter"
        self.note_skips(turn, skips=facts.skips)
        self.primary.dim = self.debounced and turn.view.phase in DRAW_PHASES
        self._tell_primary(turn, facts)
        if facts.wanted is not None:
            self._gild(turn, facts.wanted)
        wide = panel_width(look.viewport.canvas, look.text_scale)
        first, above = self._in_place
        second = above.height_for(look, wide) if self.second.visible else 0.0
        return self.update_tools(turn, look, wide, first.height_for(look, wide), second)

    def _tell_primary(self, turn: DeadHandTurn, facts: ButtonFacts) -> None:
        view, table = turn.view, turn.view.table
        if facts.result is not None:
            self._primary_does(say("table.do.score"), self.doors.see_score)
        elif table.outcome is not None:
            self._primary_does(say("table.do.score"), None)
        elif (onlooker := self.doors.onlooker) is not None:
            self._primary_does(str(onlooker.button), onlooker.act)
        elif facts.skips:
            self.primary.face = ButtonKind.SECOND
            self._primary_does(say("table.do.skip"), self.doors.skip, say("table.tip.skip"))
        elif self.doors.leads_to_vote(plays=view.must_decide):
            self._primary_does(say("table.do.decide"), self.doors.talk)
        elif table.to_move != view.seat:
            self._primary_does(say("table.do.wait", name=turn.session.seats[table.to_move].name), None)
        elif not view.must_decide:
            self._primary_does(say("table.do.wait_tiles"), None)
        elif view.phase is Phase.START_CHOICE:
            self._primary_does(say("table.do.keep"), turn.keep_drawn)
            self._offer("table.do.throw_back", turn.discard_drawn)
            self.second.tip = say("table.tip.throw_back")
        elif view.phase in DRAW_PHASES:
            self._tell_draw(turn, facts)
        else:
            self._tell_play(turn, facts)

    def _gild(self, turn: DeadHandTurn, wanted: str) -> None:
        """Make the button of the requested action gold, and no other."""
        deeds: dict[str, Doing] = {
            "draw": turn.draw,
            "keep": turn.keep_drawn,
            "take": turn.take_pile,
            "lay": turn.lay_set,
            "add": self._extend,
            "discard": turn.discard,
        }
        asked = deeds.get(wanted)
        for button, doing in ((self.primary, self._primary), (self.second, self._second)):
            gold = doing is not None and doing == asked
            button.face = ButtonKind.PRIMARY if gold else ButtonKind.SECOND
        self._second_onward = asked is not None and asked == self._second
        self._second_below = self._second_onward and wanted != "take"
        if self._second_onward:
            self.second.key_cap, self.primary.key_cap = self.primary.key_cap, None

    def _tell_draw(self, turn: DeadHandTurn, facts: ButtonFacts) -> None:
        table = turn.view.table
        if table.stock:
            self._primary_does(say("table.do.draw"), turn.draw)
            if table.pile and turn.view.phase is Phase.DRAW:
                self._offer("table.do.take", turn.take_pile)
                self._tell_why_not(turn, TakePile(table.pile))
                if useful_tiles(turn):
                    self.primary.face = ButtonKind.SECOND
                    if turn.legal_moves.pile_gain.clear and not facts.has_message and facts.wanted is None:
                        self._gild(turn, "take")
            return
        self._primary_does(say("table.do.take"), turn.take_pile)
        if turn.legal_moves.allows(Stop()):
            self._offer("table.do.stop", turn.stop_round)

    def _tell_play(self, turn: DeadHandTurn, facts: ButtonFacts) -> None:
        picked = turn.turn_state.picked_in_order
        if not picked:
            self._primary_does(say("table.do.pick"), None)
            return
        takers = turn.legal_moves.sets_that_take(picked)
        found = turn.legal_moves.drop_effect(picked, Target(Aim.PILE if len(picked) == 1 else Aim.NEW_SET))
        if takers and not found.allowed:
            words, tip = self._add_words(picked, takers)
            self._primary_does(words, self._extend, tip)
            return
        picks = turn.legal_moves.picks_state(picked)
        if not found.allowed or picks.are_better_kept or picks.behind:
            # What the rules refuse can be tried, to read why, but it is not suggested; nor is going out behind.
            self.primary.face = ButtonKind.SECOND
        end = MoveEnd.NONE if found.move is None else turn.legal_moves.move_end(found.move)
        if len(picked) == 1:
            self._tell_discard(turn, picked[0], end)
        else:
            self._primary_does(say("table.do.lay", n=len(picked)), turn.lay_set, say("table.tip.lay"))
        if takers:
            self._offer("table.do.add", self._extend, n=len(picked))
            words, self.second.tip = self._add_words(picked, takers)
            self.second.tell(words, enabled=True)
        better = end is MoveEnd.NONE if len(picked) == 1 else turn.legal_moves.completes_canasta(picked)
        if takers and better and facts.wanted is None and not picks.strands:
            # A discard ends the turn, while an added tile can be taken back; a canasta is worth more than a new set.
            self._gild(turn, "add")
            self.primary.key_cap = "X" if len(picked) == 1 else "L"
            if facts.has_message:
                self.second.face = ButtonKind.SECOND

    def _add_words(self, picked: tuple[Tile, ...], takers: tuple[Target, ...]) -> tuple[str, str]:
        """Return label and tip of the button that adds; where several sets take the tiles, one is chosen first."""
        if len(takers) < 2:
            return say("table.do.add", n=len(picked)), say("table.tip.add")
        return say("table.do.add_here" if self._chooses(picked) else "table.do.add_which"), say("table.tip.add_which")

    def _tell_discard(self, turn: DeadHandTurn, tile: Tile, end: MoveEnd) -> None:
        face = turn.view.faces[tile]
        words = face_in_words(face, cards=self.primary.as_cards)
        label = say("table.do.out_short") if end is MoveEnd.OUT else say("table.do.discard_short")
        whole = say("table.do.discard", tile=words)
        if end in (MoveEnd.OUT, MoveEnd.DEAD):
            whole = say(f"table.do.discard_{end.value}", tile=words)
        self._primary_does(label, turn.discard)
        self.primary.shown_face, self.primary.whole = face, whole

    def _primary_does(self, label: str, doing: Doing | None, tip: str | None = None) -> None:
        self._primary, self.primary.tip = doing, tip
        self.primary.tell(label, enabled=doing is not None)

    def _offer(self, code: str, doing: Doing, **values: int) -> None:
        self.second.tell(say(code, **values), enabled=True)
        self.second.visible, self._second, self.second.key_cap = True, doing, SECOND_BUTTON_KEYS.get(code)
        self.second.dim, self.second.tip = False, None

    def _tell_why_not(self, turn: DeadHandTurn, move: Move) -> None:
        """Dim the second button where the rules refuse its move; pressed or pointed at, it says why."""
        refused = draft_refusal(turn.view, with_shown_faces(turn.view, move))
        self.second.dim = refused is not None
        if refused is not None:
            self.second.tip = tell_refusal(refused, turn.view.faces, cards=self.second.as_cards).why

    # --- placing -------------------------------------------------------------------------------------------------

    def place_buttons(self, look: Look, frame: DeadHandFrame) -> None:
        """Put every button into its box of the frame."""
        self.place_head(frame.bar, look)
        first, above = self._in_place
        first.place(frame.primary, look)
        if frame.second is not None:
            above.place(frame.second, look)
        for tool, box in zip(self.tools, even_columns(frame.tools, len(self.tools), TOOL_GAP), strict=True):
            tool.place(box, look)
        self.place_lip(frame.lip, look, look.text_width("Wwwwwwwwwwwwwwww 30", theme.HEADING) + 200 * look.text_scale)
