"""With cards on the table nobody speaks of tiles: every sentence, in every language, and what is pressed or refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import partial

import pytest

from game.client.director import set_vocabulary_of
from game.client.scenes.help import Help
from game.client.scenes.keys import KeysPage
from game.client.scenes.new_game import NewGame
from game.client.scenes.options import OptionsPage
from game.client.scenes.page import Page
from game.client.setup import groups_of, last_setup
from game.client.still import Studio, paused_match
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.client.words import (
    LANGUAGES,
    Argument,
    Plural,
    burraco,
    card_code,
    english_sentence,
    placeholders,
    say,
    set_language,
    set_vocabulary,
)
from game.client.words.cards import SENTENCES as CARDS
from game.client.words.cards import TABLE_SENTENCES
from game.client.words.deal import SENTENCES as DEAL
from game.client.words.events import SENTENCES as EVENTS
from game.client.words.reasons import SENTENCES as REASONS
from game.client.words.refusals import SENTENCES as REFUSALS
from game.client.words.scores import SENTENCES as SCORES
from game.client.words.theatre import SENTENCES as THEATRE
from game.rules.registry import rules_of
from tests.client.gallery import match_of
from tests.client.table_kit import TableHand, header
from tests.matches import cut

WINDOW = Viewport((1280, 720))
# How the words of tiles begin, and those of a rack; with cards nobody has either.
TILES = {
    "en": r"tiles?\b|racks?\b",
    "es": r"ficha|atril",
    "it": r"tesser|leggi[oi]\b",
    "pt": r"pedra|suporte",
    "he": r"אבן|אבנ|לוח\b",
}
# What Burraco has other words for.
CANASTAS = {
    "en": r"canasta|dead hand|\bpure|impure",
    "es": r"canasta|\bpura|impura",
    "it": r"canasta",
    "pt": r"canastra|\blimpa|\bsuja",
    "he": r"קנסטה|יד מתה",
}
FOREIGN = {language: f"{tiles}|{CANASTAS[language]}" for language, tiles in TILES.items()}
# What only an open table says, which no game of cards has.
OPEN_ONLY = re.compile(
    r"reason\.(draw_first|draw_nothing_to_lay|pass_nothing_to_lay|open|lay_beside|lay_added|lay_with_table|lay_all|lay_part|hold_back|close)$"
    r"|aim\.open\."
    r"|review\.move\.(play|close)"
    r"|score\.(goes_on|last_round|winner_takes\w*|terminal_\w+|rack_against)(\.why)?$"
)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def english(sentence: str | Plural) -> str:
    return re.sub(r"\{[^}]*\}", "", f"{sentence.one} {sentence.many}" if isinstance(sentence, Plural) else sentence)


def shown(page: object) -> list[str]:
    """Return what a page shows and says, tips and the words of the table included."""
    assert isinstance(page, Page)
    set_vocabulary_of((page,))
    page.layout(WINDOW)
    texts = [written.text for widget, _ in walk(page.root) for written in widget.texts()]
    tips = [str(widget.tip) for widget, _ in walk(page.root) if widget.tip is not None]
    return [*texts, *tips, *(place.text for place in page.shown_items())]


@pytest.mark.parametrize(
    ("words", "own"), [(TILES, TABLE_SENTENCES), (CANASTAS, burraco.TABLE_SENTENCES)], ids=["of cards", "of Burraco"]
)
def test_every_sentence_of_a_table_that_speaks_otherwise_has_one(words: dict[str, str], own: Container[str]) -> None:
    speaks = re.compile(words["en"], re.IGNORECASE)
    without = [
        code
        for subject in (EVENTS, REFUSALS, REASONS, SCORES, DEAL, THEATRE)
        for code, sentence in subject.items()
        if speaks.search(english(sentence)) and code not in own and not OPEN_ONLY.match(code)
    ]
    assert without == []


@pytest.mark.parametrize("code", sorted({**CARDS, **burraco.SENTENCES}))
def test_a_sentence_of_cards_stands_for_another_and_speaks_of_no_tiles(code: str) -> None:
    instead, sentence = english_sentence(code.partition(".")[2]), english_sentence(code)
    assert type(sentence) is type(instead)
    assert placeholders(sentence) == placeholders(instead)
    given: dict[str, Argument] = {"n": 2, **dict.fromkeys(placeholders(sentence) - {"n"}, "x")}
    for language, words in (FOREIGN if code in burraco.SENTENCES else TILES).items():
        set_language(language)
        said = say(code, **given)
        assert not re.search(words, said, re.IGNORECASE), (language, said)
    set_language("en")


def test_another_game_of_cards_has_canastas_and_dead_hands() -> None:
    for game, said in (("burraco", "pozzetto taken"), ("buraco", "dead hand taken")):
        set_vocabulary(cards=True, game=game)
        assert say("table.dead.taken") == said
    assert say("refusal.no_canasta.mend") == "Keep a card in your hand and build a canasta first."
    set_language("pt")
    assert say("table.canastas.pure", n=1) == "uma canastra limpa"
    assert say(card_code("new.out", game="buraco")) == "Bate-se com uma canastra, o morto pego e nenhuma carta na mão"
    assert say(card_code("new.out", game="burraco")) == "Bate-se com um burraco, o morto pego e nenhuma carta na mão"


def test_the_words_follow_what_is_played_with() -> None:
    assert say("banner.do.draw_only") == "Draw a tile from the stock"
    set_vocabulary(cards=True)
    assert say("banner.do.draw_only") == "Draw a card from the stock"
    assert say("new.deal") == "Deal the tiles"  # of a table being set up it is asked for
    assert say(card_code("new.deal")) == "Deal the cards"
    assert card_code("new.title") == "new.title"
    set_vocabulary(cards=False)
    assert say("banner.do.draw_only") == "Draw a tile from the stock"


def scenes(studio: Studio) -> dict[str, Callable[[], object]]:
    match, (early, crowded) = match_of("burraco", 4)
    burraco = rules_of("burraco")
    table: dict[str, Callable[[], object]] = {
        "early": lambda: studio.table(paused_match(cut(match, early))),
        "crowded": lambda: studio.table(paused_match(cut(match, crowded))),
        "help": lambda: Help(studio.preferences),
        "keys": lambda: KeysPage(studio.preferences),
        "score": lambda: studio.score_sheet(paused_match(match), match.standing.results[-1]),
    }
    for group in groups_of(burraco):
        table[group] = partial(OptionsPage, studio.context, last_setup(burraco), group, lambda _setup: None)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_scene_of_burraco_speaks_of_tiles_but_where_tiles_are_wished_for(studio: Studio, language: str) -> None:
    set_language(language)
    # The open table's own lines of the sheets of keys name what only lies there.
    open_table = {say(f"action.{name}") for name in ("new_set", "take_back", "pick_set", "split_set", "next_reading")}
    for name, make in scenes(studio).items():
        studio.preferences.now = replace(studio.preferences.now, burraco_tiles=False)
        wrong = [
            one for one in shown(make()) if re.search(FOREIGN[language], one, re.IGNORECASE) and one not in open_table
        ]
        assert wrong == [], name
    studio.preferences.now = replace(studio.preferences.now, burraco_tiles=True)
    assert any(re.search(TILES[language], one, re.IGNORECASE) for one in shown(scenes(studio)["early"]()))
    studio.preferences.now = replace(studio.preferences.now, burraco_tiles=False)


def test_the_game_of_cards_is_set_up_in_its_own_words_and_the_others_in_theirs(studio: Studio) -> None:
    shown(scenes(studio)["early"]())
    page = NewGame(studio.context, studio.matches.begin)
    for game, word in (("burraco", "card"), ("burako", "tile")):
        page._setting.choose_game(game)
        said = shown(page)
        assert any(f"{word}s each" in one for one in said)
        assert f"Deal the {word}s" in said


def test_a_refusal_speaks_of_cards_and_the_title_forgets_them(studio: Studio) -> None:
    hand = TableHand(seats=4, match=match_of("burraco", 4)[0].new(header(4, 7, "burraco")))
    hand.until_mine()
    for tile in hand.session.view.rack[:2]:  # type: ignore[union-attr]  # it is dealt
        hand.click(f"tile:{tile}")
    hand.press("X")
    assert hand.scene.shown.toast is not None
    told = " ".join(written.text for widget, _ in walk(hand.scene.shown.toast) for written in widget.texts())
    assert "card" in told
    assert not re.search(TILES["en"], told, re.IGNORECASE)
    shown(studio.title())
    assert say("tile.none") == "that tile"
