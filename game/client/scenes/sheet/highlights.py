"""What a round had worth telling: who leads now, a comeback, the best round so far, and one's own best turn. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from game.client.draw import cards, theme, tiles
from game.client.table.moments.kinds import Occasion
from game.client.table.moments.moment import Moment
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, Written
from game.client.words import phrase, say
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Phrase, Text
    from game.match.match import RoundResult
    from game.table.faces import Face
    from game.table.state import Table
    from game.table.tiles import Tile

COMEBACK: Final = 500  # points that one lay behind
WORTH_SHOWING: Final = 3  # tiles of a turn
TILE: Final = 26.0
MOST: Final = 9  # tiles that are shown
PAD: Final = 10.0
CORNER: Final = 12.0
LEAST_ROOM: Final = 1000.0  # logical px of a window at normal text size
FEW: Final = 6  # sides, beyond which the sheet needs its height


@dataclass(frozen=True, slots=True)
class RoundNews:
    """What a round was worth telling: its kind, whose it is, the words of the ribbon, and a sentence for the sheet."""

    kind: Occasion
    ours: bool
    title: Phrase
    told: Phrase | None = None

    @property
    def moment(self) -> Moment:
        """It as a moment, which no tile made."""
        return Moment(self.kind, NO_SEAT, self.ours, (), self.title)


def told_of(results: Sequence[RoundResult], own: int, names: Sequence[Text], *, lowest: bool) -> RoundNews | None:
    """Say the greatest of what the last round changed in the match, or that it was won, if anything."""
    last = results[-1]
    sign = -1 if lowest else 1
    changed = _changed(results, own, names, sign) if len(results) > 1 else None
    if changed is None and _alone_first([sign * sheet.total for sheet in last.sheets]) == own:
        return RoundNews(Occasion.ROUND, ours=True, title=phrase("moment.round"))
    return changed


def _changed(results: Sequence[RoundResult], own: int, names: Sequence[Text], sign: int) -> RoundNews | None:
    last = results[-1]
    now = [sign * total for total in last.totals]
    before = [total - sign * sheet.total for total, sheet in zip(now, last.sheets, strict=True)]
    leads, led = _alone_first(now), _alone_first(before)
    ahead = 0 if leads is None else now[leads] - max(total for at, total in enumerate(now) if at != leads)
    if leads is not None and leads != led:
        behind = max(before) - before[leads]
        if leads != own:
            title = phrase("moment.lead", name=names[leads], points=ahead)
            told = phrase("score.leads", name=names[leads], points=ahead)
            return RoundNews(Occasion.LEAD, ours=False, title=title, told=told)
        if behind >= COMEBACK:
            told = phrase("score.comeback", behind=behind, points=ahead)
            return RoundNews(Occasion.COMEBACK, ours=True, title=phrase("moment.comeback", behind=behind), told=told)
        told = phrase("score.you_lead", points=ahead)
        return RoundNews(Occasion.LEAD, ours=True, title=phrase("moment.lead_us", points=ahead), told=told)
    made = [sign * one.sheets[own].total for one in results]
    if made[-1] > max(made[:-1]):
        title, told = (phrase(code, points=sign * made[-1]) for code in ("moment.record", "score.best_round"))
        return RoundNews(Occasion.RECORD, ours=True, title=title, told=told)
    return None


def _alone_first(totals: Sequence[int]) -> int | None:
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def best_turn(past: Sequence[tuple[int, Table]], seat: int) -> tuple[Tile, ...]:
    """Return the tiles that a seat brought to the table in its best turn of the round."""
    best: tuple[Tile, ...] = ()
    turn: list[Tile] = []
    for (_at, before), (_then, after) in pairwise(past):
        if before.to_move != seat:
            turn = []
            continue
        rack = set(before.racks[seat])
        turn += [tile for meld in after.melds for tile in meld.tiles if tile in rack]
        if len(turn) > len(best):
            best = tuple(turn)
    return best if len(best) >= WORTH_SHOWING else ()


class BestTurn(Widget):
    """One's own best turn of the round with its tiles, at the right of the sheet's title."""

    kind = "best turn"

    def __init__(self, name: str, faces: Sequence[Face], *, as_cards: bool) -> None:
        super().__init__(name)
        self.faces, self.as_cards = tuple(faces), as_cards

    def main_text(self) -> str:
        """Say how many tiles it was."""
        return say("score.best_turn", n=len(self.faces))

    def _step(self) -> float:
        return TILE * (cards.SHOWN if self.as_cards else 1.0) + 1

    def _shows(self, look: Look) -> bool:
        return look.viewport.canvas.w >= look.scaled(LEAST_ROOM)

    def min_size(self, look: Look) -> Size:
        """Return the room of words and tiles; none where the words of the sheet need it."""
        if not self._shows(look):
            return (0.0, 0.0)
        shown = min(MOST, len(self.faces))
        wide = max((shown - 1) * self._step() + TILE, look.wide(self.main_text(), theme.SMALL_BOLD) + 1)
        kind = cards if self.as_cards else tiles
        return (wide + 2 * PAD, look.leading(theme.SMALL_BOLD) + TILE * kind.TALL + PAD)

    def _words(self) -> Box:
        return Box(self.rect.x + PAD, self.rect.y + PAD / 2, self.rect.w - 2 * PAD, self.look.leading(theme.SMALL_BOLD))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words over the tiles."""
        look = self.look
        if not self._shows(look):
            return
        draw.plate(surface, look, self.rect, CORNER, theme.PAPER_BAND)
        words = self._words()
        draw.line(surface, look, self.main_text(), theme.SMALL_BOLD, theme.INK_2, (words.x, words.centre[1]))
        kind = cards if self.as_cards else tiles
        wide, top = look.px(TILE), words.bottom + 2
        faces, left = self.faces[:MOST], self.rect.x + PAD
        row = Box(left, top, (len(faces) - 1) * self._step() + TILE, TILE * kind.TALL)
        with draw.kept_round(surface, look, row):
            for at, face in enumerate(faces):
                sprite = kind.shaded(face, wide, look.palette)
                x = left + at * self._step()
                surface.blit(sprite.surface, sprite.at((round(x * look.u), round(top * look.u))))

    def texts(self) -> Iterator[Written]:
        """Yield the words."""
        if self._shows(self.look):
            yield draw.fitted_line(self.look, self.main_text(), theme.SMALL_BOLD, self._words())
