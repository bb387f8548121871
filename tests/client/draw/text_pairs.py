"""What must be readable: every text that is written on a ground, and the least contrast it must have.

Law: a screen that writes one colour on another lists the pair here; a test computes them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.theme import RGB, Gradient

if TYPE_CHECKING:
    from game.client.draw.theme import Fill, Palette

BODY_FLOOR: Final = 4.5
LARGE_FLOOR: Final = 3.0  # text from 24 logical px, borders of controls


@dataclass(frozen=True, slots=True)
class TextPair:
    """A colour that is written on another, and the least contrast it must have."""

    what: str
    text: RGB
    ground: RGB
    floor: float = BODY_FLOOR


def _on(what: str, text: RGB, ground: Fill, floor: float = BODY_FLOOR) -> tuple[TextPair, ...]:
    if isinstance(ground, Gradient):
        return tuple(TextPair(what, text, colour, floor) for _, colour in ground.stops)
    return (TextPair(what, text, ground, floor),)


def _button_pairs() -> tuple[TextPair, ...]:
    pairs: list[TextPair] = []
    for kind, look in theme.BUTTON_LOOKS.items():
        pairs += _on(f"{kind.value} button", look.text, look.face or theme.PANEL)
        if look.hover is not None:
            pairs += _on(f"{kind.value} button, lit", look.text, look.hover)
        pairs += _on(f"{kind.value} button, off", look.off_text, look.off_face)
    return tuple(pairs)


def _palette_pairs(palette: Palette) -> tuple[TextPair, ...]:
    pairs: list[TextPair] = []
    for colour, numeral in palette.numeral.items():
        pairs += _on(f"{palette.name} numeral {colour.value}", numeral, palette.face)
        shape = palette.outline.get(colour, palette.shape[colour])
        pairs += _on(f"{palette.name} shape {colour.value}", shape, palette.face, LARGE_FLOOR)
    for ground in palette.felt:
        pairs += _on(f"{palette.name} cream on felt", theme.CREAM, ground)
        pairs += _on(f"{palette.name} felt text", theme.FELT_TEXT, ground)
    return tuple(pairs)


TEXT_PAIRS: Final = (
    *_on("cream on panel", theme.CREAM, theme.PANEL),
    *_on("cream on bar", theme.CREAM, theme.TOP_BAR),
    *_on("cream on night", theme.CREAM, theme.DARK_GROUND),
    *_on("cream on a row", theme.CREAM, theme.ROW),
    *_on("cream on a row under the pointer", theme.CREAM, theme.ROW_HOVER),
    *_on("cream on the chosen row", theme.CREAM, theme.ROW_CHOSEN),
    *_on("muted on a row under the pointer", theme.MUTED, theme.ROW_HOVER),
    *_on("muted on the chosen row", theme.MUTED, theme.ROW_CHOSEN),
    *_on("cream in a field", theme.CREAM, theme.WELL),
    *_on("muted in a field", theme.MUTED, theme.WELL),
    *_on("muted on panel", theme.MUTED, theme.PANEL),
    *_on("muted on bar", theme.MUTED, theme.TOP_BAR),
    *_on("off on panel", theme.DISABLED_TEXT, theme.PANEL),
    *_on("off in a row", theme.DISABLED_TEXT, theme.ROW_DISABLED),
    *_on("gold on panel", theme.GOLD, theme.PANEL),
    *_on("mint on panel", theme.MINT, theme.PANEL),
    *_on("sky on panel", theme.SKY, theme.PANEL),
    *_on("coral on panel", theme.CORAL, theme.PANEL),
    *_on("ink on gold", theme.INK, theme.GOLD),
    *_on("ink on sky", theme.INK, theme.SKY),
    *_on("ink on paper", theme.INK, theme.PAPER),
    *_on("ink on the paper band", theme.INK, theme.PAPER_BAND),
    *_on("second ink on paper", theme.SECONDARY_INK, theme.PAPER),
    *_on("second ink on the paper band", theme.SECONDARY_INK, theme.PAPER_BAND),
    *_on("red ink on paper", theme.RED_INK, theme.PAPER),
    *_on("red ink on the paper band", theme.RED_INK, theme.PAPER_BAND),
    *_on("green ink on paper", theme.GREEN_INK, theme.PAPER),
    *_on("green ink on the paper band", theme.GREEN_INK, theme.PAPER_BAND),
    *_on("link on paper", theme.BLUE_INK, theme.PAPER),
    *_on("ink on the rack's lip", theme.INK, theme.WOOD_LIP),
    *_on("ink on a count chip", theme.INK, theme.CHIP_PAPER),
    *_on("ink on the pure seal", theme.INK, theme.SEAL_PURE),
    *_on("ink on the impure seal", theme.INK, theme.SEAL_IMPURE),
    *_on("white on the broken tag", theme.WHITE, theme.TAG_BROKEN),
    *_on("white on the refusal seal", theme.WHITE, theme.RED),
    *(TextPair(f"{tone.value} chip", look.text, look.fill) for tone, look in theme.CHIP_LOOKS.items()),
    *_on("control border", theme.STRONG_LINE, theme.PANEL, LARGE_FLOOR),
    *_button_pairs(),
    *(pair for palette in theme.PALETTES.values() for pair in _palette_pairs(palette)),
)
