"""Matches begun, taken up and put away: one program at a time, guests and read-only homes, nothing lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.bots.thinker import InlineThinker
from game.client.app_context import MatchAtTable
from game.client.matches import Matches, random_seed
from game.client.setup import header_of, last_setup
from game.client.sides import day_words, when_words
from game.client.words import phrase, set_language
from game.match.transcript import TIMED_FORMAT, Header
from game.rules.registry import rules_of
from game.store.background import Writer
from game.store.desk import Desk
from game.store.home import Home, open_home
from game.store.index import list_matches
from game.store.matches import read_file
from game.table.refusals import Refusal
from tests.store.disks import StubbornDisk

NOW = datetime(2026, 1, 2, 10, 0, 0, tzinfo=UTC)


def header() -> Header:
    setup = last_setup(rules_of("burako"))
    options = setup.options_or_refusal
    assert not isinstance(options, Refusal)
    return header_of(setup, options, ("Rosa", "Nora", "Tito", "Vera"), 7)


@contextmanager
def opened(home: Home) -> Iterator[Matches]:
    """Open a home's matches as a program does, and put them away."""
    writer = Writer()
    matches = Matches(home, writer, InlineThinker, lambda: 0.0, lambda: NOW)
    try:
        yield matches
    finally:
        matches.leave()
        writer.close()
        home.close()


def play(game: MatchAtTable, polls: int) -> None:
    for at in range(polls):
        game.session.poll(float(at))


def read(matches: Matches) -> Matches:
    matches.read()
    matches.wait()
    return matches


def test_a_match_that_is_begun_is_kept_and_taken_up_where_it_stands(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        game = matches.begin(header())
        play(game, 6)
        game.unsent_turn.save(Desk("ab", ("draw",)))
        before = game.session.standing
    with opened(open_home(tmp_path)) as matches:
        (kept,) = read(matches).kept or ()
        assert kept.path.name == "burako 2026-01-02 10.00.00.comodin"
        assert matches.resume_refusal(kept) is None
        assert matches.resume_refusal(replace(kept, said="")) == phrase("matches.unread")  # it may be over
        again = matches.resume(kept)
        assert isinstance(again, MatchAtTable)
        assert again.session.standing == before
        assert again.unsent_turn.load() == Desk("ab", ("draw",))
        assert matches.notes == []
    assert [path.suffix for path in sorted((tmp_path / "matches").iterdir())] == [".comodin", ".desk"]


def test_a_cut_file_goes_on_with_a_sentence_and_its_whole_is_kept_aside(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        play(matches.begin(header()), 4)
    (path,) = (tmp_path / "matches").glob("*.comodin")
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    with opened(open_home(tmp_path)) as matches:
        (kept,) = read(matches).kept or ()
        assert isinstance(matches.resume(kept), MatchAtTable)
        (note,) = matches.notes
        assert note.code == "notice.match_cut"
    assert path.with_name(path.name + ".damaged-1").read_bytes() == whole[:-7]
    assert read_file(path).damage is None


def test_a_guest_plays_its_own_matches_and_leaves_the_others_alone(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as owner:
        owner.begin(header())
        owner.leave()
        read(owner)  # what it leaves is on the disk before a guest looks
        with opened(open_home(tmp_path)) as guest:
            (theirs,) = read(guest).kept or ()
            assert guest.resume_refusal(theirs) == phrase("matches.guest")
            assert guest.resume(theirs) == phrase("matches.guest")
            guest.begin(header())
            guest.leave()
            own = [kept for kept in read(guest).kept or () if guest.resume_refusal(kept) is None]
            assert [kept.path.name for kept in own] == ["burako 2026-01-02 10.00.00 (2).comodin"]
            assert isinstance(guest.resume(own[0]), MatchAtTable)
            listed = [kept for kept in read(owner).kept or () if kept.path == own[0].path]
            assert owner.resume(listed[0]) == phrase("notice.match_open")


def test_a_read_only_home_is_played_in_and_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    home = replace(open_home(tmp_path / "elsewhere"), path=tmp_path, owner=False, writable=False)
    with opened(home) as matches:
        game = matches.begin(header())
        play(game, 3)
        game.unsent_turn.save(Desk("ab"))
        assert game.unsent_turn.load() == Desk("ab")
        assert game.session.standing.table is not None
    assert list((tmp_path / "matches").iterdir()) == []


def test_a_kept_match_of_a_read_only_home_goes_on_without_being_written(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        play(matches.begin(header()), 2)
    (path,) = (tmp_path / "matches").glob("*.comodin")
    before = path.read_bytes()
    home = replace(open_home(tmp_path / "elsewhere"), path=tmp_path, owner=False, writable=False)
    with opened(home) as matches:
        (kept,) = read(matches).kept or ()
        game = matches.resume(kept)
        assert isinstance(game, MatchAtTable)
        play(game, 5)
    assert path.read_bytes() == before


def test_a_disk_that_takes_no_file_is_a_note_and_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise OSError(28, "No space left on device")

    with opened(open_home(tmp_path)) as matches:
        monkeypatch.setattr("game.store.matches.create_journal", refuse)
        assert isinstance(matches.begin(header()), MatchAtTable)
        assert matches.notes == [phrase("notice.match_not_begun", reason="No space left on device")]


def test_a_file_that_vanished_is_a_sentence(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        matches.begin(header())
        matches.leave()
        (kept,) = read(matches).kept or ()
        kept.path.unlink()
        told = matches.resume(kept)
        assert isinstance(told, str)
        assert "cannot be read" in told
        assert list_matches(matches.home.matches_folder) == ()


def test_a_match_like_another_has_another_deal(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        again = matches.begin_again(header()).session.header
        assert again.seed != header().seed
        assert replace(again, seed=7) == replace(header(), format=TIMED_FORMAT)
    assert len({random_seed() for _ in range(20)}) == 20


def test_times_are_said_as_people_say_them() -> None:
    def told(hours: int) -> str:
        return str(when_words(NOW.timestamp() - hours * 3600, NOW))

    assert [told(1), told(11), told(60)] == ["today 09:00", "yesterday 23:00", "2025-12-30 22:00"]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "7 November 2026"), ("es", "7 de noviembre de 2026"), ("it", "7 novembre 2026")]
)
def test_a_day_is_said_in_words(language: str, told: str) -> None:
    set_language(language)
    assert [str(day_words(day)) for day in ("2026-11-07", "", "yesterday")] == [told, "", "yesterday"]
    set_language("en")


def test_a_match_is_deleted_and_brought_back(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as matches:
        play(matches.begin(header()), 3)
        matches.leave()
        (kept,) = read(matches).kept or ()
        assert not matches.may_undelete
        assert matches.delete(kept) is None
        assert (matches.kept, matches.may_undelete) == ((), True)
        assert read(matches).kept == ()
        assert matches.undelete() is None
        matches.wait()
        assert not matches.may_undelete
        assert [one.path for one in matches.kept or ()] == [kept.path]
        assert matches.delete(kept) is None
    with opened(open_home(tmp_path)) as later:
        assert read(later).kept == ()
        assert not later.may_undelete
        assert not any(path.is_file() for path in (tmp_path / "matches" / "deleted").iterdir())


def test_a_match_open_elsewhere_is_not_deleted(tmp_path: Path) -> None:
    with opened(open_home(tmp_path)) as first:
        play(first.begin(header()), 3)
        with opened(open_home(tmp_path)) as guest:
            (kept,) = read(guest).kept or ()
            assert str(guest.delete(kept)) == str(phrase("matches.guest"))
        (kept,) = read(first).kept or ()
        assert str(first.delete(kept)) == str(phrase("notice.match_open"))
        assert kept.path.is_file()


def test_a_match_whose_end_the_disk_refused_is_whole_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = StubbornDisk(monkeypatch)
    with opened(open_home(tmp_path)) as matches:
        game = matches.begin(header())
        matches.writer.wait_until_tried()
        disk.room = 20  # a piece of a line
        game.session.begin_next_round()
        play(game, 40)
        matches.writer.wait_until_tried()
        assert game.save_status is not None
        assert game.save_status.behind
        assert game.save_status.disk_refusal == "No space left on device"
        assert [one.code for one in matches.writer.troubles()] == ["match_not_kept"]
        matches.leave()
        matches.writer.wait_until_tried()
        (kept,) = list_matches(tmp_path / "matches")
        assert matches.resume(kept) == phrase("notice.match_behind")
        ((path, _lines, why),) = matches.unwritten_files()
        assert (path, why) == (kept.path, "No space left on device")
        disk.room = 1 << 40
    assert matches.unwritten_files() == ()
    reading = read_file(kept.path)
    assert reading.damage is None
    assert reading.match == game.session.match  # type: ignore[attr-defined] # it is played here


def test_a_match_that_is_left_on_a_full_disk_is_known_as_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = StubbornDisk(monkeypatch)
    with opened(open_home(tmp_path)) as matches:
        game = matches.begin(header())
        matches.writer.wait_until_tried()
        disk.room = 0
        game.session.begin_next_round()
        play(game, 40)
    ((path, lines, why),) = matches.unwritten_files()
    assert path.exists()
    assert lines > 0
    assert why == "No space left on device"
