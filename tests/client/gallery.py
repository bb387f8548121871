"""Every scene a player can meet, made anew on demand: what layout, languages and pictures are checked over."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.bots.thinker import InlineThinker
from game.client.access.page import AccessPage
from game.client.annals.ledger import Ledger
from game.client.ask_deal import AskDeal
from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push, Quit, set_vocabulary_of
from game.client.lesson.scene import LessonTable
from game.client.puzzle.scene import begin_puzzle
from game.client.puzzle.shelf import PuzzleShelf
from game.client.review.mistakes import begin_mistake
from game.client.review.notes import MistakeShelf
from game.client.review.page import ReviewActions, ReviewPage
from game.client.review.worker import MatchSource, ReviewWorker
from game.client.scenes.help import Help
from game.client.scenes.keys import KeysPage
from game.client.scenes.match_end import MatchEnd
from game.client.scenes.match_filters import MAX_UNFILTERED_MATCHES
from game.client.scenes.message import notice, question
from game.client.scenes.options import OptionsPage
from game.client.scenes.resume import ResumePage
from game.client.setup import groups_of, last_setup, offered_games
from game.client.still import DEFAULT_SIZE, paused_match
from game.client.table.dead_hand.fan import PileSheet
from game.client.table.scene import TableScene
from game.client.theatre.check import CheckPage
from game.client.theatre.door import replay_actions_of
from game.client.theatre.line import TriedSession
from game.client.theatre.scene import Theatre
from game.client.theatre.together import SharedReplay
from game.client.this_deal import deal_page
from game.client.viewport import Viewport
from game.client.widgets.gesture import Use
from game.client.words import phrase
from game.commands.demo import bots_header, options_for
from game.lan.found import CheckedSeat, CheckOutcome, CheckProgress, CheckResult
from game.lan.together import ReplayMessage, ReplayParticipant, ReplayPlace, ReplayRole, write_replay_message
from game.lesson.lesson import Lesson, lessons
from game.match.match import Match
from game.match.transcript import Controller, EntryKind, Header, Seat
from game.puzzle.puzzle import Task
from game.puzzle.session import PuzzleSession, answer_moves
from game.review.kept import MatchReviews
from game.review.marks import TurnComparison, TurnMark
from game.review.notebook import mistakes_of
from game.review.review import Reviewer, RoundReview
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.coaching import Remark
from game.session.local import LocalSession
from game.session.match_replay import ALL_SEATS, ReplayPosition, replay_of
from game.session.trying import tried_line
from game.store.index import listed_match
from game.store.matches import NoJournal
from game.table.moves import Draw
from tests.annals.kit import many_facts
from tests.matches import cut
from tests.review.kit import LITTLE
from tests.slices import RUN, every
from tools.posed_lan import lan_scenes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from game.client.app_context import MatchAtTable
    from game.client.director import Change, Scene
    from game.client.lan.others import LanPlayers
    from game.client.still import Studio

SEED = 7
AT_REST = 8  # seconds after which no bot moves any more
MAX_SECONDS = 400  # in which a lesson reaches a step
LESSON_STEP = 4  # one lesson in so many is posed at its last step
ENDING_LESSON = 3  # index of the lesson whose round is over soonest
SMALL = Path(__file__).resolve().parent.parent / "golden" / "rummikub-4.comodin"
MATCHES = (("burako", 4), ("eburako", 2), ("burraco", 4), ("rummikub", 4), ("rummy", 3))
POSED_MARKS = ((TurnMark.MISS, -135), (TurnMark.INEXACT, -40), (TurnMark.BRILLIANT, 60))
REVIEWED = (MATCHES[0], MATCHES[3])
Made = tuple[str, "Callable[[], Scene]"]


def first_round(header: Header) -> Match:
    """Play the first round of a match of bots."""
    session = LocalSession(Match.new(header), InlineThinker(), NoJournal())
    ticks = itertools.count()
    while not session.standing.results:
        session.poll(next(ticks))
    return session.match


@lru_cache(maxsize=len(MATCHES))
def match_of(game: str, seats: int) -> tuple[Match, tuple[int, ...]]:
    """Return a match of a person and bots, and the places in its log where the person is to move: early, crowded."""
    rules = rules_of(game)
    header = bots_header(rules, options_for(rules, {"players": seats}), SEED)
    seats_of_bots = (Seat("Rosa", Controller.BOT, header.seats[0].level), *header.seats[1:])
    by_bots = first_round(replace(header, seats=seats_of_bots))
    match = Match.new(replace(by_bots.header, seats=(Seat("Rosa", Controller.HERE), *header.seats[1:])))
    own: list[tuple[int, int]] = []  # how much lies on the table, the entry
    for entry in by_bots.transcript.entries:
        match, _ = match.with_decision(entry.author, entry.kind, entry.body)
        table = match.standing.table
        if table is not None and table.outcome is None and table.round == 1 and table.to_move == 0:
            own.append((3 * len(table.melds) + len(table.racks[0]), entry.number + 1))
        if entry.kind is EntryKind.SCORE:
            break
    return match, (own[0][1], max(own)[1])


def _open(_game: MatchAtTable) -> Change:
    return Pop()


def _rule_book(studio: Studio, number: str) -> RuleBookPage:
    """Open the book at a number; the first rule's page is opened at a table."""
    at_table = number == "1.2"
    return RuleBookPage(studio.preferences, number, from_table=at_table, game=rules_of("burako") if at_table else None)


def around(studio: Studio) -> Iterator[Made]:
    """Yield the scenes around the table."""
    yield "title", studio.title
    yield "new game", studio.new_game
    yield "ask deal", lambda: AskDeal(studio.preferences, lambda _wished: None)
    yield "settings", studio.settings_page
    yield "access", lambda: AccessPage(studio.preferences)
    yield "keys", lambda: KeysPage(studio.preferences)
    yield "help", lambda: Help(studio.preferences)
    for number in ("i", "1.2", "D5", "10"):
        yield f"rule book {number}", partial(_rule_book, studio, number)
    yield "first start", studio.first_start
    yield "learn", studio.learn
    for lesson in lessons():
        steps = len(lesson.steps)
        for name, at in (("", 0), (" middle", steps // 2), (" last", steps - 1)):
            yield f"lesson {lesson.key}{name}", partial(_lesson, studio, lesson, at)
    yield "lesson over", partial(_lesson, studio, lessons()[ENDING_LESSON], len(lessons()[ENDING_LESSON].steps))
    yield "puzzles", studio.puzzles
    for task, solved in (
        (Task.LAY_ALL, False),
        (Task.LAY_ALL, True),
        (Task.SAVE_DISCARD, False),
        (Task.GO_OUT, False),
        (Task.GO_OUT, True),
    ):
        yield f"puzzle {task.value}{' solved' if solved else ''}", partial(_puzzle, studio, task, solved=solved)
    for name in ("statistics", "feats", "daily", "pad"):
        for filled in (False, True):
            yield f"{name}{' filled' if filled else ''}", partial(_annals, studio, name, filled=filled)
    yield "matches", lambda: ResumePage(studio.context, studio.matches, _open)
    yield "many matches", partial(_many_matches, studio)
    for ended in (None, *CheckOutcome):
        yield f"check {'busy' if ended is None else ended.value}", partial(_check, studio, ended)
    yield "notice", lambda: notice(studio.preferences, "notice", phrase("notice.title"), phrase("notice.home_guest"))
    words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
    yield (
        "leave",
        lambda: question(
            studio.preferences, "leave", words, phrase("table.leave.stay"), (phrase("table.leave.go"), Quit())
        ),
    )
    for rules in offered_games():
        for group in groups_of(rules):
            setup = last_setup(rules_of(rules.key))
            yield f"{rules.key} {group}", partial(OptionsPage, studio.context, setup, group, lambda _setup: None)


def of_match(studio: Studio, game: str, seats: int) -> Iterator[Made]:
    """Yield the scenes of one match: its table at places, its sheets, its end."""
    match, places = match_of(game, seats)
    for name, entry in zip(("early", "crowded"), places, strict=True):
        yield f"{game} {name}", partial(_table, studio, cut(match, entry))
    for depth in (1, 2, 3):
        yield f"{game} hint {depth}", partial(_hinted, studio, cut(match, places[1]), depth)
    yield f"{game} menu", partial(_menu, studio, cut(match, places[1]))
    if rules_of(game).family is Family.OPEN_TABLE:
        yield f"{game} could open", partial(_could_open, studio, cut(match, places[0]))
    yield f"{game} coach", partial(_coached, studio, cut(match, places[1]))
    yield f"{game} moves", partial(_moves, studio, cut(match, places[1]))
    yield f"{game} past", partial(_past, studio, cut(match, places[1]))
    for name, viewpoint in (("", 0), (" open", ALL_SEATS)):
        yield f"{game} theatre{name}", partial(_theatre, studio, match, viewpoint)
    if (game, seats) in REVIEWED:
        yield f"{game} theatre together", partial(_together, studio, match)
        for name in ("", " busy"):
            yield f"{game} review{name}", partial(_review, studio, game, seats, whole=not name)
        yield f"puzzle of a mistake in {game}", partial(_mistake, studio, game, seats, hinted=game == REVIEWED[0][0])
    table = cut(match, places[1]).standing.table
    if rules_of(game).family is Family.DEAD_HAND and table is not None:
        faces = tuple(table.faces[tile] for tile in table.pile)
        yield f"{game} pile", partial(PileSheet, studio.preferences, faces, as_cards=rules_of(game).deck.cards)
    yield f"{game} sheet", lambda: studio.score_sheet(paused_match(match), match.standing.results[-1])
    yield f"{game} deal", partial(_deal, studio, match)
    yield f"{game} end", lambda: MatchEnd(studio.context, match.header, match.standing, studio.matches.begin_again)


def _many_matches(studio: Studio) -> Scene:
    """Return the list with so many that there is something to look for."""
    one, before = listed_match(SMALL), studio.matches.kept
    studio.matches.kept = tuple(
        replace(one, name=f"match {number}.comodin") for number in range(MAX_UNFILTERED_MATCHES + 1)
    )
    page = ResumePage(studio.context, studio.matches, _open)
    studio.matches.kept = before
    return page


def _check(studio: Studio, ended: CheckOutcome | None) -> Scene:
    """Return the check of a deal as it ended, or under way."""
    page = CheckPage(studio.context, Path("none.lan"), see=Pop)
    chairs = (
        CheckedSeat("Rosa", "0f1e-2d3c-4b5a-6978"),
        CheckedSeat("Bruno", "1f2e-3d4c-5b6a-7988"),
        CheckedSeat("Nora", ""),
    )
    if ended is not None:
        page.checker.result = CheckResult(ended, "ab" * 16, chairs, 172, 1408, 6, 6, 106, 614, 1, "OTHER_MATCH")
    else:
        page.checker.result = None
        page.checker.progress = CheckProgress(70, 200)
        page.checker.poll = lambda: False  # type: ignore[method-assign]
    page.checker.size = 312_000
    return page


def _table(studio: Studio, match: Match) -> Scene:
    table = studio.table(paused_match(match))
    set_vocabulary_of((table,))
    return table


def _annals(studio: Studio, name: str, *, filled: bool) -> Scene:
    """Return a page of what all matches add up to: of none, or of many."""
    ledger = Ledger(studio.matches)
    ledger.read = lambda: None  # type: ignore[method-assign]
    ledger.facts = many_facts() if filled else ()
    return ledger.page(studio.context, name)


def _lesson(studio: Studio, lesson: Lesson, at: int) -> Scene:
    """Return the table of a lesson at a step, all before it done as it shows them; at its end the round is over."""
    scene = studio.lesson(lesson)
    assert isinstance(scene, LessonTable)
    set_vocabulary_of((scene,))
    scene.layout(Viewport(DEFAULT_SIZE))
    session, teacher = scene.session, scene.teacher
    still = 0  # seconds in which nothing moved since the step was reached
    for now in range(MAX_SECONDS):
        scene.update(float(now))
        step = teacher.way.step
        if teacher.way.step_number >= at:
            still = 0 if scene.board.is_moving else still + 1
            if still > AT_REST:
                break
            continue
        if session.view is None or scene.board.is_moving:
            continue
        if teacher.next.visible and step is not None and step.deed.verb == "next":
            teacher.next.on_use()
        elif teacher.show_it.visible:
            teacher.show_it.on_use()
        elif step is not None and step.deed.verb == "free" and session.view.must_decide:
            session.submit([choose_move(session.view, "easy", Budget(500), 0).move])
    return scene


def _puzzle(studio: Studio, task: Task, *, solved: bool) -> Scene:
    """Return the table of a puzzle, as it begins or when its answer was sent."""
    shelf = PuzzleShelf(None)
    scene = begin_puzzle(studio.context, shelf.next_unsolved(task), shelf)
    if solved:
        session = scene.guide.session
        assert isinstance(session, PuzzleSession)
        session.submit(answer_moves(session.puzzle, session.start))
    for now in range(4):
        scene.update(float(now))
    return scene


def _hinted(studio: Studio, match: Match, depth: int) -> Scene:
    """Return the table with a hint of that depth over it."""
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    table.layout(Viewport(DEFAULT_SIZE))
    for _press in range(depth):
        table.hints.show_next_depth()
    return table


def _could_open(studio: Studio, match: Match) -> Scene:
    """Return the table with what is said before a draw, though one could open."""
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    table.layout(Viewport(DEFAULT_SIZE))
    assert table.shown.turn is not None
    table.hints._offer(table.shown.turn, Draw())
    return table


def _coached(studio: Studio, match: Match) -> Scene:
    """Return the table with the coach over it, who names what a strong player would have laid or thrown."""
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    table.layout(Viewport(DEFAULT_SIZE))
    table.hints.show_next_depth()
    hint = table.hints.last
    assert hint is not None
    table.coach.show_remark(Remark("missed_play", hint.rack_tiles, hint))
    return table


def _moves(studio: Studio, match: Match) -> Scene:
    """Return what can be done there, with the first move shown."""
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    table.layout(Viewport(DEFAULT_SIZE))
    push = table.panel.actions["moves"]()
    assert isinstance(push, Push)
    return push.scene


def _menu(studio: Studio, match: Match) -> Scene:
    """Return what the three lines at the table's corner open."""
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    push = table.panel.menu.handle(Use()).change
    assert isinstance(push, Push)
    return push.scene


def _past(studio: Studio, match: Match) -> Scene:
    table = _table(studio, match)
    assert isinstance(table, TableScene)
    push = table.doors.look_back_to(len(match.standing.past) // 2)
    assert isinstance(push, Push)
    return push.scene


def _deal(studio: Studio, match: Match) -> Scene:
    push = deal_page(studio.context, match.header)
    assert isinstance(push, Push)
    return push.scene


def _theatre(studio: Studio, match: Match, viewpoint: int) -> Scene:
    replay = replay_of(match.transcript)
    theatre = Theatre(
        studio.context,
        replay,
        ReplayPosition(0, replay.rounds[0].move_count // 2),
        replay_actions_of(studio.context, studio.matches),
    )
    theatre.choose_viewpoint(viewpoint)
    return theatre


def _together(studio: Studio, match: Match) -> Scene:
    """Return the theatre of two, broken free from, with a move tried."""
    replay = replay_of(match.transcript)
    together = ReplayParticipant(0, lambda _body: None)
    together.on_message(1, write_replay_message(ReplayMessage(ReplayRole.TURNS, 1, ReplayPlace(0, 2))), 0)
    after = SimpleNamespace(after=SimpleNamespace(together=together))
    guests = SharedReplay(cast("LanPlayers", SimpleNamespace(session=after, open=lambda: None)))
    theatre = Theatre(
        studio.context, replay, ReplayPosition(0, 2), replay_actions_of(studio.context, studio.matches), guests
    )
    line = tried_line(replay, ReplayPosition(0, 2))
    move = replay.rounds[0].standing.story[2].move
    theatre.cursor.show_line(TriedSession(line.with_move(move) or line, 0))  # as large text shows it
    theatre.show_view()
    together.go_to(ReplayPlace(0, 2))
    return theatre


@lru_cache(maxsize=len(REVIEWED))
def review_of(game: str, seats: int) -> RoundReview:
    """Return the review of the first round of such a match, through the person's eyes."""
    *_begun, found = Reviewer(replay_of(match_of(game, seats)[0].transcript), 0, 0, LITTLE).review_turns()
    turns = list(found.turns)
    for at, (mark, points) in enumerate(POSED_MARKS, start=1):
        turns[at] = replace(turns[at], mark=mark, compared=TurnComparison(points, abs(points) // 4, points // 2))
    return replace(found, turns=tuple(turns))


def _review(studio: Studio, game: str, seats: int, *, whole: bool) -> Scene:
    """Return the review of a round, done or as it comes."""
    replay, found = replay_of(match_of(game, seats)[0].transcript), review_of(game, seats)
    worker = ReviewWorker(replay, MatchSource(), None)
    worker.start = lambda order, seat: None  # type: ignore[method-assign]  # noqa: ARG005 - nothing is begun
    shown = found if whole else replace(found, turns=found.turns[: len(found.turns) // 2])
    worker.kept = MatchReviews().with_review(shown)
    return ReviewPage(studio.context, replay, 0, worker, ReviewActions(lambda _place: Pop(), lambda _place: Pop()))


def _mistake(studio: Studio, game: str, seats: int, *, hinted: bool) -> Scene:
    """Return a mistake at its table, as it begins or with the second hint."""
    one = mistakes_of(replay_of(match_of(game, seats)[0].transcript), review_of(game, seats))[0]
    shelf = MistakeShelf(None)
    shelf.notebook = shelf.notebook.with_mistakes([one])
    scene = begin_mistake(studio.context, one, shelf)
    set_vocabulary_of((scene,))
    scene.layout(Viewport(DEFAULT_SIZE))
    for _press in range(2 if hinted else 0):
        scene.guide.give_hint()
    for now in range(4):
        scene.update(float(now))
    return scene


def everything(studio: Studio) -> Iterator[Made]:
    """Yield every scene."""
    yield from around(studio)
    yield from lan_scenes(studio)
    for game, seats in MATCHES:
        yield from of_match(studio, game, seats)


def most(studio: Studio, *also: str) -> Iterator[Made]:
    """Yield a slice of every scene: of a match each kind at one game of each family, of lessons what costs least.

    To pose a lesson's later steps is to play all before them, and the table is the same scene in all of them: its first
    step stands for the lesson, and of one lesson in so many its last. Whoever needs other scenes asks for them by name.
    """
    if RUN.full:
        yield from everything(studio)
        return
    late = [f"lesson {lesson.key} last" for lesson in every(lessons(), LESSON_STEP)]
    for name, make in (*around(studio), *lan_scenes(studio)):
        if not name.startswith("lesson ") or not name.endswith((" middle", " last")) or name in (*late, *also):
            yield name, make
    matches = [list(of_match(studio, game, seats)) for game, seats in MATCHES]
    taken = {name for family in Family for name in _of_each_kind(family, matches)}
    for scenes in matches:
        yield from ((name, make) for name, make in scenes if name in taken or name in also)


def _of_each_kind(family: Family, matches: Sequence[Sequence[Made]]) -> Iterator[str]:
    """Yield the names of one scene of each kind that matches of a family have, at one game after another."""
    kinds: dict[str, list[str]] = {}
    for (game, _seats), scenes in zip(MATCHES, matches, strict=True):
        if rules_of(game).family is family:
            for name, _make in scenes:
                kinds.setdefault(name.replace(game, ""), []).append(name)
    for number, names in enumerate(kinds.values()):
        yield names[number % len(names)]
