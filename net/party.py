"""One program at a table: messages, the time and a person's wishes in, effects out, in the lobby and the match.

Laws: what belongs to the match goes to the lockstep, what does not (talk, previews, presence) never touches it; what is
wished is real when it comes back: an entry with its number, a lobby as its host tells it. Times are whole milliseconds,
given in. Who takes part stands in `members`, what a message means in `inbox`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from net import messages as m
from net.errors import LocalProtocolError
from net.guests import Guest, HostChanged, TurnedAway
from net.inbox import Inbox
from net.lobby import Lobby
from net.log.bodies import NONCE_BYTES, Call, LogKind, Successor, Vote, write_body
from net.log.calls import GRACE
from net.log.effects import (
    Appended,
    Damaged,
    Drop,
    KeptSalt,
    Record,
    Rewound,
    Tell,
)
from net.log.lockstep import Lockstep
from net.log.replica import Owed
from net.members import Effect, Members
from net.opening import begin_nothing, draw, go_on
from net.reasons import Reason
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
        salts = {record.match: record.salt for record in records if isinstance(record, KeptSalt)}
        for match, salt in salts.items():
            self._salted(match, salt)
        lockstep = Lockstep.restored(records, self.identity, self.tell, self._log_out)
        self._log_out.clear()
        if lockstep is None or (lockstep.seat is not None and lockstep.replica.match not in salts):
            return False
        self.lockstep = lockstep
        self._began(now)
        lockstep.calls.take_up()
        self._restored_at = now
        if lockstep.lost:
            self._log_out.append(Damaged(lockstep.lost))
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
            self._out.append(Tell(link, m.Join(wish.name, wish.rules, wish.options, wish.watch, match)))
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

    def quiet(self, link: int, now: int, *, away: bool) -> None:
        """Nothing was heard on a link for three heartbeats, or something again."""
        if link in self.guests:
            self._hear_host(link, now, hears=not away)
            self.guests[link].away = away
            self._settle(now)

    def heard(self, link: int, message: m.Message, now: int) -> None:
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
            self.lockstep.remember(at_last=now >= self._restored_at + GRACE)
            self._tell_heads(self.lockstep, now)
            if self.lockstep.outbox.more:
                self.lockstep.outbox.pump()
        self._settle(now)

    def _tell_heads(self, lockstep: Lockstep, now: int) -> None:
        """Now and then tell the others who follow what we were shown."""
        head = lockstep.replica.heads[-1]
        if head != self._told_head and now >= self._told_at + HEADS_EVERY:
            self._told_at, self._told_head = now, head
            lockstep.heads.spread()

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""
        if self.drawing is not None:
            return self.drawing.until
        if self.lockstep is None or self.succession is None:
            return None
        if self.lockstep.outbox.more:
            return now
        times = [self.succession.deadline(), self.lockstep.dispute.deadline(now)]
        if self.lockstep.unheard:
            times.append(max(now, self._restored_at + GRACE))
        if self.lockstep.replica.heads[-1] != self._told_head:
            times.append(max(now, self._told_at + HEADS_EVERY))
        return min((time for time in times if time is not None), default=None)

    def close(self, reason: Reason = Reason.CLOSED) -> None:
        """End all links."""
        for link in list(self.guests):
            self.drop(link, reason)

    def wanted(self, now: int) -> tuple[tuple[str, ...], ...]:
        """Return with whom we would like to be linked: the addresses of each, the likeliest first."""
        if self.lockstep is None or self.succession is None:
            return ()
        return self.presence.wanted(self.lockstep, self.succession, now)

    # What a person may want, in the lobby and in the match

    def start(self, header: bytes, now: int) -> None:
        """As the host, begin the match that the lobby agreed on, as soon as all have shown what its id is made from."""
        lobby = self._open_lobby()
        start = lobby.start(header, self._addresses)
        draw(self, start, lobby.take_pledges(), self._entropy(NONCE_BYTES), now)
        self._settle(now)

    def send_away(self, seat: int, now: int) -> None:
        """As the host, empty a seat of the lobby; whoever sat there hears it."""
        key = self._open_lobby().clear(seat)
        self._turn_away({key} - {b""}, Reason.SENT_AWAY)
        self._settle(now)

    def change_options(self, options: bytes, digest: bytes, seats: int, now: int) -> None:
        """As the host, offer another game or other options; who finds no seat any more hears it."""
        gone = self._open_lobby().change_options(options, digest, seats)
        self._turn_away(set(gone), Reason.TABLE_FULL)
        self._settle(now)

    def _open_lobby(self) -> Lobby:
        if self.lobby is None or self.lockstep is not None:
            raise LocalProtocolError("only a host changes a lobby, and before the match begins")
        return self.lobby

    def _turn_away(self, keys: set[bytes], reason: Reason) -> None:
        for link in [link for link, guest in self.guests.items() if guest.key in keys]:
            self._out.append(Drop(link, reason, refuse=True))
            self.forget(link)

    def listen_at(self, addresses: tuple[str, ...], now: int) -> None:
        """Note where our program can be reached; the match logs it, so that we can host one day."""
        self._addresses = addresses
        if self.lockstep is not None:
            self.lockstep.addresses = addresses
            self.lockstep.outbox.pump()
        self._settle(now)

    def write(self, owed: Owed, now: int, *, table: bool = False) -> None:
        """Write an entry of the game's own; it is real when it comes back."""
        self.playing().outbox.wish(owed, table=table)
        self._settle(now)

    def pump(self, now: int) -> None:
        """Ask the story again what is owed: it learned something that is not in the log."""
        self.playing().outbox.pump()
        self._settle(now)

    def call(self, seat: int, now: int) -> None:
        """Ask a seat that seems gone whether it is there; the grace before a vote begins with it."""
        lockstep = self.playing()
        body = write_body(Call(seat, lockstep.replica.place.turns_of(seat)))
        lockstep.outbox.wish(Owed(LogKind.CALL, body))
        self._settle(now)

    def vote(self, seat: int, now: int, *, silent_since: int | None = None) -> bool:
        """Vote that a seat is gone for good; False while its grace lasts, or before it was called.

        Since `silent_since` it has been here without saying what the game waits for: that is no better.
        """
        silent = silent_since is not None and now - silent_since >= GRACE
        if not silent and not self.presence.is_away_for_good(seat, now):
            return False
        lockstep = self.playing()
        lockstep.pass_time(now)
        if not lockstep.calls.may_vote(seat):
            return False
        body = write_body(Vote(seat, lockstep.replica.place.turns_of(seat)))
        lockstep.outbox.wish(Owed(LogKind.VOTE, body))
        self._settle(now)
        return True

    def forsake(self, now: int) -> bool:
        """Give the host up for good, gone or numbering nothing; False while its grace lasts."""
        stalled = self.lockstep is not None and self.lockstep.stalls.stalled
        if self.succession is None or not (stalled or self.presence.is_host_lost(now)):
            return False
        self.succession.forsake(now)
        self._settle(now)
        return True

    def leave_seat(self, now: int) -> None:
        """Give our seat up, so that a bot takes it; as the host, hand the table over behind it."""
        lockstep = self.playing()
        lockstep.wants_seat = False
        heirs = lockstep.replica.place.successors() if lockstep.hosting else ()
        heir = next((seat for seat in heirs if lockstep.here(seat)), None)
        if lockstep.seat is not None and lockstep.replica.place.chairs[lockstep.seat].held:
            lockstep.outbox.wish(Owed(LogKind.LEAVE, b"\x90"), more=heir is not None)
        if heir is not None:
            lockstep.outbox.wish(Owed(LogKind.HANDOVER, write_body(Successor(heir))), table=True)
        self._settle(now)

    def take_seat(self, now: int) -> None:
        """Take our seat back, between rounds."""
        lockstep = self.playing()
        lockstep.wants_seat = True
        lockstep.outbox.pump()
        self._settle(now)

    def say(self, message: m.Chat | m.Phrase | m.Preview, now: int) -> None:
        """Talk to all."""
        lockstep = self.lockstep
        if lockstep is None or lockstep.hosting:
            self.spread(message, but=-1)
        elif lockstep.host_link is not None:
            self._out.append(Tell(lockstep.host_link, message))
        self._settle(now)

    def ask(self, message: m.Sit | m.Ready, now: int) -> None:
        """As a guest, ask the host; as the host, just do it."""
        if isinstance(message, m.Ready):
            message = self._pledged(message)
        if self.lobby is not None and self.lockstep is None:
            refused = self.lobby.ask(self.identity.key, message)
            if refused is not None:
                raise LocalProtocolError(refused.sentence)
        else:
            self._out.extend(Tell(link, message) for link, guest in self.guests.items() if guest.ours)
        self._settle(now)

    def _pledged(self, ready: m.Ready) -> m.Ready:
        if not ready.ready:
            self.nonce.withdraw()
            return ready
        return m.Ready(ready=True, digest=ready.digest, commit=self.nonce.pledge())

    def away_since(self, seat: int) -> int | None:
        """Return since when a seat's program is away, None while it is here."""
        return self.presence.away_since.get(seat)

    # How it hangs together

    def _hear_host(self, link: int, now: int, *, hears: bool) -> None:
        """The link to the host is new, or was silent: what comes next may be old. Or it is silent."""
        lockstep = self.lockstep
        if lockstep is not None and self.guests[link].key == lockstep.replica.place.host_key:
            lockstep.pass_time(now)
            lockstep.calls.hear_host(hears=hears)

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
            if isinstance(effect, Appended | Rewound):
                self._notice_host(effect)
        if self.lockstep is None or self.succession is None:
            tell_room(self)
            return
        changed = self.presence.notice(self.lockstep, self.room, now)
        if changed:
            self.lockstep.calls.note_away(self.presence.away_since)
        if self.lockstep.frozen:
            self.succession.forsake(now)  # a host who lied has no grace
        elif self.presence.host_gone is None and self.succession.forsaken and not self.lockstep.stalls.stalled:
            self.succession.reset()
        if changed:
            tell_room(self)

    def _notice_host(self, effect: Appended | Rewound) -> None:
        if isinstance(effect, Appended) and effect.entry.core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self._out.append(HostChanged(self.playing().replica.place.host))
            self.presence.host_gone = None
            if self.succession is not None:
                self.succession.reset()
            key = self.playing().replica.place.host_key
            if not any(guest.key == key and not guest.away for guest in self.guests.values()):
                self.playing().calls.hear_host(hears=False)
