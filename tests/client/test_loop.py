"""The main loop: a flood of motions is one, and what others wait for takes only what is left of a frame."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pygame
import pytest

from game.client.loop import MainLoop


class Listening:
    """A director that only hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, object]] = []

    def on_pygame_event(self, event: pygame.event.Event, _now: int) -> None:
        """Note what was heard."""
        self.heard.append((event.type, getattr(event, "pos", None)))


def loop_of(director: Any = None, lan: Any = None) -> MainLoop:
    """Return a loop that has nothing else to do."""
    nothing: Any = None
    return MainLoop(director, nothing, nothing, nothing, nothing, lambda: lan, lambda: False)


def test_a_flood_of_motions_is_one_and_nothing_else_is_lost() -> None:
    pygame.display.init()
    director = Listening()
    pygame.event.clear()
    told = [(pygame.MOUSEMOTION, (x, 5)) for x in range(300)]
    told += [(pygame.MOUSEBUTTONDOWN, (299, 5)), (pygame.MOUSEMOTION, (310, 5)), (pygame.MOUSEBUTTONUP, (310, 5))]
    for kind, at in told:
        more = {"rel": (1, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, pos=at, touch=False, **more))
    assert loop_of(director).handle_events()
    mouse = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    assert [one for one in director.heard if one[0] in mouse] == told[299:]


class Busy:
    """A network that has so much to do, one step after the other; in a deal the others say something now and then."""

    def __init__(self, *more: bool, deals: bool) -> None:
        self.more, self.is_dealing = [*more], deals

    def step(self, _now: float) -> bool:
        """Do the next of it."""
        more = self.more.pop(0)
        self.is_dealing = self.is_dealing and bool(self.more)
        return more


@pytest.mark.parametrize(
    ("lan", "left", "undone"),
    [
        (Busy(True, True, False, True, deals=False), 10.0, [True]),
        (Busy(True, True, False, True, deals=False), 0.0, [True, True, False, True]),
        (Busy(True, False, True, False, deals=True), 10.0, []),
    ],
    ids=["until nothing is left to do", "no time left", "a deal, until it is over"],
)
def test_what_is_left_of_a_frame_is_spent_on_what_others_wait_for(lan: Busy, left: float, undone: list[bool]) -> None:
    loop_of(lan=lan).run_network(monotonic() + left, busy=True)
    assert lan.more == undone


def test_a_deal_that_waits_for_somebody_who_is_away_is_not_looked_at_so_often() -> None:
    lan = Busy(True, deals=True)
    loop = loop_of(lan=lan)
    loop._worked = monotonic() - 2
    loop.run_network(monotonic() + 10, busy=False)
    assert lan.more == [True]
