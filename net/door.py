"""Limits on arriving connections and on password guesses.

Laws: an arriving connection is never refused for others that arrive: the oldest one of the most frequent address is
closed for it. A proven seat is never closed so, nor are its guesses counted. Addresses are opaque text, a whole IPv6
network counts as one; times are milliseconds of one steady clock and are passed in.

Why connections are closed instead of given a proof of work: a half-open one costs us 600 bytes and 0.3 ms, and an
honest handshake ends within four frames; a puzzle would cost the slowest honest computer more than an attacker's.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from net.pace import Allowance, Pace

MAX_HALF_OPEN = 64  # handshakes at once; an honest one takes some milliseconds
HALF_OPEN_PER_SEAT = 2  # handshakes of one seat at once: one that was lost unnoticed, and the next
REMEMBERED_HELLOS = 256  # HELLOs of proven seats that are remembered, so that none is replayed

# Guesses of one address in a minute: twenty wrong ones do not shut out others behind the same router.
GUESSES_PER_ADDRESS = 24
# After so many wrong guesses a minute from all together, only addresses with few recent ones may go on: a person who
# mistyped has few, and an attacker with a thousand addresses gets only few from each.
GUESSES_IN_ALL = 30
FEW_GUESSES = 2
MINUTE_MS = 60_000
RECENT_MS = 10 * MINUTE_MS
MAX_REMEMBERED_ADDRESSES = 4_096  # addresses; an attacker with more of them owns the network

_NEVER: deque[int] = deque()


@dataclass(slots=True)
class _Arriving:
    """An arriving connection: its address group, and the seat's key that its HELLO proved, if any."""

    group: str
    known: bytes = b""


class ArrivalLimits:
    """Counts arriving connections, and wrong guesses by address; `calls` limits the connections of one address."""

    def __init__(self, calls: Allowance | None = None) -> None:
        self._calls = calls
        self._called: dict[str, Pace] = {}  # connections by address, the latest last
        self._arriving: dict[int, _Arriving] = {}  # in order of arrival
        self._wrong: dict[str, deque[int]] = {}  # times of wrong guesses by address, the latest last
        self._wrong_of_all: deque[int] = deque(maxlen=GUESSES_IN_ALL)
        self._used_greetings: deque[bytes] = deque(maxlen=REMEMBERED_HELLOS)

    @property
    def arriving_count(self) -> int:
        """How many connections are arriving."""
        return len(self._arriving)

    def add_arriving(self, number: int, address: str) -> int | None:
        """Count a connection as arriving; return which one to close for it, None for none."""
        self._arriving[number] = _Arriving(address_group(address))
        strangers = {at: one.group for at, one in self._arriving.items() if not one.known}
        if len(strangers) <= MAX_HALF_OPEN:
            return None
        crowd = Counter(strangers.values())
        most = max(crowd.values())
        return self._push_out(next(at for at, group in strangers.items() if crowd[group] == most))

    def count_call(self, address: str, now: int) -> bool:
        """Count a connection; False if its address connects too often."""
        if self._calls is None:
            return True
        group = address_group(address)
        pace = self._called.pop(group) if group in self._called else Pace(self._calls, now)
        self._called[group] = pace
        if len(self._called) > MAX_REMEMBERED_ADDRESSES:
            del self._called[next(iter(self._called))]
        return pace.count(now)

    def note_proven_seat(self, number: int, key: bytes, greeting: bytes) -> int | None:
        """Note that a HELLO proved a seat; return which older connection of that seat to close, if any."""
        one = self._arriving.get(number)
        if one is None or greeting in self._used_greetings:
            return None
        self._used_greetings.append(greeting)
        one.known = key
        same = [at for at, other in self._arriving.items() if other.known == key]
        return self._push_out(same[0]) if len(same) > HALF_OPEN_PER_SEAT else None

    def _push_out(self, number: int) -> int:
        del self._arriving[number]
        return number

    def remove_arriving(self, number: int) -> None:
        """Note that a connection was admitted or has ended."""
        self._arriving.pop(number, None)

    def has_proven_seat(self, number: int) -> bool:
        """Return whether an arriving connection has proved a seat."""
        one = self._arriving.get(number)
        return one is not None and bool(one.known)

    def may_guess(self, number: int, address: str, now: int) -> bool:
        """Return whether a connection's password proof is to be checked."""
        if self.has_proven_seat(number):
            return True
        mine = self._wrong.get(address_group(address), _NEVER)
        if len(mine) == GUESSES_PER_ADDRESS and now - mine[0] < MINUTE_MS:
            return False
        if len(self._wrong_of_all) < GUESSES_IN_ALL or now - self._wrong_of_all[0] >= MINUTE_MS:
            return True
        return len(mine) <= FEW_GUESSES or now - mine[-FEW_GUESSES - 1] >= RECENT_MS

    def count_wrong_guess(self, address: str, now: int) -> None:
        """Count a wrong password."""
        group = address_group(address)
        mine = self._wrong.pop(group, None) or deque(maxlen=GUESSES_PER_ADDRESS)
        mine.append(now)
        self._wrong[group] = mine
        self._wrong_of_all.append(now)
        if len(self._wrong) > MAX_REMEMBERED_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def address_group(address: str) -> str:
    """Return what counts as one address: for IPv6 its /64 network, in which one machine can take any number."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return found.packed[:8].hex()
