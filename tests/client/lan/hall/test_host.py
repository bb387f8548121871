"""Hosting a club night by hand: set up, opened, a tournament begun, closed with a question."""

from __future__ import annotations

import gc
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path

import pytest

from game.client.lan.hall.host import HostHall
from game.client.lan.hall.keeping import HallProcess, NightPlan
from game.client.words import LANGUAGES, say, set_language
from game.club.kept import read_tournament
from game.club.values import ClubFormat
from game.table.options import Options
from tests.client.lan.hall.kit import HOST, Club
from tests.client.lan_kit import Household, Player, gold, join
from tests.slices import some


class InMemory(HallProcess):
    """A hall in the household in place of a process."""

    def __init__(self, house: Household, player: Player, plan: NightPlan, home: Path) -> None:  # noqa: ARG002 - whose it is
        from game.lan.terms import TableOffer
        from game.match.transcript import RULES_VERSION

        self.plan, self.ended, self.why, self.paused = plan, False, "", False
        self.started, self._closing = plan.tournament is None, False
        made = TableOffer(plan.game, plan.options, RULES_VERSION, "medium")
        self.club = Club(
            house.net, home, plan.tables, made, cup=plan.tournament, persons=plan.persons, keeper=plan.keeper
        )
        self._process = None
        self.addresses = (f"{HOST}:{self.club.port}",)
        house.others.append(self.club.step)
        self._context = house

    def close(self) -> None:
        self._closing = self.ended = True
        self.club.close()


def host(house: Household, name: str = "Rosa") -> Player:
    """Start a program at the page where a club night is set up."""
    player = house.enter(name)
    lan = player.studio.lan
    lan.start_hall_process = lambda plan: InMemory(house, player, plan, lan.hall_home)  # type: ignore[method-assign] # in memory
    player.click("title.lan")
    player.click("lobby.night")
    assert player.scene == "lan_night"
    return player


def inside(house: Household, player: Player) -> None:
    player.click("night.open")
    assert player.scene == "lan_hall"
    house.until(lambda: player.studio.lan.hall is not None and player.studio.lan.hall.is_inside, "the hall")


def test_a_hall_is_opened_and_its_keeper_sits_down_like_everybody(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    inside(house, rosa)
    places = {one.name for one in rosa.director.top.shown_items()}
    assert {"hall.any", "hall.sit", "hall.close"} <= places
    assert not {"hall.begin", "hall.pause"} & places
    rosa.click("hall.any")
    house.until(lambda: rosa.scene == "lan_room", "a chair")


def test_closing_asks_and_leaving_the_page_leaves_the_hall_open(house: Household) -> None:
    rosa = host(house)
    inside(house, rosa)
    rosa.press("Esc")
    assert rosa.scene == "close"
    rosa.click("close.away")
    assert rosa.scene == "title"
    keeping = rosa.studio.lan.own_hall
    assert keeping is not None
    assert not keeping.ended
    rosa.click("title.lan")
    rosa.click("lobby.night")
    assert rosa.scene == "lan_hall"
    house.until(lambda: "hall.close" in {one.name for one in rosa.director.top.shown_items()}, "the hall")
    rosa.click("hall.close")
    rosa.click("close.go")
    assert rosa.scene == "title"
    assert rosa.studio.lan.own_hall is None


def test_a_tournament_is_made_and_its_keeper_may_begin_and_hold_it(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.kind.swiss")
    rosa.click("night.name")
    rosa.type("’s cup")
    inside(house, rosa)
    keeping = rosa.studio.lan.own_hall
    assert keeping is not None
    assert keeping.plan.tournament is not None
    made = read_tournament(keeping.plan.tournament.read_bytes()).state.plan
    assert (made.format, made.game, made.name) == (ClubFormat.SWISS, "rummy", "Rosa’s cup")
    rosa.click("hall.begin")
    house.step()
    rosa.click("hall.pause")
    assert keeping.paused


def test_the_keeper_prints_the_tournament(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.kind.knockout")
    inside(house, rosa)
    house.until(lambda: rosa.studio.lan.hall and rosa.studio.lan.hall.visitor.board, "the board")
    house.step()
    rosa.click("hall.print")
    assert rosa.scene == "hall_print"
    keeping = rosa.studio.lan.own_hall
    assert keeping is not None
    assert keeping.plan.tournament is not None
    page = keeping.plan.tournament.with_suffix(".html")
    assert "Rosa" in page.read_text(encoding="utf-8")
    for thread in [one for one in threading.enumerate() if one.name == "page"]:
        thread.join()
    assert opened == [page.as_uri()]


def test_an_evening_that_was_not_finished_is_gone_on_with(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.kind.swiss")
    inside(house, rosa)
    keeping = rosa.studio.lan.own_hall
    assert isinstance(keeping, InMemory)
    file = keeping.plan.tournament
    bruno = join(house, house.enter("Bruno"), "by Club")
    house.until(lambda: bruno.studio.lan.hall and bruno.studio.lan.hall.is_inside, "the hall")
    assert keeping.club.program is not None
    assert keeping.club.program.rounds is not None
    keeping.club.program.rounds.carry_out_order("start")
    house.until(lambda: rosa.scene == "lan_room", "the first round")
    rosa.click("room.back")
    house.until(
        lambda: "hall.pause" in {one.name for one in rosa.director.top.shown_items()}, "what may be done in a round"
    )
    assert "hall.begin" not in {one.name for one in rosa.director.top.shown_items()}, "it has begun by itself"
    rosa.click("hall.close")
    rosa.click("close.go")
    for thread in [one for one in threading.enumerate() if one.name == "comodin-hall-goodbye"]:
        thread.join()
    house.others.clear()
    gc.collect()  # lets go of the tournament's file, as the end of a process does
    rosa.click("title.lan")
    rosa.click("lobby.night")
    rosa.click("night.kept.0")
    assert rosa.scene == "lan_hall"
    again = rosa.studio.lan.own_hall
    assert isinstance(again, InMemory)
    assert again.plan.tournament == file
    house.until(lambda: rosa.scene == "lan_room", "the same round")


def test_a_hall_that_stopped_by_itself_is_opened_again(house: Household) -> None:
    rosa = host(house)
    inside(house, rosa)
    keeping = rosa.studio.lan.own_hall
    assert isinstance(keeping, InMemory)
    keeping.club.close()
    house.others.clear()
    keeping.ended, keeping.why = True, "The disk is full."
    house.until(lambda: "hall.again" in {one.name for one in rosa.director.top.shown_items()}, "the way on")
    assert "The disk is full." in str(rosa.director.top._state.text)  # type: ignore[attr-defined] # a page
    rosa.click("hall.again")
    house.until(lambda: rosa.studio.lan.hall and rosa.studio.lan.hall.is_inside, "the hall again")


def test_the_same_tiles_say_who_deals_them_before_the_hall_is_opened(house: Household) -> None:
    rosa = host(house)
    page = rosa.director.top
    assert isinstance(page, HostHall)
    page._same.on = True
    page._chose_kind("howell")
    page.update_texts()
    assert say("club.duplicate") in str(page._sealed.text)
    assert say("club.diverge") in str(page._sealed.text)
    options = page._setting.setup.options_or_refusal
    assert isinstance(options, Options)
    plan = page._plan(options)
    assert plan is not None
    assert (plan.duplicate, plan.trusted, plan.deals) == (True, True, 2)
    page._chose_kind("knockout")
    page.update_texts()
    assert str(page._sealed.text) == say("night.sealed")
    knockout = page._plan(options)
    assert knockout is not None
    assert not knockout.duplicate


@pytest.mark.parametrize("plays", [False, True])
def test_who_keeps_a_duplicate_plays_in_it_only_by_choice(house: Household, *, plays: bool) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.players.2")
    rosa.click("night.kind.round_robin")
    rosa.click("night.same")
    if plays:
        rosa.click("night.plays")
    inside(house, rosa)
    join(house, house.enter("Bruno"), "by Club")
    join(house, house.enter("Marta"), "by Club")
    keeping = rosa.studio.lan.own_hall
    assert keeping is not None
    assert keeping.plan.tournament is not None
    file = keeping.plan.tournament
    house.until(lambda: len(read_tournament(file.read_bytes()).state.entrants) == 2 + plays, "everybody")
    house.wait(2)
    names = {one.name for one in read_tournament(file.read_bytes()).state.entrants}
    assert names == {"Bruno", "Marta"} | ({"Rosa"} if plays else set())


def test_where_the_tournament_is_over_there_are_no_rounds_to_hold(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.kind.swiss")
    inside(house, rosa)
    visit = rosa.studio.lan.hall
    assert visit is not None
    house.until(lambda: visit.visitor.board, "the board")
    board = visit.visitor.board
    assert board is not None
    for over in (False, True):
        visit.visitor.board = replace(board, round=1, over=over)
        house.step()
        assert ("hall.pause" in {one.name for one in rosa.director.top.shown_items()}) is not over


@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_fewer_rounds_than_were_asked_for_are_said_beforehand(house: Household, language: str) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.players.2")
    page = rosa.director.top
    assert isinstance(page, HostHall)
    set_language(language)
    for kind, rounds, told in (
        ("howell", 9, 3), ("mitchell", 9, 2), ("round_robin", 9, 3), ("swiss", 9, None), ("howell", 0, None),
        ("howell", 3, None), ("free", 9, None),
    ):  # fmt: skip
        page._kind, page._numbers["rounds"] = kind, rounds
        page.rebuild()
        assert page._rounds_note.visible is (told is not None), (kind, rounds)
        if told is not None:
            assert str(page._rounds_note.text) == say("night.fewer", n=told, people=4)
    page._kind, page._numbers["rounds"], page._numbers["persons"] = "mitchell", 0, 2
    page.rebuild()
    assert str(page._rounds_note.text) == say("night.fewer", n=1, people=2)


def test_a_knockout_says_its_rounds_and_is_asked_for_none(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.players.2")
    rosa.click("night.kind.swiss")
    assert "night.rounds" in {one.name for one in rosa.director.top.shown_items()}
    rosa.click("night.kind.knockout")
    assert "night.rounds" not in {one.name for one in rosa.director.top.shown_items()}
    assert say("night.knockout", n=2, people=4) in rosa.texts


def test_a_tournament_waits_for_more_people_and_its_keeper_may_end_it(house: Household) -> None:
    rosa = host(house)
    rosa.click("night.games.rummy")
    rosa.click("night.players.2")
    rosa.click("night.kind.howell")
    inside(house, rosa)
    visit = rosa.studio.lan.hall
    assert visit is not None
    waits = f"{say('hall.lacks_first', n=3)} {say('hall.rounds', n=3)} {say('hall.led')}"
    house.until(lambda: waits in rosa.texts, "who is missing at the beginning, and how many rounds there will be")
    assert "hall.finish" not in {one.name for one in rosa.director.top.shown_items()}
    assert gold(rosa) == set(), "nobody else is here yet"
    assert visit.visitor.hall is not None
    visit.visitor.hall = replace(visit.visitor.hall, people=2)
    house.step()
    assert gold(rosa) == {"hall.begin"}
    rosa.click("hall.begin")
    keeping = rosa.studio.lan.own_hall
    assert isinstance(keeping, InMemory)
    assert keeping.club.program is not None
    assert keeping.club.program.rounds is not None
    keeping.club.program.rounds.carry_out_order("start")  # in place of a process's input
    house.until(lambda: say("hall.lacks_first", n=1) in rosa.texts, "who is missing for one table")
    rosa.click("hall.finish")
    assert rosa.scene == "finish"
    orders: list[str] = []
    keeping._order = orders.append  # type: ignore[method-assign,assignment] # to see it
    rosa.click("finish.go")
    assert orders == ["end"]
    keeping.club.program.rounds.carry_out_order(*orders)
    house.until(lambda: visit.visitor.board and visit.visitor.board.over, "the end")
    house.step()
    assert "hall.finish" not in {one.name for one in rosa.director.top.shown_items()}
