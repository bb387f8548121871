"""A tournament in the window: paired, led to the table, called back when the time is up, and how all stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.client.events import PointerDown
from game.client.lan.hall.board import standing_rows, waiting_words
from game.client.words import LANGUAGES, say, set_language
from game.club.kept import read_tournament
from game.club.tournament import Tournament
from game.club.values import ClubFormat, TournamentPlan
from game.store.appended import AppendedFile
from net.hall.messages import HallBoard, HallMeeting, HallRank
from tests.client.lan.hall.kit import Club, offer
from tests.client.lan.hall.test_visit import come, play, visit_of
from tests.client.lan_kit import Household, Player, gold


def shows(guest: Player, name: str) -> bool:
    """Whether something stands on a program's page."""
    return any(one.name == name for one in guest.director.top.shown_items())


def open_cup(house: Household, folder: Path, minutes: int = 1) -> Club:
    """Open a hall with a round robin of two, with a clock."""
    made = offer()
    chosen = tuple((name, value) for name, value in made.options.items if name != "players")
    plan = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, made.game, options=chosen, rounds=2, cycles=2, minutes=minutes)
    Tournament.begin(plan, AppendedFile(folder / "cup.club"))
    club = Club(house.net, folder / "club", 1, made, cup=folder / "cup.club")
    house.others.append(club.step)
    return club


def test_a_pairing_leads_to_the_table_and_the_clock_back_to_the_hall(house: Household, tmp_path: Path) -> None:
    club = open_cup(house, tmp_path)
    rosa = come(house, "Rosa")
    house.until(lambda: visit_of(rosa).visitor.board, "the board")
    assert str(rosa.director.top._list.aside) == say("hall.not_begun")  # type: ignore[attr-defined] # a page
    assert rosa.said("night.sealed"), "who is here reads whose tiles are played with"
    assert not {"hall.any", "hall.sit"} & {one.name for one in rosa.director.top.shown_items()}, "chairs are assigned"
    assert say("hall.led") in rosa.texts
    bruno = come(house, "Bruno")
    house.until(lambda: (rosa.scene, bruno.scene) == ("lan_room", "lan_room"), "both at the table")
    play(house, club, rosa, bruno)
    house.until(lambda: (rosa.scene, bruno.scene) == ("lan_hall", "lan_hall"), "the time to be up")
    assert str(visit_of(rosa).talk.lines[-1].text) == say("hall.called_back")
    house.until(lambda: visit_of(rosa).is_inside or rosa.scene == "lan_room", "the hall again")
    board = visit_of(bruno).visitor.board
    assert board is not None
    assert all(row.sign is not None for row in standing_rows(board)), "all begin where a winner's does"
    house.until(lambda: (rosa.scene, bruno.scene) == ("lan_room", "lan_room"), "the second round")
    assert club.program is not None
    assert club.program.rounds is not None
    assert club.program.rounds.board(0).round == 2


def test_the_end_shows_the_standings_and_the_gold_button_leads_home(house: Household, tmp_path: Path) -> None:
    open_cup(house, tmp_path, minutes=0)
    rosa = come(house, "Rosa")
    visit = visit_of(rosa)
    house.until(lambda: visit.visitor.board, "the board")
    assert gold(rosa) == set(), "the tournament leads to the chairs"
    board = visit.visitor.board
    assert board is not None
    visit.visitor.board = replace(board, round=1, over=True)
    house.step()
    assert rosa.director.top._view == "standings"  # type: ignore[attr-defined] # a page
    assert gold(rosa) == {"hall.leave"}
    rosa.click("hall.views.tables")
    house.step()
    assert rosa.director.top._view == "tables"  # type: ignore[attr-defined] # a page
    rosa.click("hall.leave")
    assert rosa.scene == "title"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_match_point_is_told_as_well_as_many(house: Household, tmp_path: Path, language: str) -> None:
    open_cup(house, tmp_path, minutes=0)
    visit = visit_of(come(house, "Rosa"))
    house.until(lambda: visit.visitor.board, "the board")
    assert visit.visitor.board is not None
    set_language(language)
    one, many = (
        str(standing_rows(replace(visit.visitor.board, ranks=(HallRank(1, "Rosa", points, 1),)))[0].note)
        for points in ("1", "12")
    )
    assert one == many.replace("12", "1")
    assert one.partition("1")[0].endswith(": "), "a number that no word has to agree with"


def test_who_goes_back_from_a_paired_chair_stays_in_the_hall(house: Household, tmp_path: Path) -> None:
    open_cup(house, tmp_path, minutes=0)
    rosa, bruno = come(house, "Rosa"), come(house, "Bruno")
    house.until(lambda: (rosa.scene, bruno.scene) == ("lan_room", "lan_room"), "both at the table")
    rosa.click("room.back")
    assert rosa.scene == "lan_hall"
    house.until(lambda: visit_of(rosa).is_inside, "the hall")
    house.wait(3)
    assert rosa.scene == "lan_hall"
    rosa.click("hall.views.round")
    assert any("Bruno" in str(row.title) for row in rosa.director.top._wall.members)  # type: ignore[attr-defined] # a page
    rosa.click("hall.sit")
    house.until(lambda: rosa.scene == "lan_room", "her chair again")


def test_whoever_looks_at_something_else_is_called_to_the_next_table(house: Household, tmp_path: Path) -> None:
    open_cup(house, tmp_path, minutes=0)
    rosa = come(house, "Rosa")
    rosa.click("hall.settings")
    come(house, "Bruno")
    lan = rosa.studio.lan
    house.until(lambda: lan.hall is not None and lan.hall.has_unjoined_place, "the pairing")
    assert rosa.scene == "settings"
    turn_notice = rosa.director.turn_notice
    assert turn_notice is not None
    rosa.draw()
    house.step()
    rosa.draw()
    box = rosa.turn_notice._box
    assert box is not None
    rosa.director.on_plain_event(PointerDown(box.centre))
    house.until(lambda: rosa.scene == "lan_room", "her table")


def test_two_who_choose_each_other_in_the_hall_play_as_a_pair(house: Household, tmp_path: Path) -> None:
    made = offer("burako", 4)
    chosen = tuple((name, value) for name, value in made.options.items if name != "players")
    plan = TournamentPlan("Cup", ClubFormat.ROUND_ROBIN, made.game, 4, options=chosen, rounds=1, pairs=True)
    Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    club = Club(house.net, tmp_path / "club", 1, made, cup=tmp_path / "cup.club", persons=4)
    house.others.append(club.step)
    rosa, bruno, marta = (come(house, name) for name in ("Rosa", "Bruno", "Marta"))
    for one, other in ((rosa, "Marta"), (marta, "Rosa")):
        house.until(lambda one=one: shows(one, "hall.views.partners"), "the people")  # type: ignore[misc] # bound here
        one.click("hall.views.partners")
        house.until(lambda one=one, other=other: other in one.texts, "the others")  # type: ignore[misc] # bound here
        one.click(f"hall.partners.{other}")
        one.click("hall.wish")
        house.until(lambda: "Rosa" in visit_of(marta).wished_by, "to be asked")
    assert str(visit_of(marta).talk.lines[-1].text) == say("hall.wishes", name="Rosa")
    house.until(lambda: "Marta" in visit_of(rosa).wished_by, "the answer")
    rosa.click("hall.partners.Marta")
    shown = rosa.director.top._partners.rows  # type: ignore[attr-defined] # a page
    assert len({shown.face.text_left(shown.look, row) for row in shown.members}) == 1, "with a sign or without"
    rows = {row.key: str(row.note) for row in shown.members}
    assert rows["Marta"] == say("hall.wishes_you"), "who has answered is not waited for"
    come(house, "Dario")
    programs = [rosa, bruno, marta]
    house.until(lambda: all(one.scene == "lan_room" for one in programs), "the first round")
    state = read_tournament((tmp_path / "cup.club").read_bytes()).state
    pairs = [{person.name for person in one.persons} for one in state.entrants]
    assert pairs == [{"Rosa", "Marta"}, {"Bruno", "Dario"}]


def test_who_has_no_table_in_a_round_reads_what_comes_next() -> None:
    one, other = HallMeeting(1, ("Ana - Bea", "Carl - Dora"), ()), HallMeeting(2, ("Eva", "Fred"), ("3", "5"))
    board = HallBoard(
        "swiss", 1, 3, 0, paused=False, over=False, meetings=(one, other), byes=("Gina",), ranks=(), same=False,
        people=(), lacks=0,
    )  # fmt: skip
    assert waiting_words(board, "Dora") is None, "her table plays"
    assert str(waiting_words(board, "Fred")) == say("hall.others_play")
    assert str(waiting_words(board, "Gina")) == say("hall.sits_out")
    assert str(waiting_words(board, "Hugo")) == say("hall.sits_out"), "who came late"
    assert waiting_words(board, "Rosa", looks_on=True) is None
    assert waiting_words(replace(board, round=3), "Gina") is None, "nothing comes after the last round"
