"""Dispatches each kind of message that reaches a party to its handler.

Laws: a kind without a handler is not allowed on an open link; before joining, only a Join is; a message that is not
allowed here and now costs its sender the link, and nobody else anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from net import frames
from net import messages as m
from net.budgets import RateCounter, limit_of
from net.guests import ChatReceived, Guest, RateLimited, RoomChanged, with_speaker
from net.log.bodies import Start, read_body
from net.log.effects import DropLink, Persist, SendMessage
from net.log.entries import MAX_SEATS, Numbered, first_head
from net.log.lockstep import Lockstep
from net.members import Members
from net.reasons import Reason
from net.schema import Misfit


class Inbox:
    """Handles the messages of one party."""

    def __init__(self, party: Members) -> None:
        self._party = party
        self._handlers = self._make_handlers()
        self._rate_counter = RateCounter()

    def on_message(self, link: int, message: frames.Message, now: int) -> None:
        """Process a message."""
        guest = self._party.guests.get(link)
        if guest is None:
            return
        hear = self._handlers.get(type(message))
        if hear is None or not (guest.admitted or isinstance(message, m.Join)):
            self._party.drop(link, Reason.OUT_OF_TURN)
        elif not self._is_relaying() or self._may_say(link, guest, message, now):
            hear(link, guest, message)

    def _is_relaying(self) -> bool:
        """Return whether we host, and so relay messages that are not part of the match."""
        lockstep = self._party.lockstep
        return lockstep.is_hosting if lockstep is not None else self._party.lobby is not None

    def _may_say(self, link: int, guest: Guest, message: frames.Message, now: int) -> bool:
        """Count a message that is not part of the match; tell its sender once if he sends too many."""
        limit = limit_of(message)
        if limit is None or self._rate_counter.allows(guest.key, limit, now):
            return True
        if self._rate_counter.is_first_excess(guest.key, limit):
            self._party.emit(SendMessage(link, m.RateLimitNotice(limit.value)))
        return False

    def _make_handlers(self) -> dict[type, Callable[[int, Guest, Any], None]]:
        """Return the handler of each kind of message."""
        log = (m.Submit, m.Reject, m.Dispute, m.StateReport, m.Shown, m.Evidence, m.Propose, m.Consent)
        return {
            m.Join: self._hear_join,
            m.Room: self._hear_room,
            m.Sit: self._hear_wish,
            m.Ready: self._hear_wish,
            m.Begin: self._hear_begin,
            m.Reveal: self._hear_reveal,
            m.Chat: self._hear_talk,
            m.ChatPhrase: self._hear_talk,
            m.Preview: self._hear_talk,
            m.RateLimitNotice: self._hear_hush,
            m.Have: self._hear_have,
            m.Entries: self._hear_entries,
            **dict.fromkeys(log, self._hear_log),
        }

    def _hear_join(self, link: int, guest: Guest, message: m.Join) -> None:
        if guest.ours:
            self._party.drop(link, Reason.OUT_OF_TURN)
            return
        refused = self._refusal_of(guest, message)
        if refused is not None:
            self._party.emit(DropLink(link, refused, refuse=True, hint=self._hint(refused)))
            self._party.forget(link)
            return
        self._party.admit(link)

    def _refusal_of(self, guest: Guest, join: m.Join) -> Reason | None:
        lockstep = self._party.lockstep
        if lockstep is None:
            return self._party.lobby.join(guest.key, join) if self._party.lobby else Reason.NOT_HOST
        if join.match and join.match != lockstep.replica.match:
            return Reason.OTHER_MATCH
        if join.rules != self._party.wish_to_join.rules:
            return Reason.OTHER_RULES
        if lockstep.replica.roster.seat_of(guest.key) is not None:
            return None
        if not lockstep.is_hosting:
            return Reason.NOT_HOST
        if not join.watch and not join.match:
            return Reason.PLAYING
        if self._party.lobby is not None and not self._party.lobby.watched:
            return Reason.NOT_WATCHED
        return (
            Reason.WATCHERS_FULL
            if self._party.presence.watcher_count(lockstep.replica.roster) >= m.MAX_WATCHERS
            else None
        )

    def _hint(self, reason: Reason) -> str:
        """Return the host's addresses for somebody who asked the wrong program."""
        if reason is not Reason.NOT_HOST or self._party.lockstep is None:
            return ""
        return " ".join(self._party.lockstep.replica.roster.host_addresses)[:120]

    def _hear_room(self, link: int, guest: Guest, message: m.Room) -> None:
        lockstep = self._party.lockstep
        if not guest.ours and (lockstep is None or lockstep.replica.roster.seat_of(guest.key) is None):
            self._party.drop(link, Reason.OUT_OF_TURN)
            return
        guest.said = message
        # A former host may not know yet that he is replaced; only the present host's room counts.
        if lockstep is None or lockstep.is_host(link):
            self._party.room = message
            self._party.emit(RoomChanged(message))

    def _hear_wish(self, link: int, guest: Guest, message: m.Sit | m.Ready) -> None:
        if self._party.lockstep is not None:
            return  # it was sent before its author heard of the start
        if self._party.lobby is None or self._party.lobby.carry_out(guest.key, message) is Reason.OUT_OF_TURN:
            self._party.drop(link, Reason.OUT_OF_TURN)

    def _hear_begin(self, link: int, guest: Guest, message: m.Begin) -> None:
        """Reveal our nonce to a host who would begin; a list without our pledge is too late or false."""
        if not guest.ours:
            self._party.drop(link, Reason.OUT_OF_TURN)
            return
        answer = self._party.nonce.reveal_for(message) if self._party.lockstep is None else None
        if answer is not None and self._party.nonce.shown is not None:
            self._party.emit(Persist(self._party.nonce.shown))
            self._party.emit(SendMessage(link, answer))

    def _hear_reveal(self, link: int, guest: Guest, message: m.Reveal) -> None:
        if self._party.lockstep is not None:
            return  # it was sent before its author heard of the start
        lobby = self._party.lobby
        if lobby is None or lobby.seat_of(guest.key) is None:
            self._party.drop(link, Reason.OUT_OF_TURN)
        elif not self._party.accept_nonce(guest.key, message.nonce):
            self._party.drop(link, Reason.MALFORMED)
        else:
            lobby.pledges[guest.key] = message.commit

    def _hear_hush(self, link: int, guest: Guest, message: m.RateLimitNotice) -> None:
        if not guest.ours and self._party.lockstep is None:
            self._party.drop(link, Reason.OUT_OF_TURN)
        elif not self._is_relaying():
            self._party.emit(RateLimited(message.what))

    def _hear_talk(self, link: int, guest: Guest, message: m.Talk) -> None:
        lockstep = self._party.lockstep
        if not self._is_relaying():
            # Only the host relays chat: what comes over another link is ignored.
            if lockstep is None or lockstep.is_host(link):
                self._party.emit(ChatReceived(message))
            return
        seat = self._seat_of(guest.key)
        spoken = with_speaker(message, seat)
        if spoken is not None:
            self._party.emit(ChatReceived(spoken))
            self._party.broadcast(spoken, except_link=link)

    def _seat_of(self, key: bytes) -> int | None:
        if self._party.lockstep is not None:
            return self._party.lockstep.replica.roster.seat_of(key)
        return self._party.lobby.seat_of(key) if self._party.lobby else None

    def _hear_have(self, link: int, guest: Guest, message: m.Have) -> None:
        if self._party.lockstep is None:
            if guest.ours and message.length:
                self._party.emit(SendMessage(link, m.Have(message.match, 0, 0, first_head(message.match), b"")))
        elif link in self._party.lockstep.feeder.readers:
            self._party.lockstep.on_have(link, message)

    def _hear_entries(self, link: int, guest: Guest, message: m.Entries) -> None:
        if self._party.lockstep is None:
            if not guest.ours:
                self._party.drop(link, Reason.OUT_OF_TURN)
                return
            if message.rows[0].number or not self._begin_from(link, message.rows[0]):
                return  # nothing is lost: once START has arrived, what follows is asked for again
        if self._party.lockstep is not None and link in self._party.lockstep.feeder.readers:
            self._party.lockstep.on_entries(link, message)

    def _begin_from(self, link: int, first: Numbered) -> bool:
        """Begin with the host's START, if it is the match we agreed to; else end the link: asking again is no help."""
        try:
            trial = Lockstep(first, self._party.identity, self._party.make_story, deque())
            digest = self._party.agreed(trial.replica.roster).digest
        except Misfit:
            self._party.drop(link, Reason.MALFORMED)
            return False
        refused = self._objection(trial, digest)
        if refused is not None:
            self._party.refuse(link, refused, trial.replica.match.hex())
            return False
        self._party.begin_match(first, None)
        self._party.attach(link)
        return True

    def _objection(self, trial: Lockstep, digest: bytes) -> Reason | None:
        """Return why a START is refused: we know the match, or it is not the one we were about to begin."""
        party, room, match = self._party, self._party.room, trial.replica.match
        start = read_body(trial.replica.entries[0].core)
        if party.knows(match):
            return Reason.KNOWN_MATCH
        if trial.seat is not None and not (isinstance(start, Start) and party.nonce.is_in_start(start)):
            return Reason.NOT_DRAWN
        if room is not None and room.match not in {b"", match}:
            return Reason.OTHER_MATCH
        if room is None or room.digest != digest or (room.you != MAX_SEATS and trial.seat is None):
            return Reason.OTHER_OPTIONS
        return None

    def _hear_log(self, link: int, _guest: Guest, message: frames.Message) -> None:
        """Pass the message on to the match; before its start such a message means nothing."""
        lockstep, succession = self._party.lockstep, self._party.succession
        if lockstep is None or succession is None or link not in lockstep.feeder.readers:
            return
        if isinstance(message, m.Submit):
            lockstep.on_submit(link, message)
        elif isinstance(message, m.Reject):
            lockstep.outbox.on_reject(link, message)
        elif isinstance(message, m.Dispute):
            lockstep.dispute.on_dispute(link, message)
        elif isinstance(message, m.StateReport):
            lockstep.dispute.on_account(link, message)
        elif isinstance(message, m.Shown):
            lockstep.on_shown(link, message)
        elif isinstance(message, m.Evidence):
            lockstep.heads.on_evidence(link, message)
        elif isinstance(message, m.Propose):
            succession.on_propose(link, message)
        elif isinstance(message, m.Consent):
            succession.on_consent(link, message)
