"""The log of a round: it tells what the table shows, whoever reads it, also in the middle of a match taken up again."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pygame
import pytest

from game.bots.thinker import InlineThinker
from game.client.access.telling import log_words
from game.client.draw.theme import PALETTES, Lettering, Typeface
from game.client.table.log import LogLine, changed_sets, log_lines, logged_moves
from game.client.table.log_panel import LogPanel
from game.client.table.plates.little import CHIP_TILE_HEIGHT, LEADING, little_tile, sentence_parts, tiled_chip
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Use
from game.client.widgets.look import Look
from game.client.words import LANGUAGES, set_language
from game.client.words.tell import runs_in_words
from game.commands.demo import bots_header
from game.match.match import Match
from game.match.transcript import Controller
from game.puzzle.puzzle import Task, puzzles
from game.puzzle.session import PuzzleSession, answer_moves
from game.rules.open_table_jokers import shifted_jokers
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.draft import view_after
from game.session.local import LocalSession
from game.session.proposals import is_canasta
from game.session.session import Moved
from game.table.faces import HIDDEN, JOKER, Colour, Face
from game.table.moves import Close, Discard, Extend, LayMeld, Rearrange, TakePile
from game.table.options import Options
from game.table.state import NO_SEAT, Phase
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces
from tests.client.table_kit import NoJournal
from tests.slices import crossed, some
from tools.bot_matches import Hall, Lots, any_options, bot, play_round
from tools.wanderer import wander


def round_of_bots(seats: int, seed: int) -> tuple[LocalSession, list[View]]:
    """Return a session whose first round is over, and the view after every move."""
    rules = rules_of("burako")
    options = choose_options(rules, {"players": seats})
    assert isinstance(options, Options)
    session = LocalSession(Match.new(bots_header(rules, options, seed)), InlineThinker(), NoJournal())
    views: list[View] = []
    now = 0.0
    while not session.standing.results:
        now += 0.1
        views += [event.after for event in session.poll(now) if isinstance(event, Moved)]
    return session, views


def test_who_looks_on_has_no_last_turn_that_parts_the_log() -> None:
    session, views = round_of_bots(2, 1)
    me, other = session.seats
    lines = log_lines(views[-2], (replace(me, controller=Controller.HERE), other), cards=False)
    assert {line.new for line in lines} == {True, False}
    far = replace(me, controller=Controller.REMOTE)
    assert {line.new for line in log_lines(views[-2], (far, other), cards=False)} == {True}


@pytest.mark.parametrize(("seats", "seed"), crossed([2, 4], [1, 2, 3]))
def test_the_story_is_walked_to_the_very_table(seats: int, seed: int) -> None:
    session, views = round_of_bots(seats, seed)
    for view in views[:: max(1, len(views) // 20)]:
        table = view.table
        takers = [deed.told.seat for deed in logged_moves(view) if deed.dead]
        assert sorted(takers) == sorted(seat for seat in table.dead_by if seat != NO_SEAT)
        now = [deed.now for deed in logged_moves(view) if deed.now is not None]
        assert all(meld in now for meld in table.melds)
    last = views[-1]
    words = [line.words for line in log_lines(last, session.seats, cards=False)]
    assert sum(line.count("dead hand") for line in words) == sum(seat != NO_SEAT for seat in last.table.dead_by)
    assert sum(line.count("canasta") for line in words) == sum(is_canasta(meld) for meld in last.table.melds)
    laid = sum(isinstance(told.move, LayMeld) for told in last.story)
    assert sum(line.count(" laid ") for line in words) == laid
    turns = [seat for seat, _moves in itertools.groupby(told.seat for told in last.story)]
    out = last.table.outcome is not None and last.table.outcome.seat != NO_SEAT
    assert len(words) == len(turns) + out


def round_with_silence(game: str, seed: int) -> tuple[Hall, list[View]]:
    """Play a round in which who took the pile falls silent now and then; return what each seat to move saw."""
    rules, lots = rules_of(game), Lots(seed, 5)
    hall = Hall(game, any_options(rules, lots, {"players": 2, "turn_seconds": 60}), seed)
    hall.deal()
    views = []
    while hall.table.phase is not Phase.ROUND_END:
        table, view = hall.table, hall.view(hall.table.to_move)
        views.append(view)
        take = with_shown_faces(view, TakePile(table.pile))
        if set(table.turn.took) & set(table.rack) and lots.draw(5) == 0:
            hall.time_out()
        elif table.phase is Phase.DRAW and table.pile and lots.draw(3) and hall.rules.refusal(table, take) is None:
            hall.move(take)
        else:
            hall.move(wander(view, lots))
    return hall, [*views, hall.view(0)]


@pytest.mark.parametrize("game", some(["burako", "eburako", "burraco"], 1))
def test_d57_what_the_table_threw_for_who_was_silent_is_told(game: str) -> None:
    thrown = dead = 0
    for seed in some((7, 10, 11), 1):  # in the first of them both take their dead hand
        hall, views = round_with_silence(game, seed)
        for view in views:
            takers = [deed.told.seat for deed in logged_moves(view) if deed.dead]
            assert sorted(takers) == sorted(seat for seat in view.table.dead_by if seat != NO_SEAT)
        silent = [told for told in view.story if told.thrown != NO_TILE]
        words = [line.words for line in log_lines(view, hall.header.seats, cards=False)]
        thrown_by_hand = sum(isinstance(told.move, Discard) for told in view.story)
        assert sum(len(re.findall(r"\bthrew (?!back)", line)) for line in words) == thrown_by_hand + len(silent)
        thrown += len(silent)
        dead += bool(silent) and bool(takers)
    assert thrown
    assert dead


def test_a_turn_is_one_sentence() -> None:
    session, views = round_of_bots(2, 1)
    words = [line.words for line in log_lines(views[-1], session.seats, cards=False)]
    assert any(" drew and threw " in line for line in words)
    assert any(" drew, laid " in line and ", threw " in line for line in words)


def test_tiles_added_one_after_the_other_are_said_in_one() -> None:
    said = 0
    for seed in (1, 2, 3):
        session, views = round_of_bots(4, seed)
        for line in log_lines(views[-1], session.seats, cards=False):
            parts = re.split(r", (?=added|laid|threw|drew|took|made|moved)| and (?=added|laid|threw)", line.words)
            adds = [part.startswith("added") for part in parts]
            assert (True, True) not in itertools.pairwise(adds), line.words
            said += " to sets" in line.words
    assert said


def test_what_is_new_begins_after_the_own_last_discard() -> None:
    session, views = round_of_bots(4, 2)
    first, *others = session.seats
    seats = (replace(first, controller=Controller.HERE), *others)
    for view in views[::7]:
        own = [at for at, told in enumerate(view.story) if told.seat == view.seat and isinstance(told.move, Discard)]
        lines = log_lines(view, seats, cards=False)
        if own:
            assert not lines[0].new
            assert all(line.seat != view.seat or line.new for line in lines[-1:] if own[-1] < len(view.story) - 4)
        else:
            assert all(line.new for line in lines)


@pytest.mark.parametrize(
    ("game", "choices", "first"),  # the first deal of these in which somebody goes out, while bots play as now
    [("burako", {}, 7), ("burako", {"close_mode": "meld"}, 7), ("rummy", {}, 7), ("rummikub", {}, 6)],
)
def test_the_own_going_out_never_stands_below_the_own_last_turn(game: str, choices: dict[str, str], first: int) -> None:
    rules = rules_of(game)
    options = choose_options(rules, {"players": 2, **choices})
    assert isinstance(options, Options)
    for seed in range(first, first + 8):
        hall = Hall(game, options, seed)
        for _made in play_round(hall, [bot(seat, "easy") for seat in range(2)]):
            pass
        outcome = hall.table.outcome
        if outcome is not None and outcome.seat != NO_SEAT:
            break
    assert outcome is not None
    here = tuple(replace(one, controller=Controller.HERE) for one in hall.header.seats)
    mine = log_words(hall.view(outcome.seat), here, cards=False)
    assert mine[-1].words.endswith("went out")
    assert not any(line.new for line in mine)
    theirs = log_words(hall.view(1 - outcome.seat), here, cards=False)
    assert theirs[-1].new


def test_sets_of_others_are_news_until_the_own_turn_ends() -> None:
    _session, views = round_of_bots(2, 3)
    for before, after in itertools.pairwise(views):
        told = after.story[-1]
        if isinstance(told.move, LayMeld):
            number = len(before.table.melds)
            assert (number in changed_sets(after, mine=False)) is (told.seat != after.seat)
            assert (number in changed_sets(after, mine=True)) is (told.seat == after.seat)
        if told.seat == after.seat and isinstance(told.move, Discard):
            assert changed_sets(after, mine=False) == {}
            assert changed_sets(after, mine=True) == {}


def test_no_single_sentence_of_how_it_goes_is_left_over_above_what_happened() -> None:
    aim = tuple(f"Sentence {at} of how it goes, which needs two lines of the panel." for at in range(4))
    seen = {len(log_part(high, lines=2, aim=aim)._aimed()) for high in range(160, 480, 10)}
    assert seen == {0, 4}


def log_part(heights: int, *, lines: int, aim: tuple[str, ...] = (), laid: str = "red 5, red 6 and red 7") -> LogPanel:
    """Return the log in a panel of a height, with sentences of three lines each, or more."""
    pygame.font.init()
    part = LogPanel()
    part.aim = aim
    part.show(
        tuple(
            LogLine(
                at % 4,
                f"**Nora** drew, laid {laid}, added {at} to a set, threw {at}",
                new=True,
                made=at,
            )
            for at in range(lines)
        )
    )
    part.place(Box(0, 0, 236, heights), Look(Viewport((1280, 720)), 1.0))
    return part


@pytest.mark.parametrize(("game", "seats"), [("burako", 2), ("burraco", 2), ("rummikub", 2)])
def test_a_sentence_names_in_words_the_very_tiles_that_it_shows_and_all_of_them(game: str, seats: int) -> None:
    rules = rules_of(game)
    hall = Hall(game, any_options(rules, Lots(7, 5), {"players": seats}), 7)
    for _made in islice(play_round(hall, [bot(seat, "easy") for seat in range(seats)]), 60):
        pass
    cards, view = rules.deck.cards, hall.view(0)
    lines = log_words(view, hall.header.seats, cards=cards)
    for line in lines:
        groups = [part for part in line.told if not isinstance(part, str)]
        words = [
            part if isinstance(part, str) else runs_in_words(tuple(map(Tile, range(len(part)))), part, cards=cards)
            for part in line.told
        ]
        assert "".join(words) == line.words
        assert all(groups)
    shown = Counter(face for line in lines for part in line.told if not isinstance(part, str) for face in part)
    laid = [tile for told in view.story if isinstance(told.move, Rearrange | Close) for tile in told.move.played]
    sets = [told.move.sets for told in view.story if isinstance(told.move, Rearrange | Close)]
    shifted = Counter(one.face for old, new in pairwise(sets) for one in shifted_jokers(old, new))
    if laid:
        assert shown == Counter(view.faces[tile] for tile in laid) + shifted


def test_tiles_in_a_sentence_are_drawn_and_a_run_is_one_of_them() -> None:
    run = tuple(Face(Colour.BLUE, number) for number in range(5, 12))
    pygame.font.init()
    for palette in PALETTES.values():
        for cards in (False, True):
            parts = sentence_parts(
                ("laid ", (*run, JOKER, HIDDEN)), Lettering(Typeface.REGULAR, 13), palette, cards=cards
            )
            drawn = [part for part in parts if isinstance(part, pygame.Surface)]
            assert len(drawn) == 3
            assert all(one.get_height() <= 13 * LEADING for one in drawn)


def test_sentences_that_stay_are_not_set_again_when_one_more_comes() -> None:
    part = log_part(400, lines=3)
    first, *_others = part.lines
    assert len(part._items()) == 3
    set_before = part._set[first]
    part.show((*part.lines, LogLine(1, "Nora drew and threw red 9", new=True, made=9)))
    assert len(part._items()) >= 4
    assert part._set[first] is set_before


def test_how_it_goes_takes_no_room_from_what_happened() -> None:
    aim = ("Lay sets.", "Go out.")
    assert [words for words, _ in log_part(360, lines=3, aim=aim)._aimed()] == list(aim)
    for high in range(120, 360, 7):
        part = log_part(high, lines=9, aim=aim)
        whole = len(list(part._placed())) == len(part._items())
        assert whole or not part._aimed()


def test_what_has_no_room_in_the_log_is_said_to_be_there_and_a_click_brings_it() -> None:
    assert log_part(360, lines=3)._earlier() is None
    told = 0
    for high in range(120, 200):
        part = log_part(high, lines=9)
        earlier = part._earlier()
        if earlier is None:
            continue
        told += 1
        before = len(list(part._placed()))
        assert all(box.y >= earlier.bottom for _, box in part._placed())
        part.handle(Use(earlier.centre))
        assert part.back > 0
        assert len(list(part._placed())) >= before
    assert told


def test_a_low_log_leaves_its_heading_out_and_its_newest_sentence_always_has_room() -> None:
    for high in range(62, 300, 3):
        part = log_part(high, lines=9, aim=("Lay sets.",))
        newest = next(part._placed(), None)
        assert newest is not None
        assert newest[0] is part.lines[-1]
        assert part.has_heading or not part._aimed()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_leaves_the_sign_beside_it_free(language: str) -> None:
    set_language(language)
    part = log_part(300, lines=3)
    part.on_head = lambda: None
    part.place(part.rect, Look(Viewport((960, 540))))
    heading = next(iter(part.texts()))
    assert heading.text == part.title
    assert heading.takes[0] <= part.rect.w - 28 - part._sign() + 0.5


def test_of_a_turn_that_has_no_room_the_end_is_seen() -> None:
    shown = 0
    for high in range(120, 300):
        part = log_part(high, lines=9, laid=", ".join(["red 5"] * 20))
        cut, free = part._cut(), part._earlier()
        if cut is None or free is None:
            continue
        line, box, seen = cut
        shown += 1
        assert line is part.lines[-1 - sum(one is not None for one, _ in part._placed())]
        assert box.y < part._room().y
        assert box.bottom == free.bottom
        assert box.bottom - seen * part._set[line].leading >= free.y
    assert shown


def test_a_line_of_the_log_leads_to_the_table_right_after_its_turn() -> None:
    session, views = round_of_bots(4, 1)
    view = views[-1]
    turns = log_lines(view, session.seats, cards=False)[:-1]  # the last says how the round ended
    assert len(turns) > 10
    assert [line.made for line in turns] == sorted({line.made for line in turns})
    for line in turns[:-1]:
        assert view.story[line.made - 1].seat == line.seat
        assert view.story[line.made].seat != line.seat


def test_a_set_that_lay_before_a_story_that_begins_in_the_middle_grows_by_what_was_laid() -> None:
    for one in [one for one in puzzles() if one.task is Task.GO_OUT][:5]:
        session = PuzzleSession(one, "Rosa")
        rack = session.start.rack
        session.submit(answer_moves(one, session.start))
        laid = [deed for deed in logged_moves(session.view) if isinstance(deed.told.move, LayMeld | Extend)]
        lying = {tile for meld in session.view.table.melds for tile in meld.tiles}
        assert sorted(tile for deed in laid for tile in deed.laid) == sorted(lying & set(rack))


def test_in_a_story_that_begins_in_the_middle_the_set_that_is_laid_is_the_changed_one() -> None:
    tried = 0
    for one in [one for one in puzzles() if one.task is Task.GO_OUT]:
        start = PuzzleSession(one, "Rosa").start
        before = len(start.table.melds)
        laid = [move for move in answer_moves(one, start) if isinstance(move, LayMeld)]
        if laid and before:
            tried += 1
            assert changed_sets(view_after(start, laid[0]), mine=True) == {before: start.seat}
    assert tried


def test_a_chip_shows_its_rim_above_and_below_its_tiles() -> None:
    lettering = Lettering(Typeface.BOLD, 13)
    chip = tiled_chip("+", (Face(Colour.RED, 9),), lettering, PALETTES["classic"], cards=False)
    tile = little_tile((Face(Colour.RED, 9),), round(lettering.px * CHIP_TILE_HEIGHT), PALETTES["classic"], cards=False)
    assert chip.get_height() - tile.get_height() >= 2 * 2
