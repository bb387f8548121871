"""An arena's arithmetic, pure: seatings, the value of a deal, confidence, and effort.

Laws: integers only; the same deals give the same sums in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from math import isqrt
from typing import NamedTuple

from game.bots.dice import Dice

RESAMPLES = 2_000
TAIL_RESAMPLES = RESAMPLES // 40  # resamples cut off at either end, for a 95 percent interval
NORMAL_QUANTILE_HUNDREDTHS = 196  # half of a 95 percent interval, in hundredths of a standard error
STEPS_PER_DOUBLING = 8  # a tally's steps per power of two
BOOTSTRAP_SEED = 20  # arbitrary but constant
MIN_LOG_ODDS_THOUSANDTHS = 2944  # thousandths: the natural logarithm of 95 / 5, the odds of being right
MIN_DEALS = 30  # deals before the first look: fewer do not show the spread


class Seating(NamedTuple):
    """One way to seat two teams: the levels by seat, and the side that is the first team's."""

    names: tuple[str, ...]
    side: int


def seatings(first: tuple[str, ...], second: tuple[str, ...], seats: int, sides: int) -> tuple[Seating, ...]:
    """List the seatings of a duplicate deal.

    Two sides swap; couples of different partners also swap seats. With more sides one player of the first team sits
    among the second team, once on every seat.
    """
    if sides == 2:
        return _swapped(first, second, seats)
    alone, others = first[0], second[0]
    return tuple(Seating((others,) * at + (alone,) + (others,) * (seats - at - 1), at) for at in range(seats))


def _swapped(first: tuple[str, ...], second: tuple[str, ...], seats: int) -> tuple[Seating, ...]:
    each = seats // 2
    ours, theirs = (first * each)[:each], (second * each)[:each]
    turns = [(ours, theirs)]
    if len({*ours}) > 1 or len({*theirs}) > 1:
        turns.append((ours[::-1], theirs[::-1]))
    found = []
    for one, other in turns:
        for side, (even, odd) in enumerate(((one, other), (other, one))):
            found.append(Seating(tuple((even, odd)[at % 2][at // 2] for at in range(seats)), side))
    return tuple(found)


def lead_over_others(points: Sequence[int], side: int) -> int:
    """Return a side's points minus the others' mean, multiplied by the number of the others."""
    return len(points) * points[side] - sum(points)


def win_halves(points: Sequence[int], side: int) -> int:
    """Return 2 if a side alone has the most points, 1 if it shares them, else 0."""
    best = max(points)
    if points[side] < best:
        return 0
    return 2 if list(points).count(best) == 1 else 1


# Effort


@dataclass(slots=True)
class Tally:
    """A histogram with eight steps per power of two, so that tallies can be added and still give percentiles."""

    counts: Counter[int] = field(default_factory=Counter)
    total: int = 0

    def note(self, number: int) -> None:
        """Add a number to the tally."""
        self.counts[_step(number)] += 1
        self.total += number

    def add(self, other: Tally) -> None:
        """Add another tally's counts."""
        self.counts.update(other.counts)
        self.total += other.total

    def mean(self) -> int:
        """Return the mean, rounded down; 0 if empty."""
        return self.total // max(1, self.counts.total())

    def percentile(self, percent: int) -> int:
        """Return a percentile, as the upper end of its step."""
        due = -(-self.counts.total() * percent // 100)
        for step in sorted(self.counts):
            due -= self.counts[step]
            if due <= 0:
                return _most(step)
        return 0


def _step(number: int) -> int:
    """Return a number's step: exact below sixteen, then eight per power of two."""
    if number < 2 * STEPS_PER_DOUBLING:
        return number
    power = number.bit_length() - 4
    return power * STEPS_PER_DOUBLING + (number >> power)


def _most(step: int) -> int:
    """Return the greatest number of a step."""
    if step < 2 * STEPS_PER_DOUBLING:
        return step
    power = step // STEPS_PER_DOUBLING - 1
    return (step - power * STEPS_PER_DOUBLING + 1 << power) - 1


@dataclass(slots=True)
class Effort:
    """One level's effort: nodes and microseconds per move, reasons given, illegal moves."""

    nodes: Tally = field(default_factory=Tally)
    micros: Tally = field(default_factory=Tally)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: int = 0

    def note(self, nodes: int, micros: int, reason: str) -> None:
        """Count one move."""
        self.nodes.note(nodes)
        self.micros.note(micros)
        self.reasons[reason] += 1

    def add(self, other: Effort) -> None:
        """Add another effort's counts."""
        self.nodes.add(other.nodes)
        self.micros.add(other.micros)
        self.reasons.update(other.reasons)
        self.faults += other.faults

    @property
    def moves(self) -> int:
        """The number of moves."""
        return self.reasons.total()

    def as_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        return {
            "nodes": [self.nodes.total, sorted(self.nodes.counts.items())],
            "micros": [self.micros.total, sorted(self.micros.counts.items())],
            "reasons": dict(sorted(self.reasons.items())),
            "faults": self.faults,
        }


def read_effort(said: Mapping[str, object]) -> Effort:
    """Rebuild an Effort from `Effort.as_json`; raise ValueError, KeyError or TypeError if it is invalid."""
    reasons, faults = said["reasons"], said["faults"]
    if not isinstance(reasons, dict) or not isinstance(faults, int):
        raise TypeError("no effort")
    return Effort(_read_tally(said["nodes"]), _read_tally(said["micros"]), Counter(reasons), faults)


def _read_tally(said: object) -> Tally:
    if not isinstance(said, list):
        raise TypeError("no tally")
    total, counts = said
    return Tally(Counter({int(step): int(count) for step, count in counts}), int(total))


# Comparison


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal played in every seating: the sum of the first team's `lead_over_others`, and all efforts.

    `standing` is the sum of its `win_halves`, `micros` the processor time, rules and thinking together.
    """

    deal: int
    difference: int
    standing: int
    efforts: Mapping[str, Effort]
    micros: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first team's lead in hundredths of a point per deal, with its 95 percent interval `low` to `high`.

    `wins` is the share of rounds won in hundredths of a percent, a shared win counting half; `micros` is the
    processor time of all deals; `rather` is the mean that a sequential test decided for.
    """

    deals: int
    points: int
    low: int
    high: int
    wins: int
    efforts: Mapping[str, Effort]
    micros: int = 0
    rather: int | None = None

    @property
    def clear(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.low > 0


def compare_deals(results: Iterable[DealResult], weight: int, rounds: int) -> Comparison:
    """Return the comparison over deals; `weight` is the factor of a deal's difference, `rounds` the rounds per deal."""
    ordered = sorted(results, key=lambda one: one.deal)
    values = [one.difference for one in ordered]
    efforts: dict[str, Effort] = {}
    for one in ordered:
        for name, effort in one.efforts.items():
            efforts.setdefault(name, Effort()).add(effort)
    if not values:
        return Comparison(0, 0, 0, 0, 0, efforts)
    low, high = bootstrap_interval(values)
    scale = weight * len(values)
    wins = 10_000 * sum(one.standing for one in ordered) // (2 * rounds * len(ordered))
    points, least, most = (_hundredths(total, scale) for total in (sum(values), low, high))
    return Comparison(len(values), points, least, most, wins, efforts, sum([one.micros for one in ordered]))


def interim_result(differences: Sequence[int], weight: int) -> tuple[int, int]:
    """Return points per deal and roughly half of their 95 percent interval, in hundredths; quick, for during a run."""
    count, total = len(differences), sum(differences)
    if count <= 1:
        return _hundredths(total, weight), 0
    spread = count * sum([one * one for one in differences]) - total**2
    return _hundredths(total, weight * count), isqrt(NORMAL_QUANTILE_HUNDREDTHS**2 * spread // (count - 1)) // (
        weight * count
    )


def _hundredths(total: int, scale: int) -> int:
    """Return the quotient in hundredths, rounded."""
    return (200 * total + scale) // (2 * scale)


def bootstrap_interval(values: Sequence[int]) -> tuple[int, int]:
    """Return the 95 percent bootstrap interval of the sum of these values."""
    dice = Dice(BOOTSTRAP_SEED)
    count, below = len(values), dice.draw_below
    sums = sorted(sum([values[below(count)] for _ in range(count)]) for _resample in range(RESAMPLES))
    return sums[TAIL_RESAMPLES], sums[-1 - TAIL_RESAMPLES]


# Stopping


@dataclass(frozen=True, slots=True)
class Bounds:
    """Two means in points per deal, fixed before the run; it stops when the deals decide for one of them.

    Wald's sequential test with the deals' own spread. Deals are tested in the order of their numbers, so who played
    them and when makes no difference.
    """

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low},{self.high}"

    def decide(self, deals: Mapping[int, DealResult], weight: int) -> tuple[list[DealResult], int | None]:
        """Return the deals up to the deciding one, and the mean they decide for; None while undecided."""
        known = [deals[number] for number in takewhile(deals.__contains__, range(len(deals)))]
        total = squares = 0
        for told, one in enumerate(known, 1):
            total += one.difference
            squares += one.difference**2
            lead = told * (told - 1) * weight * (self.high - self.low)
            lead *= 1000 * (2 * total - told * weight * (self.low + self.high))
            if told >= MIN_DEALS and abs(lead) > 2 * MIN_LOG_ODDS_THOUSANDTHS * (told * squares - total**2):
                return known[:told], self.high if lead > 0 else self.low
        return known, None
