"""A hall in the list of tables, its page, a chair at one of its tables, and the way back; by hands, over memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.client.lan.hall.visit import HallVisit
from game.client.words import say
from game.store.pins import Pin
from tests.client.lan.hall.kit import HOST, Club, open_club
from tests.client.lan_kit import Household, Player, find_table, join, lan_game_of, session_of


def come(house: Household, name: str) -> Player:
    """Start a program and enter the hall by the list."""
    guest = join(house, house.enter(name), "by Club")
    assert guest.scene == "lan_hall"
    house.until(
        lambda: "hall.tables" in {one.name for one in guest.director.top.shown_items()}, "the tables of the hall"
    )
    return guest


def visit_of(guest: Player) -> HallVisit:
    """The hall that a program is in."""
    hall = guest.studio.lan.hall
    assert hall is not None
    return hall


def told(guest: Player) -> str:
    """What the bar says beside the title."""
    return str(guest.director.top.bar.aside)  # type: ignore[attr-defined] # a page


def row(guest: Player, table: int) -> str:
    """What is said of a table."""
    hall = guest.director.top
    lines = hall._tables.members  # type: ignore[attr-defined] # a page
    return next((str(one.note) for one in lines if one.key == str(table)), "")


def test_a_hall_stands_in_the_list_with_its_name_and_counts(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path, tables=3)
    guest = house.enter("Rosa")
    found = find_table(house, guest, "by Club")
    assert found.text == say("lobby.hall", name="Club")
    lobby = guest.director.top
    (line,) = lobby._tables.members  # type: ignore[attr-defined] # the list
    assert "3 tables" in str(line.note)


def test_two_sit_down_and_play_and_are_back_in_the_hall_when_they_leave(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path)
    rosa, bruno = come(house, "Rosa"), come(house, "Bruno")
    house.until(lambda: told(bruno) == say("hall.people", n=2), "both in the hall")
    rosa.click("hall.tables.2")
    rosa.click("hall.sit")
    house.until(lambda: rosa.scene == "lan_room", "the room of table 2")
    house.until(lambda: "Rosa" in row(bruno, 2), "her chair in the list")
    assert row(bruno, 1) == say("hall.empty")
    bruno.click("hall.tables.2")
    bruno.click("hall.sit")
    house.until(lambda: bruno.scene == "lan_room", "the room of table 2")
    play(house, club, rosa, bruno)
    rosa.press("Esc")
    rosa.click("leave.later")
    assert rosa.scene == "lan_hall"
    house.until(lambda: row(rosa, 2) == say("hall.own", names="Rosa, Bruno"), "her own table")
    rosa.click("hall.tables.2")
    rosa.click("hall.sit")
    house.until(lambda: rosa.scene == "table", "her chair again")


def play(house: Household, club: Club, *players: Player) -> None:
    """Be ready, and see the table."""
    for one in players:
        house.until(lambda one=one: any(at.name == "room.ready" for at in one.director.top.shown_items()), "the chair")  # type: ignore[misc] # bound here
        one.click("room.ready")
    house.until(lambda: all(one.scene == "table" for one in players), "the deal")
    assert club.program is not None


def test_who_leaves_a_waiting_room_is_back_in_the_hall_and_may_take_any_chair(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path)
    rosa = come(house, "Rosa")
    rosa.click("hall.any")
    house.until(lambda: rosa.scene == "lan_room", "a chair")
    house.until(lambda: lan_game_of(rosa).seat is not None, "the chair to be hers")
    rosa.press("Esc")
    assert rosa.scene == "lan_hall"
    house.until(lambda: visit_of(rosa).is_inside, "the hall")
    rosa.click("hall.any")
    house.until(lambda: rosa.scene == "lan_room", "a chair again")


def test_what_is_said_in_the_hall_is_heard_by_all_there(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path)
    rosa, bruno = come(house, "Rosa"), come(house, "Bruno")
    rosa.click("hall.talk.field")
    rosa.type("Hola a todos")
    rosa.press("Enter")
    house.until(lambda: "Rosa: Hola a todos" in bruno.texts, "the word")
    house.wait(1)
    assert len(visit_of(rosa).talk.lines) == 1


def test_a_hall_with_a_password_asks_for_it_and_for_another_where_that_was_wrong(
    house: Household, tmp_path: Path
) -> None:
    open_club(house, tmp_path, word="mate")
    rosa = house.enter("Rosa")
    join(house, rosa, "by Club")
    assert rosa.scene == "lan_password"
    rosa.type("tea")
    rosa.press("Enter")
    house.until(lambda: rosa.said("link.wrong_password.what"), "the refusal")
    rosa.click("hall.password")
    rosa.type("mate")
    rosa.press("Enter")
    house.until(lambda: visit_of(rosa).is_inside, "the hall")
    rosa.click("hall.any")
    house.until(lambda: rosa.scene == "lan_room" and lan_game_of(rosa).seat is not None, "a chair with the same word")


def test_a_hall_that_closes_says_so_and_one_leaves_for_the_title(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path)
    rosa = come(house, "Rosa")
    club.close()
    house.until(lambda: rosa.said("hall.closed.what"), "the end")
    rosa.press("Esc")
    assert rosa.scene == "title"
    assert rosa.studio.lan.hall is None


def test_a_table_whose_people_have_just_gone_is_shown_empty(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path)
    rosa = come(house, "Rosa")
    table = visit_of(rosa).visitor.tables[1]
    visit_of(rosa).visitor.tables[1] = replace(table, playing=True)
    house.step()
    assert row(rosa, 1) == say("hall.empty")
    (line,) = [one for one in rosa.director.top._tables.members if one.key == "1"]  # type: ignore[attr-defined] # a page
    assert line.sign == "people"


def test_a_hall_that_was_killed_is_called_until_it_is_there_again(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path)
    rosa = come(house, "Rosa")
    club.kill()
    house.until(lambda: not visit_of(rosa).is_inside, "the cut")
    house.wait(10)
    assert visit_of(rosa).problem is not None
    club.start()
    house.until(lambda: visit_of(rosa).is_inside, "the hall again")
    assert visit_of(rosa).problem is None
    assert rosa.scene == "lan_hall"


def test_a_table_of_a_hall_that_was_killed_goes_on_when_it_is_there_again(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path)
    rosa, bruno = come(house, "Rosa"), come(house, "Bruno")
    for one in (rosa, bruno):
        one.click("hall.tables.2")
        one.click("hall.sit")
        house.until(lambda one=one: one.scene == "lan_room", "the room")  # type: ignore[misc] # bound here
    play(house, club, rosa, bruno)
    match = session_of(rosa).lockstep.replica.match
    club.kill()
    house.until(lambda: session_of(rosa).lockstep.host_link is None, "the cut")
    club.start()
    house.until(lambda: session_of(rosa).lockstep.host_link is not None, "the table again")
    house.until(lambda: session_of(bruno).lockstep.host_link is not None, "the table again")
    assert session_of(rosa).lockstep.replica.match == match
    assert club.program is not None
    assert club.program.tables[2].match == match
    assert rosa.scene == "table"


@pytest.mark.whole  # two who play: above
def test_a_third_watches_a_table_that_plays_and_comes_back_to_the_hall(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path, tables=1)
    rosa, bruno, marta = come(house, "Rosa"), come(house, "Bruno"), come(house, "Marta")
    for one in (rosa, bruno):
        one.click("hall.any")
        house.until(lambda one=one: one.scene == "lan_room", "the room")  # type: ignore[misc] # bound here
    play(house, club, rosa, bruno)
    house.until(lambda: row(marta, 1).endswith(say("hall.playing", names="").lstrip()), "the match in the list")
    marta.click("hall.sit")
    house.until(lambda: marta.scene == "table", "the table")
    assert session_of(marta).story.seat is None
    marta.press("Esc")
    marta.click("leave.later")
    assert marta.scene == "lan_hall"


def test_the_address_of_a_hall_that_is_in_the_list_leads_into_the_hall(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path)
    rosa = house.enter("Rosa")
    find_table(house, rosa, "by Club")
    rosa.click("lobby.address")
    rosa.type("10.0.0.99:50000")
    rosa.press("Enter")
    assert rosa.scene == "lan_hall"


def test_who_was_met_at_a_table_of_the_same_computer_is_not_taken_for_another_in_a_hall(
    house: Household, tmp_path: Path
) -> None:
    club = open_club(house, tmp_path)
    guest = house.enter("Rosa")
    guest.studio.lan.save_keys(Pin("Club", "aa" * 32, f"{HOST}:{club.port}"))
    join(house, guest, "by Club")
    house.until(lambda: visit_of(guest).is_inside, "the hall")


def test_a_hall_that_is_another_than_the_last_time_is_entered_all_the_same_by_a_button(
    house: Household, tmp_path: Path
) -> None:
    club = open_club(house, tmp_path)
    guest = house.enter("Rosa")
    guest.studio.lan.save_keys(Pin("Club", "aa" * 32, f"{HOST}:{club.port}", hall=True))
    join(house, guest, "by Club")
    house.until(lambda: say("link.other_host.what") in guest.texts, "the warning")
    guest.click("hall.trust")
    house.until(lambda: visit_of(guest).is_inside, "the hall")


def test_an_address_leads_into_a_hall_that_nothing_announces(house: Household, tmp_path: Path) -> None:
    house.net.deaf = True
    open_club(house, tmp_path, word="sol")
    rosa = house.enter("Rosa")
    rosa.click("title.lan")
    rosa.click("lobby.address")
    rosa.type("10.0.0.99:50000")
    rosa.press("Enter")
    house.until(lambda: "room.password" in {one.name for one in rosa.director.top.shown_items()}, "to be asked")
    rosa.click("room.password")
    rosa.type("sol")
    rosa.press("Enter")
    house.until(lambda: rosa.scene == "lan_hall" and visit_of(rosa).is_inside, "the hall")
    rosa.click("hall.sit")
    house.until(lambda: rosa.scene == "lan_room" and lan_game_of(rosa).seat is not None, "a chair")
    rosa.click("room.leave")
    house.until(lambda: rosa.scene == "lan_hall", "the hall again")


def test_the_hall_is_heard_at_its_tables_and_answered_there(house: Household, tmp_path: Path) -> None:
    club = open_club(house, tmp_path)
    rosa, bruno, marta = come(house, "Rosa"), come(house, "Bruno"), come(house, "Marta")
    for one in (rosa, bruno):
        one.click("hall.tables.2")
        one.click("hall.sit")
        house.until(lambda one=one: one.scene == "lan_room", "the room")  # type: ignore[misc] # bound here
    house.until(lambda: any(at.name == "room.talk.where.hall" for at in rosa.director.top.shown_items()), "her chair")
    rosa.click("room.talk.where.hall")
    rosa.click("room.talk.field")
    rosa.type("We begin")
    rosa.press("Enter")
    house.until(lambda: "Rosa: We begin" in marta.texts, "the word from a waiting room")
    play(house, club, rosa, bruno)
    rosa.press("T")
    assert rosa.scene == "lan_company"
    marta.click("hall.talk.field")
    marta.type("Who wins?")
    marta.press("Enter")
    house.until(lambda: say("talk.place_unread", place=say("hall.news"), n=1) in rosa.texts, "the word at the table")
    rosa.press("Esc")
    rosa.press("T")
    assert "Marta: Who wins?" in rosa.texts, "where all that is new was said in the hall, that is shown first"
    assert not visit_of(rosa).talk.unread
    rosa.click("company.talk.field")
    rosa.type("1")
    rosa.press("Enter")
    house.until(lambda: "Rosa: 1" in marta.texts, "the answer, which is no phrase of a table")
    assert [line.text for line in lan_game_of(bruno).talk.lines if not line.notice] == []


def test_the_tables_and_what_is_said_end_level_and_the_buttons_hide_none(house: Household, tmp_path: Path) -> None:
    open_club(house, tmp_path, tables=4)
    rosa = come(house, "Rosa")
    at = {one.name: one.box for one in rosa.director.top.shown_items()}
    assert abs(at["hall.dock"].bottom - at["hall.talk"].bottom) < 1
    assert at["hall.tables.4"].bottom < at["hall.dock"].y
