"""Who has no rack at a LAN table: a watcher, and somebody whose chair a bot has; neither is taken for a player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.app_context import OnlookerNotice
from game.client.sides import is_onlooker
from game.client.table.board_page import _widget_part
from game.client.table.scene import TableScene
from game.client.widgets.look import Look
from game.client.widgets.widget import walk
from game.client.words import say
from net.log.calls import GRACE_MS
from tests.client.lan.test_others import go_on
from tests.client.lan_kit import (
    Household,
    Player,
    begin,
    begin_round,
    host_and_guest,
    join,
    lan_game_of,
    open_table,
    seat_bots,
    session_of,
)
from tests.slices import some


def written(player: Player) -> str:
    """Return every text of the scene in sight."""
    root = player.director.top.root  # type: ignore[attr-defined] # every scene here is a page
    return "\n".join(text.text for widget, _ in walk(root) for text in widget.texts())


def names(player: Player) -> set[str]:
    return {one.name for one in player.director.top.shown_items()}


@pytest.mark.whole  # a watcher who follows: above
@pytest.mark.parametrize("game", some(["burako", "burraco", "rummikub"], 1))
def test_a_watcher_reads_names_and_no_word_that_is_meant_for_a_player(house: Household, game: str) -> None:
    host, (guest,) = host_and_guest(house, game=f"host.games.{game}")
    chairs = lan_game_of(host).room
    assert chairs is not None
    seat_bots(host, 2, len(chairs.chairs))
    begin_round(house, host, guest)
    late = join(house, house.enter("Inés"))
    house.until(lambda: late.scene == "table", "the table")
    for _ in range(20):
        house.step()
    told = written(late)
    late.draw()
    assert say("watch.title") in told
    assert say("watch.line") in told
    for code in ("table.us", "table.them", "side.you", "table.hint.empty_us", "banner.mine", "table.you"):
        assert say(code) not in told.split("\n"), code
    assert "you, " not in told
    assert not {"table.rack", "table.sort_runs", "table.undo"} & names(late)
    assert "Rosa" in told, "who sits at the side of the table from which one looks"
    scene = late.director.top
    assert isinstance(scene, TableScene)
    assert isinstance(scene.look, Look)
    assert str(scene.game.meanwhile) == say("watch.line"), "no clock and no turn is his"
    strip = scene.board.strip
    before = _widget_part(scene.look, strip)
    strip.tell(OnlookerNotice(strip.title, strip.line, ""), replace(strip.plate.info, line="drew a tile"))
    assert not _widget_part(scene.look, strip).looks_like(before), "it is drawn anew with its plate"


def test_a_watcher_of_bots_alone_is_none_of_them(house: Household) -> None:
    host = open_table(house, game="host.games.rummikub")
    house.until(lambda: lan_game_of(host).room, "the waiting room")
    room = lan_game_of(host).room
    assert room is not None
    seat_bots(host, 1, len(room.chairs))
    begin_round(house, host)
    late = join(house, house.enter("Inés"))
    house.until(lambda: late.scene == "table", "the table")

    def asked() -> bool:
        host.press("Esc")  # a ribbon takes the first key
        return host.scene == "leave"

    house.until(asked, "the question")
    host.click("leave.go")
    house.until(lambda: not session_of(late).roster.persons, "bots alone")
    house.until(lambda: late.scene == "lan_news", "the word of it")
    late.press("Esc")
    house.step()
    told = written(late)
    assert say("watch.title") in told
    assert say("open.you", name="Rosa") not in told
    assert say("open.ready.wait_line") not in told
    assert is_onlooker(session_of(late).seats)


def test_a_watcher_may_not_vote_and_follows_the_next_host(house: Household) -> None:
    _host, guest = begin(house)
    late = join(house, house.enter("Inés"))
    house.until(lambda: late.scene == "table", "the table")
    house.kill("Rosa")
    house.until(lambda: session_of(late).lockstep.host_link is None, "the host to be missed")
    house.until(lambda: session_of(late).away_times(), "the table to say so")
    assert [seat for seat, _since in session_of(late).away_times()] == [0], "of the others the host tells no more"
    house.wait(GRACE_MS / 1000 + 1)
    assert "vote" not in written(late)
    late.press("T")
    assert not {"company.vote", "company.forsake"} & names(late)
    guest.press("T")
    guest.click("company.forsake")
    house.until(lambda: session_of(guest).lockstep.is_hosting, "the guest to host")
    house.until(lambda: session_of(late).lockstep.host_link is not None, "the watcher at the new host")
    house.until(
        lambda: len({session_of(one).lockstep.replica.heads[-1] for one in (late, guest)}) == 1,
        "the watcher to have what the new host has",
    )
    house.until(lambda: "lan_news" in late.scene, "the watcher to be told")
    assert say("news.apart", name="Rosa") in late.texts
    assert "you play" not in late.texts


def test_who_watches_leaves_by_the_gold_button(house: Household) -> None:
    _host, guest = begin(house)
    guest.press("Esc")
    line = say("company.leave_price", line=say("company.leave_line"), points=2500)
    assert line in guest.texts, "what it costs where the others would break the round off"
    late = join(house, house.enter("Inés"))
    house.until(lambda: late.scene == "table", "the table")
    late.press("Enter")
    assert say("company.leave_watch") in late.texts
    assert "2 500" not in late.texts.replace("\xa0", " ")
    late.click("leave.later")
    assert late.scene == "title"


def test_who_comes_back_after_leaving_for_good_takes_the_seat_back_at_the_table(house: Household) -> None:
    host, guest = begin(house)
    guest.press("Esc")
    guest.click("leave.go")
    house.until(lambda: session_of(host).roster.persons == (0,), "a bot in the chair")
    house.until(lambda: not guest.studio.lan._left, "the guest to have gone")
    go_on(house, guest)
    guest.draw()
    assert say("watch.bot") in written(guest)
    assert "table.rack" not in names(guest)
    assert "mine" not in next(one.state for one in guest.director.top.shown_items() if one.name == "table.banner")
    button = next(one for one in guest.director.top.shown_items() if one.name == "table.primary")
    assert button.text == say("company.take")
    guest.click("table.primary")
    assert session_of(guest).lockstep.wants_seat
    house.step()
    assert say("company.taking") in written(guest)
