"""Whole programs at a LAN table in virtual time: real drivers, stations and cores over wires without sockets."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import cast

from game.bots.choice import Decision, fallback_move
from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.bots.thinker import InlineThinker, Thinker
from game.commands.lan_headless import Headless, Limits, Player
from game.commands.lan_process import MAX_WAIT_SECONDS
from game.lan.log.story import LanStory
from game.lan.program import LanProgram
from game.lan.session import LanSession
from game.lan.table import LanTable, make_lobby, make_party
from game.lan.terms import TableOffer
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.draft import draft_refusal
from game.table.melds import Kind, Meld
from game.table.moves import Attempt
from game.table.options import Options, OptionValue
from game.table.view import View, with_shown_faces
from net import messages as m
from net.guests import JoinRequest
from net.link import LinkConfig
from net.log.effects import NonceRecord, Record, SaltRecord, UnreadableRecord, read_record, write_record
from net.schema import Misfit
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import Listening, SocketEvent
from net.station import Station
from tests.lan.wires import Wires
from tests.net.fake_lan import entropy

LEVEL = "medium"


class QuietThinker(InlineThinker):
    """Decides as the rules do for somebody whose time has run out: quick, and the same for everybody.

    Where a turn need not begin with a draw it lays a tile alone instead, and draws the penalty: the round is shorter.
    """

    def ask(self, view: View, _level: str, _budget: Budget, _seed: int) -> Ticket:
        self._asked += 1
        self._answers.append(BotAnswer(Ticket(self._asked), _penalized_play(view) or fallback_move(view)))
        return Ticket(self._asked)


def _penalized_play(view: View) -> Decision | None:
    """Return a play that is no set, while there is a whole penalty to draw for it."""
    table, tile = view.table, view.rack[0]
    move = Attempt((tile,), (*table.melds, Meld(Kind.GROUP, (tile,), (None,))))
    if len(table.stock) < 3 or draft_refusal(view, move) is not None:
        return None
    return Decision(with_shown_faces(view, move), "penalty")


def few_proofs(secret: bytes, thinker: Thinker) -> LanProgram:
    """Return a program that deals with two shadow decks, as all do in this hall."""
    return LanProgram(secret, thinker, proofs=2)


@dataclass
class FakeBridge:
    """What a driver asks of a bridge, over the hall's wires."""

    hall: LanHall
    name: str
    told: list[SocketEvent] = field(default_factory=list)
    looks_at: int = 0  # when its program looks again whether there is work, if nothing comes before

    def wait(self, seconds: float | None) -> None:
        self.looks_at = self.hall.now + round((MAX_WAIT_SECONDS if seconds is None else seconds) * 1000)

    def wakes(self) -> bool:
        """Whether its program has something to do by now."""
        return bool(self.told) or self.hall.now >= self.looks_at

    def take_events(self) -> list[SocketEvent]:
        told, self.told = self.told, []
        return told

    def listen(self, _interface: str | None, port: int) -> None:
        self.told.append(Listening(port or 1))

    def dial(self, target: str, host: str, _port: int) -> None:
        self.hall.seats[self.name].do()
        self.hall.wires.dial(self.name, target, host)

    def send(self, number: int, sent: bytes) -> None:
        self.hall.seats[self.name].do()
        self.hall.wires.send(self.name, number, sent)

    def note_processed(self, number: int, size: int) -> None:
        pass

    def close_link(self, number: int, *, at_once: bool = False) -> None:  # noqa: ARG002 - the bridge's own form
        self.hall.seats[self.name].do()
        self.hall.wires.close(self.name, number)

    def close(self) -> None:
        pass


@dataclass
class Seat:
    """One program and what survives its crash."""

    name: str
    kept: list[bytes] = field(default_factory=list)
    shown: NonceRecord | None = None
    life: int = 0
    limits: Limits = field(default_factory=Limits)
    bridge: FakeBridge | None = None
    run: Headless | None = None
    watches: bool = False
    told: list[str] = field(default_factory=list)
    quit: bool = False
    call: str = ""  # whom it calls, the first host if empty
    crash_before: int = 0  # before keeping its so many-th record the program dies
    crash_at: int = 0  # after keeping so many records the program dies
    crash_in: int = 0  # before effect `crash_in - 1` from now on the program dies; 0 for never

    @property
    def headless(self) -> Headless:
        assert self.run is not None, f"{self.name} is down"
        return self.run

    @property
    def session(self) -> LanSession:
        assert self.headless.session is not None, f"{self.name} has no match"
        return self.headless.session

    @property
    def story(self) -> LanStory:
        return self.session.story

    @property
    def has_unsent(self) -> bool:
        """Whether bytes still wait to be sent."""
        return self.wire.has_unsent

    @property
    def wire(self) -> BridgeWire:
        """The wire that its table writes to."""
        return cast("BridgeWire", self.headless.table._wire)

    def do(self) -> None:
        """Count one more effect (a record kept, bytes sent, a call, a link closed), and die before it if so planned."""
        self.crash_in = max(0, self.crash_in - 1)
        if self.crash_in == 1:
            self.crash_in = 0
            raise CrashError


class CrashError(Exception):
    """The program dies in the midst of its work."""


def offered(game: str, **chosen: OptionValue) -> TableOffer:
    options = choose_options(rules_of(game), chosen)
    assert isinstance(options, Options), options
    return TableOffer(game, options, RULES_VERSION, LEVEL)


def _read(record: bytes) -> Record:
    """Read a record as a home does, which may be damaged."""
    try:
        return read_record(record)
    except Misfit:
        return UnreadableRecord()


def _written(records: Sequence[Record]) -> list[list[Record]]:
    """Part records as a home writes them: each behind the other, but the salt of a match at once with its START."""
    parts: list[list[Record]] = []
    for record in records:
        if parts and isinstance(parts[-1][-1], SaltRecord):
            parts[-1].append(record)
        else:
            parts.append([record])
    return parts


def _knows(seat: Seat, match: bytes) -> bool:
    """Tell whether a program has kept a match of that id."""
    return any(isinstance(one, SaltRecord) and one.match == match for one in map(_read, seat.kept))


class LanHall:
    """Programs by name; the first one hosts. Time is virtual, in milliseconds."""

    def __init__(
        self,
        offer: TableOffer,
        names: Sequence[str],
        *,
        bots: int = 0,
        sits: bool = True,
        watchers: Sequence[str] = (),
        thinker: Callable[[], Thinker] = QuietThinker,
        program: Callable[[bytes, Thinker], LanProgram] = few_proofs,
    ) -> None:
        self.offer = offer
        self.now = 0
        self.bots = bots
        self.sits = sits
        self.host = names[0]
        self.seats = {name: Seat(name, watches=name in watchers) for name in [*names, *watchers]}
        self.thinker = thinker
        self.program = program
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self.wires = Wires(self._later, self._tell, self._life, lambda: self.now)
        self.quits = False  # whether a program that has finished is gone, as a process is
        self.stopped: set[str] = set()  # suspended programs: they can be called, and do not answer
        for name in self.seats:
            self.start(name)

    # Programs

    def start(self, name: str) -> None:
        """Start a program, anew or from what it kept."""
        seat = self.seats[name]
        seat.life += 1
        seat.quit = False
        program = self.program(name.encode().ljust(32, b"."), self.thinker())
        lobby = None
        hosts = name == self.host
        if hosts:
            lobby = make_lobby(self.offer, program.key, name)
            seats = len(lobby.chairs)
            for at in range(seats - self.bots, seats):
                lobby.set_bot(at, f"Bot {at}", LEVEL)
        wish = JoinRequest(name, RULES_VERSION, watch=seat.watches)
        chance = entropy(f"{name} {seat.life}")
        party = make_party(program, wish, chance, partial(_knows, seat), lobby, seat.shown)
        station = Station(party)
        bridge = FakeBridge(self, name)
        seat.bridge = bridge
        real = cast("Bridge", bridge)
        links = entropy(f"{name} {seat.life} links")
        driver = Driver(station, real, lambda: LinkConfig(program.identity), links, partial(self._keep, seat))
        wire = BridgeWire(driver, real)
        table = LanTable(party, wire, "" if hosts else f"{seat.call or self.host}:1")
        wire.listen(None, 1)
        restored = table.restore([_read(one) for one in seat.kept], self.now)
        plays = not seat.watches and (not hosts or self.sits)
        if hosts and lobby is not None and not restored and self.sits:
            lobby.join(program.key, m.Join(name, RULES_VERSION, b"", watch=False, match=b""))
        player = Player(LEVEL, len(name)) if plays else None
        seat.run = Headless(table, program, self.thinker(), player=player, limits=seat.limits)

    def _keep(self, seat: Seat, records: Sequence[Record]) -> None:
        for part in _written(records):
            seat.do()
            if isinstance(part[0], NonceRecord):
                seat.shown = part[0]
                continue
            if seat.crash_before and len(seat.kept) + 1 >= seat.crash_before:
                seat.crash_before = 0
                raise CrashError
            if isinstance(part[0], SaltRecord):
                seat.shown = None
            seat.kept += map(write_record, part)
            if seat.crash_at and len(seat.kept) >= seat.crash_at:
                seat.crash_at = 0
                raise CrashError

    def kill(self, name: str) -> None:
        """Let a program die where it stands."""
        self.seats[name].run = None
        self.seats[name].bridge = None
        self.wires.vanish(name)

    def up(self) -> list[Seat]:
        """The programs that run."""
        return [seat for seat in self.seats.values() if seat.run is not None and seat.name not in self.stopped]

    # Wires

    def _later(self, what: Callable[[], None], delay: int) -> None:
        heapq.heappush(self._queue, (self.now + delay, next(self._order), what))

    def _tell(self, name: str, happening: SocketEvent) -> None:
        bridge = self.seats[name].bridge
        if bridge is not None:
            bridge.told.append(happening)

    def _life(self, name: str) -> int:
        seat = self.seats.get(name)
        return seat.life if seat is not None and seat.run is not None and not seat.quit else 0

    def wake(self, name: str) -> None:
        """Have a waiting program look for work at once, since a test gave it something to say."""
        bridge = self.seats[name].bridge
        if bridge is not None:
            bridge.looks_at = self.now

    def cut_off(self, name: str) -> None:
        """End all connections of a program, at once."""
        self.wires.cut(name)

    # Time

    def step(self, milliseconds: int = 20) -> None:
        """Let a little time pass: what arrives in it is worked on piece by piece."""
        end = self.now + milliseconds
        while self._queue and self._queue[0][0] <= end:
            self.now = self._queue[0][0]
            while self._queue and self._queue[0][0] <= self.now:
                heapq.heappop(self._queue)[2]()
            self._work()
        self.now = end
        self._work()

    def _work(self) -> None:
        """Let every program whose wait is over do what it has to do, and wait again, as its process does."""
        for seat in self.up():
            try:
                if seat.bridge is not None and seat.bridge.wakes():
                    self._step(seat)
            except CrashError:
                self.kill(seat.name)

    def _step(self, seat: Seat) -> None:
        if seat.headless.exit is None:
            seat.headless.step(self.now)
        elif not seat.quit:
            seat.headless.table.step(self.now)
            if self.quits and not seat.has_unsent:
                seat.quit = True
                self.wires.vanish(seat.name)
        seat.wire.wait(self.now, 0 if seat.headless.has_more_work else MAX_WAIT_SECONDS)

    def wait(self, milliseconds: int) -> None:
        """Let time pass in small steps, so that every program works when its wait is over."""
        end = self.now + milliseconds
        while self.now < end:
            self.step(min(20 if self._queue else 500, end - self.now))

    def until(self, done: Callable[[], bool], most: int = 3_600_000) -> None:
        """Let time pass until something is so; fail if it never is."""
        end = self.now + most
        while not done():
            assert self.now < end, self.told()
            self.step(20 if self._queue else 250)

    def play_out(self, most: int = 3_600_000) -> None:
        """Play until every program that runs has finished."""
        self.until(lambda: all(seat.headless.exit is not None for seat in self.up()), most)

    def told(self) -> str:
        """Say where everybody stands, for a test that fails."""
        return "; ".join(
            f"{seat.name}: {seat.headless.line()} {seat.headless.news[-3:]} now {self.now}" for seat in self.up()
        )

    def heads(self) -> set[bytes]:
        """The heads of all programs that run."""
        return {seat.session.lockstep.replica.heads[-1] for seat in self.up()}

    def digests(self) -> set[bytes]:
        """The digests of all tables."""
        return {seat.session.lockstep.replica.states[-1] for seat in self.up()}


@cache
def played_match() -> LanHall:
    """A whole short match of two, ana and bea, for tests that only read it."""
    offer = offered("rummikub", players=2, fresh_rounds=1, turn_seconds=0)
    hall = LanHall(offer, ("ana", "bea"), thinker=InlineThinker)
    hall.play_out()
    return hall
