"""Whole rounds of the open-table games, each by one kind of hand only, against bots in this process."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.client.scenes.score_sheet import ScoreSheet
from game.client.table.aims import Aim, Target
from game.client.table.areas import distance_towards
from game.client.table.panel import DEBOUNCE_SECONDS
from game.client.table.scene import TableScene
from game.table.moves import Close, Rearrange
from tests.client.open_table_kit import OpenHand
from tests.slices import crossed, every, some

if TYPE_CHECKING:
    from game.client.table.areas import Area
    from game.client.table.open.layout import OpenLayout
    from game.client.widgets.gesture import Direction
    from game.table.melds import Meld
    from game.table.tiles import Tile

WAYS: tuple[Direction, ...] = ("left", "right", "up", "down")
TURNS = 60


@dataclass
class Walker:
    """Hands that only press keys, or only buttons of a pad."""

    hand: OpenHand
    pad: bool

    def way(self, way: Direction) -> None:
        if self.pad:
            self.hand.call_by_pad(way)
        else:
            self.hand.call(way)

    def pick(self) -> None:
        self.hand.call_by_pad("pick") if self.pad else self.hand.call("pick")

    def confirm(self) -> None:
        self.hand.call_by_pad("confirm") if self.pad else self.hand.call("confirm")

    def to_area(self, area: Area[OpenLayout]) -> None:
        ring = self.hand.scene.ring
        for _ in range(60):
            if ring.focus is area and ring.shown:
                return
            if not self.pad:
                self.hand.call("focus_next")
            else:
                self.way(
                    "up" if area is self.hand.scene.hands.sets and ring.focus is self.hand.scene.hands.rack else "down"
                )
        raise AssertionError(f"{area.name} is not reached")

    def to(self, area: Area[OpenLayout], target: Target) -> None:
        """Walk to a target the shortest way arrows lead."""
        self.to_area(area)
        layout, every = self.hand.scene.board.layout, area.targets()
        assert layout is not None
        assert area.target is not None
        boxes = {one: layout.box_of(one) for one in every}
        queue = deque([area.target])
        came: dict[Target, tuple[Target, Direction] | None] = {area.target: None}
        while queue and target not in came:
            here = queue.popleft()
            for way in WAYS:
                found = [
                    (far, at) for at, one in enumerate(every) if (far := distance_towards(boxes[here], boxes[one], way))
                ]
                if found and every[min(found)[1]] not in came:
                    came[every[min(found)[1]]] = (here, way)
                    queue.append(every[min(found)[1]])
        assert target in came, f"arrows do not lead to {target}"
        path: list[Direction] = []
        step = came[target]
        while step is not None:
            path.append(step[1])
            step = came[step[0]]
        for way in reversed(path):
            self.way(way)
        assert area.target == target

    def pick_tile(self, tile: Tile) -> None:
        scene = self.hand.scene
        heap = self.hand.turn.arrangement.heap_of(tile)
        if heap is not None:
            self.to(scene.hands.sets, Target(Aim.HEAP, heap.number, heap.tiles.index(tile)))
        elif tile == self.hand.turn.legal_moves.closing_tile:
            raise AssertionError("these rounds need no closing tile")
        else:
            self.to(scene.hands.rack, Target(Aim.SLOT, self.hand.turn.turn_state.visible_slots.index(tile)))
        self.pick()
        assert tile in self.hand.turn.turn_state.picked

    def lay(self, meld: Meld) -> None:
        for tile in meld.tiles:
            self.pick_tile(tile)
        self.to(self.hand.scene.hands.sets, Target(Aim.NEW_SET))
        self.confirm()

    def read(self, number: int, reading: int) -> None:
        self.to(self.hand.scene.hands.sets, Target(Aim.READING, number, reading + 1))
        self.pick()

    def end(self) -> None:
        self.confirm()

    def draw_or_pass(self) -> None:
        if self.pad:
            self.confirm()  # the gold button
        else:
            self.hand.call("draw")


class Mouse:
    """Hands that only point, drag and click."""

    def __init__(self, hand: OpenHand) -> None:
        self.hand = hand

    def lay(self, meld: Meld) -> None:
        self.hand.drag(meld.tiles[0], "new_set")
        heap = self.hand.turn.arrangement.heap_of(meld.tiles[0])
        assert heap is not None
        for at, tile in enumerate(meld.tiles[1:]):
            if at % 2 or self.hand.turn.arrangement.heap_of(tile) is not None:
                self.hand.drag(tile, f"set:{heap.number}:end")
            else:
                self.hand.click(f"tile:{tile}")
                self.hand.click(f"set:{heap.number}:end")

    def read(self, number: int, reading: int) -> None:
        self.hand.click(f"reading:{number}:{reading + 1}")

    def end(self) -> None:
        self.hand.click("table.primary")

    def draw_or_pass(self) -> None:
        self.hand.pass_time(DEBOUNCE_SECONDS)  # no second click of what was clicked before
        self.hand.click("table.second")


def play_turn(hand: OpenHand, hands: Walker | Mouse) -> None:
    """Play what a bot would play, through hands."""
    view = hand.session.view
    assert view is not None
    move = choose_move(view, "medium", Budget(1500), len(view.story)).move
    if isinstance(move, Close) or not isinstance(move, Rearrange):
        hands.draw_or_pass()
        return
    lying = [set(meld.tiles) for meld in view.table.melds]
    for meld in move.sets:
        if set(meld.tiles) in lying:
            continue
        hands.lay(meld)
        settle(hand, hands, meld)
    assert hand.turn.legal_moves.refusal is None, hand.turn.legal_moves.refusal
    hands.end()
    assert hand.session.view is not view


def settle(hand: OpenHand, hands: Walker | Mouse, meld: Meld) -> None:
    """Choose the reading of the joker that the bot meant, where there are several."""
    heap = hand.turn.arrangement.heap_of(meld.tiles[0])
    assert heap is not None
    wanted = sorted(face.code for face in meld.stands_for if face is not None)
    for at, one in enumerate(hand.turn.legal_moves.readings.get(heap.number, ())):
        if sorted(face.code for face in one.stands_for if face is not None) == wanted:
            hands.read(heap.number, at)


def play_round(hand: OpenHand, hands: Walker | Mouse) -> int:
    """Play a round to its end and its score; return how many tiles the person laid."""
    laid = 0
    for _ in range(TURNS):
        hand.until_mine()
        if hand.scene.shown.result is not None:
            hands.end()
            assert hand.doors.taken == ["title", "score"] or hand.doors.taken[-1] == "score"
            return laid
        before = hand.session.view
        assert before is not None
        play_turn(hand, hands)
        hand.pass_time()
        told = hand.session.match.standing.story[len(before.story) :]
        laid += sum(len(one.move.played) for one in told if one.seat == 0 and isinstance(one.move, Rearrange))
    raise AssertionError("the round never ended")


@pytest.mark.parametrize(("game", "seats", "seed"), some([("rummy", 2, 6), ("rummikub", 3, 2)], 1))
def test_a_round_by_pointer_alone(game: str, seats: int, seed: int) -> None:
    hand = OpenHand(game=game, seats=seats, seed=seed)
    assert play_round(hand, Mouse(hand)) > 5


@pytest.mark.whole  # dead_hand/test_hands plays a round by each hand
@pytest.mark.parametrize(("table", "pad"), every(crossed([("rummikub", 3, 2), ("rummy", 2, 6)], [True, False]), 2))
def test_a_round_by_keys_or_by_pad_alone(table: tuple[str, int, int], pad: bool) -> None:
    game, seats, seed = table
    hand = OpenHand(game=game, seats=seats, seed=seed)
    assert play_round(hand, Walker(hand, pad)) > 5


@pytest.mark.whole  # from one: `tests/client/table/dead_hand/test_table_input.py`
@pytest.mark.parametrize(
    ("game", "seed", "chosen"),
    some([("rummy", 4, {"hands": 2}), ("rummikub", 2, {"rounds": "fresh", "fresh_rounds": 2})], 1),
)
def test_a_match_goes_on_from_sheet_to_sheet(game: str, seed: int, chosen: dict[str, int | str]) -> None:
    hand = OpenHand(game=game, seats=3, seed=seed, chosen=dict(chosen))
    hand.doors.context.score_sheet = lambda game, result: ScoreSheet(hand.doors.context, game, result)
    mouse = Mouse(hand)
    for played in (1, 2):
        for _ in range(TURNS):
            hand.until_mine()
            if hand.scene.shown.result is not None:
                break
            play_turn(hand, mouse)
        assert len(hand.session.standing.results) == played
        hand.call("confirm")
        assert hand.director.top.name == "score_sheet"
        hand.call("confirm")
        if isinstance(hand.director.top, TableScene):
            hand.scene = hand.director.top
    assert hand.doors.taken == ["match_end"]
    assert hand.session.standing.over
