"""Forty tables, a flood and a deal before one window: what is counted is frames and the work between two of them.

And what strangers may write - names, talk - in every scene that shows it.
"""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.client.lan import session
from game.client.lan.game import TablePlan
from game.client.lan.lobby import LanLobby
from game.client.lan.room import WaitingRoom
from game.client.still import SilentBridge, Studio
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.client.words import say
from game.lan.log.story import LanStory
from game.lan.terms import TableOffer
from game.match.transcript import RULES_VERSION
from game.store.hosts import KeptHost
from game.table.safe_text import printable
from net import messages as m
from net.discovery import Address, Announcement, TableRow, TableStatus, to_properties
from net.frames import pack, unpack, with_length
from net.identity import table_id_of
from net.introduction import answer_challenge
from net.link import CLEAR_FRAME, OLDEST_PROTOCOL
from net.messages import PROTOCOL, Ask, Info
from net.shell.tcp import Received
from tests.client.lan_kit import (
    Household,
    MemoryBridge,
    Player,
    begin,
    lan_game_of,
    lobby_rows,
)
from tests.client.layout_check import problems
from tests.net.fake_lan import identity
from tests.slices import crossed
from tools.posed_lan import PosedLan, offer

TABLES = 40
STRANGE = (
    "x" * 4096,
    "\x00\x07\x1b[2J\r\n\t\x7f\x9b31m",
    "\u202e\u05e9\u05dc\u05d5\u05dd\u2066 \u0645\u0631\u062d\u0628\u0627",
    "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467\ufe0f" * 8,
    "Z\u0351\u036b\u0343" * 40,
    "Rosa",  # our own name
    "**Rosa** {name} %s \\N{DIGIT ONE}",
    "\ufdfd\u0bf5\u2014" * 20,  # the widest letters there are
    "\ue000\ud7ff\uffff\U0010fffd",
)


class Frames:
    """Draws a program's window whenever it is due, and counts."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.drawn = 0
        self._window = pygame.Surface(player.director.viewport.canvas_size)

    def turn(self, house: Household) -> None:
        house.step()
        if self.player.director.must_redraw:
            self.player.director.draw(self._window)
            self.drawn += 1


class Answering40:
    """Tables that are announced by two adapters each, and answer whoever asks."""

    def __init__(self, house: Household) -> None:
        self.answered = 0
        self.bridges = [MemoryBridge(house.net, f"10.1.0.{at}") for at in range(TABLES)]
        for at, bridge in enumerate(self.bridges):
            bridge.listen(None, 47_815)
            said = to_properties(
                Announcement(table_id_of(identity(f"host {at}").key), "burako", 1, 4, "", locked=False)
            )
            for label in ("one", "other"):
                house.net.announce(f"{label}-{at}._comodin._tcp.local.", said, Address(bridge.host, bridge.port))

    def step(self) -> int:
        """Answer what was asked since the last time; return how many questions that were."""
        asked = 0
        for at, bridge in enumerate(self.bridges):
            for happening in bridge.take_events():
                if isinstance(happening, Received):
                    asked += 1
                    name, table, ask = f"Host {at}", bytes(16), unpack(happening.received[5:])
                    assert isinstance(ask, Ask)
                    info = Info(
                        OLDEST_PROTOCOL, PROTOCOL, RULES_VERSION, "burako", name, 1, 4, bytes(16), False, False, table
                    )
                    told = answer_challenge(info, identity(f"host {at}"), ask.challenge)
                    bridge.send(happening.number, with_length(CLEAR_FRAME + pack(told)))
        self.answered += asked
        return asked


def test_forty_tables_that_answer_are_a_row_each_and_at_rest_they_cost_no_frame(house: Household) -> None:
    guest = house.enter("Bruno")
    guest.click("title.lan")
    frames, tables = Frames(guest), Answering40(house)
    turns = 0
    while tables.answered < TABLES:
        frames.turn(house)
        assert tables.step() <= 8  # questions between two frames
        turns += 1
        assert turns < 200
    frames.turn(house)
    rows = lobby_rows(guest)
    assert sorted(row.text for row in rows) == sorted(
        say("lobby.hosted", game="Burako", name=f"Host {at}") for at in range(TABLES)
    )
    assert not any("off" in row.state for row in rows)
    assert 1 <= frames.drawn <= turns + 1
    asked, frames.drawn = tables.answered, 0
    for _ in range(400):  # 20 s, in which all are asked again
        frames.turn(house)
        tables.step()
    assert tables.answered > asked + TABLES
    assert frames.drawn == 0


def test_a_window_draws_on_while_a_peer_floods_it_with_talk(house: Household) -> None:
    host, guest = begin(house)
    host.press("T")
    frames = Frames(host)
    party = lan_game_of(guest).party
    shown, changed = 0, 0
    for at in range(100):
        for number in range(20):
            party.requests.send_talk(m.Chat(1, f"{at} {number} " + "\U0001f600" * 120), int(house.now * 1000))
        before = lan_game_of(host).talk.revision
        frames.turn(house)
        told = lan_game_of(host).talk.revision - before
        shown, changed = max(shown, told), changed + (told > 0)
    assert 0 < shown <= 250  # the burst that a link may send, and not more at once
    assert frames.drawn >= changed > 0  # a budget swallows most of it, and what it lets pass is drawn at once
    host.press("Esc")
    house.step()
    assert host.scene == "table"


def test_every_frame_of_a_deal_is_drawn_after_one_slice_of_its_work(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "DEAL_FRAME_SECONDS", 0.0)  # a machine on which one slice takes the whole frame
    worked: list[int] = []
    work = LanStory.do_work

    def counted(story: LanStory, steps: int) -> bool:
        worked.append(steps)
        return work(story, steps)

    monkeypatch.setattr(LanStory, "do_work", counted)
    turns = [0]
    step = house.step

    def stepped(seconds: float = 0.05) -> None:
        before = len(worked)
        step(seconds)
        turns[0] += 1
        assert len(worked) - before <= 2  # one for each program

    monkeypatch.setattr(house, "step", stepped)
    begin(house)
    assert set(worked) == {session.STEPS_PER_SLICE}
    assert turns[0] > 20


# --- what strangers write ---------------------------------------------------------------------------------------------


def strange_row(at: int, text: str) -> TableRow:
    said = Announcement(bytes([at]) * 16, "burako", 1, 4, "", locked=False)
    info = Info(OLDEST_PROTOCOL, PROTOCOL, RULES_VERSION, "burako", text, 1, 4, bytes(16), False, False, said.table)
    return TableRow(said, Address("10.0.0.1", 1), TableStatus.OPEN, info, 3)


def shown(scene: LanLobby | WaitingRoom) -> list[str]:
    return [to_properties.text for widget, _ in walk(scene.root) for to_properties in widget.texts()]


def faults(scene: LanLobby | WaitingRoom, size: tuple[int, int], scale: float) -> list[str]:
    """Return what is wrong; a word of hundreds of letters has to be broken."""
    return [one for one in problems(scene, size, scale) if "breaks a word" not in one]


@pytest.mark.parametrize(("size", "scale"), crossed([(960, 540), (1920, 1080)], [2.5, 1.0]))
def test_names_of_strangers_break_neither_list_nor_waiting_room(size: tuple[int, int], scale: float) -> None:
    with Studio() as studio:
        lan = PosedLan(studio.matches.home, studio.writer, studio.lan._thinker, lambda: "Rosa", SilentBridge)
        studio.on_close(lan.close)
        lan.posed = tuple(strange_row(at, text) for at, text in enumerate(STRANGE))
        lan.hosts = tuple(KeptHost(text, text[:80], "burako") for text in STRANGE)
        lobby = LanLobby(studio.context, lan)
        assert faults(lobby, size, scale) == []
        told = shown(lobby)
        assert all(any(printable(text) in one for one in told) for text in STRANGE)
        lan_game = lan.enter_table(TablePlan(offer=seven()))
        for at, text in enumerate(STRANGE[:6]):
            key = bytes([at]) * 32
            assert lan_game.party.lobby is not None
            lan_game.party.lobby.join(key, m.Join(text, RULES_VERSION, b"", watch=False, match=b""))
            lan_game.talk.add_line(m.Chat(1, text * 3), key, printable(text))
        lan_game.step(0.0)
        room = WaitingRoom(studio.context, lan)
        assert faults(room, size, scale) == []
        assert all("\n" not in one and one.isprintable() for one in shown(room))


def seven() -> TableOffer:
    return offer("rummikub", 7)


def test_a_row_that_goes_on_under_join_lies_in_its_shadow() -> None:
    with Studio() as studio:
        lan = PosedLan(studio.matches.home, studio.writer, studio.lan._thinker, lambda: "Rosa", SilentBridge)
        studio.on_close(lan.close)
        lan.posed = tuple(strange_row(at, f"Table {at}") for at in range(9))
        lobby = LanLobby(studio.context, lan)
        lobby.layout(Viewport((1280, 720)))
        scroll, foot = lobby._beside[0], lobby._foot.rect
        assert scroll.has_more_below
        lit, shaded = [pygame.Surface((1280, 720)) for _ in range(2)]
        lobby._foot.above = None
        lobby.draw(lit)
        lobby._foot.above = scroll
        lobby.draw(shaded)
        near, far = (foot.x + 8, foot.y - 3), (foot.x + 8, foot.y - 60)
        assert sum(shaded.get_at(near)[:3]) < 0.9 * sum(lit.get_at(near)[:3])
        assert shaded.get_at(far) == lit.get_at(far)
        scroll.scroll_to(9_000.0)
        assert not scroll.has_more_below


def test_large_text_keeps_what_joins_and_what_hosts_in_sight_under_forty_tables() -> None:
    with Studio() as studio:
        lan = PosedLan(studio.matches.home, studio.writer, studio.lan._thinker, lambda: "Rosa", SilentBridge)
        studio.on_close(lan.close)
        lan.posed = tuple(strange_row(at, f"Table {at}") for at in range(TABLES))
        lobby = LanLobby(studio.context, lan)
        studio.preferences.replace(replace(studio.preferences.now, text_size=150))
        lobby.layout(Viewport((1280, 720)))
        for offset in (0.0, 9_000.0):
            lobby._below.scroll_to(offset)
            seen = {one.name: one for one in lobby.shown_items()}
            for name in ("lobby.join", "lobby.host_here"):
                assert "out of sight" not in seen[name].state
                assert seen[name].box.is_inside(Viewport((1280, 720)).canvas)
        studio.preferences.replace(replace(studio.preferences.now, text_size=100))
        lobby.layout(Viewport((1280, 720)))
        assert "lobby.host_here" not in {one.name for one in lobby.shown_items()}
