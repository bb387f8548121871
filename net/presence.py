"""Who is present and who is away, since when, by each program's own links or the host's word: not part of the log."""

from __future__ import annotations

from net import messages as m
from net.guests import AgreedOptions, Guest
from net.log.calls import GRACE_MS
from net.log.entries import MAX_SEATS
from net.log.lockstep import Lockstep
from net.log.roster import Roster
from net.log.succession import Succession

# A program that did nothing for longer, since its machine slept or was busy, could hear nobody: that time is nobody's
# silence.
SLEEP_GAP_MS = 2_000
LONELY_AFTER_MS = 10_000  # a program without any link for so long calls everybody who may have gone on without it
CALL_PEERS_INTERVAL_MS = 10_000  # how often players other than the host are called


class Presence:
    """Since when each seat, and the host, is away."""

    def __init__(self, guests: dict[int, Guest]) -> None:
        self._guests = guests
        self.away_since: dict[int, int] = {}  # by seat
        self.host_gone: int | None = None  # since when
        self.alone_since: int | None = None
        self._last_state: tuple[object, ...] = ()  # all that `update` depends on, at its last call
        self._called_at: dict[int, int] = {}  # by seat, from when on its next call is timed

    def update(self, lockstep: Lockstep, room: m.Room | None, now: int) -> bool:
        """Update from all links; False if nothing has changed.

        It runs at every message, and compares all that it depends on.
        """
        guests = [(one.key, one.admitted, one.away) for one in self._guests.values()]
        roster = lockstep.replica.roster
        host = (roster.host_key, lockstep.is_hosting, lockstep.host_lied)
        readers = [(link, one.ballot) for link, one in lockstep.feeder.readers.items()]
        noticed = (guests, readers, roster.chairs, host, room)
        if noticed == self._last_state:
            return False
        self._last_state = noticed
        self._update_absences(lockstep, room, now)
        return True

    def _update_absences(self, lockstep: Lockstep, room: m.Room | None, now: int) -> None:
        if lockstep.is_hosting or lockstep.host_link is not None:
            self.host_gone = None
        elif self.host_gone is None:
            self.host_gone = now
        if self._has_company(lockstep):
            self.alone_since = None
        elif self.alone_since is None:
            self.alone_since = now
        for seat, here in enumerate(self.seats_here(lockstep, room)):
            if here:
                self.away_since.pop(seat, None)
            else:
                self.away_since.setdefault(seat, now)

    def _has_company(self, lockstep: Lockstep) -> bool:
        """Return whether the match can go on with anybody here: a watcher is no help to a player or host."""
        roster = lockstep.replica.roster
        needed = lockstep.is_hosting or lockstep.seat is not None
        return any(
            guest.admitted and (not needed or guest.key == roster.host_key or roster.seat_of(guest.key) is not None)
            for guest in self._guests.values()
        )

    def skip_sleep(self, gap: int) -> None:
        """Do not count a time in which we did not listen."""
        self.away_since = {seat: since + gap for seat, since in self.away_since.items()}
        self.host_gone = None if self.host_gone is None else self.host_gone + gap
        self.alone_since = None if self.alone_since is None else self.alone_since + gap

    def is_away_for_good(self, seat: int, now: int) -> bool:
        """Return whether a seat's grace period is over."""
        since = self.away_since.get(seat)
        return since is not None and now - since >= GRACE_MS

    def is_host_lost(self, now: int) -> bool:
        """Return whether the host's grace period is over."""
        return self.host_gone is not None and now - self.host_gone >= GRACE_MS

    def is_lonely(self, now: int) -> bool:
        """Return whether we have had no useful link for a while."""
        return self.alone_since is not None and now - self.alone_since >= LONELY_AFTER_MS

    def seats_here(self, lockstep: Lockstep, room: m.Room | None) -> list[bool]:
        """Return for each seat whether its program is present, by our own links or by the host's last word."""
        roster = lockstep.replica.roster
        if not lockstep.is_hosting and room is not None and lockstep.host_link is not None:
            told = [chair.here for chair in room.chairs]
            return [*told, *[True] * len(roster.chairs)][: len(roster.chairs)]
        awake = {guest.key for guest in self._guests.values() if not guest.away}
        away = {guest.key for guest in self._guests.values()} - awake
        return [
            not chair.key or (lockstep.is_here(seat) and chair.key not in away)
            for seat, chair in enumerate(roster.chairs)
        ]

    def late_seats(self, lockstep: Lockstep) -> tuple[int, ...]:
        """Return the seats that missed a heartbeat on every link but are not away yet; only shown."""
        heard = {guest.key for guest in self._guests.values() if not guest.late}
        late = {guest.key for guest in self._guests.values() if guest.admitted} - heard
        roster = lockstep.replica.roster
        return tuple(seat for seat in roster.persons if roster.chairs[seat].key in late and seat not in self.away_since)

    def wanted_addresses(self, lockstep: Lockstep, succession: Succession, now: int) -> tuple[tuple[str, ...], ...]:
        """Return the addresses of each program that we want a link to, the likeliest first.

        The host while we miss him; once we have given him up, the successors before us; and now and then all players,
        so that what the host shows to each can be compared. Whoever has been alone for a while calls everybody: others
        may have gone on without him under another host, or have the end.
        """
        roster = lockstep.replica.roster
        seats: tuple[int, ...] = ()
        found = []
        if lockstep.misses_host:
            found.append(lockstep.addresses_of(roster.host))
        if self.is_lonely(now):
            seats = tuple(seat for seat, chair in enumerate(roster.chairs) if chair.key)
        elif not lockstep.is_hosting and succession.host_given_up:
            seats = roster.successors()[: succession.rank_in_line()]
        if not lockstep.is_hosting:
            seats = (*seats, *self._peers(lockstep, now))
        return (*found, *(lockstep.addresses_of(seat) for seat in dict.fromkeys(seats) if not lockstep.is_here(seat)))

    def _peers(self, lockstep: Lockstep, now: int) -> tuple[int, ...]:
        """Return which other followers to call now: of each two, the lower seat calls first."""
        roster, own = lockstep.replica.roster, lockstep.seat
        if own is None or own not in roster.persons:
            return ()
        seats = [seat for seat in roster.persons if seat not in (own, roster.host) and not lockstep.is_here(seat)]
        wait = {seat: CALL_PEERS_INTERVAL_MS * (1 if own < seat else 3) for seat in seats}
        self._called_at = {
            seat: self._called_at.get(seat, now - (CALL_PEERS_INTERVAL_MS if own < seat else 0)) for seat in seats
        }
        due = tuple(seat for seat in seats if now >= self._called_at[seat] + wait[seat])
        self._called_at.update(dict.fromkeys(due, now))
        return due

    def watcher_count(self, roster: Roster) -> int:
        """Count the people here without a seat."""
        return len({one.key for one in self._guests.values() if one.admitted and roster.seat_of(one.key) is None})

    def room_for(self, key: bytes, lockstep: Lockstep, agreed: AgreedOptions, told: m.Room | None) -> m.Room | None:
        """Return the room as a host tells it to one reader, None if we do not host; `told` is what it told last.

        A host that was restarted, or took over, tells what START says: a reader without START knows nothing else.
        """
        if not lockstep.is_hosting:
            return None
        roster = lockstep.replica.roster
        here = self.seats_here(lockstep, told)
        chairs = tuple(
            m.LobbySeat(
                "person" if chair.held else "bot", chair.name, chair.level, chair.key, ready=True, here=here[seat]
            )
            for seat, chair in enumerate(roster.chairs)
        )
        seat = roster.seat_of(key)
        table = told.table if told else roster.match
        you = MAX_SEATS if seat is None else seat
        what = (agreed.options, agreed.digest)
        return m.Room(table, roster.match, roster.host_key, *what, chairs, self.watcher_count(roster), you)
