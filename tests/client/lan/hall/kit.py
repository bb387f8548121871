"""A hall among the programs of a household: the real one, over wires in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from game.bots.names import DEFAULT_LEVEL
from game.commands.hall.hall import HallProgram
from game.commands.hall.rounds import load_tournament
from game.commands.lan_headless import Limits
from game.commands.lan_process import LanOptions
from game.lan.terms import TableOffer
from game.match.transcript import RULES_VERSION
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options
from net.shell.bridge import Bridge
from tests.client.lan_kit import Household, MemoryBridge, MemoryNet
from tests.lan.hall import QuietThinker

HOST = "10.0.0.99"


class HallBridge(MemoryBridge):
    """The bridge of a hall, or of one of its tables."""

    @property
    def has_news(self) -> bool:
        """Whether something has come."""
        return bool(self.told)

    def announce(self, label: str, port: int, said: dict[str, str]) -> None:  # type: ignore[override]
        super().announce(label, port, said)


@dataclass
class Club:
    """The hall that runs now; it may be closed and started again."""

    net: MemoryNet
    folder: Path
    tables: int
    offer: TableOffer
    password: Path | None = None
    cup: Path | None = None  # the tournament that it runs
    persons: int = 2
    keeper: str = ""

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it, with the home it had."""
        wanted = LanOptions(
            "Club", "", 1, str(self.folder), str(self.password) if self.password else None, None, Limits(), port=50_000
        )
        wanted = replace(wanted, persons=self.persons, keeper=self.keeper)
        cup = None if self.cup is None else load_tournament(self.cup, self.tables, self.persons)[0]
        self.program: HallProgram | None = HallProgram(
            wanted, self.offer, (), self.tables, cup, bridge=self._bridge, thinker=QuietThinker
        )
        self.program.listen()

    def _bridge(self, _interfaces: tuple[str, ...], _beside: Bridge | None) -> Bridge:
        return HallBridge(self.net, HOST)

    def step(self, now: float) -> None:
        """Let one turn of its main loop pass."""
        self.now = now
        if self.program is not None:
            self.program.step(round(now * 1000))
            assert not self.program.fault

    def close(self) -> None:
        """Close it in the middle of the evening, as who keeps it may."""
        if self.program is not None:
            self.program.hall.close()
            self.program.step(round(self.now * 1000))
            self.program.close()
            self.program = None

    def kill(self) -> None:
        """End it where it stands: its wires are cut, it says nothing."""
        assert self.program is not None
        for bridge in [one for one in self.net.bridges if one.host == HOST]:
            bridge.cut()
            self.net.bridges.remove(bridge)
        for table in self.program.tables.values():
            table._home._file = None  # what it has is on the disk
        self.program._home.close()
        self.program = None

    now = 0.0

    @property
    def port(self) -> int:
        """Where it is called."""
        assert self.program is not None
        self.program.step(round(self.now * 1000))
        return self.program.port


def offer(game: str = "rummy", players: int = 2) -> TableOffer:
    """What is played at all tables."""
    options = choose_options(rules_of(game), {"players": players, **({"hands": 1} if game == "rummy" else {})})
    assert isinstance(options, Options)
    return TableOffer(game, options, RULES_VERSION, DEFAULT_LEVEL)


def open_club(house: Household, folder: Path, tables: int = 2, word: str = "") -> Club:
    """Open a hall in the household."""
    file = folder / "password"
    if word:
        file.write_text(word, encoding="utf-8")
    club = Club(house.net, folder / "club", tables, offer(), file if word else None)
    house.others.append(club.step)
    return club
