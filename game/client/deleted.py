"""The matches deleted while the program runs, the last of which comes back first; problems are sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.words import Phrase


class Deleted:
    """What was put aside, in order. The store's part is imported when it is needed: no first picture waits for it."""

    def __init__(self) -> None:
        self._paths: list[Path] = []

    def __bool__(self) -> bool:
        """Return whether anything can be brought back."""
        return bool(self._paths)

    def put(self, path: Path) -> Phrase | None:
        """Put a match aside, or say why that cannot be."""
        from game.store.deleted import put_aside

        return _tried(lambda: self._paths.append(put_aside(path)))

    def bring_back(self) -> Phrase | None:
        """Bring back the match deleted last, or say why that cannot be."""
        from game.store.deleted import bring_back

        trouble = _tried(lambda: bring_back(self._paths[-1]))
        if trouble is None:
            self._paths.pop()
        return trouble


def _tried(deed: Callable[[], object]) -> Phrase | None:
    try:
        deed()
    except OSError as error:
        return phrase("notice.match_not_deleted", reason=error.strerror or str(error))
    return None
