"""What may become of a round: the hidden tiles dealt by lot, and all seats laying the most until it ends.

A world is a guess for thinking only. It knows faces, not tiles, and binds its jokers by nothing, which costs little and
is quick; whoever imagines it sees no more than a View. Laws: the same view and seed give the same worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from game.bots.dice import Dice
from game.bots.nodes import Nodes
from game.bots.open_table_packing import laws_of
from game.bots.packing import best_packing
from game.bots.packing_problem import Laws, Lock, Objective, Problem
from game.rules.ruleset import step
from game.table.faces import HIDDEN, JOKER, Face
from game.table.tiles import NO_TILE, TILES
from game.table.view import View

ENOUGH = 240  # nodes for one imagined turn: they nearly always find the most, and with fewer the others seem weak
JOKER_POINTS = {"rummy": 50, "rummikub": 30}  # rules 5 and 6
DRAWS_FIRST = {"rummy": True, "rummikub": False}  # rule 2.5
CLOSABLE = 5  # tiles in a rack that may come down with the closing tile; more seldom do


@dataclass(frozen=True, slots=True)
class Customs:
    """What all worlds of one view have in common."""

    game: str
    opened: Laws
    opening: Laws
    step: int
    closing: Face | None


class World:
    """A round that is imagined: racks, the table and the stock as faces, and whose turn it is."""

    __slots__ = ("_customs", "_opened", "_passes", "_racks", "_stock", "_table", "_turn")

    def __init__(
        self, customs: Customs, table: list[Face], racks: list[list[Face]], stock: list[Face], view: View
    ) -> None:
        self._customs = customs
        self._table = table
        self._racks = racks
        self._stock = stock
        self._opened = list(view.table.opened)
        self._turn = view.table.to_move
        self._passes = view.table.passes

    def after(self, laid: tuple[Face, ...]) -> World:
        """Return another world in which the turn was ended by laying these, or nothing."""
        other: World = object.__new__(World)
        other._customs = self._customs
        other._table, other._stock, other._opened = list(self._table), list(self._stock), list(self._opened)
        other._racks = [list(rack) for rack in self._racks]
        other._turn, other._passes = self._turn, self._passes
        other._end_turn(laid)
        return other

    def outcome(self, seat: int, turns: int, nodes: Nodes) -> int:
        """Play so many turns and return what a seat then has over the others: its points times them, less theirs."""
        for _ in range(turns):
            if not all(self._racks) or self._passes >= len(self._racks) or self._closes(nodes):
                break
            self._play(nodes)
        points = self._points()
        return len(points) * points[seat] - sum(points)

    def _closes(self, nodes: Nodes) -> bool:
        """Rule 5: take the closing tile where it brings the whole rack down."""
        rack, closing = self._racks[self._turn], self._customs.closing
        if closing is None or len(rack) > CLOSABLE:
            return False
        everything = (*rack, closing)
        if len(self._most(everything, everything, nodes)) < len(everything):
            return False
        rack.clear()
        return True

    def _play(self, nodes: Nodes) -> None:
        rack = self._racks[self._turn]
        if DRAWS_FIRST[self._customs.game] and self._stock:
            rack.append(self._stock.pop())
        self._end_turn(self._most(tuple(rack), (), nodes))

    def _most(self, rack: tuple[Face, ...], must: tuple[Face, ...], nodes: Nodes) -> tuple[Face, ...]:
        """Return the most that can be laid."""
        laws = self._customs.opened if self._opened[self._turn] else self._customs.opening
        problem = Problem(rack, tuple(self._table), laws=laws, must_lay=must)
        found = best_packing(problem, Objective.TILES_THEN_POINTS, ENOUGH)
        nodes.charge(found.nodes)
        return found.laid

    def _end_turn(self, laid: tuple[Face, ...]) -> None:
        """Rule 2.5: lay tiles, or draw where that is what one does instead, or pass."""
        rack = self._racks[self._turn]
        if laid:
            for face in laid:
                rack.remove(face)
            self._table += laid
            self._opened[self._turn] = True
        elif self._stock and not DRAWS_FIRST[self._customs.game]:
            rack.append(self._stock.pop())
        self._passes = 0 if laid or self._stock else self._passes + 1
        self._turn = (self._turn + self._customs.step) % len(self._racks)

    def _points(self) -> list[int]:
        """Rules 5 and 6, score: as if the round ended here."""
        joker = JOKER_POINTS[self._customs.game]
        held = [sum([joker if face == JOKER else face.number for face in rack]) for rack in self._racks]
        if self._customs.game == "rummy":
            return [-one for one in held]
        lowest = min(held)
        best = [seat for seat, one in enumerate(held) if one == lowest]
        pot = sum(held) - lowest * len(held)
        return [pot // len(best) if seat in best else lowest - one for seat, one in enumerate(held)]


def worlds(view: View, seed: int) -> Iterator[World]:
    """Imagine worlds without end: everybody's hidden tiles and the stock are dealt from what nobody has shown us."""
    table, faces = view.table, view.faces
    unseen = sorted((Counter(TILES.faces) - Counter(faces)).elements(), key=lambda face: face.code)
    known = [[faces[tile] for tile in rack if faces[tile] != HIDDEN] for rack in table.racks]
    lying = [faces[tile] for meld in table.melds for tile in meld.tiles]
    customs = _customs(view)
    dice = Dice(seed)
    while True:
        dealt = dice.shuffled(unseen)
        racks = []
        for rack, seen in zip(table.racks, known, strict=True):
            missing = len(rack) - len(seen)
            racks.append([*seen, *dealt[:missing]])
            dealt = dealt[missing:]
        yield World(customs, lying, racks, dealt, view)


def _customs(view: View) -> Customs:
    table = view.table
    laws = laws_of(table, view.seat)._replace(lock=Lock.FREE, opening=None)
    return Customs(
        game=table.game,
        opened=laws,
        opening=laws._replace(opening=table.options.number("opening_min")),
        step=step(table.options),
        closing=None if table.closing == NO_TILE else view.faces[table.closing],
    )
