"""Sets of the open table: rule 2.1, decisions D20 and D21."""

from __future__ import annotations

import pytest

from game.rules.open_table_sets import arrangements, possible_sets, read_set, set_refusal
from game.table.faces import HIDDEN, JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.notation import read_set as pieces_of
from game.table.options import Options
from game.table.refusals import Code, Refusal
from tests.rules.open_tables import FACES, options_of, tile, tiles

PLAIN = options_of("rummy")
HIGH = options_of("rummy", one_after_13=True)


def read(text: str, options: Options = PLAIN) -> Meld | Refusal:
    bare = " ".join(word.partition("=")[0] for word in text.strip("[]").split())
    said = tuple(piece.means for piece in pieces_of(text))
    return read_set(tiles(bare), said, FACES, options)


def code(text: str, options: Options = PLAIN) -> str:
    found = read(text, options)
    return found.code.key if isinstance(found, Refusal) else found.kind.value


def meant(text: str, options: Options = PLAIN) -> list[str]:
    found = read(text, options)
    assert isinstance(found, Meld), found
    return [str(face) for face in found.stands_for if face is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[R5 B5 K5]", "group"),
        ("[R5 B5 K5 Y5]", "group"),
        ("[R5 B5 *]", "group"),
        ("[* R5 B5 *]", "group"),
        ("[R1 R2 R3]", "run"),
        ("[R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13]", "run"),
        ("[* R2 R3 *]", "run"),
        ("[R5 B5]", "too_few_tiles"),
        ("[R5 *]", "too_few_tiles"),
        ("[R5 B5 K5 Y5 *]", "too_many_tiles"),
        ("[R7a R7b B7]", "colour_twice"),
        ("[R7a R7b B7 *]", "colour_twice"),
        ("[R7 B7 K8 *=7]", "not_one_number"),
        ("[R3 R4 B5]", "not_one_colour"),
        ("[R3 R4 R6]", "not_consecutive"),
        ("[R3 R3 R4]", "not_consecutive"),
        ("[R5 R4 R3]", "not_consecutive"),
        ("[R3 * R4]", "not_consecutive"),
        ("[B12 B13 B1]", "no_wrap"),
        ("[B13 B1 B2]", "no_wrap"),
        ("[* R1 R2]", "no_wrap"),
        ("[R12 R13 *]", "no_wrap"),
        ("[R13 * R2]", "not_consecutive"),
    ],
)
def test_sets_are_valid_or_say_why_not(text: str, expected: str) -> None:
    assert code(text) == expected


def test_a_refused_set_names_its_tiles() -> None:
    assert read("[R3 R4 B5]") == Refusal(Code.NOT_ONE_COLOUR, (tile("B5"),), cites="2.1")
    assert read("[R7a R7b B7]") == Refusal(Code.COLOUR_TWICE, tiles("R7a R7b"))
    assert read("[R3 R4 R6]") == Refusal(Code.NOT_CONSECUTIVE, (tile("R6"),), cites="2.1")


@pytest.mark.parametrize("text", ["[B12 B13 B1]", "[B11 B12 B13 B1]", "[* B13 B1]", "[B12 B13 *]", "[B12 * B1]"])
def test_a_one_follows_the_thirteen_only_by_option(text: str) -> None:
    assert code(text, HIGH) == "run"
    assert code(text) in {"no_wrap", "not_consecutive"}


@pytest.mark.parametrize("text", ["[B13 B1 B2]", "[B13 * B2]", "[B13 B1 *]"])
def test_nothing_follows_the_one_after_thirteen(text: str) -> None:
    assert code(text, HIGH) in {"no_wrap", "not_consecutive"}


def test_a_whole_colour_may_hold_a_one_at_both_ends_but_not_two_jokers_for_it() -> None:
    middle = " ".join(f"R{number}" for number in range(2, 14))
    assert code(f"[R1 {middle} R1]", HIGH) == "run"
    assert code(f"[R1 {middle} *]", HIGH) == "run"
    assert code(f"[* {middle} *]", HIGH) == "jokers_same_face"
    assert code(f"[R1 {middle} R1]") == "no_wrap"


def test_a_joker_gets_its_meaning_from_its_place() -> None:
    assert meant("[K4 * K6]") == ["K5"]
    assert meant("[* K4 K5]") == ["K3"]
    assert meant("[R9 B9 *]") == ["9"]
    assert meant("[B12 B13 *]", HIGH) == ["B14"]
    assert meant("[B12 B13 *=B1]", HIGH) == ["B14"]


def test_two_jokers_beside_one_tile_must_be_declared() -> None:
    assert code("[* R5 *]") == "joker_undeclared"
    assert meant("[*=R4 R5 *=R6]") == ["R4", "R6"]
    assert meant("[*=5 R5 *=5]") == ["5", "5"]
    assert meant("[* R5 *=R6]") == ["R4", "R6"]
    assert meant("[*=B5 R5 *]") == ["5", "5"]
    assert code("[* R13 *]") == "group"
    assert code("[* R1 *]") == "group"
    assert {meld.kind for meld in possible_sets(tiles("* R5 *"), (None,) * 3, FACES, PLAIN)} == {Kind.GROUP, Kind.RUN}


@pytest.mark.parametrize("text", ["[K4 *=K6 K6]", "[R9 B9 *=8]", "[R9 B9 *=R9]", "[R9 B9 *=R10]"])
def test_a_wrong_meaning_is_refused(text: str) -> None:
    assert code(text) == "wild_misdeclared"


@pytest.mark.parametrize("text", ["[R9 *=K9 *=K9]", "[R5 *=R6 *=R6]", "[*=B3 R5 *=B3]"])
def test_two_jokers_may_not_be_said_to_be_one_tile(text: str) -> None:
    assert code(text) == "jokers_same_face"


def test_a_colour_may_be_named_in_a_group() -> None:
    assert meant("[R9 B9 *=K9]") == ["9"]


def test_a_meld_must_say_exactly_what_its_place_says() -> None:
    good = read("[K4 * K6]")
    assert isinstance(good, Meld)
    assert set_refusal(good, FACES, PLAIN) is None
    silent = Meld(Kind.RUN, good.tiles, (None, None, None))
    assert set_refusal(silent, FACES, PLAIN) == Refusal(Code.JOKER_UNDECLARED, (tile("*"),))
    natural = Meld(Kind.RUN, good.tiles, (Face(Colour.BLACK, 4), good.stands_for[1], None))
    assert set_refusal(natural, FACES, PLAIN) == Refusal(Code.WILD_MISDECLARED, (tile("K4"),), cites="2.1")
    as_group = Meld(Kind.GROUP, good.tiles, good.stands_for)
    refused = set_refusal(as_group, FACES, PLAIN)
    assert refused is not None
    assert refused.code is Code.NOT_ONE_NUMBER


def test_a_hidden_tile_makes_no_set() -> None:
    faces = tuple(HIDDEN if at == tile("K6") else face for at, face in enumerate(FACES))
    refused = read_set(tiles("K4 K5 K6"), (None,) * 3, faces, PLAIN)
    assert refused == Refusal(Code.FACES_MISSING, (tile("K6"),))


def test_jokers_alone_are_no_set() -> None:
    faces = (JOKER,) * len(FACES)
    refused = read_set(tiles("K4 K5 K6"), (None,) * 3, faces, PLAIN)
    assert isinstance(refused, Refusal)
    assert refused.code is Code.TOO_MANY_WILDS


def test_arrangements_put_tiles_in_order_and_jokers_everywhere_they_fit() -> None:
    found = arrangements(tiles("R6 * R4"), FACES, PLAIN)
    assert [str(face) for meld in found for face in meld.stands_for if face] == ["R5"]
    ends = arrangements(tiles("R5 * R4"), FACES, PLAIN)
    assert [[str(face) for face in meld.stands_for if face] for meld in ends] == [["R3"], ["R6"]]
    both = arrangements(tiles("R5 *a *b"), FACES, PLAIN)
    assert [meld.kind for meld in both] == [Kind.GROUP] + [Kind.RUN] * 6
    assert len(set(both)) == 7
    assert arrangements(tiles("R5 R4"), FACES, PLAIN) == ()
    assert arrangements(tiles("R5 R4 B3"), FACES, PLAIN) == ()
    twins = tiles("R1b R1a " + " ".join(f"R{number}" for number in range(2, 14)))
    (whole,) = arrangements(twins, FACES, HIGH)
    assert (whole.tiles[0], whole.tiles[-1]) == (twins[1], twins[0]), "tiles of one face keep their order"
