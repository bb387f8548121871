"""The emblem of a feat: enamel with a gold rim once earned, an outline before, and a ring that shows the progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.annals.feats import FeatShelf
from game.client.draw import paint, theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Surface

    from game.annals.feats import Feat, Progress
    from game.client.draw.theme import Gradient
    from game.client.widgets.look import Look

ENAMEL_FILLS: Final[Mapping[FeatShelf, Gradient]] = {
    FeatShelf.SETS: theme.vertical_gradient("#B9821E", "#7A4F08"),
    FeatShelf.JOKERS: theme.vertical_gradient("#B5443A", "#741F1C"),
    FeatShelf.DEAD_HANDS: theme.vertical_gradient("#3F7FC4", "#1D4A84"),
    FeatShelf.OPEN_TABLE: theme.vertical_gradient("#3B9A6B", "#1B5A3C"),
    FeatShelf.EVENINGS: theme.vertical_gradient("#8C63C4", "#543387"),
}
RIM_FILL: Final = theme.vertical_gradient("#FFE09A", "#B8791A")
SIGN_SHARE: Final = 0.46  # of the emblem
RING_WIDTH: Final = 4.0
RIM_SHARE: Final = 0.06  # width of the rim around the enamel, as a share of the emblem
OUTLINE_WIDTH: Final = 1.6
NUMBER_SHARE: Final = 0.72  # of the emblem
NUMBER_ROLES: Final = (theme.BIG_NUMBER, theme.NUMBER, theme.CHIP)


def draw_emblem(surface: Surface, look: Look, feat: Feat, progress: Progress, box: Box) -> None:
    """Draw a feat's emblem into the middle of a box."""
    side = min(box.w, box.h)
    disc = box.middle(side, side)
    if progress.is_earned:
        draw.plate(surface, look, disc, side / 2, RIM_FILL, None, theme.SHADE_CONTROL)
        draw.plate(
            surface, look, disc.inset(side * RIM_SHARE), side / 2, ENAMEL_FILLS[feat.shelf], draw.Edge(theme.BLACK, 1.0)
        )
        ink = theme.WHITE
    else:
        draw.plate(surface, look, disc.inset(2), side / 2, None, draw.Edge(theme.STRONG_LINE, OUTLINE_WIDTH))
        ink = theme.STRONG_LINE
        if progress.have:
            rect = look.rect(disc)
            ring = paint.arc_mask(rect.w, look.px(RING_WIDTH), progress.have / progress.need)
            surface.blit(paint.tinted_mask(ring, theme.GOLD), rect)
    if feat.sign.isdecimal():
        room = side * NUMBER_SHARE
        role = next((one for one in NUMBER_ROLES if look.text_width(feat.sign, one) <= room), NUMBER_ROLES[-1])
        shrink = draw.line_shrink(look, feat.sign, role, room)
        draw.line(surface, look, feat.sign, role, ink, disc.centre, "centre", shrink)
        return
    draw.icon(surface, look, feat.sign, disc.centre, side * SIGN_SHARE, ink)
