"""One program's copy of a match: the log, who we are in it, with whom we are linked, and whom we do not believe.

Law: the parts that keep it equal to the others' stand on it and on each other in one order, and `lockstep` on them all.
"""

from __future__ import annotations

from collections import deque

from net.identity import Identity
from net.log.bodies import LogKind, Rehost, read_body
from net.log.catch_up import Effect, Feeder
from net.log.entries import Core, Numbered, Signed
from net.log.replica import Replica, StoryMaker
from net.log.roster import MOST_STEPS, steps_above


class Copy:
    """What all parts share; effects are appended to `out`."""

    def __init__(self, first: Numbered, identity: Identity, tell: StoryMaker, out: deque[Effect]) -> None:
        self.replica = Replica(first, tell)
        self.identity = identity
        self.seat = self.replica.roster.seat_of(identity.key)
        self._out = out
        self.feeder = Feeder(out)
        self.distrusted: set[bytes] = set()  # keys of hosts who lied
        self.unheard: dict[int, int] = {}  # by seat what we must have before we number: so much, -1 while unknown
        self.pending: Signed | None = None  # what we said and has no number yet
        self.promise = 0  # the highest ballot that we consented to
        self.addresses: tuple[str, ...] = ()
        self.wants_seat = True  # whether we take our chair back when it was given away

    @property
    def hosting(self) -> bool:
        """Whether we give the numbers."""
        return self.replica.roster.host_key == self.identity.key

    @property
    def frozen(self) -> bool:
        """Whether the host of the moment lied: he is not heard, and nothing is said until there is another."""
        return self.replica.roster.host_key in self.distrusted

    @property
    def host_link(self) -> int | None:
        """The link to the host of the moment, the newest if there are two; none to one who lied."""
        key = self.replica.roster.host_key
        if self.frozen:
            return None
        return next((link for link, one in reversed(self.feeder.readers.items()) if one.key == key), None)

    def is_host(self, link: int) -> bool:
        """Return whether the host of the moment, one who did not lie, is at the other end of a link."""
        reader = self.feeder.readers.get(link)
        return reader is not None and reader.key == self.replica.roster.host_key and not self.frozen

    def here(self, seat: int) -> bool:
        """Return whether a seat's program is linked with ours and on no line of hosts above it, or is ours."""
        roster = self.replica.roster
        key = roster.chairs[seat].key
        readers = self.feeder.readers.values()
        return key == self.identity.key or any(one.key == key and one.ballot <= roster.ballot for one in readers)

    def is_too_far(self, core: Core) -> bool:
        """Return whether a REHOST raises the ballot so far that it would soon run out of numbers."""
        body = read_body(core) if core.kind == LogKind.REHOST else None
        known = max(self.replica.roster.ballot, self.promise)
        return isinstance(body, Rehost) and steps_above(known, body.ballot) > MOST_STEPS

    def emit(self, *effects: Effect) -> None:
        """Add effects."""
        self._out.extend(effects)
