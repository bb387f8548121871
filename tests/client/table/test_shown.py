"""What every table does alike, whatever the game: the picture it keeps, and how the end of a round sounds."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.client.draw.sound import Cue
from game.client.events import PointerDown, PointerMoved, PointerUp
from game.client.table.cues import event_cues
from game.client.table.dead_hand.turn import move_cue
from game.client.table.open import family
from game.match.match import Match, RoundResult
from game.match.transcript import Controller, EntryKind, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import Family, ScoreLine, SideScore
from game.session.session import RoundOver
from game.table.state import Ending, Outcome
from tests.client.open_table_kit import CROWDED, OpenHand, placed
from tests.client.table_kit import TableHand, header
from tests.matches import played_out
from tests.slices import some

POINTS = (0, 48, 12, 31)


def same_as_anew(hand: TableHand) -> bool:
    """Tell whether the picture kept up to date is the one that is drawn from nothing."""
    kept = pygame.image.tobytes(hand.draw(), "RGB")
    hand.scene.backdrop.forget()
    return kept == pygame.image.tobytes(hand.draw(), "RGB")


@pytest.mark.whole  # whatever changes: `test_scene.py`
@pytest.mark.parametrize("game", ["rummikub", "rummy"])
def test_the_picture_of_an_open_table_is_kept_up_to_date_in_a_round(game: str) -> None:
    hand = OpenHand(game=game, seats=4, seed=3, calm=False, chosen={"turn_seconds": 60})
    for _ in range(8):
        hand.pass_time(0.15)
        assert same_as_anew(hand)
    hand.until_mine()
    for key in ("Enter", "Tab", "Right", "Space", "Tab", "1", "2", "N", "Esc", "Tab", "D"):
        hand.press(key)
        assert same_as_anew(hand), key
        hand.pass_time(1.1)
        assert same_as_anew(hand), key


def test_the_picture_of_a_crowded_open_table_is_kept_up_to_date_under_a_hand() -> None:
    hand = placed((1280, 720), seats=7, table=CROWDED, hand=["R11b", "R12b", "B11b", "B12b", "K13b"], stock=0)
    tile = hand.turn.view.rack[0]
    for name in (f"tile:{tile}", "set:3", "set:3:end", "table.undo", "seat:2", "new_set"):
        hand.director.on_plain_event(PointerMoved(hand.place(name).box.centre))
        assert same_as_anew(hand), name
    edge = hand.place("set:5").box
    hand.director.on_plain_event(PointerMoved((edge.x - 3, edge.centre[1])))
    assert same_as_anew(hand)
    start = hand.place(f"tile:{tile}").box.centre
    hand.director.on_plain_event(PointerMoved(start))
    hand.director.on_plain_event(PointerDown(start))
    for name in ("set:0", "set:7", "new_set", "slot:10", "set:2:end"):
        hand.director.on_plain_event(PointerMoved(hand.place(name).box.centre, dragging=True))
        assert same_as_anew(hand), name
    hand.director.on_plain_event(PointerUp(hand.place("set:2:end").box.centre))
    for _ in range(4):
        hand.pass_time(0.1)
        assert same_as_anew(hand)
    hand.press("Enter")  # a broken set: refused, on paper
    assert same_as_anew(hand)
    hand.press("Esc")
    hand.press("Z")
    assert same_as_anew(hand)


def over(hand: TableHand, points: tuple[int, ...]) -> RoundOver:
    """Return the end of a round in which the sides made so many points."""
    hand.until_mine()
    view = hand.session.view
    assert view is not None
    sheets = tuple(SideScore(side, (ScoreLine("rack_against", "5", made),)) for side, made in enumerate(points))
    return RoundOver(RoundResult(1, Outcome(Ending.OUT, 0), sheets, points, view.table, ()), ())


@pytest.mark.parametrize(("game", "cues"), [("rummy", (Cue.WON, Cue.LOST)), ("rummikub", (Cue.LOST, Cue.WON))])
def test_whoever_has_fewest_points_hears_that_they_won_where_fewest_win(game: str, cues: tuple[Cue, Cue]) -> None:
    hand = OpenHand(game=game, seats=4)
    event, lowest = over(hand, POINTS), rules_of(game).lowest_wins
    for seat, cue in zip((0, 1), cues, strict=True):
        assert event_cues(event, seat, family.OPEN_TABLE.cue_of, lowest_wins=lowest) == (cue,)


def test_the_side_with_most_points_hears_that_it_won_with_dead_hands() -> None:
    event = over(TableHand(seats=2), (310, 275))
    assert event_cues(event, 0, move_cue, lowest_wins=False) == (Cue.WON,)
    assert event_cues(event, 1, move_cue, lowest_wins=False) == (Cue.LOST,)


def test_a_scene_asks_its_game_who_wins() -> None:
    for game, wanted in (("rummy", Cue.WON), ("rummikub", Cue.LOST)):
        hand = OpenHand(game=game, seats=4)
        event = over(hand, POINTS)
        heard: list[Cue] = []
        hand.scene.shown.on_sound = heard.append  # type: ignore[method-assign, assignment]  # to listen
        hand.scene._hear((event,), hand.now)
        assert heard == [wanted], game


# --- the clock --------------------------------------------------------------------------------------------------------


def timed(game: str) -> TableHand:
    """Return a real match of that game with a clock of half a minute, the person to move."""
    if rules_of(game).family is Family.OPEN_TABLE:
        hand: TableHand = OpenHand(game=game, seats=2, chosen={"turn_seconds": 30})
    else:
        hand = TableHand(match=Match.new(header(2, 7, game, turn_seconds=30)))
    hand.until_mine()
    hand.pass_time(4.0)
    return hand


@pytest.mark.parametrize("game", ["burako", "rummikub", "rummy"])
def test_the_clock_of_a_match_alone_rests_under_a_dialog_and_while_the_window_is_hidden(game: str) -> None:
    hand = timed(game)
    before = hand.scene.board.banner.seconds
    assert before is not None
    hand.press("Esc")
    assert hand.director.top.name == "leave"
    for _ in range(40):
        hand.pass_time(5.0)
    hand.press("Esc")
    hand.pass_time(0.5)
    assert hand.scene.board.banner.seconds in (before, before - 1)
    hand.director.on_pygame_event(pygame.event.Event(pygame.WINDOWMINIMIZED), 0)
    for _ in range(40):
        hand.pass_time(5.0)
    hand.director.on_pygame_event(pygame.event.Event(pygame.WINDOWRESTORED), 0)
    hand.pass_time(0.5)
    assert hand.scene.board.banner.seconds in (before - 1, before - 2)
    assert hand.session.view is not None
    assert hand.session.view.must_decide
    hand.pass_time(before + 2.0)  # in sight it runs, and the turn is over
    assert hand.scene.shown.toast is not None or not hand.session.view.must_decide


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_the_clock_is_heard_in_ones_own_turn_alone(game: str) -> None:
    hand = timed(game)
    heard: list[Cue] = []
    hand.scene.shown.on_sound = heard.append  # type: ignore[method-assign, assignment]  # to listen
    for mine, wanted in ((True, [Cue.CLOCK, *[Cue.LAST_SECONDS] * 5]), (False, [])):
        hand.scene.board.banner.mine = mine
        for seconds in range(20, 0, -1):
            hand.scene._count_down(float(seconds))
            hand.scene._count_down(seconds - 0.5)  # the same second
        assert heard == wanted
        heard.clear()


# --- taken up again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", some(["eburako", "burako", "rummy", "rummikub", "burraco"], 1))
def test_a_match_left_at_the_score_of_a_round_shows_it_when_taken_up(game: str) -> None:
    rules = rules_of(game)
    whole = played_out(game, players=2)
    entry = next(entry.number for entry in whole.transcript.entries if entry.kind is EntryKind.SCORE)
    seats = (Seat("Rosa", Controller.HERE), *whole.header.seats[1:])
    match = Match.new(replace(whole.header, seats=seats))
    for one in whole.transcript.entries[: entry + 1]:
        match, _ = match.with_decision(one.author, one.kind, one.body)
    over = rules.family is Family.OPEN_TABLE
    hand = OpenHand(game=game, seats=2, match=match) if over else TableHand(match=match)
    for _ in range(5):
        hand.pass_time()
    assert hand.scene.shown.result == match.standing.results[0]
    assert "off" not in hand.place("table.primary").state
    hand.press("Enter")
    assert hand.doors.results == [match.standing.results[0]]
    if not match.standing.over:
        hand.session.begin_next_round()
        for _ in range(5):
            hand.session.poll(hand.now)
        assert hand.session.standing.deals == 2
