"""A LAN match for the scenes: played on at every turn of the wheel, whatever scene is on top.

Laws: `step` is the only place where time passes; what happened is held until a scene asks; names are made fit to be
shown before any scene sees them.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.lan_talk import GO_ON, PAUSE
from game.client.strangers import plain
from game.session.lan import LanSession
from game.session.lan_state import Stage
from net import messages as m
from net.guests import RoomChanged, Said
from net.shell.news import Measured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.lan_program import PacedProgram
    from game.match.transcript import Seat
    from game.session.lan_table import LanTable
    from game.session.session import Event
    from game.table.moves import Move
    from game.table.refusals import Refusal


SLICE: Final = 32  # steps of a deal between two looks at the clock; fewer would not open a tile
BUDGET: Final = 0.007  # seconds of a frame that a deal may take, so that there is time to draw


class SteadySession(LanSession):
    """Holds what happened between two looks of a scene; `on_talk` hears what is said and who came or went."""

    def __init__(self, table: LanTable, program: PacedProgram, on_talk: Callable[[object], None]) -> None:
        super().__init__(table, program)
        self.paused_by: int | None = None
        self._paced = program
        self._held: tuple[Event, ...] = ()
        self._on_talk = on_talk
        self.deal_steps = SLICE

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, under names that can be shown."""
        return tuple(replace(seat, name=plain(seat.name)) for seat in super().seats)

    @property
    def dealing(self) -> bool:
        """Whether there is nothing to look at yet: the first deal is under way, or the next round's."""
        return self.view is None or (self.standing.scored and not self.standing.over)

    @property
    def sealing(self) -> bool:
        """Whether tiles are being shuffled by all together."""
        return self.story.stage is Stage.DEALING

    def step(self, now: float) -> bool:
        """Let time pass, in seconds; tell whether anything happened or there is work left."""
        end = monotonic() + BUDGET
        happened = super().poll(now)
        while self.busy and monotonic() < end:
            happened += super().poll(now)
        self._held += happened
        return bool(happened) or self.busy

    def poll(self, now: float) -> tuple[Event, ...]:  # noqa: ARG002 - time has passed in `step`
        """Return what happened since a scene asked last."""
        held, self._held = self._held, ()
        return held

    # --- a pause for all -----------------------------------------------------------------------------------------

    @property
    def may_pause(self) -> bool:
        """Whether a wish of ours to pause counts: we play, with others."""
        persons = self.story.place.persons
        return self.story.seat in persons and not self.standing.over

    def hold(self, *, paused: bool) -> None:
        """Stop every clock of the table, or let it go on; all who play may do either."""
        seat = self.story.seat
        if seat is not None and self.may_pause and paused != (self.paused_by is not None):
            self._hold(seat if paused else None)
            self.table.party.say(m.Phrase(seat, PAUSE if paused else GO_ON), self._now)

    def _hold(self, seat: int | None) -> None:
        self.paused_by = seat
        self.held = self._paced.paused = seat is not None

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send our seat's moves; whoever plays ends a pause."""
        refused = super().submit(moves)
        if refused is None:
            self.hold(paused=False)
        return refused

    def _hear(self, deed: object) -> None:
        super()._hear(deed)
        if isinstance(deed, Said) and isinstance(deed.message, m.Phrase) and deed.message.number in (PAUSE, GO_ON):
            if deed.message.seat in self.story.place.persons:
                self._hold(deed.message.seat if deed.message.number == PAUSE else None)
        elif isinstance(deed, Said | RoomChanged | Measured):
            self._on_talk(deed)
