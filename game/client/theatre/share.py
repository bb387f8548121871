"""Sharing a place of a match: a picture, a film of a turn or round, the log as text, a short code."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.animated import Film
from game.client.scenes.message import Message
from game.client.theatre.keeping import save_file
from game.client.theatre.table_renderer import TableRenderer
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.session.match_replay import Replay, ReplayPosition

PICTURE_SIZE: Final = (1920, 1080)
FILM_SIZE: Final = (960, 540)
FRAME_MS: Final = 900
LAST_FRAME_REPEATS: Final = 3  # the last frame is shown so many times as long as the others


def share_page(preferences: Preferences, cursor: ReplayCursor) -> Message:
    """Return the page with the ways to share."""
    replay, at = cursor.replay, cursor.place
    folder = cursor.actions.exports
    begin, end = move_span(replay, at, whole=False)
    whole = move_span(replay, at, whole=True)
    buttons = [
        Button("share.picture", phrase("share.picture"), lambda: _picture(preferences, cursor), icon="eye"),
        Button("share.turn", phrase("share.turn"), lambda: Push(Filming(preferences, cursor, begin, end)), icon="play"),
        Button("share.round", phrase("share.round"), lambda: Push(Filming(preferences, cursor, *whole)), icon="fast"),
        Button("share.text", phrase("share.text"), lambda: _text(preferences, cursor), icon="book"),
        Button("share.code", phrase("share.code"), lambda: _deal(cursor), icon="copy"),
    ]
    *files, code = buttons
    for button in files:
        button.enabled = folder is not None
    buttons[1].enabled &= end > begin
    buttons[2].enabled &= whole[1] > 0
    code.enabled = cursor.actions.deal is not None and not replay.is_sealed
    if replay.is_sealed:
        code.reason = phrase("share.no_code")
    back = Button("share.back", phrase("button.back"), Pop, key="Esc")
    title = phrase("theatre.share")
    dialog = Dialog("share", title, phrase("share.line"), (back,), Column("share.ways", buttons, 8.0))
    return Message("share", preferences, dialog)


def move_span(replay: Replay, at: ReplayPosition, *, whole: bool) -> tuple[int, int]:
    """Return the numbers of moves made before and after a place's turn, or its whole round."""
    played = replay.rounds[at.round]
    if whole:
        return (0, played.move_count)
    end = next((one for one in played.turn_ends if one >= at.made), 0)
    return (max((one for one in played.turn_ends if one < end), default=0), end)


def film_of(renderer: TableRenderer, replay: Replay, at: ReplayPosition, *, whole: bool) -> bytes:
    """Return the film of a place's turn, or of its whole round, as the bytes of a file."""
    begin, end = move_span(replay, at, whole=whole)
    film = Film(FRAME_MS)
    for made in range(begin, end + 1):
        film.add(renderer.picture(replace(at, made=made)), LAST_FRAME_REPEATS if made == end else 1)
    return film.to_bytes()


def _renderer(preferences: Preferences, cursor: ReplayCursor, size: tuple[int, int]) -> TableRenderer:
    return TableRenderer(preferences, cursor.family, cursor.replay, cursor.viewpoint, size)


def _keep(preferences: Preferences, cursor: ReplayCursor, ending: str, content: bytes) -> Change:
    return save_file(preferences, cursor.actions.exports, (cursor.replay.rules.key, ending), content)


def picture_to_png(picture: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    file = BytesIO()
    pygame.image.save(picture, file, "picture.png")
    return file.getvalue()


def _picture(preferences: Preferences, cursor: ReplayCursor) -> Change:
    return _keep(
        preferences, cursor, ".png", picture_to_png(_renderer(preferences, cursor, PICTURE_SIZE).picture(cursor.place))
    )


def _text(preferences: Preferences, cursor: ReplayCursor) -> Change:
    return _keep(preferences, cursor, ".comodin", cursor.actions.text(cursor.replay).encode())


def _deal(cursor: ReplayCursor) -> Change | None:
    return None if cursor.actions.deal is None else cursor.actions.deal(cursor.replay)


class Filming(Message):
    """Draws a film, one move per update, with a progress message; can be cancelled."""

    def __init__(self, preferences: Preferences, cursor: ReplayCursor, begin: int, end: int) -> None:
        self._preferences, self._cursor, self._made, self._begin, self._end = preferences, cursor, begin, begin, end
        self._renderer = _renderer(preferences, cursor, FILM_SIZE)
        self._film = Film(FRAME_MS)
        self._far = Paragraph("filming.far", "", theme.READING, theme.CREAM)
        self._tell()
        stop = Button("filming.stop", phrase("share.stop"), Pop, key="Esc")
        words = (phrase("share.filming"), phrase("share.filming_line"))
        super().__init__("filming", preferences, Dialog("filming", *words, (stop,), self._far))

    def _tell(self) -> None:
        self._far.text = phrase("share.far", made=self._made - self._begin, moves=self._end - self._begin)

    @property
    def wants_frames(self) -> bool:
        """Return True: every frame of the window draws a move."""
        return True

    def update(self, now: float) -> Change | None:
        """Draw the next move; after the last one, save the film."""
        change = super().update(now)
        if change is not None or self.look is None:
            return change
        place = replace(self._cursor.place, made=self._made)
        self._film.add(self._renderer.picture(place), LAST_FRAME_REPEATS if self._made == self._end else 1)
        if self._made == self._end:
            kept = _keep(self._preferences, self._cursor, ".png", self._film.to_bytes())
            return Replace(kept.scene) if isinstance(kept, Push) else kept
        self._made += 1
        self._tell()
        self.layout(self.look.viewport)
        return None
