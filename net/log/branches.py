"""Entries for numbers that are taken already: the first of another branch of hosts, or a host's lie.

Laws: a line of hosts wins by its ballot, never by its length; nobody is led back before what all had vouched for unless
more than half of all persons went that way; nothing is folded for a REHOST whose signatures do not hold.
"""

from __future__ import annotations

from collections.abc import Callable

from net.log.bodies import LogKind, Rehost, read_body
from net.log.calls import Calls
from net.log.copy import Copy
from net.log.effects import Drop, OtherLine, Tell
from net.log.entries import Claim, Core, Numbered, is_sealed, read_core
from net.log.heads import Heads
from net.log.replica import Replica, StoryMaker
from net.log.roster import binding, rehost_flaw
from net.log.stalls import Stalls
from net.messages import Shown
from net.reasons import Reason
from net.schema import Misfit


class Branches:
    """How one program follows, or refuses, another branch."""

    def __init__(
        self,
        copy: Copy,
        heads: Heads,
        calls: Calls,
        stalls: Stalls,
        tell: StoryMaker,
        go_over: Callable[[Replica, Numbered], None],
    ) -> None:
        self._copy = copy
        self._heads = heads
        self._calls = calls
        self._stalls = stalls
        self._tell = tell
        self._go_over = go_over
        self._told: set[int] = set()  # ballots of which the session was told that neither side can yield

    def compare(self, link: int, row: Numbered) -> bool:
        """Look at an entry for a number we have: the same, the first of another branch of hosts, or a host's lie.

        False if those behind it are not to be looked at: after one that differs they tell of another log, and each
        would cost a signature.
        """
        copy = self._copy
        ours = copy.replica.entries[row.number].numbered
        if ours == row:
            return True
        try:
            core = read_core(row.raw)
            too_far = copy.is_too_far(core)
        except Misfit:
            copy.emit(Drop(link, Reason.MALFORMED))
            return False
        if too_far:
            copy.emit(Drop(link, Reason.OUT_OF_TURN))
            return False
        if core.kind == LogKind.REHOST:
            return self._consider(link, row, core)
        self._heads.part(row)
        return False

    def _consider(self, link: int, row: Numbered, core: Core) -> bool:
        """Go over to a line of hosts that begins before our end, if it is higher and holds; return whether we did."""
        replica = self._copy.replica
        rehost = rehost_above(replica, row, core)
        stalled = self._stalls.stalled  # then the line that we kept to is one on which nothing happens
        if rehost is None or (rehost.ballot in self._told and not stalled):
            return False
        trial = branch(replica, row, self._tell)
        if trial is None:
            return False
        if may_go_over(replica, trial) and self._is_honest(rehost, row.number):
            self._go_over(trial, row)
            return True
        if rehost.ballot in self._told:
            return False
        self._told.add(rehost.ballot)
        self._copy.emit(OtherLine(rehost.ballot))
        if self._copy.hosting:  # let them see that the line they left goes on
            self._copy.emit(Tell(link, self._heads.shown()))
        return False

    def notice_replaced_host(self, link: int, shown: Shown) -> None:
        """Notice that the host whom we replaced, and who was shown so, goes on behind the base of our line."""
        copy = self._copy
        replica, reader = copy.replica, copy.feeder.readers.get(link)
        base = replica.first_rehost_above(shown.ballot)
        if reader is None or reader.ballot > shown.ballot:
            return  # it followed us since
        if base is None or shown.length <= base or shown.ballot in self._told:
            return
        before = replica.places[base]
        claim = Claim(replica.match, shown.ballot, shown.length - 1, shown.head)
        if reader.key == before.host_key and is_sealed(claim, shown.seal, before.host_key):
            self._told.add(shown.ballot)
            copy.emit(OtherLine(shown.ballot))

    def _is_honest(self, rehost: Rehost, base: int) -> bool:
        """Return whether those who made a host may have lost the one they had, as far as we can know.

        Each gives a host up only after a grace without him. Whoever has the host, or is he, and heard one of them all
        the time knows better, and follows only if more than half of all persons want it.
        """
        copy = self._copy
        has_host = copy.hosting or (copy.host_link is not None and not self._stalls.stalled)
        seats = [consent.seat for consent in rehost.consents]
        if not has_host or copy.seat is None or copy.seat in seats:
            return True
        return binding(copy.replica.places[base], len(seats)) or any(map(self._calls.was_parted, seats))


def rehost_above(replica: Replica, row: Numbered, core: Core) -> Rehost | None:
    """Return what a REHOST says if it is above our line and its consents hold; this is cheap, a branch is not."""
    try:
        rehost = read_body(core)
    except Misfit:
        return None
    follows = 1 <= row.number == core.seen < replica.length and core.head == replica.heads[core.seen]
    if not follows or not isinstance(rehost, Rehost) or rehost.ballot <= replica.roster.ballot:
        return None
    if rehost.seat in replica.roster.convicted:
        return None
    return None if rehost_flaw(replica.places[row.number], core, rehost) else rehost


def branch(replica: Replica, row: Numbered, tell: StoryMaker) -> Replica | None:
    """Return the log as a REHOST above our line would have it go on; None if it does not hold."""
    trial = Replica(replica.entries[0].numbered, tell)
    for entry in replica.entries[1 : row.number]:
        trial.append(entry.numbered, entry.core)
    finding = trial.check(row)
    if finding.flaw is not None or finding.core is None:
        return None
    trial.append(row, finding.core)
    return trial


def may_go_over(replica: Replica, trial: Replica) -> bool:
    """Return whether we may go over: the branch is not before our checkpoint, or binds us all the same."""
    base = trial.length - 1
    body = read_body(trial.entries[-1].core)
    consents = len(body.consents) if isinstance(body, Rehost) else 0
    return base >= replica.checkpoint() or binding(trial.places[base], consents)
