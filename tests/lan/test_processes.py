"""A few whole matches by real processes on loopback; the full count is `tools/dev.py soak lan`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.commands.verify import verify
from game.lan.home import NONCE_FILE
from game.match.lines import read_match
from game.store.pins import Pin, load_pins, pins_path, save_pins
from net.reasons import Reason
from tests.lan.processes import PLAYED, Program, Table, agree
from tools.netsim_wire import Lots
from tools.soak_sealed import refused_changes

QUICK = ("--option", "hands=1")
FRESH = ("--option", "rounds=fresh", "--option", "fresh_rounds=1", "--option", "turn_seconds=0")
EARLY = 16  # entries of a log in the midst of a deal of three
TURNS = 8  # entries in which nobody can go out: whoever is killed behind them is killed in mid-round

Opened = Callable[..., Table]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    tables: list[Table] = []

    def make(game: str, seats: int, *more: str) -> Table:
        tables.append(Table(tmp_path, game, seats, *more))
        return tables[-1]

    yield make
    for table in tables:
        table.close()


@pytest.mark.whole
def test_a_host_without_a_seat_and_two_who_join_end_with_one_log_that_verifies(
    opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("rummy", 2, *QUICK)
    table.open(2)
    said = agree(table.results())
    files = [(table.folder / f"guest{at}.comodin").read_bytes() for at in range(2)]
    assert files[0] == files[1]
    reading = read_match(files[0])
    assert reading.damage is None
    assert list(reading.match.standing.totals) == said["scores"]
    file = table.folder / "guest0.comodin"
    assert verify(str(file)) == 0
    assert "nobody cheated" in capsys.readouterr().out
    for number in range(1, len(reading.match.transcript.entries), 23):
        refused_changes(file, files[0].split(b"\n"), number, Lots("bytes", number))


@pytest.mark.whole  # in virtual time: `test_absence.py`; of windows: `tests/window/test_lan.py`
def test_a_guest_and_then_the_host_are_killed_in_mid_round_and_come_back(opened: Opened) -> None:
    table = opened("rummy", 2, *QUICK)
    table.open(2)
    guest = table.guests[0]
    guest.reaches(PLAYED)
    guest.kill()
    guest.start()
    table.guests[1].reaches(PLAYED + TURNS)
    table.host.kill()
    table.host.start()
    agree(table.results())
    for one in (table.host, guest):
        assert any(line.startswith("This goes on with the match of guest") for line in one.lines)


@pytest.mark.whole
def test_whoever_leaves_is_followed_by_a_bot_and_a_watcher_sees_it_all(opened: Opened) -> None:
    table = opened("rummy", 3, *QUICK, "--seat", "bot:easy")
    table.open(1)
    watcher = table.join("watcher", "--watch")
    leaver = table.join("leaver", "--player", "bot:easy", "--leave-after", "60")
    left, *rest = table.results(leaver, table.host, table.guests[0], watcher)
    assert (left["code"], left["ended"]) == (0, "stopped")
    agree(rest)


@pytest.mark.whole  # in virtual time: `tests/net/test_station.py`
def test_a_wrong_password_is_a_sentence_and_the_table_plays_on(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "right").write_text("sésamo\n", encoding="utf-8")
    (tmp_path / "wrong").write_text("lentejas\n", encoding="utf-8")
    table = opened("rummy", 2, *QUICK, "--password-file", str(tmp_path / "right"))
    table.open(1, "--password-file", str(tmp_path / "right"))
    stranger = table.join("stranger", "--player", "bot:easy", "--password-file", str(tmp_path / "wrong"))
    (said,) = table.results(stranger)
    assert (said["code"], said["ended"]) == (2, "refused")
    assert "not the password" in said["said"]
    last = table.join("last", "--player", "bot:easy", "--password-file", str(tmp_path / "right"))
    table.plays_on(table.host, table.guests[0], last)


def test_another_key_at_a_known_address_is_told_before_joining_and_joined_when_told_to(opened: Opened) -> None:
    table = opened("rummy", 2, *QUICK, "--seat", "bot:easy")
    table.host.start()
    address = table.host.says(lambda line: line.startswith("127.0.0.1:"))
    home = table.folder / "guest"
    home.mkdir()
    save_pins(pins_path(home), (Pin("Ana", "ee" * 32, address),))
    (said,) = table.results(table.join("guest", "--player", "bot:easy"))
    assert (said["code"], said["ended"]) == (2, "refused")
    assert said["said"] == Reason.OTHER_HOST.sentence
    trusting = table.join("guest", "--player", "bot:easy", "--trust")
    table.plays_on(trusting, table.host)
    assert load_pins(pins_path(home))[0].address == address


def changed(program: Program, what: str) -> None:
    """Let a program be one with one thing changed."""
    verb = next(at for at, word in enumerate(program.command) if word in {"host", "join"})
    program.command[1:verb] = ["-m", "tests.lan.changed", what]


def kept(table: Table, name: str) -> dict[str, bytes]:
    """What a home has of its matches; the nonce that was shown last belongs to none."""
    return {path.name: path.read_bytes() for path in (table.folder / name / "lan").iterdir() if path.name != NONCE_FILE}


@pytest.mark.whole
def test_a_host_who_repeats_a_match_or_swaps_its_nonces_is_refused_and_no_file_is_touched(opened: Opened) -> None:
    table = opened("rummikub", 2, *FRESH, "--seat", "bot:easy")
    table.open(1)
    first = agree(table.results())
    before = kept(table, "guest0")
    assert f"{first['match']}.lan-over" in before
    for what, reason in (("repeats", Reason.KNOWN_MATCH), ("swaps", Reason.NOT_DRAWN)):
        changed(table.host, what)
        table.host.start()
        (said,) = table.results(table.join("guest0", "--player", "bot:easy"))
        assert (said["code"], said["ended"], said["said"]) == (2, "refused", reason.sentence)
        assert kept(table, "guest0") == before
        table.host.kill()
        for path in (table.folder / "host" / "lan").glob("*.lan"):
            path.unlink()  # whatever it took that for: the next one begins anew
