"""Further tools of the rule book's bar: smaller and bigger text, and the whole book as a printable page.

Laws: the page is a file in the player's folder, opened with the system's browser; nothing waits for it.
"""

from __future__ import annotations

import webbrowser
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from game.book.html import book_as_html
from game.client.director import Push
from game.client.preferences import Preferences
from game.client.scenes.message import notice
from game.client.widgets.button import IconButton
from game.client.words import phrase
from game.client.words.tongue import current_language

if TYPE_CHECKING:
    from pathlib import Path

    from game.book.book import RuleBook
    from game.client.director import Change
    from game.client.scenes.page import LookSettings
    from game.client.widgets.button import Button


class OpenBook(Protocol):
    """A page that shows a rule book."""

    book: RuleBook


def bar_tools(reading: LookSettings, page: OpenBook) -> tuple[Button, ...]:
    """Return the bar's icons; none without a player whose settings they change."""
    if not isinstance(reading, Preferences):
        return ()
    preferences = reading
    return (
        IconButton("book.print", phrase("book.print"), "copy", lambda: print_book(preferences, page.book)),
        IconButton("book.smaller", phrase("action.text_smaller"), "minus", lambda: preferences.step_text_size(-1)),
        IconButton("book.bigger", phrase("action.text_bigger"), "plus", lambda: preferences.step_text_size(1)),
    )


def print_book(preferences: Preferences, book: RuleBook) -> Change:
    """Write the book as a page, open it, and say where it is saved."""
    if preferences.folder is None:
        said = phrase("book.not_printed", reason=phrase("book.no_folder"))
        return Push(notice(preferences, "book_print", phrase("book.print"), said))
    path = preferences.folder / f"rules-{current_language()}.html"
    try:
        path.write_bytes(book_as_html(book).encode())
    except OSError as error:
        said = phrase("book.not_printed", reason=error.strerror or str(error))
    else:
        said = phrase("book.printed", file=str(path))
        Thread(target=show_page, args=(path,), name="page", daemon=True).start()
    return Push(notice(preferences, "book_print", phrase("book.print"), said))


def show_page(path: Path) -> None:
    """Open a page with the system's program; without one nothing is shown, but the file is saved."""
    webbrowser.open(path.as_uri())
