"""Who has how much of the log, and what each is sent: chunks to those behind, each new entry to those abreast.

Law: a link is sent every entry once and in order; while it is behind, one chunk is under way and the next follows its
acknowledgement, so that a whole log never waits in one queue.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from net.log.effects import Drop, Event, Persist, Tell
from net.log.entries import Numbered
from net.log.replica import Replica
from net.messages import ENTRIES_IN_CHUNK, MOST_CHUNK, Entries, Have

Effect = Persist | Tell | Drop | Event

LARGE = MOST_CHUNK // 2  # from here on, or at the full count, a message is a chunk and is acknowledged by a Have
BESIDE = 2 * 64 + 16  # bytes that go with an entry: signature and seal, and the lengths of all three


@dataclass(slots=True)
class Reader:
    """One link: its key, the next number it is to be sent (None while unknown), and whether a chunk is under way.

    `searched` is how far it was sent entries to find where its history parts from ours: each once, however often it
    asks. `ballot` is the line of hosts it told of.
    """

    key: bytes
    cursor: int | None = None
    waiting: bool = False
    searched: int = 0
    ballot: int = 0


def is_chunk(rows: tuple[Numbered, ...]) -> bool:
    """Return whether a message of entries is so full that its reader acknowledges it."""
    return len(rows) == ENTRIES_IN_CHUNK or sum(map(_size, rows)) >= LARGE


def _size(row: Numbered) -> int:
    return len(row.raw) + BESIDE


def chunk(replica: Replica, start: int) -> tuple[Numbered, ...]:
    """Return as many entries from a number on as one message holds."""
    rows: list[Numbered] = []
    size = 0
    for entry in replica.entries[start : start + ENTRIES_IN_CHUNK]:
        size += _size(entry.numbered)
        if rows and size > MOST_CHUNK:
            break
        rows.append(entry.numbered)
    return tuple(rows)


class Feeder:
    """Feeds all links of a match from one replica."""

    def __init__(self, out: deque[Effect]) -> None:
        self.readers: dict[int, Reader] = {}
        self._out = out

    def start_of(self, replica: Replica, have: Have) -> int | None:
        """Return the first entry a reader lacks; None if it stands in a line of hosts above ours."""
        if have.ballot > replica.roster.ballot:
            return None
        if have.ballot < replica.roster.ballot:
            branch = replica.first_rehost_above(have.ballot)
            if branch is not None and branch <= have.length:
                return branch
        return have.length

    def on_have(self, replica: Replica, link: int, have: Have) -> None:
        """Learn what a reader has and send what it lacks."""
        reader = self.readers[link]
        reader.waiting = False
        # Whoever is ahead of us is fed again once we have what he has.
        reader.cursor = self.start_of(replica, have)
        self.feed(replica, link)

    def feed(self, replica: Replica, link: int) -> None:
        """Send a reader the next entries."""
        self._feed(replica, link, {})

    def feed_all(self, replica: Replica) -> None:
        """Send everybody abreast what is new: to all the very same message, which is then packed once."""
        made: dict[int, Entries] = {}
        for link in list(self.readers):
            self._feed(replica, link, made)

    def _feed(self, replica: Replica, link: int, made: dict[int, Entries]) -> None:
        reader = self.readers[link]
        if reader.cursor is None or reader.waiting or reader.cursor >= replica.length:
            return
        if reader.cursor not in made:
            made[reader.cursor] = Entries(chunk(replica, reader.cursor))
        entries = made[reader.cursor]
        reader.cursor += len(entries.rows)
        reader.waiting = is_chunk(entries.rows)
        self._out.append(Tell(link, entries))

    def search(self, replica: Replica, link: int, start: int) -> None:
        """Send the next chunk of those entries among which a reader's history parts from ours."""
        reader = self.readers[link]
        reader.cursor, start = None, max(start, reader.searched)
        rows = chunk(replica, start)
        reader.searched = start + len(rows)
        if rows:
            self._out.append(Tell(link, Entries(rows)))

    def rewind(self, length: int) -> None:
        """After the log was cut: what was sent beyond the cut is void."""
        for reader in self.readers.values():
            if reader.cursor is not None:
                reader.cursor = min(reader.cursor, length)
