"""How much a member may say of what is no part of the match: one table, counted by the host for each key.

Laws: whoever says more is told once that it was not passed on, and nobody else hears of it; coming again by another
link wins nothing. What is part of the match has bounds of its own: `place.MOST_MOVES`, `place.MOST_RETURNS`.
"""

from __future__ import annotations

from enum import Enum

from net.hall.messages import HallPartner, HallSay, HallTake
from net.messages import Chat, ChatPhrase, Preview, Ready, Sit
from net.pace import Allowance, Pace

MOST_KEYS = 64  # whose spending is remembered: seven players, eight watchers, and those who came before them
FIRST_SIGN = 252  # phrases from here on are no talk, but tell of reading a score or pausing
FIRST_PAUSE = 254  # phrases from here on are no talk: they pause the table and let it go on


class Purse(Enum):
    """Messages that are counted together; the value is the word sent to whoever said too much of them."""

    TALK = "talk"
    PAUSE = "pause"
    WISH = "wish"
    PREVIEW = "preview"


BUDGETS = {
    Purse.TALK: Allowance(1_500, 12),  # nobody reads faster, and nobody types faster for long
    Purse.PAUSE: Allowance(5_000, 6),  # each stops every clock at the table or starts it
    Purse.WISH: Allowance(500, 20),  # chairs and readiness are told to everybody at each change
    Purse.PREVIEW: Allowance(50, 60),  # tiles that are moved about, as often as they are drawn
}


def purse_of(message: object) -> Purse | None:
    """Return what a message is counted with, None for what is none of this."""
    if isinstance(message, ChatPhrase):
        return Purse.PAUSE if message.number >= FIRST_PAUSE else Purse.TALK
    return _PURSES.get(type(message))


_PURSES: dict[type, Purse] = {
    Chat: Purse.TALK,
    HallSay: Purse.TALK,
    Sit: Purse.WISH,
    Ready: Purse.WISH,
    HallTake: Purse.WISH,
    HallPartner: Purse.WISH,
    Preview: Purse.PREVIEW,
}


class Spending:
    """What each key has said of late; `most` of them are remembered."""

    def __init__(self, most: int = MOST_KEYS) -> None:
        self._most = most
        self._paces: dict[bytes, dict[Purse, Pace]] = {}
        self._told: set[tuple[bytes, Purse]] = set()

    def allows(self, key: bytes, purse: Purse, now: int) -> bool:
        """Count a message; False if it is beyond the budget."""
        paces = self._paces.pop(key, {})
        self._paces[key] = paces
        if len(self._paces) > self._most:
            gone = next(iter(self._paces))
            del self._paces[gone]
            self._told = {one for one in self._told if one[0] != gone}
        allowed = paces.setdefault(purse, Pace(BUDGETS[purse], now)).count(now)
        if allowed:
            self._told.discard((key, purse))
        return allowed

    def is_news(self, key: bytes, purse: Purse) -> bool:
        """Return whether somebody has not been told yet that he says too much; then he has."""
        news = (key, purse) not in self._told
        self._told.add((key, purse))
        return news
