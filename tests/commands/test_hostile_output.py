"""What strangers wrote reaches a terminal as plain text: every command that prints is walked with the worst of it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.client.words.lan_news import tell_news
from game.commands import lan_process, verify
from game.commands.ending import exit_code
from game.commands.files import CommandError
from game.commands.lan_headless import Headless
from game.commands.replay import telling
from game.lan.news import News, NewsKind
from game.lan.terms import SEALED_DEAL
from game.lan.verdict import LogFault, LogVerdict
from game.match.lines import read_match
from game.table.safe_text import MAX_NAME_LENGTH, printable, terminal_safe
from tests.commands.test_cli import GOOD, run

# A title and a colour for the terminal, in both spellings; a turned direction; letters of no width; a line of its own.
HOSTILE = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\u2066\u200b\u200d\ufeff\u00ad\nfine.\rc\x08\x7f\u2028d"
NAMES = ("\x1b]0;owned\x07eve", "bob\n0 deals, all hold.", "\u202eanna\u2069", "\x9b31mdora")


def is_plain(said: str) -> bool:
    """Tell whether a terminal only shows it."""
    return all(letter.isprintable() or letter == "\n" for letter in said)


def out_of(capsys: pytest.CaptureFixture[str]) -> str:
    """What was printed; it must be plain."""
    said = capsys.readouterr()
    assert is_plain(said.out), said.out
    assert is_plain(said.err), said.err
    return said.out + said.err


def hostile_match() -> SimpleNamespace:
    """A good match whose players have names of the worst."""
    match = read_match(GOOD.read_bytes()).match
    seats = tuple(replace(seat, name=name) for seat, name in zip(match.header.seats, NAMES, strict=False))
    header = replace(match.header, seats=seats)
    standing = replace(match.standing, seats=seats)
    return SimpleNamespace(header=header, transcript=match.transcript, standing=standing)


def test_what_a_terminal_would_obey_is_gone_and_lines_stay() -> None:
    assert printable(HOSTILE, 99) == "a]0;owned[2J31mb fine. c d"
    assert terminal_safe("one\ntwo\t3") == "one\ntwo\t3"
    assert is_plain(terminal_safe(HOSTILE))
    assert len(printable("\n" + NAMES[1])) <= MAX_NAME_LENGTH
    assert "\n" not in printable(NAMES[1])
    assert all(is_plain(terminal_safe(chr(at))) or 0xD800 <= at < 0xE000 or chr(at) == "\t" for at in range(0x11000))


def test_all_that_a_command_prints_passes_through(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> int:
        print(HOSTILE)
        print(HOSTILE, file=sys.stderr)
        sys.stdout.writelines([HOSTILE])
        print("\r" + HOSTILE, end="\n")
        raise CommandError(HOSTILE)

    before = sys.stdout, sys.stderr
    assert exit_code(command) == 2
    assert (sys.stdout, sys.stderr) == before
    said = capsys.readouterr()
    assert is_plain(said.out.replace("\r", "", 1))
    assert is_plain(said.err)
    assert said.err.splitlines()[-1].startswith("a]0;owned")
    assert said.err.count("\n") == 3  # an error is one line


@pytest.mark.parametrize(
    "words",
    [
        (HOSTILE,),
        ("demo", "--headless", "--option", f"{HOSTILE}={HOSTILE}"),
        ("demo", "--headless", "--game", HOSTILE),
        ("arena", "--bots", f"{HOSTILE},{HOSTILE}"),
        ("arena", "--option", f"{HOSTILE}=1"),
        ("replay", HOSTILE),
        ("replay", "--check", HOSTILE),
        ("verify", HOSTILE),
        ("judge", HOSTILE),
        ("solve", HOSTILE),
        ("host", "--headless", "--preset", HOSTILE),
        ("host", "--headless", "--seat", f"bot:{HOSTILE}"),
        ("host", "--headless", "--password-file", HOSTILE),
        ("join", "--headless", "--watch", HOSTILE),
        ("join", "--headless", "--watch", "127.0.0.1:1", "--name", HOSTILE),
    ],
    ids=lambda words: " ".join(words)[:20].encode("unicode_escape").decode(),
)
def test_no_wrong_word_reaches_the_terminal_as_it_is(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ("--home", str(tmp_path / "home")) if words[0] in ("host", "join") else ()
    assert run(*words, *home) != 0
    assert out_of(capsys)


@pytest.mark.parametrize("command", ["judge", "solve"])
def test_no_line_of_a_file_reaches_the_terminal_as_it_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lines"
    lines = [HOSTILE, json.dumps({"game": HOSTILE}), json.dumps({"game": "burako", "moves": [HOSTILE]}), "{" + HOSTILE]
    path.write_text("\n".join(lines), encoding="utf-8")
    run(command, str(path))
    assert out_of(capsys)


@pytest.mark.parametrize("flags", [(), ("--check",)], ids=["told", "checked"])
def test_no_name_of_a_match_reaches_the_terminal_as_it_is(
    flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = hostile_match()
    monkeypatch.setattr(telling, "read_match", lambda _data: SimpleNamespace(match=match, damage=None))
    assert run("replay", *flags, str(GOOD)) == 0
    said = out_of(capsys)
    assert "\n0 deals" not in said  # no name makes a line of its own
    assert flags or "]0;ownedeve" in said


def test_no_name_makes_a_verdict(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    match = hostile_match()
    match.header = replace(match.header, dealer=SEALED_DEAL)
    seats = range(len(match.header.seats))
    wrongs = tuple(LogFault(7 + seat, seat, "false_proof") for seat in seats)
    monkeypatch.setattr(verify, "read_match", lambda _data: SimpleNamespace(match=match, damage=None, signed=()))
    monkeypatch.setattr(verify, "audit_log", lambda *_given: LogVerdict(1, 1, wrongs, ()))
    assert run("verify", str(GOOD)) == verify.VerifyExit.UNSIGNED
    said = out_of(capsys)
    assert len([line for line in said.splitlines() if line.startswith("Entry ")]) == len(wrongs)
    chairs = [SimpleNamespace(name=seat.name, key=bytes(32)) for seat in match.header.seats]
    signed = SimpleNamespace(replica=SimpleNamespace(rosters=[None, SimpleNamespace(chairs=chairs)]))
    assert all(verify._who(signed, seat).isprintable() for seat in seats)  # type: ignore[arg-type] # only the chairs


def test_no_name_at_a_table_reaches_the_news_as_it_is() -> None:
    told: list[str] = []
    one = SimpleNamespace(news=[], told=told, _difference="")
    for kind in (NewsKind.VOID, NewsKind.HOST, NewsKind.BOT_SITS):
        for seat in range(len(NAMES)):
            Headless._note(one, News(kind, seat), NAMES)  # type: ignore[arg-type] # only what it notes in
    assert told
    assert all(line.isprintable() for line in told), told
    assert str(tell_news(News(NewsKind.VOID, 0), ["Ana"]))


def test_no_name_of_a_match_that_goes_on_reaches_the_terminal_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lan_process, "seat_names_in", lambda _records: NAMES)
    table = SimpleNamespace(restore=lambda *_given: True, lockstep=None)
    home = SimpleNamespace(records_of_match=lambda: (1,), open_file=lambda: None)
    one = SimpleNamespace(_home=home, table=table, _kept_length=0)
    lan_process.LanProcess._restore(one, None)  # type: ignore[arg-type] # only what it asks for
    assert out_of(capsys).count("\n") == 2
