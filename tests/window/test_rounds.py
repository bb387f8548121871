"""The end of a round of every game on a real window, by mouse alone and by keys alone, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from game.match.match import Match
from tests.slices import some
from tests.window.deals import leave_at_home, near_the_end
from tests.window.driver import Sight, Window, program, screen
from tests.window.hand import (
    ANYWAY,
    DRAW,
    KEEP,
    by_mouse,
    can_see_score,
    discard,
    draw,
    ended,
    gold,
    insist,
    mine,
    rack,
)
from tests.window.lan_hand import enabled

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "game"]
DEAD_HAND = ("eburako", "burako", "burraco")
OPEN_TABLE = ("rummy", "rummikub")
GAMES = (*DEAD_HAND, *OPEN_TABLE)
MAX_TURNS = 300

pytestmark = pytest.mark.window


def waits(sight: Sight) -> bool:
    """Tell whether the person may act, or the score can be looked at."""
    if sight.top != "table":
        return False
    return can_see_score(sight) or (mine(sight) and sight.find("table.wait") is None)


def seen(sight: Sight) -> object:
    """Return what changes with every move: what the buttons say, how many tiles the rack holds, the log."""
    second, log = sight.find("table.second"), sight.find("table.log")
    return (gold(sight), second and (second.text, second.state), len(rack(sight)), log and (log.text, log.state))


class Mouse:
    """Points, clicks and drags."""

    def open_match(self, window: Window, game: str, before: str) -> None:
        window.click("title.matches")
        wait_for_list(window, before)
        window.click(row_of(game))
        window.wait(lambda sight: sight.says(row_of(game), "chosen"), "the match to be chosen")
        window.wait(lambda sight: _ready(sight, "matches.continue"), "that match to be read")
        window.click("matches.continue")

    def dead_hand_turn(self, window: Window) -> None:
        if gold(window.sight) in (DRAW, KEEP):
            draw(window)
            return
        discard(window, rack(window.sight)[-1])

    def open_table_turn(self, window: Window) -> None:
        window.wait(lambda sight: enabled("table.second", sight), "a button that hears")
        window.click("table.second")

    def answer(self, window: Window) -> None:
        by_mouse(window)

    def see_score(self, window: Window) -> None:
        window.click("table.primary")

    def leave_score(self, window: Window) -> None:
        window.click("score.menu")
        window.click("menu.leave")


class Keys:
    """Presses keys and never moves the pointer."""

    def open_match(self, window: Window, game: str, before: str) -> None:
        focus_on(window, "title.matches")
        window.press("Return")
        wait_for_list(window, before)
        row = row_of(game)
        focus_on(window, "matches.list")
        rows = [place.name for place in window.sight.of_kind("row")]
        while (at := cursor(window.sight)) != row:
            window.press("Down" if rows.index(row) > rows.index(at) else "Up")
            window.wait(partial(_other, cursor, at), "the next row")
        window.press("space")
        window.wait(lambda sight: any("chosen" in one.state for one in sight.places if one.name == row), "the choice")
        focus_on(window, "matches.continue")
        window.press("Return")

    def dead_hand_turn(self, window: Window) -> None:
        if gold(window.sight) in (DRAW, KEEP):
            before = gold(window.sight)
            window.wait(lambda sight: enabled("table.primary", sight), "a button that hears")
            window.press("Return")
            window.wait(lambda sight: gold(sight) != before, "the drawn tile")
            return
        window.press("1")  # sorted, the rack begins with a tile
        window.wait(lambda sight: rack(sight)[0].state[0] == "rack 0", "the rack to be sorted")
        focus_on(window, "table.rack")
        window.press("space")
        window.wait(lambda sight: any("picked" in tile.state for tile in rack(sight)), "a tile to be picked")
        window.press("x")
        insist(window, ended, "the turn to end", self.answer)

    def open_table_turn(self, window: Window) -> None:
        window.press("d")

    def answer(self, window: Window) -> None:
        focus_on(window, ANYWAY)
        window.press("space")

    def see_score(self, window: Window) -> None:
        window.press("Return")

    def leave_score(self, window: Window) -> None:
        for name in ("score.menu", "menu.leave"):
            focus_on(window, name)
            window.press("space")


def row_of(game: str) -> str:
    return f"matches.list.{game} test.comodin"


def cursor(sight: Sight) -> str:
    """Return the row the keys are on in the list of matches."""
    listed = sight.find("matches.list")
    at = "" if listed is None else next((word for word in listed.state if word.startswith("row ")), "")
    return f"matches.list.{at.removeprefix('row ')}"


def wait_for_list(window: Window, before: str) -> None:
    """Wait for the list of matches: it has been read again when the one played last stands first."""
    window.scene("matches")
    window.wait(
        lambda sight: [place.name for place in sight.of_kind("row")][:1] == [row_of(before)],
        "the list to be read again",
    )


def _ready(sight: Sight, name: str) -> bool:
    place = sight.find(name)
    return place is not None and "off" not in place.state


def focused(sight: Sight) -> list[str]:
    """Return what shows the focus."""
    return [one.name for one in sight.places if "focus" in one.state]


def _other(look: Callable[[Sight], object], before: object, sight: Sight) -> bool:
    """Tell whether a look at the window shows something else than before."""
    return look(sight) != before


def focus_on(window: Window, name: str) -> None:
    """Press Tab until a widget shows the focus."""
    for _ in range(40):
        place = window.place(name)
        if "focus" in place.state:
            return
        before = focused(window.sight)
        window.press("Tab")
        window.wait(partial(_other, focused, before), "the focus to go on")
    raise AssertionError(f"Tab never reaches {name}")


def play_to_the_end(window: Window, hands: Mouse | Keys, game: str) -> None:
    """Play the turns that are left, look at the score, and go back to the title."""
    window.scene("table")
    for _ in range(MAX_TURNS):
        window.wait(waits, f"one's turn of {game}, or the score")
        if can_see_score(window.sight):
            break
        before = seen(window.sight)
        if game in DEAD_HAND:
            hands.dead_hand_turn(window)
        else:
            hands.open_table_turn(window)
            insist(window, partial(_other, seen, before), f"a move of {game}", hands.answer)
    window.wait(can_see_score, "the racks to be opened")
    hands.see_score(window)
    sheet = window.scene("score_sheet")
    assert len(sheet.of_kind("side sheet")) == 2
    hands.leave_score(window)
    window.scene("title")


@pytest.mark.whole  # rounds by each kind of hand in tests/client/table
@pytest.mark.parametrize(
    ("hands", "games"),
    some([(Mouse(), some(GAMES, 1)), (Keys(), ("rummikub", "burako", "eburako", "burraco", "rummy"))], 1),
    ids=some(["mouse", "keys"], 1),
)
def test_the_end_of_a_round_of_every_game(tmp_path: Path, hands: Mouse | Keys, games: Sequence[str]) -> None:
    play_all(tmp_path, hands, near_the_end, games)


def play_all(tmp_path: Path, hands: Mouse | Keys, begun: Callable[[str], Match], games: Sequence[str] = GAMES) -> None:
    """Play a round of each game to its end, in one run of the program."""
    for game in games:
        leave_at_home(begun(game), tmp_path)
    with screen() as display, program(COMMAND, display, tmp_path, tmp_path, PYTHONPATH=str(ROOT)) as window:
        window.scene("title")
        before = games[-1]  # it was left there last
        for game in games:
            hands.open_match(window, game, before)
            play_to_the_end(window, hands, game)
            before = game
        assert window.quit() == 0
