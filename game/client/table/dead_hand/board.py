"""The board of a dead-hand game: the texts of its parts, and its layout."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.draw import cards, theme, tiles
from game.client.draw.surfaces import Crest
from game.client.sides import who_began
from game.client.table.board import Board, ButtonHeights
from game.client.table.dead_hand.frame import GAP, OUR_SHARES, DeadHandNeeds, panel_width, rack_width
from game.client.table.dead_hand.ground import DeadHandLabels, background_parts, near_canastas
from game.client.table.dead_hand.layout import (
    MIN_SET_TILE_WIDTH,
    ZONE_TOP_PADDING,
    DeadHandLayout,
    DeadHandLayoutInput,
    rack_shape_for,
)
from game.client.table.dead_hand.middle import dead_hand_text_width
from game.client.table.dead_hand.plates import ScoreInfo, ScorePlate
from game.client.table.dead_hand.rack_room import RackRoom
from game.client.table.dead_hand.shares import best_layout, layout_sort_key, layout_with_share
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.dead_hand.words import (
    banner_words,
    dead_hand_titles,
    last_move_words,
    no_sets_words,
    other_names_on_side,
    own_no_sets_words,
    pile_words,
    side_name,
    side_names,
    sitter_words,
    zone_words,
)
from game.client.table.geometry.measures import SIDE_GAP
from game.client.table.geometry.sets import FAIR_WIDTH
from game.client.table.ground import FEW_TILES_ALPHAS, rack_wood
from game.client.table.how_it_goes import show_aim
from game.client.table.log import changed_sets, log_lines, with_beginning
from game.client.table.moods import mood_of
from game.client.table.places import slot_places, tile_places
from game.client.table.plates.lettering import BIG_TEXT_SCALE, label_font, label_scale
from game.client.table.plates.seat import SeatInfo, SeatPlate
from game.client.table.turn import useful_tiles
from game.client.widgets.boxes import Box
from game.client.words import say
from game.match.transcript import Controller
from game.session.proposals import (
    canasta_of,
    empties_to,
    is_canasta,
    is_pure,
    laid_points,
    one_short_of_canasta,
    rack_points,
)
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.client.app_context import OtherPlayers
    from game.client.table.dead_hand.frame import DeadHandFrame
    from game.client.table.dead_hand.layout import SetZone
    from game.client.table.dead_hand.turn_state import DeadHandTurnState
    from game.client.table.geometry.sets import PlacedSet, SetStyle
    from game.client.table.ground import GroundParts
    from game.client.table.sprites import Marks
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.session.session import Session
    from game.table.view import View

CAPTION_HEIGHT = 23.0  # height of the middle row besides its tiles and its line of text
MIN_FACE_PX = 28  # device px: a narrower face cannot be read
OPEN_RACK_ROWS = 2  # rows of a rack shown open on its plate
# what follows when the last tiles go
LAST_TILES_WORDS = {"dead": "table.rack_then_dead", "out": "table.rack_last", "stuck": "table.rack_keep"}
MAX_FORESEEN_TILES = 24  # tiles taken at once, fewer than which the larger rack is rendered in advance


def set_states(zone: SetZone, placed: PlacedSet) -> tuple[str, ...]:
    """Return the state of a set for debug output: whose it is, and whether it is squared up."""
    return ("ours" if zone.ours else "theirs", *(("squared",) if placed.squared else ()))


def _least_tile_width(look: Look) -> int:
    """Return the narrowest tile of a set."""
    return max(MIN_SET_TILE_WIDTH, math.ceil(MIN_FACE_PX / look.u))


def _pill_height(look: Look) -> float:
    """Return the height of the pill on a zone's edge."""
    return label_font(look, theme.SMALL_BOLD).px / look.u * 1.5


def _draw_more_rows(look: Look, wanted: DeadHandLayoutInput, frame: DeadHandFrame) -> None:
    """Render in advance the larger rack that is needed after taking a pile or a dead hand."""
    held = len(wanted.slots)
    for count in range(held + 1, held + MAX_FORESEEN_TILES):
        shape = rack_shape_for(replace(wanted, most=count), frame.rack.w, frame.lip.h)
        if shape.rows > 1:
            rack = Box(frame.rack.x, frame.rack.bottom - shape.height, frame.rack.w, shape.height)
            rack_wood(look, rack, frame.lip, shape.rows)
            return


def _open_on_line(watching: int, plates: Mapping[int, SeatPlate], view: View | None) -> SeatPlate | None:
    """Return the plate whose open rack goes on a line below the plates: that of the player on turn, or of the next.

    Without a view each open rack stays on its own plate. Every plate is told which holds.
    """
    for plate in plates.values():
        plate.lined = view is not None
    if view is None:
        return None
    return plates.get(view.table.to_move, plates[(watching + 1) % view.table.seats])


def _plates(session: Session) -> dict[int, SeatPlate]:
    """Return the plates of the others; with four players two are at the sides."""
    count = len(session.seats)
    return {
        seat: SeatPlate(seat, upright=count > 2 and (seat - session.viewer_seat) % count in (1, 3))
        for seat in range(count)
        if seat != session.viewer_seat
    }


class DeadHandBoard(Board[DeadHandTurn, DeadHandLayout]):
    """Everything of a dead-hand table except its buttons."""

    def __init__(self, session: Session, company: OtherPlayers | None = None) -> None:
        super().__init__(session, _plates(session), company)
        self.us, self.them = ScorePlate(Crest.US), ScorePlate(Crest.THEM)
        self.scroll = [0.0, 0.0]
        self.squared: bool | None = None  # whether canastas are to be squared up; None decides by the available room
        self._dealt = 0  # the round that lies on the table
        self._strip = 0  # the round whose plates are in a strip
        self._abreast = 0  # the round whose zones are side by side
        self._lined: SeatPlate | None = None  # the plate whose open rack has its own line
        self._room = RackRoom()

    @property
    def side_widgets(self) -> tuple[Widget, ...]:
        """Return the widgets beside the table that show text."""
        return (self.us, self.them, self.log)

    # --- telling -------------------------------------------------------------------------------------------------

    def update_texts(self, turn: DeadHandTurn) -> None:
        """Update all texts from the current table."""
        session, view = self.session, turn.view
        table = view.table
        target = session.header.options.number("target")
        self.bar.aside = self.task or say("table.round", round=table.round, target=target)
        self.bar.tip = who_began(table, session.seats) if self.teaches and not self.task else None
        real = self.real_turn or turn
        picks = real.legal_moves.picks_state(real.turn_state.picked_in_order)
        useful = useful_tiles(real)
        gain = real.legal_moves.pile_gain if useful else None
        words = banner_words(real.turn_state.view, session.seats, picks, useful, gain, cards=self.as_cards)
        self.banner.title, self.banner.line, self.banner.mine = words.title, words.line, words.mine
        self.banner.full_seconds = max(1, session.header.options.number("turn_seconds"))
        for seat, plate in self.plates.items():
            plate.info = replace(self.seat_info(turn, seat), faces=self.open_faces(turn, seat))
        target = session.header.options.number("target")
        totals = session.standing.totals or table.totals
        for score, ours in ((self.us, True), (self.them, False)):
            side = table.side_of(view.seat) if ours else 1 - table.side_of(view.seat)
            word = side_name(view, session.seats, ours=ours)
            names = side_names(view, session.seats, ours=ours) if table.sides < table.seats else ""
            crest = Crest.US if ours else Crest.THEM
            partner = next(iter(other_names_on_side(view, session.seats, ours=True)), "") if ours and names else ""
            laid = None if session.standing.round_scored else laid_points(view, side)
            score.show_score(ScoreInfo(crest, names, totals[side], laid, 0 if self.task else target, partner, word))
        if self.teaches:
            show_aim(self.log, view)
        # the unsent steps are told, too: who took the pile and laid sees it done, though it may be taken back
        lines = log_lines(real.turn_state.view, session.seats, cards=self.as_cards)
        self.log.show(with_beginning(lines, table, session.seats) if self.teaches else lines)

    def seat_info(self, turn: DeadHandTurn, seat: int) -> SeatInfo:
        """Return what the plate of a seat shows."""
        one, view = self.session.seats[seat], turn.view
        ours = view.table.side_of(seat) == view.table.side_of(view.seat)
        moving = view.table.to_move == seat and view.table.outcome is None and not self.still
        done = "" if self.still else last_move_words(view, seat, cards=self.as_cards)
        return SeatInfo(
            one.name,
            done or sitter_words(view, self.session.seats, seat),
            len(view.table.racks[seat]),
            seat,
            bot=one.controller is Controller.BOT,
            crest=Crest.US if ours else Crest.THEM,
            turn=moving,
            as_cards=self.as_cards,
            mood=mood_of(view, seat),
            over=view.table.outcome is not None,
            then=empties_to(view, seat),
        )

    # --- laying out ----------------------------------------------------------------------------------------------

    def compute_layout(self, look: Look, turn: DeadHandTurn, heights: ButtonHeights, *, anew: bool) -> DeadHandLayout:
        """Lay everything out. Where sets would be hidden, plates go into a strip, then the rack gets lower.

        Where that is not enough, the zones go side by side, and of open racks only one is shown.
        """
        if anew:
            self._abreast = 0
        held = len(turn.turn_state.visible_slots)
        self._room = RackRoom(held) if self.opens else self._room.in_turn(turn.turn_state, anew=anew)
        keep, dealt, own = None, turn.view.table.round, turn.can_play or self.carried
        if self.layout is not None and not anew and self._dealt == dealt:
            # in the player's own turn sets stay in their rows as long as they can be read there
            keep = self.layout.kept(max(FAIR_WIDTH, _least_tile_width(look)))
        self._dealt = dealt
        wanted = replace(self._wanted(look, turn.turn_state, keep), rows_stay=own)
        for view in (None, turn.view):  # each open rack on its plate; where that hides sets, one on a line
            self._lined = _open_on_line(self.session.viewer_seat, self.plates, view)
            best, self._strip = self._with_strip(look, wanted, heights, turn.view.table.round)
            self.prerender = partial(_draw_more_rows, look, wanted, best.frame) if best.rack.rows == 1 else None
            for share in self._room.lower_shares:
                if layout_sort_key(best) >= (0, 0.0, best.rack.rows > 1):
                    break
                lower = replace(wanted, rack_share=share)
                made = best_layout(
                    look.viewport.canvas, len(self.session.seats), lower, self._needs(look, lower, heights)
                )
                best = made if layout_sort_key(made) > layout_sort_key(best) else best
            best = self._abreast_if_better(look, wanted, heights, best)
            seen = layout_sort_key(best) >= (0, 0.0, False)
            if seen or all(plate.open_rows(look) < OPEN_RACK_ROWS for plate in self.plates.values()):
                break
        whole = rack_shape_for(replace(wanted, rack_share=1.0), best.frame.rack.w, best.frame.lip.h)
        self._room = self._room.with_share(best.rack.width / whole.width)
        return best

    def _abreast_if_better(
        self, look: Look, wanted: DeadHandLayoutInput, heights: ButtonHeights, best: DeadHandLayout
    ) -> DeadHandLayout:
        """Put both zones side by side if that hides less of the sets, for the rest of the round."""
        dealt = wanted.view.table.round
        if self._abreast != dealt and not any(zone.sets_hidden_below for zone in best.zones):
            return best
        lowered = [replace(wanted, rack_share=share) for share in (wanted.rack_share, *self._room.lower_shares)]
        canvas, count = look.viewport.canvas, len(self.session.seats)
        ways = (
            layout_with_share(canvas, count, lower, replace(self._needs(look, lower, heights), abreast=True), 0.5)
            for lower in lowered
        )
        made = max(ways, key=layout_sort_key)
        if self._abreast != dealt and layout_sort_key(made) <= layout_sort_key(best):
            return best
        self._abreast = dealt
        return made

    def _with_strip(
        self, look: Look, wanted: DeadHandLayoutInput, heights: ButtonHeights, dealt: int
    ) -> tuple[DeadHandLayout, int]:
        """Lay the table out with its plates at the sides, or in a strip where those would hide a set or make it small.

        A strip stays for the round, because players remember where sets lie. Return also the round for which the strip
        stays, 0 without a strip.
        """
        if self._strip == dealt:
            return self._with_plates(look, wanted, heights, strip=True), dealt
        aside = self._with_plates(look, wanted, heights, strip=False)
        if len(self.plates) < 3 or layout_sort_key(aside) >= (0, 0.0, True):
            return aside, 0
        above = self._with_plates(look, wanted, heights, strip=True)
        hides = layout_sort_key(aside) < (0, 0.0, False)
        if hides or layout_sort_key(above) >= (0, 0.0, True):
            return above, dealt
        return self._with_plates(look, wanted, heights, strip=False), 0

    def _with_plates(
        self, look: Look, wanted: DeadHandLayoutInput, heights: ButtonHeights, *, strip: bool
    ) -> DeadHandLayout:
        """Lay the table out with its plates at the sides or in a strip."""
        for plate in self.plates.values():
            plate.set_upright(look, strip=strip)
        return best_layout(look.viewport.canvas, len(self.session.seats), wanted, self._needs(look, wanted, heights))

    def _wanted(
        self, look: Look, turn_state: DeadHandTurnState, keep: tuple[SetStyle, SetStyle] | None
    ) -> DeadHandLayoutInput:
        return DeadHandLayoutInput(
            turn_state.view,
            turn_state.visible_slots,
            is_canasta,
            is_pure,
            self.as_cards,
            keep,
            self.squared,
            scroll=(self.scroll[0], self.scroll[1]),
            least=_least_tile_width(look),
            tight=look.text_scale > BIG_TEXT_SCALE,
            zone_top=max(ZONE_TOP_PADDING, _pill_height(look) / 2 + 4),
            scale=look.table_scale,
            our_share=self.layout.frame.our_share if keep is not None and self.layout is not None else OUR_SHARES[0],
            most=self._room.slots,
            rack_share=self._room.share,
            nearly=one_short_of_canasta(turn_state.view),
        )

    def _needs(self, look: Look, wanted: DeadHandLayoutInput, heights: ButtonHeights) -> DeadHandNeeds:
        canvas = look.viewport.canvas
        panel = panel_width(canvas, look.text_scale)
        lip = max(30.0, look.line_height(theme.HEADING) + 8)
        flat = [plate for plate in self.plates.values() if not plate.upright]
        strip = any(plate.at_side for plate in flat)
        for plate in flat:
            plate.rack_room = (rack_width(canvas, panel) - 2 * GAP) / len(flat) if strip else None
        sizes = [plate.min_size(look) for plate in flat]
        return DeadHandNeeds(
            bar=heights.button + 12,
            banner=self.banner.size_for(look, self.banner.title, self.banner.line),
            bar_sides=self.bar_sides(look, heights, panel + SIDE_GAP),
            plate=(max(wide for wide, _ in sizes), max(high for _, high in sizes)) if sizes else (0.0, 0.0),
            side_plate=next((plate.min_size(look) for plate in self.plates.values() if plate.upright), (0.0, 0.0)),
            score=self.us.min_size(look)[1],
            log=self.log.min_size(look)[1],
            primary=heights.primary,
            second=heights.second,
            tools=heights.tools,
            pill=_pill_height(look),
            middle=44.0 * wanted.proportions.tall
            + CAPTION_HEIGHT
            - 8
            + look.line_height(theme.SMALL_BOLD, label_scale(look)),
            dead=dead_hand_text_width(look),
            rack=rack_shape_for(wanted, rack_width(canvas, panel), lip).height,
            lip=lip,
            panel=panel,
            strip=strip,
            line=0.0 if self._lined is None else self._lined.open_line_height(look, rack_width(canvas, panel)),
        )

    def place_widgets(self, look: Look, layout: DeadHandLayout) -> None:
        """Put the parts into the boxes of the frame."""
        frame = layout.frame
        for seat, plate in self.plates.items():
            offset = (seat - self.session.viewer_seat) % len(self.session.seats)
            side = frame.west if offset == 1 else frame.east if offset == 3 else None
            plate.place(side if plate.at_side and side is not None else frame.top, look)
            plate.line = frame.line if plate is self._lined else None
        self.us.place(frame.scores[0], look)
        self.them.place(frame.scores[1], look)

    # --- the ground ----------------------------------------------------------------------------------------------

    def background_parts(self, look: Look, turn: DeadHandTurn, layout: DeadHandLayout) -> GroundParts:
        """Return the parts below and above the tiles."""
        kind, zone = cards if self.as_cards else tiles, layout.zones[0]
        corner = kind.corner_radius(round(zone.placed.width * look.u))
        near = () if turn.turn_state.picked else near_canastas(zone, turn.turn_state.view)
        self.nearly = tuple((look.rect(one.box), corner) for one in near)
        return background_parts(look, layout, self._labels(turn.turn_state, len(layout.pile)))

    def _labels(self, turn_state: DeadHandTurnState, shown: int) -> DeadHandLabels:
        view, seats = turn_state.view, self.session.seats
        table = view.table
        side = table.side_of(view.seat)
        older = len(table.pile) - shown
        takers = tuple("" if taker == NO_SEAT else seats[taker].name for taker in table.dead_by)
        if turn_state.picked:
            counts: tuple[str, ...] = (say("table.rack_picked", n=len(view.rack), picked=len(turn_state.picked)),)
        else:
            counts = (say("table.rack_count", n=len(view.rack), points=rack_points(view)),)
            if len(view.rack) in FEW_TILES_ALPHAS:
                last = LAST_TILES_WORDS[empties_to(view, view.seat)]
                counts = (say(last, n=len(view.rack), count=counts[0]), *counts)
        return DeadHandLabels(
            view=view,
            zones=(zone_words(view, seats, ours=True), zone_words(view, seats, ours=False)),
            sides=(side_name(view, seats, ours=True), side_name(view, seats, ours=False)),
            hints=("" if self.advised else own_no_sets_words(view, seats), no_sets_words(view, seats)),
            pile=pile_words(view, cards=self.as_cards),
            older=say("table.older", n=older) if older > 0 else "",
            takers=(takers[side], takers[1 - side]),
            name=seats[view.seat].name,
            counts=counts,
            canasta=lambda number: canasta_of(view, number),
            changed=self._changed(view),
            dead=dead_hand_titles(view, seats),
            as_cards=self.as_cards,
            picked=bool(turn_state.picked),
        )

    def _changed(self, view: View) -> dict[int, str]:
        """Return the sets to mark: those that others changed since the viewer's last turn, and those in the draft."""
        others = {number: self.session.seats[seat].name for number, seat in changed_sets(view, mine=False).items()}
        own = changed_sets(view, mine=True) if view.must_decide else {}
        return {**others, **dict.fromkeys(own, "")}

    # --- motion --------------------------------------------------------------------------------------------------

    def points_plate(self, seat: int) -> ScorePlate:
        """Return the plate of a seat's side."""
        ours = (seat - self.session.viewer_seat) % self.session.rules.sides(len(self.session.seats)) == 0
        return self.us if ours else self.them

    # --- the debug print -----------------------------------------------------------------------------------------

    def tile_boxes(self, turn: DeadHandTurn, marks: Marks) -> list[ShownItem]:
        """Return the boxes of every visible tile, every set, the place for a new one, and every slot."""
        layout = self.current_layout()
        told = tile_places(layout, turn.view.faces, marks, as_cards=self.as_cards)
        for zone in layout.zones:
            told += [
                ShownItem("set", f"set:{number}", placed.box, set_states(zone, placed))
                for number, placed in zip(zone.numbers, zone.placed.sets, strict=True)
            ]
        return [*told, ShownItem("slot", "new_set", layout.us.placed.slot), *slot_places(layout)]
