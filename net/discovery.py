"""Discovery: what a table announces of itself, and the list of announced tables.

Laws: an announcement is untrusted and only a hint, and is ignored unless well-formed; a row is open only once its own
host has answered there with proof; each table has one row, however many adapters and names announce it; proven tables
keep their rows, and the others share the rest fairly by address. The list and the running probes are bounded. Times are
milliseconds of one steady clock and are passed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import blake2b

from net.hall.messages import MAX_PEOPLE
from net.identity import SIGNATURE_BYTES
from net.log.entries import MATCH_ID_BYTES, MAX_SEATS
from net.messages import PROTOCOL, Info

SERVICE_TYPE = "_comodin._tcp.local."
ANNOUNCEMENT_FORMAT = "1"  # of the announcement; any other is ignored
MAX_ANNOUNCEMENT_BYTES = 400  # bytes of an announcement's keys and values
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # neither I nor O, which are mistaken for digits
CODE_LENGTH = 4
MAX_LISTED_TABLES = 64  # rows; more means that somebody is flooding
MAX_KNOWN_TABLES = 1_024  # tables remembered, so that false announcements do not crowd out true ones
MAX_TABLE_ADDRESSES = 8  # addresses of one table that are tried
MAX_SERVICE_NAMES = 32  # of one table
MAX_PROBES = 8  # probes at once
PROBE_AGAIN_MS = 5_000  # how long after an answer, or after all its addresses have failed, a table is probed again
PROBE_TIMEOUT_MS = 2_000  # timeout of a probe
# How long a silent table is shown: until its next probe has failed at two addresses. It may sleep, so probes go on.
HIDE_AFTER_MS = PROBE_AGAIN_MS + 2 * PROBE_TIMEOUT_MS


@dataclass(frozen=True, slots=True)
class Address:
    """Where a program listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table announces of itself; `options` is the digest of its options in hexadecimal.

    A hall gives its number of `tables`, and of `people` looking around; for a single table both are 0.
    """

    table: bytes
    game: str
    taken: int
    seats: int
    options: str
    locked: bool
    protocol: int = PROTOCOL
    tables: int = 0
    people: int = 0

    @property
    def code(self) -> str:
        """The short code by which people find it in the list."""
        return table_code(self.table)


def table_code(table: bytes) -> str:
    """Return the short code of a table's id, and so of its host's key: good for finding it, no proof."""
    drawn = blake2b(b"comodin code 1\0" + table, digest_size=CODE_LENGTH).digest()
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)


class TableStatus(Enum):
    """Whether an announced table answers."""

    ASKING = "asking"
    OPEN = "open"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list. `info` is its last answer, None while it is silent; `ping` is the round trip in ms.

    `place` is the address that answered last, before any answer the first announced. `others` are all its addresses,
    `place` too: some may be false, which whoever connects can tell by the key.
    """

    announced: Announcement
    place: Address
    status: TableStatus
    info: Info | None = None
    ping: int | None = None
    others: tuple[Address, ...] = ()


def to_properties(announcement: Announcement) -> dict[str, str]:
    """Return the announcement as service properties."""
    said = announcement
    return {
        "v": ANNOUNCEMENT_FORMAT,
        "p": str(said.protocol),
        "g": said.game,
        "n": f"{said.taken}/{said.seats}",
        "o": said.options,
        "l": "1" if said.locked else "0",
        "t": said.table.hex(),
        "c": said.code,
        **({"h": f"{said.tables}/{said.people}"} if said.tables else {}),
    }


def parse_properties(said: Mapping[bytes, bytes | None]) -> Announcement | None:
    """Parse service properties; None unless they are exactly of the form."""
    if sum(len(name) + len(value or b"") + 2 for name, value in said.items()) > MAX_ANNOUNCEMENT_BYTES:
        return None
    try:
        text = {name.decode("ascii"): (value or b"").decode("ascii") for name, value in said.items()}
        if text["v"] != ANNOUNCEMENT_FORMAT or text["l"] not in {"0", "1"}:
            return None
        taken, seats = (_parse_whole(part, MAX_SEATS) for part in text["n"].split("/"))
        tables, people = (_parse_whole(part, MAX_PEOPLE) for part in text.get("h", "0/0").split("/"))
        found = Announcement(
            table=bytes.fromhex(_parse_exact(text["t"], "0123456789abcdef", 2 * MATCH_ID_BYTES)),
            game=_parse_game(text["g"]),
            taken=taken,
            seats=seats,
            options=_parse_exact(text["o"], "0123456789abcdef", len(text["o"])),
            locked=text["l"] == "1",
            protocol=_parse_whole(text["p"], 65_535),
            tables=tables,
            people=people,
        )
    except (KeyError, ValueError):
        return None
    return found if taken <= seats and len(found.options) <= 32 else None


def _parse_whole(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= most):
        raise ValueError(f"{text!r:.20} is no number up to {most}")
    return int(text)


def _parse_exact(text: str, signs: str, length: int) -> str:
    if len(text) != length or any(sign not in signs for sign in text):
        raise ValueError(f"{text!r:.40} is not {length} of {signs}")
    return text


def _parse_game(text: str) -> str:
    if not (1 <= len(text) <= 16 and text.isascii() and text.isalnum() and text == text.lower()):
        raise ValueError(f"{text!r:.20} is no name of a game")
    return text


@dataclass(slots=True)
class _Known:
    """A table in the list: its service names, addresses, and probes."""

    row: TableRow
    since: int  # when it was first announced, last answered, or was announced again while silent
    names: dict[str, tuple[Address, ...]] = field(default_factory=dict)
    asked: int | None = None  # when the running probe began
    asked_at: Address | None = None
    answered: int | None = None  # when it last answered, or all its addresses had failed
    tried: set[Address] = field(default_factory=set)  # addresses that have failed since then
    hidden: bool = False
    leaving: bool = False  # all announcements were withdrawn; if it does not answer either, it is dropped
    proven: bool = False  # its host has answered, and not been silent for long since
    wrong: set[Address] = field(default_factory=set)  # addresses where another host answered, or nobody

    @property
    def places(self) -> tuple[Address, ...]:
        """Its addresses: first the one that answered, then those announced, those found wrong last."""
        found = dict.fromkeys(place for places in self.names.values() for place in places)
        first = (self.row.place,) if self.row.info else ()
        return tuple(dict.fromkeys((*first, *sorted(found, key=self.wrong.__contains__))))[:MAX_TABLE_ADDRESSES]

    def add_announcement(self, name: str, places: tuple[Address, ...]) -> None:
        """Note an announcement; of too many, drop one whose addresses are all wrong, or that has not answered."""
        self.names.pop(name, None)
        self.names[name] = places[:MAX_TABLE_ADDRESSES]
        self.leaving = False
        if len(self.names) > MAX_SERVICE_NAMES:
            false = (one for one, said in self.names.items() if self.wrong.issuperset(said))
            idle = (one for one, said in self.names.items() if self.row.info is None or self.row.place not in said)
            del self.names[next(false, next(idle, name))]
            self.wrong &= {place for said in self.names.values() for place in said}


def _in_turn(tables: Iterable[_Known]) -> list[_Known]:
    """Order tables so that each address has its first table before any has a second: announcing many gains nothing."""
    count: Counter[str] = Counter()
    ranked = []
    for known in tables:
        ranked.append((count[known.row.place.host], known))
        count[known.row.place.host] += 1
    return [known for _rank, known in sorted(ranked, key=lambda one: one[0])]


class TableList:
    """The announced tables of this network."""

    def __init__(self) -> None:
        self._tables: dict[bytes, _Known] = {}

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables, those that answer first, each group in the order of their announcements."""
        there = [known for known in self._tables.values() if not known.hidden]
        kept = {id(known) for known in sorted(_in_turn(there), key=lambda one: not one.proven)[:MAX_LISTED_TABLES]}
        shown = [replace(known.row, others=known.places) for known in there if id(known) in kept]
        return tuple(sorted(shown, key=lambda row: row.status is not TableStatus.OPEN))

    def rows_with_code(self, code: str) -> tuple[TableRow, ...]:
        """Return the tables with a short code, in any case and with blanks; only proven ones if there are any."""
        wanted = code.strip().upper()
        found = tuple(row for row in self.rows if row.announced.code == wanted)
        return tuple(row for row in found if row.info is not None) or found

    # Announcements

    def on_announced(
        self, name: str, said: Mapping[bytes, bytes | None], places: tuple[Address, ...], now: int
    ) -> None:
        """Process an announcement; a malformed one, or one without an address, is ignored."""
        announcement = parse_properties(said)
        if announcement is None or not places:
            return
        known = self._tables.get(announcement.table)
        self._withdraw(name, keep=announcement.table)
        if known is None:
            known = _Known(TableRow(announcement, places[0], TableStatus.ASKING), now)
            self._tables[announcement.table] = known
        known.add_announcement(name, places)
        if known.row.info is None or known.row.place in places:
            known.row = replace(known.row, announced=announcement)
        if known.row.status is TableStatus.SILENT:
            known.since, known.answered, known.hidden = now, None, False  # it speaks again, so it is asked again
        if len(self._tables) > MAX_KNOWN_TABLES:
            self._make_room()

    def _make_room(self) -> None:
        """Drop one table of the address with the most of them: if possible an unproven one, silent ones first."""
        crowd = Counter(known.row.place.host for known in self._tables.values())
        most = max(crowd.values())
        greedy = [table for table, known in self._tables.items() if crowd[known.row.place.host] == most]
        del self._tables[min(greedy, key=self._worth)]

    def _worth(self, table: bytes) -> tuple[bool, bool]:
        known = self._tables[table]
        return known.proven, known.row.status is not TableStatus.SILENT

    def on_withdrawn(self, name: str) -> None:
        """Process a withdrawal; a table without any announcement left goes, but one that answered is probed first."""
        self._withdraw(name)

    def _withdraw(self, name: str, keep: bytes = b"") -> None:
        for table, known in list(self._tables.items()):
            if table == keep or known.names.pop(name, None) is None or known.names:
                continue
            if known.row.info is None:
                del self._tables[table]
            else:  # anybody can withdraw in another's name, so the table itself is probed
                known.leaving, known.answered = True, None

    # Probes

    def next_probe(self, now: int) -> Address | None:
        """Begin the next probe and return its address; None if none is due."""
        asking = [known.asked_at for known in self._tables.values() if known.asked is not None]
        if len(asking) >= MAX_PROBES:
            return None
        for known in sorted(_in_turn(self._tables.values()), key=_last_answer_at):
            if known.asked is None and self._is_due(known, now):
                place = next((place for place in known.places if place not in known.tried), known.places[0])
                if place in asking:
                    continue
                known.asked, known.asked_at = now, place
                return place
        return None

    @staticmethod
    def _is_due(known: _Known, now: int) -> bool:
        return bool(known.places) and (known.answered is None or now - known.answered >= PROBE_AGAIN_MS)

    def on_answer(self, place: Address, info: Info, now: int, ping: int | None = None) -> None:
        """Process an answer; another table's answer counts as none."""
        for table, known in list(self._tables.items()):
            if known.asked_at != place:
                continue
            if info.table != table:
                self._note_failed_probe(known, now)
                continue
            known.asked, known.asked_at, known.answered, known.since = None, None, now, now
            known.tried.clear()
            known.hidden, known.proven = False, True
            known.wrong.discard(place)
            said = replace(info, signature=bytes(SIGNATURE_BYTES))  # was checked, and differs each time
            known.row = replace(known.row, place=place, status=TableStatus.OPEN, info=said, ping=ping)

    def on_probe_failed(self, place: Address, now: int) -> None:
        """Note that the probe of an address failed."""
        for known in list(self._tables.values()):
            if known.asked_at == place:
                self._note_failed_probe(known, now)

    def _note_failed_probe(self, known: _Known, now: int) -> None:
        if known.asked_at is not None:
            known.wrong.add(known.asked_at)
            known.tried.add(known.asked_at)
        known.asked, known.asked_at = None, None
        if known.leaving:
            self._tables.pop(known.row.announced.table, None)
        elif known.tried.issuperset(known.places):  # all failed: try them again later
            known.answered = now
            known.tried.clear()
            known.row = replace(known.row, status=TableStatus.SILENT, info=None, ping=None)

    def tick(self, now: int) -> None:
        """Time out probes, and hide tables that have been silent for long."""
        for known in list(self._tables.values()):
            if known.asked is not None and now - known.asked >= PROBE_TIMEOUT_MS:
                self._note_failed_probe(known, now)
            failed = known.row.status is TableStatus.SILENT or bool(known.tried)
            known.hidden = failed and now - known.since >= HIDE_AFTER_MS
            known.proven = known.proven and not known.hidden


def _last_answer_at(known: _Known) -> int:
    return -1 if known.answered is None else known.answered
