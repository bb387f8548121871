"""Entries whose number is already taken: the first of another host's branch, or proof of a fork.

Laws: the branch with the higher ballot wins, never the longer one; nobody goes back before its checkpoint unless more
than half of all persons did; nothing is folded for a REHOST whose signatures are invalid.
"""

from __future__ import annotations

from collections.abc import Callable

from net.log.bodies import LogKind, Rehost, read_body
from net.log.calls import Calls
from net.log.effects import DropLink, OtherBranch, SendMessage
from net.log.entries import Claim, Core, Numbered, is_sealed, read_core
from net.log.heads import Heads
from net.log.log_state import LogState
from net.log.replica import MakeStateMachine, Replica
from net.log.roster import is_majority, rehost_flaw
from net.log.stalls import Stalls
from net.messages import Shown
from net.reasons import Reason
from net.schema import Misfit


class Branches:
    """Decides whether to switch to another branch."""

    def __init__(
        self,
        copy: LogState,
        heads: Heads,
        calls: Calls,
        stalls: Stalls,
        make_story: MakeStateMachine,
        switch_branch: Callable[[Replica, Numbered], None],
    ) -> None:
        self._copy = copy
        self._heads = heads
        self._calls = calls
        self._stalls = stalls
        self._make_story = make_story
        self._switch_branch = switch_branch
        self._told: set[int] = set()  # ballots already reported as branches that neither side may leave

    def compare(self, link: int, row: Numbered) -> bool:
        """Compare an entry with ours of the same number: equal, the first of another host's branch, or a fork.

        False if the entries after it are to be skipped: after a difference they belong to another log, and each check
        costs a signature.
        """
        copy = self._copy
        ours = copy.replica.entries[row.number].numbered
        if ours == row:
            return True
        try:
            core = read_core(row.raw)
            too_far = copy.is_too_far(core)
        except Misfit:
            copy.emit(DropLink(link, Reason.MALFORMED))
            return False
        if too_far:
            copy.emit(DropLink(link, Reason.OUT_OF_TURN))
            return False
        if core.kind == LogKind.REHOST:
            return self._consider(link, row, core)
        self._heads.compare_entry(row)
        return False

    def _consider(self, link: int, row: Numbered, core: Core) -> bool:
        """Switch to a branch that starts within our log if it is valid and its ballot higher; return whether we did."""
        replica = self._copy.replica
        rehost = rehost_above(replica, row, core)
        stalled = self._stalls.stalled  # then nothing happens on our own branch
        if rehost is None or (rehost.ballot in self._told and not stalled):
            return False
        trial = build_branch(replica, row, self._make_story)
        if trial is None:
            return False
        if may_switch(replica, trial) and self._may_be_honest(rehost, row.number):
            self._switch_branch(trial, row)
            return True
        if rehost.ballot in self._told:
            return False
        self._told.add(rehost.ballot)
        self._copy.emit(OtherBranch(rehost.ballot))
        if self._copy.is_hosting:  # show them that the branch they left goes on
            self._copy.emit(SendMessage(link, self._heads.last_shown()))
        return False

    def notice_replaced_host(self, link: int, shown: Shown) -> None:
        """Notice that the host whom we replaced goes on with his branch after the base of ours."""
        copy = self._copy
        replica, reader = copy.replica, copy.feeder.readers.get(link)
        base = replica.first_rehost_above(shown.ballot)
        if reader is None or reader.ballot > shown.ballot:
            return  # he has switched to our branch since
        if base is None or shown.length <= base or shown.ballot in self._told:
            return
        before = replica.rosters[base]
        claim = Claim(replica.match, shown.ballot, shown.length - 1, shown.head)
        if reader.key == before.host_key and is_sealed(claim, shown.seal, before.host_key):
            self._told.add(shown.ballot)
            copy.emit(OtherBranch(shown.ballot))

    def _may_be_honest(self, rehost: Rehost, base: int) -> bool:
        """Return whether those who elected a host may honestly have lost the old one, as far as we can know.

        Each gives up a host only after a grace period without him. If we are or have the old host and heard all of them
        all the time, we follow only more than half of all persons.
        """
        copy = self._copy
        has_host = copy.is_hosting or (copy.host_link is not None and not self._stalls.stalled)
        seats = [consent.seat for consent in rehost.consents]
        if not has_host or copy.seat is None or copy.seat in seats:
            return True
        return is_majority(copy.replica.rosters[base], len(seats)) or any(map(self._calls.may_have_diverged, seats))


def rehost_above(replica: Replica, row: Numbered, core: Core) -> Rehost | None:
    """Return a REHOST's body if it is above our ballot and its consents are valid; cheaper than building its branch."""
    try:
        rehost = read_body(core)
    except Misfit:
        return None
    follows = 1 <= row.number == core.seen < replica.length and core.head == replica.heads[core.seen]
    if not follows or not isinstance(rehost, Rehost) or rehost.ballot <= replica.roster.ballot:
        return None
    if rehost.seat in replica.roster.convicted:
        return None
    return None if rehost_flaw(replica.rosters[row.number], core, rehost) else rehost


def build_branch(replica: Replica, row: Numbered, make_story: MakeStateMachine) -> Replica | None:
    """Return the log that a REHOST above our ballot leads to; None if it is invalid."""
    trial = Replica(replica.entries[0].numbered, make_story)
    for entry in replica.entries[1 : row.number]:
        trial.append(entry.numbered, entry.core)
    finding = trial.first_sealed_flaw(row)
    if finding.flaw is not None or finding.core is None:
        return None
    trial.append(row, finding.core)
    return trial


def may_switch(replica: Replica, trial: Replica) -> bool:
    """Return whether we may switch: the branch starts no earlier than our checkpoint, or its majority binds us."""
    base = trial.length - 1
    body = read_body(trial.entries[-1].core)
    consents = len(body.consents) if isinstance(body, Rehost) else 0
    return base >= replica.checkpoint() or is_majority(trial.rosters[base], consents)
