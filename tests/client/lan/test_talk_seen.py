"""Talk is seen: in bubbles at the seats, as a number on the sign, in the title; the host is told who comes."""

from __future__ import annotations

import pytest

from game.client.app_window import WINDOW_TITLE
from game.client.lan.bubbles import SHOWN_SECONDS, ChatBubbles
from game.client.lan.others import LanPlayers
from game.client.table.scene import TableScene
from game.client.turn_call import TurnNotifier
from game.client.words import say
from tests.client.lan_kit import Household, Player, begin, host_and_guest, lan_game_of, seat_bots
from tests.slices import crossed


def bubbles(player: Player) -> ChatBubbles:
    scene = player.director.top
    assert isinstance(scene, TableScene)
    assert isinstance(scene.game.company, LanPlayers)
    return scene.game.company._bubbles


def sign(player: Player) -> tuple[str, ...]:
    return next(one.state for one in player.director.top.shown_items() if one.name == "table.company")


def lines(player: Player) -> list[str]:
    return [str(line.text) for line in lan_game_of(player).talk.lines]


def test_what_is_said_stands_at_the_seat_for_some_seconds_and_is_counted_until_it_is_read(house: Household) -> None:
    host, guest = begin(house)
    host.draw()
    silent = host.draw().copy()
    lan_game_of(guest).say("Hello Rosa, one moment please, the kettle is boiling over and the cat wants out")
    house.until(lambda: bubbles(host).shown, "the bubble")
    (one,) = bubbles(host).shown
    assert (one.seat, one.name) == (1, "Bruno")
    assert host.draw().get_buffer().raw != silent.get_buffer().raw
    assert [bubble.seat for bubble in bubbles(guest).shown] == [1], "one's own words as well"
    house.until(lambda: "1 new" in sign(host), "the number on the sign")
    lan_game_of(guest).say_phrase(2)
    house.until(lambda: "2 new" in sign(host), "the next one")
    assert [bubble.text for bubble in bubbles(host).shown] == [say("talk.phrase.moment")]
    house.wait(SHOWN_SECONDS + 2)
    assert bubbles(host).shown == ()
    host.press("T")
    host.press("Esc")
    house.step()
    assert not [state for state in sign(host) if "new" in state]


def test_who_comes_back_reads_what_was_said_and_what_was_his(house: Household) -> None:
    host, guest = begin(house)
    lan_game_of(guest).say("Hello Rosa")
    house.until(lambda: "Hello Rosa" in lines(host), "the word")
    house.kill("Bruno")
    lan_game_of(host).say("Where are you?")
    guest = house.enter_again("Bruno")
    house.until(lambda: say("title.seat_waits", names="Rosa") in guest.texts, "the strip")
    guest.draw()
    guest.click("title.continue")
    house.until(lambda: guest.scene == "table" and len(lines(guest)) > 1, "all that was said")
    talk = lan_game_of(guest).talk
    assert [(str(line.name), str(line.text)) for line in talk.lines] == [
        (say("talk.you"), "Hello Rosa"),
        ("Rosa", "Where are you?"),
    ]
    assert talk.unread == 1
    assert lines(host).count("Hello Rosa") == 1


def test_who_comes_back_is_not_told_that_the_others_were_away(house: Household) -> None:
    host, _guest = begin(house)
    house.kill("Bruno")
    house.until(lambda: say("waits.away", name="Bruno") in host.texts, "Bruno to be missed")
    guest = house.enter_again("Bruno")
    house.until(lambda: say("title.seat_waits", names="Rosa") in guest.texts, "the strip")
    guest.draw()
    guest.click("title.continue")
    read: list[str] = []

    def back() -> bool:
        read.append(guest.texts)
        return say("waits.away", name="Bruno") not in host.texts

    house.until(back, "Bruno to be back")
    house.wait(1)
    assert not [texts for texts in (*read, guest.texts) if say("waits.away", name="Rosa") in texts]
    scene = guest.director.top
    assert isinstance(scene, TableScene)
    assert isinstance(scene.game.company, LanPlayers)
    assert scene.game.company.told == ()
    house.kill("Rosa")
    house.until(lambda: say("waits.away", name="Rosa") in guest.texts, "Rosa to be missed")
    assert list(map(str, scene.game.company.told)) == [say("news.away", name="Rosa")]


def test_who_is_muted_has_no_bubble_and_is_not_counted(house: Household) -> None:
    host, guest = begin(house)
    lan_game_of(host).talk.mute_all(muted=True)
    lan_game_of(guest).say("Hello")
    house.wait(2)
    assert bubbles(host).shown == ()
    assert "1 new" not in sign(host)


@pytest.mark.parametrize(("size", "scale"), crossed([(1280, 720), (960, 540)], [100, 250]))
def test_bubbles_lie_in_the_window_at_any_size(house: Household, size: tuple[int, int], scale: int) -> None:
    from game.client.viewport import Viewport

    host, guest = begin(house)
    host.studio.scale_text(scale)
    host.director.resize(Viewport(size))
    for player in (host, guest):
        lan_game_of(player).say("W" * 120)
    house.until(lambda: len(bubbles(host).shown) == 2, "both bubbles")
    host.draw()


def test_a_digit_is_a_phrase_as_long_as_nothing_is_written(house: Household) -> None:
    host, guest = begin(house)
    host.press("T")
    host.type("3")
    house.until(lambda: say("talk.phrase.moment") in lines(guest), "the phrase")
    for sent in ("I have ", "3 left"):
        host.type(sent)
    host.press("Enter")
    house.until(lambda: "I have 3 left" in lines(guest), "what was written")


def test_the_host_is_told_who_comes_and_goes_and_that_all_are_ready(house: Household) -> None:
    host, (guest,) = host_and_guest(house)
    house.until(lambda: say("room.came", name="Bruno") in lines(host), "who has come")
    seat_bots(host, 2)
    house.step()
    guest.click("room.ready")
    house.until(lambda: say("room.all_ready") in lines(host), "that all are ready")
    guest.click("room.leave")
    house.until(lambda: say("room.went", name="Bruno") in lines(host), "who has gone")


class Window:
    """A window that nobody looks at."""

    title = WINDOW_TITLE
    flashed = 0

    def flash(self) -> None:
        self.flashed += 1


def test_the_title_of_a_window_says_what_was_said_until_it_is_looked_at() -> None:
    window, looks = Window(), [False]
    call = TurnNotifier(window, lambda: looks[0])
    call.on_chat(1, "Ana", "Hello")
    call.on_chat(1, "Ana", "Hello")
    assert (window.title, window.flashed) == (f"(1) Ana: Hello - {WINDOW_TITLE}", 1)
    call.on_chat(3, "Ana", "One moment")
    assert (window.title, window.flashed) == (f"(3) Ana: One moment - {WINDOW_TITLE}", 2)
    looks[0] = True
    call.reset_if_focused()
    assert window.title == WINDOW_TITLE
    call.on_chat(4, "Ana", "Here")
    assert window.title == WINDOW_TITLE
