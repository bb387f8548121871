"""Over whole rounds sets keep their places, and tiles their size. The numbers are those of these bots' matches."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.preferences import Settings
from game.client.table.aims import Aim, Target
from game.client.table.open.layout import SIDE_REACH_SHARE, drop_at, end_box
from game.client.table.open.rows import MIN_GAP_SHARE, HeapShape, HeapSpacing, RowPosition, flow_rows, keep_rows
from game.client.table.open.sets import HeapRoom, PlacedHeaps, TableChange, fit_heaps, width_steps
from game.client.table.open.turn_state import OpenTurnState, new_open_turn_state
from game.client.table.rack_order import CROWDED_TABLE, EMPTY_SLOT
from game.client.widgets.boxes import Box
from game.session.arrangement import NEW_SET_INDEX, Arrangement
from game.session.match_replay import ReplayPosition, replay_of
from game.table.moves import Rearrange
from tests.client.open_table_kit import OpenHand, placed
from tests.matches import played_out
from tests.slices import some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.table.open.layout import OpenLayout
    from game.session.arrangement import Heap
    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import PublicMove

WIDE = 18.5  # tiles in a row at the usual window
ROOM = HeapRoom(Box(34.0, 149.0, 964.0, 346.0), (52, 28), 24.0, scrolls=False)
MOST_SIZES_IN_A_ROUND = 3


def lie(hand: OpenHand, state: OpenTurnState) -> OpenLayout:
    """Show a turn state; return the layout."""
    hand.turn.turn_state = state
    hand.scene.layout(hand.director.viewport)
    return hand.scene.hands.board.current_layout()


def laid_one_by_one(state: OpenTurnState, melds: tuple[Meld, ...]) -> Iterator[OpenTurnState]:
    """Lay a table tile by tile, as a person does."""
    used: set[int] = set()
    for meld in sorted(melds, key=lambda one: -len(one.tiles)):
        there = [heap for heap in state.arrangement.heaps if heap.number not in used and {*heap.tiles} & {*meld.tiles}]
        best = max(there, key=lambda heap: len({*heap.tiles} & {*meld.tiles}), default=None)
        number = NEW_SET_INDEX if best is None else best.number
        for tile in meld.tiles if best is None else [tile for tile in meld.tiles if tile not in best.tiles]:
            known = {heap.number for heap in state.arrangement.heaps}
            made = state.arrangement.with_moved_tiles((tile,), number)
            if not isinstance(made, Arrangement):
                return
            if number == NEW_SET_INDEX:
                number = next(heap.number for heap in made.heaps if heap.number not in known)
            state = state.with_arrangement(made)
            yield state
        used.add(number)


@cache
def rounds(game: str, seats: int, seed: int) -> list[list[tuple[str, OpenTurnState, OpenLayout]]]:
    """Show every table of a round, or two; where the first seat lays, each step, all taken back and all done again."""
    hand = OpenHand(game=game, seats=seats)
    hand.until_mine()
    reel = replay_of(played_out(game, seed, players=seats).transcript)
    seen = []
    for number, played in enumerate(some(reel.rounds[:2], 1)):
        story: tuple[PublicMove, ...] = played.standing.story
        shown = []
        state = None
        for made in range(len(story) + 1):
            view = reel.view_at(ReplayPosition(number, made), 0)
            state = new_open_turn_state(view) if state is None else state.carried_to(view)
            shown.append(("table", state, lie(hand, state)))
            if made == len(story) or story[made].seat != 0 or not isinstance(story[made].move, Rearrange):
                continue
            after = reel.view_at(ReplayPosition(number, made + 1), 0).table.melds
            steps = [state, *laid_one_by_one(state, after)]
            shown += [("step", one, lie(hand, one)) for one in steps[1:]]
            state = steps[-1]
            for _step in steps[1:]:
                state = state.undo()
                shown.append(("undo", state, lie(hand, state)))
            for _step in steps[1:]:
                state = state.redo()
            shown.append(("redo", state, lie(hand, state)))
        seen.append(shown)
    return seen


def places(state: OpenTurnState, layout: OpenLayout) -> dict[tuple[Tile, ...], tuple[int, Box]]:
    """Return the row and the box of every set."""
    row_of = {shape.number: number for number, row in enumerate(layout.heaps.rows) for shape, _x in row}
    boxes = {heap.number: heap.box for heap in layout.heaps.heaps}
    return {heap.tiles: (row_of[heap.number], boxes[heap.number]) for heap in state.arrangement.heaps}


@pytest.mark.parametrize(("game", "seats", "seed"), [("rummikub", 2, 7), ("rummikub", 4, 7), ("rummy", 3, 8)])
def test_over_whole_rounds_sets_keep_their_places_and_tiles_their_size(game: str, seats: int, seed: int) -> None:
    for shown in rounds(game, seats, seed):
        sizes = [layout.heaps.width for _kind, _state, layout in shown]
        tables = [(state, layout) for kind, state, layout in shown if kind == "table"]
        settled = [layout.heaps.width for _state, layout in tables]
        assert settled == sorted(settled, reverse=True), "tiles only shrink while a round is under way"
        assert len(set(sizes)) <= MOST_SIZES_IN_A_ROUND
        for (state, layout), (later, then) in pairwise(tables):
            here, there = places(state, layout), places(later, then)
            if state.view.table.melds == later.view.table.melds:
                assert here == there, "a table that nobody changed lies as it lay"
                assert layout.heaps.width == then.heaps.width
            assert all(here[tiles][0] == there[tiles][0] for tiles in here.keys() & there.keys()), "no set changes rows"
        for (_kind, state, layout), (kind, later, then) in pairwise(shown):
            if kind in {"table", "step"} and then.heaps.width == layout.heaps.width:
                here, there = places(state, layout), places(later, then)
                changed = {row for tiles, (row, _box) in there.items() if tiles not in here}
                assert then.heaps.spread is HeapSpacing.SLID or all(
                    here[tiles][1].x == there[tiles][1].x
                    for tiles in here.keys() & there.keys()
                    if there[tiles][0] not in changed
                ), "only beside a set that changed do others make room, or where the last holes are needed"
        lain: dict[tuple[Heap, ...], dict[tuple[Tile, ...], tuple[int, Box]]] = {}
        for kind, state, layout in shown:
            lies = places(state, layout)
            if kind in {"undo", "redo"}:
                assert lies == lain[state.arrangement.heaps], "what is taken back lies exactly where it lay"
            else:
                lain[state.arrangement.heaps] = lies


@pytest.mark.parametrize(("game", "seats", "seed"), [("rummikub", 4, 7), ("rummy", 3, 8)])
def test_a_drop_between_two_sets_goes_to_the_one_that_takes_it_or_is_nearer(game: str, seats: int, seed: int) -> None:
    tight = 0
    for _kind, _state, layout in chain.from_iterable(rounds(game, seats, seed)):
        placed = sorted(layout.heaps.heaps, key=lambda one: (one.box.y, one.box.x))
        for heap in placed:
            assert drop_at(layout, end_box(heap).centre) == Target(Aim.HEAP, heap.number, len(heap.tiles))
        for left, right in pairwise(placed):
            gap = right.box.x - left.box.right
            if left.box.y == right.box.y and gap < 2 * SIDE_REACH_SHARE * layout.heaps.width:
                tight += 1
                near_left, near_right = (left.box.right + share * gap for share in (0.48, 0.52))
                y = left.box.centre[1]
                assert drop_at(layout, (near_left, y)) == Target(Aim.HEAP, left.number, len(left.tiles))
                assert drop_at(layout, (near_right, y)) == Target(Aim.HEAP, right.number, 0)
                farther = drop_at(layout, (right.box.x - 1, y), lambda: (left.number,))  # noqa: B023 - asked at once
                assert farther == Target(Aim.HEAP, left.number, len(left.tiles))
                on_it = drop_at(layout, (right.box.x + 1, y), lambda: (left.number,))  # noqa: B023 - asked at once
                assert on_it == Target(Aim.HEAP, right.number, 0)
    assert tight


def test_the_rack_gives_its_second_row_away_and_does_not_take_it_back_for_a_tile() -> None:
    rows: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    slots = set()
    for shown in rounds("rummikub", 2, 7):
        slots |= {(layout.rack.width, layout.rack.step, layout.slots[0].x) for _kind, _state, layout in shown}
        tables = [(len(state.view.rack), layout.rack.rows) for kind, state, layout in shown if kind == "table"]
        gone = False
        for held, count in tables:
            gone = gone or count == 1
            rows[gone].append((held, count))
    assert {count for _held, count in rows[True]} == {1}
    assert min(held for held, _count in rows[True]) <= 2
    assert any(later > held for (held, _count), (later, _rows) in pairwise(rows[True])), "it grew again in its one row"
    assert len(slots) == 1, "its tiles keep their size, and their places in the row"


@pytest.mark.parametrize(("game", "seats"), [("rummikub", 2), ("rummikub", 4), ("rummy", 3)])
def test_a_rack_keeps_its_places_and_a_drawn_tile_comes_to_its_end(game: str, seats: int) -> None:
    reel = replay_of(played_out(game, 8, players=seats).transcript)
    state = new_open_turn_state(reel.view_at(ReplayPosition(0, 0), 0))
    drawn = 0
    for made in range(len(reel.rounds[0].standing.story) + 1):
        before, state = state, state.carried_to(reel.view_at(ReplayPosition(0, made), 0))
        came = [tile for tile in state.slots if tile != EMPTY_SLOT and tile not in before.slots]
        drawn += len(came)
        assert list(state.slots[len(state.slots) - len(came) :]) == came
        if sum(len(meld.tiles) for meld in state.view.table.melds) < CROWDED_TABLE:
            stood = {tile: at for at, tile in enumerate(before.slots)}
            assert all(stood.get(tile, at) == at for at, tile in enumerate(state.slots) if tile != EMPTY_SLOT)
    assert drawn or seats == 4, "of these only the first of four never draws"


def test_in_large_text_too_the_rack_leaves_its_second_row_to_a_crowded_table() -> None:
    hand = OpenHand(game="rummikub", seats=2)
    hand.doors.preferences.now = Settings(calm=True, text_size=150)
    hand.until_mine()
    reel = replay_of(played_out("rummikub", 7, players=2).transcript)
    state = new_open_turn_state(reel.view_at(ReplayPosition(0, 0), 0))
    rows = []
    for made in range(len(reel.rounds[0].standing.story) + 1):
        state = state.carried_to(reel.view_at(ReplayPosition(0, made), 0))
        rows.append(lie(hand, state).rack.rows)
    assert rows[0] == 2
    assert 1 in rows[:-5], "well before the last tiles are laid"


# --- rows -------------------------------------------------------------------------------------------------------------


def test_a_single_tile_lies_where_the_place_for_a_new_set_is() -> None:
    (row,) = flow_rows([HeapShape(number, 3) for number in range(5)], WIDE)
    shapes = [*(shape for shape, _x in row), HeapShape(9, 1)]
    stood = [*(RowPosition(0, x) for _shape, x in row), None]
    kept = keep_rows(shapes, stood, WIDE)
    assert kept == (row, ((HeapShape(9, 1), 0.0),)), "it is not squeezed in at the end of the row"


def test_a_set_that_grows_takes_the_hole_beside_it_before_it_pushes_others() -> None:
    shapes = [HeapShape(0, 3), HeapShape(1, 5, touched=True), HeapShape(2, 3)]
    stood = [RowPosition(0, 0.0), RowPosition(0, 5.45), RowPosition(0, 9.9)]
    start = 9.9 - 5 - MIN_GAP_SHARE
    assert keep_rows(shapes, stood, WIDE)[0] == ((shapes[0], 0.0), (shapes[1], start), (shapes[2], 9.9))


@given(st.lists(st.integers(3, 6), min_size=4, max_size=18), st.data())
def test_when_one_set_grows_no_other_changes_its_row(counts: list[int], data: st.DataObject) -> None:
    rows = flow_rows([HeapShape(number, count) for number, count in enumerate(counts)], WIDE)
    grown = data.draw(st.integers(0, len(counts) - 1))
    more = data.draw(st.integers(1, 7))
    stood = {shape.number: RowPosition(number, x) for number, row in enumerate(rows) for shape, x in row}
    shapes = [
        HeapShape(number, count + more * (number == grown), touched=number == grown)
        for number, count in enumerate(counts)
    ]
    kept = keep_rows(shapes, [stood[number] for number in range(len(counts))], WIDE)
    then = {shape.number: number for number, row in enumerate(kept) for shape, _x in row}
    assert all(then[number] == stood[number].row for number in stood if number != grown)


# --- sizes ------------------------------------------------------------------------------------------------------------


def test_tiles_have_few_sizes() -> None:
    assert width_steps(52, 28) == (52, 44, 40, 36, 32, 28)
    assert width_steps(52, 38) == (52, 44, 38)
    assert width_steps(28, 28) == (28,)


def fitted(
    counts: list[int], before: PlacedHeaps | None, change: TableChange, labels: tuple[float, ...] = ()
) -> PlacedHeaps:
    """Lay sets of so many tiles out; new ones are at the end."""
    stood = (
        {}
        if before is None
        else {shape.number: RowPosition(number, x) for number, row in enumerate(before.rows) for shape, x in row}
    )
    shapes = [HeapShape(number, count, None, labels) for number, count in enumerate(counts)]
    return fit_heaps(shapes, [stood.get(number) for number in range(len(counts))], ROOM, before, change)


@pytest.mark.parametrize("every", [1, 2, 3, 31])
def test_a_table_that_fills_shrinks_and_every_set_stays_in_its_row(every: int) -> None:
    counts = [4 if number % every == every - 1 else 3 for number in range(24)]
    before = None
    for count in range(1, len(counts) + 1):
        now = fitted(counts[:count], before, TableChange.TURN if before else TableChange.ANEW)
        if before is not None:
            assert now.width <= before.width
            assert [[shape.number for shape, _x in row] for row in before.rows] == [
                [shape.number for shape, _x in row if shape.number < count - 1] for row in now.rows
            ][: len(before.rows)]
        before = now


def test_labels_are_left_out_before_tiles_shrink() -> None:
    full = fitted([3] * 9, None, TableChange.ANEW)
    assert full.width == 52
    broken = fitted([3] * 9, full, TableChange.NONE, labels=(900.0,))
    assert broken.width == 52
    assert any(heap.lane for heap in broken.heaps)
    assert not all(heap.lane for heap in broken.heaps)


@pytest.mark.parametrize("count", range(1, 26))
def test_two_new_sets_of_a_turn_shrink_nothing(count: int) -> None:
    began = fitted([4] * count, None, TableChange.ANEW)
    for more in (1, 2):
        began_with = fitted([4] * (count + more), began, TableChange.NONE)
        assert began_with.width == began.width
        assert [began_with.heaps[at].box for at in range(count)] == [one.box for one in began.heaps[:count]]
        began = began_with


def test_no_label_moves_a_row_however_many_rows_there_are() -> None:
    for count in range(1, 22):
        full = fitted([3] * count, None, TableChange.ANEW)
        broken = fitted([3] * count, full, TableChange.NONE, labels=(120.0,))
        assert [heap.box for heap in broken.heaps] == [heap.box for heap in full.heaps]
        assert all(heap.lane for heap in broken.heaps)


def test_tiles_grow_when_half_of_the_table_is_empty() -> None:
    full = fitted([4] * 22, None, TableChange.ANEW)
    assert full.width < 52
    assert fitted([4] * 20, full, TableChange.TURN).width == full.width
    assert fitted([4] * 3, full, TableChange.NONE).width == full.width
    assert fitted([4] * 3, full, TableChange.TURN).width == 52


NINE_SETS = [
    "[R12 Y12 B12]", "[B13 Y13 *=K13 R13]", "[R9 B9 K9 Y9]", "[Y7 Y8 Y9b Y10 Y11 Y12b]", "[B2 B3 *=B4 B5 B6 B7 B8]",
    "[R2 R3 R4]", "[Y1 Y2 Y3]", "[K4 Y4 R4b]", "[B1 Y1b K1]",
]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "seats", "stay"),
    [([], 2, True), (["[B9b B10 B11]", "[R10 R11 R12b]", "[K5 K6 K7]"], 2, False), ([], 4, False)],
)
def test_a_rack_closes_its_gaps_only_where_the_sets_may_soon_need_its_second_row(
    more: list[str], seats: int, *, stay: bool
) -> None:
    hand = placed(seats=seats, table=[*NINE_SETS, *more], hand=["R7", "K3", "B13b"], stock=30)
    turn, view = hand.turn, hand.turn.view
    one, two, three = (int(tile) for tile in view.rack)
    slots = (one, *(EMPTY_SLOT,) * 15, two, three)
    turn.turn_state = turn.turn_state.with_order(slots)
    hand.scene._move_on(replace(view, table=view.table.with_fields(to_move=1)), hand.now, dealt=False)
    assert (turn.turn_state.slots == slots) is stay
