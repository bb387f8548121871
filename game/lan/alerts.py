"""What upsets a LAN table beside its play, as news: an entry that was refused, another host, tables that differ.

Law: while tables differ nothing is played, and nobody's account is taken for the truth; each is told beside the first.
"""

from __future__ import annotations

from game.lan.bodies import Kind
from game.lan.events import Telling
from game.lan.news import NewsKind
from game.lan.program import LanProgram
from game.lan.state import Difference, first_difference, parting
from net.guests import HostChanged
from net.log.bodies import Kind as LogKind
from net.log.effects import Accounted, Diverged, OtherLine, Rejected, Resumed, Rewound, TwoHistories, Wronged
from net.log.lockstep import Lockstep


class Alerts:
    """What has come between this program and the others."""

    def __init__(self, program: LanProgram, telling: Telling) -> None:
        self._program = program
        self._telling = telling
        self._accounts: dict[int, Accounted] = {}

    def hear(self, deed: object, lockstep: Lockstep) -> None:
        """Take in what the network did, if it is of that kind."""
        if isinstance(deed, Rejected):
            self._reject(deed, lockstep)
        elif isinstance(deed, Rewound):
            self._program.decided = None
            self._accounts.clear()
            self._telling.news(NewsKind.REWOUND, -1, str(deed.length))
        elif isinstance(deed, HostChanged):
            self._telling.news(NewsKind.HOST, deed.seat)
        elif isinstance(deed, Diverged):
            self._telling.news(NewsKind.FROZEN, deed.author, str(deed.seen))
        elif isinstance(deed, Accounted):
            self._compare(deed)
        elif isinstance(deed, Resumed):
            self._accounts.clear()
            self._telling.news(NewsKind.CURED)
        elif isinstance(deed, Wronged | TwoHistories):
            self._telling.news(NewsKind.HOST_LIED, -1, deed.code if isinstance(deed, Wronged) else "two_histories")
        elif isinstance(deed, OtherLine):
            self._telling.news(NewsKind.OTHER_LINE, -1, str(deed.ballot))

    def _reject(self, deed: Rejected, lockstep: Lockstep) -> None:
        """Our entry was not taken: only a move is a person's, all else is said again by itself where it is due."""
        if deed.kind == Kind.MOVE:
            self._program.decided = None
            self._telling.news(NewsKind.REJECTED, -1, deed.flaw.value, deed.code)
        elif deed.kind == LogKind.RETURN and deed.code == "forfeit":
            lockstep.wants_seat = False

    def _compare(self, account: Accounted) -> None:
        """Hold a seat's account against the one heard first: where they part, and the first field that differs."""
        self._accounts[account.seat] = account
        one = next(iter(self._accounts.values()))
        if one.seat == account.seat or one.state == account.state:
            return
        found = first_difference(one.state, account.state) or Difference("all", "", "")
        at = parting(one.hashes, account.hashes, account.seen)
        names = (str(one.seat), str(account.seat))
        self._telling.news(NewsKind.DIFFERS, account.seat, str(at), found.field, found.ours, found.theirs, *names)
