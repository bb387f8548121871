"""Marks, plates and the mark of the house."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame import Rect, Surface

from game.client.draw import logo, mark, marks, surfaces, text, theme
from game.client.draw.marks import Purity, SetState
from game.client.draw.surfaces import Crest
from game.client.draw.theme import Lettering, Tone, Typeface
from game.table.faces import JOKER, Colour, Face

SMALL = Lettering(Typeface.BOLD, 14)


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("words", ["Pure", "Impure", "Contaminada"])
@pytest.mark.parametrize("purity", Purity)
def test_a_seal_holds_its_words_at_any_length(purity: Purity, words: str) -> None:
    size = (64, 56)
    assert marks.seal(size, purity, "200", words, 1.0).get_size() == size
    px = marks._fitting(words, Typeface.BOLD, 13, size[0] - 6)
    assert text.width(words, Lettering(Typeface.BOLD, px)) <= size[0] - 6


def test_the_two_seals_differ_by_their_sign_and_not_by_colour_alone() -> None:
    def dark(purity: Purity) -> pygame.mask.Mask:
        seal = marks.seal((64, 56), purity, "100", "x", 1.0)
        return pygame.mask.from_threshold(seal, theme.INK, (70, 70, 70))

    pure, impure = dark(Purity.PURE), dark(Purity.IMPURE)
    assert pure.overlap_area(impure, (0, 0)) < 0.9 * max(pure.count(), impure.count())


def test_the_crests_differ_by_their_sign() -> None:
    assert Crest.US.sign != Crest.THEM.sign
    inside = Rect(8, 8, 24, 24)
    us, them = (
        pygame.mask.from_threshold(surfaces.crest(40, side).subsurface(inside), theme.INK, (60, 60, 60))
        for side in Crest
    )
    assert us.overlap_area(them, (0, 0)) < 0.8 * max(us.count(), them.count())


def test_a_pill_is_wide_enough_for_its_words_and_icon() -> None:
    plain = surfaces.pill("Ready", SMALL, theme.WELL, theme.CREAM)
    signed = surfaces.pill("Ready", SMALL, theme.WELL, theme.CREAM, sign="check")
    assert plain.get_width() > text.width("Ready", SMALL)
    assert signed.get_width() > plain.get_width()
    assert signed.get_height() == plain.get_height()


@pytest.mark.parametrize("tone", Tone)
def test_chips_come_in_every_tone(tone: Tone) -> None:
    drawn = surfaces.chip("Us", SMALL, tone, sign="star")
    assert drawn.get_at((drawn.get_width() // 2, 3))[:3] == theme.CHIP_LOOKS[tone].fill


def test_a_count_chip_grows_with_the_number() -> None:
    one, three = (surfaces.count_chip(count, SMALL) for count in (9, 108))
    assert one.get_width() == one.get_height()
    assert three.get_width() > one.get_width()


def test_a_bar_is_filled_to_its_share() -> None:
    widths = []
    for share in (0.0, 0.01, 0.5, 1.0, 1.7):
        drawn = surfaces.bar((200, 8), share, theme.GOLD)
        row = [drawn.get_at((x, 4)) for x in range(200)]
        widths.append(sum(pixel.r > 200 and pixel.a == 255 for pixel in row))
    assert widths[0] == 0
    assert 4 <= widths[1] <= 8
    assert widths[2] == pytest.approx(100, abs=3)
    assert widths[3] == widths[4] >= 196


@pytest.mark.parametrize("mine", [True, False])
def test_the_ring_of_time_turns_to_another_colour_for_the_last_seconds(mine: bool) -> None:
    calm, urgent = (surfaces.time_ring(42, 0.3, mine=mine, urgent=urgent) for urgent in (False, True))
    assert pixels(calm) != pixels(urgent)
    assert calm.get_at((21, 21)).a == 0


def test_a_wild_pill_says_shape_and_number() -> None:
    kinds = [Face(Colour.BLACK, 6), Face(Colour.RED, 6), Face(Colour.BLACK, 7), Face(None, 6)]
    drawn = [marks.wild_pill(face, 52, theme.CLASSIC) for face in kinds]
    assert len({pixels(pill) for pill in drawn}) == len(kinds)
    assert drawn[3].get_width() < drawn[0].get_width()
    assert all(pill.get_width() <= 52 for pill in drawn)


def test_past_the_thirteen_comes_the_one_again() -> None:
    beyond = marks.wild_pill(Face(Colour.RED, 14), 52, theme.CLASSIC)
    assert pixels(beyond) == pixels(marks.wild_pill(Face(Colour.RED, 1), 52, theme.CLASSIC))


def test_a_wild_card_pill_says_rank_and_suit() -> None:
    kinds = [Face(Colour.BLACK, 13), Face(Colour.BLUE, 13), Face(Colour.RED, 13), Face(Colour.YELLOW, 13)]
    drawn = [marks.wild_card_pill(face, 52, theme.CLASSIC) for face in kinds]
    assert len({pixels(pill) for pill in drawn}) == len(kinds)


def test_where_a_tile_may_land_is_told_by_sign_and_colour() -> None:
    good, bad = (marks.drop_slot((42, 56), 1.0, may_land=may) for may in (True, False))
    shapes = [pygame.mask.from_surface(slot) for slot in (good, bad)]
    assert shapes[0].overlap_area(shapes[1], (0, 0)) < max(shapes[0].count(), shapes[1].count())


def test_edges_of_sets_leave_the_tiles_free() -> None:
    valid = marks.set_edge((138, 68), SetState.VALID, 1.0)
    broken = marks.set_edge((138, 68), SetState.BROKEN, 1.0)
    assert valid.get_at((69, 34)).a == 0
    assert broken.get_at((69, 34)).a < 120
    assert valid.get_at((69, 0))[:3] == theme.MINT
    assert broken.get_at((69, 0))[:3] == theme.CORAL


def test_the_stock_sinks_as_it_empties() -> None:
    heights = []
    for layers in (1, 2, 4):
        sprite = marks.stock(50, layers, theme.CLASSIC, as_cards=False)
        heights.append(pygame.mask.from_surface(sprite.surface, 250).get_bounding_rects()[0].height)
    assert heights == sorted(set(heights))


def test_a_fan_of_backs_keeps_to_its_room() -> None:
    for count in (1, 11, 22):
        assert marks.fan_of_backs(26, 108, count, theme.CLASSIC, as_cards=True).get_width() == 108


def test_the_mark_is_a_cap_over_a_face() -> None:
    cap, whole = mark.cap(100, theme.CLASSIC), mark.mark(100, theme.CLASSIC)
    assert (cap.get_height(), whole.get_height()) == (84, 116)
    assert whole.get_bounding_rect(min_alpha=128).height >= 105
    for colour, at in zip(theme.CLASSIC.cap, ((28, 50), (72, 50), (50, 40)), strict=True):
        seen = cap.get_at(at)
        assert max(abs(seen[channel] - colour[channel]) for channel in range(3)) < 45


@pytest.mark.parametrize("px", [16, 24, 32, 48, 128, 256])
def test_the_program_icon_fills_its_square(px: int) -> None:
    drawn = logo.program_icon(px)
    assert drawn.get_size() == (px, px)
    assert drawn.get_bounding_rect(min_alpha=128).height >= px - 2


def test_the_logo_keeps_to_its_width_and_has_the_joker_tile_jumping() -> None:
    drawn = logo.logo(570, theme.CLASSIC)
    assert drawn.get_width() == 570
    assert "".join(letter for letter, _ in logo.LETTERS) == "COMODIN"
    assert [letter for letter, colour in logo.LETTERS if colour is None] == ["I"]
    tops = [
        next(y for y in range(drawn.get_height()) if drawn.get_at((round(570 * share), y)).a > 200)
        for share in (0.13, 0.75)
    ]
    assert tops[1] < tops[0]


@pytest.mark.parametrize("width", [300, 592, 888, 1184])
def test_the_shadow_of_the_logo_fades_before_its_picture_ends(width: int) -> None:
    drawn = logo.logo(width, theme.CLASSIC)
    wide, high = drawn.get_size()
    sides = [drawn.get_at((x, y)).a for x in (0, wide - 1) for y in range(high)]
    foot = [drawn.get_at((x, high - 1)).a for x in range(wide)]
    assert max(sides + foot) <= 5


def test_avatars_tell_bots_from_people() -> None:
    person, bot = (surfaces.avatar(36, 1, bot=bot) for bot in (False, True))
    assert pixels(person) != pixels(bot)
    nora, tito = (surfaces.avatar(36, 1, bot=True, name=name) for name in ("Nora", "Tito"))
    assert pixels(nora) != pixels(tito)
    assert surfaces.avatar(36, 1, bot=False) is surfaces.avatar(36, 1 + len(theme.AVATAR_COLOURS), bot=False)


def test_people_are_their_initial_on_a_tile_where_the_font_has_it() -> None:
    rosa, rita, ana, hebrew, none = (
        surfaces.avatar(44, 1, bot=False, name=name) for name in ("Rosa", "rita", "Ana", "\u05e9\u05e8\u05d4", "")
    )
    assert rosa is rita
    assert pixels(rosa) != pixels(ana)
    assert pixels(hebrew) == pixels(none) != pixels(rosa)


def test_what_is_handed_out_is_shared() -> None:
    assert marks.wild_pill(JOKER, 40, theme.CLASSIC) is marks.wild_pill(JOKER, 40, theme.CLASSIC)
    assert surfaces.banner((252, 52), 1.0, mine=True) is surfaces.banner((252, 52), 1.0, mine=True)


def test_grounds_are_as_large_as_asked() -> None:
    size = (201, 77)
    for made in (
        surfaces.panel(size, 1.5, edge=theme.GOLD),
        surfaces.paper(size, 1.5),
        surfaces.zone(size, 1.5, theme.GOLD),
        surfaces.dashed_zone(size, 1.5, theme.GOLD),
    ):
        assert made.get_size() == size


def test_tags_carry_a_sign_beside_their_words() -> None:
    for tag in (marks.reason_tag("Black 7 missing", SMALL), marks.news_tag("laid by Vera", SMALL)):
        assert tag.get_width() > text.width("laid by Vera", SMALL) + 14


def test_every_pair_of_verdicts_and_purities_differs() -> None:
    for one, other in combinations([marks.halo((90, 60), purity, 1.0) for purity in Purity], 2):
        assert pixels(one) != pixels(other)


def test_a_joker_of_a_group_shows_the_shapes_it_may_have() -> None:
    any_eleven, palette = Face(None, 11), theme.CLASSIC
    plain, one, two = (
        marks.wild_pill(any_eleven, 52, palette, colours)
        for colours in ((), (Colour.YELLOW,), (Colour.BLUE, Colour.YELLOW))
    )
    assert pixels(one) == pixels(marks.wild_pill(Face(Colour.YELLOW, 11), 52, palette))
    assert plain.get_width() < one.get_width() < two.get_width() <= 54
    for width in (28, 40, 62):
        assert marks.wild_pill(any_eleven, width, palette, (Colour.BLUE, Colour.YELLOW)).get_width() <= 1.16 * width
