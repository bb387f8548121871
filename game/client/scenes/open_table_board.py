"""The board of an open table: the parts that tell, the layout, the tiles and the ground, kept in step with a turn.

Laws: `show` is the only way anything changes place; what moved is the difference to what was shown before; `draw`
only blits. In the middle of a turn tiles on the table never grow and the panel never unfolds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.client import theme
from game.client.board.marks import Verdict
from game.client.board.motion import deal, flights
from game.client.board.open_frame import OpenNeeds, open_frame, panel_width
from game.client.board.open_layout import OpenWanted, lay_open, plate_of
from game.client.board.open_sets import HeapShape
from game.client.board.rack_layout import RackShape, rack_shape
from game.client.board.sets_layout import TILE
from game.client.board.sprites import Stage
from game.client.scenes.open_table_ground import (
    LANE,
    HeapTelling,
    OpenGround,
    OpenTelling,
    lane_widths,
    lip_of,
    paint_base,
    stamps,
)
from game.client.scenes.open_table_parts import ReadinessBox, ScoreList, ScoreRow, StripPlate
from game.client.scenes.open_table_turn import chosen_reading, readings
from game.client.scenes.open_table_words import (
    banner_words,
    gap_of,
    news,
    news_words,
    open_log,
    rack_words,
    readiness,
    reading_words,
    seat_words,
    tag_words,
)
from game.client.scenes.table_log_part import LogPart
from game.client.scenes.table_parts import Banner, Sitting, TopBar
from game.client.widgets.boxes import Box
from game.client.words import say
from game.match.transcript import Controller
from game.table.tiles import NO_TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.board.layout import Spot
    from game.client.board.open_frame import OpenFrame
    from game.client.board.open_layout import OpenLayout
    from game.client.board.sprites import Marks
    from game.client.scenes.open_table_turn import OpenTurn
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.session.arrangement import Mark
    from game.session.session import Session
    from game.table.tiles import Tile

BAR_GAP = 8.0
BAR_START = 10.0
SLOTS = 30  # a rack of an open table always has two rows


@dataclass(frozen=True, slots=True)
class OpenHeights:
    """What the scene's own buttons ask for; `icons` counts those at the right end of the bar."""

    primary: float
    tools: float
    button: float
    icons: int


def panel_growth(look: Look) -> float:
    """Return how much wider the panel is for big text."""
    return 1.0 + 0.45 * max(0.0, look.text_scale - 1.0)


class OpenBoard:
    """Everything of an open table but its buttons."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.bar = TopBar(session.rules.title)
        self.banner = Banner()
        self.plates: dict[int, StripPlate] = {}
        self.scores = ScoreList()
        self.readiness = ReadinessBox()
        self.log = LogPart()
        self.stage = Stage(as_cards=False)
        self.layout: OpenLayout | None = None
        self.ground: OpenGround | None = None
        self.scroll = 0.0
        self._folded = False
        self._painted: object = None
        self._look: Look | None = None
        self._tellings: tuple[HeapTelling, ...] = ()
        self._seat_plates()

    def _seat_plates(self) -> None:
        count, watching = len(self.session.seats), self.session.watching
        step = 1 if self.session.header.options.word("direction") == "left" else -1
        order = [(watching + step * at) % count for at in range(1, count)]
        self.plates = {seat: StripPlate(seat) for seat in order}
        self.plates[order[-1]].direction = False

    @property
    def parts(self) -> tuple[Widget, ...]:
        """Return the widgets that only tell and are painted with the ground."""
        return (self.bar, *self.plates.values(), self.scores, self.readiness)

    # --- telling -------------------------------------------------------------------------------------------------

    def tell(self, turn: OpenTurn) -> None:
        """Put the table of now into words."""
        session, view = self.session, turn.view
        table, options = view.table, session.header.options
        if session.rules.option("hands") is not None and session.rules.lowest_wins:
            self.bar.aside = say("open.hand_of", round=table.round, hands=options.number("hands"))
        else:
            self.bar.aside = say("open.round", round=table.round)
        words = banner_words(turn, session.seats)
        self.banner.title, self.banner.line, self.banner.mine = words.title, words.line, words.mine
        self.banner.of = max(1, options.number("turn_seconds"))
        for seat, plate in self.plates.items():
            plate.whole.sitting = self._sitting(turn, seat)
        self._tell_scores(turn)
        self.readiness.telling = readiness(turn, session.seats)
        self.log.show(open_log(view, session.seats))
        fresh = news(view)
        self._tellings = tuple(self._heap(turn, mark, fresh) for mark in turn.standing.marks)

    def _tell_scores(self, turn: OpenTurn) -> None:
        session, table = self.session, turn.view.table
        totals = session.standing.totals or table.totals
        lowest = session.rules.lowest_wins
        rows = [
            ScoreRow(
                seat, session.seats[seat].name, total, mine=seat == session.watching,
                turn=table.to_move == seat and table.outcome is None,
            )
            for seat, total in enumerate(totals)
        ]  # fmt: skip
        self.scores.rows = tuple(sorted(rows, key=lambda row: (row.total if lowest else -row.total, row.seat)))
        self.scores.aside = say("open.lowest") if lowest else say("open.highest")
        self.scores.signed = not lowest

    def _sitting(self, turn: OpenTurn, seat: int) -> Sitting:
        one, table = self.session.seats[seat], turn.view.table
        return Sitting(
            one.name,
            seat_words(turn.view, self.session.seats, seat),
            len(table.racks[seat]),
            seat,
            bot=one.controller is Controller.BOT,
            crest=None,
            turn=table.to_move == seat and table.outcome is None,
            as_cards=False,
        )

    def _heap(self, turn: OpenTurn, mark: Mark, fresh: dict[tuple[Tile, ...], int]) -> HeapTelling:
        faces = turn.view.faces
        verdict = None
        if turn.checked and (mark.changed or not mark.valid):
            verdict = Verdict.VALID if mark.valid else Verdict.BROKEN
        offered = readings(mark)
        return HeapTelling(
            mark.heap.number,
            verdict,
            tag_words(mark, faces) if turn.checked else "",
            tuple(reading_words(one, faces) for one in offered),
            chosen_reading(mark),
            -1 if mark.changed else fresh.get(mark.heap.tiles, -1),
            tuple(mark.heap.meanings.items()),
        )

    def news_of(self, number: int) -> str:
        """Return who has just laid a heap, in words; "" for nobody."""
        seat = next((one.news for one in self._tellings if one.number == number), -1)
        return say("open.laid_by", name=self.session.seats[seat].name) if seat >= 0 else ""

    # --- laying out ----------------------------------------------------------------------------------------------

    def show(
        self, look: Look, turn: OpenTurn, marks: Marks, heights: OpenHeights, now: float | None, *, grow: bool
    ) -> None:
        """Lay everything out; what moved flies from `now` on, without a time it stands at once."""
        before = self.layout
        anew = self._look is None or self._look != look
        self._look = look
        self.layout = self._lay(look, turn, heights, grow=grow or anew)
        self.scroll = self.layout.scroll
        self._place(look, self.layout.frame)
        self._paint(look, turn)
        if anew or now is None or look.calm or before is None:
            self.stage.land()
        else:
            self._fly(before, now, marks)
        self.stage.settle(self.layout, turn.view.faces, marks, look)

    def _lay(self, look: Look, turn: OpenTurn, heights: OpenHeights, *, grow: bool) -> OpenLayout:
        """Lay out with the panel, or with a rail where the table would have to scroll for it."""
        if not (self._folded and not grow):
            open_ = self._laid_at(look, turn, heights, grow=grow, folded=False)
            self._folded = False
            if open_.over <= 1 and not open_.frame.cramped:
                return open_
        folded = self._laid_at(look, turn, heights, grow=grow, folded=True)
        self._folded = True
        return folded

    def _laid_at(self, look: Look, turn: OpenTurn, heights: OpenHeights, *, grow: bool, folded: bool) -> OpenLayout:
        needs = self._needs(look, turn, heights)
        frame = open_frame(look.viewport.canvas, needs, folded=folded)
        rack = self._rack(turn, frame.rack.w, frame.lip.h)
        keep = None if self.layout is None or self.layout.frame.folded is not folded else self.layout.heaps.width
        heaps = turn.arrangement.heaps
        by_number = {mark.heap.number: mark for mark in turn.standing.marks}
        shapes = tuple(
            HeapShape(
                one.number,
                len(heap.tiles),
                gap_of(by_number[one.number], turn.view.faces) if turn.checked else None,
                lane_widths(look, one),
            )
            for one, heap in zip(self._tellings, heaps, strict=True)
        )
        wanted = OpenWanted(
            turn.view, heaps, shapes, turn.bench.shown, LANE * max(1.0, look.text_scale), look.u, keep, grow,
            self.scroll,
        )  # fmt: skip
        return lay_open(wanted, frame, rack)

    def _rack(self, turn: OpenTurn, wide: float, lip: float) -> RackShape:
        return rack_shape(max(SLOTS, len(turn.bench.shown) + 1), wide, lip, TILE.tall)

    def _needs(self, look: Look, turn: OpenTurn, heights: OpenHeights) -> OpenNeeds:
        grows = panel_growth(look)
        lip = max(30.0, look.leading(theme.HEADING) + 8)
        canvas = look.viewport.canvas
        wide = canvas.w - panel_width(canvas, grows) - 40
        return OpenNeeds(
            bar=heights.button + 12,
            banner=self.banner.size_for(look, self.banner.title, self.banner.line),
            bar_sides=self._bar_sides(look, heights),
            plates=len(self.plates),
            plate=next(iter(self.plates.values())).min_size(look)[1],
            scores=(self.scores.min_size(look)[1], self.scores.least(look)),
            pool=max(62.0, look.leading(theme.SMALL_BOLD) + look.leading(theme.SMALL) + 6),
            readiness=self.readiness.min_size(look)[1],
            primary=heights.primary,
            tools=heights.tools,
            rack=self._rack(turn, wide, lip).height,
            lip=lip,
            panel_grows=grows,
        )

    def _bar_sides(self, look: Look, heights: OpenHeights) -> tuple[float, float]:
        """Return what the ends of the bar take: the title only where the banner still has its words beside it."""
        least = BAR_START + heights.button + 2 * BAR_GAP
        right = heights.icons * (heights.button + BAR_GAP) + BAR_GAP
        titled = least + look.wide(self.bar.title, theme.TITLE) + 14 + look.wide(self.bar.aside, theme.READING) + 24
        banner = self.banner.size_for(look, self.banner.title, self.banner.line)[0]
        fits = titled + banner + right + 16 <= look.viewport.canvas.w
        self.bar.start = least
        return (titled if fits else least, right + 8)

    def _place(self, look: Look, frame: OpenFrame) -> None:
        self.bar.end = frame.banner.x
        self.bar.place(frame.bar, look)
        self.banner.place(frame.banner, look)
        for plate, box in zip(self.plates.values(), frame.plates, strict=True):
            plate.place(box, look)
        places: list[tuple[Widget, Box | None]] = [
            (self.scores, frame.scores), (self.log, frame.log), (self.readiness, frame.readiness),
        ]  # fmt: skip
        for part, where in places:
            part.visible = where is not None
            if where is not None:
                part.place(where, look)

    # --- the ground ----------------------------------------------------------------------------------------------

    def _paint(self, look: Look, turn: OpenTurn) -> None:
        """Paint the ground where anything on it changed; marks and lip are cheap and always of now."""
        layout = self._laid()
        telling = self._telling(turn)
        shown = replace(layout.frame, banner=Box(0, 0, 0, 0), log=None)
        hidden = sum(layout.hides(heap.box) for heap in layout.heaps.heaps)
        key = (
            look, shown, layout.rack, layout.heaps.slot, hidden, telling.stock, telling.has_closing, telling.news,
            telling.hint, telling.may_lay, self.bar.end, [(part.says(), part.states()) for part in self.parts],
            self.scores.rows, self.readiness.telling,
        )  # fmt: skip
        base = self.ground.base if self.ground is not None else None
        if base is None or key != self._painted:
            self._painted = key
            base = paint_base(look, layout, telling, self.parts)
        under, over = stamps(look, layout, self._tellings)
        lip, at = lip_of(look, layout, telling)
        self.ground = OpenGround(base, under, over, lip, at)

    def _telling(self, turn: OpenTurn) -> OpenTelling:
        view = turn.view
        empty = not turn.arrangement.heaps
        if empty:
            hint = say("open.empty_mine") if turn.playing else say("open.empty")
        else:
            hint = say("open.new_set") if turn.playing else ""
        return OpenTelling(
            stock=len(view.table.stock),
            has_closing=view.table.closing != NO_TILE,
            news=news_words(news(view), self.session.seats),
            hint=hint,
            name=self.session.seats[view.seat].name,
            rack=rack_words(turn),
            may_lay=turn.playing,
        )

    # --- motion --------------------------------------------------------------------------------------------------

    def _fly(self, before: OpenLayout, now: float, marks: Marks) -> None:
        """Begin the flights from what was shown to what is shown now; what the hand holds comes from the hand."""
        layout = self._laid()
        start: dict[Tile, Spot] = dict(before.spots)
        for tile, box in marks.held.items():
            if tile in start:
                start[tile] = replace(start[tile], box=box)
        fresh = flights(start, layout.spots, now)
        if fresh:
            self.stage.fly(fresh)

    def fly_deal(self, turn: OpenTurn, marks: Marks, now: float) -> None:
        """Deal: every rack's tiles fly from the stock in turn order."""
        layout, look = self._laid(), self._look
        if look is None or look.calm:
            return
        racks = turn.view.table.racks
        longest = max(len(rack) for rack in racks)
        order = tuple(rack[at] for at in range(longest) for rack in racks if at < len(rack))
        self.stage.fly(deal(layout.spots, layout.stock, order, now))
        self.stage.settle(layout, turn.view.faces, marks, look)

    def fly_home(self, tiles: Sequence[Tile], boxes: dict[Tile, Box], turn: OpenTurn, marks: Marks, now: float) -> None:
        """Let tiles that were dragged in vain glide back to where they were."""
        layout, look = self._laid(), self._look
        if look is None or look.calm:
            return
        start = {
            tile: replace(layout.spots[tile], box=boxes[tile])
            for tile in tiles
            if tile in layout.spots and tile in boxes
        }
        self.stage.fly(flights(start, layout.spots, now, tuple(start)))
        self.stage.settle(layout, turn.view.faces, marks, look)

    def settle(self, turn: OpenTurn, marks: Marks) -> None:
        """Stand the tiles again: what is said of them changed, not where they lie."""
        if self.layout is not None and self._look is not None:
            self.stage.settle(self.layout, turn.view.faces, marks, self._look)

    def _laid(self) -> OpenLayout:
        if self.layout is None:
            raise RuntimeError("a board is shown before anything on it moves")
        return self.layout

    def plate_of(self, turn: OpenTurn, seat: int) -> Box:
        """Return the plate of another seat."""
        return self._laid().frame.plates[plate_of(turn.view, seat)]

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw_under(self, surface: Surface) -> None:
        """Draw ground, marks, resting tiles and the lip."""
        if self.ground is None or self.layout is None:
            return
        surface.blit(self.ground.base, (0, 0))
        for stamp in self.ground.under:
            surface.blit(stamp.surface, stamp.at)
        self.stage.table.draw(surface)
        for stamp in self.ground.over:
            if stamp.tile is None or not self.stage.flying(stamp.tile):
                surface.blit(stamp.surface, stamp.at)
        surface.blit(self.ground.lip, self.ground.lip_at)
