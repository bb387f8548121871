"""An open table of 95 tiles on a real window, by real mouse: split, join, free and re-declare a joker, undo, end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from game.table.faces import JOKER
from game.table.state import Table
from game.table.tiles import Tile
from tests.window.deals import leave_at_home, of_95_tiles
from tests.window.driver import Place, Sight, Window, program, screen
from tests.window.hand import can_see_score, lie, mine

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "game"]

pytestmark = pytest.mark.window


@contextmanager
def at_the_table(home: Path) -> Iterator[Window]:
    """Start the program and take the match up that lies in its home."""
    with screen() as display, program(COMMAND, display, home, home, PYTHONPATH=str(ROOT)) as window:
        window.scene("title")
        window.click("title.continue")
        window.scene("table")
        window.wait(mine, "one's turn")
        yield window


def set_of(sight: Sight, tile: Tile) -> str:
    """Return the name of the set a tile lies in; "" for none."""
    place = sight.find(f"tile:{tile}")
    lies = "" if place is None else place.state[0]
    return f"set:{lies.removeprefix('set ')}" if lies.startswith("set ") else ""


def sets_of(sight: Sight) -> dict[str, list[str]]:
    """Return the sets with their tiles as they are read."""
    found: dict[str, list[Place]] = {}
    for place in sight.of_kind("tile"):
        if place.state[0].startswith("set "):
            found.setdefault(place.state[0], []).append(place)
    return {
        name: [tile.name for tile in sorted(tiles, key=lambda one: (one.rect[1], one.rect[0]))]
        for name, tiles in found.items()
    }


def drop(window: Window, tile: Tile, there: str) -> str:
    """Drag a tile to a place of the table; return the set it lies in then."""
    before = set_of(window.sight, tile)
    window.drag(f"tile:{tile}", there)
    window.wait(lambda sight: set_of(sight, tile) not in ("", before), f"tile {tile} to lie at {there}")
    return set_of(window.sight, tile)


def drop_by_clicks(window: Window, tile: Tile, there: str) -> None:
    """Click a tile, then a place."""
    before = set_of(window.sight, tile)
    window.click(f"tile:{tile}")
    window.wait(lambda sight: sight.says(f"tile:{tile}", "picked"), "the tile to be picked")
    window.click(there)
    window.wait(lambda sight: set_of(sight, tile) not in ("", before), f"tile {tile} to lie at {there}")


def joker_and_two(table: Table) -> tuple[Tile, Tile, Tile]:
    """Return a joker of the table, and two tiles of it that follow each other and leave room at both ends."""
    laid = [tile for meld in table.melds for tile in meld.tiles]
    joker = next(tile for tile in laid if table.faces[tile] == JOKER)
    for one in laid:
        for other in laid:
            first, second = table.faces[one], table.faces[other]
            if first.colour is second.colour and 2 <= first.number == second.number - 1 <= 11:
                return joker, one, other
    raise AssertionError("no two tiles of one colour follow each other")


@pytest.mark.whole  # by pointer in memory: `tests/client/table/open/test_turn.py`; a round of it: `test_rounds.py`
def test_a_table_of_95_tiles_by_mouse(tmp_path: Path) -> None:
    match, play = of_95_tiles()
    leave_at_home(match, tmp_path)
    table = match.standing.table
    assert table is not None
    with at_the_table(tmp_path) as window:
        window.move((640, 20))
        start = window.wait(lambda sight: len(sight.of_kind("set")) == len(table.melds), "every set")
        before = sets_of(start)
        assert sum(len(tiles) for tiles in before.values()) == 95

        four = next(meld for meld in table.melds if len(meld.tiles) == 4)
        whole = set_of(window.sight, four.tiles[0])
        apart = drop(window, four.tiles[3], "new_set")  # split
        assert apart != whole
        assert "broken" in window.place(apart).state
        assert drop(window, four.tiles[3], f"{whole}:end") == whole  # join
        window.wait(lambda sight: sight.find(apart) is None, "the other set to be gone")

        joker, low, high = joker_and_two(table)
        free = drop(window, joker, "new_set")
        drop_by_clicks(window, low, f"{free}:end")
        drop_by_clicks(window, high, f"{free}:end")
        number = free.removeprefix("set:")
        window.wait(lambda sight: sight.find(f"reading:{number}:2"), "both readings of the joker")
        places = []
        for reading in (1, 2):
            window.click(f"reading:{number}:{reading}")
            window.move((640, 20))
            window.wait(lambda sight: sight.says(free, "fault"), "the set of a joker that its tile is still owed for")
            window.wait(partial(_stands, (joker, low, high), first=reading == 1), f"reading {reading}")
            places.append(window.place(f"tile:{joker}").rect)
        assert places[0] != places[1]

        while "off" not in window.place("table.undo").state:
            moved = partial(_moved_on, lie(window.sight))
            window.press("ctrl+z")
            window.wait(moved, "a deed to be undone")
        window.wait(lambda sight: sets_of(sight) == before, "the table as it lay when the turn began")

        lying = [set(meld.tiles) for meld in table.melds]
        for meld in play.sets:
            if set(meld.tiles) not in lying:
                made = drop(window, meld.tiles[0], "new_set")
                for tile in meld.tiles[1:]:
                    assert drop(window, tile, f"{made}:end") == made
        window.wait(lambda sight: not sight.says("table.primary", "off"), "a turn that can be ended")
        window.click("table.primary")
        window.wait(lambda sight: can_see_score(sight) or not mine(sight), "the turn to end")
        assert window.quit() == 0


def _moved_on(before: dict[str, tuple[tuple[int, int, int, int], str]], sight: Sight) -> bool:
    return lie(sight) != before or sight.says("table.undo", "off")


def _stands(tiles: tuple[Tile, ...], sight: Sight, *, first: bool) -> bool:
    """Tell whether the first of these tiles stands before the others, or behind one of them."""
    lefts = [place.rect[0] for tile in tiles if (place := sight.find(f"tile:{tile}")) is not None]
    return len(lefts) == len(tiles) and (lefts[0] == min(lefts)) is first
