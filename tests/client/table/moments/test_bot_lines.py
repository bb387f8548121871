"""What bots say: for reasons that all could see, never twice in three turns, beside the plate and over nothing."""

from __future__ import annotations

from dataclasses import replace

from game.client.table.moments.bot_lines import (
    MIN_TURNS_APART,
    SHOWN_SECONDS,
    TEXT_VARIANTS,
    BotBubble,
    BotLines,
    free_box,
    remark_reason,
)
from game.client.widgets.boxes import Box
from game.client.words import say
from game.client.words.moments import SENTENCES
from game.session.tempers import Temper
from game.table.melds import Kind, Meld
from game.table.moves import Discard, LayMeld, TakePile
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import PublicMove, View
from tests.client.table_kit import TableHand, crowded_view, sit_at


def table_with(*told: PublicMove, to_move: int = 0) -> View:
    view = crowded_view(4, rack=9, sets=2)
    table = view.table.with_fields(to_move=to_move, phase=Phase.DRAW)
    return replace(view, table=table, story=tuple(told))


def canasta_by(seat: int) -> PublicMove:
    tiles = tuple(Tile(at) for at in range(7))
    return PublicMove(seat, LayMeld(Meld(Kind.RUN, tiles, (None,) * 7)))


def test_a_canasta_pleases_its_maker_makes_the_partner_cheer_and_others_respect_it() -> None:
    view = table_with(canasta_by(1), PublicMove(1, Discard(Tile(20))), to_move=2)
    assert [remark_reason(view, seat) for seat in (1, 3, 2)] == ["pleased", "cheering", "respect"]


def test_a_large_pile_taken_by_others_annoys() -> None:
    pile = TakePile(tuple(Tile(at) for at in range(30, 36)))
    view = table_with(PublicMove(0, pile), PublicMove(0, Discard(Tile(20))), to_move=1)
    assert remark_reason(view, 1) == "annoyed"
    assert remark_reason(view, 2) is None


def test_no_more_than_one_line_in_three_turns() -> None:
    lines = BotLines(dict.fromkeys((1, 2, 3), Temper.WARM))
    said = []
    for turn in range(30):
        mover = turn % 4
        view = table_with(canasta_by(mover), PublicMove(mover, Discard(Tile(20))), to_move=(mover + 1) % 4)
        said.append(lines.hear(view) is not None)
    assert any(said)
    assert all(sum(said[at : at + MIN_TURNS_APART]) <= 1 for at in range(len(said)))


def test_the_temper_of_who_speaks_chooses_the_words() -> None:
    def said(temper: Temper) -> str:
        lines = BotLines({1: temper})
        lines.hear(table_with(to_move=1))
        heard = lines.hear(table_with(canasta_by(1), PublicMove(1, Discard(Tile(20))), to_move=2))
        assert heard is not None
        return say(heard[1])

    assert len({said(temper) for temper in Temper}) == len(Temper)


def test_every_line_is_one_short_sentence() -> None:
    codes = [code for code in SENTENCES if code.startswith("bot.")]
    assert len(codes) == 4 * len(Temper) * TEXT_VARIANTS
    assert all(len(say(code)) <= 44 for code in codes)


def test_a_bubble_covers_nothing_and_is_left_out_where_there_is_no_room() -> None:
    plate, room = Box(100, 10, 200, 50), Box(0, 0, 800, 600)
    right = free_box(plate, (150, 40), room, [plate])
    assert right is not None
    assert right.x >= plate.right
    below = free_box(plate, (150, 40), room, [plate, Box(300, 0, 500, 100), Box(0, 0, 100, 100)])
    assert below is not None
    assert below.y >= plate.bottom
    assert free_box(plate, (150, 40), room, [plate, room]) is None


def test_a_bubble_is_drawn_for_a_while_and_never_without_the_wish() -> None:
    hand = TableHand(seats=2, seed=3, calm=True)
    sit_at(hand, crowded_view(2, rack=9, sets=2))
    hand.pass_time(0.5)
    before = hand.draw().get_buffer().raw
    bubble = hand.scene._bubble
    bubble.say((1, "bot.pleased.warm.1"), hand.scene._now)
    assert hand.scene.wants_frames
    hand.pass_time(0.3)
    assert hand.draw().get_buffer().raw != before
    hand.pass_time(SHOWN_SECONDS)
    assert not bubble.busy
    assert hand.draw().get_buffer().raw == before


def test_a_remark_goes_when_the_turn_after_the_one_it_is_about_is_over() -> None:
    hand = TableHand(seats=2, seed=3, calm=True)
    hand.until_mine()
    hand.scene._bubble.say((1, "bot.respect.exact.2"), hand.scene._now)
    view = hand.session.view
    assert view is not None
    hand.scene._move_on(view, hand.scene._now, dealt=False)
    assert hand.scene._bubble.busy
    other = replace(view, table=view.table.with_fields(to_move=1 - view.seat))
    hand.scene._move_on(other, hand.scene._now, dealt=False)
    assert not hand.scene._bubble.busy


def test_nobody_speaks_of_a_bubble_that_never_was() -> None:
    bubble = BotBubble()
    bubble.say(None, 0.0)
    assert not bubble.busy
    assert not bubble.tick(1.0)
