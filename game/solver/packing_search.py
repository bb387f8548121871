"""The search: goes up the numbers, cheapest way first, until the first way reaches the end; or depth first.

A node is a number and a state of the open runs (see `open_runs`). A way to pass a number costs the rack tiles it leaves
over. Open nodes are kept in one stack for each cost; the cheapest stack is emptied first, its newest node first, so
among equal costs the search goes straight to the end, and the first end reached is the best. A state that is reached
again at the same or a higher cost is dropped: what follows depends on the state alone. Ways that spend a free joker at
a number come after all ways without it. In a long search nodes are ordered by a lower bound of their final cost (see
`outlook`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from game.solver.columns import (
    AGAIN_SHIFT,
    ROOMY,
    RUNS_MASK,
    SPENT_SHIFT,
    STATE_BITS,
    TAKES_ONE,
    TAKES_TWO,
    Step,
    column_steps,
)
from game.solver.counts import SECOND_ONE
from game.solver.outlook import Outlook
from game.solver.packing_board import PackingBoard

Trail = tuple[int, ...]
Layers = list[dict[int, int]]
Steps = Sequence[Step]

# An open node is one integer, smaller than a tuple: the state, the number (4 bits), and how many free jokers to spend
# at the next number (2 bits).
JOKER_BITS, NODE_BITS = 2, 6
JOKER_MASK, NUMBER_MASK = 3, 15

NODES_PER_BREATHE = 64  # nodes between two calls of `breathe`, which may make a system call
OUTLOOK_AFTER_NODES = 100  # nodes that take about as long as computing an outlook


class FoundWay(NamedTuple):
    """A way to the end: its cost, and the states before the first number and after each number."""

    cost: int
    trail: Trail


class OutOfNodes(Exception):  # noqa: N818 - no error: the best answer so far stands
    """The node limit was reached before the search ended."""


class NodeMeter:
    """Counts nodes against an allowance (None for no limit), and calls `breathe` every `NODES_PER_BREATHE` nodes.

    An exception that `breathe` raises ends the search. When `nodes` reaches `pause`, the search calls `pause_search`.
    """

    __slots__ = ("_allowance", "_breathe", "nodes", "pause")

    def __init__(self, allowance: int | None = None, breathe: Callable[[], None] | None = None) -> None:
        self._allowance = allowance
        self._breathe = breathe
        self.nodes = 0
        self.pause = 0

    def pause_search(self) -> None:
        """Call `breathe` and set the next pause; raise OutOfNodes if the allowance is spent."""
        if self.nodes == self._allowance:
            raise OutOfNodes
        if self._breathe is not None:
            self._breathe()
        self.pause = self.nodes + NODES_PER_BREATHE
        if self._allowance is not None:
            self.pause = min(self.pause, self._allowance)


class _Waiting:
    """The open nodes, in a stack for each cost."""

    __slots__ = ("_costs", "_stacks")

    def __init__(self, nodes: list[int]) -> None:
        self._costs = [0]
        self._stacks = {0: nodes}

    def put(self, cost: int, node: int) -> None:
        """Add an open node."""
        if cost in self._stacks:
            self._stacks[cost].append(node)
        else:
            self._stacks[cost] = [node]
            heappush(self._costs, cost)

    def cheapest(self) -> Iterator[tuple[int, int]]:
        """Remove and yield nodes with their lower bounds, the cheapest stack first."""
        while self._costs:
            cost = heappop(self._costs)
            stack = self._stacks[cost]
            while stack:
                yield cost, stack.pop()
            del self._stacks[cost]


def best_way(board: PackingBoard, below: int, meter: NodeMeter) -> FoundWay | None:
    """Find the cheapest way that costs less than `below`; None if there is none."""
    starts, reached, came_from = _start(board)
    last, end = len(board.columns), len(board.columns) + 1
    waiting = _Waiting([state << NODE_BITS for state in starts])
    patience = meter.nodes + OUTLOOK_AFTER_NODES
    outlook: Outlook | None = None
    for least, node in waiting.cheapest():
        number, state = node >> JOKER_BITS & NUMBER_MASK, node >> NODE_BITS
        cost = reached[number][state]
        at_least = cost + outlook.least(number, state) if outlook and number < last else cost
        if at_least != least:  # less: a cheaper way was followed meanwhile; more: the outlook is new
            if least < at_least < below:
                waiting.put(at_least, node)
            continue
        if number == end:
            return FoundWay(cost, _trail(came_from, state))
        if meter.nodes == meter.pause:
            meter.pause_search()
        meter.nodes += 1
        if meter.nodes == patience and board.again is None:
            outlook = Outlook(board)
        if board.jokers and number < last and _could_spend_more(board, state, node & JOKER_MASK):
            waiting.put(least, node + 1)
        known, parents = reached[number + 1], came_from[number + 1]
        mark = number + 1 << JOKER_BITS
        kept, steps, price = _next_steps(board, number, state, node & JOKER_MASK)
        for step, left_over in steps:
            after, total = kept | step, cost + left_over * price
            if total < below and total < known.get(after, below):
                known[after] = total
                parents[after] = state
                waiting.put(max(total, least), after << NODE_BITS | mark)
    return None


def depth_first_way(board: PackingBoard, below: int, meter: NodeMeter, *, counted: bool) -> FoundWay | None:
    """Find ever better ways until all are tried or the allowance is spent, and return the best.

    Unless `counted`, nodes count only after the first way is found.
    """
    starts, reached, came_from = _start(board)
    last, end = len(board.columns), len(board.columns) + 1
    stack = [(0, state, 0, 0) for state in starts]
    best: FoundWay | None = None
    while stack:
        number, state, jokers, cost = stack.pop()
        if cost >= below or reached[number][state] < cost:
            continue
        if number == end:
            best, below = FoundWay(cost, _trail(came_from, state)), cost
            continue
        if counted or best is not None:
            try:
                if meter.nodes == meter.pause:
                    meter.pause_search()
            except OutOfNodes:
                break
            meter.nodes += 1
        if number < last and _could_spend_more(board, state, jokers):
            stack.append((number, state, jokers + 1, cost))
        known, parents = reached[number + 1], came_from[number + 1]
        kept, steps, price = _next_steps(board, number, state, jokers)
        for step, left_over in steps:
            after, total = kept | step, cost + left_over * price
            if total < below and total < known.get(after, below):
                known[after] = total
                parents[after] = state
                stack.append((number + 1, after, 0, total))
    return best


def _start(board: PackingBoard) -> tuple[list[int], Layers, Layers]:
    """Make the initial data of a search.

    These are the start states, the most promising last; and for each number the costs of the states reached, and the
    states that came before them.
    """
    starts = [board.marks | kept << AGAIN_SHIFT for kept in board.again or (0,)]
    layers = range(len(board.columns) + 2)
    reached: Layers = [{} for _ in layers]
    reached[0] = dict.fromkeys(starts, 0)
    return starts, reached, [{} for _ in layers]


def _could_spend_more(board: PackingBoard, state: int, jokers: int) -> bool:
    """Return whether the next number can be passed with one more than `jokers` free jokers."""
    return jokers < board.jokers - (state >> SPENT_SHIFT & 3)


def _next_steps(board: PackingBoard, number: int, state: int, jokers: int) -> tuple[int, Steps, int]:
    """Return the steps that pass the next number with `jokers` free jokers.

    That is: the bits of the state to keep, the steps (bits to set, tiles left over), the best last, and a tile's price.
    """
    if number == len(board.columns):
        return 0, _last_steps(board, state), board.joker_price
    kept = (state & ~RUNS_MASK) + (jokers << SPENT_SHIFT)
    column = board.columns[number] if board.again is None else board.column_in_state(number, state)
    steps: Steps = column_steps(column, state & RUNS_MASK, jokers)
    if state & ROOMY == TAKES_ONE:
        steps = [(after & RUNS_MASK | with_room_marks(state, after & ROOMY), left_over) for after, left_over in steps]
    if board.slack is not None:
        steps = list(_within_slack(board.slack, number + 1, kept, steps))
        kept = 0
    return kept, steps, board.price[number % SECOND_ONE]


def _within_slack(slack: int, number: int, kept: int, steps: Steps) -> Iterator[Step]:
    """Add the numbers of the tiles left over to those that the state has counted; drop steps beyond the slack."""
    ceiling = slack + 1 << STATE_BITS
    for after, left_over in steps:
        total = (kept | after) + (left_over * number << STATE_BITS)
        if total < ceiling:
            yield total, left_over


def with_room_marks(state: int, marks: int) -> int:
    """Merge room flags into a state: room for one joker in each means room for two."""
    had = state & ROOMY
    return had | marks | (TAKES_TWO if had & marks & TAKES_ONE else 0)


def _last_steps(board: PackingBoard, state: int) -> Steps:
    """Return the last step: the jokers without room are left over, if so many may stay in the rack."""
    left = jokers_left(board, state)
    return [] if left > board.optional else [(state, left)]


def jokers_left(board: PackingBoard, state: int) -> int:
    """Count the free jokers that fit into no set at the end of a way."""
    left = board.jokers - (state >> SPENT_SHIFT & 3)
    if left == 2:
        return 0 if state & TAKES_TWO else 1 if state & TAKES_ONE else 2
    return 0 if state & TAKES_ONE else left


def _trail(came_from: Layers, state: int) -> Trail:
    """Return the states of a way, followed back from its end; the last two layers hold the same state."""
    trail = []
    for before in reversed(came_from[1:]):
        state = before[state]
        trail.append(state)
    return tuple(reversed(trail))
