"""What our user asks of the table, in the lobby and in the match.

Law: a request takes effect only when it comes back: an entry with its number, a lobby from its host. Times are whole
milliseconds and are passed in; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable

from net import messages as m
from net.errors import LocalProtocolError
from net.lobby import Lobby
from net.log.bodies import NONCE_BYTES, Call, HandoverBody, LogKind, Start, Vote, write_body
from net.log.calls import GRACE_MS
from net.log.effects import DropLink, SendMessage
from net.log.replica import EntryDraft
from net.members import Members
from net.reasons import Reason


class Requests:
    """What our user may ask; `settle` handles the effects, `draw` starts to make the id of a new match."""

    def __init__(
        self,
        members: Members,
        settle: Callable[[int], None],
        draw: Callable[[Start, dict[bytes, bytes], bytes, int], None],
    ) -> None:
        self._members = members
        self._settle = settle
        self._draw = draw

    # As the host, before the match

    def start_match(self, header: bytes, now: int) -> None:
        """As the host, begin the match of the lobby as soon as all have revealed their nonces."""
        lobby = self._open_lobby()
        start = lobby.start_body(header, self._members.addresses)
        self._draw(start, lobby.take_pledges(), self._members.entropy(NONCE_BYTES), now)
        self._settle(now)

    def send_away(self, seat: int, now: int) -> None:
        """As the host, remove whoever sits in a seat of the lobby, with notice."""
        key = self._open_lobby().clear_chair(seat)
        self._turn_away({key} - {b""}, Reason.SENT_AWAY)
        self._settle(now)

    def change_options(self, options: bytes, digest: bytes, seats: int, now: int) -> None:
        """As the host, offer other options or another number of seats; whoever loses his seat is told."""
        gone = self._open_lobby().change_options(options, digest, seats)
        self._turn_away(set(gone), Reason.TABLE_FULL)
        self._settle(now)

    def _open_lobby(self) -> Lobby:
        if self._members.lobby is None or self._members.lockstep is not None:
            raise LocalProtocolError("only a host changes a lobby, and before the match begins")
        return self._members.lobby

    def _turn_away(self, keys: set[bytes], reason: Reason) -> None:
        for link in [link for link, guest in self._members.guests.items() if guest.key in keys]:
            self._members.emit(DropLink(link, reason, refuse=True))
            self._members.forget(link)

    # In the match

    def write_entry(self, owed: EntryDraft, now: int, *, table: bool = False) -> None:
        """Write a game entry; it counts once it comes back with its number."""
        self._members.running_match().outbox.enqueue(owed, table=table)
        self._settle(now)

    def pump(self, now: int) -> None:
        """Ask the story again what is owed: it has learned something that is not in the log."""
        self._members.running_match().outbox.pump()
        self._settle(now)

    def call_seat(self, seat: int, now: int) -> None:
        """Call a seat that seems absent; the grace period before a vote begins with the call."""
        lockstep = self._members.running_match()
        body = write_body(Call(seat, lockstep.replica.roster.entries_written_by(seat)))
        lockstep.outbox.enqueue(EntryDraft(LogKind.CALL, body))
        self._settle(now)

    def vote_absent(self, seat: int, now: int, *, silent_since: int | None = None) -> bool:
        """Vote that a seat is absent for good; False if it was not called, or its grace period still lasts.

        The vote may also be on a seat that is present, but silent since `silent_since` though the game waits for it.
        """
        silent = silent_since is not None and now - silent_since >= GRACE_MS
        if not silent and not self._members.presence.is_away_for_good(seat, now):
            return False
        lockstep = self._members.running_match()
        lockstep.pass_time(now)
        if not lockstep.calls.may_vote(seat):
            return False
        body = write_body(Vote(seat, lockstep.replica.roster.entries_written_by(seat)))
        lockstep.outbox.enqueue(EntryDraft(LogKind.VOTE, body))
        self._settle(now)
        return True

    def give_up_host(self, now: int) -> bool:
        """Give up for good a host who is gone or numbers nothing; False while his grace period lasts."""
        stalled = self._members.lockstep is not None and self._members.lockstep.stalls.stalled
        if self._members.succession is None or not (stalled or self._members.presence.is_host_lost(now)):
            return False
        self._members.succession.give_up_host(now)
        self._settle(now)
        return self._members.succession.host_given_up

    def leave_seat(self, now: int) -> None:
        """Give our seat to a bot; as the host, hand over the table as well, if a successor is here."""
        lockstep = self._members.running_match()
        lockstep.wants_seat = False
        heirs = lockstep.replica.roster.successors() if lockstep.is_hosting else ()
        heir = next((seat for seat in heirs if lockstep.is_here(seat)), None)
        if lockstep.seat is not None and lockstep.replica.roster.chairs[lockstep.seat].held:
            lockstep.outbox.enqueue(EntryDraft(LogKind.LEAVE, b"\x90"), more_follows=heir is not None)
        if heir is not None:
            lockstep.outbox.enqueue(EntryDraft(LogKind.HANDOVER, write_body(HandoverBody(heir))), table=True)
        self._settle(now)

    def take_seat(self, now: int) -> None:
        """Take our seat back, between rounds."""
        lockstep = self._members.running_match()
        lockstep.wants_seat = True
        lockstep.outbox.pump()
        self._settle(now)

    # In either

    def set_addresses(self, addresses: tuple[str, ...], now: int) -> None:
        """Set our addresses; the match logs them, so that we can host one day."""
        self._members.addresses = addresses
        if self._members.lockstep is not None:
            self._members.lockstep.addresses = addresses
            self._members.lockstep.outbox.pump()
        self._settle(now)

    def send_talk(self, message: m.Talk, now: int) -> None:
        """Send talk to everybody; in a match a follower sends it to the host, who relays it."""
        lockstep = self._members.lockstep
        if lockstep is None or lockstep.is_hosting:
            self._members.broadcast(message, except_link=-1)
        elif lockstep.host_link is not None:
            self._members.emit(SendMessage(lockstep.host_link, message))
        self._settle(now)

    def send_request(self, message: m.Sit | m.Ready, now: int) -> None:
        """As a guest, send a request to the host; as the host, carry it out."""
        if isinstance(message, m.Ready):
            message = self._with_pledge(message)
        if self._members.lobby is not None and self._members.lockstep is None:
            refused = self._members.lobby.carry_out(self._members.identity.key, message)
            if refused is not None:
                raise LocalProtocolError(refused.sentence)
        else:
            for link in [link for link, guest in self._members.guests.items() if guest.ours]:
                self._members.emit(SendMessage(link, message))
        self._settle(now)

    def _with_pledge(self, ready: m.Ready) -> m.Ready:
        if not ready.ready:
            self._members.nonce.withdraw_pledge()
            return ready
        return m.Ready(ready=True, digest=ready.digest, commit=self._members.nonce.pledge_new())
