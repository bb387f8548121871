"""What a table says of itself on the network, and the list of tables a program has heard of.

Laws: whatever is announced is a stranger's text and only a hint: what does not fit its form is not heard; a row is open
only once its own host has answered there and proved it; one row a table, however many adapters and names announce it;
who has proved a table keeps its row, and of the rest each address has its turn before any has a second. The list and
the questions under way are bounded. Times are milliseconds of one steady clock, given in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import blake2b

from net.hall.messages import MOST_PEOPLE
from net.identity import SIGNATURE_BYTES
from net.log.entries import MATCH_BYTES, SEATS
from net.messages import PROTOCOL, Info

SERVICE = "_comodin._tcp.local."
FORMAT = "1"  # of the announcement; another one is not heard
MOST_TEXT = 400  # bytes of one announcement's names and values
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # neither I nor O, which are read as digits over a shoulder
CODE_LENGTH = 4
MOST_TABLES = 64  # rows; a village fair, beyond it somebody is flooding
MOST_HEARD = 1_024  # tables that are kept, so that those who announce false ones do not use up the places of true ones
MOST_PLACES = 8  # addresses of one table that are tried
MOST_NAMES = 32  # under which one table is announced
MOST_ASKING = 8  # questions under way at once
ASK_AGAIN = 5_000  # how old an answer may become while the list is on the screen
ASK_PATIENCE = 2_000  # how long a question may take
# How long a table that does not answer is shown, from its last answer: the question after that, at two places. It is
# asked on, for its laptop may only sleep.
HIDE = ASK_AGAIN + 2 * ASK_PATIENCE


@dataclass(frozen=True, slots=True)
class Address:
    """Where a program listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table says of itself before anybody asks; `options` is the digest of its options in hexadecimal.

    A hall says how many `tables` it has, and how many `people` look around; a table has none.
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
        """Letters by which people find it in the list."""
        return code_of(self.table)


def code_of(table: bytes) -> str:
    """Return the short code that a table's id, and so its host's key, makes: to find it, not to prove it."""
    drawn = blake2b(b"comodin code 1\0" + table, digest_size=CODE_LENGTH).digest()
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)


class Answering(Enum):
    """Whether a table that was heard of is there."""

    ASKING = "asking"
    OPEN = "open"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list; `info` is what it last answered, `place` where, `ping` how many ms the way there took.

    `others` is where else it is said to be: whoever calls it knows its key, and so whether it is.
    """

    announced: Announcement
    place: Address
    answering: Answering
    info: Info | None = None
    ping: int | None = None
    others: tuple[Address, ...] = ()


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
        **({"h": f"{said.tables}/{said.people}"} if said.tables else {}),
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
        tables, people = (_whole(part, MOST_PEOPLE) for part in text.get("h", "0/0").split("/"))
        found = Announcement(
            table=bytes.fromhex(_exact(text["t"], "0123456789abcdef", 2 * MATCH_BYTES)),
            game=_word(text["g"]),
            taken=taken,
            seats=seats,
            options=_exact(text["o"], "0123456789abcdef", len(text["o"])),
            locked=text["l"] == "1",
            protocol=_whole(text["p"], 65_535),
            tables=tables,
            people=people,
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
    since: int  # when it was last heard of, by its announcement or an answer
    names: dict[str, tuple[Address, ...]] = field(default_factory=dict)
    asked: int | None = None  # when the question under way was asked
    asked_at: Address | None = None
    answered: int | None = None  # when it last answered, or was given up
    tried: set[Address] = field(default_factory=set)  # of its places, since it answered or was given up
    hidden: bool = False
    leaving: bool = False  # nobody announces it any more; if it does not answer either, it is gone
    proven: bool = False  # its host has answered, and not been silent for long since
    wrong: set[Address] = field(default_factory=set)  # where somebody else answered, or nobody

    @property
    def places(self) -> tuple[Address, ...]:
        """Where it may be: where it answered first, then as announced, where nothing was found last."""
        found = dict.fromkeys(place for places in self.names.values() for place in places)
        first = (self.row.place,) if self.row.info else ()
        return tuple(dict.fromkeys((*first, *sorted(found, key=self.wrong.__contains__))))[:MOST_PLACES]

    def is_announced(self, name: str, places: tuple[Address, ...]) -> None:
        """Note that somebody announces it; of too many the one goes at whose places nothing was found."""
        self.names.pop(name, None)
        self.names[name] = places[:MOST_PLACES]
        self.leaving = False
        if len(self.names) > MOST_NAMES:
            false = (one for one, said in self.names.items() if self.wrong.issuperset(said))
            idle = (one for one, said in self.names.items() if self.row.info is None or self.row.place not in said)
            del self.names[next(false, next(idle, name))]
            self.wrong &= {place for said in self.names.values() for place in said}


def _in_turn(tables: Iterable[_Known]) -> list[_Known]:
    """Put the first table of each address before any second one; an address that announces many gains nothing."""
    count: Counter[str] = Counter()
    ranked = []
    for known in tables:
        ranked.append((count[known.row.place.host], known))
        count[known.row.place.host] += 1
    return [known for _rank, known in sorted(ranked, key=lambda one: one[0])]


class Listing:
    """The tables of this network, as far as they were heard of."""

    def __init__(self) -> None:
        self._tables: dict[bytes, _Known] = {}

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables, those that answer first, each group in the order in which they were heard."""
        there = [known for known in self._tables.values() if not known.hidden]
        kept = {id(known) for known in sorted(_in_turn(there), key=lambda one: not one.proven)[:MOST_TABLES]}
        shown = [replace(known.row, others=known.places) for known in there if id(known) in kept]
        return tuple(sorted(shown, key=lambda row: row.answering is not Answering.OPEN))

    def by_code(self, code: str) -> tuple[TableRow, ...]:
        """Return the tables with a short code, as it may be typed: those that have proved to be, if any has."""
        wanted = code.strip().upper()
        found = tuple(row for row in self.rows if row.announced.code == wanted)
        return tuple(row for row in found if row.info is not None) or found

    # What was heard

    def announced(self, name: str, said: Mapping[bytes, bytes | None], places: tuple[Address, ...], now: int) -> None:
        """Somebody announces a table; what cannot be read or has no address is not heard."""
        announcement = heard(said)
        if announcement is None or not places:
            return
        known = self._tables.get(announcement.table)
        self._withdraw(name, keep=announcement.table)
        if known is None:
            known = _Known(TableRow(announcement, places[0], Answering.ASKING), now)
            self._tables[announcement.table] = known
        known.is_announced(name, places)
        if known.row.info is None or known.row.place in places:
            known.row = replace(known.row, announced=announcement)
        if known.row.answering is Answering.SILENT:
            known.since, known.answered, known.hidden = now, None, False  # it speaks again, so it is asked again
        if len(self._tables) > MOST_HEARD:
            self._make_room()

    def _make_room(self) -> None:
        """Let one table of the address with the most of them go: one not proven if there is any, a silent one first."""
        crowd = Counter(known.row.place.host for known in self._tables.values())
        most = max(crowd.values())
        greedy = [table for table, known in self._tables.items() if crowd[known.row.place.host] == most]
        del self._tables[min(greedy, key=self._worth)]

    def _worth(self, table: bytes) -> tuple[bool, bool]:
        known = self._tables[table]
        return known.proven, known.row.answering is not Answering.SILENT

    def withdrawn(self, name: str) -> None:
        """An announcement is gone: with its last one, the table."""
        self._withdraw(name)

    def _withdraw(self, name: str, keep: bytes = b"") -> None:
        for table, known in list(self._tables.items()):
            if table == keep or known.names.pop(name, None) is None or known.names:
                continue
            if known.row.info is None:
                del self._tables[table]
            else:  # anybody can say goodbye in another's name, so the table itself is asked
                known.leaving, known.answered = True, None

    # What is asked

    def next_question(self, now: int) -> Address | None:
        """Return where to ask next and count it as asked; None while there is nothing to ask."""
        asking = [known.asked_at for known in self._tables.values() if known.asked is not None]
        if len(asking) >= MOST_ASKING:
            return None
        for known in sorted(_in_turn(self._tables.values()), key=_asked_since):
            if known.asked is None and self._is_due(known, now):
                place = next((place for place in known.places if place not in known.tried), known.places[0])
                if place in asking:
                    continue
                known.asked, known.asked_at = now, place
                return place
        return None

    @staticmethod
    def _is_due(known: _Known, now: int) -> bool:
        return bool(known.places) and (known.answered is None or now - known.answered >= ASK_AGAIN)

    def answered(self, place: Address, info: Info, now: int, ping: int | None = None) -> None:
        """A table answered; one that is not the table it was announced as is no table of ours."""
        for table, known in list(self._tables.items()):
            if known.asked_at != place:
                continue
            if info.table != table:
                self._answered_nowhere(known, now)
                continue
            known.asked, known.asked_at, known.answered, known.since = None, None, now, now
            known.tried.clear()
            known.hidden, known.proven = False, True
            known.wrong.discard(place)
            said = replace(info, signature=bytes(SIGNATURE_BYTES))  # it is another each time, and was looked at
            known.row = replace(known.row, place=place, answering=Answering.OPEN, info=said, ping=ping)

    def failed(self, place: Address, now: int) -> None:
        """Note that nobody answered at an address."""
        for known in list(self._tables.values()):
            if known.asked_at == place:
                self._answered_nowhere(known, now)

    def _answered_nowhere(self, known: _Known, now: int) -> None:
        if known.asked_at is not None:
            known.wrong.add(known.asked_at)
            known.tried.add(known.asked_at)
        known.asked, known.asked_at = None, None
        if known.leaving:
            self._tables.pop(known.row.announced.table, None)
        elif known.tried.issuperset(known.places):  # nowhere: try them all again in a while
            known.answered = now
            known.tried.clear()
            known.row = replace(known.row, answering=Answering.SILENT, info=None, ping=None)

    def tick(self, now: int) -> None:
        """Give up questions that take too long, and hide tables that have not answered for long."""
        for known in list(self._tables.values()):
            if known.asked is not None and now - known.asked >= ASK_PATIENCE:
                self._answered_nowhere(known, now)
            failed = known.row.answering is Answering.SILENT or bool(known.tried)
            known.hidden = failed and now - known.since >= HIDE
            known.proven = known.proven and not known.hidden


def _asked_since(known: _Known) -> int:
    return -1 if known.answered is None else known.answered
