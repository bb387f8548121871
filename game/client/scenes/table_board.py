"""The board of a table scene: the parts that tell, the layout, the tiles and the ground, kept in step with a bench.

Laws: `show` is the only way anything changes place; what moved is the difference to what was shown before; `draw`
only blits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.client import theme
from game.client.board.backdrop import stamp
from game.client.board.burst import burst
from game.client.board.layout import SET_LEAST, ZONE_TOP, Lies, Wanted, lay_out, rack_for
from game.client.board.motion import deal, flights, nod
from game.client.board.shapes import shape
from game.client.board.sprites import LIFT, Stage
from game.client.board.surfaces import Crest
from game.client.board.table_frame import OUR_SHARES, SIDE_GAP, Needs, couples_frame, panel_width, rack_width
from game.client.scenes.table_ground import Telling, ground_parts, lip_part, pill_parts
from game.client.scenes.table_log import log_lines, news
from game.client.scenes.table_log_part import LogPart
from game.client.scenes.table_parts import BIG_TEXT, Banner, SeatPlate, Sitting, TopBar, capped
from game.client.scenes.table_score_part import Score, ScorePlate
from game.client.scenes.table_words import banner_words, did, pile_words, side_names, who, zone_words
from game.client.widgets.boxes import Box
from game.client.words import say
from game.match.transcript import Controller
from game.session.proposals import canasta, canasta_of, is_pure, laid_points, rack_points
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.board.backdrop import Part
    from game.client.board.burst import Burst
    from game.client.board.layout import Layout, Spot, Zone
    from game.client.board.sprites import Marks
    from game.client.board.table_frame import Frame
    from game.client.scenes.table_bench import Bench
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.session.session import Session
    from game.table.tiles import Tile
    from game.table.view import View

BAR_GAP = 8.0
BAR_START = 10.0
CAPTION = 23.0  # of the middle row, besides the tiles and the caption's own line


LEAST_PX = 28  # device px: a face is not read when it is narrower
GOOD_WIDTH = 36.0  # tiles of sets as wide as this need no other division of the room


def _pill(look: Look) -> float:
    """Return the height of the pill on a zone's edge."""
    return capped(look, theme.SMALL_BOLD).px / look.u * 1.5


def _worth(layout: Layout) -> tuple[float, float]:
    """Return how well both zones show their sets: nothing out of sight first, then the smaller tiles' width."""
    hidden = max(zone.over for zone in layout.zones)
    return -hidden, min(zone.placed.width for zone in layout.zones)


def _sealed(zone: Zone) -> dict[int, bool]:
    """Return the canastas of a zone by number; whether each is pure stands beside it."""
    return {
        number: zone.pure[at]
        for at, (number, placed) in enumerate(zip(zone.numbers, zone.placed.sets, strict=True))
        if placed.seal is not None
    }


@dataclass(frozen=True, slots=True)
class Heights:
    """What the scene's own buttons ask for; `icons` counts those at the right end of the bar."""

    primary: float
    extra: float
    tools: float
    button: float
    icons: int


class Board:
    """Everything of a table but its buttons."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.as_cards = session.rules.deck.cards
        self.bar = TopBar(session.rules.title)
        self.banner = Banner()
        seats = range(len(session.seats))
        upright = len(session.seats) > 2
        self.plates = {
            seat: SeatPlate(seat, upright=upright and (seat - session.watching) % len(session.seats) in (1, 3))
            for seat in seats
            if seat != session.watching
        }
        self.us, self.them = ScorePlate(Crest.US), ScorePlate(Crest.THEM)
        self.log = LogPart()
        self.stage = Stage(as_cards=self.as_cards)
        self.layout: Layout | None = None
        self.resting: tuple[Part, ...] = ()  # ground, tiles at rest, what wild ones stand for, and the lip
        self.bursts: tuple[Burst, ...] = ()
        self.scroll = [0.0, 0.0]
        self._now = 0.0
        self._ground: tuple[Part, ...] = ()
        self._pills: dict[Tile, Part] = {}
        self._lip: tuple[Part, ...] = ()
        self._look: Look | None = None

    @property
    def parts(self) -> tuple[Widget, ...]:
        """Return the widgets that only tell and lie below all others."""
        return (self.bar, *self.plates.values(), self.us, self.them)

    # --- telling -------------------------------------------------------------------------------------------------

    def tell(self, bench: Bench, *, may_lay: bool) -> None:
        """Put the table of now into words."""
        session, view = self.session, bench.view
        table = view.table
        self.bar.aside = say("table.round", round=table.round, target=session.header.options.number("target"))
        words = banner_words(view, session.seats, len(bench.picked), may_lay=may_lay, cards=self.as_cards)
        self.banner.title, self.banner.line, self.banner.mine = words.title, words.line, words.mine
        self.banner.of = max(1, session.header.options.number("turn_seconds"))
        for seat, plate in self.plates.items():
            plate.sitting = self._sitting(view, seat)
        target = session.header.options.number("target")
        totals = session.standing.totals or table.totals
        for score, ours in ((self.us, True), (self.them, False)):
            side = table.side_of(view.seat) if ours else 1 - table.side_of(view.seat)
            names = side_names(view, session.seats, ours=ours)
            crest = Crest.US if ours else Crest.THEM
            score.tell(Score(crest, names, totals[side], laid_points(view, side), target))
        self.log.show(log_lines(bench.draft.base, session.seats, cards=self.as_cards))

    def _sitting(self, view: View, seat: int) -> Sitting:
        one = self.session.seats[seat]
        ours = view.table.side_of(seat) == view.table.side_of(view.seat)
        turn = view.table.to_move == seat and view.table.outcome is None
        return Sitting(
            one.name,
            did(view, seat, cards=self.as_cards) or who(view, self.session.seats, seat),
            len(view.table.racks[seat]),
            seat,
            bot=one.controller is Controller.BOT,
            crest=Crest.US if ours else Crest.THEM,
            turn=turn,
            as_cards=self.as_cards,
        )

    # --- laying out ----------------------------------------------------------------------------------------------

    def show(self, look: Look, bench: Bench, marks: Marks, heights: Heights, now: float | None) -> None:
        """Lay everything out; what moved flies from `now` on, without a time it stands at once."""
        before = self.layout
        anew = self._look is None or self._look != look
        if anew:
            self._look = look
        wanted = self._wanted(look, bench)
        needs = self._needs(look, wanted, heights)
        self.layout = self._best_shares(look, wanted, needs)
        frame = self.layout.frame
        self._place(look, frame)
        self._lay_ground(look, bench)
        if anew or now is None or look.calm or before is None:
            self.stage.land()
        else:
            self._fly(before, now, marks)
        self.settle(bench, marks)

    def _best_shares(self, look: Look, wanted: Wanted, needs: Needs) -> Layout:
        """Divide the room between both sides: as usual, unless one of them would be left with small tiles."""
        best: Layout | None = None
        for share in OUR_SHARES:
            frame = couples_frame(
                look.viewport.canvas, replace(needs, our_share=share), len(self.session.seats)
            )  # fmt: skip
            made = lay_out(wanted, frame, rack_for(wanted, frame.rack.w, frame.lip.h))
            if best is None or _worth(made) > _worth(best):
                best = made
            if _worth(best) >= (0.0, GOOD_WIDTH):
                break
        if best is None:
            raise RuntimeError("there is at least one way to divide the room")
        return best

    def _wanted(self, look: Look, bench: Bench) -> Wanted:
        keep = None if self.layout is None else (self.layout.us.placed.width, self.layout.them.placed.width)
        return Wanted(
            bench.view, bench.shown, canasta, is_pure, self.as_cards, keep, (self.scroll[0], self.scroll[1]),
            least=max(SET_LEAST, math.ceil(LEAST_PX / look.u)),
            tight=look.text_scale > BIG_TEXT, zone_top=max(ZONE_TOP, _pill(look) / 2 + 4),
        )  # fmt: skip

    def _needs(self, look: Look, wanted: Wanted, heights: Heights) -> Needs:
        canvas = look.viewport.canvas
        panel = panel_width(canvas, look.text_scale)
        for plate in self.plates.values():
            plate.stand(look)
        lip = max(30.0, look.leading(theme.HEADING) + 8)
        return Needs(
            bar=heights.button + 12,
            banner=self.banner.size_for(look, self.banner.title, self.banner.line),
            bar_sides=self._bar_sides(look, heights),
            plate=next((plate.min_size(look) for plate in self.plates.values() if not plate.upright), (0.0, 0.0)),
            side_plate=next((plate.min_size(look) for plate in self.plates.values() if plate.upright), (0.0, 0.0)),
            score=self.us.min_size(look)[1],
            log=self.log.min_size(look)[1],
            primary=heights.primary,
            extra=heights.extra,
            tools=heights.tools,
            pill=_pill(look),
            middle=44.0 * wanted.cut.tall + CAPTION - 8 + look.leading(theme.SMALL_BOLD),
            rack=rack_for(wanted, rack_width(canvas, panel), lip).height,
            lip=lip,
            panel=panel,
            strip=look.text_scale > BIG_TEXT,
        )

    def _bar_sides(self, look: Look, heights: Heights) -> tuple[float, float]:
        """Return what the ends of the bar take: the title only where the banner still has its words beside it."""
        least = BAR_START + heights.button + 2 * BAR_GAP
        right = heights.icons * (heights.button + BAR_GAP) + BAR_GAP
        titled = least + look.wide(self.bar.title, theme.TITLE) + 14 + look.wide(self.bar.aside, theme.READING) + 24
        banner = self.banner.size_for(look, self.banner.title, self.banner.line)[0]
        panel = panel_width(look.viewport.canvas, look.text_scale) + SIDE_GAP
        fits = titled + banner + max(right, panel) + 16 <= look.viewport.canvas.w
        self.bar.start = least
        return (titled if fits else least, right + 8)

    def _place(self, look: Look, frame: Frame) -> None:
        self.bar.end = frame.banner.x
        self.bar.place(frame.bar, look)
        self.banner.place(frame.banner, look)
        for seat, plate in self.plates.items():
            offset = (seat - self.session.watching) % len(self.session.seats)
            side = frame.west if offset == 1 else frame.east if offset == 3 else None
            plate.place(side if plate.aside and side is not None else frame.top, look)
        self.us.place(frame.scores[0], look)
        self.them.place(frame.scores[1], look)
        self.log.visible = frame.log is not None
        if frame.log is not None:
            self.log.place(frame.log, look)

    # --- the ground ----------------------------------------------------------------------------------------------

    def _lay_ground(self, look: Look, bench: Bench) -> None:
        """Say anew what the ground shows; only what is another is painted."""
        layout, telling = self._laid(), self._telling(bench)
        self._ground = ground_parts(look, layout, telling)
        self._pills = pill_parts(look, layout, telling)
        self._lip = (lip_part(look, layout, telling),)

    def _telling(self, bench: Bench) -> Telling:
        view, seats = bench.view, self.session.seats
        table = view.table
        side = table.side_of(view.seat)
        older = len(table.pile) - 8
        takers = tuple("" if taker == NO_SEAT else seats[taker].name for taker in table.dead_by)
        mine = table.to_move == view.seat
        if bench.picked:
            count = say("table.rack_picked", n=len(view.rack), picked=len(bench.picked))
        else:
            count = say("table.rack_count", n=len(view.rack), points=rack_points(view))
        return Telling(
            view=view,
            zones=(zone_words(view, ours=True), zone_words(view, ours=False)),
            hints=(
                say("table.hint.empty_us") if mine else say("table.hint.empty_wait"),
                say("table.hint.empty_them"),
            ),
            pile=pile_words(view, cards=self.as_cards),
            older=say("table.older", n=older) if older > 0 else "",
            takers=(takers[side], takers[1 - side]),
            name=seats[view.seat].name,
            count=count,
            canasta=lambda number: canasta_of(view, number),
            changed=self._changed(view),
            as_cards=self.as_cards,
        )

    def _changed(self, view: View) -> dict[int, str]:
        """Return the sets to be marked: what others changed since one's last turn, and what one lays oneself."""
        others = {number: self.session.seats[seat].name for number, seat in news(view, mine=False).items()}
        own = news(view, mine=True) if view.to_decide else {}
        return {**others, **dict.fromkeys(own, "")}

    # --- motion --------------------------------------------------------------------------------------------------

    def _fly(self, before: Layout, now: float, marks: Marks) -> None:
        """Begin the flights from what was shown to what is shown now; what the hand holds comes from the hand."""
        layout = self._laid()
        start: dict[Tile, Spot] = dict(before.spots)
        for tile, box in marks.held.items():
            if tile in start:
                start[tile] = replace(start[tile], box=box)
        fresh = flights(start, layout.spots, now)
        if fresh:
            self.stage.fly(fresh)
        self._burst(before, now)

    def _burst(self, before: Layout, now: float) -> None:
        """Let every set that has just become a canasta burst."""
        layout = self._laid()
        old = {number for zone in before.zones for number in _sealed(zone)}
        for zone in layout.zones:
            for number, pure in _sealed(zone).items():
                if number not in old and (box := layout.set_box(number)) is not None:
                    self.bursts = (*self.bursts, burst(box, now, number, pure=pure))

    @property
    def moving(self) -> bool:
        """Tell whether anything flies or bursts."""
        return self.stage.moving or bool(self.bursts)

    def advance(self, now: float, bench: Bench, marks: Marks) -> None:
        """Move what flies to where it is at that time."""
        self._now = now
        self.bursts = tuple(one for one in self.bursts if not one.over(now))
        if self.stage.advance(now, marks):
            self.settle(bench, marks)
            self.stage.advance(now, marks)

    def fly_deal(self, bench: Bench, marks: Marks, now: float) -> None:
        """Deal: every rack's tiles fly from the stock in turn order."""
        layout, look = self._laid(), self._look
        if look is None or look.calm:
            return
        table = bench.view.table
        longest = max(len(rack) for rack in table.racks)
        order = tuple(
            rack[at] for at in range(longest) for rack in table.racks if at < len(rack)
        )  # fmt: skip
        home = layout.frame.stock.middle(40.0, 54.0)
        self.stage.fly(deal(layout.spots, home, order, now))
        self.settle(bench, marks)

    def fly_home(self, tiles: Sequence[Tile], boxes: dict[Tile, Box], bench: Bench, marks: Marks, now: float) -> None:
        """Let tiles that were dragged in vain glide back to their slots."""
        layout, look = self._laid(), self._look
        if look is None or look.calm:
            return
        start = {tile: replace(layout.spots[tile], box=boxes[tile]) for tile in tiles if tile in layout.spots}
        self.stage.fly(flights(start, layout.spots, now, tuple(start)))
        self.settle(bench, marks)

    def nod(self, bench: Bench, marks: Marks, now: float) -> None:
        """Let the tiles that a refusal complains of nod in the rack."""
        layout, look = self._laid(), self._look
        if look is None or look.calm or not marks.wrong:
            return
        self.stage.fly(nod({tile: layout.spots[tile].box.moved(0, -LIFT) for tile in marks.wrong}, now))
        self.settle(bench, marks)

    def settle(self, bench: Bench, marks: Marks) -> None:
        """Stand the tiles again: what is said of them changed, or which of them fly."""
        if self.layout is None or self._look is None:
            return
        self.stage.settle(self.layout, bench.view.faces, marks, self._look)
        tiles = (stamp(piece.blit, *piece.blit) for piece in self.stage.table.sprites())
        pills = (pill for tile, pill in self._pills.items() if not self.stage.flying(tile))
        self.resting = (*self._ground, *tiles, *pills, *self._lip)

    def _laid(self) -> Layout:
        if self.layout is None:
            raise RuntimeError("a board is shown before anything on it moves")
        return self.layout

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw_over(self, surface: Surface) -> None:
        """Draw what flies, and the bursts over the sets, never over rack or panel."""
        self.stage.air.draw(surface)
        if not self.bursts or self._look is None:
            return
        look, before = self._look, surface.get_clip()
        surface.set_clip(look.rect(self._laid().frame.table).clip(before))
        for one in self.bursts:
            for colour, size, middle in one.placed(self._now):
                px = look.px(size)
                at = (round(middle[0] * look.u - px / 2), round(middle[1] * look.u - px / 2))
                surface.blit(shape(colour, px, look.palette), at)
        surface.set_clip(before)

    def tile_state(self, tile: Tile) -> str:
        """Say where a tile lies, for the debug print."""
        spot = self._laid().spots[tile]
        return f"{spot.lies.value} {spot.index}" if spot.lies is not Lies.PILE else "pile"
