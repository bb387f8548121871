"""Time a sealed deal, and the bare group operations that it consists of in a plain loop in the same run.

`run(["--tiles", "108"])` prints for 2, 3, 4 and 6 peers: CPU per peer, the critical path (each peer on a machine of its
own, with an instant network), the audit, each beside what is wanted, the bytes written to the log, and the ratios of
the CPU of deal and audit to their plain loops. Each figure is the median of the repeats; the deal and its loop
alternate. Then it prints what the multiplications are for.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from statistics import median
from time import process_time
from types import FrameType
from typing import Any, NamedTuple, cast

from nacl import bindings

from net.deal import group
from net.deal.judging import entry_refusal, store_entry
from net.deal.ladder import clamped, half_times, halves_of
from net.deal.peers import DealPeer
from net.deal.rounds import TO_NOBODY, DealRound, DealTerms, context_of
from net.deal.seeds import Seed
from tools.bench_deal_account import Prices, Size, table_lines

PEERS = (2, 3, 4, 6)
RACK_TILES = 13
# Milliseconds reached before deals had the proof that every lock is known: CPU per peer, critical path, audit.
REACHED_MS = {2: (223, 253, 41), 3: (331, 391, None), 4: (439, 532, None), 6: (670, 825, 127)}
NOTHING = (None, None, None)
STEPS_PER_SLICE = 32  # steps between two checks for new log entries
OPERATIONS: dict[str, Callable[..., bytes | bool]] = {
    "multiply": bindings.crypto_scalarmult_ed25519_noclamp,
    "climb": bindings.crypto_scalarmult,
    "generate": bindings.crypto_scalarmult_ed25519_base_noclamp,
    "check": bindings.crypto_core_ed25519_is_valid_point,
    "add": bindings.crypto_core_ed25519_add,
    "subtract": bindings.crypto_core_ed25519_sub,
    "hash to": bindings.crypto_core_ed25519_from_uniform,
    "invert": bindings.crypto_core_ed25519_scalar_invert,
}


class Figures(NamedTuple):
    """Milliseconds a peer for a deal, its audit and their plain loops, those of the path; bytes in the log."""

    peer: float
    path: float
    audit: float
    loop: float
    audit_loop: float
    payload: int


@dataclass
class Machine:
    """One peer on a machine of its own: its clock and its CPU time in seconds, and the log entries it has read."""

    peer: DealPeer
    clock: float = 0.0
    busy: float = 0.0
    heard: int = 0

    def spend(self, work: Callable[[], Any]) -> Any:
        """Do some work and count its time."""
        before = process_time()
        done = work()
        took = process_time() - before
        self.clock += took
        self.busy += took
        return done


@dataclass
class Deal:
    """All peers of one deal, in virtual time."""

    machines: list[Machine]
    log: list[tuple[float, int, str, bytes]] = field(default_factory=list)

    def play(self) -> None:
        """Run until no peer has work; in each step, of those that have some, the one whose clock is furthest behind."""
        while any(self._step(machine) for machine in sorted(self.machines, key=lambda one: one.clock)):
            pass

    def _step(self, machine: Machine) -> bool:
        if machine.heard < len(self.log) and self.log[machine.heard][0] <= machine.clock:
            self._hear(machine)
            return True
        if machine.spend(lambda: machine.peer.do_steps(STEPS_PER_SLICE)) < STEPS_PER_SLICE:
            return True
        told = machine.spend(machine.peer.owed_entry)
        mine = any(seat == machine.peer.seed.seat for _at, seat, _kind, _body in self.log[machine.heard :])
        if told is not None and not mine:
            at = max([machine.clock, *(entry[0] for entry in self.log[-1:])])
            self.log.append((at, machine.peer.seed.seat, told.kind, told.body))
            return True
        if machine.heard < len(self.log):
            machine.clock = max(machine.clock, self.log[machine.heard][0])
            self._hear(machine)
            return True
        return False

    def _hear(self, machine: Machine) -> None:
        _at, seat, kind, body = self.log[machine.heard]
        machine.heard += 1
        word = machine.spend(lambda: entry_refusal(machine.peer.round, seat, kind, body))
        if word:
            raise ValueError(f"an honest {kind} of seat {seat} is refused: {word}")
        machine.spend(lambda: store_entry(machine.peer.round, seat, kind, body))

    def close(self) -> None:
        """End the round: all peers reveal their secrets and audit the deal, with their clocks set to zero."""
        for machine in self.machines:
            machine.peer.round.end_round()
            machine.clock = machine.busy = 0.0
        self.play()


def run(argv: Sequence[str]) -> int:
    """Measure, and print a line for each number of peers."""
    parser = argparse.ArgumentParser(prog="bench deal", description=run.__doc__)
    parser.add_argument("--tiles", type=int, default=108)
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args(argv)
    print(f"a sealed deal of {chosen.tiles} tiles, {chosen.repeats} repeats, medians; milliseconds (wanted)")
    print("  peers    CPU a peer   critical path         audit   payload kB   / plain loop   audit / plain loop")
    for peers in PEERS:
        taken = [_measure(peers, chosen.tiles, number) for number in range(chosen.repeats)]
        one = Figures(*(median(column) for column in zip(*taken, strict=True)))
        ratio, audit_ratio = (median(both) for both in zip(*map(_ratios, taken), strict=True))
        wanted = REACHED_MS.get(peers, NOTHING)
        columns = (f"{took:8.0f} ({most or '-':>3})" for took, most in zip(one[:3], wanted, strict=True))
        print(f"  {peers:5} {'  '.join(columns)} {one.payload / 1000:12.1f} {ratio:14.2f} {audit_ratio:20.2f}")
    sizes = tuple(Size(peers, chosen.tiles, RACK_TILES) for peers in PEERS)
    print("\n".join(table_lines(sizes, _prices())))
    return 0


def _prices() -> Prices:
    """Time the operations that make up nearly all of a deal, for comparing machines."""
    one = _deal(2, 54, 0).machines[0].peer
    while not one.do_steps(1024):
        pass
    scalar, points = one.seed.mask_scalar, one.round.points
    factor, halves = clamped(scalar), halves_of(points)
    return Prices(
        _price(lambda: [group.times_point(scalar, point) for point in points]),
        _price(lambda: [half_times(factor, half) for half in halves]),
        _price(lambda: [group.times_generator(scalar) for _ in points]),
    )


def _price(loop: Callable[[], list[bytes]]) -> float:
    """Return the median milliseconds of one operation in a loop."""
    taken = []
    for _ in range(21):
        before = process_time()
        done = loop()
        taken.append(1000 * (process_time() - before) / len(done))
    return median(taken)


def _ratios(one: Figures) -> tuple[float, float]:
    return one.peer / one.loop, one.audit / one.audit_loop


def _measure(peers: int, tiles: int, number: int) -> Figures:
    counted = _deal(peers, tiles, number)
    deal_counts = _operation_counts(counted.play)
    audit_counts = _operation_counts(counted.close)
    deal = _deal(peers, tiles, number)
    deal.play()
    busy, path = _mean_busy(deal), max(machine.clock for machine in deal.machines)
    payload = sum(len(body) for _at, _seat, _kind, body in deal.log)
    loop = _plain(deal, deal_counts)
    deal.close()
    audit = _mean_busy(deal)
    audit_loop = _plain(deal, audit_counts)
    share = 1000 / peers
    return Figures(1000 * busy, 1000 * path, 1000 * audit, share * loop, share * audit_loop, payload)


def _mean_busy(deal: Deal) -> float:
    return sum(machine.busy for machine in deal.machines) / len(deal.machines)


def _deal(peers: int, tiles: int, number: int) -> Deal:
    plan = bytes(at // RACK_TILES if at < peers * RACK_TILES else TO_NOBODY for at in range(tiles))
    terms = DealTerms(number + 1, bytes(range(tiles)), bytes(range(peers)), plan)
    context = context_of(bytes(32), terms)
    seeds = [Seed(context, seat, blake2b(bytes([seat, number]), digest_size=32).digest()) for seat in range(peers)]
    return Deal([Machine(DealPeer(DealRound(context, terms), seed)) for seed in seeds])


def _operation_counts(work: Callable[[], None]) -> Counter[str]:
    """Count the library's operations while some work runs, by name."""
    names = {cast("Any", function).__code__: name for name, function in OPERATIONS.items()}
    counts: Counter[str] = Counter()

    def notice(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in names:
            counts[names[frame.f_code]] += 1

    sys.setprofile(notice)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counts


def _plain(deal: Deal, counts: Counter[str]) -> float:
    """Time the same operations in a plain loop, on the points and scalars of this very deal."""
    one = deal.machines[0].peer
    points = one.round.locked_deck
    scalars = [one.seed.lock_scalar(at) for at in range(len(points))]
    factors, halves = [clamped(scalar) for scalar in scalars], halves_of(points)
    arguments: dict[str, Callable[[int], tuple[bytes, ...]]] = {
        "multiply": lambda at: (scalars[at], points[at]),
        "climb": lambda at: (factors[at], halves[at]),
        "generate": lambda at: (scalars[at],),
        "check": lambda at: (points[at],),
        "add": lambda at: (points[at], points[at - 1]),
        "subtract": lambda at: (points[at], points[at - 1]),
        "hash to": lambda at: (scalars[at],),
        "invert": lambda at: (scalars[at],),
    }
    prepared = [
        (OPERATIONS[name], list(_repeated(arguments[name], len(points), count))) for name, count in counts.items()
    ]
    before = process_time()
    for operation, rows in prepared:
        for row in rows:
            operation(*row)
    return process_time() - before


def _repeated(argument: Callable[[int], tuple[bytes, ...]], size: int, count: int) -> Iterator[tuple[bytes, ...]]:
    return (argument(at % size) for at in range(count))
