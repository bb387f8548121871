"""The small parts of the LAN in the window: strangers' text, the test of the network, the last hosts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.events import Wheel
from game.client.lan.check import (
    PARTNER_SECONDS,
    QUIET_SECONDS,
    NetCheck,
    announcement_words,
    firewall_words,
    port_words,
    second_computer_words,
)
from game.client.lan.talk import ChatHistory
from game.client.lan.talk_box import ChatLines, ChatWindow
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import say
from game.lan.addresses import DEFAULT_PORT
from game.store.hosts import MAX_HOSTS, KeptHost, hosts_path, load_hosts, save_hosts, with_host
from game.table.safe_text import MAX_NAME_LENGTH, printable
from net.messages import Chat
from net.shell.tcp import Connected
from tests.client.lan_kit import MemoryBridge, MemoryNet
from tools.posed_lan import ROWS, list_of_tables


@given(st.text(max_size=4096))
def test_text_of_strangers_is_one_short_line_without_signs_that_are_not_seen(text: str) -> None:
    shown = printable(text)
    assert 1 <= len(shown) <= MAX_NAME_LENGTH
    assert shown.isprintable()
    assert "**" not in shown
    assert printable(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lía", "Lía"),
        ("  two\twords\n", "two words"),
        ("turned \u202e round", "turned round"),
        ("a\u0301\u0301\u0301\u0301\u0301", "a\u0301\u0301"),
        ("\u200b\u2066", "–"),
        ("x" * 4096, "x" * MAX_NAME_LENGTH),
        ("**bold**", "*bold*"),
        ("***", "*"),
    ],
)
def test_what_becomes_of_odd_names(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_the_network_is_found_well_where_our_own_announcement_is_heard() -> None:
    net = MemoryNet()
    check = NetCheck(lambda: MemoryBridge(net, "10.0.0.1"), os.urandom)
    assert str(port_words(check.found)) == say("netcheck.port_testing")
    check.step(1.0)
    check.step(1.1)
    assert (check.found.port, check.found.own, check.found.others) == (DEFAULT_PORT, True, frozenset())
    assert [str(one) for one in announcement_words(check.found)] == [say("netcheck.heard_own")]
    check.step(1.0 + QUIET_SECONDS)
    assert check.found.over
    assert not check.step(2.0 + QUIET_SECONDS)


def test_a_network_that_refuses_announcements_says_so() -> None:
    net = MemoryNet(deaf=True)
    check = NetCheck(lambda: MemoryBridge(net, "10.0.0.1"), os.urandom)
    check.step(1.0)
    check.step(1.1)
    assert "no multicast here" in str(announcement_words(check.found)[0])


@pytest.mark.parametrize(("platform", "word"), [("win32", "Windows"), ("darwin", "macOS"), ("linux", "ufw")])
def test_each_system_has_its_hint(platform: str, word: str) -> None:
    assert word in str(firewall_words(platform))


def test_the_last_hosts_are_kept_the_newest_first(tmp_path: Path) -> None:
    hosts: tuple[KeptHost, ...] = ()
    for at in range(MAX_HOSTS + 3):
        hosts = with_host(hosts, KeptHost(f"Host {at}", f"10.0.0.{at}:1", "burako"))
    hosts = with_host(hosts, KeptHost("Rosa", "10.0.0.9:1", "rummy"))
    save_hosts(hosts_path(tmp_path), hosts)
    assert load_hosts(hosts_path(tmp_path)) == hosts
    assert len(hosts) == MAX_HOSTS
    assert [host.name for host in hosts].count("Host 9") == 0


@pytest.mark.parametrize(
    "written", [b"", b"{", b'{"a": 1}', b'[1, {"name": "", "address": "x", "game": "y"}]', b"[" * 99_999]
)
def test_a_damaged_list_of_hosts_is_empty(tmp_path: Path, written: bytes) -> None:
    hosts_path(tmp_path).write_bytes(written)
    assert load_hosts(hosts_path(tmp_path)) == ()


@pytest.mark.parametrize("high", [90.0, 122.0, 186.0, 400.0])
def test_what_was_said_is_seen_whole_or_not_at_all_and_the_wheel_stops_at_its_ends(high: float) -> None:
    talk = ChatHistory()
    for at in range(12):
        talk.add_line(Chat(1, f"{at} and a few words more " * (1 + at % 3)), b"\1" * 32, "Bruno")
    lines = ChatLines("lines", talk)
    window = ChatWindow("window", lines)
    window.place(Box(0, 50, 300, high), Look(Viewport((1280, 720))))
    every = [line.text for line, _name, _plate in lines.line_boxes()]
    room = high - 2 * window.rim
    seen, before = [], None
    while window.offset != before:
        before = window.offset
        shown = list(lines.drawn_messages())
        assert shown, "nothing is in sight"
        for _line, name, plate in shown:
            assert plate.bottom - name.y > room or (name.y >= 49 and plate.bottom <= 51 + high)
        if before and shown[-1][2].bottom - shown[-1][1].y <= room:
            assert abs(shown[-1][2].bottom - (50 + high - window.rim)) < 1
        seen += [line.text for line, _name, _plate in shown]
        window.handle(Wheel((0.0, 0.0), 0, 1))
    assert {str(text) for text in seen} == {str(text) for text in every}


TOGETHER_SECONDS = int(PARTNER_SECONDS) + 2


def together(net: MemoryNet, *hosts: tuple[str, str], seconds: int = 10) -> list[NetCheck]:
    """Run the test on each of these computers, each with the other one given, at the same time."""
    checks = [
        NetCheck(lambda here=here: MemoryBridge(net, here), os.urandom, here, (other, DEFAULT_PORT))  # type: ignore[misc] # bound now
        for here, other in hosts
    ]
    for tick in range(seconds * 10):
        for check in checks:
            check.step(1.0 + tick / 10)
    return checks


def test_two_computers_that_test_with_one_another_know_all_of_it() -> None:
    checks = together(MemoryNet(), ("10.0.0.1", "10.0.0.2"), ("10.0.0.2", "10.0.0.1"))
    for check in checks:
        assert check.found.all_well
        assert check.found.over
        said = [str(one) for one in second_computer_words(check)]
        assert said == [say(f"netcheck.with_{what}") for what in ("reached", "heard", "called")]
        assert check.found.others == frozenset()  # a test is no table


def test_alone_nothing_is_said_to_be_well_that_never_left_the_computer() -> None:
    (check,) = together(MemoryNet(), ("10.0.0.1", "10.0.0.1"), seconds=TOGETHER_SECONDS)
    assert check.found.over
    assert check.found.own
    assert not any((check.found.all_well, check.found.reached, check.found.called, check.found.other_heard))
    said = [str(one) for one in second_computer_words(check)]
    assert said == [say(f"netcheck.with_not_{what}") for what in ("reached", "heard", "called")]


def test_a_second_computer_whose_announcement_or_call_does_not_come_is_told_as_such() -> None:
    net = MemoryNet()
    net.deaf = True
    check, _other = together(net, ("10.0.0.1", "10.0.0.2"), ("10.0.0.2", "10.0.0.3"))
    assert check.found.reached
    assert not check.found.called
    assert not check.found.other_heard


def test_strange_bytes_and_many_callers_do_not_stop_the_test() -> None:
    net = MemoryNet()
    (check,) = together(net, ("10.0.0.1", "10.0.0.2"), seconds=1)
    stranger = MemoryBridge(net, "10.0.0.9")
    for number in range(30):
        stranger.dial(f"call {number}", "10.0.0.1", DEFAULT_PORT)
    for happening in stranger.take_events():
        if isinstance(happening, Connected):
            stranger.send(happening.number, b"\xff" * 40)
    check.step(2.5)
    assert not check.found.called


def test_the_list_of_tables_ends_at_the_foot_of_the_page_with_the_hint_beside_its_button() -> None:
    for rows in ((), ROWS[:2]):
        with Studio() as studio:
            page = list_of_tables(studio, rows)
            page.layout(Viewport((1280, 720)))
            lowest = page._dock.rect if rows else page._panel.rect
            assert lowest.bottom > 690
            first = page._test if rows else page._anew
            assert first.rect.y == page._hint.rect.y
            assert page._panel.rect.bottom - page._lines.rect.bottom < 30
