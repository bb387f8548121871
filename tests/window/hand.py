"""What a player does at the table of a dead-hand game, by mouse: see the turn, draw, lay, discard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.client.words import say
from game.table.tiles import Tile
from tests.window.driver import Place, Sight, Window

DRAW, KEEP, SCORE = say("table.do.draw"), say("table.do.keep"), say("table.do.score")
ANYWAY = "hint.anyway"  # the button that says: yes, this move is meant


def mine(sight: Sight) -> bool:
    """Tell whether it is the person's turn."""
    banner = sight.find("table.banner")
    return sight.top == "table" and banner is not None and "mine" in banner.state


def gold(sight: Sight) -> str:
    """Return what the gold button says."""
    button = sight.find("table.primary")
    return "" if button is None else button.text


def can_see_score(sight: Sight) -> bool:
    """Tell whether the score is written, which takes a moment after the last tile."""
    button = sight.find("table.primary")
    return button is not None and button.text == SCORE and "off" not in button.state


def rack(sight: Sight) -> list[Place]:
    """Return the person's tiles from left to right."""
    held = [tile for tile in sight.of_kind("tile") if any(word.startswith("rack") for word in tile.state)]
    return sorted(held, key=lambda tile: (tile.rect[1], tile.rect[0]))


def in_set(sight: Sight, tile: Tile) -> bool:
    """Tell whether a tile lies in a set on the table."""
    place = sight.find(f"tile:{tile}")
    return place is not None and any(word.startswith("set") for word in place.state)


def lie(sight: Sight) -> dict[str, tuple[tuple[int, int, int, int], str]]:
    """Return where every tile lies and what it is part of: the position, as it is seen."""
    return {tile.name: (tile.rect, tile.state[0] if tile.state else "") for tile in sight.of_kind("tile")}


def wait_for_turn(window: Window) -> Sight:
    """Wait until the person may act, or the round is over."""
    return window.wait(
        lambda sight: (mine(sight) and gold(sight) == DRAW) or gold(sight) == SCORE, "one's turn or the score"
    )


def draw(window: Window) -> None:
    """Click the stock; keep the first tile where the rules ask."""
    window.click("stock")
    window.wait(lambda sight: gold(sight) != DRAW, "the drawn tile")
    if gold(window.sight) == KEEP:
        window.click_until("table.primary", lambda sight: gold(sight) != KEEP, "the tile to be kept")


def pick(window: Window, tiles: Sequence[Tile]) -> None:
    """Click tiles of the rack, one after the other."""
    for tile in tiles:
        window.click(f"tile:{tile}")
        window.wait(partial(_picked, f"tile:{tile}"), f"tile {tile} to be picked")


def _picked(name: str, sight: Sight) -> bool:
    place = sight.find(name)
    return place is not None and "picked" in place.state


def by_mouse(window: Window) -> None:
    """Answer that the move is meant."""
    window.click(ANYWAY)


def insist(
    window: Window, done: Callable[[Sight], object], what: str, answer: Callable[[Window], None] = by_mouse
) -> None:
    """Wait for a condition; if it is asked first whether the move is meant, since more could be laid, answer yes."""
    if not done(window.wait(lambda sight: done(sight) or sight.find(ANYWAY), what)):
        answer(window)
        window.wait(done, what)


def discard(window: Window, tile: Place) -> None:
    """Drag a tile onto the pile."""
    window.drag(tile, "pile")
    insist(window, ended, "the turn to end")


def ended(sight: Sight) -> bool:
    """Tell whether the person's turn is over."""
    return not mine(sight) or gold(sight) in (DRAW, SCORE)
