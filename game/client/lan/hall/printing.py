"""The printable page of a hall's tournament, written beside its file."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from game.client.book.printing import show_page
from game.client.club.page import tournament_page
from game.client.director import Push
from game.client.scenes.message import notice
from game.client.words import phrase
from game.club.kept import UnreadableTournamentError, read_tournament

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.director import Change
    from game.client.scenes.page import LookSettings


def print_tournament(reading: LookSettings, file: Path) -> Change:
    """Write the page, open it, and say where it is saved."""
    path = file.with_suffix(".html")
    try:
        path.write_bytes(tournament_page(read_tournament(file.read_bytes()).state).encode())
    except (OSError, UnreadableTournamentError) as error:
        said = phrase("book.not_printed", reason=str(error))
    else:
        said = phrase("hall.printed", file=str(path))
        Thread(target=show_page, args=(path,), name="page", daemon=True).start()
    return Push(notice(reading, "hall_print", phrase("hall.print"), said))
