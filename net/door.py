"""Who may knock: how many links may be half open, and who may guess at the password once more.

Laws: somebody who comes is never refused for the others who are arriving: the oldest link of the greediest address goes
for him. Who proved to hold a seat is neither pushed out nor counted among those who guess. Addresses are opaque text,
the whole of an IPv6 network is one of them; times are milliseconds of one steady clock, given in.

Why links are pushed out and no puzzle is set: a half-open link costs us 600 bytes and a third of a millisecond, and an
honest handshake is over within four frames; a puzzle would cost the slowest honest computer more than an attacker's.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from net.pace import Allowance, Pace

HALF_OPEN = 64  # an honest link is so for four frames, some milliseconds
KNOWN_EACH = 2  # half-open links of one seat: the one that is lost without our knowing, and the next
SPENT = 256  # greetings of known seats that are remembered, so that none counts twice

# What one address may guess in a minute: who guesses twenty times does not shut out who knows, behind the same router.
GUESSES_EACH = 24
# Beyond so many a minute from all together, only those who hardly guessed of late may go on: one who mistyped may, and
# an attacker with a thousand addresses has few guesses from each.
GUESSES = 30
FEW_GUESSES = 2
MINUTE = 60_000
OF_LATE = 10 * MINUTE
MOST_REMEMBERED = 4_096  # addresses; an attacker who has more of them is the network itself

_NEVER: deque[int] = deque()


@dataclass(slots=True)
class _Arriving:
    """One who has not been let in: whence, and the key of the seat that it proved to have when it greeted."""

    group: str
    known: bytes = b""


class Doorkeeper:
    """Counts those who arrive, by the number of their connection, those who guess, and the `calls` of each address."""

    def __init__(self, calls: Allowance | None = None) -> None:
        self._calls = calls
        self._called: dict[str, Pace] = {}  # by address, who called last at the end
        self._arriving: dict[int, _Arriving] = {}  # in the order in which they came
        self._wrong: dict[str, deque[int]] = {}  # when each address guessed wrong, who did so last at the end
        self._all: deque[int] = deque(maxlen=GUESSES)
        self._spent: deque[bytes] = deque(maxlen=SPENT)

    @property
    def arriving(self) -> int:
        """How many have not yet been let in."""
        return len(self._arriving)

    def knock(self, number: int, address: str) -> int | None:
        """Let somebody in, who then counts as arriving; return who has to go for him, None for nobody."""
        self._arriving[number] = _Arriving(group_of(address))
        strangers = {at: one.group for at, one in self._arriving.items() if not one.known}
        if len(strangers) <= HALF_OPEN:
            return None
        crowd = Counter(strangers.values())
        most = max(crowd.values())
        return self._pushed_out(next(at for at, group in strangers.items() if crowd[group] == most))

    def may_call(self, address: str, now: int) -> bool:
        """Count a call; False if its address calls more often than is allowed here."""
        if self._calls is None:
            return True
        group = group_of(address)
        pace = self._called.pop(group) if group in self._called else Pace(self._calls, now)
        self._called[group] = pace
        if len(self._called) > MOST_REMEMBERED:
            del self._called[next(iter(self._called))]
        return pace.count(now)

    def vouched(self, number: int, key: bytes, greeting: bytes) -> int | None:
        """Somebody proved to hold a seat by a greeting of his own; return which older link of his goes, if any."""
        one = self._arriving.get(number)
        if one is None or greeting in self._spent:
            return None
        self._spent.append(greeting)
        one.known = key
        same = [at for at, other in self._arriving.items() if other.known == key]
        return self._pushed_out(same[0]) if len(same) > KNOWN_EACH else None

    def _pushed_out(self, number: int) -> int:
        del self._arriving[number]
        return number

    def settled(self, number: int) -> None:
        """Note that an arrival has entered, or gone."""
        self._arriving.pop(number, None)

    def may_guess(self, number: int, address: str, now: int) -> bool:
        """Return whether a proof that somebody knows the password is looked at."""
        one = self._arriving.get(number)
        if one is not None and one.known:
            return True
        mine = self._wrong.get(group_of(address), _NEVER)
        if len(mine) == GUESSES_EACH and now - mine[0] < MINUTE:
            return False
        if len(self._all) < GUESSES or now - self._all[0] >= MINUTE:
            return True
        return len(mine) <= FEW_GUESSES or now - mine[-FEW_GUESSES - 1] >= OF_LATE

    def guessed_wrong(self, address: str, now: int) -> None:
        """Somebody did not know the password."""
        group = group_of(address)
        mine = self._wrong.pop(group, None) or deque(maxlen=GUESSES_EACH)
        mine.append(now)
        self._wrong[group] = mine
        self._all.append(now)
        if len(self._wrong) > MOST_REMEMBERED:
            del self._wrong[next(iter(self._wrong))]


def group_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the network, in which one machine takes as many as it likes."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return found.packed[:8].hex()
