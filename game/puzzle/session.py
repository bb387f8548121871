"""The session in which a puzzle is solved: it begins at the position and compares what is sent with the answer.

Laws: the rules refuse moves as at any table; moves that they allow but that are not the answer are not made.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from game.bots.names import BOT_VERSION, DEFAULT_LEVEL
from game.bots.nodes import DEFAULT_BUDGET
from game.match.deal import OPEN_DEAL
from game.match.transcript import Controller, Header, Seat
from game.puzzle.going_out import GoingOut
from game.puzzle.motifs import best_play
from game.puzzle.proof import view_of
from game.puzzle.puzzle import Puzzle, Task
from game.rules.registry import rules_of
from game.session.draft import draft_refusal, view_after
from game.session.posed import PosedSession
from game.table.moves import Discard
from game.table.view import with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.table.faces import Face
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.view import View

BOT_NAMES: Final = ("Nora", "Tito", "Vera", "Bruno", "Lía", "Ana")


class PosedTask(PosedSession):
    """A position with a task.

    `strayed` are the tiles of the last wrong answer; None if there was none.
    """

    def __init__(self, header: Header, view: View) -> None:
        super().__init__(header, view, viewer_seat=view.seat)
        self.start = view
        self.solved = False
        self.strayed: tuple[Face, ...] | None = None

    def is_answer(self, moves: Sequence[Move], gone: tuple[Face, ...]) -> bool:
        """Return whether moves are the answer; `gone` are the tiles that they take from the rack."""
        raise NotImplementedError

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Make the moves if they are the answer; if the rules allow them but they are not, note them in `strayed`."""
        view = self.view
        for move in moves:
            refused = draft_refusal(view, move)
            if refused is not None:
                return refused
            view = view_after(view, move)
        gone = tuple((Counter(self._rack(self.view)) - Counter(self._rack(view))).elements())
        if self.solved or not self.is_answer(moves, gone):
            self.strayed = gone
            return None
        self.solved = True
        return super().submit(moves)

    @staticmethod
    def _rack(view: View) -> tuple[Face, ...]:
        return tuple(view.faces[tile] for tile in view.rack)


def header_of(view: View, player: str, sitters: Sequence[Seat] = ()) -> Header:
    """Return the header of a match at a view, with the player on the view's seat.

    The other seats are taken from `sitters`, which has one for every seat; without it bots sit there.
    """
    rules = rules_of(view.table.game)
    own = Seat(player, Controller.HERE)
    bots = iter(Seat(name, Controller.BOT, DEFAULT_LEVEL) for name in BOT_NAMES)
    at_table = range(view.table.seats)
    others = sitters or [own if seat == view.seat else next(bots) for seat in at_table]
    seats = tuple(own if seat == view.seat else others[seat] for seat in at_table)
    return Header(rules.key, view.table.options, rules.deck.key, seats, OPEN_DEAL, 0, BOT_VERSION, DEFAULT_BUDGET.nodes)


class PuzzleSession(PosedTask):
    """A puzzle being solved."""

    def __init__(self, puzzle: Puzzle, player: str) -> None:
        view = view_of(puzzle)
        super().__init__(header_of(view, player), view)
        self.puzzle = puzzle

    def is_answer(self, moves: Sequence[Move], gone: tuple[Face, ...]) -> bool:  # noqa: ARG002 - the tiles alone decide
        """Return whether these tiles are the answer."""
        return self.puzzle.solved_by(gone)


def answer_moves(puzzle: Puzzle, view: View) -> tuple[Move, ...]:
    """Return the answer as moves; raise ValueError if the position has none."""
    if puzzle.task is Task.SAVE_DISCARD:
        tile = next(tile for tile in view.rack if puzzle.solved_by((view.faces[tile],)))
        return (with_shown_faces(view, Discard(tile)),)
    if puzzle.task is Task.GO_OUT:
        (way,) = GoingOut(view).ways_out().values()
        return tuple(with_shown_faces(view, move) for move in way.moves)
    play = best_play(view)
    if play is None:
        raise ValueError(f"puzzle {puzzle.key} has no answer")
    return (with_shown_faces(view, play),)
