"""One program at a table, as a session has it: what a person may want there, in the lobby and in the match.

Law: what is wished is real when it comes back: an entry with its number, a lobby as its host tells it.
"""

from __future__ import annotations

from net import messages as m
from net.company import Company
from net.errors import LocalProtocolError
from net.identity import Entropy
from net.lobby import Lobby
from net.log.bodies import Kind, Successor, Vote, write_body
from net.log.effects import Drop, Tell
from net.log.replica import Owed
from net.log.sequencer import first_entry
from net.presence import GRACE
from net.reasons import Reason


class Party(Company):
    """The state of one program at one table."""

    def start(self, header: bytes, entropy: Entropy, now: int) -> None:
        """As the host, begin the match that the lobby agreed on."""
        start = self._open_lobby().start(header, self._addresses)
        first = first_entry(start, entropy(16), self.identity)
        self.begin(first, now)
        for link, guest in self.guests.items():
            if guest.admitted:
                self.attach(link)
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
        self._playing().outbox.wish(owed, table=table)
        self._settle(now)

    def pump(self, now: int) -> None:
        """Ask the story again what is owed: it learned something that is not in the log."""
        self._playing().outbox.pump()
        self._settle(now)

    def vote(self, seat: int, now: int, *, silent_since: int | None = None) -> bool:
        """Vote that a seat is gone for good; False while its grace lasts.

        Since `silent_since` it has been here without saying what the game waits for: that is no better.
        """
        silent = silent_since is not None and now - silent_since >= GRACE
        if not silent and not self.presence.is_away_for_good(seat, now):
            return False
        lockstep = self._playing()
        body = write_body(Vote(seat, lockstep.replica.place.turns_of(seat)))
        lockstep.outbox.wish(Owed(Kind.VOTE, body))
        self._settle(now)
        return True

    def forsake(self, now: int) -> bool:
        """Give the host up for good; False while its grace lasts."""
        if self.succession is None or not self.presence.is_host_lost(now):
            return False
        self.succession.forsake(now)
        self._settle(now)
        return True

    def leave_seat(self, now: int) -> None:
        """Give our seat up, so that a bot takes it; as the host, hand the table over behind it."""
        lockstep = self._playing()
        lockstep.wants_seat = False
        if lockstep.seat is not None and lockstep.replica.place.chairs[lockstep.seat].held:
            lockstep.outbox.wish(Owed(Kind.LEAVE, b"\x90"))
        if lockstep.hosting:
            heir = next((seat for seat in lockstep.replica.place.successors() if lockstep.here(seat)), None)
            if heir is not None:
                lockstep.outbox.wish(Owed(Kind.HANDOVER, write_body(Successor(heir))), table=True)
        self._settle(now)

    def take_seat(self, now: int) -> None:
        """Take our seat back, between rounds."""
        lockstep = self._playing()
        lockstep.wants_seat = True
        lockstep.outbox.pump()
        self._settle(now)

    def say(self, message: m.Chat | m.Phrase | m.Preview, now: int) -> None:
        """Talk to all."""
        self.spread(message, but=-1)
        self._settle(now)

    def ask(self, message: m.Sit | m.Ready, now: int) -> None:
        """As a guest, ask the host; as the host, just do it."""
        if self.lobby is not None and self.lockstep is None:
            refused = self.lobby.ask(self.identity.key, message)
            if refused is not None:
                raise LocalProtocolError(refused.sentence)
        else:
            self._out.extend(Tell(link, message) for link, guest in self.guests.items() if guest.ours)
        self._settle(now)

    def away_since(self, seat: int) -> int | None:
        """Return since when a seat's program is away, None while it is here."""
        return self.presence.away_since.get(seat)
