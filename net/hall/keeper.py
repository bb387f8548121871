"""A hall's side of its links: who is inside, what guests are told of the tables, and where each is sent.

Laws: a hall sends guests to tables and sees nothing of the play; a guest must first enter, or join as at a table and be
sent on to one; of one key only the newest link counts; changes are sent at most four times a second, each table
separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from net import frames
from net import messages as m
from net.budgets import RateCounter, limit_of
from net.hall import messages as h
from net.hall.asked import ChairRequest, PartnerRequest
from net.hall.placed import signed_place
from net.identity import Identity
from net.log.effects import DropLink, SendMessage
from net.pace import Allowance
from net.reasons import Reason

SEND_INTERVAL_MS = 250  # many changes at once are sent together

# Connections of one address: a club behind one router comes at once, also when the hall restarts.
CONNECTION_ALLOWANCE = Allowance(100, 2 * h.MAX_PEOPLE)


@dataclass(slots=True)
class _Visitor:
    """The program at the other end of a link; admitted once it has entered."""

    key: bytes
    run: bytes
    name: str = ""
    admitted: bool = False


class HallParty:
    """The guests of a hall; `update_table` updates a table, `send_place` and `refuse_chair` answer chair requests."""

    def __init__(self, identity: Identity, name: str, rules: int, tables: int) -> None:
        self.identity = identity
        self._rules = rules
        self._info = h.HallInfo(name, tables, 0)
        self._tables: dict[int, h.HallTable] = {}
        self._changed: dict[int, h.HallTable] = {}
        self._told_at = -SEND_INTERVAL_MS
        self._people_changed = False
        self._board: h.HallBoard | None = None
        self._board_changed = False
        self._paired: dict[bytes, h.HallPlace] = {}  # the signed place that a pairing gave each key
        self._visitors: dict[int, _Visitor] = {}
        self._rate_counter = RateCounter(2 * h.MAX_PEOPLE)
        self._out: list[SendMessage | DropLink | ChairRequest | PartnerRequest] = []

    @property
    def visitor_count(self) -> int:
        """How many people look around in the hall."""
        return sum(visitor.admitted for visitor in self._visitors.values())

    @property
    def visitor_names(self) -> dict[bytes, str]:
        """The names of those who look around, by key."""
        return {visitor.key: visitor.name for visitor in self._visitors.values() if visitor.admitted}

    # What the program that keeps the hall gives

    def update_table(self, table: h.HallTable) -> None:
        """Set the state of a table; the guests are told if it has changed."""
        if self._tables.get(table.table) != table:
            self._tables[table.table] = self._changed[table.table] = table

    def update_board(self, board: h.HallBoard) -> None:
        """Set the tournament's board; the guests are told if more than its clock has changed."""
        before, self._board = self._board, board
        self._board_changed |= before is None or replace(before, left=board.left) != board

    def send_place(self, key: bytes, place: h.HallPlace) -> None:
        """Send somebody to a table, if he is here; for one who comes later the caller has to do it again."""
        self._tell_one(key, signed_place(self.identity, key, place))

    def send_pairing(self, places: Mapping[bytes, h.HallPlace]) -> None:
        """Send these people to their places, now or when they come, until there is another pairing."""
        self._paired = {key: signed_place(self.identity, key, place) for key, place in places.items()}
        for link, visitor in self._visitors.items():
            if visitor.admitted and visitor.key in self._paired:
                self._out.append(SendMessage(link, self._paired[visitor.key]))

    def send_partner_wish(self, key: bytes, by: bytes) -> None:
        """Tell a guest who would like to play as a pair with him."""
        name = self.visitor_names.get(by)
        if name is not None:
            self._tell_one(key, h.HallPartner(name))

    def refuse_chair(self, link: int, reason: Reason) -> None:
        """Tell a guest who asked for a chair that there is no place for him."""
        visitor = self._visitors.get(link)
        if visitor is not None and visitor.admitted:
            self._out.append(SendMessage(link, h.HallRefusal(reason.value)))
        elif visitor is not None:
            self._refuse(link, reason)

    def redirect_joiner(self, link: int, address: str, *, back: bool = False) -> None:
        """Send a program that knows no halls on to a table; `back` if it asked for the match played there."""
        if link in self._visitors:
            self._refuse(link, Reason.NOT_HOST if back else Reason.IS_HALL, address)

    def close(self, reason: Reason = Reason.CLOSED) -> None:
        """End all links."""
        for link in list(self._visitors):
            self._drop(link, reason)

    # What a station gives and takes

    def take_effects(self, now: int) -> list[SendMessage | DropLink | ChairRequest | PartnerRequest]:
        """Return what is to be done, in order, and forget it."""
        self._tell_changes(now)
        done, self._out = self._out, []
        return done

    def on_link_opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:  # noqa: ARG002 - the station's form
        """A link is open: its other side has proved its key; a hall calls nobody."""
        self._visitors[link] = _Visitor(key, run)

    def on_link_lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:  # noqa: ARG002 - the station's form
        """A link has ended."""
        self._forget(link)

    def on_link_late(self, link: int, *, late: bool) -> None:
        """Do nothing: whoever is silent for long is given up by his link."""

    def on_link_quiet(self, link: int, now: int, *, away: bool) -> None:
        """Do nothing: whoever is silent for long is given up by his link."""

    def skip_sleep(self, gap: int) -> None:
        """Do nothing: no silence is measured here."""

    def is_admitted(self, link: int) -> bool:
        """Return whether the guest on a link has entered."""
        return link in self._visitors and self._visitors[link].admitted

    def tick(self, now: int) -> None:
        """Do nothing: what is due is told by `take_effects`."""

    def deadline(self, now: int) -> int | None:
        """Return when the next changes are sent, None without changes."""
        return max(now, self._told_at + SEND_INTERVAL_MS) if self._has_news else None

    @property
    def _has_news(self) -> bool:
        return bool(self._changed) or self._people_changed or self._board_changed

    def on_message(self, link: int, message: frames.Message, now: int) -> None:
        """Take in a message."""
        visitor = self._visitors.get(link)
        if visitor is None:
            return
        if not visitor.admitted:
            self._hear_stranger(link, visitor, message)
        elif not isinstance(message, h.HallRequest | h.HallSay | h.HallPartner):
            self._drop(link, Reason.OUT_OF_TURN)
        elif self._may_say(link, visitor, message, now):
            self._hear(link, visitor, message)

    # Inside

    def _hear_stranger(self, link: int, visitor: _Visitor, message: frames.Message) -> None:
        if isinstance(message, m.Join):
            if message.rules != self._rules:
                self._refuse(link, Reason.OTHER_RULES)
            else:
                asked = ChairRequest(link, visitor.key, message.name, h.ANY_TABLE, watch=message.watch)
                self._out.append(replace(asked, joins=True, match=message.match))
        elif not isinstance(message, h.HallEnter):
            self._drop(link, Reason.OUT_OF_TURN)
        elif message.rules != self._rules:
            self._refuse(link, Reason.OTHER_RULES)
        else:
            self._enter(link, visitor, message.name)

    def _enter(self, link: int, visitor: _Visitor, name: str) -> None:
        for old, other in list(self._visitors.items()):
            if old != link and other.key == visitor.key:
                self._drop(old, Reason.DOUBLED if other.run == visitor.run else Reason.REPLACED)
        if self.visitor_count >= h.MAX_PEOPLE:
            self._refuse(link, Reason.TABLE_FULL)
            return
        visitor.name, visitor.admitted = name, True
        self._people_changed = True
        self._out.append(SendMessage(link, replace(self._info, people=self.visitor_count)))
        self._out += [SendMessage(link, table) for _number, table in sorted(self._tables.items())]
        if self._board is not None:
            self._out.append(SendMessage(link, self._board))
        if visitor.key in self._paired:
            self._out.append(SendMessage(link, self._paired[visitor.key]))

    def _may_say(self, link: int, visitor: _Visitor, message: frames.Message, now: int) -> bool:
        limit = limit_of(message)
        if limit is None or self._rate_counter.allows(visitor.key, limit, now):
            return True
        if self._rate_counter.is_first_excess(visitor.key, limit):
            self._out.append(SendMessage(link, m.RateLimitNotice(limit.value)))
        return False

    def _hear(self, link: int, visitor: _Visitor, message: h.HallRequest | h.HallSay | h.HallPartner) -> None:
        if isinstance(message, h.HallRequest):
            if message.table > self._info.tables:
                self._drop(link, Reason.OUT_OF_TURN)
            else:
                self._out.append(ChairRequest(link, visitor.key, visitor.name, message.table, watch=message.watch))
        elif isinstance(message, h.HallPartner):
            self._out.append(PartnerRequest(visitor.key, message.name))
        else:
            self._tell_all(h.HallSaid(visitor.key, visitor.name, message.text))

    def _tell_changes(self, now: int) -> None:
        if now < self._told_at + SEND_INTERVAL_MS or not self._has_news:
            return
        self._told_at = now
        if self._people_changed:
            self._tell_all(replace(self._info, people=self.visitor_count))
        for _number, table in sorted(self._changed.items()):
            self._tell_all(table)
        if self._board_changed and self._board is not None:
            self._tell_all(self._board)
        self._changed, self._people_changed, self._board_changed = {}, False, False

    def _tell_one(self, key: bytes, message: frames.Message) -> None:
        self._out += [
            SendMessage(link, message)
            for link, visitor in self._visitors.items()
            if visitor.key == key and visitor.admitted
        ]

    def _tell_all(self, message: frames.Message) -> None:
        self._out += [SendMessage(link, message) for link, visitor in self._visitors.items() if visitor.admitted]

    def _refuse(self, link: int, reason: Reason, hint: str = "") -> None:
        self._out.append(DropLink(link, reason, refuse=True, hint=hint))
        self._forget(link)

    def _drop(self, link: int, reason: Reason) -> None:
        self._out.append(DropLink(link, reason))
        self._forget(link)

    def _forget(self, link: int) -> None:
        gone = self._visitors.pop(link, None)
        self._people_changed |= gone is not None and gone.admitted
