"""What `comodin host` and `comodin join` say to wrong words; whole matches are played in tests/lan."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.client.words.lan_news import UNSEATED_NEWS, tell_news
from game.commands import lan_process
from game.commands.lan_process import reachable_addresses
from game.lan.addresses import DEFAULT_PORT, read_address, short_address, shorten_written, write_address
from game.lan.home import RUNNING_SUFFIX, LanHome
from game.lan.news import News, NewsKind
from game.store.records import DAMAGED_RECORD, RecordFile, own_secret, read_records
from net.log.entries import TABLE_AUTHOR
from tests.commands.test_cli import one_sentence, run
from tests.net.fake_lan import entropy

HOST = ("host", "--headless")
JOIN = ("join", "--headless")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*HOST, "--game", "rummy", "--seats", "9"), "9"),
        ((*HOST, "--game", "rummy", "--preset", "none"), "preset"),
        ((*HOST, "--game", "rummy", "--option", "hands=0"), "hands"),
        ((*HOST, "--seats", "2", "--seat", "bot:genius"), "levels are"),
        ((*HOST, "--seats", "2", "--seat", "bot:easy", "bot:easy"), "bots alone"),
        ((*HOST, "--seats", "2", "--seat", *["bot:easy"] * 3), "do not fit"),
        ((*HOST, "--password-file", "not there"), "password file"),
        ((*HOST, "--port", "70000"), "port"),
        ((*JOIN, "nowhere:0", "--watch"), "no address"),
        ((*JOIN, "127.0.0.1:1"), "--player"),
        ((*JOIN, "127.0.0.1:1", "--player", "bot:easy:many"), "no player"),
        ((*JOIN, "127.0.0.1:1", "--watch", "--name", "x" * 30), "24 letters"),
    ],
)
def test_wrong_words_are_one_sentence(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ("--home", str(tmp_path / "home"))
    assert run(*words, *home) == 2
    assert said in one_sentence(capsys)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5:4000", "192.168.1.5", 4000),
        ("ana.local", "ana.local", DEFAULT_PORT),
        ("[fe80::1]:4000", "fe80::1", 4000),
        ("fe80::1", "fe80::1", DEFAULT_PORT),
    ],
)
def test_addresses_are_read_and_written(text: str, host: str, port: int) -> None:
    assert read_address(text) == (host, port)
    assert read_address(write_address(host, port)) == (host, port)
    assert read_address(short_address(host, port)) == (host, port)
    assert read_address(shorten_written(text)) == (host, port)
    assert shorten_written("no address :-)") == "no address :-)"


def test_the_addresses_that_are_printed_are_those_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = ("192.168.1.5", "fd00::5")
    monkeypatch.setattr(lan_process, "own_addresses", lambda: adapters)
    assert reachable_addresses(None, 4000) == ["192.168.1.5:4000", "[fd00::5]:4000"]
    assert reachable_addresses("10.0.0.1", 4000) == ["10.0.0.1:4000"]
    monkeypatch.setattr(lan_process, "own_addresses", tuple)
    assert reachable_addresses(None, 4000) == ["127.0.0.1:4000"], "alone on a machine one still plays with oneself"


@pytest.mark.parametrize("text", ["", "a b", "host:", "host:0", "host:99999", "[::1", "[::1]x"])
def test_what_is_no_address_is_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        read_address(text)


def test_records_survive_a_torn_end_and_what_was_torn_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "match.lan"
    kept = RecordFile(path)
    for record in (b"one", b"", b"three" * 100):
        kept.append(record)
    kept.close()
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        records, good = read_records(path)
        assert records == [b"one", b"", b"three" * 100][: len(records)]
        assert good <= cut
    path.write_bytes(whole[:-1])
    again = RecordFile(path)
    again.append(b"four")
    again.close()
    assert read_records(path)[0] == [b"one", b"", b"four"]
    assert (tmp_path / "match.lan.damaged-1").read_bytes() == whole[:-1]
    path.write_bytes(whole[:20] + bytes([whole[20] ^ 1]) + whole[21:])
    left = [b"one", DAMAGED_RECORD, b"three" * 100]
    assert read_records(path)[0] == left, "a record that was changed takes no other with it"


def test_a_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    made = own_secret(path, entropy("once"))
    assert own_secret(path, entropy("twice")) == made
    assert path.stat().st_mode & 0o077 == 0


def test_a_home_knows_whether_its_matches_are_over(tmp_path: Path) -> None:
    home = LanHome(tmp_path, entropy("home"))
    assert not home.all_finished(), "there was none"
    (tmp_path / "lan" / f"one{RUNNING_SUFFIX}").write_bytes(b"")
    home.open_file()
    assert not home.all_finished()
    home.close(over=True)
    assert home.all_finished()


@pytest.mark.parametrize("kind", NewsKind)
def test_everything_that_happens_at_a_table_has_a_sentence(kind: NewsKind) -> None:
    said = str(tell_news(News(kind, 1, ("2", "table.stock")), ("ana", "bea", "cid")))
    assert said.endswith(".")
    assert "{" not in said
    assert "ana" not in said


def test_a_home_without_a_match_has_nothing_to_take_up(tmp_path: Path) -> None:
    home = LanHome(tmp_path, entropy("home"))
    assert home.records_of_match() == ()
    home.open_file()
    home.close(over=True)
    assert LanHome(tmp_path, entropy("other")).secret == home.secret


@pytest.mark.parametrize("kind", [kind for kind in NewsKind if kind in UNSEATED_NEWS])
def test_a_host_without_a_seat_is_not_named_in_capitals_within_a_sentence(kind: NewsKind) -> None:
    said = str(tell_news(News(kind, TABLE_AUTHOR, ("illegal", "")), ("ana", "bea")))
    assert "The host" not in said[1:]
    assert "{" not in said
