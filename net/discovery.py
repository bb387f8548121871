"""What a table says of itself on the network, and the list of tables a program has heard of.

Laws: whatever is announced is a stranger's text and only a hint: what does not fit its form is not heard; a row is open
only once the table itself has answered there; one row a table, however many adapters and names announce it; the list
and the questions under way are bounded. Times are milliseconds of one steady clock, given in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from net.log.entries import MATCH_BYTES, SEATS
from net.messages import PROTOCOL, Info

SERVICE = "_comodin._tcp.local."
FORMAT = "1"  # of the announcement; another one is not heard
MOST_TEXT = 400  # bytes of one announcement's names and values
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # neither I nor O, which are read as digits over a shoulder
CODE_LENGTH = 4
MOST_TABLES = 64  # a village fair; beyond it somebody is flooding
MOST_PLACES = 8  # addresses of one table that are tried
MOST_ASKING = 8  # questions under way at once
ASK_AGAIN = 5_000  # how old an answer may become while the list is on the screen
ASK_PATIENCE = 4_000  # how long a question may take
HIDE = 30_000  # how long a table that does not answer is shown; it is asked on, for its laptop may only sleep


@dataclass(frozen=True, slots=True)
class Place:
    """Where a program listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table says of itself before anybody asks; `options` is the digest of its options in hexadecimal."""

    table: bytes
    game: str
    taken: int
    seats: int
    options: str
    locked: bool
    code: str = ""
    protocol: int = PROTOCOL


class Answering(Enum):
    """Whether a table that was heard of is there."""

    ASKING = "asking"
    OPEN = "open"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list; `info` is what it last answered, `place` where, `ping` how many ms the way there took."""

    announced: Announcement
    place: Place
    answering: Answering
    info: Info | None = None
    ping: int | None = None


def written(announcement: Announcement) -> dict[str, str]:
    """Return the names and values that are announced."""
    said = announcement
    return {
        "v": FORMAT,
        "p": str(said.protocol),
        "g": said.game,
        "n": f"{said.taken}/{said.seats}",
        "o": said.options,
        "l": "1" if said.locked else "0",
        "t": said.table.hex(),
        "c": said.code,
    }


def heard(said: Mapping[bytes, bytes | None]) -> Announcement | None:
    """Read an announcement; None if it does not fit its form to the letter."""
    if sum(len(name) + len(value or b"") + 2 for name, value in said.items()) > MOST_TEXT:
        return None
    try:
        text = {name.decode("ascii"): (value or b"").decode("ascii") for name, value in said.items()}
        if text["v"] != FORMAT or text["l"] not in {"0", "1"}:
            return None
        taken, seats = (_whole(part, SEATS) for part in text["n"].split("/"))
        found = Announcement(
            table=bytes.fromhex(_exact(text["t"], "0123456789abcdef", 2 * MATCH_BYTES)),
            game=_word(text["g"]),
            taken=taken,
            seats=seats,
            options=_exact(text["o"], "0123456789abcdef", len(text["o"])),
            locked=text["l"] == "1",
            code=_exact(text["c"], CODE_LETTERS, CODE_LENGTH) if text["c"] else "",
            protocol=_whole(text["p"], 65_535),
        )
    except (KeyError, ValueError):
        return None
    return found if taken <= seats and len(found.options) <= 32 else None


def _whole(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= most):
        raise ValueError(f"{text!r:.20} is no number up to {most}")
    return int(text)


def _exact(text: str, signs: str, length: int) -> str:
    if len(text) != length or any(sign not in signs for sign in text):
        raise ValueError(f"{text!r:.40} is not {length} of {signs}")
    return text


def _word(text: str) -> str:
    if not (1 <= len(text) <= 16 and text.isascii() and text.isalnum() and text == text.lower()):
        raise ValueError(f"{text!r:.20} is no name of a game")
    return text


@dataclass(slots=True)
class _Known:
    """A table in the list: who announces it, where it may be, and what it answered."""

    row: TableRow
    since: int
    names: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    asked: int | None = None  # when the question under way was asked
    asked_at: Place | None = None
    answered: int | None = None  # when it last answered, or was given up
    turn: int = 0  # which of its places is tried next
    hidden: bool = False

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it may be: where it answered first, then as announced."""
        found = dict.fromkeys(place for places in self.names.values() for place in places)
        first = (self.row.place,) if self.row.info else ()
        return tuple(dict.fromkeys((*first, *found)))[:MOST_PLACES]


class Listing:
    """The tables of this network, as far as they were heard of."""

    def __init__(self) -> None:
        self._tables: dict[bytes, _Known] = {}

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables, those that answer first, each group in the order in which they were heard."""
        there = [known.row for known in self._tables.values() if not known.hidden]
        return tuple(sorted(there, key=lambda row: row.answering is not Answering.OPEN))

    def by_code(self, code: str) -> tuple[TableRow, ...]:
        """Return the tables with a short code, as it may be typed."""
        wanted = code.strip().upper()
        return tuple(row for row in self.rows if wanted and row.announced.code == wanted)

    # What was heard

    def announced(self, name: str, said: Mapping[bytes, bytes | None], places: tuple[Place, ...], now: int) -> None:
        """Somebody announces a table; what cannot be read or has no address is not heard."""
        announcement = heard(said)
        if announcement is None or not places:
            return
        known = self._tables.get(announcement.table)
        self._withdraw(name, keep=announcement.table)
        if known is None:
            if not self._has_room():
                return
            known = _Known(TableRow(announcement, places[0], Answering.ASKING), now)
            self._tables[announcement.table] = known
        if len(known.names) < MOST_PLACES or name in known.names:
            known.names[name] = places[:MOST_PLACES]
        known.row = replace(known.row, announced=announcement)
        if known.row.answering is Answering.SILENT:
            known.since, known.answered = now, None  # it speaks again, so it is asked again

    def _has_room(self) -> bool:
        """Make room for one more table at the cost of one that has long been silent."""
        if len(self._tables) >= MOST_TABLES:
            hidden = next((table for table, known in self._tables.items() if known.hidden), None)
            if hidden is None:
                return False
            del self._tables[hidden]
        return True

    def withdrawn(self, name: str) -> None:
        """An announcement is gone: with its last one, the table."""
        self._withdraw(name)

    def _withdraw(self, name: str, keep: bytes = b"") -> None:
        for table, known in list(self._tables.items()):
            if table != keep and known.names.pop(name, None) is not None and not known.names:
                del self._tables[table]

    # What is asked

    def next_question(self, now: int) -> Place | None:
        """Return where to ask next and count it as asked; None while there is nothing to ask."""
        asking = [known.asked_at for known in self._tables.values() if known.asked is not None]
        if len(asking) >= MOST_ASKING:
            return None
        for known in sorted(self._tables.values(), key=lambda known: -1 if known.answered is None else known.answered):
            if known.asked is None and self._is_due(known, now):
                place = known.places[known.turn % len(known.places)]
                if place in asking:
                    continue
                known.asked, known.asked_at = now, place
                return place
        return None

    def _is_due(self, known: _Known, now: int) -> bool:
        return bool(known.places) and (known.answered is None or now - known.answered >= ASK_AGAIN)

    def answered(self, place: Place, info: Info, now: int, ping: int | None = None) -> None:
        """A table answered; one that is not the table it was announced as is no table of ours."""
        for table, known in list(self._tables.items()):
            if known.asked_at != place:
                continue
            if info.table != table:
                self._failed(known, now)
                continue
            known.asked, known.asked_at, known.answered, known.turn = None, None, now, 0
            known.hidden = False
            known.row = replace(known.row, place=place, answering=Answering.OPEN, info=info, ping=ping)

    def failed(self, place: Place, now: int) -> None:
        """Nobody answered there."""
        for known in self._tables.values():
            if known.asked_at == place:
                self._failed(known, now)

    def _failed(self, known: _Known, now: int) -> None:
        known.asked, known.asked_at = None, None
        known.turn += 1
        if known.turn >= len(known.places):  # nowhere: try them all again in a while
            known.turn, known.answered = 0, now
            if known.row.answering is not Answering.SILENT:
                known.since = now
            known.row = replace(known.row, answering=Answering.SILENT, info=None, ping=None)

    def tick(self, now: int) -> None:
        """Give up questions that take too long, and hide tables that have not answered for long."""
        for known in self._tables.values():
            if known.asked is not None and now - known.asked >= ASK_PATIENCE:
                self._failed(known, now)
            known.hidden = known.row.answering is Answering.SILENT and now - known.since >= HIDE
