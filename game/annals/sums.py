"""The statistics of chosen matches: figures, curves and bars, and a CSV table for other programs.

Laws: pure; every share comes with its 95 % confidence interval, and none is shown for fewer than five cases.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from game.annals.facts import PERSON
from game.bots.names import LEVELS
from game.rules.registry import rules_of
from game.rules.ruleset import Family

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.annals.facts import MatchFacts, RoundFacts

# takes the place of a level where opponents have several levels, or are persons and bots
MIXED_OPPONENTS: Final = "mixed"
STANDARD_ERRORS_95: Final = 1.96  # standard errors on each side of a 95 % confidence interval
MIN_SHOWN_CASES: Final = 5  # cases needed to show a figure
MIN_RELIABLE_CASES: Final = 20  # cases needed to rely on a figure
CURVE_WINDOW_ROUNDS: Final = 40  # rounds averaged in each point of the curve
CURVE_POINTS: Final = 60  # of a long curve; none has twice as many points
TENTHS_PER_SECOND: Final = 10  # tenths in a second
MINUTE_SECONDS: Final = 60


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches to count; empty fields match all.

    `usual` is whether every option must have its default (True), or some must not (False).
    """

    game: str = ""
    against: str = ""  # a level, or PERSON
    usual: bool | None = None
    since: str = ""  # a day
    rival: str = ""  # the name of a person on another side

    def fits(self, one: MatchFacts) -> bool:
        """Return whether a match is to be counted."""
        return (
            self.game in ("", one.game)
            and (not self.against or one.opponents == (self.against,))
            and (not self.rival or self.rival in one.rivals)
            and self.usual in (None, one.usual)
            and one.day >= self.since
        )


def rival_names_in(matches: Iterable[MatchFacts]) -> tuple[str, ...]:
    """Return the names of all persons played against, the most frequent first."""
    met = Counter(name for one in matches for name in one.rivals)
    return tuple(sorted(met, key=lambda name: (-met[name], name)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % confidence interval; `of` is the number of cases."""

    middle: float
    low: float
    high: float
    of: int

    @property
    def can_be_shown(self) -> bool:
        """Whether there are enough cases to show the number."""
        return self.of >= MIN_SHOWN_CASES

    @property
    def is_reliable(self) -> bool:
        """Whether there are enough cases to rely on the number."""
        return self.of >= MIN_RELIABLE_CASES

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean with its confidence interval."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    mean = sum(values) / count
    spread = sqrt(sum((one - mean) ** 2 for one in values) / (count - 1) / count) if count > 1 else 0.0
    return Estimate(mean, mean - STANDARD_ERRORS_95 * spread, mean + STANDARD_ERRORS_95 * spread, count)


def share_of(hits: int, count: int) -> Estimate:
    """Return a share, 0..1, with Wilson's interval, which holds for few cases and for shares near 0 or 1."""
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0)
    share, square = hits / count, STANDARD_ERRORS_95 * STANDARD_ERRORS_95
    below = 1 + square / count
    middle = (share + square / (2 * count)) / below
    half = STANDARD_ERRORS_95 * sqrt(share * (1 - share) / count + square / (4 * count * count)) / below
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half), count)


class CountedRound(NamedTuple):
    """A scored round of a chosen match, with the own side's lead."""

    match: MatchFacts
    round: RoundFacts
    lead: int

    @property
    def own_points(self) -> int:
        """The own side's points."""
        return self.round.points(self.match.own_side)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The mean lead over rounds `first` to `last`, counted from 1, and the day of the last one."""

    first: int
    last: int
    day: str
    lead: Estimate


@dataclass(frozen=True, slots=True)
class LinePoints:
    """A line of the score sheets: its mean points a round for the own side and for the others."""

    code: str
    ours: float
    theirs: float


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """The statistics of the chosen matches."""

    matches: tuple[MatchFacts, ...]
    rounds: tuple[CountedRound, ...]
    against: tuple[tuple[str, Estimate], ...]  # the share of wins against each level, PERSON and MIXED_OPPONENTS
    curve: tuple[CurvePoint, ...]
    sources: tuple[LinePoints, ...]

    @property
    def finished_matches(self) -> tuple[MatchFacts, ...]:
        """The matches that are over."""
        return tuple(one for one in self.matches if one.over)

    @property
    def win_share(self) -> Estimate:
        """The share of matches won."""
        return share_of(sum(one.won for one in self.finished_matches), len(self.finished_matches))

    @property
    def mean_lead(self) -> Estimate:
        """The mean lead of a round."""
        return mean_of([one.lead for one in self.rounds])

    @property
    def mean_turns(self) -> Estimate:
        """The mean number of the player's own turns per round."""
        return mean_of([one.round.turns for one in self.rounds])

    @property
    def _dead_hand_rounds(self) -> tuple[CountedRound, ...]:
        return tuple(one for one in self.rounds if rules_of(one.match.game).family is Family.DEAD_HAND)

    @property
    def mean_canastas(self) -> Estimate:
        """The mean number of the own side's canastas per round of a dead-hand game."""
        return mean_of([_canastas(one) for one in self._dead_hand_rounds])

    @property
    def pure_share(self) -> Estimate:
        """The share of the own side's canastas that are pure."""
        pure = sum(one.round.count(one.match.own_side, "pure") for one in self._dead_hand_rounds)
        return share_of(pure, sum(map(_canastas, self._dead_hand_rounds)))

    @property
    def dead_hand_share(self) -> Estimate:
        """The share of rounds of dead-hand games in which the own side takes its dead hand."""
        return share_of(sum(_took_dead_hand(one) for one in self._dead_hand_rounds), len(self._dead_hand_rounds))

    @property
    def mean_opening_turn(self) -> Estimate:
        """The mean number of the turn in which the player opens, in rounds in which that happens."""
        return mean_of([one.round.opened for one in self.rounds if one.round.opened])

    @property
    def going_out_share(self) -> Estimate:
        """The share of rounds in which the own side goes out."""
        return share_of(sum(one.round.out == one.match.own_side for one in self.rounds), len(self.rounds))

    @property
    def timed_out_share(self) -> Estimate:
        """The share of own turns that the clock ended, at tables with a clock."""
        clocked = [one.round for one in self.rounds if one.match.seconds]
        return share_of(sum(one.timed_out for one in clocked), sum(one.turns for one in clocked))

    @property
    def mean_turn_seconds(self) -> Estimate:
        """The mean seconds of an own turn, each round counted by the mean of its turns with a known time."""
        return mean_of(
            [one.round.thought / one.round.timed / TENTHS_PER_SECOND for one in self.rounds if one.round.timed]
        )

    @property
    def mean_round_minutes(self) -> Estimate:
        """The mean minutes of a round, over rounds in which the time of every move is known."""
        return mean_of(
            [one.round.lasted / TENTHS_PER_SECOND / MINUTE_SECONDS for one in self.rounds if one.round.lasted]
        )

    def turn_histogram(self) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return what is counted, and in how many rounds it came in each turn: (turn, rounds).

        "dead" counts when the dead hand was taken, if some game has dead hands, else "opened" when the player opened.
        """
        what = "dead" if self._dead_hand_rounds else "opened"
        counted = Counter(turn for one in self.rounds if (turn := getattr(one.round, what)))
        if not counted:
            return what, ()
        return what, tuple((turn, counted[turn]) for turn in range(min(counted), max(counted) + 1))

    @property
    def best_round(self) -> CountedRound | None:
        """The round with the greatest lead."""
        return max(self.rounds, key=lambda one: one.lead, default=None)

    @property
    def worst_round(self) -> CountedRound | None:
        """The round with the smallest lead."""
        return min(self.rounds, key=lambda one: one.lead, default=None)

    @property
    def longest_match(self) -> MatchFacts | None:
        """The match with the most rounds."""
        return max(self.matches, key=lambda one: len(one.rounds), default=None)


def _canastas(one: CountedRound) -> int:
    return sum(one.round.count(one.match.own_side, code) for code in ("pure", "semi_clean", "impure"))


def _took_dead_hand(one: CountedRound) -> bool:
    return not any(code == "dead_never" for code, _points, _count in one.round.sheets[one.match.own_side])


def statistics_of(matches: Iterable[MatchFacts], wish: MatchFilter = MatchFilter()) -> MatchStatistics:
    """Return the statistics of the matches that `wish` fits."""
    chosen = tuple(one for one in matches if wish.fits(one))
    rounds = tuple([CountedRound(*each) for one in chosen for each in zip(repeat(one), one.rounds, one.leads)])
    return MatchStatistics(chosen, rounds, _win_shares(chosen), _curve(rounds), _sources(chosen, len(rounds)))


def _win_shares(matches: Sequence[MatchFacts]) -> tuple[tuple[str, Estimate], ...]:
    """Return the share of wins against each level, where all opponents had that level, and against mixed opponents."""
    counted: dict[str, list[bool]] = {}
    for one in matches:
        if one.over:
            counted.setdefault(one.opponents[0] if len(one.opponents) == 1 else MIXED_OPPONENTS, []).append(one.won)
    levels = [level for level in (*LEVELS, PERSON, MIXED_OPPONENTS) if level in counted]
    return tuple((level, share_of(sum(counted[level]), len(counted[level]))) for level in levels)


def _curve(rounds: Sequence[CountedRound]) -> tuple[CurvePoint, ...]:
    """Return the moving average of the lead, in fewer than twice CURVE_POINTS points."""
    if len(rounds) < MIN_SHOWN_CASES:
        return ()
    window = min(CURVE_WINDOW_ROUNDS, max(MIN_SHOWN_CASES, len(rounds) // 3))
    ends = range(window, len(rounds) + 1)
    step = max(1, len(ends) // CURVE_POINTS)
    chosen = sorted({*ends[::step], ends[-1]})
    return tuple(
        CurvePoint(
            end - window + 1, end, rounds[end - 1].match.day, mean_of([one.lead for one in rounds[end - window : end]])
        )
        for end in chosen
    )


def _sources(matches: Sequence[MatchFacts], rounds: int) -> tuple[LinePoints, ...]:
    """Return the mean points per round of each line of the sheets that is not always zero."""
    own: defaultdict[str, float] = defaultdict(float)
    their: defaultdict[str, float] = defaultdict(float)
    for one in matches:
        for total, brought in zip((own, their), one.line_points, strict=True):
            for code, points in brought.items():
                total[code] += points
    codes = [code for code in dict.fromkeys((*own, *their)) if own[code] or their[code]]
    return tuple(LinePoints(code, own[code] / rounds, their[code] / rounds) for code in codes)


# --- for other programs ---

CSV_COLUMNS: Final = (
    "day", "file", "game", "players", "as_written", "against", "over", "won", "round", "points", "lead", "turns",
    "opened_in_turn", "dead_hand_in_turn", "canastas", "pure", "went_out", "ending",
    "turn_seconds", "timed_out", "seconds_a_turn", "seconds",
)  # fmt: skip


def rounds_to_csv(sums: MatchStatistics) -> str:
    """Write the rounds as CSV, with a header line."""
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\n")
    written.writerow(CSV_COLUMNS)
    for one in sums.rounds:
        match, played = one.match, one.round
        written.writerow(
            (
                match.day,
                match.name,
                match.game,
                match.players,
                int(match.usual),
                "+".join(match.opponents),
                int(match.over),
                int(match.won),
                played.number,
                one.own_points,
                one.lead,
                played.turns,
                played.opened,
                played.dead,
                _canastas(one),
                played.count(match.own_side, "pure"),
                int(played.out == match.own_side),
                played.ending,
                match.seconds,
                played.timed_out,
                _seconds(played.thought, played.timed),
                _seconds(played.lasted, 1),
            )
        )
    return out.getvalue()


def _seconds(tenths: int, times: int) -> str:
    """Write the mean time in seconds; empty if it is unknown."""
    return f"{tenths / times / TENTHS_PER_SECOND:.1f}" if tenths else ""


def statistics_to_plain(sums: MatchStatistics) -> dict[str, object]:
    """Return the figures as plain values; those of too few cases are None."""
    return {
        "matches": len(sums.matches),
        "over": len(sums.finished_matches),
        "rounds": len(sums.rounds),
        "won": _plain_estimate(sums.win_share),
        "against": {level: _plain_estimate(span) for level, span in sums.against},
        "lead": _plain_estimate(sums.mean_lead),
        "turns": _plain_estimate(sums.mean_turns),
        "opened": _plain_estimate(sums.mean_opening_turn),
        "went_out": _plain_estimate(sums.going_out_share),
        "canastas": _plain_estimate(sums.mean_canastas),
        "pure": _plain_estimate(sums.pure_share),
        "dead_hands": _plain_estimate(sums.dead_hand_share),
        "timed_out": _plain_estimate(sums.timed_out_share),
        "seconds_a_turn": _plain_estimate(sums.mean_turn_seconds),
        "minutes_a_round": _plain_estimate(sums.mean_round_minutes),
        "sources": {one.code: [round(one.ours, 1), round(one.theirs, 1)] for one in sums.sources},
    }


def _plain_estimate(span: Estimate) -> dict[str, float] | None:
    if not span.can_be_shown:
        return None
    return {"mean": round(span.middle, 3), "low": round(span.low, 3), "high": round(span.high, 3), "of": span.of}
