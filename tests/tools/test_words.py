"""The catalogues: every sentence is translated whole, asks for what its English asks for, and keeps to its glossary."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from typing import Any

import pytest

from game.client.words import LANGUAGES, Plural, placeholders
from tools.words import (
    FOLDER,
    Entry,
    catalogue_text,
    entries,
    languages,
    mo_path,
    open_ends,
    po_path,
    read,
    sentences,
    update_catalogue,
)

TRANSLATED = languages()
ENDS = ".?!:…"
HOLE = re.compile(r"\{[^}]*\}")


@cache
def entries_of(language: str) -> dict[str, Entry]:
    return entries(read(language))


def translated(language: str) -> list[Entry]:
    """Return what can be judged; that nothing else is there has a test of its own."""
    return [entry for entry in entries_of(language).values() if all(entry.forms) and not entry.fuzzy]


def english_forms(entry: Entry) -> tuple[str, ...]:
    return (entry.english.one, entry.english.many) if isinstance(entry.english, Plural) else (entry.english,)


def test_every_language_but_english_has_a_catalogue_and_a_glossary() -> None:
    assert set(TRANSLATED) == set(LANGUAGES) - {"en"}
    kept = {path.name for path in FOLDER.iterdir()}
    assert kept == {f"{language}.{kind}" for language in TRANSLATED for kind in ("po", "mo", "toml")}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_of_now_is_translated_and_none_is_fuzzy(language: str) -> None:
    assert {code: one.english for code, one in entries_of(language).items()} == dict(sentences()), (
        "a sentence was added or changed: run python3 tools/dev.py words"
    )
    assert open_ends(read(language)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_asks_for_what_its_english_asks_for(language: str) -> None:
    for entry in translated(language):
        wanted = [placeholders(form) for form in english_forms(entry)]
        for place, form in enumerate(entry.forms):
            # The form for one may say the count in a word, or show it as a number, whatever the English does.
            free = frozenset({"n"}) if len(entry.forms) > 1 and place == 0 else frozenset()
            assert placeholders(form) - free == wanted[place] - free, (entry.code, form)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_marks_of_its_english(language: str) -> None:
    for entry in translated(language):
        for english, form in zip(english_forms(entry), entry.forms, strict=True):
            assert form == form.strip(), entry.code
            assert "  " not in form, entry.code
            assert form.count("**") == english.count("**"), (entry.code, form)
            assert (form[-1] in ENDS) == (english[-1] in ENDS), (entry.code, form)
            if english[0].isupper() and form[0].lower() != form[0].upper():  # Hebrew has no capitals
                assert form[0].isupper() or form.startswith("comodin"), (entry.code, form)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_says_what_the_file_says(language: str) -> None:
    with mo_path(language).open("rb") as file:
        compiled = GNUTranslations(file)
    for entry in translated(language):
        if isinstance(entry.english, Plural):
            for count, form in zip((1, 2), entry.forms, strict=True):
                said = compiled.npgettext(entry.code, entry.english.one, entry.english.many, count)
                assert said == form, "run python3 tools/dev.py words"
        else:
            assert compiled.pgettext(entry.code, entry.english) == entry.forms[0], "run python3 tools/dev.py words"


@pytest.mark.parametrize("language", TRANSLATED)
def test_bringing_up_to_date_what_is_changes_nothing(language: str) -> None:
    assert catalogue_text(update_catalogue(language, entries_of(language))) == po_path(language).read_bytes()


# --- what the tool does with a change --------------------------------------------------------------------------------


def test_a_sentence_whose_english_changed_is_kept_and_marked() -> None:
    old = {
        code: Entry(code, english, ("x", "x") if isinstance(english, Plural) else ("x",))
        for code, english in sentences()
    }
    old["button.back"] = Entry("button.back", "Go back", ("Volver",))
    old["no.more"] = Entry("no.more", "Long gone", ("Ya no",))
    del old["button.close"]
    made = update_catalogue("es", old)
    now = entries(made)
    assert (now["button.back"].forms, now["button.back"].fuzzy) == (("Volver",), True)
    assert "no.more" not in now
    assert [line.partition(":")[0] for line in open_ends(made)] == ["button.back", "button.close"]


# --- the glossaries ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the games: how English has it, the forms it takes, and what it is told apart from."""

    english: tuple[str, ...]
    say: str
    forms: tuple[str, ...]
    strict: bool = False
    free: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    note: str = ""


def glossary(language: str) -> dict[str, Term]:
    text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    made = {}
    for name, said in tomllib.loads(text).items():
        fields: dict[str, Any] = {key: tuple(one) if isinstance(one, list) else one for key, one in said.items()}
        made[name] = Term(**fields)
    return made


def test_the_glossaries_hold_the_same_terms() -> None:
    terms = [list(glossary(language)) for language in TRANSLATED]
    assert len(terms[0]) == 32
    assert all(one == terms[0] for one in terms)


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_keep_to_the_glossary(language: str) -> None:
    wrong = []
    for name, term in glossary(language).items():
        has = re.compile(rf"\b({'|'.join(term.english)})\b", re.IGNORECASE)
        for entry in translated(language):
            english = HOLE.sub("", " ".join(english_forms(entry)))
            said = HOLE.sub("", entry.forms[-1].lower())
            if term.strict and entry.code not in term.free and has.search(english):
                wrong += [] if any(form in said for form in term.forms) else [f"{name}: {entry.code}: {said}"]
            wrong += [
                f"{name}, not {word}: {entry.code}: {said}" for word in term.avoid if re.search(rf"\b{word}s?\b", said)
            ]
    assert wrong == []


def test_english_has_no_words_that_mean_nothing_to_players() -> None:
    meant_nothing = re.compile(r"\b(the|all) books\b|\bpart of (a|the) deal\b|\bon its way\b", re.IGNORECASE)
    said = [(code, str(english)) for code, english in sentences()]
    assert [one for one in said if meant_nothing.search(one[1])] == []


# Sentences that were said once and are to be said by no language again.
FORMERLY = {
    "es": (
        "no hay que confiar en nadie", "Termina tú el turno.", "En cambio, escribí la dirección.", "cerrada con llave",
        "Mandar afuera", "Los libros de esta ronda cierran",
    ),
    "it": (
        "Tutto pronto", "Chi ospita non c'è", "Ora ospita {name}.", "Questo tavolo è chiuso a chiave",
        "Sigillo la distribuzione", "Abituale", "Come scritto", "Da scatola", "Da federazione",
    ),
    "pt": ("Relógio de vez", "Gire a roda", "Mandar embora", "o próximo recebe a mesa", "quem hospeda a mesa"),
}  # fmt: skip


@pytest.mark.parametrize("language", FORMERLY)
def test_the_glossary_avoids_what_players_took_for_something_else(language: str) -> None:
    avoided = [word for term in glossary(language).values() for word in term.avoid]
    for sentence in FORMERLY[language]:
        assert any(re.search(rf"\b{word}s?\b", sentence.lower()) for word in avoided), sentence


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_glossary_says_what_its_forms_say(language: str) -> None:
    for name, term in glossary(language).items():
        assert any(form in term.say for form in term.forms), name
