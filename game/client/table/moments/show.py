"""Shows a table's moments over the board: finds them between two views and animates them.

Laws: the table itself changes at once, only pictures follow; input never has to wait. Automatic moves, of bots and of
tiles that make room, wait for the end of a ribbon.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.client.table.geometry.laid import TileZone
from game.client.table.moments.fan import DeadHandFlight
from game.client.table.moments.happened import end_moment, moments_between
from game.client.table.moments.kinds import MomentKind, limits_for
from game.client.table.moments.picture import EDGE_GAP, STAMP_SECONDS, MomentPicture, draw_stamp, scenery_for
from game.client.table.moments.queue import MomentQueue
from game.client.table.moments.ribbon import MAX_TEXT_SCALE, RIBBON_HEIGHT
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.client.draw.backdrop import StaticPart
    from game.client.draw.sound import Cue
    from game.client.table.board import Board
    from game.client.table.moments.kinds import MomentLimits
    from game.client.table.moments.moment import Moment
    from game.client.table.moments.queue import RunningMoment
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.match.match import RoundResult
    from game.table.tiles import Tile
    from game.table.view import View

MAX_LANDING_SECONDS = 1.0  # of tiles: a dead hand that flies without a fan takes 0.8 of it
TURN_SECONDS = 2.3  # least length of another's turn, moments included


class MomentShow:
    """The moments of one table.

    `clear` are the boxes that are never dimmed; `times` counts the moments of the match by kind; a viewer who
    `looks_on` has no seat.
    """

    def __init__(
        self, board: Board[Any, Any], names: Sequence[str], heard: Callable[[Cue], None], times: Counter[object],
        clear: Callable[[], tuple[Box, ...]] = tuple, looks_on: Callable[[], bool] = bool,
    ) -> None:  # fmt: skip
        self.queue = MomentQueue(times)
        self._clear, self._looks_on = clear, looks_on
        self._board, self._names, self._heard = board, names, heard
        self._was: View | None = None
        self._result: RoundResult | None = None  # the result of the round, once it is scored
        self._pictures: dict[RunningMoment, MomentPicture] = {}
        self._burst: set[RunningMoment] = set()
        # seals that wait until room is made, or are being stamped since `_stamped`
        self._seals: tuple[StaticPart, ...] = ()
        self._stamped: float | None = None
        self._pack: tuple[Tile, ...] = ()  # tiles of the viewer's own dead hand, while its moment starts
        self._counted: RunningMoment | None = None  # the moment whose points fly to where they are counted
        self._now = 0.0
        self._mover = -1  # the seat that made the last move; the time when that turn began
        self._turn_began, self._tempo = 0.0, 1.0

    @property
    def busy(self) -> bool:
        """Return whether any moment is shown or waits, or a seal is to be stamped or points to be counted."""
        return self.queue.busy or bool(self._seals) or self._counted is not None

    @property
    def holds_moves(self) -> bool:
        """Return whether automatic moves must wait."""
        return self.queue.holds_moves

    def holds_bots(self, mover: int, now: float) -> bool:
        """Return whether the next bot's move must wait.

        A bot waits for the whole of the viewer's own moments. For another's turn, its player goes on, and the next bot
        waits for a fixed time.
        """
        running, own = self.queue.running, None if self._was is None else self._was.seat
        if running is None or not self.holds_moves:
            return False
        return running.moment.seat == own or (
            running.moment.seat != mover and now < self._turn_began + TURN_SECONDS / self._tempo
        )

    def note_move(self, seat: int, now: float) -> None:
        """Record that a seat made a move."""
        if seat != self._mover:
            self._mover, self._turn_began = seat, now

    # --- new moments ---------------------------------------------------------------------------------------------

    def take_view(self, view: View, result: RoundResult | None = None, *, owed: bool = False) -> tuple[Moment, ...]:
        """Take the current view; return the moments since the last one.

        While tiles are `owed`, because a turn being shown will bring them to the rack, nothing is announced: a moment
        would delay them.
        """
        if owed:
            return ()
        view = replace(view, seat=NO_SEAT) if self._looks_on() else view
        before, self._was = self._was, view
        counted, self._result = result is not None and self._result is None, result
        if before is None:
            return ()
        if before.table.round != view.table.round:
            self.queue.new_round()
            return ()
        told = moments_between(before, view, self._names)
        if result is None or not counted:
            return told
        self._was = replace(view, faces=result.table.faces)  # all racks are open from now on
        end = end_moment(result, view.seat, self._names)
        return told if end is None else (end, *told)

    def start_moments(self, moments: Sequence[Moment], look: Look, now: float | None) -> None:
        """Start the moments; without a time all jump to their end, as after a resize of the window."""
        if now is None:
            self.queue.end_all()
            self._keep(())
            self._pictures, self._burst = {}, set()
            return
        if not moments:
            return
        limits, stage, self._tempo = _limits(look), self._board.stage, look.animation_speed
        self._pack = self._own_pack(moments, limits)
        # The cause of a dead hand lands first, its own tiles last, because they fan out.
        brought = [tile for moment in moments for tile in moment.tiles]
        kinds = {moment.kind for moment in moments}
        leaves = MomentKind.DEAD_HAND in kinds or kinds == {MomentKind.FEW}  # tiles that left a rack are its cause
        cause = set(stage.flying_tiles if leaves else brought) - set(self._pack)
        latest = now + MAX_LANDING_SECONDS / look.animation_speed
        lands = max([now, *(min(stage.arrival_time(tile), latest) for tile in cause)])
        self.queue.add(moments, now, lands, look.animation_speed, limits)
        running = self.queue.running
        if running is not None and running.limits.moves:
            self._board.delay_flights(running.reflow_time, set(running.moment.tiles))
        self._hold_count(running)
        self._furnish(look)
        self._keep([picture.seal for picture in self._pictures.values() if picture.seal is not None])
        fan = None if running is None else self._pictures[running].fan
        if running is not None and fan is not None:
            self._board.stage.hide_until(running.moment.tiles, running.end_time)
        self._pack = ()

    def _hold_count(self, running: RunningMoment | None) -> None:
        """Let points be counted once they have flown to their place; an ended moment lets go of its own."""
        counts = running is not None and running.limits.moves and running.moment.points > 0
        new = running if counts else None
        if new is not self._counted:
            for one, held in ((self._counted, False), (new, True)):
                plate = None if one is None else self._board.points_plate(one.moment.seat)
                if plate is not None:
                    plate.hold_count(held=held)
            self._counted = new

    def _keep(self, seals: Sequence[StaticPart]) -> None:
        """Keep seals hidden until room is made for them."""
        self._seals, self._stamped = tuple(seals), None
        self._board.hide_parts(seal.name for seal in seals)

    def _stamp(self, now: float, tempo: float) -> None:
        """Stamp the seals when the sets beside them have made room; each stamping ends after its time."""
        running = self.queue.running
        if self._stamped is not None:
            if (now - self._stamped) * tempo >= STAMP_SECONDS:
                self._keep(())
        elif self._seals and (running is None or now >= running.reflow_time) and not self._makes_room():
            over = () if self._board.parts is None else self._board.parts.over
            # where the seals are by now
            self._seals = tuple(part for _tile, part in over if part.name in self._board.hidden_parts)
            self._stamped = now
            self._board.hide_parts(())

    def _makes_room(self) -> bool:
        """Return whether tiles of sets still have to move aside or are moving."""
        return any(self._board.stage.is_flying(tile) for tile in self._board.making_room)

    def _own_pack(self, moments: Sequence[Moment], limits: MomentLimits) -> tuple[Tile, ...]:
        """Return the tiles of the viewer's own dead hand that fly to the rack."""
        own = None if self._was is None else self._was.seat
        packs = [one for one in moments if one.kind is MomentKind.DEAD_HAND and one.seat == own]
        if not limits.moves or not packs:
            return ()
        return tuple(tile for tile in packs[0].tiles if self._board.stage.is_flying(tile))

    def _furnish(self, look: Look) -> None:
        """Make the pictures of new moments, and drop those of past ones."""
        self._pictures = {one: self._pictures.get(one) or self._picture(one, look) for one in self.queue.shown_moments}
        self._burst &= set(self.queue.shown_moments)

    def _picture(self, running: RunningMoment, look: Look) -> MomentPicture:
        counts = self._board.points_plate(running.moment.seat)
        board, moment, scale = self._board, running.moment, min(MAX_TEXT_SCALE, look.text_scale)
        plates = tuple(plate.rect for plate in board.plates.values() if plate.visible)
        setting = scenery_for(
            self._causes(moment),
            board.current_layout().frame.table,
            self._clear(),
            board.goal_box(moment.seat) if counts is None else counts.rect,
            RIBBON_HEIGHT * scale,
            board.covered,
            plates,
        )
        faces = () if self._was is None else tuple(self._was.faces[tile] for tile in moment.praised)
        stamps = running.limits.moves and running.ribbon
        seal = board.parts.seal_of(moment.tiles) if stamps and board.parts is not None else None
        fan = self._fan(running, look)
        return MomentPicture(
            running, look, setting, faces, as_cards=board.as_cards, fan=fan, seal=seal, plates=plates,
            head=self._head(moment), plate=self._plate(moment.seat),
        )  # fmt: skip

    def _plate(self, seat: int) -> Box | None:
        """Return the plate of a seat's side, or else of the seat; None for the viewer, who may have none."""
        plate = self._board.points_plate(seat) or self._board.plates.get(seat)
        return None if plate is None else plate.rect

    def _head(self, moment: Moment) -> Box | None:
        """Return the face on which the cap drops when somebody went out.

        None for the viewer, who has the rack instead.
        """
        if moment.kind is not MomentKind.OUT:
            return None
        plate = self._board.plates.get(moment.seat)
        return self._board.goal_box(moment.seat) if plate is None else plate.part_boxes().picture

    def _fan(self, running: RunningMoment, look: Look) -> DeadHandFlight | None:
        """Return the animation of a dead hand that has just come to the viewer's rack."""
        board, layout = self._board, self._board.current_layout()
        if self._was is None or not self._pack or not set(self._pack) <= set(running.moment.tiles):
            return None
        spots = sorted((layout.spots[tile].box.y, layout.spots[tile].box.x, tile) for tile in self._pack)
        tiles = [(self._was.faces[tile], layout.spots[tile].box) for _y, _x, tile in spots]
        pack = board.stage.flight_starts(self._pack)[0]
        return DeadHandFlight(running, look, pack, layout.frame.rack, tiles, as_cards=board.as_cards)

    def _causes(self, moment: Moment) -> list[Box]:
        """Return the boxes of the tiles that caused a moment; the player's seat where they are not visible."""
        spots = self._board.current_layout().spots
        seen = [spots[tile] for tile in moment.tiles if tile in spots and spots[tile].seen]
        felt = [spot.box for spot in seen if spot.lies is not TileZone.RACK]
        if moment.kind is MomentKind.DEAD_HAND:  # whose empty rack it fills
            return [self._board.goal_box(moment.seat)]
        return (
            felt or [spot.box.top_part(spot.box.h - EDGE_GAP) for spot in seen] or [self._board.goal_box(moment.seat)]
        )

    # --- time and input ------------------------------------------------------------------------------------------

    def rule_at(self, point: Point) -> str:
        """Return the rule on the visible ribbon's tab at a point, "" where there is none."""
        running = self.queue.running
        picture = None if running is None else self._pictures.get(running)
        return "" if picture is None else picture.rule_at(point, self._now)

    def skip(self) -> bool:
        """End the present moment because of an input; return whether there was one."""
        running = self.queue.running
        if running is None or not self.queue.skip():
            return False
        self._board.delay_flights(0.0, set())
        self._keep(())
        self._board.stage.hide_until(running.moment.tiles if self._pictures[running].fan else (), 0.0)
        return True

    def tick(self, now: float, look: Look) -> None:
        """Advance the time: sounds at their burst, the wave along a set, waiting moments."""
        self._now = now
        if not self.busy:
            return
        self.queue.tick(now, look.animation_speed, _limits(look))
        self._hold_count(self.queue.running)
        self._furnish(look)
        self._stamp(now, look.animation_speed)
        made = False  # one part a frame, over all moments
        for one, picture in self._pictures.items():
            made = picture.prepare(now) if not made or now >= one.burst_time else made
            if one not in self._burst and now >= one.burst_time:
                self._burst.add(one)
                spec = one.moment.kind.spec
                if spec.cue is not None:
                    self._heard(spec.cue)
                if spec.wave and one.limits.moves:
                    self._board.wave(one.moment.tiles, now, look.animation_speed)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw_under(self, surface: Surface) -> None:
        """Draw what lies under flying tiles."""
        for picture in self._seen():
            picture.draw_under(surface, self._now)

    def draw_over(self, surface: Surface) -> None:
        """Draw what lies over flying tiles, and the seals that are being stamped."""
        if self._stamped is not None:
            for seal in self._seals:
                draw_stamp(surface, seal, (self._now - self._stamped) * self._tempo / STAMP_SECONDS)
        for picture in self._seen():
            picture.draw_over(surface, self._now, self._board.over)

    def _seen(self) -> list[MomentPicture]:
        """Return the pictures of moments still shown: input or a new round may have ended one since the last frame."""
        return [self._pictures[one] for one in self.queue.shown_moments if one in self._pictures]


def _limits(look: Look) -> MomentLimits:
    return limits_for(calm=look.calm, less=look.motion_reduced)
