"""An open table to test with: a match in this process, bots that answer at once, hands that send plain events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.bots.thinker import InlineThinker
from game.client.app_context import MatchAtTable
from game.client.director import Director
from game.client.preferences import Settings
from game.client.table.open.family import OPEN_TABLE
from game.client.table.open.table_input import OpenInput
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.match.match import Match
from game.match.transcript import Header
from game.session.local import LocalSession
from game.table.tiles import Tile
from tests.client.table_kit import Drawer, House4Tests, NoJournal, TableHand
from tools.posed import CROWDED, NAMES, posed_header, position_of

if TYPE_CHECKING:
    from game.client.table.open.turn import OpenTurn
    from game.table.options import OptionValue


def open_header(game: str = "rummikub", seats: int = 4, seed: int = 7, **chosen: OptionValue) -> Header:
    """Return a match of one person and bots."""
    return posed_header(game, seats, seed, NAMES, **chosen)


@dataclass
class OpenHand(TableHand):
    """An open table under a director, with hands and a clock of its own."""

    game: str = "rummikub"
    seats: int = 4
    scene: TableScene[OpenInput] = field(init=False)  # type: ignore[assignment]  # the other family's scene, same door

    def __post_init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        match = self.match or Match.new(open_header(self.game, self.seats, self.seed, **self.chosen))
        self.session = LocalSession(match, InlineThinker(), NoJournal(), pace=self.pace)
        self.doors = House4Tests()
        self.doors.preferences.now = Settings(calm=self.calm)
        self.doors.context.table = lambda game: TableScene(OPEN_TABLE, self.doors.context, game)
        self.scene = TableScene(OPEN_TABLE, self.doors.context, MatchAtTable(self.session, self.drawer))
        self.director = Director(self.scene, Viewport(self.size))

    @property
    def turn(self) -> OpenTurn:
        """The turn of the person at the table."""
        assert self.scene.hands.turn is not None
        return self.scene.hands.turn

    def tiles(self) -> dict[str, list[Tile]]:
        """Return the tiles that are seen, by the words of their faces."""
        found: dict[str, list[Tile]] = {}
        for place in self.scene.shown_items():
            if place.kind == "tile":
                found.setdefault(place.text, []).append(Tile(int(place.name.partition(":")[2])))
        return found


def placed(size: tuple[int, int] = (1280, 720), left: float | None = None, **said: object) -> OpenHand:
    """Return hands at a position in the notation of the rule book; seat 0 is to move."""
    session = position_of(said, left)
    hand = OpenHand(game=session.header.game, seats=len(session.seats), size=size)
    hand.session = session  # type: ignore[assignment]  # the same door, with another beginning
    hand.scene = TableScene(OPEN_TABLE, hand.doors.context, MatchAtTable(session, hand.drawer))
    hand.director = Director(hand.scene, Viewport(size))
    hand.pass_time()
    return hand


__all__ = ["CROWDED", "Drawer", "OpenHand", "open_header", "placed"]
