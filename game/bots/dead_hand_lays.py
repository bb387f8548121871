"""The possible lays of a rack in a dead-hand game: new sets, and extensions of the side's sets.

A lay is computed on shapes and becomes a `Meld` only when played. Among tiles with the same face the first is used,
among wild tiles the cheapest. The rules check every lay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from game.bots.dead_hand_sight import Evaluation
from game.bots.dead_hand_table import PLACE_CODES, ROWS, code_at, row_of
from game.bots.dead_hand_worth import (
    HOMING_WILD,
    NO_WILD,
    WILD,
    Shape,
    first_place,
    laid_tile_value,
    set_value,
    shape_of,
)
from game.rules.dead_hand_sets import read_as
from game.table.melds import Kind, Meld
from game.table.moves import Extend, LayMeld
from game.table.tiles import Tile

NEW_SET_INDEX = -1  # the index of a set that is not on the table yet
# up to so many tiles of one number every subset is tried; with more only all, all but one, and each alone
MAX_COPIES_FOR_SUBSETS = 4
HIGH_ACE_PLACE = PLACE_CODES - 1


class PossibleLay(NamedTuple):
    """A possible set, new or replacing set `target`: its tiles in order, those from the rack, and its shape.

    `gain` is the value of laying it less that of its tiles in the rack.
    """

    target: int
    kind: Kind
    order: tuple[Tile, ...]
    added: tuple[Tile, ...]
    shape: Shape
    gain: int


def meld_of(lay: PossibleLay, sight: Evaluation) -> Meld:
    """Return the set as a Meld of the rules."""
    meld = read_as(lay.kind, lay.order, sight.faces, sight.options)
    if not isinstance(meld, Meld):
        raise ValueError(f"{lay.order} was found as a set and is none: {meld.code.key}")
    return meld


def move_of(lay: PossibleLay, sight: Evaluation) -> LayMeld | Extend:
    """Return the move that lays it; the tiles it must show are filled in later."""
    meld = meld_of(lay, sight)
    return LayMeld(meld) if lay.target == NEW_SET_INDEX else Extend(lay.target, meld)


class _Draft(NamedTuple):
    """A lay before its evaluation."""

    order: tuple[Tile, ...]
    added: tuple[Tile, ...]
    shape: Shape


def possible_lays(sight: Evaluation, holding: dict[Tile, int]) -> list[PossibleLay]:
    """Return every possible lay, each choice of faces once."""
    found: list[PossibleLay] = []
    for index, (meld, owner) in enumerate(zip(sight.table.melds, sight.table.owners, strict=True)):
        if owner == sight.side:
            before = set_value(shape_of(meld, sight.faces), sight.ours)
            drafts = _grown_run(meld, sight) if meld.kind is Kind.RUN else _grown_group(meld, sight)
            found.extend(_valued(index, meld.kind, draft, before, sight, holding) for draft in drafts)
    for row in ROWS:
        found.extend(_valued(NEW_SET_INDEX, Kind.RUN, draft, 0, sight, holding) for draft in _new_runs(row, sight))
    for number in range(1, 14):
        found.extend(
            _valued(NEW_SET_INDEX, Kind.GROUP, draft, 0, sight, holding) for draft in _new_groups(number, sight)
        )
    return found


def high_lays(sight: Evaluation, holding: dict[Tile, int]) -> list[PossibleLay]:
    """Return the runs that end with, or grow by, a 1 where the rack holds only one 1 of that colour.

    The levels do not consider these: they keep such a 1 for its low place.
    """
    found: list[PossibleLay] = []
    for index, (meld, owner) in enumerate(zip(sight.table.melds, sight.table.owners, strict=True)):
        if owner == sight.side and meld.kind is Kind.RUN:
            before = set_value(shape_of(meld, sight.faces), sight.ours)
            drafts = _grown_run(meld, sight, high=True)
            found.extend(_valued(index, meld.kind, draft, before, sight, holding) for draft in drafts)
    for row in ROWS:
        found.extend(
            _valued(NEW_SET_INDEX, Kind.RUN, draft, 0, sight, holding) for draft in _new_runs(row, sight, high=True)
        )
    return found


def _valued(
    target: int, kind: Kind, draft: _Draft, before: int, sight: Evaluation, holding: dict[Tile, int]
) -> PossibleLay:
    first = sight.ours.first if draft.shape.length >= 7 else 0
    gain = set_value(draft.shape, sight.ours) + first - before
    gain += sum([laid_tile_value(tile, sight) - holding[tile] for tile in draft.added])
    if target == NEW_SET_INDEX:
        dearer = sight.skill.new_group if kind is Kind.GROUP else sight.skill.new_run
        gain -= dearer * (100 - sight.urgency) // 100
    return PossibleLay(target, kind, draft.order, draft.added, draft.shape, gain)


# Runs


class _Ground(NamedTuple):
    """Where a run may grow: its row, naturals by place, and wild tile; the available tiles by place; all its tiles."""

    row: int
    fixed: dict[int, Tile]
    wild: Tile | None
    there: list[Tile | None]
    lain: tuple[Tile, ...]


def _ground(
    row: int, fixed: dict[int, Tile], lain: tuple[Tile, ...], wild: Tile | None, sight: Evaluation, *, high: bool
) -> _Ground:
    """Return which tile could be at which place; with `high` the rack's only 1 is kept for the place after the 13."""
    there: list[Tile | None] = [None] * PLACE_CODES
    for place in range(1, PLACE_CODES):
        if place in fixed:
            there[place] = fixed[place]
        else:
            held = sight.hand.get(code_at(row, place), ())
            second = place == HIGH_ACE_PLACE and there[1] in held
            low = place == 1 and high
            there[place] = held[second] if len(held) > second and not low else None
    return _Ground(row, fixed, wild, there, lain)


def _grown_run(meld: Meld, sight: Evaluation, *, high: bool = False) -> Iterator[_Draft]:
    """Try every range of places around a run's naturals that the rack and wild tiles can fill."""
    start = first_place(meld, sight.faces)
    fixed = {start + at: tile for at, tile in enumerate(meld.tiles) if meld.stands_for[at] is None}
    wild = next(iter(meld.wild_tiles), None)
    row = row_of(sight.faces[next(iter(fixed.values()))])
    ground = _ground(row, fixed, meld.tiles, wild, sight, high=high)
    low, top = min(fixed), max(fixed)
    if high and (1 in fixed or not _has_one_ace(row, sight)):
        return
    gaps = 1 if wild is None else 2  # one for each wild tile, when the run's own moves to its natural place
    for first in range(low, 0, -1):
        if ground.there[first:low].count(None) > gaps:
            break
        for last in range(top, PLACE_CODES):
            empty = [place for place in range(first, last + 1) if ground.there[place] is None]
            if len(empty) > gaps:
                break
            if last == HIGH_ACE_PLACE or not high:
                yield from _drafts_of_range(ground, range(first, last + 1), empty, sight)


def _has_one_ace(row: int, sight: Evaluation) -> bool:
    return len(sight.hand.get(code_at(row, 1), ())) == 1


def _new_runs(row: int, sight: Evaluation, *, high: bool = False) -> Iterator[_Draft]:
    """Try every range that the rack can fill with at most one wild tile."""
    ground = _ground(row, {}, (), None, sight, high=high)
    if high and not _has_one_ace(row, sight):
        return
    gaps = 1 if sight.wilds else 0
    for first in range(1, PLACE_CODES - 2):
        for last in range(first, PLACE_CODES):
            empty = [place for place in range(first, last + 1) if ground.there[place] is None]
            if len(empty) > gaps:
                break
            if last - first >= 2 and (last == HIGH_ACE_PLACE or not high):
                yield from _drafts_of_range(ground, range(first, last + 1), empty, sight)


def _drafts_of_range(ground: _Ground, window: range, empty: list[int], sight: Evaluation) -> Iterator[_Draft]:
    """Fill a range: the run's own wild two moves to place 2, into the gap, or replaces any one tile of the rack."""
    wild = ground.wild
    if wild is None:
        yield from _drafts_over_gap(ground, window, {}, empty, sight)
        return
    homing = _is_homing(wild, ground.row, sight)
    if homing and 2 in window and 2 not in ground.fixed:
        yield from _drafts_over_gap(ground, window, {2: wild}, [place for place in empty if place != 2], sight)
    if len(empty) <= 1:
        for place in empty or [place for place in window if place not in ground.fixed]:
            if not (homing and place == 2):
                yield from _draft_if_useful(ground, window, {place: wild}, HOMING_WILD if homing else WILD, place)


def _drafts_over_gap(
    ground: _Ground, window: range, put: dict[int, Tile], empty: list[int], sight: Evaluation
) -> Iterator[_Draft]:
    """Fill at most one gap with the rack's cheapest wild tile that is not needed at its natural place."""
    if not empty:
        yield from _draft_if_useful(ground, window, put, NO_WILD, 0)
    elif len(empty) == 1:
        needed = [ground.there[place] for place in window]
        spare = next((tile for tile in sight.wilds if tile not in needed), None)
        if spare is not None:
            kind = HOMING_WILD if _is_homing(spare, ground.row, sight) else WILD
            yield from _draft_if_useful(ground, window, {**put, empty[0]: spare}, kind, empty[0])


def _is_homing(wild: Tile, row: int, sight: Evaluation) -> bool:
    face = sight.faces[wild]
    return row_of(face) == row and face.number == 2


def _draft_if_useful(ground: _Ground, window: range, put: dict[int, Tile], wild: int, wild_at: int) -> Iterator[_Draft]:
    """Make the lay of a range; one that adds no tile is useful only when a two moves to its natural place."""
    order = [tile for place in window if (tile := put.get(place, ground.there[place])) is not None]
    added = tuple([tile for tile in order if tile not in ground.lain])
    naturals = sum([1 << place for place in window if place != wild_at])
    went_home = 2 in put and wild_at != 2
    if (added or went_home) and len(order) - bool(wild_at) >= 2:
        yield _Draft(tuple(order), added, Shape(ground.row, 0, naturals, wild, len(order)))


# Groups


def _grown_group(meld: Meld, sight: Evaluation) -> Iterator[_Draft]:
    """Add tiles of its number to a group, and a wild tile if it has none."""
    shape = shape_of(meld, sight.faces)
    for chosen in [(), *_choices(_of_number(shape.number, sight), 1)]:
        if chosen:
            yield _group(shape, meld.tiles, chosen, None)
        spare = None if shape.wild else _wild_for(shape.number, sight)
        if spare is not None:
            yield _group(shape, meld.tiles, chosen, spare)


def _new_groups(number: int, sight: Evaluation) -> Iterator[_Draft]:
    """Yield new groups of one number, from two tiles with a wild one upwards."""
    tiles = _of_number(number, sight)
    if len(tiles) < 2 or not _may_begin_group(number, sight):
        return
    nothing = Shape(0, number, 0, NO_WILD, 0)
    spare = _wild_for(number, sight)
    for chosen in _choices(tiles, 2):
        if len(chosen) >= 3:
            yield _group(nothing, (), chosen, None)
        if spare is not None:
            yield _group(nothing, (), chosen, spare)


def _may_begin_group(number: int, sight: Evaluation) -> bool:
    """Decisions D7 and D45: twos form groups only where allowed, and a second group of a number may be forbidden."""
    if number == 2 and not sight.options.flag("group_of_twos"):
        return False
    if not sight.options.flag("unique_groups"):
        return True
    table = sight.table
    return not any(
        meld.kind is Kind.GROUP and shape_of(meld, sight.faces).number == number
        for meld, owner in zip(table.melds, table.owners, strict=True)
        if owner == sight.side
    )


def _group(before: Shape, lain: tuple[Tile, ...], chosen: tuple[Tile, ...], spare: Tile | None) -> _Draft:
    added = chosen if spare is None else (*chosen, spare)
    wild = before.wild if spare is None else WILD
    shape = Shape(0, before.number, before.naturals + len(chosen), wild, before.length + len(added))
    return _Draft((*lain, *added), added, shape)


def _of_number(number: int, sight: Evaluation) -> tuple[Tile, ...]:
    return tuple([tile for row in ROWS for tile in sight.hand.get(code_at(row, number), ())])


def _wild_for(number: int, sight: Evaluation) -> Tile | None:
    """Return the cheapest wild tile for a group; in a group of twos only a joker is wild."""
    return next((tile for tile in sight.wilds if number != 2 or sight.faces[tile].number == 0), None)


def _choices(tiles: tuple[Tile, ...], least: int) -> list[tuple[Tile, ...]]:
    """Return subsets of `least` tiles or more of one number: all of them for few tiles, else a selection."""
    if len(tiles) <= MAX_COPIES_FOR_SUBSETS:
        sizes = range(least, len(tiles) + 1)
        return [chosen for size in sizes for chosen in combinations(tiles, size)]
    but_one = [(*tiles[:at], *tiles[at + 1 :]) for at in range(len(tiles))]
    return [*[(tile,) for tile in tiles if least == 1], *but_one, tiles]
