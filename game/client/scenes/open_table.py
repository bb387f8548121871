"""The table of an open-table game: one table for all, rearranged freely, by mouse, keys or pad, whoever the others are.

Laws: the session alone says what happened; input never waits for motion; `draw` changes nothing. What hands do is in
`open_table_turn`, where things lie in `open_table_board`, the buttons in `open_table_panel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import Where, action_for
from game.client.board.aims import Aim, Target
from game.client.board.open_layout import tile_at
from game.client.board.sprites import Marks
from game.client.director import Pop, Push, Replace
from game.client.events import KeyDown, PadDown, PointerDown, PointerLeft, PointerMoved, PointerUp
from game.client.scenes.message import Message, question
from game.client.scenes.open_table_areas import OpenArea, OpenRackArea, PoolArea, TableArea
from game.client.scenes.open_table_board import OpenBoard
from game.client.scenes.open_table_desk import keep_open_desk, restored_open
from game.client.scenes.open_table_glow import draw_open_glow
from game.client.scenes.open_table_hearing import open_cues
from game.client.scenes.open_table_panel import OpenPanel
from game.client.scenes.open_table_places import board_places
from game.client.scenes.open_table_pointer import OpenPointer
from game.client.scenes.open_table_turn import OpenTurn
from game.client.scenes.page import Page
from game.client.scenes.table_toast import plain_toast, refusal_toast
from game.client.sound import Cue
from game.client.theme import Kind
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.look import Look
from game.client.widgets.tooltip import draw_tip
from game.client.widgets.widget import Group, places
from game.client.words import phrase
from game.session.session import Dealt, Learned, Moved, RoundOver, TimedOut, Trouble

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.board.open_layout import OpenLayout
    from game.client.debug import Place
    from game.client.director import Change
    from game.client.events import Event
    from game.client.house import Game, House
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.toast import Toast
    from game.match.match import RoundResult
    from game.session.session import Event as Happened
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View

SCROLL_EDGE = 34.0  # logical px from the table's edge where a drag scrolls it
SCROLL_ROWS = 3.0  # rows a second


class OpenTableScene(Page):
    """One match at an open table, until its round is over and the score is looked at."""

    keeps = frozenset({"new_game"})

    def __init__(self, house: House, game: Game) -> None:
        self.house = house
        self.game = game
        self.session = game.session
        self.board = OpenBoard(game.session)
        self.turn: OpenTurn | None = None
        self.pointer: OpenPointer | None = None
        self.toast: Toast | None = None
        self.result: RoundResult | None = None
        self._wrong: tuple[Tile, ...] = ()
        self._second: int | None = None
        self._clicks = 1
        self.pointed: Point = (0.0, 0.0)
        self._rests = False
        self.panel = OpenPanel(self)
        self.rack = OpenRackArea(phrase("table.area.rack"), self._use, self._carry)
        self.sets = TableArea(phrase("open.area.table"), self._use, self._scroll)
        self.pool = PoolArea("table.pool", phrase("open.area.pool"), self._use)
        board = self.board
        board.readiness.on_use = self.explain
        members = (*self.panel.head, board.bar, board.banner, self.rack, self.sets, self.pool, *board.plates.values(),
                   board.scores, board.log, board.readiness, *self.panel.buttons)  # fmt: skip
        self._root = Group("open_table", members, lambda _box, _look: None)
        super().__init__("table", house.wishes, self._root, "table.rack")
        if self.session.standing.scored and self.session.standing.results:
            self.result = self.session.standing.results[-1]
        if self.session.view is not None:
            self._sit_down(self.session.view)

    @property
    def areas(self) -> tuple[OpenArea, ...]:
        """Return the parts of the board that keys walk."""
        return (self.rack, self.sets, self.pool)

    def _sit_down(self, view: View) -> None:
        """Take the seat at a table that is there: the desk of an earlier run is set up again."""
        self.turn = OpenTurn(self.session, view, self)
        self.turn.bench = restored_open(self.game, self.turn.bench)
        self.pointer = OpenPointer(self.turn, self._go_home)

    # --- what the director asks ----------------------------------------------------------------------------------

    @property
    def where(self) -> Where:
        """Tell that the actions of the table hold."""
        return Where.FIELD if self.ring.typing else Where.TABLE

    @property
    def restless(self) -> bool:
        """Tell whether anything moves."""
        return super().restless or self.board.stage.moving

    def rest(self, *, resting: bool) -> None:
        """Stop the clock while something lies over the table or the window cannot be seen."""
        if resting is not self._rests:
            self._rests = resting
            self.session.pause(paused=resting)

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out at once, keeping the arrangement, picks, a drag and the focus."""
        self.look = Look(viewport, self.reading.text_scale, self.reading.palette, self.reading.calm)
        self.root.place(viewport.canvas, self.look)
        self._show(None, grow=True)
        self.ring.touch()

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def marks(self) -> Marks:
        """What is said of tiles right now."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return Marks()
        bench = self.turn.bench
        return Marks(bench.picked, self.pointer.hover, bench.fresh, self._wrong, self.pointer.held(self.board.layout))

    def _show(self, now: float | None, *, grow: bool = False) -> None:
        """Bring everything seen in step with the turn; `grow` where tiles on the table may become larger again."""
        if self.look is None:
            return
        for widget in self._root.members:
            widget.visible = self.turn is not None
        if self.turn is None:
            return
        heights = self.panel.tell(self.turn, self.look, self.result)
        self.board.tell(self.turn)
        self.board.show(self.look, self.turn, self.marks, heights, now, grow=grow)
        layout = self._laid()
        self.panel.place(layout.frame, self.look)
        rack, lip = layout.frame.rack, layout.frame.lip
        boxes = (rack.top_part(rack.h - lip.h), layout.frame.zone, layout.frame.pool)
        for area, box in zip(self.areas, boxes, strict=True):
            area.layout = layout
            area.place(box, self.look)
        self._place_toast()
        self.ring.touch()

    def _place_toast(self) -> None:
        if self.toast is None or self.look is None:
            return
        table = self._laid().frame.table
        wide = min(table.w - 24, self.toast.min_size(self.look)[0])
        room = table.middle(wide, table.h)
        self.toast.place(room.top_part(room.h - 10), self.look)

    def _laid(self) -> OpenLayout:
        if self.board.layout is None:
            raise RuntimeError("the board is shown before it is asked")
        return self.board.layout

    def _seen(self) -> None:
        """Note that something seen changed."""
        self.ring.revision += 1

    # --- what the turn tells -------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Show a bench that is another, and keep it."""
        self._dismiss()
        if self.pointer is not None:
            self.pointer.follow()
        self._show(self._now)
        self._keep()

    def refused(self, refused: Refusal, tiles: tuple[Tile, ...]) -> None:
        """Explain a refusal on paper; nothing was moved."""
        if self.turn is None or self.look is None:
            return
        self._dismiss()
        toast = refusal_toast(refused, tiles, self.turn.view.faces, self.look, self._got_it, as_cards=False)
        self._put_up(toast, refused.tiles)

    def explained(self, code: str) -> None:
        """Explain on paper something that is no move."""
        self._dismiss()
        self._put_up(plain_toast(code, self._got_it), ())

    def _put_up(self, toast: Toast, wrong: tuple[Tile, ...]) -> None:
        self.toast, self._wrong = toast, wrong
        self._root.members = (toast, *self._root.members)
        self.heard(Cue.REFUSED)
        self._show(self._now)

    def _dismiss(self) -> None:
        if self.toast is not None:
            self._root.members = tuple(widget for widget in self._root.members if widget is not self.toast)
            self.toast, self._wrong = None, ()

    def _got_it(self) -> Change | None:
        self._dismiss()
        self._show(self._now)
        return None

    def heard(self, cue: Cue) -> None:
        """Play a sound."""
        self.house.sounds.play(cue)

    def _keep(self) -> None:
        if self.turn is not None:
            keep_open_desk(self.game, self.turn.bench)

    # --- doors ---------------------------------------------------------------------------------------------------

    def see_score(self) -> Change | None:
        """Go on to the score sheet of the round that is over."""
        return None if self.result is None else Replace(self.house.score_sheet(self.game, self.result))

    def leave(self) -> Change | None:
        """Ask before leaving; the match is kept."""
        words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
        go = (phrase("table.leave.go"), Replace(self.house.title(), all_of_them=True))
        return Push(question(self.reading, "leave", words, phrase("table.leave.stay"), go, hold=False))

    def end_turn(self) -> Change | None:
        """End the turn; where nobody checks, ask once first."""
        turn = self.turn
        if turn is None:
            return None
        if not (turn.asks and turn.playing and turn.arrangement.played):
            turn.end()
            return None
        penalty = turn.view.table.options.number("invalid_penalty")
        stay = Button("attempt.stay", phrase("open.attempt.stay"), Pop, key="Esc")
        go = Button("attempt.go", phrase("open.attempt.go"), self._send, kind=Kind.PRIMARY, icon="check")
        sentence = phrase("open.attempt.sentence", n=penalty)
        dialog = Dialog("attempt", phrase("open.attempt.title"), sentence, (stay, go))
        return Push(Message("attempt", self.reading, dialog))

    def explain(self) -> Change | None:
        """Explain on paper why the turn cannot be ended yet."""
        if self.turn is not None and self.turn.playing and self.turn.checked and not self.turn.can_end:
            self.turn.end()
        return None

    def _send(self) -> Change | None:
        if self.turn is not None:
            self.turn.end()
        return Pop()

    def back(self) -> Change | None:
        """Take the nearest thing back: the paper, a drag, the picks; then ask about leaving."""
        if self.toast is not None:
            return self._got_it()
        if self.pointer is not None and self.pointer.hand is not None:
            self.pointer.let_go()
            self._show(self._now)
            return None
        if self.turn is not None and self.turn.bench.picked:
            self.turn.pick_only(())
            return None
        return self.leave()

    @property
    def focus(self) -> Target | None:
        """Return what the keys are on, while the focus is shown."""
        focus = self.ring.focus
        return focus.target if self.ring.shown and isinstance(focus, OpenArea) else None

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Let a hand act: on the board, by an action of the table, or on a widget."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return super().on_event(event)
        if isinstance(event, KeyDown | PadDown) and not getattr(event, "repeat", False):
            action = action_for(event, self.where)
            if action is not None and action.name in self.panel.actions:
                return self.panel.actions[action.name]()
            if action is not None and action.name == "confirm" and self._dropped_at_focus():
                return None
        if isinstance(event, PointerDown | PointerMoved | PointerUp | PointerLeft) and self._on_board(event):
            return None
        return super().on_event(event)

    def _dropped_at_focus(self) -> bool:
        """Drop what is picked where the keys are; tell whether there was anything to drop."""
        target, turn = self.focus, self.turn
        if turn is None or target is None or self.toast is not None or not turn.bench.picked:
            return False
        if target.aim not in (Aim.SLOT, Aim.HEAP, Aim.NEW_SET):
            return False
        turn.drop(turn.bench.ordered, target)
        return True

    def gold(self) -> Button | None:
        """Return what Return means: the paper's button, a focused button, else the gold one."""
        focus = self.ring.focus
        if self.toast is not None:
            return self.toast.buttons[0]
        if focus is not None and self.ring.shown and not isinstance(focus, OpenArea) and not self.ring.pad_last:
            return None
        return self.panel.gold

    def _on_board(self, event: Event) -> bool:
        """Let the pointer act on the board; tell whether it did, so that no widget need hear of it."""
        pointer, turn, layout = self.pointer, self.turn, self._laid()
        if pointer is None or turn is None:
            return False
        match event:
            case PointerDown(at, "right"):
                self._take_back(at)
                return True
            case PointerDown(at, "left") if self._free(at):
                self._clicks = event.clicks
                self.ring.show(shown=False)
                taken = pointer.down(layout, at, event.mods)
                self._point_area(at)
                return taken
            case PointerMoved(at):
                self.pointed = at
                if pointer.moved(layout, at):
                    self.board.settle(turn, self.marks)
                    self._seen()
                return pointer.dragging
            case PointerUp(at, "left") if pointer.busy:
                pointer.up(layout, at, self._clicks)
                self._show(self._now)
                return True
            case PointerLeft():
                pointer.let_go()
                pointer.hover, pointer.edge = None, None
                self._show(self._now)
        return False

    def _take_back(self, at: Point) -> None:
        """Take a tile laid in this turn back to the rack; anywhere else undo."""
        if self.turn is None:
            return
        tile = tile_at(self._laid(), at)
        if tile is not None and tile in self.turn.arrangement.played:
            self.turn.bench = self.turn.bench.picking((tile,))
            self.turn.take_back()
        else:
            self.turn.undo()

    def _free(self, at: Point) -> bool:
        """Tell whether the board lies open at a point: no button and no paper over it."""
        if self.toast is not None and self.toast.rect.holds(at):
            return False
        widget = self.ring.at(at)
        return widget is None or isinstance(widget, OpenArea)

    def _point_area(self, at: Point) -> None:
        """Let the hidden focus follow the pointer, so that keys go on where the hand was."""
        for area in self.areas:
            if area.rect.holds(at):
                self.ring.focus_on(area)
                target = self.pointer.pressed if self.pointer is not None else None
                if target is not None:
                    area.point(target)

    def _go_home(self, tiles: tuple[Tile, ...], boxes: dict[Tile, Box]) -> None:
        if self.turn is not None:
            self.board.fly_home(tiles, boxes, self.turn, self.marks, self._now)

    def _use(self, target: Target) -> Change | None:
        """Do what Space means: pick what the focus is on; on a place without a tile, what a click there does."""
        turn, pointer = self.turn, self.pointer
        if turn is None or pointer is None:
            return None
        tile = self._tile_of(target)
        if tile is not None:
            turn.pick(tile)
        elif target.aim is Aim.HEAP and turn.bench.picked:
            turn.drop(turn.bench.ordered, target)
        else:
            pointer.use(target)
        return None

    def _tile_of(self, target: Target) -> Tile | None:
        if self.turn is None:
            return None
        if target.aim is Aim.SLOT:
            shown = self.turn.bench.shown
            at = shown[target.index] if target.index < len(shown) else -1
            return next((tile for tile in self.turn.arrangement.rack if tile == at), None)
        heap = self.turn.heap(target.index) if target.aim is Aim.HEAP else None
        return heap.tiles[target.at] if heap is not None and target.at < len(heap.tiles) else None

    def _carry(self, slot: int, goal: int) -> None:
        tile = self._tile_of(Target(Aim.SLOT, slot))
        if self.turn is not None and tile is not None:
            self.turn.move_in_rack(tile, goal)

    def _scroll(self, rows: float) -> bool:
        layout = self.board.layout
        if layout is None:
            return False
        wanted = min(layout.over, max(0.0, self.board.scroll + rows * layout.heaps.row))
        if abs(wanted - self.board.scroll) < 0.01:
            return False
        self.board.scroll = wanted
        self._show(None)
        return True

    # --- time ----------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Learn what happened and move what flies."""
        passed = max(0.0, now - self._now)
        self._now = now
        self._hear(self.session.poll(now), now)
        self._count_down(self.session.seconds_left(now))
        self._scroll_by_drag(min(0.1, passed))
        if self.board.stage.moving:
            if self.board.stage.advance(now, self.marks) and self.turn is not None:
                self.board.settle(self.turn, self.marks)
                self.board.stage.advance(now, self.marks)
            self._seen()
        return super().update(now)

    def _count_down(self, seconds: float | None) -> None:
        had = self.board.banner.seconds is not None
        self.board.banner.seconds = seconds
        whole = None if seconds is None else int(seconds + 0.999)
        if whole == self._second:
            return
        self._second = whole
        if had is not (seconds is not None):
            self._show(self._now)
        self._seen()
        if whole is not None and self.board.banner.mine and (whole == 15 or whole <= 5):
            self.heard(Cue.CLOCK if whole == 15 else Cue.LAST_SECONDS)

    def _scroll_by_drag(self, seconds: float) -> None:
        """Scroll the table while tiles are held near its upper or lower edge."""
        pointer, layout = self.pointer, self.board.layout
        if pointer is None or layout is None or not pointer.dragging or layout.over <= 1 or pointer.hand is None:
            return
        zone, at = layout.frame.zone, pointer.hand.at
        if not zone.holds(at):
            return
        way = -1.0 if at[1] < zone.y + SCROLL_EDGE else 1.0 if at[1] > zone.bottom - SCROLL_EDGE else 0.0
        if way:
            self._scroll(way * SCROLL_ROWS * seconds)

    def _hear(self, events: tuple[Happened, ...], now: float) -> None:
        dealt = moved = False
        for event in events:
            match event:
                case Dealt():
                    dealt, moved, self.result = True, True, None
                case Moved() | Learned():
                    moved = True
                case RoundOver(result, _winners):
                    self.result, moved = result, True
                case TimedOut():
                    self.explained("toast.timed_out")
                case Trouble():
                    self.explained("toast.trouble")
            for cue in open_cues(event, self.session.watching):
                self.heard(cue)
        if moved and self.session.view is not None:
            self._move_on(self.session.view, now, dealt=dealt)

    def _move_on(self, view: View, now: float, *, dealt: bool) -> None:
        """Show a table that moved on; an arrangement that no longer holds is dropped, the rack keeps its order."""
        if self.turn is None or self.pointer is None:
            self._sit_down(view)
            self._show(None, grow=True)
        else:
            self.turn.on(view, dealt=dealt)
        if self.pointer is not None:
            self.pointer.follow()
        self._show(now, grow=True)
        if dealt and self.turn is not None:
            self.board.fly_deal(self.turn, self.marks, now)
        self._keep()
        self._seen()

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ground, the tiles, the hands' marks, the buttons, what flies, and a paper or a tip on top."""
        if self.look is None:
            return
        if self.turn is None or self.pointer is None or self.board.layout is None:
            self.draw_ground(surface, self.look)
            return
        self.board.draw_under(surface)
        draw_open_glow(surface, self.look, self.board, self.turn, self.pointer, self.focus)
        still = (*self.board.parts, self.toast)
        for widget in self._root.members:
            if widget.visible and widget not in still:
                widget.draw(surface)
        self.board.stage.air.draw(surface)
        if self.toast is not None:
            self.toast.draw(surface)
        if self._tip_for is not None and self._tip_shown and self._tip_for.tip is not None:
            draw_tip(surface, self.look, str(self._tip_for.tip), self._tip_for.focus_box)

    def places(self) -> Sequence[Place]:
        """Return where each widget and each seen tile lies."""
        told: list[Place] = list(places(self.root))
        if self.turn is not None and self.board.layout is not None:
            told += board_places(self.board.layout, self.turn, self.marks)
        return told
