"""Faults of real processes: each kind on host and guest in each phase of a match, in network namespaces with cables.

Three programs play a match of Rummikub; one or two of them are killed, stopped, put to sleep, or lose their cable or
one direction of their link, without an error. All must end with one log, no reported entry lost, nobody removed, nobody
waiting beyond the bound, no traceback. Without root there are no network namespaces, and so no cables, which the
resulting line says.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.commands.lan_headless import ALONE_MS, ALONE_SENTENCE
from game.commands.lan_linger import LINGER_MS
from game.lan.home import LanFile, lan_files
from game.lan.log.bodies import BodyKind
from game.store.pins import pins_path
from net.log.bodies import LogKind
from net.log.effects import EntryRecord
from net.log.entries import read_core
from tests.lan.processes import PATIENCE, Program, agree
from tools.netsim_wire import Lots

MAX_FAILURES = 20  # failures after which the run stops
JOBS = 12  # parallel matches: they mostly wait
RUNS, CABLE_RUNS = 300, 100  # faults in all, and those of them on cables
MAX_FAULTS_EACH = 3  # faults of one match at most
PHASES = ("lobby", "start", "deal", "play", "end")
PHASE_ENTRIES = {"start": 1, "deal": 8, "play": 40, "end": 60}  # entries of the log when a phase has begun
END_KINDS = (BodyKind.SCORE, BodyKind.ROUND_END)
VICTIMS = ("host", "guest")
OPTIONS = ("rounds=fresh", "fresh_rounds=1", "turn_seconds=0")
PORT = 47_815
BRIEF_SECONDS = 12  # seconds that a program may be gone before all know of the match
LONG_SECONDS = (125, 220)  # seconds, longer than the grace period before a vote
LONG_IN = 12  # one fault in so many is a long one
NOBODY_SENTENCE = "Nobody answers"  # the message when a program gives up on a lobby, 20 s after it last heard the host
PLUGGED_SECONDS = 2.0  # seconds until a machine that wakes is connected
END_SECONDS = ALONE_MS / 1000 + 60  # seconds after the last fault in which all must end


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: its least and longest duration in seconds, and whether it needs a cable."""

    least: int
    most: int
    cable: bool = False


# A new kind of fault needs a row here and its action in `_deeds`.
FAULTS = {
    "kill": Fault(0, 20),
    "stop": Fault(3, 60),
    "cable": Fault(5, 90, cable=True),
    "deaf": Fault(5, 60, cable=True),
    "sleep": Fault(5, 90, cable=True),
}


@dataclass(frozen=True, slots=True)
class Blow:
    """One fault of a match."""

    fault: str
    whom: str
    phase: str
    lasts: int

    @property
    def at(self) -> int:
        """The index of the program it strikes; the second guest is never struck."""
        return VICTIMS.index(self.whom)

    def __str__(self) -> str:
        return f"{self.fault} {self.whom} {self.phase} {self.lasts} s"


def ip(*words: str) -> bool:
    """Run an `ip` command; return whether it succeeded."""
    tool = shutil.which("ip")
    return tool is not None and not subprocess.run([tool, *words], capture_output=True, check=False).returncode


class Lan:
    """A bridge and three network namespaces, each linked to it by a cable of its own."""

    numbers = itertools.count(1)

    def __init__(self) -> None:
        self._name = f"cmdf{os.getpid() % 10_000}{next(self.numbers)}"
        self.spaces = [f"{self._name}{end}" for end in "abc"]
        self.stands = all(ip("netns", "add", name) for name in (self._name, *self.spaces))
        if self.stands:
            ip("-n", self._name, "link", "add", "br0", "type", "bridge")
            ip("-n", self._name, "link", "set", "br0", "up")
        for at, space in enumerate(self.spaces, start=1):
            if self.stands:
                port = f"p{at}"
                ip("-n", self._name, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space)
                ip("-n", space, "addr", "add", f"10.78.0.{at}/24", "dev", "eth0")
                for where, card in ((space, "eth0"), (space, "lo"), (self._name, port)):
                    ip("-n", where, "link", "set", card, "up")
                self.plug(at - 1)

    def plug(self, at: int) -> None:
        """Put a cable in."""
        ip("-n", self._name, "link", "set", f"p{at + 1}", "master", "br0")

    def pull(self, at: int) -> None:
        """Pull a cable: both ends still see a link, but what they send is lost."""
        ip("-n", self._name, "link", "set", f"p{at + 1}", "nomaster")

    def card(self, at: int, state: str) -> None:
        """Set the link of an adapter down, as without a signal, or up."""
        ip("-n", self.spaces[at], "link", "set", "eth0", state)

    def deafen(self, at: int) -> None:
        """Drop all bytes sent to it, but not those that it sends."""
        self._queue(at, "add")

    def hear(self, at: int) -> None:
        """Let it receive again."""
        self._queue(at, "del")

    def _queue(self, at: int, verb: str) -> None:
        limit = ("pfifo", "limit", "0") if verb == "add" else ()
        if not ip("netns", "exec", self._name, "tc", "qdisc", verb, "dev", f"p{at + 1}", "root", *limit):
            raise AssertionError("this machine cannot lose the frames of one direction")

    def inside(self, at: int) -> list[str]:
        """Return the command before a program's own that starts it there."""
        return ["ip", "netns", "exec", self.spaces[at]] if self.stands else []

    def address(self, at: int) -> str:
        """Return where a program there is reached."""
        return f"10.78.0.{at + 1}" if self.stands else "127.0.0.1"

    def close(self) -> None:
        """Remove the namespaces and the bridge."""
        for name in (self._name, *self.spaces):
            ip("netns", "del", name)


@contextmanager
def lan() -> Iterator[Lan]:
    """Make networks and take them down."""
    made = Lan()
    try:
        yield made
    finally:
        made.close()


@dataclass
class Match:
    """Three programs at one table."""

    lan: Lan
    folder: Path
    programs: list[Program] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # the output of killed programs
    kept: dict[int, list[bytes]] = field(default_factory=dict)  # the log of each when it was struck last
    called_again: int = 0

    def open(self) -> None:
        """Start the host and the first guest."""
        host = self._program(0, "host", "--game", "rummikub", "--seats", "3", "--print-address")
        host.command += [word for option in OPTIONS for word in ("--option", option)]
        host.command += ["--interface", self.lan.address(0), "--port", str(PORT if self.lan.stands else 0)]
        host.start()
        self.join()

    def join(self) -> None:
        """Start the next guest."""
        at = len(self.programs)
        call = self.programs[0].says(lambda line: line.startswith(f"{self.lan.address(0)}:"))
        self._program(at, "join", call, "--name", f"guest{at}").start()

    def _program(self, at: int, verb: str, *more: str) -> Program:
        command = [*self.lan.inside(at), sys.executable, "-m", "game", verb, *more, "--headless", "--progress"]
        command += ["--home", str(self.home(at)), "--player", f"bot:easy:{at + 1}"]
        self.programs.append(Program(f"{verb}{at}", command))
        return self.programs[-1]

    def home(self, at: int) -> Path:
        """Return the home of a program."""
        return self.folder / str(at)

    def log(self, at: int) -> list[bytes]:
        """Return the entries that a program has on its disk."""
        log: list[bytes] = []
        for found in lan_files(self.home(at))[:1]:
            try:
                data = found.path.read_bytes()
            except FileNotFoundError:  # the match is over, and its file has another name
                return self.log(at)
            for record in LanFile.records_of(data)[0]:
                if isinstance(record, EntryRecord):
                    del log[record.numbered.number :]
                    log.append(record.numbered.raw)
        return log

    def runs(self, at: int) -> bool:
        """Return whether a program has not ended."""
        process = self.programs[at].process
        return process is not None and process.poll() is None

    def call_again(self, at: int) -> bool:
        """Restart a program that found nobody in the lobby, as a person would; return whether that was so."""
        one = self.programs[at]
        if self.runs(at):
            return False
        one.hear_out()
        if not one.lines or NOBODY_SENTENCE not in one.lines[-1] or '"match"' in one.lines[-1]:
            return False
        self.told += one.lines
        self.called_again += 1
        one.start()
        return True

    def watch(self, stopped: threading.Event) -> None:
        """Let guests call again until `stopped` is set."""
        while not stopped.wait(1.0):
            for at in range(1, len(self.programs)):
                self.call_again(at)

    def close(self) -> None:
        """End every process."""
        for one in self.programs:
            one.end()


def play(blows: Sequence[Blow], *, cables: bool = True) -> tuple[list[Blow], int, str]:
    """Play one match with these faults; return those that struck, how often guests called again, and what was wrong."""
    struck: list[Blow] = []
    with tempfile.TemporaryDirectory(prefix="comodin-faults-", ignore_cleanup_errors=True) as folder, lan() as made:
        if cables and not made.stands:
            return struck, 0, "no networks of their own can be made here"
        match = Match(made, Path(folder))
        stopped = threading.Event()
        watcher = threading.Thread(target=match.watch, args=(stopped,), daemon=True)
        try:
            match.open()
            watcher.start()
            for phase in PHASES:
                together = [blow for blow in blows if blow.phase == phase]
                if phase == "start":
                    match.join()
                if together:
                    struck += _befall(match, phase, together)
            _verdict(match, struck)
        except AssertionError as wrong:
            heard = "; ".join(f"{one.name}: {one.lines[-2:]}" for one in match.programs)
            return struck, match.called_again, f"{str(wrong)[:700]}; last heard: {heard}"
        else:
            return struck, match.called_again, ""
        finally:
            stopped.set()
            if watcher.ident is not None:
                watcher.join()
            match.close()


def _befall(match: Match, phase: str, blows: Sequence[Blow]) -> list[Blow]:
    """Apply the faults of a phase at its beginning; return those that struck a program that was still running."""
    try:
        _await(match, phase, blows[0].at)
    except AssertionError:
        if match.runs(blows[0].at):
            raise
    with ThreadPoolExecutor(len(blows)) as pool:
        done = list(pool.map(lambda one: _strike(match, one), blows))
    return [blow for blow, struck in zip(blows, done, strict=True) if struck]


def _await(match: Match, phase: str, at: int) -> None:
    """Wait until a phase has begun for a program; fail if the program ends before."""
    if phase == "lobby":
        until = time.monotonic() + PATIENCE
        # The guest notes whom it met in the room; before that nothing but its first call could fail.
        while not pins_path(match.home(1)).exists():
            if time.monotonic() > until or not match.runs(1):
                raise AssertionError(f"guest1 is not in the room: {match.programs[1].lines[-5:]}")
            time.sleep(0.1)
        return
    victim, reached = match.programs[at], PHASE_ENTRIES[phase]
    while True:
        reached = 1 + victim.reaches(reached)
        if phase != "end" or read_core(match.log(at)[-1]).kind in END_KINDS:
            return


def _strike(match: Match, blow: Blow) -> bool:
    """Apply a fault to a program; return whether it was still running."""
    at = blow.at
    victim = match.programs[at]
    process = victim.process
    if process is None or process.poll() is not None:
        return False
    begin, end = _deeds(match, blow, process)
    for one in begin:
        one()
    match.kept[at] = match.log(at)
    time.sleep(blow.lasts)
    for one in end:
        one()
    return True


def _deeds(
    match: Match, blow: Blow, process: subprocess.Popen[str]
) -> tuple[Sequence[Callable[[], object]], Sequence[Callable[[], object]]]:
    """Return what begins a fault and what ends it."""
    net, at = match.lan, blow.at
    stop, on = (lambda: process.send_signal(signal.SIGSTOP)), (lambda: process.send_signal(signal.SIGCONT))
    if blow.fault == "kill":
        return [process.kill, process.wait], [lambda: _again(match, at)]
    if blow.fault == "stop":
        return [stop], [on]
    if blow.fault == "cable":
        return [lambda: net.pull(at)], [lambda: net.plug(at)]
    if blow.fault == "deaf":
        return [lambda: net.deafen(at)], [lambda: net.hear(at)]
    wakes = [on, lambda: time.sleep(PLUGGED_SECONDS), lambda: net.plug(at)]
    return [lambda: net.pull(at), stop], wakes


def _again(match: Match, at: int) -> None:
    """Start a program again, on the same port."""
    victim = match.programs[at]
    victim.hear_out()
    match.told += victim.lines
    if at == 0 and not match.lan.stands:
        port = next(line for line in victim.lines if line.startswith(match.lan.address(0))).rpartition(":")[2]
        victim.command[victim.command.index("--port") + 1] = port
    victim.start()


def _verdict(match: Match, struck: Sequence[Blow]) -> None:
    """Check that all have one log and one table, and still have what they had when they were struck."""
    until = time.monotonic() + END_SECONDS
    late = {blow.at for blow in struck if blow.lasts * 1000 >= LINGER_MS}
    results: list[dict[str, Any]] = []
    for at, one in enumerate(match.programs):
        result = one.wait(max(1.0, until - time.monotonic()))
        while at and NOBODY_SENTENCE in result.get("said", "") and "match" not in result:
            match.call_again(at)  # unless the one who watches has done so
            result = one.wait(max(1.0, until - time.monotonic()))
        # A program away for longer than the others wait finds nobody, and reports it.
        if not (at in late and result["ended"] == "stopped" and result.get("said") == ALONE_SENTENCE):
            results.append(result)
    agree(results)
    said = [*match.told, *(line for one in match.programs for line in one.lines)]
    wrong = [line for line in said if "Traceback" in line]
    log = match.log(2)
    if LogKind.REHOST not in {read_core(raw).kind for raw in log}:
        # A new host continues from its own log: entries that only the old host knew were never reported.
        lost = [at for at, kept in match.kept.items() if log[: len(kept)] != kept]
        wrong += [f"what {match.programs[at].name} had kept is not in the log" for at in lost]
    if wrong:
        raise AssertionError(wrong[0])


def plan(seed: int, runs: int, faults: Mapping[str, Fault]) -> list[tuple[Blow, ...]]:
    """Return matches with `runs` faults in all, of random lengths, each kind, victim and phase equally often."""
    lots = Lots("faults", seed)
    every = list(itertools.product(faults, VICTIMS, PHASES))
    matches: list[tuple[Blow, ...]] = []
    cells: list[tuple[str, str, str]] = []
    planned = 0
    while planned < runs:
        if not cells:
            cells = [every[at] for at in _shuffled(len(every), lots)]
        chosen: list[Blow] = []
        for cell in list(cells):
            # Two at once strike two programs; the same program twice in a phase would be one fault.
            if len(chosen) < min(MAX_FAULTS_EACH, runs - planned) and all(
                (one.whom, one.phase) != cell[1:] for one in chosen
            ):
                cells.remove(cell)
                chosen.append(Blow(*cell, _lasts(lots, faults[cell[0]], cell[2], long=not _is_long(chosen))))
        matches.append(tuple(chosen))
        planned += len(chosen)
    return matches


def _shuffled(length: int, lots: Lots) -> list[int]:
    numbers = list(range(length))
    return [numbers.pop(lots.draw(len(numbers))) for _ in range(length)]


def _is_long(chosen: Sequence[Blow]) -> bool:
    return any(one.lasts >= LONG_SECONDS[0] for one in chosen)


def _lasts(lots: Lots, fault: Fault, phase: str, *, long: bool) -> int:
    least, most = fault.least, fault.most
    if phase in ("lobby", "start"):
        least, most = min(least, 2), BRIEF_SECONDS
    elif long and not lots.draw(LONG_IN):
        least, most = LONG_SECONDS
    return least + lots.draw(most - least + 1)


def table(counts: Counter[tuple[str, str, str]], faults: Sequence[str]) -> str:
    """Draw the table of fault and whom by phase."""
    rows = [f"{'fault':14}" + "".join(f"{phase:>7}" for phase in PHASES)]
    rows += [
        f"{f'{fault} {whom}':14}" + "".join(f"{counts[fault, whom, phase]:>7}" for phase in PHASES)
        for fault, whom in itertools.product(faults, VICTIMS)
    ]
    return "\n".join(rows)


def soak(seed: int, runs: int = RUNS, told: Callable[[str], None] = print) -> str:
    """Play matches until `runs` faults struck, no cell of the table empty; return one line with the counts."""
    cables = os.geteuid() == 0 and shutil.which("ip") is not None if hasattr(os, "geteuid") else False
    faults = {name: fault for name, fault in FAULTS.items() if cables or not fault.cable}
    counts: Counter[tuple[str, str, str]] = Counter()
    failed: list[str] = []
    played = again = 0
    lock = threading.Lock()

    def one(blows: tuple[Blow, ...]) -> None:
        nonlocal played, again
        began = time.monotonic()
        struck, called, wrong = play(blows, cables=cables)
        with lock:
            played += 1
            again += called
            counts.update((blow.fault, blow.whom, blow.phase) for blow in struck)
            if wrong:
                failed.append(f"{', '.join(map(str, blows))}: {wrong}")
            missed = "".join(f", too late: {blow}" for blow in blows if blow not in struck)
            seconds = time.monotonic() - began
            told(f"{counts.total()}/{runs} {', '.join(map(str, blows))}: {wrong or 'ok'}{missed}, {seconds:.0f} s")

    with ThreadPoolExecutor(JOBS) as pool:
        todo = plan(seed, runs, faults)
        while todo and len(failed) < MAX_FAILURES:
            list(pool.map(one, todo))
            # A fault after its program's end did not count: others are planned, for empty cells first.
            cells = [cell for cell in itertools.product(faults, VICTIMS, PHASES) if not counts[cell] and runs >= RUNS]
            more = runs - counts.total() - len(cells)
            empty = [(Blow(*cell, FAULTS[cell[0]].least),) for cell in cells]
            todo = [*empty, *plan(seed + 1000 * played, max(0, more), faults)]
    told(table(counts, list(faults)))
    taken = sum(count for (fault, _whom, _phase), count in counts.items() if FAULTS[fault].cable)
    without = f", {taken} of them cables and sleeps" if cables else ", without cables, which take a root's rights"
    line = f"{counts.total()} faults on real processes{without}, in {played} matches, {len(failed)} failed"
    line += f", {again} calls given up in a lobby and made again" if again else ""
    if failed:
        raise AssertionError("; ".join([line, *failed[:5]]))
    return line


def main(arguments: Sequence[str] | None = None) -> int:
    """Play with chosen arguments."""
    reader = argparse.ArgumentParser(prog="soak_faults", description=__doc__)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--runs", type=int, default=RUNS)
    given = reader.parse_args(arguments)
    began = time.monotonic()
    try:
        line = soak(given.seed, given.runs, lambda said: print(said, flush=True))
    except AssertionError as fault:
        line = f"FAULT: {fault}"
    print(f"faults: seed {given.seed}, {line}, {time.monotonic() - began:.0f} s")
    return int("FAULT" in line)


if __name__ == "__main__":
    sys.exit(main())
