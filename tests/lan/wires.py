"""Connections between programs in virtual time, as TCP over cables that can be out.

Laws: what is sent while a cable is out arrives in order some time after it is back, unless its sender gave the
connection up meanwhile; who gives up hears so at once, the other end only when the cable is back; a call that nobody
answers fails by itself; the system of a program that dies says so on all its connections.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

from net.shell.tcp import DIAL_SECONDS, LINGER_SECONDS, Connected, Disconnected, Failed, Received, SocketEvent

WAY_MS = 2  # that bytes are under way
AGAIN_MS = 200  # after a cable is back, the system repeats what waited
CALLS_MS = (0, 1_000, 3_000)  # when the system sends the first packet of a call, and repeats it
DIAL_MS, LINGER_MS = DIAL_SECONDS * 1_000, LINGER_SECONDS * 1_000


@dataclass
class Wire:
    """One connection: who called whom, who still has it, and what is under way to each end."""

    ends: tuple[str, str]
    open: set[str]
    under_way: dict[str, deque[SocketEvent]]
    until: dict[str, int]
    clogged: bool = False

    def other(self, name: str) -> str:
        """The other end."""
        return self.ends[1] if self.ends[0] == name else self.ends[0]


class Wires:
    """All connections; `later` calls back after milliseconds, `tell` reaches a program, `life` is 0 if it is down."""

    def __init__(
        self,
        later: Callable[[Callable[[], None], int], None],
        tell: Callable[[str, SocketEvent], None],
        life: Callable[[str], int],
        now: Callable[[], int],
    ) -> None:
        self._later = later
        self._tell = tell
        self._life = life
        self._now = now
        self._wires: dict[int, Wire] = {}
        self._numbers = itertools.count(1)
        self.out: set[str] = set()  # whose cable is out
        self.deaf: set[str] = set()  # who refuses every call
        self.crossed = 0  # connections made while the other side's call made another
        self.way: Callable[[], int] = lambda: WAY_MS
        self.again: Callable[[], int] = lambda: AGAIN_MS

    # What a program does

    def dial(self, caller: str, target: str, called: str) -> None:
        """Call; Connected or Failed follows, in the same life of the caller."""
        done: list[bool] = []
        life = self._life(caller)

        def ends(happening: SocketEvent | None) -> None:
            done.append(True)
            if happening is not None and self._life(caller) == life:
                self._tell(caller, happening)

        def knock() -> None:
            if done or self._is_out((caller, called)):
                return
            answers = self._life(called) and self._life(caller) == life and not {caller, called} & self.deaf
            ends(None if answers else Failed(target, "nobody answers"))
            if answers:
                self._connect(caller, target, called)

        def give_up() -> None:
            if not done:
                ends(Failed(target, "it does not answer"))

        for delay in CALLS_MS:
            self._later(knock, delay + self.way())
        self._later(give_up, DIAL_MS)

    def _connect(self, caller: str, target: str, called: str) -> None:
        ends = (caller, called)
        number = next(self._numbers)
        self.crossed += any(wire.open and wire.ends == (called, caller) for wire in self._wires.values())
        self._wires[number] = Wire(ends, set(ends), {end: deque() for end in ends}, dict.fromkeys(ends, 0))
        self._tell(called, Connected(number, "", caller, called))
        self._tell(caller, Connected(number, target, called, caller))

    def send(self, name: str, number: int, sent: bytes) -> None:
        """Put bytes on a connection."""
        wire = self._wires.get(number)
        if wire is not None and name in wire.open:
            self._give(number, wire, wire.other(name), Received(number, sent))

    def close(self, name: str, number: int) -> None:
        """Give a connection up; what was said on it leaves first, and is lost where the cable is out."""
        wire = self._wires.get(number)
        if wire is None or name not in wire.open:
            return
        other = wire.other(name)
        wire.open.discard(name)
        out = self._is_out(wire.ends)
        if out:
            wire.under_way[other].clear()
        self._later(lambda: self._tell(name, Disconnected(number)), LINGER_MS if out else WAY_MS)
        self._give(number, wire, other, Disconnected(number))

    # What happens to them

    def _is_out(self, ends: Collection[str]) -> bool:
        return bool(self.out & set(ends))

    def _give(self, number: int, wire: Wire, to: str, happening: SocketEvent) -> None:
        wire.under_way[to].append(happening)
        wire.clogged |= self._is_out(wire.ends)
        if not wire.clogged:
            self._schedule(number, wire, to)

    def _schedule(self, number: int, wire: Wire, to: str) -> None:
        wire.until[to] = max(wire.until[to], self._now() + self.way())
        self._later(lambda: self._arrive(number, wire, to), wire.until[to] - self._now())

    def _arrive(self, number: int, wire: Wire, to: str) -> None:
        wire.clogged |= self._is_out(wire.ends)
        if wire.clogged or not wire.under_way[to]:
            return
        happening = wire.under_way[to].popleft()
        other = wire.other(to)
        if to in wire.open:
            if isinstance(happening, Disconnected):
                wire.open.discard(to)
            self._tell(to, happening)
        elif isinstance(happening, Received) and other in wire.open:
            self._give(number, wire, other, Disconnected(number))  # its system's answer, behind what it has sent before

    def pull(self, name: str) -> None:
        """Take a program's cable out; neither end is told."""
        self.out.add(name)

    def plug(self, name: str) -> None:
        """Put it in again: what waited arrives when the system repeats it."""
        self.out.discard(name)
        for number, wire in list(self._wires.items()):
            if name in wire.ends:
                self._later(lambda number=number, wire=wire: self._flow(number, wire), self.again())  # type: ignore[misc]

    def _flow(self, number: int, wire: Wire) -> None:
        if self._is_out(wire.ends) or not wire.clogged:
            return
        wire.clogged = False
        for to, waiting in wire.under_way.items():
            for _ in range(len(waiting)):
                self._schedule(number, wire, to)

    def vanish(self, name: str) -> None:
        """End the connections of a program that died: its system tells the other ends."""
        for number, wire in list(self._wires.items()):
            if name in wire.open:
                wire.open.discard(name)
                self._give(number, wire, wire.other(name), Disconnected(number))

    def cut(self, name: str) -> None:
        """End all connections of a program, which both ends hear at once."""
        for number, wire in list(self._wires.items()):
            for end in wire.ends if name in wire.ends else ():
                if end in wire.open:
                    wire.open.discard(end)
                    self._tell(end, Disconnected(number))
