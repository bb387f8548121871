"""One program's copy of a match: the log, our seat, our links, and the hosts we distrust.

Law: the parts that keep copies equal depend on this and on each other in one order, and `lockstep` on all of them.
"""

from __future__ import annotations

from collections import deque

from net.identity import Identity
from net.log.bodies import LogKind, Rehost, read_body
from net.log.catch_up import Effect, LogFeed
from net.log.entries import Core, Numbered, Signed
from net.log.replica import MakeStateMachine, Replica
from net.log.roster import MAX_BALLOT_STEPS, steps_above


class LogState:
    """The state that all parts share; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, make_story: MakeStateMachine, out: deque[Effect]) -> None:
        self.replica = Replica(first, make_story)
        self.identity = identity
        self.seat = self.replica.roster.seat_of(identity.key)
        self._out = out
        self.feeder = LogFeed(out)
        self.distrusted: set[bytes] = set()  # keys of hosts who lied
        self.awaiting_have: dict[int, int] = {}  # by seat, the length we must reach before we number, -1 while unknown
        self.pending: Signed | None = None  # our entry that has no number yet
        self.promise = 0  # the highest ballot that we consented to
        self.addresses: tuple[str, ...] = ()
        self.wants_seat = True  # whether we take our chair back if a bot has it

    @property
    def is_hosting(self) -> bool:
        """Whether we are the host, who numbers entries."""
        return self.replica.roster.host_key == self.identity.key

    @property
    def host_lied(self) -> bool:
        """Whether the present host lied: he is ignored, and nothing is sent until he is replaced."""
        return self.replica.roster.host_key in self.distrusted

    @property
    def host_link(self) -> int | None:
        """The newest link to the present host; None to one who lied."""
        key = self.replica.roster.host_key
        if key not in self.distrusted:
            for link, reader in reversed(self.feeder.readers.items()):
                if reader.key == key:
                    return link
        return None

    @property
    def misses_host(self) -> bool:
        """Whether we want a link to the present host and have none."""
        return self.host_link is None and not (self.is_hosting or self.host_lied)

    def is_host(self, link: int) -> bool:
        """Return whether a link leads to the present host, if he did not lie."""
        reader = self.feeder.readers.get(link)
        return reader is not None and reader.key == self.replica.roster.host_key and not self.host_lied

    def is_here(self, seat: int) -> bool:
        """Return whether a seat's program is linked with us under no higher ballot, or is ours."""
        roster = self.replica.roster
        key = roster.chairs[seat].key
        readers = self.feeder.readers.values()
        return key == self.identity.key or any(one.key == key and one.ballot <= roster.ballot for one in readers)

    def is_too_far(self, core: Core) -> bool:
        """Return whether a REHOST raises the ballot so far that it would soon run out of numbers."""
        body = read_body(core) if core.kind == LogKind.REHOST else None
        known = max(self.replica.roster.ballot, self.promise)
        return isinstance(body, Rehost) and steps_above(known, body.ballot) > MAX_BALLOT_STEPS

    def emit(self, *effects: Effect) -> None:
        """Add effects."""
        self._out.extend(effects)
