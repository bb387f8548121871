"""The programs at one table as one of them sees them: links, admission, the lobby, and the match once it began.

Laws: of two links to one program the side with the smaller key keeps the last one admitted, and the other side follows;
a second program of the same identity replaces the first, which cannot replace it in turn while it is heard; whoever is
refused hears why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from net import messages as m
from net.budgets import FIRST_SIGNAL_PHRASE
from net.errors import LocalProtocolError
from net.guests import AgreedOptions, Guest, GuestEvent, JoinRequest, TurnedAway
from net.identity import Entropy, Identity
from net.lobby import Lobby
from net.log.catch_up import Effect as LogEffect
from net.log.effects import (
    SALT_BYTES,
    DropLink,
    EntryAppended,
    EntryRecord,
    MatchBegan,
    NonceRecord,
    Persist,
    SaltRecord,
    SendMessage,
)
from net.log.entries import Numbered, read_core
from net.log.lockstep import Lockstep
from net.log.replica import StateMachine
from net.log.roster import Roster
from net.log.succession import Succession
from net.nonces import NonceDraw, OwnNonce
from net.presence import Presence
from net.reasons import Reason

MAX_DUPLICATE_LINKS = 4  # links of one program that wait for it to choose one
MAX_CHAT_LINES = 12  # chat messages that are resent to whoever returns
MAX_REPLACED_PROGRAMS = 64  # programs remembered as replaced by another of the same identity

Effect = LogEffect | GuestEvent


class Members:
    """The programs at one table, of which this is one.

    `agreed` reads the agreed options from a START, or raises Misfit; `knows` tells whether a match id was used before;
    `keep_salt` takes the secret drawn for one match, persisted before any entry of it is sent.
    """

    def __init__(
        self,
        identity: Identity,
        make_story: Callable[[Roster], StateMachine],
        *,
        wish: JoinRequest,
        agreed: Callable[[Roster], AgreedOptions],
        entropy: Entropy,
        lobby: Lobby | None = None,
        knows: Callable[[bytes], bool] = lambda _match: False,
        keep_salt: Callable[[bytes, bytes], None] = lambda _match, _salt: None,
        shown: NonceRecord | None = None,
    ) -> None:
        self.identity = identity
        self.lobby = lobby
        self.room: m.Room | None = None
        self.lockstep: Lockstep | None = None
        self.succession: Succession | None = None
        self.wish_to_join = wish
        self.make_story = make_story
        self.agreed = agreed
        self.knows = knows
        self.nonce = OwnNonce(identity.key, entropy, shown)
        self.drawing: NonceDraw | None = None
        self.guests: dict[int, Guest] = {}
        self.presence = Presence(self.guests)
        self.entropy = entropy
        self._keep_salt = keep_salt
        self._out: list[Effect] = []
        self._log_out: deque[LogEffect] = deque()
        self.addresses: tuple[str, ...] = ()
        self.terms: AgreedOptions | None = None  # once there is a match
        self._chat: deque[tuple[m.Chat | m.ChatPhrase, set[tuple[bytes, bytes]]]] = deque(maxlen=MAX_CHAT_LINES)
        self._replaced: deque[tuple[bytes, bytes]] = deque(maxlen=MAX_REPLACED_PROGRAMS)

    # Admission

    def admit(self, link: int) -> None:
        """Admit a link, and decide which other links of the same identity to drop."""
        new = self.guests[link]
        others = [(old, guest) for old, guest in self.guests.items() if old != link and guest.key == new.key]
        others = [(old, guest) for old, guest in others if guest.admitted]
        rivals = [(old, guest) for old, guest in others if guest.run != new.run]
        if (new.key, new.run) in self._replaced and not all(guest.away for _old, guest in rivals):
            self._out.append(DropLink(link, Reason.REPLACED, refuse=True))
            self.forget(link)
            return
        new.admitted = True
        self.attach(link)
        for old, guest in rivals:
            self._replaced.append((guest.key, guest.run))
            self.drop(old, Reason.REPLACED)
        doubles = [old for old, guest in others if guest.run == new.run]
        # The other side may have admitted them in another order: if both chose, each could drop the other's choice.
        chooses = self.identity.key < new.key
        for old in doubles if chooses else doubles[: 1 - MAX_DUPLICATE_LINKS]:
            self.drop(old, Reason.DOUBLED)

    def is_admitted(self, link: int) -> bool:
        """Return whether a link's other side has been admitted."""
        return link in self.guests and self.guests[link].admitted

    def attach(self, link: int) -> None:
        """Attach an admitted link to the match."""
        guest = self.guests[link]
        if self.lockstep is not None and link not in self.lockstep.feeder.readers:
            self.lockstep.attach(link, guest.key)

    def drop(self, link: int, reason: Reason) -> None:
        """End a link."""
        self._out.append(DropLink(link, reason))
        self.forget(link)

    def refuse(self, link: int, reason: Reason, hint: str = "") -> None:
        """Drop a link that we opened but cannot begin a match over, and tell the session why."""
        self.drop(link, reason)
        self._out.append(TurnedAway(link, reason, hint))

    def forget(self, link: int) -> None:
        """Forget the guest on a link."""
        guest = self.guests.pop(link, None)
        if guest is not None:
            self._detach_guest(link, guest)

    def _detach_guest(self, link: int, guest: Guest) -> None:
        others = any(one.key == guest.key for one in self.guests.values())
        if self.lockstep is not None:
            self.lockstep.detach(link)
            if guest.key == self.lockstep.replica.roster.host_key:
                self.lockstep.calls.on_host_link(hears=others)
            if self.succession is not None:
                self.succession.detach(link)
        elif self.lobby is not None and guest.admitted and not others:
            self.lobby.remove_person(guest.key)

    # Messages and the match

    def emit(self, effect: Effect) -> None:
        """Add an effect."""
        self._out.append(effect)

    def broadcast(self, message: m.Talk, except_link: int) -> None:
        """Send a message to everybody admitted, but on one link; chat is kept for `resend_chat`."""
        here = {link: (guest.key, guest.run) for link, guest in self.guests.items() if guest.admitted}
        self._out.extend(SendMessage(link, message) for link in here if link != except_link)
        if isinstance(message, m.Chat) or (isinstance(message, m.ChatPhrase) and message.number < FIRST_SIGNAL_PHRASE):
            self._chat.append((message, {*here.values()}))

    def resend_chat(self, link: int) -> None:
        """As the host, send a newly admitted program the last chat messages that it has not received."""
        program = self.guests[link].key, self.guests[link].run
        for message, heard in self._chat:
            if program not in heard:
                heard.add(program)
                self._out.append(SendMessage(link, message))

    def accept_nonce(self, key: bytes, nonce: bytes) -> bool:
        """As the host, accept a revealed nonce; False for one that was not pledged."""
        return self.drawing is None or self.drawing.accept_nonce(key, nonce)

    def begin_match(self, first: Numbered, now: int | None) -> None:
        """Begin a match with its START; `now` is None when it came from the host."""
        match, salt = read_core(first.raw).match, self.entropy(SALT_BYTES)
        self._keep_salt(match, salt)
        self.lockstep = Lockstep(first, self.identity, self.make_story, self._log_out)
        self._log_out.extend((Persist(SaltRecord(match, salt)), Persist(EntryRecord(first))))
        self._set_up_match(now)
        self._log_out.append(EntryAppended(self.lockstep.replica.entries[0]))
        self.lockstep.outbox.pump()

    def _set_up_match(self, now: int | None) -> None:
        lockstep = self.running_match()
        self.succession = Succession(lockstep)
        self.terms = self.agreed(lockstep.replica.roster)
        lockstep.addresses = self.addresses
        if now is not None:
            lockstep.pass_time(now)
            lockstep.calls.on_entry()
        self._log_out.append(MatchBegan(lockstep.seat))
        self.presence.host_gone = None if now is None or lockstep.is_hosting else now

    def running_match(self) -> Lockstep:
        """Return the match; asking before it began is a bug of ours."""
        if self.lockstep is None:
            raise LocalProtocolError("no match has begun: wait for MatchBegan")
        return self.lockstep
