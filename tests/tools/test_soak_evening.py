"""What the evening at three windows holds against a program: sentences it knows by what they always say, whole logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.client.words import say
from game.store.records import RecordFile
from net.log.effects import EntryRecord, write_record
from net.log.entries import Numbered
from tools.soak_evening import BAD_SENTENCES, COUNTED_NEWS, FAULTS, SUDDEN_FAULTS, entries, fragment

SIGNED = bytes(64)
LEAST = 12  # letters that no other sentence says by chance
NAMES: dict[str, str | int] = {
    "name": "Rosa",
    "other": "Bruno",
    "entry": 7,
    "field": "score",
    "moves": "draw",
    "reason": "full",
}


@pytest.mark.parametrize("code", [*BAD_SENTENCES, *COUNTED_NEWS])
def test_a_sentence_is_known_by_its_longest_part_that_names_nobody(code: str) -> None:
    part = fragment(code)
    assert len(part) >= LEAST
    assert part in say(code, **NAMES)


def test_what_befalls_somebody_at_any_time_is_one_of_the_faults() -> None:
    assert set(SUDDEN_FAULTS) < set(FAULTS)


def test_a_log_is_read_as_it_is_kept_and_an_entry_whose_number_is_taken_cuts_it_off(tmp_path: Path) -> None:
    path = tmp_path / "match.lan"
    kept = [(0, b"begins"), (1, b"one"), (2, b"two"), (1, b"another")]
    file = RecordFile.new(path, *(write_record(EntryRecord(Numbered(at, raw, SIGNED, SIGNED))) for at, raw in kept))
    file.close()
    assert entries(path) == [b"begins", b"another"]
