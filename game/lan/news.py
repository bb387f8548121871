"""News about a LAN table: who comes and goes, who hosts, where programs disagree; not the play itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class NewsKind(Enum):
    """The closed list of news about a table."""

    AWAY = "away"
    VOTED = "voted"
    BACK = "back"
    BOT_SITS = "bot_sits"
    PERSON_SITS = "person_sits"
    VOID = "void"
    HOST = "host"
    STALLED = "stalled"
    REWOUND = "rewound"
    MOVES_LOST = "moves_lost"
    REJECTED = "rejected"
    ASKED = "asked"
    DISPUTED = "disputed"
    PARTED = "parted"
    DIFFERS = "differs"
    CURED = "cured"
    BREACH = "breach"
    BOT_DIFFERS = "bot_differs"
    HOST_LIED = "host_lied"
    FORKED = "forked"
    UNTRUE = "untrue"
    DAMAGED = "damaged"
    OTHER_LINE = "other_line"
    OLD_LINE = "old_line"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news; `seat` is whom it is about, -1 for nobody, `words` its further details, by kind."""

    kind: NewsKind
    seat: int = -1
    words: tuple[str, ...] = ()
