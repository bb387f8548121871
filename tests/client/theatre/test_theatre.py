"""The theatre: scrubbed by mouse, keys and pad, seen through the eyes that may see, left for a match that goes on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.actions import ACTIONS, ActionContext
from game.client.director import Push
from game.client.scenes.message import Message
from game.client.still import Studio
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.scene import TableScene
from game.client.theatre.door import replay_actions_of, solo_theatre
from game.client.theatre.scene import Theatre
from game.client.widgets.widget import walk
from game.client.words import say, set_language
from game.match.lines import match_text
from game.match.short_code import code_of, read_code
from game.match.transcript import Controller
from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition, replay_of
from game.table.faces import HIDDEN
from tests.client.layout_check import problems
from tests.client.theatre.kit import Hands
from tests.session.test_match_replay import as_played, person_match
from tests.slices import every, some
from tools.golden_pictures import golden_match

GAMES = ("burako-4", "burraco-4", "rummikub-4")


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def shown(studio: Studio, name: str, place: ReplayPosition | None = None, size: tuple[int, int] = (1280, 720)) -> Hands:
    """Return the theatre of a golden match that a person played."""
    replay = replay_of(person_match(name).transcript)
    return Hands(Theatre(studio.context, replay, place, replay_actions_of(studio.context, studio.matches)), size)


def theatre_of(hands: Hands) -> Theatre:
    assert isinstance(hands.scene, Theatre)
    return hands.scene


@pytest.mark.parametrize("name", GAMES)
def test_every_action_of_the_theatre_does_something(studio: Studio, name: str) -> None:
    theatre = theatre_of(shown(studio, name))
    assert set(theatre.actions) == {action.name for action in ACTIONS if action.where is ActionContext.THEATRE}


@pytest.mark.parametrize("name", some(reversed(GAMES), 1))
def test_the_same_log_gives_the_same_theatre_after_a_restart_in_a_copied_home_and_in_another_language(
    name: str, tmp_path: Path
) -> None:
    first, copied = tmp_path / "first", tmp_path / "copied"
    (first / "matches").mkdir(parents=True)
    (first / "matches" / f"{name}.comodin").write_text(match_text(person_match(name)), encoding="utf-8")
    shutil.copytree(first, copied, copy_function=shutil.copyfile)

    def walked(home: Path) -> tuple[list[object], list[bytes]]:
        """Return what lies where at some places of the match, and what is seen of it."""
        told: list[object] = []
        pictures = []
        with Studio(folder=home) as studio:
            door = solo_theatre(studio.context, studio.matches, home / "matches" / f"{name}.comodin")
            assert isinstance(door, Push)
            hands = Hands(door.scene)
            hands.pass_time(0.1)
            theatre = hands.top
            assert isinstance(theatre, Theatre)
            for action in ("moment_on", "other_eyes"):
                hands.press(action)
                cursor = theatre.cursor
                spots = {
                    tile: (at.lies, at.index, at.seen) for tile, at in theatre.board.current_layout().spots.items()
                }
                told.append((cursor.place, cursor.viewpoint, cursor.session.view, cursor.signs, spots))
                pictures.append(pygame.image.tobytes(hands.picture(), "RGB"))
        return told, pictures

    before = walked(first)
    assert len(set(before[1])) == len(before[1])
    assert walked(copied) == before
    set_language("pt")
    try:
        other = walked(copied)
    finally:
        set_language("en")
    assert other[0] == before[0]
    assert other[1] != before[1]


@pytest.mark.parametrize("name", GAMES)
def test_keys_and_pad_walk_by_turn_move_round_and_moment(studio: Studio, name: str) -> None:
    hands = shown(studio, name)
    theatre = theatre_of(hands)
    turns = theatre.cursor.current_round.turn_ends
    hands.press("right")
    assert theatre.made == turns[0]
    hands.pad("right")
    assert theatre.made == turns[1]
    hands.pad("left")
    hands.press("left")
    assert theatre.made == 0
    hands.press("move_on")
    assert theatre.made == 1
    hands.press("move_back")
    assert theatre.made == 0
    places = [sign.made for sign in theatre.cursor.signs]
    hands.press("moment_on")
    assert theatre.made == places[0]
    hands.pad("RB")
    assert theatre.made == places[1]
    hands.pad("LB")
    hands.press("moment_back")
    assert theatre.made in (0, places[0])
    if len(theatre.cursor.replay.rounds) > 1:
        hands.press("round_on")
        assert theatre.cursor.place == ReplayPosition(1, 0)
        hands.press("moment_back")
        assert theatre.cursor.place == ReplayPosition(0, places[-1])


def test_whoever_walks_on_from_the_end_of_a_round_comes_into_the_next_and_back(studio: Studio) -> None:
    hands = shown(studio, "eburako-2")
    theatre = theatre_of(hands)
    assert not theatre.band._earlier.enabled
    hands.press("right")
    hands.press("move_back")
    moves = theatre.move_count
    theatre.go_to(ReplayPosition(0, moves))
    for on, back in (("right", "left"), ("move_on", "move_back")):
        hands.press(on)
        assert theatre.cursor.place == ReplayPosition(1, 0)
        hands.press(back)
        assert theatre.cursor.place == ReplayPosition(0, moves)
    hands.click("theatre.later")
    assert theatre.cursor.place == ReplayPosition(1, 0)
    hands.click("theatre.earlier")
    assert theatre.cursor.place == ReplayPosition(0, moves)
    last = len(theatre.cursor.replay.rounds) - 1
    theatre.go_to(ReplayPosition(last, theatre.cursor.replay.rounds[last].move_count))
    assert not theatre.band._later.enabled


def test_nothing_can_be_dropped_at_a_table_that_is_looked_at_again(studio: Studio) -> None:
    played = replay_of(person_match("rummikub-4").transcript).rounds[0]
    own = next(made for made in range(played.move_count) if played.table(made).to_move == 0)
    theatre = theatre_of(shown(studio, "rummikub-4", ReplayPosition(0, own)))
    labels = theatre.board._labels(theatre._turn())  # type: ignore[attr-defined]
    assert theatre._turn().can_play
    assert not labels.may_lay
    assert not labels.hints


@pytest.mark.parametrize("name", GAMES)
def test_the_line_is_dragged_and_its_signs_are_pressed(studio: Studio, name: str) -> None:
    hands = shown(studio, name)
    theatre = theatre_of(hands)
    line = theatre.band.line
    middle = line._line().centre[1]
    hands.drag((line.x_of(0), middle), (line.x_of(theatre.move_count), middle))
    assert theatre.made == theatre.move_count
    x, signs = line.groups()[0]
    hands.click_at((x, line.rect.y + 8))
    assert theatre.made in [sign.made for sign in signs]


@pytest.mark.parametrize("name", some(GAMES, 2))
def test_it_plays_to_the_end_and_then_the_next_round(studio: Studio, name: str) -> None:
    hands = shown(studio, name)
    theatre = theatre_of(hands)
    theatre.cursor.set_speed("four")
    hands.click("theatre.play")
    assert theatre_of(hands).plays
    for _ in range(4 * theatre.move_count):
        hands.pass_time(0.4)
    assert not theatre_of(hands).plays
    assert theatre.made == theatre.move_count
    hands.click("theatre.play")
    assert theatre.cursor.place == ReplayPosition(1 if len(theatre.cursor.replay.rounds) > 1 else 0, 0)
    hands.press("right")
    assert theatre.made > 0


def test_each_pair_of_eyes_sits_at_the_near_side_and_all_open_every_rack(studio: Studio) -> None:
    hands = shown(studio, "burako-4", ReplayPosition(0, 10))
    theatre = theatre_of(hands)
    seen = []
    for _ in range(5):
        seen.append((theatre.cursor.viewpoint, theatre.session.viewer_seat))
        view = theatre.cursor.session.view
        open_racks = [
            seat for seat, rack in enumerate(view.table.racks) if all(view.faces[tile] is not HIDDEN for tile in rack)
        ]
        assert open_racks == ([0, 1, 2, 3] if theatre.cursor.viewpoint == ALL_SEATS else [theatre.cursor.viewpoint])
        hands.press("other_eyes")
    assert seen == [(0, 0), (1, 1), (2, 2), (3, 3), (ALL_SEATS, 0)]


@pytest.mark.parametrize("name", ["burako-4", "burraco-4", "eburako-2"])
def test_every_rack_open_in_a_small_window_with_large_text_leaves_each_side_sets_in_sight(
    studio: Studio, name: str
) -> None:
    studio.scale_text(250)
    hands = shown(studio, name, size=(960, 540))
    theatre = theatre_of(hands)
    theatre.choose_viewpoint(ALL_SEATS)
    for made in every(range(1, theatre.move_count), 24):
        theatre.go_to(ReplayPosition(0, made))
        assert isinstance(theatre.board, DeadHandBoard)
        for zone in theatre.board.current_layout().zones:
            assert zone.sets_hidden_below < max(1, len(zone.placed.sets)), (made, zone.ours)


def test_racks_that_hide_the_sets_are_open_one_at_a_time_that_of_who_moves_next(studio: Studio) -> None:
    studio.scale_text(250)
    hands = shown(studio, "burraco-4", size=(960, 540))
    theatre = theatre_of(hands)
    theatre.choose_viewpoint(ALL_SEATS)
    lined = 0
    for made in every(range(1, theatre.move_count), 24):
        theatre.go_to(ReplayPosition(0, made))
        assert isinstance(theatre.board, DeadHandBoard)
        mover, open_now = theatre.cursor.session.view.table.to_move, theatre.board.plates
        on_line = [seat for seat, plate in open_now.items() if plate.line is not None]
        lined += bool(on_line)
        assert on_line in ([], [mover or 1])
        for seat, plate in open_now.items():
            shows = [plate.open_height > 0, seat in on_line]
            assert sum(shows) == (bool(plate.info.faces) if not on_line else seat in on_line)
            if plate.line is not None:
                assert all(not plate.line.overlaps(one.rect) for one in open_now.values())
                assert all(not plate.line.overlaps(zone.box) for zone in theatre.board.current_layout().zones)
    assert lined


@pytest.mark.parametrize("name", ["burako-4", "eburako-2", "rummikub-4"])
def test_through_the_eyes_of_another_nobody_is_called_you(studio: Studio, name: str) -> None:
    hands = shown(studio, name, ReplayPosition(0, 10))
    theatre = theatre_of(hands)
    you = {say("side.you"), say("table.you"), say("table.us"), say("open.you", name="").strip()}

    def told() -> bool:
        texts = [line.text for widget, _ in walk(theatre._all) if widget.visible for line in widget.texts()]
        return not you.isdisjoint(word for text in texts for word in text.split())

    assert told()
    hands.press("other_eyes")
    assert theatre.cursor.viewpoint == 1
    assert not told()


def test_a_round_that_runs_says_why_its_racks_stay_closed(studio: Studio) -> None:
    replay = replay_of(person_match("burako-4", 30).transcript)
    hands = Hands(Theatre(studio.context, replay))
    theatre = theatre_of(hands)
    assert theatre.made == theatre.move_count  # it begins where the match stands
    hands.press("other_eyes")
    theatre.choose_viewpoint(ALL_SEATS)
    assert theatre.cursor.viewpoint == 0
    assert theatre.controls.why.visible
    assert not theatre.controls.viewpoint.visible


def test_a_sealed_match_that_runs_shows_my_own_view_alone(studio: Studio) -> None:
    match = as_played(golden_match("burako-4"), dealer="sealed", seed=0)
    hands = Hands(Theatre(studio.context, replay_of(match.transcript, own=0, over=False)))
    theatre = theatre_of(hands)
    for at, played in enumerate(theatre.cursor.replay.rounds):
        theatre.go_to(ReplayPosition(at, played.move_count // 2))
        for viewpoint in (1, 2, 3, ALL_SEATS):
            theatre.choose_viewpoint(viewpoint)
            assert theatre.cursor.viewpoint == 0
            view = theatre.cursor.session.view
            table = played.table(theatre.made)
            for rack in table.racks[1:]:
                assert all(view.faces[tile] is table.faces[tile] for tile in rack)
    assert theatre.cursor.branch_refusal is not None


def test_a_sentence_of_the_log_leads_to_its_place(studio: Studio) -> None:
    hands = shown(studio, "burako-4", ReplayPosition(0, 40))
    theatre = theatre_of(hands)
    line, box = list(theatre.board.log._placed())[-1]
    assert line is not None
    hands.click_at(box.centre)
    assert theatre.made == line.made < 40


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_begins_a_match_of_its_own_with_bots_of_the_wished_level(studio: Studio, name: str) -> None:
    hands = shown(studio, name, ReplayPosition(0, 12))
    theatre = theatre_of(hands)
    hands.press("other_eyes")
    table = theatre.cursor.current_round.table(12)
    hands.press("branch")
    hands.click("branch.hard")
    top = hands.top
    assert isinstance(top, TableScene)
    session = top.session
    assert session.standing.table == table
    assert [seat.controller for seat in session.seats].index(Controller.HERE) == 1
    assert {seat.level for seat in session.seats if seat.controller is Controller.BOT} == {"hard"}
    studio.writer.wait_until_tried()
    files = list((studio.matches.home.matches_folder).glob("*.comodin"))
    assert len(files) == 1
    studio.matches.leave()


def test_at_the_end_of_a_round_nobody_plays_on(studio: Studio) -> None:
    hands = shown(studio, "burako-4", ReplayPosition(0, 0))
    theatre = theatre_of(hands)
    theatre._to(theatre.move_count)
    assert theatre.cursor.branch_refusal is not None
    hands.press("branch")
    assert hands.top is theatre


def files_of(studio: Studio) -> list[bytes]:
    return [path.read_bytes() for path in sorted((studio.matches.home.path / "exports").glob("*"))]


@pytest.mark.whole  # by command: `tests/commands/test_exports.py`
def test_a_picture_a_film_and_the_text_are_written(studio: Studio) -> None:
    hands = shown(studio, "eburako-2", ReplayPosition(0, 6))
    hands.click("theatre.controls.share")
    hands.click("share.picture")
    hands.click("kept.done")
    assert pygame.image.load(next((studio.matches.home.path / "exports").glob("*.png"))).get_size() == (1920, 1080)
    hands.click("share.text")
    hands.click("kept.done")
    hands.click("share.turn")
    for _ in range(20):
        hands.pass_time(0.1)
    assert isinstance(hands.top, Message)
    hands.click("kept.done")
    kinds = [(content[:4], b"acTL" in content) for content in files_of(studio)]
    assert sorted(kinds) == [(b"como", False), (b"\x89PNG", False), (b"\x89PNG", True)]


@pytest.mark.whole  # test_a_picture_a_film_and_the_text_are_written
def test_a_film_can_be_stopped(studio: Studio) -> None:
    hands = shown(studio, "eburako-2", ReplayPosition(0, 6))
    hands.click("theatre.controls.share")
    hands.click("share.round")
    hands.pass_time(0.1)
    hands.click("filming.stop")
    assert files_of(studio) == []


def test_the_short_code_deals_the_same_again(studio: Studio) -> None:
    hands = shown(studio, "burraco-4")
    replay: Replay = theatre_of(hands).cursor.replay
    hands.click("theatre.controls.share")
    hands.click("share.code")
    code = code_of(replay.header)
    top = hands.top
    assert isinstance(top, Message)
    assert code in " ".join(written.text for widget, _clip in walk(top.root) for written in widget.texts())
    assert read_code(code).seed == replay.header.seed


def test_with_large_text_the_drawer_has_what_the_panel_has_no_room_for(studio: Studio) -> None:
    studio.scale_text(250)
    hands = shown(studio, "burako-4", ReplayPosition(0, 6), (960, 540))
    theatre = theatre_of(hands)
    assert not theatre.controls.shown
    hands.click("theatre.more")
    hands.director.update(1.0)
    drawer = next(place for place in hands.top.shown_items() if place.name == "theatre.drawer.eyes")
    hands.click_at((drawer.box.right - 4, drawer.box.centre[1]))
    assert theatre.cursor.viewpoint == 1
    hands.press("back")
    assert hands.top is theatre


@pytest.mark.parametrize("name", ["burako-4", "eburako-2", "rummikub-7"])
def test_large_text_leaves_the_table_its_sets_where_every_rack_is_open(studio: Studio, name: str) -> None:
    studio.scale_text(250)
    theatre = theatre_of(shown(studio, name, size=(960, 540)))
    theatre.choose_viewpoint(ALL_SEATS)
    theatre.go_to(ReplayPosition(0, theatre.move_count // 2))
    layout = theatre.board.current_layout()
    assert all(plate.info.faces for plate in theatre.board.plates.values())
    assert len(layout.seen_sets) > 1


@pytest.mark.parametrize("name", ["burako-4", "burraco-4"])
def test_large_text_cuts_no_name_where_racks_of_many_tiles_are_open(studio: Studio, name: str) -> None:
    studio.scale_text(250)
    theatre = theatre_of(shown(studio, name, size=(960, 540)))
    theatre.choose_viewpoint(ALL_SEATS)
    assert problems(theatre, (960, 540), 2.5) == []
