"""Turns passages, which say what groups and runs do at each number, into sets.

It deals the groups, builds the runs number by number, and adds spare jokers at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from game.solver.counts import FACES, LAST_NUMBER
from game.solver.groupings import ColourCounts, deal_groups, group_count
from game.solver.open_runs import RunStep
from game.solver.packed_sets import PLAIN_TILES, PackedSet, Placed
from game.solver.passages import Passage
from game.table.faces import JOKER, Face
from game.table.kinds import Kind


class Block(NamedTuple):
    """A run fixed beforehand, which the search sees only as a place where runs may end and begin.

    `colour` is an index into COLOURS, `first` the row (number - 1) it begins at. No run may join a `closed` block.
    """

    colour: int
    first: int
    tiles: tuple[Placed, ...]
    closed: bool = False

    @property
    def after(self) -> int:
        """The row after the block."""
        return self.first + len(self.tiles)

    def room(self, last: int) -> int:
        """Count the free jokers that can lengthen a closed block if runs end at number `last`."""
        wild_first = self.first > 0 or self.tiles[0].face == JOKER
        wild_last = self.after < last or self.tiles[-1].face == JOKER
        return self.first + last - self.after - (last > LAST_NUMBER and wild_first and wild_last)


class BoundJokers(NamedTuple):
    """The homes of jokers that keep what they stand for, by (row, colour) in runs and by row in groups."""

    runs: Mapping[tuple[int, int], tuple[int, ...]]
    groups: Mapping[int, tuple[int, ...]]


NO_FIXED_JOKERS = BoundJokers({}, {})


class _Thread(list[Placed]):
    """A run being built; its places from `kept` up to `until` must stay in one set."""

    kept = 0
    until = 0


def weave_sets(
    passages: Sequence[Passage], bound: BoundJokers, blocks: Sequence[Block], spare: int
) -> tuple[list[PackedSet], int]:
    """Make the sets of these passages and add `spare` free jokers; also return how many of these do not fit."""
    by_colour = zip(*(passage.runs for passage in passages), strict=True)
    threads = [thread for colour, steps in enumerate(by_colour) for thread in _runs(steps, bound, blocks, colour)]
    runs_have_room = threads and not any(block.closed for block in blocks)
    extra = [0] * len(passages) if runs_have_room else _room_in_groups(passages, bound, spare)
    spare -= sum(extra)
    while spare and _lengthen_some(threads, len(passages)):
        spare -= 1
    threads += [_cut(thread) for thread in threads if _has_twin_ends(thread)]
    sets = [PackedSet(Kind.RUN, tuple(thread)) for thread in threads]
    for row, passage in enumerate(passages):
        if any(passage.grouping.taken):
            sets += _groups(row, passage, bound.groups.get(row, ()), passage.grouping.jokers + extra[row])
    return sets, spare


def _runs(steps: Sequence[RunStep], bound: BoundJokers, blocks: Sequence[Block], colour: int) -> list[_Thread]:
    """Build the runs of one colour from its steps at all numbers."""
    ones: list[_Thread] = []
    twos: list[_Thread] = []
    whole: list[_Thread] = []
    done: list[_Thread] = []
    waiting = [(block, _of_block(block)) for block in blocks if block.colour == colour]
    for row, step in enumerate(steps):
        if waiting:
            whole += [thread for block, thread in waiting if block.after == row and not block.closed]
            beginning = [thread for block, thread in waiting if block.first == row and not block.closed]
            for length, thread in zip(step.taken_in, beginning, strict=False):
                _take_in(thread, (ones if length == 1 else twos).pop())
        if not step.ran:
            done += whole
            whole = []
            continue
        done += whole[step.carried :]
        del whole[step.carried :]
        supply = _supply(step, row, colour, bound.runs)
        if step.carried == len(supply) and not step.bridged:
            for thread, tile in zip(whole, supply, strict=True):
                thread.append(tile)
            continue
        bridged, going_on = whole[: step.bridged], whole[step.bridged :]
        started = [_Thread() for _ in range(step.started)]
        for thread, tile in zip([*bridged, *ones, *twos, *going_on, *started], supply, strict=True):
            thread.append(tile)
        ones, twos, whole = started, ones + bridged, twos + going_on
    return done + whole + [thread for block, thread in waiting if block.after == len(steps) or block.closed]


def _of_block(block: Block) -> _Thread:
    """Begin a run with a block, which must not be cut."""
    thread = _Thread(block.tiles)
    thread.until = len(thread)
    return thread


def _take_in(thread: _Thread, short: _Thread) -> None:
    """Join a short run to the block that follows it."""
    thread[:0] = short
    thread.kept += len(short)
    thread.until += len(short)


def _supply(step: RunStep, row: int, colour: int, bound: Mapping[tuple[int, int], tuple[int, ...]]) -> list[Placed]:
    """List the tiles that go into runs at one number: free jokers, jokers bound to the face, then plain tiles."""
    supply = [PLAIN_TILES[row][colour]] * (step.fed + step.carried + step.started)
    homes = bound.get((row, colour), ()) if bound else ()
    if step.jokers or homes:
        jokers = [Placed(JOKER, FACES[row][colour], home) for home in (*[None] * step.jokers, *homes)]
        supply[: len(jokers)] = jokers
    return supply


def _room_in_groups(passages: Sequence[Passage], bound: BoundJokers, spare: int) -> list[int]:
    """Return how many spare jokers the groups of each number take; two at once where one alone does not fit."""
    extra = [0] * len(passages)
    for more in (2, 1, 1):
        for row, passage in enumerate(passages):
            taken = passage.grouping.taken
            jokers = passage.grouping.jokers + len(bound.groups.get(row, ())) + extra[row] + more
            if sum(extra) + more <= spare and any(taken) and group_count(taken, jokers) > 0:
                extra[row] += more
    return extra


def _groups(row: int, passage: Passage, homes: tuple[int, ...], free: int) -> Sequence[PackedSet]:
    """Deal the groups of one number."""
    if not homes and not free:
        return _plain_groups(row, passage.grouping.taken)
    any_colour = Face(None, row + 1)
    jokers = [Placed(JOKER, any_colour, home) for home in homes] + [Placed(JOKER, any_colour)] * free
    return [
        PackedSet(Kind.GROUP, tuple(jokers.pop() if colour < 0 else PLAIN_TILES[row][colour] for colour in group))
        for group in deal_groups(passage.grouping.taken, len(jokers))
    ]


@cache
def _plain_groups(row: int, taken: ColourCounts) -> tuple[PackedSet, ...]:
    """Deal groups without jokers, from the cache if possible."""
    return tuple(
        PackedSet(Kind.GROUP, tuple(PLAIN_TILES[row][colour] for colour in group)) for group in deal_groups(taken, 0)
    )


def _lengthen_some(threads: list[_Thread], last: int) -> bool:
    """Add a free joker at an end of a run; if none has room, cut a run and lengthen its upper part."""
    for thread in threads:
        if _lengthen(thread, last):
            return True
    for thread in threads:
        if _cuts(thread):
            threads.append(_cut(thread))
            return _lengthen(threads[-1], last)
    return False


def _lengthen(thread: _Thread, last: int) -> bool:
    """Add a free joker after a run, or before it if that is not allowed."""
    first, colour = thread[0].stands_for.number, thread[0].stands_for.colour
    after = first + len(thread)
    if after <= last:
        behind = Placed(JOKER, Face(colour, after))
        if not _has_twin_ends([*thread, behind]):
            thread.append(behind)
            return True
    if first > 1:
        before = Placed(JOKER, Face(colour, first - 1))
        if not _has_twin_ends([before, *thread]):
            _take_in(thread, _Thread([before]))
            return True
    return False


def _has_twin_ends(tiles: Sequence[Placed]) -> bool:
    """Return whether both ends of a run are jokers that stand for a one, which no set may have."""
    return len(tiles) > LAST_NUMBER and tiles[0].face == tiles[-1].face == JOKER


def _cuts(thread: _Thread) -> list[int]:
    """List where a run can be cut into two."""
    return [cut for cut in range(3, len(thread) - 2) if not thread.kept < cut < thread.until]


def _cut(thread: _Thread) -> _Thread:
    """Cut a run, and return its upper part."""
    cut = _cuts(thread)[0]
    upper = _Thread(thread[cut:])
    upper.kept, upper.until = max(thread.kept - cut, 0), max(thread.until - cut, 0)
    del thread[cut:]
    return upper
