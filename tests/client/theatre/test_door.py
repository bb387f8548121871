"""The ways into the theatre: what is damaged leads to what of it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.client.director import Push
from game.client.still import Studio
from game.client.theatre.door import lan_theatre
from tests.client.theatre.kit import Hands

KEPT = Path(__file__).resolve().parents[2] / "golden" / "lan-rummy-2-v1.lan-over"
BEFORE_THE_DEAL = 9779


@pytest.mark.parametrize(("changed", "scene"), [(None, "theatre"), (BEFORE_THE_DEAL, "check")])
def test_a_match_damaged_before_its_first_deal_opens_at_its_check(
    changed: int | None, scene: str, tmp_path: Path
) -> None:
    data = bytearray(KEPT.read_bytes())
    if changed is not None:
        data[changed] ^= 1
    path = tmp_path / KEPT.name
    path.write_bytes(data)
    with Studio() as studio:
        door = lan_theatre(studio.context, studio.matches, path)
        assert isinstance(door, Push)
        hands = Hands(door.scene)
        hands.pass_time(0.1)
        assert hands.top.name == scene
