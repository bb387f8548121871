"""One table of a hall: a host without a chair, with its own key, port and home, opened again after each match.

Laws: it is stepped when something came for it, is due, or it has work left, one slice at a time; records are on disk
before later output is sent; its match stays on disk until it is over.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.commands.lan_headless import Exit, Headless
from game.lan.home import LanHome, offer_in, seat_names_in
from game.lan.program import LanProgram
from game.lan.session import DEAL_STEPS_PER_POLL
from game.lan.sign import table_info
from game.lan.table import LanTable, make_lobby, make_party
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.table.safe_text import printable
from game.table.state import Phase
from net.guests import JoinRequest
from net.hall.messages import HallTable
from net.log.effects import EntryRecord
from net.messages import MAX_NAME_LETTERS
from net.reasons import Reason
from net.shell.driver import Driver
from net.station import Station

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from game.bots.thinker import Thinker
    from game.lan.deal.boards import Boards
    from game.lan.session import LanSession
    from game.lan.terms import TableOffer
    from net.link import LinkConfig
    from net.lobby import Lobby
    from net.log.effects import Record
    from net.shell.bridge import Bridge

STEP_EVERY_MS = 250  # how often a table is stepped at least
FAREWELL_MS, MIN_FAREWELL_MS = 2_000, 100  # time for the last messages on each link
NUMBER_LETTERS = 3  # letters that a table's number, with a space, adds to its name
MIN_DEAL_STEPS = 4  # steps of a deal in one slice, however many tables deal at once


@dataclass(frozen=True, slots=True)
class HallPlan:
    """What all tables of a hall have in common."""

    name: str
    offer: TableOffer
    bots: tuple[str, ...] = ()
    password: bytes = b""
    make_program: Callable[[bytes, Thinker], LanProgram] = LanProgram


class OneTable:
    """A table by its number, over a bridge of its own."""

    def __init__(self, number: int, plan: HallPlan, home: Path, bridge: Bridge, thinker: Thinker) -> None:
        self.number = number
        self.bridge = bridge
        self.kept = 0  # entries of the running match on disk
        self.played = 0  # matches that ended here
        self.told: list[str] = []  # sentences for the hall's keeper
        self._plan = plan
        self._path = home
        self._thinker = thinker
        self._name = f"{plan.name[: MAX_NAME_LETTERS - NUMBER_LETTERS]} {number}"
        self._farewell: int | None = None  # since when it is closing its links
        self._ended_early = False  # whether the round's clock ended the match
        self._step_at = 0
        self._boards: Boards | None = None
        self._opens = False  # whether this deal's secret could be revealed at the last look
        self._open(0, port=0, take_up=True)

    def _open(self, now: int, *, port: int, take_up: bool) -> None:
        plan = self._plan
        self._home = home = LanHome(self._path, os.urandom)
        self._program = program = plan.make_program(home.secret, self._thinker)
        program.boards = self._boards
        lobby = make_lobby(plan.offer, program.key, self._name)
        lobby.yielding = ("nobody",)  # guests get no bot's chair: its bots replace players who did not come
        for at, level in enumerate(plan.bots, start=len(lobby.chairs) - len(plan.bots)):
            lobby.set_bot(at, f"Bot {at + 1}", level)
        wish = JoinRequest(self._name, RULES_VERSION)
        party = make_party(program, wish, os.urandom, home.knows_match, lobby, home.shown_nonce)
        driver = Driver(Station(party), self.bridge, self._link_config, os.urandom, partial(self._keep, home))
        self.wire = BridgeWire(driver, self.bridge)
        self.table = LanTable(party, self.wire)
        self.table.port = port
        self.kept = 0
        records = home.records_of_match() if take_up else ()
        if records and offer_in(records) == plan.offer and self.table.restore(records, now):
            home.open_file()
            self.kept = len(self.table.lockstep.replica.entries) if self.table.lockstep is not None else 0
            names = ", ".join(printable(name) for name in seat_names_in(records) if name)
            self.told.append(f"This goes on with the match of {names} that was left.")
        self.headless = Headless(self.table, program, self._thinker)
        self._told_news = 0
        self._farewell = None
        self._ended_early = False

    def _link_config(self) -> LinkConfig:
        info = table_info(self.table, self._name, locked=bool(self._plan.password))
        return self.table.link_config(self._plan.password, info)

    def _keep(self, home: LanHome, records: Sequence[Record]) -> None:
        """Write records before later output is sent; no other table waits for the disk."""
        self.bridge.write_record(partial(home.append_records, records))
        for record in records:
            if isinstance(record, EntryRecord):
                self.kept = record.numbered.number + 1

    # State for the hall

    @property
    def key(self) -> bytes:
        """The table's key."""
        return self.table.party.identity.key

    @property
    def lobby(self) -> Lobby | None:
        """Its waiting room, None while it plays or closes."""
        waits = self.table.lockstep is None and self.headless.exit is None
        return self.table.party.lobby if waits else None

    @property
    def match(self) -> bytes:
        """The id of the match that is played there."""
        lockstep = self.table.lockstep
        return lockstep.replica.match if lockstep is not None else b""

    @property
    def watchers(self) -> int:
        """How many watch."""
        room = self.table.party.room
        return 0 if room is None else room.watchers

    def seat_of(self, key: bytes) -> int | None:
        """Return the chair of a key."""
        lockstep, lobby = self.table.lockstep, self.table.party.lobby
        if self.headless.exit is not None or self.result is not None:
            return None
        if lockstep is not None:
            return lockstep.replica.roster.seat_of(key)
        return lobby.seat_of(key) if lobby is not None else None

    @property
    def result(self) -> tuple[int, ...] | None:
        """The points of the sides of a match that is over, None before."""
        session = self.headless.session
        return session.standing.totals if session is not None and session.story.is_over else None

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points of the sides, deal by deal."""
        session = self.headless.session
        results = session.standing.results if session is not None else ()
        return tuple(tuple(sheet.total for sheet in one.sheets) for one in results)

    def has_played(self, deal: int) -> bool:
        """Return whether a deal of the match, by its number, has been played to its end."""
        session = self.headless.session
        if session is None:
            return False
        standing = session.standing
        ended = standing.table is not None and standing.table.phase is Phase.ROUND_END
        return len(standing.results) + (ended and not standing.round_scored) >= deal

    @property
    def is_deserted(self) -> bool:
        """Whether bots alone are left of those who began the match."""
        session = self.headless.session
        return session is not None and not session.roster.persons

    @property
    def is_rested(self) -> bool:
        """Whether everybody has read the score, or had the time to."""
        session = self.headless.session
        rests = session is not None and session.story.is_between_rounds()
        return session is not None and rests and self._program.may_go_on(session.standing)

    def deal_from(self, boards: Boards) -> None:
        """Set the secrets of the deals in this match and the next ones."""
        self._boards = self._program.boards = boards

    def _open_books(self, session: LanSession, now: int) -> None:
        """Send what the table may reveal once all tables have played the same tiles."""
        opens = self._boards is not None and self._boards.may_open(session.standing.next_round_number)
        if opens and not self._opens:
            self.table.party.requests.pump(now)
        self._opens = opens

    @property
    def sitters(self) -> frozenset[bytes]:
        """The keys of those who began the match."""
        lockstep = self.table.lockstep
        chairs = lockstep.replica.roster.chairs if lockstep is not None else ()
        return frozenset(chair.key for chair in chairs if chair.key)

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of the sides as they stand, None where no match is played."""
        session = self.headless.session
        return session.standing.totals if session is not None else None

    def send_away(self, chair: int, now: int) -> None:
        """Remove whoever sits in a chair of the waiting room, with notice."""
        if self.lobby is not None:
            self.table.party.requests.send_away(chair, now)

    def end_early(self) -> None:
        """Close a table whose time is up; its match is not continued."""
        if self.headless.exit is None:
            self._ended_early = True
            self.headless.stop(Reason.CLOSED)

    def listed_table(self) -> HallTable | None:
        """Return the table as the hall shows it, None before it has a room."""
        room, offer = self.table.party.room, self._plan.offer
        if room is None:
            return None
        playing = self.table.lockstep is not None or self.headless.exit is not None
        return HallTable(self.number, offer.game, room.digest, playing, room.chairs, room.watchers)

    @property
    def wanted_port(self) -> int:
        """The port where players look for a match to continue, 0 without one."""
        lockstep = self.table.lockstep
        told = lockstep.replica.roster.host_addresses if lockstep is not None and lockstep.is_hosting else ()
        return int(told[0].rpartition(":")[2]) if told else 0

    @property
    def fault(self) -> str:
        """Why it cannot go on, in the system's words; empty while it can."""
        return self.wire.disk_refusal or (self.table.no_port if not self.table.port else "")

    def line(self) -> dict[str, object]:
        """Return its state for the hall's last line."""
        session = self.headless.session
        over = session is not None and session.story.is_over
        return {
            "table": self.number,
            "entries": self.kept,
            "match": self.match.hex(),
            "over": over,
            "played": self.played,
        }

    # Steps

    @property
    def has_more_work(self) -> bool:
        """Whether the next step has work even without input."""
        return self.headless.exit is None and self.headless.has_more_work

    def is_due(self, now: int) -> bool:
        """Return whether a step has something to do."""
        return self.bridge.has_news or self.has_more_work or now >= self._step_at

    def seconds_until_due(self, now: int) -> float:
        """Return the seconds until a step has something to do."""
        return 0 if self.has_more_work else max(0, self._step_at - now) / 1_000

    def step(self, now: int, share: int = 1) -> None:
        """Do what is due now; of a deal so little that each of `share` dealing tables gets its turn."""
        headless = self.headless
        if headless.session is not None:
            headless.session.deal_steps = max(MIN_DEAL_STEPS, DEAL_STEPS_PER_POLL // share)
            self._open_books(headless.session, now)
        if headless.exit is None:
            headless.step(now)
            self.told += headless.told[self._told_news :]
            self._told_news = len(headless.told)
        else:
            self._take_leave(now)
        self._step_at = now + round(self.wire.seconds_until_due(now, STEP_EVERY_MS / 1_000) * 1_000)

    def _take_leave(self, now: int) -> None:
        """Send the last messages, then open again for others."""
        if self._farewell is None:
            self._farewell = now
            if self.headless.sentence:
                self.told.append(self.headless.sentence)
        self.table.step(now)
        said = now >= self._farewell + MIN_FAREWELL_MS and not self.wire.has_unsent
        if said or now >= self._farewell + FAREWELL_MS:
            over = self.headless.exit is Exit.OVER or self._ended_early
            self.played += over
            self.bridge.write_record(partial(self._home.close, over=over))
            self._open(now, port=self.table.port, take_up=False)

    def stop(self) -> None:
        """Stop; the match stays on disk."""
        self.headless.stop()

    def close(self) -> None:
        """Close everything."""
        self.wire.close()
        with suppress(OSError):  # then the next start finds the finished match again
            self._home.close(over=False)
