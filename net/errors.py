"""Protocol errors, by whose fault they are.

Laws: only these two exceptions leave the protocol cores; the other side's bytes never raise a LocalProtocolError, and
our own requests never raise a RemoteProtocolError.
"""

from net.reasons import Reason


class ProtocolError(Exception):
    """The protocol was broken, by us or by them."""


class LocalProtocolError(ProtocolError):
    """This program asked for something the protocol does not allow: a bug on this side."""


class RemoteProtocolError(ProtocolError):
    """The other side sent what the protocol does not allow: the connection ends with this reason."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason.value}: {detail or reason.sentence}")
        self.reason = reason
        self.detail = detail
