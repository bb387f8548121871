"""Nothing that one program holds, anywhere in its process, tells a face its person was not shown.

A program of its own process takes the match up from what it kept, with nobody else there; then everything that Python
can reach is walked: its objects, all modules, all caches. Only after that walk is it told what it must not have found.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection

import pytest

from game.rules.registry import rules_of
from game.session.sealed_deal import SealedDealer
from game.session.sealed_terms import Layout
from game.table.faces import HIDDEN, Face
from net.deal.opening_books import order_of
from net.deal.rounds import Round
from tests.session.lan_hall import LanHall, offered

MOVES = 6


@dataclass(frozen=True, slots=True)
class Truth:
    """What a program must not have: true faces by tile, the order of the deal, and the others' secrets."""

    faces: Mapping[int, Face]
    order: tuple[int, ...]
    secrets: tuple[bytes, ...]


def everything() -> Iterator[object]:
    """Walk all that this process reaches."""
    seen: set[int] = set()
    todo: list[object] = [*gc.get_objects(), *(module for module in sys.modules.values())]
    mine = {id(seen), id(todo)}
    while todo:
        one = todo.pop()
        if id(one) in seen or id(one) in mine:
            continue
        seen.add(id(one))
        yield one
        todo.extend(gc.get_referents(one))


def dealer_of(table: LanHall, name: str) -> SealedDealer:
    dealer = table.seats[name].story._dealer
    assert isinstance(dealer, SealedDealer)
    return dealer


def found_in(walked: Sequence[object], truth: Truth) -> list[str]:
    """Say what of it stands in what was walked."""
    found = []
    size = max(truth.faces) + 1
    orders = {truth.order, tuple(reversed(truth.order))}
    for one in walked:
        if isinstance(one, bytes | bytearray) and any(secret in one for secret in truth.secrets):
            found.append("a secret")
        elif isinstance(one, tuple | list) and len(one) >= size and all(isinstance(face, Face) for face in one):
            if sum(one[tile] == face for tile, face in truth.faces.items()) > len(truth.faces) // 2:
                found.append("true faces in a row")
        elif isinstance(one, tuple | list) and len(one) == len(truth.order) and tuple(one) in orders:
            found.append("the order of the deal")
        elif isinstance(one, dict):
            told = [tile for tile, face in truth.faces.items() if isinstance(one.get(tile), Face) and one[tile] == face]
            if len(told) > len(truth.faces) // 4:
                found.append("true faces by tile")
    return found


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
    own = dealer.known()
    pipe.send((len(walked), dict(own)))
    truth: Truth = pipe.recv()
    pipe.send(found_in(walked, truth))


@pytest.mark.parametrize(("players", "sits"), [(2, True), (2, False)])
def test_nothing_in_the_whole_process_tells_a_hidden_face(players: int, sits: bool) -> None:
    names = ("ana", *(f"p{at}" for at in range(players - sits)))
    table = LanHall(offered("burraco", players=players), names, sits=sits)
    table.until(lambda: all(seat.headless.session and not seat.session.busy for seat in table.up()) and moved(table))
    ana = table.seats["ana"]
    whole, layout = whole_deal(table)
    shown = ana.story.standing.table
    assert shown is not None
    order = order_of(whole)
    mine = set(shown.racks[ana.story.seat]) if ana.story.seat is not None else set()
    hidden = {
        int(tile): layout.face_of(number)
        for tile, number in zip(layout.tiles, order, strict=True)
        if shown.faces[tile] is HIDDEN and tile not in mine
    }
    assert len(hidden) > 50
    given = {*shares_told(ana.story._dealer)}
    secrets: list[bytes] = []
    for seat, seed in whole.seeds.items():
        if seat != ana.story.seat:
            locks = [seed.lock(layout.places[tile]) for tile in layout.tiles if int(tile) in hidden]
            secrets += [seed.raw, seed.mask, *(lock for lock in locks if lock not in given)]
    truth = Truth(hidden, order, tuple(secrets))
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


def whole_deal(table: LanHall) -> tuple[Round, Layout]:
    """The deal with all seeds: nobody at the table could know it."""
    dealers = [dealer_of(table, name) for name in table.seats]
    one, layout = dealers[0]._round, dealers[0]._layout
    assert one is not None
    assert layout is not None
    whole = Round(one.context, one.terms)
    whole.seeds = {dealer._peer.seed.seat: dealer._peer.seed for dealer in dealers if dealer._peer is not None}
    assert len(whole.seeds) == len(one.peers)
    return whole, layout


def shares_told(dealer: object) -> Iterator[bytes]:
    assert isinstance(dealer, SealedDealer)
    assert dealer._round is not None
    yield from dealer._round.shares.values()


def test_the_walk_knows_what_it_looks_for() -> None:
    faces = dict(enumerate(rules_of("burraco").deck.faces[:60]))
    truth = Truth(faces, tuple(range(59, -1, -1)), (bytes(range(32)),))
    leaks: list[object] = [bytes(range(40)), bytearray(range(40)), tuple(faces.values()), dict(faces), truth.order]
    for leak in leaks:
        assert len(found_in([leak], truth)) == 1
    assert found_in([bytes(40), (HIDDEN,) * 60, {3: faces[3]}, tuple(range(50))], truth) == []


def moved(table: LanHall) -> bool:
    return all(len(seat.story.standing.story) >= MOVES for seat in table.up())
