"""A LAN match for the scenes; it continues in every iteration of the main loop, whatever scene is on top.

Laws: only `step` advances time; events are queued until a scene asks for them; names are made safe to display
before any scene sees them.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.sides import unique_names
from game.lan.session import LanSession
from game.lan.together import AfterMatch
from game.table.safe_text import printable
from net.guests import ChatReceived, RateLimited, RoomChanged
from net.log.bodies import LogKind
from net.shell.news import Measured

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.lan.program import LanProgram
    from game.lan.table import LanTable
    from game.match.transcript import Seat
    from game.session.session import Event
    from net.log.lockstep import Lockstep


RETURN_CALLS_MS: Final = 8_000  # milliseconds after our return in which the others are called before they count as away
STEPS_PER_SLICE: Final = 32  # steps of a deal between two looks at the clock; fewer would not even open one tile
DEAL_FRAME_SECONDS: Final = 0.007  # seconds per frame for a deal, so that there is time left to draw


def gave_up_seat(lockstep: Lockstep) -> bool:
    """Return whether a bot has our chair because we left it, as our last message about the chair says."""
    seat = lockstep.seat
    if seat is None or lockstep.replica.roster.chairs[seat].held:
        return False
    ours = (entry.core for entry in reversed(lockstep.replica.entries) if entry.core.author == seat)
    last = next((core.kind for core in ours if core.kind in (LogKind.LEAVE, LogKind.RETURN)), None)
    return last == LogKind.LEAVE


class QueuedSession(LanSession):
    """A LAN match that queues events between two polls of a scene.

    `on_talk` gets chat, who joined or left, and latencies.
    """

    def __init__(self, table: LanTable, program: LanProgram, on_talk: Callable[[object], None]) -> None:
        super().__init__(table, program)
        self._held: tuple[Event, ...] = ()
        self._on_talk = on_talk
        self.deal_steps = STEPS_PER_SLICE
        self._came = self._now
        self.after = AfterMatch(table)
        if gave_up_seat(self.lockstep):
            # a player who left for good is asked before getting the chair back; one who was voted off just gets it back
            self.lockstep.wants_seat = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, with names safe to display."""
        seats = super().seats
        names = unique_names([printable(seat.name) for seat in seats])
        return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))

    def away_times(self) -> tuple[tuple[int, int], ...]:
        """Return who is away; peers not heard since we joined are called for a while first.

        A watcher knows about the others only from the host.
        """
        came, lockstep = self._now - self._came, self.lockstep
        deaf = self.story.seat is None and lockstep.host_link is None
        here = () if not deaf else {*self.roster.persons} - {self.roster.host}
        return tuple(
            (seat, since) for seat, since in super().away_times()
            if seat not in here and (since < came or came >= RETURN_CALLS_MS)
        )  # fmt: skip

    @property
    def dealing(self) -> bool:
        """Whether a deal is under way, the first or the next round's, so that there is no table to show."""
        return self.view is None or (self.standing.round_scored and not self.standing.over)

    def step(self, now: float) -> bool:
        """Advance to time `now` (seconds); return whether anything happened or work is left."""
        end = monotonic() + DEAL_FRAME_SECONDS
        happened = super().poll(now)
        while self.has_work_left and monotonic() < end:
            happened += super().poll(now)
        self._held += happened
        self.after.step(self._now)
        return bool(happened) or self.has_work_left

    def poll(self, now: float) -> tuple[Event, ...]:  # noqa: ARG002 - time has passed in `step`
        """Return the events since the last poll."""
        held, self._held = self._held, ()
        return held

    def _hear(self, deed: object) -> None:
        super()._hear(deed)
        self.after.on_message(deed, self._now)
        if isinstance(deed, ChatReceived | RateLimited | RoomChanged | Measured):
            self._on_talk(deed)
