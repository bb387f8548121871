"""The score pads of a home as My matches lists them: read beside the window, put aside and brought back."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.client.deleted import Deleted
from game.client.director import Push
from game.client.words import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from game.annals.pad import Pad
    from game.client.director import Change
    from game.client.house import House
    from game.client.words import Phrase
    from game.store.home import Home

FOLDER: Final = "pads"


@dataclass(frozen=True, slots=True)
class KeptPad:
    """A sheet, where it lies, and when it was written to, in seconds."""

    path: Path
    changed: float
    pad: Pad

    @property
    def over(self) -> bool:
        """Whether somebody has won it."""
        return bool(self.pad.winners)


class KeptPads:
    """Those that were read last."""

    def __init__(self, house: House, home: Home) -> None:
        self.kept: tuple[KeptPad, ...] = ()
        self._house, self._home = house, home
        self._deleted = Deleted()
        self._read: tuple[KeptPad, ...] | None = None
        self._reader: Thread | None = None

    def read(self) -> None:
        """Begin to read them."""
        if self._reader is None or not self._reader.is_alive():
            self._reader = Thread(target=self._read_all, name="pads", daemon=True)
            self._reader.start()

    def _read_all(self) -> None:
        from game.annals.pad import kept_pads

        found = []
        for path, pad in kept_pads(self._home.path / FOLDER):
            try:
                found.append(KeptPad(path, path.stat().st_mtime, pad))
            except OSError:  # it went while we looked
                continue
        self._read = tuple(found)

    def poll(self) -> bool:
        """Return whether they have been read and are others."""
        read, self._read = self._read, None
        if read is None or read == self.kept:
            return False
        self.kept = read
        return True

    def wait(self) -> None:
        """Wait until they are read; for tests and pictures, not for the window."""
        if self._reader is not None:
            self._reader.join()
        self.poll()

    def open(self, kept: KeptPad) -> Change:
        """Go on writing one."""
        from game.client.annals.pad import PadPage

        ledger = self._house.ledger
        signs = () if ledger is None else ledger.signs(self._house, "pad")
        return Push(PadPage(self._house, self._home, signs, kept.path))

    def delete(self, kept: KeptPad) -> Phrase | None:
        """Put one aside, or say why that cannot be."""
        if not self._home.writable:
            return phrase("matches.guest")
        trouble = self._deleted.put(kept.path)
        if trouble is None:
            self.kept = tuple(one for one in self.kept if one != kept)
        return trouble

    @property
    def may_undelete(self) -> bool:
        """Return whether one can be brought back."""
        return bool(self._deleted)

    def undelete(self) -> Phrase | None:
        """Bring back the one put aside last, or say why that cannot be."""
        trouble = self._deleted.bring_back()
        if trouble is None:
            self.read()
        return trouble
