"""Where jokers with demands may lie: every set that meets them, fixed before the search packs the rest.

A run is fixed only as far as the demands require, as a block that other runs may join at both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from game.solver.counts import FACES, LAST_NUMBER, SECOND_ONE
from game.solver.joker_fates import JokerDemand
from game.solver.packed_sets import PLAIN_TILES, RACK_INDEX, PackedSet, Placed
from game.solver.setting import Place, Setting
from game.solver.weaving import Block
from game.table.faces import COLOURS, JOKER, Face
from game.table.kinds import Kind


class _SetNeeds(NamedTuple):
    """What one set must hold: which jokers, numbered tiles by place and old set, and how many rack tiles.

    The jokers are `alike` if it does not matter which of them stands where.
    """

    jokers: tuple[int, ...]
    alike: bool
    naturals: tuple[tuple[Place, int], ...]
    company: int
    rows: tuple[int | None, ...]


class _Core(NamedTuple):
    """What a run must hold, by row: known tiles and jokers with their home, which is None for a free joker."""

    colour: int
    known: Mapping[int, int]
    jokers: Mapping[int, int | None]


def ways_to_meet(setting: Setting, demands: Sequence[JokerDemand], *, opening: bool) -> Iterator[Setting]:
    """Yield every setting with one set fixed that meets all these demands together.

    Rack jokers are put into it only as company, or in an `opening`, where what they stand for counts.
    """
    wanted = _combined(demands, one_after_13=setting.one_after_13)
    if wanted is None:
        return
    kinds = {demand.kind for demand in demands} - {None}
    for jokers_along in range(setting.rack_jokers + 1 if opening else min(wanted.company, setting.rack_jokers) + 1):
        if Kind.GROUP not in kinds:
            yield from _runs(setting, wanted, jokers_along)
        if Kind.RUN not in kinds:
            yield from _groups(setting, wanted, jokers_along)


def _combined(demands: Sequence[JokerDemand], *, one_after_13: bool) -> _SetNeeds | None:
    """Combine demands; None if they hold a face twice, which only a run from one to one can."""
    naturals = tuple((place, demand.home) for demand in demands for place in demand.whole)
    places = [place for place, _home in naturals]
    if any(places.count(place) > (1 if place[0] or not one_after_13 else 2) for place in places):
        return None
    return _SetNeeds(
        jokers=tuple(joker for demand in demands for joker in demand.jokers),
        alike=len(demands) == 1,
        naturals=naturals,
        company=2 if any(demand.company for demand in demands) else 0,
        rows=tuple(row for demand in demands for row in demand.rows),
    )


def _runs(setting: Setting, wanted: _SetNeeds, jokers_along: int) -> Iterator[Setting]:
    """Yield every run; `jokers_along` jokers of the rack are part of the company."""
    colours = {colour for (_row, colour), _home in wanted.naturals} or set(range(len(COLOURS)))
    if wanted.naturals and len(colours) > 1:
        return
    last = SECOND_ONE if setting.one_after_13 else LAST_NUMBER - 1
    for colour, fixed in product(sorted(colours), _natural_rows(wanted, one_after_13=setting.one_after_13)):
        if any(row in fixed for row in wanted.rows):
            continue  # the joker keeps that end of the run, so the one lies at the other
        settled = {*fixed, *wanted.rows}
        free = [row for row in range(last + 1) if row not in settled and setting.unpaid((row, colour)) > 0]
        for company in combinations(free, max(wanted.company - jokers_along, 0)):
            known = {**fixed, **dict.fromkeys(company, RACK_INDEX)}
            for rows in _joker_rows(wanted, known, jokers_along, last):
                homes = dict(zip(rows, (*wanted.jokers, *[RACK_INDEX] * jokers_along), strict=True))
                yield from _lay_run(setting, _Core(colour, known, homes))


def _natural_rows(wanted: _SetNeeds, *, one_after_13: bool) -> Iterator[dict[int, int]]:
    """Yield the rows that the tiles of whole old sets may take in a run, with their homes; a one may have two rows."""
    choices = [(0, SECOND_ONE) if row == 0 and one_after_13 else (row,) for (row, _colour), _home in wanted.naturals]
    for rows in product(*choices):
        found = dict(zip(rows, (home for _place, home in wanted.naturals), strict=True))
        if len(found) == len(rows):
            yield found


def _joker_rows(wanted: _SetNeeds, known: Mapping[int, int], jokers_along: int, last: int) -> Iterator[tuple[int, ...]]:
    """Yield the rows that the jokers may take, rack jokers last."""
    told = [row for row in wanted.rows if row is not None]
    open_rows = [row for row in range(last + 1) if row not in known and row not in told]
    untold_jokers = len(wanted.rows) - len(told) + jokers_along
    alike = not jokers_along and wanted.alike
    for chosen in (combinations if alike else permutations)(open_rows, untold_jokers):
        rest = iter(chosen)
        yield tuple(next(rest) if row is None else row for row in (*wanted.rows, *[None] * jokers_along))


def _lay_run(setting: Setting, run: _Core) -> Iterator[Setting]:
    """Yield the runs that contain a core, with the gaps filled.

    A run so long that no other could lie beside it is closed, and is fixed in every length, also with a free joker
    between the core and an end: its length decides how many jokers still fit, and no run may have jokers for the one at
    both ends.
    """
    first, last = min([*run.known, *run.jokers]), max([*run.known, *run.jokers])
    end = SECOND_ONE if setting.one_after_13 else LAST_NUMBER - 1
    if first > 2 or last < end - 2:
        yield from _lay_reach(setting, run, (first, last), closed=False)
        return
    for before, after in product(range(first + 1), range(last, end + 1)):
        yield from _lay_reach(setting, run, (before, after), closed=True)
        for row in (*range(before + 1, first), *range(last + 1, after)):
            rest = setting.take_free_joker(row % LAST_NUMBER + 1)
            if rest is not None:
                bridged = run._replace(jokers={**run.jokers, row: None})
                yield from _lay_reach(rest, bridged, (before, after), closed=True)


def _lay_reach(setting: Setting, run: _Core, reach: tuple[int, int], *, closed: bool) -> Iterator[Setting]:
    """Yield the run that fills all places of `reach`, if there are tiles for them."""
    first, last = reach
    if last - first < 2:
        return
    ends = {0, SECOND_ONE} if reach == (0, SECOND_ONE) else set()
    wild_ends = len(ends & run.jokers.keys())
    if wild_ends == 2:
        return
    tiles: list[Placed] = []
    for row in range(first, last + 1):
        taken = _take(setting, run, row, wild=row not in ends or not wild_ends)
        if taken is None:
            return
        tile, setting = taken
        wild_ends += row in ends and tile.face == JOKER
        tiles.append(tile)
    yield setting._replace(blocks=(*setting.blocks, Block(run.colour, first, tuple(tiles), closed)))


def _take(setting: Setting, run: _Core, row: int, *, wild: bool) -> tuple[Placed, Setting] | None:
    """Take the tile for one place of a run from where it must come; a bound joker is taken only if `wild`."""
    place = row, run.colour
    if row in run.jokers:
        home = run.jokers[row]
        rest = setting.take_rack_joker(row % LAST_NUMBER + 1) if home == RACK_INDEX else setting
        return None if rest is None else (Placed(JOKER, FACES[row][run.colour], home), rest)
    if row in run.known:
        home = run.known[row]
        return setting.take_company(place) if home == RACK_INDEX else (_put_aside(place, home), setting)
    return setting.take_any(place) if wild else setting.take_any_in_group(place)


def _put_aside(place: Place, home: int) -> Placed:
    """Return a tile of an old set that stays whole; the setting no longer holds the tiles of that set."""
    face = PLAIN_TILES[place[0]][place[1]].face
    return Placed(face, face, home)


def _groups(setting: Setting, wanted: _SetNeeds, jokers_along: int) -> Iterator[Setting]:
    """Yield every group; `jokers_along` jokers of the rack are part of the company."""
    rows = {row for (row, _colour), _home in wanted.naturals} or set(range(LAST_NUMBER))
    fixed = {colour: home for (_row, colour), home in wanted.naturals}
    if wanted.naturals and (len(rows) > 1 or len(fixed) < len(wanted.naturals)):
        return
    for row in sorted(rows):
        others = [colour for colour in range(len(COLOURS)) if colour not in fixed]
        for company in combinations(others, max(wanted.company - jokers_along, 0)):
            known = {**fixed, **dict.fromkeys(company, RACK_INDEX)}
            laid = _lay_group(setting, row, known, (*wanted.jokers, *[RACK_INDEX] * jokers_along))
            if laid is not None:
                yield from _with_fourth(*laid, row, [colour for colour in others if colour not in company])


def _lay_group(
    setting: Setting, row: int, known: Mapping[int, int], jokers: Sequence[int]
) -> tuple[Setting, list[Placed]] | None:
    """Take the known tiles and the jokers of a group."""
    tiles = []
    for colour, home in known.items():
        place = row, colour
        taken = setting.take_company(place) if home == RACK_INDEX else (_put_aside(place, home), setting)
        if taken is None:
            return None
        tile, setting = taken
        tiles.append(tile)
    for home in jokers:
        rest = setting.take_rack_joker(row + 1) if home == RACK_INDEX else setting
        if rest is None:
            return None
        setting = rest
        tiles.append(Placed(JOKER, Face(None, row + 1), home))
    return (setting, tiles) if known and len(tiles) <= 4 else None


def _with_fourth(setting: Setting, tiles: list[Placed], row: int, colours: Sequence[int]) -> Iterator[Setting]:
    """Yield the group in every size, three or four tiles, that it has or can grow to."""
    if len(tiles) >= 3:
        yield _with_group(setting, tiles)
    if len(tiles) <= 3:
        for tile, rest in _additions(setting, row, colours):
            yield from _with_fourth(rest, [*tiles, tile], row, [c for c in colours if FACES[row][c] != tile.face])


def _additions(setting: Setting, row: int, colours: Sequence[int]) -> Iterator[tuple[Placed, Setting]]:
    """Yield what can be added to a group: a tile of another colour, or a joker bound to groups of the number."""
    for colour in colours:
        taken = setting.take_any_in_group((row, colour))
        if taken is not None:
            yield taken
    kept = setting.take_bound_in_group(row)
    if kept is not None:
        yield kept


def _with_group(setting: Setting, tiles: Sequence[Placed]) -> Setting:
    return setting._replace(groups=(*setting.groups, PackedSet(Kind.GROUP, tuple(tiles))))
