"""From deeds to sets: groups are dealt, runs woven number by number, and jokers to spare find a place at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.bots.counts import FACES, LAST
from game.bots.groupings import deal_groups, group_count
from game.bots.open_runs import RunStep
from game.bots.packed_sets import PLAIN, PackedSet, Placed
from game.bots.passages import Passage
from game.table.faces import JOKER, Face
from game.table.kinds import Kind


class Block(NamedTuple):
    """A run laid down beforehand, which the search sees only as a place where runs may end and go on.

    `colour` is an index into COLOURS, `first` the row (number - 1) it begins at. No run may end and go on at a
    `closed` one.
    """

    colour: int
    first: int
    tiles: tuple[Placed, ...]
    closed: bool = False

    @property
    def after(self) -> int:
        """The row just behind the block."""
        return self.first + len(self.tiles)

    def room(self, last: int) -> int:
        """Count the free jokers that can lengthen a closed block, where runs end at number `last`."""
        wild_first = self.first > 0 or self.tiles[0].face == JOKER
        wild_last = self.after < last or self.tiles[-1].face == JOKER
        return self.first + last - self.after - (last > LAST and wild_first and wild_last)


class Bound(NamedTuple):
    """The homes of jokers that keep what they stand for: by (row, colour) in runs, by row in groups."""

    runs: Mapping[tuple[int, int], tuple[int, ...]]
    groups: Mapping[int, tuple[int, ...]]


UNBOUND = Bound({}, {})


class _Thread:
    """A run being woven; the places from `kept` up to `until` must stay in one set."""

    __slots__ = ("kept", "tiles", "until")

    def __init__(self, tiles: list[Placed], kept: int = 0, until: int = 0) -> None:
        self.tiles = tiles
        self.kept = kept
        self.until = until


class _Loom:
    """The runs of one colour: those with one tile, with two, the complete ones, and the finished ones."""

    __slots__ = ("done", "ones", "twos", "whole")

    def __init__(self) -> None:
        self.ones: list[_Thread] = []
        self.twos: list[_Thread] = []
        self.whole: list[_Thread] = []
        self.done: list[_Thread] = []


def weave(deeds: Sequence[Passage], bound: Bound, blocks: Sequence[Block], spare: int) -> tuple[list[PackedSet], int]:
    """Make the sets that the deeds tell of, with `spare` free jokers added; also count those that found no room."""
    by_colour = zip(*(deed.runs for deed in deeds), strict=True)
    threads = [thread for colour, steps in enumerate(by_colour) for thread in _runs(steps, bound, blocks, colour)]
    runs_have_room = threads and not any(block.closed for block in blocks)
    extra = [0] * len(deeds) if runs_have_room else _room_in_groups(deeds, bound, spare)
    spare -= sum(extra)
    while spare and _lengthen_some(threads, len(deeds)):
        spare -= 1
    threads += [_cut(thread) for thread in threads if _has_twin_ends(thread.tiles)]
    sets = [PackedSet(Kind.RUN, tuple(thread.tiles)) for thread in threads]
    for row, deed in enumerate(deeds):
        if any(deed.grouping.taken):
            sets += _groups(row, deed, bound.groups.get(row, ()), deed.grouping.jokers + extra[row])
    return sets, spare


def _runs(steps: Sequence[RunStep], bound: Bound, blocks: Sequence[Block], colour: int) -> list[_Thread]:
    """Weave the runs of one colour, given its steps at all numbers."""
    loom = _Loom()
    waiting = [(block, _Thread(list(block.tiles), 0, len(block.tiles))) for block in blocks if block.colour == colour]
    for row, step in enumerate(steps):
        if waiting:
            loom.whole += [thread for block, thread in waiting if block.after == row and not block.closed]
            beginning = [thread for block, thread in waiting if block.first == row and not block.closed]
            for length, thread in zip(step.taken_in, beginning, strict=False):
                _take_in(thread, (loom.ones if length == 1 else loom.twos).pop())
        if step.ran:
            _pass(loom, step, _supply(step, row, colour, bound.runs.get((row, colour), ())))
        elif loom.whole:
            loom.done += loom.whole
            loom.whole = []
    last = [thread for block, thread in waiting if block.after == len(steps) or block.closed]
    return loom.done + loom.whole + last


def _take_in(thread: _Thread, short: _Thread) -> None:
    """Put a short run before a block that begins just behind it."""
    thread.tiles[:0] = short.tiles
    thread.kept += len(short.tiles)
    thread.until += len(short.tiles)


def _supply(step: RunStep, row: int, colour: int, homes: tuple[int, ...]) -> list[Placed]:
    """List the tiles that go into runs at one number: free jokers, jokers bound to the face, then plain tiles."""
    tiles, plain = step.fed + step.carried + step.started, PLAIN[row][colour]
    if tiles == 1 and not step.jokers and not homes:
        return [plain]
    free = [Placed(JOKER, FACES[row][colour])] * step.jokers
    bound = [Placed(JOKER, FACES[row][colour], home) for home in homes]
    return [*free, *bound, *[plain] * (tiles - len(free) - len(bound))]


def _pass(loom: _Loom, step: RunStep, supply: list[Placed]) -> None:
    """Give the tiles of one number to the runs; jokers first bridge, then feed, then start."""
    if step.carried == len(supply) and not step.bridged:
        for thread, tile in zip(loom.whole, supply, strict=False):
            thread.tiles.append(tile)
        loom.done += loom.whole[step.carried :]
        del loom.whole[step.carried :]
        return
    carried, closed = loom.whole[: step.carried], loom.whole[step.carried :]
    bridged, going_on = carried[: step.bridged], carried[step.bridged :]
    started = [_Thread([]) for _ in range(step.started)]
    for thread, tile in zip([*bridged, *loom.ones, *loom.twos, *going_on, *started], supply, strict=True):
        thread.tiles.append(tile)
    loom.done += closed
    loom.ones, loom.twos, loom.whole = started, loom.ones + bridged, loom.twos + going_on


def _room_in_groups(deeds: Sequence[Passage], bound: Bound, spare: int) -> list[int]:
    """Say how many of the spare jokers the groups of each number take; two at once where one alone finds no room."""
    extra = [0] * len(deeds)
    for more in (2, 1, 1):
        for row, deed in enumerate(deeds):
            jokers = deed.grouping.jokers + len(bound.groups.get(row, ())) + extra[row] + more
            if sum(extra) + more <= spare and any(deed.grouping.taken) and group_count(deed.grouping.taken, jokers) > 0:
                extra[row] += more
    return extra


def _groups(row: int, deed: Passage, homes: tuple[int, ...], free: int) -> list[PackedSet]:
    """Deal the groups of one number."""
    any_colour = Face(None, row + 1)
    jokers = [Placed(JOKER, any_colour, home) for home in homes] + [Placed(JOKER, any_colour)] * free
    return [
        PackedSet(Kind.GROUP, tuple(jokers.pop() if colour < 0 else PLAIN[row][colour] for colour in group))
        for group in deal_groups(deed.grouping.taken, len(jokers))
    ]


def _lengthen_some(threads: list[_Thread], last: int) -> bool:
    """Add a free joker at an end of a run; when none has room, cut one and lengthen its upper part."""
    for thread in threads:
        if _lengthen(thread, last):
            return True
    for thread in threads:
        if _cuts(thread):
            threads.append(_cut(thread))
            return _lengthen(threads[-1], last)
    return False


def _lengthen(thread: _Thread, last: int) -> bool:
    """Add a free joker behind a run or before it, where it may lie."""
    first, colour = thread.tiles[0].stands_for.number, thread.tiles[0].stands_for.colour
    after = first + len(thread.tiles)
    if after <= last:
        longer = [*thread.tiles, Placed(JOKER, Face(colour, after))]
        if not _has_twin_ends(longer):
            thread.tiles = longer
            return True
    if first > 1:
        longer = [Placed(JOKER, Face(colour, first - 1)), *thread.tiles]
        if not _has_twin_ends(longer):
            thread.tiles = longer
            thread.kept += 1
            thread.until += 1
            return True
    return False


def _has_twin_ends(tiles: Sequence[Placed]) -> bool:
    """Tell whether both ends of a run are jokers that stand for a one, which no set may have."""
    return len(tiles) > LAST and tiles[0].face == tiles[-1].face == JOKER


def _cuts(thread: _Thread) -> list[int]:
    """List where a run can be cut into two."""
    return [cut for cut in range(3, len(thread.tiles) - 2) if not thread.kept < cut < thread.until]


def _cut(thread: _Thread) -> _Thread:
    """Cut a run, and return its upper part."""
    cut = _cuts(thread)[0]
    upper = _Thread(thread.tiles[cut:], max(thread.kept - cut, 0), max(thread.until - cut, 0))
    del thread.tiles[cut:]
    return upper
