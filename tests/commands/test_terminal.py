"""The game in a terminal: whole matches by ear, what is said, what is understood, and the same match in the window."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from game.bots.thinker import InlineThinker
from game.client.access.telling import set_identity
from game.client.words import LANGUAGES, say, set_language, set_vocabulary
from game.client.words.tell import face_in_words
from game.client.words.terminal import VERBS
from game.commands.demo import options_for
from game.commands.terminal.chair import TerminalPlayer
from game.commands.terminal.lan import TerminalPerson
from game.commands.terminal.play import bot_match_header, play_to_end
from game.commands.terminal.reading import normalised, split_at_words, tiles_in, typed_names, verb_of
from game.match.match import Match
from game.rules.registry import GAMES, rules_of
from game.session.hints import Adviser
from game.session.local import LocalSession
from game.session.session import Moved, TimedOut
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind, Meld
from game.table.options import OptionValue
from game.table.tiles import Tile
from tests.client.table_kit import NoJournal
from tests.commands.ears import Ears
from tests.slices import RUN, every
from tools.posed import posed_header

NAMES = ("Rosa", "Nora", "Tito", "Vera")
SHORT: dict[str, dict[str, OptionValue]] = {
    "eburako": {"target": 100}, "burako": {"target": 100}, "burraco": {"target": 100}, "rummy": {},
    "rummikub": {"rounds": "fresh", "fresh_rounds": 2},
}  # fmt: skip


def session_of(game: str, seats: int = 2, chosen: Mapping[str, OptionValue] = MappingProxyType({})) -> LocalSession:
    rules = rules_of(game)
    set_vocabulary(cards=rules.deck.cards)
    options_for(rules, {"players": seats, **chosen})
    return LocalSession(Match.new(posed_header(game, seats, 7, NAMES, **chosen)), InlineThinker(), NoJournal())


@pytest.mark.parametrize("game", every(GAMES, 3))
def test_a_whole_match_is_played_by_ear(game: str) -> None:
    session, ears = session_of(game, 2, SHORT.get(game, {})), Ears()
    play_to_end(session, ears, TerminalPlayer(ears.tell))
    assert session.standing.over
    assert session.match.transcript.entries
    said = "\n".join(ears.said)
    assert ears.said[-1] in {say("end.won_us"), f"{say('end.won_they', names='Nora')}.", f"{say('end.won_shared')}."}
    assert "Traceback" not in said
    assert "None" not in said
    assert "**" not in said
    assert all(sentence.endswith((".", "!", "?", ":")) for sentence in ears.said), ears.said[:20]
    assert [one for one in ears.typed if one.startswith("lay ")]
    assert not [one for one in ears.said if one.startswith("'")], "every word typed was understood"


def test_nothing_is_said_that_the_seat_does_not_know() -> None:
    session, ears = session_of("burako", 4), Ears()
    chair = TerminalPlayer(ears.tell)
    chair.print_events(session, session.poll(0.0))
    for _ in range(60):
        chair.print_events(session, session.poll(float(_)))
        if chair.expects_input(session):
            chair.carry_out_line(session, ears.next_line())
        view = session.view
        if view is None or chair.waits_for_next:
            break
        known = {normalised(face_in_words(face)) for face in view.faces if face.number > 0} | {"the joker"}
        for sentence in ears.said[-3:]:
            if sentence.startswith(("Nora", "Tito", "Vera")):
                named = re.findall(r"(?:red|blue|black|yellow) \d+", normalised(sentence))
                assert set(named) <= known, sentence


def asked(session: LocalSession, *lines: str, adviser: Adviser | None = None) -> list[str]:
    """Wait for one's turn, type some lines, and return what is said to the last of them."""
    said: list[str] = []
    chair = TerminalPlayer(said.append, adviser)
    chair.begin(session)
    now = 0.0
    while session.view is None or not session.view.must_decide:
        chair.print_events(session, session.poll(now))
        now += 1.0
    chair.print_events(session, ())
    for line in lines:
        said.clear()
        chair.carry_out_line(session, line)
        chair.print_events(session, session.poll(now))
    return said


def test_a_refusal_says_what_why_and_how_to_mend_it() -> None:
    (said,) = asked(session_of("burako", 4), "discard 1")
    assert "Rule " in said
    assert said.count(". ") >= 2


def test_a_pile_is_told_before_it_is_taken_and_named_once_when_it_is() -> None:
    session, ears = session_of("burako"), Ears()
    chair = TerminalPlayer(ears.tell)
    for now in range(200):
        chair.print_events(session, session.poll(float(now)))
        if ears.said and "or take the pile" in ears.said[-1]:
            break
        if chair.expects_input(session):
            chair.carry_out_line(session, ears.next_line())
    assert "Pile: " in ears.said[-1]
    ears.said.clear()
    chair.carry_out_line(session, "take")
    assert ears.said[0].startswith("You took ")
    chair.carry_out_line(session, "discard 1")
    chair.print_events(session, session.poll(200.0))
    assert len([one for one in ears.said if one.startswith("You took ")]) == 1


def test_the_next_turn_is_called_also_after_a_turn_that_began_and_ended_between_two_looks() -> None:
    session, said = session_of("rummikub"), list[str]()
    chair = TerminalPlayer(said.append)
    chair.print_events(session, session.poll(0.0))
    chair.carry_out_line(session, "draw")
    events, now = list(session.poll(1.0)), 1.0
    while not any(isinstance(one, Moved) and one.seat == 1 for one in events):
        now += 1.0
        events += session.poll(now)
    chair.print_events(session, events)
    assert said[-1].startswith("Your turn"), said


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_alone_has_no_clock_unless_one_is_wished_for(game: str) -> None:
    assert bot_match_header(game, 2, {}, "easy", "").options.number("turn_seconds") == 0
    assert bot_match_header(game, 2, {"turn_seconds": 60}, "easy", "").options.number("turn_seconds") == 60


@pytest.mark.parametrize(
    ("typed", "told"), [((), "You had laid nothing"), (("lay 1 2 3",), "the tiles you laid are back")]
)
def test_a_clock_is_told_and_what_became_of_a_turn_that_it_ended(typed: tuple[str, ...], told: str) -> None:
    session, said = session_of("rummikub", 2, {"turn_seconds": 60}), list[str]()
    chair = TerminalPlayer(said.append)
    chair.print_events(session, session.poll(0.0))
    assert "60 seconds a turn." in said
    for line in typed:
        chair.carry_out_line(session, line)
    chair.print_events(session, (TimedOut(0),))
    assert told in said[-1]
    assert said[-1].endswith("a tile was drawn for you.")


class OnItsWay(LocalSession):
    """A session of which the moves are on their way, as on a network."""

    has_moves_under_way = True
    paused_by: int | None = None

    def set_table_paused(self, *, paused: bool) -> None:
        assert not paused
        self.paused_by = None


def test_a_line_of_a_file_waits_while_a_turn_is_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    person, match = TerminalPerson(str(tmp_path)), session_of("rummikub")
    typed = Ears()
    monkeypatch.setattr(typed, "_answer", lambda: "quit")
    monkeypatch.setattr(person, "_typed", typed)
    session = OnItsWay(match.match, InlineThinker(), NoJournal())
    person.step(session, session.poll(0.0))
    assert not typed.typed
    monkeypatch.setattr(session, "has_moves_under_way", False)
    person.step(session, ())
    assert person.gone


def test_a_pause_holds_who_types_until_somebody_types_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    person, match = TerminalPerson(str(tmp_path)), session_of("rummikub")
    typed = Ears()
    monkeypatch.setattr(person, "_typed", typed)
    session = OnItsWay(match.match, InlineThinker(), NoJournal())
    session.has_moves_under_way, session.paused_by = False, 1
    person.step(session, session.poll(0.0))
    paused = f"{session.seats[1].name} paused the table. Nobody's clock runs. Anybody who plays can go on."
    assert f"{paused} Type next to go on." in capsys.readouterr().out
    before = session.standing
    for line in ("draw", "hand"):
        monkeypatch.setattr(typed, "_answer", lambda line=line: line)
        person.step(session, ())
    assert session.standing == before
    said = capsys.readouterr().out
    assert said.count(paused) == 1
    assert session.paused_by == 1
    monkeypatch.setattr(typed, "_answer", lambda: "next")
    person.step(session, ())
    monkeypatch.setattr(typed, "_answer", lambda: "draw")
    person.step(session, ())
    assert session.standing != before


def test_what_is_laid_can_be_taken_back() -> None:
    session = session_of("rummikub", 2)
    assert asked(session, "lay 1 2 3", "undo")[0] == say("text.undone")
    assert asked(session, "undo") == [say("text.nothing_undone")]


@pytest.mark.parametrize(
    "line",
    [
        "dance",
        "lay",
        "lay purple 5",
        "add 1 to 99",
        "discard 1 2",
        "split 1",
        "swap",
        "move",
        "draw 5",
        "rule 99.9",
        "help dance",
    ],
)
@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_what_is_not_understood_is_answered_by_one_sentence(game: str, line: str) -> None:
    said = asked(session_of(game, 2), line)
    assert len(said) == 1
    assert said[0].endswith(".")


def test_a_tile_that_is_not_held_is_named() -> None:
    session = session_of("rummikub")
    asked(session, "turn")
    view = session.view
    assert view is not None
    held = {view.faces[tile] for tile in view.rack}
    other = next(face for face in (Face(colour, 7) for colour in COLOURS) if face not in held)
    named = face_in_words(other)
    assert asked(session, f"lay {named}") == [say("text.not_held", tile=named)]


def test_help_says_what_can_be_typed_now_and_what_one_command_does() -> None:
    now, *_always = asked(session_of("rummikub"), "help")
    assert "draw" in now
    assert "discard" not in now
    told = asked(session_of("burako"), "help lay")
    assert told[0].startswith("lay: ")


def test_a_rule_is_read_in_short_and_then_on_to_its_end() -> None:
    title, *words = asked(session_of("rummikub"), "rule 2.3")
    assert title.startswith("2.3. ")
    assert words[0].startswith("In short.")
    assert words[-1] == "Type more to read on."
    assert asked(session_of("rummikub"), "rule 2.3", "more")[-1].startswith("Source.")
    assert asked(session_of("rummikub"), "rule 2.3", "more", "more") == ["There is no more to read."]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hint_tells_more_each_time_and_is_done_when_told_to(game: str) -> None:
    session, said = session_of(game), []
    adviser = Adviser(InlineThinker())
    where = asked(session, "hint", adviser=adviser)
    drawn = {"rummikub": "You cannot open yet. Draw from the stock."}  # where one can only draw it is said at once
    assert drawn.get(game, "Look at ") in where[0]
    assert where[-1] == "Type hint again to hear more."
    assert asked(session, "hint", "do", adviser=adviser) == ["Type hint until you have heard the whole move."]
    assert asked(session, "hint", "hint", "hint", adviser=adviser)[-1] == "Type do to do it."
    said = asked(session, "hint", "hint", "hint", "do", adviser=adviser)
    assert said
    assert not any(" Rule " in one for one in said), said  # what is told is never refused


def test_a_hint_whose_play_lies_there_says_to_end_the_turn() -> None:
    laid = 0
    for seed in range(20):
        session = LocalSession(Match.new(posed_header("rummikub", 2, seed, NAMES)), InlineThinker(), NoJournal())
        said = asked(session, "hint", "hint", "hint", "do", adviser=Adviser(InlineThinker()))
        if "All sets are good" not in said[-1]:
            continue
        laid += 1
        again = asked(session, "hint", "hint", "hint", "do", "hint", adviser=Adviser(InlineThinker()))
        assert again[-1] == "I would lay nothing more: end your turn."
    assert laid


def test_a_set_whose_tiles_lie_in_another_order_is_the_same() -> None:
    one = Meld(Kind.GROUP, (Tile(3), Tile(1), Tile(2)), (None, None, None))
    assert set_identity(one) == set_identity(Meld(Kind.GROUP, (Tile(1), Tile(2), Tile(3)), (None, None, None)))
    assert set_identity(one) != set_identity(Meld(Kind.GROUP, (Tile(1), Tile(2), Tile(4)), (None, None, None)))


def test_nobody_is_helped_on_the_network() -> None:
    (told,) = asked(session_of("burako"), "hint")
    assert told.startswith("There are no hints at a LAN table")


def test_own_sets_are_not_read_again_when_another_lays() -> None:
    answered = 0
    for seed in range(20):
        session = LocalSession(Match.new(posed_header("rummikub", 2, seed, NAMES)), InlineThinker(), NoJournal())
        said: list[str] = []
        chair = TerminalPlayer(said.append, Adviser(InlineThinker()))
        now = 0.0
        while not chair.expects_input(session):
            chair.print_events(session, session.poll(now := now + 1.0))
        for line in ("hint", "hint", "hint", "do"):
            chair.carry_out_line(session, line)
        mine = {one for one in said if one.startswith("Set ")}
        chair.carry_out_line(session, "end")
        said.clear()
        while not chair.expects_input(session):
            chair.print_events(session, session.poll(now := now + 1.0))
        if mine and any(" laid " in one for one in said):
            answered += 1
            assert not mine & set(said)
    assert answered


def test_a_turn_that_is_sent_is_answered_and_a_partner_is_named_at_first() -> None:
    session, said = session_of("burako", 4), list[str]()
    chair = TerminalPlayer(said.append)
    now = 0.0
    while not chair.expects_input(session):
        now += 1.0
        chair.print_events(session, session.poll(now))
    assert any("partner" in one for one in said[: said.index(next(one for one in said if "You hold" in one))])
    while session.view is not None and session.view.must_decide:
        said.clear()
        for line in ("draw", "keep", "discard 1"):
            chair.carry_out_line(session, line)
        now += 1.0
        chair.print_events(session, session.poll(now))
    assert any(one.startswith("You discarded ") for one in said)


def test_a_tile_that_is_kept_is_named() -> None:
    session, said = session_of("burako", 2, {"first_starter": "seat0"}), list[str]()
    chair = TerminalPlayer(said.append)
    now = 0.0
    while "You drew" not in " ".join(said):
        now += 1.0
        chair.print_events(session, session.poll(now))
        if chair.expects_input(session):
            chair.carry_out_line(session, "draw")
    drew = next(one for one in said if one.startswith("You drew "))
    chair.carry_out_line(session, "keep")
    assert drew.replace("You drew", "You keep") in said


@pytest.mark.whole  # whole ones: above
def test_a_match_that_is_over_has_no_move_left() -> None:
    session, ears = session_of("rummikub", 2, SHORT["rummikub"]), Ears()
    chair = TerminalPlayer(ears.tell)
    play_to_end(session, ears, chair)
    ears.said.clear()
    chair.carry_out_line(session, "draw")
    (told,) = ears.said
    assert told.endswith(" won.")


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_the_sets_that_others_changed_are_read_by_number(game: str) -> None:
    session, ears = session_of(game), Ears()
    chair = TerminalPlayer(ears.tell)
    heard: list[str] = []
    for now in range(400):
        before = len(ears.said)
        chair.print_events(session, session.poll(float(now)))
        heard += ears.said[before:]
        if any(one.startswith("Set ") for one in heard):
            break
        if chair.expects_input(session):
            chair.carry_out_line(session, "next" if chair.waits_for_next else ears.next_line())
    laid = next(at for at, one in enumerate(heard) if one.startswith("Set "))
    assert "laid" in heard[laid - 1]


@pytest.mark.parametrize("game", list(GAMES))
def test_everything_can_be_asked_for(game: str) -> None:
    for line in ("hand", "table", "turn", "news", "log", "others", "score", "help", "rule 0.1", "brief", "full"):
        assert asked(session_of(game), line), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_verbs_and_tiles_are_understood_in_every_language_as_they_are_said(language: str) -> None:
    set_language(language)
    called = {word: verb for verb in VERBS for word in normalised(say(f"text.verb.{verb}")).split()}
    for word, verb in called.items():
        assert verb_of(f"{word} something") == (verb, "something")
    assert len(called) >= len(VERBS), "no two verbs are called alike"
    for cards in (False, True):
        faces = [Face(colour, number) for colour in COLOURS for number in range(1, 14)] + [JOKER]
        names = [name for face in faces for name in typed_names(face, cards=cards)]
        assert len(set(names)) == len(names), "no two tiles are called alike"
        hand = [Tile(at) for at in range(len(faces))]
        aloud = ", ".join(face_in_words(face, cards=cards) for face in faces[:5])
        assert tiles_in(normalised(aloud), hand, faces, cards=cards) == tuple(hand[:5])


def test_words_between_tiles_part_a_line() -> None:
    assert split_at_words("red 5 to 2", "to") == ("red 5", "2")
    assert split_at_words("red 5 from 2 to new", "from", "to") == ("red 5", "2", "new")
    assert split_at_words("red 5", "to") == ("red 5", "")


@pytest.mark.whole  # whole ones: above
def test_a_match_begun_in_a_terminal_is_gone_on_with_there(tmp_path: Path) -> None:
    def typed(words: str, *more: str) -> str:
        command = [sys.executable, "-m", "game", "play", "--text", "--home", str(tmp_path), *more]
        done = subprocess.run(
            command, input=words, capture_output=True, encoding="utf-8", check=False, timeout=120,
            env={**os.environ, "LANGUAGE": "en"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout

    assert "Which game?" in typed("quit\n")
    first = typed("draw\nquit\n", "--game", "rummikub")
    assert "You drew" in first
    again = typed("hand\nquit\n")
    assert "You go on with your match." in again
    assert "You hold 15 tiles." in again
    assert "Which game?" in typed("Rummy\nquit\n", "--home", str(tmp_path / "other"))


@pytest.mark.whole  # test_terminal_heard and the solo match by ear
def test_a_whole_match_is_played_by_ear_at_a_lan_table(tmp_path: Path) -> None:
    """Whole, else until the person leaves it in one of the first turns: matches are played to their end above."""
    table = ["--game", "rummikub", "--seats", "2", "--option", "rounds=fresh", "--option", "fresh_rounds=1"]
    common = ["--interface", "127.0.0.1"]
    variables = {**os.environ, "LANGUAGE": "en"}

    def start(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "game", *words, *common], env=variables, encoding="utf-8", bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    host = start("host", "--headless", "--player", "bot:easy", *table, "--print-address", "--home", str(tmp_path / "h"))
    assert host.stdout is not None
    address = host.stdout.readline().strip()
    guest = start("join", address, "--text", "--name", "Rosa", "--home", str(tmp_path / "g"))
    ears = Ears()
    try:
        assert guest.stdout is not None
        assert guest.stdin is not None
        for line in guest.stdout:
            ears.tell(line.rstrip("\n"))
            if any(words in line for words in ("Your turn", "You hold", "Rule ", " is no set yet", "Taken back")):
                ended = sum(one in ("draw", "pass") for one in ears.typed)  # turns
                print(ears.next_line() if RUN.full or ended < 2 else "quit", file=guest.stdin, flush=True)
        guest.wait(timeout=120)
        said = json.loads(host.communicate(timeout=120)[0].splitlines()[-1]) if RUN.full else {}
    finally:
        for process in (host, guest):
            process.kill()
            process.communicate()
    assert guest.returncode == 0
    assert "Traceback" not in "\n".join(ears.said)
    assert {"draw", "pass"} & set(ears.typed)
    assert not [one for one in ears.said if "face down" in one], "a hand is read when all of it is known"
    if RUN.full:
        assert said["ended"] == "over"
        assert {say("end.won_us"), "Host won."} & set(ears.said)
