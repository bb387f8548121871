"""Every way back to a match on the network ends at the same table over the same file, in any order, after any kill."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path

import pytest

from game.bots.choice import fallback_move
from game.commands import lan_process
from game.commands.lan_headless import Limits
from game.commands.lan_process import LanOptions, LanProcess
from game.store.records import read_records
from net.log.effects import EntryRecord, read_record
from tests.client.lan_kit import Household, MemoryBridge, Player, begin, join, lan_game_of, session_of
from tests.slices import RUN, count, some


def address_of(host: Player) -> str:
    return f"{host.host}:{lan_game_of(host).table.port}"


def by_list(house: Household, player: Player, host: Player) -> None:
    join(house, player, host.studio.player)


def by_address(house: Household, player: Player, host: Player) -> None:  # noqa: ARG001 - a way like the others
    player.click("title.lan")
    player.click("lobby.address")
    player.type(address_of(host))
    player.press("Enter")


def by_code(house: Household, player: Player, host: Player) -> None:  # noqa: ARG001 - a way like the others
    player.click("title.lan")
    player.click("lobby.address")
    lan_game_of(host).addresses = (host.host,)
    player.type(lan_game_of(host).table_code)
    player.press("Enter")


def by_last_hosts(house: Household, player: Player, host: Player) -> None:  # noqa: ARG001 - a way like the others
    player.click("title.lan")
    player.click("lobby.last.0")


def by_my_matches(house: Household, player: Player, host: Player) -> None:  # noqa: ARG001 - a way like the others
    player.click("title.matches")
    house.until(lambda: "on the network" in player.texts, "the match in the list")
    player.press("Enter")


COMMAND = "command line"
WINDOWS: dict[str, Callable[[Household, Player, Player], None]] = {
    "list": by_list,
    "address": by_address,
    "code": by_code,
    "last hosts": by_last_hosts,
    "my matches": by_my_matches,
}


class Terminal:
    """`comodin join` in the same home, without a window, at the wires of the household."""

    def __init__(self, house: Household, player: Player, host: Player, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(lan_process, "Bridge", lambda _interfaces: MemoryBridge(house.net, player.host))
        patch.setattr(lan_process, "clock_ms", lambda: int(house.now * 1000))
        home = str(player.studio.matches.home.path)
        wanted = LanOptions(player.studio.player, "easy", 1, home, None, None, Limits())
        self.process = LanProcess(wanted, call=address_of(host))
        self.process.wire.listen(None, self.process._port())

    def kill(self) -> None:
        self.process.wire.close()
        self.process._lock.close()


def numbers(path: Path) -> list[int]:
    """Return the numbers of the entries that a file keeps, in its order."""
    records = [read_record(one) for one in read_records(path)[0]]
    return [one.numbered.number for one in records if isinstance(one, EntryRecord)]


def files(player: Player) -> list[Path]:
    return list((player.studio.matches.home.path / "lan").glob("*.lan"))


def play_on(house: Household, *players: Player) -> None:
    """Let every person who is to move make the plainest move, once."""
    for player in players:
        session = session_of(player)
        view = session.view
        if view is not None and view.must_decide and not session.has_moves_under_way and session.paused_by is None:
            assert session.submit((fallback_move(view).move,)) is None
    for _ in range(4):
        house.step()


def all_alike(house: Household, host: Player, guest: Player) -> None:
    """Wait until both have the same log; nobody is accused, and both files hold every entry once."""
    ours, theirs = session_of(host), session_of(guest)
    house.until(lambda: ours.lockstep.replica.heads[-1] == theirs.lockstep.replica.heads[-1], "one log")
    for player in (host, guest):
        assert not session_of(player).frozen
        assert player.studio.lan.lan_game is not None
        assert player.studio.lan.lan_game.problem is None
        (path,) = files(player)
        assert numbers(path) == list(range(len(numbers(path))))


def round_of(ways: list[str]) -> list[str]:
    """Return the shortest walk in which every way follows every way, itself as well (a sequence of de Bruijn)."""
    left, walk = {way: list(ways) for way in ways}, [ways[0]]
    trail: list[str] = []
    while walk:
        if left[walk[-1]]:
            walk.append(left[walk[-1]].pop())
        else:
            trail.append(walk.pop())
    return trail


def come_back(house: Household, name: str, way: str, to: str, patch: pytest.MonkeyPatch) -> None:
    """Start a program that was killed again, and come back by a way to the table that another one keeps."""
    player, host = house.enter_again(name), house.players[to]
    if way == COMMAND:
        player.up = False
        player.studio.matches.home.close()
        terminal = Terminal(house, player, host, patch)
        lockstep = terminal.process.table.lockstep
        assert lockstep is not None
        for _ in range(60):
            terminal.process.headless.step(int(house.now * 1000))
            house.step()
        assert terminal.process.headless.exit is None
        assert lockstep.host_link is not None
        terminal.kill()
        return
    WINDOWS[way](house, player, host)
    house.until(lambda: player.scene == "table", f"the table, by {way}")
    house.until(lambda: session_of(player).lockstep.host_link is not None, f"the host, by {way}")
    play_on(house, host, player)
    all_alike(house, host, player)


def test_the_walk_has_every_pair_of_ways_once() -> None:
    ways = [*WINDOWS, COMMAND]
    walk = round_of(ways)
    assert sorted(pairwise(walk)) == sorted(product(ways, ways))


def test_every_way_back_follows_every_other_twice_with_kills_between(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, else each way once, behind another one."""
    begin(house)
    house.kill("Bruno")
    ways = [*WINDOWS, COMMAND]
    for way in round_of(ways) * 2 if RUN.full else [*ways, ways[0]]:
        come_back(house, "Bruno", way, "Rosa", monkeypatch)
        house.kill("Bruno")


@pytest.mark.parametrize("way", some([*WINDOWS, COMMAND], 2))
def test_every_way_leads_back_after_the_host_was_started_again(
    house: Household, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(house)
    for _ in range(count(1, 2)):
        for name in ("Bruno", "Rosa"):
            house.kill(name)
        host = house.enter_again("Rosa")
        by_my_matches(house, host, host)
        house.until(lambda host=host: host.scene == "table", "the host's table")  # type: ignore[misc] # bound now
        come_back(house, "Bruno", way, "Rosa", monkeypatch)


@pytest.mark.parametrize("way", some([way for way in (*WINDOWS, COMMAND) if way != "last hosts"], 1))
def test_every_way_leads_a_host_back_who_handed_the_table_over(
    house: Household, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = begin(house)
    host.press("Esc")
    host.click("leave.go")
    house.until(lambda: session_of(guest).lockstep.is_hosting, "the guest to host")
    house.until(lambda: not host.studio.lan._left, "the host to have gone")
    for _ in range(count(1, 2)):
        house.kill("Rosa")
        come_back(house, "Rosa", way, "Bruno", monkeypatch)


@pytest.mark.parametrize("way", some([*WINDOWS, COMMAND], 1))
def test_every_way_leads_back_after_leaving_for_good(
    house: Household, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = begin(house)
    guest.press("Esc")
    guest.click("leave.go")
    house.until(lambda: session_of(host).roster.persons == (0,), "a bot in the chair")
    house.until(lambda: not guest.studio.lan._left, "the guest to have gone")
    for _ in range(count(1, 2)):
        house.kill("Bruno")
        come_back(house, "Bruno", way, "Rosa", monkeypatch)


@pytest.mark.parametrize("way", some(list(WINDOWS), 2))
def test_who_leaves_for_good_and_thinks_again_at_once_is_back_over_one_file(house: Household, way: str) -> None:
    host, guest = begin(house)
    for _ in range(count(1, 2)):
        guest.press("Esc")
        guest.click("leave.go")
        WINDOWS[way](house, guest, host)
        house.until(lambda: guest.scene == "table", "the table")
        house.until(lambda: session_of(guest).lockstep.host_link is not None, "the host")
        all_alike(house, host, guest)
