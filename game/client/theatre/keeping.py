"""Saves files for the player under free names in one folder, and shows where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Push
from game.client.draw.theme import ButtonKind
from game.client.matches import local_now
from game.client.open_folder import open_folder
from game.client.scenes.message import Message, notice
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.words import Text

TIME_FORMAT: Final = "%Y-%m-%d %H.%M.%S"


def free_path(folder: Path, stem: str, ending: str) -> Path:
    """Return a free path of this stem, the time and this ending; the folder is created. Raise OSError if that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{stem} {local_now().strftime(TIME_FORMAT)}"
    number, path = 1, folder / f"{stem}{ending}"
    while path.exists():
        number += 1
        path = folder / f"{stem} ({number}){ending}"
    return path


def save_file(preferences: Preferences, folder: Path | None, name: tuple[str, str], content: bytes) -> Change:
    """Write a file whose name has this start and suffix; say where it is, or why it could not be written."""
    try:
        if folder is None:
            raise OSError("there is no folder for it")
        path = free_path(folder, *name)
        path.write_bytes(content)
    except OSError as error:
        return file_notice(preferences, phrase("share.not_written", reason=error.strerror or str(error)))
    return saved_file_page(preferences, path)


def saved_file_page(preferences: Preferences, path: Path) -> Change:
    """Return the page that says where a file is and can open its folder."""

    def show() -> Change | None:
        if open_folder(path.parent):
            return None
        return file_notice(preferences, phrase("share.no_folder", folder=str(path.parent)))

    done = Button("kept.done", phrase("button.got_it"), Pop, kind=ButtonKind.PRIMARY, icon="check", key="Esc")
    folder = Button("kept.folder", phrase("share.folder"), show, icon="forward")
    words = (phrase("share.written"), phrase("share.where", file=str(path)))
    return Push(Message("kept", preferences, Dialog("kept", *words, (done, folder))))


def file_notice(preferences: Preferences, sentence: Text) -> Change:
    """Return a page with a sentence about a file."""
    return Push(notice(preferences, "share.notice", phrase("theatre.share"), sentence))
