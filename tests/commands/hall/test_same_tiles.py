"""A duplicate in a hall: the same tiles at all tables, opened and counted at all of them or at none."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from game.bots.thinker import InlineThinker
from game.club.duplicate import table_options
from game.club.kept import read_tournament
from game.club.tournament import Tournament
from game.club.values import ClubFormat, ClubPerson, LeftOverRule, TournamentPlan, TournamentState
from game.commands.hall.hall import HallProgram
from game.commands.hall.rounds import MINUTE_MS, SIT_DOWN_MS, load_tournament
from game.commands.hall.same_tiles import SameTiles
from game.commands.hall.seating import HallSeat
from game.commands.hall.table import OneTable
from game.commands.lan_headless import Limits
from game.commands.lan_process import LanOptions
from game.lan.deal.boards import Boards
from game.lan.deal.hall_dealer import HallDealer
from game.lan.program import LanProgram
from game.lan.terms import HallOffer
from game.lan.verdict import audit_log
from game.match.transcript import RULES_VERSION, EntryKind
from game.store.appended import AppendedFile
from game.table.options import Options
from tests.net.fake_lan import identity
from tests.slices import count
from tools.bench_hall import LEVEL, Guest, Sim

PLAN = TournamentPlan("Cup", ClubFormat.HOWELL, "rummy", duplicate=True, trusted=True, deals=2)
NAMES = ("ana", "bea", "carl", "dora")
DEALS = count(1, 2)  # of a whole evening
SECRET = bytes(range(32))


def key(name: str) -> bytes:
    return identity(name).key


@dataclass
class Stub:
    """A table that has come so far."""

    sitters: frozenset[bytes] = frozenset()
    rows: tuple[tuple[int, ...], ...] = ()
    played: int = 0
    result: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = (0, 0)
    is_rested: bool = False
    is_deserted: bool = False
    ended: bool = False
    boards: Boards | None = None

    def deal_from(self, boards: Boards) -> None:
        self.boards = boards

    def has_played(self, deal: int) -> bool:
        return self.played >= deal

    def end_early(self) -> None:
        self.ended = True


@dataclass
class Night:
    """A paired round of four at two tables, at which all have sat down."""

    folder: Path
    tables: dict[int, Stub] = field(default_factory=lambda: {1: Stub(), 2: Stub()})

    def __post_init__(self) -> None:
        made = Tournament.begin(PLAN, AppendedFile(self.folder / "cup.club"))
        assert isinstance(made, Tournament)
        self.cup = made
        for name in NAMES:
            assert made.add_entrant(ClubPerson(key(name).hex(), name)) is None
        assert made.pair_round(7, SECRET) is None
        self.same = SameTiles(lambda: self.cup.state, cast("Mapping[int, OneTable]", self.tables))
        for number, table in self.tables.items():
            table.sitters = self.persons(number)

    @property
    def state(self) -> TournamentState:
        return self.cup.state

    def persons(self, number: int) -> frozenset[bytes]:
        entrants = self.state.rounds[-1].tables[number - 1].entrants
        return frozenset(bytes.fromhex(self.state.entrant(one).persons[0].key) for one in entrants)

    def told(self, *, by_clock: bool = False) -> dict[int, tuple[tuple[int, ...], ...]]:
        """What tables come to now, kept as a hall does."""
        found = dict(self.same.results(self.state.rounds[-1], by_clock=by_clock))
        for number, one in found.items():
            assert self.cup.report_result(1, number, one) is None
        return {number: one.rows for number, one in found.items()}


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def test_all_tables_of_a_round_deal_from_the_same_secrets_and_no_further_ones(night: Night) -> None:
    secrets = [night.same.secret(table, deal) for table in (1, 2) for deal in (1, 2)]
    assert secrets[:2] == secrets[2:]
    assert len({*secrets, b""}) == 3
    assert night.same.secret(1, 3) == night.same.secret(3, 1) == b""
    boards = night.tables[2].boards
    assert boards is not None
    assert boards.secret(2) == secrets[1]


def test_a_match_of_others_is_dealt_nothing_and_ended(night: Night) -> None:
    night.tables[1].sitters = frozenset(map(key, ("eva", "fred")))
    assert night.same.secret(1, 1) == b""
    night.same.end_finished_tables(0, 1_000)
    assert (night.tables[1].ended, night.tables[2].ended) == (True, False)


def test_books_open_when_all_tables_have_played_the_deal(night: Night) -> None:
    one, other = night.tables.values()
    one.played = 1
    assert not night.same.may_open(1)
    other.played = 1
    assert night.same.may_open(1)
    assert not night.same.may_open(2)
    other.sitters = frozenset()  # it waits for its people still
    assert not night.same.may_open(1)
    other.is_deserted = True
    assert night.same.may_open(1)


def test_a_table_is_told_when_it_has_played_all_deals(night: Night) -> None:
    one, other = night.tables.values()
    one.rows, other.rows = ((10, 0), (0, 5)), ((0, 30),)
    assert night.told() == {1: ((10, 0), (0, 5))}
    assert night.same.secret(1, 1) == b""
    assert night.same.secret(2, 2) != b""
    other.rows = ((0, 30), (7, 0))
    assert night.told() == {2: ((0, 30), (7, 0))}


def test_by_the_clock_a_deal_counts_at_all_tables_or_at_none(night: Night) -> None:
    one, other = night.tables.values()
    one.rows, other.rows = ((10, 0),), ()
    assert night.told(by_clock=True) == {1: ((0, 0), (0, 0)), 2: ((0, 0), (0, 0))}


def test_a_match_that_ends_early_ends_the_round_for_all(night: Night) -> None:
    one, other = night.tables.values()
    one.rows, one.result = ((90, 0),), (90, 0)
    assert night.told() == {1: ((90, 0), (0, 0))}
    assert night.same.secret(2, 2) == b""
    other.rows = ((3, 0),)
    assert night.told() == {2: ((3, 0), (0, 0))}


def test_a_told_table_is_ended_when_all_have_read_it_or_after_a_while(night: Night) -> None:
    one, other = night.tables.values()
    one.rows = other.rows = ((1, 0), (2, 0))
    night.told()
    one.is_rested = True
    night.same.end_finished_tables(0, 1_000)
    assert (one.ended, other.ended) == (True, False)
    night.same.end_finished_tables(1_000, 1_000)
    assert other.ended


@pytest.mark.parametrize(
    ("game", "deals", "named"),
    [
        ("rummy", 3, {"hands": 3}),
        ("rummikub", 4, {"rounds": "fresh", "fresh_rounds": 4}),
        ("burako", 9, {"target": 10_000}),
        ("burraco", 1, {"target": 10_000}),
    ],
)
def test_a_match_lasts_for_all_its_deals(game: str, deals: int, named: dict[str, object]) -> None:
    options = table_options(TournamentPlan("Cup", ClubFormat.HOWELL, game, duplicate=True, trusted=True, deals=deals))
    assert isinstance(options, Options)
    assert {name: value for name, value in options.items if name in named} == named


# The whole: a real hall in virtual time


class Evening:
    """A duplicate in a real hall: its guests are led to their chairs, and play by bots."""

    def __init__(
        self, folder: Path, plan: TournamentPlan, people: int, tables: int, *, absent: tuple[int, ...] = ()
    ) -> None:
        self.folder, self.plan, self.people, self.tables, self.absent = folder, plan, people, tables, absent
        self.file = folder / "cup.club"
        Tournament.begin(plan, AppendedFile(self.file))
        self.keys = {self.key(number): f"guest {number}" for number in range(people)}
        self.sim = Sim(self._open, 2, (20.0, 60.0))
        self.seated: dict[bytes, Guest] = {}

    @staticmethod
    def key(number: int) -> bytes:
        """The key of a guest, as its program makes it."""
        return LanProgram(f"guest {number}".encode().ljust(32, b"."), InlineThinker()).key

    def _open(self, sim: Sim) -> HallProgram:
        options = table_options(self.plan)
        assert isinstance(options, Options)
        offer = HallOffer(self.plan.game, options, RULES_VERSION, LEVEL)
        wanted = LanOptions("Hall", "", 0, str(self.folder / "hall"), None, None, Limits(), persons=self.people)
        cup, damage = load_tournament(self.file, self.tables, self.people)
        assert not damage
        hall = HallProgram(wanted, offer, (), self.tables, cup, make_program=sim.program, bridge=sim.bridge)
        assert hall.rounds is not None
        hall.rounds._here = lambda: self.keys  # all are in the hall the whole evening
        return hall

    def state(self) -> TournamentState:
        return read_tournament(self.file.read_bytes()).state

    def lead(self) -> None:
        """Bring everybody who is sent somewhere to the table, as their programs would."""
        places: dict[bytes, HallSeat] = dict(self.sim.hall.seating._paired)
        for number in sorted({*range(self.people)} - {*self.absent}):
            place = places.get(self.key(number))
            guest = self.seated.get(self.key(number))
            if place is not None and (guest is None or guest.headless.exit is not None):
                self.sim.seat(number, self.sim.hall.tables[place.table].table.port)
                self.seated[self.key(number)] = self.sim.guests[-1]

    def until(self, done: Callable[[], bool], minutes: float = 240) -> None:
        end = self.sim.now + minutes * MINUTE_MS
        while not done():
            assert self.sim.now < end, self.state()
            self.lead()
            self.sim.run(0.05)


@pytest.mark.whole  # one deal: `tests/lan/deal/test_hall_dealer.py`
def test_an_evening_of_the_same_tiles_is_played_scored_and_verified(tmp_path: Path) -> None:
    plan = TournamentPlan(
        "Cup", ClubFormat.HOWELL, "rummy", duplicate=True, trusted=True, deals=DEALS, left_over=LeftOverRule.BYE
    )
    evening = Evening(tmp_path, plan, 4, 2)
    logs: dict[bytes, object] = {}
    evening.until(lambda: len(evening.state().rounds) >= 1 and _all_play(evening, 8))
    evening.sim.kill()  # in the middle of the first deal, with both tables busy
    gc.collect()  # lets go of the tournament's file, as the end of a process does
    before = {at: guest.headless.session for at, guest in evening.seated.items()}
    evening.sim.open()
    evening.until(lambda: evening.state().rounds[0].is_over)
    state = evening.state()
    assert all(len(table.result.rows) == DEALS for table in state.rounds[0].tables if table.result is not None)
    assert not any(table.result.absent for table in state.rounds[0].tables if table.result is not None)
    names = []
    for session in before.values():
        assert session is not None
        log = session.story.match.transcript
        logs[session.story.roster.match] = log
        verdict = audit_log(log)
        assert (verdict.wrongs, verdict.breaches, verdict.opened) == ((), (), DEALS)
        names.append([entry.proof for entry in log.entries if entry.body == "promise"])
        assert not any(entry.kind is EntryKind.VOID for entry in log.entries)
        assert isinstance(session.story.dealer, HallDealer)
    assert len(logs) == 2
    assert all(one == names[0] for one in names)
    assert len(set(names[0])) == DEALS


def _all_play(evening: Evening, moves: int) -> bool:
    sessions = [guest.headless.session for guest in evening.seated.values()]
    return len(sessions) == evening.people - len(evening.absent) and all(
        session is not None and len(session.standing.story) >= moves for session in sessions
    )


@pytest.mark.whole  # over stubs: `test_rounds.py`, where a bot plays for one who is back in the hall
def test_a_duplicate_goes_on_without_one_who_never_sits_down(tmp_path: Path) -> None:
    plan = TournamentPlan(
        "Cup", ClubFormat.HOWELL, "rummy", duplicate=True, trusted=True, deals=1, left_over=LeftOverRule.BYE
    )
    evening = Evening(tmp_path, plan, 4, 2, absent=(3,))
    evening.until(lambda: len(evening.state().rounds) >= 1)
    paired = evening.sim.now
    evening.until(lambda: _all_play(evening, 2))
    assert evening.sim.now - paired > SIT_DOWN_MS
    evening.sim.kill()  # and started again it has the one who was missed in the hall from its first moment on
    gc.collect()
    evening.sim.open()
    evening.until(lambda: evening.state().rounds[0].is_over)
    first = evening.state().rounds[0]
    assert not any(table.result.absent for table in first.tables if table.result is not None)
