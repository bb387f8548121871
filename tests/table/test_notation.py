from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.faces import COLOURS, HIDDEN, JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Draw, Extend, LayMeld, Move, Rearrange, Redraw, TakePile
from game.table.notation import MOVE_BY_VERB, read_move, read_pieces, read_shown, read_written, write_move, write_shown
from game.table.state import Table
from game.table.tiles import Tile
from tests.slices import count
from tests.strategies import DECK_SIZE, faces_of, moves, printed, read_or_told, seeds, wandered

FACES = faces_of(1)
CARD_FACES = faces_of(2, "burraco")
R = Colour.RED


def a_table(public: tuple[Face, ...], move: Move, game: str = "burako") -> Table:
    """A table on which every face is public but those that the move shows."""
    table = wandered(game, 1)[1][0].view.table
    hidden = dict(move.shown)
    return table.with_fields(faces=tuple(HIDDEN if tile in hidden else face for tile, face in enumerate(public)))


@given(moves(FACES))
def test_a_move_reads_back_as_written(move: Move) -> None:
    table = a_table(FACES, move)
    text = write_move(move, table)
    again = read_move(text)
    assert again == move
    assert write_move(again, table) == text


@given(moves(CARD_FACES))
def test_a_move_with_cards_reads_back_as_written(move: Move) -> None:
    table = a_table(CARD_FACES, move, "burraco")
    text = write_move(move, table, cards=True)
    assert read_move(text, cards=True) == move


@given(seeds, st.sampled_from(["burako", "burraco"]))
def test_every_move_of_a_round_reads_back(seed: int, game: str) -> None:
    hall, made = wandered(game, seed % count(1, 3))
    for one in made:
        text = write_move(one.move, one.view.table, cards=hall.rules.deck.cards)
        assert read_move(text, cards=hall.rules.deck.cards) == one.move


@given(st.dictionaries(st.integers(0, DECK_SIZE - 1).map(Tile), printed))
def test_shown_faces_read_back(found: dict[Tile, Face]) -> None:
    show = tuple(sorted(found.items()))
    assert read_shown(write_shown(show)) == show


WRITTEN = [
    ("draw", Draw()),
    ("redraw Y9!37", Redraw(shown=((Tile(37), Face(Colour.YELLOW, 9)),))),
    ("take R4#3 K5#9", TakePile((Tile(3), Tile(9)))),
    ("discard K9!12", Discard(Tile(12), shown=((Tile(12), Face(Colour.BLACK, 9)),))),
    (
        "meld [R3!4 R4!17 *!80=R5]",
        LayMeld(
            Meld(Kind.RUN, (Tile(4), Tile(17), Tile(80)), (None, None, Face(R, 5))),
            shown=((Tile(4), Face(R, 3)), (Tile(17), Face(R, 4)), (Tile(80), JOKER)),
        ),
    ),
    (
        "extend m1 -> [R3#4 R4#17 R5#40]",
        Extend(0, Meld(Kind.RUN, (Tile(4), Tile(17), Tile(40)), (None, None, None))),
    ),
    (
        "play {R5#1} -> [R5#1 B5#2 *#3=5]",
        Rearrange((Tile(1),), (Meld(Kind.GROUP, (Tile(1), Tile(2), Tile(3)), (None, None, Face(None, 5))),)),
    ),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN, ids=[text for text, _move in WRITTEN])
def test_the_examples_of_the_file_format(text: str, move: Move) -> None:
    assert read_move(text) == move


@given(st.text(max_size=60), st.booleans())
def test_any_text_is_a_move_or_a_sentence(text: str, cards: bool) -> None:
    for read in (read_move, read_written, read_pieces):
        read_or_told(partial(read, text, cards=cards))


_scraps = st.sampled_from(
    [
        *MOVE_BY_VERB,
        "R5",
        "R5a",
        "R5#37",
        "R5!3",
        "*",
        "*=R7",
        "*#1=7",
        "?",
        "?#1",
        "[",
        "]",
        "{",
        "}",
        "->",
        "m1",
        "m0",
        "=",
        "#",
        "!",
        "R14#1",
        "K",
        "10",
        ",",
        "S=",
        "[R1#1 R2#2]",
        "#999",
        "R5#1000",
        "R5#٣",
    ]
)


@given(st.lists(_scraps, max_size=8), st.sampled_from([" ", ""]))
def test_scraps_of_notation_are_a_move_or_a_sentence(scraps: list[str], between: str) -> None:
    text = between.join(scraps)
    for move in read_or_told(lambda: read_move(text)):
        assert type(move) is MOVE_BY_VERB[scraps[0]] or not between


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("jump", "moves are draw, keep"),
        ("", "moves are draw, keep"),
        ("draw R5#1", "stands alone"),
        ("discard", "one tile"),
        ("discard R5#1 R6#2", "one tile"),
        ("discard R5", "lacks one"),
        ("discard ?#5", "lacks one"),
        ("meld R3#1 R4#2 R5#3", "is not a set"),
        ("extend m1 [R3#1 R4#2 R5#3]", "is written like"),
        ("play {R3#1", "is written like"),
        ("discard Q5#1", "not a tile"),
    ],
)
def test_a_wrong_move_is_told_how_to_be_written(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_move(text)


@given(st.sampled_from(COLOURS), st.integers(1, 14))
def test_a_wild_tile_keeps_its_meaning_in_both_decks(colour: Colour, place: int) -> None:
    meld = Meld(Kind.RUN, (Tile(0), Tile(1), Tile(2)), (None, None, Face(colour, place)))
    for cards in (False, True):
        faces = (Face(colour, 1), Face(colour, 2), JOKER, *FACES[3:])
        text = write_move(LayMeld(meld), a_table(faces, Draw()), cards=cards)
        assert read_move(text, cards=cards) == LayMeld(meld)
