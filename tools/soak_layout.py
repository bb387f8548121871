"""Check the layout of every scene in every language, palette, window and text size, and of tables in all sizes."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import product

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.client.draw.theme import PALETTES
from game.client.scenes.page import Page
from game.client.still import Studio
from game.client.words import LANGUAGES, set_language
from tests.client.gallery import MATCHES, everything, of_match
from tests.client.layout_check import SCALES, SIZES, problems
from tests.client.pseudo import speak_pseudo
from tools.pictures import find_positions, save_matches

PSEUDO = "a longer language"
TABLE_PERCENTS = (80, 150, 250)  # table sizes in per cent, besides the usual one
MAX_SHOWN_FAULTS = 20  # faults listed at most


def soak(_seed: int) -> str:
    """Lay everything out; raise AssertionError with the first faults."""
    wrong: list[str] = []
    done = 0
    with Studio() as studio:
        save_matches(studio, find_positions())
        for language in (*LANGUAGES, PSEUDO):
            speak_pseudo() if language == PSEUDO else set_language(language)
            for palette, scale in product(PALETTES, SCALES):
                studio.preferences.now = replace(studio.preferences.now, palette=palette, text_size=round(scale * 100))
                for name, make in everything(studio):
                    scene = _page(make())
                    for size in SIZES:
                        done += 1
                        wrong += [f"{language}, {palette}: {name}: {told}" for told in problems(scene, size, scale)]
            studio.preferences.now = replace(studio.preferences.now, palette="classic")
        set_language("en")
        done += _tables(studio, wrong)
    if wrong:
        raise AssertionError(f"{len(wrong)} faults in {done} layouts:\n" + "\n".join(wrong[:MAX_SHOWN_FAULTS]))
    return f"{done} layouts"


def _tables(studio: Studio, wrong: list[str]) -> int:
    """Lay the tables out at their other sizes."""
    done = 0
    for table, scale, (game, seats) in product(TABLE_PERCENTS, SCALES, MATCHES):
        studio.preferences.now = replace(studio.preferences.now, table_size=table, text_size=round(scale * 100))
        for name, make in of_match(studio, game, seats):
            scene = _page(make())
            for size in SIZES:
                done += 1
                wrong += [f"table {table} %: {name}: {told}" for told in problems(scene, size, scale)]
    return done


def _page(scene: object) -> Page:
    if not isinstance(scene, Page):
        raise TypeError(f"{scene!r} is no page: the check asks the widgets of one")
    return scene
