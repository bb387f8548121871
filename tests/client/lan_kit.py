"""Whole programs at LAN tables in memory: real windows' scenes, cores and sessions over wires without sockets."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pygame

from game.client.debug import ShownItem
from game.client.director import Director
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, KeyUp, PointerDown, PointerMoved, PointerUp, Typed
from game.client.lan.game import LanGame
from game.client.lan.session import QueuedSession
from game.client.preferences import Settings
from game.client.setup import last_setup
from game.client.still import SilentBridge, Studio
from game.client.theatre.opening import Opening
from game.client.turn_notice import TurnNotice
from game.client.viewport import Viewport
from game.client.widgets.button import Button
from game.client.widgets.widget import walk
from game.client.words import say
from game.lan.addresses import DEFAULT_PORT
from net.discovery import SERVICE_TYPE, Address
from net.shell.bridge import Bridge
from net.shell.news import Announced, DiscoveryEvent, DiscoveryFailed, Measured, Withdrawn
from net.shell.tcp import Connected, Disconnected, Failed, Listening, Received, SocketEvent
from tests.net.fake_lan import entropy

SIZE = (1280, 720)
STEP = 0.05


class MemoryBridge(SilentBridge):
    """The bridge of one program; what it says arrives at once."""

    def __init__(self, net: MemoryNet, host: str) -> None:
        super().__init__()
        self.net = net
        self.host = host
        self.port = 0
        self.told: list[SocketEvent | DiscoveryEvent] = []
        self.browses = False
        self.label = ""
        net.bridges.append(self)

    def take_events(self) -> list[SocketEvent | DiscoveryEvent]:
        told, self.told = self.told, []
        return told

    def listen(self, interface: str | None, port: int) -> None:  # noqa: ARG002 - there is one way in
        taken = {bridge.port for bridge in self.net.bridges if bridge.host == self.host}
        self.port = port if port and port not in taken else next(self.net.ports)
        self.told.append(Listening(self.port))

    def dial(self, target: str, host: str, port: int) -> None:
        other = next((one for one in self.net.bridges if (one.host, one.port) == (host, port) and port), None)
        if other is None:
            self.told.append(Failed(target, "nobody answers"))
            return
        number = next(self.net.numbers)
        self.net.wires[number] = (self, other)
        self.told.append(Connected(number, target, host, self.host))
        other.told.append(Connected(number, "", self.host, host))

    def send(self, number: int, sent: bytes) -> None:
        ends = self.net.wires.get(number)
        if ends is not None:
            (ends[1] if ends[0] is self else ends[0]).told.append(Received(number, sent))

    def close_link(self, number: int, *, at_once: bool = False) -> None:  # noqa: ARG002 - nothing is under way
        for end in self.net.wires.pop(number, ()):
            end.told.append(Disconnected(number))

    def measure_ping(self, target: str, host: str, port: int) -> None:
        found = any((one.host, one.port) == (host, port) for one in self.net.bridges)
        self.told.append(Measured(target, 7 if found else None))

    def announce(self, label: str, port: int, said: Mapping[str, str]) -> None:
        if self.net.deaf:
            self.told.append(DiscoveryFailed("no multicast here"))
            return
        self.label = label
        self.net.announce(f"{label}.{SERVICE_TYPE}", said, Address(self.host, port))

    def withdraw(self) -> None:
        if self.label:
            self.net.withdraw(f"{self.label}.{SERVICE_TYPE}")
            self.label = ""

    def browse(self) -> None:
        if self.net.deaf:
            self.told.append(DiscoveryFailed("no multicast here"))
            return
        self.browses = True
        for name, (said, place) in self.net.announced.items():
            self.told.append(Announced(name, dict(said), (place,)))

    def close(self) -> None:
        self.withdraw()
        self.cut()
        if self in self.net.bridges:
            self.net.bridges.remove(self)

    def cut(self) -> None:
        """End every wire without a word, as a cable that is pulled."""
        for number in [number for number, ends in self.net.wires.items() if self in ends]:
            self.close_link(number)


@dataclass
class MemoryNet:
    """The wires between all bridges, and what is announced."""

    bridges: list[MemoryBridge] = field(default_factory=list)
    wires: dict[int, tuple[MemoryBridge, MemoryBridge]] = field(default_factory=dict)
    announced: dict[str, tuple[dict[bytes, bytes | None], Address]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    ports: Iterator[int] = field(default_factory=lambda: itertools.count(DEFAULT_PORT + 1))
    deaf: bool = False

    def announce(self, name: str, said: Mapping[str, str], place: Address) -> None:
        words: dict[bytes, bytes | None] = {key.encode(): value.encode() for key, value in said.items()}
        self.announced[name] = (words, place)
        for bridge in self.bridges:
            if bridge.browses:
                bridge.told.append(Announced(name, dict(words), (place,)))

    def withdraw(self, name: str) -> None:
        self.announced.pop(name, None)
        for bridge in self.bridges:
            if bridge.browses:
                bridge.told.append(Withdrawn(name))


class Player:
    """One program: its studio, its director, and hands at it."""

    def __init__(self, studio: Studio, host: str) -> None:
        self.studio = studio
        self.host = host
        self.director = Director(studio.title(), Viewport(SIZE))
        self.director.turn_notice = self.turn_notice = TurnNotice(studio.context, lambda: studio.lan)
        self.up = True

    @property
    def scene(self) -> str:
        return self.director.top.name

    @property
    def texts(self) -> str:
        return "\n".join(place.text for place in self.director.top.shown_items() if place.text)

    def said(self, code: str) -> bool:
        """Tell whether a sentence is drawn anywhere, also where it is no widget's own."""
        wanted = say(code)
        root = self.director.top.root  # type: ignore[attr-defined] # every scene here is a page
        return any(written.text == wanted for widget, _ in walk(root) for written in widget.texts())

    def click(self, name: str) -> None:
        """Click a thing; one that is out of sight is focused first, which scrolls to it."""
        place = next((one for one in self.director.top.shown_items() if one.name == name), None)
        assert place is not None, f"{name} is not in sight at {self.scene}: {self.texts}"
        if "out of sight" in place.state:
            self.director.top.ring.focus_on(name)  # type: ignore[attr-defined] # every scene here is a page
            place = next(one for one in self.director.top.shown_items() if one.name == name)
        at = place.box.centre
        self.director.on_plain_event(PointerMoved(at))
        self.director.on_plain_event(PointerDown(at))
        self.director.on_plain_event(PointerUp(at))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one point to another."""
        self.director.on_plain_event(PointerMoved(start))
        self.director.on_plain_event(PointerDown(start))
        self.director.on_plain_event(PointerMoved(end, dragging=True))
        self.director.on_plain_event(PointerUp(end))

    def press(self, key: str) -> None:
        self.director.on_plain_event(KeyDown(key))
        self.director.on_plain_event(KeyUp(key))

    def type(self, text: str) -> None:
        self.director.on_plain_event(Typed(text))

    def draw(self) -> pygame.Surface:
        surface = pygame.Surface(self.director.viewport.canvas_size)
        self.director.draw(surface)
        return surface


class Household:
    """All programs, and the time they share."""

    def __init__(self, stack: ExitStack) -> None:
        self.net = MemoryNet()
        self.players: dict[str, Player] = {}
        self.now = 100.0
        self.others: list[Callable[[float], None]] = []  # programs without a window, stepped with the time
        self._stack = stack

    def enter(self, name: str, host: str = "", folder: Path | None = None) -> Player:
        """Start a program on a computer of its own, or on one it ran on before."""
        host = host or f"10.0.0.{len(self.players) + 1}"

        def bridge() -> Bridge:
            return MemoryBridge(self.net, host)

        studio = Studio(Settings(calm=True), player=name, bridge=bridge, folder=folder)
        self._stack.enter_context(studio)
        studio.context.has_focus = lambda: True  # whatever window had the focus in an earlier test
        player = Player(studio, host)
        self.players[name] = player
        return player

    def wait(self, seconds: float) -> None:
        """Let time pass, second by second: in one leap it would be our own sleep, and nobody's silence."""
        for _ in range(round(seconds)):
            self.step(1.0)

    def step(self, seconds: float = STEP) -> None:
        """Let one turn of every main loop pass."""
        self.now += seconds
        for program in self.others:
            program(self.now)
        for player in self.players.values():
            if player.up:
                # Threads read files: wait for them, in no time of ours.
                for reader in (player.studio.matches._reader, player.studio.lan._reader):
                    if reader is not None:
                        reader.join()
                if player.studio.lan.lan_game is not None:
                    player.studio.lan.lan_game.wait()
                if isinstance(player.director.top, Opening):
                    player.director.top.wait()
                player.studio.lan.step(self.now)
                player.director.update(self.now)

    def until(self, true: Callable[[], object], what: str, turns: int = 2_000) -> None:
        """Let time pass until something is so."""
        for _ in range(turns):
            if true():
                return
            self.step()
        seen = {name: (one.scene, one.texts) for name, one in self.players.items()}
        raise AssertionError(f"waited in vain for {what}: {seen}")

    def kill(self, name: str) -> None:
        """End a program where it stands: its wires are cut, it says nothing."""
        player = self.players[name]
        player.up = False
        for bridge in [one for one in self.net.bridges if one.host == player.host]:
            bridge.cut()
            self.net.bridges.remove(bridge)
        player.studio.matches.home.close()

    def cut(self, name: str) -> None:
        """End a program's connections, as a cable pulled and plugged in again at once; it has to call anew."""
        for bridge in [one for one in self.net.bridges if one.host == self.players[name].host]:
            bridge.cut()

    def enter_again(self, name: str) -> Player:
        """Start a program that was killed once more, with the home it had."""
        old = self.players[name]
        return self.enter(name, old.host, old.studio.matches.home.path)


@contextmanager
def household() -> Iterator[Household]:
    """Yield a household; the system's entropy is the same in each.

    So equal beginnings lead to equal deals, and the products of a sealed deal are computed once in a process.
    """
    with ExitStack() as stack:
        stack.enter_context(patch.object(os, "urandom", entropy("a household")))
        yield Household(stack)


def open_table(house: Household, name: str = "Rosa", game: str = "", locked_by: str = "") -> Player:
    """Start a program and host a table by hand, the usual game or one that is clicked; it waits in the room."""
    host = house.enter(name)
    host.click("title.lan")
    host.click("lobby.host")
    if game:
        host.click(game)
    setup = host.director.top._setting.setup  # type: ignore[attr-defined] # a page
    host.click(f"host.players.{last_setup(setup.rules).players}")
    if locked_by:
        host.click("host.password")
        host.type(locked_by)
    host.click("host.open")
    return host


def lobby_rows(player: Player) -> list[ShownItem]:
    """Return the rows of the list of tables."""
    return [
        one for one in player.director.top.shown_items() if one.kind == "row" and one.name.startswith("lobby.tables")
    ]


def find_table(house: Household, guest: Player, host: str = "Rosa") -> ShownItem:
    """Open the list and wait for the table of a host; return its row."""
    guest.click("title.lan")
    house.until(lambda: any(host in row.text for row in lobby_rows(guest)), f"the table of {host} in the list")
    return next(row for row in lobby_rows(guest) if host in row.text)


def join(house: Household, guest: Player, host: str = "Rosa") -> Player:
    """Click the table of a host in the list, and go there."""
    guest.click(find_table(house, guest, host).name)
    guest.click("lobby.join")
    return guest


def host_and_guest(house: Household, guests: int = 1, game: str = "host.games.burako") -> tuple[Player, list[Player]]:
    """Open a table by hand and let others come by the list; return them in the waiting room."""
    host = open_table(house, game=game)
    house.until(lambda: house.net.announced, "the announcement")
    come = []
    for name in ("Bruno", "Lía", "Inés")[:guests]:
        guest = join(house, house.enter(name))
        house.until(partial(_may_be_ready, guest), "the waiting room")
        come.append(guest)
    return host, come


def _may_be_ready(guest: Player) -> bool:
    return any(one.name == "room.ready" for one in guest.director.top.shown_items())


def seat_bots(host: Player, first: int, chairs: int = 4) -> None:
    """Let bots play in the chairs from one on."""
    for chair in range(first, chairs):
        host.click(f"room.chairs.{chair}")
        assert host.scene == "chair"
        host.click("chair.bot_easy")


def begin(house: Household, *, clock: bool = False) -> tuple[Player, Player]:
    """Bring two and two bots to a Burako table, dealt; with a clock, the shortest there is."""
    host, (guest,) = host_and_guest(house)
    if clock:
        host.click("room.options")
        host.director.top.ring.focus_on("host.clock")  # type: ignore[attr-defined] # a page
        host.press("Right")  # the first key shows where the focus is
        host.press("Right")
        host.click("host.open")
        house.step()
    seat_bots(host, 2)
    begin_round(house, host, guest)
    return host, guest


def begin_round(house: Household, host: Player, *guests: Player) -> None:
    """Let everybody in the waiting room be ready, and deal."""
    house.step()
    for guest in guests:
        guest.click("room.ready")
    house.until(lambda: say("room.all_ready") in host.texts, "all to be ready")
    host.click("room.start")
    house.until(lambda: all(one.scene == "table" for one in (host, *guests)), "the table")


def gold(player: Player) -> set[str]:
    """Return the buttons that are gold in the scene in sight."""
    root = player.director.top.root  # type: ignore[attr-defined] # every scene here is a page
    buttons = (one for one, _ in walk(root) if isinstance(one, Button) and one.visible)
    return {one.name for one in buttons if one.face is ButtonKind.PRIMARY and one.enabled}


def lan_game_of(player: Player) -> LanGame:
    """Return the table that a program sits at."""
    lan_game = player.studio.lan.lan_game
    assert lan_game is not None
    return lan_game


def session_of(player: Player) -> QueuedSession:
    """Return the match that a program plays."""
    session = lan_game_of(player).session
    assert session is not None
    return session
