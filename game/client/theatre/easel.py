"""Renders a table as a picture without the theatre's controls, for files to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.client.scenes.page import look_for
from game.client.table.board import Heights
from game.client.table.board_page import widget_parts
from game.client.table.sprites import Marks
from game.client.theatre.session import ReelSession, sorted_turn
from game.client.viewport import Viewport
from game.client.words import say
from game.session.reel import ALL, ReelPlace

if TYPE_CHECKING:
    from typing import Any

    from game.client.table.family import TableFamily
    from game.client.wishes import Wishes
    from game.session.reel import Reel

BAR: Final = 44.0  # the width that the bar's buttons would take


class Easel:
    """Draws places of one match from one point of view, all at one size."""

    def __init__(self, wishes: Wishes, family: TableFamily[Any], reel: Reel, eyes: int, size: tuple[int, int]) -> None:
        self._wishes, self._family, self._reel, self._eyes = wishes, family, reel, eyes
        self._size = size
        self._board = family.board(ReelSession(reel, ReelPlace(), eyes), None)

    def picture(self, place: ReelPlace) -> pygame.Surface:
        """Return a picture of the table at a place."""
        board, look = self._board, look_for(Viewport(self._size), self._wishes)
        board.show_as(cards=self._wishes.as_cards(self._reel.rules.deck))
        session = ReelSession(self._reel, place, self._eyes)
        board.session, board.teaches, board.opens = session, False, self._eyes == ALL
        played = session.played
        turn, turns = played.turn_at(place.made), len(played.turns)
        words = say("theatre.at", turn=turn, turns=turns, made=place.made, moves=played.moves)
        board.headline = (self._reel.rules.title, words)
        board.show(look, sorted_turn(self._family, session), Marks(), Heights(0.0, 0.0, BAR, 0), None)
        surface = pygame.Surface(look.viewport.canvas_size)
        for part in (
            *board.resting,
            *widget_parts(look, (board.bar, board.banner, *board.plates.values(), *board.asides)),
        ):
            part.draw(surface)
        return surface
