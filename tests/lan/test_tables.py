"""Tables that differ, hosts that lie, and players who are silent: caught and named through whole programs."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.thinker import Thinker
from game.commands.lan_headless import Exit
from game.lan.clock import OVERDUE_AFTER_MS
from game.lan.log.bodies import BodyKind, MoveBody, write_game_body
from game.lan.log.judging import judge_entry
from game.lan.log.state import Stage, first_difference
from game.lan.log.story import LanStory
from game.lan.news import NewsKind
from game.lan.program import LanProgram
from game.match.match import Match
from game.match.transcript import TABLE_AUTHOR, Entry, EntryKind
from game.rules.registry import rules_of
from game.session.session import Moved, RoundOver, TimedOut
from game.store.records import RecordFile
from game.table.canon import digest
from game.table.moves import Move, TakePile
from game.table.state import Phase, Table
from game.table.view import View, with_shown_faces
from net.log.dispute import MAX_ACCOUNTS
from net.log.entries import STATE_BYTES, Core
from net.log.roster import Roster
from net.messages import StateReport
from tests.lan.hall import LanHall, Seat, offered
from tests.lan.test_absence import THREE, ended_alike, length, reaches, table
from tests.slices import some
from tools.inspect_logs import Log, read_log

DEALT_LENGTH = 20  # entries after which the racks are dealt
UNDISTURBED_LENGTH = 50  # entries among which somebody has long written without reading the last


class SwitchedStory(LanStory):
    """A fold with one tile in the wrong rack from some entry on, each time it is folded."""

    at = 0  # the entry's number, set by each test

    def apply_entry(self, number: int, core: Core, roster: Roster) -> None:
        super().apply_entry(number, core, roster)
        if number == self.at and self.standing.table is not None:
            table = switched(self.standing.table)
            standing = replace(self.standing, table=table)
            self.match = replace(self.match, standing=standing, table_digest=digest(table))


def switched(table: Table) -> Table:
    """Let the last tile of the first rack and the first of the stock change places."""
    first = table.racks[0]
    return table.with_fields(
        racks=table.with_rack(0, (*first[:-1], table.stock[0])), stock=(first[-1], *table.stock[1:])
    )


def test_a_table_that_differs_by_one_tile_is_caught_at_its_next_entry_with_the_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host and who vouches for it compare; the others play on, and a bot has the chair."""
    monkeypatch.setattr(SwitchedStory, "at", unread_entry_of(1))
    hall = table()
    switch(hall, "bea")
    ana, cid = hall.seats["ana"], hall.seats["cid"]
    hall.until(lambda: all(seat.headless.exit is not None for seat in (ana, cid)))
    assert {seat.headless.exit for seat in (ana, cid)} == {Exit.OVER}, hall.told()
    told = ana.headless.news
    differs = next(line for line in told if line.startswith(NewsKind.DIFFERS.value)).split()
    assert "table.racks.0." in " ".join(differs)
    asked = next(line for line in told if line.startswith(NewsKind.ASKED.value)).split()
    entries = ana.session.lockstep.replica.entries
    last = next(entry.core for entry in reversed(entries) if entry.core.author == 1)
    assert asked[1] == "1"
    assert last.seen <= SwitchedStory.at < int(asked[2]), "not one entry of the wrong table was taken"
    for seat in (ana, cid):
        assert [line for line in seat.headless.news if line.startswith(NewsKind.UNTRUE.value)] == ["untrue 1"]
        blamed = (NewsKind.HOST_LIED.value, NewsKind.FORKED.value)
        assert not any(line.startswith(blamed) for line in seat.headless.news)
    bea = hall.seats["bea"]
    assert any(line.startswith(NewsKind.DISPUTED.value) for line in bea.headless.news)
    assert any(line.startswith(NewsKind.PARTED.value) for line in bea.headless.news)
    for seat in (ana, bea):
        lines = bundle_of(seat, tmp_path).lines
        told = [line.words for line in lines if line.name == "differs"]
        assert told, "both sides keep what each table was"
        assert all(f"differ after {SwitchedStory.at + 1} entries, in table.racks.0." in words for words in told)
        assert len(lines) > SwitchedStory.at, "and the log that led there"


def unread_entry_of(author: int) -> int:
    """Return the first entry behind the deal that an honest seat writes before it has read the one before it."""
    hall = table()
    reaches(hall, UNDISTURBED_LENGTH)
    entries = hall.seats["ana"].session.lockstep.replica.entries
    cores = [entry.core for entry in entries]
    return next(at for at in range(DEALT_LENGTH, len(cores)) if cores[at].author == author and cores[at].seen < at)


def switch(hall: LanHall, name: str) -> None:
    """Let a program's table be wrong as soon as there are racks."""
    hall.until(lambda: hall.seats[name].headless.session is not None)
    party, program = hall.seats[name].headless.table.party, hall.seats[name].headless._program
    assert party.lockstep is not None
    tell = lambda roster: SwitchedStory(roster, program)  # noqa: E731 - the story maker of one program
    party.make_story = tell
    party.lockstep.replica._make_story = tell
    party.lockstep.replica.refold()


@pytest.mark.whole  # test_stalls
@pytest.mark.parametrize("at", some([30, 33], 1))
def test_a_host_whose_table_does_not_follow_is_named_and_the_next_goes_on_at_once(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if both others learn of it only from the host himself, who is still linked."""
    monkeypatch.setattr(SwitchedStory, "at", at)
    hall = table()
    switch(hall, "ana")
    honest = [hall.seats[name] for name in ("bea", "cid")]
    hall.until(lambda: all(seat.headless.exit is not None for seat in honest), 30 * 60_000)
    hall.kill("ana")
    ended_alike(hall, "bea", "cid")
    for seat in honest:
        kinds = (NewsKind.HOST_LIED.value, NewsKind.PARTED.value)  # the second where he accused it himself
        assert [line.split()[1] for line in seat.headless.news if line.startswith(kinds)] == ["0"]


def bundle_of(seat: Seat, folder: Path) -> Log:
    """Return a program's saved log as `tools/inspect.py` reads it, for somebody who looks for the fault later."""
    path = folder / f"{seat.name}.lan"
    file = RecordFile(path)
    file.append(*seat.kept)
    file.close()
    return read_log(path)


def test_tables_that_differ_again_and_again_fill_no_disk() -> None:
    hall = table()
    reaches(hall, 20)
    dispute = hall.seats["bea"].session.lockstep.dispute
    for number in range(3 * MAX_ACCOUNTS):
        dispute._keep_account(StateReport(number % 2, 9, number.to_bytes(STATE_BYTES, "big"), b""))
    assert len(dispute._kept) == MAX_ACCOUNTS


def test_a_table_that_was_wrong_for_a_moment_is_cured_and_play_goes_on() -> None:
    hall = table()
    reaches(hall, 40)
    bea = hall.seats["bea"]
    story = bea.story
    hall.until(lambda: story.stage is Stage.PLAYING)
    assert story.standing.table is not None
    story.match = replace(story.match, standing=replace(story.standing, table=switched(story.standing.table)))
    hall.play_out()
    ended_alike(hall)


def test_the_first_field_that_differs_is_named() -> None:
    hall = table()
    reaches(hall, 40)
    story = hall.seats["ana"].story
    ours = story.public_bytes()
    assert first_difference(ours, ours) is None
    match = story.match
    assert match.standing.table is not None
    story.match = Match(match.transcript, replace(match.standing, table=switched(match.standing.table)))
    found = first_difference(ours, story.public_bytes())
    assert found is not None
    assert found.field.startswith("table.racks.0.")
    assert found.ours != found.theirs
    torn = first_difference(ours, ours[:-1])
    assert torn is not None
    assert torn.field == "all"


class SilentProgram(LanProgram):
    """A program whose person never moves and whose clock is broken."""

    silent = True

    def user_move(self, _deals: int, _view: object) -> None:
        return None


def silent_bea(secret: bytes, thinker: Thinker) -> LanProgram:
    return (SilentProgram if secret.startswith(b"bea") else LanProgram)(secret, thinker)


def test_the_host_ends_the_turn_of_a_silent_player_who_is_there() -> None:
    offer = offered("rummikub", players=3, rounds="fresh", fresh_rounds=1, turn_seconds=15)
    hall = LanHall(offer, THREE, program=silent_bea)
    reaches(hall, 40)
    ana = hall.seats["ana"]
    hall.until(lambda: len(timeouts(ana.story)) == 2)
    assert {entry.author for entry in timeouts(ana.story)} == {TABLE_AUTHOR}
    assert hall.now >= 2 * (15_000 + OVERDUE_AFTER_MS)
    entries = ana.story.match.transcript.entries
    assert not [entry for entry in entries if entry.kind is EntryKind.MOVE and entry.author == 1]
    hall.until(lambda: len(hall.heads()) == 1)


def timeouts(story: LanStory) -> list[Entry]:
    return [entry for entry in story.match.transcript.entries if entry.body == "timeout"]


class TakingProgram(LanProgram):
    """A program that takes the pile if there is one and then never moves; its other turns it ends at once."""

    def user_move(self, _deals: int, view: View) -> Move | None:
        if view.table.turn.took:
            return None
        take = view.table.phase is Phase.DRAW and view.table.pile
        return with_shown_faces(view, TakePile(view.table.pile) if take else rules_of(view.table.game).time_out(view))


def taking_bea(secret: bytes, thinker: Thinker) -> LanProgram:
    return (TakingProgram if secret.startswith(b"bea") else LanProgram)(secret, thinker)


def test_d57_a_silent_player_does_not_keep_the_pile_whole() -> None:
    hall = LanHall(offered("burako", players=2, turn_seconds=15), ("ana", "bea"), program=taking_bea)
    reaches(hall, 20)
    ana = hall.seats["ana"]
    hall.until(lambda: bool(timeouts(ana.story)))
    number = timeouts(ana.story)[0].number
    before, after = (ana.story.match.at(count).standing.table for count in (number, number + 1))
    assert before is not None
    assert after is not None
    took = before.turn.took
    assert took
    assert set(took) <= set(before.racks[1])
    assert after.pile == (min(took),)
    assert (after.to_move, len(after.racks[1])) == (0, len(before.racks[1]) - 1)
    hall.until(lambda: len(hall.heads()) == 1)


def test_10_only_the_table_declares_a_turn_over() -> None:
    """With nothing left to draw either: who took the pile would keep it whole by a word of his own."""
    hall = LanHall(offered("burako", players=2, turn_seconds=15, stock_end="cannot_draw"), ("ana", "bea"))
    reaches(hall, 30)
    story = hall.seats["ana"].story
    assert story.table is not None
    over = story.table.with_fields(stock=())
    story.match = replace(story.match, standing=replace(story.match.standing, table=over))
    body = write_game_body(MoveBody("timeout", b""))
    last = hall.seats["ana"].session.lockstep.replica.entries[-1].core
    said = last._replace(author=over.to_move, seen=story.changed_at, kind=BodyKind.MOVE, body=body)
    assert judge_entry(story, said, story.roster) == "only_the_tables"


@pytest.mark.whole  # the host ends it: below
def test_a_program_whose_person_is_slow_ends_the_turn_itself() -> None:
    offer = offered("rummikub", players=2, rounds="fresh", fresh_rounds=1, turn_seconds=15)
    hall = LanHall(offer, ("ana", "bea"))
    hall.seats["bea"].headless._player = None
    hall.play_out()
    ended_alike(hall)
    bodies = {entry.body for entry in hall.seats["ana"].story.match.transcript.entries if entry.author == 1}
    assert "timeout" not in bodies
    assert "draw" in bodies


def test_a_session_tells_every_move_once_and_in_order() -> None:
    """The events of a LAN match are those of a match alone."""
    hall = table(players=2)
    hall.until(lambda: hall.seats["bea"].headless.session is not None)
    bea = hall.seats["bea"]
    told: list[object] = []
    poll = bea.session.poll

    def heard(now: float) -> tuple[object, ...]:
        events = poll(now)
        told.extend(events)
        return events

    bea.session.poll = heard  # type: ignore[method-assign, assignment]
    hall.play_out()
    moves = [event for event in told if isinstance(event, Moved)]
    assert [(one.seat, one.move) for one in moves] == [(one.seat, one.move) for one in bea.story.standing.story]
    assert all(before.after.table == after.before.table for before, after in itertools.pairwise(moves))
    assert sum(isinstance(event, RoundOver) for event in told) == 1
    assert not any(isinstance(event, TimedOut) for event in told)


def test_what_is_not_ours_to_move_is_not_sent() -> None:
    hall = table(players=2)
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    hall.until(lambda: hall.seats["ana"].story.stage is Stage.PLAYING)
    hall.until(lambda: all(seat.story.standing.table is not None for seat in hall.up()))
    table_ = hall.seats["ana"].story.standing.table
    assert table_ is not None
    other = hall.seats["bea" if table_.to_move == 0 else "ana"]
    before = length(other)
    move = hall.seats["ana"].story.rules.time_out(other.story.view_of(table_.to_move))
    refused = other.session.submit((move,))
    assert refused is not None
    assert refused.code.key == "not_your_turn"
    assert length(other) == before
