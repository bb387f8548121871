"""What tells the levels of the open-table bots apart, and the imagined rounds of the hard one."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from game.bots.bot import USUAL, level_of
from game.bots.choice import Choice
from game.bots.nodes import Nodes
from game.bots.open_table_search import legal_play, plays_to_try
from game.bots.open_table_worlds import worlds
from game.table.moves import Rearrange
from game.table.tiles import TILES
from game.table.view import View
from tests.bots.positions import view_in

RUNS = ["[R3 R4 R5]", "[B7 B8 B9 B10]"]


def rummikub(hand: str, *table: str) -> View:
    return view_in("rummikub", seats=2, hand=hand, table=list(table), opened=True, hands={"1": 14})


def decided(name: str, view: View, seed: int = 1) -> Choice:
    return level_of("rummikub", name).decide(view, Nodes(USUAL.nodes if name != "hard" else 2_000), seed)


def laid(name: str, view: View, seed: int = 1) -> list[str]:
    move = decided(name, view, seed).move
    return sorted(str(view.faces[tile]) for tile in move.played) if isinstance(move, Rearrange) else []


def test_easy_adds_to_sets_and_moves_none() -> None:
    view = rummikub("R6 K1 Y12", *RUNS)
    seen = {tuple(laid("easy", view, seed)) for seed in range(12)}
    assert seen == {("R6",), ()}, "now and then it overlooks a tile"
    view = rummikub("B10 K10 R13", "[Y7 Y8 Y9 Y10]")
    assert laid("medium", view) == ["B10", "K10"]
    assert laid("easy", view) == []


def test_easy_lays_its_own_sets() -> None:
    assert laid("easy", rummikub("K1 K2 K3 Y12 R6", *RUNS)) == ["K1", "K2", "K3"]


def test_only_the_one_that_lays_the_most_spends_a_joker_on_little() -> None:
    view = rummikub("R5 R6 * K11 Y1")
    assert laid("lay_most", view) == ["*", "R5", "R6"]
    assert laid("medium", view) == []


def test_hard_goes_out_when_it_can() -> None:
    assert decided("hard", rummikub("R6 R7 B11", *RUNS)).reason == "lay_all"


def test_hard_thinks_of_the_most_of_less_and_of_nothing() -> None:
    view = rummikub("R6 B11 K1 Y12 *", *RUNS)
    most = legal_play(view, view.rack, Nodes(USUAL.nodes))
    assert most is not None
    tried = plays_to_try(view, most, Nodes(USUAL.nodes))
    assert tried[0] is most
    assert tried[-1] is None
    looks = [tuple(sorted(view.faces[tile].code for tile in play.played)) for play in tried if play is not None]
    assert len(looks) == len(set(looks)) > 2
    assert all(len(look) <= len(most.played) for look in looks)


def test_a_choice_follows_from_view_and_seed() -> None:
    view = rummikub("R6 B11 K1 Y12 * B3 B4", *RUNS)
    assert decided("hard", view, 3) == decided("hard", view, 3)


def test_imagined_worlds_hold_every_tile_once_and_what_is_known() -> None:
    view = rummikub("R6 B11 K1 Y12 *", *RUNS)
    own = Counter(view.faces[tile] for tile in view.rack)
    racks = set()
    for world in islice(worlds(view, 5), 4):
        after = world.after(())
        for one in (world, after):
            tiles = [*one._table, *one._stock, *(face for rack in one._racks for face in rack)]
            assert Counter(tiles) == Counter(TILES.faces)
        assert Counter(world._racks[view.seat]) == own
        assert len(after._racks[view.seat]) == len(view.rack) + 1
        racks.add(tuple(world._racks[1]))
    assert len(racks) > 1


def test_an_imagined_round_is_worth_the_same_to_all_together() -> None:
    view = rummikub("R6 B11 K1 Y12 *", *RUNS)
    world = next(worlds(view, 5))
    told = [world.after(()).outcome(seat, 6, Nodes(USUAL.nodes)) for seat in range(2)]
    assert sum(told) == 0


def test_an_empty_rack_ends_an_imagined_round() -> None:
    view = rummikub("R6 B11", *RUNS)
    world = next(worlds(view, 5)).after(tuple(view.faces[tile] for tile in view.rack))
    nodes = Nodes(USUAL.nodes)
    assert world.outcome(view.seat, 9, nodes) > 0
    assert nodes.count == 0
