"""The coach speaks when a turn is over, of what could be seen then, three times a round, and is silent when told so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.thinker import InlineThinker
from game.client.table.advice import coach
from game.client.table.advice.coach import MAX_REMARKS_PER_ROUND, MIN_TURNS_BETWEEN
from game.client.table.moments.show import MomentShow
from game.client.table.past import PastTable
from game.client.viewport import Viewport
from game.client.words import say
from game.session.hints import LookAt
from game.table.moves import Discard
from tests.client.table_kit import TableHand


def coached(seed: int = 7, *, wished: bool = True) -> TableHand:
    """Return hands at a table where hints are thought ahead."""
    hand = TableHand(seed=seed)
    hand.doors.preferences.now = replace(hand.doors.preferences.now, coach=wished, opening_hint=False)
    hand.doors.context.thinker = InlineThinker
    hand.scene = type(hand.scene)(hand.scene._family, hand.doors.context, hand.scene.game)
    hand.director._scenes = (hand.scene,)
    hand.scene.layout(hand.director.viewport)
    hand.until_mine()
    return hand


def blunder(hand: TableHand) -> bool:
    """Play a turn in which a set that the hint knows is not laid; tell whether there was one."""
    turn = hand.scene.hands.turn
    assert turn is not None
    while not turn.can_play:
        for _press in range(3):
            hand.call("hint")
        hand.press("Enter")
        hand.pass_time()
        if hand.scene.shown.result is not None:
            return False
    hand.pass_time()
    hint = hand.scene.hints.last
    assert hint is not None
    missed = hint.where_to_look is LookAt.RACK_LAY
    for tile in turn.view.rack:
        if tile not in hint.rack_tiles and turn.legal_moves.allows(Discard(tile)):
            turn.try_step(Discard(tile), (tile,))
            hand.pass_time()
            return missed
    return False


def first_blunder(*, wished: bool = True) -> TableHand:
    for seed in range(7, 60):
        hand = coached(seed, wished=wished)
        if blunder(hand):
            return hand
    raise AssertionError("no rack held a set at once")


def spoken(hand: TableHand) -> str:
    bubble = hand.scene.shown.advice.bubble
    return "" if bubble is None or bubble.name != "coach" else bubble.accessible_text()


def test_a_missed_set_is_named_when_the_turn_is_over() -> None:
    hand = first_blunder()
    assert spoken(hand).startswith(say("coach.missed_set", tiles="")[:-1])


def test_he_waits_while_a_ribbon_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as stands:
        stands.setattr(MomentShow, "holds_moves", True)
        hand = first_blunder()
        assert spoken(hand) == ""
    hand.scene.coach.show_remark_after_turn()
    assert spoken(hand)


def test_what_could_not_be_said_at_once_is_not_said_of_a_later_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as stands:
        stands.setattr(MomentShow, "holds_moves", True)
        hand = first_blunder()
    monkeypatch.setattr(coach, "remark_on", lambda *_of: None)  # in this turn nothing is missed
    hand.scene.shown.close_message()
    judged = hand.scene.coach.judge_move
    before, after = hand.session.view, hand.session.view
    assert before is not None
    assert after is not None
    judged(Discard(before.rack[0]), before, after)
    hand.scene.coach.show_remark_after_turn()
    assert spoken(hand) == ""


def test_he_gives_what_a_better_move_does_and_not_how_often_it_came_out_ahead() -> None:
    hand = first_blunder()
    told = hand.scene.coach._told
    assert told is not None
    before, strong = spoken(hand), told.hint.strong
    ahead = replace(strong, reason="ahead", args=(300, 205, 90, strong.reason, *strong.args))
    hand.scene.coach.show_remark(replace(told, hint=replace(told.hint, strong=ahead)))
    assert spoken(hand) == before


def test_without_the_wish_he_is_silent() -> None:
    assert spoken(first_blunder(wished=False)) == ""


@pytest.mark.parametrize("by", ["mouse", "keys", "pad"])
def test_show_me_shows_the_table_as_it_lay(by: str) -> None:
    hand = first_blunder()
    if by == "mouse":
        hand.click("coach.show")
    else:
        for _step in hand.scene.ring.tab_stops():
            if hand.scene.ring.focus is not None and hand.scene.ring.focus.name == "coach.show":
                break
            hand.pad("up") if by == "pad" else hand.press("Tab")
        hand.pad("south") if by == "pad" else hand.press("Enter")
    page = hand.director.top
    assert isinstance(page, PastTable)
    made, lit = page.lit
    assert made == page.made
    assert lit


def test_no_more_tips_is_kept() -> None:
    hand = first_blunder()
    hand.click("coach.alone")
    assert hand.doors.preferences.now.coach is False
    assert hand.scene.shown.advice.visible is False


def test_return_means_what_it_meant_without_him() -> None:
    hand = first_blunder()
    assert hand.scene.return_button() is hand.scene.panel.onward_button


def test_three_sentences_a_round_are_enough() -> None:
    hand = first_blunder()
    told = hand.doors.context.shown_once
    assert len(told) == 1
    key = next(iter(told))
    assert isinstance(key, tuple)
    hand.scene.shown.close_message()
    told |= {(*key[:-1], at) for at in range(MAX_REMARKS_PER_ROUND)}
    for _turn in range(6):
        hand.until_mine()
        assert hand.scene.shown.result is None
        blunder(hand)
        assert spoken(hand) == ""


def test_he_rests_for_some_turns_after_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = first_blunder()
    told = hand.scene.coach._told
    monkeypatch.setattr(coach, "remark_on", lambda *_of: told)
    for turn in range(1, MIN_TURNS_BETWEEN + 1):
        hand.scene.shown.close_message()
        hand.until_mine()
        blunder(hand)
        assert bool(spoken(hand)) is (turn == MIN_TURNS_BETWEEN), turn


def test_by_pad_the_focus_goes_up_to_the_coach_and_to_nothing_below_it() -> None:
    hand = first_blunder()
    hand.scene.context.preferences.now = replace(hand.scene.context.preferences.now, text_size=250)
    hand.scene.layout(Viewport((960, 540)))
    for _frame in range(8):
        hand.pass_time(0.3)
    bubble = hand.scene.shown.toast
    assert bubble is not None
    ring = hand.scene.ring
    hand.pad("up")  # shows where the focus is
    for _step in range(3):
        hand.pad("up")
        assert ring.focus is not None
        box = ring.focus.rect
        assert ring.focus in bubble.children or 2 * bubble.rect.overlap_area(box) <= box.w * box.h
        if ring.focus in bubble.children:
            break
    assert ring.focus in bubble.children
    hand.pad("down")
    assert ring.focus not in bubble.children


def test_the_tooltip_of_a_focus_gives_way_to_what_the_coach_says(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(
        "game.client.widgets.tooltip.draw_tip", lambda _surface, _look, words, *_near: drawn.append(words)
    )
    hand = first_blunder()
    hand.pad("up")
    hand.scene.ring.focus_on("table.sound")
    hand.pad("right")
    assert hand.scene.ring.focus is hand.scene.panel.icons[-1]
    for _frame in range(8):
        hand.pass_time(0.5)
    hand.draw()
    assert not drawn
    hand.call_by_pad("back")
    hand.scene.ring.focus_on("table.sound")
    hand.pad("right")
    assert hand.scene.ring.focus is hand.scene.panel.icons[-1]
    for _frame in range(8):
        hand.pass_time(0.5)
    hand.draw()
    assert drawn
