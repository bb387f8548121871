"""Going out with a last discard in a dead-hand game: which tiles can be discarded last, with all others laid.

Laws: sets are checked by the rules alone; the search is exact: what it does not find does not exist.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from game.rules.dead_hand_refusals import extensions
from game.rules.dead_hand_sets import CANASTA, arrangements, is_wild_face
from game.table.kinds import Kind
from game.table.moves import Discard, Extend, LayMeld
from game.table.state import without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.table.faces import Face
    from game.table.melds import Meld
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View

    Tiles = tuple[Tile, ...]
    Laid = tuple[int, Meld]  # the index of the extended set, or NEW_SET_INDEX, and the set after it

NEW_SET_INDEX: Final = -1
# The order in which a player-like solver looks: `a` adds a tile to a set, `n` lays a new set; capitals use a wild tile.
STYLES: Final = ("anAN", "naAN", "nNaA")
EASIEST_GRADE, HARDEST_GRADE = 2, 5


class WayOut(NamedTuple):
    """A way to go out: all tiles but the last are laid, in the order of `moves`, and the last is discarded."""

    last: Tile
    laid: tuple[Laid, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, one that makes a canasta first: without a canasta a player may not keep a single tile."""
        ordered = sorted(self.laid, key=lambda one: -len(one[1].tiles))
        laid = [LayMeld(meld) if index == NEW_SET_INDEX else Extend(index, meld) for index, meld in ordered]
        return (*laid, Discard(self.last))


class GoingOut:
    """A seat that has taken its dead hand, and its rack."""

    def __init__(self, view: View) -> None:
        self._view, self._faces = view, view.faces
        table = view.table
        self._own = {index: table.melds[index] for index in table.melds_of(table.side_of(view.seat))}
        self._known: dict[tuple[int, Tiles], Meld | None] = {}

    def ways_out(self) -> dict[Face, WayOut]:
        """Return a way out for each face, wild ones apart, that can be discarded last."""
        found: dict[Face, WayOut] = {}
        for tile in self._view.rack:
            face = self._faces[tile]
            if face in found or is_wild_face(face):
                continue
            rest = without(self._view.rack, (tile,))
            laid = next((laid for laid in self._covers(rest, frozenset(self._own)) if self._goes_out(laid)), None)
            if laid is not None:
                found[face] = WayOut(tile, laid)
        return found

    def grade(self) -> int:
        """Return the grade: the higher, the more styles of a player-like solver find no way out.

        Such a solver keeps each tile in turn as the last, and lays the others in the order of its style.
        """
        tried = [any(self._goes_out_by(style, last) for last in self._view.rack) for style in STYLES]
        return min(HARDEST_GRADE, EASIEST_GRADE + tried.count(False))

    # --- the exact search ----------------------------------------------------------------------------------------

    def _covers(self, rest: Tiles, free: frozenset[int]) -> Iterator[tuple[Laid, ...]]:
        """Yield every way to lay all these tiles, on the own sets in `free` or in new sets."""
        if not rest:
            yield ()
            return
        for index in (*sorted(free), NEW_SET_INDEX):
            for taken in self._choices_for(index, rest):
                left = without(rest, taken)
                meld = self._set_of(index, taken)
                if meld is not None:
                    for more in self._covers(left, free - {index}):
                        yield ((index, meld), *more)

    def _choices_for(self, index: int, rest: Tiles) -> Iterator[Tiles]:
        """Yield the choices of tiles, always with the first one, that might go to one set together."""
        first, *others = rest
        alike = self._tiles_that_may_join(index, first, others)
        for count in range(len(alike) + 1):
            for chosen in combinations(alike, count):
                yield (first, *chosen)

    def _tiles_that_may_join(self, index: int, first: Tile, others: list[Tile]) -> list[Tile]:
        """Return the tiles that share colour or number with a set; no others can lie in it."""
        meld = self._own.get(index)
        there = [*(() if meld is None else meld.tiles), first]
        plain = [self._faces[tile] for tile in there if not is_wild_face(self._faces[tile])]
        colours, numbers = {face.colour for face in plain}, {face.number for face in plain}
        run = len(colours) <= 1 and (meld is None or meld.kind is Kind.RUN)
        group = len(numbers) <= 1 and (meld is None or meld.kind is Kind.GROUP)

        def fits(face: Face) -> bool:
            return (
                not plain
                or is_wild_face(face)
                or (run and face.colour in colours)
                or (group and face.number in numbers)
            )

        return [tile for tile in others if fits(self._faces[tile])]

    def _set_of(self, index: int, taken: Tiles) -> Meld | None:
        """Return the set that these tiles make alone, or with an own set; None if they make none."""
        key = index, taken
        if key not in self._known:
            options = self._view.table.options
            if index == NEW_SET_INDEX:
                found = arrangements(taken, self._faces, options) if len(taken) > 2 else ()
            else:
                found = extensions(self._own[index], taken, self._faces, options)
            self._known[key] = next(iter(found), None)
        return self._known[key]

    def _goes_out(self, laid: tuple[Laid, ...]) -> bool:
        grown = dict(self._own) | {index: meld for index, meld in laid if index != NEW_SET_INDEX}
        return any(len(meld.tiles) >= CANASTA for meld in (*grown.values(), *(meld for _index, meld in laid)))

    # --- a player-like solver ------------------------------------------------------------------------------------

    def _goes_out_by(self, style: str, last: Tile) -> bool:
        """Return whether a player of this style goes out who keeps `last` and always lays what is seen first."""
        rest = without(self._view.rack, (last,))
        own: dict[int, Tiles] = dict.fromkeys(self._own, ())
        made: list[Meld] = []
        while rest:
            step = next((one for kind in style for one in self._layable(kind, rest, own)), None)
            if step is None:
                return False
            index, taken, meld = step
            rest = without(rest, taken)
            if index == NEW_SET_INDEX:
                made.append(meld)
            else:
                own[index] = (*own[index], *taken)
        grown = [meld if not own[index] else self._set_of(index, own[index]) for index, meld in self._own.items()]
        out = any(meld is not None and len(meld.tiles) >= CANASTA for meld in (*grown, *made))
        return out and not is_wild_face(self._faces[last])

    def _layable(self, kind: str, rest: Tiles, own: dict[int, Tiles]) -> Iterator[tuple[int, Tiles, Meld]]:
        """Yield what can be laid of a kind: a tile on a set (`a`), new sets, longest first (`n`); capitals are wild."""
        if kind in "aA":
            for tile in rest:
                for index, taken in own.items():
                    meld = self._set_of(index, (*taken, tile))
                    if meld is not None and is_wild_face(self._faces[tile]) is (kind == "A"):
                        yield index, (tile,), meld
            return
        for count in range(len(rest), 2, -1):
            for taken in combinations(rest, count):
                meld = self._set_of(NEW_SET_INDEX, taken)
                if meld is not None and any(is_wild_face(self._faces[tile]) for tile in taken) is (kind == "N"):
                    yield NEW_SET_INDEX, taken, meld
