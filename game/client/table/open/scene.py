"""The table of an open-table game: one table for all, rearranged freely, by mouse, keys or pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import action_for
from game.client.director import Pop, Push
from game.client.draw.theme import Kind
from game.client.events import KeyDown, PadDown
from game.client.scenes.message import Message
from game.client.table.aims import Aim, Target
from game.client.table.areas import Area, RackArea
from game.client.table.open.areas import PoolArea, TableArea
from game.client.table.open.board import OpenBoard
from game.client.table.open.desk import keep_open_desk, restored_open
from game.client.table.open.glow import OutcomeTag, open_glow_parts
from game.client.table.open.layout import OpenLayout, tile_at
from game.client.table.open.panel import OpenPanel
from game.client.table.open.pointer import OpenPointer
from game.client.table.open.turn import OpenTurn, cue_of
from game.client.table.past import Deaf
from game.client.table.scene import AnyTable
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pygame

    from game.client.director import Change
    from game.client.draw.backdrop import Part
    from game.client.draw.sound import Cue
    from game.client.events import Event
    from game.client.house import Game, House
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View

SCROLL_EDGE = 34.0  # logical px from the table's edge where a drag scrolls it
SCROLL_ROWS = 3.0  # rows a second
SENDS_AT = 1.0  # second of a turn's clock left: on a LAN too that is time enough to arrive


class OpenTableScene(AnyTable[OpenTurn]):
    """One match of an open-table game."""

    board: OpenBoard
    panel: OpenPanel
    pointer: OpenPointer | None

    def __init__(self, house: House, game: Game) -> None:
        self._outcome = OutcomeTag()
        self._sent_late: View | None = None  # the table on which a play was sent in the last second
        self.rack: RackArea[OpenLayout] = RackArea(self.use, self.carry)
        self.sets = TableArea(phrase("open.area.table"), self.use, self._scroll)
        pool = PoolArea("table.pool", phrase("open.area.pool"), self.use)
        self._choosing: tuple[Tile, ...] = ()  # what goes to one of several sets, and
        self._came_from: Target | None = None  # where the keys were before
        super().__init__(house, game, OpenBoard(game.session), OpenPanel(self), (self.rack, self.sets, pool))
        self.board.readiness.on_use = self.explain

    def seated(self, view: View) -> tuple[OpenTurn, OpenPointer]:
        """Return the turn and the pointer of who takes a seat; the desk of an earlier run is set up again."""
        turn = OpenTurn(self.session, view, self)
        turn.bench = restored_open(self.game, turn.bench)
        return turn, OpenPointer(turn, self.go_home)

    def past_board(self) -> tuple[OpenBoard, Callable[[View], OpenTurn]]:
        """Return a second board to look back with, and what makes the turn it is shown with."""
        board = OpenBoard(self.session, self.board.layout)
        return board, lambda view: OpenTurn(self.session, view, Deaf())

    def boxes(self) -> Sequence[Box]:
        """Return where each area lies now."""
        frame = self.board.laid().frame
        return (frame.rack.top_part(frame.rack.h - frame.lip.h), frame.zone, frame.pool)

    def glow(self, look: Look, turn: OpenTurn) -> list[Part]:
        """Light what the hand can do."""
        return [] if self.pointer is None else open_glow_parts(look, self.board, turn, self.pointer, self.focus)

    def draw_words(self, surface: pygame.Surface, look: Look, turn: OpenTurn) -> None:
        """Say what dropping what is carried would make."""
        if self.pointer is not None:
            self._outcome.draw(surface, look, self.board, turn, self.pointer, self.focus)

    def keep(self, turn: OpenTurn) -> None:
        """Keep the desk as it lies."""
        keep_open_desk(self.game, turn.bench)

    def cue_of(self, move: Move, before: View) -> Cue:  # noqa: ARG002 - a play sounds the same on any table
        """Return how a move of another sounds."""
        return cue_of(move)

    # --- one of several sets -------------------------------------------------------------------------------------

    @property
    def homes(self) -> tuple[Target, ...]:
        """Return the places one of which is being chosen for what is picked; none while the keys are elsewhere."""
        turn, here = self.turn, self.ring.focus is self.sets and self.ring.shown
        if turn is None or not here or not self._choosing or turn.bench.ordered != self._choosing:
            return ()
        found = turn.ahead.homes(self._choosing)
        return found if len(found) > 1 else ()

    def choose(self, target: Target) -> None:
        """Put the keys on one of several sets that take what is picked, and say how another is chosen."""
        self._came_from = self.rack.target if self.ring.focus is self.rack else None
        self._choosing = () if self.turn is None else self.turn.bench.ordered
        super().choose(target)
        self.show(None)

    def obvious(self) -> Change | None:
        """Do what is obvious; while a set is chosen go to the next one, on a good set what a double click does."""
        turn = self.turn
        tile = self._focused_tile()
        heap = None if turn is None or tile is None else turn.arrangement.heap_of(tile)
        if self.homes:
            self.sets.next()
        elif turn is None or heap is None:
            return super().obvious()
        elif set(turn.bench.picked) - set(heap.tiles):
            self._laid(turn.obvious(turn.bench.picked[-1]))
        elif any(mark.valid for mark in turn.ahead.marks if mark.heap is heap):
            turn.pick_heap(heap.number)
        else:
            return super().obvious()
        return None

    def _laid(self, choice: Target | None) -> None:
        if choice is not None:
            self.choose(choice)

    def back(self) -> Change | None:
        """Go back from a choice to where the keys were; else as at every table."""
        if not self.homes or self.turn is None or self.toast is not None:
            return super().back()
        self.turn.pick_only(())
        if self._came_from is not None:
            self.ring.focus_on(self.rack)
            self.rack.point(self._came_from)
        return None

    def show(self, now: float | None) -> None:
        """Bring everything seen in step; while a set is chosen arrows walk nothing else."""
        self.sets.homes = self.board.homes = self.homes
        super().show(now)

    # --- ending the turn -----------------------------------------------------------------------------------------

    def end_turn(self) -> Change | None:
        """End the turn; where nobody checks, ask once first."""
        turn = self.turn
        if turn is None:
            return None
        if not (turn.asks and turn.playing and turn.arrangement.played):
            turn.end()
            return None
        penalty = turn.view.table.options.number("invalid_penalty")
        stay = Button("attempt.stay", phrase("open.attempt.stay"), Pop, key="Esc")
        go = Button("attempt.go", phrase("open.attempt.go"), self._send, kind=Kind.PRIMARY, icon="check")
        sentence = phrase("open.attempt.sentence", n=penalty)
        dialog = Dialog("attempt", phrase("open.attempt.title"), sentence, (stay, go))
        return Push(Message("attempt", self.reading, dialog))

    def _send(self) -> Change | None:
        if self.turn is not None:
            self.turn.end()
        return Pop()

    def gold(self) -> Button | None:
        """Return what Return means: with a turn begun and not ready the end of it, which tells why not yet."""
        on_button = self.ring.shown and not self.ring.pad_last and not isinstance(self.ring.focus, Area)
        begun = self.turn is not None and self.turn.playing and self.turn.arrangement.touched
        return super().gold() or (self.panel.primary if begun and not on_button else None)

    def explain(self) -> Change | None:
        """Explain on paper why the turn cannot be ended yet."""
        if self.turn is not None and self.turn.playing and self.turn.checked and not self.turn.can_end:
            self.turn.end()
        return None

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Drop what is picked where the keys are, on Return; the rest is as at every table."""
        if isinstance(event, KeyDown | PadDown) and not getattr(event, "repeat", False):
            action = action_for(event, self.where)
            if action is not None and action.name == "confirm" and self._dropped_at_focus():
                return None
        return super().on_event(event)

    def _dropped_at_focus(self) -> bool:
        """Drop what is picked where the keys are; tell whether there was anything to drop."""
        target, turn = self.focus, self.turn
        if turn is None or target is None or self.toast is not None or not turn.bench.picked:
            return False
        if target.aim not in (Aim.SLOT, Aim.HEAP, Aim.NEW_SET):
            return False
        joker = turn.ahead.joker_under(turn.bench.ordered, self.tile_of(target))
        turn.drop(turn.bench.ordered, joker or target)
        return True

    def take_back(self, at: Point) -> None:
        """Take a tile laid in this turn back to the rack; anywhere else undo."""
        if self.turn is None:
            return
        tile = tile_at(self.board.laid(), at)
        if tile is not None and tile in self.turn.arrangement.played:
            self.turn.bench = self.turn.bench.picking((tile,))
            self.turn.take_back()
        else:
            self.turn.undo()

    def use(self, target: Target) -> Change | None:
        """Do what Space means: pick what the focus is on; on a place without a tile, what a click there does."""
        turn, pointer = self.turn, self.pointer
        if turn is None or pointer is None:
            return None
        tile = self.tile_of(target)
        joker = turn.ahead.joker_under(turn.bench.ordered, tile)
        if joker is not None:
            turn.drop(turn.bench.ordered, joker)
        elif tile is not None:
            turn.pick(tile)
        elif target.aim is Aim.HEAP and turn.bench.picked:
            turn.drop(turn.bench.ordered, target)
        else:
            pointer.use(target)
        return None

    def tile_of(self, target: Target) -> Tile | None:
        """Return the tile that lies in a target: of the rack, or of a set."""
        if self.turn is None or target.aim is not Aim.HEAP:
            return super().tile_of(target)
        heap = self.turn.ahead.heap(target.index)
        return heap.tiles[target.at] if heap is not None and target.at < len(heap.tiles) else None

    def _scroll(self, rows: float) -> bool:
        layout = self.board.layout
        if layout is None:
            return False
        wanted = min(layout.over, max(0.0, self.board.scroll + rows * layout.heaps.step))
        if abs(wanted - self.board.scroll) < 0.01:
            return False
        self.board.scroll = wanted
        self.show(None)
        return True

    # --- time ----------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Scroll with what is dragged, besides what every table does."""
        passed = max(0.0, now - self.now)
        change = super().update(now)
        if self.board.homes != self.homes:
            self.show(None)
        self._scroll_by_drag(min(0.1, passed))
        return change

    def _count_down(self, seconds: float | None) -> None:
        """Count the clock down, and send a finished play before it is lost with the turn."""
        super()._count_down(seconds)
        turn = self.turn
        if seconds is None or seconds > SENDS_AT or turn is None or not turn.playing or not turn.checked:
            return
        # On a LAN it takes a while until it is seen at the table; it is sent once.
        if turn.view is not self._sent_late and turn.arrangement.played and turn.ahead.refusal is None:
            self._sent_late = turn.view
            turn.end()
            self.explained("toast.sent_late")

    def why_timed_out(self) -> str:
        """Say whether tiles came back, and whether one was drawn or the turn passed."""
        turn = self.turn
        if turn is None:
            return ""
        back = "back" if turn.arrangement.played else "none"
        return f"open.timed_out.{back}_{'drew' if turn.ahead.can_draw else 'passed'}"

    def _scroll_by_drag(self, seconds: float) -> None:
        """Scroll the table while tiles are held near its upper or lower edge."""
        pointer, layout = self.pointer, self.board.layout
        if pointer is None or layout is None or not pointer.dragging or layout.over <= 1 or pointer.hand is None:
            return
        zone, at = layout.frame.zone, pointer.hand.at
        if not zone.holds(at):
            return
        way = -1.0 if at[1] < zone.y + SCROLL_EDGE else 1.0 if at[1] > zone.bottom - SCROLL_EDGE else 0.0
        if way:
            self._scroll(way * SCROLL_ROWS * seconds)
