"""Who one is on the LAN, and where one's seat is: a name is asked for, and a seat that waits is offered as such."""

from __future__ import annotations

from game.client.words import say
from tests.client.lan.test_looking_on import names, written
from tests.client.lan_kit import (
    Household,
    begin,
    find_table,
    host_and_guest,
    lan_game_of,
    lobby_rows,
    open_table,
    session_of,
)


def test_nobody_goes_to_the_network_without_a_name(house: Household) -> None:
    player = house.enter(say("player.default"))
    player.click("title.lan")
    assert player.scene == "name"
    player.draw()
    player.press("Enter")
    assert player.scene == "name", "no name is no answer"
    player.type("  Ana\u202e ")
    player.press("Enter")
    assert player.scene == "lan_lobby"
    assert say("lobby.you", name="Ana") in written(player)
    assert player.studio.preferences.now.player == player.studio.context.player == "Ana"


def test_the_name_on_the_title_is_changed_by_pressing_it(house: Household) -> None:
    player = house.enter("Ana")
    player.click("title.player")
    assert player.scene == "name"
    for _ in "Ana":
        player.press("Backspace")
    player.type("Lía")
    player.press("Enter")
    assert player.scene == "title"
    player.director.relayout()
    assert next(one.text for one in player.director.top.shown_items() if one.name == "title.player") == "Lía"


def test_the_title_says_whose_table_one_s_seat_waits_at_and_leads_there(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Bruno")
    again = house.enter_again("Bruno")
    waits = say("title.seat_waits", names="Rosa")
    house.until(lambda: waits in again.texts, "the strip")
    again.draw()
    again.click("title.continue")
    house.until(lambda: again.scene == "table", "the table")
    assert session_of(again).lockstep.seat == 1
    assert not guest.up


def test_the_list_offers_one_s_own_seat_first_and_never_as_a_place_to_watch_from(house: Household) -> None:
    begin(house)
    house.kill("Bruno")
    open_table(house, "Marta")
    again = house.enter_again("Bruno")
    find_table(house, again, "Marta")
    house.until(lambda: len(lobby_rows(again)) == 2, "both tables")
    rows = lobby_rows(again)
    house.until(lambda: say("lobby.own_seat", seats=4) in written(again), "the seat")
    assert "Rosa" in rows[0].text or "Rosa" in lobby_rows(again)[0].text
    again.click(lobby_rows(again)[0].name)
    assert next(one.text for one in again.director.top.shown_items() if one.name == "lobby.join") == say(
        "lobby.come_back"
    )
    again.click("lobby.join")
    house.until(lambda: again.scene == "table", "the table")


def test_a_stranger_is_offered_to_watch_where_all_chairs_are_taken(house: Household) -> None:
    host, _guests = host_and_guest(house, guests=3)
    stranger = house.enter("Tito")
    stranger.click("title.lan")
    stranger.click("lobby.address")
    stranger.type(f"{host.host}:{lan_game_of(host).table.port}")
    stranger.press("Enter")
    house.until(lambda: "room.watch" in names(stranger), "the refusal with its button")
    stranger.draw()
    assert say("link.table_full.mend") in written(stranger)
    stranger.click("room.watch")
    house.until(
        lambda: host.director.top.name == "lan_room" and say("room.watchers", n=1) in written(host), "a watcher"
    )
