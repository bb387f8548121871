"""The one queue of moments, between what happened and what is shown. Pure: the time is given in.

Laws: one moment has the stage; two at once are one; nothing waits for it but what moves by itself, and any hand ends
the present one, a second hand all that wait. Each kind is counted over the match: first whole, then shorter.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.table.moments.kinds import BURST, ENDINGS, ON_SHEETS, REFLOW, RIBBON, USUAL
from game.client.table.moments.moment import merged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.table.moments.kinds import MomentRule, Occasion
    from game.client.table.moments.moment import Moment

MARK_SECONDS: Final = 0.4  # of what has no ribbon any more
WAITS: Final = 0.6  # seconds a lesser moment waits for a greater one before it is no more than a mark
DIMS_APART: Final = 2.0  # seconds at least from one veil's coming to the next
WINDOW: Final = 6.0  # seconds in which others' moments
SHARE: Final = 1.2  # have no more than these
RIBBONS: Final = 3  # of one kind in a round
ROUNDING: Final = 1e-6
KEPT: Final = 4  # of others' ribbons, and marks at one time


@dataclass(frozen=True, slots=True)
class Running:
    """A moment on the stage: from when its last tile has landed, for how many seconds, with a ribbon or as a mark."""

    moment: Moment
    begins: float
    lasts: float
    ribbon: bool
    rule: MomentRule
    dims: bool = True  # all but what is praised

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.begins + self.lasts

    @property
    def bursts(self) -> float:
        """When the burst comes, and its sound."""
        return self.begins + (self.lasts * BURST if self.rule.moves else 0.0)

    @property
    def reflows(self) -> float:
        """When what made room may move."""
        return self.begins + self.lasts * REFLOW

    def share(self, now: float) -> float:
        """Return how much of it has passed, below 0 before the landing."""
        return (now - self.begins) / self.lasts

    @property
    def ribbon_span(self) -> tuple[float, float]:
        """Return the shares of its time between which the ribbon is seen: all of it where no tile lands before."""
        return (0.0, 1.0) if self.rule.stands or self.moment.kind in ON_SHEETS else RIBBON

    def ribbon_share(self, now: float) -> float | None:
        """Return how much of the ribbon's time has passed, None while it is not seen."""
        first, last = self.ribbon_span
        share = (self.share(now) - first) / (last - first)
        return share if self.ribbon and 0.0 <= share < 1.0 else None


class Moments:
    """The moment on the stage, the marks beside it, and the moments that wait."""

    def __init__(self, times: Counter[object] | None = None) -> None:
        self.running: Running | None = None
        self.marks: tuple[Running, ...] = ()
        self._waiting: tuple[tuple[Moment, float], ...] = ()  # each with when it came
        self._seen: set[object] = set()  # what was shown in this round: an undone turn made again is none
        self._times: Counter[object] = Counter() if times is None else times  # in the match, whose tables are several
        self._in_round: dict[Occasion, int] = {}
        self._others: tuple[tuple[float, float], ...] = ()  # when others' ribbons ended, and how long they stood
        self._dimmed = -math.inf  # when the last veil came
        self._skipped = False

    @property
    def busy(self) -> bool:
        """Return whether anything of a moment is seen or waits."""
        return bool(self.running or self.marks or self._waiting)

    @property
    def seen(self) -> tuple[Running, ...]:
        """Return the moment on the stage and the marks beside it."""
        return self.marks if self.running is None else (self.running, *self.marks)

    @property
    def holds(self) -> bool:
        """Return whether what moves by itself waits: a ribbon has the stage, or will have it."""
        return self.running is not None and self.running.ribbon and not self.running.rule.stands

    def new_round(self) -> None:
        """Begin to count the round anew."""
        self._seen, self._in_round = set(), {}
        self.end_all()

    # --- what comes ----------------------------------------------------------------------------------------------

    def add(
        self, moments: Iterable[Moment], now: float, lands: float, tempo: float = 1.0, rule: MomentRule = USUAL
    ) -> None:
        """Take what happened at once; its last tile lands at that time."""
        new = [moment for moment in moments if moment.key not in self._seen]
        self._seen |= {moment.key for moment in new}
        staged = sorted((one for one in new if one.kind.spec.ribbon), key=lambda one: -one.kind.spec.rank)
        for moment in [*(one for one in new if not one.kind.spec.ribbon), *staged[2:]]:
            self._mark(moment, lands, tempo, rule)
        if not staged:
            return
        moment = staged[0] if len(staged) == 1 else merged(staged[0], staged[1])
        running = self.running
        if running is not None and running.ribbon and now < running.bursts:
            self.running, moment = None, merged(running.moment, moment)
            self._dimmed = -math.inf if running.dims else self._dimmed  # the same veil goes on
        elif running is not None and running.moment.kind.spec.rank >= moment.kind.spec.cuts:
            self._waiting = (*self._waiting, (moment, now))
            return
        self._begin(moment, lands, tempo, rule)

    def _begin(self, moment: Moment, lands: float, tempo: float, rule: MomentRule) -> None:
        kind = moment.kind
        lasts = kind.lasts(self._times[kind]) / tempo
        seen, others = self._in_round.get(kind, 0), not moment.ours
        spent = sum(long for end, long in self._others if end > lands - WINDOW)
        ends = kind in ENDINGS  # nobody moves any more
        if seen >= RIBBONS or (others and not ends and spent + lasts > SHARE + ROUNDING):
            self._mark(moment, lands, tempo, rule)
            return
        self._count(kind)
        lasts = max(lasts, rule.stands)
        if others:
            self._others = (*self._others[-KEPT:], (lands + lasts, lasts))
        dims = kind.spec.veil > 0 and rule.veil and lands - self._dimmed >= DIMS_APART
        self._dimmed = lands if dims else self._dimmed
        self.running = Running(moment, lands, lasts, ribbon=True, rule=rule, dims=dims)

    def _mark(self, moment: Moment, lands: float, tempo: float, rule: MomentRule) -> None:
        lasts = min(MARK_SECONDS if moment.kind.spec.ribbon else 1.0, moment.kind.lasts(self._times[moment.kind]))
        if not moment.kind.spec.ribbon:  # a kind whose ribbon was left out has not been seen yet
            self._count(moment.kind)
        if lasts > 0:
            lasts = max(lasts / tempo, rule.stands)
            self.marks = (*self.marks[1 - KEPT :], Running(moment, lands, lasts, ribbon=False, rule=rule))

    def _count(self, kind: Occasion) -> None:
        self._times[kind] += 1
        self._in_round[kind] = self._in_round.get(kind, 0) + 1

    # --- time and hands ------------------------------------------------------------------------------------------

    def tick(self, now: float, tempo: float = 1.0, rule: MomentRule = USUAL) -> bool:
        """Let time pass; return whether anything ended or began."""
        before = (self.running, self.marks)
        self.marks = tuple(one for one in self.marks if now < one.ends)
        if self.running is not None and now >= self.running.ends:
            self.running = None
        while self.running is None and self._waiting:
            (moment, came), *rest = self._waiting
            self._waiting = tuple(rest)
            if now - came > WAITS / tempo:
                self._mark(moment, now, tempo, rule)
            else:
                self._begin(moment, now, tempo, rule)
        if not self.busy:
            self._skipped = False
        return (self.running, self.marks) != before

    def skip(self) -> bool:
        """End the present moment, and by a second hand all that wait; return whether one was on the stage."""
        if self.running is None:
            return False
        again, self.running = self._skipped, None
        self._skipped = True
        if again:
            self._waiting = ()
        return True

    def end_all(self) -> None:
        """End everything at once."""
        self.running, self.marks, self._waiting, self._skipped = None, (), (), False
