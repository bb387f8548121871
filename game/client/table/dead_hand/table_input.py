"""Input at a dead-hand game besides what every table has: sets, pile and stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.access.telling import set_words
from game.client.director import Push
from game.client.table.aims import Aim
from game.client.table.areas import RackArea
from game.client.table.dead_hand.areas import PileArea, SetsArea, StockArea
from game.client.table.dead_hand.fan import PileSheet
from game.client.table.dead_hand.glow import draw_sources
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.dead_hand.words import pile_words
from game.client.table.table_input import TableInput
from game.client.widgets.widget import IGNORED, TAKEN, Answer
from game.client.words import phrase, say

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.aims import Target
    from game.client.table.dead_hand.board import DeadHandBoard
    from game.client.table.shown import ShownMatch
    from game.client.widgets.boxes import Box, Point
    from game.table.tiles import Tile


class DeadHandInput(TableInput[DeadHandTurn, DeadHandLayout]):
    """Handles input for the viewer's seat."""

    def __init__(self, shown: ShownMatch[DeadHandTurn, DeadHandLayout]) -> None:
        self.us = SetsArea(phrase("table.area.us"), self.use_target, ours=True, on_scroll=self._scroll)
        self.rack: RackArea[DeadHandLayout] = RackArea(self.use_target, self.carry_tile)
        pile = PileArea("pile", phrase("table.area.pile"), self.use_target)
        stock = StockArea("stock", phrase("table.area.stock"), self.use_target)
        them = SetsArea(phrase("table.area.them"), self.use_target, ours=False, on_scroll=self._scroll)
        super().__init__(shown, (self.rack, self.us, pile, stock, them))
        self._choosing: tuple[Tile, ...] = ()  # the picks that several sets take, for which one is being chosen

    @property
    def board(self) -> DeadHandBoard:
        """The board that is controlled."""
        board: DeadHandBoard = self.shown.board  # type: ignore[assignment]  # of its own family
        return board

    def use_target(self, target: Target) -> Change | None:
        """Do what a click on a target means; a click on a canasta that has no other use squares or spreads it."""
        turn = self.turn
        if turn is None:
            return None
        if (
            self._seal_of(target) is not None
            and not turn.turn_state.picked
            and turn.legal_moves.slide_of(target) is None
        ):
            return self.toggle_squared()
        turn.use_target(target)
        return None

    def target_words(self, target: Target) -> str:
        """Return the accessible name of a set, of the pile, or of the place for a new set."""
        turn, cards = self.shown.seen_turn, self.board.as_cards
        if turn is None:
            return ""
        if target.aim is Aim.PILE:
            return pile_words(turn.view, cards=cards)
        if target.aim in (Aim.SET, Aim.THEIR_SET):
            return set_words(turn.view, target.index, self.shown.game.session.seats, cards=cards)
        return say("access.new_set")

    def _seal_of(self, target: Target | None) -> Box | None:
        """Return the box of the seal of a set that is a canasta."""
        if target is None or target.aim not in (Aim.SET, Aim.THEIR_SET):
            return None
        placed = self.board.current_layout().placed_set(target.index)
        return None if placed is None else placed.seal

    def toggle_squared(self) -> Change | None:
        """Square all canastas up, or spread them out again."""
        zones = self.board.current_layout().zones
        self.board.squared = not any(zone.placed.squared for zone in zones)
        self.shown.show(self.shown.now)
        self.shown.note_change()
        return None

    def show_pile(self) -> Change | None:
        """Show the pile spread out on a sheet, in the order in which it lies."""
        if self.turn is None or not self.turn.view.table.pile:
            return None
        table = self.turn.view.table
        faces = tuple(table.faces[tile] for tile in table.pile)
        return Push(PileSheet(self.shown.context.preferences, faces, as_cards=self.board.as_cards))

    def click_text(self, at: Point) -> Answer:
        """Spread the pile out on a click on the text below it with nothing picked; square a canasta by its seal.

        Where the pile may be taken now, only the right half of the text spreads it out. A dead hand tells what it is.
        """
        pointer, turn, layout = self.pointer, self.turn, self.board.current_layout()
        if pointer is None or turn is None or pointer.hand is not None:
            return IGNORED
        if layout.has_dead_hand_at(at):
            self.shown.on_explained("toast.dead_hand")
            return TAKEN
        if turn.turn_state.picked:
            return IGNORED
        pressed = pointer.pressed
        seal = self._seal_of(pressed)
        if seal is not None and seal.contains(at):
            return Answer(taken=True, change=self.toggle_squared())
        if not turn.view.table.pile or pressed is None or pressed.aim is not Aim.PILE:
            return IGNORED
        box = layout.frame.pile
        left = box.centre[0] if pressed in draw_sources(turn) else box.x
        under = box.contains(at) and at[0] >= left and at[1] > layout.pile[0].bottom + 3
        return Answer(taken=True, change=self.show_pile()) if under else IGNORED

    def extend(self) -> Change | None:
        """Add the picked tiles to the set that accepts them.

        Among several, focus the one that brings most first; the second time add them to the focused one.
        """
        turn = self.turn
        best = None if turn is None else turn.extend()
        if turn is None or best is None:
            return None
        picked, focused = turn.turn_state.picked_in_order, self.focused_target()
        if self._choosing == picked:
            turn.drop_tiles(picked, focused if focused in turn.legal_moves.sets_that_take(picked) else best)
        else:
            self._choosing = picked
            self.choose_set(best)
            self.shown.show(self.shown.now)
        return None

    def chooses_set_for(self, picked: tuple[Tile, ...]) -> bool:
        """Return whether a set is being chosen for these tiles, so that the button adds them to the focused one."""
        return self._choosing == picked

    def _scroll(self, ours: bool, rows: float) -> bool:  # noqa: FBT001 - the zone says which it is
        if self.board.layout is None:
            return False
        zone = self.board.layout.us if ours else self.board.layout.them
        at = 0 if ours else 1
        wanted = min(zone.max_scroll, max(0.0, self.board.scroll[at] + rows * zone.placed.row_step))
        if wanted == self.board.scroll[at]:
            return False
        self.board.scroll[at] = wanted
        self.shown.show(None)
        return True
