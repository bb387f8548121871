"""Whole rounds of Burako at the table, by pointer only, by keys only, by pad only; bots answer at once."""

from __future__ import annotations

import pytest

from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.client.events import Modifiers
from game.match.match import Match
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Redraw, TakePile
from game.table.refusals import Refusal
from game.table.tiles import Tile
from tests.client.table_kit import TableHand, header
from tests.slices import count, crossed

TABLES = [("burako", 4, 3), ("eburako", 2, 1), ("burraco", 2, 3), ("burako", 2, 3)][: count(3, 4)]
MAX_MOVES = 600
SHIFT = Modifiers(shift=True)


def wanted(hand: TableHand, number: int) -> Move:
    """Ask a bot what to do, so that a round comes to its end."""
    assert hand.scene.hands.turn is not None
    return choose_move(hand.scene.hands.turn.view, "medium", Budget(1500), number).move


def own_tiles(hand: TableHand, move: LayMeld | Extend) -> list[Tile]:
    assert hand.scene.hands.turn is not None
    return [tile for tile in move.meld.tiles if tile in hand.scene.hands.turn.view.rack]


def done(hand: TableHand) -> tuple[int, int]:
    """Return what grows with every move that was taken."""
    assert hand.scene.hands.turn is not None
    return len(hand.session.match.transcript.entries), len(hand.scene.hands.turn.turn_state.draft.steps)


class ByPointer:
    """Clicks and drags, one after the other."""

    def __init__(self, hand: TableHand) -> None:
        self.hand = hand
        self.count = 0

    def make(self, move: Move) -> None:
        hand = self.hand
        self.count += 1
        match move:
            case Draw():
                hand.click("stock")
            case TakePile():
                hand.click("pile")
            case Keep():
                hand.click("table.primary")
            case Redraw():
                hand.click("table.second")
            case Discard(tile) if self.count % 2:
                hand.drag(tile, "pile")
            case Discard(tile):
                hand.click(f"tile:{tile}")
                hand.click("pile")
            case LayMeld():
                for tile in own_tiles(hand, move):
                    hand.click(f"tile:{tile}")
                if self.count % 2:
                    hand.drag(own_tiles(hand, move)[0], "new_set")
                else:
                    hand.click("new_set")
            case Extend(index):
                for tile in own_tiles(hand, move):
                    hand.click(f"tile:{tile}")
                hand.click(f"set:{index}")


class ByWalking:
    """Moves the focus with arrows, as keys and pad both do."""

    def __init__(self, hand: TableHand) -> None:
        self.hand = hand

    def arrow(self, way: str) -> None:
        raise NotImplementedError

    def use(self) -> None:
        raise NotImplementedError

    def walk_to(self, area: str, box_of: str) -> None:
        """Walk with arrows alone until the focus stands on a thing."""
        ring, hand = self.hand.scene.ring, self.hand
        if not ring.shown:
            self.arrow("right")
        for _ in range(80):
            goal = hand.place(box_of).box.centre
            focus = ring.focus
            assert focus is not None
            if focus.name == area and focus.focus_box.contains(goal):
                return
            here = focus.focus_box.centre
            if focus.name == area and abs(goal[1] - here[1]) <= focus.focus_box.h / 2:
                self.arrow("right" if goal[0] > here[0] else "left")
            elif abs(goal[1] - here[1]) > focus.focus_box.h / 2:
                self.arrow("down" if goal[1] > here[1] else "up")
            else:
                self.arrow("right" if goal[0] > here[0] else "left")
        raise AssertionError(f"arrows never reach {box_of} of {area}; the focus is on {ring.focus and ring.focus.name}")

    def pick(self, tile: Tile) -> None:
        self.walk_to("table.rack", f"tile:{tile}")
        self.use()


class ByKeys(ByWalking):
    """Letters for deeds, arrows and Space for tiles."""

    def arrow(self, way: str) -> None:
        self.hand.call(way)

    def use(self) -> None:
        self.hand.call("pick")

    def make(self, move: Move) -> None:
        hand = self.hand
        match move:
            case Draw():
                hand.call("draw")
            case TakePile():
                hand.call("take_pile")
            case Keep():
                hand.call("confirm")
            case Redraw():
                self.walk_to_button("table.second")
                hand.call("pick")
            case Discard(tile):
                self.pick(tile)
                hand.call("discard")
            case LayMeld():
                for tile in own_tiles(hand, move):
                    self.pick(tile)
                hand.call("lay")
            case Extend(index):
                for tile in own_tiles(hand, move):
                    self.pick(tile)
                before = done(hand)
                hand.call("extend")
                if done(hand) == before:
                    self.walk_to("zone:us", f"set:{index}")
                    hand.call("pick")

    def walk_to_button(self, name: str) -> None:
        for _ in range(40):
            focus = self.hand.scene.ring.focus
            if self.hand.scene.ring.shown and focus is not None and focus.name == name:
                return
            self.hand.call("focus_next")
        raise AssertionError(f"Tab never reaches {name}")


class ByPad(ByWalking):
    """D-pad and south for everything, Menu for what the gold button says."""

    def arrow(self, way: str) -> None:
        self.hand.call_by_pad(way)

    def use(self) -> None:
        self.hand.call_by_pad("pick")

    def make(self, move: Move) -> None:
        hand = self.hand
        match move:
            case Draw() | Keep():
                hand.call_by_pad("confirm")
            case TakePile():
                self.walk_to("pile", "pile")
                self.use()
            case Redraw():
                hand.call_by_pad("confirm")  # keeps it instead: as good for a round
            case Discard(tile):
                self.pick(tile)
                hand.call_by_pad("confirm")
            case LayMeld():
                for tile in own_tiles(hand, move):
                    self.pick(tile)
                self.walk_to("zone:us", "new_set")
                self.use()
            case Extend(index):
                for tile in own_tiles(hand, move):
                    self.pick(tile)
                self.walk_to("zone:us", f"set:{index}")
                self.use()


@pytest.mark.parametrize(
    ("table", "by"),
    crossed(TABLES, [ByPointer, ByKeys, ByPad]),
)
def test_a_whole_round_by_one_kind_of_hand(table: tuple[str, int, int], by: type[ByPointer | ByKeys | ByPad]) -> None:
    game, seats, seed = table
    hand = TableHand(seats=seats, match=Match.new(header(seats, seed, game)))
    player = by(hand)
    for number in range(MAX_MOVES):
        hand.until_mine()
        if hand.scene.shown.result is not None:
            break
        before = done(hand)
        move = wanted(hand, number)
        player.make(move)
        assert done(hand) != before, (move, hand.scene.shown.toast and hand.scene.shown.toast.accessible_text())
    assert hand.scene.shown.result is not None
    result = hand.scene.shown.result
    if by is ByPad:
        hand.call_by_pad("confirm")
    elif by is ByKeys:
        hand.call("confirm")
    else:
        hand.click("table.primary")
    assert hand.doors.results == [result]
    assert hand.director.top.name == "score"


def test_every_move_of_the_round_is_in_the_log_of_the_match() -> None:
    hand = TableHand(seats=2, seed=3)
    player = ByPointer(hand)
    for number in range(12):
        hand.until_mine()
        player.make(wanted(hand, number))
    bodies = [entry.body for entry in hand.session.match.transcript.entries if entry.author == 0]
    assert any(body.startswith("draw") for body in bodies)
    assert any(body.startswith("discard") for body in bodies)
    assert not isinstance(hand.session.submit(()), Refusal)
