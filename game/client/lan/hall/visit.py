"""The connection to the hall we visit; it is kept up also while we play at one of its tables.

Law: nothing here blocks; every failure becomes a sentence in `problem`.
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.lan.game import HOST_SILENT_SECONDS, PASSWORD_REASONS, TablePlan
from game.client.lan.talk import ChatHistory
from game.client.words import phrase
from game.lan.addresses import read_address, shorten_written, write_address
from game.lan.home import LanHome
from game.lan.program import LanProgram
from game.lan.table import RETRYABLE_REASONS, DialFailed
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.table.safe_text import printable
from net import messages as m
from net.hall import messages as h
from net.hall.visitor import HallVisitor
from net.link import LinkConfig
from net.log.entries import MAX_SEATS
from net.reasons import Reason
from net.shell.driver import Driver
from net.station import LinkEnded, Switchboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.lan.game import LanServices
    from game.client.words import Phrase
    from net.log.effects import Record

SECOND_MS: Final = 1_000
MINUTE_SECONDS: Final = 60
CALL_AGAIN_SECONDS: Final = 1.0  # seconds until a hall that was cut off is called again


class HallVisit:
    """What a hall tells us and what we send; `wanted` holds its address and its expected key."""

    def __init__(self, services: LanServices, wanted: TablePlan) -> None:
        self.wanted = wanted
        self.talk = ChatHistory(phrase("hall.news"))
        self.wished_by: frozenset[str] = frozenset()  # names of those who ask to be our partner
        self.wished = ""  # whom we ask
        self.away: Reason | None = None  # why we were refused, or the hall closed
        program = LanProgram(LanHome(services.folder, services.entropy).secret, services.thinker)
        self.visitor = HallVisitor(program.identity, services.name, RULES_VERSION)
        self.name = wanted.host
        self.own_name = services.name
        self._bridge = services.bridge()
        password = unicodedata.normalize("NFC", wanted.password).encode()
        door = LinkConfig(program.identity, password, expects=wanted.key)
        driver = Driver(Switchboard(self.visitor), self._bridge, lambda: door, services.entropy, _keep_nothing)
        self._wire = BridgeWire(driver, self._bridge)
        self._places = (wanted.address, *wanted.others)
        self._turn = 0  # index of the address to call next
        self._coming = True  # whether we call the hall when we are not connected
        self._call_at: float | None = 0.0  # when to call the hall; None while connecting or connected
        self._heard: float | None = None  # the time when we were last inside, or began to call
        self._now = 0.0
        self._board: h.HallBoard | None = None  # the last board
        self._board_at = 0.0  # the time when that board arrived
        self._followed: h.HallPlace | None = None  # the last place to which the hall sent us and we went
        self._at_table = False  # whether we went there and have not come back to the hall

    # --- state ---------------------------------------------------------------------------------------------------

    @property
    def is_inside(self) -> bool:
        """Whether we are connected and know the hall's state."""
        return bool(self.visitor.hall_key) and self.visitor.knows_all_tables

    @property
    def tables(self) -> tuple[h.HallTable, ...]:
        """The tables as last reported."""
        return tuple(table for _number, table in sorted(self.visitor.tables.items()))

    @property
    def asks_password(self) -> bool:
        """Whether we were refused because of the password."""
        return self.away in PASSWORD_REASONS

    @property
    def asks_trust(self) -> bool:
        """Whether the hall's key differs from the last time."""
        return self.away is Reason.OTHER_HOST

    @property
    def problem(self) -> tuple[Phrase, Phrase] | None:
        """Why we are not in the hall, and what to do."""
        if self.away is Reason.CLOSED:
            return phrase("hall.closed.what"), phrase("hall.closed.mend")
        if self.away is not None:
            return phrase(f"link.{self.away.value}.what"), phrase(f"link.{self.away.value}.mend")
        if (
            not self.is_inside
            and self._place
            and self._heard is not None
            and self._now - self._heard >= HOST_SILENT_SECONDS
        ):
            return phrase("lan.nobody.what", address=shorten_written(self._place)), phrase("hall.nobody.mend")
        return None

    @property
    def minutes_left(self) -> int | None:
        """Minutes left in the round, rounded up; None without a clock."""
        if self._board is None or not self._board.left:
            return None
        return max(0, math.ceil((self._board.left - (self._now - self._board_at)) / MINUTE_SECONDS))

    @property
    def _place(self) -> str:
        return self._places[self._turn % len(self._places)]

    def own_seat_at(self, table: h.HallTable) -> int | None:
        """Return our seat at one of the hall's tables."""
        return next((at for at, chair in enumerate(table.chairs) if chair.key == self.visitor.own_key), None)

    def is_led_to(self, table: h.HallTable) -> bool:
        """Return whether the hall has a chair for us at a table that does not play yet."""
        place = self.visitor.place
        return place is not None and (place.table, place.chair < MAX_SEATS, table.playing) == (table.table, True, False)

    @property
    def chairs_are_assigned(self) -> bool:
        """Whether a tournament is on, which assigns the chairs."""
        board = self.visitor.board
        return board is not None and not board.over

    def may_sit(self, table: h.HallTable) -> bool:
        """Return whether a chair of a table is ours, or free to take."""
        if self.own_seat_at(table) is not None:
            return True
        return self.is_led_to(table) if self.chairs_are_assigned else table.has_free_chair

    # --- time ----------------------------------------------------------------------------------------------------

    def step(self, now: float) -> bool:
        """Do all pending work at time `now` (seconds); return whether more is ready at once."""
        self._now = now
        if self._coming and self._place and self._call_at is not None and now >= self._call_at:
            self._call()
        deeds = self._wire.step(int(now * SECOND_MS))
        for deed in deeds:
            self._hear(deed)
        if self.is_inside or self._heard is None:
            self._heard = now
        if self.visitor.hall is not None and self.visitor.hall.name:
            self.name = printable(self.visitor.hall.name)
        if self.visitor.board is not self._board:
            self._board, self._board_at = self.visitor.board, now
        said, self.visitor.said = self.visitor.said, []
        for one in said:
            if one.key != self.visitor.own_key:
                self.talk.add_line(m.Chat(MAX_SEATS, one.text), one.key, printable(one.name))
        wishes, self.visitor.wished_by = self.visitor.wished_by, []
        for name in wishes:
            self.wished_by |= {name}
            self.talk.add_notice(phrase("hall.wishes", name=printable(name)))
        return bool(deeds)

    def _call(self) -> None:
        self._call_at = None
        try:
            host, port = read_address(self._place)
        except ValueError:
            self.away = Reason.NOT_COMODIN
        else:
            self._wire.dial(self._place, host, port)

    def _hear(self, deed: object) -> None:
        if isinstance(deed, DialFailed):
            self._turn += 1
            self._call_at = self._now + CALL_AGAIN_SECONDS
        elif isinstance(deed, LinkEnded):
            lost = deed.lost
            self._call_at = self._now + (CALL_AGAIN_SECONDS if lost.by_them or lost.reason is not Reason.LEFT else 0)
            if lost.reason not in RETRYABLE_REASONS and (lost.by_them or lost.reason is Reason.OTHER_HOST):
                self.away, self._coming = lost.reason, False

    def set_address(self, address: str) -> None:
        """Take the address of our own hall, which has just opened."""
        if not self._place:
            self.wanted, self._places, self._heard = replace(self.wanted, address=address), (address,), None

    # --- requests ------------------------------------------------------------------------------------------------

    def ask_for_place(self, table: int = h.ANY_TABLE, *, watch: bool = False) -> None:
        """Ask for a place at this table, or at any table."""
        self._followed = None
        self.visitor.request_chair(table, watch=watch)

    @property
    def has_unjoined_place(self) -> bool:
        """Return whether the hall has assigned us a table that we have not joined yet."""
        return self.visitor.place is not None and self.visitor.place != self._followed

    def poll_place(self) -> TablePlan | None:
        """Return the table the hall has sent us to since the last call; we stay connected to the hall there."""
        place = self.visitor.place
        if place is None or not self.has_unjoined_place:
            return None
        self._followed, self._at_table = place, True
        address = write_address(read_address(self._place)[0], place.port)
        host = phrase("hall.table_of", name=self.name, number=place.table)
        return replace(
            self.wanted, address=address, others=(), key=place.key, host=str(host), watch=place.chair == MAX_SEATS
        )

    def enter_again(self) -> None:
        """Enter again after a match, since the hall assigns a chair on entering; it may be the same one."""
        if not self._at_table:
            return
        self._followed, self._at_table = None, False
        self.visitor.place = None
        self.visitor.leave()

    def ask_partner(self, name: str) -> None:
        """Ask somebody to be our partner."""
        if self.is_inside:
            self.wished = name
            self.visitor.request_partner(name)

    def say(self, text: str) -> None:
        """Say something to everybody in the hall."""
        said = printable(text, m.MAX_CHAT_LENGTH) if text.strip() else ""
        if said and self.is_inside:
            self.talk.add_own_line(m.Chat(MAX_SEATS, said), MAX_SEATS)
            self.visitor.say(said)

    def close(self) -> None:
        """Leave the hall."""
        self._coming = False
        self.visitor.leave()
        self._wire.step(int(self._now * SECOND_MS))
        self._bridge.close()


def _keep_nothing(_records: Sequence[Record]) -> None:
    """A visitor saves nothing."""
