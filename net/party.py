"""One program at a table: messages, the time and a person's wishes in, effects out, in the lobby and the match.

Laws: of two links with one program the side with the smaller key keeps the one that was let in last, and the other side
follows; another program of an identity takes the place of the one before it, which gets it back only by then; whoever
is refused hears why; what belongs to the match goes to the lockstep,
what does not (talk, previews, presence) never touches it; what is wished is real when it comes back: an entry with its
number, a lobby as its host tells it. Times are whole milliseconds, given in. What a message means stands in `inbox`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from net import messages as m
from net.errors import LocalProtocolError
from net.guests import Agreed, Guest, HostChanged, Hushed, NotStarted, RoomChanged, Said, TurnedAway, Wish
from net.identity import Entropy, Identity
from net.inbox import Inbox
from net.lobby import Lobby
from net.log.bodies import NONCE_BYTES, Call, LogKind, Successor, Vote, write_body
from net.log.calls import GRACE
from net.log.catch_up import Effect as LogEffect
from net.log.effects import (
    SALT_BYTES,
    Appended,
    Began,
    Damaged,
    Drop,
    Keep,
    KeptEntry,
    KeptNonce,
    KeptSalt,
    Record,
    Rewound,
    Tell,
)
from net.log.entries import Numbered, read_core
from net.log.lockstep import Lockstep
from net.log.place import Place
from net.log.replica import Owed, Story
from net.log.sequencer import first_entry
from net.log.succession import Succession
from net.nonces import Drawing, OwnNonce
from net.presence import Presence
from net.reasons import Reason

MOST_DOUBLES = 4  # links of one program that wait for it to choose
MOST_REPLACED = 64  # programs that are remembered as replaced by another of the same identity
HEADS_EVERY = 1_000  # how often those who follow tell each other what they were shown, if that has grown

Effect = LogEffect | RoomChanged | NotStarted | Said | Hushed | TurnedAway | HostChanged


class Party:
    """One program and its links to the others.

    `agreed` reads in a START what was agreed on, or raises Misfit; `knows` tells whether a match of this id was kept
    before; `salted` takes the secret that is drawn for one match, and kept before anything is said in it.
    """

    def __init__(
        self,
        identity: Identity,
        tell: Callable[[Place], Story],
        *,
        wish: Wish,
        agreed: Callable[[Place], Agreed],
        entropy: Entropy,
        lobby: Lobby | None = None,
        knows: Callable[[bytes], bool] = lambda _match: False,
        salted: Callable[[bytes, bytes], None] = lambda _match, _salt: None,
        shown: KeptNonce | None = None,
    ) -> None:
        self.identity = identity
        self.lobby = lobby
        self.room: m.Room | None = None
        self.lockstep: Lockstep | None = None
        self.succession: Succession | None = None
        self.wish_to_join = wish
        self.tell = tell
        self.agreed = agreed
        self.knows = knows
        self.nonce = OwnNonce(identity.key, entropy, shown)
        self.drawing: Drawing | None = None
        self._entropy = entropy
        self._salted = salted
        self.guests: dict[int, Guest] = {}
        self._out: list[Effect] = []
        self._log_out: deque[LogEffect] = deque()
        self.presence = Presence(self.guests)
        self._addresses: tuple[str, ...] = ()
        self._agreed: Agreed | None = None  # once there is a match
        self._replaced: deque[tuple[bytes, bytes]] = deque(maxlen=MOST_REPLACED)
        self._inbox = Inbox(self)
        self._told_at = 0
        self._restored_at = 0
        self._told_head = b""

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
            self.lockstep.calls.pass_time(now)
            self.lockstep.calls.opened(link)
        if ours:
            wish = self.wish_to_join
            match = self.lockstep.replica.match if self.lockstep else b""
            self._out.append(Tell(link, m.Join(wish.name, wish.rules, wish.options, wish.watch, match)))
            self.admit(link)
        self._settle(now)

    def admit(self, link: int) -> None:
        """Let somebody take part over a link on which both sides have been heard; settle what becomes of his others."""
        new = self.guests[link]
        others = [(old, guest) for old, guest in self.guests.items() if old != link and guest.key == new.key]
        others = [(old, guest) for old, guest in others if guest.admitted]
        rivals = [(old, guest) for old, guest in others if guest.run != new.run]
        if (new.key, new.run) in self._replaced and not all(guest.away for _old, guest in rivals):
            self._out.append(Drop(link, Reason.REPLACED, refuse=True))
            self.forget(link)
            return
        new.admitted = True
        self.attach(link)
        for old, guest in rivals:
            self._replaced.append((guest.key, guest.run))
            self.drop(old, Reason.REPLACED)
        doubles = [old for old, guest in others if guest.run == new.run]
        # The other side may have let them in in another order: if both chose, each could end what the other keeps.
        chooses = self.identity.key < new.key
        for old in doubles if chooses else doubles[: 1 - MOST_DOUBLES]:
            self.drop(old, Reason.DOUBLED)

    def is_admitted(self, link: int) -> bool:
        """Tell whether the one on a link has been let in."""
        return link in self.guests and self.guests[link].admitted

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
            self.lockstep.calls.pass_time(now)
        self._inbox.hear(link, message, now)
        self._settle(now)

    def tick(self, now: int) -> None:
        """Let time pass."""
        if self.drawing is not None and now >= self.drawing.until:
            self._stop_drawing(self.drawing.missing)
        if self.lockstep is not None:
            self.lockstep.calls.pass_time(now)
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
        self.drawing = Drawing.of(start, lobby.take_pledges(), self._entropy(NONCE_BYTES), now)
        for link, guest in self.guests.items():
            if guest.key in self.drawing.missing:
                self._out.append(Tell(link, self.drawing.begin))
        self._settle(now)

    def shown(self, key: bytes, nonce: bytes) -> bool:
        """As the host, take somebody's nonce; False for one that was not pledged."""
        return self.drawing is None or self.drawing.show(key, nonce)

    def _go_on_drawing(self, now: int) -> None:
        """Begin when all nonces are here; begin nothing when somebody has left or is ready no longer."""
        drawing, lobby = self.drawing, self.lobby
        if drawing is None or lobby is None:
            return
        if not lobby.still(drawing.start) or any(key in lobby.pledges for key in drawing.missing):
            self._stop_drawing(())
        elif not drawing.missing:
            self.drawing = None
            self.begin(first_entry(drawing.drawn(), self.identity), now)
            for link, guest in self.guests.items():
                if guest.admitted:
                    self.attach(link)

    def _stop_drawing(self, missing: tuple[bytes, ...]) -> None:
        """Begin nothing; who has kept his nonce back looks again."""
        if self.lobby is not None:
            names = tuple(chair.name for chair in self.lobby.chairs if chair.key and chair.key in missing)
            self.lobby.unready(missing)
            self._out.append(NotStarted(names))
        self.drawing = None

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
        self._playing().outbox.wish(owed, table=table)
        self._settle(now)

    def pump(self, now: int) -> None:
        """Ask the story again what is owed: it learned something that is not in the log."""
        self._playing().outbox.pump()
        self._settle(now)

    def call(self, seat: int, now: int) -> None:
        """Ask a seat that seems gone whether it is there; the grace before a vote begins with it."""
        lockstep = self._playing()
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
        lockstep = self._playing()
        lockstep.calls.pass_time(now)
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
        lockstep = self._playing()
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
        lockstep = self._playing()
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

    # How it hangs together; the inbox uses it too

    def emit(self, effect: Effect) -> None:
        """Ask for something to be done."""
        self._out.append(effect)

    def spread(self, message: m.Chat | m.Phrase | m.Preview, but: int) -> None:
        """Say something to everybody admitted."""
        links = (link for link, guest in self.guests.items() if guest.admitted and link != but)
        self._out.extend(Tell(link, message) for link in links)

    def begin(self, first: Numbered, now: int | None) -> None:
        """Begin a match with its START; `now` is None when that came from the host himself."""
        match, salt = read_core(first.raw).match, self._entropy(SALT_BYTES)
        self._salted(match, salt)
        self.lockstep = Lockstep(first, self.identity, self.tell, self._log_out)
        self._log_out.extend((Keep(KeptSalt(match, salt)), Keep(KeptEntry(first))))
        self._began(now)
        self._log_out.append(Appended(self.lockstep.replica.entries[0]))
        self.lockstep.outbox.pump()

    def _began(self, now: int | None) -> None:
        lockstep = self._playing()
        self.succession = Succession(lockstep)
        self._agreed = self.agreed(lockstep.replica.place)
        lockstep.addresses = self._addresses
        if now is not None:
            lockstep.calls.pass_time(now)
            lockstep.calls.notice()
        self._log_out.append(Began(lockstep.seat))
        self.presence.host_gone = None if now is None or lockstep.hosting else now

    def _hear_host(self, link: int, now: int, *, hears: bool) -> None:
        """The link to the host is new, or was silent: what comes next may be old. Or it is silent."""
        lockstep = self.lockstep
        if lockstep is not None and self.guests[link].key == lockstep.replica.place.host_key:
            lockstep.calls.pass_time(now)
            lockstep.calls.hear_host(hears=hears)

    def attach(self, link: int) -> None:
        """Let somebody admitted take part in the match."""
        guest = self.guests[link]
        if self.lockstep is not None and link not in self.lockstep.feeder.readers:
            self.lockstep.attach(link, guest.key)

    def _playing(self) -> Lockstep:
        if self.lockstep is None:
            raise LocalProtocolError("no match has begun: wait for Began")
        return self.lockstep

    def drop(self, link: int, reason: Reason) -> None:
        """End a link."""
        self._out.append(Drop(link, reason))
        self.forget(link)

    def refuse(self, link: int, reason: Reason, hint: str = "") -> None:
        """End a link of ours over which no match of ours can begin, and tell the session why."""
        self.drop(link, reason)
        self._out.append(TurnedAway(link, reason, hint))

    def forget(self, link: int) -> None:
        """Forget who was there."""
        guest = self.guests.pop(link, None)
        if guest is not None:
            self._leave(link, guest)

    def _leave(self, link: int, guest: Guest) -> None:
        others = any(one.key == guest.key for one in self.guests.values())
        if self.lockstep is not None:
            self.lockstep.detach(link)
            if guest.key == self.lockstep.replica.place.host_key:
                self.lockstep.calls.hear_host(hears=others)
            if self.succession is not None:
                self.succession.detach(link)
        elif self.lobby is not None and guest.admitted and not others:
            self.lobby.leave(guest.key)

    def _settle(self, now: int) -> None:
        """Carry over what the lockstep wants, and tell who is here."""
        if self.drawing is not None:
            self._go_on_drawing(now)
        while self._log_out:
            effect = self._log_out.popleft()
            if isinstance(effect, Drop):
                self.drop(effect.link, effect.reason)
            else:
                self._out.append(effect)
            if isinstance(effect, Appended | Rewound):
                self._notice_host(effect)
        if self.lockstep is None or self.succession is None:
            self._tell_room()
            return
        changed = self.presence.notice(self.lockstep, self.room, now)
        if changed:
            self.lockstep.calls.note_away(self.presence.away_since)
        if self.lockstep.frozen:
            self.succession.forsake(now)  # a host who lied has no grace
        elif self.presence.host_gone is None and self.succession.forsaken and not self.lockstep.stalls.stalled:
            self.succession.reset()
        if changed:
            self._tell_room()

    def _notice_host(self, effect: Appended | Rewound) -> None:
        if isinstance(effect, Appended) and effect.entry.core.kind in (LogKind.HANDOVER, LogKind.REHOST):
            self._out.append(HostChanged(self._playing().replica.place.host))
            self.presence.host_gone = None
            if self.succession is not None:
                self.succession.reset()
            key = self._playing().replica.place.host_key
            if not any(guest.key == key and not guest.away for guest in self.guests.values()):
                self._playing().calls.hear_host(hears=False)

    def _tell_room(self) -> None:
        """As the host, tell everybody whenever the lobby or who is here has changed for him."""
        own = self._room_for(self.identity.key)
        if own is None:
            return
        if own != self.room:
            self.room = own
            self._out.append(RoomChanged(own))
        elif self.lockstep is None and all(guest.told for guest in self.guests.values() if guest.admitted):
            return  # before the match a guest's room is ours but for his seat, which ours tells as well
        for link, guest in self.guests.items():
            # A link of our own leads to the host before the match; in it, a host who came back may have called.
            told = guest.admitted and (self.lockstep is not None or not guest.ours)
            room = self._room_for(guest.key) if told else None
            if room is not None and room != guest.told:
                guest.told = room
                self._out.append(Tell(link, room))

    def _room_for(self, key: bytes) -> m.Room | None:
        if self.lockstep is None:
            return self.lobby.room(key) if self.lobby else None
        return self.presence.room_for(key, self.lockstep, self._agreed, self.room) if self._agreed else None
