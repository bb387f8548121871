from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from game.bots.bot import choose_move
from game.bots.choice import fallback_move
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.pool import CANCEL_GRACE_SECONDS, MAX_FAILED_STARTS, BotPool, Serve
from game.bots.questions import BotAnswer
from game.bots.thinker import BotTrouble, InlineThinker, Thinker
from game.bots.worker import serve_questions
from game.rules.registry import rules_of
from game.table.view import View
from tests.bots import empty_workers, odd_workers
from tests.bots.odd_workers import ODD
from tests.bots.positions import view_in
from tests.slices import every
from tools.bot_matches import Hall, Lots, any_options, bot, play_round

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds until a test gives up on a process; they usually take a fifth of one


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


Make = Callable[..., BotPool]


@pytest.fixture
def make() -> Iterator[Make]:
    pools: list[BotPool] = []

    def made(serve: Serve = serve_questions, *, workers: int = 1, now: Clock | None = None) -> BotPool:
        pool = BotPool(workers, serve=serve, now=now or Clock())
        pools.append(pool)
        return pool

    yield made
    for pool in pools:
        pool.close()


def answers_of(pool: BotPool, count: int = 1) -> list[BotAnswer]:
    """Wait for so many answers."""
    answers: list[BotAnswer] = []
    while len(answers) < count:
        answers += pool.poll()
        if len(answers) < count:
            assert wait([worker.pipe for worker in pool._workers], PATIENCE), "a worker says nothing"
    return answers


def pids(pool: BotPool) -> list[int | None]:
    return [worker.process.pid for worker in pool._workers]


@pytest.fixture
def view() -> View:
    return view_in("burako", seats=2, hand="R9 K5 B12 Y1 Y7", table=[["m1", 0, "[R3 R4 R5 R6 R7 R8]"]])


def test_a_pool_answers_as_this_process_does(make: Make) -> None:
    pool, inline = make(workers=2), InlineThinker()
    hall = Hall("burako", any_options(rules_of("burako"), Lots(5), {}), 5)
    views = every([made.view for made in play_round(hall, [bot(5)] * hall.seats)], 4)
    asked = {pool.ask(one, "medium", DEFAULT_BUDGET, 5): at for at, one in enumerate(views)}
    told = {asked[answer.ticket]: answer.choice for answer in answers_of(pool, len(views))}
    for one in views:
        inline.ask(one, "medium", DEFAULT_BUDGET, 5)
    assert [told[at] for at in range(len(views))] == [answer.choice for answer in inline.poll()]
    assert pool.troubles() == inline.troubles() == ()


@pytest.mark.parametrize("kind", [BotPool, InlineThinker])
def test_an_answer_comes_once_and_a_cancelled_one_never(kind: Callable[[], Thinker], view: View) -> None:
    thinker = kind()
    first, second = thinker.ask(view, "medium", DEFAULT_BUDGET, 1), thinker.ask(view, "medium", DEFAULT_BUDGET, 2)
    thinker.cancel(first)
    answers: list[BotAnswer] = []
    while not answers:
        answers += thinker.poll()
    assert [answer.ticket for answer in answers] == [second]
    assert thinker.poll() == ()
    thinker.close()


def test_a_killed_worker_is_replaced_and_its_question_asked_again(make: Make, view: View) -> None:
    pool = make(odd_workers.ponders_odd_questions)
    ticket = pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    pool._workers[0].process.kill()
    (answer,) = answers_of(pool)
    assert (answer.ticket, answer.choice, answer.failure) == (
        ticket,
        choose_move(view, "medium", DEFAULT_BUDGET, 1),
        "",
    )
    assert [trouble.code for trouble in pool.troubles()] == ["bot_worker_died"]
    assert pool.troubles() == ()


def test_an_idle_worker_that_dies_is_replaced(make: Make, view: View) -> None:
    pool = make()
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    answers_of(pool)
    before = pids(pool)
    pool._workers[0].process.kill()
    pool._workers[0].process.join(PATIENCE)
    assert pool.poll() == ()
    assert pids(pool) != before
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert answers_of(pool)[0].choice == choose_move(view, "medium", DEFAULT_BUDGET, 1)


def test_a_question_that_kills_its_workers_gets_the_way_out(make: Make, view: View) -> None:
    pool = make(odd_workers.dies_of_odd_questions)
    pool.ask(view, "medium", DEFAULT_BUDGET, ODD)
    (answer,) = answers_of(pool)
    assert answer.choice == fallback_move(view)
    assert answer.failure
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert answers_of(pool)[0].choice == choose_move(view, "medium", DEFAULT_BUDGET, 1)


def test_without_living_workers_questions_are_answered_here(make: Make, view: View) -> None:
    pool = make(empty_workers.dies_at_birth)
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert answers_of(pool)[0].choice in {choose_move(view, "medium", DEFAULT_BUDGET, 1), fallback_move(view)}
    while pool._workers:
        wait([worker.pipe for worker in pool._workers], PATIENCE)
        pool.poll()
    assert len(pool.troubles()) == MAX_FAILED_STARTS
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert pool.poll()[0].choice == choose_move(view, "medium", DEFAULT_BUDGET, 1)


def test_no_process_at_all_is_a_trouble_and_no_lost_turn(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_process: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    pool = BotPool()
    assert pool.troubles() == (BotTrouble("bot_no_process", ("no more processes",)),)
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert pool.poll()[0].choice == choose_move(view, "medium", DEFAULT_BUDGET, 1)
    pool.close()


def test_a_mistake_of_the_bot_is_told_and_the_rules_move(make: Make, view: View) -> None:
    pool = make(odd_workers.fails_at_odd_questions)
    pool.ask(view, "medium", DEFAULT_BUDGET, ODD)
    (answer,) = answers_of(pool)
    assert answer.choice == fallback_move(view)
    assert answer.failure == "LookupError: no such tile"
    assert pool.troubles() == (BotTrouble("bot_failed", ("LookupError: no such tile",)),)


def test_nonsense_from_a_worker_is_as_good_as_its_death(make: Make, view: View) -> None:
    pool = make(empty_workers.babbles)
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert answers_of(pool)[0].choice == fallback_move(view)
    assert {trouble.code for trouble in pool.troubles()} == {"bot_worker_died"}


def test_an_answer_to_another_question_is_as_good_as_death(make: Make, view: View) -> None:
    pool = make(odd_workers.answers_what_was_not_asked)
    ticket = pool.ask(view, "medium", DEFAULT_BUDGET, ODD)
    (answer,) = answers_of(pool)
    assert (answer.ticket, answer.choice) == (ticket, fallback_move(view))
    assert {trouble.code for trouble in pool.troubles()} == {"bot_worker_died"}


def test_a_cancelled_search_stops_and_its_worker_goes_on(make: Make, view: View) -> None:
    pool = make(odd_workers.ponders_odd_questions)
    before = pids(pool)
    pool.cancel(pool.ask(view, "medium", DEFAULT_BUDGET, ODD))
    wanted = pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert [answer.ticket for answer in answers_of(pool)] == [wanted]
    assert pids(pool) == before
    assert pool.troubles() == ()


def test_a_worker_that_does_not_hear_a_cancel_is_replaced(make: Make, view: View) -> None:
    clock = Clock()
    pool = make(odd_workers.hangs_on_odd_questions, now=clock)
    before = pids(pool)
    pool.cancel(pool.ask(view, "medium", DEFAULT_BUDGET, ODD))
    wanted = pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    assert pool.poll() == ()
    assert pids(pool) == before
    clock.now += CANCEL_GRACE_SECONDS * 2
    pool.poll()
    assert pids(pool) != before
    assert [answer.ticket for answer in answers_of(pool)] == [wanted]
    assert pool.troubles() == ()


def test_questions_beyond_the_workers_wait_their_turn(make: Make, view: View) -> None:
    pool = make()
    tickets = [pool.ask(view, "medium", DEFAULT_BUDGET, seed) for seed in range(5)]
    pool.cancel(tickets[3])
    assert [answer.ticket for answer in answers_of(pool, 4)] == [tickets[0], tickets[1], tickets[2], tickets[4]]


def test_closing_ends_the_processes_even_one_that_hangs(view: View) -> None:
    pool = BotPool(2, serve=odd_workers.hangs_on_odd_questions)
    pool.ask(view, "medium", DEFAULT_BUDGET, ODD)
    processes = [worker.process for worker in pool._workers]
    pool.close()
    assert all(process.exitcode is not None for process in processes)
    pool.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no signal to send to one process alone")
def test_an_interrupt_is_none_of_the_workers_business(make: Make, view: View) -> None:
    pool = make()
    pool.ask(view, "medium", DEFAULT_BUDGET, 1)
    answers_of(pool)
    (pid,) = pids(pool)
    assert pid is not None
    os.kill(pid, signal.SIGINT)
    pool.ask(view, "medium", DEFAULT_BUDGET, 2)
    assert answers_of(pool)[0].choice == choose_move(view, "medium", DEFAULT_BUDGET, 2)
    assert pids(pool) == [pid]


# In programs of their own

ASKING = """
import os
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.pool import BotPool
from tests.bots import odd_workers
from tests.bots.positions import view_in
view = view_in("burako", seats=2, hand="R9 K5 B12 Y1 Y7")
"""


def run(program: str) -> str:
    """Run a program to its end and to that of all processes that hold its output."""
    done = subprocess.run(
        [sys.executable, "-c", ASKING + program], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout


def test_a_worker_knows_neither_pygame_nor_asyncio() -> None:
    told = run("""
pool = BotPool(serve=odd_workers.tells_its_modules)
pool.ask(view, "medium", DEFAULT_BUDGET, 1)
answers = ()
while not answers:
    answers = pool.poll()
print(answers[0].failure)
pool.close()
""")
    modules = {name.split(".")[0] for name in told.split()}
    assert "game" in modules
    assert not modules & {"pygame", "asyncio", "zeroconf", "msgpack", "sqlite3"}


@pytest.mark.skipif(os.name != "posix", reason="a child's output outlives its parent there in another way")
@pytest.mark.parametrize("seed", [1, ODD])
def test_a_worker_ends_with_the_program_that_asked(seed: int) -> None:
    """The worker holds the program's output open, so the run lasts until it has gone too."""
    told = run(f"""
pool = BotPool(serve=odd_workers.ponders_odd_questions)
pool.ask(view, "medium", DEFAULT_BUDGET, 1)
while not pool.poll():
    pass
pool.ask(view, "medium", DEFAULT_BUDGET, {seed})
print("gone", flush=True)
os._exit(0)
""")
    assert told == "gone\n"
