"""Asking one host which table it keeps: bytes in, the answer out. An answer without proof of its key does not count."""

from __future__ import annotations

from net.errors import RemoteProtocolError
from net.frames import FrameReader, pack, unpack, with_length
from net.introduction import is_proven
from net.link import CLEAR_FRAME
from net.messages import PROTOCOL_MAGIC, Ask, Info, Refused
from net.reasons import Reason


class Probe:
    """One question under way; `challenge` is drawn for it alone."""

    def __init__(self, challenge: bytes) -> None:
        self._challenge = challenge
        self._reader = FrameReader()

    def question_bytes(self) -> bytes:
        """Return the bytes of the question."""
        return with_length(CLEAR_FRAME + pack(Ask(PROTOCOL_MAGIC, self._challenge)))

    def receive(self, received: bytes) -> Info | Reason | None:
        """Take in bytes; return the answer, the reason why there is none, or None while it is incomplete."""
        self._reader.feed(received)
        try:
            payload = self._reader.next_frame()
            if payload is None:
                return None
            if payload[:1] != CLEAR_FRAME:
                return Reason.NOT_COMODIN
            message = unpack(payload[1:])
        except RemoteProtocolError:
            return Reason.NOT_COMODIN
        if isinstance(message, Refused):
            return Reason(message.reason)
        if not isinstance(message, Info):
            return Reason.NOT_COMODIN
        return message if is_proven(message, self._challenge) else Reason.BAD_SIGNATURE
