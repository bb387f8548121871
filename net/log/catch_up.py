"""Sends each link the entries it lacks: chunks to those behind, new entries to those up to date.

Law: each link gets every entry once and in order, with one unacknowledged chunk at most, so that no queue holds a log.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from net.log.effects import DropLink, Event, Persist, SendMessage
from net.log.entries import Numbered
from net.log.replica import Replica
from net.messages import MAX_CHUNK_BYTES, MAX_ENTRIES_IN_CHUNK, Entries, Have

Effect = Persist | SendMessage | DropLink | Event

# a message of this size, or of the full count, is a chunk: a Have acknowledges it
CHUNK_THRESHOLD_BYTES = MAX_CHUNK_BYTES // 2
ENTRY_OVERHEAD_BYTES = 2 * 64 + 16  # an entry's other bytes: signature, seal, and the lengths of all three parts


@dataclass(slots=True)
class LogReader:
    """One link: its key, the next number to send (None while unknown), and whether a chunk is under way.

    `searched` is how far it was sent entries to find where its log forks from ours: each once, however often it asks.
    `ballot` is the ballot of the branch it last reported.
    """

    key: bytes
    cursor: int | None = None
    waiting: bool = False
    searched: int = 0
    ballot: int = 0


def is_chunk(rows: tuple[Numbered, ...]) -> bool:
    """Return whether a message of entries is so large that its reader acknowledges it."""
    return len(rows) == MAX_ENTRIES_IN_CHUNK or sum(map(_size, rows)) >= CHUNK_THRESHOLD_BYTES


def _size(row: Numbered) -> int:
    return len(row.raw) + ENTRY_OVERHEAD_BYTES


def next_chunk(replica: Replica, start: int) -> tuple[Numbered, ...]:
    """Return as many entries, from `start` on, as fit into one message."""
    rows: list[Numbered] = []
    size = 0
    for entry in replica.entries[start : start + MAX_ENTRIES_IN_CHUNK]:
        size += _size(entry.numbered)
        if rows and size > MAX_CHUNK_BYTES:
            break
        rows.append(entry.numbered)
    return tuple(rows)


class LogFeed:
    """Sends entries of one replica to all links of a match."""

    def __init__(self, out: deque[Effect]) -> None:
        self.readers: dict[int, LogReader] = {}
        self._out = out

    def first_lacking(self, replica: Replica, have: Have) -> int | None:
        """Return the first entry that a reader lacks; None if its ballot is above ours."""
        if have.ballot > replica.roster.ballot:
            return None
        if have.ballot < replica.roster.ballot:
            branch = replica.first_rehost_above(have.ballot)
            if branch is not None and branch <= have.length:
                return branch
        return have.length

    def on_have(self, replica: Replica, link: int, have: Have) -> None:
        """Note what a reader has and send what it lacks."""
        reader = self.readers[link]
        reader.waiting = False
        # A reader ahead of us gets entries again once we have what it has.
        reader.cursor = self.first_lacking(replica, have)
        self.send_entries(replica, link)

    def send_entries(self, replica: Replica, link: int) -> None:
        """Send a reader the next entries."""
        self._feed(replica, link, {})

    def send_entries_to_all(self, replica: Replica) -> None:
        """Send new entries to all links up to date: one message for all, so that it is packed once."""
        made: dict[int, Entries] = {}
        for link in list(self.readers):
            self._feed(replica, link, made)

    def _feed(self, replica: Replica, link: int, made: dict[int, Entries]) -> None:
        reader = self.readers[link]
        if reader.cursor is None or reader.waiting or reader.cursor >= replica.length:
            return
        if reader.cursor not in made:
            made[reader.cursor] = Entries(next_chunk(replica, reader.cursor))
        entries = made[reader.cursor]
        reader.cursor += len(entries.rows)
        reader.waiting = is_chunk(entries.rows)
        self._out.append(SendMessage(link, entries))

    def send_search_chunk(self, replica: Replica, link: int, start: int) -> None:
        """Send the next chunk of the entries where a reader's log may fork from ours."""
        reader = self.readers[link]
        reader.cursor, start = None, max(start, reader.searched)
        rows = next_chunk(replica, start)
        reader.searched = start + len(rows)
        if rows:
            self._out.append(SendMessage(link, Entries(rows)))

    def rewind(self, length: int) -> None:
        """Forget that entries after a truncation were sent."""
        for reader in self.readers.values():
            if reader.cursor is not None:
                reader.cursor = min(reader.cursor, length)
