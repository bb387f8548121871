"""Write the golden pictures of tests/client/golden: the main scenes, to be looked at before committing.

Each version of pygame-ce has a folder of its own, since another version may round edges differently. The tables are
from golden transcripts or posed, so that only a change of drawing can change them.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.client.app_context import MatchAtTable
from game.client.still import Studio, paused_match, render_scene
from game.match.lines import read_match
from game.match.match import Match
from game.match.transcript import Controller, EntryKind, Seat
from game.store.background import NoDesk
from tools.posed import crowded_couples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.client.director import Scene

TESTS: Final = Path(__file__).resolve().parents[1] / "tests"
FOLDER: Final = TESTS / "client" / "golden" / f"pygame-ce {pygame.version.ver}"
SIZE: Final = (960, 540)
EARLY_ENTRIES, MIDDLE_ENTRIES = 12, 60  # entries of the log before the place that is drawn


@cache
def golden_match(name: str) -> Match:
    """Read a golden transcript."""
    return read_match((TESTS / "golden" / f"{name}.comodin").read_bytes()).match


@cache
def person_match(name: str) -> Match:
    """Return a golden match with a person on its first chair, since an onlooker is shown other sentences."""
    played = golden_match(name)
    first, *others = played.header.seats
    match = Match.new(replace(played.header, seats=(Seat(first.name, Controller.HERE), *others)))
    for entry in played.transcript.entries:
        match, _entry = match.with_decision(entry.author, entry.kind, entry.body)
    return match


def scenes(studio: Studio) -> Iterator[tuple[str, Callable[[], Scene]]]:
    """Yield the main scenes by name."""
    burako, rummikub = person_match("burako-4"), person_match("rummikub-4")
    scored = next(entry.number for entry in burako.transcript.entries if entry.kind is EntryKind.SCORE) + 1
    sheet = burako.at(scored)
    yield "title", studio.title
    yield "new game", studio.new_game
    yield "burako", partial(_table, studio, burako.at(MIDDLE_ENTRIES))
    yield "burraco", partial(_table, studio, person_match("burraco-4").at(EARLY_ENTRIES))
    yield "burraco crowded", lambda: studio.table(MatchAtTable(crowded_couples("burraco", 4), NoDesk()))
    yield "rummikub", partial(_table, studio, rummikub.at(EARLY_ENTRIES))
    yield "score sheet", lambda: studio.score_sheet(paused_match(sheet), sheet.standing.results[-1])
    yield "match end", lambda: studio.match_end(paused_match(burako))


def _table(studio: Studio, match: Match) -> Scene:
    return studio.table(paused_match(match))


def draw_all() -> Iterator[tuple[str, pygame.Surface]]:
    """Draw every golden scene."""
    with Studio() as studio:
        for name, make in scenes(studio):
            yield name, render_scene(make(), SIZE)


def main() -> int:
    """Write every picture and say which have changed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in draw_all():
        path = FOLDER / f"{name}.png"
        before = path.read_bytes() if path.exists() else b""
        pygame.image.save(drawn, path)
        print(f"{'same' if path.read_bytes() == before else 'CHANGED':8}{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
