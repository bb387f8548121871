"""The LAN scenes of pictures and checks show what they are posed to show."""

from __future__ import annotations

from net.discovery import TableStatus
from tools.posed_lan import ROWS


def test_the_posed_list_has_a_table_of_every_status() -> None:
    assert {row.status for row in ROWS} == set(TableStatus)
