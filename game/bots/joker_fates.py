"""What may become of the jokers on the table: section 2.4 of the rule book as a list of cases.

A joker is kept for its face; or, with all of its old set in one set, it may stand for something else, or is frozen there;
or it is freed and paid for. A case says this of every joker: a setting, and demands that remain to be met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from game.bots.counts import Grid, cell_of
from game.bots.packed_sets import PackedSet
from game.bots.packing_problem import Laws, Lock
from game.bots.setting import Place, Setting
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind


@dataclass(frozen=True, slots=True)
class Demand:
    """Jokers of one old set that must lie in one set with company, or with all numbered tiles of the old set (`whole`).

    `still`: the rows that they must stand for in a run. `kind` None leaves the kind open.
    """

    home: int
    jokers: int
    whole: tuple[Place, ...] = ()
    kind: Kind | None = None
    still: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one set's jokers: bound in runs and groups, free (`wild`), or demanding; and what is to be paid."""

    home: int
    runs: tuple[Place, ...] = ()
    groups: tuple[int, ...] = ()
    wild: int = 0
    demands: tuple[Demand, ...] = ()
    payment: tuple[Place, ...] = ()


def cases(setting: Setting, sets: Sequence[PackedSet], laws: Laws) -> Iterator[tuple[Setting, tuple[Demand, ...]]]:
    """List the cases, all jokers kept first; the jokers of the table are not yet among the free ones of `setting`."""
    old_table = setting.table
    choices = [_fates(home, old, laws) for home, old in enumerate(sets) if _jokers(old)]
    for fates in product(*choices):
        settled = _apply(setting, fates, old_table if laws.from_table else None)
        if settled is not None:
            yield settled, tuple(demand for fate in fates for demand in fate.demands)


def _jokers(old: PackedSet) -> list[Face]:
    """List what the jokers of a set stand for."""
    return [tile.stands_for for tile in old.tiles if tile.face == JOKER]


def _fates(home: int, old: PackedSet, laws: Laws) -> list[Fate]:
    """List what may become of the jokers of one old set."""
    jokers = _jokers(old)
    naturals = tuple(cell_of(tile.face) for tile in old.tiles if tile.face != JOKER)
    found = []
    if laws.lock is Lock.FACE:
        found.append(_kept(home, old.kind, jokers))
    found += [
        fate
        for freed in range(1, len(jokers) + 1)
        if freed == len(jokers) or laws.lock is Lock.FACE
        for chosen in combinations(range(len(jokers)), freed)
        for fate in _freed(home, old, chosen, laws)
    ]
    moves = laws.shift and (old.kind is Kind.RUN or len(naturals) == 1)
    if moves or laws.lock is Lock.FROZEN:
        kind = None if laws.shift and len(naturals) == 1 else old.kind
        still = None if laws.shift or old.kind is Kind.GROUP else tuple(face.number - 1 for face in jokers)
        found.append(Fate(home, demands=(Demand(home, len(jokers), naturals, kind, still),)))
    return found


def _kept(home: int, kind: Kind, jokers: Sequence[Face]) -> Fate:
    if kind is Kind.RUN:
        return Fate(home, runs=tuple(cell_of(face) for face in jokers))
    return Fate(home, groups=tuple(face.number - 1 for face in jokers))


def _freed(home: int, old: PackedSet, chosen: tuple[int, ...], laws: Laws) -> Iterator[Fate]:
    """Free the chosen jokers of a set, in every way to pay for them; the others are kept."""
    jokers = _jokers(old)
    kept = _kept(home, old.kind, [face for place, face in enumerate(jokers) if place not in chosen])
    if laws.company:
        free = replace(kept, demands=tuple(Demand(home, 1) for _ in chosen))
    else:
        free = replace(kept, wild=len(chosen))
    if old.kind is Kind.RUN:
        yield replace(free, payment=tuple(cell_of(jokers[place]) for place in chosen))
        return
    row = jokers[0].number - 1
    there = [tile.face.colour for tile in old.tiles]
    missing = [(row, colour) for colour, name in enumerate(COLOURS) if name not in there]
    completing = 0 if laws.company or len(old.tiles) > 3 else 1
    for payment in combinations(missing, len(chosen) + completing):
        yield replace(free, payment=payment)


def _apply(setting: Setting, fates: Sequence[Fate], old_table: Grid | None) -> Setting | None:
    """Bind what is kept, free what is wild and pay; tiles of `old_table` pay too. None when something cannot be paid."""
    paid_by_table: list[Place] = []
    for fate in fates:
        for place in fate.runs:
            setting = setting.bind_in_run(place, fate.home)
        for row in fate.groups:
            setting = setting.bind_in_group(row, fate.home)
        setting = replace(setting, jokers=setting.jokers + fate.wild)
        for place in fate.payment:
            if old_table and old_table[place[0]][place[1]] > paid_by_table.count(place):
                paid_by_table.append(place)
                continue
            paying = setting.speak_for(place)
            if paying is None:
                return None
            setting = paying
    return setting
