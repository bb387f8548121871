"""What no program may hold before a round is over, and the walk through everything that it holds."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.lan.deal.dealer import SealedDealer
from game.lan.deal.terms import Layout
from game.match.transcript import Controller
from game.table.faces import HIDDEN, Face
from net.deal.opening_books import tile_order
from net.deal.rounds import DealRound
from tests.lan.hall import LanHall


@dataclass(frozen=True, slots=True)
class Truth:
    """What a program must not have: true faces by tile, the order of the deal, and the others' secrets.

    `pieces` are the faces of the deck's pieces, which everybody has.
    """

    faces: Mapping[int, Face]
    order: tuple[int, ...]
    secrets: tuple[bytes, ...]
    pieces: tuple[Face, ...]


def everything() -> Iterator[object]:
    """Yield every object that this process can reach."""
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
    dealer = table.seats[name].story.dealer
    assert isinstance(dealer, SealedDealer)
    return dealer


def found_in(walked: Sequence[object], truth: Truth) -> list[str]:
    """Return what of the truth these objects give away."""
    return [leak for one in walked if (leak := _leak(one, truth))]


def _leak(one: object, truth: Truth) -> str:
    """Say what one object gives away; the deck's pieces themselves, in the order of the box, give away nothing."""
    if isinstance(one, bytes | bytearray):
        return "a secret" if any(secret in one for secret in truth.secrets) else ""
    if isinstance(one, dict):
        told = [tile for tile, face in truth.faces.items() if isinstance(one.get(tile), Face) and one[tile] == face]
        return "true faces by tile" if len(told) > len(truth.faces) // 4 else ""
    if not isinstance(one, tuple | list):
        return ""
    if len(one) == len(truth.pieces) and all(isinstance(face, Face) for face in one):
        told = [tile for tile, face in truth.faces.items() if one[tile] == face]
        return "true faces in a row" if told and tuple(one) != truth.pieces else ""
    orders = {truth.order, tuple(reversed(truth.order))}
    return "the order of the deal" if len(one) == len(truth.order) and tuple(one) in orders else ""


def truth_for(table: LanHall, name: str) -> Truth:
    """What a program must not have as its match stands: what its person was not shown, and the others' secrets."""
    seat = table.seats[name]
    whole, layout = whole_deal(table)
    shown = seat.story.standing.table
    assert shown is not None
    order = tile_order(whole)
    people = [one.controller is Controller.REMOTE for one in seat.story.standing.seats]
    open_racks = [rack for at, rack in enumerate(shown.racks) if at == seat.story.seat or not people[at]]
    known = {tile for rack in open_racks for tile in rack}
    hidden = {
        int(tile): layout.face_of(number)
        for tile, number in zip(layout.tiles, order, strict=True)
        if shown.faces[tile] is HIDDEN and tile not in known
    }
    given = {*shares_told(seat.story.dealer)}
    secrets: list[bytes] = []
    for other, seed in whole.seeds.items():
        if other != seat.story.seat:
            locks = [seed.lock_scalar(layout.places[tile]) for tile in layout.tiles if int(tile) in hidden]
            secrets += [seed.raw, seed.mask_scalar, *(lock for lock in locks if lock not in given)]
    return Truth(hidden, order, tuple(secrets), layout.faces)


def whole_deal(table: LanHall) -> tuple[DealRound, Layout]:
    """The deal with all seeds: nobody at the table could know it."""
    deals = [dealt for name in table.seats if (dealt := dealer_of(table, name).dealt) is not None]
    one, layout = deals[0].round, deals[0].layout
    whole = DealRound(one.context, one.terms)
    whole.seeds = {dealt.peer.seed.seat: dealt.peer.seed for dealt in deals if dealt.peer is not None}
    assert len(whole.seeds) == len(one.peers)
    return whole, layout


def shares_told(dealer: object) -> Iterator[bytes]:
    assert isinstance(dealer, SealedDealer)
    assert dealer.dealt is not None
    yield from dealer.dealt.round.shares.values()
