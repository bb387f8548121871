"""Comodín's look as data: colours, tile palettes, type, spacing, corners and shadows.

Laws: nothing here draws; sizes are logical px on a 1280 x 720 canvas; every pair of text and background colours that a
screen may show is in `readable.TEXT_PAIRS`, whose contrast a test checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from game.table.faces import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

RGB: TypeAlias = tuple[int, int, int]


def rgb(code: str) -> RGB:
    """Parse a colour written as `#RRGGBB`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """Return `one` with `share` (0..1) of `other` in it."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: RGB) -> float:
    """Return the relative luminance (0..1) as WCAG 2 defines it."""
    return 0.2126 * _linear(colour[0]) + 0.7152 * _linear(colour[1]) + 0.0722 * _linear(colour[2])


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colours, 1..21, as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Gradient:
    """A vertical gradient: positions (0..1, rising) and their colours."""

    stops: tuple[tuple[float, RGB], ...]

    @property
    def top(self) -> RGB:
        """The colour of the upper edge."""
        return self.stops[0][1]

    @property
    def bottom(self) -> RGB:
        """The colour of the lower edge."""
        return self.stops[-1][1]

    def blend(self, other: RGB, share: float) -> Gradient:
        """Return the gradient with `share` of `other` in each colour."""
        return Gradient(tuple((place, mix(colour, other, share)) for place, colour in self.stops))


Fill: TypeAlias = RGB | Gradient


def vertical_gradient(top: str, bottom: str) -> Gradient:
    """Return the gradient from `top` to `bottom`, both written as `#RRGGBB`."""
    return Gradient(((0.0, rgb(top)), (1.0, rgb(bottom))))


# --- backgrounds and lines --------------------------------------------------------------------------------------------

WHITE: Final = rgb("#FFFFFF")
BLACK: Final = rgb("#000000")
DARK_GROUND: Final = rgb("#211826")
TOP_BAR: Final = vertical_gradient("#21242E", "#1E2029")  # the top bar: the night sky, lightened
PANEL: Final = vertical_gradient("#33263A", "#291E30")
ROW: Final = rgb("#33263B")
ROW_HOVER: Final = vertical_gradient("#43344B", "#3B2D42")
ROW_CHOSEN: Final = vertical_gradient("#4A3954", "#3B2C44")
ROW_DISABLED: Final = rgb("#2A1F30")
WELL: Final = rgb("#1A121E")
LINE: Final = rgb("#57455F")
STRONG_LINE: Final = rgb("#84708D")
PAPER: Final = vertical_gradient("#FFFAEC", "#F7EBD0")
PAPER_LINE: Final = rgb("#D8C49B")
PAPER_BAND: Final = rgb("#F1E4C6")
PAPER_CARD: Final = rgb("#FFFDF8")  # a lighter card on a sheet of paper

# --- text -------------------------------------------------------------------------------------------------------------

CREAM: Final = rgb("#FFF4DC")
MUTED: Final = rgb("#CBB9C6")
INK: Final = rgb("#2B1710")
SECONDARY_INK: Final = rgb("#6A5242")
RED_INK: Final = rgb("#B3182B")
GREEN_INK: Final = rgb("#14683C")
BLUE_INK: Final = rgb("#0F4FA8")
FELT_TEXT: Final = rgb("#E0F0E5")
DISABLED: Final = rgb("#352A3B")
DISABLED_TEXT: Final = rgb("#A898A6")
DISABLED_PAPER: Final = vertical_gradient("#EFE6D2", "#EADFC8")
DISABLED_PAPER_TEXT: Final = rgb("#6E6053")

# --- signals ----------------------------------------------------------------------------------------------------------

GOLD: Final = rgb("#FFB833")
GOLD_LIGHT: Final = rgb("#FFC958")
# gold under the pointer: lighter but as saturated, since adding white would look dull
GOLD_HOVER: Final = rgb("#FFD447")
GOLD_LOW: Final = rgb("#FFA91F")
GOLD_EDGE: Final = rgb("#B86E08")
SKY: Final = rgb("#7CC8FF")
MINT: Final = rgb("#6FE0A6")
CORAL: Final = rgb("#FF7A66")
RED: Final = vertical_gradient("#C8402F", "#A82B1E")
RED_EDGE: Final = rgb("#5E130B")
NEW_DOT: Final = rgb("#E2572B")
FOCUS: Final = WHITE
FOCUS_DARK: Final = rgb("#1A1020")
SHADOW: Final = rgb("#0A060C")
CHIP_PAPER: Final = CREAM  # the background of count chips
SEAL_PURE: Final = vertical_gradient("#FFD566", "#F2A01E")
SEAL_IMPURE: Final = vertical_gradient("#E4DBEE", "#B9A4CC")
TAG_BROKEN: Final = rgb("#C0392B")

# --- wood -------------------------------------------------------------------------------------------------------------

WOOD: Final = vertical_gradient("#8A5630", "#6A3D1E")
WOOD_WELL: Final = vertical_gradient("#3D2210", "#57331A")
WOOD_LIP: Final = vertical_gradient("#DBA05C", "#B57B41")
WOOD_BOARD: Final = vertical_gradient("#B9793F", "#8C5229")


class ButtonKind(Enum):
    """The kinds of button."""

    PRIMARY = "primary"
    SECOND = "second"
    DANGER = "danger"
    GHOST = "ghost"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """The colours of one kind of button; a ghost button has no face and no lower edge."""

    face: Gradient | None
    edge: RGB | None
    text: RGB
    off_face: Fill
    off_text: RGB
    sheen: float  # share of white in the highlight at the top
    hover: Gradient | None = None  # the face under the pointer, for kinds that white would make dull


BUTTON_LOOKS: Final[Mapping[ButtonKind, ButtonLook]] = MappingProxyType(
    {
        ButtonKind.PRIMARY: ButtonLook(
            Gradient(((0.0, GOLD_LIGHT), (1.0, GOLD_LOW))),
            GOLD_EDGE,
            INK,
            DISABLED,
            DISABLED_TEXT,
            0.42,
            vertical_gradient("#FFE97A", "#FFCB2E"),
        ),
        ButtonKind.SECOND: ButtonLook(
            vertical_gradient("#55425E", "#43334C"), rgb("#241A2A"), CREAM, DISABLED, DISABLED_TEXT, 0.14
        ),
        ButtonKind.DANGER: ButtonLook(RED, RED_EDGE, WHITE, DISABLED, DISABLED_TEXT, 0.14),
        ButtonKind.GHOST: ButtonLook(None, None, CREAM, DISABLED, DISABLED_TEXT, 0.0),
        ButtonKind.PAPER: ButtonLook(
            vertical_gradient("#FFFDF4", "#F1E4C6"), rgb("#C9B283"), INK, DISABLED_PAPER, DISABLED_PAPER_TEXT, 0.42
        ),
    }
)


class Tone(Enum):
    """The meaning of a chip or a mark, which decides its colours."""

    PLAIN = "plain"
    WELL = "well"
    GOLD = "gold"
    SKY = "sky"
    MINT = "mint"
    CORAL = "coral"


@dataclass(frozen=True, slots=True)
class ChipLook:
    """The background, text and border colours of a chip."""

    fill: RGB
    text: RGB
    line: RGB


CHIP_LOOKS: Final[Mapping[Tone, ChipLook]] = MappingProxyType(
    {
        Tone.PLAIN: ChipLook(rgb("#3D2F45"), CREAM, STRONG_LINE),
        Tone.WELL: ChipLook(WELL, CREAM, STRONG_LINE),
        Tone.GOLD: ChipLook(rgb("#4A3A1E"), rgb("#FFE0A0"), GOLD),
        Tone.SKY: ChipLook(rgb("#1E3A4E"), rgb("#BDE3FF"), SKY),
        Tone.MINT: ChipLook(rgb("#1E3F33"), rgb("#CFF7E0"), MINT),
        Tone.CORAL: ChipLook(rgb("#4A2320"), rgb("#FFE4DF"), CORAL),
    }
)

# The colours are decoration only: the name says who it is.
AVATAR_COLOURS: Final = tuple(
    rgb(code) for code in ("#C9772B", "#2F7FB8", "#B04C44", "#6A58B5", "#3F8A63", "#A34A92", "#77707E")
)

SEAL_GROUND: Final = vertical_gradient("#2C8063", "#175243")  # the plate behind the sign on a paper strip

# --- tile palettes ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of tiles, cards, backs and felt; shapes do not depend on the palette."""

    name: str
    face: Gradient
    side: RGB
    rim: RGB
    numeral: Mapping[Colour, RGB]
    shape: Mapping[Colour, RGB]
    outline: Mapping[Colour, RGB]
    shape_scale: float
    felt: tuple[RGB, RGB, RGB]
    back: Gradient
    back_mark: RGB
    border: RGB | None  # a dark rim around the face, if the palette has one

    @property
    def cap(self) -> tuple[RGB, RGB, RGB]:
        """The colours of the jester cap's three horns: left, right, middle."""
        return self.shape[Colour.RED], self.shape[Colour.BLUE], self.shape[Colour.YELLOW]


def _four(red: str, blue: str, black: str, yellow: str) -> Mapping[Colour, RGB]:
    return MappingProxyType(
        {
            Colour.RED: rgb(red),
            Colour.BLUE: rgb(blue),
            Colour.BLACK: rgb(black),
            Colour.YELLOW: rgb(yellow),
        }
    )


_IVORY: Final = vertical_gradient("#FFFDF6", "#F6EBD2")

CLASSIC: Final = Palette(
    name="classic",
    face=_IVORY,
    side=rgb("#CDB78A"),
    rim=rgb("#E4D3AB"),
    numeral=_four("#B80A38", "#0F57BC", "#1B1B22", "#985A00"),
    shape=_four("#DE2B3C", "#1F74E0", "#1B1B22", "#F2A007"),
    outline=MappingProxyType({Colour.YELLOW: rgb("#8A4A00")}),
    shape_scale=1.0,
    felt=(rgb("#27765F"), rgb("#1A5C4C"), rgb("#0D3A33")),
    back=vertical_gradient("#B5442F", "#8A2B20"),
    back_mark=rgb("#F3C96B"),
    border=None,
)
HIGH_CONTRAST: Final = Palette(
    name="high contrast",
    face=vertical_gradient("#FFFFFF", "#FFFFFF"),
    side=rgb("#8C8C8C"),
    rim=WHITE,
    numeral=_four("#A81F56", "#013291", "#000000", "#754405"),
    shape=_four("#C9205F", "#0137A8", "#000000", "#FFB000"),
    outline=MappingProxyType({Colour.RED: BLACK, Colour.BLUE: BLACK, Colour.YELLOW: BLACK}),
    shape_scale=1.18,
    felt=(rgb("#16302B"), rgb("#10241F"), rgb("#0A1714")),
    back=vertical_gradient("#1B2B5C", "#101B40"),
    back_mark=WHITE,
    border=BLACK,
)
COLOUR_BLIND_SAFE: Final = Palette(
    name="colour-blind safe",
    face=_IVORY,
    side=rgb("#CDB78A"),
    rim=rgb("#E4D3AB"),
    numeral=_four("#C9137F", "#0A34DC", "#131317", "#7C6300"),
    shape=_four("#E0188E", "#0A34DC", "#131317", "#FFD21A"),
    outline=MappingProxyType({Colour.YELLOW: rgb("#5E4A00")}),
    shape_scale=1.10,
    felt=(rgb("#3F6B78"), rgb("#2A505C"), rgb("#173640")),
    back=vertical_gradient("#4B3A2C", "#33261C"),
    back_mark=rgb("#FFD21A"),
    border=None,
)
PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {palette.name: palette for palette in (CLASSIC, HIGH_CONTRAST, COLOUR_BLIND_SAFE)}
)

# --- type -------------------------------------------------------------------------------------------------------------


class Typeface(Enum):
    """The fonts in use; the value is package and file."""

    # a fast hash: letterings are keys of every text cache, and Enum's own hash looks up that of the name
    __hash__ = object.__hash__

    FREDOKA = ("font_fredoka_one", "FredokaOne-Regular.ttf")
    REGULAR = ("font_lato", "Lato-Regular.ttf")
    ITALIC = ("font_lato", "Lato-Italic.ttf")
    BOLD = ("font_lato", "Lato-Bold.ttf")
    BLACK = ("font_lato", "Lato-Black.ttf")
    ROUND = ("fontpkg_varela_round", "VarelaRound-Regular.ttf")  # for Hebrew letters, with any of the others


class Lettering(NamedTuple):
    """A font at a size in device px."""

    typeface: Typeface
    px: int


_lettering = lru_cache(maxsize=256)(Lettering)  # each text that is measured asks for one of a few


@dataclass(frozen=True, slots=True)
class Role:
    """The purpose of a text: its font and its size in logical px."""

    typeface: Typeface
    size: float

    def at(self, scale: float) -> Lettering:
        """Return its lettering in device px, never too small to read; `scale` includes the text setting."""
        return _lettering(self.typeface, max(MIN_FONT_PX, round(self.size * scale)))


MIN_FONT_PX: Final = 11
LEADING: Final = 1.3  # line height, as a multiple of the font size

DISPLAY: Final = Role(Typeface.FREDOKA, 32)
BIG_BUTTON: Final = Role(Typeface.FREDOKA, 27)
TITLE: Final = Role(Typeface.FREDOKA, 22)
HEADING: Final = Role(Typeface.FREDOKA, 17)
BUTTON: Final = Role(Typeface.FREDOKA, 20)
SMALL_BUTTON: Final = Role(Typeface.FREDOKA, 16)
READING: Final = Role(Typeface.REGULAR, 16)
LABEL: Final = Role(Typeface.BOLD, 16)
SMALL: Final = Role(Typeface.REGULAR, 14)
SMALL_BOLD: Final = Role(Typeface.BOLD, 14)
CHIP: Final = Role(Typeface.BOLD, 13)
ASIDE: Final = Role(Typeface.ITALIC, 14)
KEY_CAP: Final = Role(Typeface.BOLD, 13)
NUMBER: Final = Role(Typeface.BLACK, 16)
CLOCK: Final = Role(Typeface.BLACK, 20)  # shows the last seconds of a turn
BIG_NUMBER: Final = Role(Typeface.BLACK, 23)

# --- space, corners, shadows ------------------------------------------------------------------------------------------

SPACE_STEPS: Final = (4, 8, 12, 16, 24, 32)
MARGIN: Final = 24
PANEL_PADDING: Final = 20
MIN_TARGET_SIZE: Final = 36  # logical px, as drawn
MIN_CLICK_SIZE: Final = 40  # the least side of the area that takes clicks

RADIUS_KEY: Final = 5
RADIUS_FIELD: Final = 10
RADIUS_ROW: Final = 12
RADIUS_BUTTON: Final = 14
MAX_BUTTON_RADIUS_SHARE: Final = 0.3  # largest corner radius, as a share of a button's height
RADIUS_PANEL: Final = 16
RADIUS_PAPER: Final = 18
BUTTON_EDGE: Final = 4
BORDER: Final = 1.2
CONTROL_BORDER: Final = 1.5
CHOSEN_BORDER: Final = 3
FOCUS_WIDTH: Final = 3
FOCUS_DARK_WIDTH: Final = 5


@dataclass(frozen=True, slots=True)
class ShadowStyle:
    """A shadow: its offset down and its blur (both logical px), and its darkness (0..255)."""

    drop: float
    blur: float
    alpha: int


SHADE_CONTROL: Final = ShadowStyle(3, 5, 90)
SHADE_PLATE: Final = ShadowStyle(4, 8, 120)
SHADE_PANEL: Final = ShadowStyle(6, 12, 140)
SHADE_PAPER: Final = ShadowStyle(8, 18, 170)
SHADE_RACK: Final = ShadowStyle(8, 16, 170)
