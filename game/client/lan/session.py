"""A LAN match for the scenes: played on at every turn of the main loop, whatever scene is on top.

Laws: `step` is the only place where time passes; what happened is held until a scene asks; names are made fit to be
shown before any scene sees them.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.sides import apart
from game.lan.session import LanSession
from game.lan.together import AfterMatch
from game.table.safe_text import printable
from net.guests import ChatReceived, RateLimited, RoomChanged
from net.log.bodies import LogKind
from net.shell.news import Measured

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.lan.program import PacedProgram
    from game.lan.table import LanTable
    from game.match.transcript import Seat
    from game.session.session import Event
    from net.log.lockstep import Lockstep


CALLS_MS: Final = 8_000  # milliseconds in which who has come back calls the others, before they count as away
SLICE: Final = 32  # steps of a deal between two looks at the clock; fewer would not open a tile
BUDGET: Final = 0.007  # seconds of a frame that a deal may take, so that there is time to draw


def gave_up(lockstep: Lockstep) -> bool:
    """Return whether a bot has our chair because we left it: what we said last of it is that."""
    seat = lockstep.seat
    if seat is None or lockstep.replica.roster.chairs[seat].held:
        return False
    ours = (entry.core for entry in reversed(lockstep.replica.entries) if entry.core.author == seat)
    last = next((core.kind for core in ours if core.kind in (LogKind.LEAVE, LogKind.RETURN)), None)
    return last == LogKind.LEAVE


class SteadySession(LanSession):
    """Holds what happened between two looks of a scene; `on_talk` hears what is said and who came or went."""

    def __init__(self, table: LanTable, program: PacedProgram, on_talk: Callable[[object], None]) -> None:
        super().__init__(table, program)
        self._paced = program
        self._held: tuple[Event, ...] = ()
        self._on_talk = on_talk
        self.deal_steps = SLICE
        self._came = self._now
        self.after = AfterMatch(table)
        if gave_up(self.lockstep):
            self.lockstep.wants_seat = False  # whoever left for good is asked; whoever was voted off has it back

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, under names that can be shown."""
        seats = super().seats
        names = apart([printable(seat.name) for seat in seats])
        return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))

    def away(self) -> tuple[tuple[int, int], ...]:
        """Return who is not here; whom we have not heard since we came ourselves is called for a while first.

        Who watches hears of the others from the host alone.
        """
        came, lockstep = self._now - self._came, self.lockstep
        deaf = self.story.seat is None and lockstep.host_link is None
        here = () if not deaf else {*self.roster.persons} - {self.roster.host}
        return tuple(
            (seat, since) for seat, since in super().away()
            if seat not in here and (since < came or came >= CALLS_MS)
        )  # fmt: skip

    @property
    def dealing(self) -> bool:
        """Whether there is nothing to look at yet: the first deal is under way, or the next round's."""
        return self.view is None or (self.standing.scored and not self.standing.over)

    def step(self, now: float) -> bool:
        """Let time pass, in seconds; return whether anything happened or there is work left."""
        end = monotonic() + BUDGET
        self._paced.paused = self.paused_by is not None
        happened = super().poll(now)
        while self.busy and monotonic() < end:
            happened += super().poll(now)
        self._held += happened
        self.after.step(self._now)
        return bool(happened) or self.busy

    def poll(self, now: float) -> tuple[Event, ...]:  # noqa: ARG002 - time has passed in `step`
        """Return what happened since a scene asked last."""
        held, self._held = self._held, ()
        return held

    def _hear(self, deed: object) -> None:
        super()._hear(deed)
        self.after.hear(deed, self._now)
        if isinstance(deed, ChatReceived | RateLimited | RoomChanged | Measured):
            self._on_talk(deed)
