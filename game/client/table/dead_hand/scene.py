"""The table of a dead-hand game: our sets and theirs, pile and stock, by mouse, keys or pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import Push
from game.client.table.aims import Aim
from game.client.table.areas import RackArea
from game.client.table.dead_hand.areas import PileArea, SetsArea, StockArea
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.desk import keep_desk, restored
from game.client.table.dead_hand.fan import Fan
from game.client.table.dead_hand.glow import draw_outcome, glow_parts
from game.client.table.dead_hand.panel import DeadHandPanel
from game.client.table.dead_hand.pointer import DeadHandPointer
from game.client.table.dead_hand.turn import DeadHandTurn, cue_of
from game.client.table.past import Deaf
from game.client.table.scene import AnyTable
from game.client.widgets.widget import IGNORED, Answer
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pygame

    from game.client.director import Change
    from game.client.draw.backdrop import Part
    from game.client.draw.sound import Cue
    from game.client.house import Game, House
    from game.client.table.aims import Target
    from game.client.table.dead_hand.layout import DeadHandLayout
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.table.moves import Move
    from game.table.view import View


class TableScene(AnyTable[DeadHandTurn]):
    """One match of a dead-hand game."""

    board: DeadHandBoard
    pointer: DeadHandPointer | None

    def __init__(self, house: House, game: Game) -> None:
        self.us = SetsArea(phrase("table.area.us"), self.use, ours=True, on_scroll=self._scroll)
        rack: RackArea[DeadHandLayout] = RackArea(self.use, self.carry)
        areas = (
            rack,
            self.us,
            PileArea("pile", phrase("table.area.pile"), self.use),
            StockArea("stock", phrase("table.area.stock"), self.use),
            SetsArea(phrase("table.area.them"), self.use, ours=False, on_scroll=self._scroll),
        )
        super().__init__(house, game, DeadHandBoard(game.session), DeadHandPanel(self), areas)

    def seated(self, view: View) -> tuple[DeadHandTurn, DeadHandPointer]:
        """Return the turn and the pointer of who takes a seat; the desk of an earlier run is set up again."""
        turn = DeadHandTurn(self.session, view, self)
        turn.bench = restored(self.game, turn.bench)
        return turn, DeadHandPointer(turn, self.go_home)

    def past_board(self) -> tuple[DeadHandBoard, Callable[[View], DeadHandTurn]]:
        """Return a second board to look back with, and what makes the turn it is shown with."""
        return DeadHandBoard(self.session), lambda view: DeadHandTurn(self.session, view, Deaf())

    def boxes(self) -> Sequence[Box]:
        """Return where each area lies now."""
        frame = self.board.laid().frame
        return (frame.rack.top_part(frame.rack.h - frame.lip.h), frame.us, frame.pile, frame.stock, frame.them)

    def glow(self, look: Look, turn: DeadHandTurn) -> list[Part]:
        """Light where what is carried may land."""
        return [] if self.pointer is None else glow_parts(look, self.board.laid(), turn, self.pointer)

    def draw_words(self, surface: pygame.Surface, look: Look, turn: DeadHandTurn) -> None:
        """Say what comes of a drop, or why what is aimed at takes nothing."""
        if self.pointer is not None:
            draw_outcome(surface, look, self.board.laid(), turn, self.pointer, self.focus)

    def keep(self, turn: DeadHandTurn) -> None:
        """Keep the desk as it lies."""
        keep_desk(self.game, turn.bench)

    def cue_of(self, move: Move, before: View) -> Cue:
        """Return how a move of another sounds."""
        return cue_of(move, before)

    # --- hands ---------------------------------------------------------------------------------------------------

    def use(self, target: Target) -> Change | None:
        """Do what a click on a target means; a canasta that nothing else can be done with is squared up, or spread."""
        turn = self.turn
        if turn is None:
            return None
        if self._seal_of(target) is not None and not turn.bench.picked and turn.ahead.slide_of(target) is None:
            return self.square()
        turn.use(target)
        return None

    def _seal_of(self, target: Target | None) -> Box | None:
        """Return where the seal of a set lies that is a canasta."""
        if target is None or target.aim not in (Aim.SET, Aim.THEIR_SET):
            return None
        placed = self.board.laid().placed_set(target.index)
        return None if placed is None else placed.seal

    def square(self) -> Change | None:
        """Square all canastas up, or spread them out again."""
        zones = self.board.laid().zones
        self.board.squared = not any(zone.placed.squared for zone in zones)
        self.show(self._now)
        self.seen()
        return None

    def fan_out(self) -> Change | None:
        """Fan the pile out on a sheet, newest first."""
        if self.turn is None or not self.turn.view.table.pile:
            return None
        table = self.turn.view.table
        faces = tuple(table.faces[tile] for tile in reversed(table.pile))
        return Push(Fan(self.reading, faces, as_cards=self.board.as_cards))

    def words_at(self, at: Point) -> Answer:
        """Fan the pile out where the words under it were clicked, with nothing picked; square up by a seal."""
        pointer, turn, layout = self.pointer, self.turn, self.board.laid()
        if pointer is None or turn is None or pointer.hand is not None or turn.bench.picked:
            return IGNORED
        pressed = pointer.pressed
        seal = self._seal_of(pressed)
        if seal is not None and seal.holds(at):
            return Answer(taken=True, change=self.square())
        if not turn.view.table.pile or pressed is None or pressed.aim is not Aim.PILE:
            return IGNORED
        under = layout.frame.pile.holds(at) and at[1] > layout.pile[0].bottom + 3
        return Answer(taken=True, change=self.fan_out()) if under else IGNORED

    def extend(self) -> None:
        """Add the picks to the set that takes them; of several the focus goes to the first, to choose."""
        if self.turn is None:
            return
        choose = self.turn.extend()
        if choose is not None:
            self.choose(choose)

    def _scroll(self, ours: bool, rows: float) -> bool:  # noqa: FBT001 - the zone says which it is
        if self.board.layout is None:
            return False
        zone = self.board.layout.us if ours else self.board.layout.them
        at = 0 if ours else 1
        wanted = min(zone.over, max(0.0, self.board.scroll[at] + rows * zone.placed.row))
        if wanted == self.board.scroll[at]:
            return False
        self.board.scroll[at] = wanted
        self.show(None)
        return True
