"""What one program leaves on its disk in mid-round tells nothing of another's hidden tiles."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from game.lan.deal.dealer import SealedDealer
from game.lan.home import DONE_SUFFIX, LanHome, lan_files
from game.lan.program import LanProgram
from game.match.lines import read_match
from game.match.match import Match
from game.match.transcript import EntryKind
from game.store.desk import desk_path
from net.deal.bodies import Commit, DealKind, read_deal_body
from net.deal.seeds import Seed
from net.log.effects import NonceRecord, Record, SaltRecord
from net.messages import Begin, NonceCommitment
from tests.lan.hall import QuietThinker
from tests.lan.processes import Table
from tests.net.parties import Hall
from tests.store.disks import StubbornDisk

STOCK = range(60, 100)  # positions of the stock that nobody in a round just begun has drawn
STOP = 60  # entries: the first turns of the first round are played


@pytest.mark.whole  # test_sealed_privacy
def test_no_file_of_another_home_holds_a_secret_of_ours(tmp_path: Path) -> None:
    table = Table(tmp_path, "rummy", 2, "--option", "hands=1")
    try:
        table.host.start()
        table.join("guest0", "--player", "bot:easy:0", "--stop-after", str(STOP))
        table.join("guest1", "--player", "bot:easy:1")
        (said,) = table.results(table.guests[0])
        table.guests[1].kill()
        table.host.kill()
    finally:
        table.close()
    match = read_match((tmp_path / "guest0.comodin").read_bytes()).match
    assert not any(entry.kind is EntryKind.SCORE for entry in match.transcript.entries)
    folder = tmp_path / "guest1" / "lan"
    (salt,) = [one for one in LanHome(tmp_path / "guest1", bytes).records_of_match() if isinstance(one, SaltRecord)]
    assert salt.match == bytes.fromhex(said["match"])
    ours = [salt.salt, *secrets_of(match, salt, (folder / "secret").read_bytes())]
    others = [path for home in ("host", "guest0") for path in (tmp_path / home).rglob("*") if path.is_file()]
    own = [path for path in (tmp_path / "guest1").rglob("*") if path.is_file()]
    others.append(tmp_path / "guest0.comodin")
    assert len(others) > 3
    assert all(any(secret in path.read_bytes() for path in own) for secret in ours[:2])
    for path in others:
        held = path.read_bytes()
        assert not any(secret in held or secret.hex().encode() in held for secret in ours), path


def secrets_of(match: Match, salt: SaltRecord, secret: bytes) -> list[bytes]:
    """The program's secret, and of its deal what nobody asks for so soon: seed, mask, locks of the stock."""
    entries = match.transcript.entries
    program = LanProgram(secret, QuietThinker())
    program.set_salt(salt.match, salt.salt)
    dealer = program.make_dealer(match.header, salt.match, None)
    assert isinstance(dealer, SealedDealer)
    commits = {
        entry.author: cast("Commit", read_deal_body(DealKind.COMMIT, entry.proof))
        for entry in entries
        if entry.body == DealKind.COMMIT
    }
    seeds = [Seed(commit.context, seat, dealer._secret(commit.context)) for seat, commit in commits.items()]
    (seed,) = [seed for seed in seeds if seed.commitment == commits[seed.seat].seed]
    return [secret, seed.raw, seed.mask_scalar, *(seed.lock_scalar(at) for at in STOCK)]


def test_a_nonce_is_kept_until_the_file_of_a_match_begins(tmp_path: Path) -> None:
    shown = NonceRecord(bytes([1]) * 32, Begin(bytes(32), (NonceCommitment(bytes([2]) * 32, bytes([3]) * 32),)))
    home = LanHome(tmp_path, bytes)
    assert home.shown_nonce is None
    home.append_records([shown])
    assert LanHome(tmp_path, bytes).shown_nonce == shown
    assert home.running_files() == ()
    home.append_records(begun())
    assert LanHome(tmp_path, bytes).shown_nonce is None


def begun() -> list[Record]:
    """What a program keeps when its match begins."""
    hall = Hall(("hugo", "ana"))
    hall.begin()
    return list(hall.kept["ana"][:2])


class Killed(BaseException):
    """The program is no more: nothing catches it."""


def killed(*_given: object) -> int:
    raise Killed


@pytest.mark.parametrize("call", ["open", "write", "fsync"])
@pytest.mark.parametrize("times", range(3))
def test_who_is_killed_while_a_match_begins_has_it_whole_or_begins_it_when_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, times: int
) -> None:
    kept, home = begun(), LanHome(tmp_path, bytes)
    home.append_records(
        [NonceRecord(bytes([1]) * 32, Begin(bytes(32), (NonceCommitment(bytes([2]) * 32, bytes([3]) * 32),)))]
    )
    salt = kept[0]
    assert isinstance(salt, SaltRecord)
    true, calls = cast("Callable[..., Any]", getattr(os, call)), count()
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(os, call, lambda *given: true(*given) if next(calls) < times else killed())
        home.append_records(kept)
    again = LanHome(tmp_path, bytes)
    if again.knows_match(salt.match):
        assert list(again.records_of_match()) == kept
    else:
        assert again.shown_nonce is not None
        again.append_records(kept)
        assert list(LanHome(tmp_path, bytes).records_of_match()) == kept


def test_a_match_of_a_home_is_listed_with_its_game_and_names_and_its_desk_goes_with_its_end(tmp_path: Path) -> None:
    assert lan_files(tmp_path) == ()
    home = LanHome(tmp_path, bytes)
    home.append_records(begun())
    (one,) = lan_files(tmp_path)
    assert (one.number, one.names) == (1, ("hugo", "ana"))
    desk = desk_path(one.path)
    desk.parent.mkdir(parents=True, exist_ok=True)
    desk.write_bytes(b"gaps")
    home.close(over=True)
    assert not desk.exists()
    (one,) = lan_files(tmp_path)
    assert one.path.suffix == DONE_SUFFIX
    assert home.running_files() == ()


def test_matches_are_listed_with_the_last_written_first(tmp_path: Path) -> None:
    (tmp_path / "lan").mkdir()
    for name, written in (("a", 20), ("b", 40), ("c", 30), ("d", 40)):
        path = tmp_path / "lan" / f"{name}{DONE_SUFFIX}"
        path.write_bytes(b"")
        os.utime(path, (written, written))
    listed = lan_files(tmp_path)
    assert [one.path.name for one in listed] == [f"{name}{DONE_SUFFIX}" for name in "bdca"]
    assert [one.number for one in listed] == [1, 2, 3, 4]


def test_a_match_that_is_renamed_between_being_listed_and_read_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = LanHome(tmp_path, bytes)
    home.append_records(begun())
    read = Path.read_bytes

    def renamed(path: Path) -> bytes:
        home.close(over=True)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", renamed)
    assert lan_files(tmp_path) == ()
    assert [one.path.suffix for one in lan_files(tmp_path)] == [DONE_SUFFIX]


def test_what_a_crash_left_beside_a_file_is_no_match(tmp_path: Path) -> None:
    home = LanHome(tmp_path, bytes)
    (tmp_path / "lan" / f"{bytes(16).hex()}.lan.new-77").write_bytes(b"half of a st")
    assert home.running_files() == ()
    assert not home.knows_match(bytes(16))


def test_a_disk_that_refuses_while_a_match_begins_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file may be there, and only its name not be safe: it is ours all the same."""
    kept, home = begun(), LanHome(tmp_path, bytes)
    StubbornDisk(monkeypatch, fails=lambda call: call in {0, 2})
    for _ in range(2):
        with pytest.raises(OSError, match="Input/output"):
            home.append_records(kept)
    home.append_records(kept)
    assert list(LanHome(tmp_path, bytes).records_of_match()) == kept


def test_a_damaged_nonce_is_none(tmp_path: Path) -> None:
    home = LanHome(tmp_path, bytes)
    (tmp_path / "lan" / "nonce").write_bytes(b"\0\0")
    assert home.shown_nonce is None
