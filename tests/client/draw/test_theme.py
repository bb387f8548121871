from __future__ import annotations

import pytest

from game.client.draw import marks, theme
from game.table.faces import Colour
from tests.client.draw.text_pairs import TEXT_PAIRS, TextPair


def test_contrast_of_black_and_white_is_the_largest_there_is() -> None:
    assert theme.contrast(theme.BLACK, theme.WHITE) == pytest.approx(21.0)
    assert theme.contrast(theme.INK, theme.INK) == pytest.approx(1.0)


def test_contrast_does_not_care_for_the_order() -> None:
    assert theme.contrast(theme.GOLD, theme.DARK_GROUND) == theme.contrast(theme.DARK_GROUND, theme.GOLD)


@pytest.mark.parametrize("pair", TEXT_PAIRS, ids=lambda pair: pair.what)
def test_every_text_is_readable_on_its_ground(pair: TextPair) -> None:
    assert pair.floor in {3.0, 4.5}
    assert theme.contrast(pair.text, pair.ground) >= pair.floor


@pytest.mark.parametrize("colour", Colour)
def test_numerals_of_the_high_contrast_palette_reach_seven(colour: Colour) -> None:
    palette = theme.HIGH_CONTRAST
    for _, ground in palette.face.stops:
        assert theme.contrast(palette.numeral[colour], ground) >= 7.0


@pytest.mark.parametrize("card", [False, True])
@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("palette", theme.PALETTES.values(), ids=lambda palette: palette.name)
def test_the_small_sign_on_a_wild_pill_reaches_seven(palette: theme.Palette, colour: Colour, *, card: bool) -> None:
    sign = marks._small_sign(colour, 24, palette, card=card)
    red, green, blue, _ = sign.get_at((12, 12))
    assert theme.contrast((red, green, blue), marks.PILL_INK) >= 7.0


def test_every_palette_and_kind_and_tone_is_complete() -> None:
    for palette in theme.PALETTES.values():
        assert set(palette.numeral) == set(palette.shape) == set(Colour)
        assert set(palette.outline) <= set(Colour)
    assert set(theme.BUTTON_LOOKS) == set(theme.ButtonKind)
    assert set(theme.CHIP_LOOKS) == set(theme.Tone)


def test_text_never_gets_smaller_than_can_be_read() -> None:
    assert theme.CHIP.at(0.5) == (theme.Typeface.BOLD, 11)
    assert theme.READING.at(3.0).px == 48


def test_mix_goes_from_one_to_the_other() -> None:
    assert theme.mix(theme.BLACK, theme.WHITE, 0) == theme.BLACK
    assert theme.mix(theme.BLACK, theme.WHITE, 1) == theme.WHITE
    assert theme.mix((0, 100, 200), (100, 0, 100), 0.5) == (50, 50, 150)
