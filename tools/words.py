"""Update the catalogues: `tools/dev.py words`, after a sentence was added, changed or translated.

Each language has one file to translate, `assets/words/LANGUAGE.po`, and beside it the compiled one that the program
reads. A sentence's code is its context there. Laws: a translation is only deleted with its code, or when its sentence
gains or loses a plural; one whose English has changed is marked fuzzy, and is not used until the mark is removed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.client.words import LANGUAGES, Plural, placeholders, sentence_files
from game.client.words.tongue import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "words"
LOCALES: Final = {"es": "es_AR", "it": "it_IT", "pt": "pt_BR", "he": "he_IL"}  # the locale of each language
# Which numbers take the second form. Not Babel's: if its number of forms changed, translations would be lost;
# and the first form of many sentences has the word "one", which is wrong for zero.
PLURAL_RULE: Final = "n != 1"
CREATION_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed time, so that a catalogue changes only with its words
LINE_WIDTH: Final = 120
# Headers that Babel adds and that would change with its version.
NOT_OURS: Final = (b'"Generated-By', b'"Report-Msgid-Bugs-To', b'"POT-Creation-Date', b'"PO-Revision-Date')


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of a catalogue: its code, its English, its translation's forms, and whether it is marked fuzzy."""

    code: str
    english: str | Plural
    forms: tuple[str, ...]
    fuzzy: bool = False


def sentences() -> Iterator[tuple[str, str | Plural]]:
    """Yield every code with its English, file by file."""
    for subject in sentence_files():
        yield from subject.items()


def po_path(language: str) -> Path:
    """Return the file to translate."""
    return FOLDER / f"{language}.po"


def mo_path(language: str) -> Path:
    """Return the compiled file."""
    return FOLDER / f"{language}.mo"


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue: all but English."""
    return tuple(language for language in LANGUAGES if language != ENGLISH)


def read(language: str) -> Catalog:
    """Read a catalogue as it stands; empty where there is none."""
    path = po_path(language)
    if not path.is_file():
        return Catalog(locale=LOCALES[language])
    with path.open("rb") as file:
        return read_po(file, locale=LOCALES[language])


def entries(catalog: Catalog) -> dict[str, Entry]:
    """Return the entries of a catalogue by code."""
    return {str(message.context): _entry(message) for message in catalog if message.id}


def _entry(message: Message) -> Entry:
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    english = message.id if isinstance(message.id, str) else Plural(*message.id)
    return Entry(str(message.context), english, tuple(str(form or "") for form in forms), message.fuzzy)


def update_catalogue(language: str, old: dict[str, Entry]) -> Catalog:
    """Return the catalogue with the present sentences and their old translations."""
    made = Catalog(
        locale=LOCALES[language],
        project="Comodín",
        version="1",
        creation_date=CREATION_DATE,
        revision_date=CREATION_DATE,
        last_translator="The Comodín makers",
        language_team=LANGUAGES[language],
        fuzzy=False,
        charset="utf-8",
        header_comment=f"# {LANGUAGES[language]}: the sentences of Comodín. How to translate: CONTRIBUTING.md.",
    )
    made.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({PLURAL_RULE});")]
    for code, english in sentences():
        one = old.get(code)
        counts = isinstance(english, Plural)
        forms = made.num_plurals if counts else 1
        kept = one.forms if one is not None and len(one.forms) == forms else ("",) * forms
        fuzzy = one is not None and any(kept) and (one.fuzzy or one.english != english)
        flags = ["python-brace-format"] if placeholders(english) else []
        made.add(
            (english.one, english.many) if isinstance(english, Plural) else english,
            kept if counts else kept[0],
            context=code,
            flags=[*flags, *(["fuzzy"] if fuzzy else [])],
        )
    return made


def compile_catalogue(catalog: Catalog) -> bytes:
    """Return the compiled catalogue, without fuzzy entries."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def catalogue_text(catalog: Catalog) -> bytes:
    """Return the catalogue as the text of its .po file."""
    out = BytesIO()
    write_po(out, catalog, width=LINE_WIDTH, no_location=True)
    return b"".join(line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(NOT_OURS))


def bring_up_to_date(language: str) -> list[str]:
    """Write both files of a language; return the sentences that still need work, one in each line."""
    catalog = update_catalogue(language, entries(read(language)))
    FOLDER.mkdir(parents=True, exist_ok=True)
    po_path(language).write_bytes(catalogue_text(catalog))
    mo_path(language).write_bytes(compile_catalogue(catalog))
    return open_ends(catalog)


def open_ends(catalog: Catalog) -> list[str]:
    """Return the untranslated and outdated sentences, one in each line."""
    told = []
    for entry in entries(catalog).values():
        if not all(entry.forms):
            told.append(f"{entry.code}: not translated: {_english(entry)}")
        elif entry.fuzzy:
            told.append(f"{entry.code}: its English has changed: {_english(entry)}")
    return told


def _english(entry: Entry) -> str:
    return entry.english if isinstance(entry.english, str) else f"{entry.english.one} / {entry.english.many}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Update every catalogue; return 1 if any needs work."""
    parser = argparse.ArgumentParser(prog="words", description="Bring the catalogues of all languages up to date.")
    parser.parse_args(arguments)
    worst = 0
    for language in languages():
        told = bring_up_to_date(language)
        total = sum(1 for _ in sentences())
        print(f"{LANGUAGES[language]}: {total - len(told)} of {total} sentences", *told, sep="\n  ")
        worst = max(worst, int(bool(told)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
