"""The shared theatre: pages turned for all, broken free of and come back to, and lines tried in front of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from game.client.lan.others import LanPlayers
from game.client.still import Studio
from game.client.table.advice.moves_page import MovesPage
from game.client.theatre.line import larger_plays, next_moves
from game.client.theatre.replay_cursor import ReplayActions
from game.client.theatre.scene import Theatre
from game.client.theatre.together import SharedReplay
from game.client.words import say
from game.lan.together import MIN_PAGE_GAP_MS, ReplayParticipant, ReplayPlace, ReplayRole
from game.session.match_replay import ALL_SEATS, ReplayPosition, replay_of
from game.session.trying import tried_line
from game.table.moves import Rearrange
from game.table.notation import read_move
from tests.client.theatre.kit import Hands
from tests.session.test_match_replay import person_match


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


class Pair:
    """Two who look at one match, each in a window of his own."""

    def __init__(self, studio: Studio, game: str) -> None:
        self.now = 0
        self.wires: list[tuple[int, bytes]] = []
        log = person_match(game).transcript
        self.looks = [ReplayParticipant(seat, self._sayer(seat)) for seat in range(2)]
        self.hands = []
        for seat, look in enumerate(self.looks):
            replay = replay_of(log, seat)
            session = SimpleNamespace(after=SimpleNamespace(together=look))
            company = cast("LanPlayers", SimpleNamespace(session=session, open=lambda: None))
            self.hands.append(Hands(Theatre(studio.context, replay, None, ReplayActions(), SharedReplay(company))))
            self.step()
        self.step()

    def _sayer(self, seat: int):  # type: ignore[no-untyped-def]
        return lambda body: self.wires.append((seat, body))

    def step(self) -> None:
        for hands in self.hands:
            hands.pass_time(MIN_PAGE_GAP_MS / 1000)
        self.now += MIN_PAGE_GAP_MS
        for look in self.looks:
            look.step(self.now)
        while self.wires:
            seat, body = self.wires.pop(0)
            for look in self.looks:
                look.on_message(seat, body, self.now)
        for hands in self.hands:
            hands.pass_time(MIN_PAGE_GAP_MS / 1000)

    def theatre(self, at: int) -> Theatre:
        scene = next(one for one in self.hands[at].director._scenes if isinstance(one, Theatre))
        assert isinstance(scene, Theatre)
        return scene

    def guests(self, at: int) -> SharedReplay:
        found = self.theatre(at).guests
        assert isinstance(found, SharedReplay)
        return found

    def place(self, at: int) -> ReplayPosition:
        return self.theatre(at).cursor.place


def test_who_follows_sees_each_page_breaks_free_by_turning_one_and_comes_back(studio: Studio) -> None:
    pair = Pair(studio, "eburako-2")
    first, second = pair.hands
    assert say("together.you_turn", names=pair.theatre(0).cursor.replay.seats(0)[1].name) in texts(first)
    first.press("round_on")
    first.press("move_on")
    pair.step()
    assert pair.place(1) == pair.place(0) == ReplayPosition(1, 1)
    second.press("move_on")
    pair.step()
    assert pair.looks[1].part is ReplayRole.FREE
    alone = say("together.strayed", name=pair.theatre(0).cursor.replay.seats(0)[1].name)
    assert say("together.you_turn", names=alone) in texts(first)
    first.press("other_eyes")
    pair.step()
    assert pair.place(1).made == 2
    second.click("theatre.controls.turns")
    pair.step()
    assert pair.place(1) == pair.place(0)
    assert pair.theatre(1).cursor.viewpoint == pair.theatre(0).cursor.viewpoint
    assert pair.looks[1].is_following
    assert alone not in texts(first)


@pytest.mark.parametrize("game", ["eburako-2", "burraco-4", "rummikub-3"])
def test_each_sees_every_rack_from_the_own_chair_and_through_eyes_that_were_chosen(studio: Studio, game: str) -> None:
    pair = Pair(studio, game)
    pair.hands[0].press("move_on")
    pair.step()
    assert [pair.theatre(at).cursor.viewpoint for at in range(2)] == [ALL_SEATS, ALL_SEATS]
    assert [pair.theatre(at).session.viewer_seat for at in range(2)] == [0, 1]
    sessions = [pair.theatre(at).cursor.session for at in range(2)]
    assert sessions[0].view.faces == sessions[1].view.faces
    pair.theatre(0).choose_viewpoint(0)
    pair.step()
    assert [pair.theatre(at).cursor.viewpoint for at in range(2)] == [0, 0]
    pair.hands[1].press("other_eyes")
    pair.step()
    assert pair.looks[1].part is ReplayRole.FREE
    assert pair.theatre(0).cursor.viewpoint == 0
    pair.hands[1].click("theatre.controls.turns")
    pair.step()
    assert pair.theatre(1).cursor.viewpoint == 0


def test_large_text_leaves_the_table_its_room_and_closes_no_rack_to_the_others(studio: Studio) -> None:
    studio.scale_text(250)
    pair = Pair(studio, "rummikub-3")
    studio.scale_text(100)
    assert [pair.theatre(at).cursor.viewpoint for at in range(2)] == [0, 1]
    assert pair.looks[1].is_following
    assert pair.looks[1].shared_place == ReplayPlace()
    pair.theatre(0).choose_viewpoint(2)
    pair.step()
    assert [pair.theatre(at).cursor.viewpoint for at in range(2)] == [2, 2]


def test_the_pages_are_taken_over_and_given_up_by_going(studio: Studio) -> None:
    pair = Pair(studio, "eburako-2")
    first, second = pair.hands
    second.click("theatre.controls.turns")
    pair.step()
    second.press("moment_on")
    pair.step()
    assert pair.place(0) == pair.place(1) != ReplayPosition()
    pair.theatre(1).back()
    pair.step()
    assert say("together.alone") in texts(first)


@pytest.mark.parametrize("game", ["eburako-2", "burraco-4", "rummikub-3", "rummy-4"])
def test_a_line_is_tried_in_front_of_all_and_taken_back(studio: Studio, game: str) -> None:
    pair = Pair(studio, game)
    first = pair.hands[0]
    first.press("branch")
    page = first.director.top
    assert isinstance(page, MovesPage)
    tries = next(at for at, one in enumerate(page.moves) if one.rack_tiles or at == len(page.moves) - 1)
    page._choose(str(tries))
    first.director.apply(page.make_chosen_move())
    pair.step()
    lines = [pair.guests(at).line for at in range(2)]
    assert lines[0] is not None
    assert lines[1] is not None
    assert len(lines[0].moves) == 1
    assert lines[0].moves == lines[1].moves
    assert lines[0].table == lines[1].table
    assert all(pair.theatre(at).board.advised for at in range(2))
    pair.guests(0).take_back()
    pair.step()
    assert pair.guests(1).line is None
    assert not any(pair.theatre(at).board.advised for at in range(2))


def test_a_play_that_is_tried_grows_by_one_step_more_at_an_open_table(studio: Studio) -> None:
    pair = Pair(studio, "rummikub-3")
    theatre = pair.theatre(0)
    replay = theatre.cursor.replay
    story = replay.rounds[0].standing.story
    for made in range(len(story) - 1, 0, -1):
        theatre.go_to(ReplayPosition(0, made))
        pair.guests(0).try_move()
        line = tried_line(replay, theatre.cursor.place)
        plays = [one for one in next_moves(theatre.cursor.family, line) if isinstance(one.move, Rearrange)]
        grows = [one for one in plays if larger_plays(theatre.cursor.family, line.with_move(one.move) or line)]
        if grows:
            break
    else:
        raise AssertionError("no play of this round grows")
    pair.guests(0)._choose_from(line, tuple(grows))
    longer = line.with_move(grows[0].move)
    assert longer is not None
    pair.guests(0)._show_line(longer)
    assert pair.guests(0)._shared[0].adds.visible
    before = len(read_move(longer.moves[-1]).played)  # type: ignore[union-attr]
    page = pair.guests(0).extend_last_play()
    page.scene.shown.turn.make_move(page.scene.moves[0].move)  # type: ignore[union-attr]
    pair.step()
    grown = pair.guests(1).line
    assert grown is not None
    assert len(grown.moves) == 1
    assert len(read_move(grown.moves[-1]).played) > before  # type: ignore[union-attr]


def test_a_line_that_is_tried_while_it_plays_stops_it(studio: Studio) -> None:
    pair = Pair(studio, "rummikub-3")
    first, theatre = pair.hands[0], pair.theatre(0)
    theatre.play()
    assert theatre.plays
    first.press("branch")
    page = first.director.top
    assert isinstance(page, MovesPage)
    for _second in range(5):
        first.pass_time(1.0)
    page._choose("0")
    first.director.apply(page.make_chosen_move())
    for _second in range(5):
        first.pass_time(1.0)
    line = pair.guests(0).line
    assert line is not None
    assert len(line.moves) == 1
    assert not theatre.plays


def test_walking_on_leaves_the_line(studio: Studio) -> None:
    pair = Pair(studio, "eburako-2")
    pair.guests(0).try_move()
    page = pair.guests(0).try_move()
    assert page is not None
    moves = page.scene.moves  # type: ignore[union-attr]
    page.scene.shown.turn.make_move(moves[0].move)  # type: ignore[union-attr]
    pair.step()
    assert pair.guests(0).line is not None
    pair.hands[0].press("move_on")
    pair.step()
    assert pair.guests(0).line is None
    assert pair.place(1) == pair.place(0) == ReplayPosition(0, 1)


def texts(hands: Hands) -> str:
    return "\n".join(place.text for place in hands.director.top.shown_items() if place.text)
