"""What a place of a round is worth to a seat: the round played out in worlds that the seat takes to be possible.

Laws: asked with a View, so what lay hidden changes nothing; worlds are numbered from a seed, the same for all that is
compared; all comes out in whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Final

from game.bots.bot import choose
from game.bots.dice import mixed
from game.bots.nodes import DEFAULT_BUDGET
from game.playout.worlds import Worlds, core_of
from game.review.chance import of_each
from game.review.marks import Compared
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.draft import view_after
from game.table.faces import HIDDEN, Face
from game.table.moves import Close, Rearrange
from game.table.view import View, with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from game.bots.choice import Decision
    from game.playout.worlds import Policy
    from game.review.chance import Chances
    from game.table.moves import Move
    from game.table.tiles import Tile

    Why = tuple[str, tuple[int | str, ...]]  # a reason of a bot and what it names

STRONG, EXACT = "adviser", "most_points"  # who is asked what would have been better
# Reasons to wait. What waiting brings comes from playing so to the end, which who plays the worlds out does not, and
# would so praise every haste: a play that does not wait costs its mean price instead, measured between bots.
WAITS: Final = frozenset({"hold_back", "lay_part"})
# points, by whether the lowest wins: what medium is behind hard for each such play
HASTE_PRICE: Final = {True: 2, False: 5}
SEEDS: Final = 0x7FFFFFFF
MAX_STEPS: Final = 40  # more than any turn has
FINE: Final = 100  # hundredths of a point in which errors are reckoned


@dataclass(frozen=True, slots=True)
class SampleBudget:
    """In how many worlds turns are compared and tiles that came are weighed; no step takes more.

    With none for tiles turns are compared alone: luck and what could be expected are not looked at.
    """

    turns: int
    tiles: int


PAINS: Final[Mapping[Family, SampleBudget]] = {
    Family.DEAD_HAND: SampleBudget(turns=400, tiles=1200),
    Family.OPEN_TABLE: SampleBudget(turns=160, tiles=240),
}
# Who plays the worlds out, found by the sums of `tools/dev.py soak review`: in games of tiles a player that takes every
# pile whose top tile fits or that has four; in games of cards one that takes few, for a lone card would go round, and
# holds no card back for what the others want: such two praise every pile that is taken.
EAGER: Final[Policy] = (4, 1, 20, 8, 1, 25)
SHY: Final[Policy] = (60, 5, 20, 8, 0, 25)
UNCOMPILED_DIVISOR: Final = 12  # times fewer where the core was not compiled


def pains_for(game: str) -> SampleBudget:
    """Return what a review of a game spends on this machine."""
    usual = PAINS[rules_of(game).family]
    if core_of(game).compiled is not None:
        return usual
    return SampleBudget(usual.turns // UNCOMPILED_DIVISOR, usual.tiles // UNCOMPILED_DIVISOR)


def policy_for(game: str) -> Policy:
    """Return how rounds of a game are played out."""
    rules = rules_of(game)
    if rules.family is Family.OPEN_TABLE:
        return core_of(game).usual
    return SHY if rules.deck.cards else EAGER


@dataclass(frozen=True, slots=True)
class Worth:
    """Mean points ahead at the end of the round, the error of that mean, and the chance to win in thousandths."""

    points: int
    error: int
    chance: int


@dataclass(frozen=True, slots=True)
class Sample:
    """By how many points the round ended ahead in each of some worlds; None where a world could not be."""

    leads: tuple[int | None, ...]

    def worth(self, chances: Chances) -> Worth:
        """Sum it up."""
        leads = [lead for lead in self.leads if lead is not None]
        mean, error = _mean(leads)
        return Worth(mean, error, _rounded(sum(map(chances.of, leads)), max(1, len(leads))))

    def less(self, other: Sample, chances: Chances) -> Compared:
        """Compare with another sample of the same worlds."""
        pairs = zip(self.leads, other.leads, strict=True)
        both = [(one, two) for one, two in pairs if one is not None and two is not None]
        points, error = _mean([one - two for one, two in both])
        chance = sum(chances.of(one) - chances.of(two) for one, two in both)
        return Compared(points, error, _rounded(chance, max(1, len(both))))


def _mean(values: Sequence[int]) -> tuple[int, int]:
    """Return the mean and its standard error, both in points."""
    count = max(1, len(values))
    mean = _rounded(FINE * sum(values), count)
    spread = sum((FINE * value - mean) ** 2 for value in values)
    return _rounded(mean, FINE), _rounded(isqrt(spread // max(1, count - 1) // count), FINE)


def _rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def sample(view: View, worlds: int, seed: int) -> Sample:
    """Play the round out from a view in `worlds` worlds."""
    thought, sides = Worlds(view, policy_for(view.table.game)), len(view.table.totals)

    def lead(number: int) -> int | None:
        try:
            return of_each(thought.worth((), mixed(seed * SEEDS + number) & SEEDS), sides)
        except ValueError:  # who moves would hold nothing that may be thrown: no round comes to that
            return None

    return Sample(tuple([lead(number) for number in range(worlds)]))


def haste(view: View, played: Sequence[Move], best: Sequence[Move]) -> Compared:
    """Return what it costs on the mean to lay where a strong player waits; nothing where no more was laid."""
    laid, more = (sum(len(one.played) for one in moves if isinstance(one, Rearrange)) for moves in (played, best))
    if laid <= more:
        return Compared()
    price = HASTE_PRICE[rules_of(view.table.game).lowest_wins]
    return Compared(-price, price)


def veiled(view: View, tiles: Iterable[Tile]) -> View:
    """Return the view as if these tiles had not been looked at: the mean over all that might be there."""
    wanted = frozenset(tiles)
    faces: tuple[Face, ...] = tuple([HIDDEN if at in wanted else face for at, face in enumerate(view.faces)])
    return View(view.table, view.seat, faces, view.story)


def walked(view: View, moves: Iterable[Move]) -> View:
    """Return what a seat sees after moves of its own, as far as it then knows."""
    for move in moves:
        view = view_after(view, with_shown_faces(view, move))
    return view


@dataclass(frozen=True, slots=True)
class Line:
    """Moves of one turn up to where something new is seen, what the seat sees then, and what each is for."""

    moves: tuple[Move, ...]
    view: View
    whys: tuple[Why, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether it is a strong player's waiting."""
        return bool(self.whys) and self.whys[0][0] in WAITS

    def why(self, beside: Sequence[Move]) -> Why:
        """Return what the first of the moves is for that another turn has not, else the first of all."""
        pairs = list(zip(self.moves, self.whys, strict=True))
        other = [why for move, why in pairs if move not in beside]
        return next(iter([*other, *(why for _move, why in pairs)]), ("", ()))


def strong_line(view: View, seed: int) -> Line:
    """Return how a strong player would go on; who can go out by the exact solver's play, goes out by it."""
    moves, whys, at = list["Move"](), list["Why"](), view
    while True:
        decision = _advised(at, seed)
        moves.append(with_shown_faces(at, decision.move))
        whys.append((decision.reason, decision.args))
        at = view_after(at, moves[-1])
        if not at.to_decide or at.table.to_move != view.seat or len(moves) >= MAX_STEPS:
            return Line(tuple(moves), at, tuple(whys))


def _advised(view: View, seed: int) -> Decision:
    strong = choose(view, STRONG, DEFAULT_BUDGET, seed)
    if rules_of(view.table.game).family is not Family.OPEN_TABLE or isinstance(strong.move, Close):
        return strong
    if isinstance(strong.move, Rearrange) and len(strong.move.played) == len(view.rack):
        return strong
    if strong.reason != "hold_back":
        return strong
    most = choose(view, EXACT, DEFAULT_BUDGET, seed)
    whole = isinstance(most.move, Rearrange | Close) and len(most.move.played) >= len(view.rack)
    return most if whole else strong
