"""Every lesson is played to its end by the real engine, and every refusal on its way is the one that it names."""

from __future__ import annotations

import re
import tomllib
from itertools import chain, combinations, groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import rule_book_of
from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.bots.thinker import InlineThinker
from game.lesson.doing import LessonPlayer
from game.lesson.lesson import LEARNER_SEAT, WAITING_VERBS, Lesson, LessonStep, lessons, read_deed, read_lesson
from game.lesson.session import LessonSession, line_of, poll_until_turn
from game.rules.registry import GAMES
from game.session.draft import Draft
from game.session.proposals import additions, new_sets
from game.table.moves import Discard, Draw
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.table.moves import Move
    from game.table.view import View

LANGUAGES = ("en", "es", "it", "pt", "he")
MAX_WORDS = 42  # of what a coach says at a time
MAX_READ = 2  # cards in a row that ask for no move
LAYING_VERBS = ("meld", "take")  # a pile is taken for the sets that its tiles make
MAX_TURNS = 400
SMALL_ROUNDS = ("burako", "burraco", "eburako")  # those with a pile to choose, and a canasta still to be made
SMALL_ROUND_TURNS = range(4, 9)  # the learner's own, played well
MOST_CARELESS_TURNS = 12
RIVAL_SIDE = 1
GLOSSARIES = {
    language: tomllib.loads(Path(f"assets/words/{language}.toml").read_text(encoding="utf-8"))
    for language in LANGUAGES[1:]
}
EVERY = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.key)


def walked(lesson: Lesson) -> list[tuple[LessonStep, LessonPlayer]]:
    """Return each step that asks for a move with the hand as it is before it."""
    session = LessonSession(lesson, "Rosa", InlineThinker())
    session.require_line(line_of(lesson)[0])
    now, found, hand = poll_until_turn(session, 0.0), [], None
    for step in lesson.steps:
        if step.deed.verb in WAITING_VERBS:
            continue
        assert session.view is not None
        hand = hand or LessonPlayer(session.view)
        found.append((step, hand))
        after = LessonPlayer(session.view)
        after.draft, after.arrangement = hand.draft, hand.arrangement
        moves = after.do(step.deed)
        assert not isinstance(moves, Refusal), (step.words_in("en").title, moves)
        hand = after
        if moves:
            assert session.submit(moves) is None
            assert not session.strayed
            now = poll_until_turn(session, now)
            hand = None
    return found


@EVERY
def test_a_lesson_is_played_to_its_end_and_its_last_round_can_be_won(lesson: Lesson) -> None:
    session = LessonSession(lesson, "Rosa", InlineThinker())
    session.require_line(line_of(lesson)[0])
    now = poll_until_turn(session, 0.0)
    hand = None
    for step in lesson.steps:
        if step.deed.verb in WAITING_VERBS or session.view is None:
            continue
        hand = hand or LessonPlayer(session.view)
        moves = hand.do(step.deed)
        assert not isinstance(moves, Refusal)
        if moves:
            assert session.submit(moves) is None
            now, hand = poll_until_turn(session, now), None
    for _ in range(MAX_TURNS):
        view = session.view
        if session.standing.round_scored or view is None or lesson.known:
            break
        assert session.submit([choose_move(view, "medium", Budget(2000), 0).move]) is None
        now = poll_until_turn(session, now)
    if not lesson.known:
        result = session.standing.results[-1]
        totals = [sheet.total for sheet in result.sheets]
        best = min(totals) if lesson.rules.lowest_wins else max(totals)
        assert totals[LEARNER_SEAT] == best, "the small round at the end cannot be won"


def at_the_small_round(key: str) -> tuple[LessonSession, float, LessonPlayer | None]:
    """Play a lesson as asked up to its small round; return the hand too if a turn has begun, and the time."""
    lesson = next(one for one in lessons() if one.key == key)
    session = LessonSession(lesson, "Rosa", InlineThinker())
    now, hand = poll_until_turn(session, 0.0), None
    for step in lesson.steps:
        if step.deed.verb in WAITING_VERBS:
            continue
        assert session.view is not None
        hand = hand or LessonPlayer(session.view)
        moves = hand.do(step.deed)
        assert not isinstance(moves, Refusal), step.deed
        if moves:
            assert session.submit(moves) is None
            now, hand = poll_until_turn(session, now), None
    return session, now, hand


def played_out(session: LessonSession, now: float, begun: tuple[Move, ...], choose: Callable[[View], Move]) -> int:
    """Play the small round to its end, after what a turn has begun with; return how many turns the learner had."""
    turns, left = 0, list(begun)
    while not session.standing.round_scored:
        assert session.view is not None
        assert turns < MAX_TURNS
        move = left.pop(0) if left else choose(session.view)
        assert session.submit([move]) is None
        turns += isinstance(move, Discard)
        now = poll_until_turn(session, now)
    return turns


@pytest.mark.parametrize("key", SMALL_ROUNDS)
def test_a_small_round_takes_some_turns_and_the_rival_lays_too(key: str) -> None:
    session, now, hand = at_the_small_round(key)
    begun = hand.draft.moves if hand is not None else ()
    turns = played_out(session, now, begun, lambda view: choose_move(view, "hard", Budget(2000), 0).move)
    result = session.standing.results[-1]
    mine, hers = (sheet.total for sheet in result.sheets)
    assert turns in SMALL_ROUND_TURNS
    assert mine > hers
    assert len(result.table.melds_of(RIVAL_SIDE)) > 1, "the rival lays too"


def careless_move(view: View) -> Move:
    """Draw, lay whatever fits, and throw the first tile that may go: how a beginner plays who decides nothing."""
    draft = Draft(view)
    own = view.table.melds_of(view.table.side_of(view.seat))
    some = (tiles for count in (1, 5, 4, 3) for tiles in combinations(view.rack, count))
    tried: Iterator[Move] = chain(
        (Draw(),),
        (
            move
            for tiles in some
            for move in (
                new_sets(view, tiles)
                if len(tiles) > 1
                else chain.from_iterable(additions(view, index, tiles) for index in own)
            )
        ),
        map(Discard, view.rack),
    )
    return next(move for move in tried if isinstance(draft.with_step(move), Draft))


@pytest.mark.parametrize("key", SMALL_ROUNDS)
def test_a_careless_beginner_comes_to_the_end_of_a_small_round(key: str) -> None:
    session, now, hand = at_the_small_round(key)
    begun = hand.draft.moves if hand is not None else ()
    assert played_out(session, now, begun, careless_move) <= MOST_CARELESS_TURNS


@EVERY
def test_each_wrong_move_on_the_way_is_refused_as_the_lesson_says(lesson: Lesson) -> None:
    tried = 0
    for step, hand in walked(lesson):
        for wrong in step.wrong:
            trial = LessonPlayer(hand.draft.base)
            trial.draft, trial.arrangement = hand.draft, hand.arrangement
            *before, last = wrong.deeds
            for deed in before:
                assert not isinstance(trial.do(deed), Refusal)
            refused = trial.do(last)
            assert isinstance(refused, Refusal), (step.words_in("en").title, wrong)
            assert refused.code.key == wrong.code, step.words_in("en").title
            assert rule_book_of("en").find(refused.rule).number
            tried += 1
    assert tried or lesson.known


@EVERY
def test_each_step_says_the_same_in_four_languages_and_leads_to_a_rule(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert set(step.words) == set(LANGUAGES)
        for language, words in step.words.items():
            assert words.title
            assert words.says
            assert len(words.says.split()) <= MAX_WORDS, words.says
            # The numbers of tiles are the same in all of them, however a language arranges them.
            assert sorted(re.findall(r"[0-9]+", words.says)) == sorted(re.findall(r"[0-9]+", step.words_in("en").says))
            assert step.rule in rule_book_of(language).links
    for language in LANGUAGES:
        assert rule_book_of(language).questions_number(lesson.rules.title), "what is asked about the game is answered"
    assert set(BOOK_LANGUAGES) == set(LANGUAGES)


@EVERY
def test_no_more_than_two_cards_in_a_row_are_only_read(lesson: Lesson) -> None:
    rows = (sum(1 for _ in group) for verb, group in groupby(step.deed.verb for step in lesson.steps) if verb == "next")
    assert max(rows, default=0) <= MAX_READ


@EVERY
def test_where_a_card_has_its_place_is_told_where_a_set_is_laid(lesson: Lesson) -> None:
    for step in lesson.steps:
        if re.search(r"\b(before|after) (the|a) (2|3|13|two|three|king)\b", step.words_in("en").says):
            assert step.deed.verb in LAYING_VERBS, step.words_in("en").says


@EVERY
def test_the_words_of_a_lesson_are_those_of_the_glossary(lesson: Lesson) -> None:
    for language, glossary in GLOSSARIES.items():
        avoided = [word for entry in glossary.values() for word in entry.get("avoid", ())]
        for step in lesson.steps:
            said = f"{step.words[language].title} {step.words[language].says}".casefold()
            assert not [word for word in avoided if re.search(rf"\b{re.escape(word)}\b", said)], said


@EVERY
def test_what_leads_elsewhere_is_not_sent(lesson: Lesson) -> None:
    session = LessonSession(lesson, "Rosa", InlineThinker())
    places, _over = line_of(lesson)
    session.require_line(places)
    now = poll_until_turn(session, 0.0)
    for step, hand in walked(lesson):
        view = session.view
        assert view is not None
        if step.deed.verb == "discard":
            others = [tile for tile in hand.draft.view.rack if view.faces[tile] not in step.deed.faces]
            if others:
                moves = (*hand.draft.moves, Discard(others[0]))
                before = session.draft_key
                assert session.submit(moves) is None
                assert session.strayed
                assert session.draft_key == before
                session.strayed = ()
        after = LessonPlayer(view)
        after.draft, after.arrangement = hand.draft, hand.arrangement
        done = after.do(step.deed)
        assert not isinstance(done, Refusal)
        if done:
            assert session.submit(done) is None
            now = poll_until_turn(session, now)


@EVERY
def test_no_lesson_throws_what_would_grow_a_set(lesson: Lesson) -> None:
    for step, hand in walked(lesson):
        if step.deed.verb != "discard":
            continue
        view = hand.draft.view
        own = view.table.melds_of(view.table.side_of(view.seat))
        thrown = next(tile for tile in view.rack if view.faces[tile] in step.deed.faces)
        growing = [move for index in own for move in additions(view, index, (thrown,))]
        assert not [move for move in growing if isinstance(hand.draft.with_step(move), Draft)], step.words_in(
            "en"
        ).title


def test_every_game_has_a_lesson_and_the_cousins_theirs() -> None:
    whole = {lesson.rules.key for lesson in lessons() if not lesson.known}
    pairs = {(lesson.known, lesson.rules.key) for lesson in lessons() if lesson.known}
    assert whole == set(GAMES)
    assert pairs == {
        ("burako", "rummikub"), ("rummikub", "burako"), ("burako", "burraco"), ("burraco", "burako"),
        ("burako", "eburako"), ("burraco", "eburako"), ("rummikub", "rummy"), ("rummy", "rummikub"),
    }  # fmt: skip


def test_what_cannot_be_a_lesson_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="nothing a lesson asks for"):
        read_deed("dance R5")
    with pytest.raises(ValueError, match="a wrong move is written like"):
        read_lesson("burako", _file('wrong = ["discard K4"]\nen = ["A", "B"]'))
    with pytest.raises(ValueError, match="says nothing in English"):
        read_lesson("burako", _file('es = ["A", "B"]'))
    with pytest.raises(ValueError, match="has no preset 'odd'"):
        read_lesson("burako", 'preset = "odd"\n' + _file('en = ["A", "B"]'))
    with pytest.raises(ValueError, match="deals too many"):
        LessonSession(read_lesson("burako", _file('en = ["A", "B"]', "R5 R5 R5")), "", InlineThinker()).poll(0.0)


def _file(step: str, you: str = "") -> str:
    return f'[deal]\nyou = "{you}"\n[[step]]\ndo = "draw"\nrule = "1.4"\n{step}\n'
