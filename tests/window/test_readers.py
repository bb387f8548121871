"""The program on a screen of its own, played through the bus of screen readers alone, as by who never sees it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.client.access.bus import FOCUSED, SELECTED, GoneError, Heard, Reader, private_bus
from tests.window.deals import leave_at_home, with_two_sets
from tests.window.driver import Window, program, screen, until
from tests.window.hand import ANYWAY, mine, rack

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform != "linux", reason="the bus of screen readers is Linux's"),
]


def _all(reader: Reader) -> list[Heard]:
    """Read the whole window; nothing where it changed meanwhile."""
    try:
        return list(reader.hear(reader.window()).walk())
    except GoneError:
        return []


def _named(reader: Reader, begins: str) -> Heard:
    """Wait for what can be used and has a name that begins so."""
    found: list[Heard] = []

    def there() -> bool:
        found[:] = [one for one in _all(reader) if one.name.startswith(begins) and one.actions]
        return bool(found)

    until(there, begins)
    return found[0]


def _list(reader: Reader, name: str) -> list[Heard]:
    return next((one.children for one in _all(reader) if one.name == name), [])


def _rack(reader: Reader, length: int) -> list[Heard]:
    """Wait until the rack has so many tiles on the bus; while the window changes nothing is found there."""
    found: list[Heard] = []

    def there() -> bool:
        found[:] = _list(reader, "Your rack")
        return len(found) == length

    until(there, f"{length} tiles on the bus")
    return found


def _first(reader: Reader, state: int) -> bool:
    """Tell whether a state is said of the first tile of the rack."""
    return any(state in one.states for one in _list(reader, "Your rack")[:1])


@pytest.mark.whole  # what a reader hears: `tests/client/access/test_on_the_bus.py`
def test_a_turn_is_played_by_a_reader_alone(tmp_path: Path) -> None:
    session, _sets = with_two_sets()
    leave_at_home(session.match, tmp_path)
    command = [sys.executable, "-m", "game"]
    with private_bus() as variables, screen() as display:
        reader = Reader(variables)
        with program(command, display, tmp_path, ROOT, **variables) as window:
            _play(reader, window)
        reader.close()


def _play(reader: Reader, window: Window) -> None:
    window.scene("title")
    reader.use(_named(reader, "Continue").place)
    window.scene("table")
    window.wait(mine, "one's turn")
    held = [one.name for one in _rack(reader, len(rack(window.sight)))]

    reader.use(_named(reader, "The stock has").place)
    window.wait(lambda sight: len(rack(sight)) == len(held) + 1, "the tile that was drawn")
    _rack(reader, len(held) + 1)
    reader.use(_named(reader, "Keep").place)

    first = _rack(reader, len(held) + 1)[0]
    reader.focus(first.place)
    until(lambda: _first(reader, FOCUSED), "the focus")
    reader.use(first.place)
    until(lambda: _first(reader, SELECTED), "the pick")
    place = min(rack(window.sight), key=lambda one: one.rect[0])
    assert abs(place.rect[0] - first.box[0]) <= 3, "the tile lies where the reader is told it lies"

    reader.use(_named(reader, "The pile").place)
    window.wait(lambda sight: sight.find(ANYWAY), "to be asked whether it is meant, since a set could be laid")
    reader.use(_named(reader, "Throw it anyway").place)
    window.wait(lambda sight: len(rack(sight)) == len(held), "the discard")
    until(lambda: any("threw" in one.name for one in _list(reader, "What happened")), "the discard in the log")
