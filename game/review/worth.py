"""The worth of a position to a seat: the round is played out in worlds that are possible for what the seat sees.

Laws: the input is a View, so hidden tiles change nothing; worlds are numbered from a seed, and whatever is compared is
played out in the same ones; all results are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Final

from game.bots.bot import choose_move
from game.bots.dice import mix_bits
from game.bots.nodes import DEFAULT_BUDGET
from game.playout.worlds import Worlds, core_of
from game.review.chance import lead_over_mean
from game.review.marks import TurnComparison
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.draft import view_after
from game.table.faces import HIDDEN, Face
from game.table.moves import Close, Rearrange
from game.table.view import View, with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from game.bots.choice import Decision
    from game.playout.worlds import Policy
    from game.review.chance import Chances
    from game.table.moves import Move
    from game.table.tiles import Tile

    Why = tuple[str, tuple[int | str, ...]]  # a bot's reason: its code and arguments

STRONG_LEVEL, EXACT_LEVEL = "adviser", "most_points"  # the bots that are asked for better moves
CLUB_LEVEL: Final = "hard"  # a turn that this bot would have played, too, is no mistake
# Reasons to wait. Waiting pays only for a player who goes on waiting, which the playout policy never does, so sampling
# would praise every hasty play. Such a play is charged a mean price instead, measured between bots.
WAITING_REASONS: Final = frozenset({"hold_back", "lay_part"})
# points by which medium falls behind hard with each such play, by whether the lowest score wins
HASTE_PRICE: Final = {True: 1, False: 8}
SEED_MASK: Final = 0x7FFFFFFF
MAX_STEPS: Final = 40  # more than any turn has
HUNDREDTHS: Final = 100  # errors are computed in hundredths of a point


@dataclass(frozen=True, slots=True)
class SampleBudget:
    """In how many worlds turns are compared, and in how many luck is measured.

    With `tiles` 0 neither luck nor expected results are measured.
    """

    turns: int
    tiles: int


SAMPLE_BUDGETS: Final[Mapping[Family, SampleBudget]] = {
    Family.DEAD_HAND: SampleBudget(turns=400, tiles=1200),
    Family.OPEN_TABLE: SampleBudget(turns=160, tiles=240),
}
# The playout policies, chosen by the sums of `tools/dev.py soak review`. With tiles: take every pile whose top tile
# fits, or that has four tiles. With cards: take few piles, since a lone card would pass round and round, and hold no
# card back from the others; other policies praise every taken pile.
EAGER_POLICY: Final[Policy] = (4, 1, 20, 8, 1, 25)
SHY_POLICY: Final[Policy] = (60, 5, 20, 8, 0, 25)
UNCOMPILED_DIVISOR: Final = 12  # times fewer worlds without a compiled core


def sample_budget_for(game: str) -> SampleBudget:
    """Return the sample budget for reviews of a game on this machine."""
    usual = SAMPLE_BUDGETS[rules_of(game).family]
    if core_of(game).compiled is not None:
        return usual
    return SampleBudget(usual.turns // UNCOMPILED_DIVISOR, usual.tiles // UNCOMPILED_DIVISOR)


def policy_for(game: str) -> Policy:
    """Return the policy by which rounds of a game are played out."""
    rules = rules_of(game)
    if rules.family is Family.OPEN_TABLE:
        return core_of(game).usual
    return SHY_POLICY if rules.deck.cards else EAGER_POLICY


@dataclass(frozen=True, slots=True)
class Worth:
    """The mean lead at the end of the round, its standard error, and the chance to win in thousandths."""

    points: int
    error: int
    chance: int


@dataclass(frozen=True, slots=True)
class Sample:
    """The lead in points at the end of the round in each of some worlds; None for an impossible world."""

    leads: tuple[int | None, ...]

    def worth(self, chances: Chances) -> Worth:
        """Sum it up."""
        leads = [lead for lead in self.leads if lead is not None]
        mean, error = _mean(leads)
        return Worth(mean, error, _rounded(sum(map(chances.to_win, leads)), max(1, len(leads))))

    def compare_with(self, other: Sample, chances: Chances) -> TurnComparison:
        """Compare this sample with another one of the same worlds."""
        pairs = zip(self.leads, other.leads, strict=True)
        both = [(one, two) for one, two in pairs if one is not None and two is not None]
        points, error = _mean([one - two for one, two in both])
        chance = sum(chances.to_win(one) - chances.to_win(two) for one, two in both)
        return TurnComparison(points, error, _rounded(chance, max(1, len(both))))


def _mean(values: Sequence[int]) -> tuple[int, int]:
    """Return the mean and its standard error, both in points."""
    count = max(1, len(values))
    mean = _rounded(HUNDREDTHS * sum(values), count)
    spread = sum((HUNDREDTHS * value - mean) ** 2 for value in values)
    return _rounded(mean, HUNDREDTHS), _rounded(isqrt(spread // max(1, count - 1) // count), HUNDREDTHS)


def _rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def play_out(view: View, worlds: int, seed: int) -> Sample:
    """Play the round out from a view in `worlds` worlds."""
    thought, sides = Worlds(view, policy_for(view.table.game)), len(view.table.totals)

    def lead(number: int) -> int | None:
        try:
            return lead_over_mean(thought.worth((), mix_bits(seed * SEED_MASK + number) & SEED_MASK), sides)
        except ValueError:  # an impossible world: the mover would have no tile to discard
            return None

    return Sample(tuple([lead(number) for number in range(worlds)]))


def haste_cost(view: View, played: Sequence[Move], best: Sequence[Move]) -> TurnComparison:
    """Return the mean cost of laying where a strong player waits; nothing if no more tiles were laid."""
    laid, more = (sum(len(one.played) for one in moves if isinstance(one, Rearrange)) for moves in (played, best))
    if laid <= more:
        return TurnComparison()
    price = HASTE_PRICE[rules_of(view.table.game).lowest_wins]
    return TurnComparison(-price, price)


def with_tiles_hidden(view: View, tiles: Iterable[Tile]) -> View:
    """Return the view with these tiles hidden again, to average over all faces that they might have."""
    wanted = frozenset(tiles)
    faces: tuple[Face, ...] = tuple([HIDDEN if at in wanted else face for at, face in enumerate(view.faces)])
    return View(view.table, view.seat, faces, view.story)


def view_after_moves(view: View, moves: Iterable[Move]) -> View:
    """Return a seat's view after its own moves, as far as it knows the tiles."""
    for move in moves:
        view = view_after(view, with_shown_faces(view, move))
    return view


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """The moves of a turn up to where something new is seen, the view after them, and the reason of each."""

    moves: tuple[Move, ...]
    view: View
    whys: tuple[Why, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the first reason is to wait."""
        return bool(self.whys) and self.whys[0][0] in WAITING_REASONS

    def why(self, beside: Sequence[Move]) -> Why:
        """Return the reason of the first move that is not among `beside`, else that of the first move."""
        pairs = list(zip(self.moves, self.whys, strict=True))
        other = [why for move, why in pairs if move not in beside]
        return next(iter([*other, *(why for _move, why in pairs)]), ("", ()))


def strong_line(view: View, seed: int) -> PlannedTurn:
    """Return how a strong player would go on; if the exact solver finds a way to go out, it is that."""
    return _planned(view, lambda at: _advised(at, seed))


def club_line(view: View, seed: int) -> PlannedTurn:
    """Return how the bot would go on that looks ahead, whose turns are no mistakes."""
    return _planned(view, lambda at: choose_move(at, CLUB_LEVEL, DEFAULT_BUDGET, seed))


def _planned(view: View, decide: Callable[[View], Decision]) -> PlannedTurn:
    moves, whys, at = list["Move"](), list["Why"](), view
    while True:
        decision = decide(at)
        moves.append(with_shown_faces(at, decision.move))
        whys.append((decision.reason, decision.args))
        at = view_after(at, moves[-1])
        if not at.must_decide or at.table.to_move != view.seat or len(moves) >= MAX_STEPS:
            return PlannedTurn(tuple(moves), at, tuple(whys))


def _advised(view: View, seed: int) -> Decision:
    strong = choose_move(view, STRONG_LEVEL, DEFAULT_BUDGET, seed)
    if rules_of(view.table.game).family is not Family.OPEN_TABLE or isinstance(strong.move, Close):
        return strong
    if isinstance(strong.move, Rearrange) and len(strong.move.played) == len(view.rack):
        return strong
    if strong.reason != "hold_back":
        return strong
    most = choose_move(view, EXACT_LEVEL, DEFAULT_BUDGET, seed)
    whole = isinstance(most.move, Rearrange | Close) and len(most.move.played) >= len(view.rack)
    return most if whole else strong
