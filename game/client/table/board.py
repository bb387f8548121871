"""The board of any table: plates and other widgets, layout, tiles and background, kept in sync with the turn.

Laws: only `show` changes where things lie; what flies then is the difference to before; drawing only blits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pygame import Surface

from game.client.draw import theme
from game.client.draw.backdrop import surface_part
from game.client.table.geometry.laid import TableLayout, TileZone
from game.client.table.geometry.motion import (
    at_tempo,
    deal_flights,
    flights_between,
    set_by_set,
    shake_flights,
    wave_flights,
)
from game.client.table.log_panel import LogPanel
from game.client.table.plates.banner import Banner
from game.client.table.plates.bar import TopBar
from game.client.table.plates.onlooker import OnlookerStrip
from game.client.table.sprites import AIR_LAYER, HAND_LAYER, LIFT_HEIGHT, WAITING_LAYER, TileStage
from game.client.table.turn import UnsentTurn
from game.table.faces import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from pygame import Rect

    from game.client.app_context import OtherPlayers
    from game.client.debug import ShownItem
    from game.client.draw.backdrop import StaticPart
    from game.client.table.geometry.laid import Spot
    from game.client.table.geometry.motion import Flight
    from game.client.table.ground import GroundParts
    from game.client.table.plates.seat import SeatInfo, SeatPlate
    from game.client.table.sprites import Marks
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.session.session import Session
    from game.table.faces import Face
    from game.table.tiles import Tile

BAR_GAP = 8.0
BAR_START = 10.0
MAX_SPREAD_PX = 8  # device px by which tiles of a set that makes room may move apart, so that its edge goes with them

T = TypeVar("T", bound=UnsentTurn[Any])
L = TypeVar("L", bound=TableLayout)


@dataclass(frozen=True, slots=True)
class ButtonHeights:
    """The heights that the scene's buttons need. `icons` is the number of icons at the right end of the bar."""

    primary: float
    tools: float
    button: float
    icons: int
    second: float = 0.0  # height of a second button that has its own row


class PointsPlate(Protocol):
    """A plate that counts points; `rect` is its place."""

    rect: Box

    def hold_count(self, *, held: bool) -> None:
        """Leave the digits as they are while points fly there, then roll them."""


class Board(ABC, Generic[T, L]):
    """Everything of a table except its buttons. `plates` are those of the other seats, in Tab order."""

    def __init__(self, session: Session, plates: Mapping[int, SeatPlate], company: OtherPlayers | None) -> None:
        self.session, self.company = session, company
        self.as_cards = False
        self.headline: tuple[str, str] | None = None  # replaces the usual text of the banner
        self.still = False  # the match has ended: nobody moves any more
        self.past = False  # an earlier table is shown: no moves are possible
        self.teaches = True  # the log may explain how the game is played
        self.asked: Callable[[], str] | None = None  # what a lesson asks for now, shown in the banner
        self.task = ""  # the task of a puzzle, shown where other tables tell the round
        self.real_turn: T | None = None  # the real turn, without a move that a hint previews
        self.carried = False  # tiles are being dragged
        self.advised = False  # a message, a hint or another widget lies over the table, so the table gives no advice
        self.covered: tuple[Box, ...] = ()  # the boxes of what lies over the table
        self.opens = False  # show the faces of the others' racks as far as the view knows them
        self.bar = TopBar(session.rules.title)
        self.banner = Banner()
        self.plates = plates
        self.log = LogPanel()
        self.strip = OnlookerStrip(session.viewer_seat)
        self.stage = TileStage()
        self.layout: L | None = None
        self.making_room: tuple[Tile, ...] = ()  # tiles of sets that move aside
        self._coming: tuple[Tile, ...] = ()  # tiles that fly into sets
        # the static picture: background, tiles at rest, text over them, and the rack's lip
        self.resting: tuple[StaticPart, ...] = ()
        self.nearly: tuple[tuple[Rect, int], ...] = ()  # own sets that lack one tile, with the radius of their corners
        self.over: tuple[StaticPart, ...] = ()  # text drawn over the tiles
        self.hidden_parts: frozenset[Hashable] = frozenset()  # names of parts not drawn until an animation ends
        self.prerender: Callable[[], None] | None = None  # renders in advance, while idle, what may be shown next
        self.parts: GroundParts | None = None
        self._look: Look | None = None

    def set_cards(self, *, cards: bool) -> None:
        """Draw cards or tiles from now on."""
        self.as_cards = self.stage.as_cards = cards

    def open_faces(self, turn: T, seat: int) -> tuple[Face, ...]:
        """Return the faces of another seat's rack where the viewer may see them."""
        if not self.opens:
            return ()
        faces = tuple(turn.view.faces[tile] for tile in turn.view.table.racks[seat])
        return () if HIDDEN in faces else faces

    # --- what each family defines --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def side_widgets(self) -> tuple[Widget, ...]:
        """Return the widgets beside the table that show text, including the log."""

    @abstractmethod
    def update_texts(self, turn: T) -> None:
        """Update all texts from the current table."""

    @abstractmethod
    def seat_info(self, turn: T, seat: int) -> SeatInfo:
        """Return what the plate of a seat shows."""

    @abstractmethod
    def compute_layout(self, look: Look, turn: T, heights: ButtonHeights, *, anew: bool) -> L:
        """Compute the layout; with `anew` nothing has to keep its position."""

    @abstractmethod
    def place_widgets(self, look: Look, layout: L) -> None:
        """Put the bar, banner, log and other widgets into the boxes of the frame."""

    @abstractmethod
    def background_parts(self, look: Look, turn: T, layout: L) -> GroundParts:
        """Return the parts drawn below the tiles and those drawn above them."""

    @abstractmethod
    def tile_boxes(self, turn: T, marks: Marks) -> list[ShownItem]:
        """Return the boxes of tiles and slots, which are not widgets."""

    # --- laying out ----------------------------------------------------------------------------------------------

    def show(self, look: Look, turn: T, marks: Marks, heights: ButtonHeights, now: float | None) -> None:
        """Lay everything out. What moved flies from `now` on, or jumps there if `now` is None."""
        before, anew = self.layout, self._look != look
        self._look, self.carried = look, bool(marks.held)
        self.update_texts(turn)
        self._tell_waiting()
        self.layout = layout = self.compute_layout(look, turn, heights, anew=anew)
        frame = layout.frame
        self.bar.end = frame.banner.x
        self.bar.place(frame.bar, look)
        self.banner.place(frame.banner, look)
        self._show_strip(look, turn, frame.rack)
        self.log.visible = frame.log is not None
        if frame.log is not None:
            self.log.place(frame.log, look)
        self.place_widgets(look, layout)
        self.parts = self.background_parts(look, turn, layout)
        if anew or now is None or look.calm or before is None:
            self.stage.end_flights()
        else:
            self.start_flights(before, layout, marks, now, shown=self.real_turn not in (None, turn))
        self.redraw_tiles(turn, marks)

    def _show_strip(self, look: Look, turn: T, rack: Box) -> None:
        """Show a text in the rack's place to a viewer who has no rack."""
        onlooker = None if self.company is None else self.company.onlooker
        self.strip.visible = onlooker is not None
        if onlooker is not None:
            self.strip.tell(onlooker, self.seat_info(turn, self.session.viewer_seat))
            self.strip.place(rack, look)

    def _tell_waiting(self) -> None:
        """Show in the banner a headline, who is awaited or what a lesson asks for; on the plates who is away."""
        for seat, plate in self.plates.items():
            absence = None if self.company is None else self.company.absence_text(seat)
            if absence is not None:
                plate.info = replace(plate.info, line=str(absence))
        self.banner.lone = self.headline is not None and not self.headline[1]
        told = self.headline or (None if self.company is None else self.company.waiting_text())
        if told is not None:
            self.banner.title, self.banner.line = str(told[0]), str(told[1])
            self.banner.mine = self.banner.mine and self.headline is None
        elif self.asked is not None:
            self.banner.line = self.asked() or self.banner.line

    def bar_sides(self, look: Look, heights: ButtonHeights, beside: float = 0.0) -> tuple[float, float]:
        """Return the widths that the left and right end of the bar take from the banner.

        The title is left out where the banner needs its room. `beside` is how much the panel below the right end takes
        from the banner, in logical px.
        """
        least = BAR_START + heights.button + 2 * BAR_GAP
        right = heights.icons * (heights.button + BAR_GAP) + BAR_GAP
        titled = (
            least
            + look.text_width(self.bar.title, theme.TITLE)
            + 14
            + look.text_width(self.bar.aside, theme.READING)
            + 24
        )
        banner = self.banner.size_for(look, self.banner.title, self.banner.line)[0]
        fits = titled + banner + max(right, beside) + 16 <= look.viewport.canvas.w
        self.bar.start = least
        return (titled if fits else least, right + 8)

    def current_layout(self) -> L:
        """Return the current layout."""
        if self.layout is None:
            raise RuntimeError("a board is shown before it is asked")
        return self.layout

    # --- motion --------------------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Return whether any tile is moving."""
        return self.stage.moving

    def start_flights(self, before: L, layout: L, marks: Marks, now: float, *, shown: bool) -> None:
        """Start flights from one layout to the next; dragged tiles start under the pointer.

        A move that is only `shown` flies set by set.
        """
        start: dict[Tile, Spot] = dict(before.spots)
        for tile, box in marks.held.items():
            if tile in start:
                start[tile] = replace(start[tile], box=box)
        fresh = flights_between(start, layout.spots, now)
        fresh = set_by_set(fresh, start, layout.spots) if shown else fresh
        laid = [one.tile for one in fresh if layout.spots[one.tile].lies is TileZone.SET]
        self.making_room = tuple(tile for tile in laid if start[tile].lies is TileZone.SET)
        self._coming = tuple(tile for tile in laid if start[tile].lies is not TileZone.SET)
        if fresh:
            new = {one.tile for one in fresh}
            goals = {tile: spot.box for tile, spot in layout.spots.items() if tile not in new}
            self.stage.fly((*self.stage.still_flying(goals, now), *at_tempo(fresh, now, self._tempo)))

    def delay_flights(self, until: float, but: set[Tile]) -> None:
        """Keep tiles that move aside where they are until a time."""
        spots = self.current_layout().spots
        waiting = [tile for tile in self.making_room if tile not in but]
        goals = [spots[tile].box for tile in (*but, *self._coming) if tile in spots]
        # A tile on the place of a new one cannot wait, because it would hide it; without new tiles nothing moves aside.
        if self._coming and not any(
            start.overlaps(goal, 1.0) for start in self.stage.flight_starts(waiting) for goal in goals
        ):
            self.stage.delay_flights(waiting, until)

    def wave(self, tiles: Sequence[Tile], now: float, tempo: float) -> None:
        """Run a wave of highlights along tiles at rest."""
        spots = self.current_layout().spots
        places = {tile: spots[tile].box for tile in tiles if tile in spots and spots[tile].lies is TileZone.SET}
        self.stage.add_flights(at_tempo(wave_flights(places, now), now, tempo))

    def points_plate(self, seat: int) -> PointsPlate | None:  # noqa: ARG002 - a family that has one overrides it
        """Return the plate that counts a seat's points, None where a round's points are not shown."""
        return None

    def goal_box(self, seat: int) -> Box:
        """Return where tiles that a seat gets fly to: its plate, or the player's own rack."""
        plate = self.plates.get(seat)
        return self.current_layout().frame.rack if plate is None else plate.rect

    def advance(self, now: float, turn: T, marks: Marks) -> None:
        """Move flying tiles to where they are at a time."""
        if self.stage.advance(now, marks):
            self.redraw_tiles(turn, marks)
            self.stage.advance(now, marks)

    def _fly(self, flying: Iterable[Flight], now: float, turn: T, marks: Marks) -> None:
        self.stage.fly(at_tempo(flying, now, self._tempo))
        self.redraw_tiles(turn, marks)

    @property
    def _tempo(self) -> float:
        return 1.0 if self._look is None else self._look.animation_speed

    @property
    def _calm(self) -> bool:
        return self._look is None or self._look.calm

    def fly_deal(self, turn: T, marks: Marks, now: float) -> None:
        """Animate the deal: tiles fly from the stock to each rack in turn order."""
        if self._calm:
            return
        layout, racks = self.current_layout(), turn.view.table.racks
        longest = max(len(rack) for rack in racks)
        order = tuple(rack[at] for at in range(longest) for rack in racks if at < len(rack))
        self._fly(deal_flights(layout.spots, layout.stock, order, now), now, turn, marks)

    def fly_home(self, tiles: Sequence[Tile], boxes: Mapping[Tile, Box], turn: T, marks: Marks, now: float) -> None:
        """Let tiles glide back from where they were dropped without effect."""
        if self._calm:
            return
        spots = self.current_layout().spots
        start = {tile: replace(spots[tile], box=boxes[tile]) for tile in tiles if tile in spots and tile in boxes}
        self._fly(flights_between(start, spots, now, tuple(start)), now, turn, marks)

    def shake(self, turn: T, marks: Marks, now: float) -> None:
        """Shake the tiles that a refusal names, where they lie."""
        if self._calm or not marks.wrong:
            return
        spots = {tile: self.current_layout().spots[tile] for tile in marks.wrong}
        stand = {
            tile: spot.box.moved(0, -LIFT_HEIGHT if spot.lies is TileZone.RACK else 0.0)
            for tile, spot in spots.items()
            if spot.seen
        }
        self._fly(shake_flights(stand, now), now, turn, marks)

    def redraw_tiles(self, turn: T, marks: Marks) -> None:
        """Redraw the tiles in place after marks or flights have changed."""
        if self.layout is None or self._look is None or self.parts is None:
            return
        self.stage.redraw_tiles(self.layout, turn.view.faces, marks, self._look)
        self.hide_parts(self.hidden_parts)

    def hide_parts(self, names: Iterable[Hashable]) -> None:
        """Hide the parts with these names until called again without them."""
        self.hidden_parts = frozenset(names)
        if self.parts is None:
            return
        tiles = (surface_part(piece.blit, *piece.blit) for piece in self.stage.table.sprites())
        self.over = tuple(
            part
            for tile, part in self.parts.over
            if part.name not in self.hidden_parts and (tile is None or not self.stage.is_away(tile))
        )
        under = (part for held, part in self.parts.under if not any(map(self.stage.is_away, held)))
        self.resting = (*under, *tiles, *self.over, self.parts.lip)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw_over(self, surface: Surface, *, waits: bool) -> None:
        """Draw the tiles that fly or are dragged or, with `waits`, that wait for their flight, with their labels."""
        surface.blits(carried_parts_below(self, waits=waits), doreturn=False)
        self.stage.air.draw_on(surface, *((WAITING_LAYER,) if waits else (AIR_LAYER, HAND_LAYER)))
        surface.blits(carried_parts(self, waits=waits), doreturn=False)


def carried_parts(board: Board[Any, Any], *, waits: bool) -> list[tuple[Surface, tuple[int, int]]]:
    """Return what is said of tiles that make room, where they are now: seals and what wild tiles stand for."""
    aside, found = set(board.making_room), []
    for tile, part in () if board.parts is None or not aside else board.parts.over:
        off = (
            board.stage.offset_of(tile, waits=waits) if tile in aside and part.name not in board.hidden_parts else None
        )
        if off is not None and isinstance(part.key, Surface):
            found.append((part.key, part.box.move(off).topleft))
    return found


def carried_parts_below(board: Board[Any, Any], *, waits: bool) -> list[tuple[Surface, tuple[int, int]]]:
    """Return what lies under sets that make room as a whole, where they are now: edges and halos."""
    aside, found = set(board.making_room), []
    for held, part in () if board.parts is None or not aside else board.parts.under:
        if held and aside.issuperset(held) and isinstance(part.key, Surface):
            offsets = [board.stage.offset_of(tile, waits=waits) for tile in held]
            known = [off for off in offsets if off is not None]
            if len(known) == len(held) and max(known)[0] - min(known)[0] <= MAX_SPREAD_PX:
                found.append((part.key, part.box.move(known[0]).topleft))
    return found
