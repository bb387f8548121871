"""An open table to test with: a match in this process, bots that answer at once, hands that send plain events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pygame

from game.bots.bot import BOT_VERSION, USUAL
from game.bots.pool import InlineThinker
from game.client.director import Director
from game.client.house import Game
from game.client.scenes.open_table import OpenTableScene
from game.client.viewport import Viewport
from game.client.wishes import Settings
from game.commands.position import read_position
from game.match.match import Match, Standing
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import choose
from game.session.draft import after, refusal_for
from game.session.local import LocalSession
from game.session.session import Moved
from game.table.options import Options
from game.table.tiles import Tile
from game.table.view import View
from tests.client.table_kit import Drawer, House4Tests, NoJournal, TableHand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.scenes.open_table_turn import OpenTurn
    from game.rules.ruleset import RuleSet
    from game.session.session import Event
    from game.table.moves import Move
    from game.table.options import Value
    from game.table.refusals import Refusal

NAMES = ("Rosa", "Bruno", "Lía", "Nora", "Tito", "Vera", "Massimiliano")


def open_header(game: str = "rummikub", seats: int = 4, seed: int = 7, **chosen: Value) -> Header:
    """Return a match of one person and bots."""
    rules = rules_of(game)
    options = choose(rules, {"players": seats, "first_starter": "seat0", **chosen})
    assert isinstance(options, Options), options
    chairs = (
        Seat(NAMES[0], Controller.HERE),
        *(Seat(NAMES[at], Controller.BOT, "medium") for at in range(1, seats)),
    )
    return Header(rules.key, options, rules.deck.key, chairs, "open", seed, BOT_VERSION, USUAL.nodes)


@dataclass
class OpenHand(TableHand):
    """An open table under a director, with hands and a clock of its own."""

    game: str = "rummikub"
    seats: int = 4
    scene: OpenTableScene = field(init=False)  # type: ignore[assignment]  # the other family's scene, same door

    def __post_init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        match = self.match or Match.new(open_header(self.game, self.seats, self.seed, **self.chosen))
        self.session = LocalSession(match, InlineThinker(), NoJournal(), pace=self.pace)
        self.doors = House4Tests()
        self.doors.wishes.now = Settings(calm=self.calm)
        self.doors.house.table = lambda game: OpenTableScene(self.doors.house, game)
        self.scene = OpenTableScene(self.doors.house, Game(self.session, self.drawer))
        self.director = Director(self.scene, Viewport(self.size))

    @property
    def turn(self) -> OpenTurn:
        """The turn of the person at the table."""
        assert self.scene.turn is not None
        return self.scene.turn

    def tiles(self) -> dict[str, list[Tile]]:
        """Return the tiles that are seen, by the words of their faces."""
        found: dict[str, list[Tile]] = {}
        for place in self.scene.places():
            if place.kind == "tile":
                found.setdefault(place.text, []).append(Tile(int(place.name.partition(":")[2])))
        return found


@dataclass
class PositionSession:
    """A session that begins in the middle: a position of the notation; only the watching seat plays."""

    header: Header
    view: View
    left: float | None = None
    paused: bool = False
    events: list[Event] = field(default_factory=list)
    sent: list[Move] = field(default_factory=list)
    watching: int = 0

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.header.game)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.header.seats

    @property
    def standing(self) -> Standing:
        return Standing(self.header.seats, self.view.table, 1, self.view.table.totals)

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        view = self.view
        for move in moves:
            refused = refusal_for(view, move)
            if refused is not None:
                return refused
            before, view = view, after(view, move)
            self.events.append(Moved(0, move, before, view))
        self.sent += moves
        self.view = view
        return None

    def poll(self, _now: float) -> tuple[Event, ...]:
        told, self.events = tuple(self.events), []
        return told

    def proceed(self) -> None:
        """There is no next round here."""

    def seconds_left(self, _now: float) -> float | None:
        return self.left

    def pause(self, *, paused: bool) -> None:
        self.paused = paused

    def close(self) -> None:
        """Nothing is open."""


def placed(size: tuple[int, int] = (1280, 720), left: float | None = None, **said: object) -> OpenHand:
    """Return hands at a position in the notation of the rule book; seat 0 is to move."""
    position = read_position({"game": "rummikub", "opened": True, **said})
    table = position.table
    header = replace(open_header(table.game, table.seats), options=table.options)
    session = PositionSession(header, View(table, 0, position.faces), left)
    hand = OpenHand(game=table.game, seats=table.seats, size=size)
    hand.session = session  # type: ignore[assignment]  # the same door, with another beginning
    hand.scene = OpenTableScene(hand.doors.house, Game(session, hand.drawer))
    hand.director = Director(hand.scene, Viewport(size))
    hand.pass_time()
    return hand


COLOURS = "RBYK"
CROWDED = [
    *(
        f"[{' '.join(f'{colour}{number}a' for number in range(first, last + 1))}]"
        for first, last in ((1, 4), (5, 8), (9, 13))
        for colour in COLOURS
    ),
    *(f"[{' '.join(f'{colour}{number}b' for colour in COLOURS)}]" for number in range(1, 11)),
    "[K11b K12b *=K13]",
]  # 95 tiles in 23 sets, one joker

__all__ = ["CROWDED", "Drawer", "OpenHand", "PositionSession", "open_header", "placed"]
