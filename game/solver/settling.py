"""Searches the cases of the joker laws for the cheapest play.

Every case is first packed as if its unsettled jokers were free. That is a lower bound of what the laws allow, so a case
whose bound is not below the best play is dropped, and the search of a case stops at a play that costs no more than its
bound. Settlings that leave the same tiles to pack are packed once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from game.solver.counts import LAST_NUMBER, SECOND_ONE
from game.solver.packed_sets import RACK_INDEX
from game.solver.packing_board import PackingBoard
from game.solver.packing_problem import NO_BOUND, Objective
from game.solver.packing_search import FoundWay, NodeMeter, best_way
from game.solver.setting import Setting, numbers_of
from game.table.faces import COLOURS

if TYPE_CHECKING:
    from game.solver.joker_fates import JokerDemand


MAX_REMEMBERED_BOARDS = 1 << 12  # remembered in one search


class FoundPlay(NamedTuple):
    """A way found, with its setting and its board."""

    setting: Setting
    board: PackingBoard
    found: FoundWay


class CaseSearch:
    """A search of cases for the best play, and the best one so far; `opening` is the sum a first play must reach."""

    __slots__ = ("_packed", "best", "meter", "objective", "opening")

    def __init__(self, objective: Objective, opening: int | None, meter: NodeMeter) -> None:
        self.objective: Final = objective
        self.opening: Final = opening
        self.meter: Final = meter
        self.best: FoundPlay | None = None
        self._packed: Final[set[Hashable]] = set()

    @property
    def below(self) -> int:
        """The cost that the next play must stay below."""
        return NO_BOUND if self.best is None else self.best.found.cost

    def search_case(self, setting: Setting, demands: Sequence[JokerDemand]) -> None:
        """Search one case for a cheaper play."""
        put_aside = [place for demand in demands for place in demand.whole]
        declares = self.opening is not None and setting.rack_jokers > 0
        free = setting.put_back(put_aside, sum(len(demand.jokers) for demand in demands))
        play = self.pack(free, once=not demands and not declares)
        if play is None:
            return
        if demands:
            for settled, left in _met_demands(setting, demands, opening=self.opening is not None):
                self.search_case(settled, left)
                if self.below <= play.found.cost:
                    return
        elif declares:
            for declared in _joker_meanings(setting):
                self.search_case(declared, ())
                if self.below <= play.found.cost:
                    return
        else:
            self.best = play

    def pack(self, setting: Setting, *, once: bool = False) -> FoundPlay | None:
        """Find the cheapest way through one setting, if it costs less than the best play.

        With `once`, a board that was packed before is skipped: it cannot be cheaper now.
        """
        board = self.board(setting)
        declined = setting.declined * self.objective.joker_price()
        if board is None or (once and self._was_packed(board, declined)):
            return None
        found = best_way(board, self.below - declined, self.meter)
        return None if found is None else FoundPlay(setting, board, found._replace(cost=found.cost + declined))

    def _was_packed(self, board: PackingBoard, declined: int) -> bool:
        """Return whether the same board was packed lately, and remember it."""
        key = board._replace(again=None), declined, None if board.again is None else tuple(board.again.items())
        if key in self._packed:
            return True
        if len(self._packed) == MAX_REMEMBERED_BOARDS:
            self._packed.clear()
        self._packed.add(key)
        return False

    def board(self, setting: Setting) -> PackingBoard | None:
        """Make the board of a setting; None if its rack cannot reach the opening."""
        slack = None
        if self.opening is not None:
            slack = setting.worth + numbers_of(setting.rack) + LAST_NUMBER * setting.rack_jokers - self.opening
            if slack < 0:
                return None
        return PackingBoard(
            columns=setting.columns(),
            jokers=setting.jokers,
            optional=setting.optional,
            price=self.objective.prices(),
            joker_price=self.objective.joker_price(),
            slack=slack,
            marks=setting.marks(),
            again=setting.again(),
        )


def _met_demands(
    setting: Setting, demands: Sequence[JokerDemand], *, opening: bool
) -> Iterator[tuple[Setting, Sequence[JokerDemand]]]:
    """Yield the settings that meet the first demand, alone or together with the second, and the demands left."""
    from game.solver.joker_places import ways_to_meet  # imported late: most tables have no bound jokers

    for settled in ways_to_meet(setting, demands[:1], opening=opening):
        yield settled, demands[1:]
    if len(demands) > 1:
        for settled in ways_to_meet(setting, demands, opening=opening):
            yield settled, ()


def _joker_meanings(setting: Setting) -> Iterator[Setting]:
    """Yield what a rack joker may stand for in an opening, high numbers first, then that it stays in the rack."""
    for row in reversed(range(LAST_NUMBER)):
        declared = setting.take_rack_joker(row + 1)
        if declared is not None:
            yield declared.bind_in_group(row, RACK_INDEX)
            for colour in range(len(COLOURS)):
                yield declared.bind_in_run((row, colour), RACK_INDEX)
    again = setting.take_rack_joker(1)
    if again is not None and setting.one_after_13:
        for colour in range(len(COLOURS)):
            yield again.bind_in_run((SECOND_ONE, colour), RACK_INDEX)
    left = setting.leave_rack_joker()
    if left is not None:
        yield left
