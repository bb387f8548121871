"""Checks the end of a run of the simulated network: one log for all, each entry once, and each saved."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from net.log.bodies import LogKind
from net.log.effects import EntryRecord
from net.log.entries import TABLE_AUTHOR
from net.log.lockstep import Lockstep
from tools.netsim_program import Program

if TYPE_CHECKING:
    from tools.netsim_run import Run


def faults_at_the_end(run: Run) -> Iterator[str]:
    """Yield what is wrong; count the entries."""
    if not run.finished:
        yield f"unfinished after {run.now} ms: {_how_far(run)}"
        return
    lockstep = run.up[0].party.lockstep
    if lockstep is None:
        return
    entries = lockstep.replica.entries
    written = Counter((entry.core.author, entry.core.turn) for entry in entries)
    if max(written.values()) > 1 or run.game.repeats(entries):
        yield "an entry stands twice"
    for number, entry in enumerate(entries):
        ballot = lockstep.replica.rosters[number + 1].ballot
        # An entry after which every program crashed may have been reported to nobody; any other must be known.
        if run.heads.get((ballot, number), entry.head) != entry.head:
            yield f"entry {number} is not what was told"
    if not run.plan.speak_first:
        for program in run.up:
            if not _kept_its_log(program):
                yield f"p{program.index} kept another log than it has, with head {entries[-1].head.hex()[:8]}"
    yield from _wrong_hosts(run, lockstep)
    run.counts["entries"] += len(entries)


def _wrong_hosts(run: Run, lockstep: Lockstep) -> Iterator[str]:
    """In a run whose one fault is a program gone for good, yield each new host who does not sit next to the old one."""
    plan = run.plan
    if len(plan.blows) != 1 or plan.cuts or plan.leaver >= 0 or plan.frames or not plan.blows[0].lasting:
        return
    for entry, place in zip(lockstep.replica.entries, lockstep.replica.rosters, strict=False):
        if entry.core.kind == LogKind.REHOST and place.host != TABLE_AUTHOR:
            seats = len(place.chairs)
            due = next(
                seat % seats for seat in range(place.host + 1, place.host + seats) if place.chairs[seat % seats].held
            )
            if lockstep.replica.rosters[entry.number + 1].host != due:
                yield f"entry {entry.number} makes another host than seat {due}, who is next"


def _how_far(run: Run) -> str:
    up = ((one.index, one.party.lockstep) for one in run.up if one.station)
    return ", ".join(f"p{index} has {lockstep.replica.length}" for index, lockstep in up if lockstep)


def _kept_its_log(program: Program) -> bool:
    """Return whether a program has saved its log, and gets the same log when it is restarted from it."""
    kept: list[bytes] = []
    for record in program.records():
        if isinstance(record, EntryRecord):
            del kept[record.numbered.number :]
            kept.append(record.numbered.raw)
    party = program.party
    if party.lockstep is None:
        return True
    again = Lockstep.restored(program.records(), program.identity, party.make_story, deque())
    heads = party.lockstep.replica.heads
    return kept == [one.numbered.raw for one in party.lockstep.replica.entries] and (
        again is not None and again.replica.heads == heads
    )
