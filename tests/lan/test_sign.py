"""A table's announcement: made when it opens, changed with it, withdrawn when nobody hosts it any more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from game.lan.sign import Announcer, table_info
from net.discovery import CODE_LENGTH, CODE_LETTERS, parse_properties, table_code
from net.identity import table_id_of
from tests.lan.hall import LanHall, offered
from tests.net.fake_lan import identity


@dataclass
class Crier:
    said: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    withdrawn: int = 0

    def announce(self, label: str, port: int, said: Mapping[str, str]) -> None:
        assert label.isascii()
        self.said.append((port, dict(said)))

    def withdraw(self) -> None:
        self.withdrawn += 1


@pytest.mark.whole  # in virtual time: `tests/net/test_discovery.py`
def test_a_table_is_announced_again_only_after_a_change_and_says_that_it_is_played() -> None:
    hall = LanHall(offered("burako", players=2), ("Ana", "Bea"))
    crier = Crier()
    sign = Announcer(crier)
    host, guest = (hall.seats[name].headless.table for name in ("Ana", "Bea"))
    for _ in range(400):
        sign.announce(table_info(host, "Ana", locked=False), host.port)
        hall.step()
    assert len({str(said) for said in crier.said}) == len(crier.said)
    told = parse_properties({name.encode(): value.encode() for name, value in crier.said[-1][1].items()})
    assert told is not None
    code = table_code(table_id_of(host.party.identity.key))
    assert (told.game, told.taken, told.seats, told.code) == ("burako", 2, 2, code)
    playing = table_info(host, "Ana", locked=False)
    assert playing is not None
    assert playing.playing
    assert table_info(guest, "Bea", locked=False) is None
    sign.announce(None, host.port)
    sign.announce(None, host.port)
    assert crier.withdrawn == 1


def test_a_short_code_has_no_letters_that_are_read_as_digits() -> None:
    code = table_code(table_id_of(identity("another").key))
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
