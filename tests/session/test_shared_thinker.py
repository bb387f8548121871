"""One pool behind several doors: everybody hears the answers to the own questions, and no others."""

from __future__ import annotations

from game.bots.nodes import DEFAULT_BUDGET
from game.bots.thinker import InlineThinker
from game.session.shared_thinker import SharedThinker
from tests.session.test_hints import at_play


def test_each_door_hears_its_own_answers() -> None:
    shared = SharedThinker(InlineThinker())
    one, other = shared.new_door(), shared.new_door()
    first, second = one.ask(at_play(), "hard", DEFAULT_BUDGET, 1), other.ask(at_play(), "easy", DEFAULT_BUDGET, 1)
    assert [answer.ticket for answer in other.poll()] == [second]
    assert [answer.ticket for answer in one.poll()] == [first]
    assert one.poll() == other.poll() == ()


def test_a_dropped_question_is_answered_to_nobody() -> None:
    shared = SharedThinker(InlineThinker())
    one, other = shared.new_door(), shared.new_door()
    one.cancel(one.ask(at_play(), "hard", DEFAULT_BUDGET, 1))
    late = one.ask(at_play(), "hard", DEFAULT_BUDGET, 1)
    other.poll()
    one.cancel(late)
    assert one.poll() == ()


def test_a_door_that_closes_leaves_the_others_open() -> None:
    shared = SharedThinker(InlineThinker())
    one, other = shared.new_door(), shared.new_door()
    one.ask(at_play(), "hard", DEFAULT_BUDGET, 1)
    asked = other.ask(at_play(), "hard", DEFAULT_BUDGET, 1)
    one.close()
    assert one.poll() == ()
    assert [answer.ticket for answer in other.poll()] == [asked]
    assert one.troubles() == ()
    shared.close()
