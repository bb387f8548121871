"""The other end of a link, how we ask to join, and the session's events about people rather than play."""

from __future__ import annotations

from dataclasses import dataclass

from net import messages as m
from net.log.entries import MAX_SEATS
from net.reasons import Reason


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The lobby has changed, or who is present."""

    room: m.Room


@dataclass(frozen=True, slots=True)
class NotStarted:
    """As the host: the match did not begin, because these revealed no nonce, or somebody left or became unready."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChatReceived:
    """Talk, a ready-made phrase or a preview; never part of the match."""

    message: m.Talk


@dataclass(frozen=True, slots=True)
class RateLimited:
    """The host stopped relaying our messages; `what` is the value of the `RateLimit` exceeded."""

    what: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The other side refused us or sent us away, or we refused to begin its match."""

    link: int
    reason: Reason
    hint: str


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another program hosts now, from this seat."""

    seat: int


@dataclass(slots=True)
class Guest:
    """The other end of a link: its key and run, who opened the link, and whether it was admitted.

    `told` is the room that we sent it last, `said` the one that it sent us, which counts once it is the host.
    """

    key: bytes
    ours: bool
    run: bytes
    admitted: bool = False
    late: bool = False
    away: bool = False
    told: m.Room | None = None
    said: m.Room | None = None


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """How we want to join."""

    name: str
    rules: int
    options: bytes = b""
    watch: bool = False


@dataclass(frozen=True, slots=True)
class AgreedOptions:
    """The options that the players agreed on, as the game's own bytes, and their digest."""

    options: bytes
    digest: bytes


GuestEvent = RoomChanged | NotStarted | ChatReceived | RateLimited | TurnedAway | HostChanged


def with_speaker(message: m.Talk, seat: int | None) -> m.Talk | None:
    """Set the speaker's true seat in a message; None for a watcher's preview."""
    speaker = MAX_SEATS if seat is None else seat
    if isinstance(message, m.Chat):
        return m.Chat(speaker, message.text)
    if isinstance(message, m.ChatPhrase):
        return m.ChatPhrase(speaker, message.number)
    return None if seat is None else m.Preview(seat, message.body)
