"""The rows of My matches: matches against bots, LAN matches, and score pads, each with the picture of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.game_art import game_sign
from game.client.matches import local_now, unreadable_words
from game.client.sides import (
    is_you,
    joined_texts,
    ordered_sides,
    own_side,
    scores_words,
    side_words,
    unique_names,
    when_words,
)
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.row_face import ICON_SIZE, PADDING, SIGN_GAP, TICK_GAP, ListRow, RowFace
from game.client.words import phrase
from game.rules.registry import rules_of

if TYPE_CHECKING:
    import pygame

    from game.client.annals.pads import KeptPad
    from game.client.draw.theme import RGB
    from game.client.lan.kept import SavedLanMatch
    from game.client.widgets.look import Look
    from game.client.widgets.row_face import ShownRow
    from game.client.words import Text
    from game.store.index import ListedMatch, MatchRow

ART_SIZE: Final = (52.0, 37.0)  # logical px: the picture of a game
MAX_TEXT_SCALE: Final = 1.3  # text scale above which there is no room for it
WON: Final = "trophy"


@dataclass(frozen=True, slots=True)
class MatchLine(ListRow):
    """The row of a match of a game."""

    game: str = ""


class MatchFace(RowFace):
    """A row with the picture of its game at the start, and the icon of its state at the end."""

    def _has_art(self, look: Look, row: ListRow) -> bool:
        return isinstance(row, MatchLine) and look.text_scale <= MAX_TEXT_SCALE

    def text_left(self, look: Look, row: ListRow) -> float:
        """Return the left end of the text, after the picture."""
        return PADDING + ART_SIZE[0] + SIGN_GAP if self._has_art(look, row) else super().text_left(look, row)

    def text_width(self, look: Look, row: ListRow, width: float) -> float:
        """Return the width of the text, before the icon."""
        icon = look.scaled(ICON_SIZE) + TICK_GAP if self._has_art(look, row) else 0.0
        return max(1.0, super().text_width(look, row, width) - icon)

    def draw_sign(self, surface: pygame.Surface, shown: ShownRow, ink: RGB) -> None:
        """Draw the picture and the icon, a cup in gold."""
        look, row, box = shown.look, shown.row, shown.box
        if not isinstance(row, MatchLine) or not self._has_art(look, row):
            super().draw_sign(surface, shown, ink)
            return
        art = look.rect(Box(box.x + PADDING, box.centre[1] - ART_SIZE[1] / 2, *ART_SIZE))
        surface.blit(game_sign(row.game, art.size, look.u, look.palette), art)
        size = look.scaled(ICON_SIZE)
        at = (box.right - PADDING - 1.5 * size - TICK_GAP, box.centre[1])
        draw.icon(surface, look, row.sign or "", at, size, theme.GOLD if row.sign == WON else theme.MUTED)


def match_row(kept: ListedMatch) -> ListRow:
    """Return the row of a match played on this computer; one that cannot be read says so."""
    row = kept.row
    if row is None:
        return ListRow(kept.path.name, kept.path.stem, reason=unreadable_words(kept), sign="warning")
    sides = len(row.totals)
    names = [side_words(row.seats, side, sides) for side in ordered_sides(row.seats, sides)]
    title = phrase("matches.row", game=rules_of(row.game).title, round=row.round, names=joined_texts(names))
    when = when_words(kept.changed, local_now())
    if kept.unread:
        note = phrase("matches.unread_note", when=when, state=phrase("matches.unread"))
        return MatchLine(kept.path.name, title, note, sign="replay", game=row.game)
    note = phrase("matches.note", scores=scores_words(row), when=when, state=state_words(row))
    return MatchLine(kept.path.name, title, note, sign=_icon_name(row), game=row.game)


def lan_row(kept: SavedLanMatch) -> ListRow:
    """Return the row of a LAN match."""
    title = phrase(
        "matches.lan_row", game=rules_of(kept.offer.game).title, names=joined_texts(unique_names(kept.names))
    )
    note = phrase("matches.lan_over" if kept.over else "matches.lan_note", when=when_words(kept.changed, local_now()))
    return MatchLine(kept.path.name, title, note, sign="flag" if kept.over else "lan", game=kept.offer.game)


def pad_row(kept: KeptPad) -> ListRow:
    """Return the row of a score pad."""
    pad = kept.pad
    title = phrase("matches.pad_row", game=rules_of(pad.game).title, names=joined_texts(pad.names))
    state = phrase("matches.state.over" if kept.over else "matches.state.running")
    totals = [phrase("match.score", name=name, points=points) for name, points in zip(pad.names, pad.totals,
                                                                                      strict=True)]  # fmt: skip
    note = phrase("matches.note", scores=joined_texts(totals), when=when_words(kept.changed, local_now()), state=state)
    return MatchLine(kept.path.name, title, note, sign="pad", game=pad.game)


def state_words(row: MatchRow) -> Text:
    """Return the state of a match, or what is wrong with its file."""
    if row.damaged:
        return phrase("matches.state.cut" if row.tail else "matches.state.damaged", line=row.damaged)
    if row.over:
        won = _won(row)
        return phrase("matches.state.over" if won is None else "matches.state.won" if won else "matches.state.lost")
    return phrase("matches.state.scored" if row.scored else "matches.state.running")


def _icon_name(row: MatchRow) -> str:
    """Return a cup for a match won by the person here, a flag for any other finished one."""
    return "replay" if not row.over else WON if _won(row) else "flag"


def _won(row: MatchRow) -> bool | None:
    """Return whether the person at this computer won, None where there is not exactly one."""
    if not any(is_you(row.seats, seat) for seat in range(len(row.seats))):
        return None
    return own_side(row.seats, len(row.totals)) in row.winners
