"""Whose keys we have met: what is kept, what is expected to answer, and who is another than the last time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.store.pins import MAX_PINS, Pin, expected_key, has_other_key, load_pins, pins_path, save_pins, with_pins

ANA, EVE, BEA, DORA = "aa" * 32, "ee" * 32, "bb" * 32, "dd" * 32
HOME = "192.168.1.7:47815"
MET = with_pins((), Pin("Ana", ANA, HOME), Pin("Bea", BEA))


def test_who_was_met_is_kept_and_read_again(tmp_path: Path) -> None:
    path = pins_path(tmp_path)
    assert load_pins(path) == ()
    save_pins(path, MET)
    assert load_pins(path) == MET


def test_where_a_host_was_is_not_forgotten_when_he_is_a_guest() -> None:
    again = with_pins(MET, Pin("Ana", ANA))
    assert again[0] == Pin("Ana", ANA, HOME)
    assert len(again) == len(MET)


def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    rows = tuple(Pin(f"p{at}", f"{at:064x}") for at in range(521))
    kept = with_pins((), *rows)
    assert len(kept) == MAX_PINS == 512
    assert kept[0] == rows[-1]
    save_pins(pins_path(tmp_path), rows)
    assert load_pins(pins_path(tmp_path)) == rows[:MAX_PINS]


@pytest.mark.parametrize(
    "row",
    [
        7,
        {"name": "Ana", "key": "aa", "address": ""},
        {"name": "Ana", "key": "g" * 64, "address": ""},
        {"name": "", "key": ANA, "address": ""},
        {"name": "Ana", "key": ANA},
        {"name": "x" * 999, "key": ANA, "address": ""},
    ],
    ids=str,
)
def test_a_row_that_makes_no_sense_is_left_out(row: object, tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text(json.dumps([row, {"name": "Bea", "key": BEA, "address": ""}]), encoding="utf-8")
    assert load_pins(path) == (Pin("Bea", BEA),)


def test_a_name_at_its_address_has_to_be_who_it_was() -> None:
    assert expected_key(MET, HOME, "Ana", EVE) == ANA
    assert expected_key(MET, "192.168.1.7:9", "Ana", EVE) == ANA
    assert expected_key(MET, HOME) == ANA


def test_a_key_that_we_know_or_that_nobody_contradicts_is_who_it_says() -> None:
    assert expected_key(MET, HOME, "Ana", ANA) == ANA
    assert expected_key(MET, "10.0.0.1:9", "Ana", EVE) == EVE  # said beside the name, but no reason to refuse
    assert expected_key(MET, HOME, "Dora", EVE) == EVE  # an address that another computer has now
    assert expected_key(MET, HOME, "Bea", BEA) == BEA
    assert expected_key(MET, "10.0.0.1:9") == ""
    trusted = with_pins(MET, Pin("Ana", EVE, HOME))
    assert expected_key(trusted, HOME) == expected_key(trusted, HOME, "Ana", EVE) == EVE


def test_who_keeps_a_hall_and_hosts_tables_on_one_computer_is_taken_for_no_other(tmp_path: Path) -> None:
    both = with_pins(MET, Pin("Ana", EVE, HOME, hall=True))
    assert expected_key(MET, HOME, "Ana", EVE, hall=True) == EVE, "her hall, where only her table was met"
    assert expected_key(with_pins((), both[0]), HOME, "Ana", ANA) == ANA, "her table, where only her hall was met"
    assert expected_key(both, HOME, "Ana", DORA, hall=True) == EVE
    assert expected_key(both, HOME, "Ana", DORA) == ANA
    assert has_other_key(both, "Ana", EVE)
    save_pins(pins_path(tmp_path), both)
    assert load_pins(pins_path(tmp_path)) == both


def test_a_name_with_another_key_is_another() -> None:
    assert has_other_key(MET, "Ana", EVE)
    assert not has_other_key(MET, "Ana", ANA)
    assert not has_other_key(MET, "Dora", EVE)
    assert not has_other_key(with_pins(MET, Pin("Ana", EVE)), "Ana", EVE)
