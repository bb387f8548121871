"""The saved score pads, as listed in My matches: read in the background, deleted and restored."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.client.deleted import DeletedFiles
from game.client.director import Push
from game.client.words import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from game.annals.pad import Pad
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.words import Phrase
    from game.store.home import Home

FOLDER: Final = "pads"


@dataclass(frozen=True, slots=True)
class KeptPad:
    """A sheet, its path, and its last change (seconds since the epoch)."""

    path: Path
    changed: float
    pad: Pad

    @property
    def over(self) -> bool:
        """Return whether a side has won the match of the pad."""
        return bool(self.pad.winners)


class KeptPads:
    """The pads of a home, as read last."""

    def __init__(self, context: AppContext, home: Home) -> None:
        self.kept: tuple[KeptPad, ...] = ()
        self._context, self._home = context, home
        self._deleted = DeletedFiles()
        self._read: tuple[KeptPad, ...] | None = None
        self._reader: Thread | None = None

    def read(self) -> None:
        """Start reading them."""
        if self._reader is None or not self._reader.is_alive():
            self._reader = Thread(target=self._read_all, name="pads", daemon=True)
            self._reader.start()

    def _read_all(self) -> None:
        from game.annals.pad import read_pads

        found = []
        for path, pad in read_pads(self._home.path / FOLDER):
            try:
                found.append(KeptPad(path, path.stat().st_mtime, pad))
            except OSError:  # deleted meanwhile
                continue
        self._read = tuple(found)

    def poll(self) -> bool:
        """Take what was read; return whether the list has changed."""
        read, self._read = self._read, None
        if read is None or read == self.kept:
            return False
        self.kept = read
        return True

    def wait(self) -> None:
        """Block until the pads are read; for tests and pictures only."""
        if self._reader is not None:
            self._reader.join()
        self.poll()

    def open(self, kept: KeptPad) -> Change:
        """Open a pad to continue it."""
        from game.client.annals.pad import PadPage

        ledger = self._context.ledger
        signs = () if ledger is None else ledger.page_icons(self._context, "pad")
        return Push(PadPage(self._context, self._home, signs, kept.path))

    def delete(self, kept: KeptPad) -> Phrase | None:
        """Delete a pad, or say why that fails."""
        if not self._home.writable:
            return phrase("matches.guest")
        trouble = self._deleted.delete(kept.path)
        if trouble is None:
            self.kept = tuple(one for one in self.kept if one != kept)
        return trouble

    @property
    def may_undelete(self) -> bool:
        """Return whether a pad can be restored."""
        return bool(self._deleted)

    def undelete(self) -> Phrase | None:
        """Restore the pad deleted last, or say why that fails."""
        trouble = self._deleted.restore()
        if trouble is None:
            self.read()
        return trouble
