"""What hands do at the table of a dead-hand game, beside what they do at every one: sets, pile and stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.access.telling import set_words
from game.client.director import Push
from game.client.table.aims import Aim
from game.client.table.areas import RackArea
from game.client.table.dead_hand.areas import PileArea, SetsArea, StockArea
from game.client.table.dead_hand.fan import Fan
from game.client.table.dead_hand.glow import draws
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.dead_hand.words import pile_words
from game.client.table.hands import Hands
from game.client.widgets.widget import IGNORED, Answer
from game.client.words import phrase, say

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.aims import Target
    from game.client.table.dead_hand.board import DeadHandBoard
    from game.client.table.shown import ShownMatch
    from game.client.widgets.boxes import Box, Point


class DeadHandHands(Hands[DeadHandTurn, DeadHandLayout]):
    """The hands of the watching seat."""

    def __init__(self, shown: ShownMatch[DeadHandTurn, DeadHandLayout]) -> None:
        self.us = SetsArea(phrase("table.area.us"), self.use, ours=True, on_scroll=self._scroll)
        self.rack: RackArea[DeadHandLayout] = RackArea(self.use, self.carry)
        pile = PileArea("pile", phrase("table.area.pile"), self.use)
        stock = StockArea("stock", phrase("table.area.stock"), self.use)
        them = SetsArea(phrase("table.area.them"), self.use, ours=False, on_scroll=self._scroll)
        super().__init__(shown, (self.rack, self.us, pile, stock, them))

    @property
    def board(self) -> DeadHandBoard:
        """The board they reach."""
        board: DeadHandBoard = self.shown.board  # type: ignore[assignment]  # of its own family
        return board

    def use(self, target: Target) -> Change | None:
        """Do what a click on a target means; a canasta that nothing else can be done with is squared up, or spread."""
        turn = self.turn
        if turn is None:
            return None
        if self._seal_of(target) is not None and not turn.bench.picked and turn.ahead.slide_of(target) is None:
            return self.square()
        turn.use(target)
        return None

    def place_words(self, target: Target) -> str:
        """Read a set, also one that a hint shows, the pile, or the room for a new set."""
        turn, cards = self.shown.seen_turn, self.board.as_cards
        if turn is None:
            return ""
        if target.aim is Aim.PILE:
            return pile_words(turn.view, cards=cards)
        if target.aim in (Aim.SET, Aim.THEIR_SET):
            return set_words(turn.view, target.index, self.shown.game.session.seats, cards=cards)
        return say("access.new_set")

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
        self.shown.show(self.shown.now)
        self.shown.seen()
        return None

    def fan_out(self) -> Change | None:
        """Fan the pile out on a sheet, newest first."""
        if self.turn is None or not self.turn.view.table.pile:
            return None
        table = self.turn.view.table
        faces = tuple(table.faces[tile] for tile in reversed(table.pile))
        return Push(Fan(self.shown.house.wishes, faces, as_cards=self.board.as_cards))

    def words_at(self, at: Point) -> Answer:
        """Fan the pile out where the words under it were clicked, with nothing picked; square up by a seal.

        Where the pile may be taken now, only the right half fans it out, where the words say so.
        """
        pointer, turn, layout = self.pointer, self.turn, self.board.laid()
        if pointer is None or turn is None or pointer.hand is not None or turn.bench.picked:
            return IGNORED
        pressed = pointer.pressed
        seal = self._seal_of(pressed)
        if seal is not None and seal.holds(at):
            return Answer(taken=True, change=self.square())
        if not turn.view.table.pile or pressed is None or pressed.aim is not Aim.PILE:
            return IGNORED
        box = layout.frame.pile
        left = box.centre[0] if pressed in draws(turn) else box.x
        under = box.holds(at) and at[0] >= left and at[1] > layout.pile[0].bottom + 3
        return Answer(taken=True, change=self.fan_out()) if under else IGNORED

    def extend(self) -> Change | None:
        """Add the picks to the set that takes them; of several the focus goes to the first, to choose."""
        choice = None if self.turn is None else self.turn.extend()
        if choice is not None:
            self.choose(choice)
        return None

    def _scroll(self, ours: bool, rows: float) -> bool:  # noqa: FBT001 - the zone says which it is
        if self.board.layout is None:
            return False
        zone = self.board.layout.us if ours else self.board.layout.them
        at = 0 if ours else 1
        wanted = min(zone.over, max(0.0, self.board.scroll[at] + rows * zone.placed.row))
        if wanted == self.board.scroll[at]:
            return False
        self.board.scroll[at] = wanted
        self.shown.show(None)
        return True
