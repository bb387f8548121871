"""The board of an open table: the texts of its parts, its layout, and the labels of each heap.

Laws: a table that nobody changed lies as it lay; during a turn tiles on the table never grow and the panel never
unfolds; an arrangement that comes back in a turn, as by undo, lies where it lay. The rack gives its second row away
only to a crowded table, and takes it back only when its tiles need it; its tiles keep their size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.draw.marks import SetState
from game.client.sides import is_onlooker, who_began
from game.client.table.board import Board, ButtonHeights
from game.client.table.geometry.rack import RackShape, first_row_of, rack_shape
from game.client.table.geometry.sets import TILE_PROPORTIONS
from game.client.table.how_it_goes import show_aim
from game.client.table.log import with_beginning
from game.client.table.moods import mood_of
from game.client.table.open.faults import fault_words
from game.client.table.open.frame import (
    IMPOSSIBLE_HEIGHT,
    MAX_PLATE_WIDTH,
    PLATE_GAP,
    OpenNeeds,
    open_frame,
    panel_width,
)
from game.client.table.open.ground import LABEL_HEIGHT, HeapLabels, OpenLabels, background_parts, lane_widths
from game.client.table.open.layout import OpenLayout, OpenLayoutInput, compute_open_layout, end_box
from game.client.table.open.readiness import ReadinessBox
from game.client.table.open.rows import HeapShape
from game.client.table.open.scores import ScoreList, ScoreRow
from game.client.table.open.sets import TableChange
from game.client.table.open.turn import OpenTurn
from game.client.table.open.turn_state import RACK_SLOTS
from game.client.table.open.words import (
    banner_words,
    changed_sets,
    joker_colours,
    match_end_words,
    missing_before,
    newly_shifted,
    news_words,
    open_log_lines,
    rack_words,
    readiness,
    reading_words,
    round_words,
    seat_initials,
    seat_words,
    shifted_words,
    sitter_words,
    tag_words,
)
from game.client.table.places import slot_places, tile_places
from game.client.table.plates.lettering import label_scale
from game.client.table.plates.seat import SeatInfo
from game.client.table.plates.strip import StripPlate
from game.client.table.rack_order import EMPTY_SLOT, SLOTS_PER_ROW
from game.client.words import say
from game.match.transcript import Controller

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.client.app_context import OtherPlayers
    from game.client.table.aims import Target
    from game.client.table.ground import GroundParts
    from game.client.table.rack_order import Slots
    from game.client.table.sprites import Marks
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.rules.open_table_jokers import ShiftedJoker
    from game.session.arrangement import Heap, HeapState
    from game.session.session import Session
    from game.table.melds import Meld
    from game.table.tiles import Tile

LOW_RACK_SLOTS = SLOTS_PER_ROW + 1  # of a rack of one row; a fixed number, so that tiles keep size and place
ONE_ROW_TILES = 13  # with at most so many tiles the rack may have one row where the table is crowded


@dataclass(frozen=True, slots=True)
class FrameShape:
    """Whether the panel is a rail, and whether the rack has left its second row to the table."""

    folded: bool = False
    low: bool = False


@dataclass(frozen=True, slots=True)
class Since:
    """What happened to the table since the layout `before`, and whether heaps are known by their numbers in it."""

    change: TableChange
    before: OpenLayout | None
    by_number: bool = False

    @property
    def width(self) -> float:
        """The tile width that is wanted: the present one; infinite where the table is laid out anew."""
        return inf if self.before is None or self.change is TableChange.ANEW else self.before.heaps.width


def panel_growth(look: Look) -> float:
    """Return how much wider the panel is for large text."""
    return 1.0 + 0.45 * max(0.0, look.text_scale - 1.0)


def _plates(session: Session) -> dict[int, StripPlate]:
    """Return the plates of the others in playing order, with an arrow from each to the next but after the last."""
    count, watching = len(session.seats), session.viewer_seat
    step = 1 if session.header.options.word("direction") == "left" else -1
    order = [(watching + step * at) % count for at in range(1, count)]
    plates = {seat: StripPlate(seat) for seat in order}
    plates[order[-1]].direction = False
    return plates


def _hints(turn: OpenTurn) -> tuple[str, ...]:
    """Return texts for the place of a new set, the longer first; the first that fits is shown."""
    if not turn.arrangement.heaps:
        return (say("open.empty_mine") if turn.can_play else say("open.empty"),)
    if not turn.can_play:
        return ()
    short = say("open.new_set")
    return (say("open.new_set_move" if turn.legal_moves.opening is None else "open.new_set_how"), short)


def _worth(layout: OpenLayout, since: Since) -> tuple[float, bool, float, bool]:
    """Return a sort key for how well a layout shows the sets.

    Little is scrolled away, the panel is unfolded, tiles are large, and rows keep the lines for labels that they had.
    """
    hidden = layout.max_scroll if layout.max_scroll > 1 else 0.0
    before = () if since.before is None else since.before.heaps.reserved
    keeps = all(now >= then for now, then in zip(layout.heaps.reserved, before, strict=False))
    return -hidden, not (layout.frame.folded or layout.frame.cramped), layout.heaps.width, keeps


def _held(slots: Slots) -> int:
    """Return the number of tiles in slots."""
    return len(slots) - slots.count(EMPTY_SLOT)


def _roomier_shapes(now: FrameShape, slots: Slots, change: TableChange, *, opens: bool) -> list[FrameShape]:
    """Return the frames that leave the table more room, those with a lower rack first; none lowers it within a turn."""
    # Where all racks are open nothing is moved, so the own rack needs no empty slots.
    fits = opens or (_held(slots) <= ONE_ROW_TILES and len(slots) <= SLOTS_PER_ROW)
    lows = (False, True) if fits and change is not TableChange.NONE and not now.low else (now.low,)
    shapes = [FrameShape(folded, low) for folded in (False, True) for low in lows]
    return [one for one in shapes if one != now and one.folded >= now.folded]


def _rack(look: Look, room: tuple[float, float], slots: int, shape: FrameShape, *, opens: bool) -> RackShape:
    """Return the shape of the rack in a room (width, height of the lip)."""
    (wide, lip), tall = room, TILE_PROPORTIONS.tall
    if shape.low and opens:
        return rack_shape(max(1, slots), wide, lip, tall, tight=True, scale=look.table_scale)
    usual = rack_shape(max(RACK_SLOTS, slots), wide, lip, tall, scale=look.table_scale)
    low = max(LOW_RACK_SLOTS, slots)
    if not shape.low:
        return usual
    if low <= usual.across:
        return first_row_of(usual, tall)
    close = rack_shape(low, wide, lip, tall, scale=look.table_scale)  # beside a panel of large text
    return close if close.rows == 1 else usual


def plate_widths(plates: Sequence[StripPlate], look: Look, room: float) -> tuple[float, ...]:
    """Return the width each plate needs for its name and, if the strip has room, for the last move."""
    named = tuple(plate.width_for_name(look) for plate in plates)
    whole = tuple(max(name, plate.width_for_line(look)) for name, plate in zip(named, plates, strict=True))
    return whole if sum(whole) + PLATE_GAP * (len(whole) - 1) <= room else named


class OpenBoard(Board[OpenTurn, OpenLayout]):
    """Everything of an open table except its buttons.

    A board that shows an earlier table is given the present layout `now`, so that sets lie where they lie now.
    """

    plates: Mapping[int, StripPlate]

    def __init__(self, session: Session, company: OtherPlayers | None = None, now: OpenLayout | None = None) -> None:
        super().__init__(session, _plates(session), company)
        self._now = now
        self.layout = now
        self.scores = ScoreList()
        self.readiness = ReadinessBox()
        self.scroll = 0.0
        self.candidates: tuple[Target, ...] = ()  # the sets that can be chosen for the picked tiles
        self._shifted: tuple[ShiftedJoker, ...] = ()  # jokers that the others have made stand for something else
        self._shape = FrameShape() if now is None else FrameShape(now.frame.folded, now.rack.rows == 1)
        self._slots = 0  # slots of the rack that were needed in this turn
        self._table: tuple[int, tuple[Meld, ...]] | None = None  # the round and the sets laid out last
        self._size: tuple[Viewport, float, float] | None = None  # the sizes of window, text and table then
        self._lain: dict[tuple[Heap, ...], OpenLayout] = {}  # every arrangement of this turn with its layout
        self._heap_labels: tuple[HeapLabels, ...] = ()

    @property
    def side_widgets(self) -> tuple[Widget, ...]:
        """Return the widgets beside the table that show text."""
        return (self.scores, self.log, self.readiness)

    # --- telling -------------------------------------------------------------------------------------------------

    def update_texts(self, turn: OpenTurn) -> None:
        """Update all texts from the current table."""
        session, view = self.session, turn.view
        table, options = view.table, session.header.options
        self.bar.aside = self.task or round_words(table, options)
        ends = match_end_words(options)
        begun = say("score.then", ended=who_began(table, session.seats), after=ends) if self.teaches else ends
        self.bar.tip = None if self.task else begun
        real = self.real_turn or turn
        words = banner_words(real, session.seats)
        self.banner.title, self.banner.line, self.banner.mine = words.title, words.line, words.mine
        if self.candidates:
            self.banner.line = say("open.do.choose")
        self.banner.full_seconds = max(1, options.number("turn_seconds"))
        for seat, plate in self.plates.items():
            plate.info = replace(self.seat_info(turn, seat), faces=self.open_faces(turn, seat))
        _tell_scores(self, turn)
        self.readiness.telling = readiness(real, session.seats)
        if self.teaches:
            show_aim(self.log, view)
        lines = open_log_lines(view, session.seats)
        self.log.show(with_beginning(lines, table, session.seats) if self.teaches else lines)
        fresh = {frozenset(tiles): seat for tiles, seat in changed_sets(view).items()}
        self._shifted = newly_shifted(view)
        self._heap_labels = tuple(_heap_labels(self, turn, mark, fresh) for mark in turn.legal_moves.heap_states)

    def seat_info(self, turn: OpenTurn, seat: int) -> SeatInfo:
        """Return what the plate of a seat shows."""
        one, table = self.session.seats[seat], turn.view.table
        return SeatInfo(
            one.name,
            sitter_words(self.session.seats[seat]) if self.still else seat_words(turn.view, self.session.seats, seat),
            len(table.racks[seat]),
            seat,
            bot=one.controller is Controller.BOT,
            crest=None,
            turn=table.to_move == seat and table.outcome is None and not self.still,
            as_cards=False,
            mood=mood_of(turn.view, seat),
            over=table.outcome is not None,
        )

    def changer_text(self, number: int) -> str:
        """Return who has just laid a heap, as text; "" for nobody."""
        seat = next((one.news for one in self._heap_labels if one.number == number), -1)
        if seat < 0:
            return ""
        words = say("open.laid_by", name=self.session.seats[seat].name)
        pills = dict(next(one.pills for one in self._heap_labels if one.number == number))
        jokers, options = [one for one in self._shifted if one.joker in pills], self.session.header.options
        return say("open.with_joker", words=words, joker=shifted_words(jokers, options)) if jokers else words

    # --- laying out ----------------------------------------------------------------------------------------------

    def compute_layout(
        self,
        look: Look,
        turn: OpenTurn,
        heights: ButtonHeights,
        *,
        anew: bool,  # noqa: ARG002 - not every new look is another size
    ) -> OpenLayout:
        """Lay out as the table lay; where the sets do not fit, lower the rack or fold the panel to a narrow rail."""
        since = self._since(look, turn)
        slots = turn.turn_state.visible_slots
        self._slots = max(self._slots if since.change is TableChange.NONE else 0, len(slots) + 1)
        shape = self._shape
        layout = self._laid_at(look, turn, heights, since, shape)
        others = (
            _roomier_shapes(shape, slots, since.change, opens=self.opens)
            if _worth(layout, since) < (0.0, True, since.width, True)
            else []
        )
        for one in others:
            other = self._laid_at(look, turn, heights, since, one)
            if _worth(other, since) > _worth(layout, since):
                layout, shape = other, one
        if shape.folded and since.change is TableChange.TURN:
            unfolded = replace(shape, folded=False)
            other = self._laid_at(look, turn, heights, since, unfolded)
            if other.heaps.rows == layout.heaps.rows and _worth(other, since) > _worth(layout, since):
                layout, shape = other, unfolded
        self._shape = replace(shape, low=shape.low and (self.opens or layout.rack.rows == 1))
        self.scroll = layout.scroll
        self._lain = {**self._lain, turn.arrangement.heaps: layout}
        return layout

    def _since(self, look: Look, turn: OpenTurn) -> Since:
        """Return what happened to the table since the last call, and where it lay then."""
        last, size = self._table, self._size
        self._table = (turn.view.table.round, turn.view.table.melds)
        self._size = (look.viewport, look.text_scale, look.table_scale)
        if self._now is not None:
            return Since(TableChange.NONE, self._now)  # the sets of an earlier table lie where they lie now
        if last != self._table:
            self._lain = {}
        before = self._lain.get(turn.arrangement.heaps, self.layout)
        if before is None or last is None or last[0] != self._table[0]:
            self._shape = FrameShape()
            return Since(TableChange.ANEW, None)
        same = last == self._table
        if size != self._size:
            self._shape, self._lain = FrameShape(low=self._shape.low), {}
            return Since(TableChange.ANEW, before, by_number=same)
        return Since(TableChange.NONE if same else TableChange.TURN, before, by_number=same)

    def _laid_at(
        self, look: Look, turn: OpenTurn, heights: ButtonHeights, since: Since, shape: FrameShape
    ) -> OpenLayout:
        needs = self._needs(look, heights, shape)
        frame = open_frame(look.viewport.canvas, needs, folded=shape.folded)
        rack = _rack(look, (frame.rack.w, frame.lip.h), self._slots, shape, opens=self.opens)
        heaps = turn.arrangement.heaps
        by_number = {mark.heap.number: mark for mark in turn.legal_moves.heap_states}
        lain = set() if since.before is None else {frozenset(stands) for stands in since.before.stands.values()}
        shapes = tuple(
            HeapShape(
                one.number,
                len(heap.tiles),
                missing_before(by_number[one.number], turn.view.faces) if turn.legal_moves.checks_sets else None,
                lane_widths(look, one),
                frozenset(heap.tiles) not in lain,
                bool(one.readings),
                tuple(heap.tiles.index(tile) for tile, _face in one.pills),
            )
            for one, heap in zip(self._heap_labels, heaps, strict=True)
        )
        lane = LABEL_HEIGHT * max(1.0, look.text_scale * label_scale(look))
        wanted = OpenLayoutInput(
            turn.view, heaps, shapes, turn.turn_state.visible_slots, lane, look.u,
            since.before, since.change, since.by_number, self.scroll, look.table_scale,
        )  # fmt: skip
        return compute_open_layout(wanted, frame, rack)

    def _needs(self, look: Look, heights: ButtonHeights, shape: FrameShape) -> OpenNeeds:
        grows = panel_growth(look)
        lip = max(30.0, look.line_height(theme.HEADING) + 8)
        canvas = look.viewport.canvas
        wide = canvas.w - panel_width(canvas, grows, folded=shape.folded) - 40
        each = (wide - PLATE_GAP * (len(self.plates) - 1)) / max(1, len(self.plates))
        for plate in self.plates.values():
            plate.rack_room = min(MAX_PLATE_WIDTH, each)
        ready = (self.readiness.min_size(look)[1], self.readiness.height_for(look, panel_width(canvas, grows)))
        return OpenNeeds(
            bar=heights.button + 12,
            banner=self.banner.size_for(look, self.banner.title, self.banner.line),
            bar_sides=self.bar_sides(look, heights),
            plates=(0.0,) * len(self.plates) if self.opens else plate_widths(tuple(self.plates.values()), look, wide),
            plate=max(plate.min_size(look)[1] for plate in self.plates.values()),
            scores=(self.scores.min_size(look)[1], self.scores.tight_height(look), self.scores.least_height(look)),
            stock=max(62.0, look.line_height(theme.SMALL_BOLD) + look.line_height(theme.SMALL) + 6),
            readiness=ready if self.teaches else (IMPOSSIBLE_HEIGHT, IMPOSSIBLE_HEIGHT),
            primary=heights.primary,
            tools=heights.tools,
            rack=_rack(look, (wide, lip), self._slots, shape, opens=self.opens).height,
            lip=lip,
            panel_grows=grows,
        )

    def place_widgets(self, look: Look, layout: OpenLayout) -> None:
        """Put the parts into the boxes of the frame."""
        frame = layout.frame
        for plate, box in zip(self.plates.values(), frame.plates, strict=True):
            plate.place(box, look)
        for part, where in ((self.scores, frame.scores), (self.readiness, frame.readiness)):
            part.visible = where is not None
            if where is not None:
                part.place(where, look)

    # --- the ground ----------------------------------------------------------------------------------------------

    def background_parts(self, look: Look, turn: OpenTurn, layout: OpenLayout) -> GroundParts:
        """Return the parts drawn below the tiles and above them."""
        return background_parts(look, layout, self._labels(turn), self._heap_labels)

    def _labels(self, turn: OpenTurn) -> OpenLabels:
        view = turn.view
        return OpenLabels(
            stock=len(view.table.stock),
            has_closing=turn.legal_moves.closing_tile is not None,
            news=news_words(
                changed_sets(view),
                self.session.seats,
                tuple(self.plates),
                shifted_words(self._shifted, view.table.options),
            ),
            hints=() if self.advised or self.past else _hints(turn),
            name=self.session.seats[view.seat].name,
            rack=rack_words(turn),
            may_lay=turn.can_play and not self.past,
        )

    # --- the debug print -----------------------------------------------------------------------------------------

    def tile_boxes(self, turn: OpenTurn, marks: Marks) -> list[ShownItem]:
        """Return the boxes of every visible tile, of every set with its end and its readings, and of every slot."""
        layout = self.current_layout()
        told = tile_places(layout, turn.view.faces, marks, as_cards=False)
        for mark in turn.legal_moves.heap_states:
            heap = layout.placed_heap(mark.heap.number)
            if heap is None:
                continue
            stands = "fault" if mark.heap.number in turn.legal_moves.faults else "valid" if mark.valid else "broken"
            state = (stands, *(("changed",) if mark.changed else ()))
            told.append(ShownItem("set", f"set:{heap.number}", heap.box, state))
            told.append(ShownItem("slot", f"set:{heap.number}:end", end_box(heap)))
            told += [ShownItem("reading", f"reading:{heap.number}:{at}", box) for at, box in enumerate(heap.lane) if at]
        return [*told, ShownItem("slot", "new_set", layout.heaps.slot), *slot_places(layout)]


def _tell_scores(board: OpenBoard, turn: OpenTurn) -> None:
    session, table = board.session, turn.view.table
    totals = session.standing.totals or table.totals
    lowest = session.rules.lowest_wins
    rows = [
        ScoreRow(
            seat,
            session.seats[seat].name,
            total,
            mine=seat == session.viewer_seat and not is_onlooker(session.seats),
            turn=table.to_move == seat and table.outcome is None and not board.still,
        )
        for seat, total in enumerate(totals)
    ]
    board.scores.rows = tuple(sorted(rows, key=lambda row: (row.total if lowest else -row.total, row.seat)))
    board.scores.aside = say("open.lowest") if lowest else say("open.highest")
    board.scores.signed = not lowest


def _heap_labels(board: OpenBoard, turn: OpenTurn, mark: HeapState, fresh: dict[frozenset[Tile], int]) -> HeapLabels:
    faces = turn.view.faces
    verdict = None
    standing = turn.legal_moves
    fault = standing.faults.get(mark.heap.number) if turn.legal_moves.checks_sets else None
    if fault is not None and mark.valid:
        verdict = SetState.BROKEN if fault else None
    elif turn.legal_moves.checks_sets and (mark.changed or not mark.valid):
        begun = mark.heap.number in standing.begun_heaps
        verdict = SetState.VALID if mark.valid else SetState.BEGUN if begun else SetState.BROKEN
    tag = tag_words(mark, faces) if turn.legal_moves.checks_sets else ""
    if fault and standing.refusal is not None:
        tag = fault_words(standing.refusal)
    offered = standing.readings.get(mark.heap.number, ())
    seat = -1 if mark.changed else fresh.get(frozenset(mark.heap.tiles), -1)
    return HeapLabels(
        mark.heap.number,
        verdict,
        tag,
        tuple(reading_words(one, faces) for one in offered),
        standing.chosen_reading(mark.heap.number),
        seat,
        seat_initials(board.session.seats, tuple(board.plates)).get(seat, ""),
        tuple(mark.heap.joker_faces.items()),
        joker_colours(mark, faces),
        mark.heap.tiles,
        bool(tag) and not fault and standing.split_of(mark) is not None,
    )
