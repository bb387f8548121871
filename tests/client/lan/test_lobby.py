"""Host, find, join, play on: the LAN scenes of whole programs, by their hands, over wires in memory."""

from __future__ import annotations

import pytest

from game.bots.choice import fallback_move
from game.client.debug import ShownItem
from game.client.lan import lobby as lobby_scene
from game.client.lan import session as lan_session
from game.client.lan.talk import MAX_LINES, ChatHistory, ChatLine
from game.client.scenes.score_sheet import ScoreSheet
from game.client.table.scene import TableScene
from game.client.widgets.boxes import Box
from game.client.widgets.widget import walk
from game.client.words import say, set_language
from game.client.words.aloud import words_for_key
from game.lan.addresses import DEFAULT_PORT
from game.match.transcript import RULES_VERSION
from game.store.pins import Pin
from game.table.safe_text import printable
from game.table.state import Phase
from net.deal.soundness import LibraryFault
from net.discovery import SERVICE_TYPE, Address, Announcement, to_properties
from net.messages import PROTOCOL, Chat, ChatPhrase
from tests.client.lan_kit import (
    STEP,
    Household,
    Player,
    begin,
    find_table,
    host_and_guest,
    join,
    lan_game_of,
    lobby_rows,
    open_table,
)


def test_a_table_is_hosted_found_joined_and_dealt(house: Household) -> None:
    host, guest = begin(house)
    for player in (host, guest):
        player.draw()
    assert "Bruno" in host.texts
    assert "Rosa" in guest.texts


def test_a_host_that_was_killed_opens_its_table_again_from_the_list(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Rosa")
    house.until(lambda: say("waits.away", name="Rosa") in guest.texts, "the host to be missed")
    again = house.enter_again("Rosa")
    again.click("title.matches")
    house.until(lambda: "on the network" in again.texts, "the match in the list")
    again.press("Enter")
    house.until(lambda: again.scene == "table", "the table")
    house.until(lambda: say("waits.away", name="Rosa") not in guest.texts, "the host to be seen again")
    assert "Bruno" in again.texts


def play_turn(house: Household, player: Player) -> None:
    """Draw by the key, keep what the start offers, throw the first tile by the key."""
    scene = player.director.top
    assert isinstance(scene, TableScene)
    assert scene.hands.turn is not None
    player.press("D")
    turn = scene.hands.turn
    house.until(
        lambda: turn.view.must_decide and turn.view.phase not in (Phase.DRAW, Phase.START_DRAW), "the drawn tile"
    )
    if turn.view.phase is Phase.START_CHOICE:
        player.press("Enter")
    house.until(lambda: turn.view.must_decide and turn.view.phase is Phase.PLAY, "the tile to be kept")
    turn.pick_only((turn.view.rack[0],))
    player.press("X")
    house.until(lambda: turn.view.table.to_move != turn.view.seat, "the end of the turn")


@pytest.mark.parametrize("fault", ["kill", "leave", "freeze"])
def test_a_guest_in_the_waiting_room_reads_within_three_seconds_that_its_host_is_gone(
    house: Household, fault: str
) -> None:
    host, (guest,) = host_and_guest(house)
    assert not guest.said("lan.host_gone.what")
    if fault == "kill":
        house.kill("Rosa")
    elif fault == "freeze":
        host.up = False
    else:
        host.click("room.back")
        host.click("close.go")
        assert host.scene != "lan_room"
    house.until(lambda: guest.said("lan.host_gone.what"), "the notice", turns=round(3 / STEP))
    assert guest.said("lan.host_gone.mend")
    assert guest.scene == "lan_room"
    guest.draw()
    if fault == "freeze":
        house.wait(4)
        host.up = True
        house.until(lambda: not guest.said("lan.host_gone.what"), "the host to be heard", turns=round(1 / STEP))
        assert lan_game_of(guest).party.room is not None
    if fault == "kill":
        again = house.enter_again("Rosa")
        again.click("title.lan")
        again.click("lobby.host")
        again.click("host.open")
        house.until(lambda: not guest.said("lan.host_gone.what"), "the host to be back")


def test_a_host_that_takes_a_call_and_then_stands_still_is_told_within_eight_seconds(house: Household) -> None:
    host = open_table(house)
    house.until(lambda: house.net.announced, "the announcement")
    guest = join(house, house.enter("Bruno"))
    links = lan_game_of(guest).party.guests
    house.until(lambda: links or lan_game_of(guest).room, "the call to be taken")
    host.up = False
    assert lan_game_of(guest).room is None
    assert lan_game_of(guest).problem is None
    house.until(lambda: lan_game_of(guest).problem, "the reason", turns=round(8 / STEP) + 1)
    host.up = True
    house.until(lambda: lan_game_of(guest).room, "the host to be heard")
    assert lan_game_of(guest).problem is None


def test_turns_are_played_by_both_and_seen_by_both(house: Household) -> None:
    host, guest = begin(house)
    for _ in range(2):
        for _person in range(2):
            house.until(lambda: "mine" in _banner(host) or "mine" in _banner(guest), "the turn of a person")
            play_turn(house, host if "mine" in _banner(host) else guest)
    house.until(lambda: "mine" in _banner(host) or "mine" in _banner(guest), "the turn of a person")
    ours, theirs = (player.studio.lan.lan_game.session for player in (host, guest))  # type: ignore[union-attr] # they sit
    assert ours is not None
    assert theirs is not None
    assert ours.lockstep.replica.heads[-1] == theirs.lockstep.replica.heads[-1]


# --- the list -------------------------------------------------------------------------------------------------------


def test_forty_tables_are_one_row_each_and_say_that_they_do_not_answer(house: Household) -> None:
    guest = house.enter("Bruno")
    guest.click("title.lan")
    for at in range(40):
        said = to_properties(Announcement(bytes([at]) * 16, "burako", 1, 4, "", locked=False))
        for label in (f"one-{at}", f"other-{at}"):  # two adapters announce the same table
            house.net.announce(f"{label}.{SERVICE_TYPE}", said, Address(f"10.1.0.{at}", 1))
    house.until(
        lambda: len(lobby_rows(guest)) == 40 and all("off" in row.state for row in lobby_rows(guest)),
        "forty silent rows",
    )
    guest.draw()
    tables, dock, left = (part_of(guest, name) for name in ("lobby.panel", "lobby.dock", "lan_lobby.left"))
    assert (dock.x, dock.w) == (tables.x, tables.w)
    assert dock.y >= left.bottom


def test_what_joins_stands_close_under_a_short_list_and_not_without_one(house: Household) -> None:
    open_table(house)
    guest = house.enter("Bruno")
    guest.click("title.lan")
    assert not any(one.name == "lobby.join" for one in guest.director.top.shown_items())
    house.until(lambda: len(lobby_rows(guest)) == 1, "the table")
    tables, dock = part_of(guest, "lobby.panel"), part_of(guest, "lobby.dock")
    assert 0 < dock.y - tables.bottom < dock.h


def part_of(player: Player, name: str) -> Box:
    """Return where a part of the page lies."""
    root = player.director.top.root  # type: ignore[attr-defined] # a page
    return next(widget.rect for widget, _ in walk(root) if widget.name == name)


def test_a_table_that_closes_leaves_the_list(house: Household) -> None:
    host, guest = open_table(house), house.enter("Bruno")
    find_table(house, guest)
    host.click("room.leave")
    house.until(lambda: not lobby_rows(guest), "the table to go")


def test_where_nothing_is_heard_an_address_or_a_code_is_typed(house: Household) -> None:
    house.net.deaf = True
    host, guest = open_table(house), house.enter("Bruno")
    house.until(lambda: "no multicast here" in host.texts, "the host to be told")
    guest.click("title.lan")
    house.until(lambda: "Type the address" in guest.texts, "the guest to be told")
    guest.click("lobby.address")
    guest.type("not an address :-)")
    guest.press("Enter")
    assert (
        say("lobby.no_address") in [place.text for place in guest.director.top.shown_items()]
        or guest.scene == "lan_lobby"
    )
    assert guest.scene == "lan_lobby"
    for _ in "not an address :-)":
        guest.press("Backspace")
    guest.type(host.host)
    guest.press("Enter")
    house.until(lambda: "Rosa" in guest.texts, "the waiting room")
    guest.click("room.leave")
    house.step()
    assert host.host in str(guest.studio.lan.hosts)


def test_a_code_finds_its_table_where_nothing_is_announced(house: Household) -> None:
    house.net.deaf = True
    host, guest = open_table(house), house.enter("Bruno")
    house.until(lambda: lan_game_of(host).table.port, "the table to be open")
    lan_game_of(host).addresses = (host.host,)
    host.director.top.update(house.now)
    assert lan_game_of(host).table_code in host.texts
    host.click("room.code")
    code = next(one.text for one in host.director.top.shown_items() if one.name == "code.letters")
    assert host.host in host.texts
    host.press("Esc")
    guest.click("title.lan")
    guest.click("lobby.address")
    guest.type(code.lower())
    guest.press("Enter")
    house.until(lambda: guest.scene == "lan_room" and "Rosa" in guest.texts, "the waiting room")


def test_a_code_that_nobody_has_says_so_at_once(house: Household) -> None:
    guest = house.enter("Bruno")
    guest.click("title.lan")
    guest.click("lobby.address")
    guest.type("abcd")
    guest.press("Enter")
    assert guest.scene == "lan_lobby"
    to_properties = [one.text for widget, _ in walk(guest.director.top.root) for one in widget.texts()]  # type: ignore[attr-defined] # a page
    assert say("lobby.no_code", letters="ABCD") in to_properties


def test_a_short_code_finds_its_table(house: Household) -> None:
    host, guest = open_table(house), house.enter("Bruno")
    find_table(house, guest)
    lan_game = host.studio.lan.lan_game
    assert lan_game is not None
    guest.click("lobby.address")
    guest.type(lan_game.table_code.lower())
    guest.press("Enter")
    house.until(lambda: guest.scene == "lan_room" and "Rosa" in guest.texts, "the waiting room")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("OLDEST_PROTOCOL", PROTOCOL + 1, "lobby.other_version"),
        ("RULES_VERSION", RULES_VERSION + 1, "lobby.other_rules"),
    ],
)
def test_a_table_of_another_version_that_answers_says_so_in_its_row(
    house: Household, monkeypatch: pytest.MonkeyPatch, name: str, value: int, reason: str
) -> None:
    open_table(house)
    guest = house.enter("Bruno")
    monkeypatch.setattr(lobby_scene, name, value)  # what the one who looks plays; the other's comes over the wire
    row = find_table(house, guest)
    assert "off" in row.state
    assert guest.said(reason)
    assert guest.said("lobby.join_reason")
    guest.click(row.name)
    guest.click(row.name)
    assert guest.scene == "lan_lobby"


def test_a_table_whose_computer_went_to_sleep_says_so_in_its_row(house: Household) -> None:
    open_table(house)
    guest = house.enter("Bruno")
    find_table(house, guest)
    house.kill("Rosa")
    house.until(lambda: guest.said("lobby.silent"), "the row to say so")


def test_the_first_table_one_can_join_is_chosen_until_a_hand_chooses(house: Household) -> None:
    for name in ("Rosa", "Lía"):
        open_table(house, name)
    guest = house.enter("Bruno")
    find_table(house, guest, "Rosa")
    house.until(lambda: len(lobby_rows(guest)) == 2, "both tables")
    assert [("chosen" in row.state) for row in lobby_rows(guest)].count(True) == 1
    guest.click(find_row(guest, "Lía").name)
    assert "chosen" in find_row(guest, "Lía").state
    house.kill("Lía")
    house.net.announced = {name: one for name, one in house.net.announced.items() if one[1].host != "10.0.0.2"}
    guest.press("Esc")
    find_table(house, guest, "Rosa")
    assert "chosen" in find_row(guest, "Rosa").state
    guest.click("lobby.join")
    house.until(lambda: guest.scene == "lan_room" and "Rosa" in guest.texts, "the waiting room")


def test_a_table_to_sit_down_at_is_chosen_before_one_to_watch_until_a_hand_chooses(house: Household) -> None:
    begin(house)
    late = house.enter("Inés")
    find_table(house, late)
    house.until(lambda: late.said("lobby.watch"), "the table that plays to be chosen")
    open_table(house, "Lía")
    house.until(lambda: any("chosen" in row.state and "Lía" in row.text for row in lobby_rows(late)), "a free chair")
    assert not late.said("lobby.watch")
    late.click(find_row(late, "Rosa").name)
    house.wait(1)
    assert "chosen" in find_row(late, "Rosa").state


def test_a_new_table_has_a_chair_for_one_friend_and_one_set_up_before_has_its_own(house: Household) -> None:
    host = house.enter("Rosa")
    host.click("title.lan")
    host.click("lobby.host")
    for game in ("burako", "rummikub"):
        host.click(f"host.games.{game}")
        assert "chosen" in next(one for one in host.director.top.shown_items() if one.name == "host.players.2").state
    host.click("host.players.4")
    host.click("host.open")
    host.press("Esc")
    host.click("lobby.host")
    assert "chosen" in next(one for one in host.director.top.shown_items() if one.name == "host.players.4").state


def find_row(player: Player, host: str) -> ShownItem:
    """Return the row of a host's table."""
    return next(row for row in lobby_rows(player) if host in row.text)


# --- the waiting room -----------------------------------------------------------------------------------------------


def test_the_gold_button_joins_where_there_is_a_table_to_sit_down_at_and_else_hosts(house: Household) -> None:
    open_table(house)
    guest, stranger = house.enter("Bruno"), house.enter("Tito")
    find_table(house, guest, "Rosa")
    guest.press("Enter")
    house.until(lambda: guest.scene == "lan_room", "the waiting room")
    house.kill("Rosa")
    stranger.click("title.lan")
    house.until(lambda: not lobby_rows(stranger), "an empty list")
    stranger.press("Enter")
    assert stranger.scene == "lan_host"


def test_a_password_is_asked_for_until_it_is_right(house: Household) -> None:
    open_table(house, locked_by="mañana")
    guest = join(house, house.enter("Bruno"))
    assert guest.scene == "lan_password"
    guest.type("manana")
    guest.press("Enter")
    house.until(lambda: say("link.wrong_password.what") in guest.texts, "the refusal")
    guest.click("room.password")
    guest.type("mañana")
    guest.press("Enter")
    house.until(lambda: guest.scene == "lan_room" and "Rosa" in guest.texts, "the waiting room")


def test_chairs_change_places_by_keys_and_by_dragging(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    lobby = host.studio.lan.lan_game.party.lobby  # type: ignore[union-attr] # it is open
    assert lobby is not None
    host.press("Tab")
    host.director.top.ring.focus_on("room.chairs")  # type: ignore[attr-defined] # a page
    host.press("Right")
    house.step()
    assert [chair.name for chair in lobby.chairs[:2]] == ["Bruno", "Rosa"]
    there = {one.name: one.box.centre for one in host.director.top.shown_items()}
    host.drag(there["room.chairs.0"], there["room.chairs.3"])
    house.step()
    assert [chair.name for chair in lobby.chairs] == ["", "Rosa", "", "Bruno"]
    house.until(lambda: guest.studio.lan.lan_game.seat == 3, "the guest to hear it")  # type: ignore[union-attr] # it is open
    guest.click("room.chairs.2")
    house.until(lambda: lobby.chairs[2].name == "Bruno", "the guest to sit down elsewhere")


def test_who_comes_to_a_table_full_of_bots_gets_a_bots_chair(house: Household) -> None:
    host = open_table(house)
    house.until(lambda: house.net.announced, "the announcement")
    host.click("room.fill")
    guest = join(house, house.enter("Bruno"))
    house.until(lambda: "room.ready" in {one.name for one in guest.director.top.shown_items()}, "the waiting room")
    lobby = host.studio.lan.lan_game.party.lobby  # type: ignore[union-attr] # it is open
    assert lobby is not None
    assert [chair.holder for chair in lobby.chairs] == ["person", "person", "bot", "bot"]
    guest.click("room.chairs.3")
    house.until(lambda: lobby.chairs[3].name == "Bruno", "the guest and the bot to change places")
    assert lobby.chairs[1].holder == "bot"


def test_who_watches_in_the_waiting_room_is_told_so_and_sits_down_by_a_click(house: Household) -> None:
    host, guests = host_and_guest(house, guests=3)
    late = join(house, house.enter("Vera"))
    house.until(lambda: say("room.you_watch") in late.texts, "the word of it")
    lobby = host.studio.lan.lan_game.party.lobby  # type: ignore[union-attr] # it is open
    assert lobby is not None
    guests[-1].press("Esc")
    house.until(lambda: lobby.chairs[3].holder == "nobody", "a chair to be free")
    late.click("room.chairs.3")
    house.until(lambda: lobby.chairs[3].name == "Vera", "the watcher to sit down")
    house.until(lambda: "room.ready" in {one.name for one in late.director.top.shown_items()}, "its button")


def test_talk_and_phrases_arrive_in_the_readers_words_and_are_muted_both(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    guest.click("room.talk.field")
    guest.type("hello \u202e there")
    guest.press("Enter")
    guest.click("room.talk.phrase_0")
    talk = host.studio.lan.lan_game.talk  # type: ignore[union-attr] # it is open

    def said() -> list[ChatLine]:
        return [line for line in talk.lines if not line.notice]

    house.until(lambda: len(said()) == 2, "both to arrive")
    assert [str(line.text) for line in said()] == ["hello there", say("talk.phrase.luck")]
    set_language("es")
    try:
        assert str(said()[1].text) != "Good luck!"
    finally:
        set_language("en")
    guest.click("room.talk.field")
    for line in ("one", "two"):  # whoever clicks *Send* writes on
        guest.type(line)
        guest.click("room.talk.send")
    house.until(lambda: [str(line.text) for line in said()[2:]] == ["one", "two"], "both lines")
    host.click("room.chairs.1")
    host.click("chair.mute")
    guest.click("room.talk.phrase_1")
    guest.click("room.talk.send")
    for _ in range(10):
        house.step()
    assert len(said()) == 4
    host.draw()
    guest.draw()


def test_a_full_table_says_so_to_whoever_types_its_address(house: Household) -> None:
    host, _come = host_and_guest(house, guests=3)
    house.step()
    fifth = house.enter("Vera")
    fifth.click("title.lan")
    fifth.click("lobby.address")
    fifth.type(host.host)
    fifth.press("Enter")
    house.until(lambda: say("link.table_full.what") in fifth.texts, "the reason")
    assert say("link.table_full.mend") in fifth.texts


def test_a_host_who_does_not_sit_at_the_table_is_remembered_by_name(house: Household) -> None:
    host = open_table(house)
    lan_game_of(host).free_seat(0)
    guest = join(house, house.enter("Bruno"))
    house.until(lambda: "lan_room" in guest.scene and guest.studio.lan.hosts, "the room")
    assert [one.name for one in guest.studio.lan.hosts] == ["Rosa"]


def test_other_rules_make_everybody_look_again(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    guest.click("room.ready")
    house.until(lambda: say("room.unready") in guest.texts, "the guest to be ready")
    host.click("room.options")
    host.click("host.players.2")
    host.click("host.open")
    house.until(lambda: say("room.wait", name="Bruno") in host.texts, "the guest to look again")
    guest.click("room.ready")
    house.until(lambda: say("room.all_ready") in host.texts, "all to be ready")


def test_names_of_strangers_are_shown_in_one_line_or_not_at_all(house: Household) -> None:
    odd = "\u05e9\u05dc\u05d5\u05dd \U0001f600 a\u0301\u0301\u0301\u0301 **W**"
    guest = house.enter(odd)
    host, (other,) = host_and_guest(house)
    join(house, guest)
    house.until(lambda: printable(odd) in host.texts, "the guest's name")
    for player in (host, guest, other):
        player.draw()
    assert "**W**" not in host.texts


# --- at the table ---------------------------------------------------------------------------------------------------


def test_the_key_t_shows_who_is_here_and_the_shield_explains_the_deal(house: Household) -> None:
    host, guest = begin(house)
    host.press("T")
    assert host.scene == "lan_company"
    host.type("well dealt")
    host.press("Enter")
    talk = guest.studio.lan.lan_game.talk  # type: ignore[union-attr] # it is open
    house.until(lambda: talk.unread == 1, "the talk to arrive")
    host.press("Esc")
    house.until(lambda: host.scene == "table", "the table")
    host.click("table.shield")
    assert say("shield.sealed.what") in host.texts


def test_a_guest_who_leaves_for_good_gives_the_chair_to_a_bot(house: Household) -> None:
    host, guest = begin(house)
    guest.press("Esc")
    assert guest.scene == "leave"
    guest.click("leave.go")
    house.until(lambda: guest.scene == "title" and say("news.bot_sits", name="Bruno") in host.texts, "the bot")


def test_a_host_who_leaves_hands_the_table_over(house: Household) -> None:
    host, guest = begin(house)
    host.press("Esc")
    host.click("leave.go")
    house.until(lambda: guest.studio.lan.lan_game.hosting, "the guest to host")  # type: ignore[union-attr] # it is open
    house.until(lambda: guest.scene == "lan_news", "the page that says so")
    for news, name in (("bot_sits", "Rosa"), ("host", "Bruno")):
        assert say(f"news.{news}", name=name) in guest.texts
    house.until(lambda: guest.host in {place.host for _said, place in house.net.announced.values()}, "the sign")


def test_a_flood_of_talk_is_bounded() -> None:
    talk = ChatHistory()
    for at in range(3 * MAX_LINES):
        talk.add_line(Chat(1, f"{at} " + "\U0001f600" * 200), b"\1" * 32, "Bruno")
    assert len(talk.lines) == MAX_LINES
    assert not talk.add_line(ChatPhrase(1, 200), b"\1" * 32, "Bruno")


def test_who_comes_late_watches_and_is_asked_nothing(house: Household) -> None:
    host, guest = begin(house)
    late = join(house, house.enter("Inés"))
    house.until(lambda: late.scene == "table", "the table")
    late.draw()
    banner = next(one for one in late.director.top.shown_items() if one.name == "table.banner")
    assert "mine" not in banner.state
    house.until(lambda: "mine" in _banner(host) or "mine" in _banner(guest), "the turn of a person")
    if "mine" not in _banner(host):
        play_turn(house, guest)
    house.until(lambda: "mine" in _banner(host), "the turn of the chair that is watched")
    for _ in range(20):
        house.step()
    assert "mine" not in _banner(late)
    late.press("T")
    assert say("company.take") not in late.texts


def _banner(player: Player) -> tuple[str, ...]:
    return next(one.state for one in player.director.top.shown_items() if one.name == "table.banner")


def _scored(player: Player) -> bool:
    scene = player.director.top
    return isinstance(scene, TableScene) and scene.shown.result is not None


@pytest.mark.whole  # the same with a slow reader: `test_reading.py`
def test_a_round_ends_in_the_score_and_the_next_one_is_dealt(house: Household) -> None:
    host, guest = begin(house)
    sessions = [player.studio.lan.lan_game.session for player in (host, guest)]  # type: ignore[union-attr] # they sit

    def play() -> bool:
        for session in sessions:
            assert session is not None
            view = session.view
            if view is not None and view.must_decide and not session.has_moves_under_way:
                assert session.submit((fallback_move(view).move,)) is None
        return _scored(host) and _scored(guest)

    house.until(play, "the score", turns=20_000)
    house.until(lambda: host.scene == guest.scene == "score_sheet", "the score sheet, by itself")
    for player in (host, guest):
        player.draw()
    still = say("reading.others", names="Bruno", seconds=28)[:-5]
    house.until(lambda: still in _aside(host), "the host to be told who reads")
    guest.press("Enter")
    house.until(lambda: guest.scene == "lan_dealing", "the guest to wait until the host has read")
    house.until(lambda: say("reading.you", seconds=1)[:-4] in _aside(host), "the host to be told")
    guest.draw()
    host.press("Enter")
    house.until(lambda: host.scene == guest.scene == "table", "the next round")
    assert all(session is not None and session.standing.deals == 2 for session in sessions)


def _aside(player: Player) -> str:
    """Return what the score sheet says beside its gold button."""
    sheet = player.director.top
    assert isinstance(sheet, ScoreSheet)
    return str(sheet._paper.aside.text)


def test_a_second_window_of_one_home_is_another_player(house: Household) -> None:
    host = open_table(house)
    join(house, house.enter("Rosa too", folder=host.studio.matches.home.path))
    house.until(lambda: "Rosa too" in host.texts, "the second one to sit down beside the first")


@pytest.mark.parametrize("steps", [12, 53])
def test_a_deal_comes_to_its_end_whatever_slices_it_is_cut_into(
    house: Household, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    # 12 divides the work of a proof, so that a slice ends with it
    monkeypatch.setattr(lan_session, "STEPS_PER_SLICE", steps)
    begin(house)


def test_with_an_unfit_library_the_page_is_a_sentence(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.client.lan.entrance.library_fault", lambda: LibraryFault.ACCEPTS)
    guest = house.enter("Bruno")
    guest.click("title.lan")
    assert guest.scene == "unsound"
    assert say("lan.unsound.accepts") in guest.texts
    guest.press("Esc")
    assert guest.scene == "title"


# --- whose key it is --------------------------------------------------------------------------------------------------


def met(house: Household, guest: Player) -> None:
    """Let a guest know Rosa, at the address where her table is, by another key than hers."""
    guest.studio.lan.save_keys(Pin("Rosa", "ee" * 32, f"{house.players['Rosa'].host}:{DEFAULT_PORT}"))


def test_another_key_of_a_known_name_at_its_address_is_told_before_joining(house: Household) -> None:
    host, guest = open_table(house), house.enter("Bruno")
    met(house, guest)
    join(house, guest)
    house.until(lambda: say("link.other_host.what") in guest.texts, "the guest to be told")
    room = lan_game_of(host).room
    assert room is not None
    assert [chair.name for chair in room.chairs].count("Bruno") == 0  # nothing was asked of that table
    guest.click("room.trust")
    house.until(lambda: "Bruno" in host.texts, "the guest to be in")
    assert guest.studio.lan.pins[0].key == room.host.hex()


def test_a_typed_address_where_somebody_known_was_has_to_be_that_one(house: Household) -> None:
    host, guest = open_table(house), house.enter("Bruno")
    house.step()
    met(house, guest)
    guest.click("title.lan")
    guest.click("lobby.address")
    guest.type(f"{host.host}:{DEFAULT_PORT}")
    guest.press("Enter")
    house.until(lambda: say("link.other_host.what") in guest.texts, "the guest to be told")


def test_the_shield_has_the_same_four_words_on_both_screens(house: Household) -> None:
    host, guest = begin(house)
    for player in (host, guest):
        player.click("table.shield")
    place = lan_game_of(host).party.lockstep
    assert place is not None
    for chair in place.replica.roster.chairs:
        if chair.key:
            assert words_for_key(chair.key) in host.texts
            assert words_for_key(chair.key) in guest.texts
    assert {pin.name for pin in guest.studio.lan.pins} == {"Rosa"}
    assert {pin.name for pin in host.studio.lan.pins} == {"Bruno"}
