"""A problem prepared for the search: what must and may be packed, cell by cell, and what is already settled.

To meet the joker laws, jokers are settled: bound to a face, or fixed in a block or a group with the tiles they need.
Each step makes a new setting, and the search packs the rest. A cell is (row, colour): the number less one, and an index
into COLOURS. A place is the same, except that a one after the thirteen lies at row 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.solver.columns import AGAIN_BITS, MAX_CACHED_COLUMNS, ROOMY, TAKES_ONE, Cells, NumberColumn, cached_column
from game.solver.counts import COPIES, FACES, LAST_NUMBER, SECOND_ONE, Counts, Grid
from game.solver.open_runs import MAX_OPEN_RUNS, Cell, plain_cell
from game.solver.packed_sets import PLAIN_TILES, RACK_INDEX, PackedSet, Placed
from game.solver.weaving import NO_FIXED_JOKERS, Block, BoundJokers
from game.table.faces import COLOURS, JOKER, Face

Place = tuple[int, int]


Line = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
EMPTY_LINE: Line = ((0,) * len(COLOURS),) * 3


class Setting(NamedTuple):
    """What is still to be packed, and the sets and bounds settled so far; `declined` jokers stay in the rack.

    `table` must be packed; of `rack`, `must_lay` must be and the rest may; `payments` are rack tiles that pay for freed
    jokers and are no joker's company. `jokers` are free, `rack_jokers` of them from the rack, `optional` of which may
    stay there. `worth` is what the settled rack tiles count in an opening.
    """

    table: Grid
    rack: Grid
    must_lay: Grid
    payments: Grid
    jokers: int
    rack_jokers: int
    optional: int
    bound: BoundJokers = NO_FIXED_JOKERS
    blocks: tuple[Block, ...] = ()
    groups: tuple[PackedSet, ...] = ()
    worth: int = 0
    declined: int = 0
    one_after_13: bool = False

    def columns(self) -> tuple[NumberColumn, ...]:
        """Make the search's columns, all ones in the first."""
        lines = [*zip(self.table, self.must_lay, self.rack, strict=True), *[EMPTY_LINE] * self.one_after_13]
        if self.bound.runs or self.bound.groups or self.blocks:
            return tuple(self._column(row, _plain_cells(line)) for row, line in enumerate(lines))
        return tuple(
            _plain_column(line, number, grouped=number < LAST_NUMBER or not self.one_after_13)
            for number, line in enumerate(lines, start=1 - self.one_after_13)
        )

    def _column(self, row: int, cells: Sequence[Cell]) -> NumberColumn:
        """Make one column, with what is settled there."""
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
        run_number = row + 1 if not self.one_after_13 else row
        abreast = MAX_OPEN_RUNS if settled else COPIES
        return cached_column((one, two, three, four), groups, run_number, abreast, grouped=row < SECOND_ONE)

    def again(self) -> Mapping[int, tuple[NumberColumn, NumberColumn]] | None:
        """Make the columns of ones, for every choice of ones kept to follow the thirteen; the fewest kept last."""
        if not self.one_after_13:
            return None
        ones = list(zip(self.table[0], self.must_lay[0], self.rack[0], strict=True))
        most = [min(table + rack, self._runs_to_thirteen(colour)) for colour, (table, _owed, rack) in enumerate(ones)]
        found = {}
        for kept in product(*(range(high, -1, -1) for high in most)):
            first = [
                plain_cell(max(table + must_lay - high, 0), rack - must_lay - max(high - table - must_lay, 0))
                for (table, must_lay, rack), high in zip(ones, kept, strict=True)
            ]
            packed = sum(high << AGAIN_BITS * colour for colour, high in enumerate(kept))
            found[packed] = (
                self._column(0, first),
                self._column(SECOND_ONE, [plain_cell(high, 0) for high in kept]),
            )
        return found

    def _runs_to_thirteen(self, colour: int) -> int:
        """Return how many runs of a colour can reach the thirteen at most."""
        row = LAST_NUMBER - 1
        blocks = sum(block.after == SECOND_ONE and block.colour == colour for block in self.blocks)
        bound = len(self.bound.runs.get((row, colour), ()))
        return self.table[row][colour] + self.rack[row][colour] + bound + blocks + self.jokers

    def marks(self) -> int:
        """Return the room flags of the settled sets; all of them if there is no free joker.

        A run that grows from a block that is not closed can always take a joker at an end, or be cut outside the block.
        """
        if not self.jokers or not all(block.closed for block in self.blocks):
            return ROOMY
        room = sum(len(group.tiles) == 3 for group in self.groups)
        room += sum(block.room(LAST_NUMBER + self.one_after_13) for block in self.blocks)
        return (0, TAKES_ONE, ROOMY)[min(room, 2)]

    def unpaid(self, place: Place) -> int:
        """Count the rack tiles of a face that do not pay for a joker yet."""
        row, colour = place[0] % LAST_NUMBER, place[1]
        return self.rack[row][colour] - self.payments[row][colour]

    def pay_with(self, place: Place) -> Setting | None:
        """Pay for a joker with a rack tile of this face; None if there is none."""
        if self.unpaid(place) < 1:
            return None
        row, colour = place
        payments = self.payments[row][colour] + 1
        return self._replace(
            payments=_with_count(self.payments, place, payments),
            must_lay=_with_count(self.must_lay, place, max(self.must_lay[row][colour], payments)),
        )

    def bind_in_run(self, place: Place, home: int) -> Setting:
        """Bind a joker to one face in a run."""
        runs = {**self.bound.runs, place: (*self.bound.runs.get(place, ()), home)}
        return self._replace(bound=BoundJokers(runs, self.bound.groups))

    def bind_in_group(self, row: int, home: int) -> Setting:
        """Bind a joker to groups of one number."""
        groups = {**self.bound.groups, row: (*self.bound.groups.get(row, ()), home)}
        return self._replace(bound=BoundJokers(self.bound.runs, groups))

    def take_company(self, place: Place) -> tuple[Placed, Setting] | None:
        """Take a rack tile as company for a freed joker."""
        if self.unpaid(place) < 1:
            return None
        row, colour = place = place[0] % LAST_NUMBER, place[1]
        must_lay, payments = self.must_lay[row][colour], self.payments[row][colour]
        face = FACES[row][colour]
        rest = self._replace(
            rack=_with_count(self.rack, place, self.rack[row][colour] - 1),
            must_lay=_with_count(self.must_lay, place, max(must_lay - 1, payments)),
            worth=self.worth + row + 1,
        )
        return Placed(face, face, RACK_INDEX), rest

    def without(self, places: Iterable[Place]) -> Setting:
        """Remove tiles of the table."""
        table = self.table
        for place in places:
            table = _with_count(table, place, table[place[0]][place[1]] - 1)
        return self._replace(table=table)

    def put_back(self, places: Iterable[Place], jokers: int) -> Setting:
        """Put back removed tiles of the table, and jokers as free ones."""
        table = self.table
        for place in places:
            table = _with_count(table, place, table[place[0]][place[1]] + 1)
        return self._replace(table=table, jokers=self.jokers + jokers)

    def _take_from_table(self, place: Place) -> tuple[Placed, Setting] | None:
        row, colour = place[0] % LAST_NUMBER, place[1]
        return (PLAIN_TILES[row][colour], self.without([(row, colour)])) if self.table[row][colour] else None

    def take_any(self, place: Place) -> tuple[Placed, Setting] | None:
        """Take what fits there in a run: a joker bound to the face, a table tile or a rack tile, in this order.

        The order loses no solutions: what is taken first has the least freedom elsewhere.
        """
        homes = self.bound.runs.get(place)
        if homes:
            runs = {**self.bound.runs, place: homes[1:]}
            rest = self._replace(
                bound=BoundJokers({key: value for key, value in runs.items() if value}, self.bound.groups)
            )
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
        return Placed(JOKER, Face(None, row + 1), homes[0]), self._replace(bound=BoundJokers(self.bound.runs, groups))

    def _take_from_rack(self, place: Place) -> tuple[Placed, Setting] | None:
        row, colour = place = place[0] % LAST_NUMBER, place[1]
        left = self.rack[row][colour] - 1
        if left < 0:
            return None
        rest = self._replace(
            rack=_with_count(self.rack, place, left),
            must_lay=_with_count(self.must_lay, place, max(self.must_lay[row][colour] - 1, 0)),
            payments=_with_count(self.payments, place, min(self.payments[row][colour], left)),
            worth=self.worth + row + 1,
        )
        return PLAIN_TILES[row][colour], rest

    def take_rack_joker(self, number: int) -> Setting | None:
        """Take a rack joker to stand for a number."""
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
        """Take a free joker to stand for a number: one of the table if there is any, since it must be used."""
        if self.jokers > self.rack_jokers:
            return self._replace(jokers=self.jokers - 1)
        return self.take_rack_joker(number)

    def leave_rack_joker(self) -> Setting | None:
        """Leave a joker in the rack; None if none may stay there."""
        if not self.optional:
            return None
        return self._replace(
            jokers=self.jokers - 1,
            rack_jokers=self.rack_jokers - 1,
            optional=self.optional - 1,
            declined=self.declined + 1,
        )


def _plain_cells(line: Line) -> Cells:
    """Make the cells of one number from its table tiles, the rack tiles that must be laid, and all rack tiles."""
    one, two, three, four = [plain_cell(must + due, there - due) for must, due, there in zip(*line, strict=True)]
    return one, two, three, four


@lru_cache(MAX_CACHED_COLUMNS)
def _plain_column(line: Line, run_number: int, *, grouped: bool) -> NumberColumn:
    """Return the column of a number at which nothing is settled, from the cache if it exists."""
    return cached_column(_plain_cells(line), 0, run_number, COPIES, grouped=grouped)


def setting_of(table: Counts, rack: Counts, must_lay: Counts, *, one_after_13: bool = False) -> Setting:
    """Make the first setting from counted tiles, every joker of the table free; `must_lay` is part of the rack."""
    return Setting(
        table=table.grid,
        rack=rack.grid,
        must_lay=must_lay.grid,
        payments=tuple((0,) * len(COLOURS) for _ in range(LAST_NUMBER)),
        jokers=table.jokers + rack.jokers,
        rack_jokers=rack.jokers,
        optional=rack.jokers - must_lay.jokers,
        one_after_13=one_after_13,
    )


def _with_count(grid: Grid, place: Place, copies: int) -> Grid:
    """Return the grid with one cell set to `copies`."""
    row, colour = place
    line = grid[row]
    return (*grid[:row], (*line[:colour], copies, *line[colour + 1 :]), *grid[row + 1 :])


def numbers_of(rack: Iterable[Iterable[int]]) -> int:
    """Add up the numbers of counted tiles."""
    return sum((row + 1) * sum(copies) for row, copies in enumerate(rack))
