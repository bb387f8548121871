"""Flights of tiles: the difference of two layouts as timed motions. Pure functions; the caller gives the time.

Laws: no input waits for a flight; a new layout ends the flights to places that it changes; with motion switched off
there are none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.client.table.geometry.easing import ease_in_out, ease_out, hump, spring, sway
from game.client.table.geometry.laid import Spot, TileZone
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from game.client.widgets.boxes import Point
    from game.table.tiles import Tile

MAX_DEAL_SECONDS = 1.2  # however many tiles are dealt
SECONDS_BETWEEN_SETS = 0.55  # seconds between two sets of a shown play
# of a wave: logical px up, seconds between two tiles, seconds of each tile
WAVE_HEIGHT, WAVE_TILE_DELAY, WAVE_SECONDS = 10.0, 0.03, 0.18
MAX_WAVE_SECONDS = 0.5  # however many tiles
SHAKE_WIDTH, SHAKE_SECONDS = 5.0, 0.24  # of a shake: logical px sideways, seconds


@dataclass(frozen=True, slots=True)
class FlightTiming:
    """The timing of a kind of flight: seconds, seconds between two tiles, easing function."""

    lasts: float
    apart: float
    ease: Callable[[float], float]


DEAL_TIMING = FlightTiming(0.18, 0.028, ease_out)
DRAW_TIMING = FlightTiming(0.26, 0.0, ease_in_out)
THROW_TIMING = FlightTiming(0.24, 0.0, ease_in_out)
MELD_TIMING = FlightTiming(0.30, 0.024, spring)
SHIFT_TIMING = FlightTiming(0.42, 0.0, ease_in_out)
TAKE_TIMING = FlightTiming(0.45, 0.024, ease_in_out)
DEAD_HAND_TIMING = FlightTiming(0.60, 0.02, ease_in_out)
PACK_TIMING = FlightTiming(0.28, 0.016, ease_in_out)  # a dead hand that another player takes
NUDGE_TIMING = FlightTiming(0.14, 0.0, ease_out)

_OWN = (TileZone.RACK, TileZone.SEAT)


def timing_for(start: TileZone, end: TileZone) -> FlightTiming:
    """Return the timing of a flight between two kinds of place."""
    if start is TileZone.STOCK:
        return DRAW_TIMING
    if start is TileZone.DEAD:
        return PACK_TIMING if end is TileZone.SEAT else DEAD_HAND_TIMING
    if start is TileZone.PILE and end in _OWN:
        return TAKE_TIMING
    if end is TileZone.PILE:
        return THROW_TIMING
    if end is TileZone.SET:
        return SHIFT_TIMING if start is TileZone.SET else MELD_TIMING
    return NUDGE_TIMING


@dataclass(frozen=True, slots=True)
class Flight:
    """A tile in flight. `shows_face` means that its face is visible: throughout or, if it `turns`, once turned up.

    A tile that is `under` something at its start is hidden until the flight begins.
    """

    tile: Tile
    start: Box
    end: Box
    begins: float
    lasts: float
    ease: Callable[[float], float]
    turns: bool
    shows_face: bool
    under: bool = False

    def is_over(self, now: float) -> bool:
        """Return whether the tile has arrived."""
        return now >= self.begins + self.lasts

    def progress(self, now: float) -> float:
        """Return the passed share of the flight's time, 0 to 1."""
        past = now - self.begins
        if past <= 0.0 < self.lasts:
            return 0.0
        return past / self.lasts if past < self.lasts else 1.0

    @property
    def returns(self) -> bool:
        """Return whether the tile ends where it lay, as in a wave."""
        return self.ease(0.0) >= 1.0

    @property
    def start_offset(self) -> tuple[float, float]:
        """Return the offset of the flight's start from its end."""
        start, end = self.start, self.end
        return (start.x - end.x + (start.w - end.w) / 2, start.y - end.y + (start.h - end.h) / 2)

    def remaining_share(self, now: float) -> float:
        """Return the remaining share of the way."""
        return 1.0 - self.ease(self.progress(now))

    def corner(self, now: float) -> Point:
        """Return the current upper left corner."""
        (across, down), left = self.start_offset, self.remaining_share(now)
        return (self.end.x + across * left, self.end.y + down * left)

    def box(self, now: float) -> Box:
        """Return the current box; it has the size of the end, so that the tile is drawn once."""
        return Box(*self.corner(now), self.end.w, self.end.h)


def moved_tiles(before: Mapping[Tile, Spot], after: Mapping[Tile, Spot]) -> tuple[Tile, ...]:
    """Return the tiles whose place has changed, in the order of `after`.

    Of those visible neither before nor after, only those that went to another zone.
    """
    return tuple(
        tile
        for tile, spot in after.items()
        if (old := before.get(tile)) is not None
        and (old.box != spot.box or old.seen is not spot.seen)
        and (old.seen or spot.seen or old.lies is not spot.lies)
    )


def flights_between(
    before: Mapping[Tile, Spot], after: Mapping[Tile, Spot], now: float, tiles: Iterable[Tile] | None = None
) -> tuple[Flight, ...]:
    """Return the flights from one layout to the next, all begun now or shortly after."""
    counts: dict[FlightTiming, int] = {}
    made = []
    for tile in moved_tiles(before, after) if tiles is None else tiles:
        old, new = before[tile], after[tile]
        how = timing_for(old.lies, new.lies)
        at = counts.get(how, 0)
        counts[how] = at + 1
        made.append(_flight(tile, old, new, now + at * how.apart, how))
    return tuple(made)


def set_by_set(flying: Sequence[Flight], before: Mapping[Tile, Spot], after: Mapping[Tile, Spot]) -> tuple[Flight, ...]:
    """Delay flights so that one set is completed before the next begins; tiles that make room go first.

    The next set is one that covers no tile that still waits, if there is such a set.
    """
    growing: dict[int, list[Flight]] = {}
    for one in flying:
        if after[one.tile].lies is TileZone.SET:
            growing.setdefault(after[one.tile].index, []).append(one)
    taking = {
        spot.index
        for tile, spot in after.items()
        if spot.lies is TileZone.SET and _lay_elsewhere(before.get(tile), spot)
    }
    waiting = sorted(taking & set(growing), key=lambda index: (growing[index][0].end.y, growing[index][0].end.x))
    late: dict[Tile, float] = {}
    for step in range(len(waiting)):
        free = (index for index in waiting if not _covers(growing[index], growing, waiting))
        chosen = next(free, waiting[0])
        waiting.remove(chosen)
        late |= {one.tile: step * SECONDS_BETWEEN_SETS for one in growing[chosen]}
    return tuple(
        replace(one, begins=one.begins + late[one.tile], start=_beside_its_set(one, before, after))
        if late.get(one.tile)
        else one
        for one in flying
    )


def _beside_its_set(one: Flight, before: Mapping[Tile, Spot], after: Mapping[Tile, Spot]) -> Box:
    """Return where a tile waits before it leaves a set: its old place, shifted like the tiles that stay."""
    old = before[one.tile]
    home = (old.lies, old.index)
    stays = (tile for tile, spot in before.items() if (spot.lies, spot.index) == home and tile in after)
    mate = next((tile for tile in stays if (after[tile].lies, after[tile].index) == home), None)
    if old.lies is TileZone.SET and mate is not None:
        here, there = before[mate].box, after[mate].box
        return one.start.moved(there.x - here.x, there.y - here.y)
    return one.start


def _lay_elsewhere(old: Spot | None, new: Spot) -> bool:
    return old is None or (old.lies, old.index) != (new.lies, new.index)


def _covers(coming: Sequence[Flight], growing: Mapping[int, Sequence[Flight]], waiting: Iterable[int]) -> bool:
    """Return whether new tiles would cover tiles of sets that still wait."""
    still = [one.start for index in waiting if growing[index] is not coming for one in growing[index]]
    return any(one.end.overlaps(start, 1.0) for one in coming for start in still)


def shake_flights(places: Mapping[Tile, Box], now: float) -> tuple[Flight, ...]:
    """Return the flights of tiles that shake in place."""
    return tuple(
        Flight(tile, box.moved(SHAKE_WIDTH, 0), box, now, SHAKE_SECONDS, sway, turns=False, shows_face=True)
        for tile, box in places.items()
    )


def wave_flights(places: Mapping[Tile, Box], now: float) -> tuple[Flight, ...]:
    """Return the flights of tiles that rise and fall one after the other."""
    apart = min(WAVE_TILE_DELAY, (MAX_WAVE_SECONDS - WAVE_SECONDS) / max(1, len(places)))
    return tuple(
        Flight(
            tile, box.moved(0, -WAVE_HEIGHT), box, now + at * apart, WAVE_SECONDS, hump, turns=False, shows_face=True
        )
        for at, (tile, box) in enumerate(places.items())
    )


def at_tempo(flying: Iterable[Flight], now: float, tempo: float) -> tuple[Flight, ...]:
    """Return flights made at a time, sped up by a factor `tempo`."""
    if tempo == 1.0:
        return tuple(flying)
    return tuple(replace(one, begins=now + (one.begins - now) / tempo, lasts=one.lasts / tempo) for one in flying)


def deal_flights(after: Mapping[Tile, Spot], stock: Box, order: tuple[Tile, ...], now: float) -> tuple[Flight, ...]:
    """Return the flights of a deal: from the stock to the racks, in this order."""
    apart = min(DEAL_TIMING.apart, (MAX_DEAL_SECONDS - DEAL_TIMING.lasts) / max(1, len(order)))
    start = Spot(stock, TileZone.STOCK, -1, seen=False)
    return tuple(_flight(tile, start, after[tile], now + at * apart, DEAL_TIMING) for at, tile in enumerate(order))


def _flight(tile: Tile, old: Spot, new: Spot, begins: float, how: FlightTiming) -> Flight:
    known = new.seen or (old.seen and old.lies is TileZone.PILE)  # the pile's tiles were face up already
    turns = not old.seen and new.seen and old.lies is not TileZone.PILE
    return Flight(tile, old.box, new.box, begins, how.lasts, how.ease, turns, known, not old.seen)
