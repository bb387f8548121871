"""The queue of moments, between what happened and what is shown. Pure; the caller gives the time.

Laws: one moment is shown at a time; two at once are merged; only automatic moves wait for it. Any input ends the
present moment, a second input all that wait. Each kind is counted over the match: in full at first, then shorter.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.client.table.moments.kinds import (
    BURST_START,
    REFLOW_START,
    RIBBON_SPAN,
    ROUND_END_KINDS,
    SCORE_SHEET_KINDS,
    USUAL_LIMITS,
)
from game.client.table.moments.moment import merge_moments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.table.moments.kinds import MomentKind, MomentLimits
    from game.client.table.moments.moment import Moment

MARK_SECONDS: Final = 0.4  # length of a moment shown without its ribbon, because its kind has had enough of them
MAX_WAIT_SECONDS: Final = 0.6  # seconds a lesser moment waits for a greater one before it becomes a mark
MIN_SECONDS_BETWEEN_DIMS: Final = 2.0  # least seconds from the start of one dimming to the next
OTHERS_WINDOW_SECONDS: Final = 6.0
MAX_OTHERS_SECONDS: Final = 1.2  # others' ribbons are shown no longer than this within OTHERS_WINDOW_SECONDS
MAX_RIBBONS_PER_KIND: Final = 3  # ribbons of one kind in a round
ROUNDING: Final = 1e-6
MAX_REMEMBERED: Final = 4  # number of others' ribbons remembered besides the newest, and of marks at one time


@dataclass(frozen=True, slots=True)
class RunningMoment:
    """A moment being shown: from the landing of its last tile, for some seconds, with a ribbon or as a mark."""

    moment: Moment
    begins: float
    lasts: float
    ribbon: bool
    limits: MomentLimits
    dims: bool = True  # whether everything but the celebrated tiles is dimmed

    @property
    def end_time(self) -> float:
        """The time at which the moment ends."""
        return self.begins + self.lasts

    @property
    def burst_time(self) -> float:
        """The time of the moment's burst and its sound."""
        return self.begins + (self.lasts * BURST_START if self.limits.moves else 0.0)

    @property
    def reflow_time(self) -> float:
        """The time from which tiles that make room may move."""
        return self.begins + self.lasts * REFLOW_START

    def progress(self, now: float) -> float:
        """Return the passed share of the moment's time; below 0 before the landing."""
        return (now - self.begins) / self.lasts

    @property
    def ribbon_span(self) -> tuple[float, float]:
        """Return the shares of the moment's time between which the ribbon is shown: all if calm or on a score sheet."""
        return (0.0, 1.0) if self.limits.stands or self.moment.kind in SCORE_SHEET_KINDS else RIBBON_SPAN

    def ribbon_share(self, now: float) -> float | None:
        """Return the share of the ribbon's time that has passed, None while it is hidden."""
        first, last = self.ribbon_span
        share = (self.progress(now) - first) / (last - first)
        return share if self.ribbon and 0.0 <= share < 1.0 else None


class MomentQueue:
    """The moment being shown, the marks beside it, and the waiting moments."""

    def __init__(self, times: Counter[object] | None = None) -> None:
        self.running: RunningMoment | None = None
        self.marks: tuple[RunningMoment, ...] = ()
        self._waiting: tuple[tuple[Moment, float], ...] = ()  # each with the time when its last tile lands
        self._seen: set[object] = set()  # moments shown in this round: an undone turn made again does not repeat them
        # counts over the match, which has several table scenes
        self._times: Counter[object] = Counter() if times is None else times
        self._in_round: dict[MomentKind, int] = {}
        self._others: tuple[tuple[float, float], ...] = ()  # ends and lengths of others' ribbons
        self._dimmed = -math.inf  # time of the last dimming
        self._skipped = False

    @property
    def busy(self) -> bool:
        """Return whether any moment is shown or waits."""
        return bool(self.running or self.marks or self._waiting)

    @property
    def shown_moments(self) -> tuple[RunningMoment, ...]:
        """Return the moment being shown and its marks."""
        return self.marks if self.running is None else (self.running, *self.marks)

    @property
    def holds_moves(self) -> bool:
        """Return whether automatic moves wait, because a ribbon is shown or will be."""
        return self.running is not None and self.running.ribbon and not self.running.limits.stands

    def new_round(self) -> None:
        """Reset the counts of the round."""
        self._seen, self._in_round = set(), {}
        self.end_all()

    # --- new moments ---------------------------------------------------------------------------------------------

    def add(
        self,
        moments: Iterable[Moment],
        now: float,
        lands: float,
        tempo: float = 1.0,
        limits: MomentLimits = USUAL_LIMITS,
    ) -> None:
        """Queue simultaneous moments; their last tile lands at that time."""
        new = [moment for moment in moments if moment.key not in self._seen]
        self._seen |= {moment.key for moment in new}
        staged = sorted((one for one in new if one.kind.spec.ribbon), key=lambda one: -one.kind.spec.rank)
        self._stage(staged, now, lands, tempo, limits)
        for moment in [*(one for one in new if not one.kind.spec.ribbon), *staged[2:]]:
            self._mark(moment, self._free_from(lands), tempo, limits)

    def _stage(self, staged: list[Moment], now: float, lands: float, tempo: float, limits: MomentLimits) -> None:
        """Show the greatest of the moments with a ribbon, merged with the next, or let it wait."""
        if not staged:
            return
        moment = staged[0] if len(staged) == 1 else merge_moments(staged[0], staged[1])
        running = self.running
        if running is not None and running.ribbon and now < running.burst_time:
            self.running, moment = None, merge_moments(running.moment, moment)
            self._dimmed = -math.inf if running.dims else self._dimmed  # the same dimming goes on
        elif running is not None and running.moment.kind.spec.rank >= moment.kind.spec.cuts:
            self._waiting = (*self._waiting, (moment, now))
            return
        self._begin(moment, lands, tempo, limits)

    def _begin(self, moment: Moment, lands: float, tempo: float, limits: MomentLimits) -> None:
        kind = moment.kind
        lasts = kind.lasts(self._times[kind]) / tempo
        seen, others = self._in_round.get(kind, 0), not moment.ours
        spent = sum(long for end, long in self._others if end > lands - OTHERS_WINDOW_SECONDS)
        ends = kind in ROUND_END_KINDS  # the round is over: nobody moves any more
        if seen >= MAX_RIBBONS_PER_KIND or (others and not ends and spent + lasts > MAX_OTHERS_SECONDS + ROUNDING):
            self._mark(moment, lands, tempo, limits)
            return
        self._count(kind)
        lasts = max(lasts, limits.stands)
        if others:
            self._others = (*self._others[-MAX_REMEMBERED:], (lands + lasts, lasts))
        dims = kind.spec.veil > 0 and limits.veil and lands - self._dimmed >= MIN_SECONDS_BETWEEN_DIMS
        self._dimmed = lands if dims else self._dimmed
        self.running = RunningMoment(moment, lands, lasts, ribbon=True, limits=limits, dims=dims)

    def _free_from(self, lands: float) -> float:
        """Return when a mark begins: nothing else moves before the tiles that make room for a ribbon's do."""
        running = self.running
        return lands if running is None or not running.limits.moves else max(lands, running.reflow_time)

    def _mark(self, moment: Moment, lands: float, tempo: float, limits: MomentLimits) -> None:
        lasts = min(MARK_SECONDS if moment.kind.spec.ribbon else 1.0, moment.kind.lasts(self._times[moment.kind]))
        if not moment.kind.spec.ribbon:  # a kind whose ribbon was left out does not count as seen
            self._count(moment.kind)
        if lasts > 0:
            lasts = max(lasts / tempo, limits.stands)
            self.marks = (
                *self.marks[1 - MAX_REMEMBERED :],
                RunningMoment(moment, lands, lasts, ribbon=False, limits=limits),
            )

    def _count(self, kind: MomentKind) -> None:
        self._times[kind] += 1
        self._in_round[kind] = self._in_round.get(kind, 0) + 1

    # --- time and input ------------------------------------------------------------------------------------------

    def tick(self, now: float, tempo: float = 1.0, limits: MomentLimits = USUAL_LIMITS) -> bool:
        """Advance the time; return whether anything ended or began."""
        before = (self.running, self.marks)
        self.marks = tuple(one for one in self.marks if now < one.end_time)
        if self.running is not None and now >= self.running.end_time:
            self.running = None
        while self.running is None and self._waiting:
            (moment, came), *rest = self._waiting
            self._waiting = tuple(rest)
            if now - came > MAX_WAIT_SECONDS / tempo:
                self._mark(moment, now, tempo, limits)
            else:
                self._begin(moment, now, tempo, limits)
        if not self.busy:
            self._skipped = False
        return (self.running, self.marks) != before

    def skip(self) -> bool:
        """End the present moment, and on a second input all that wait; return whether one was being shown."""
        if self.running is None:
            return False
        landed, again, self.running = self.running.begins, self._skipped, None
        self._skipped = True
        self.marks = tuple(replace(one, begins=min(one.begins, landed)) for one in self.marks)
        if again:
            self._waiting = ()
        return True

    def end_all(self) -> None:
        """End everything at once."""
        self.running, self.marks, self._waiting, self._skipped = None, (), (), False
