"""Bytes <-> frames <-> messages: four bytes of length, most significant first, then a message of a closed list.

Laws: a length beyond the limit is refused before its bytes are awaited; what a reader holds is bounded by the limit; a
message is a map with exactly the names of its form, each value checked by its rule; anything else is a
RemoteProtocolError, and our own message that does not fit is a LocalProtocolError.
"""

from __future__ import annotations

from typing import Any

from net.errors import LocalProtocolError, RemoteProtocolError
from net.hall.messages import HALL_FORMS, HallMessage
from net.messages import TABLE_FORMS, Ask, Hello, Info, Refused, TableMessage
from net.reasons import Reason
from net.schema import Misfit, Rule, pack_plain, unpack_plain

LENGTH_BYTES = 4

# Until the other side has proved who it is, it may make us keep 512 bytes and no more: the largest greeting, with a
# password's message, takes under 200.
MAX_HANDSHAKE_FRAME_BYTES = 512

# Afterwards 64 KiB: the largest single entry (a locked deck of 108 points with its proof) takes 8 KiB, so a chunk of a
# log holds several, and eight watchers together cannot make us keep more than half a megabyte.
MAX_FRAME_BYTES = 65_536
ENCRYPTION_OVERHEAD_BYTES = 17  # what encryption adds to each message
MAX_MESSAGE_BYTES = MAX_FRAME_BYTES - ENCRYPTION_OVERHEAD_BYTES

Message = TableMessage | HallMessage

MESSAGE_FORMS: dict[str, tuple[type[Message], dict[str, Rule]]] = {**TABLE_FORMS, **HALL_FORMS}
_KINDS: dict[type[Message], str] = {form[0]: kind for kind, form in MESSAGE_FORMS.items()}

# What may travel in the clear, before a link is open; everything else is only sent encrypted.
CLEAR_MESSAGES = frozenset({Hello, Ask, Info, Refused})


def with_length(payload: bytes, limit: int = MAX_FRAME_BYTES) -> bytes:
    """Put the length before a payload."""
    if not 0 < len(payload) <= limit:
        raise LocalProtocolError(f"a frame holds 1 to {limit} bytes, not {len(payload)}: split the message")
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream into frames; `limit` may be raised once the other side is known."""

    def __init__(self, limit: int = MAX_HANDSHAKE_FRAME_BYTES) -> None:
        self.limit = limit
        self._held = bytearray()

    @property
    def held_bytes(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._held)

    def feed(self, received: bytes) -> None:
        """Take in bytes as they come; ask `next_frame` until it returns None."""
        self._held += received

    def next_frame(self) -> bytes | None:
        """Return the next whole frame's payload, None while it is not whole."""
        if len(self._held) < LENGTH_BYTES:
            return None
        size = int.from_bytes(self._held[:LENGTH_BYTES], "big")
        if not 0 < size <= self.limit:
            self._held.clear()
            raise RemoteProtocolError(Reason.TOO_LARGE, f"a frame of {size} bytes where {self.limit} are the most")
        if len(self._held) < LENGTH_BYTES + size:
            return None
        payload = bytes(self._held[LENGTH_BYTES : LENGTH_BYTES + size])
        del self._held[: LENGTH_BYTES + size]
        return payload


def kind_of(message: Message) -> str:
    """Return what a message is called on the wire."""
    return _KINDS[type(message)]


def pack(message: Message) -> bytes:
    """Write a message; raise LocalProtocolError if it does not fit its own form."""
    kind = kind_of(message)
    said: dict[str, object] = {"k": kind}
    said.update((name, getattr(message, name)) for name in MESSAGE_FORMS[kind][1])
    written = pack_plain(said)
    try:
        _read(written)
    except Misfit as error:
        raise LocalProtocolError(f"a '{kind}' was to be sent that nobody would take: {error}") from error
    return written


def unpack(written: bytes) -> Message:
    """Read a message; raise RemoteProtocolError if it is malformed."""
    try:
        return _read(written)
    except Misfit as error:
        raise RemoteProtocolError(Reason.MALFORMED, str(error)) from error


def _read(written: bytes) -> Message:
    said = unpack_plain(written, MAX_MESSAGE_BYTES)
    if not isinstance(said, dict):
        raise Misfit("a message is a map")
    kind = said.get("k")
    form = MESSAGE_FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise Misfit(f"{kind!r:.40} is no kind of message")
    made, rules = form
    if len(said) != len(rules) + 1 or not rules.keys() <= said.keys():
        raise Misfit(f"a '{kind}' has the names {', '.join(rules) or 'none'}")
    if made in CLEAR_MESSAGES and len(written) > MAX_HANDSHAKE_FRAME_BYTES:
        raise Misfit(f"a '{kind}' takes at most {MAX_HANDSHAKE_FRAME_BYTES} bytes")
    values: dict[str, Any] = {name: rule(said[name]) for name, rule in rules.items()}
    return made(**values)
