"""Asking one host which table it keeps: bytes in, the answer out. Nothing is proved and nothing is promised by it."""

from __future__ import annotations

from net.errors import RemoteProtocolError
from net.frames import FrameReader, frame
from net.link import CLEAR
from net.messages import MAGIC, Ask, Info, Refused, pack, unpack
from net.reasons import Reason


def question() -> bytes:
    """Return the bytes that ask."""
    return frame(CLEAR + pack(Ask(MAGIC)))


class Probe:
    """One question under way."""

    def __init__(self) -> None:
        self._reader = FrameReader()

    def receive(self, received: bytes) -> Info | Reason | None:
        """Take in bytes; return the answer, why there is none, or None while it is not whole."""
        self._reader.feed(received)
        try:
            payload = self._reader.next_frame()
            if payload is None:
                return None
            if payload[:1] != CLEAR:
                return Reason.NOT_COMODIN
            message = unpack(payload[1:])
        except RemoteProtocolError:
            return Reason.NOT_COMODIN
        if isinstance(message, Refused):
            return Reason(message.reason)
        return message if isinstance(message, Info) else Reason.NOT_COMODIN
