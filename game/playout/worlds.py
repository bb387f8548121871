"""The door for bots: whole-turn plans for a seat that sees only its View, and what they are worth.

Laws: what the View hides is dealt anew for each seed, the same for every plan; the same view, policies, plan and seed
give the same worth on every machine, compiled or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from game.playout import dead_hand, open_table
from game.playout.dead_hand import core as dead_hand_core
from game.playout.dead_hand import view as dead_hand_view
from game.playout.native import compiled
from game.playout.open_table import core as open_table_core
from game.playout.open_table import view as open_table_view
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.table.moves import Move
from game.table.view import View

Plan = tuple[int, ...]
Policy = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FamilyCore:
    """A family's core: in plain Python, compiled where it is, with its way in and out and its usual policy."""

    plain: ModuleType
    compiled: ModuleType | None
    round_of: Callable[[View], Any]
    move_of: Callable[[View, Sequence[int]], Move]
    usual: Policy


CORES: Mapping[Family, FamilyCore] = {
    Family.DEAD_HAND: FamilyCore(
        dead_hand_core,
        compiled("dead_hand"),
        dead_hand_view.round_of,
        lambda view, plan: dead_hand_view.move_of(view, plan[0]),
        dead_hand.USUAL,
    ),
    Family.OPEN_TABLE: FamilyCore(
        open_table_core, compiled("open_table"), open_table_view.round_of, open_table_view.move_of, open_table.USUAL
    ),
}


def core_of(game: str) -> FamilyCore:
    """Return the core of a game."""
    return CORES[rules_of(game).family]


class Worlds:
    """A view to be thought about; `policy` steers the seat's side, `theirs` all others, which is the same if not given.

    Numbers that a policy does not say are 0. With `plain` the core in plain Python thinks, compiled or not.
    """

    def __init__(
        self, view: View, policy: Policy | None = None, theirs: Policy | None = None, *, plain: bool = False
    ) -> None:
        core = core_of(view.table.game)
        ours = core.usual if policy is None else policy
        self.view = view
        self._core = core
        self._engine: Any = core.plain if plain or core.compiled is None else core.compiled
        self._side = view.table.side_of(view.seat)
        self._state = core.round_of(view)
        for side in range(view.table.sides):
            weights = ours if side == self._side or theirs is None else theirs
            first = side * len(core.usual)
            self._state.weights[first : first + len(weights)] = weights
        self._round = self._engine.fresh()
        self._settle()

    def _settle(self) -> None:
        for name, value in vars(self._state).items():
            setattr(self._round, name, value)

    def plans(self, most: int) -> list[Plan]:
        """Return whole-turn plans: at most `most` or, in a dead-hand game, that many tiles to throw for each laying."""
        return [tuple(plan) for plan in self._engine.plans(self._round, most)]

    def allowed(self, plan: Plan) -> bool:
        """Return whether a plan can be made as far as this view knows."""
        core, trial = self._core.plain, self._core.plain.fresh()
        core.copy(trial, self._state)
        for move in plan:
            if core.refused(trial, move):
                return False
            core.apply(trial, move)
        return True

    def worth(self, plan: Plan, seed: int) -> int:
        """Return by how many points the seat's side is ahead at the end of the round, in the world of a seed."""
        value: int = self._engine.value(self._round, plan, seed, self._side)
        return value

    def first_move(self, plan: Plan) -> Move:
        """Return the move with which a plan begins, as the rules know it."""
        return self._core.move_of(self.view, plan)
