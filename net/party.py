"""One program at a table, in lobby and match: takes messages and the time; returns effects.

Law: what belongs to the match goes to the lockstep; talk, previews and presence never touch it. Times are whole
milliseconds and are passed in. `members` holds the links and the match, `inbox` handles messages, `requests` what our
own user asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial

from net import frames
from net import messages as m
from net.guests import Guest, HostChanged, RoomChanged, TurnedAway
from net.inbox import Inbox
from net.log.bodies import LogKind
from net.log.calls import GRACE_MS
from net.log.effects import (
    DropLink,
    EntryAppended,
    JournalDamaged,
    LogRewound,
    Record,
    SaltRecord,
    SendMessage,
)
from net.log.lockstep import Lockstep
from net.members import Effect, Members
from net.opening import begin_when_ready, cancel_start, request_nonces
from net.reasons import Reason
from net.requests import Requests
from net.rooms import tell_room

HEADS_INTERVAL_MS = 1_000  # how often followers tell each other the newest head that the host showed them


class Party(Members):
    """One program at a table."""

    _restored_at = 0
    _told_at = 0  # when we last told the other followers which head the host showed us
    _told_head = b""  # which head that was

    @cached_property
    def _inbox(self) -> Inbox:
        return Inbox(self)

    @cached_property
    def requests(self) -> Requests:
        """What our user may ask of the table."""
        return Requests(self, self._settle, partial(request_nonces, self))

    # For the driver

    def take_effects(self, now: int) -> list[Effect]:
        """Return what is to be done, in order, and forget it."""
        if self.lockstep is None or self._log_out:
            self._settle(now)  # a host's lobby may change without a call; everything else settles itself
        done, self._out = self._out, []
        return done

    def restore(self, records: Iterable[Record], now: int) -> bool:
        """Restore a persisted match; False if there is none, or it lacks the salt of a match that we play in."""
        records = tuple(records)
        salts = {record.match: record.salt for record in records if isinstance(record, SaltRecord)}
        for match, salt in salts.items():
            self._keep_salt(match, salt)
        lockstep = Lockstep.restored(records, self.identity, self.make_story, self._log_out)
        self._log_out.clear()
        if lockstep is None or (lockstep.seat is not None and lockstep.replica.match not in salts):
            return False
        self.lockstep = lockstep
        self._set_up_match(now)
        lockstep.calls.reset_after_restart()
        self._restored_at = now
        if lockstep.lost:
            self._log_out.append(JournalDamaged(lockstep.lost))
        self._settle(now)
        return True

    def on_link_opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:
        """A link is open: its other side has proved its key and run; `ours` if we opened it."""
        self.guests[link] = Guest(key, ours, run)
        self._hear_host(link, now, hears=True)
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
            self.lockstep.calls.on_link_opened(link)
        if ours:
            wish = self.wish_to_join
            match = self.lockstep.replica.match if self.lockstep else b""
            self._out.append(SendMessage(link, m.Join(wish.name, wish.rules, wish.options, wish.watch, match)))
            self.admit(link)
        self._settle(now)

    def on_link_lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:
        """A link has ended."""
        guest = self.guests.pop(link, None)
        if guest is None:
            return
        self._detach_guest(link, guest)
        if by_them and guest.ours:
            self._out.append(TurnedAway(link, reason, hint))
        self._settle(now)

    def on_link_late(self, link: int, *, late: bool) -> None:
        """A heartbeat is overdue on a link, or something was heard again."""
        if link in self.guests:
            self.guests[link].late = late

    def on_link_quiet(self, link: int, now: int, *, away: bool) -> None:
        """Nothing was heard on a link for six heartbeats, or something again."""
        if link in self.guests:
            self._hear_host(link, now, hears=not away)
            self.guests[link].away = away
            self._settle(now)

    def on_message(self, link: int, message: frames.Message, now: int) -> None:
        """Take in a message."""
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
        self._inbox.on_message(link, message, now)
        self._settle(now)

    def tick(self, now: int) -> None:
        """Let time pass."""
        if self.drawing is not None and now >= self.drawing.until:
            cancel_start(self, self.drawing.missing_keys)
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
        if self.succession is not None:
            self.succession.tick(now)
        if self.lockstep is not None:
            self.lockstep.dispute.tick(now)
            self.lockstep.resume_numbering(at_last=now >= self._restored_at + GRACE_MS)
            self._tell_heads(self.lockstep, now)
            if self.lockstep.outbox.is_unfinished:
                self.lockstep.outbox.pump()
        self._settle(now)

    def _tell_heads(self, lockstep: Lockstep, now: int) -> None:
        """Tell the other followers at intervals the head that we were shown."""
        head = lockstep.replica.heads[-1]
        if head != self._told_head and now >= self._told_at + HEADS_INTERVAL_MS:
            self._told_at, self._told_head = now, head
            lockstep.heads.announce_shown()

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""
        if self.drawing is not None:
            return self.drawing.until
        if self.lockstep is None or self.succession is None:
            return None
        if self.lockstep.outbox.is_unfinished:
            return now
        times = [self.succession.deadline(), self.lockstep.dispute.deadline(now)]
        if self.lockstep.awaiting_have:
            times.append(max(now, self._restored_at + GRACE_MS))
        if self.lockstep.replica.heads[-1] != self._told_head:
            times.append(max(now, self._told_at + HEADS_INTERVAL_MS))
        return min((time for time in times if time is not None), default=None)

    def skip_sleep(self, gap: int) -> None:
        """Do not count `gap` milliseconds, in which we slept, as anybody's silence."""
        self.presence.skip_sleep(gap)

    def close(self, reason: Reason = Reason.CLOSED) -> None:
        """End all links."""
        for link in list(self.guests):
            self.drop(link, reason)

    def wanted_addresses(self, now: int) -> tuple[tuple[str, ...], ...]:
        """Return the addresses of each program that we want a link to, the likeliest first."""
        if self.lockstep is None or self.succession is None:
            return ()
        return self.presence.wanted_addresses(self.lockstep, self.succession, now)

    # For the session

    def away_since(self, seat: int) -> int | None:
        """Return since when a seat's program is away, None while it is here."""
        return self.presence.away_since.get(seat)

    def late_seats(self) -> tuple[int, ...]:
        """Return the seats that missed a heartbeat on every link; most are heard again soon."""
        return () if self.lockstep is None else self.presence.late_seats(self.lockstep)

    # Inside

    def _hear_host(self, link: int, now: int, *, hears: bool) -> None:
        """Note that the host is heard again, so that old entries may come first, or is silent."""
        lockstep = self.lockstep
        if lockstep is not None and self.guests[link].key == lockstep.replica.roster.host_key:
            lockstep.pass_time(now)
            lockstep.calls.on_host_link(hears=hears)

    def _settle(self, now: int) -> None:
        """Pass on the lockstep's effects and tell others of changes in the room."""
        if self.drawing is not None:
            begin_when_ready(self, now)
        while self._log_out:
            effect = self._log_out.popleft()
            if isinstance(effect, DropLink):
                self.drop(effect.link, effect.reason)
            else:
                self._out.append(effect)
            if isinstance(effect, EntryAppended | LogRewound):
                self._notice_host(effect)
        if self.lockstep is None or self.succession is None:
            tell_room(self)
            return
        changed = self.presence.update(self.lockstep, self.room, now)
        if changed:
            self.lockstep.calls.note_away(self.presence.away_since)
        if self.lockstep.host_lied:
            self.succession.give_up_host(now)  # a host who lied has no grace
        elif self.presence.host_gone is None and self.succession.host_given_up and not self.lockstep.stalls.stalled:
            self.succession.reset()
        if changed:
            tell_room(self)

    def _notice_host(self, effect: EntryAppended | LogRewound) -> None:
        if isinstance(effect, EntryAppended) and effect.entry.core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self._out.append(HostChanged(self.running_match().replica.roster.host))
            self.presence.host_gone = None
            if self.succession is not None:
                self.succession.reset()
            key = self.running_match().replica.roster.host_key
            hosts = [guest for guest in self.guests.values() if guest.key == key]
            if all(guest.away for guest in hosts):
                self.running_match().calls.on_host_link(hears=False)
            for said in [guest.said for guest in hosts if guest.said is not None]:
                self.room = said  # he sent it before we knew that he hosts
                self._out.append(RoomChanged(said))
