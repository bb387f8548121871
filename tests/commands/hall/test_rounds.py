"""A tournament in a hall, over tables that only say how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import pytest

from game.club.tournament import Tournament
from game.club.values import ClubFormat, TableResult, TournamentPlan
from game.commands.files import CommandError
from game.commands.hall.rounds import (
    MINUTE_MS,
    READY_MS,
    RETURN_MS,
    SIT_DOWN_MS,
    TIE_REPORT_MS,
    HallRounds,
    load_tournament,
)
from game.commands.hall.seating import HallSeat
from game.commands.hall.table import OneTable
from game.store.appended import AppendedFile
from net.hall.messages import HallMeeting, HallPerson, HallRank
from net.lobby import Lobby
from net.messages import Join, Ready
from tests.net.fake_lan import identity
from tests.net.parties import OFFER

CHAIRS = 2


def key(name: str) -> bytes:
    return identity(name).key


@dataclass
class Stub:
    """A table that waits, or has ended."""

    lobby: Lobby | None = field(default_factory=lambda: Lobby(OFFER, key("table"), "Table", CHAIRS))
    result: tuple[int, ...] | None = None
    sitters: frozenset[bytes] = frozenset()
    points: tuple[int, ...] | None = None
    ended_early: bool = False

    def send_away(self, chair: int, _now: int) -> None:
        assert self.lobby is not None
        self.lobby.clear_chair(chair)

    def end_early(self) -> None:
        self.ended_early = True

    def end(self, totals: tuple[int, ...], *names: str) -> None:
        self.lobby, self.result, self.sitters = None, totals, frozenset(map(key, names))

    def open(self) -> None:
        self.lobby, self.result, self.sitters = Lobby(OFFER, key("table"), "Table", CHAIRS), None, frozenset()


class Night:
    """Rounds of a file, with people who come and go."""

    def __init__(self, path: Path, names: tuple[str, ...], tables: int = 2) -> None:
        self.here = {key(name): name for name in names}
        self.tables = {number: Stub() for number in range(1, tables + 1)}
        self.sent: list[Mapping[bytes, HallSeat]] = []
        self.path = path
        if not path.exists():
            Tournament.begin(PLAN, AppendedFile(path))
        self.open()

    def open(self) -> None:
        """Start the hall, anew or again."""
        self.tournament, _damage = load_tournament(self.path, len(self.tables), len(self.here))
        tables = cast("Mapping[int, OneTable]", self.tables)
        self.rounds = HallRounds(self.tournament, len(self.here), tables, lambda: self.here, self.sent.append, "medium")

    def number(self) -> int:
        return len(self.tournament.state.rounds)

    def present(self) -> int:
        return len(self.tournament.state.present_entrants)

    def names_at(self, table: int) -> tuple[str, ...]:
        found = {place.chair: self.here[one] for one, place in self.sent[-1].items() if place.table == table}
        return tuple(name for _chair, name in sorted(found.items()))


PLAN = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, "rummy", rounds=0)
NAMES = ("ana", "bea", "carl", "dora")


def test_whoever_enters_takes_part_and_the_first_round_begins_when_all_are_here(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    dora = night.here.pop(key("dora"))
    night.rounds.step(1_000)
    assert night.sent == []
    night.here[key("dora")] = dora
    night.rounds.step(2_000)
    assert sorted(night.names_at(1) + night.names_at(2)) == sorted(NAMES)


def test_a_result_is_told_once_and_the_next_round_begins_when_all_tables_are_open(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    pairs = {table: night.names_at(table) for table in night.tables}
    for table, names in pairs.items():
        night.tables[table].end((10 * table, 5), *names)
        night.rounds.step(2_000)
    assert [table.result for table in night.tournament.state.rounds[0].tables] != [None, None]
    assert night.sent[-1] == {}
    assert night.number() == 1
    for one in night.tables.values():
        one.open()
    night.rounds.step(3_000)
    assert night.number() == 2
    assert {night.names_at(table) for table in night.tables} != set(pairs.values())


def test_a_match_of_others_is_no_result_of_the_round(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    night.tables[1].end((10, 5), "eva", "fred")
    night.rounds.step(2_000)
    assert night.tournament.state.rounds[0].tables[0].result is None


def test_who_does_not_come_to_the_table_leaves_and_a_bot_sits_there(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    first, other = night.names_at(1)
    lobby = night.tables[1].lobby
    assert lobby is not None
    lobby.join(key(first), Join(first, OFFER.rules, b"", watch=False, match=b""))
    night.tables[2].end((1, 2), *night.names_at(2))
    for name in NAMES:
        del night.here[key(name)]
    night.rounds.step(1_000 + SIT_DOWN_MS)
    night.rounds.step(1_000 + SIT_DOWN_MS)
    assert "bot" in [chair.holder for chair in lobby.chairs]
    assert night.rounds.told.count(f"Round 1, table 1: {other} has not come or is not ready; a bot plays.") == 1
    entrant = night.tournament.state.entrant_of_person(key(other).hex())
    assert entrant is not None
    assert entrant.gone


def test_a_table_to_which_nobody_comes_stops_no_round(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    night.tables[2].end((1, 2), *night.names_at(2))
    for name in night.names_at(1):
        del night.here[key(name)]
    for _turn in range(3):
        night.rounds.step(1_000 + SIT_DOWN_MS)
    assert night.tournament.state.running_round is None


def test_a_hall_that_is_started_again_goes_on_with_its_round_and_gives_everybody_time(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    before = night.sent[-1]
    del night.rounds, night.tournament  # lets go of the file, as the end of a program does
    night.open()
    night.rounds.step(10 * SIT_DOWN_MS)
    assert night.sent[-1] == before
    assert not any(one.gone for one in night.tournament.state.entrants)


def test_who_is_not_back_for_the_next_round_is_paired_no_more_and_comes_back_by_entering(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    for table in night.tables:
        night.tables[table].end((1, 2), *night.names_at(table))
    ana = night.here.pop(key("ana"))
    night.rounds.step(2_000)
    for one in night.tables.values():
        one.open()
    night.rounds.step(3_000)
    assert night.number() == 1
    night.rounds.step(2_000 + RETURN_MS)
    assert night.number() == 2
    assert night.present() == 3
    night.here[key("ana")] = ana
    night.rounds.step(3_000 + RETURN_MS)
    assert night.present() == 4


def test_the_last_round_ends_the_tournament(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", ("ana", "bea"), tables=1)
    night.rounds.step(1_000)
    night.tables[1].end((3, 1), "ana", "bea")
    night.rounds.step(2_000)
    night.tables[1].open()
    night.rounds.step(3_000)
    assert night.rounds.over
    assert night.rounds.told[-1] == "The tournament is over."


@pytest.mark.parametrize(("tables", "persons"), [(1, 3), (2, 1), (2, 5)])
def test_a_hall_says_how_many_can_play_at_its_tables(tmp_path: Path, tables: int, persons: int) -> None:
    Tournament.begin(PLAN, AppendedFile(tmp_path / "cup.club"))
    with pytest.raises(CommandError, match="can play; say --persons N"):
        load_tournament(tmp_path / "cup.club", tables, persons)


def test_a_file_that_is_no_tournament_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        load_tournament(tmp_path / "none.club", 2, 4)


def test_who_keeps_the_hall_begins_with_fewer_and_holds_the_next_round(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    dora = night.here.pop(key("dora"))
    night.rounds.step(1_000)
    assert night.number() == 0
    night.rounds.carry_out_order("start")
    night.rounds.step(2_000)
    assert night.number() == 1
    night.rounds.carry_out_order("pause")
    for table in night.tables:
        night.tables[table].end((10, 5), *night.names_at(table))
    night.rounds.step(3_000)
    for one in night.tables.values():
        one.open()
    night.here[key("dora")] = dora
    night.rounds.step(4_000 + RETURN_MS)
    assert night.number() == 1
    night.rounds.carry_out_order("go")
    night.rounds.step(5_000 + RETURN_MS)
    assert night.number() == 2


def test_a_tournament_says_for_how_many_it_waits_and_can_be_ended_only_between_rounds(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    others = {key(name): night.here.pop(key(name)) for name in NAMES[1:]}
    night.rounds.step(1_000)
    assert (night.rounds.board(1_000).lacks, night.rounds.board(1_000).rounds) == (3, 3)
    night.rounds.carry_out_order("start")
    night.rounds.step(2_000)
    assert (night.number(), night.rounds.board(2_000).lacks) == (0, 1)
    night.here.update(others)
    night.rounds.step(3_000)
    assert (night.number(), night.rounds.board(3_000).lacks, night.rounds.board(3_000).rounds) == (1, 0, 3)
    night.rounds.carry_out_order("end")
    assert not night.rounds.over
    for table in night.tables:
        night.tables[table].end((10, 5), *night.names_at(table))
    night.rounds.step(4_000)
    night.rounds.carry_out_order("end")
    assert night.rounds.over


def test_more_people_than_the_tables_have_chairs_look_on(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    night.here[key("eva")] = "eva"
    night.rounds.step(2_000)
    assert night.present() == len(NAMES)
    assert any(line.startswith("eva: ") for line in night.rounds.told)


def test_a_tie_in_a_knockout_is_played_again_and_nobody_is_late_for_it(tmp_path: Path) -> None:
    Tournament.begin(replace(PLAN, format=ClubFormat.KNOCKOUT), AppendedFile(tmp_path / "cup.club"))
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    names = night.names_at(1)
    night.tables[2].end((1, 2), *night.names_at(2))
    night.rounds.step(1_500)
    late = 1_000 + 2 * SIT_DOWN_MS
    night.tables[1].end((10, 10), *names)
    night.rounds.step(late)
    night.rounds.step(late + 100)
    assert [line for line in night.rounds.told if "table 1" in line] == [
        "Round 1, table 1: A knockout needs a winner: play another round."
    ]
    night.tables[1].open()
    night.rounds.step(late + 200)
    assert night.present() == len(NAMES)
    assert night.names_at(1) == names
    night.tables[1].end((10, 20), *names)
    night.rounds.step(late + 1_000 + TIE_REPORT_MS)
    assert night.tournament.state.running_round is None


def test_when_the_time_of_a_round_is_up_the_points_of_then_count_and_the_tables_end(tmp_path: Path) -> None:
    Tournament.begin(replace(PLAN, minutes=10), AppendedFile(tmp_path / "cup.club"))
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    for number, points in ((1, (30, 20)), (2, None)):
        night.tables[number].sitters = frozenset(map(key, night.names_at(number)))
        night.tables[number].points = points
        if points is not None:
            night.tables[number].lobby = None
            continue
        lobby = night.tables[number].lobby
        assert lobby is not None
        for name in night.names_at(number):
            lobby.join(key(name), Join(name, OFFER.rules, b"", watch=False, match=b""))
    assert night.rounds.board(301_000).left == 300
    night.rounds.step(10 * MINUTE_MS + 999)
    assert night.tournament.state.running_round is not None
    night.rounds.step(10 * MINUTE_MS + 1_000)
    told = [one.result for one in night.tournament.state.rounds[0].tables]
    assert told == [TableResult(((30, 20),)), TableResult(((0, 0),), (0, 1))]
    assert [one.ended_early for one in night.tables.values()] == [True, True]
    assert night.rounds.board(10 * MINUTE_MS + 1_000).left == 0


def test_the_board_says_who_meets_whom_and_how_all_stand(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    board = night.rounds.board(0)
    assert (board.round, board.meetings, board.ranks) == (0, (), ())
    night.rounds.step(1_000)
    names = night.names_at(1)
    night.tables[1].end((10, 5), *names)
    night.rounds.step(2_000)
    board = night.rounds.board(2_000)
    assert (board.kind, board.round, board.rounds) == ("round_robin", 1, 3), "each of four meets three others"
    assert board.meetings[0] == HallMeeting(1, names, ("10", "5"))
    assert board.meetings[1].points == ()
    assert board.ranks[0] == HallRank(1, names[1], "2", 1)  # fewer points are better


def test_where_pairs_stay_together_two_who_come_one_after_the_other_are_one(tmp_path: Path) -> None:
    plan = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, "burako", seats=4, pairs=True)
    Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    names = (*NAMES, "eva", "fred", "gina", "hugo")
    night = Night(tmp_path / "cup.club", names)
    for one in night.tables.values():
        one.lobby = Lobby(OFFER, key("table"), "Table", 4)
    night.rounds.step(1_000)
    assert [one.name for one in night.tournament.state.entrants] == [
        "ana - bea", "carl - dora", "eva - fred", "gina - hugo",
    ]  # fmt: skip
    assert night.number() == 1
    seats = {night.here[one]: place for one, place in night.sent[-1].items()}
    assert seats["ana"].table == seats["bea"].table
    assert abs(seats["ana"].chair - seats["bea"].chair) == 2


def test_a_hall_with_fewer_tables_than_the_round_that_is_played_is_refused(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    del night.rounds, night.tournament
    with pytest.raises(CommandError, match="has 2 tables"):
        load_tournament(tmp_path / "cup.club", 1, 2)


def test_who_stays_in_the_hall_misses_one_round_and_is_told_of_it_once(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    for turn in range(5):
        night.rounds.step(1_000 + SIT_DOWN_MS + turn)
    lines = len(night.path.read_bytes().splitlines())
    for turn in range(20):
        night.rounds.step(2_000 + SIT_DOWN_MS + turn)
    assert len(night.path.read_bytes().splitlines()) == lines


@pytest.mark.parametrize("ready", [False, True])
def test_who_sits_there_and_is_not_ready_in_time_gives_the_chair_to_a_bot(tmp_path: Path, *, ready: bool) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    lobby = night.tables[1].lobby
    assert lobby is not None
    first, second = night.names_at(1)
    for name in (first, second):
        lobby.join(key(name), Join(name, OFFER.rules, b"", watch=False, match=b""))
        del night.here[key(name)]
        if ready or name == first:
            lobby.set_ready(key(name), Ready(ready=True, digest=OFFER.digest, commit=bytes(32)))
    for turn in range(3):
        night.rounds.step(1_000 + READY_MS + turn)
    assert [chair.holder for chair in lobby.chairs] == ["person", "person" if ready else "bot"]


def test_the_keeper_keeps_two_apart_and_a_wrong_order_is_a_sentence(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    dora = night.here.pop(key("dora"))
    night.rounds.step(1_000)
    ana, bea = key("ana").hex(), key("bea").hex()
    night.rounds.carry_out_order(f"apart {ana} {bea}")
    night.rounds.carry_out_order(f"partners {ana} {bea}")
    night.rounds.carry_out_order("")
    assert night.rounds.told == ["Partners change in this tournament: nobody stays together."]
    night.here[key("dora")] = dora
    night.rounds.step(2_000)
    assert not any({"ana", "bea"} == set(night.names_at(table)) for table in night.tables)
    assert night.tournament.state.forbidden == ((min(ana, bea), max(ana, bea)),)


def test_two_who_name_each_other_play_as_a_pair_and_those_they_leave_as_another(tmp_path: Path) -> None:
    plan = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, "burako", seats=4, pairs=True)
    Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    night = Night(tmp_path / "cup.club", (*NAMES, "eva", "fred", "gina", "hugo"))
    gone = {key(name): night.here.pop(key(name)) for name in ("dora", "eva", "fred", "gina", "hugo")}
    for one in night.tables.values():
        one.lobby = Lobby(OFFER, key("table"), "Table", 4)
    night.rounds.step(1_000)
    people = night.rounds.board(1_000).people
    assert people == (HallPerson("ana", "bea"), HallPerson("bea", "ana"), HallPerson("carl", ""))
    assert night.rounds.wish(key("ana"), "carl") == [key("carl")]
    assert night.rounds.wish(key("ana"), "nobody") == []
    assert night.rounds.wish(key("carl"), "ana") == [key("ana")]
    night.rounds.step(2_000)  # who is alone takes no part yet, and both wait
    night.here[key("dora")] = gone.pop(key("dora"))
    night.rounds.step(3_000)
    assert [one.name for one in night.tournament.state.entrants] == ["ana - carl", "bea - dora"]
    night.here.update(gone)
    night.rounds.step(4_000)
    assert night.number() == 1
    assert night.rounds.board(4_000).people == ()
    assert night.rounds.wish(key("ana"), "bea") == []
    assert night.rounds.told == ["Round 1 is paired."]


def test_of_two_who_are_called_alike_and_wish_the_same_one_is_taken(tmp_path: Path) -> None:
    plan = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, "burako", seats=4, pairs=True)
    Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    night = Night(tmp_path / "cup.club", ("ana", "anna", "bea", "carl", "dora"))
    night.here[key("anna")] = "ana"
    night.rounds.step(1_000)
    for name, wished in (("ana", "bea"), ("anna", "bea"), ("bea", "ana")):
        night.rounds.wish(key(name), wished)
    night.rounds.step(2_000)
    (with_bea,) = (one for one in night.tournament.state.entrants if "bea" in one.name)
    assert "ana" in with_bea.name


def test_a_table_whose_bot_plays_for_one_who_is_back_in_the_hall_keeps_its_match(tmp_path: Path) -> None:
    night = Night(tmp_path / "cup.club", NAMES)
    night.rounds.step(1_000)
    first, late = night.names_at(1)
    lobby = night.tables[1].lobby
    assert lobby is not None
    lobby.join(key(first), Join(first, OFFER.rules, b"", watch=False, match=b""))
    lobby.set_ready(key(first), Ready(ready=True, digest=OFFER.digest, commit=bytes(32)))
    for turn in range(2):
        night.rounds.step(1_000 + SIT_DOWN_MS + turn)
    assert [chair.holder for chair in lobby.chairs].count("bot") == 1
    del night.rounds, night.tournament
    night.open()  # started again, with the one who is late in the hall from its first moment on
    night.rounds.step(2_000 + SIT_DOWN_MS)
    night.tables[1].end((10, 5), first)
    night.rounds.step(3_000 + SIT_DOWN_MS)
    assert night.tournament.state.rounds[0].tables[0].result == TableResult(((10, 5),))
    night.rounds.step(4_000 + SIT_DOWN_MS)
    entrant = night.tournament.state.entrant_of_person(key(late).hex())
    assert entrant is not None
    assert not entrant.gone
