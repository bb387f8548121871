"""What a match played by ear alone stumbled over: each sentence here once misled, was missing, or said too much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.thinker import InlineThinker
from game.client.access.telling import changed_set_words, few_tiles_words, spoken_form, whole_pile_words
from game.client.words import say
from game.client.words.tell import face_in_words
from game.commands.terminal.asking import help_words
from game.commands.terminal.chair import TerminalPlayer
from game.commands.terminal.play import play_to_end
from game.commands.terminal.reading import tiles_in
from game.match.match import Match
from game.session.local import LocalSession
from game.session.session import RoundOver
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind, Meld
from game.table.tiles import Tile
from game.table.view import View
from tests.client.table_kit import NoJournal
from tests.commands.ears import Ears
from tests.commands.test_terminal import NAMES, asked, session_of
from tools.posed import posed_header

RED, BLUE = COLOURS[:2]


def viewed(session: LocalSession) -> View:
    asked(session, "turn")
    assert session.view is not None
    return session.view


def test_a_number_after_a_tile_is_one_of_its_colour_and_before_any_a_place_in_the_hand() -> None:
    faces = [Face(BLUE, 8), Face(BLUE, 9), Face(RED, 2), Face(RED, 3), Face(RED, 4), JOKER]
    hand = [Tile(at) for at in range(len(faces))]

    def read(line: str, *, cards: bool = False) -> list[int]:
        return [int(tile) for tile in tiles_in(line, hand, faces, cards=cards)]

    assert read("red 2 3 4") == [2, 3, 4]
    assert read("red 2 joker 4") == [2, 5, 4]
    assert read("red 2 3 blue 8 9") == [2, 3, 0, 1]
    assert read("1 2") == [0, 1]
    assert read("2 of hearts 3 4", cards=True) == [2, 3, 4]
    with pytest.raises(ValueError, match="You do not hold red 1"):
        read("red 2 1")


def test_the_whole_pile_can_be_heard_where_there_is_one() -> None:
    view = viewed(session_of("burako", 2))
    assert asked(session_of("burako", 2), "pile") == ["The pile is empty."]
    assert asked(session_of("rummikub", 2), "pile") == [say("text.not_here")]
    tiles = view.rack[:2]
    heard = whole_pile_words(replace(view, table=replace(view.table, pile=tiles)), cards=False)
    top, below = (face_in_words(view.faces[tile]) for tile in reversed(tiles))
    assert heard.replace("\N{NO-BREAK SPACE}", " ") == f"The pile, top first: {top} and {below}."
    assert "pile" not in " ".join(help_words(session_of("rummikub", 2), None, ""))


def test_the_rules_are_found_without_knowing_a_number() -> None:
    *chapters, how = [*asked(session_of("burako", 2), "rule")]
    assert how == "Say which rule by its number, as in: rule 1.4."
    assert any(one.startswith("4. Burako") for one in chapters)
    assert any(one.startswith("1.4. ") for one in asked(session_of("burako", 2), "rule 1", "more"))


def test_a_row_of_a_table_of_the_rules_is_read_in_one() -> None:
    said = asked(session_of("burako", 2), "rule 1.4")
    assert any(one.startswith("Phase: ") and "Legal moves: Draw a tile" in one for one in said), said


def test_a_command_without_its_set_says_how_it_is_typed() -> None:
    assert asked(session_of("burako", 2), "add 1 2")[0].startswith("add: add tiles to a set, as in: ")
    assert asked(session_of("rummikub", 2), "move 1")[0].startswith("move: ")


def test_a_round_that_goes_on_has_no_next() -> None:
    assert asked(session_of("burako", 2), "next") == ["The round is not over yet."]


def test_the_score_says_what_wins() -> None:
    assert "To 3000 points, several rounds." in asked(session_of("burako", 2), "score")[-1].replace("3 000", "3000")


def test_who_goes_out_oneself_hears_it() -> None:
    session, ears = session_of("rummikub", 2, {"rounds": "fresh", "fresh_rounds": 1}), Ears()
    play_to_end(session, ears, TerminalPlayer(ears.tell))
    (result,) = session.standing.results
    assert result.table.outcome is not None
    mine = replace(result, table=replace(result.table, outcome=replace(result.table.outcome, seat=0)))
    said: list[str] = []
    TerminalPlayer(said.append).print_events(session, (RoundOver(mine, ()),))
    assert said[:2] == ["You went out.", "Round 1 is over."]
    said.clear()
    TerminalPlayer(said.append).print_events(session, (RoundOver(result, ()),))
    assert said[0] == "Round 1 is over."


def test_a_set_that_only_moved_up_the_table_is_not_read_again() -> None:
    session = LocalSession(Match.new(posed_header("rummikub", 2, 7, NAMES)), InlineThinker(), NoJournal())
    view = viewed(session)
    sets = [Meld(Kind.RUN, tuple(Tile(at + step) for step in range(3)), (None, None, None)) for at in (0, 10, 20)]

    def heard(*melds: Meld) -> list[str]:
        now = replace(view, table=replace(view.table, melds=melds))
        return list(changed_set_words(sets, now, session.seats, cards=False))

    assert heard(sets[0], replace(sets[2], tiles=sets[2].tiles[::-1])) == [say("text.renumbered", table="table")]
    assert heard(*sets) == []


def test_few_tiles_left_are_told_unasked() -> None:
    session = session_of("burako", 2)
    view = viewed(session)
    racks = (view.table.racks[0], view.table.racks[1][:1])
    few = replace(view, table=replace(view.table, racks=racks))
    assert list(few_tiles_words(few, session.seats, {0, 1})) == ["Nora holds one tile."]
    assert not list(few_tiles_words(view, session.seats, {0, 1}))


def test_numbers_and_runs_are_written_for_the_ears() -> None:
    assert spoken_form("1 340 in the match; red 10\N{EN DASH}12.") == "1340 in the match; red 10 to 12."
    assert spoken_form("red 5, 10") == "red 5, 10"


def test_what_is_taken_back_says_what_lies_there_now() -> None:
    session = session_of("rummikub", 2)
    said = asked(session, "lay 1", "add 2 to 1", "undo")
    assert said[0] == "Taken back."
    assert said[1].startswith("Set 1 is no set yet: ")
