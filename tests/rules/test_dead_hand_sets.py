from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.rules.dead_hand_refusals import extensions
from game.rules.dead_hand_sets import arrangements, is_pure, read_as, read_set
from game.table.faces import COLOURS, JOKER, Colour, Face, parse_face
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.tiles import TILE_DECK, Tile
from tests.rules.brute_dead_hand import is_group, ones_keep_their_end, run_meanings, run_orders
from tests.slices import count
from tests.strategies import options_of, printed

OPTIONS = [
    options_of("burako", group_of_twos=twos, ace_both_ends=both) for twos in (True, False) for both in (True, False)
]
FACES = TILE_DECK.faces
wild_faces = st.sampled_from([JOKER, *(Face(colour, 2) for colour in COLOURS)])


@st.composite
def near_runs(draw: st.DrawFn) -> list[Face]:
    """A run, often with a face or two that does not fit."""
    colour = draw(st.sampled_from(COLOURS))
    size = draw(st.integers(3, 14))
    start = draw(st.integers(1, 15 - size))
    faces = [Face(colour, (place - 1) % 13 + 1) for place in range(start, start + size)]
    return draw(spoilt(faces))


@st.composite
def near_groups(draw: st.DrawFn) -> list[Face]:
    """Faces of one number, often with one or two others among them."""
    number = draw(st.integers(1, 13))
    colours = draw(st.lists(st.sampled_from(COLOURS), min_size=3, max_size=8))
    return draw(spoilt([Face(colour, number) for colour in colours]))


@st.composite
def spoilt(draw: st.DrawFn, faces: list[Face]) -> list[Face]:
    for _time in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
        faces[draw(st.integers(0, len(faces) - 1))] = draw(st.one_of(wild_faces, printed))
    return faces


sequences = st.one_of(near_runs(), near_groups(), st.lists(printed, max_size=5), st.lists(wild_faces, max_size=5))


def as_tiles(faces: list[Face]) -> tuple[tuple[Tile, ...], tuple[Face, ...]]:
    """Give each face in the list an id of its own, whatever the deck holds of it."""
    return tuple(Tile(at) for at in range(len(faces))), tuple(faces)


@given(sequences, st.sampled_from(OPTIONS))
@settings(max_examples=count(200, 3000))
def test_1_2_reading_agrees_with_the_rule_book(named: list[Face], options: Options) -> None:
    tiles, faces = as_tiles(named)
    group = read_as(Kind.GROUP, tiles, faces, options)
    run = read_as(Kind.RUN, tiles, faces, options)
    assert isinstance(group, Meld) == is_group(named, group_of_twos=options.flag("group_of_twos"))
    meanings = run_meanings(named, ace_both_ends=options.flag("ace_both_ends"))
    assert len(meanings) <= 1  # 1.2: the order given never fits two starts
    assert isinstance(run, Meld) == bool(meanings)
    if isinstance(run, Meld):
        colour, start, wild = meanings[0]
        said = {at: (face.colour, face.number) for at, face in enumerate(run.stands_for) if face is not None}
        assert said == {at: (Colour(colour), start + at) for at in wild}
        assert is_pure(run) == (not wild)
    assert not (isinstance(group, Meld) and isinstance(run, Meld))
    either = read_set(tiles, faces, options) if tiles else group
    assert isinstance(either, Meld) == (isinstance(group, Meld) or isinstance(run, Meld))


@given(near_groups(), st.sampled_from(OPTIONS), st.randoms(use_true_random=False))
def test_1_2_a_group_is_one_in_any_order(named: list[Face], options: Options, random: Random) -> None:
    tiles, faces = as_tiles(named)
    mixed = list(tiles)
    random.shuffle(mixed)
    assert isinstance(read_as(Kind.GROUP, tiles, faces, options), Meld) == isinstance(
        read_as(Kind.GROUP, tuple(mixed), faces, options), Meld
    )


@given(sequences, st.sampled_from(OPTIONS))
@settings(max_examples=count(120, 600))
def test_1_2_arrangements_are_all_there_are(named: list[Face], options: Options) -> None:
    assume(len(named) <= 14)
    tiles, faces = as_tiles(named)
    found = arrangements(tiles, faces, options)
    if is_group(named, group_of_twos=options.flag("group_of_twos")):
        assert [meld.kind for meld in found] == [Kind.GROUP]
        return
    wanted = {tuple(faces[tile] for tile in order) for order in run_orders(tiles, faces, options)}
    got = [tuple(faces[tile] for tile in meld.tiles) for meld in found]
    assert sorted(got, key=str) == sorted(wanted, key=str)
    assert all(sorted(meld.tiles) == list(tiles) for meld in found)


@given(near_runs(), st.lists(st.one_of(wild_faces, printed), max_size=2), st.sampled_from(OPTIONS), st.booleans())
@settings(max_examples=count(120, 600))
def test_1_3_extensions_are_all_there_are(named: list[Face], more: list[Face], options: Options, one: bool) -> None:
    """The old set's ids are the higher ones now and then, so that a twin from the rack comes first."""
    everything = named + more if one else more + named
    tiles, faces = as_tiles(everything)
    old_tiles = tiles[: len(named)] if one else tiles[len(more) :]
    added = tuple(tile for tile in tiles if tile not in old_tiles)
    old = read_as(Kind.RUN, old_tiles, faces, options)
    assume(isinstance(old, Meld) and len(everything) <= 14)
    assert isinstance(old, Meld)
    wanted = {
        tuple(faces[tile] for tile in order)
        for order in run_orders(tiles, faces, options)
        if ones_keep_their_end(old_tiles, order, faces)
    }
    got = extensions(old, added, faces, options)
    assert {tuple(faces[tile] for tile in meld.tiles) for meld in got} == wanted
    assert all(ones_keep_their_end(old_tiles, meld.tiles, faces) for meld in got)


def a_run(text: str) -> tuple[tuple[Tile, ...], tuple[Face, ...]]:
    return as_tiles([parse_face(word) for word in text.split()])


@pytest.mark.parametrize(
    ("old", "more", "becomes"),
    [
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "R1", ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"]),
        ("R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", "*", ["* R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"]),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "*", ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 *"]),
        ("R3 * R5", "", ["R3 * R5"]),
        ("* R4 R5", "", ["* R4 R5", "R4 R5 *"]),
        ("R2 R3 R4", "*", ["* R2 R3 R4", "R2 R3 R4 *"]),
        ("B12 B13 B1", "*", ["* B12 B13 B1"]),
    ],
)
@pytest.mark.parametrize("rack_first", [True, False])
def test_1_3_what_a_run_becomes(old: str, more: str, becomes: list[str], rack_first: bool) -> None:
    """A one whose twin comes to the other end stays where it is, and a lone one of fourteen may stand high."""
    words = f"{more} {old}" if rack_first else f"{old} {more}"
    tiles, faces = a_run(words)
    size = len(old.split())
    lying = tiles[-size:] if rack_first else tiles[:size]
    meld = read_as(Kind.RUN, lying, faces, OPTIONS[0])
    assert isinstance(meld, Meld)
    got = extensions(meld, tuple(tile for tile in tiles if tile not in lying), faces, OPTIONS[0])
    assert sorted(" ".join(str(faces[tile]) for tile in one.tiles) for one in got) == sorted(becomes)


@pytest.mark.parametrize(
    ("named", "code", "odd"),
    [
        ("B9 K9 K4", Code.NOT_ONE_NUMBER, "K4"),
        ("K9 B9 K9 B4", Code.NOT_ONE_NUMBER, "B4"),
        ("R4 K4 K5", Code.NOT_ONE_COLOUR, "R4"),
        ("K4 K6 R4", Code.NOT_ONE_COLOUR, "R4"),
        ("B9 K4 R2", Code.NOT_ONE_COLOUR, "K4"),
    ],
)
def test_1_2_the_odd_one_out_is_told_by_what_the_others_may_become(named: str, code: Code, odd: str) -> None:
    tiles, faces = as_tiles([parse_face(name, cards=False) for name in named.split()])
    refused = read_set(tiles, faces, OPTIONS[0])
    assert isinstance(refused, Refusal)
    assert refused.code is code
    assert faces[refused.tiles[0]] == parse_face(odd, cards=False)
