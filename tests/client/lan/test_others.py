"""At a LAN table, by the hands of whole programs in memory: pause, votes, a seat taken back, the list of matches."""

from __future__ import annotations

import pytest

from game.bots.choice import fallback_move
from game.client.director import Push, Replace
from game.client.draw.sound import Cue, Sounds
from game.client.theatre.check import CheckPage
from game.client.theatre.scene import Theatre
from game.client.widgets.widget import walk
from game.client.words import say, set_language
from game.commands.verify import VerifyExit, verify
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.session.match_replay import ReplayPosition
from game.table.faces import HIDDEN
from game.table.view import View
from net.log.calls import GRACE_MS
from tests.client.lan_kit import (
    Household,
    Player,
    begin,
    begin_round,
    gold,
    host_and_guest,
    join,
    lan_game_of,
    seat_bots,
    session_of,
)
from tests.slices import every, some


def banner(player: Player) -> str:
    return next(one.text for one in player.director.top.shown_items() if one.name == "table.banner")


def state(player: Player, name: str) -> tuple[str, ...]:
    return next(one.state for one in player.director.top.shown_items() if one.name == name)


def chair(player: Player, seat: int) -> str:
    """Return what the chip of a chair says at the page of the company."""
    rows = player.director.top._chairs.members  # type: ignore[attr-defined] # the page of the company
    return str(rows[seat].state)


def turn_of(house: Household, *players: Player) -> tuple[Player, View]:
    """Wait for the turn of a person; return whose it is, and what he sees."""

    def found() -> list[tuple[Player, View]]:
        seen = [(player, session_of(player).view) for player in players]
        return [(player, view) for player, view in seen if view is not None and view.must_decide]

    house.until(found, "the turn of a person")
    return found()[0]


# --- pause ----------------------------------------------------------------------------------------------------------


def test_a_pause_stops_every_clock_until_somebody_who_plays_goes_on(house: Household) -> None:
    host, guest = begin(house, clock=True)
    turn_of(house, host, guest)
    guest.press("T")
    guest.click("company.pause")
    house.until(lambda: say("waits.paused", name="Bruno") in host.texts, "the host to hear of the pause")
    left = [session_of(player).seconds_left(house.now) for player in (host, guest)]
    assert None not in left
    for _ in range(410):  # 20 s, longer than a turn may last
        house.step()
    assert [session_of(player).seconds_left(house.now) for player in (host, guest)] == left
    assert say("waits.paused_you") in guest.texts
    assert "0:20" in host.texts
    host.click("pause.go_on")
    house.until(lambda: guest.scene == "lan_company", "the guest to hear that it goes on")
    for _ in range(10):
        house.step()
    assert session_of(host).seconds_left(house.now) != left[0]


def test_a_pause_holds_every_hand_and_has_one_way_on(house: Household) -> None:
    host, guest = begin(house)
    mover, _view = turn_of(house, host, guest)
    other = guest if mover is host else host
    other.press("T")
    other.click("company.pause")
    house.until(lambda: mover.scene == other.scene == "pause", "both to see the pause")
    assert {one.name for one in mover.director.top.shown_items() if one.kind == "button"} == {
        "pause.go_on", "pause.talk", "pause.leave",
    }  # fmt: skip
    below = next(scene for scene in mover.director.scenes if scene.name == "table")
    assert below.shown.marks.face_down  # type: ignore[attr-defined] # a table scene
    before = session_of(mover).standing
    mover.press("Enter")  # meant for the table, which was there a moment ago
    buttons = [one.box for one in mover.director.top.shown_items() if one.kind == "button"]
    for at in (place.box.centre for place in below.shown_items()):  # stock, pile, rack and every button of the table
        if not any(box.contains(at) for box in buttons):
            mover.drag(at, at)
    for key in ("D", "S", "U"):
        mover.press(key)
    house.wait(3)
    assert session_of(mover).standing == before
    assert session_of(mover).paused_by is not None
    mover.press("Enter")
    house.until(lambda: session_of(other).paused_by is None, "the table to go on")
    house.until(lambda: mover.scene == "table", "the table")
    house.until(lambda: other.scene == "lan_company", "the page below the pause")


def test_esc_asks_about_leaving_a_table_that_is_paused(house: Household) -> None:
    host, guest = begin(house)
    session_of(host).set_table_paused(paused=True)
    house.until(lambda: guest.scene == "pause", "the pause")
    guest.press("Esc")
    assert guest.scene == "leave"
    guest.press("Esc")
    assert guest.scene == "pause"
    assert session_of(guest).paused_by is not None


def test_a_move_that_crosses_a_pause_does_not_end_it(house: Household) -> None:
    host, guest = begin(house)
    mover, view = turn_of(house, host, guest)
    other = guest if mover is host else host
    other.press("T")
    other.click("company.pause")
    house.until(lambda: session_of(mover).paused_by is not None, "the pause to be heard")
    before = session_of(other).standing
    assert session_of(mover).submit((fallback_move(view).move,)) is None
    house.until(lambda: session_of(other).standing != before, "the move")
    for player in (mover, other):
        assert session_of(player).paused_by is not None


@pytest.mark.whole  # a pause: below
def test_a_pause_is_told_again_to_who_comes_back_and_to_who_comes_to_watch(house: Household) -> None:
    host, guests = host_and_guest(house, guests=3)
    begin_round(house, host, *guests)
    session_of(guests[1]).set_table_paused(paused=True)
    paused = say("waits.paused", name="Lía")
    house.until(lambda: paused in guests[0].texts, "the pause to be heard")
    house.kill("Bruno")
    again = house.enter_again("Bruno")
    go_on(house, again)
    house.until(lambda: paused in again.texts, "the pause to be told again")
    watcher = join(house, house.enter("Ana"))
    house.until(lambda: paused in watcher.texts, "the watcher to be told")
    session_of(guests[2]).set_table_paused(paused=False)
    everybody = (host, again, *guests[1:], watcher)
    house.until(lambda: all(session_of(one).paused_by is None for one in everybody), "the table to go on")


def test_a_pause_that_ended_meanwhile_is_over_for_whoever_comes_back(house: Household) -> None:
    host, guest = begin(house)
    session_of(guest).set_table_paused(paused=True)
    house.until(lambda: session_of(host).paused_by is not None, "the pause to be heard")
    house.cut("Bruno")
    session_of(host).set_table_paused(paused=False)
    house.until(lambda: session_of(guest).lockstep.host_link is not None, "the link to be back")
    house.until(lambda: session_of(guest).paused_by is None, "the end of the pause")
    assert session_of(host).paused_by is None


def test_two_words_about_a_pause_that_cross_end_alike_for_both(house: Household) -> None:
    host, guest = begin(house)
    session_of(guest).set_table_paused(paused=True)
    house.until(lambda: session_of(host).paused_by is not None, "the pause to be heard")
    for _ in range(3):
        session_of(host).set_table_paused(paused=session_of(host).paused_by is None)
        session_of(guest).set_table_paused(paused=session_of(guest).paused_by is None)
        for _ in range(10):
            house.step()
        assert session_of(host).paused_by == session_of(guest).paused_by


def test_a_host_that_was_killed_knows_no_pause_and_the_others_hear_it(house: Household) -> None:
    _host, guest = begin(house)
    session_of(guest).set_table_paused(paused=True)
    house.step()
    house.kill("Rosa")
    again = house.enter_again("Rosa")
    go_on(house, again)
    house.until(lambda: session_of(guest).lockstep.host_link is not None, "the host to be back")
    house.until(lambda: session_of(guest).paused_by is None, "the table to go on")
    assert session_of(again).paused_by is None


def test_a_pause_goes_with_the_chair_of_who_made_it(house: Household) -> None:
    host, guest = begin(house)
    session_of(guest).set_table_paused(paused=True)
    house.until(lambda: session_of(host).paused_by is not None, "the pause to be heard")
    lan_game_of(guest).leave()
    house.until(lambda: session_of(host).paused_by is None, "the table to go on with a bot in that chair")


def test_bots_wait_while_the_table_is_paused(house: Household) -> None:
    mover, view = turn_of(house, *begin(house))
    program = lan_game_of(mover).program
    asked = (2, view, "easy", 10, 1)
    program.paused = True
    program.bot_move(*asked)
    assert program.hear_worker()
    assert program.bot_move(*asked) is None
    program.paused = False
    assert program.hear_worker()
    assert program.bot_move(*asked) is not None


# --- links, votes, seats ---------------------------------------------------------------------------------------------


def test_the_page_of_the_company_shows_how_long_the_way_to_a_link_is(house: Household) -> None:
    host, guest = begin(house)
    for player in (host, guest):
        player.press("T")
    for player, other in ((host, "Bruno"), (guest, "Rosa")):
        seat = [one.name for one in session_of(player).seats].index(other)
        house.until(lambda player=player, seat=seat: chair(player, seat) == say("company.here_ms", value=7), "a figure")  # type: ignore[misc]


def test_a_seat_that_is_gone_is_voted_out_and_taken_back(house: Household) -> None:
    host, guest = begin(house)
    house.kill("Bruno")
    house.until(lambda: say("waits.away", name="Bruno") in banner(host), "the guest to be missed")
    host.press("T")
    assert "off" in state(host, "company.vote")
    house.wait(GRACE_MS / 1000)
    house.until(lambda: "off" not in state(host, "company.vote"), "the vote to be possible")
    host.click("company.vote")
    house.until(lambda: session_of(host).story.roster.persons == (0,), "the bot to take the chair")
    assert guest.up is False
    again = house.enter_again("Bruno")
    go_on(house, again)
    house.until(lambda: say("news.bot_sits", name="Bruno") in again.texts, "the news")
    again.press("Esc")
    again.press("T")
    house.until(lambda: "company.take" in {one.name for one in again.director.top.shown_items()}, "the way back")
    again.click("company.take")
    assert say("company.taking") in again.texts
    assert session_of(again).lockstep.wants_seat


@pytest.mark.whole  # test_without_a_host_the_gold_button_leads_to_the_vote_in_ones_own_turn_too
def test_a_host_who_is_gone_is_given_up_by_the_button(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Rosa")
    guest.press("T")
    house.until(
        lambda: "company.forsake" in {one.name for one in guest.director.top.shown_items()}, "the host to be missed"
    )
    guest.click("company.forsake")
    assert say("company.forsake_later") in guest.texts
    guest.press("Esc")
    house.wait(GRACE_MS / 1000)
    house.step()
    guest.click("company.forsake")
    assert say("company.forsaken") in guest.texts
    house.until(lambda: session_of(guest).lockstep.is_hosting, "the guest to host")
    house.until(lambda: session_of(guest).story.stage is Stage.PLAYING, "a new deal")


@pytest.mark.whole  # test_without_a_host_the_gold_button_leads_to_the_vote_in_ones_own_turn_too
def test_once_there_can_be_a_vote_the_gold_button_leads_to_it(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Rosa")
    house.until(lambda: say("waits.away", name="Rosa") in banner(guest), "the host to be missed")
    assert session_of(guest).view is not None
    house.wait(GRACE_MS / 1000 + 1)
    house.until(lambda: say("table.do.decide") in guest.texts, "the way on")
    guest.click("table.primary")
    assert "company.forsake" in {one.name for one in guest.director.top.shown_items()}


@pytest.mark.parametrize("game", every(["host.games.burako", "host.games.rummikub"], 2))
def test_without_a_host_the_gold_button_leads_to_the_vote_in_ones_own_turn_too(house: Household, game: str) -> None:
    host, (guest,) = host_and_guest(house, game=game)
    seat_bots(host, 2)
    begin_round(house, host, guest)
    mover, view = turn_of(house, host, guest)
    while mover is not guest:
        assert session_of(mover).submit((fallback_move(view).move,)) is None
        house.step()
        mover, view = turn_of(house, host, guest)
    house.kill("Rosa")
    house.wait(GRACE_MS / 1000 + 3)
    seen = session_of(guest).view
    assert seen is not None
    assert seen.must_decide
    assert gold(guest) == {"table.primary"}
    assert say("table.do.decide") in guest.texts
    guest.press("Enter")
    assert gold(guest) == {"company.forsake"}
    guest.click("company.forsake")
    house.until(lambda: session_of(guest).lockstep.is_hosting, "the guest to host")


def test_the_gold_button_beside_an_empty_chair_is_the_vote_once_there_may_be_one(house: Household) -> None:
    host, _guest = begin(house)
    house.kill("Bruno")
    house.until(lambda: say("waits.away", name="Bruno") in banner(host), "the guest to be missed")
    host.press("T")
    assert gold(host) == {"company.back"}
    house.wait(GRACE_MS / 1000 + 1)
    assert gold(host) == {"company.vote"}
    host.click("company.vote")
    assert say("company.voted") in host.texts


@pytest.mark.whole  # who comes back: `test_ways_back.py`
def test_who_comes_back_to_the_next_host_sees_him_here_for_as_long_as_he_plays(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Rosa")
    house.until(lambda: say("waits.away", name="Rosa") in banner(guest), "the host to be missed")
    guest.press("T")
    house.wait(GRACE_MS / 1000)
    house.step()
    guest.click("company.forsake")
    house.until(lambda: session_of(guest).lockstep.is_hosting, "the guest to host")
    house.until(lambda: session_of(guest).story.stage is Stage.PLAYING, "a new deal")
    again = house.enter_again("Rosa")
    go_on(house, again)
    house.until(lambda: session_of(again).lockstep.host_link is not None, "the way to the new host")
    house.until(lambda: session_of(again).lockstep.replica.roster.host == 1, "the word of the new host")
    house.step()
    assert [seat for seat, _since in session_of(again).away_times() if seat == 1] == []


@pytest.mark.whole  # who comes back: below
def test_a_host_who_had_to_call_the_others_himself_tells_them_who_else_is_back(house: Household) -> None:
    host, guests = host_and_guest(house, guests=3)
    begin_round(house, host, *guests)
    stays, away = guests[0], say("waits.away", name="Inés")
    for name in ("Inés", "Rosa"):
        house.kill(name)
        house.until(lambda name=name: say("waits.away", name=name) in banner(stays), f"{name} to be missed")  # type: ignore[misc] # bound now
    # At an address that is new to the others.
    go_on(house, house.enter("Rosa", "10.0.0.99", host.studio.matches.home.path))
    house.until(lambda: say("waits.away", name="Rosa") not in banner(stays), "the host to be seen again")
    join(house, house.enter_again("Inés"))
    house.until(lambda: away not in banner(stays), "everybody to be seen again")


def test_who_goes_away_and_who_comes_back_is_heard(house: Household) -> None:
    host, _guest = begin(house)
    heard: list[Cue] = []
    host.studio.context.sounds = Sounds(heard.append)
    house.kill("Bruno")
    house.until(lambda: Cue.PEER_AWAY in heard, "the guest to be missed")
    assert Cue.PEER_BACK not in heard
    go_on(house, house.enter_again("Bruno"))
    house.until(lambda: Cue.PEER_BACK in heard, "the guest to be seen again")
    assert (heard.count(Cue.PEER_AWAY), heard.count(Cue.PEER_BACK)) == (1, 1)


def test_who_is_missed_after_a_restart_is_missed_since_then(house: Household) -> None:
    begin(house)
    house.kill("Bruno")
    house.kill("Rosa")
    again = house.enter_again("Rosa")
    began = house.now
    again.click("title.matches")
    house.until(lambda: "on the network" in again.texts, "the match in the list")
    again.press("Enter")
    house.until(lambda: lan_game_of(again).session is not None, "the match")
    assert session_of(again).away_times() == (), "he is called first: it is we who were not there"
    house.until(lambda: session_of(again).away_times(), "Bruno to be missed")
    ((_seat, missed),) = session_of(again).away_times()
    assert 0 <= missed <= (house.now - began) * 1000


def go_on(house: Household, player: Player) -> None:
    """Go on with the match of the list."""
    player.click("title.matches")
    house.until(lambda: "on the network" in player.texts, "the match in the list")
    player.press("Enter")
    house.until(lambda: player.scene == "table", "the table")


# --- matches that are kept --------------------------------------------------------------------------------------------


def matches(player: Player) -> list[str]:
    return [one.text for one in player.director.top.shown_items() if one.kind == "row"]


def test_a_suspended_match_is_deleted_and_brought_back(house: Household) -> None:
    host, _guest = begin(house)
    host.press("Esc")
    host.click("leave.later")
    host.click("title.matches")
    house.until(lambda: len(matches(host)) == 1, "the match in the list")
    row = matches(host)
    host.click("matches.delete")
    assert matches(host) == []
    host.click("matches.undelete")
    house.until(lambda: matches(host) == row, "the match to be back")
    host.press("Enter")
    house.until(lambda: host.scene == "table", "the table")


@pytest.mark.whole  # a finished one: below
def test_a_suspended_match_opens_in_the_theatre_through_ones_own_eyes_alone(house: Household) -> None:
    host, _guest = begin(house)

    def dealt() -> bool:
        seen = session_of(host).view
        return seen is not None and all(seen.faces[tile] is not HIDDEN for tile in seen.table.racks[0])

    house.until(dealt, "one's own tiles")
    host.press("Esc")
    host.click("leave.later")
    host.click("title.matches")
    house.until(lambda: len(matches(host)) == 1, "the match in the list")
    host.click("matches.theatre")
    assert host.scene == "opening"
    house.until(lambda: host.scene == "theatre", "the theatre")
    theatre = host.director.top
    assert isinstance(theatre, Theatre)
    replay = theatre.cursor.replay
    assert (replay.own, replay.viewpoints(0), replay.closed_reason(0)) == (0, (0,), "sealed")
    view = theatre.session.view
    assert view is not None
    assert all(view.faces[tile] is not HIDDEN for tile in view.table.racks[0])
    assert all(view.faces[tile] is HIDDEN for rack in view.table.racks[1:] for tile in rack)
    host.click("theatre.check")
    page = host.director.top
    assert isinstance(page, CheckPage)
    page.checker.wait()
    house.step()
    assert say("check.unfinished") in host.texts
    host.click("check.gold")
    (proof,) = (host.studio.matches.home.path / "exports").glob("proof *.comodin")
    assert verify(str(proof)) is VerifyExit.UNFINISHED
    host.click("kept.done")
    host.press("Esc")
    assert host.director.top is theatre


def test_the_shield_at_the_table_has_the_deal_checked_while_it_is_played(house: Household) -> None:
    host, _guest = begin(house)
    host.click("table.shield")
    host.click("shield.check")
    page = host.director.top
    assert isinstance(page, CheckPage)
    house.step()
    assert say("check.busy") in host.texts
    host.press("Esc")
    assert host.scene == "table"


def test_the_end_of_a_match_says_you_on_the_network_too(house: Household) -> None:
    host, _guest = begin(house)
    game = host.studio.lan.game(host.studio.context)
    assert game is not None
    host.director.apply(Push(host.studio.match_end(game)))
    assert host.scene == "match_end"
    root = host.director.top.root  # type: ignore[attr-defined] # a page
    assert any(say("side.you") in written.text for widget, _ in walk(root) for written in widget.texts())


def test_after_the_match_all_sit_in_one_theatre_and_follow_who_turns_the_pages(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = begin(house)
    assert session_of(host).after.together is None
    game = host.studio.lan.game(host.studio.context)
    assert game is not None
    host.director.apply(Push(host.studio.match_end(game)))
    host.click("end.together")
    assert say("together.not_yet") in host.texts
    monkeypatch.setattr(LanStory, "is_over", True)
    host.press("Esc")
    theatres = []
    for player in (host, guest):
        game = player.studio.lan.game(player.studio.context)
        assert game is not None
        player.director.apply(Replace(player.studio.match_end(game), all_of_them=True))
        player.click("end.together")
        house.step()
        theatres.append(player.director.top)
    first, second = theatres
    assert isinstance(first, Theatre)
    assert isinstance(second, Theatre)
    house.wait(4)
    assert say("together.you_turn", names="Bruno") in host.texts
    assert say("together.follows_one", name="Rosa") in guest.texts
    assert first.cursor.place == second.cursor.place
    first.go_to(ReplayPosition(0, 0))
    house.until(lambda: second.cursor.place == ReplayPosition(0, 0), "the page")
    second.choose_viewpoint(second.cursor.replay.first_viewpoint)
    assert guest.director.top.cursor.session.view.seat == 1, "a round that is not open shows one's own rack alone"  # type: ignore[attr-defined]
    host.press("Esc")
    house.until(lambda: say("together.alone") in guest.texts, "the host to be gone")
    host.press("Esc")
    assert host.scene == "title"


def test_the_test_of_the_network_speaks_another_language_at_once(house: Household) -> None:
    player = house.enter("Rosa")
    player.click("title.lan")
    player.click("lobby.test")
    house.until(lambda: say("netcheck.heard_own") in player.texts, "the test to hear itself")
    set_language("es")
    try:
        player.director.relayout()
        assert say("netcheck.heard_own") in player.texts
    finally:
        set_language("en")


# --- the rack ---------------------------------------------------------------------------------------------------------


def rack(player: Player) -> dict[str, str]:
    """Return the slots of the tiles on a player's rack."""
    places = player.director.top.shown_items()
    return {one.name: one.state[0] for one in places if one.kind == "tile" and one.state[0].startswith("rack")}


def arrange(house: Household, player: Player) -> dict[str, str]:
    """Order a rack by hand: one tile far to the right, which leaves a gap, and another into that gap."""
    house.step(2.0)
    dealt = rack(player)
    first, *_others, last = sorted(dealt, key=lambda tile: int(dealt[tile].split()[1]))
    for tile, goal in ((first, len(dealt) + 2), (last, 0)):
        boxes = {one.name: one.box for one in player.director.top.shown_items()}
        player.drag(boxes[tile].centre, boxes[f"slot:{goal}"].centre)
        house.step(2.0)
    ordered = rack(player)
    assert ordered == {**dealt, first: f"rack {len(dealt) + 2}", last: "rack 0"}
    return ordered


@pytest.mark.parametrize("game", some(["host.games.rummikub", "host.games.burako"], 1))
def test_the_order_of_a_rack_and_its_gaps_outlive_every_program_at_the_table(house: Household, game: str) -> None:
    host, (guest,) = host_and_guest(house, game=game)
    seat_bots(host, 2)
    house.step()
    guest.click("room.ready")
    house.until(lambda: say("room.all_ready") in host.texts, "all to be ready")
    host.click("room.start")
    house.until(lambda: rack(guest) and rack(host), "the deal")
    ordered = {player.studio.player: arrange(house, player) for player in (host, guest)}
    for name, player in (("Bruno", guest), ("Rosa", host)):
        player.studio.lan._writer.wait_until_tried()
        house.kill(name)
    again = house.enter_again("Rosa")
    go_on(house, again)
    back = join(house, house.enter_again("Bruno"))
    house.until(lambda: back.scene == "table", "the table")
    for player in (again, back):
        house.until(lambda player=player: rack(player), "the rack")  # type: ignore[misc] # bound at once
        house.step(2.0)
        assert rack(player) == ordered[player.studio.player]
