"""Looking at a match together once it is over: who turns the pages, where all look, and the line that is tried.

Laws: pure, time is given in; it travels in previews, which are no part of the match; only who turns says where all
look, and of two that turn every program follows the same one; what does not fit is as if it had not been said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from game.session.trying import MOST_TRIED
from net.guests import ChatReceived
from net.log.entries import PLACE, SEATS
from net.messages import MOST_PREVIEW, Preview
from net.schema import ListOf, Misfit, Row, Text, Whole, packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.lan.table import LanTable

BEAT: Final = 3_000  # milliseconds between two words of who only looks: who missed one hears the next
GAP: Final = 100  # and between two pages: half of what a host passes on
PATIENCE: Final = 10_000  # without a word for so long nobody is there
MOST_TAKEN: Final = 2**31 - 1  # how often the pages may be taken over,
MOST_STEP: Final = 16  # and by how many one word may raise that: no liar keeps the pages for ever
MOST_MOVE: Final = 1_024  # letters of a move: a whole table re-arranged has fewer


class ReplayRole(IntEnum):
    """How somebody takes part in looking together."""

    GONE = 0
    FOLLOWS = 1
    FREE = 2
    TURNS = 3


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """Where all look: the round, after how many moves, through whose eyes (a seat, or SEATS for all), what is tried."""

    round: int = 0
    made: int = 0
    eyes: int = SEATS
    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayMessage:
    """What a program says: what its person does, how often the pages were taken over until then, and its leaf."""

    part: ReplayRole
    taken: int
    leaf: ReplayPlace


def _word(part: int, taken: int, at: int, made: int, eyes: int, line: tuple[str, ...]) -> ReplayMessage:
    return ReplayMessage(ReplayRole(part), taken, ReplayPlace(at, made, eyes, line))


_FORM: Final = Row(
    (
        Whole(0, len(ReplayRole) - 1),
        Whole(0, MOST_TAKEN),
        PLACE,
        PLACE,
        Whole(0, SEATS),
        ListOf(Text(MOST_MOVE, 1), MOST_TRIED),
    ),
    _word,
)


def write_word(word: ReplayMessage) -> bytes:
    """Write a word as the body of a preview."""
    leaf = word.leaf
    return packed([int(word.part), word.taken, leaf.round, leaf.made, leaf.eyes, list(leaf.line)])


def read_word(body: bytes) -> ReplayMessage:
    """Read the body of a preview; raise Misfit for anything else."""
    return cast("ReplayMessage", _FORM(unpacked(body, MOST_PREVIEW)))


@dataclass(slots=True)
class _Other:
    """Somebody else who looks, and when he was heard."""

    part: ReplayRole
    at: int


class Together:
    """What this program knows of it; `say` sends the body of a preview, and is None for those without a chair."""

    def __init__(self, seat: int | None, say: Callable[[bytes], None]) -> None:
        self.seat = seat
        self.part = ReplayRole.GONE
        self.leaf: ReplayPlace | None = None  # where all look
        self.turner: int | None = None  # who says so
        self._say = say
        self._taken = 0
        self._others: dict[int, _Other] = {}
        self._said_at: int | None = None
        self._owed = False
        self._now = 0

    # --- what is so ----------------------------------------------------------------------------------------------

    @property
    def others(self) -> tuple[int, ...]:
        """The others who look, by seat."""
        here = (seat for seat, one in self._others.items() if self._now - one.at < PATIENCE)
        return tuple(sorted(here))

    @property
    def turned_by(self) -> int | None:
        """Who turns the pages now, ourselves too; None where that one has gone."""
        if self.turner is None or self.turner == self.seat:
            return self.turner if self.part is ReplayRole.TURNS else None
        return self.turner if self.turner in self.others else None

    @property
    def follows(self) -> bool:
        """Whether we look where another turns."""
        return self.part is ReplayRole.FOLLOWS

    # --- what the person here does -------------------------------------------------------------------------------

    def enter(self, leaf: ReplayPlace) -> None:
        """Come: follow who turns the pages, or turn them where nobody does."""
        if self.turned_by is not None:
            self._become(ReplayRole.FOLLOWS)
        else:
            self.take(leaf)

    def leave(self) -> None:
        """Go."""
        if self.part is not ReplayRole.GONE:
            self._become(ReplayRole.GONE)
            self.step(self._now)

    def take(self, leaf: ReplayPlace) -> None:
        """Turn the pages from now on; a watcher, whom nobody hears, is free."""
        if self.seat is None:
            self._become(ReplayRole.FREE)
            return
        self._taken, self.turner, self.leaf = min(self._taken + 1, MOST_TAKEN), self.seat, leaf
        self._become(ReplayRole.TURNS)

    def turn(self, leaf: ReplayPlace) -> None:
        """Look elsewhere: with all where we turn the pages, else alone."""
        if self.part is ReplayRole.TURNS:
            self._owed = self._owed or leaf != self.leaf
            self.leaf = leaf
        elif self.part is ReplayRole.FOLLOWS:
            self._become(ReplayRole.FREE)

    def come_back(self) -> None:
        """Look again where all do."""
        if self.part is ReplayRole.FREE:
            self._become(ReplayRole.FOLLOWS)

    def _become(self, part: ReplayRole) -> None:
        self._owed = self._owed or part is not self.part
        self.part = part

    # --- what is heard and said ----------------------------------------------------------------------------------

    def hear(self, seat: int, body: bytes, now: int) -> None:
        """Take in what another's program said."""
        self._now = now
        if seat == self.seat:
            return
        try:
            word = read_word(body)
        except Misfit:
            return
        if word.part is ReplayRole.GONE:
            self._others.pop(seat, None)
            return
        if seat not in self._others:
            self._owed = self.part is not ReplayRole.GONE  # so that he soon knows that we are here
        self._others[seat] = _Other(word.part, now)
        if word.part is not ReplayRole.TURNS or not self._taken <= word.taken <= self._taken + MOST_STEP:
            return
        if word.taken == self._taken and self.turner is not None and seat > self.turner:
            return  # of two who took the pages at once the lower seat has them
        self._taken, self.turner, self.leaf = word.taken, seat, word.leaf
        if self.part is ReplayRole.TURNS:
            self._become(ReplayRole.FOLLOWS)

    def step(self, now: int) -> None:
        """Say what is owed, and now and then that we are still here."""
        self._now = now
        since = None if self._said_at is None else now - self._said_at
        owed = self._owed and (since is None or since >= GAP or self.part is ReplayRole.GONE)
        beats = self.part is not ReplayRole.GONE and (since is None or since >= BEAT)
        if self.seat is None or not (owed or beats):
            return
        self._owed, self._said_at = False, now
        leaf = self.leaf if self.part is ReplayRole.TURNS and self.leaf is not None else ReplayPlace()
        self._say(write_word(ReplayMessage(self.part, self._taken, leaf)))


class AfterMatch:
    """Looking together at the match of a table; `together` is None until everybody has signed its end."""

    def __init__(self, table: LanTable) -> None:
        self._table = table
        self._together: Together | None = None
        self._now = 0

    @property
    def together(self) -> Together | None:
        """How all look at the match together; None while it is played."""
        story = self._table.story
        if self._together is None and story is not None and story.over:
            self._together = Together(story.seat, partial(self._say, story.seat))
        return self._together

    def _say(self, seat: int | None, body: bytes) -> None:
        if seat is not None:
            self._table.party.requests.say(Preview(seat, body), self._now)

    def hear(self, event: object, now: int) -> None:
        """Hear where another looks, if that is what was said."""
        if isinstance(event, ChatReceived) and isinstance(event.message, Preview) and self.together is not None:
            self.together.hear(event.message.seat, event.message.body, now)

    def step(self, now: int) -> None:
        """Let time pass."""
        self._now = now
        if self.together is not None:
            self.together.step(now)
