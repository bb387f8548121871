"""Bytes <-> frames: four bytes of length, most significant first, then so many bytes.

Laws: a length beyond the limit is refused before its bytes are awaited; what a reader holds is bounded by the limit.
"""

from net.errors import LocalProtocolError, RemoteProtocolError
from net.reasons import Reason

PREFIX = 4

# Until the other side has proved who it is, it may make us keep 512 bytes and no more: the largest greeting, with a
# password's message, takes under 200.
GREETING_LIMIT = 512

# Afterwards 64 KiB: the largest single entry (a locked deck of 108 points with its proof) takes 8 KiB, so a chunk of a
# log holds several, and eight watchers together cannot make us keep more than half a megabyte.
FRAME_LIMIT = 65_536


def frame(payload: bytes, limit: int = FRAME_LIMIT) -> bytes:
    """Put the length before a payload."""
    if not 0 < len(payload) <= limit:
        raise LocalProtocolError(f"a frame holds 1 to {limit} bytes, not {len(payload)}: split the message")
    return len(payload).to_bytes(PREFIX, "big") + payload


class FrameReader:
    """Cuts a stream into frames; `limit` may be raised once the other side is known."""

    def __init__(self, limit: int = GREETING_LIMIT) -> None:
        self.limit = limit
        self._held = bytearray()

    @property
    def held(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._held)

    def feed(self, received: bytes) -> None:
        """Take in bytes as they come; ask `next_frame` until it returns None."""
        self._held += received

    def next_frame(self) -> bytes | None:
        """Return the next whole frame's payload, None while it is not whole."""
        if len(self._held) < PREFIX:
            return None
        size = int.from_bytes(self._held[:PREFIX], "big")
        if not 0 < size <= self.limit:
            self._held.clear()
            raise RemoteProtocolError(Reason.TOO_LARGE, f"a frame of {size} bytes where {self.limit} are the most")
        if len(self._held) < PREFIX + size:
            return None
        payload = bytes(self._held[PREFIX : PREFIX + size])
        del self._held[: PREFIX + size]
        return payload
