"""Who is away or silent at a LAN table, since when, and the calls and votes that follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.lan.silence import Silence
from net.log.lockstep import Lockstep
from net.log.roster import has_voted
from net.party import Party

CALL_ANYWAY_MS: Final = 20_000  # after this long all call the seat, if nobody has yet

# A seat that comes and goes makes us call again and again, and calls are limited: after FREE_CALLS of them each call
# waits longer, so that they last for the match.
FREE_CALLS: Final = 24
EXTRA_CALL_DELAY_MS: Final = 15_000


class Absence:
    """The persons whom this program does not hear; times are milliseconds and are passed in."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._silence = Silence()
        self._gone: set[int] = set()
        self._called: set[tuple[int, int, int]] = set()  # our last call of each seat: seat, its turns, the log's length
        self._voted: tuple[int, int, int] | None = None  # the last vote: seat, its turns, the log's length

    @property
    def is_anybody_away(self) -> bool:
        """Whether somebody was away at the last `update`."""
        return bool(self._gone)

    def update(self, lockstep: Lockstep, waiting: Iterable[int], now: int) -> tuple[tuple[int, bool], ...]:
        """Update who is away; return who has gone or come back since the last call, and whether he is gone.

        A seat that the table is `waiting` for counts as silent after a while, unless we do not hear the host.
        """
        hears = not lockstep.host_lied and (lockstep.is_hosting or lockstep.host_link is not None)
        self._silence.update({*waiting} - {lockstep.seat} if hears else (), now)
        away = self.away_times(lockstep, now)
        if not away and not self._gone:
            return ()
        gone = {seat for seat, _time in away}
        # A seat that a bot took over has not come back.
        changed, self._gone = (gone ^ self._gone) & {*lockstep.replica.roster.persons}, gone
        if hears and lockstep.seat in lockstep.replica.roster.persons:
            self._call(lockstep, away, now)
        return tuple((seat, seat in gone) for seat in sorted(changed))

    def skip_sleep(self, gap: int) -> None:
        """Do not count a time in which we did not listen."""
        self._silence.skip_sleep(gap)

    def _call(self, lockstep: Lockstep, away: Iterable[tuple[int, int]], now: int) -> None:
        """Call absent seats: the first present player at once, the others if he does not."""
        roster = lockstep.replica.roster
        first = lockstep.seat == min(seat for seat in roster.persons if seat not in self._gone or seat == lockstep.seat)
        calls = 0 if lockstep.seat is None else roster.chairs[lockstep.seat].calls
        patience = EXTRA_CALL_DELAY_MS * max(0, calls - FREE_CALLS)
        for seat, gone in away:
            once = (seat, roster.entries_written_by(seat), lockstep.replica.length)
            due = not roster.chairs[seat].called and seat != lockstep.seat and once not in self._called
            if due and gone >= patience and (first or gone >= CALL_ANYWAY_MS):
                self._called = {*(one for one in self._called if one[0] != seat), once}
                self._party.requests.call_seat(seat, now)

    def away_times(self, lockstep: Lockstep, now: int) -> tuple[tuple[int, int], ...]:
        """Return the persons who are away, each with the milliseconds since when, or since they were called."""
        since = [(seat, self._since(seat, now)) for seat in lockstep.replica.roster.persons]
        called = lockstep.calls.called_since
        return tuple((seat, now - max(at, called(seat) or at)) for seat, at in since if at is not None)

    def _since(self, seat: int, now: int) -> int | None:
        away = self._party.away_since(seat)
        return self._silence.silent_since(seat, now) if away is None else away

    def vote_absent(self, lockstep: Lockstep, seat: int, now: int) -> bool:
        """Vote that a seat is absent for good; False while its grace period lasts, or if we cannot vote."""
        roster = lockstep.replica.roster
        once = (seat, roster.entries_written_by(seat), lockstep.replica.length)
        heard = lockstep.is_hosting or lockstep.host_link is not None
        own = lockstep.seat
        if own is None or not {own, seat} <= {*roster.persons} or has_voted(roster, own, seat):
            return False
        if not heard or self._voted == once:
            return False
        if not self._party.requests.vote_absent(seat, now, silent_since=self._silence.silent_since(seat, now)):
            return False
        self._voted = once
        return True
