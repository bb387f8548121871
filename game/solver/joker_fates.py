"""What may become of the jokers on the table: section 2.4 of the rule book as a list of cases.

A joker is kept for its face; or, with all of its old set in one set, it may stand for something else, or is frozen
there; or it is freed and paid for, whatever it stands for then. A case says this of every joker: a setting, and
demands that remain to be met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from game.solver.counts import LAST, Grid, cell_of, place_of
from game.solver.packed_sets import PackedSet
from game.solver.packing_problem import Lock, PackingLaws
from game.solver.setting import Place, Setting
from game.table.faces import COLOURS, JOKER, Face
from game.table.kinds import Kind


class Demand(NamedTuple):
    """Jokers of one old set that must lie in one set, with company or with all its numbered tiles (`whole`).

    The tiles of `whole` are put aside: the setting has neither them nor the jokers. `rows` says for each joker what it
    must stand for in a run, None being anything. `kind` None leaves the kind open.
    """

    home: int
    jokers: tuple[int, ...]
    rows: tuple[int | None, ...]
    company: bool = False
    whole: tuple[Place, ...] = ()
    kind: Kind | None = None


class OldJoker(NamedTuple):
    """A joker of the table: the how manieth it is, read set by set, and what it stands for."""

    which: int
    face: Face


class Fate(NamedTuple):
    """What becomes of one set's jokers: kept, free (`wild`) or demanding; and what is to be paid."""

    runs: tuple[OldJoker, ...] = ()
    groups: tuple[OldJoker, ...] = ()
    wild: int = 0
    demands: tuple[Demand, ...] = ()
    payment: tuple[Place, ...] = ()


def cases(
    setting: Setting, sets: Sequence[PackedSet], laws: PackingLaws
) -> Iterator[tuple[Setting, tuple[Demand, ...]]]:
    """List the cases, jokers kept for their faces first; those of the table are not yet among the free of `setting`."""
    choices = []
    which = 0
    for home, old in enumerate(sets):
        faces = [tile.stands_for for tile in old.tiles if tile.face == JOKER]
        if faces:
            choices.append(_fates(home, old, [OldJoker(which + place, face) for place, face in enumerate(faces)], laws))
            which += len(faces)
    for fates in product(*choices):
        settled = _apply(setting, fates, setting.table if laws.from_table else None)
        if settled is not None:
            yield settled, tuple(demand for fate in fates for demand in fate.demands)


def _fates(home: int, old: PackedSet, jokers: Sequence[OldJoker], laws: PackingLaws) -> list[Fate]:
    """List what may become of the jokers of one old set."""
    naturals = tuple(cell_of(tile.face) for tile in old.tiles if tile.face != JOKER)
    found = []
    if laws.lock is Lock.FACE:
        found += [_kept(old.kind, kept) for kept in _kept_faces(jokers, laws)]
    found += [
        fate
        for freed in range(1, len(jokers) + 1 if laws.frees else 1)
        for chosen in combinations(jokers, freed)
        for rest in _kept_faces([joker for joker in jokers if joker not in chosen], laws)
        for fate in _freed(home, old, jokers, chosen, rest, laws)
    ]
    if laws.shift and (old.kind is Kind.RUN or len(naturals) == 1):
        found.append(_whole(home, old, jokers, (), None if len(naturals) == 1 else old.kind))
    elif laws.lock is Lock.FROZEN:
        found += [_whole(home, old, jokers, kept, old.kind) for kept in _kept_faces(jokers, laws)]
    return found


def _kept_faces(jokers: Sequence[OldJoker], laws: PackingLaws) -> Iterator[tuple[OldJoker, ...]]:
    """List what kept jokers may stand for: a one may come to lie at the other end of a run, where that is played."""
    yield from product(*(_at_both_ends(joker) if laws.one_after_13 else (joker,) for joker in jokers))


def _at_both_ends(joker: OldJoker) -> tuple[OldJoker, ...]:
    """Return a joker, and if it stands for a one of a run, the same at the other end."""
    colour, number = joker.face.colour, joker.face.number
    if colour is None or number not in {1, LAST + 1}:
        return (joker,)
    return joker, joker._replace(face=Face(colour, LAST + 2 - number))


def _whole(home: int, old: PackedSet, jokers: Sequence[OldJoker], still: Sequence[OldJoker], kind: Kind | None) -> Fate:
    """Keep an old set whole in one set, the jokers `still` standing for what they stood for."""
    which = tuple(joker.which for joker in jokers)
    told = {joker.which: joker.face.number - 1 for joker in still if old.kind is Kind.RUN}
    rows = tuple(told.get(joker.which) for joker in jokers)
    naturals = tuple(cell_of(tile.face) for tile in old.tiles if tile.face != JOKER)
    return Fate(demands=(Demand(home, which, rows, whole=naturals, kind=kind),))


def _kept(kind: Kind, jokers: Sequence[OldJoker]) -> Fate:
    return Fate(runs=tuple(jokers)) if kind is Kind.RUN else Fate(groups=tuple(jokers))


def _freed(
    home: int,
    old: PackedSet,
    jokers: Sequence[OldJoker],
    chosen: Sequence[OldJoker],
    rest: Sequence[OldJoker],
    laws: PackingLaws,
) -> Iterator[Fate]:
    """Free the chosen jokers of a set, in every way to pay for them; the rest are kept.

    Where a kept joker freezes its set, the freed ones stay in it: they may only move along the run.
    """
    if rest and laws.lock is Lock.FROZEN:
        frozen = _whole(home, old, jokers, rest, old.kind).demands[0]
        free = Fate(demands=(frozen._replace(company=laws.company),))
    elif laws.company:
        demands = tuple(Demand(home, (joker.which,), (None,), company=True) for joker in chosen)
        free = _kept(old.kind, rest)._replace(demands=demands)
    else:
        free = _kept(old.kind, rest)._replace(wild=len(chosen))
    if old.kind is Kind.RUN:
        yield free._replace(payment=tuple(cell_of(joker.face) for joker in chosen))
        return
    there = [tile.face.colour for tile in old.tiles]
    row = chosen[0].face.number - 1
    missing = [(row, colour) for colour, name in enumerate(COLOURS) if name not in there]
    completing = 0 if laws.company or len(old.tiles) > 3 else 1
    for payment in combinations(missing, len(chosen) + completing):
        yield free._replace(payment=payment)


def _apply(setting: Setting, fates: Sequence[Fate], old_table: Grid | None) -> Setting | None:
    """Bind what is kept, free what is wild and pay, with `old_table` too; None when something cannot be paid."""
    paid_by_table: list[Place] = []
    for fate in fates:
        for joker in fate.runs:
            setting = setting.bind_in_run(place_of(joker.face), joker.which)
        for joker in fate.groups:
            setting = setting.bind_in_group(joker.face.number - 1, joker.which)
        setting = setting._replace(jokers=setting.jokers + fate.wild)
        for demand in fate.demands:
            setting = setting.without(demand.whole)
        for place in fate.payment:
            if old_table and old_table[place[0]][place[1]] > paid_by_table.count(place):
                paid_by_table.append(place)
                continue
            paying = setting.speak_for(place)
            if paying is None:
                return None
            setting = paying
    return setting
