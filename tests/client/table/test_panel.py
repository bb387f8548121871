"""The sign at a table whose disk is behind: it comes after a moment, says why, and goes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from game.client.app_context import MatchAtTable
from game.client.director import Director
from game.client.table.dead_hand.family import DEAD_HAND
from game.client.table.panel import SAVE_LATE_SECONDS
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.client.words import phrase
from tests.client.table_kit import TableHand


@dataclass
class Disk:
    """What a table asks of where its match is kept."""

    behind: bool = False
    disk_refusal: str = ""


def table(disk: Disk) -> TableHand:
    hand = TableHand()
    hand.scene = TableScene(DEAD_HAND, hand.doors.context, MatchAtTable(hand.session, hand.drawer, save_status=disk))
    hand.director = Director(hand.scene, Viewport(hand.size))
    hand.until_mine()
    return hand


def signs(hand: TableHand) -> list[str]:
    return [place.name for place in hand.director.top.shown_items() if place.name == "table.behind"]


def test_a_disk_that_is_behind_for_a_moment_is_no_matter() -> None:
    disk = Disk(disk_refusal="No space left on device")
    hand = table(disk)
    disk.behind = True
    hand.pass_time(0.1)
    disk.behind = False
    hand.pass_time(SAVE_LATE_SECONDS)
    disk.behind = True
    hand.pass_time(0.1)
    hand.pass_time(SAVE_LATE_SECONDS - 0.2)
    assert signs(hand) == []
    hand.pass_time(0.3)
    assert signs(hand) == ["table.behind"]
    disk.behind = False
    hand.pass_time(0.1)
    assert signs(hand) == []


@pytest.mark.parametrize(("refused", "code"), [("", "behind.slow"), ("No space left on device", "behind.refused")])
def test_the_sign_says_what_is_missing_and_why(refused: str, code: str) -> None:
    disk = Disk(behind=True, disk_refusal=refused)
    hand = table(disk)
    hand.pass_time(0.1)
    hand.pass_time(SAVE_LATE_SECONDS)
    hand.click("table.behind")
    page = hand.director.top
    assert page.name == "behind"
    said = str(phrase(code, reason=refused) if refused else phrase(code))
    assert any(said == written.text for widget, _ in walk(page.root) for written in widget.texts())  # type: ignore[attr-defined] # every scene here is a page
