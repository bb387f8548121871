"""What may happen to the jokers on the table: section 2.4 of the rule book as a list of cases.

A joker may keep its face; or all tiles of its old set stay in one set, where it may change its face or is frozen; or it
is freed in exchange for tiles, and may then stand for anything. A case settles this for every joker: it is a setting,
and the demands that are still to be met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from game.solver.counts import LAST_NUMBER, Grid, cell_of, place_of
from game.solver.packed_sets import PackedSet
from game.solver.packing_problem import JokerLock, PackingLaws
from game.solver.setting import Place, Setting
from game.table.faces import COLOURS, JOKER, Face
from game.table.kinds import Kind


class JokerDemand(NamedTuple):
    """Jokers of one old set that must lie in one set, with two rack tiles (`company`) or the old set's tiles (`whole`).

    `home` is the index of the old set. The setting no longer holds the tiles of `whole` and the jokers. `rows` says for
    each joker what it must stand for in a run, None for anything; with `kind` None the set may be of either kind.
    """

    home: int
    jokers: tuple[int, ...]
    rows: tuple[int | None, ...]
    company: bool = False
    whole: tuple[Place, ...] = ()
    kind: Kind | None = None


class OldJoker(NamedTuple):
    """A joker of the table: its index, counted set by set, and the face it stands for."""

    which: int
    face: Face


class JokerFate(NamedTuple):
    """What happens to one set's jokers: kept, free (`wild`) or under demands; and the tiles to pay for free ones."""

    runs: tuple[OldJoker, ...] = ()
    groups: tuple[OldJoker, ...] = ()
    wild: int = 0
    demands: tuple[JokerDemand, ...] = ()
    payment: tuple[Place, ...] = ()


def joker_cases(
    setting: Setting, sets: Sequence[PackedSet], laws: PackingLaws
) -> Iterator[tuple[Setting, tuple[JokerDemand, ...]]]:
    """List the cases, those that keep jokers' faces first; `setting` does not count the table's jokers as free yet."""
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


def _fates(home: int, old: PackedSet, jokers: Sequence[OldJoker], laws: PackingLaws) -> list[JokerFate]:
    """List what may happen to the jokers of one old set."""
    naturals = tuple(cell_of(tile.face) for tile in old.tiles if tile.face != JOKER)
    found = []
    if laws.lock is JokerLock.FACE:
        found += [_kept_fate(old.kind, kept) for kept in _kept_faces(jokers, laws)]
    found += [
        fate
        for freed in range(1, len(jokers) + 1 if laws.frees else 1)
        for chosen in combinations(jokers, freed)
        for rest in _kept_faces([joker for joker in jokers if joker not in chosen], laws)
        for fate in _freed_fates(home, old, jokers, chosen, rest, laws)
    ]
    if laws.shift and (old.kind is Kind.RUN or len(naturals) == 1):
        found.append(_whole_fate(home, old, jokers, (), None if len(naturals) == 1 else old.kind))
    elif laws.lock is JokerLock.FROZEN:
        found += [_whole_fate(home, old, jokers, kept, old.kind) for kept in _kept_faces(jokers, laws)]
    return found


def _kept_faces(jokers: Sequence[OldJoker], laws: PackingLaws) -> Iterator[tuple[OldJoker, ...]]:
    """Yield what kept jokers may stand for: where a one may follow the thirteen, a run's one at either end."""
    yield from product(*(_at_both_ends(joker) if laws.one_after_13 else (joker,) for joker in jokers))


def _at_both_ends(joker: OldJoker) -> tuple[OldJoker, ...]:
    """Return a joker, and if it stands for a one of a run, also as the one at the other end."""
    colour, number = joker.face.colour, joker.face.number
    if colour is None or number not in {1, LAST_NUMBER + 1}:
        return (joker,)
    return joker, joker._replace(face=Face(colour, LAST_NUMBER + 2 - number))


def _whole_fate(
    home: int, old: PackedSet, jokers: Sequence[OldJoker], still: Sequence[OldJoker], kind: Kind | None
) -> JokerFate:
    """Keep all tiles of an old set in one set; the jokers in `still` keep what they stand for."""
    which = tuple(joker.which for joker in jokers)
    told = {joker.which: joker.face.number - 1 for joker in still if old.kind is Kind.RUN}
    rows = tuple(told.get(joker.which) for joker in jokers)
    naturals = tuple(cell_of(tile.face) for tile in old.tiles if tile.face != JOKER)
    return JokerFate(demands=(JokerDemand(home, which, rows, whole=naturals, kind=kind),))


def _kept_fate(kind: Kind, jokers: Sequence[OldJoker]) -> JokerFate:
    return JokerFate(runs=tuple(jokers)) if kind is Kind.RUN else JokerFate(groups=tuple(jokers))


def _freed_fates(
    home: int,
    old: PackedSet,
    jokers: Sequence[OldJoker],
    chosen: Sequence[OldJoker],
    rest: Sequence[OldJoker],
    laws: PackingLaws,
) -> Iterator[JokerFate]:
    """Free the chosen jokers of a set, in every way to pay for them; the rest are kept.

    If a kept joker freezes its set, the freed ones stay in it and may only move along the run.
    """
    if rest and laws.lock is JokerLock.FROZEN:
        frozen = _whole_fate(home, old, jokers, rest, old.kind).demands[0]
        free = JokerFate(demands=(frozen._replace(company=laws.company),))
    elif laws.company:
        demands = tuple(JokerDemand(home, (joker.which,), (None,), company=True) for joker in chosen)
        free = _kept_fate(old.kind, rest)._replace(demands=demands)
    else:
        free = _kept_fate(old.kind, rest)._replace(wild=len(chosen))
    if old.kind is Kind.RUN:
        yield free._replace(payment=tuple(cell_of(joker.face) for joker in chosen))
        return
    there = [tile.face.colour for tile in old.tiles]
    row = chosen[0].face.number - 1
    missing = [(row, colour) for colour, name in enumerate(COLOURS) if name not in there]
    completing = 0 if laws.company or len(old.tiles) > 3 else 1
    for payment in combinations(missing, len(chosen) + completing):
        yield free._replace(payment=payment)


def _apply(setting: Setting, fates: Sequence[JokerFate], old_table: Grid | None) -> Setting | None:
    """Bind kept jokers, free the wild ones and pay, also with tiles of `old_table`; None if that cannot be paid."""
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
            paying = setting.pay_with(place)
            if paying is None:
                return None
            setting = paying
    return setting
