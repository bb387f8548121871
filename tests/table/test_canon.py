from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.table.canon import DIGEST_BYTES, decode, decode_as, digest, encode
from game.table.faces import Face
from game.table.moves import Move
from game.table.options import Options
from game.table.refusals import Code, Refusal
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View
from tests.slices import count
from tests.strategies import DEAD_HAND_GAMES, faces_of, moves, printed, read_or_told, seeds, wandered

FACES = faces_of(3)
KINDS: tuple[object, ...] = (int, bool, str, bytes, Face, Phase, Options, Move, Table, View, tuple[int, ...],
                             Face | None, tuple[bool, str], Refusal, Code)  # fmt: skip


@given(st.integers(-(2**63), 2**63))
def test_numbers(value: int) -> None:
    assert decode(encode(value), int) == value


@given(st.text(), st.binary(), st.booleans(), printed)
def test_plain_values(text: str, data: bytes, yes: bool, face: Face) -> None:
    kind = tuple[str, bytes, bool, Face]
    assert decode_as(encode((text, data, yes, face), kind), kind) == (text, data, yes, face)


@given(moves(FACES))
def test_moves(move: Move) -> None:
    data = encode(move, Move)
    assert decode_as(data, Move) == move
    assert encode(decode_as(data, Move), Move) == data


@given(st.sampled_from(DEAD_HAND_GAMES), seeds, seeds)
@settings(max_examples=30)
def test_tables_and_views_of_real_rounds(game: str, seed: int, place: int) -> None:
    _hall, made = wandered(game, seed % count(1, 3))
    view = made[place % len(made)].view
    for value in (view, view.table):
        data = encode(value)
        assert decode(data, type(value)) == value
        assert encode(decode(data, type(value))) == data


@given(st.binary(max_size=40), st.sampled_from(KINDS))
def test_any_bytes_are_one_value_or_a_sentence(data: bytes, kind: object) -> None:
    for value in read_or_told(lambda: decode_as(data, kind)):
        assert encode(value, kind) == data


@given(seeds, st.integers(0, 5000), st.integers(0, 255))
@settings(max_examples=count(30, 150))
def test_a_table_with_a_changed_byte_is_another_table_or_a_sentence(seed: int, at: int, byte: int) -> None:
    _hall, made = wandered("burako", 0)
    whole = encode(made[seed % len(made)].view)
    data = whole[: at % len(whole)] + bytes([byte]) + whole[at % len(whole) + 1 :]
    for value in read_or_told(lambda: decode(data, View)):
        assert encode(value) == data


@given(seeds)
@settings(max_examples=30)
def test_a_cut_table_is_a_sentence(at: int) -> None:
    _hall, made = wandered("burako", 0)
    whole = encode(made[-1].view.table)
    with pytest.raises(ValueError, match="end early"):
        decode(whole[: at % len(whole)], Table)
    with pytest.raises(ValueError, match="too many"):
        decode(whole + b"\0", Table)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x80\x00", int),  # zero, written too long
        (b"\xff" * 12, int),  # no end
        (b"\x02", bool),
        (b"\x01a", str),  # a negative length
        (b"\x04\xff\xff", str),  # no UTF-8
        (b"\x10", Face),  # a red face without a number
        (b"\x60", Face),
        (b"\x06bad", Phase),
        (b"\x0e", Move),
        (b"\xfe\xff\xff\xff\x0f", tuple[int, ...]),  # as many items as would fill a memory
    ],
)
def test_hostile_bytes(data: bytes, kind: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        decode_as(data, kind)


def test_options_out_of_order_are_refused() -> None:
    backwards = encode((("b", 1), ("a", 1)), tuple[tuple[str, int | bool | str], ...])
    with pytest.raises(ValueError, match="sorted"):
        decode(backwards, Options)


def test_what_has_no_canonical_form_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="no canonical form"):
        encode(1.5)


@dataclass(frozen=True, slots=True)
class _Pair:
    first: int
    second: Tile


def test_a_record_is_its_fields_in_order() -> None:
    assert encode(_Pair(1, Tile(2))) == encode((1, 2), tuple[int, int]) == b"\x02\x04"


def test_a_digest_tells_any_two_tables_of_a_round_apart() -> None:
    _hall, made = wandered("burako", 1)
    tables = [one.view.table for one in made]
    assert all(len(digest(table)) == DIGEST_BYTES for table in tables)
    assert len({digest(table) for table in tables}) == len(set(tables))
