"""Parties of a tiny game joined without bytes: messages pass packed and unpacked, one by one, in a fixed order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeVar

from net import frames
from net import messages as m
from net.guests import AgreedOptions, JoinRequest
from net.lobby import Lobby, Offer
from net.log.effects import DropLink, NonceRecord, Persist, Record, SendMessage
from net.log.lockstep import Lockstep
from net.log.roster import Roster
from net.members import Effect
from net.party import Party
from net.reasons import Reason
from tests.net.fake_lan import entropy, identity
from tools.netsim_game import TinyStory

EventType = TypeVar("EventType")

OFFER = Offer(bytes(range(16)), "tiny", 1, b"options", bytes(16))
ROUNDS = 2


def agreed(_place: Roster) -> AgreedOptions:
    """Return the agreement, the same at all tables of the tiny game."""
    return AgreedOptions(OFFER.options, OFFER.digest)


def teller(name: str, rounds: int = ROUNDS, turns: int = 3) -> Callable[[Roster], TinyStory]:
    """Return the function that makes the stories of one program."""
    choices = entropy(f"{name} chooses")

    def tell(roster: Roster) -> TinyStory:
        return TinyStory(
            roster,
            rounds,
            turns,
            lambda deal: blake2b(f"{name} {deal}".encode(), digest_size=16).digest(),
            lambda: choices(8),
        )

    return tell


@dataclass
class Hall:
    """Parties by name, and what each was asked to do; the first one hosts."""

    names: tuple[str, ...]
    rounds: int = ROUNDS
    sits: bool = True
    chance: str = ""
    now: int = 0
    parties: dict[str, Party] = field(default_factory=dict)
    events: dict[str, list[Effect]] = field(default_factory=dict)
    kept: dict[str, list[Record]] = field(default_factory=dict)
    shown: dict[str, NonceRecord] = field(default_factory=dict)  # the nonce that each showed last
    wires: dict[int, tuple[str, str]] = field(default_factory=dict)
    sent: list[tuple[str, str, frames.Message]] = field(default_factory=list)
    under_way: deque[tuple[int, str, bytes]] = field(default_factory=deque)
    swallow: Callable[[str, str, frames.Message], bool] = lambda _who, _whom, _message: False
    runs: dict[str, bytes] = field(default_factory=dict)
    _number: int = 0

    def __post_init__(self) -> None:
        for name in self.names:
            self.parties[name] = self.made(name)
            self.events[name] = []
            self.kept[name] = []
        host = self.parties[self.names[0]]
        if self.sits and host.lobby is not None:
            assert host.lobby.join(host.identity.key, joining(self.names[0])) is None

    def made(self, name: str) -> Party:
        """Make a program anew."""
        self.runs[name] = bytes(15) + bytes([len(self.kept.get(name, ())) % 251])
        lobby = None
        if name == self.names[0]:
            seats = len(self.names) - (0 if self.sits else 1)
            lobby = Lobby(OFFER, identity(name).key, name, seats)
        return Party(
            identity(name),
            teller(name, self.rounds),
            wish=JoinRequest(name, 1),
            entropy=entropy(f"{self.chance}{name} draws {len(self.kept.get(name, ()))}"),
            agreed=agreed,
            lobby=lobby,
            shown=self.shown.get(name),
        )

    def link(self, caller: str, called: str) -> int:
        """Let one program call another."""
        self._number += 1
        self.wires[self._number] = (caller, called)
        self.opens(called, self._number)
        self.opens(caller, self._number)
        self.settle()
        return self._number

    def opens(self, name: str, number: int) -> None:
        """Let one end of a link hear that it stands."""
        caller, called = self.wires[number]
        other = called if name == caller else caller
        self.parties[name].on_link_opened(
            number, identity(other).key, self.runs.get(other, bytes(16)), self.now, ours=name == caller
        )

    def cut(self, number: int) -> None:
        """End a link for both."""
        for name in self.wires.pop(number, ()):
            self.parties[name].on_link_lost(number, Reason.CUT, self.now)
        self.settle()

    def cut_off(self, name: str) -> None:
        """End all links of one program."""
        for number, ends in list(self.wires.items()):
            if name in ends:
                self.cut(number)

    def restart(self, name: str) -> None:
        """Kill a program and start it from what it kept."""
        self.cut_off(name)
        self.parties[name] = self.made(name)
        self.parties[name].restore(self.kept[name], self.now)

    def settle(self) -> None:
        """Carry out the effects of all parties until there are none."""
        while True:
            for name, party in self.parties.items():
                for effect in party.take_effects(self.now):
                    self._do(name, effect)
            if not self.under_way:
                busy = [party for party in self.parties.values() if party.deadline(self.now) == self.now]
                if not busy:
                    return
                for party in busy:
                    party.tick(self.now)
                continue
            number, whom, packed = self.under_way.popleft()
            if number in self.wires:
                self.parties[whom].on_message(number, frames.unpack(packed), self.now)

    def _do(self, name: str, effect: Effect) -> None:
        if isinstance(effect, Persist):
            if isinstance(effect.record, NonceRecord):
                self.shown[name] = effect.record
            else:
                self.shown.pop(name, None)  # a match has begun
                self.kept[name].append(effect.record)
        elif isinstance(effect, SendMessage) and effect.link in self.wires:
            caller, called = self.wires[effect.link]
            other = called if caller == name else caller
            self.sent.append((name, other, effect.message))
            if not self.swallow(name, other, effect.message):
                self.under_way.append((effect.link, other, frames.pack(effect.message)))
        elif isinstance(effect, DropLink) and effect.link in self.wires:
            caller, called = self.wires.pop(effect.link)
            other = called if caller == name else caller
            self.events[name].append(effect)
            self.parties[other].on_link_lost(effect.link, effect.reason, self.now, by_them=True, hint=effect.hint)
        else:
            self.events[name].append(effect)

    def gather(self) -> None:
        """Let everybody join the host and be ready, each with an address."""
        for name, party in self.parties.items():
            party.requests.set_addresses((f"{name}:1",), self.now)
        for name in self.names[1:]:
            self.link(name, self.names[0])
        for name in self.names[1:]:
            self.parties[name].requests.send_request(m.Ready(ready=True, digest=OFFER.digest), self.now)
            self.settle()

    def begin(self) -> None:
        """Gather and start."""
        self.gather()
        self.parties[self.names[0]].requests.start_match(b"header", self.now)
        self.settle()

    def call(self, who: str, seat: int) -> None:
        """Let somebody ask a seat whether it is there."""
        self.parties[who].requests.call_seat(seat, self.now)
        self.settle()

    def wait(self, milliseconds: int) -> None:
        """Let time pass, deadline by deadline."""
        end = self.now + milliseconds
        while self.now < end:
            due = [when for party in self.parties.values() if (when := party.deadline(self.now)) is not None]
            self.now = min([end, *(max(when, self.now + 1) for when in due)])
            for party in self.parties.values():
                party.tick(self.now)
            self.settle()

    def lockstep(self, name: str) -> Lockstep:
        """Return a program's lockstep."""
        lockstep = self.parties[name].lockstep
        assert lockstep is not None
        return lockstep

    def story(self, name: str) -> TinyStory:
        """Return a program's game."""
        story = self.lockstep(name).replica.story
        assert isinstance(story, TinyStory)
        return story

    def told(self, name: str, kind: type[EventType]) -> list[EventType]:
        """Return what a session was told, of one kind."""
        return [event for event in self.events[name] if isinstance(event, kind)]

    def alike(self) -> bool:
        """Tell whether all logs have the same head."""
        return len({self.lockstep(name).replica.heads[-1] for name in self.names}) == 1


def joining(name: str) -> m.Join:
    """Return a request for a seat."""
    return m.Join(name, 1, b"", watch=False, match=b"")
