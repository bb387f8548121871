"""A SeatRound: a scored round from one seat's side, in which marks are searched for.

Laws: only scored rounds become one, so that they reveal nothing hidden; it is a pure function of the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from game.rules.dead_hand_sets import is_canasta, is_pure
from game.rules.ruleset import Family
from game.table.faces import JOKER

if TYPE_CHECKING:
    from game.match.match import RoundResult
    from game.rules.ruleset import RuleSet
    from game.session.match_replay import PlayedRound
    from game.table.melds import Meld
    from game.table.moves import Move
    from game.table.state import Table
    from game.table.tiles import Tile


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A move of the seat: how many moves the round had with it, the seat's turn, the tables before and after."""

    made: int
    turn: int
    move: Move
    before: Table
    after: Table

    def laid(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles laid from the seat's rack."""
        lying = {tile for meld in self.after.melds for tile in meld.tiles}
        return tuple(tile for tile in self.before.racks[seat] if tile in lying)

    def changed_sets(self) -> tuple[tuple[Meld | None, Meld], ...]:
        """Return the sets that the move laid or changed, each before (None if new) and after; for dead-hand games."""
        before, after = self.before.melds, self.after.melds
        pairs = tuple((before[at] if at < len(before) else None, meld) for at, meld in enumerate(after))
        return tuple(pair for pair in pairs if pair[0] != pair[1])


@dataclass(frozen=True)
class SeatRound:
    """A scored round, a seat, and all moves of this seat in it."""

    rules: RuleSet
    seat: int
    side: int
    result: RoundResult
    last: Table
    acts: tuple[SeatMove, ...]

    @property
    def dead_hands(self) -> bool:
        """Whether it is a dead-hand game."""
        return self.rules.family is Family.DEAD_HAND

    @property
    def turns(self) -> int:
        """The number of the seat's turns."""
        return self.acts[-1].turn if self.acts else 0

    @property
    def went_out(self) -> bool:
        """Whether the seat itself went out."""
        return self.result.outcome.seat == self.seat

    @property
    def margin(self) -> int:
        """The side's points minus those of the best other side; negated where the lowest total wins."""
        totals = [sheet.total for sheet in self.result.sheets]
        others = [total for side, total in enumerate(totals) if side != self.side]
        return min(others) - totals[self.side] if self.rules.lowest_wins else totals[self.side] - max(others)

    @property
    def won(self) -> bool:
        """Whether the side did better than every other."""
        return self.margin > 0

    @cached_property
    def own_sets(self) -> tuple[Meld, ...]:
        """The side's sets at the end; none on an open table."""
        return tuple(self.last.melds[at] for at in self.last.melds_of(self.side))

    @cached_property
    def canastas(self) -> tuple[Meld, ...]:
        """The side's canastas at the end."""
        return tuple(meld for meld in self.own_sets if is_canasta(meld)) if self.dead_hands else ()

    @cached_property
    def completed_canastas(self) -> tuple[tuple[SeatMove, Meld], ...]:
        """The canastas that the seat itself completed, each with its move."""
        return tuple(
            (act, now)
            for act in (self.acts if self.dead_hands else ())
            for was, now in act.changed_sets()
            if is_canasta(now) and (was is None or not is_canasta(was))
        )

    @cached_property
    def first_play(self) -> SeatMove | None:
        """The seat's first play of the round; None if it made none, or had opened in an earlier round."""
        if self.dead_hands:
            return next((act for act in self.acts if act.laid(self.seat)), None)
        return next(
            (act for act in self.acts if act.after.opened[self.seat] and not act.before.opened[self.seat]), None
        )

    @cached_property
    def dead_hand_move(self) -> SeatMove | None:
        """The move by which the seat took its dead hand."""
        if not self.dead_hands:
            return None
        return next(
            (
                act
                for act in self.acts
                if act.after.dead_by[self.side] == self.seat and act.before.dead_by[self.side] != self.seat
            ),
            None,
        )

    @property
    def jokers_laid(self) -> tuple[SeatMove, ...]:
        """The moves that laid a joker of the seat's rack."""
        return tuple(act for act in self.acts if any(self.is_joker(tile) for tile in act.laid(self.seat)))

    def is_joker(self, tile: Tile) -> bool:
        """Return whether a tile is a joker; in a scored round every face is known."""
        return self.last.faces[tile] == JOKER

    def turn_moves(self, turn: int) -> tuple[SeatMove, ...]:
        """Return the seat's moves in one of its turns."""
        return tuple(act for act in self.acts if act.turn == turn)

    def is_pure(self, meld: Meld) -> bool:
        """Return whether a set holds no wild tile."""
        return is_pure(meld)


def seat_round_of(rules: RuleSet, played: PlayedRound, seat: int) -> SeatRound:
    """Return a scored round from one seat's side."""
    standing = played.standing
    acts: list[SeatMove] = []
    turn, mover = 0, -1
    for made, told in enumerate(standing.story, start=1):
        if told.seat == seat:
            turn += mover != seat
            acts.append(SeatMove(made, turn, told.move, played.table(made - 1), played.table(made)))
        mover = told.seat
    result = standing.results[-1]
    return SeatRound(rules, seat, seat % len(result.sheets), result, result.table, tuple(acts))
