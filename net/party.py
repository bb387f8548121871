"""One program at a table: messages and the time in, effects out, in the lobby and the match.

Law: what belongs to the match goes to the lockstep, what does not (talk, previews, presence) never touches it. Times
are whole milliseconds, given in. Who takes part stands in `members`, what a message means in `inbox`, what the person
here may ask of the table in `requests`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial

from net import frames
from net import messages as m
from net.guests import Guest, HostChanged, RoomChanged, TurnedAway
from net.inbox import Inbox
from net.log.bodies import LogKind
from net.log.calls import GRACE
from net.log.effects import (
    Drop,
    EntryAppended,
    JournalDamaged,
    LogRewound,
    Record,
    SaltRecord,
    SendMessage,
)
from net.log.lockstep import Lockstep
from net.members import Effect, Members
from net.opening import begin_nothing, draw, go_on
from net.reasons import Reason
from net.requests import Requests
from net.rooms import tell_room

HEADS_EVERY = 1_000  # how often those who follow tell each other what they were shown, if that has grown


class Party(Members):
    """One program at a table, as a driver and a session see it."""

    _restored_at = 0
    _told_at = 0  # when the others who follow were told what we were shown,
    _told_head = b""  # and which head that was

    @cached_property
    def _inbox(self) -> Inbox:
        return Inbox(self)

    @cached_property
    def requests(self) -> Requests:
        """What the person here asks of the table."""
        return Requests(self, self._settle, partial(draw, self))

    # What a driver gives and takes

    def effects(self, now: int) -> list[Effect]:
        """Return what is to be done, in order, and forget it."""
        if self.lockstep is None or self._log_out:
            self._settle(now)  # a host changes his lobby behind our back; whatever else happens settles itself
        done, self._out = self._out, []
        return done

    def restore(self, records: Iterable[Record], now: int) -> bool:
        """Take up a match that was kept; False if there was none, or not the salt of a match that we play in."""
        records = tuple(records)
        salts = {record.match: record.salt for record in records if isinstance(record, SaltRecord)}
        for match, salt in salts.items():
            self._salted(match, salt)
        lockstep = Lockstep.restored(records, self.identity, self.tell, self._log_out)
        self._log_out.clear()
        if lockstep is None or (lockstep.seat is not None and lockstep.replica.match not in salts):
            return False
        self.lockstep = lockstep
        self._began(now)
        lockstep.calls.after_restart()
        self._restored_at = now
        if lockstep.lost:
            self._log_out.append(JournalDamaged(lockstep.lost))
        self._settle(now)
        return True

    def opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:
        """A link has proved whose it is, and which start of that program speaks; `ours` if we opened it."""
        self.guests[link] = Guest(key, ours, run)
        self._hear_host(link, now, hears=True)
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
            self.lockstep.calls.opened(link)
        if ours:
            wish = self.wish_to_join
            match = self.lockstep.replica.match if self.lockstep else b""
            self._out.append(SendMessage(link, m.Join(wish.name, wish.rules, wish.options, wish.watch, match)))
            self.admit(link)
        self._settle(now)

    def lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:
        """A link is over."""
        guest = self.guests.pop(link, None)
        if guest is None:
            return
        self._leave(link, guest)
        if by_them and guest.ours:
            self._out.append(TurnedAway(link, reason, hint))
        self._settle(now)

    def late(self, link: int, *, late: bool) -> None:
        """A heartbeat is overdue on a link, or something was heard again."""
        if link in self.guests:
            self.guests[link].late = late

    def quiet(self, link: int, now: int, *, away: bool) -> None:
        """Nothing was heard on a link for six heartbeats, or something again."""
        if link in self.guests:
            self._hear_host(link, now, hears=not away)
            self.guests[link].away = away
            self._settle(now)

    def heard(self, link: int, message: frames.Message, now: int) -> None:
        """Take in a message."""
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
        self._inbox.hear(link, message, now)
        self._settle(now)

    def tick(self, now: int) -> None:
        """Let time pass."""
        if self.drawing is not None and now >= self.drawing.until:
            begin_nothing(self, self.drawing.missing)
        if self.lockstep is not None:
            self.lockstep.pass_time(now)
        if self.succession is not None:
            self.succession.tick(now)
        if self.lockstep is not None:
            self.lockstep.dispute.tick(now)
            self.lockstep.resume_numbering(at_last=now >= self._restored_at + GRACE)
            self._tell_heads(self.lockstep, now)
            if self.lockstep.outbox.more:
                self.lockstep.outbox.pump()
        self._settle(now)

    def _tell_heads(self, lockstep: Lockstep, now: int) -> None:
        """Now and then tell the others who follow what we were shown."""
        head = lockstep.replica.heads[-1]
        if head != self._told_head and now >= self._told_at + HEADS_EVERY:
            self._told_at, self._told_head = now, head
            lockstep.heads.announce_shown()

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""
        if self.drawing is not None:
            return self.drawing.until
        if self.lockstep is None or self.succession is None:
            return None
        if self.lockstep.outbox.more:
            return now
        times = [self.succession.deadline(), self.lockstep.dispute.deadline(now)]
        if self.lockstep.awaiting_have:
            times.append(max(now, self._restored_at + GRACE))
        if self.lockstep.replica.heads[-1] != self._told_head:
            times.append(max(now, self._told_at + HEADS_EVERY))
        return min((time for time in times if time is not None), default=None)

    def slept(self, gap: int) -> None:
        """Leave `gap` milliseconds, which we slept, out of everybody's silence."""
        self.presence.slept(gap)

    def close(self, reason: Reason = Reason.CLOSED) -> None:
        """End all links."""
        for link in list(self.guests):
            self.drop(link, reason)

    def wanted(self, now: int) -> tuple[tuple[str, ...], ...]:
        """Return with whom we would like to be linked: the addresses of each, the likeliest first."""
        if self.lockstep is None or self.succession is None:
            return ()
        return self.presence.wanted(self.lockstep, self.succession, now)

    # What a session asks besides

    def away_since(self, seat: int) -> int | None:
        """Return since when a seat's program is away, None while it is here."""
        return self.presence.away_since.get(seat)

    def late_seats(self) -> tuple[int, ...]:
        """Return the seats that miss a heartbeat on every link to us; most of them are heard again."""
        return () if self.lockstep is None else self.presence.late(self.lockstep)

    # How it hangs together

    def _hear_host(self, link: int, now: int, *, hears: bool) -> None:
        """The link to the host is new, or was silent: what comes next may be old. Or it is silent."""
        lockstep = self.lockstep
        if lockstep is not None and self.guests[link].key == lockstep.replica.roster.host_key:
            lockstep.pass_time(now)
            lockstep.calls.on_host_link(hears=hears)

    def _settle(self, now: int) -> None:
        """Carry over what the lockstep wants, and tell who is here."""
        if self.drawing is not None:
            go_on(self, now)
        while self._log_out:
            effect = self._log_out.popleft()
            if isinstance(effect, Drop):
                self.drop(effect.link, effect.reason)
            else:
                self._out.append(effect)
            if isinstance(effect, EntryAppended | LogRewound):
                self._notice_host(effect)
        if self.lockstep is None or self.succession is None:
            tell_room(self)
            return
        changed = self.presence.notice(self.lockstep, self.room, now)
        if changed:
            self.lockstep.calls.note_away(self.presence.away_since)
        if self.lockstep.frozen:
            self.succession.give_up_host(now)  # a host who lied has no grace
        elif self.presence.host_gone is None and self.succession.host_given_up and not self.lockstep.stalls.stalled:
            self.succession.reset()
        if changed:
            tell_room(self)

    def _notice_host(self, effect: EntryAppended | LogRewound) -> None:
        if isinstance(effect, EntryAppended) and effect.entry.core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self._out.append(HostChanged(self.playing().replica.roster.host))
            self.presence.host_gone = None
            if self.succession is not None:
                self.succession.reset()
            key = self.playing().replica.roster.host_key
            hosts = [guest for guest in self.guests.values() if guest.key == key]
            if all(guest.away for guest in hosts):
                self.playing().calls.on_host_link(hears=False)
            for said in [guest.said for guest in hosts if guest.said is not None]:
                self.room = said  # he told it before we knew that he hosts
                self._out.append(RoomChanged(said))
