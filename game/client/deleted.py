"""The matches deleted while the program runs; the one deleted last can be restored first. Errors come as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.words import Phrase


class DeletedFiles:
    """A stack of deleted files.

    The store's module is imported on first use, because the first frame must not wait for it.
    """

    def __init__(self) -> None:
        self._paths: list[Path] = []

    def __bool__(self) -> bool:
        """Return whether anything can be restored."""
        return bool(self._paths)

    def delete(self, path: Path) -> Phrase | None:
        """Delete a match; return the reason if that is impossible."""
        from game.store.deleted import move_to_deleted

        return _tried(lambda: self._paths.append(move_to_deleted(path)))

    def restore(self) -> Phrase | None:
        """Restore the match deleted last; return the reason if that is impossible."""
        from game.store.deleted import restore_deleted

        trouble = _tried(lambda: restore_deleted(self._paths[-1]))
        if trouble is None:
            self._paths.pop()
        return trouble


def _tried(deed: Callable[[], object]) -> Phrase | None:
    try:
        deed()
    except OSError as error:
        return phrase("notice.match_not_deleted", reason=error.strerror or str(error))
    return None
