"""Renders a table as a picture without the theatre's controls, for files to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.client.scenes.page import make_look
from game.client.table.board import ButtonHeights
from game.client.table.board_page import widget_parts
from game.client.table.sprites import Marks
from game.client.theatre.session import ReplaySession, sorted_turn
from game.client.viewport import Viewport
from game.client.words import say
from game.session.match_replay import ALL_SEATS, ReplayPosition

if TYPE_CHECKING:
    from typing import Any

    from game.client.preferences import Preferences
    from game.client.table.family import TableFamily
    from game.session.match_replay import Replay

BUTTONS_WIDTH: Final = 44.0  # the width that the bar's buttons would take


class TableRenderer:
    """Draws places of one match from one point of view, all at one size."""

    def __init__(
        self, preferences: Preferences, family: TableFamily[Any], replay: Replay, viewpoint: int, size: tuple[int, int]
    ) -> None:
        self._preferences, self._family, self._replay, self._viewpoint = preferences, family, replay, viewpoint
        self._size = size
        self._board = family.board(ReplaySession(replay, ReplayPosition(), viewpoint), None)

    def picture(self, place: ReplayPosition) -> pygame.Surface:
        """Return a picture of the table at a place."""
        board, look = self._board, make_look(Viewport(self._size), self._preferences)
        board.set_cards(cards=self._preferences.as_cards(self._replay.rules.deck))
        session = ReplaySession(self._replay, place, self._viewpoint)
        board.session, board.teaches, board.opens = session, False, self._viewpoint == ALL_SEATS
        played = session.current_round
        turn, turns = played.turn_at(place.made), len(played.turn_ends)
        words = say("theatre.at", turn=turn, turns=turns, made=place.made, moves=played.move_count)
        board.headline = (self._replay.rules.title, words)
        board.show(look, sorted_turn(self._family, session), Marks(), ButtonHeights(0.0, 0.0, BUTTONS_WIDTH, 0), None)
        surface = pygame.Surface(look.viewport.canvas_size)
        for part in (
            *board.resting,
            *widget_parts(look, (board.bar, board.banner, *board.plates.values(), *board.side_widgets)),
        ):
            part.draw(surface)
        return surface
