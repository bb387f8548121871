"""Replaying a finished match together: who turns the pages, which position all see, and the line being tried.

Laws: pure, the time is passed in; its messages are previews, which are not part of the match; only whoever turns the
pages sets the position, and if two turn at once all programs follow the same one; malformed messages are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from game.session.trying import MAX_LINE_MOVES
from net.guests import ChatReceived
from net.log.entries import LOG_LENGTH_RULE, MAX_SEATS
from net.messages import MAX_PREVIEW_BYTES, Preview
from net.schema import ListOf, Misfit, Row, Text, Whole, pack_plain, unpack_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.lan.table import LanTable

HEARTBEAT_MS: Final = 3_000  # between two messages while nothing changes
MIN_PAGE_GAP_MS: Final = 100  # half the rate that a host relays
GONE_AFTER_MS: Final = 10_000  # without a message for so long, a program counts as gone
MAX_TAKEOVERS: Final = 2**31 - 1  # how often the pages may change hands
# By how much one message may raise that count: no cheat can raise it to its end, and keep the pages for ever.
MAX_TAKEOVER_STEP: Final = 16
MAX_MOVE_LENGTH: Final = 1_024  # a whole table re-arranged has fewer letters


class ReplayRole(IntEnum):
    """What a program does in a shared replay."""

    GONE = 0
    FOLLOWS = 1
    FREE = 2
    TURNS = 3


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """The shared position: the round, the moves made, whose view is shown, and the line of moves being tried.

    The viewpoint is a seat, or MAX_SEATS where every rack is seen.
    """

    round: int = 0
    made: int = 0
    viewpoint: int = MAX_SEATS
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayMessage:
    """A program's message: its role, how often turning has changed hands, and its position."""

    part: ReplayRole
    taken: int
    place: ReplayPlace


def _make_message(part: int, taken: int, at: int, made: int, viewpoint: int, line: tuple[str, ...]) -> ReplayMessage:
    return ReplayMessage(ReplayRole(part), taken, ReplayPlace(at, made, viewpoint, line))


_FORM: Final = Row(
    (
        Whole(0, len(ReplayRole) - 1),
        Whole(0, MAX_TAKEOVERS),
        LOG_LENGTH_RULE,
        LOG_LENGTH_RULE,
        Whole(0, MAX_SEATS),
        ListOf(Text(MAX_MOVE_LENGTH, 1), MAX_LINE_MOVES),
    ),
    _make_message,
)


def write_replay_message(message: ReplayMessage) -> bytes:
    """Encode a message of a shared replay as the body of a `Preview`, the network message it travels in."""
    place = message.place
    return pack_plain([int(message.part), message.taken, place.round, place.made, place.viewpoint, list(place.line)])


def read_replay_message(body: bytes) -> ReplayMessage:
    """Parse a preview's body; raise Misfit if it is malformed."""
    return cast("ReplayMessage", _FORM(unpack_plain(body, MAX_PREVIEW_BYTES)))


@dataclass(slots=True)
class _Other:
    """Another program in the replay, and when it was heard last."""

    part: ReplayRole
    at: int


class ReplayParticipant:
    """One program's part in a shared replay; `say` sends a preview's body, and does nothing for a watcher."""

    def __init__(self, seat: int | None, say: Callable[[bytes], None]) -> None:
        self.seat = seat
        self.part = ReplayRole.GONE
        self.shared_place: ReplayPlace | None = None  # where all look, set by the turner
        self.turner: int | None = None  # the seat that set it
        self._say = say
        self._taken = 0
        self._others: dict[int, _Other] = {}
        self._said_at: int | None = None
        self._owed = False
        self._now = 0

    # --- what is so ----------------------------------------------------------------------------------------------

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats in the replay."""
        here = (seat for seat, one in self._others.items() if self._now - one.at < GONE_AFTER_MS)
        return tuple(sorted(here))

    @property
    def strayed(self) -> tuple[int, ...]:
        """The other seats that look on their own."""
        return tuple(seat for seat in self.others if self._others[seat].part is ReplayRole.FREE)

    @property
    def page_turner(self) -> int | None:
        """The seat that turns the pages, which may be ours; None if it has gone."""
        if self.turner is None or self.turner == self.seat:
            return self.turner if self.part is ReplayRole.TURNS else None
        return self.turner if self.turner in self.others else None

    @property
    def is_following(self) -> bool:
        """Whether we follow another's pages."""
        return self.part is ReplayRole.FOLLOWS

    # --- what the person here does -------------------------------------------------------------------------------

    def join(self, place: ReplayPlace) -> None:
        """Join: follow who turns the pages, or turn them if nobody does."""
        if self.page_turner is not None:
            self._become(ReplayRole.FOLLOWS)
        else:
            self.take_over(place)

    def leave(self) -> None:
        """Leave the replay."""
        if self.part is not ReplayRole.GONE:
            self._become(ReplayRole.GONE)
            self.step(self._now)

    def take_over(self, place: ReplayPlace) -> None:
        """Take over turning; a watcher, whose messages are not relayed, moves freely."""
        if self.seat is None:
            self._become(ReplayRole.FREE)
            return
        self._taken, self.turner, self.shared_place = min(self._taken + 1, MAX_TAKEOVERS), self.seat, place
        self._become(ReplayRole.TURNS)

    def go_to(self, place: ReplayPlace) -> None:
        """Go to a position: with everybody if we turn the pages, else alone."""
        if self.part is ReplayRole.TURNS:
            self._owed = self._owed or place != self.shared_place
            self.shared_place = place
        elif self.part is ReplayRole.FOLLOWS:
            self._become(ReplayRole.FREE)

    def return_to_shared(self) -> None:
        """Return to the shared position."""
        if self.part is ReplayRole.FREE:
            self._become(ReplayRole.FOLLOWS)

    def _become(self, part: ReplayRole) -> None:
        self._owed = self._owed or part is not self.part
        self.part = part

    # --- what is heard and said ----------------------------------------------------------------------------------

    def on_message(self, seat: int, body: bytes, now: int) -> None:
        """Process another program's message."""
        self._now = now
        if seat == self.seat:
            return
        try:
            message = read_replay_message(body)
        except Misfit:
            return
        if message.part is ReplayRole.GONE:
            self._others.pop(seat, None)
            return
        if seat not in self._others:
            self._owed = self.part is not ReplayRole.GONE  # so that he soon knows that we are here
        self._others[seat] = _Other(message.part, now)
        if message.part is not ReplayRole.TURNS or not self._taken <= message.taken <= self._taken + MAX_TAKEOVER_STEP:
            return
        if message.taken == self._taken and self.turner is not None and seat > self.turner:
            return  # of two who took the pages at once the lower seat has them
        self._taken, self.turner, self.shared_place = message.taken, seat, message.place
        if self.part is ReplayRole.TURNS:
            self._become(ReplayRole.FOLLOWS)

    def step(self, now: int) -> None:
        """Send what is due, and at intervals that we are still here."""
        self._now = now
        since = None if self._said_at is None else now - self._said_at
        owed = self._owed and (since is None or since >= MIN_PAGE_GAP_MS or self.part is ReplayRole.GONE)
        beats = self.part is not ReplayRole.GONE and (since is None or since >= HEARTBEAT_MS)
        if self.seat is None or not (owed or beats):
            return
        self._owed, self._said_at = False, now
        place = self.shared_place if self.part is ReplayRole.TURNS and self.shared_place is not None else ReplayPlace()
        self._say(write_replay_message(ReplayMessage(self.part, self._taken, place)))


class AfterMatch:
    """The shared replay of a table's match; `together` is None until all have signed its end."""

    def __init__(self, table: LanTable) -> None:
        self._table = table
        self._together: ReplayParticipant | None = None
        self._now = 0

    @property
    def together(self) -> ReplayParticipant | None:
        """The shared replay; None while the match is played."""
        if self._together is None:
            story = self._table.story
            if story is not None and story.is_over:
                self._together = ReplayParticipant(story.seat, partial(self._say, story.seat))
        return self._together

    def _say(self, seat: int | None, body: bytes) -> None:
        if seat is not None:
            self._table.party.requests.send_talk(Preview(seat, body), self._now)

    def on_message(self, event: object, now: int) -> None:
        """Process another's replay message, if the event is one."""
        if isinstance(event, ChatReceived) and isinstance(event.message, Preview) and self.together is not None:
            self.together.on_message(event.message.seat, event.message.body, now)

    def step(self, now: int) -> None:
        """Let time pass."""
        self._now = now
        together = self.together
        if together is not None:
            together.step(now)
