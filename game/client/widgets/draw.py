"""Drawing functions shared by widgets, in logical px: plates, button faces, focus ring, key caps, text, icons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import paint, theme
from game.client.draw import text as type_case
from game.client.draw.icons import icon as icon_surface
from game.client.leftward import mirror
from game.client.widgets.boxes import Box
from game.client.widgets.widget import WrittenText
from game.client.words import key_in_words
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pygame import Surface

    from game.client.draw.text import Align
    from game.client.draw.theme import RGB, ButtonKind, Fill, Role, ShadowStyle
    from game.client.events import PadButton
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.look import Look

KEY_HEIGHT = 22.0
KEY_PAD = 6.0
DISC_TOLERANCE = 0.01  # logical px by which a box may differ from a square and still be drawn as a disc
PAD_SIZE = 24.0
_CAPS = ("LB", "RB", "Menu", "View", "LT", "RT", "L3")
_PLACES: dict[str, tuple[float, float]] = {"south": (0, 1), "east": (1, 0), "west": (-1, 0), "north": (0, -1)}
_ARROWS = {"up": "up", "down": "down", "left": "back", "right": "forward", "scroll up": "up", "scroll down": "down"}


@dataclass(frozen=True, slots=True)
class Edge:
    """A line inside the rim of a plate, in logical px."""

    fill: Fill
    thick: float = theme.BORDER


def plate(
    surface: Surface,
    look: Look,
    box: Box,
    radius: float,
    fill: Fill | None,
    edge: Edge | None = None,
    shade: ShadowStyle | None = None,
) -> None:
    """Draw a rounded box with its shadow."""
    rect = look.rect(box)
    if abs(box.w - box.h) < DISC_TOLERANCE and radius >= box.w / 2 - DISC_TOLERANCE:
        rect.h = rect.w  # a disc must stay round after rounding to px
    if rect.w < 1 or rect.h < 1:
        return
    corner = radius * look.u
    if shade is not None:
        paint.draw_shadow(surface, rect, corner, shade, look.u)
    border = None if edge is None else paint.Border(edge.fill, max(1.0, edge.thick * look.u))
    surface.blit(paint.plate(rect.size, corner, fill, border), rect)


def focus_ring(surface: Surface, look: Look, box: Box, radius: float) -> None:
    """Draw the focus ring: white on dark, visible on felt, wood, paper and gold."""
    plate(surface, look, box.inset(-6), radius + 6, None, Edge(theme.FOCUS_DARK, theme.FOCUS_DARK_WIDTH))
    plate(surface, look, box.inset(-5), radius + 5, None, Edge(theme.FOCUS, theme.FOCUS_WIDTH))


def unmirrored_box(surface: Surface, look: Look, box: Box) -> AbstractContextManager[None]:
    """Draw a box unmirrored: tiles in a row, and time in a plot, go from left to right in every language."""
    return mirror.set_mirrored_in(surface, look.rect(box), mirrored=False)


def mirrored_box(surface: Surface, look: Look, box: Box) -> AbstractContextManager[None]:
    """Mirror a box for right-to-left languages, on a page that is not mirrored."""
    return mirror.set_mirrored_in(surface, look.rect(box), mirrored=reads_leftward())


def icon(surface: Surface, look: Look, name: str, centre: Point, size: float, colour: RGB) -> None:
    """Draw an icon around a point."""
    px = look.px(size)
    at = (round(centre[0] * look.u - px / 2), round(centre[1] * look.u - px / 2))
    surface.blit(icon_surface(name, px, colour), at)


def line(
    surface: Surface,
    look: Look,
    words: str,
    role: Role,
    colour: RGB,
    at: Point,
    align: Align = "left",
    shrink: float = 1.0,
) -> None:
    """Draw one line of text, its capitals centred on the point."""
    place = (round(at[0] * look.u), round(at[1] * look.u))
    type_case.draw(surface, words, look.lettering(role, shrink), colour, place, align=align)


def paragraph(
    surface: Surface,
    look: Look,
    words: str,
    role: Role,
    colour: RGB,
    box: Box,
    align: Align = "left",
    shrink: float = 1.0,
) -> None:
    """Draw a text wrapped to a box, from its top."""
    room = max(1, int(box.w * look.u))
    drawn = type_case.paragraph(words, look.lettering(role, shrink), colour, room, align=align)
    surface.blit(drawn, look.rect(box).topleft)


def fitted_paragraph(look: Look, words: str, role: Role, box: Box, shrink: float = 1.0) -> WrittenText:
    """Return a text wrapped to a box, with its size, for the layout check."""
    widest = max((look.text_width(word, role, shrink) for word in words.replace("**", "").split()), default=0.0)
    return WrittenText(words, box, look.wrapped_size(words, role, box.w, shrink), widest)


def fitted_line(look: Look, words: str, role: Role, box: Box, shrink: float = 1.0) -> WrittenText:
    """Return a text on one line in a box, with its size, for the layout check."""
    wide = look.text_width(words, role, shrink)
    return WrittenText(words, box, (wide, look.lettering(role, shrink).px / look.u), wide)


# --- texts that must fit --------------------------------------------------------------------------------------------

SHRINK_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6)  # shares of a role's size to try, because translations differ in length


def line_shrink(look: Look, words: str, role: Role, room: float) -> float:
    """Return the greatest share of its size at which a text fits on one line of a width, else the least share."""
    return next(
        (share for share in SHRINK_SHARES if look.text_width(words, role, share) <= room + 0.5), SHRINK_SHARES[-1]
    )


def wrap_shrink(look: Look, words: str, role: Role, room: Size, most: float = 1.0) -> float:
    """Return the greatest share of its size, up to `most`, at which a text wrapped to a room fits, every word whole.

    Where none is small enough it is the least one.
    """
    across = int(room[0] * look.u)  # in whole device px, because drawing breaks a word wider than its room
    for share in SHRINK_SHARES:
        whole = all(look.text_width(word, role, share) * look.u <= across for word in words.replace("**", "").split())
        if share <= most and whole and look.wrapped_size(words, role, room[0], share)[1] <= room[1] + 0.5:
            return share
    return SHRINK_SHARES[-1]


# --- key caps -------------------------------------------------------------------------------------------------------


def key_width(look: Look, words: str) -> float:
    """Return the width of a key cap."""
    return max(look.scaled(KEY_HEIGHT), look.text_width(key_in_words(words), theme.KEY_CAP) + 2 * look.scaled(KEY_PAD))


def key_cap(surface: Surface, look: Look, words: str, left_middle: Point, colour: RGB, line_colour: RGB) -> float:
    """Draw a key cap with the middle of its left edge at the point; return its width."""
    wide, high = key_width(look, words), look.scaled(KEY_HEIGHT)
    box = Box(left_middle[0], left_middle[1] - high / 2, wide, high)
    plate(surface, look, box, theme.RADIUS_KEY, None, Edge(line_colour, theme.BORDER))
    line(surface, look, key_in_words(words), theme.KEY_CAP, colour, box.centre, "centre")
    return wide


# --- pad buttons ----------------------------------------------------------------------------------------------------


def pad_width(look: Look, button: PadButton) -> float:
    """Return the width of a pad button's icon."""
    return key_width(look, button) if button in _CAPS else look.scaled(PAD_SIZE)


def pad_sign(surface: Surface, look: Look, button: PadButton, left_middle: Point, ink: RGB, lit: RGB) -> None:
    """Draw a pad button: four discs, one filled, by its position; an arrow for D-pad and stick; a cap with its name."""
    x, middle = left_middle
    if button in _CAPS:
        key_cap(surface, look, button, left_middle, ink, theme.mix(ink, theme.STRONG_LINE, 0.35))
        return
    size = look.scaled(PAD_SIZE)
    centre = (x + size / 2, middle)
    if button in _PLACES:
        dot, away = size * 0.36, size * 0.32
        for place in _PLACES.values():
            box = Box(centre[0] + place[0] * away - dot / 2, centre[1] + place[1] * away - dot / 2, dot, dot)
            fill = lit if place == _PLACES[button] else None
            plate(surface, look, box, dot / 2, fill, Edge(ink, 1.2))
        return
    frame = Box(x, middle - size / 2, size, size)
    radius = size / 2 if button.startswith("scroll") else size * 0.22
    plate(surface, look, frame.inset(1), radius, None, Edge(ink, 1.2))
    icon(surface, look, _ARROWS[button], centre, size * 0.5, ink)


# --- button faces ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ControlState:
    """The present state of a control."""

    enabled: bool = True
    hovered: bool = False
    held: bool = False


def button_face(surface: Surface, look: Look, box: Box, kind: ButtonKind, press: ControlState) -> Box:
    """Draw a button without its label in a box that includes the edge below; return the box of the label."""
    colours = theme.BUTTON_LOOKS[kind]
    depth = theme.BUTTON_EDGE
    face = Box(box.x, box.y, box.w, box.h - depth)
    radius = min(theme.RADIUS_BUTTON, theme.MAX_BUTTON_RADIUS_SHARE * face.h)
    if not press.enabled:
        lowered = face.moved(0, 2)
        rim = theme.LINE if colours.face is None else None
        plate(surface, look, lowered, radius, colours.off_face, Edge(rim) if rim else None)
        return lowered
    if colours.face is None:
        return _ghost_face(surface, look, face, radius, press)
    fill = colours.face
    if press.held:
        fill = fill.blend(theme.BLACK, 0.10)
    elif press.hovered:
        fill = fill.blend(theme.WHITE, 0.16) if colours.hover is None else colours.hover
    sunk = 3 if press.held else 0
    face = face.moved(0, sunk)
    if colours.edge is not None:
        foot = Box(face.x, face.y + radius, face.w, face.h - radius + depth - sunk)
        plate(surface, look, foot, radius, colours.edge, None, theme.SHADE_CONTROL)
    plate(surface, look, face, radius, fill)
    sheen = Box(face.x + radius, face.y + 1.2, face.w - 2 * radius, 1.4)
    plate(surface, look, sheen, 0.7, theme.mix(fill.top, theme.WHITE, colours.sheen))
    return face


def _ghost_face(surface: Surface, look: Look, face: Box, radius: float, press: ControlState) -> Box:
    fill = theme.ROW_DISABLED if press.held else theme.ROW_HOVER.top if press.hovered else None
    sunk = 2 if press.held else 0
    face = face.moved(0, 2)
    plate(surface, look, face, radius, fill, Edge(theme.STRONG_LINE, theme.CONTROL_BORDER))
    return face.moved(0, sunk)


def row_fill(*, off: bool, chosen: bool, lit: bool) -> Fill:
    """Return the fill of a row: disabled, chosen, or under the pointer."""
    return theme.ROW_DISABLED if off else theme.ROW_CHOSEN if chosen else theme.ROW_HOVER if lit else theme.ROW


def button_text(kind: ButtonKind, *, enabled: bool) -> RGB:
    """Return the colour of a button's label."""
    return theme.BUTTON_LOOKS[kind].text if enabled else theme.BUTTON_LOOKS[kind].off_text


def draw_seam(surface: Surface, look: Look, left: Point, width: float, colour: RGB) -> None:
    """Draw a hairline to the right of a point, at least one px thick."""
    rect = look.rect(Box(left[0], left[1], width, 1.0))
    surface.fill(colour, (*rect.topleft, rect.w, look.px(1.0)))


def draw_upright(surface: Surface, look: Look, top: Point, height: float, colour: RGB) -> None:
    """Draw a hairline down from a point, at least one px thick."""
    rect = look.rect(Box(top[0], top[1], 1.0, height))
    surface.fill(colour, (*rect.topleft, look.px(1.0), rect.h))
