"""A hall with more people than it admits, in virtual time: what takes how long, and what breaks first.

`run(["--people", "1000"])` opens a real hall with a tournament for so many, with the limits of its messages lifted. Its
guests are real visitors over real links; their processor time is free, the hall's is added to the virtual time. They
enter, are paired, go to their tables, talk, and see results arrive. Nobody plays: `bench hall` measures tables.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from game.club import allowed
from game.club.refusals import ClubRefusal
from game.club.tournament import Tournament
from game.club.values import ClubFormat, TableResult, TournamentPlan
from game.commands.hall import board
from game.commands.hall.rounds import SIT_DOWN_MS
from game.commands.hall.seating import HallSeat
from game.lan.table import DialFailed
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.store.appended import AppendedFile
from net.hall import messages as h
from net.hall.visitor import HallVisitor
from net.link import LinkConfig
from net.messages import Form, Join
from net.reasons import Reason
from net.schema import ListOf, Row, Whole
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Connected, Failed, Received, SocketEvent
from net.station import LinkEnded, Switchboard
from tests.net.fake_lan import entropy, identity
from tools.bench_hall import FIRST_PORT, LATENCY_MS, LOOK_MS, FakeBridge, Sim, hall_at
from tools.netsim_wire import Lots

ARRIVE_MS = 30_000  # milliseconds in which all arrive
WALK_MS = 10_000  # milliseconds in which a guest who is sent to a table sits down
CALL_AGAIN_MS = 1_000
RESULT_MS = 50  # milliseconds between two results
CHAT_LINES = 10  # chat lines sent at the same time
MAX_POINTS = 500
MAX_WAIT_MS = 600_000


@contextmanager
def limits_lifted(people: int, tables: int) -> Iterator[None]:
    """Lift the limits on people and tables of a hall in this process while the context lasts."""
    bounds = (
        (h, "MAX_PEOPLE", people),
        (board, "MAX_PEOPLE", people),
        (allowed, "MAX_PLAYERS", people),
        (h, "MAX_TABLES", tables),
        (board, "MAX_TABLES", tables),
    )
    usual = [getattr(module, name) for module, name, _bound in bounds]
    rules = {kind: dict(form[1]) for kind, form in h.HALL_FORMS.items()}
    for module, name, bound in bounds:
        setattr(module, name, bound)
    _widen(h.HALL_FORMS, people, tables)
    try:
        yield
    finally:
        for (module, name, _bound), was in zip(bounds, usual, strict=True):
            setattr(module, name, was)
        for kind, form in h.HALL_FORMS.items():
            form[1].update(rules[kind])


def _widen(forms: dict[str, Form], people: int, tables: int) -> None:
    table = Whole(1, tables)
    forms["hall"][1].update(tables=table, people=Whole(0, people))
    for kind in ("desk", "take", "place"):
        forms[kind][1]["table"] = Whole(0, tables)
    shown = forms["board"][1]
    ranks, meetings = cast("ListOf", shown["ranks"]), cast("ListOf", shown["meetings"])
    rank, meeting = cast("Row", ranks.rule), cast("Row", meetings.rule)
    rank = replace(rank, rules=(Whole(0, people), *rank.rules[1:-1], rank.rules[-1]))
    shown["ranks"] = ListOf(rank, people)
    shown["meetings"] = ListOf(replace(meeting, rules=(table, *meeting.rules[1:])), tables)
    for name in ("byes", "people"):
        shown[name] = replace(cast("ListOf", shown[name]), most=people)
    shown["lacks"] = Whole(0, people)


@dataclass(eq=False)
class CrowdBridge(FakeBridge):
    """The bridge of a visitor with an address of its own."""

    number: int = 0
    heard: int = 0  # bytes

    def hear(self, happening: SocketEvent) -> None:
        """Count what arrives."""
        self.heard += len(happening.received) if isinstance(happening, Received) else 0
        super().hear(happening)

    def dial(self, target: str, _host: str, port: int) -> None:
        """Call the hall."""
        other = self.sim.listening.get(port)
        if other is None:
            self.told.append(Failed(target, "nobody listens"))
            return
        here, there = next(self.sim.numbers), next(self.sim.numbers)
        self.ends[here], other.ends[there] = (other, there), (self, here)
        self.sim.later(lambda: other.hear(Connected(there, "", f"10.0.{self.number}", "10.0.0.1")), LATENCY_MS)
        self.sim.later(lambda: self.hear(Connected(here, target, "10.0.0.1", f"10.0.{self.number}")), LATENCY_MS)


class Visitor:
    """A guest who enters, goes to the assigned table, and reconnects if the link breaks."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.name = f"guest {number}"
        self.identity = identity(self.name)
        self.bridge = CrowdBridge(crowd.sim, hall=False, wake=self._soon, number=number)
        self.visitor = HallVisitor(self.identity, self.name, RULES_VERSION)
        self.lost = 0  # the number of broken links
        self.said_at = 0.0  # when the last chat line arrived
        self.lines = 0
        self._lots = Lots("crowd", number)
        self._followed: h.HallPlace | None = None
        real = cast("Bridge", self.bridge)
        door = LinkConfig(self.identity)
        driver = Driver(
            Switchboard(self.visitor), real, lambda: door, entropy(f"{self.name} links"), lambda _records: None
        )
        self.wire = BridgeWire(driver, real)
        self._token = 0
        crowd.sim.later(self._call, self._lots.draw(ARRIVE_MS))

    def _call(self) -> None:
        self.wire.dial("hall", "10.0.0.1", FIRST_PORT)
        self._soon()

    def _soon(self) -> None:
        self._at(0.0)

    def _at(self, delay: float) -> None:
        self._token += 1
        token = self._token
        self.crowd.sim.later(lambda: self.step() if token == self._token else None, delay)

    def step(self) -> None:
        """Handle what arrived."""
        now = self.crowd.sim.now
        for deed in self.wire.step(int(now)):
            if isinstance(deed, LinkEnded | DialFailed):
                left = isinstance(deed, LinkEnded) and deed.lost.reason is Reason.LEFT
                self.lost += isinstance(deed, LinkEnded) and not left
                self.crowd.sim.later(self._call, 0.0 if left else CALL_AGAIN_MS)
        said, self.visitor.said = self.visitor.said, []
        if said:
            self.said_at, self.lines = now, self.lines + len(said)
        place = self.visitor.place
        if place is not None and place != self._followed:
            self._followed = place
            self.crowd.sim.later(lambda: self._sit(place), self._lots.draw(WALK_MS))
        self._at(max(1.0, self.wire.seconds_until_due(int(now), LOOK_MS / 1_000) * 1_000))

    def come_anew(self) -> None:
        """Enter once more, as programs do after a match."""
        self._followed = self.visitor.place = None
        self.visitor.leave()
        self.step()

    def _sit(self, place: h.HallPlace) -> None:
        lobby = self.crowd.sim.hall.tables[place.table].lobby
        if lobby is not None:
            lobby.join(self.identity.key, Join(self.name, RULES_VERSION, b"", watch=False, match=b""))
            lobby.sit(self.identity.key, place.chair)


class Crowd:
    """The hall, its tournament and all its guests."""

    def __init__(self, folder: Path, people: int, seats: int, game: str, plan: TournamentPlan) -> None:
        tables = -(-people // seats)
        made = Tournament.begin(plan, AppendedFile(folder / "cup.club"))
        if isinstance(made, ClubRefusal):
            raise TypeError(made.code)
        self.cup = made
        self.sim = Sim(
            lambda sim: hall_at(
                folder / "hall", tables, seats, game, sim.program, sim.bridge, tournament=made, persons=people
            ),
            1,
            (1.0, 1.0),
        )
        self.visitors = [Visitor(self, number) for number in range(people)]
        self.hold(paused=True)
        self._before = (0.0, 0)

    def hold(self, *, paused: bool) -> None:
        """Stop rounds from beginning, or allow them again."""
        if self.sim.hall.rounds is not None:
            self.sim.hall.rounds.paused = paused

    @property
    def told(self) -> int:
        """How many bytes the hall has sent to all."""
        return sum(one.bridge.heard for one in self.visitors)

    def until(self, so: Callable[[], bool], what: str, slice_: float = 100.0) -> float:
        """Run until a condition holds, and return the milliseconds that took."""
        began = self.sim.now
        while not so():
            self.sim.run_for(slice_)
            if self.sim.now - began > MAX_WAIT_MS:
                raise TimeoutError(f"after {MAX_WAIT_MS / 1_000:g} s still no {what}")
        return self.sim.now - began

    def tell(self, what: str, took: float) -> None:
        """Print what a part of the evening took, and reset the counters."""
        cpu, sent = self.sim.cpu["play"] + self.sim.cpu["deal"], self.told
        lost = sum(one.lost for one in self.visitors)
        used, told = (cpu - self._before[0]) / 1_000, (sent - self._before[1]) / 2**20
        print(
            f"  {what}: {took / 1_000:.2f} s, of which the hall's processor {used:.1f} s, in one step at most", end=" "
        )
        print(f"{self.sim.longest / 1_000:.2f} s; {told:.1f} MiB told, {lost} links lost", flush=True)
        self._before, self.sim.longest = (cpu, sent), 0.0
        for one in self.visitors:
            one.lost = 0

    def all_here(self) -> bool:
        """Return whether all are in the hall and know all its tables."""
        return self.sim.hall.hall.visitor_count == len(self.visitors) and all(
            one.visitor.knows_all_tables for one in self.visitors
        )

    @property
    def assigned_seats(self) -> Mapping[bytes, HallSeat]:
        """The seat to which the hall has sent each guest, by the guest's key."""
        rounds = self.sim.hall.rounds
        return rounds._sent if rounds is not None else {}  # noqa: SLF001 - nobody else has to know

    def seated(self) -> bool:
        """Return whether all sit at their assigned tables."""
        tables = self.sim.hall.tables
        return all(tables[place.table].seat_of(key) is not None for key, place in self.assigned_seats.items())

    def round(self, number: int) -> None:
        """Play through a round: pairing, all at their tables, chat, all results."""
        self.hold(paused=False)
        self.tell(f"round {number} paired", self.until(lambda: len(self.cup.state.rounds) == number, "round"))
        self.hold(paused=True)
        self.tell("everybody at the table", self.until(self.seated, "seats"))
        speakers = self.visitors[:CHAT_LINES]
        for one in speakers:
            one.visitor.say(f"Hello from {one.name}")
            one.step()
        began = self.sim.now
        wanted = len(self.visitors) * len(speakers)
        self.until(lambda: sum(one.lines for one in self.visitors) >= wanted, "talk", 10.0)
        for one in self.visitors:
            one.lines = 0
        self.tell(
            f"{len(speakers)} lines said at once and heard by all", max(one.said_at for one in self.visitors) - began
        )
        lots = Lots("points", number)
        running = self.cup.state.running_round
        tables = enumerate(running.tables if running is not None else (), start=1)
        began = self.sim.now
        by_key = {one.identity.key: one for one in self.visitors}
        sat = {
            table: [key for key, place in self.assigned_seats.items() if place.table == table]
            for table in self.sim.hall.tables
        }
        for table, paired in tables:
            self.cup.report_result(
                number, table, TableResult((tuple(lots.draw(MAX_POINTS) for _side in paired.sides),))
            )
            lobby = self.sim.hall.tables[table].lobby
            for key in sat[table]:
                if lobby is not None:
                    lobby.remove_person(key)
                by_key[key].come_anew()
            self.sim.run_for(RESULT_MS)
        self.until(self.all_here, "people")
        self.tell("all results told, and all back in the hall", self.sim.now - began)


def resident_mebibytes() -> float:
    """Return the MiB of memory that this process has, on Linux."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


def run(argv: Sequence[str]) -> int:
    """Run an evening of a crowd, and print what it took."""
    parser = argparse.ArgumentParser(prog="bench.py crowd", description="Simulate a hall with many people.")
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--game", default="burako")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--format", choices=["swiss", "round_robin", "knockout"], default="swiss")
    chosen = parser.parse_args(argv)
    tables = -(-chosen.people // chosen.seats)
    plan = TournamentPlan("Crowd", ClubFormat(chosen.format), chosen.game, chosen.seats, rounds=chosen.rounds)
    lifted = limits_lifted(max(chosen.people, h.MAX_PEOPLE), max(tables, h.MAX_TABLES))
    with lifted, TemporaryDirectory() as folder:
        before = resident_mebibytes()
        crowd = Crowd(Path(folder), chosen.people, chosen.seats, chosen.game, plan)
        files = 2 * chosen.people + 3 * tables
        print(f"{chosen.people} people, {tables} tables of {chosen.seats}: {files} files are open when all play")
        crowd.tell("all have entered", crowd.until(crowd.all_here, "people"))
        print(f"  memory with both ends of every link: {resident_mebibytes() - before:.0f} MiB more")
        for number in range(1, chosen.rounds + 1):
            crowd.round(number)
        print(f"  who is not at the table {SIT_DOWN_MS / 1_000:g} s after a pairing misses the round")
        crowd.sim.hall.close()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
