"""Who is at the other end of a link, how one asks to join, and what a session is told of people rather than of play."""

from __future__ import annotations

from dataclasses import dataclass

from net import messages as m
from net.log.entries import SEATS
from net.reasons import Reason


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The lobby, or who is here, is now like this."""

    room: m.Room


@dataclass(frozen=True, slots=True)
class NotStarted:
    """As the host: the match could not begin, because these showed no nonce, or somebody changed his mind."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """Talk, a ready-made phrase or a preview; never part of the match."""

    message: m.Chat | m.ChatPhrase | m.Preview


@dataclass(frozen=True, slots=True)
class Hushed:
    """The host passed on no more of what we said; `what` is a purse of `budgets`."""

    what: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """We were refused, or sent off, by the other side."""

    link: int
    reason: Reason
    hint: str


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Somebody else gives the numbers now; `seat` may be TABLE."""

    seat: int


@dataclass(slots=True)
class Guest:
    """The other end of a link: who it is, which start of its program, who opened the link, and if it may take part.

    `told` is the room that we told it last, `said` the one that it told us, which counts once it is the host.
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
class Wish:
    """How we would join."""

    name: str
    rules: int
    options: bytes = b""
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the players of a match agreed on: the game's own bytes and their fingerprint, as the lobby told them."""

    options: bytes
    digest: bytes


def spoken_by(message: m.Chat | m.ChatPhrase | m.Preview, seat: int | None) -> m.Chat | m.ChatPhrase | m.Preview | None:
    """Put the speaker's true seat into what was said; a watcher shows no previews."""
    speaker = SEATS if seat is None else seat
    if isinstance(message, m.Chat):
        return m.Chat(speaker, message.text)
    if isinstance(message, m.ChatPhrase):
        return m.ChatPhrase(speaker, message.number)
    return None if seat is None else m.Preview(seat, message.body)
