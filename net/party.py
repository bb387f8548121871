"""One program at a table: lobby and match over any number of links. Messages and the time in; effects out.

Laws: the newest link of an identity wins; whoever is refused hears why; what belongs to the match goes to the lockstep,
what does not (talk, previews, presence) never touches it. Times are whole milliseconds, given in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from net import messages as m
from net.bodies import Kind, Successor, Vote, write_body
from net.catch_up import Effect as LogEffect
from net.effects import Appended, Began, Drop, Keep, KeptEntry, Record, Rewound, Tell
from net.entries import SEATS, Numbered, first_head
from net.errors import LocalProtocolError
from net.guests import Guest, HostChanged, RoomChanged, Said, TurnedAway, Wish, spoken_by
from net.identity import Entropy, Identity
from net.lobby import Lobby
from net.lockstep import Lockstep
from net.place import Place
from net.presence import Presence
from net.reasons import Reason
from net.replica import Owed, Story
from net.schema import Misfit
from net.sequencer import first_entry
from net.succession import Succession

Effect = LogEffect | RoomChanged | Said | TurnedAway | HostChanged


class Party:
    """The state of one program at one table; `welcomes` says whether a START is the match that was agreed on."""

    def __init__(
        self,
        identity: Identity,
        tell: Callable[[Place], Story],
        *,
        wish: Wish,
        lobby: Lobby | None = None,
        welcomes: Callable[[Place], bool] = lambda _place: True,
    ) -> None:
        self.identity = identity
        self.lobby = lobby
        self.room: m.Room | None = None
        self.lockstep: Lockstep | None = None
        self.succession: Succession | None = None
        self.wish_to_join = wish
        self._tell = tell
        self._welcomes = welcomes
        self._guests: dict[int, Guest] = {}
        self._out: list[Effect] = []
        self._log_out: list[LogEffect] = []
        self._presence = Presence(self._guests)
        self._addresses: tuple[str, ...] = ()
        self._hears = self._table_of_messages()

    # What a driver gives and takes

    def effects(self, now: int) -> list[Effect]:
        """Return what is to be done, in order, and forget it."""
        self._settle(now)
        done, self._out = self._out, []
        return done

    def restore(self, records: Iterable[Record], now: int) -> bool:
        """Take up a match that was kept; False if there was none."""
        self.lockstep = Lockstep.restored(records, self.identity, self._tell, self._log_out)
        self._log_out.clear()
        if self.lockstep is None:
            return False
        self._began(now)
        return True

    def opened(self, link: int, key: bytes, now: int, *, ours: bool) -> None:
        """A link has proved whose it is; `ours` if we opened it."""
        for old, guest in list(self._guests.items()):
            if guest.key == key:
                self._drop(old, Reason.REPLACED)
        self._guests[link] = Guest(key, ours, admitted=ours)
        if ours:
            wish = self.wish_to_join
            match = self.lockstep.replica.match if self.lockstep else b""
            self._out.append(Tell(link, m.Join(wish.name, wish.rules, wish.options, wish.watch, match)))
            self._attach(link)
        self._settle(now)

    def lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:
        """A link is over."""
        guest = self._guests.pop(link, None)
        if guest is None:
            return
        self._leave(link, guest)
        if by_them and guest.ours:
            self._out.append(TurnedAway(link, reason, hint))
        self._settle(now)

    def quiet(self, link: int, now: int, *, away: bool) -> None:
        """Nothing was heard on a link for three heartbeats, or something again."""
        if link in self._guests:
            self._guests[link].away = away
            self._settle(now)

    def heard(self, link: int, message: m.Message, now: int) -> None:
        """Take in a message."""
        guest = self._guests.get(link)
        if guest is None:
            return
        hear = self._hears.get(type(message))
        if hear is None or not (guest.admitted or isinstance(message, m.Join)):
            self._drop(link, Reason.OUT_OF_TURN)
        else:
            hear(link, guest, message)
        self._settle(now)

    def tick(self, now: int) -> None:
        """Let time pass."""
        if self.succession is not None:
            self.succession.tick(now)
        if self.lockstep is not None and self.lockstep.voice.more:
            self.lockstep.voice.pump()
        self._settle(now)

    def deadline(self, now: int) -> int | None:
        """Return when `tick` has something to do, None for never."""
        if self.lockstep is not None and self.lockstep.voice.more:
            return now
        return self.succession.deadline() if self.succession is not None else None

    # What a session wants

    def start(self, header: bytes, entropy: Entropy, now: int) -> None:
        """As the host, begin the match that the lobby agreed on."""
        if self.lobby is None or self.lockstep is not None:
            raise LocalProtocolError("only a host's lobby starts a match, and once")
        first = first_entry(self.lobby.start(header, self._addresses), entropy(16), self.identity)
        self._begin(first, now)
        for link, guest in self._guests.items():
            if guest.admitted:
                self._attach(link)
        self._settle(now)

    def listen_at(self, addresses: tuple[str, ...], now: int) -> None:
        """Note where our program can be reached; the match logs it, so that we can host one day."""
        self._addresses = addresses
        if self.lockstep is not None:
            self.lockstep.addresses = addresses
            self.lockstep.voice.pump()
        self._settle(now)

    def write(self, owed: Owed, now: int, *, table: bool = False) -> None:
        """Write an entry of the game's own; it is real when it comes back."""
        self._playing().voice.wish(owed, table=table)
        self._settle(now)

    def pump(self, now: int) -> None:
        """Ask the story again what is owed: it learned something that is not in the log."""
        self._playing().voice.pump()
        self._settle(now)

    def vote(self, seat: int, now: int) -> bool:
        """Vote that a seat is gone for good; False while its grace lasts."""
        if not self._presence.is_away_for_good(seat, now):
            return False
        lockstep = self._playing()
        body = write_body(Vote(seat, lockstep.replica.place.turns_of(seat)))
        lockstep.voice.wish(Owed(Kind.VOTE, body))
        self._settle(now)
        return True

    def forsake(self, now: int) -> bool:
        """Give the host up for good; False while its grace lasts."""
        if self.succession is None or not self._presence.is_host_lost(now):
            return False
        self.succession.forsake(now)
        self._settle(now)
        return True

    def leave_seat(self, now: int) -> None:
        """Give our seat up, so that a bot takes it; as the host, hand the table over behind it."""
        lockstep = self._playing()
        lockstep.wants_seat = False
        if lockstep.seat is not None and lockstep.replica.place.chairs[lockstep.seat].held:
            lockstep.voice.wish(Owed(Kind.LEAVE, b"\x90"))
        if lockstep.hosting:
            heir = next((seat for seat in lockstep.replica.place.successors() if lockstep.here(seat)), None)
            if heir is not None:
                lockstep.voice.wish(Owed(Kind.HANDOVER, write_body(Successor(heir))), table=True)
        self._settle(now)

    def take_seat(self, now: int) -> None:
        """Take our seat back, between rounds."""
        lockstep = self._playing()
        lockstep.wants_seat = True
        lockstep.voice.pump()
        self._settle(now)

    def say(self, message: m.Chat | m.Phrase | m.Preview, now: int) -> None:
        """Talk to all."""
        self._spread(message, but=-1)
        self._settle(now)

    def ask(self, message: m.Sit | m.Ready, now: int) -> None:
        """As a guest, ask the host; as the host, just do it."""
        if self.lobby is not None and self.lockstep is None:
            refused = self._do(self.identity.key, message)
            if refused is not None:
                raise LocalProtocolError(refused.sentence)
        else:
            self._out.extend(Tell(link, message) for link, guest in self._guests.items() if guest.ours)
        self._settle(now)

    def close(self, reason: Reason = Reason.CLOSED) -> None:
        """End all links."""
        for link in list(self._guests):
            self._drop(link, reason)

    def away_since(self, seat: int) -> int | None:
        """Return since when a seat's program is away, None while it is here."""
        return self._presence.away_since.get(seat)

    def wanted(self, now: int) -> tuple[tuple[str, ...], ...]:
        """Return with whom we would like to be linked: the addresses of each, the likeliest first.

        The host as long as it is not given up; then whoever would host before us. A host whom nobody has joined for
        a while looks for those who may have gone on without him.
        """
        lockstep = self.lockstep
        if lockstep is None:
            return ()
        place = lockstep.replica.place
        seats: tuple[int, ...] = ()
        found = []
        if lockstep.hosting:
            if self._presence.is_lonely(now):
                seats = place.successors()
        else:
            if lockstep.host_link is None:
                found.append(place.host_addresses)
            if self.succession is not None and self.succession.forsaken:
                seats = place.successors()[: self.succession.rank()]
        return (*found, *(place.chairs[seat].addresses for seat in seats if not lockstep.here(seat)))

    # Messages

    def _table_of_messages(self) -> dict[type, Callable[[int, Guest, Any], None]]:
        """Return who hears what; a kind that is not in the table has no place on an open link."""
        log = (m.Submit, m.Reject, m.Dispute, m.Account, m.Settled, m.Propose, m.Consent)
        return {
            m.Join: self._hear_join,
            m.Room: self._hear_room,
            m.Sit: self._hear_wish,
            m.Ready: self._hear_wish,
            m.Chat: self._hear_talk,
            m.Phrase: self._hear_talk,
            m.Preview: self._hear_talk,
            m.Have: self._hear_have,
            m.Entries: self._hear_entries,
            **dict.fromkeys(log, self._hear_log),
        }

    def _hear_join(self, link: int, guest: Guest, message: m.Join) -> None:
        if guest.ours:
            self._drop(link, Reason.OUT_OF_TURN)
            return
        refused = self._refusal_of(guest, message)
        if refused is not None:
            self._out.append(Drop(link, refused, refuse=True, hint=self._hint(refused)))
            self._forget(link)
            return
        guest.admitted = True
        if self.lockstep is not None:
            self._attach(link)

    def _refusal_of(self, guest: Guest, join: m.Join) -> Reason | None:
        lockstep = self.lockstep
        if lockstep is None:
            return self.lobby.join(guest.key, join) if self.lobby else Reason.NOT_HOST
        if join.match and join.match != lockstep.replica.match:
            return Reason.OTHER_MATCH
        if join.rules != self.wish_to_join.rules:
            return Reason.OTHER_RULES
        if lockstep.replica.place.seat_of(guest.key) is not None:
            return None
        if not lockstep.hosting:
            return Reason.NOT_HOST
        if not join.watch and not join.match:
            return Reason.PLAYING
        return Reason.WATCHERS_FULL if self._presence.watchers(lockstep.replica.place) >= m.WATCHERS else None

    def _hint(self, reason: Reason) -> str:
        """Return where the host listens, for somebody who asked the wrong program."""
        if reason is not Reason.NOT_HOST or self.lockstep is None:
            return ""
        return " ".join(self.lockstep.replica.place.host_addresses)[:120]

    def _hear_room(self, link: int, guest: Guest, message: m.Room) -> None:
        if not guest.ours:
            self._drop(link, Reason.OUT_OF_TURN)
            return
        if self.lockstep is None or self.lockstep.host_link == link:
            self.room = message
            self._out.append(RoomChanged(message))

    def _hear_wish(self, link: int, guest: Guest, message: m.Sit | m.Ready) -> None:
        if self.lockstep is not None:
            return  # it was sent before its author heard of the start
        if self.lobby is None or self._do(guest.key, message) is Reason.OUT_OF_TURN:
            self._drop(link, Reason.OUT_OF_TURN)

    def _do(self, key: bytes, message: m.Sit | m.Ready) -> Reason | None:
        if self.lobby is None:
            return Reason.NOT_HOST
        return self.lobby.sit(key, message.seat) if isinstance(message, m.Sit) else self.lobby.ready(key, message)

    def _hear_talk(self, link: int, guest: Guest, message: m.Chat | m.Phrase | m.Preview) -> None:
        if guest.ours:
            self._out.append(Said(message))
            return
        seat = self._seat_of(guest.key)
        spoken = spoken_by(message, seat)
        if spoken is not None:
            self._out.append(Said(spoken))
            self._spread(spoken, but=link)

    def _spread(self, message: m.Chat | m.Phrase | m.Preview, but: int) -> None:
        links = (link for link, guest in self._guests.items() if guest.admitted and link != but)
        self._out.extend(Tell(link, message) for link in links)

    def _seat_of(self, key: bytes) -> int | None:
        if self.lockstep is not None:
            return self.lockstep.replica.place.seat_of(key)
        return self.lobby.seat_of(key) if self.lobby else None

    def _hear_have(self, link: int, guest: Guest, message: m.Have) -> None:
        if self.lockstep is None:
            if guest.ours and message.length:
                self._out.append(Tell(link, m.Have(message.match, 0, 0, first_head(message.match))))
        elif link in self.lockstep.feeder.readers:
            self.lockstep.on_have(link, message)

    def _hear_entries(self, link: int, guest: Guest, message: m.Entries) -> None:
        if self.lockstep is None:
            if not guest.ours:
                self._drop(link, Reason.OUT_OF_TURN)
                return
            if not self._begin_from(link, message.rows[0]):
                return
        if self.lockstep is not None and link in self.lockstep.feeder.readers:
            self.lockstep.on_entries(link, message)

    def _begin_from(self, link: int, first: Numbered) -> bool:
        """Begin with somebody's START, if it is the match we agreed to."""
        try:
            trial = Lockstep(first, self.identity, self._tell, [])
        except Misfit:
            self._drop(link, Reason.MALFORMED)
            return False
        seated = self.room is not None and self.room.you != SEATS
        if not self._welcomes(trial.replica.place) or (seated and trial.seat is None):
            self._drop(link, Reason.OTHER_OPTIONS)
            return False
        self._begin(first, None)
        self._attach(link)
        return True

    def _hear_log(self, link: int, _guest: Guest, message: m.Message) -> None:
        """Pass on what only a match can mean; before its start it is late, or early, and means nothing."""
        lockstep, succession = self.lockstep, self.succession
        if lockstep is None or succession is None or link not in lockstep.feeder.readers:
            return
        if isinstance(message, m.Submit):
            lockstep.on_submit(link, message)
        elif isinstance(message, m.Reject):
            lockstep.voice.on_reject(link, message)
        elif isinstance(message, m.Dispute):
            lockstep.on_dispute(link, message)
        elif isinstance(message, m.Account):
            lockstep.on_account(link, message)
        elif isinstance(message, m.Settled):
            lockstep.on_settled(link, message)
        elif isinstance(message, m.Propose):
            succession.on_propose(link, message)
        elif isinstance(message, m.Consent):
            succession.on_consent(link, message)

    # How it hangs together

    def _begin(self, first: Numbered, now: int | None) -> None:
        self.lockstep = Lockstep(first, self.identity, self._tell, self._log_out)
        self._log_out.append(Keep(KeptEntry(first)))
        self._began(now)
        self._log_out.append(Appended(self.lockstep.replica.entries[0]))
        self.lockstep.voice.pump()

    def _began(self, now: int | None) -> None:
        lockstep = self._playing()
        self.succession = Succession(lockstep)
        lockstep.addresses = self._addresses
        self._log_out.append(Began(lockstep.seat))
        self._presence.host_gone = None if now is None or lockstep.hosting else now

    def _attach(self, link: int) -> None:
        guest = self._guests[link]
        if self.lockstep is not None and link not in self.lockstep.feeder.readers:
            self.lockstep.attach(link, guest.key)

    def _playing(self) -> Lockstep:
        if self.lockstep is None:
            raise LocalProtocolError("no match has begun: wait for Began")
        return self.lockstep

    def _drop(self, link: int, reason: Reason) -> None:
        self._out.append(Drop(link, reason))
        self._forget(link)

    def _forget(self, link: int) -> None:
        guest = self._guests.pop(link, None)
        if guest is not None:
            self._leave(link, guest)

    def _leave(self, link: int, guest: Guest) -> None:
        others = any(one.key == guest.key for one in self._guests.values())
        if self.lockstep is not None:
            self.lockstep.detach(link)
        elif self.lobby is not None and guest.admitted and not others:
            self.lobby.leave(guest.key)

    def _settle(self, now: int) -> None:
        """Carry over what the lockstep wants, and tell who is here."""
        while self._log_out:
            effect = self._log_out.pop(0)
            if isinstance(effect, Drop):
                self._drop(effect.link, effect.reason)
            else:
                self._out.append(effect)
            if isinstance(effect, Appended | Rewound):
                self._notice_host(effect)
        if self.lockstep is not None and self.succession is not None:
            self._presence.notice(self.lockstep, self.room, now)
            if self._presence.host_gone is None and self.succession.forsaken:
                self.succession.reset()
        self._tell_room()

    def _notice_host(self, effect: Appended | Rewound) -> None:
        if isinstance(effect, Appended) and effect.entry.core.kind in (Kind.HANDOVER, Kind.REHOST):
            self._out.append(HostChanged(self._playing().replica.place.host))
            self._presence.host_gone = None
            if self.succession is not None:
                self.succession.reset()

    def _tell_room(self) -> None:
        """As the host, tell everybody whenever the lobby or who is here has changed for him."""
        own = self._room_for(self.identity.key)
        if own is None:
            return
        if own != self.room:
            self.room = own
            self._out.append(RoomChanged(own))
        for link, guest in self._guests.items():
            room = self._room_for(guest.key) if guest.admitted and not guest.ours else None
            if room is not None and room != guest.told:
                guest.told = room
                self._out.append(Tell(link, room))

    def _room_for(self, key: bytes) -> m.Room | None:
        return self._presence.room_for(key, self.lockstep, self.lobby, self.room)
