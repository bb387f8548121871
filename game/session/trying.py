"""A line: moves tried from a place of an old match, one after the other, as far as the rules allow them.

Laws: pure; only in a round whose racks are open to everybody; a line ends before the first move that is not allowed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.table.moves import Attempt, Timeout
from game.table.notation import read_move, write_move
from game.table.state import Phase
from game.table.view import PublicMove, with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.session.match_replay import Replay, ReplayPosition
    from game.table.moves import Move
    from game.table.state import Table
    from game.table.view import View

MAX_LINE_MOVES: Final = 24  # a turn or two of each player


@dataclass(frozen=True, slots=True)
class TriedLine:
    """A line: where it begins, its moves as text, and the table and the round's moves after it."""

    replay: Replay
    place: ReplayPosition
    moves: tuple[str, ...]
    table: Table
    story: tuple[PublicMove, ...]

    @property
    def next_mover(self) -> int | None:
        """The seat to move next; None if the round is over or the line has its full length."""
        ended = self.table.phase is Phase.ROUND_END or len(self.moves) >= MAX_LINE_MOVES
        return None if ended else self.table.to_move

    def end_view(self, viewpoint: int) -> View:
        """Return the view of `viewpoint` at its end."""
        return self.replay.view_of_table(self.place.round, self.table, self.story, viewpoint)

    def with_move(self, move: Move) -> TriedLine | None:
        """Return the line with one more move of the seat to move; None if the move is not allowed."""
        seat, rules = self.next_mover, self.replay.rules
        if seat is None or isinstance(move, Timeout | Attempt):
            return None
        view = self.end_view(seat)
        move = with_shown_faces(view, move)
        if rules.refusal(self.table, move) is not None or rules.own_refusal(view, move) is not None:
            return None
        said = write_move(move, self.table, cards=rules.deck.cards)
        told = (*self.story, PublicMove(seat, move))
        return replace(self, moves=(*self.moves, said), table=rules.apply(self.table, move), story=told)

    def without_last(self) -> TriedLine:
        """Return the line without its last move."""
        return tried_line(self.replay, self.place, self.moves[:-1])


def may_try(replay: Replay, at: int) -> bool:
    """Return whether lines may be tried in a round: only if all its racks are open."""
    return not replay.closed_reason(at) and replay.rounds[at].is_scored


def tried_line(replay: Replay, place: ReplayPosition, moves: Iterable[str] = ()) -> TriedLine:
    """Return the line of these moves up to the first that is not allowed; a line without moves if a rack is closed."""
    played = replay.rounds[place.round]
    line = TriedLine(replay, place, (), played.table(place.made), played.standing.story[: place.made])
    if not may_try(replay, place.round):
        return line
    for said in moves:
        try:
            longer = line.with_move(read_move(said, cards=replay.rules.deck.cards))
        except (ValueError, IndexError):  # not a move, or one with unknown tiles
            break
        if longer is None or longer.moves[-1] != said:
            break
        line = longer
    return line
