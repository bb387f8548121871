"""Tiles in words: the log tells neighbours of one colour by the first and the last."""

from __future__ import annotations

import re

import pytest

from game.client.words import english_sentence, sentence_codes, set_language
from game.client.words.plural import Plural
from game.client.words.tell import runs_in_words, tell_reason, tell_refusal, tell_short_reason
from game.table.faces import parse_face
from game.table.refusals import Code, Refusal
from game.table.tiles import Tile

NARROW = "\N{NO-BREAK SPACE}"


def told(text: str, *, cards: bool = False) -> str:
    faces = tuple(parse_face(one) for one in text.split())
    return runs_in_words(tuple(Tile(at) for at in range(len(faces))), faces, cards=cards).replace(NARROW, " ")


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("B5 B6 B7 B8 B9 B10 B11", "blue 5–11"),
        ("R3 B5 B6 B7", "red 3 and blue 5–7"),
        ("B5 B6 R7", "blue 5, blue 6 and red 7"),
        ("B4 B5 * B7 B8 B9", "blue 4, blue 5, the joker and blue 7–9"),
        ("K1 K1 K2 K3", "black 1 and black 1–3"),
        ("R5 B5 K5", "red 5, blue 5 and black 5"),
        ("R4", "red 4"),
    ],
)
def test_neighbours_are_told_by_the_first_and_the_last(tiles: str, words: str) -> None:
    assert told(tiles) == words


def test_a_run_of_cards_names_its_suit_once_in_every_language() -> None:
    assert told("R9 R10 R11", cards=True) == "the 9–J of hearts"
    set_language("es")
    assert told("B5 B6 B7") == "5–7 azul"


def test_what_looking_ahead_found_tells_the_first_thought_and_how_often_each_was_ahead() -> None:
    faces = tuple(parse_face(one) for one in ("K9", "B5"))
    told = tell_short_reason("ahead", (300, 205, 90, "discard_safe", 0, 1), faces)
    assert "‘I throw black 9: blue 5 would go with it, but all else is worth more to me.’" in told
    assert "300 times with each of the two moves: this one was ahead in 205, that one in 90." in told
    close = tell_short_reason("ahead_close", (300, "discard_alone", 1), faces, cards=True)
    assert "‘I throw the 5 of spades: " in close
    assert "300 more rounds" in close
    taken = tell_short_reason("take_ahead", (300, 205, 90, 0, 1), faces)
    assert taken.startswith("With the pile I can lay black\N{NO-BREAK SPACE}9 and blue\N{NO-BREAK SPACE}5.")


@pytest.mark.parametrize("language", ["es", "it", "pt", "he"])
def test_every_language_tells_the_first_thought_within_what_looking_ahead_found(language: str) -> None:
    set_language(language)
    faces = (parse_face("K9"),)
    thought = tell_reason("discard_alone", (0,), faces)
    for told in (
        tell_short_reason("ahead", (300, 205, 90, "discard_alone", 0), faces),
        tell_short_reason("ahead_close", (300, "discard_alone", 0), faces),
    ):
        assert thought in told
        assert told.index(thought) < told.index("300"), "what was found comes last, and not the case for the other move"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (True, "here king. The queen of hearts does not belong."),
        (False, "here 13. Red 12 does not belong."),
    ],
)
def test_the_rank_of_a_group_is_called_as_on_its_cards(cards: bool, why: str) -> None:
    refused = Refusal(Code.NOT_ONE_NUMBER, (Tile(0),), (13,))
    told = tell_refusal(refused, (parse_face("R12"),), cards=cards)
    assert told.why.replace(NARROW, " ").endswith(why)


def test_what_cannot_be_thrown_is_explained_by_the_canasta_only_where_that_is_why() -> None:
    tile = (Tile(0),)
    assert "canasta" in tell_refusal(Refusal(Code.DEAD_END, tile)).why
    for rule in ("D10", "D35"):
        assert "canasta" not in tell_refusal(Refusal(Code.DEAD_END, tile, cites=rule)).why


def test_no_sentence_puts_an_article_before_a_name_that_brings_its_own() -> None:
    before_name = re.compile(r"\b(a|an|the|its|your) \{(tile|card|tiles)\}")
    sentences = {code: english_sentence(code) for code in sentence_codes()}
    forms = [
        (code, form)
        for code, one in sentences.items()
        for form in ((one.one, one.many) if isinstance(one, Plural) else (one,))
    ]
    assert [code for code, form in forms if before_name.search(form)] == []
