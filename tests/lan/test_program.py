"""What a program asks its worker for a bot: one question at a time, taken back when the table has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from game.bots.choice import Decision
from game.bots.questions import BotAnswer
from game.lan.program import LanProgram
from game.table.moves import Draw
from tools.posed import position_of

if TYPE_CHECKING:
    from game.bots.thinker import Thinker
    from game.table.view import View

SECRET = bytes(32)


class Worker:
    """Takes questions, and answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.cancelled: list[int] = []
        self.answers: list[BotAnswer] = []

    def ask(self, *_question: object) -> int:
        self.asked.append(len(self.asked) + 7)
        return self.asked[-1]

    def cancel(self, ticket: int) -> None:
        self.cancelled.append(ticket)

    def poll(self) -> tuple[BotAnswer, ...]:
        told, self.answers = tuple(self.answers), []
        return told


def at_table() -> tuple[LanProgram, Worker, View]:
    worker = Worker()
    view = position_of({"table": [], "hand": ["R12", "B3", "K9", "Y1"], "stock": 20}).view
    return LanProgram(SECRET, cast("Thinker", worker), proofs=1), worker, view


def answer(worker: Worker, ticket: int) -> None:
    worker.answers.append(BotAnswer(ticket, Decision(Draw(), "draw_first")))  # type: ignore[arg-type]


def test_the_same_question_is_asked_once_and_its_answer_is_the_move() -> None:
    program, worker, view = at_table()
    assert program.bot_move(0, view, "hard", 100, 1) is None
    assert program.bot_move(0, view, "hard", 100, 1) is None
    assert (worker.asked, program.is_thinking) == ([7], True)
    answer(worker, 7)
    assert program.hear_worker()
    assert not program.is_thinking
    assert program.bot_move(0, view, "hard", 100, 1) == Draw()


def test_an_answer_to_another_question_is_not_taken() -> None:
    program, worker, view = at_table()
    program.bot_move(0, view, "hard", 100, 1)
    answer(worker, 6)
    assert not program.hear_worker()
    assert program.is_thinking


def test_a_question_that_means_nothing_any_more_is_taken_back() -> None:
    program, worker, view = at_table()
    program.drop_question()
    assert worker.cancelled == []
    program.bot_move(0, view, "hard", 100, 1)
    program.bot_move(0, view, "hard", 100, 2)
    assert (worker.asked, worker.cancelled) == ([7, 8], [7])
    answer(worker, 8)
    assert program.hear_worker()
    program.drop_question()
    assert worker.cancelled == [7]
    assert not program.is_thinking
