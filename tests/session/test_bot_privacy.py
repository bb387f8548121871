"""What a bot's own process is told, and what is kept of tables that differ, tells no face its person was not shown.

A bot thinks in a process of its own: everything in it is walked after it has moved, before it hears the truth. When
tables differ, every program keeps each one's account of its table beside its log: those, too, are read for faces.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import cast

import pytest

from game.bots.pool import BotPool
from game.bots.questions import BotAnswer, Question
from game.bots.thinker import InlineThinker, Thinker
from game.bots.worker import serve_questions
from game.lan.log.bodies import BodyKind
from game.lan.log.state import PublicState
from game.lan.log.story import LanStory
from game.lan.program import LanProgram
from game.table.canon import decode
from game.table.faces import HIDDEN, Face
from net.log.effects import AccountRecord, read_record, write_record
from net.log.roster import Roster
from tests.lan.hall import LanHall, Seat, few_proofs, offered
from tests.lan.privacy_walk import Truth, everything, found_in, truth_for
from tests.lan.test_tables import SwitchedStory

WALK = b"walk"
PATIENCE = 240
ENOUGH = 3  # moves that the bot has thought of


class Overheard:
    """The worker's end of its pipe: keeps what it is told, and knows one call more than the worker does."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.heard: list[object] = []
        self.poll = pipe.poll
        self.send_bytes = pipe.send_bytes

    def recv_bytes(self) -> bytes:
        """Walk all of this process when called to, before the truth comes; then say what was found."""
        told = self.pipe.recv_bytes()
        while told == WALK:
            gc.collect()
            walked = list(everything())
            self.pipe.send((len(walked), len(self.heard)))
            self.pipe.send(found_in(walked, self.pipe.recv()))
            told = self.pipe.recv_bytes()
        self.heard += [told, decode(told, Question)] if told != b"stop" else [told]
        return told


def overheard(pipe: Connection) -> None:
    """Serve as a worker does, and be looked through."""
    serve_questions(cast("Connection", Overheard(pipe)))


class Patient(BotPool):
    """Waits for what it has asked: the time of the hall is not the clock's."""

    def __init__(self) -> None:
        super().__init__(serve=overheard)
        self.answered = 0

    def poll(self) -> tuple[BotAnswer, ...]:
        asked = [worker.pipe for worker in self._workers if worker.question is not None]
        if asked:
            assert wait(asked, PATIENCE), "the worker says nothing"
        answers = super().poll()
        self.answered += len(answers)
        return answers

    def walk(self, truth: Truth) -> tuple[int, int, list[str]]:
        """Return how much the worker's process holds, how much it was told, and what of the truth it has."""
        assert all(worker.question is None for worker in self._workers)
        (worker,) = self._workers
        worker.pipe.send_bytes(WALK)
        assert worker.pipe.poll(PATIENCE)
        walked, heard = worker.pipe.recv()
        worker.pipe.send(truth)
        assert worker.pipe.poll(PATIENCE)
        return walked, heard, worker.pipe.recv()


@pytest.fixture
def pool() -> Iterator[Patient]:
    one = Patient()
    yield one
    one.close()


def test_nothing_in_a_bots_process_tells_a_hidden_face(pool: Patient) -> None:
    """Ana hosts and her worker thinks for the bot; bea's rack and the stock are nothing to either."""

    def program(secret: bytes, thinker: Thinker) -> LanProgram:
        return few_proofs(secret, pool if secret.startswith(b"ana") else thinker)

    table = LanHall(offered("rummy", players=3), ("ana", "bea"), bots=1, thinker=InlineThinker, program=program)
    table.until(lambda: pool.answered >= ENOUGH)
    truth = truth_for(table, "ana")
    story = table.seats["ana"].story
    assert story.standing.table is not None
    (bot,) = (at for at in range(3) if at not in story.roster.persons)
    assert len(truth.faces) > 50
    walked, heard, found = pool.walk(truth)
    assert walked > 50_000
    assert heard >= ENOUGH
    assert found == []
    # The same walk does meet the rack of the bot, which every program may know.
    rack = {int(tile): story.view_of(bot).faces[tile] for tile in story.standing.table.racks[bot]}
    assert HIDDEN not in rack.values()
    assert "true faces in a row" in pool.walk(replace(truth, faces=rack))[2]


def test_what_is_kept_of_tables_that_differ_tells_no_hidden_face() -> None:
    """A switched tile makes bea's table another; both sides keep both accounts of it."""
    like, table = (LanHall(offered("rummy", players=3), ("ana", "bea", "cid")) for _ in range(2))
    like.until(lambda: len(like.seats["bea"].kept) > 90)
    told = [(entry.core.author, entry.core.kind) for entry in like.seats["bea"].session.lockstep.replica.entries]
    bea = table.seats["bea"]
    table.until(lambda: bea.headless.session is not None)
    program, lockstep = bea.headless._program, bea.headless.table.party.lockstep
    assert lockstep is not None

    def tell(place: Roster) -> LanStory:
        story = SwitchedStory(place, program)
        # Behind it bea speaks first, by a move, before she reads what others vouch for.
        moved = (lockstep.seat, BodyKind.MOVE)
        story.at = next(at for at in range(29, len(told)) if told[at + 1] == moved and told[at][0] != lockstep.seat)
        return story

    bea.headless.table.party.make_story = lockstep.replica._make_story = tell
    lockstep.replica.refold()
    table.until(lambda: all(len(accounts_in(table.seats[name])) > 1 for name in ("ana", "bea")))
    for name in ("ana", "bea"):
        seat = table.seats[name]
        truth = truth_for(table, name)
        assert len(truth.faces) > 50
        states = accounts_in(seat)
        for state in states:
            assert state.table is not None
            assert {state.table.faces[tile] for tile in truth.faces} == {HIDDEN}
        assert found_in([*seat.kept, *everything_in(states)], truth) == []
        leak = replace(states[0].table, faces=faces_of(truth))  # type: ignore[type-var] # it was asked for above
        assert found_in(list(everything_in([leak])), truth) == ["true faces in a row"]


def accounts_in(seat: Seat) -> list[PublicState]:
    """What a program kept of tables that differ."""
    return [account_in(record) for record in seat.kept if isinstance(read_record(record), AccountRecord)]


def account_in(record: bytes) -> PublicState:
    """The table that a kept account tells."""
    kept = read_record(record)
    assert isinstance(kept, AccountRecord)
    assert write_record(kept) == record
    return decode(kept.account.state, PublicState)


def faces_of(truth: Truth) -> tuple[Face, ...]:
    """A row of faces as it would be with one leak."""
    tile = min(truth.faces)
    return tuple(truth.faces[at] if at == tile else HIDDEN for at in range(len(truth.pieces)))


def everything_in(roots: Sequence[object]) -> Iterator[object]:
    """Walk what some values are made of."""
    todo = list(roots)
    while todo:
        one = todo.pop()
        yield one
        if not isinstance(one, type):
            todo.extend(part for part in gc.get_referents(one) if not isinstance(part, type))
