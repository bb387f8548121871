"""The highlights of a round: a new leader, a comeback, the best round so far, and the viewer's own best turn. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import cards, theme, tiles
from game.client.sides import is_you
from game.client.table.moments.kinds import MomentKind
from game.client.table.moments.moment import Moment
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.widget import Widget, WrittenText
from game.client.words import phrase, say
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Phrase, Text
    from game.match.match import RoundResult
    from game.match.transcript import Seat
    from game.table.faces import Face

COMEBACK_POINTS: Final = 500  # points by which the side was behind
MIN_BEST_TURN_TILES: Final = 3  # the fewest tiles of a best turn worth showing
TILE_WIDTH: Final = 26.0
MAX_TILES: Final = 13
PADDING: Final = 10.0
CORNER_RADIUS: Final = 12.0
WORDS_TO_TILES_GAP: Final = 4.0  # between words and tiles
MORE_GAP: Final = 8.0  # before the number of further tiles
MIN_WINDOW_WIDTH: Final = 1000.0  # logical px at normal text size: in a narrower window the best turn is left out
MAX_SIDES: Final = 6  # with more sides the sheet needs the height


@dataclass(frozen=True, slots=True)
class RoundNews:
    """The highlight of a round: its kind, whose it is, the text of the ribbon, and a sentence for the sheet."""

    kind: MomentKind
    ours: bool
    title: Phrase
    told: Phrase | None = None

    @property
    def moment(self) -> Moment:
        """Return the highlight as a moment without tiles."""
        return Moment(self.kind, NO_SEAT, self.ours, (), self.title)


def round_news(results: Sequence[RoundResult], own: int, names: Sequence[Text], *, lowest: bool) -> RoundNews | None:
    """Return the greatest change that the last round made in the match, or that we won the round; None without any."""
    last = results[-1]
    sign = -1 if lowest else 1
    changed = _changed(results, own, names, sign) if len(results) > 1 else None
    if changed is None and sole_leader([sign * sheet.total for sheet in last.sheets]) == own:
        return RoundNews(MomentKind.ROUND, ours=True, title=phrase("moment.round"))
    return changed


def _changed(results: Sequence[RoundResult], own: int, names: Sequence[Text], sign: int) -> RoundNews | None:
    last = results[-1]
    now = [sign * total for total in last.totals]
    before = [total - sign * sheet.total for total, sheet in zip(now, last.sheets, strict=True)]
    leads, led = sole_leader(now), sole_leader(before)
    ahead = 0 if leads is None else now[leads] - max(total for at, total in enumerate(now) if at != leads)
    if leads is not None and leads != led:
        behind = max(before) - before[leads]
        if leads != own:
            title = phrase("moment.lead", name=names[leads], points=ahead)
            told = phrase("score.leads", name=names[leads], points=ahead)
            return RoundNews(MomentKind.LEAD, ours=False, title=title, told=told)
        if behind >= COMEBACK_POINTS:
            told = phrase("score.comeback", behind=behind, points=ahead)
            return RoundNews(MomentKind.COMEBACK, ours=True, title=phrase("moment.comeback", behind=behind), told=told)
        told = phrase("score.you_lead", points=ahead)
        return RoundNews(MomentKind.LEAD, ours=True, title=phrase("moment.lead_us", points=ahead), told=told)
    made = [sign * one.sheets[own].total for one in results]
    if made[-1] > max(made[:-1]):
        title, told = (phrase(code, points=sign * made[-1]) for code in ("moment.record", "score.best_round"))
        return RoundNews(MomentKind.RECORD, ours=True, title=title, told=told)
    return None


def sole_leader(totals: Sequence[int]) -> int | None:
    """Return the index of the highest total; None where several share it."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def own_best_turn(results: Sequence[RoundResult], seats: Sequence[Seat]) -> tuple[int, tuple[Face, ...]] | None:
    """Return the round and the tiles of the viewer's own best turn; None if it was small, or the viewer has no seat."""
    here = next((seat for seat in range(len(seats)) if is_you(seats, seat)), None)
    if here is None or not results:
        return None
    best = max(results, key=lambda one: len(one.best[here]))
    faces = tuple(best.table.faces[tile] for tile in best.best[here])
    return (best.round, faces) if len(faces) >= MIN_BEST_TURN_TILES else None


class BestTurn(Widget):
    """The viewer's own best turn with its tiles: right of a sheet's title, or where its text may wrap if it `flows`."""

    kind = "best turn"

    def __init__(self, name: str, words: Phrase, faces: Sequence[Face], *, as_cards: bool, flows: bool = False) -> None:
        super().__init__(name)
        self.words, self.faces, self.as_cards, self._flows = words, tuple(faces), as_cards, flows
        self.arrived = 1.0  # animation progress, in which its tiles come

    def accessible_text(self) -> str:
        """Return how many tiles it was."""
        return str(self.words)

    def _step(self) -> float:
        return TILE_WIDTH * (cards.COVERED_SHARE if self.as_cards else 1.0) + 1

    def _tile_height(self) -> float:
        return TILE_WIDTH * (cards.HEIGHT_RATIO if self.as_cards else tiles.HEIGHT_RATIO)

    def _tiles_width(self, count: int) -> float:
        return (count - 1) * self._step() + TILE_WIDTH

    def _shown(self, look: Look, width: float) -> tuple[int, str]:
        """Return the number of tiles that fit a width, and the text for the others."""
        count, most = len(self.faces), int((width - TILE_WIDTH) // self._step()) + 1 if self._flows else MAX_TILES
        if count <= most:
            return count, ""
        more = look.text_width(say("score.more", n=count), theme.SMALL_BOLD) + MORE_GAP if self._flows else 0.0
        shown = max(1, most - math.ceil(more / self._step()))
        return shown, say("score.more", n=count - shown)

    def _is_shown(self, look: Look) -> bool:
        return self._flows or look.viewport.canvas.w >= look.scaled(MIN_WINDOW_WIDTH)

    def min_size(self, look: Look) -> Size:
        """Return the size of text and tiles; zero where the sheet's own text needs the room."""
        if not self._is_shown(look):
            return (0.0, 0.0)
        shown, more = self._shown(look, 0.0)
        across = self._tiles_width(shown) + (look.text_width(more, theme.SMALL_BOLD) + MORE_GAP if more else 0.0)
        words = 0.0 if self._flows else look.text_width(self.accessible_text(), theme.SMALL_BOLD) + 1
        wide = max(across, words) + 2 * PADDING
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the words over the tiles."""
        if not self._is_shown(look):
            return 0.0
        return (
            look.wrapped_size(self.accessible_text(), theme.SMALL_BOLD, width - 2 * PADDING)[1]
            + self._tile_height()
            + PADDING
            + WORDS_TO_TILES_GAP
        )

    def _words(self) -> Box:
        high = self.rect.h - self._tile_height() - PADDING - WORDS_TO_TILES_GAP
        return Box(self.rect.x + PADDING, self.rect.y + PADDING / 2, self.rect.w - 2 * PADDING, high)

    def _row(self) -> tuple[Box, str, Box]:
        """Return the boxes of the tiles, the text for further tiles, and its box."""
        words = self._words()
        shown, more = self._shown(self.look, words.w)
        row = Box(words.x, words.bottom + WORDS_TO_TILES_GAP, self._tiles_width(shown), self._tile_height())
        wide = self.look.text_width(more, theme.SMALL_BOLD) + 1
        return row, more, Box(row.right + MORE_GAP - 1, row.y, wide, row.h)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words over the tiles, which come one after another."""
        if not self._is_shown(self.look) or self.arrived <= 0:
            return
        look = self.look
        draw.plate(surface, look, self.rect, CORNER_RADIUS, theme.PAPER_BAND)
        draw.paragraph(surface, look, self.accessible_text(), theme.SMALL_BOLD, theme.SECONDARY_INK, self._words())
        kind = cards if self.as_cards else tiles
        row, more, beside = self._row()
        if self.arrived >= 1:
            draw.line(surface, look, more, theme.SMALL_BOLD, theme.SECONDARY_INK, (beside.x, beside.centre[1]))
        there = math.ceil(self._shown(look, self._words().w)[0] * self.arrived)
        with draw.unmirrored_box(surface, look, row):
            for at, face in enumerate(self.faces[:there]):
                sprite = kind.with_shadow(face, look.px(TILE_WIDTH), look.palette)
                x = row.x + at * self._step()
                surface.blit(sprite.surface, sprite.blit_position((round(x * look.u), round(row.y * look.u))))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the words, and how many more tiles there are."""
        if self._is_shown(self.look):
            yield draw.fitted_paragraph(self.look, self.accessible_text(), theme.SMALL_BOLD, self._words())
            _row, more, beside = self._row()
            if more:
                yield draw.fitted_line(self.look, more, theme.SMALL_BOLD, beside)
