"""A puzzle being solved: the position as a match that begins in the middle, and what is sent judged by its answer.

Laws: what the rules refuse is refused as at any table; what they allow and what is not the answer is not sent.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from game.bots.names import BOT_VERSION, MIDDLING
from game.bots.nodes import USUAL, Nodes
from game.bots.open_table_packing import legal_play
from game.match.deal import OPEN_DEAL
from game.match.transcript import Controller, Header, Seat
from game.puzzle.proof import view_of
from game.puzzle.puzzle import Puzzle, Task
from game.rules.registry import rules_of
from game.session.draft import after, refusal_for
from game.session.posed import PosedSession
from game.table.moves import Discard, Rearrange
from game.table.view import completed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.table.faces import Face
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.view import View

NAMES: Final = ("Nora", "Tito")
NODES: Final = 200_000  # to find the answer's sets again


class PuzzleSession(PosedSession):
    """`strayed` are tiles that were laid or thrown and are not the answer; None while nothing of that kind was sent."""

    def __init__(self, puzzle: Puzzle, player: str) -> None:
        view = view_of(puzzle)
        rules = rules_of(puzzle.game)
        bots = tuple(Seat(NAMES[at], Controller.BOT, MIDDLING) for at in range(view.table.seats - 1))
        seats = (Seat(player, Controller.HERE), *bots)
        header = Header(rules.key, view.table.options, rules.deck.key, seats, OPEN_DEAL, 0, BOT_VERSION, USUAL.nodes)
        super().__init__(header, view)
        self.puzzle = puzzle
        self.start = view
        self.solved = False
        self.strayed: tuple[Face, ...] | None = None

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send the answer; keep what is allowed and another as strayed."""
        view = self.view
        for move in moves:
            refused = refusal_for(view, move)
            if refused is not None:
                return refused
            view = after(view, move)
        gone = tuple((Counter(self._rack(self.view)) - Counter(self._rack(view))).elements())
        if self.solved or not self.puzzle.solved_by(gone):
            self.strayed = gone
            return None
        self.solved = True
        return super().submit(moves)

    @staticmethod
    def _rack(view: View) -> tuple[Face, ...]:
        return tuple(view.faces[tile] for tile in view.rack)


def answer_move(puzzle: Puzzle, view: View) -> Move:
    """Return the answer as a move; raise ValueError where the position has none."""
    if puzzle.task is Task.SAVE_DISCARD:
        tile = next(tile for tile in view.rack if puzzle.solved_by((view.faces[tile],)))
        return completed(view, Discard(tile))
    play = legal_play(view, view.rack, Nodes(NODES), points=True)
    if play is None:
        raise ValueError(f"puzzle {puzzle.key} has no answer")
    return completed(view, Rearrange(play.played, play.sets))
