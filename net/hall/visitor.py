"""A guest's side of the link to a hall: what the hall told us, and the answer to our request for a chair.

Law: a chair counts only with the signature of the hall we called; a message that no hall sends ends the link.
"""

from __future__ import annotations

from net import frames
from net import messages as m
from net.guests import TurnedAway
from net.hall import messages as h
from net.hall.placed import is_signed_place
from net.identity import Identity
from net.log.effects import DropLink, SendMessage
from net.reasons import Reason

MAX_CHAT_LINES = 64  # chat lines of the hall that are kept


class HallVisitor:
    """A guest in a hall, who only makes outgoing links."""

    def __init__(self, identity: Identity, name: str, rules: int) -> None:
        self.hall: h.HallInfo | None = None
        self.tables: dict[int, h.HallTable] = {}
        self.board: h.HallBoard | None = None  # how the tournament stands, where there is one
        self.place: h.HallPlace | None = None  # the chair the hall gave us last
        self.refused: Reason | None = None  # why there was no place
        self.said: list[h.HallSaid] = []
        self.wished_by: list[str] = []  # names of those who would like to play with us, the newest last
        self._identity = identity
        self._enter = h.HallEnter(name, rules)
        self._links: dict[int, bytes] = {}
        self._out: list[SendMessage | DropLink | TurnedAway] = []

    @property
    def hall_key(self) -> bytes:
        """The hall's key, empty while there is no link."""
        return next(iter(self._links.values()), b"")

    @property
    def own_key(self) -> bytes:
        """Our own key."""
        return self._identity.key

    @property
    def knows_all_tables(self) -> bool:
        """Whether we know all tables."""
        return self.hall is not None and len(self.tables) == self.hall.tables

    def request_chair(self, table: int = h.ANY_TABLE, *, watch: bool = False) -> None:
        """Ask for a chair."""
        self.place = self.refused = None
        self._out += [SendMessage(link, h.HallRequest(table, watch)) for link in self._links]

    def request_partner(self, name: str) -> None:
        """Ask to partner whoever has this name."""
        self._out += [SendMessage(link, h.HallPartner(name)) for link in self._links]

    def say(self, text: str) -> None:
        """Send a chat line to everybody in the hall."""
        self._out += [SendMessage(link, h.HallSay(text)) for link in self._links]

    def leave(self) -> None:
        """End the link."""
        for link in list(self._links):
            self._drop(link, Reason.LEFT)

    # What a station gives and takes

    def take_effects(self, _now: int) -> list[SendMessage | DropLink | TurnedAway]:
        """Return what is to be done, in order, and forget it."""
        done, self._out = self._out, []
        return done

    def on_link_opened(self, link: int, key: bytes, run: bytes, now: int, *, ours: bool) -> None:  # noqa: ARG002 - the station's form
        """A link is open: its other side has proved its key."""
        if not ours:
            self._out.append(DropLink(link, Reason.NOT_HOST, refuse=True))
            return
        self._links[link] = key
        self.hall, self.tables = None, {}
        self._out.append(SendMessage(link, self._enter))

    def on_link_lost(self, link: int, reason: Reason, now: int, *, by_them: bool = False, hint: str = "") -> None:  # noqa: ARG002 - the station's form
        """A link has ended."""
        if self._links.pop(link, None) is not None and by_them:
            self._out.append(TurnedAway(link, reason, hint))

    def on_link_late(self, link: int, *, late: bool) -> None:
        """Do nothing: a hall that is silent for long is given up by the link."""

    def on_link_quiet(self, link: int, now: int, *, away: bool) -> None:
        """Do nothing: a hall that is silent for long is given up by the link."""

    def skip_sleep(self, gap: int) -> None:
        """Do nothing."""

    def is_admitted(self, link: int) -> bool:
        """Return whether this is a link of ours."""
        return link in self._links

    def tick(self, now: int) -> None:
        """Do nothing."""

    def deadline(self, _now: int) -> int | None:
        """Return None: nothing is ever due."""
        return None

    def on_message(self, link: int, message: frames.Message, now: int) -> None:  # noqa: ARG002 - the station's form
        """Take in a message."""
        hall = self._links.get(link)
        if hall is None:
            return
        if isinstance(message, h.HallInfo):
            self.hall = message
        elif isinstance(message, h.HallTable):
            self.tables[message.table] = message
        elif isinstance(message, h.HallBoard):
            self.board = message
        elif isinstance(message, h.HallRefusal):
            self.refused = Reason(message.reason)
        elif isinstance(message, h.HallSaid):
            self.said = [*self.said, message][-MAX_CHAT_LINES:]
        elif isinstance(message, h.HallPartner):
            self.wished_by = [*self.wished_by, message.name][-MAX_CHAT_LINES:]
        elif isinstance(message, h.HallPlace):
            self._hear_place(link, hall, message)
        elif not isinstance(message, m.RateLimitNotice):
            self._drop(link, Reason.OUT_OF_TURN)

    def _hear_place(self, link: int, hall: bytes, place: h.HallPlace) -> None:
        if is_signed_place(hall, self._identity.key, place):
            self.place, self.refused = place, None
        else:
            self._drop(link, Reason.BAD_SIGNATURE)

    def _drop(self, link: int, reason: Reason) -> None:
        del self._links[link]
        self._out.append(DropLink(link, reason))
