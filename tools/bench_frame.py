"""Time a frame of a table with all pieces in flight, and bare blits of the same pixels in the same process.

Both are timed on every frame, alternating in order: advancing and drawing the table, and blitting the same background
and the same pieces at the same places. `flip` is part of both, as of every visible frame.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter

import pygame

from game.bots.thinker import InlineThinker
from game.client.app_context import MatchAtTable
from game.client.director import Director
from game.client.still import Studio
from game.client.table.dead_hand.family import DEAD_HAND
from game.client.table.dead_hand.table_input import DeadHandInput
from game.client.table.geometry.easing import ease_in_out
from game.client.table.geometry.motion import Flight
from game.client.table.moments.kinds import USUAL_LIMITS, MomentKind
from game.client.table.moments.moment import Moment
from game.client.table.moments.queue import RunningMoment
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.words import phrase
from game.match.match import Match
from game.session.local import LocalSession
from game.store.background import NoDesk
from game.store.matches import NoJournal
from game.table.tiles import Tile
from tools.bench_screen import header, line, on_each_driver

SIZES = ((1280, 720), (1920, 1080), (2560, 1440))
PIECE_WIDTH, PIECE_HEIGHT = 44.0, 62.0  # logical px of a flying piece
FRAME_SECONDS = 1 / 60
MAX_PIECES = 200  # flying pieces at most
FLIGHT_SECONDS = 1000.0  # seconds of a flight: nothing lands during the measurement


def run(argv: Sequence[str]) -> int:
    """Measure with and without a real window, each in its own process."""
    return on_each_driver("tools.bench_frame", argv)


def measure(argv: Sequence[str]) -> int:
    """Measure in this process, on its environment's video driver."""
    parser = argparse.ArgumentParser(prog="bench frame", description=__doc__)
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--moment", action="store_true", help="while a pure canasta has the stage, 200 pieces in the air"
    )
    parser.add_argument("--toast", action="store_true", help="with a refusal's paper over them")
    chosen = parser.parse_args(argv)
    for size in SIZES:
        with Studio() as studio:
            window = pygame.display.set_mode(size)
            director, scene = _table(studio, size, chosen.seed)
            if chosen.toast:
                scene.shown.on_explained("toast.timed_out")
            ours, bare = _timed(window, director, scene, chosen.frames, moment=chosen.moment)
        print(f"{size[0]} x {size[1]}, {len(scene.board.stage.air)} pieces in the air, {chosen.frames} frames")
        print(line("frame", ours, "ms"))
        print(line("bare blits", bare, "ms"))
        print(f"  {'ratio of the medians':34} {median(ours) / median(bare):15.2f}", flush=True)
    return 0


def _table(studio: Studio, size: tuple[int, int], seed: int) -> tuple[Director, TableScene[DeadHandInput]]:
    """Return a table on which every piece has begun a long flight."""
    session = LocalSession(Match.new(header(seed)), InlineThinker(), NoJournal())
    scene = TableScene(DEAD_HAND, studio.context, MatchAtTable(session, NoDesk()))
    director = Director(scene, Viewport(size))
    director.update(0.0)
    turn, layout = scene.hands.turn, scene.board.current_layout()
    if turn is None:
        raise RuntimeError("the table was not dealt")
    lots, room = Random(seed), layout.frame.table  # noqa: S311 - places on a table, not a secret
    scene.board.stage.fly(_flight(Tile(tile), room, lots) for tile in range(len(turn.view.faces)))
    scene.board.redraw_tiles(turn, scene.shown.marks)
    return director, scene


def _flight(tile: Tile, room: Box, lots: Random) -> Flight:
    start, end = (
        Box(
            room.x + lots.random() * (room.w - PIECE_WIDTH),
            room.y + lots.random() * (room.h - PIECE_HEIGHT),
            PIECE_WIDTH,
            PIECE_HEIGHT,
        )
        for _end in range(2)
    )
    return Flight(tile, start, end, 0.0, FLIGHT_SECONDS, ease_in_out, turns=False, shows_face=True)


def _timed(
    window: pygame.Surface, director: Director, scene: TableScene[DeadHandInput], frames: int, *, moment: bool
) -> tuple[list[float], ...]:
    """Return the milliseconds of the table's frames and of the bare blits, frame by frame."""
    now = FLIGHT_SECONDS / 3  # in the middle of the flights
    for settled in (now, now + 1.0):  # by then a paper has appeared
        director.update(settled)
    director.draw(window)
    ground, paper = _ground(window, director, scene), _paper(window, scene)
    ours: list[float] = []
    bare: list[float] = []
    now += 1.0

    def frame() -> None:
        director.update(now)
        director.draw(window)
        pygame.display.flip()

    def blits() -> None:
        window.blit(ground, (0, 0))
        scene.shown.moments.draw_under(window)
        window.blits(pieces, doreturn=False)
        scene.shown.moments.draw_over(window)
        window.blits(paper, doreturn=False)
        pygame.display.flip()

    for number in range(frames):
        now += FRAME_SECONDS
        if moment and not scene.shown.moments.busy:
            begin_moment(scene, now)
        director.update(now)
        pieces = [piece.blit for piece in scene.board.stage.air.sprites()]
        for way, times in ((frame, ours), (blits, bare))[:: 1 if number % 2 else -1]:
            times.append(_ms(way))
    return ours, bare


def begin_moment(scene: TableScene[DeadHandInput], now: float) -> None:
    """Start the celebration of a pure canasta with the largest number of flying pieces."""
    turn, look = scene.hands.turn, scene.look
    if turn is None or look is None:
        raise RuntimeError("the table is laid out before anything on it bursts")
    rule = replace(USUAL_LIMITS, pieces=MAX_PIECES / MomentKind.PURE.spec.pieces)
    moment = Moment(MomentKind.PURE, 0, ours=True, tiles=turn.view.rack[:7], title=phrase("moment.pure"), points=200)
    scene.shown.moments.queue.running = RunningMoment(moment, now, MomentKind.PURE.lasts(0), ribbon=True, limits=rule)
    scene.shown.moments.tick(now, look)


def _ground(window: pygame.Surface, director: Director, scene: TableScene[DeadHandInput]) -> pygame.Surface:
    """Return the picture without flying pieces, in the window's format."""
    pieces = scene.board.stage.air.sprites()
    scene.board.stage.air.empty()
    director.draw(window)
    scene.board.stage.air.add(*pieces)
    return window.copy()


def _paper(window: pygame.Surface, scene: TableScene[DeadHandInput]) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """Return the paper that covers the pieces, if there is one."""
    if scene.shown.toast is None:
        return []
    alone = pygame.Surface(window.get_size(), pygame.SRCALPHA, 32)
    scene.shown.toast.draw(alone)
    box = alone.get_bounding_rect()
    return [(alone.subsurface(box).copy(), box.topleft)]


def _ms(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
