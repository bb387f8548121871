"""Input at an open table besides what every table has: choosing one of several sets, and ending the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.access.telling import heap_words
from game.client.director import Pop, Push
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.table.aims import Aim
from game.client.table.areas import RackArea
from game.client.table.open.areas import OpenStockArea, TableArea
from game.client.table.open.choose import SetChoice
from game.client.table.open.layout import OpenLayout, tile_at
from game.client.table.open.turn import OpenTurn
from game.client.table.table_input import TableInput
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase, say
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.aims import Target
    from game.client.table.open.board import OpenBoard
    from game.client.table.shown import ShownMatch
    from game.client.widgets.boxes import Point
    from game.table.tiles import Tile
    from game.table.view import View

SCROLL_EDGE_WIDTH = 34.0  # logical px from the table's edge within which a drag scrolls it
SCROLL_ROWS_PER_SECOND = 3.0
MAX_SCROLL_SECONDS = 0.1  # the longest time that one frame may scroll for, however long it took
SENDS_AT_SECONDS_LEFT = 1.0  # seconds left on the turn clock; enough for the move to arrive on a LAN


class OpenInput(TableInput[OpenTurn, OpenLayout]):
    """Handles input for the viewer's seat."""

    def __init__(self, shown: ShownMatch[OpenTurn, OpenLayout]) -> None:
        self.rack: RackArea[OpenLayout] = RackArea(self.use_target, self.carry_tile)
        self.sets = TableArea(phrase("open.area.table"), self.use_target, self._scroll)
        stock = OpenStockArea("table.stock", phrase("open.area.stock"), self.use_target)
        if dict(shown.game.session.header.options.items).get("closing_tile", "none") != "none":
            stock.tip = phrase("open.closing_tip")
        self.choice = SetChoice(shown, self.rack, self.sets)
        self._sent_late: View | None = None  # the table on which a play was sent at the last moment
        super().__init__(shown, (self.rack, self.sets, stock))
        self.board.readiness.on_use = self.explain
        shown.before_showing = self._show_candidates

    @property
    def board(self) -> OpenBoard:
        """The board that is controlled."""
        board: OpenBoard = self.shown.board  # type: ignore[assignment]  # of its own family
        return board

    # --- choosing one of several sets --------------------------------------------------------------------------------

    def _show_candidates(self) -> None:
        """Restrict the arrow keys to the candidate sets while one is being chosen, and say so in the banner."""
        self.sets.candidates = self.board.candidates = self.choice.candidates

    def choose_set(self, target: Target) -> None:
        """Focus one of several sets that accept the picked tiles, and say how to choose another."""
        self.choice.begin()
        super().choose_set(target)
        self.shown.show(None)

    def cancel_input(self) -> bool:
        """Cancel a choice and restore the focus."""
        return self.choice.end()

    def make_obvious_move(self) -> Change | None:
        """Make the obvious move. During a choice go to the next set; on a valid set do what a double click does."""
        turn = self.turn
        tile = self.focused_tile()
        heap = None if turn is None or tile is None else turn.arrangement.heap_of(tile)
        if self.choice.candidates:
            self.sets.next_candidate()
        elif turn is None or heap is None:
            return super().make_obvious_move()
        elif set(turn.turn_state.picked) - set(heap.tiles):
            choice = turn.make_obvious_move(turn.turn_state.picked[-1])
            if choice is not None:
                self.choose_set(choice)
        elif any(mark.valid for mark in turn.legal_moves.heap_states if mark.heap is heap):
            turn.pick_heap(heap.number)
        else:
            return super().make_obvious_move()
        return None

    # --- ending the turn ---------------------------------------------------------------------------------------------

    def end_turn(self) -> Change | None:
        """End the turn; on a table without checks ask for confirmation once."""
        turn = self.turn
        if turn is None:
            return None
        if not (turn.legal_moves.asks_before_end and turn.can_play and turn.arrangement.played):
            turn.end_turn()
            return None
        penalty = turn.view.table.options.number("invalid_penalty")
        stay = Button("attempt.stay", phrase("open.attempt.stay"), Pop, key="Esc")
        go = Button("attempt.go", phrase("open.attempt.go"), self._send, kind=ButtonKind.PRIMARY, icon="check")
        sentence = phrase("open.attempt.sentence", n=penalty)
        dialog = Dialog("attempt", phrase("open.attempt.title"), sentence, (stay, go))
        return Push(Message("attempt", self.shown.context.preferences, dialog))

    def _send(self) -> Change | None:
        if self.turn is not None:
            self.turn.end_turn()
        return Pop()

    def explain(self) -> Change | None:
        """Explain in a message why the turn cannot end yet."""
        turn = self.turn
        if turn is not None and turn.can_play and turn.legal_moves.checks_sets and not turn.legal_moves.can_end:
            turn.end_turn()
        return None

    def on_clock(self, seconds: float | None) -> None:
        """Send a finished play just before the time runs out and it would be lost."""
        turn = self.turn
        if (
            seconds is None
            or seconds > SENDS_AT_SECONDS_LEFT
            or turn is None
            or not turn.can_play
            or not turn.legal_moves.checks_sets
        ):
            return
        # On a LAN it takes a moment until the table shows it; it is sent only once.
        if turn.view is not self._sent_late and turn.arrangement.played and turn.legal_moves.refusal is None:
            self._sent_late = turn.view
            turn.end_turn()
            self.shown.on_explained("toast.sent_late")

    def timeout_code(self) -> str:
        """Return the message code for what a timeout did: whether tiles went back, and whether one was drawn."""
        turn = self.turn
        if turn is None:
            return ""
        back = "back" if turn.arrangement.played else "none"
        return f"open.timed_out.{back}_{'drew' if turn.legal_moves.can_draw else 'passed'}"

    # --- gestures ----------------------------------------------------------------------------------------------------

    def confirm_target(self) -> bool:
        """Drop the picked tiles at the focus; return whether there were any."""
        target, turn = self.shown.focus, self.turn
        if turn is None or target is None or self.shown.toast is not None or not turn.turn_state.picked:
            return False
        if target.aim not in (Aim.SLOT, Aim.HEAP, Aim.NEW_SET):
            return False
        joker = turn.legal_moves.joker_under(turn.turn_state.picked_in_order, self.tile_of(target))
        turn.drop_tiles(turn.turn_state.picked_in_order, joker or target)
        return True

    def take_back(self, at: Point) -> None:
        """Take the tile at a point back to the rack if it was laid this turn; else undo."""
        if self.turn is None:
            return
        tile = tile_at(self.board.current_layout(), at)
        if tile is not None and tile in self.turn.arrangement.played:
            self.turn.turn_state = self.turn.turn_state.with_picked((tile,))
            self.turn.take_back()
        else:
            self.turn.undo()

    def use_target(self, target: Target) -> Change | None:
        """Do what the space key means: replace a joker, pick a tile, add the picked tiles, else what a click does."""
        turn = self.turn
        if turn is None:
            return None
        tile = self.tile_of(target)
        joker = turn.legal_moves.joker_under(turn.turn_state.picked_in_order, tile)
        if joker is not None:
            turn.drop_tiles(turn.turn_state.picked_in_order, joker)
        elif tile is not None:
            turn.pick(tile)
        elif target.aim is Aim.HEAP and turn.turn_state.picked:
            turn.drop_tiles(turn.turn_state.picked_in_order, target)
        else:
            turn.use_target(target)
        return None

    def target_words(self, target: Target) -> str:
        """Return the accessible name of a target without a tile.

        The end of a set, a reading, the closing tile, a new set.
        """
        turn = self.turn
        if turn is None:
            return ""
        match target.aim:
            case Aim.HEAP if all(mark.heap.number != target.index for mark in turn.arrangement.heap_states):
                return say("access.new_set")  # a hint shows this set and it does not exist yet
            case Aim.HEAP:
                return heap_words(turn.arrangement, target.index)
            case Aim.READING if self._splits(target.index):
                return say("open.tag.split")
            case Aim.READING:
                return say("access.reading", number=target.at + 1)
            case Aim.CLOSING:
                closing = turn.view.table.closing
                return say("text.closing", tile=face_in_words(turn.view.faces[closing]))
            case _:
                return say("access.new_set")

    def _splits(self, number: int) -> bool:
        """Return whether a broken heap would be two sets if it were cut."""
        moves = None if self.turn is None else self.turn.legal_moves
        return moves is not None and any(
            mark.heap.number == number and moves.split_of(mark) is not None for mark in moves.heap_states
        )

    def tile_of(self, target: Target) -> Tile | None:
        """Return the tile that lies in a target: of the rack, or of a set."""
        if self.turn is None or target.aim is not Aim.HEAP:
            return super().tile_of(target)
        heap = self.turn.legal_moves.heap(target.index)
        return heap.tiles[target.at] if heap is not None and target.at < len(heap.tiles) else None

    # --- scrolling ---------------------------------------------------------------------------------------------------

    def _scroll(self, rows: float) -> bool:
        layout = self.board.layout
        if layout is None:
            return False
        wanted = min(layout.max_scroll, max(0.0, self.board.scroll + rows * layout.heaps.step))
        if abs(wanted - self.board.scroll) < 0.01:
            return False
        self.board.scroll = wanted
        self.shown.show(None)
        return True

    def tick(self, seconds: float) -> None:
        """Scroll during a drag near the table's upper or lower edge; update a choice that has ended."""
        if self.board.candidates != self.choice.candidates:
            self.shown.show(None)
        pointer, layout = self.pointer, self.board.layout
        if pointer is None or layout is None or not pointer.dragging or layout.max_scroll <= 1 or pointer.hand is None:
            return
        zone, at = layout.frame.zone, pointer.hand.at
        if not zone.contains(at):
            return
        way = -1.0 if at[1] < zone.y + SCROLL_EDGE_WIDTH else 1.0 if at[1] > zone.bottom - SCROLL_EDGE_WIDTH else 0.0
        if way:
            self._scroll(way * SCROLL_ROWS_PER_SECOND * min(MAX_SCROLL_SECONDS, seconds))
