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
from game.client.theatre.easel import Easel
from game.client.theatre.keeping import keep
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.theatre.projector import Projector
    from game.client.wishes import Wishes
    from game.session.reel import Reel, ReelPlace

PICTURE: Final = (1920, 1080)
FILM: Final = (960, 540)
FRAME_MS: Final = 900
LAST: Final = 3  # the last frame is shown this many times as long


def share_page(wishes: Wishes, projector: Projector) -> Message:
    """Return the page with the ways to share."""
    reel, at = projector.reel, projector.place
    folder = projector.ways.exports
    begin, end = span(reel, at, whole=False)
    whole = span(reel, at, whole=True)
    buttons = [
        Button("share.picture", phrase("share.picture"), lambda: _picture(wishes, projector), icon="eye"),
        Button("share.turn", phrase("share.turn"), lambda: Push(Filming(wishes, projector, begin, end)), icon="play"),
        Button("share.round", phrase("share.round"), lambda: Push(Filming(wishes, projector, *whole)), icon="fast"),
        Button("share.text", phrase("share.text"), lambda: _text(wishes, projector), icon="book"),
        Button("share.code", phrase("share.code"), lambda: _deal(projector), icon="copy"),
    ]
    *files, code = buttons
    for button in files:
        button.enabled = folder is not None
    buttons[1].enabled &= end > begin
    buttons[2].enabled &= whole[1] > 0
    code.enabled = projector.ways.deal is not None and not reel.sealed
    if reel.sealed:
        code.reason = phrase("share.no_code")
    back = Button("share.back", phrase("button.back"), Pop, key="Esc")
    title = phrase("theatre.share")
    dialog = Dialog("share", title, phrase("share.line"), (back,), Column("share.ways", buttons, 8.0))
    return Message("share", wishes, dialog)


def span(reel: Reel, at: ReelPlace, *, whole: bool) -> tuple[int, int]:
    """Return the first and last move of a place's turn, or of its whole round."""
    played = reel.rounds[at.round]
    if whole:
        return (0, played.moves)
    end = next((one for one in played.turns if one >= at.made), 0)
    return (max((one for one in played.turns if one < end), default=0), end)


def film_of(easel: Easel, reel: Reel, at: ReelPlace, *, whole: bool) -> bytes:
    """Return the film of a place's turn, or of its whole round, as the bytes of a file."""
    begin, end = span(reel, at, whole=whole)
    film = Film(FRAME_MS)
    for made in range(begin, end + 1):
        film.add(easel.picture(replace(at, made=made)), LAST if made == end else 1)
    return film.written()


def _easel(wishes: Wishes, projector: Projector, size: tuple[int, int]) -> Easel:
    return Easel(wishes, projector.family, projector.reel, projector.eyes, size)


def _keep(wishes: Wishes, projector: Projector, ending: str, content: bytes) -> Change:
    return keep(wishes, projector.ways.exports, (projector.reel.rules.key, ending), content)


def png(picture: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    file = BytesIO()
    pygame.image.save(picture, file, "picture.png")
    return file.getvalue()


def _picture(wishes: Wishes, projector: Projector) -> Change:
    return _keep(wishes, projector, ".png", png(_easel(wishes, projector, PICTURE).picture(projector.place)))


def _text(wishes: Wishes, projector: Projector) -> Change:
    return _keep(wishes, projector, ".comodin", projector.ways.text(projector.reel).encode())


def _deal(projector: Projector) -> Change | None:
    return None if projector.ways.deal is None else projector.ways.deal(projector.reel)


class Filming(Message):
    """Draws a film, one move per frame of the window, with a progress message; can be cancelled."""

    def __init__(self, wishes: Wishes, projector: Projector, begin: int, end: int) -> None:
        self._wishes, self._projector, self._made, self._begin, self._end = wishes, projector, begin, begin, end
        self._easel = _easel(wishes, projector, FILM)
        self._film = Film(FRAME_MS)
        self._far = Paragraph("filming.far", "", theme.READING, theme.CREAM)
        self._tell()
        stop = Button("filming.stop", phrase("share.stop"), Pop, key="Esc")
        words = (phrase("share.filming"), phrase("share.filming_line"))
        super().__init__("filming", wishes, Dialog("filming", *words, (stop,), self._far))

    def _tell(self) -> None:
        self._far.text = phrase("share.far", made=self._made - self._begin, moves=self._end - self._begin)

    @property
    def restless(self) -> bool:
        """Return that every iteration of the main loop has work."""
        return True

    def update(self, now: float) -> Change | None:
        """Draw the next move; after the last one, save the film."""
        change = super().update(now)
        if change is not None or self.look is None:
            return change
        place = replace(self._projector.place, made=self._made)
        self._film.add(self._easel.picture(place), LAST if self._made == self._end else 1)
        if self._made == self._end:
            kept = _keep(self._wishes, self._projector, ".png", self._film.written())
            return Replace(kept.scene) if isinstance(kept, Push) else kept
        self._made += 1
        self._tell()
        self.layout(self.look.viewport)
        return None
