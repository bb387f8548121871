"""The parts of a run of the simulated network: the Game protocol, and programs that survive crashes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from net.guests import AgreedOptions
from net.identity import Identity
from net.lobby import Lobby
from net.log.effects import Record, read_record
from net.log.entries import LogEntry
from net.log.replica import MakeStateMachine, StateMachine
from net.log.roster import Roster
from net.party import Party
from net.station import Station
from tools.netsim_plan import Plan, Voice


class Game(Protocol):
    """A game on the simulated network."""

    @property
    def rules(self) -> int:
        """The version of its rules."""

    def lobby(self, plan: Plan, key: bytes, name: str) -> Lobby:
        """Open a table."""

    def header(self, lobby: Lobby) -> bytes:
        """Return what START carries."""

    def agreed(self, roster: Roster) -> AgreedOptions:
        """Return the agreement in a START."""

    def teller(self, plan: Plan, voice: Voice) -> MakeStateMachine:
        """Return the function that makes the stories of one program."""

    def finished(self, story: StateMachine, plan: Plan) -> bool:
        """Return whether all rounds are played and signed."""

    def repeats(self, entries: Sequence[LogEntry]) -> bool:
        """Return whether the log has the same decision twice, which only a fault can cause."""


@dataclass
class Program:
    """One program; its identity and its journal survive a crash."""

    index: int
    identity: Identity
    journal: list[bytes] = field(default_factory=list)
    station: Station | None = None
    life: int = 0
    gone: bool = False
    unkept: deque[bytes] = field(default_factory=deque)  # sent, but not saved yet: only in the control
    left: bool = False

    def records(self) -> Iterator[Record]:
        """Its saved records."""
        return map(read_record, self.journal)

    @property
    def run(self) -> bytes:
        """The number of its current life."""
        return self.life.to_bytes(16, "big")

    @property
    def party(self) -> Party:
        """The running party."""
        if self.station is None:
            raise RuntimeError("the program is down")
        return self.station.party

    @property
    def story(self) -> StateMachine | None:
        """The game's state as this program knows it."""
        lockstep = self.station.party.lockstep if self.station else None
        return lockstep.replica.story if lockstep else None
