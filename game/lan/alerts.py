"""Alerts about a LAN table, as news: refused entries, host changes, differing states.

Law: nobody is accused without a proof that everybody can check; where two folds differ, both are shown.
"""

from __future__ import annotations

from game.lan.events import EventFeed
from game.lan.log.bodies import BodyKind
from game.lan.log.state import Difference, first_difference, first_differing_length
from game.lan.news import NewsKind
from game.lan.program import LanProgram
from net.guests import HostChanged
from net.log.apart import split_at
from net.log.bodies import FalseState, LogKind, Vote, read_body
from net.log.effects import (
    AccountReceived,
    Convicted,
    EntryAppended,
    EntryRejected,
    HostLied,
    JournalDamaged,
    LogRewound,
    OtherBranch,
    StateDiverged,
    StateRepaired,
)
from net.log.entries import Core, Numbered, read_core
from net.log.lockstep import Lockstep
from net.schema import Misfit


class Alerts:
    """Turns the lockstep's events into news."""

    def __init__(self, program: LanProgram, telling: EventFeed) -> None:
        self._program = program
        self._telling = telling
        self._accounts: dict[int, AccountReceived] = {}

    def on_event(self, event: object, lockstep: Lockstep) -> None:
        """Process an event of the network."""
        if isinstance(event, EntryRejected):
            self._reject(event, lockstep)
        elif isinstance(event, LogRewound):
            self._rewind(event)
        elif isinstance(event, EntryAppended):
            self._append(event, lockstep)
        elif isinstance(event, HostChanged):
            self._telling.add_news(NewsKind.HOST, event.seat)
        elif isinstance(event, StateDiverged):
            ours = event.author == lockstep.seat
            self._telling.add_news(NewsKind.DISPUTED if ours else NewsKind.ASKED, event.author, str(event.seen))
        elif isinstance(event, AccountReceived):
            self._compare(event)
        elif isinstance(event, StateRepaired):
            self._accounts.clear()
            self._telling.add_news(NewsKind.CURED)
        elif isinstance(event, JournalDamaged):
            self._telling.add_news(NewsKind.DAMAGED, -1, str(event.records))
        elif isinstance(event, Convicted):
            self._telling.add_news(NewsKind.FORKED if event.two_histories else NewsKind.UNTRUE, event.seat)
        elif isinstance(event, HostLied):
            self._report_lie(event, lockstep)
        elif isinstance(event, OtherBranch):
            older = event.ballot < lockstep.replica.roster.ballot
            self._telling.add_news(NewsKind.OLD_LINE if older else NewsKind.OTHER_LINE, -1, str(event.ballot))

    def _rewind(self, event: LogRewound) -> None:
        self._program.decided = None
        self._accounts.clear()
        self._telling.add_news(NewsKind.REWOUND, -1, str(event.length))
        moves = sum(core.kind == BodyKind.MOVE for core in event.lost)
        if moves:
            self._telling.add_news(NewsKind.MOVES_LOST, -1, str(moves))

    def _append(self, event: EntryAppended, lockstep: Lockstep) -> None:
        """Report votes, and an entry that leaves one player alone: the one it removed may be playing on alone, too."""
        core, number = event.entry.core, event.entry.number
        if core.kind == LogKind.VOTE:
            self._vote(core)
        stands = lockstep.replica.entries[number : number + 1] == [event.entry]  # the log may have been truncated since
        apart = split_at(lockstep.replica, number) if stands else None
        if apart is not None:
            self._telling.add_news(NewsKind.APART, apart.seat)

    def _report_lie(self, event: HostLied, lockstep: Lockstep) -> None:
        """Report an invalid entry of the host; if it convicts us, it is our fold that others find wrong."""
        if lockstep.seat is None or _accused(event.numbered) != lockstep.seat:
            self._telling.add_news(NewsKind.HOST_LIED, event.seat, event.flaw.value, event.code)
        else:
            self._telling.add_news(NewsKind.PARTED, event.seat)

    def _vote(self, core: Core) -> None:
        """Report who voted, and on whom."""
        body = read_body(core)
        if isinstance(body, Vote) and not body.forfeit:
            self._telling.add_news(NewsKind.VOTED, core.author, str(body.seat))

    def _reject(self, event: EntryRejected, lockstep: Lockstep) -> None:
        """Report a refused move; other refused entries are written again when due."""
        if event.kind == BodyKind.MOVE:
            self._program.decided = None
            self._telling.add_news(NewsKind.REJECTED, -1, event.flaw.value, event.code)
        elif event.kind == LogKind.RETURN and event.code == "forfeit":
            lockstep.wants_seat = False

    def _compare(self, account: AccountReceived) -> None:
        """Compare a seat's state with the first one received; report since when they differ, and in which field."""
        self._accounts[account.seat] = account
        one = next(iter(self._accounts.values()))
        if one.seat == account.seat or one.state == account.state:
            return
        found = first_difference(one.state, account.state) or Difference("all", "", "")
        at = first_differing_length(one.hashes, account.hashes, account.seen)
        names = (str(one.seat), str(account.seat))
        self._telling.add_news(NewsKind.DIFFERS, account.seat, str(at), found.field, found.ours, found.theirs, *names)


def _accused(row: Numbered) -> int | None:
    """Return whom an UNTRUE convicts; None for any other entry."""
    try:
        core = read_core(row.raw)
        body = read_body(core) if core.kind == LogKind.UNTRUE else None
        return read_core(body.claim.raw).author if isinstance(body, FalseState) else None
    except Misfit:
        return None
