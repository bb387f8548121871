"""Whole programs at a LAN table on simulated cables: the real driver, station and table, with planned faults.

Every run must end with one match for all, nobody removed, nobody waiting for ever, and one hash for each entry under
one host. `python -m tools.netsim_tables` plays the fixed slice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from game.commands.lan_headless import ALONE_SENTENCE, Exit
from game.commands.lan_linger import LINGER_MS
from net.log.calls import GRACE_MS
from net.log.effects import EntryRecord, read_record
from tests.lan.hall import LanHall, Seat, offered
from tools.netsim_wire import Lots

NAMES = ("ana", "bea", "cid")
LIMIT_MS = 1_800_000  # virtual milliseconds; the longest honest run takes two graces and a while
# When a fault strikes, by entries of the log: in the lobby, in the deal, in play, and near the end of a short round.
PHASES = {"lobby": 0, "start": 1, "deal": 12, "play": 40, "end": 80}
THEN = "then"  # the phase of a fault that begins when the one before it ends


@dataclass(frozen=True, slots=True)
class Blow:
    """One fault: which, of whom, in which phase, and for how many milliseconds, or before which effect."""

    fault: str
    name: str
    phase: str
    lasts: int = 0


LASTING = ("cable", "sleep", "kill", "slow")
FAULTS = (*LASTING, "cut", "unkept", "untold")
KILLED_EFFECTS = 12  # effects in a row, before each of which a program is killed
SLOW_MS = 1_500  # milliseconds that bytes may take while the network is slow
SHORT_FAULTS_MS, LONG_FAULTS_MS = (5_000, 21_000, 33_000, 47_000, 76_000), (150_000, 200_000, 300_000)
NO_FAULTS = ("compared", "crossed")  # events that are counted but are no faults
# How long a program waits that knows of no match yet, and how long the others stay for one that comes back.
PATIENT_MS, STAYED_MS = 10_000, GRACE_MS + LINGER_MS

# Each of these once failed, or kills a mutant that nothing else does.
SLICE: tuple[tuple[Blow, ...], ...] = (
    (Blow("cable", "ana", "play", 33_000),),
    (Blow("cable", "ana", "deal", 76_000),),
    (Blow("cable", "cid", "play", 25_000),),
    (Blow("unkept", "ana", "start"),),
    (Blow("untold", "ana", "start"),),
    (Blow("unkept", "ana", "play"), Blow("untold", "bea", "play")),
    (Blow("kill", "ana", "play", 3_000), Blow("watch", "wil", "play", 4_000)),
    (Blow("sleep", "bea", "deal", 40_000),),
    (Blow("sleep", "ana", "play", 40_000),),
    (Blow("kill", "bea", "play", 200_000),),
    (Blow("kill", "ana", "play", 200_000),),
    (Blow("cable", "ana", "lobby", 3_000),),
    (Blow("cable", "bea", "lobby", 33_000),),
    (Blow("cable", "ana", "play", 300_000),),
    (Blow("kill", "bea", "play", 135_000), Blow("cable", "bea", THEN, 20_000)),
    (Blow("slow", "ana", "start", 40_000), Blow("watch", "wil", "play", 4_000)),
    (Blow("effect", "ana", "start", 2), Blow("effect", "bea", "play", 3)),
)


class Table:
    """One run: the programs, the hash of each entry as it was first seen, and the faults still to come."""

    def __init__(self, blows: Sequence[Blow], seed: int) -> None:
        offer = offered("rummikub", players=3, rounds="fresh", fresh_rounds=1, turn_seconds=0)
        watchers = [blow.name for blow in blows if blow.fault == "watch"]
        self.hall = LanHall(offer, NAMES, watchers=watchers)
        self.hall.quits = True
        self._lots = lots = Lots("table", seed)
        self.hall.wires.way = self._way = lambda: 1 + lots.draw(20)
        self.hall.wires.again = lambda: 200 + lots.draw(8_000)
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self._blows = list(blows)
        self._late = {blow.name for blow in blows if blow.lasts > STAYED_MS}
        # A program that has not heard of the match by then would call a host that is gone after it.
        self._unheard = any(blow.phase in ("lobby", "start") and blow.lasts > PATIENT_MS for blow in blows)
        # Nor does the only program that has heard of it wait for ever.
        self._unshared = any(blow.phase in ("lobby", "start") and blow.lasts > STAYED_MS for blow in blows)
        self._ends: list[tuple[int, Blow]] = []
        self._heads: dict[tuple[int, int], bytes] = {}
        self._seen: Counter[str] = Counter()
        for name in watchers:
            self.hall.kill(name)

    def play(self) -> None:
        """Play until everybody has finished, or something is wrong."""
        hall = self.hall
        while not self.faults:
            self._strike()
            hall.step(20 if hall.now < 60_000 or not self._ends else 250)
            for seat in hall.seats.values():
                self._compare(seat)
            if hall.now > LIMIT_MS:
                self.faults.append(f"not finished: {hall.told()[:600]}")
            if not self._blows and not self._ends and all(seat.run and seat.headless.exit for seat in _all(hall)):
                break
        if not self.faults:
            self.faults += self._verdict()

    def _strike(self) -> None:
        length = max(map(_length, self.hall.up()), default=0)
        self._befall([blow for blow in self._blows if blow.phase != THEN and length >= PHASES[blow.phase]])
        for until, blow in list(self._ends):
            if self.hall.now >= until:
                self._ends.remove((until, blow))
                self._end(blow)
                self._befall([one for one in self._blows if one.phase == THEN])
        for seat in self.hall.seats.values():
            # After a crash between two effects it is restarted with a person's delay.
            waits = any(blow.name == seat.name for _until, blow in self._ends)
            comes = any(blow.name == seat.name and blow.fault == "watch" for blow in self._blows)
            others = [one for one in self.hall.up() if one is not seat and one.headless.exit is None]
            gave_up = seat.quit and seat.headless.unreached and bool(others)
            if (seat.run is None or gave_up) and not waits and not comes:
                self._ends.append((self.hall.now + 4_000, Blow("kill", seat.name, "play")))

    def _befall(self, blows: Sequence[Blow]) -> None:
        for blow in blows:
            self._blows.remove(blow)
            self.counts[f"{blow.fault} {blow.phase}"] += 1
            self._begin(blow)

    def _begin(self, blow: Blow) -> None:
        hall, seat = self.hall, self.hall.seats[blow.name]
        if seat.quit and blow.fault != "watch":
            return
        if blow.fault == "cable":
            hall.wires.pull(blow.name)
        elif blow.fault == "sleep":
            hall.stopped.add(blow.name)
        elif blow.fault == "kill":
            hall.kill(blow.name)
        elif blow.fault == "slow":
            hall.wires.way = lambda: 1 + self._lots.draw(SLOW_MS)
        elif blow.fault == "effect":
            seat.crash_in = 1 + blow.lasts
        elif blow.fault == "cut":
            hall.cut_off(blow.name)
        elif blow.fault == "unkept":
            seat.crash_before = max(1, len(seat.kept) + 1)
        elif blow.fault == "untold":
            seat.crash_at = max(1, len(seat.kept) + 1)
        if blow.fault in (*LASTING, "watch"):
            self._ends.append((hall.now + blow.lasts, blow))

    def _end(self, blow: Blow) -> None:
        if blow.fault == "cable":
            self.hall.wires.plug(blow.name)
        elif blow.fault == "sleep":
            self.hall.stopped.discard(blow.name)
        elif blow.fault == "slow":
            self.hall.wires.way = self._way
        else:
            self.hall.start(blow.name)

    def _compare(self, seat: Seat) -> None:
        """Compare each new entry that a program has saved with what others were sent."""
        lockstep = seat.headless.table.lockstep if seat.run is not None else None
        if lockstep is None:
            return
        replica = lockstep.replica
        length = min(replica.length, _kept(seat))
        for number in range(min(self._seen[seat.name], length), length):
            key = (replica.rosters[number + 1].ballot, number)
            self.counts["compared"] += 1
            if self._heads.setdefault(key, replica.entries[number].head) != replica.entries[number].head:
                self.faults.append(f"fork at entry {number} of {seat.name}")
        self._seen[seat.name] = length

    def _verdict(self) -> list[str]:
        hall = self.hall
        self.counts["crossed"] += hall.wires.crossed
        # A late watcher may find only a program that has not heard of the end either.
        watching = {name for name, seat in hall.seats.items() if seat.watches and self._late}
        waited = hall.seats if self._unshared else self._late | watching
        alone = {name for name in waited if hall.seats[name].headless.sentence == ALONE_SENTENCE}
        # A watcher may arrive when the match is over and everybody has left.
        alone |= {
            name for name, seat in hall.seats.items() if seat.headless.unreached and (self._unheard or seat.watches)
        }
        there = [seat for seat in hall.seats.values() if seat.name not in alone]
        found = [
            f"{seat.name} ended {seat.headless.exit}: {seat.headless.sentence}"
            for seat in there
            if seat.headless.exit is not Exit.OVER
        ]
        if not found and len({seat.session.lockstep.replica.heads[-1] for seat in there}) > 1:
            found.append(f"ended apart: {hall.told()[:300]}")
        return found or [f"{seat.name} kept another log" for seat in there if not _kept_its_log(seat)]


def _all(hall: LanHall) -> list[Seat]:
    return list(hall.seats.values())


def _kept(seat: Seat) -> int:
    """Return how much of the log a program has saved; what a crash lost before that was never sent."""
    records = map(read_record, reversed(seat.kept))
    return next((record.numbered.number + 1 for record in records if isinstance(record, EntryRecord)), 0)


def _length(seat: Seat) -> int:
    lockstep = seat.headless.table.lockstep
    return lockstep.replica.length if lockstep else 0


def _kept_its_log(seat: Seat) -> bool:
    """Return whether a program's saved log equals the one in memory."""
    kept: list[bytes] = []
    for record in map(read_record, seat.kept):
        if isinstance(record, EntryRecord):
            del kept[record.numbered.number :]
            kept.append(record.numbered.raw)
    return kept == [entry.numbered.raw for entry in seat.session.lockstep.replica.entries]


def drawn_blows(seed: int) -> tuple[Blow, ...]:
    """Draw up to three faults, together within the grace period, or a single longer one; and perhaps a late watcher."""
    lots = Lots("blows", seed)
    phases = list(PHASES)
    late = (Blow("watch", "wil", phases[2 + lots.draw(3)], lots.draw(60_000)),) if lots.chance(25) else ()
    if lots.chance(20):
        fault = LASTING[lots.draw(3)]
        return (
            Blow(
                fault,
                NAMES[lots.draw(3)],
                ("deal", "play")[lots.draw(2)],
                LONG_FAULTS_MS[lots.draw(len(LONG_FAULTS_MS))],
            ),
            *late,
        )
    blows = []
    for _ in range(1 + lots.draw(3)):
        fault = (*FAULTS, "effect")[lots.draw(len(FAULTS) + 1)]
        phase = phases[1 + lots.draw(len(phases) - 1)]
        lasts = min(SHORT_FAULTS_MS[lots.draw(len(SHORT_FAULTS_MS))], PATIENT_MS if phase == "start" else GRACE_MS // 3)
        blows.append(
            Blow(fault, NAMES[lots.draw(3)], phase, lasts if fault != "effect" else 1 + lots.draw(KILLED_EFFECTS))
        )
    return (*blows, *late)


def run(blows: Sequence[Blow], seed: int) -> Table:
    """Play one run."""
    one = Table(blows, seed)
    one.play()
    return one


def played(plans: Sequence[tuple[Blow, ...]], seed: int, *, most_failed: int = 1_000_000) -> str:
    """Play these plans, at most until `most_failed` have failed; return a line with the counts and the first faults."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    for number, blows in enumerate(plans):
        if len(failed) >= most_failed:
            break
        one = run(blows, seed + number)
        counts += one.counts
        failed += [f"{blows}, seed {seed + number}: {fault}" for fault in one.faults[:1]]
    cells = sum(count for name, count in counts.items() if name not in NO_FAULTS)
    told = "".join(f"; {fault}" for fault in failed[:3])
    sums = " ".join(f"{name}={counts[name]}" for name in NO_FAULTS)
    return f"netsim tables runs={len(plans)} faults={cells} {sums} failed={len(failed)}{told}"


def slice_of(seed: int) -> str:
    """Play the fixed slice up to what fails first."""
    return played(SLICE, seed, most_failed=1)


def single_faults() -> list[tuple[Blow, ...]]:
    """Return each fault alone, on host and guest, in each phase and length; and kills before each of some effects."""
    who = NAMES[:2]
    lasting = product(LASTING[:3], who, PHASES, (*SHORT_FAULTS_MS, *LONG_FAULTS_MS))
    at_once = product(FAULTS[len(LASTING) :], who, list(PHASES)[1:])
    effects = product(("effect",), who, list(PHASES)[1:], range(1, 1 + KILLED_EFFECTS))
    slow = product(("slow",), who[:1], PHASES, SHORT_FAULTS_MS[1:2])
    return [(Blow(*one),) for one in (*lasting, *slow, *at_once, *effects)]


def soak(seed: int, runs: int) -> str:
    """Play the fixed slice, each fault alone, then `runs` random runs."""
    said = played([*SLICE, *single_faults(), *(drawn_blows(seed + number) for number in range(runs))], seed)
    if "failed=0" not in said:
        raise AssertionError(said)
    return said


if __name__ == "__main__":
    line = slice_of(1)
    print(line)
    sys.exit(int("failed=0" not in line))
