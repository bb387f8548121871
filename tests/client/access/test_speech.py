"""What is said aloud, by a recorder that Prism takes for a voice: short or in full, once, and never by the tree too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import game.client.access as package
from game.client.access.speech import PrismSpeech, Speaker
from game.client.access.telling import some_tiles_words
from game.client.draw.sound import Cue, Sounds
from game.client.preferences import Preferences, Settings
from game.client.table.advice.bubble import Bubble
from game.client.words import say
from tests.client.table_kit import TableHand
from tests.matches import played_out

prism = pytest.importorskip("prism")
SAID: list[tuple[str, bool]] = []
RATES: list[float] = []


class Recorder(prism.CustomBackend):  # type: ignore[misc, name-defined] # Prism has no types of its own
    """A voice that writes down what it would say."""

    def is_supported(self) -> bool:
        return True

    def speak(self, text: str, interrupt: bool) -> None:
        SAID.append((text, interrupt))

    def set_rate(self, rate: float) -> None:
        RATES.append(rate)


@pytest.fixture
def registry() -> Iterator[Any]:
    """Return voices of which the recorder is the best."""
    SAID.clear()
    RATES.clear()
    with prism.RegistryBuilder() as builder:
        builder.add_backend("recorder", Recorder, priority=1000)
        with builder.freeze() as made:
            yield made


def preferences(speech: str, speed: int = 100) -> Preferences:
    return Preferences(Settings(calm=True, speech=speech, speech_speed=speed), lambda _before, _now: None)


def speaking(hand: TableHand, speech: str, registry: Any) -> Speaker:
    """Give a table a voice."""
    hand.doors.preferences.now = replace(hand.doors.preferences.now, speech=speech)
    speaker = Speaker(hand.doors.preferences, lambda: PrismSpeech(registry))
    hand.scene.aloud.speaker = speaker
    return speaker


def test_prism_says_it_as_fast_as_wished_for(registry: Any) -> None:
    speaker = Speaker(preferences("short", 150), lambda: PrismSpeech(registry))
    assert speaker.say("Rosa draws.")
    assert speaker.say("Your turn", now=True)
    speaker.close()
    assert SAID == [("Rosa draws.", False), ("Your turn", True)]
    assert set(RATES) <= {0.75}


def test_nothing_is_said_where_nothing_is_wished_for_or_there_is_no_voice() -> None:
    assert not Speaker(preferences("off")).say("Your turn")
    dumb = Speaker(preferences("short"), lambda: None)
    dumb.say("Your turn")
    dumb.close()
    assert dumb.lost
    assert not dumb.say("Your turn")


def test_a_file_takes_the_place_of_a_voice_and_hears_everything_unless_less_is_wished_for(tmp_path: Path) -> None:
    file = tmp_path / "spoken.txt"
    file.write_text("before\n")
    for speech in ("off", "short"):
        speaker = Speaker(preferences(speech), written=file)
        assert speaker.says_everything == (speech == "off")
        speaker.say("Ana draws.")
        speaker.say("Te toca a vos, mi señora", now=True)
        speaker.close()
    assert file.read_text(encoding="utf-8").splitlines() == ["before", *("Ana draws.", "Te toca a vos, mi señora") * 2]


def test_a_file_that_takes_nothing_more_is_a_voice_that_is_lost(tmp_path: Path) -> None:
    speaker = Speaker(preferences("off"), written=tmp_path / "gone" / "spoken.txt")
    speaker.say("Ana draws.")
    speaker.close()
    assert speaker.lost


def test_a_reader_that_was_started_anew_is_looked_for() -> None:
    heard: list[str] = []

    class Gone:
        def speak(self, words: str, rate: float, *, now: bool) -> None:  # noqa: ARG002 - as a voice has it
            raise OSError("the reader was closed")

    class Back:
        def speak(self, words: str, rate: float, *, now: bool) -> None:  # noqa: ARG002 - as a voice has it
            heard.append(words)

    voices = iter((Gone(), Back()))
    speaker = Speaker(preferences("short"), lambda: next(voices))
    speaker.say("Your turn")
    speaker.close()
    assert heard == ["Your turn"]


def test_a_turn_and_a_refusal_are_said_once_and_in_full_where_wished_for(registry: Any) -> None:
    told = {}
    for speech in ("short", "full"):
        hand = TableHand(seats=2, seed=3)
        speaker = speaking(hand, speech, registry)
        hand.until_mine()
        hand.press("L")
        for _ in range(5):
            hand.pass_time()
        speaker.close()
        told[speech] = [words for words, _now in SAID]
        SAID.clear()
    title = hand.scene.board.banner.title
    what = hand.scene.shown.toast
    assert what is not None
    assert [words for words in told["short"] if words == title] == [title]
    assert told["short"][-1] == what.accessible_text()
    assert told["full"][-1].startswith(f"{what.accessible_text()}. ")
    assert ".." not in told["full"][-1]


def one_turn(hand: TableHand) -> None:
    """Draw and throw the second tile."""
    while hand.session.view is not None and hand.session.view.must_decide:
        hand.press("Enter")
        hand.pass_time()
        if hand.scene.hands.turn is not None and hand.scene.hands.turn.can_play:
            hand.press("Right")
            hand.press("Space")
            hand.press("X")
            hand.pass_time()


def test_ones_own_turn_is_said_as_it_goes_and_not_again(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "full", registry)
    hand.until_mine()
    one_turn(hand)
    hand.pass_time()
    speaker.close()
    said = [words for words, _now in SAID]
    assert sum(words.startswith("You drew ") for words in said) == 1
    assert sum(words.startswith("You threw ") for words in said) == 1
    name = hand.session.seats[0].name
    assert not [words for words in said if words.startswith(f"{name} drew")]


def test_what_the_buttons_of_an_adviser_do_is_said_with_their_keys(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "full", registry)
    hand.until_mine()
    hand.press("H")
    for _ in range(5):
        hand.pass_time()
    speaker.close()
    assert [words for words, _now in SAID if words.endswith(": H.") or ": H. " in words]


def test_the_others_moves_are_said_turn_by_turn(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "short", registry)
    hand.until_mine()
    one_turn(hand)
    hand.until_mine()
    speaker.close()
    lines = [line.words for line in hand.scene.board.log.lines if line.seat != 0]
    assert lines
    plain = [" ".join(words.replace("**", "").split()) for words in lines]
    assert [words for words, _now in SAID if words in plain] == plain


@pytest.mark.parametrize("key", ["Q", "V", "A"])
def test_details_are_said_on_a_key_and_written_where_there_is_no_voice(key: str, registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    hand.until_mine()
    hand.press(key)
    assert hand.director.top.name.startswith("told_")
    hand.press("Esc")
    speaker = speaking(hand, "short", registry)
    hand.press(key)
    speaker.close()
    assert hand.director.top.name == "table"
    words, now = SAID[-1]
    assert now
    if key == "A" and hand.session.view is not None:
        assert words.startswith(say("text.hand", n=len(hand.session.view.rack), tiles="")[:6])


def test_the_tree_announces_nothing_by_itself() -> None:
    for file in Path(package.__file__).parent.glob("*.py"):
        assert "live" not in file.read_text(encoding="utf-8").replace("alive", "").lower().split("set_live")[1:]
        assert "set_live" not in file.read_text(encoding="utf-8")


def test_sounds_are_lower_while_something_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    volumes: list[float] = []

    class Heard:
        def set_volume(self, volume: float) -> None:
            volumes.append(volume)

        def play(self) -> object:
            return self

    sounds = Sounds()
    monkeypatch.setattr(sounds, "_open", True)
    monkeypatch.setattr(sounds, "_load", lambda _name: Heard())
    sounds.play(Cue.LAID)
    sounds.spoken_over = lambda: True
    sounds.play(Cue.LAID)
    assert volumes[1] < volumes[0] / 2


def test_the_sets_an_adviser_lights_are_named(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "full", registry)
    hand.until_mine()
    view = hand.session.view
    assert view is not None
    hand.scene.shown.advice.highlight(places=(tuple(view.rack[:2]),))
    hand.scene.shown.show_bubble(Bubble("hint", "These", (), ()))
    hand.pass_time()
    speaker.close()
    named = some_tiles_words(view.rack[:2], view.faces, cards=False)
    assert SAID[-1][0] == f"These {' '.join(named.split())}."


def test_a_rack_that_is_sorted_is_told_in_its_new_order(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "full", registry)
    hand.until_mine()
    hand.press("1")
    hand.pass_time()
    hand.press("2")
    hand.pass_time()
    hand.press("A")
    speaker.close()
    (runs, _), (groups, _), (asked, _) = SAID[-3:]
    assert groups == asked != runs


def test_the_end_of_a_round_says_which_key_leads_to_the_score(registry: Any) -> None:
    hand = TableHand(seats=2, seed=3)
    speaker = speaking(hand, "full", registry)
    hand.until_mine()
    hand.scene.shown.result = played_out("burako").standing.results[0]
    hand.scene.shown.show(hand.scene.shown.now)
    hand.scene.aloud._turn = None
    hand.scene.aloud.follow()
    speaker.close()
    assert "See the score: Enter." in [words for words, _now in SAID]
