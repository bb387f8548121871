"""The rest between two rounds at a LAN table, in milliseconds, as the host of the moment sees it.

Law: no score sheet that somebody sits on holds a table up: the next round begins when all who play have read it, or by
itself, unless somebody has paused the table, which all see and all who play can end.
"""

from __future__ import annotations

# How long a host waits at least before the next round when somebody is back whose chair a bot holds, so that he can
# take it.
NEWCOMER_REST_MS = 1_500
# How long everybody may look at the score that all have signed, if nobody asks for more time.
SCORE_SHEET_MS = 30_000


class Rest:
    """Counts one rest at a time; `looks` tells whether there is a score to look at."""

    def __init__(self, *, looks: bool) -> None:
        self._agreed = not looks
        self._since: int | None = None

    def skip(self) -> None:
        """End the time for the score: all have seen enough, or there is nothing to see."""
        self._agreed = True

    def expect_score(self) -> None:
        """Expect a score to look at in the next rest."""
        self._agreed = False

    def update(self, now: int, *, resting: bool) -> bool:
        """Note whether the table rests now; return whether it rests now and did at the last call."""
        rested = self._since is not None
        if not resting:
            self._since = None
        elif not rested:
            self._since = now
        return resting and rested

    def is_over(self, now: int, *, late: bool, lasts: int = SCORE_SHEET_MS) -> bool:
        """Return whether the next round may begin; `late` if somebody is here whose chair a bot holds."""
        lasted = 0 if self._since is None else now - self._since
        return (self._agreed or lasted >= lasts) and (not late or lasted >= NEWCOMER_REST_MS)

    def ms_left(self, now: int, lasts: int) -> int | None:
        """Return the milliseconds left to look at a score, None if there is no score to look at."""
        if self._agreed or self._since is None:
            return None
        return max(0, lasts - (now - self._since))
