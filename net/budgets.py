"""Rate limits on messages that are not part of the match, counted by the host for each key.

Laws: a message beyond the limit is not relayed, which only its sender is told, once; reconnecting does not reset the
count. Entries of the match have limits of their own: `MAX_ADDRESS_CHANGES` and `MAX_RETURNS` of `roster`.
"""

from __future__ import annotations

from enum import Enum

from net.hall.messages import HallPartner, HallRequest, HallSay
from net.messages import Chat, ChatPhrase, Preview, Ready, Sit
from net.pace import Allowance, Pace

MAX_COUNTED_KEYS = 64  # keys whose counts are kept: seven players, eight watchers, and those who came before them
FIRST_SIGNAL_PHRASE = 252  # phrases with this number or a higher one are signals: a score was read, a pause
FIRST_PAUSE_PHRASE = 254  # phrases with this number or a higher one pause or resume the table


class RateLimit(Enum):
    """Messages that are counted together; the value is sent to whoever exceeds the limit."""

    TALK = "talk"
    PAUSE = "pause"
    WISH = "wish"
    PREVIEW = "preview"


ALLOWANCES = {
    RateLimit.TALK: Allowance(1_500, 12),  # nobody reads faster, and nobody types faster for long
    RateLimit.PAUSE: Allowance(5_000, 6),  # each stops every clock at the table or starts it
    RateLimit.WISH: Allowance(500, 20),  # chairs and readiness are told to everybody at each change
    RateLimit.PREVIEW: Allowance(50, 60),  # tiles that are moved about, as often as they are drawn
}


def limit_of(message: object) -> RateLimit | None:
    """Return which limit a message counts against, None if it counts against none."""
    if isinstance(message, ChatPhrase):
        return RateLimit.PAUSE if message.number >= FIRST_PAUSE_PHRASE else RateLimit.TALK
    return _LIMITS.get(type(message))


_LIMITS: dict[type, RateLimit] = {
    Chat: RateLimit.TALK,
    HallSay: RateLimit.TALK,
    Sit: RateLimit.WISH,
    Ready: RateLimit.WISH,
    HallRequest: RateLimit.WISH,
    HallPartner: RateLimit.WISH,
    Preview: RateLimit.PREVIEW,
}


class RateCounter:
    """The recent messages of each key, for the last `most` keys."""

    def __init__(self, most: int = MAX_COUNTED_KEYS) -> None:
        self._most = most
        self._paces: dict[bytes, dict[RateLimit, Pace]] = {}
        self._notified: set[tuple[bytes, RateLimit]] = set()

    def allows(self, key: bytes, limit: RateLimit, now: int) -> bool:
        """Count a message; False if it is beyond the limit."""
        paces = self._paces.pop(key, {})
        self._paces[key] = paces
        if len(self._paces) > self._most:
            gone = next(iter(self._paces))
            del self._paces[gone]
            self._notified = {one for one in self._notified if one[0] != gone}
        allowed = paces.setdefault(limit, Pace(ALLOWANCES[limit], now)).count(now)
        if allowed:
            self._notified.discard((key, limit))
        return allowed

    def is_first_excess(self, key: bytes, limit: RateLimit) -> bool:
        """Return whether this is the first excess since the key was within its limit, and note it."""
        news = (key, limit) not in self._notified
        self._notified.add((key, limit))
        return news
