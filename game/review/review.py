"""The review of a round, turn by turn: the played turn compared with the best one found, and luck apart from that.

Laws: a turn is judged by what its player saw, never by what was revealed later; the same log and sample budget give the
same review on every machine, however often it was interrupted and resumed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import isqrt
from typing import TYPE_CHECKING, Final

from game.review.chance import Chances, lead_of_side
from game.review.marks import TurnComparison, TurnMark, is_clear, mark_of
from game.review.worth import (
    PlannedTurn,
    SampleBudget,
    Worth,
    club_line,
    haste_cost,
    play_out,
    strong_line,
    view_after_moves,
    with_tiles_hidden,
)
from game.session.match_replay import ReplayPosition
from game.table.canon import digest
from game.table.faces import HIDDEN
from game.table.moves import Close as Closing
from game.table.moves import Discard, Extend, Keep, LayMeld, Move, Rearrange, Redraw, TakePile, Timeout
from game.table.view import View

if TYPE_CHECKING:
    from game.session.match_replay import PlayedRound, Replay

TIE_SEED: Final = 0  # fixed, so that ties are always broken alike
SEEDS_PER_ROUND: Final = 1_000  # distance between the seeds of one round and those of the next
# A clear difference is measured again in new worlds: among many turns, some look costly by chance in any worlds.
CONFIRMING_SEED_OFFSET: Final = 1 << 20


class MistakeKind(Enum):
    """What would have been better than the played turn; a lesson is about one kind."""

    TAKE = "take"
    LEAVE = "leave"
    FIRST = "first"
    LAY = "lay"
    WAIT = "wait"
    OTHERWISE = "otherwise"
    THROW = "throw"


@dataclass(frozen=True, slots=True)
class Luck:
    """By how many points the tiles that came were better than average, and the standard error of that."""

    points: int = 0
    error: int = 0


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn of the seat.

    The turn began after `first` moves of the round and ended after `last`. `compared` adds up all its parts; `played`
    and `best` are those of the part that differs most, which begins after `made` moves. `before` and `stood` are the
    seat's expected results when its turn began and when it was over.
    """

    first: int
    made: int
    last: int
    played: tuple[Move, ...]
    best: tuple[Move, ...]
    reason: str
    args: tuple[int | str, ...]
    mark: TurnMark
    compared: TurnComparison
    before: Worth
    stood: Worth
    luck: Luck

    @property
    def kind(self) -> MistakeKind:
        """What would have been better."""
        return mistake_kind(self.played, self.best)


@dataclass(frozen=True, slots=True)
class RoundReview:
    """One seat's review of a round, finished or not: `turn_count` is how many turns the seat had.

    `round` is the index of the round in its replay, `start` the seat's expected result before it saw its tiles, `deal`
    the luck of these tiles.
    """

    key: bytes
    round: int
    seat: int
    start: Worth
    deal: Luck
    turns: tuple[JudgedTurn, ...]
    turn_count: int
    result: int

    @property
    def is_complete(self) -> bool:
        """Whether every turn is reviewed."""
        return len(self.turns) == self.turn_count

    @property
    def luck(self) -> Luck:
        """The luck of the deal and of all tiles that came."""
        all_of_it = [self.deal, *(turn.luck for turn in self.turns)]
        return Luck(sum(one.points for one in all_of_it), _joint_error(one.error for one in all_of_it))

    @property
    def play(self) -> Luck:
        """What the seat's play won or lost against the best turns found."""
        compared = [turn.compared for turn in self.turns]
        return Luck(sum(one.points for one in compared), _joint_error(one.error for one in compared))

    @property
    def others(self) -> int:
        """The rest of the result: who began, and what the others were dealt, drew and played."""
        return self.result - self.luck.points - self.play.points

    def marked(self, *marks: TurnMark) -> tuple[JudgedTurn, ...]:
        """Return the turns with these marks."""
        return tuple(turn for turn in self.turns if turn.mark in marks)

    def punished_points(self, at: int) -> int:
        """Return how many of the points that a turn may have cost were really lost when the seat's next turn began."""
        turn = self.turns[at]
        cost = -turn.compared.points
        then = self.turns[at + 1].before.points if at + 1 < len(self.turns) else self.result
        return max(0, min(cost, turn.stood.points + cost - then))


def round_key(played: PlayedRound) -> bytes:
    """Return the key of a round: the digest of its last table."""
    return digest(played.table(played.move_count))


def turn_view(replay: Replay, review: RoundReview, turn: JudgedTurn) -> View:
    """Return what the seat saw before the compared moves of a turn."""
    return replay.view_at(ReplayPosition(review.round, turn.made), review.seat)


def _joint_error(errors: Iterator[int]) -> int:
    return isqrt(sum(one * one for one in errors))


def mistake_kind(played: tuple[Move, ...], best: tuple[Move, ...]) -> MistakeKind:
    """Return in which way the best turn differs from the played one."""
    first, better = (next(iter(moves), None) for moves in (played, best))
    if isinstance(better, TakePile) and not isinstance(first, TakePile):
        return MistakeKind.TAKE
    if isinstance(first, TakePile) and not isinstance(better, TakePile):
        return MistakeKind.LEAVE
    if isinstance(better, Keep | Redraw):
        return MistakeKind.FIRST
    laid, more = (frozenset(_laid(moves)) for moves in (played, best))
    if more and not laid:
        return MistakeKind.LAY
    if laid and not more:
        return MistakeKind.WAIT
    thrown = [move for move in (*played, *best) if isinstance(move, Discard)]
    return MistakeKind.THROW if laid == more and thrown else MistakeKind.OTHERWISE


def _laid(moves: tuple[Move, ...]) -> Iterator[int]:
    for move in moves:
        match move:
            case LayMeld(meld) | Extend(_, meld):
                yield from meld.tiles
            case Rearrange(played, _) | Closing(played, _):
                yield from played
            case _:
                pass


class Reviewer:
    """Reviews one round of a replay for a seat, starting where an earlier review stopped."""

    def __init__(self, replay: Replay, at: int, seat: int, budget: SampleBudget) -> None:
        if not replay.rounds[at].is_scored:
            raise ValueError("only a round that is scored can be reviewed")
        self._replay, self._at, self._seat, self._budget = replay, at, seat, budget
        self._played: PlayedRound = replay.rounds[at]
        table = self._played.table(0)
        self._side = table.side_of(seat)
        self._chances = Chances(table, self._side)

    def turns(self) -> list[tuple[int, int]]:
        """Return the number of moves made before each turn of the seat, and after it."""
        story, ends = self._played.standing.story, self._played.turn_ends
        spans = zip((0, *ends[:-1]), ends, strict=True)
        return [(first, last) for first, last in spans if story[first].seat == self._seat]

    def without_turns(self) -> RoundReview:
        """Return a review of the deal alone, without any turn."""
        view = self._view(0)
        known, mean = self._expected(view), self._expected(with_tiles_hidden(view, view.rack), 0)
        sheets = self._played.standing.results[-1].sheets
        return RoundReview(
            self.key,
            self._at,
            self._seat,
            mean,
            Luck(known.points - mean.points, _error_of_both(known, mean)),
            (),
            len(self.turns()),
            lead_of_side(view.table, [sheet.total for sheet in sheets], self._side),
        )

    @property
    def key(self) -> bytes:
        """The key of the round: the digest of its last table."""
        return round_key(self._played)

    def review_turns(self, found: RoundReview | None = None) -> Iterator[RoundReview]:
        """Yield the review with one more turn each time, from where `found` stopped to the end."""
        now = found if found is not None and found.key == self.key else self.without_turns()
        yield now
        for first, last in self.turns()[len(now.turns) :]:
            now = replace(now, turns=(*now.turns, self._turn(first, last)))
            yield now

    # --- one turn ------------------------------------------------------------------------------------------------

    def _turn(self, first: int, last: int) -> JudgedTurn:
        lines: list[tuple[int, PlannedTurn, PlannedTurn, TurnComparison]] = []
        luck, at = Luck(), first
        while at < last:
            line, end = self._line(at, last)
            if line is not None:
                lines.append((at, line, *self._best(at, line)))
            for made in range(at, end):
                luck = _sum(luck, self._luck(made))
            at = end
        compared = _sum_of([one[3] for one in lines])
        nothing = PlannedTurn((), self._view(first))
        made, played, best, _most = max(
            reversed(lines), key=lambda one: abs(one[3].points), default=(first, nothing, nothing, TurnComparison())
        )
        return JudgedTurn(
            first,
            made,
            last,
            played.moves,
            best.moves,
            *best.why(played.moves),
            mark_of(compared, self._replay.rules.family),
            compared,
            self._expected(self._view(first), self._budget.turns),
            self._expected(self._view(last), self._budget.turns),
            luck,
        )

    def _line(self, at: int, last: int) -> tuple[PlannedTurn | None, int]:
        """Return the moves made until something new was seen, and where they end; None if there was no choice."""
        story, view = self._played.standing.story, self._view(at)
        made, moves = at, list[Move]()
        while made < last and view.must_decide and not isinstance(story[made].move, Timeout):
            moves.append(story[made].move)
            view = view_after_moves(view, moves[-1:])
            made += 1
        if not moves:
            return None, at + 1
        return PlannedTurn(tuple(moves), view), made

    def _best(self, at: int, line: PlannedTurn) -> tuple[PlannedTurn, TurnComparison]:
        """Return the best moves found, and how the played ones compare with them."""
        view, family = self._view(at), self._replay.rules.family
        best = strong_line(view, TIE_SEED)
        if _same(line, best):
            return _for_the_reason_of(best, line), TurnComparison()
        if best.waits:
            return best, haste_cost(view, line.moves, best.moves)
        found = self._compared(line, best, self._seed(at))
        if is_clear(found, family):
            found = self._compared(line, best, self._seed(at) + CONFIRMING_SEED_OFFSET)
        if found.points < 0 and is_clear(found, family):
            club = club_line(view, TIE_SEED)
            if _same(line, club):
                return _for_the_reason_of(club, line), TurnComparison()
        return best, found

    def _compared(self, line: PlannedTurn, best: PlannedTurn, seed: int) -> TurnComparison:
        """Compare two lines of play in the worlds of a seed."""
        one, other = (play_out(way.view, self._budget.turns, seed) for way in (line, best))
        return one.compare_with(other, self._chances)

    def _luck(self, made: int) -> Luck:
        """Return the luck of the tiles that a move brought to the rack."""
        before, now = self._view(made), self._view(made + 1)
        came = [tile for tile in now.rack if before.faces[tile] is HIDDEN]
        if not came:
            return Luck()
        known, mean = self._expected(now), self._expected(with_tiles_hidden(now, came))
        return Luck(known.points - mean.points, _error_of_both(known, mean))

    # --- worlds --------------------------------------------------------------------------------------------------

    def _view(self, made: int) -> View:
        return self._replay.view_at(ReplayPosition(self._at, made), self._seat)

    def _expected(self, view: View, worlds: int = 0) -> Worth:
        if not self._budget.tiles:
            return Worth(0, 0, 0)
        seed = self._seed(len(view.story))
        return play_out(view, worlds or self._budget.tiles, seed).worth(self._chances)

    def _seed(self, made: int) -> int:
        return (self._at + 1) * SEEDS_PER_ROUND + made


def _error_of_both(one: Worth | Luck, other: Worth | Luck) -> int:
    return isqrt(one.error * one.error + other.error * other.error)


def _sum(one: Luck, other: Luck) -> Luck:
    return Luck(one.points + other.points, _error_of_both(one, other))


def _sum_of(all_of_them: list[TurnComparison]) -> TurnComparison:
    return TurnComparison(
        sum(one.points for one in all_of_them),
        _joint_error(one.error for one in all_of_them),
        sum(one.chance for one in all_of_them),
    )


def _same(one: PlannedTurn, other: PlannedTurn) -> bool:
    """Return whether two turns come to the same, but for the order of tiles and sets and which equal tile is which."""
    return one.moves == other.moves or position_key(one.view) == position_key(other.view)


def _for_the_reason_of(planned: PlannedTurn, line: PlannedTurn) -> PlannedTurn:
    return replace(line, whys=planned.whys[:1] * len(line.moves))


def position_key(view: View) -> object:
    """Return a key of a view that neither the order of tiles and sets changes nor which equal tile is which."""
    table, faces = view.table, view.faces

    def codes(tiles: tuple[int, ...]) -> list[int]:
        return sorted(faces[tile].code for tile in tiles)

    return (
        table.phase,
        table.to_move,
        codes(view.rack),
        [faces[tile].code for tile in table.pile],
        sorted((meld.kind.value, codes(meld.tiles)) for meld in table.melds),
    )
