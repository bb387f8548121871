"""Film a moment, frame by frame and as an animated picture: `python -m tools.film SCENE [DIR]`; `--list` names them.

Each scene is found in a match of bots with a fixed seed, or is a page of a golden match; `--readme` films the README's.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.bots.thinker import InlineThinker
from game.client.app_context import MatchAtTable
from game.client.director import set_vocabulary_of
from game.client.draw.animated import Film
from game.client.scenes.match_end import MatchEnd
from game.client.scenes.score_sheet import ScoreSheet
from game.client.scenes.sheet.highlights import RoundNews
from game.client.still import Studio, paused_match
from game.client.table.moments.happened import end_moment, moments_between
from game.client.table.moments.kinds import MomentKind
from game.client.table.scene import table_scene
from game.client.viewport import Viewport
from game.client.words import phrase, set_language
from game.commands.demo import bots_header, options_for
from game.match.match import Match, Standing
from game.match.transcript import Controller, EntryKind, Seat
from game.rules.registry import rules_of
from game.session.local import LocalSession
from game.session.posed import PosedSession
from game.session.session import Moved, RoundOver
from game.store.background import NoDesk
from game.store.matches import NoJournal
from tools.golden_pictures import person_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.client.director import Scene
    from game.table.view import View

FRAMES_PER_SECOND: Final = 30
BEFORE_SECONDS: Final = 0.3  # seconds filmed before the moment
AFTER_SECONDS: Final = 0.4
MAX_MATCHES: Final = 20  # matches searched at most
README_FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
README_SIZE: Final = (480, 270)
SMALL_SIZE: Final = (320, 180)
IN_README: Final = {
    "canasta": ("moment.png", README_SIZE),
    "joker": ("moment-joker.png", SMALL_SIZE),
    "dead-hand-own": ("moment-dead-hand.png", SMALL_SIZE),
}


@dataclass(frozen=True, slots=True)
class Take:
    """Where to find a moment: the first of its kind in a match of bots.

    It is the watcher's side's if `ours`, another's if False, anybody's if None. `shows` says what its frames must show.
    """

    kind: MomentKind
    game: str
    seats: int
    seed: int
    shows: str
    ours: bool | None = True
    alone: bool = False  # no other moment may happen at once, since it would be shown instead


LADDER: Final = "land, hold without motion, ring and wave from the set, ribbon with tiles and rule, room made last"
SCENES: Final[dict[str, Take]] = {
    "canasta": Take(MomentKind.PURE, "burako", 4, 7, f"{LADDER}; 46 pieces, the cap, points to the plate"),
    "canasta-theirs": Take(MomentKind.PURE, "burako", 4, 7, f"{LADDER}; sky hems, half the pieces", ours=False),
    "impure": Take(MomentKind.IMPURE, "burako", 4, 7, f"{LADDER}; lilac hems, no cap, no rays"),
    "burraco": Take(MomentKind.PURE, "burraco", 4, 7, f"{LADDER}; cards overlap in the ribbon", ours=None),
    "six": Take(MomentKind.SIX, "burako", 4, 7, "edge and wave along the set of six, no ribbon"),
    "dead-hand": Take(MomentKind.DEAD_HAND, "burako", 4, 7, "pack to the plate, plate lit, ribbon with rule"),
    "dead-hand-own": Take(MomentKind.DEAD_HAND, "burako", 2, 7, "the pack opens as a fan, turns over, runs in"),
    "dead-hand-theirs": Take(MomentKind.DEAD_HAND, "burako", 4, 7, "their plate lit, ribbon with sky hems", ours=False),
    "pile": Take(MomentKind.PILE, "burako", 2, 2, "ribbon with the faces of the pile", ours=None),
    "few": Take(MomentKind.FEW, "burako", 4, 7, "coral edge on who has two or one", ours=None),
    "out": Take(MomentKind.OUT, "burako", 4, 7, "ribbon with the last tile and the cap", ours=None),
    "opened": Take(MomentKind.OPENED, "rummikub", 4, 7, "mint ring around what was laid, ribbon with rule", ours=None),
    "joker": Take(MomentKind.JOKER, "rummikub", 4, 7, "the joker's new set, ribbon with joker and freer", ours=None),
    "rebuilt": Take(
        MomentKind.REBUILT, "rummikub", 4, 7, f"{LADDER}; an edge around each set made anew or grown, 24 pieces"
    ),
    "rebuilt-theirs": Take(
        MomentKind.REBUILT, "rummikub", 4, 7, "sky hems, who it was, their tiles, a wave over the sets", ours=False
    ),
    "ended": Take(MomentKind.ENDED, "burako", 2, 6, "who won the round, what was left, why it ended; rays", ours=None),
    "seventh": Take(MomentKind.SEVENTH, "rummikub", 4, 7, "edge, ring and wave, no ribbon", ours=None, alone=True),
}


@dataclass(frozen=True, slots=True)
class SheetTake:
    """The score sheet of a golden match's round, or without a round the match's end; `news` replaces its own."""

    match: str
    round: int | None
    shows: str
    kind: MomentKind | None = None
    news: RoundNews | None = None


TOLD: Final = (
    "lines counted with rising ticks, bars race, the cap drops; then the ribbon over the title, no number covered"
)
SHEETS: Final[dict[str, SheetTake]] = {
    "round-won": SheetTake("rummikub-2", 1, f"{TOLD}: cap, gold hems", MomentKind.ROUND),
    "lead": SheetTake("eburako-2", 2, f"{TOLD}: arrow up, gold hems, by how many points", MomentKind.LEAD),
    "lead-theirs": SheetTake("rummikub-2", 2, f"{TOLD}: arrow up, sky hems, half the pieces", MomentKind.LEAD),
    "record": SheetTake("burako-4", 2, f"{TOLD}: crown, the points, 24 pieces", MomentKind.RECORD),
    "comeback": SheetTake(
        "burako-4", 3, f"{TOLD}: trophy, how far behind, 46 pieces", MomentKind.COMEBACK,
        RoundNews(MomentKind.COMEBACK, ours=True, title=phrase("moment.comeback", behind=620)),
    ),
    "match-won": SheetTake(
        "burako-4", None, "letters drop onto a rack, tiles sail in and turn, three volleys, the curve draws itself"
    ),
    "match-lost": SheetTake("burako-2", None, "no pieces, no large tiles; the curve draws itself"),
}  # fmt: skip
SHEET_SECONDS: Final = 5.2
SCENE_SHOWS: Final = {name: take.shows for name, take in SCENES.items()}
SHEET_SHOWS: Final = {name: take.shows for name, take in SHEETS.items()}


@dataclass
class Shot(PosedSession):
    """A table just before a move or a round's score, and just after it."""

    stands: Standing | None = None

    @property
    def standing(self) -> Standing:
        """The standing of the match."""
        return PosedSession.standing.fget(self) if self.stands is None else self.stands  # type: ignore[attr-defined]


@dataclass
class FoundMoment:
    """The event of a moment, a move or a round's score, and the views before and after it."""

    event: Moved | RoundOver
    before: View
    after: View
    match: Match
    standing: Standing = field(repr=False)


def find_moment(take: Take) -> FoundMoment:
    """Play matches of bots, from the take's seed on, until the moment comes."""
    for seed in range(take.seed, take.seed + MAX_MATCHES):
        shot = _found_in(replace(take, seed=seed))
        if shot is not None:
            return shot
    raise ValueError(f"no match of {take.game} from seed {take.seed} on has that moment")


def _found_in(take: Take) -> FoundMoment | None:
    rules = rules_of(take.game)
    header = bots_header(rules, options_for(rules, {"players": take.seats}), take.seed)
    session = LocalSession(Match.new(header), InlineThinker(), NoJournal())
    names = [seat.name for seat in session.seats]
    now = 0.0
    while not session.standing.over:
        for event in session.poll(now):
            view = session.view
            match event:
                case Moved(_seat, _move, before, after, _reason):
                    moments, around = moments_between(before, after, names), (before, after)
                case RoundOver(result, _winners) if view is not None:
                    end = end_moment(result, session.viewer_seat, names)
                    moments, around = (() if end is None else (end,)), (view, view)
                    session.begin_next_round()
                case _:
                    continue
            wanted = any(one.kind is take.kind and take.ours in (None, one.ours) for one in moments)
            if wanted and not (take.alone and len(moments) > 1):
                return FoundMoment(event, *around, session.match, session.standing)
        now += 1.0
    return None


def frames(studio: Studio, take: Take, size: tuple[int, int], lasts: float) -> Iterator[pygame.Surface]:
    """Yield the pictures of a scene, thirty for each second of its own clock."""
    shot = find_moment(take)
    first, *others = shot.match.header.seats
    seats = (Seat(first.name, Controller.HERE), *others)  # an onlooker would read other sentences
    session = Shot(replace(shot.match.header, seats=seats), shot.before,
                   stands=replace(shot.standing, results=(), seats=seats))  # fmt: skip
    scene = table_scene(studio.context, MatchAtTable(session, NoDesk()))
    set_vocabulary_of((scene,))
    scene.layout(Viewport(size))
    now, happened = 0.0, False
    for _settled in range(3):
        now += 10.0
        scene.update(now)
    start, beat = now, 1 / FRAMES_PER_SECOND
    while now < start + BEFORE_SECONDS + lasts + AFTER_SECONDS:
        if not happened and now >= start + BEFORE_SECONDS:
            happened = True
            session.view = shot.after
            session.events.append(shot.event)
        scene.update(now)
        canvas = pygame.Surface(Viewport(size).canvas_size)
        scene.draw(canvas)
        yield canvas
        now += beat


def sheet_frames(studio: Studio, take: SheetTake, size: tuple[int, int]) -> Iterator[pygame.Surface]:
    """Yield the pictures of a score sheet's animation, or of a match's end, thirty for each second."""
    scene = sheet_of(studio, take)
    scene.layout(Viewport(size))
    for at in range(round(SHEET_SECONDS * FRAMES_PER_SECOND)):
        scene.update(at / FRAMES_PER_SECOND)
        canvas = pygame.Surface(Viewport(size).canvas_size)
        scene.draw(canvas)
        yield canvas


def sheet_of(studio: Studio, take: SheetTake) -> Scene:
    """Return the sheet of a take, or the end of its match."""
    whole = person_match(take.match)
    if take.round is None:
        return MatchEnd(studio.context, whole.header, whole.standing, studio.matches.begin_again)
    scored = [entry.number for entry in whole.transcript.entries if entry.kind is EntryKind.SCORE]
    match = whole.at(scored[take.round - 1] + 1)
    sheet = studio.score_sheet(paused_match(match), match.standing.results[-1])
    if take.news is not None and isinstance(sheet, ScoreSheet):
        sheet.news = take.news
    return sheet


def seconds_of(take: Take, *, calm: bool) -> float:
    """Return the length of a take's moment in seconds, the landing included."""
    return max(1.2 if calm else 0.0, take.kind.lasts(0)) + 0.4


def contact_sheet(pictures: Sequence[pygame.Surface], across: int, wide: int) -> pygame.Surface:
    """Return all frames side by side, small."""
    high = round(wide * pictures[0].get_height() / pictures[0].get_width())
    rows = -(-len(pictures) // across)
    sheet = pygame.Surface((across * wide, rows * high))
    for at, picture in enumerate(pictures):
        small = pygame.transform.smoothscale(picture, (wide, high))
        sheet.blit(small, (at % across * wide, at // across * high))
    return sheet


def film(name: str, folder: Path, size: tuple[int, int], *, calm: bool = False, less: bool = False) -> int:
    """Write a scene's frames, its sheet and its animated picture; return how many frames there are."""
    with Studio() as studio:
        studio.preferences.now = replace(studio.preferences.now, calm=calm, less_motion=less)
        if name in SHEETS:
            pictures = list(sheet_frames(studio, SHEETS[name], size))
        else:
            take = SCENES[name]
            pictures = list(frames(studio, take, size, seconds_of(take, calm=calm)))
        folder.mkdir(parents=True, exist_ok=True)
        for number, picture in enumerate(pictures):
            pygame.image.save(picture, folder / f"{name}-{number:03}.png")
        pygame.image.save(contact_sheet(pictures, 6, 480), folder / f"{name}-sheet.png")
        (folder / f"{name}.png").write_bytes(animated_at(pictures[::2], README_SIZE))
    return len(pictures)


def animated_at(pictures: Sequence[pygame.Surface], size: tuple[int, int]) -> bytes:
    """Return pictures as an animated one of another size, fifteen a second."""
    film = Film(1000 * 2 // FRAMES_PER_SECOND)
    for one in pictures:
        film.add(pygame.transform.smoothscale(one, size))
    return film.to_bytes()


def main(argv: Sequence[str] | None = None) -> int:
    """Film what is asked for."""
    parser = argparse.ArgumentParser(prog="film", description=__doc__)
    parser.add_argument("scene", nargs="*", choices=[[], *SCENES, *SHEETS], metavar="SCENE")
    parser.add_argument("--to", default="film", help="the folder that is written to")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--language", default="en")
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--less", action="store_true", help="with less motion")
    parser.add_argument("--list", action="store_true", help="name the scenes and what each must show")
    parser.add_argument("--readme", action="store_true", help="film those of the README")
    chosen = parser.parse_args(argv)
    if chosen.list:
        for name, shows in (SCENE_SHOWS | SHEET_SHOWS).items():
            print(f"{name:18} {shows}")
        return 0
    set_language(chosen.language)
    wide, _, high = chosen.size.partition("x")
    for name in chosen.scene:
        print(
            f"{name}: {film(name, Path(chosen.to), (int(wide), int(high)), calm=chosen.calm, less=chosen.less)} frames"
        )
    if chosen.readme:
        for name, (file, size) in IN_README.items():
            take = SCENES[name]
            with Studio() as studio:
                pictures = list(frames(studio, take, (1280, 720), seconds_of(take, calm=False)))
                (README_FOLDER / file).write_bytes(animated_at(pictures[::2], size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
