"""A second match with the number and header of an earlier one: its seeds would be those that opened books have shown.

The host has changed one thing only: it begins with the START of a match whose first round all have seen to its end.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.thinker import InlineThinker
from game.lan.home import LanHome
from game.lan.terms import offer_digest
from game.table.canon import encode
from game.table.faces import HIDDEN, Face
from game.table.tiles import Tile
from net.deal.seeds import Seed
from net.deal.shares import tile_under
from net.log.effects import EntryRecord, Record, SaltRecord, read_record, write_record
from tests.lan.deal.test_dealer import dealer_of, playing, round_of
from tests.lan.hall import LanHall, offered
from tests.net.fake_lan import entropy

OFFER = offered("burraco", players=2, target=3_000)
PATIENCE = 20_000  # milliseconds in which the guest would long have begun


@pytest.fixture(scope="module")
def first_match() -> LanHall:
    """A match in its second round: the books of the first are open."""
    hall = LanHall(OFFER, ("ana", "bea"), thinker=InlineThinker)
    hall.until(lambda: playing(hall, 0) and all(seat.story.standing.results for seat in hall.up()))
    return hall


def seeds_shown(hall: LanHall) -> dict[bytes, dict[int, Seed]]:
    """The seeds of every deal whose books are open in a log, by the context that they are bound to."""
    found: dict[bytes, dict[int, Seed]] = {}
    session = hall.seats["ana"].session
    story = session.lockstep.replica._make_story(session.lockstep.replica.rosters[1])
    for number, entry in enumerate(session.lockstep.replica.entries):
        if number:
            story.apply_entry(number, entry.core, session.lockstep.replica.rosters[number + 1])
        dealt = dealer_of(story).dealt  # type: ignore[arg-type] # the story of this game
        if dealt is not None and dealt.round.all_seeds_revealed:
            found[dealt.round.context] = dict(dealt.round.seeds)
    return found


def again(first: LanHall) -> LanHall:
    """The table of a changed host who holds the START of an earlier match, and a guest who comes to play a new one."""
    hall = LanHall(OFFER, ("ana", "bea"), thinker=InlineThinker)
    hall.kill("ana")
    start = next(one for one in first.seats["ana"].kept if isinstance(read_record(one), EntryRecord))
    salt = SaltRecord(first.seats["ana"].session.lockstep.replica.match, bytes(32))
    hall.seats["ana"].kept = [write_record(salt), start]
    hall.start("ana")
    party = hall.seats["ana"].headless.table.party
    assert party.room is not None
    party.room = replace(party.room, options=encode(OFFER), digest=offer_digest(OFFER))
    return hall


def dealt_out(hall: LanHall) -> bool:
    """Whether the guest has its first rack and may play."""
    run = hall.seats["bea"].run
    return run is not None and run.session is not None and run.session.view is not None and playing(hall, 0)


@pytest.mark.whole  # tests/net/deal/test_secrecy
def test_seeds_that_were_shown_open_no_tile_of_another_match(first_match: LanHall) -> None:
    shown = seeds_shown(first_match)
    assert shown
    hall = again(first_match)
    while hall.now < PATIENCE and not dealt_out(hall):
        hall.step()
    if hall.seats["bea"].headless.session is None:
        return  # it was never led into the match
    bea = hall.seats["bea"].story
    one = round_of(bea)
    read: dict[Tile, Face] = {}
    dealt = dealer_of(bea).dealt
    assert dealt is not None
    for tile, at in dealt.layout.places.items():
        seeds = shown.get(one.context, {})
        number = (
            tile_under(one.locked_deck[at], [seed.lock_scalar(at) for seed in seeds.values()], one.tile_of)
            if one.locks
            else None
        )
        if number is not None:
            read[tile] = dealt.layout.face_of(number)
    table = bea.standing.table
    assert table is not None
    rack = [tile for tile in table.racks[1] if table.faces[tile] == HIDDEN]
    stock = [tile for tile in range(len(table.faces)) if tile not in {one for rack in table.racks for one in rack}]
    raise AssertionError(
        f"{sum(read.get(tile) == bea.known[tile] for tile in rack)} of {len(rack)} tiles of the rack and "
        f"{sum(Tile(tile) in read for tile in stock)} of {len(stock)} others read by the host"
    )


def test_a_match_that_was_left_is_not_written_over(first_match: LanHall, tmp_path: Path) -> None:
    kept = [read_record(one) for one in first_match.seats["bea"].kept]
    home = LanHome(tmp_path, entropy("home"))
    home.append_records(kept)
    home.close(over=False)
    (path,) = home.running_files()
    before = path.read_bytes()
    start: Record = next(one for one in kept if isinstance(one, EntryRecord))
    with pytest.raises(OSError, match="has a match of that number"):
        LanHome(tmp_path, entropy("home")).append_records([start])
    assert path.read_bytes() == before
