"""Draw sheets of the parts (tiles, marks, plates, icons) for inspection: `python -m tools.pictures_parts DIR`.

Nothing here is shown in the program; each sheet is drawn at one and at one and a half device px a logical px.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import Rect, Surface

from game.client.draw import cards, felt, logo, marks, paint, surfaces, text, theme, tiles, wood
from game.client.draw.assets import icon_names
from game.client.draw.game_look import look_of
from game.client.draw.icons import icon
from game.client.draw.shapes import shape_mask
from game.rules.registry import GAMES
from game.table.faces import HIDDEN, JOKER, Colour, Face

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.draw.theme import RGB, Palette, Role
    from game.client.draw.tiles import Sprite

SCALES = (1.0, 1.5)


class Sheet:
    """A canvas in logical px."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.scale = scale
        self.surface = Surface((round(width * scale), round(height * scale)))

    def px(self, length: float) -> int:
        """Return a length in device px."""
        return round(length * self.scale)

    def put(self, piece: Surface, x: float, y: float) -> None:
        """Blit a piece."""
        self.surface.blit(piece, (self.px(x), self.px(y)))

    def sprite(self, sprite: Sprite, x: float, y: float) -> None:
        """Blit a sprite so that its object's corner is there."""
        self.surface.blit(sprite.surface, sprite.blit_position((self.px(x), self.px(y))))

    def words(self, words: str, role: Role, x: float, y: float, colour: RGB = theme.CREAM) -> None:
        """Write a line."""
        text.draw(self.surface, words, role.at(self.scale), colour, (self.px(x), self.px(y)))

    def plate(self, piece: Surface, x: float, y: float, radius: float, shade: theme.ShadowStyle) -> None:
        """Blit a piece with its shadow."""
        box = Rect((self.px(x), self.px(y)), piece.get_size())
        paint.draw_shadow(self.surface, box, radius * self.scale, shade, self.scale)
        self.surface.blit(piece, box)

    def row(self, faces: Sequence[Face], x: float, y: float, width: float, palette: Palette, step: float = 1.0) -> None:
        """Lay tiles side by side."""
        for number, face in enumerate(faces):
            self.sprite(tiles.with_shadow(face, self.px(width), palette), x + number * width * step, y)

    def fan(self, faces: Sequence[Face], x: float, y: float, width: float, palette: Palette, step: float = 1.0) -> None:
        """Lay cards side by side or, with a small step, over each other."""
        for number, face in enumerate(faces):
            self.sprite(cards.with_shadow(face, self.px(width), palette), x + number * width * step, y)


def read_faces(words: str) -> list[Face]:
    """Read faces as the notation writes them: `R5 K13 *`, `?` for a back."""
    signs = {"*": JOKER, "?": HIDDEN}
    return [signs.get(word) or Face(Colour(word[0]), int(word[1:])) for word in words.split()]


def all_of(colour: Colour) -> list[Face]:
    """Return the thirteen faces of a colour."""
    return [Face(colour, number) for number in range(1, 14)]


def tile_sheet(scale: float) -> Surface:
    """All faces at three sizes in three palettes, cards below."""
    sheet = Sheet(1920, 1240, scale)
    for number, palette in enumerate(theme.PALETTES.values()):
        top = number * 410.0
        ground = felt.felt((sheet.px(1920), sheet.px(410)), palette)
        sheet.put(ground, 0, top)
        sheet.words(palette.name, theme.TITLE, 30, top + 30)
        for line, colour in enumerate(Colour):
            faces = [*all_of(colour), *((JOKER,) if line == 0 else (HIDDEN,) if line == 1 else ())]
            sheet.row(faces, 30, top + 60 + line * 80, 52, palette, 57 / 52)
            sheet.row(faces, 850, top + 60 + line * 62, 38, palette, 41 / 38)
            sheet.row(faces, 1440, top + 60 + line * 48, 28, palette, 32 / 28)
        hand = read_faces("R1 Y13 K12 B11 R10 B2 * ?")
        sheet.fan(hand, 1440, top + 270, 50, palette, 58 / 50)
        sheet.fan(read_faces("B3 B4 B5 * B7"), 850, top + 320, 50, palette, cards.COVERED_SHARE)
    return sheet.surface


def sign_sheet(scale: float) -> Surface:
    """All icons, the program's icon, the logo and the shapes of the colours."""
    sheet = Sheet(1280, 720, scale)
    sheet.surface.fill(theme.PANEL.bottom)
    for number, name in enumerate(icon_names()):
        x, y = 24 + number % 20 * 62, 24 + number // 20 * 84
        sheet.put(icon(name, sheet.px(34), theme.CREAM), x, y)
        sheet.put(icon(name, sheet.px(16), theme.GOLD), x + 36, y + 18)
        sheet.words(name[:9], theme.CHIP, x, y + 50, theme.MUTED)
    for number, size in enumerate((200, 128, 64, 48, 32, 24, 16)):
        sheet.put(logo.program_icon(sheet.px(size)), 24 + (number and 140 + number * 80), 350)
    sheet.put(logo.logo(sheet.px(570), theme.CLASSIC), 640, 340)
    sheet.put(logo.logo(sheet.px(300), theme.HIGH_CONTRAST), 900, 540)
    for number, colour in enumerate(Colour):
        sheet.put(paint.tinted_mask(shape_mask(colour, sheet.px(15)), theme.GOLD), 640 + number * 24, 600)
    return sheet.surface


def _melds(sheet: Sheet, palette: Palette) -> None:
    scale = sheet.scale
    sheet.put(surfaces.zone((sheet.px(784), sheet.px(146)), scale, surfaces.Crest.THEM.colour), 124, 140)
    title = surfaces.zone_title("Them: one pure canasta", theme.SMALL_BOLD.at(scale), surfaces.Crest.THEM)
    sheet.put(title, 138, 129)
    sheet.put(marks.halo((sheet.px(370), sheet.px(64)), marks.Purity.PURE, scale), 136, 153)
    sheet.row(read_faces("B5 B6 B7 B8 B9 B10 B11"), 140, 157, 42, palette)
    pure = marks.seal((sheet.px(64), sheet.px(56)), marks.Purity.PURE, "200", "Pure", scale)
    sheet.plate(pure, 440, 157, 8, theme.ShadowStyle(2, 3, 110))
    sheet.row(read_faces("R9 K9 Y9 B9"), 524, 157, 42, palette)
    sheet.row(read_faces("K4 K5 Y2 K7 K8"), 140, 222, 42, palette)
    stand = marks.wild_pill(Face(Colour.BLACK, 6), sheet.px(42), palette)
    sheet.put(stand, 245 - stand.get_width() / 2 / scale, 271)
    verdict = marks.set_edge((sheet.px(138), sheet.px(68)), marks.SetState.BROKEN, scale)
    sheet.put(verdict, 394, 216)
    sheet.row(read_faces("K6"), 400, 222, 42, palette)
    sheet.put(marks.gap_slot((sheet.px(42), tiles.height_of(sheet.px(42))), scale), 442, 222)
    sheet.row(read_faces("K9"), 484, 222, 42, palette)
    sheet.put(marks.reason_tag("Black 7 and 8 missing", theme.SMALL_BOLD.at(scale)), 394, 290)
    sheet.put(marks.set_edge((sheet.px(138), sheet.px(68)), marks.SetState.VALID, scale), 554, 216)
    sheet.row(read_faces("Y11 Y12 Y13"), 560, 222, 42, palette)
    sheet.put(marks.tick_mark(sheet.px(20)), 682, 206)
    sheet.put(marks.drop_slot((sheet.px(42), tiles.height_of(sheet.px(42))), scale, may_land=True), 710, 222)
    sheet.put(marks.drop_slot((sheet.px(42), tiles.height_of(sheet.px(42))), scale, may_land=False), 762, 222)
    sheet.put(marks.news_tag("laid just now by Vera", theme.SMALL_BOLD.at(scale)), 712, 168)


def _centre(sheet: Sheet, palette: Palette) -> None:
    scale = sheet.scale
    sheet.sprite(marks.stock(sheet.px(50), 4, palette, as_cards=False), 144, 334)
    sheet.put(marks.stock_count(23, theme.NUMBER.at(scale)), 152, 354)
    sheet.sprite(marks.stock(sheet.px(50), 3, palette, as_cards=True), 224, 334)
    sheet.put(surfaces.dashed_zone((sheet.px(140), sheet.px(82)), scale, theme.GOLD), 300, 330)
    sheet.put(marks.fan_of_backs(sheet.px(26), sheet.px(108), 11, palette, as_cards=False), 316, 338)
    sheet.put(surfaces.dashed_zone((sheet.px(140), sheet.px(82)), scale, theme.SKY), 460, 330)
    sheet.put(surfaces.zone((sheet.px(784), sheet.px(140)), scale, surfaces.Crest.US.colour), 124, 440)
    title = surfaces.zone_title("Us: one impure canasta, dead hand", theme.SMALL_BOLD.at(scale), surfaces.Crest.US)
    sheet.put(title, 138, 429)
    sheet.row(read_faces("R4 R5 R6 * R8"), 140, 457, 42, palette)
    stand = marks.wild_pill(Face(Colour.RED, 7), sheet.px(42), palette)
    sheet.put(stand, 287 - stand.get_width() / 2 / scale, 506)
    impure = marks.seal((sheet.px(64), sheet.px(56)), marks.Purity.IMPURE, "100", "Impure", scale)
    sheet.plate(impure, 356, 457, 8, theme.ShadowStyle(2, 3, 110))
    sheet.fan(read_faces("R13 Y13 B13 B2 R13"), 440, 457, 42, palette, cards.COVERED_SHARE)
    rank = marks.wild_card_pill(Face(None, 13), sheet.px(42), palette)
    sheet.put(rank, 540 - rank.get_width() / 2 / scale, 508)
    for number, (colour, sprite) in enumerate(
        ((theme.GOLD, None), (theme.CORAL, tiles.wrong_badge), (None, tiles.new_dot))
    ):
        x = 620 + number * 80
        if colour is not None:
            sheet.sprite(tiles.outline(sheet.px(58), colour, sheet.px(3)), x, 455)
        sheet.sprite(tiles.shadow(sheet.px(58), sheet.px(4)), x, 455)
        sheet.put(tiles.tile(Face(Colour.RED, 7), sheet.px(58), palette), x, 455)
        if sprite is not None:
            sheet.sprite(sprite(sheet.px(58)), x, 455)


def _people(sheet: Sheet, palette: Palette) -> None:
    scale = sheet.scale
    for number, (name, state, held) in enumerate(
        (("Tito", "your partner", 9), ("Lía", "her turn, 31 s", 14), ("Bruno", "away", 3))
    ):
        y = 58 + number * 64
        plate = surfaces.panel((sheet.px(320), sheet.px(52)), scale, edge=theme.GOLD if number == 1 else None)
        sheet.plate(plate, 936, y, 16, theme.SHADE_PLATE)
        sheet.put(surfaces.avatar(sheet.px(36), number + 1, bot=number != 1), 944, y + 8)
        side = surfaces.Crest.THEM if number == 2 else surfaces.Crest.US
        sheet.put(surfaces.crest(sheet.px(14), side), 970, y + 34)
        sheet.words(name, theme.LABEL, 990, y + 18)
        sheet.words(state, theme.SMALL, 990, y + 37, theme.MUTED)
        sheet.put(wood.small_rack((sheet.px(76), sheet.px(34)), held, palette, scale), 1130, y + 9)
        sheet.put(surfaces.count_chip(held, theme.NUMBER.at(scale)), 1216, y + 12)
    for number, side in enumerate(surfaces.Crest):
        y = 260 + number * 40
        sheet.put(surfaces.crest(sheet.px(22), side), 944, y)
        fill = theme.Gradient(((0.0, side.colour), (1.0, side.colour)))
        sheet.put(surfaces.bar((sheet.px(212), sheet.px(6)), 0.41, fill), 980, y + 8)
    for number, tone in enumerate(theme.Tone):
        sheet.put(
            surfaces.chip(tone.value, theme.CHIP.at(scale), tone, sign="check", edged=number % 2 == 0),
            936 + number * 56,
            340,
        )
    for number, game in enumerate(GAMES):
        sheet.put(paint.plate((sheet.px(56), sheet.px(40)), 8 * scale, look_of(game).ground), 936 + number * 64, 410)
    sheet.plate(surfaces.paper((sheet.px(320), sheet.px(90)), scale), 936, 470, 18, theme.SHADE_PAPER)
    sheet.words("Two wild tiles", theme.TITLE, 996, 502, theme.INK)
    words = text.paragraph("Use **your red 7** instead of the 2.", theme.READING.at(scale), theme.INK, sheet.px(280))
    sheet.put(words, 952, 526)


def part_sheet(scale: float) -> Surface:
    """A table's parts in their usual places."""
    sheet = Sheet(1280, 720, scale)
    palette = theme.CLASSIC
    sheet.put(felt.felt((sheet.px(1280), sheet.px(720)), palette), 0, 0)
    sheet.put(paint.gradient((sheet.px(1280), sheet.px(48)), theme.TOP_BAR), 0, 0)
    for number, mine in enumerate((True, False)):
        ground = surfaces.banner((sheet.px(252), sheet.px(52)), scale, mine=mine)
        x = 300 + number * 270
        sheet.plate(ground, x, 5, 26, theme.SHADE_PLATE)
        sheet.put(surfaces.time_ring(sheet.px(42), 0.6, mine=mine), x + 7, 10)
        sheet.words(
            "Your turn" if mine else "Vera is playing", theme.TITLE, x + 60, 23, theme.INK if mine else theme.CREAM
        )
    _melds(sheet, palette)
    _centre(sheet, palette)
    _people(sheet, palette)
    rack = wood.rack((sheet.px(1000), sheet.px(118)), 1, scale)
    sheet.plate(rack, 16, 594, 14, theme.SHADE_RACK)
    sheet.row(read_faces("R3 R4 R5 R8 Y4 Y5 B7 B8 K13 R7 Y13 B2 K5 *"), 71, 606, 58, palette, 64 / 58)
    sheet.put(wood.rack_lip((sheet.px(1000), sheet.px(30)), scale), 16, 682)
    sheet.words("Rosa", theme.HEADING, 40, 697, theme.INK)
    return sheet.surface


def rack_sheet(scale: float) -> Surface:
    """Racks of two and three rows, in the colour-blind-safe palette."""
    sheet = Sheet(1280, 720, scale)
    palette = theme.COLOUR_BLIND_SAFE
    sheet.put(felt.felt((sheet.px(1280), sheet.px(720)), palette), 0, 0)
    for number, rows in enumerate((2, 3)):
        y = 20 + number * 240
        high = 200 if rows == 2 else 260
        form = wood.rack_shape((sheet.px(1000), sheet.px(high)), rows, scale)
        sheet.plate(wood.rack((sheet.px(1000), sheet.px(high)), rows, scale), 16, y, 14, theme.SHADE_RACK)
        width = 52 if rows == 2 else 46
        for row, well in enumerate(form.wells):
            foot = well.bottom / scale - (0 if row < rows - 1 else 6)
            faces = read_faces("R2 R4 R5 B2 Y2 Y3 Y5 Y6 K8 *")
            sheet.row(faces, 60, y + foot - width * tiles.HEIGHT_RATIO, width, palette, 1.17)
        sheet.put(wood.rack_lip((form.lip.width, form.lip.height), scale), 16, y + high - 30)
    return sheet.surface


SHEETS: dict[str, Callable[[float], Surface]] = {
    "tiles": tile_sheet,
    "signs": sign_sheet,
    "parts": part_sheet,
    "racks": rack_sheet,
}


def main(arguments: Sequence[str]) -> int:
    """Draw the sheets named after the folder, or all of them."""
    if not arguments:
        print("usage: python -m tools.pictures_parts DIR [tiles|signs|parts|racks ...]")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    for name in arguments[1:] or SHEETS:
        for scale in SCALES:
            path = folder / f"{name}-{scale:g}.png"
            pygame.image.save(SHEETS[name](scale), path)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
