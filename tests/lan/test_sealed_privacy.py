"""Nothing that one program holds, anywhere in its process, tells a face its person was not shown.

A program of its own process takes the match up from what it kept, with nobody else there; then everything that Python
can reach is walked: its objects, all modules, all caches. Only after that walk is it told what it must not have found.
"""

from __future__ import annotations

import gc
from multiprocessing import get_context
from multiprocessing.connection import Connection

import pytest

from game.rules.registry import rules_of
from game.table.faces import HIDDEN
from tests.lan.hall import LanHall, offered
from tests.lan.privacy_walk import Truth, dealer_of, everything, found_in, truth_for
from tests.slices import some

MOVES = 6


def look(pipe: Connection, game: str, players: int, sits: bool, kept: list[bytes]) -> None:
    """Be the program `ana`, take the match up alone, walk, then hear the truth and say what was found."""
    names = ("ana", *(f"p{at}" for at in range(players - sits)))
    table = LanHall(offered(game, players=players), names, sits=sits)
    for name in names:
        table.kill(name)
    table.seats["ana"].kept = kept
    table.start("ana")
    for _ in range(400):
        table.step()
    dealer = dealer_of(table, "ana")
    gc.collect()
    walked = list(everything())
    own = dealer.known_faces()
    pipe.send((len(walked), dict(own)))
    truth = pipe.recv()
    pipe.send(found_in(walked, truth))


@pytest.mark.parametrize(("players", "sits"), some([(2, True), (2, False)], 1))
def test_nothing_in_the_whole_process_tells_a_hidden_face(players: int, sits: bool) -> None:
    names = ("ana", *(f"p{at}" for at in range(players - sits)))
    table = LanHall(offered("burraco", players=players), names, sits=sits)
    table.until(
        lambda: all(seat.headless.session and not seat.session.has_work_left for seat in table.up()) and moved(table)
    )
    ana = table.seats["ana"]
    shown = ana.story.standing.table
    assert shown is not None
    mine = set(shown.racks[ana.story.seat]) if ana.story.seat is not None else set()
    truth = truth_for(table, "ana")
    assert len(truth.faces) > 50
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=look, args=(there, "burraco", players, sits, list(ana.kept)))
    process.start()
    there.close()
    try:
        assert here.poll(240), "the other process says nothing"
        walked, known = here.recv()
        assert walked > 100_000
        assert set(known) == mine if sits else known == {}
        here.send(truth)
        assert here.poll(240)
        assert here.recv() == []
    finally:
        process.kill()
        process.join()


def test_the_walk_knows_what_it_looks_for() -> None:
    pieces = rules_of("burraco").deck.faces
    faces = dict(enumerate(reversed(pieces[:60])))
    truth = Truth(faces, tuple(range(59, -1, -1)), (bytes(range(32)),), pieces)
    row = (*[HIDDEN] * 59, faces[59], *[HIDDEN] * (len(pieces) - 60))
    leaks: list[object] = [bytes(range(40)), bytearray(range(40)), row, list(row), dict(faces), truth.order]
    for leak in leaks:
        assert len(found_in([leak], truth)) == 1
    fine = [bytes(40), (HIDDEN,) * len(pieces), pieces, {3: faces[3]}, tuple(range(50))]
    assert found_in(fine, truth) == []


def moved(table: LanHall) -> bool:
    return all(len(seat.story.standing.story) >= MOVES for seat in table.up())
