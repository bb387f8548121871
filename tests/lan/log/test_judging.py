"""Which entry of the game may follow: at every stage each kind is refused by its own word unless it is its turn."""

from __future__ import annotations

import pytest

from game.lan.deal.hall_dealer import PROMISE_SHARE
from game.lan.log.bodies import (
    Body,
    BodyKind,
    BotMoveBody,
    MoveBody,
    RoundBody,
    RoundEndBody,
    TimeoutBody,
    write_game_body,
)
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.table.state import Table
from net.log.entries import LOG_VERSION, TABLE_AUTHOR, Core
from tests.lan.deal.test_hall_dealer import Secrets, play_deals, table_of
from tests.lan.hall import LanHall
from tests.lan.test_absence import table

SAID = MoveBody("draw", b"")
SCORES = RoundEndBody(bytes(16))


@pytest.fixture(scope="module")
def stories() -> dict[Stage, LanStory]:
    """A match of two persons as one of them has it: before a round, in its deal, in play and at its score."""
    found = {}
    for stage in Stage:
        hall: LanHall = table(players=2, rounds=2)
        hall.until(lambda hall=hall, stage=stage: any(  # type: ignore[misc]
            seat.headless.session is not None and seat.story.stage is stage for seat in hall.up()
        ))  # fmt: skip
        found[stage] = next(seat.story for seat in hall.up() if seat.story.stage is stage)
    return found


def ruled(story: LanStory, author: int, kind: BodyKind, body: Body) -> str:
    core = Core(LOG_VERSION, bytes(16), author, 0, 10_000, bytes(32), bytes(16), kind, write_game_body(body))
    return story.entry_refusal(core, story.roster)


def mover(story: LanStory) -> int:
    assert isinstance(story.table, Table)
    return story.table.to_move


@pytest.mark.parametrize("stage", Stage)
def test_a_round_begins_at_rest_alone_and_with_its_number(stories: dict[Stage, LanStory], stage: Stage) -> None:
    story = stories[stage]
    due = RoundBody(story.standing.next_round_number)
    assert not story.standing.over
    assert ruled(story, TABLE_AUTHOR, BodyKind.ROUND, due) == ("" if stage is Stage.REST else "no_round_due")
    assert ruled(story, TABLE_AUTHOR, BodyKind.ROUND, RoundBody(due.number + 1)) == "no_round_due"
    assert ruled(story, 0, BodyKind.ROUND, due) == "only_the_tables"


def test_a_share_belongs_into_a_deal(stories: dict[Stage, LanStory]) -> None:
    assert ruled(stories[Stage.REST], 0, BodyKind.SHARE, SAID) == "no_share"
    assert ruled(stories[Stage.REST], TABLE_AUTHOR, BodyKind.SHARE, SAID) == "not_the_tables"


@pytest.mark.parametrize("stage", Stage)
def test_the_table_deals_nothing_where_all_programs_deal(stories: dict[Stage, LanStory], stage: Stage) -> None:
    assert ruled(stories[stage], TABLE_AUTHOR, BodyKind.HALL, MoveBody(PROMISE_SHARE, b"")) == "no_share"


def test_a_hall_deals_nothing_between_rounds() -> None:
    hall = table_of(Secrets(deals=1))
    play_deals(hall)
    story = hall.seats["ana"].story
    assert story.stage is Stage.REST
    assert ruled(story, TABLE_AUTHOR, BodyKind.HALL, MoveBody(PROMISE_SHARE, b"")) == "no_share"


@pytest.mark.parametrize("kind", [BodyKind.DEAL, BodyKind.SCORE])
@pytest.mark.parametrize("stage", Stage)
def test_the_table_says_what_all_find_themselves(stories: dict[Stage, LanStory], stage: Stage, kind: BodyKind) -> None:
    assert ruled(stories[stage], TABLE_AUTHOR, kind, MoveBody("round 1", b"")) == "not_due"


def test_who_is_not_to_move_moves_nothing(stories: dict[Stage, LanStory]) -> None:
    story = stories[Stage.PLAYING]
    seat = mover(story)
    assert ruled(story, 1 - seat, BodyKind.MOVE, SAID) == "not_your_turn"
    assert ruled(story, seat, BodyKind.MOVE, MoveBody("timeout", b"")) == "only_the_tables"
    assert ruled(story, seat, BodyKind.MOVE, MoveBody("jump", b"")) == "unreadable"
    assert ruled(story, seat, BodyKind.MOVE, MoveBody("discard R5!1", b"")) in {"against_the_rules", "unreadable"}
    assert ruled(stories[Stage.REST], 0, BodyKind.MOVE, SAID) == "not_your_turn"


def test_no_bot_moves_for_a_person_and_no_time_is_up_for_another(stories: dict[Stage, LanStory]) -> None:
    story = stories[Stage.PLAYING]
    seat = mover(story)
    bot = BotMoveBody(seat, "draw", b"", "medium", story.match.header.bots, story.match.header.nodes, 0)
    assert ruled(story, TABLE_AUTHOR, BodyKind.BOT, bot) == "not_that_bot"
    assert ruled(story, TABLE_AUTHOR, BodyKind.BOT, bot._replace(seat=1 - seat)) == "not_its_turn"
    assert ruled(story, TABLE_AUTHOR, BodyKind.TIMEOUT, TimeoutBody(1 - seat)) == "not_its_turn"
    assert ruled(stories[Stage.REST], TABLE_AUTHOR, BodyKind.TIMEOUT, TimeoutBody(0)) == "not_its_turn"


@pytest.mark.parametrize("stage", Stage)
def test_a_score_is_signed_when_it_stands_and_as_it_stands(stories: dict[Stage, LanStory], stage: Stage) -> None:
    story = stories[stage]
    assert ruled(story, 0, BodyKind.ROUND_END, SCORES) == "no_sign"
    if stage is Stage.SIGNING:
        due = next(seat for seat in (0, 1) if seat not in story.signed)
        assert ruled(story, due, BodyKind.ROUND_END, RoundEndBody(story.scores_hash())) == ""


def test_what_was_meant_for_a_table_before_is_refused(stories: dict[Stage, LanStory]) -> None:
    story = stories[Stage.PLAYING]
    words = write_game_body(SAID)
    late = Core(
        LOG_VERSION, bytes(16), mover(story), 0, story.changed_at - 1, bytes(32), bytes(16), BodyKind.MOVE, words
    )
    assert story.entry_refusal(late, story.roster) == "meant_for_before"
