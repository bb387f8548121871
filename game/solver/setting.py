"""A problem on its way to the search: what must and may be packed, cell by cell, and what is settled already.

The joker laws are met by settling: a joker is bound to its face, or laid down in a block or a group together with the
tiles it needs. Each step makes a new setting, and the search packs what is left. A cell is (row, colour): the number
less one, and an index into COLOURS. A place is the same, except that a one after the thirteen lies at row 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.solver.columns import AGAIN_BITS, KEPT_COLUMNS, ROOMY, TAKES_ONE, Cells, NumberColumn, column
from game.solver.counts import AGAIN, COPIES, FACES, LAST, Counts, Grid
from game.solver.open_runs import MOST_OPEN, Cell, plain_cell
from game.solver.packed_sets import PLAIN, RACK, PackedSet, Placed
from game.solver.weaving import UNBOUND, Block, Bound
from game.table.faces import COLOURS, JOKER, Face

Place = tuple[int, int]


Line = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
NOTHING: Line = ((0,) * len(COLOURS),) * 3


class Setting(NamedTuple):
    """What is still to be packed, and the sets and bounds settled before; `declined` jokers stay in the rack.

    `table` must be packed; of `rack`, `owed` must be and the rest may; `spoken` are rack tiles that pay for freed
    jokers and keep no joker company. `jokers` are free, `rack_jokers` of them from the rack, `optional` of which may
    stay there. `worth` is what the tiles of the rack that are settled count in an opening.
    """

    table: Grid
    rack: Grid
    owed: Grid
    spoken: Grid
    jokers: int
    rack_jokers: int
    optional: int
    bound: Bound = UNBOUND
    blocks: tuple[Block, ...] = ()
    groups: tuple[PackedSet, ...] = ()
    worth: int = 0
    declined: int = 0
    one_after_13: bool = False

    def columns(self) -> tuple[NumberColumn, ...]:
        """Make the search's columns, all ones in the first."""
        lines = [*zip(self.table, self.owed, self.rack, strict=True), *[NOTHING] * self.one_after_13]
        if self.bound.runs or self.bound.groups or self.blocks:
            return tuple(self._column(row, _plain_cells(line)) for row, line in enumerate(lines))
        return tuple(
            _plain_column(line, number, grouped=number < LAST or not self.one_after_13)
            for number, line in enumerate(lines, start=1 - self.one_after_13)
        )

    def _column(self, row: int, cells: Sequence[Cell]) -> NumberColumn:
        """Make one column of plain cells and what is settled there."""
        settled = bool(self.bound.runs or self.blocks)
        if settled:
            begin = [(block.first, block.colour) for block in self.blocks if not block.closed]
            end = [(block.after, block.colour) for block in self.blocks if not block.closed]
            cells = [
                cell._replace(
                    bound=len(self.bound.runs.get((row, colour), ())),
                    joins=begin.count((row, colour)),
                    opens=end.count((row, colour)),
                )
                for colour, cell in enumerate(cells)
            ]
        one, two, three, four = cells
        groups = len(self.bound.groups.get(row, ()))
        from_end = row + 1 if not self.one_after_13 else row
        abreast = MOST_OPEN if settled else COPIES
        return column((one, two, three, four), groups, from_end, abreast, grouped=row < AGAIN)

    def again(self) -> Mapping[int, tuple[NumberColumn, NumberColumn]] | None:
        """Make the columns of the ones, for every choice of those kept to follow the thirteen; the fewest kept last."""
        if not self.one_after_13:
            return None
        ones = list(zip(self.table[0], self.owed[0], self.rack[0], strict=True))
        most = [min(table + rack, self._before_again(colour)) for colour, (table, _owed, rack) in enumerate(ones)]
        found = {}
        for kept in product(*(range(high, -1, -1) for high in most)):
            first = [
                plain_cell(max(table + owed - high, 0), rack - owed - max(high - table - owed, 0))
                for (table, owed, rack), high in zip(ones, kept, strict=True)
            ]
            packed = sum(high << AGAIN_BITS * colour for colour, high in enumerate(kept))
            found[packed] = (
                self._column(0, first),
                self._column(AGAIN, [plain_cell(high, 0) for high in kept]),
            )
        return found

    def _before_again(self, colour: int) -> int:
        """Say how many runs of a colour may reach the thirteen."""
        row = LAST - 1
        blocks = sum(block.after == AGAIN and block.colour == colour for block in self.blocks)
        bound = len(self.bound.runs.get((row, colour), ()))
        return self.table[row][colour] + self.rack[row][colour] + bound + blocks + self.jokers

    def marks(self) -> int:
        """Say what room for free jokers there is in what is settled; all of it when there is no free joker.

        Whatever run grows from a block that is not closed can take a joker at an end, or be cut outside the block.
        """
        if not self.jokers or not all(block.closed for block in self.blocks):
            return ROOMY
        room = sum(len(group.tiles) == 3 for group in self.groups)
        room += sum(block.room(LAST + self.one_after_13) for block in self.blocks)
        return (0, TAKES_ONE, ROOMY)[min(room, 2)]

    def unspoken(self, place: Place) -> int:
        """Count the rack's tiles of a face that no joker is paid with yet."""
        row, colour = place[0] % LAST, place[1]
        return self.rack[row][colour] - self.spoken[row][colour]

    def speak_for(self, place: Place) -> Setting | None:
        """Lay one of the rack's tiles of this face to pay for a joker; None when there is none."""
        if self.unspoken(place) < 1:
            return None
        row, colour = place
        spoken = self.spoken[row][colour] + 1
        return self._replace(
            spoken=_with(self.spoken, place, spoken),
            owed=_with(self.owed, place, max(self.owed[row][colour], spoken)),
        )

    def bind_in_run(self, place: Place, home: int) -> Setting:
        """Keep a joker in a run for one face."""
        runs = {**self.bound.runs, place: (*self.bound.runs.get(place, ()), home)}
        return self._replace(bound=Bound(runs, self.bound.groups))

    def bind_in_group(self, row: int, home: int) -> Setting:
        """Keep a joker in a group of one number."""
        groups = {**self.bound.groups, row: (*self.bound.groups.get(row, ()), home)}
        return self._replace(bound=Bound(self.bound.runs, groups))

    def take_company(self, place: Place) -> tuple[Placed, Setting] | None:
        """Take a tile of the rack that keeps a freed joker company."""
        if self.unspoken(place) < 1:
            return None
        row, colour = place = place[0] % LAST, place[1]
        owed, spoken = self.owed[row][colour], self.spoken[row][colour]
        face = FACES[row][colour]
        rest = self._replace(
            rack=_with(self.rack, place, self.rack[row][colour] - 1),
            owed=_with(self.owed, place, max(owed - 1, spoken)),
            worth=self.worth + row + 1,
        )
        return Placed(face, face, RACK), rest

    def without(self, places: Iterable[Place]) -> Setting:
        """Put tiles of the table aside."""
        table = self.table
        for place in places:
            table = _with(table, place, table[place[0]][place[1]] - 1)
        return self._replace(table=table)

    def with_again(self, places: Iterable[Place], jokers: int) -> Setting:
        """Put back tiles of the table that were set aside, and jokers as free ones."""
        table = self.table
        for place in places:
            table = _with(table, place, table[place[0]][place[1]] + 1)
        return self._replace(table=table, jokers=self.jokers + jokers)

    def _take_from_table(self, place: Place) -> tuple[Placed, Setting] | None:
        row, colour = place[0] % LAST, place[1]
        return (PLAIN[row][colour], self.without([(row, colour)])) if self.table[row][colour] else None

    def take_any(self, place: Place) -> tuple[Placed, Setting] | None:
        """Take whatever can stand there in a run: a joker bound to the face, a table tile, a rack tile, in this order.

        The order loses nothing: what is taken first is what has the least freedom elsewhere.
        """
        homes = self.bound.runs.get(place)
        if homes:
            runs = {**self.bound.runs, place: homes[1:]}
            rest = self._replace(bound=Bound({key: value for key, value in runs.items() if value}, self.bound.groups))
            return Placed(JOKER, FACES[place[0]][place[1]], homes[0]), rest
        return self.take_any_in_group(place)

    def take_any_in_group(self, place: Place) -> tuple[Placed, Setting] | None:
        """Take a tile of this face, from the table if it has one."""
        return self._take_from_table(place) or self._take_from_rack(place)

    def take_bound_in_group(self, row: int) -> tuple[Placed, Setting] | None:
        """Take a joker that is bound to groups of this number."""
        homes = self.bound.groups.get(row)
        if not homes:
            return None
        groups = {**self.bound.groups, row: homes[1:]}
        return Placed(JOKER, Face(None, row + 1), homes[0]), self._replace(bound=Bound(self.bound.runs, groups))

    def _take_from_rack(self, place: Place) -> tuple[Placed, Setting] | None:
        row, colour = place = place[0] % LAST, place[1]
        left = self.rack[row][colour] - 1
        if left < 0:
            return None
        rest = self._replace(
            rack=_with(self.rack, place, left),
            owed=_with(self.owed, place, max(self.owed[row][colour] - 1, 0)),
            spoken=_with(self.spoken, place, min(self.spoken[row][colour], left)),
            worth=self.worth + row + 1,
        )
        return PLAIN[row][colour], rest

    def take_rack_joker(self, number: int) -> Setting | None:
        """Take a joker of the rack that is to stand for a number."""
        left = self.rack_jokers - 1
        if left < 0:
            return None
        return self._replace(
            jokers=self.jokers - 1,
            rack_jokers=left,
            optional=min(self.optional, left),
            worth=self.worth + number,
        )

    def take_free_joker(self, number: int) -> Setting | None:
        """Take a free joker that is to stand for a number: one of the table if there is any, for it has to be used."""
        if self.jokers > self.rack_jokers:
            return self._replace(jokers=self.jokers - 1)
        return self.take_rack_joker(number)

    def leave_rack_joker(self) -> Setting | None:
        """Leave a joker in the rack, if it may stay there."""
        if not self.optional:
            return None
        return self._replace(
            jokers=self.jokers - 1,
            rack_jokers=self.rack_jokers - 1,
            optional=self.optional - 1,
            declined=self.declined + 1,
        )


def _plain_cells(line: Line) -> Cells:
    """Make the cells of one number, given its tiles of the table, those owed, and the rack's, by colour."""
    one, two, three, four = [plain_cell(must + due, there - due) for must, due, there in zip(*line, strict=True)]
    return one, two, three, four


@lru_cache(KEPT_COLUMNS)
def _plain_column(line: Line, from_end: int, *, grouped: bool) -> NumberColumn:
    """Make the column of a number at which nothing is settled, or find the one made before."""
    return column(_plain_cells(line), 0, from_end, COPIES, grouped=grouped)


def setting_of(table: Counts, rack: Counts, must_lay: Counts, *, one_after_13: bool = False) -> Setting:
    """Start from counted tiles, every joker of the table free; `must_lay` is part of the rack."""
    return Setting(
        table=table.grid,
        rack=rack.grid,
        owed=must_lay.grid,
        spoken=tuple((0,) * len(COLOURS) for _ in range(LAST)),
        jokers=table.jokers + rack.jokers,
        rack_jokers=rack.jokers,
        optional=rack.jokers - must_lay.jokers,
        one_after_13=one_after_13,
    )


def _with(grid: Grid, place: Place, copies: int) -> Grid:
    """Change one cell."""
    row, colour = place
    line = grid[row]
    return (*grid[:row], (*line[:colour], copies, *line[colour + 1 :]), *grid[row + 1 :])


def numbers_of(rack: Iterable[Iterable[int]]) -> int:
    """Add up the numbers of counted tiles."""
    return sum((row + 1) * sum(copies) for row, copies in enumerate(rack))
