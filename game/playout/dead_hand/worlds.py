"""The door for who decides in a dead-hand game: plans for a seat that sees only its View, and what they are worth.

Laws: what the View hides is dealt anew for each seed, the same for every plan; the same view, policy, plan and seed
give the same worth on every machine, compiled or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from game.playout.dead_hand import core as plain
from game.playout.dead_hand.round import WEIGHTS
from game.playout.dead_hand.view import move_of, number_of, round_of
from game.playout.native import compiled
from game.table.faces import Face
from game.table.moves import Move
from game.table.view import View

Plan = tuple[int, ...]
USUAL: tuple[int, ...] = (6, 3, 20, 8, 1, 25)  # a policy; see policy.py for what each number says

CORE: ModuleType = compiled("dead_hand") or plain


class Worlds:
    """A view to be thought about; `policy` steers both sides where none is given for the others."""

    def __init__(
        self,
        view: View,
        policy: Sequence[int] = USUAL,
        theirs: Sequence[int] | None = None,
        core: ModuleType = CORE,
    ) -> None:
        self.view = view
        self._core: Any = core
        side = view.table.side_of(view.seat)
        state = round_of(view)
        both = [policy, policy if theirs is None else theirs]
        for one in range(2):
            state.weights[one * WEIGHTS : (one + 1) * WEIGHTS] = both[one != side]
        self._side = side
        self._plain = state
        self._round = self._core.Round()
        self._settle()

    def _settle(self) -> None:
        for name, value in vars(self._plain).items():
            setattr(self._round, name, value)

    def believe(self, seat: int, faces: Sequence[Face]) -> None:
        """Put faces that were not seen into the hidden part of a seat's rack, for all worlds that follow."""
        state = self._plain
        if len(faces) > state.hidden[seat]:
            raise ValueError(f"seat {seat} has {state.hidden[seat]} hidden tiles, so it cannot hold these {len(faces)}")
        for face in faces:
            number = number_of(face)
            at = state.unseen.index(number, 0, state.unseen_size)
            state.unseen_size -= 1
            state.unseen[at] = state.unseen[state.unseen_size]
            state.hidden[seat] -= 1
            plain.give(state, seat, number)
        self._settle()

    def plans(self, most: int) -> list[Plan]:
        """Return whole-turn plans, each way to lay with at most so many tiles to throw."""
        return [tuple(plan) for plan in self._core.plans(self._round, most)]

    def worth(self, plan: Plan, seed: int) -> int:
        """Return by how many points the seat's side is ahead at the end of the round, in the world of a seed."""
        value: int = self._core.value(self._round, plan, seed, self._side)
        return value

    def first_move(self, plan: Plan) -> Move:
        """Return the move with which a plan begins, as the rules know it."""
        return move_of(self.view, plan[0])
