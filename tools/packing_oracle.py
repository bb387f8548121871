"""An independent oracle for the packing solver: the rules written again from the rule book, slow and simple.

Tiles are numbered; a set is a kind and pairs of (tile, face it stands for). Every play is tried, so tiles must be few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from game.table.faces import COLOURS, JOKER, Face

Meant = tuple[int, Face]
Freed = tuple[int, Face, "Laid"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A set: a run low to high, or a group; jokers in a group stand for `Face(None, number)`."""

    run: bool
    tiles: tuple[Meant, ...]

    @property
    def ids(self) -> frozenset[int]:
        """The tiles of the set."""
        return frozenset(tile for tile, _face in self.tiles)


@dataclass(frozen=True, slots=True)
class JokerLaw:
    """Section 2.4 as options: lock is face, frozen or free."""

    lock: str
    shift: bool
    from_table: bool
    company: bool


def printed(face: Face) -> Face:
    """Decision D20: return what is printed on the tile that lies at a place; after the thirteen a one."""
    return Face(face.colour, 1) if face.number == 14 else face


def is_set(faces: Mapping[int, Face], laid: Laid, last: int = 13) -> bool:
    """Section 2.1: tell whether a set is valid, where runs go up to `last`."""
    meant = [face for _tile, face in laid.tiles]
    wild = [faces[tile] == JOKER for tile, _face in laid.tiles]
    if any(
        not is_wild and faces[tile] != printed(face) for (tile, face), is_wild in zip(laid.tiles, wild, strict=True)
    ):
        return False
    if all(wild) or len(meant) < 3 or len(laid.ids) < len(meant):
        return False
    if laid.run:
        first = meant[0]
        if wild[0] and wild[-1] and printed(first) == printed(meant[-1]):
            return False
        return all(
            face.colour is first.colour is not None and face.number == first.number + step and 1 <= face.number <= last
            for step, face in enumerate(meant)
        )
    colours = [face.colour for face, is_wild in zip(meant, wild, strict=True) if not is_wild]
    return len(meant) <= 4 and len({face.number for face in meant}) == 1 and len(set(colours)) == len(colours)


def partitions(
    faces: Mapping[int, Face], tiles: frozenset[int], last: int, known: dict[tuple[int, ...], bool] | None = None
) -> Iterator[tuple[Laid, ...]]:
    """List every way to make sets of all these tiles, lowest tiles first; `known` is what `divides` remembers."""
    known = {} if known is None else known
    naturals = sorted((tile for tile in tiles if faces[tile] != JOKER), key=lambda tile: (faces[tile].number, tile))
    if not naturals:
        if not tiles:
            yield ()
        return
    for laid in _sets_with(faces, tiles, naturals[0], last):
        if divides(faces, tiles - laid.ids, known, last):
            for rest in partitions(faces, tiles - laid.ids, last, known):
                yield (laid, *rest)


def _sets_with(faces: Mapping[int, Face], tiles: frozenset[int], lowest: int, last: int) -> Iterator[Laid]:
    """List the sets that hold a tile, which is a lowest numbered one."""
    face = faces[lowest]
    jokers = sorted(tile for tile in tiles if faces[tile] == JOKER)
    others = [tile for tile in sorted(tiles) if faces[tile].number == face.number and faces[tile] != face]
    for wilds in range(min(len(jokers), 3) + 1):
        for size in range(max(3 - wilds - 1, 0), 4 - wilds):
            for chosen in combinations(others, size):
                for along in combinations(jokers, wilds):
                    laid = Laid(
                        run=False,
                        tiles=(
                            (lowest, face),
                            *((tile, faces[tile]) for tile in chosen),
                            *((tile, Face(None, face.number)) for tile in along),
                        ),
                    )
                    if is_set(faces, laid):
                        yield laid
    highest = last if face.number == 1 and last == 14 else face.number
    for first in range(max(1, face.number - len(jokers)), highest + 1):
        for chosen in _sequences(faces, tiles, lowest, first, last):
            numbers = range(first, first + len(chosen))
            meant = [Face(face.colour, number) for number in numbers]
            laid = Laid(run=True, tiles=tuple(zip(chosen, meant, strict=True)))
            if lowest in chosen and is_set(faces, laid, last):
                yield laid


def _sequences(
    faces: Mapping[int, Face], tiles: frozenset[int], lowest: int, first: int, last: int
) -> Iterator[tuple[int, ...]]:
    """List the tiles that can follow one another upwards from a number, jokers among them, in any length."""
    growing: list[tuple[int, ...]] = [()]
    for number in range(first, last + 1):
        want = printed(Face(faces[lowest].colour, number))
        only = want == faces[lowest] and not (last == 14 and want.number == 1)
        fits = [lowest] if only else [tile for tile in sorted(tiles) if faces[tile] in (want, JOKER)]
        growing = [(*before, tile) for before in growing for tile in fits if tile not in before]
        yield from growing


def joker_fault(
    faces: Mapping[int, Face], law: JokerLaw, old: Sequence[Laid], shown: frozenset[int], new: Sequence[Laid]
) -> str | None:
    """Section 2.4: return why the joker law forbids a play, or None."""
    if law.lock == "free":
        return None
    jokers = [(tile, face, before) for before in old for tile, face in before.tiles if faces[tile] == JOKER]
    freed = [one for one in jokers if not _kept(law, *one, new)]
    if not freed:
        return None
    slots = _slots(faces, law, freed)
    payers = shown | frozenset(tile for before in old for tile in before.ids if law.from_table)
    if any(
        not law.company or _in_company(paid, freed, shown, new)
        for paid in product(*([one for one in payers if faces[one] in wanted] for wanted, _ids in slots))
        if _pays(faces, slots, paid)
    ):
        return None
    return "a freed joker is not paid for, or lies without company"


def _kept(law: JokerLaw, tile: int, face: Face, before: Laid, new: Sequence[Laid]) -> bool:
    """Return whether nothing is to be paid for a joker: decision D56 frees it where its frozen set is taken apart."""
    after = next(laid for laid in new if tile in laid.ids)
    same = after.run == before.run and printed(dict(after.tiles)[tile]) == printed(face)
    whole = before.ids <= after.ids
    return (same and (whole or law.lock != "frozen")) or (law.shift and whole)


def _slots(faces: Mapping[int, Face], law: JokerLaw, freed: Sequence[Freed]) -> list[tuple[list[Face], frozenset[int]]]:
    """Return the payments due: the accepted faces, and the old set, whose payments must all differ."""
    slots = []
    for _tile, face, before in freed:
        there = {faces[tile].colour for tile in before.ids}
        missing = [Face(colour, face.number) for colour in COLOURS if colour not in there]
        slots.append(([printed(face)] if before.run else missing, before.ids))
        unlike = [ids for _wanted, ids in slots if ids == before.ids]
        if not law.company and not before.run and len(before.ids) == 3 and len(unlike) == 1:
            slots.append((missing, before.ids))
    return slots


def _pays(faces: Mapping[int, Face], slots: Sequence[tuple[list[Face], frozenset[int]]], paid: Sequence[int]) -> bool:
    """Return whether no tile is used twice, and no face twice for one old set."""
    owed = [(faces[tile], ids) for tile, (_wanted, ids) in zip(paid, slots, strict=True)]
    return len(set(paid)) == len(paid) and len(set(owed)) == len(owed)


def _in_company(paid: Sequence[int], freed: Sequence[Freed], shown: frozenset[int], new: Sequence[Laid]) -> bool:
    """Return whether each freed joker is in a set with two shown tiles that pay for no joker."""
    sets = [next(laid for laid in new if joker in laid.ids) for joker, _face, _before in freed]
    return all(len((laid.ids & shown) - set(paid)) >= 2 for laid in sets)


def opening_sum(shown: frozenset[int], new: Sequence[Laid]) -> int:
    """Section 2.3: return the sum of the numbers that the melded tiles stand for."""
    return sum(printed(face).number for laid in new for tile, face in laid.tiles if tile in shown)


@dataclass(frozen=True, slots=True)
class Question:
    """A small problem: tiles of the table and the rack by id, the old sets (none: loose tiles), and the laws."""

    faces: Mapping[int, Face]
    table: frozenset[int]
    rack: frozenset[int]
    old: tuple[Laid, ...] = ()
    law: JokerLaw = JokerLaw("free", shift=False, from_table=False, company=False)
    opening: int = 0
    own_sets_only: bool = False
    last: int = 13
    must: tuple[Face, ...] = ()


def worth(faces: Mapping[int, Face], shown: Iterable[int], objective: str) -> tuple[int, int]:
    """Return the worth of melding these tiles."""
    points = sum(30 if faces[tile] == JOKER else faces[tile].number for tile in shown)
    tiles = len(list(shown))
    return {"tiles": (tiles, 0), "points": (points, 0), "tiles+points": (tiles, points)}[objective]


def best_by_trying(question: Question, objective: str) -> tuple[int, int] | None:
    """Return the best play's worth by trying all, best first; None if there is none, not even melding nothing."""
    known: dict[tuple[int, ...], bool] = {}
    rack = sorted(question.rack, key=lambda tile: question.faces[tile].code)
    parts = {
        tuple(question.faces[tile] for tile in chosen): frozenset(chosen)
        for size in range(len(rack) + 1)
        for chosen in combinations(rack, size)
    }
    plays = [(worth(question.faces, chosen, objective), sorted(chosen)) for chosen in parts.values()]
    for value, chosen in sorted(plays, reverse=True):
        if _holds(question, chosen) and _can_be_laid(question, frozenset(chosen), known):
            return value
    return None


def _holds(question: Question, chosen: Iterable[int]) -> bool:
    """Return whether what must be laid is part of this."""
    lacking = Counter(question.must)
    lacking.subtract(question.faces[tile] for tile in chosen)
    return max(lacking.values(), default=0) <= 0


def divides(
    faces: Mapping[int, Face], tiles: frozenset[int], known: dict[tuple[int, ...], bool], last: int = 13
) -> bool:
    """Return whether some partition into sets exists; `known` remembers the answers by the faces left."""
    key = tuple(sorted(faces[tile].code for tile in tiles))
    if key not in known:
        naturals = [tile for tile in tiles if faces[tile] != JOKER]
        lowest = min(naturals, key=lambda tile: (faces[tile].number, faces[tile].code, tile), default=None)
        known[key] = not tiles or (
            lowest is not None
            and any(
                divides(faces, tiles - laid.ids, known, last)
                for laid in _sets_with(faces, _without_twins(faces, tiles, last), lowest, last)
            )
        )
    return known[key]


def _without_twins(faces: Mapping[int, Face], tiles: frozenset[int], last: int) -> frozenset[int]:
    """Keep one tile of each numbered face, and all jokers; and both ones where a run can have them."""
    lowest = {faces[tile]: tile for tile in sorted(tiles, reverse=True)}
    several = (0, 1) if last == 14 else (0,)
    return frozenset(tile for tile in tiles if faces[tile].number in several or lowest[faces[tile]] == tile)


def _can_be_laid(question: Question, shown: frozenset[int], known: dict[tuple[int, ...], bool]) -> bool:
    faces, tiles = question.faces, shown if question.own_sets_only else question.table | shown
    most = sum(13 if faces[tile] == JOKER else faces[tile].number for tile in shown)
    if most < question.opening or not divides(faces, tiles, known, question.last):
        return False
    if question.law.lock == "free" and not question.opening:
        return True
    return any(
        opening_sum(shown, new) >= question.opening
        and (question.own_sets_only or joker_fault(faces, question.law, question.old, shown, new) is None)
        for new in partitions(faces, tiles, question.last, known)
    )
