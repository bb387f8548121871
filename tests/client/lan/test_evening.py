"""What an evening on the LAN says as it is: the room, who is away, what is over, a list that stayed empty."""

from __future__ import annotations

import pytest

from game.bots.names import DEFAULT_LEVEL
from game.client.app_window import first_window_size
from game.client.draw import theme
from game.client.lan.lobby import SEARCH_AGAIN_SECONDS
from game.client.table import scene
from game.client.widgets.button import Button
from game.client.words import say
from game.rules.ruleset import Family
from net.log.bodies import LogKind
from tests.client.lan.test_looking_on import names, written
from tests.client.lan.test_others import matches
from tests.client.lan_kit import (
    STEP,
    Household,
    Player,
    begin,
    begin_round,
    host_and_guest,
    lan_game_of,
    lobby_rows,
    open_table,
    seat_bots,
    session_of,
)
from tests.slices import some


def test_closing_a_room_in_which_others_wait_is_asked_first(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    host.press("Esc")
    assert host.scene == "close"
    assert say("room.close_line", names="Bruno") in host.texts
    host.press("Esc")
    assert host.scene == "lan_room"
    assert lan_game_of(guest).problem is None
    host.press("Esc")
    host.click("close.go")
    assert host.scene == "lan_lobby"
    house.until(lambda: guest.said("lan.host_gone.what"), "the guest to be told", turns=60)


def test_a_room_nobody_has_come_to_closes_at_once(house: Household) -> None:
    host = open_table(house)
    house.step()
    host.press("Esc")
    assert host.scene == "lan_lobby"


def test_the_waiting_room_reads_in_what_its_table_is_made_of(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Family] = []
    monkeypatch.setattr(scene, "family_parts", read.append)
    open_table(house, game="host.games.rummikub")
    house.until(lambda: read, "the parts to be read in")
    assert read == [Family.OPEN_TABLE]


def test_the_room_says_target_and_clock_of_its_table(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    house.step()
    for player in (host, guest):
        told = written(player)
        assert say("room.rule", option=say("option.target"), value="3 000") in told
        assert say("option.turn_seconds") in told
        assert say("room.as_usual") in told


@pytest.mark.parametrize(("preset", "counts"), [("usual", False), ("box", True)])
def test_the_room_counts_rounds_only_where_each_is_dealt_afresh(house: Household, preset: str, *, counts: bool) -> None:
    host = house.enter("Rosa")
    host.click("title.lan")
    host.click("lobby.host")
    host.click("host.games.rummikub")
    host.click(f"host.presets.{preset}")
    host.click("host.open")
    house.step()
    assert (say("room.rule", option=say("option.fresh_rounds"), value="4") in written(host)) is counts


@pytest.mark.parametrize(("game", "piece"), [("burraco", "card"), ("burako", "tile")])
def test_a_waiting_room_calls_the_pieces_as_the_game_does(house: Household, game: str, piece: str) -> None:
    host = open_table(house, game=f"host.games.{game}")
    house.step()
    told = written(host)
    assert f"The deal is sealed: no program sees a person's hidden {piece}s" in told
    assert next(one.text for one in host.director.top.shown_items() if one.name == "room.start") == f"Deal the {piece}s"


def test_who_waits_with_a_friend_has_bots_in_all_empty_chairs_by_the_gold_button(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    guest.click("room.ready")
    house.until(lambda: say("room.empty", n=2) in host.texts, "both to be here")
    host.press("Enter")
    house.until(lambda: say("room.all_ready") in host.texts, "bots in the chairs")
    room = lan_game_of(host).room
    assert room is not None
    assert [chair.level for chair in room.chairs if chair.holder == "bot"] == [DEFAULT_LEVEL] * 2
    assert len({chair.name for chair in room.chairs}) == 4
    host.press("Enter")
    house.until(lambda: host.scene == guest.scene == "table", "the table")


def test_who_waits_alone_is_not_led_to_fill_the_chairs_of_friends(house: Household) -> None:
    host = open_table(house)
    host.press("Enter")
    house.step()
    room = lan_game_of(host).room
    assert room is not None
    assert [chair.holder for chair in room.chairs] == ["person", "nobody", "nobody", "nobody"]
    host.click("room.fill")
    house.until(lambda: say("room.all_ready") in host.texts, "bots in the chairs")


def test_the_plate_of_who_is_away_says_so(house: Household) -> None:
    host, _guest = begin(house)
    house.kill("Bruno")

    def plate() -> str:
        return next(one.text for one in host.director.top.shown_items() if one.name == "seat:1")

    house.until(lambda: say("company.away") in plate(), "the plate")


@pytest.mark.parametrize("frozen", some(["host", "guest"], 1))
def test_all_others_see_within_two_seconds_that_somebody_is_not_heard_and_nothing_follows(
    house: Household, frozen: str
) -> None:
    host, guests = host_and_guest(house, 2)
    seat_bots(host, 3)
    begin_round(house, host, *guests)
    house.wait(8)  # until the guests have called each other
    victim = host if frozen == "host" else guests[0]
    others = [player for player in (host, *guests) if player is not victim]
    seat = session_of(victim).story.seat

    def plate(player: Player) -> str:
        return next(one.text for one in player.director.top.shown_items() if one.name == f"seat:{seat}")

    victim.up = False
    late = say("company.late")
    house.until(lambda: all(late in plate(player) for player in others), "the plates", turns=round(2 / STEP))
    for player in others:
        banner = next(one.text for one in player.director.top.shown_items() if one.name == "table.banner")
        view = session_of(player).view
        assert view is not None
        assert (say("waits.late", name=victim.studio.player) in banner) is not view.must_decide
    victim.up = True
    house.until(lambda: not any(late in plate(player) for player in others), "it to be heard", turns=round(1 / STEP))
    for player in others:
        assert not session_of(player).away_times()
        assert all(entry.core.kind != LogKind.CALL for entry in session_of(player).lockstep.replica.entries)


def test_a_match_that_is_over_is_listed_as_over_and_not_gone_on_with(house: Household) -> None:
    host, _guest = begin(house)
    lan_game = lan_game_of(host)
    lockstep = lan_game.table.lockstep
    assert lockstep is not None
    path = lan_game.match_path(lockstep.replica.match)
    host.press("Esc")
    host.click("leave.later")
    path.rename(path.with_suffix(".lan-over"))
    host.click("title.matches")
    house.until(lambda: len(matches(host)) == 1, "the match in the list")
    assert say("matches.lan_over", when="").strip() in written(host)
    host.press("Enter")
    assert host.scene == "opening"


def test_a_match_that_ended_while_one_left_is_no_more_offered_and_no_error(house: Household) -> None:
    begin(house)
    guest = house.players["Bruno"]
    lan_game = lan_game_of(guest)
    lockstep = lan_game.table.lockstep
    assert lockstep is not None
    path = lan_game.match_path(lockstep.replica.match)
    waits = say("title.seat_waits", names="Rosa")
    guest.press("Esc")
    guest.click("leave.later")
    house.until(lambda: waits in guest.texts, "the strip of the title")
    path.rename(path.with_suffix(".lan-over"))  # as it is closed by a table that is over
    guest.click("title.continue")
    assert guest.scene == "notice"
    assert say("matches.is_over") in guest.texts
    guest.press("Esc")
    house.until(lambda: waits not in guest.texts, "the strip to go")


def test_the_matches_are_read_anew_when_one_that_was_left_is_put_away(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(house)
    guest = house.players["Bruno"]
    lan_game = lan_game_of(guest)
    lan, waits = guest.studio.lan, say("title.seat_waits", names="Rosa")
    close_file = lan_game._close_file
    held: list[bool] = []
    monkeypatch.setattr(lan_game, "_close_file", lambda *, over: held.append(over))  # the disk takes its time
    guest.press("Esc")
    guest.click("leave.later")
    house.until(lambda: waits in guest.texts, "the strip of the title")
    close_file(over=True)
    house.until(lambda: waits not in guest.texts, "the strip to go")
    assert [kept.over for kept in lan.kept] == [True]


def test_a_list_that_heard_nothing_looks_again_by_itself_and_by_its_button(house: Household) -> None:
    guest = house.enter("Bruno")
    guest.click("title.lan")
    house.step()
    lan = guest.studio.lan
    first = lan._finder
    house.wait(SEARCH_AGAIN_SECONDS + 2)
    assert lan._finder is not first
    again = lan._finder
    guest.click("lobby.again")
    assert lan._finder is not again
    open_table(house)
    house.until(lambda: lobby_rows(guest), "the table")
    house.step()
    assert "lobby.again" not in names(guest)


def test_the_reason_under_a_button_is_read_on_what_it_stands_on(house: Household) -> None:
    guest = house.enter("Bruno")
    guest.click("title.lan")
    join = guest.director.top._join  # type: ignore[attr-defined] # the lobby
    assert isinstance(join, Button)
    for ground in (theme.PANEL.top, theme.PANEL.bottom):
        assert theme.contrast(join.reason_ink, ground) >= 4.5


@pytest.mark.parametrize(
    ("desktop", "window"),
    [
        ((1366, 768), (1280, 720)),
        ((1920, 1080), (1280, 720)),
        ((3840, 2160), (2560, 1440)),
        ((800, 600), (800, 600)),
    ],
)
def test_the_first_window_is_not_lost_on_a_large_screen(desktop: tuple[int, int], window: tuple[int, int]) -> None:
    assert first_window_size(desktop) == window
