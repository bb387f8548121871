"""What a hall with many tables costs, in virtual time: the real hall, its tables and its guests.

`run(["--tables", "32", "--minutes", "60"])` lets two bots play at each table for so long, with some seconds of thought
before each move. The guests' time is free, as if each had a machine of its own; the hall's processor time is added to
the virtual time, and its disk delays what it sends after a write. Printed are the times from a move until it comes back
numbered, the hall's time for a move and for a deal, and with `--memory` what a fresh process with that hall takes.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import cast

from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.bots.thinker import InlineThinker, Thinker
from game.club.tournament import Tournament
from game.commands.hall.hall import HallProgram
from game.commands.lan_headless import Exit, Headless, Limits, Player
from game.commands.lan_process import LanOptions
from game.lan.log.state import Stage
from game.lan.program import LanProgram
from game.lan.session import LanSession
from game.lan.table import LanTable, make_party
from game.lan.terms import TableOffer
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options
from game.table.view import View
from net.deal.rounds import SHADOW_DECKS
from net.guests import JoinRequest
from net.link import LinkConfig
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Connected, Disconnected, Failed, Listening, Received, SocketEvent
from net.station import Station
from tests.net.fake_lan import entropy
from tools.netsim_wire import Lots

LATENCY_MS = 1.0  # milliseconds that bytes take
LOOK_MS = 250.0  # milliseconds after which a guest acts even if nothing arrives
WHOLE_DEAL = 10**6  # steps of a deal at a time, so that a guest deals at once
FIRST_PORT = 40_000
MINUTE_MS = 60_000
LEVEL = "easy"


class SlowThinker(InlineThinker):
    """Decides at once, but answers some seconds later."""

    def __init__(self, sim: Sim, lots: Lots, least: float, most: float) -> None:
        super().__init__()
        self._sim, self._lots = sim, lots
        self._least, self._most = least, most
        self.due: float | None = None

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Compute the answer, and when it is due."""
        spread = (self._most - self._least) * self._lots.draw(1_000) / 1_000
        self.due = self._sim.now + self._least + spread
        return super().ask(view, level, budget, seed)

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answer when its time has come."""
        if self.due is None or self._sim.now < self.due:
            return ()
        self.due = None
        return super().poll()


@dataclass(eq=False)
class FakeBridge:
    """The simulation's replacement of a Bridge; `hall` marks those of the hall."""

    sim: Sim
    hall: bool
    wake: Callable[[], None] = lambda: None
    told: list[SocketEvent] = field(default_factory=list)
    ends: dict[int, tuple[FakeBridge, int]] = field(default_factory=dict)
    said_until: float = 0.0  # when the last write is done, before which nothing is sent

    @property
    def has_news(self) -> bool:
        """Whether something came."""
        return bool(self.told)

    def take_events(self) -> list[SocketEvent]:
        """Return what came."""
        told, self.told = self.told, []
        return told

    def hear(self, happening: SocketEvent) -> None:
        """Queue an event."""
        self.told.append(happening)
        self.wake()

    def listen(self, _interface: str | None, _port: int) -> None:
        """Listen if the bridge is the hall's; nobody connects to a guest."""
        self.told.append(Listening(self.sim.port(self)))

    def dial(self, target: str, _host: str, port: int) -> None:
        """Call the program that listens at a port."""
        other = self.sim.listening.get(port)
        if other is None:
            self.told.append(Failed(target, "nobody listens"))
            return
        here, there = next(self.sim.numbers), next(self.sim.numbers)
        self.ends[here], other.ends[there] = (other, there), (self, here)
        self.sim.later(lambda: other.hear(Connected(there, "", "10.0.0.2", "10.0.0.1")), LATENCY_MS)
        self.sim.later(lambda: self.hear(Connected(here, target, "10.0.0.1", "10.0.0.2")), LATENCY_MS)

    def send(self, number: int, sent: bytes) -> None:
        """Put bytes on a connection."""
        if number in self.ends:
            other, there = self.ends[number]
            self.sim.say(self, lambda: other.hear(Received(there, sent)))

    def close_link(self, number: int, *, at_once: bool = False) -> None:  # noqa: ARG002 - the bridge's own form
        """Close a connection; both ends are notified."""
        if number in self.ends:
            other, there = self.ends.pop(number)
            other.ends.pop(there, None)
            self.sim.say(self, lambda: other.hear(Disconnected(there)))
            self.sim.say(self, lambda: self.hear(Disconnected(number)))

    def cut(self) -> None:
        """Close all connections; the other ends are notified."""
        for number, (other, there) in list(self.ends.items()):
            del self.ends[number]
            other.ends.pop(there, None)
            self.sim.later(partial(other.hear, Disconnected(there)), LATENCY_MS)

    def write_record(self, write: Callable[[], None]) -> None:
        """Write at once, and count how long it took."""
        self.sim.hall_writes(self, write)

    def note_processed(self, number: int, size: int) -> None:
        """Do nothing."""

    def announce(self, label: str, port: int, said: object) -> None:
        """Do nothing."""

    def withdraw(self) -> None:
        """Do nothing."""

    def wait(self, seconds: float | None) -> None:
        """Do nothing: the simulation wakes whoever waits."""

    def close(self) -> None:
        """Do nothing."""


class Guest:
    """A guest at a table of the hall, for whom a bot plays."""

    def __init__(self, sim: Sim, number: int, port: int) -> None:
        self._sim = sim
        self._bridge = FakeBridge(sim, hall=False, wake=self._soon)
        name = f"guest {number}"
        self._thinker = SlowThinker(sim, Lots("pace", number), *sim.pace)
        program = sim.program(name.encode().ljust(32, b"."), InlineThinker())
        party = make_party(program, JoinRequest(name, RULES_VERSION), entropy(name), lambda _match: False)
        real = cast("Bridge", self._bridge)
        driver = Driver(
            Station(party), real, lambda: LinkConfig(program.identity), entropy(f"{name} links"), lambda _records: None
        )
        self._wire = BridgeWire(driver, real)
        table = LanTable(party, self._wire, f"10.0.0.1:{port}")
        self._wire.listen(None, 0)
        self.headless = Headless(table, program, self._thinker, player=Player(LEVEL, number))
        self._since: float | None = None
        self._token = 0
        self._soon()

    def _soon(self) -> None:
        self._at(self._sim.now)

    def _at(self, when: float) -> None:
        self._token += 1
        token = self._token
        self._sim.later(lambda: self._wake(token), max(0.0, when - self._sim.now))

    def _wake(self, token: int) -> None:
        if token != self._token or self.headless.exit is not None:
            return
        sim, headless = self._sim, self.headless
        if headless.session is not None:
            headless.session.deal_steps = WHOLE_DEAL
        headless.step(int(sim.now))
        session = headless.session
        self._clock(session)
        pause = self._wire.seconds_until_due(int(sim.now), LOOK_MS / 1_000) * 1_000
        if self._thinker.due is not None and not (session is not None and session.has_work_left):
            pause = min(pause, self._thinker.due - sim.now)
        elif headless.has_more_work:
            pause = 0
        self._at(sim.now + max(pause, 1.0))

    def _clock(self, session: LanSession | None) -> None:
        """Record when a move is sent and when it comes back numbered."""
        sent = session is not None and session.has_moves_under_way
        if sent and self._since is None:
            self._since = self._sim.now
        elif not sent and self._since is not None:
            self._sim.moves.append((self._since, self._sim.now - self._since))
            self._since = None


class Sim:
    """The hall that `open_hall` makes, its guests, and the virtual time."""

    def __init__(self, open_hall: Callable[[Sim], HallProgram], proofs: int, pace: tuple[float, float]) -> None:
        self.now = 0.0
        self.numbers = itertools.count(1)
        self.listening: dict[int, FakeBridge] = {}
        self.pace = pace
        self.moves: list[tuple[float, float]] = []  # when each move was sent, and its latency
        self.dealt_at = 0.0  # when the last table had dealt for the first time
        self.cpu = {"play": 0.0, "deal": 0.0}  # milliseconds of the hall
        self.longest = 0.0  # the longest step, in which the hall is unresponsive
        self.deals = 0
        self._proofs = proofs
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._free_at = 0.0  # when the hall's current work is done
        self._token = 0
        self._working: float | None = None  # processor time at which the hall's step began
        self._unpaid = 0.0  # processor ms of the step's writes, which another thread of the hall does
        self.disk = 0.0  # ms of all writes
        self.guests: list[Guest] = []
        self._open_hall = open_hall
        self._ports = FIRST_PORT
        self._life = 0  # counts restarts: output a killed hall had not sent yet is dropped
        self.open()

    def open(self) -> None:
        """Open or reopen the hall, on the same ports."""
        self._ports = FIRST_PORT
        self.hall = self._open_hall(self)
        self.hall.listen()
        self._hall_at(self.now)
        self.run_for(100.0)

    def kill(self) -> None:
        """Kill the hall: its connections break, and it sends nothing more."""
        self._token += 1
        self._life += 1
        for bridge in list(self.listening.values()):
            bridge.cut()
        self.listening.clear()
        for table in self.hall.tables.values():
            table._home._file = None  # noqa: SLF001 - as a killed process leaves it
        self.hall._home.close()  # noqa: SLF001 - releases the lock, as a process's end does
        del self.hall

    def port(self, bridge: FakeBridge) -> int:
        """Open a port; a reopened hall gets its former ports."""
        if not bridge.hall:
            return 0
        self.listening[self._ports] = bridge
        self._ports += 1
        return self._ports - 1

    def fill(self, seats: int) -> None:
        """Seat guests on every chair of every table."""
        for table in self.hall.tables.values():
            for _seat in range(seats):
                self.seat(len(self.guests), table.table.port)

    def seat(self, number: int, port: int) -> None:
        """Connect a guest to the table at a port."""
        self.guests.append(Guest(self, number, port))

    def program(self, secret: bytes, thinker: Thinker) -> LanProgram:
        """Make a program with the simulation's number of proofs."""
        return LanProgram(secret, thinker, proofs=self._proofs)

    def bridge(self, _interfaces: tuple[str, ...], _beside: Bridge | None) -> Bridge:
        """Make a bridge of the hall."""
        return cast("Bridge", FakeBridge(self, hall=True, wake=self._soon))

    # Time

    def later(self, what: Callable[[], None], delay: float) -> None:
        """Do something after a delay in milliseconds."""
        heapq.heappush(self._queue, (self.now + delay, next(self.numbers), what))

    def run(self, minutes: float) -> None:
        """Advance the virtual time by some minutes."""
        self.run_for(minutes * MINUTE_MS)

    def run_for(self, milliseconds: float) -> None:
        """Advance the virtual time by some milliseconds."""
        end = self.now + milliseconds
        while self._queue and self._queue[0][0] <= end:
            self.now, _order, what = heapq.heappop(self._queue)
            what()
        self.now = end

    # The hall's processor and disk

    def _soon(self) -> None:
        self._hall_at(self.now)

    def _hall_at(self, when: float) -> None:
        self._token += 1
        token = self._token
        self.later(lambda: self._step_hall(token), max(0.0, max(when, self._free_at) - self.now))

    def _spent(self) -> float:
        """Return the milliseconds of the hall's current step so far."""
        return 0.0 if self._working is None else (process_time() - self._working) * 1_000 - self._unpaid

    def _step_hall(self, token: int) -> None:
        if token != self._token:
            return
        deals = any(_deals(one.headless.session) for one in self.hall.tables.values())
        self._working, self._unpaid = process_time(), 0.0
        self.hall.step(int(self.now))
        spent = self._spent()
        self._working = None
        self.cpu["deal" if deals else "play"] += spent
        self.longest = max(self.longest, spent)
        self._free_at = self.now + spent
        if not self.dealt_at and all(_has_dealt(one.headless.session) for one in self.hall.tables.values()):
            self.dealt_at = self._free_at
        self._hall_at(self._free_at + self.hall.seconds_until_due(int(self._free_at)) * 1_000)

    def say(self, bridge: FakeBridge, what: Callable[[], None]) -> None:
        """Send bytes; the hall's leave when its work and pending disk writes are done."""
        if not bridge.hall:
            self.later(what, LATENCY_MS)
            return
        leaves, life = max(self.now + self._spent(), bridge.said_until), self._life
        self.later(lambda: what() if life == self._life else None, leaves - self.now + LATENCY_MS)

    def hall_writes(self, bridge: FakeBridge, write: Callable[[], None]) -> None:
        """Write for a table, in parallel with the other tables' writes."""
        began, taken = perf_counter(), process_time()
        write()
        lasted = (perf_counter() - began) * 1_000
        bridge.said_until = max(self.now + self._spent(), bridge.said_until) + lasted
        self.disk += lasted
        self._unpaid += (process_time() - taken) * 1_000


def hall_at(
    folder: Path,
    tables: int,
    seats: int,
    game: str,
    program: Callable[[bytes, Thinker], LanProgram] = LanProgram,
    bridge: Callable[[tuple[str, ...], Bridge | None], Bridge] = Bridge,
    tournament: Tournament | None = None,
    persons: int = 0,
) -> HallProgram:
    """Open a hall in a folder, or resume it."""
    options = choose_options(rules_of(game), {"players": seats})
    if not isinstance(options, Options):
        raise TypeError(options.code.key)
    offer = TableOffer(game, options, RULES_VERSION, LEVEL)
    wanted = replace(LanOptions("Hall", "", 0, str(folder), None, None, Limits()), persons=persons)
    return HallProgram(wanted, offer, (), tables, tournament, make_program=program, bridge=bridge)


def _deals(session: LanSession | None) -> bool:
    return session is not None and session.story.stage is Stage.DEALING


def _has_dealt(session: LanSession | None) -> bool:
    return session is not None and session.standing.deals > 0 and session.story.stage is not Stage.DEALING


def quantile(times: Sequence[float], part: float) -> float:
    """Return the quantile of the times."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] if times else 0.0


def print_figures(sim: Sim, minutes: float) -> None:
    """Print what was measured."""
    tables = sim.hall.tables.values()
    sessions = [one.headless.session for one in tables if one.headless.session is not None]
    times = [took for since, took in sim.moves if since > sim.dealt_at]
    deals = max(sum(one.standing.deals for one in sessions), 1)
    entries, moves = sum(one.kept for one in tables), max(len(sim.moves), 1)
    p50, p99, most = quantile(times, 0.5), quantile(times, 0.99), max(times, default=0.0)
    used = (sim.cpu["play"] + sim.cpu["deal"]) / (minutes * MINUTE_MS)
    away = sum(guest.headless.exit not in (None, Exit.OVER) for guest in sim.guests)
    print(
        f"{len(tables)} tables, {len(sessions)} playing, {minutes:g} virtual minutes, {entries} entries, {moves} moves"
    )
    print(f"  submit to applied, ms: p50 {p50:.1f}, p99 {p99:.1f}, most {most:.1f}")
    print(f"  every table had dealt for the first time after {sim.dealt_at / 1_000:.1f} s; {deals} deals in all")
    print(f"  the hall's processor: {used:.1%} of a core, {sim.cpu['play'] / moves:.2f} ms a move while nobody deals,")
    print(f"  {sim.cpu['deal'] / deals:.0f} ms a deal with what is played meanwhile")
    print(f"  the disk: {sim.disk / max(entries, 1):.2f} ms an entry")
    print(f"  matches over: {sum(one.played for one in tables)}; guests who ended otherwise: {away}")


def process_mebibytes(folder: Path, tables: int, seats: int, game: str) -> float:
    """Return the MiB of a process that runs a folder's hall."""
    command = [sys.executable, "-m", "tools.bench_hall", "--weigh", str(folder), "--tables", str(tables)]
    command += ["--seats", str(seats), "--game", game]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(said.splitlines()[-1]))


def _weighed(folder: Path, tables: int, seats: int, game: str) -> int:
    hall = hall_at(folder, tables, seats, game)
    hall.step(1)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    print(json.dumps(pages * 4096 / 2**20))
    hall.close()
    return 0


def run(argv: Sequence[str]) -> int:
    """Let a hall play and print its figures."""
    parser = argparse.ArgumentParser(prog="bench.py hall", description="Measure a hall of tables in virtual time.")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--game", default="rummy")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--pace", type=float, nargs=2, default=(1.0, 5.0), help="seconds of thought before a move")
    parser.add_argument("--proofs", type=int, default=SHADOW_DECKS)
    parser.add_argument("--memory", action="store_true", help="weigh the hall afterwards, on Linux")
    parser.add_argument("--weigh", default="", help="only tell what the hall of this folder takes in memory")
    chosen = parser.parse_args(argv)
    if chosen.weigh:
        return _weighed(Path(chosen.weigh), chosen.tables, chosen.seats, chosen.game)
    with TemporaryDirectory() as folder:
        least, most = (1_000 * one for one in chosen.pace)
        table = (Path(folder), chosen.tables, chosen.seats, chosen.game)
        sim = Sim(lambda sim: hall_at(*table, sim.program, sim.bridge), chosen.proofs, (least, most))
        sim.fill(chosen.seats)
        sim.run(chosen.minutes)
        print_figures(sim, chosen.minutes)
        sim.hall.close()
        if chosen.memory:
            full = process_mebibytes(Path(folder), chosen.tables, chosen.seats, chosen.game)
            with TemporaryDirectory() as empty:
                one = process_mebibytes(Path(empty) / "one", 1, chosen.seats, chosen.game)
                bare = process_mebibytes(Path(empty) / "all", chosen.tables, chosen.seats, chosen.game)
            each, log = (bare - one) / max(chosen.tables - 1, 1), (full - bare) / chosen.tables
            print(
                f"  memory: {full:.0f} MiB; {one:.0f} with one empty table, {each:.2f} for each more, {log:.2f} a log"
            )
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
