"""A moment at the table: bots wait for it, hands do not, and calm, mute and skip keep what it says."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame
import pytest

from game.client.app_context import MatchAtTable
from game.client.book.scene import RuleBookPage
from game.client.director import Push
from game.client.draw.sound import Cue
from game.client.events import KeyDown, PointerDown
from game.client.still import Studio
from game.client.table.board import carried_parts, carried_parts_below
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.geometry.easing import ease_out
from game.client.table.geometry.motion import Flight
from game.client.table.moments.kinds import MomentKind
from game.client.table.moments.picture import MomentPicture
from game.client.table.moments.show import TURN_SECONDS
from game.client.table.scene import table_scene
from game.client.table.sprites import WAITING_LAYER
from game.client.viewport import Viewport
from game.store.background import NoDesk
from game.table.melds import Kind, Meld
from game.table.state import NO_SEAT, Ending, Outcome
from tests.client.table_kit import TableHand, crowded_view, sit_at
from tools.posed import position_of

if TYPE_CHECKING:
    from game.client.draw.backdrop import StaticPart
    from game.client.table.board import Board

FRAME = 1 / 60  # seconds
NEAR = 12  # px


def at_a_canasta(*, calm: bool = False, less: bool = False) -> TableHand:
    """Return a table whose first set has just become a canasta by one's own hand."""
    hand = TableHand(seats=2, seed=3, calm=calm)
    hand.doors.context.preferences.now = replace(hand.doors.context.preferences.now, less_motion=less)
    hand.director.relayout()
    view = crowded_view(2, rack=14, sets=4)
    six = view.table.melds[0].tiles[:6]
    short = Meld(Kind.GROUP, six, (None,) * 6)
    sit_at(hand, type(view)(view.table.with_fields(melds=(short, *view.table.melds[1:])), 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(view, dealt=False)
    hand.scene.shown.on_changed()
    return hand


def test_a_set_that_becomes_a_canasta_has_the_stage_and_then_gives_way() -> None:
    hand = at_a_canasta()
    moments = hand.scene.shown.moments
    assert moments.queue.running is not None
    assert moments.queue.running.moment.kind is MomentKind.PURE
    assert moments.holds_moves
    assert hand.scene.wants_frames
    for _ in range(45):
        hand.pass_time()
        hand.draw()
    assert not moments.busy


def test_bots_see_the_whole_of_ones_own_and_of_anothers_no_more_than_its_turn_has() -> None:
    moments = at_a_canasta().scene.shown.moments
    now = 1.1
    moments.note_move(0, now)
    assert moments.holds_bots(1, now + 9.0)
    running = moments.queue.running
    assert running is not None
    moments.queue.running = replace(running, moment=replace(running.moment, seat=1, ours=False))
    moments.note_move(1, now)
    assert not moments.holds_bots(1, now), "who made it plays on"
    assert moments.holds_bots(0, now + TURN_SECONDS - 0.01)
    assert not moments.holds_bots(0, now + TURN_SECONDS)


def test_the_seal_of_a_canasta_is_stamped_last_and_by_a_hand_at_once() -> None:
    def sealed() -> bool:
        return ("seal", 0) in [part.name for part in hand.scene.board.over]

    hand = at_a_canasta()
    running = hand.scene.shown.moments.queue.running
    assert running is not None
    while hand.now < running.reflow_time - FRAME:
        hand.pass_time(FRAME)
        hand.draw()
        assert not sealed()
    for _ in range(3):
        hand.pass_time(FRAME)
    assert sealed()
    hand = at_a_canasta()
    hand.pass_time(0.3)
    assert not sealed()
    hand.press("Space")
    assert sealed()


def beside_others(number: int, *, sealed: int | None = None) -> TableHand:
    """Return a hand at a table of several sets, one of which has just become a canasta, so that others make room.

    Another may have been `sealed` before.
    """
    hand = TableHand(seats=2, seed=3, calm=False)
    view = crowded_view(2, rack=14, sets=4)
    sets = list(view.table.melds)
    *six, last = sets[number].tiles
    sets[number] = Meld(Kind.GROUP, tuple(six), (None,) * len(six))
    wild = sets[-1].tiles
    sets[-1] = Meld(Kind.GROUP, wild, (*(None,) * (len(wild) - 1), view.faces[wild[-1]]))  # as if it were a joker
    rack = view.table.racks[0]
    if sealed is not None:
        sets[sealed] = Meld(Kind.GROUP, (*sets[sealed].tiles, *rack[:4]), (None,) * (len(sets[sealed].tiles) + 4))
        rack = rack[4:]
    racks = ((*rack, last), *view.table.racks[1:])
    sit_at(hand, type(view)(view.table.with_fields(melds=tuple(sets), racks=racks), 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    sets[number] = view.table.melds[number]
    racks = (rack, *view.table.racks[1:])
    whole = type(view)(view.table.with_fields(melds=tuple(sets), racks=racks), 0, view.faces)
    hand.scene.hands.turn.follow_table(whole, dealt=False)
    hand.scene.shown.on_changed()
    return hand


def test_the_seal_waits_until_the_next_set_has_made_room_and_then_comes_down() -> None:
    number = 3
    hand = beside_others(number)
    moments, stage = hand.scene.shown.moments, hand.scene.board.stage
    running, asides = moments.queue.running, hand.scene.board.making_room
    assert running is not None
    rest = max(stage.arrival_time(tile) for tile in asides)
    assert rest > running.reflow_time  # else nothing of it waits for the ribbon
    while any(stage.is_flying(tile) for tile in asides):
        assert ("seal", number) not in [part.name for part in hand.scene.board.over]
        hand.pass_time(FRAME)
        hand.draw()
    hand.pass_time(FRAME)
    assert ("seal", number) in [part.name for part in hand.scene.board.over]
    assert [moments.busy, hand.scene.wants_frames] == [True, True]  # it is on its way down
    hand.pass_time(1.0)
    hand.pass_time(FRAME)
    assert [moments.busy, hand.scene.board.hidden_parts] == [False, frozenset()]


def test_what_is_said_of_a_tile_that_makes_room_is_seen_all_the_time_and_goes_with_it() -> None:
    hand = beside_others(3)
    board, stage = hand.scene.board, hand.scene.board.stage
    assert board.parts is not None
    said = [(tile, part) for tile, part in board.parts.over if tile in board.making_room and part.name != ("seal", 3)]
    assert said
    moved = set()
    while stage.moving:
        hand.pass_time(FRAME)
        lying, carried = {part.name for part in board.over}, []
        for waits in (True, False):
            carried += carried_parts(board, waits=waits)
        for tile, part in said:
            seen = [at for image, at in carried if image is part.key]
            assert len(seen) == (0 if part.name in lying else 1)
            moved |= {part.box.x - at[0] for at in seen if stage.is_flying(tile)}
    assert len(moved) > 2
    assert not carried_parts(board, waits=False)


def test_what_lies_under_a_set_comes_when_its_tiles_lie_and_goes_with_them() -> None:
    def under(board: Board[Any, Any]) -> list[StaticPart]:
        lying = {id(part) for part in board.resting}
        assert board.parts is not None
        return [part for held, part in board.parts.under if held and id(part) in lying]

    hand = at_a_canasta()
    board, running = hand.scene.board, hand.scene.shown.moments.queue.running
    assert running is not None
    assert ("halo", 0) not in [part.name for part in under(board)]
    while hand.now < running.begins + FRAME:
        hand.pass_time(FRAME)
    assert ("halo", 0) in [part.name for part in under(board)]
    hand = beside_others(3, sealed=5)
    board, stage = hand.scene.board, hand.scene.board.stage
    assert board.parts is not None
    aside = [part for held, part in board.parts.under if held and set(held) <= set(board.making_room)]
    assert aside
    moved = set()
    while any(map(stage.is_flying, board.making_room)):
        hand.pass_time(FRAME)
        carried = [*carried_parts_below(board, waits=True), *carried_parts_below(board, waits=False)]
        for part in aside:
            assert (part in under(board)) + sum(image is part.key for image, _at in carried) <= 1
            moved |= {at for image, at in carried if image is part.key}
    assert len(moved) > 2
    assert set(map(id, aside)) <= set(map(id, under(board)))


@pytest.mark.parametrize("ended", [False, True])
def test_a_plate_counts_points_once_they_have_flown_there_or_a_hand_ends_it(ended: bool) -> None:
    hand = at_a_canasta()
    board, running = hand.scene.board, hand.scene.shown.moments.queue.running
    assert isinstance(board, DeadHandBoard)
    assert running is not None
    plate = board.us
    assert running.moment.points > 0
    before = plate.shown.laid
    assert before is not None
    assert plate.score.laid is not None
    assert plate.score.laid > before
    for _ in range(3):
        hand.pass_time(FRAME)
        assert plate.shown.laid == before
    assert not plate.wants_frames
    if ended:
        hand.scene.on_event(KeyDown("Escape"))
    else:
        while hand.now + FRAME < running.end_time:
            hand.pass_time(FRAME)
            assert plate.shown.laid == before
    hand.pass_time(2 * FRAME)
    assert hand.scene.wants_frames
    hand.pass_time(2 * FRAME)
    assert plate.shown.laid is not None
    assert plate.shown.laid > before
    assert plate._chosen
    hand.pass_time(1.0)
    assert (plate.shown.laid, plate._chosen) == (plate.score.laid, False)


def test_no_tile_waits_where_another_one_of_the_turn_comes_to_lie() -> None:
    hand = TableHand(seats=2, seed=3, calm=False)
    view = crowded_view(2, rack=14, sets=4)
    first, second, *others = view.table.melds
    came = (first.tiles[-1], second.tiles[0])
    short = [Meld(one.kind, tiles, (None,) * len(tiles)) for one, tiles in (
        (first, first.tiles[:-1]), (second, second.tiles[1:]),
    )]  # fmt: skip
    racks = ((*view.table.racks[0], *came), *view.table.racks[1:])
    sit_at(hand, type(view)(view.table.with_fields(melds=(*short, *others), racks=racks), 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(view, dealt=False)
    hand.scene.shown.on_changed()
    running, stage = hand.scene.shown.moments.queue.running, hand.scene.board.stage
    assert running is not None
    lies = hand.scene.board.current_layout().spots[came[1]].box
    held = [tile for tile in second.tiles[1:] if stage.arrival_time(tile) > running.reflow_time]
    assert not any(start.overlaps(lies, 1.0) for start in stage.flight_starts(held))


def test_a_press_on_the_rule_of_a_ribbon_opens_the_book_there_and_elsewhere_does_what_it_means() -> None:
    hand = at_a_canasta()
    for _ in range(20):
        hand.pass_time(0.04)
    picture = next(iter(hand.scene.shown.moments._pictures.values()))
    x, y = picture.setting.middle
    assert hand.scene.shown.moments.rule_at((x, y)) == ""
    below = next(at for at in range(200) if hand.scene.shown.moments.rule_at((x, y + at)))
    change = hand.scene.on_event(PointerDown((x, y + below + 4)))
    assert isinstance(change, Push)
    assert isinstance(change.scene, RuleBookPage)
    assert change.scene._went == ["1.2"]
    assert not hand.scene.shown.moments.holds_moves
    assert hand.scene.shown.moments.rule_at((x, y + below + 4)) == ""


def test_any_key_ends_it_and_does_what_it_meant() -> None:
    hand = at_a_canasta()
    hand.pass_time(0.6)
    before = hand.scene.shown.turn
    assert before is not None
    order = before.turn_state.visible_slots
    hand.call("sort_groups" if "sort_groups" in hand.scene.panel.actions else "groups")
    assert not hand.scene.shown.moments.holds_moves
    assert before.turn_state.visible_slots != order


@pytest.mark.parametrize("into", [0.05, 0.3, 0.6, 0.9])
def test_what_a_hand_picks_while_it_has_the_stage_is_in_the_very_next_picture(into: float) -> None:
    picks, waits = at_a_canasta(), at_a_canasta()
    for hand in (picks, waits):
        hand.pass_time(into)
        assert hand.scene.shown.moments.holds_moves
    laid = picks.scene.board.current_layout()
    tile = picks.scene.shown.turn.turn_state.visible_slots[0] if picks.scene.shown.turn else None
    assert tile is not None
    picks.click_at(laid.spots[tile].box.centre)
    assert picks.scene.look is not None
    spot = picks.scene.look.rect(laid.spots[tile].box)  # no moment covers a rack: what differs there is the pick
    seen = []
    for hand in (picks, waits):
        hand.pass_time(FRAME)
        seen.append(pygame.image.tobytes(hand.draw().subsurface(spot), "RGB"))
    assert seen[0] != seen[1]


def test_escape_takes_the_moment_back_and_no_more() -> None:
    hand = at_a_canasta()
    hand.pass_time(0.6)
    hand.press("Esc")
    assert not hand.scene.shown.moments.holds_moves
    assert hand.director.top is hand.scene


def test_nothing_of_a_moment_that_a_hand_has_ended_is_drawn_any_more() -> None:
    hand = at_a_canasta()
    for _ in range(12):
        hand.pass_time(0.04)
    moments = hand.scene.shown.moments
    assert moments.holds_moves
    hand.press("Esc")
    for seconds in (0.0, 1.0, 9.0):
        hand.pass_time(seconds)
        seen = pygame.Surface(hand.draw().get_size(), pygame.SRCALPHA)
        moments.draw_under(seen)
        moments.draw_over(seen)
        assert not seen.get_bounding_rect().size[0], seconds


def test_its_sound_is_heard_at_its_burst_and_once() -> None:
    hand = at_a_canasta()
    heard: list[Cue] = []
    hand.doors.context.sounds._on_cue = heard.append
    for _ in range(40):
        hand.pass_time()
    assert heard.count(Cue.PURE_CANASTA) == 1


def test_calm_shows_the_ribbon_still_and_nothing_else_moves() -> None:
    hand = at_a_canasta(calm=True)
    hand.pass_time(0.3)
    moments = hand.scene.shown.moments
    assert moments.queue.running is not None
    assert not moments.holds_moves
    drawn = [hand.draw().get_buffer().raw for _ in range(2)]
    assert drawn[0] == drawn[1]
    hand.pass_time(0.3)
    assert hand.draw().get_buffer().raw == drawn[0]


@pytest.mark.parametrize("calm", [False, True])
def test_the_rack_is_never_covered(calm: bool) -> None:
    hand = at_a_canasta(calm=calm)
    rack = hand.scene.look.rect(hand.scene.board.current_layout().frame.rack) if hand.scene.look else None
    assert rack is not None
    for _ in range(20):
        hand.pass_time()
        with_moment = hand.draw().subsurface(rack.inflate(-80, -40)).copy()
        pictures, hand.scene.shown.moments._pictures = hand.scene.shown.moments._pictures, {}
        without = hand.draw().subsurface(rack.inflate(-80, -40)).copy()
        hand.scene.shown.moments._pictures = pictures
        assert all(isinstance(one, MomentPicture) for one in pictures.values())
        assert pygame.image.tobytes(with_moment, "RGB") == pygame.image.tobytes(without, "RGB")


def test_ones_own_dead_hand_opens_as_a_fan_and_stands_in_the_rack_at_its_end() -> None:
    hand = with_a_dead_hand()
    moments, stage = hand.scene.shown.moments, hand.scene.board.stage
    running = moments.queue.running
    assert running is not None
    assert running.moment.kind is MomentKind.DEAD_HAND
    tiles = set(running.moment.tiles)
    before = hand.draw()
    assert not any(stage.arrival_time(tile) < running.end_time for tile in tiles)
    hand.pass_time(running.lasts * 0.6)
    assert hand.draw().get_buffer().raw != before.get_buffer().raw
    hand.pass_time(running.lasts)
    assert not any(stage.is_flying(tile) for tile in tiles)


def test_a_dead_hand_that_follows_a_discard_opens_as_a_fan_too() -> None:
    said = {"game": "eburako", "seats": 2, "phase": "PLAY", "hand": ["R9"], "stock": 20, "pile": ["R1"]}
    with Studio() as studio:
        studio.preferences.now = replace(studio.preferences.now, calm=False)
        scene = table_scene(studio.context, MatchAtTable(position_of(said), NoDesk()))
        scene.layout(Viewport((1280, 720)))
        scene.update(10.0)
        turn = scene.shown.turn
        assert turn is not None
        turn.pick_only(turn.view.rack)
        scene.on_event(KeyDown("Enter"))
        scene.update(10.0 + FRAME)
        scene.update(10.0 + 2 * FRAME)
        running = scene.shown.moments.queue.running
        assert running is not None
        assert running.moment.kind is MomentKind.DEAD_HAND
        assert scene.shown.moments._pictures[running].fan is not None
        thrown, stage = turn.view.table.pile[-1], scene.board.stage
        assert running.begins >= stage.arrival_time(thrown) > 10.0 + 2 * FRAME  # it lands before anything is dimmed
        while stage.is_flying(thrown):
            assert scene.shown.now < running.begins
            scene.update(scene.shown.now + FRAME)
        scene.update(running.begins + FRAME)
        assert scene.shown.moments.queue.running is running
        assert not any(stage.arrival_time(tile) < running.end_time for tile in running.moment.tiles)


def test_a_dead_hand_that_somebody_else_takes_has_run_to_the_plate_before_anything_is_dimmed() -> None:
    hand = TableHand(seats=2, seed=3, calm=False)
    view = crowded_view(2, rack=11, sets=3)
    table = view.table
    pack = table.racks[1][:11]
    before = table.with_fields(racks=(table.racks[0], ()), dead=(table.dead[0], pack), dead_by=(0, NO_SEAT), to_move=1)
    after = before.with_fields(racks=(table.racks[0], pack), dead=(table.dead[0], ()), dead_by=(0, 1))
    sit_at(hand, type(view)(before, 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(type(view)(after, 0, view.faces), dealt=False)
    hand.scene.shown.on_changed()
    running, stage = hand.scene.shown.moments.queue.running, hand.scene.board.stage
    assert running is not None
    assert running.moment.kind is MomentKind.DEAD_HAND
    lands = max(stage.arrival_time(tile) for tile in pack)
    assert hand.now < lands <= running.begins
    assert lands - hand.now <= 0.45


def test_a_hand_that_ends_the_fan_finds_its_tiles_in_the_rack() -> None:
    hand = with_a_dead_hand()
    running = hand.scene.shown.moments.queue.running
    assert running is not None
    hand.pass_time(0.3)
    hand.press("Esc")
    hand.pass_time(0.05)
    assert not any(hand.scene.board.stage.is_flying(tile) for tile in running.moment.tiles)


def test_less_motion_lets_the_tiles_of_a_dead_hand_fly_without_a_fan() -> None:
    hand = with_a_dead_hand(less=True)
    running = hand.scene.shown.moments.queue.running
    assert running is not None
    assert not running.limits.moves
    assert all(picture.fan is None for picture in hand.scene.shown.moments._pictures.values())
    board = hand.scene.board
    assert running.begins >= max(board.stage.arrival_time(tile) for tile in running.moment.tiles) > hand.now


def test_less_motion_shows_a_canasta_when_its_tiles_lie() -> None:
    hand = at_a_canasta(less=True)
    running, stage = hand.scene.shown.moments.queue.running, hand.scene.board.stage
    assert running is not None
    assert not running.limits.moves
    assert running.begins >= max(stage.arrival_time(tile) for tile in running.moment.tiles) > hand.now


def with_a_dead_hand(*, less: bool = False) -> TableHand:
    """Return a table at which the watcher has just laid his last tiles and taken the dead hand."""
    hand = TableHand(seats=2, seed=3, calm=False)
    hand.doors.context.preferences.now = replace(hand.doors.context.preferences.now, less_motion=less)
    hand.director.relayout()
    view = crowded_view(2, rack=11, sets=3)
    pack = view.table.racks[0]
    empty = view.table.with_fields(racks=((), *view.table.racks[1:]), dead=(pack, *view.table.dead[1:]),
                               dead_by=(NO_SEAT, *view.table.dead_by[1:]))  # fmt: skip
    taken = view.table.with_fields(dead=((), *view.table.dead[1:]), dead_by=(0, *view.table.dead_by[1:]))
    sit_at(hand, type(view)(empty, 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(type(view)(taken, 0, view.faces), dealt=False)
    hand.scene.shown.on_changed()
    return hand


def test_a_kind_that_was_seen_in_an_earlier_round_of_the_match_is_shorter() -> None:
    hand = at_a_canasta()
    scene = hand.scene
    first = scene.shown.moments.queue.running
    assert first is not None
    again = table_scene(scene.context, scene.game).shown.moments.queue  # as the next round has a table of its own
    again.add([first.moment], 0.0, 0.0)
    assert again.running is not None
    assert again.running.lasts < first.lasts


def test_a_big_pile_has_landed_before_anything_is_dimmed() -> None:
    pile = [f"{colour}{number}" for colour in "RK" for number in range(3, 9)]
    said = {"game": "burako", "seats": 2, "phase": "DRAW", "hand": ["R9", "K9", "B9"], "stock": 20, "pile": pile}
    with Studio() as studio:
        studio.preferences.now = replace(studio.preferences.now, calm=False)
        scene = table_scene(studio.context, MatchAtTable(position_of(said), NoDesk()))
        scene.layout(Viewport((1280, 720)))
        scene.update(10.0)
        scene.on_event(KeyDown("P"))
        for frame in range(1, 4):
            scene.update(10.0 + frame * FRAME)
        running = scene.shown.moments.queue.running
        assert running is not None
        assert running.moment.kind is MomentKind.PILE
        assert running.begins >= max(scene.board.stage.arrival_time(tile) for tile in running.moment.tiles)


def test_a_tile_that_rises_in_a_wave_is_not_seen_lying_too() -> None:
    hand = at_a_canasta()
    running, board = hand.scene.shown.moments.queue.running, hand.scene.board
    assert running is not None
    while hand.now < running.burst_time:
        hand.pass_time(FRAME)
    hand.pass_time(FRAME)
    rises = [tile for tile in running.moment.tiles if board.stage.is_flying(tile)]
    assert rises
    assert hand.scene.look is not None
    homes = [hand.scene.look.rect(board.current_layout().spots[tile].box).center for tile in rises]
    lying = [image.get_rect(topleft=at).center for image, at in (one.blit for one in board.stage.table.sprites())]
    assert not any(math.dist(home, there) < NEAR for home in homes for there in lying)


def test_what_is_said_of_a_tile_stays_while_it_rises_in_a_wave() -> None:
    hand = at_a_canasta()
    board, held = hand.scene.board, hand.scene.shown.turn
    assert held is not None
    while hand.scene.shown.moments.busy:
        hand.pass_time(FRAME)
    *_others, last = tiles = held.view.table.melds[0].tiles
    board.wave(tiles, hand.now, 1.0)
    for _ in tiles:
        hand.pass_time(2 * FRAME)
        assert ("seal", 0) in [part.name for part in board.over]
    assert board.stage.is_flying(last)


def test_what_waits_to_make_room_is_dimmed_with_what_lies() -> None:
    hand = at_a_canasta()
    stage, held = hand.scene.board.stage, hand.scene.shown.turn
    assert held is not None
    tile = held.view.table.melds[1].tiles[0]
    spot = hand.scene.board.current_layout().spots[tile]
    flight = Flight(tile, spot.box.moved(60, 0), spot.box, hand.now + 0.5, 0.2, ease_out, turns=False, shows_face=True)
    stage.add_flights([flight])
    seen = []
    for seconds in (0.4, 0.15):
        hand.pass_time(seconds)
        layers = {piece.draw_layer for piece in stage.air.sprites()}
        seen.append((WAITING_LAYER in layers, stage.is_flying(tile)))
    assert seen == [(True, True), (False, True)]


def test_a_tile_that_leaves_few_has_landed_before_the_seat_is_edged() -> None:
    hand = TableHand(seats=2, seed=3, calm=False)
    view = crowded_view(2, rack=11, sets=3)
    table = view.table
    own, rack = table.racks[0][3:], table.racks[0][:3]
    before = table.with_fields(racks=(own, rack), to_move=1)
    after = before.with_fields(racks=(own, rack[:2]), pile=(*table.pile, rack[2]))
    sit_at(hand, type(view)(before, 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(type(view)(after, 0, view.faces), dealt=False)
    hand.scene.shown.on_changed()
    (mark,), stage = hand.scene.shown.moments.queue.marks, hand.scene.board.stage
    assert mark.moment.kind is MomentKind.FEW
    assert mark.begins >= stage.arrival_time(rack[2]) > hand.now


def test_who_goes_out_wears_the_cap_and_is_told_the_rule_and_the_points() -> None:
    hand = TableHand(seats=2, seed=3, calm=False)
    view = crowded_view(2, rack=11, sets=3)
    table, last = view.table, view.table.racks[0][0]
    before = table.with_fields(racks=(table.racks[0][1:], (last,)), to_move=1, dead_by=(0, 1))
    after = before.with_fields(racks=(before.racks[0], ()), pile=(last,), outcome=Outcome(Ending.OUT, 1))
    sit_at(hand, type(view)(before, 0, view.faces))
    hand.pass_time(1.0)
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(type(view)(after, 0, view.faces), dealt=False)
    hand.scene.shown.on_changed()
    running = hand.scene.shown.moments.queue.running
    assert running is not None
    moment, picture = running.moment, hand.scene.shown.moments._pictures[running]
    assert all(plate.info.over for plate in hand.scene.board.plates.values())
    assert (moment.kind, moment.rule, moment.why is None) == (MomentKind.OUT, "1.5", False)
    assert picture._head == hand.scene.board.plates[1].part_boxes().picture
    assert picture._head is not None
    while hand.now < running.burst_time + 0.7:
        hand.pass_time(FRAME)
    assert hand.scene.look is not None
    head, hats = hand.scene.look.rect(picture._head), []
    for cap in (picture._cap, None):
        picture._cap = cap
        hats.append(pygame.image.tobytes(hand.draw().subsurface(head.move(0, -head.h // 2)), "RGB"))
    assert hats[0] != hats[1]
