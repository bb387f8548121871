"""The facts of all matches of a home, and their cache, which saves reading every log again.

Laws: facts follow from the logs alone; the cache holds only for files whose size and time of change are the same as
when they were read, or whose content still is, as in a copied home; it is written atomically, and made anew if it is
missing, damaged or of another version.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgpack

from game.annals.facts import MATCH_FIELDS, RoundFacts, facts_from_row, facts_to_row
from game.annals.marks import MARKS
from game.annals.reading import LogFile, read_log, read_logs
from game.lan.home import DONE_SUFFIX, RUNNING_SUFFIX
from game.match.transcript import RULES_VERSION
from game.store.atomic import make_folder, replace_file
from game.store.index import LIST_INTERVAL_SECONDS, SAVE_INTERVAL_SECONDS, content_of
from game.store.matches import MATCH_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from game.annals.facts import MatchFacts
    from game.annals.reading import Key, Known

    Each = Callable[[Sequence["LogFile"]], Iterable["LogFile"]]

CACHE_PATH: Final = Path("cache") / "annals"
CACHE_VERSION: Final = 3  # raised when a fact or a mark changes its meaning but not its name
_SIGN: Final = blake2b(
    repr((CACHE_VERSION, RULES_VERSION, list(MARKS), MATCH_FIELDS, RoundFacts.__slots__)).encode(), digest_size=8
).digest()


class FactsCache:
    """The facts of a home's matches; reading again computes only those of files that changed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._known: dict[Key, Known] | None = None
        self._facts: tuple[MatchFacts, ...] | None = None

    def read(self, each: Each = lambda unread: unread, *, keep: bool = True) -> tuple[MatchFacts, ...]:
        """Return the facts of every readable match, the oldest first; the same tuple if nothing changed.

        With `keep` the cache is updated. `each` wraps the iteration over the files that have to be read: it may count
        them, or wait between two of them.
        """
        *_before, facts = self.read_in_steps(each, keep=keep)
        return facts

    def read_in_steps(
        self, each: Each = lambda unread: unread, *, keep: bool = True
    ) -> Generator[tuple[MatchFacts, ...], None, None]:
        """Read like `read`, but yield the facts found so far at intervals; the last yield has all of them.

        The file changed last is read first. The cache is saved at intervals, so that a reading that was stopped goes on
        from there.
        """
        known = _load_cache(self.home) if self._known is None else self._known
        files = list(_files(self.home))
        found = {file.key: known[file.key] for file in files if file.key in known}
        unread = sorted((file for file in files if file.key not in known), key=lambda file: -file.key[2])
        moved = {key[:2]: one for key, one in known.items() if key not in found} if unread else {}
        shown = saved = monotonic()
        pause = LIST_INTERVAL_SECONDS
        new = read_logs([file for file in unread if file.key[:2] not in moved])
        for file in each(unread):
            one = moved.get(file.key[:2])
            if one is None:
                found[file.key] = next(new)
            else:
                found[file.key] = one if one[0] == content_of(file.path) else read_log(file)
            if monotonic() - shown > pause:
                yield _in_order(found)
                shown = monotonic()
                pause *= 2  # a caller that shows the facts adds all of them up at each yield
            if keep and monotonic() - saved > SAVE_INTERVAL_SECONDS:
                _save_cache(self.home, found)
                saved = monotonic()
        changed = bool(unread) or len(found) != len(known)
        if keep and changed:
            _save_cache(self.home, found)
        if changed or self._facts is None:
            self._known, self._facts = found, _in_order(found)
        yield self._facts


def facts_of_home(home: Path, each: Each = lambda unread: unread, *, keep: bool = True) -> tuple[MatchFacts, ...]:
    """Return the facts of every readable match of a home, the oldest first."""
    return FactsCache(home).read(each, keep=keep)


def _in_order(found: Mapping[Key, Known]) -> tuple[MatchFacts, ...]:
    return tuple(
        sorted((one for _content, one in found.values() if one is not None), key=lambda one: (one.day, one.name))
    )


def _files(home: Path) -> Iterator[LogFile]:
    yield from _log_files(home / "matches", (MATCH_SUFFIX,), lan=False)
    yield from _log_files(home / "lan", (RUNNING_SUFFIX, DONE_SUFFIX), lan=True)


def _log_files(folder: Path, endings: tuple[str, ...], *, lan: bool) -> Iterator[LogFile]:
    try:
        entries = sorted((one for one in os.scandir(folder) if one.name.endswith(endings)), key=lambda one: one.name)
    except OSError:
        return
    for one in entries:
        with suppress(OSError):  # the file was deleted meanwhile
            about = one.stat()
            yield LogFile(folder, lan, (one.name, about.st_size, about.st_mtime_ns))


# --- the cache ---


def _load_cache(home: Path) -> dict[Key, Known]:
    """Return the cached facts by file; empty if the cache is missing, damaged or of another version."""
    try:
        sign, check, data = msgpack.unpackb((home / CACHE_PATH).read_bytes())
        if (sign, check) != (_SIGN, crc32(data)):
            return {}
        rows = msgpack.unpackb(data, use_list=False, unicode_errors="surrogatepass")
        return {key: (content, None if row is None else facts_from_row(row)) for key, content, row in rows}
    except (OSError, ValueError, TypeError, msgpack.UnpackException):
        return {}


def _save_cache(home: Path, found: Mapping[Key, Known]) -> None:
    """Write the cache; if that fails, it is made anew the next time."""
    rows = [(key, content, None if one is None else facts_to_row(one)) for key, (content, one) in found.items()]
    data = msgpack.packb(rows, unicode_errors="surrogatepass")
    with suppress(OSError):
        make_folder((home / CACHE_PATH).parent)
        replace_file(home / CACHE_PATH, msgpack.packb((_SIGN, crc32(data), data)))
