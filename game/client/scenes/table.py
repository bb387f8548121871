"""The table: a match of a dead-hand game, played by mouse, keys or pad, whoever the others are.

Laws: the session alone says what happened; input never waits for motion; `draw` changes nothing. What hands do is in
`table_turn`, where things lie in `table_board`, the buttons in `table_panel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import Where, action_for
from game.client.board.backdrop import Backdrop
from game.client.board.sprites import Marks
from game.client.director import Pop, Push, Replace
from game.client.events import KeyDown, PadDown
from game.client.scenes.message import Message
from game.client.scenes.page import Page
from game.client.scenes.table_areas import Area, PileArea, RackArea, SetsArea, StockArea
from game.client.scenes.table_board import Board
from game.client.scenes.table_desk import keep_desk, restored
from game.client.scenes.table_fan import Fan
from game.client.scenes.table_glow import draw_reason
from game.client.scenes.table_hearing import cues_of
from game.client.scenes.table_panel import Panel
from game.client.scenes.table_picture import resting_parts
from game.client.scenes.table_places import board_places
from game.client.scenes.table_pointer import Pointer
from game.client.scenes.table_reach import point
from game.client.scenes.table_toast import Paper
from game.client.scenes.table_turn import Turn
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

    from game.client.board.aims import Target
    from game.client.board.layout import Layout
    from game.client.debug import Place
    from game.client.director import Change
    from game.client.events import Event
    from game.client.house import Game, House
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.toast import Toast
    from game.match.match import RoundResult
    from game.session.session import Event as Happened
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View


class TableScene(Page):
    """One match at the table, until its round is over and the score is looked at."""

    keeps = frozenset({"new_game"})

    def __init__(self, house: House, game: Game) -> None:
        self.house = house
        self.game = game
        self.session = game.session
        self.board = Board(game.session)
        self.backdrop = Backdrop()
        self.turn: Turn | None = None
        self.pointer: Pointer | None = None
        self.paper = Paper(self._got_it, as_cards=self.board.as_cards)
        self.result: RoundResult | None = None
        self._change: Change | None = None
        self._rests = False
        self.panel = Panel(self)
        self.areas = self._areas()
        self._members = (*self.panel.head, self.board.bar, self.board.banner, *self.areas, *self.board.plates.values(),
                   self.board.us, self.board.them, self.board.log, *self.panel.buttons)  # fmt: skip
        self._root = Group("table", self._members, lambda _box, _look: None)
        super().__init__("table", house.wishes, self._root, "table.rack")
        if self.session.standing.scored and self.session.standing.results:
            self.result = self.session.standing.results[-1]
        if self.session.view is not None:
            self._sit_down(self.session.view)

    def _areas(self) -> tuple[Area, ...]:
        return (
            RackArea(phrase("table.area.rack"), self._use, self._carry),
            SetsArea(phrase("table.area.us"), self._use, ours=True, on_scroll=self._scroll),
            PileArea("pile", phrase("table.area.pile"), self._use),
            StockArea("stock", phrase("table.area.stock"), self._use),
            SetsArea(phrase("table.area.them"), self._use, ours=False, on_scroll=self._scroll),
        )

    def _sit_down(self, view: View) -> None:
        """Take the seat at a table that is there: the desk of an earlier run is set up again."""
        self.turn = Turn(self.session, view, self)
        self.turn.bench = restored(self.game, self.turn.bench)
        self.pointer = Pointer(self.turn, self._go_home)

    # --- what the director asks ----------------------------------------------------------------------------------

    @property
    def where(self) -> Where:
        """Tell that the actions of the table hold."""
        return Where.FIELD if self.ring.typing else Where.TABLE

    @property
    def restless(self) -> bool:
        """Tell whether anything moves."""
        return super().restless or self.board.moving

    def rest(self, *, resting: bool) -> None:
        """Stop clock and bots while something lies over the table or the window cannot be seen."""
        if resting is not self._rests:
            self._rests = resting
            self.session.pause(paused=resting)

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out at once, keeping draft, picks, a drag and the focus."""
        self.look = Look(viewport, self.reading.text_scale, self.reading.palette, self.reading.calm)
        self.root.place(viewport.canvas, self.look)
        self.backdrop.forget()
        self.show(None)
        self.ring.touch()

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def marks(self) -> Marks:
        """What is said of tiles right now."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return Marks()
        bench = self.turn.bench
        return Marks(
            bench.picked, self.pointer.hover, bench.fresh, self.paper.wrong, self.pointer.held(self.board.layout)
        )

    def show(self, now: float | None) -> None:
        """Bring everything seen in step with the bench."""
        if self.look is None:
            return
        for widget in self._root.members:
            widget.visible = self.turn is not None
        if self.turn is None:
            return
        picked = self.turn.ordered
        heights = self.panel.tell(self.turn, self.look, self.result)
        may_lay = self.turn.playing and len(picked) > 2 and self.panel.may_lay
        self.board.tell(self.turn.bench, may_lay=may_lay)
        self.board.show(self.look, self.turn.bench, self.marks, heights, now)
        layout = self.laid()
        self.panel.place(layout.frame, self.look)
        boxes = (
            layout.frame.rack.top_part(layout.frame.rack.h - layout.frame.lip.h),
            layout.frame.us,
            layout.frame.pile,
            layout.frame.stock,
            layout.frame.them,
        )
        for area, box in zip(self.areas, boxes, strict=True):
            area.layout = layout
            area.place(box, self.look)
        self.paper.place(layout.frame.table, self.look)
        self.ring.touch()

    def laid(self) -> Layout:
        """Return where everything lies now."""
        if self.board.layout is None:
            raise RuntimeError("the board is shown before it is asked")
        return self.board.layout

    @property
    def now(self) -> float:
        """The time of the last update."""
        return self._now

    def seen(self) -> None:
        """Note that something seen changed."""
        self.ring.revision += 1

    # --- what the turn tells -------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Show a bench that is another, and keep it."""
        self._dismiss()
        if self.pointer is not None:
            self.pointer.follow()
        self.show(self._now)
        self._keep()

    def refused(self, refused: Refusal, tiles: tuple[Tile, ...]) -> None:
        """Explain a refusal on paper; nothing was moved."""
        if self.turn is None or self.look is None:
            return
        self.paper.refuse(refused, tiles, self.turn.view, self.look)
        self._papered()

    def explained(self, code: str) -> None:
        """Explain on paper something that is no move."""
        self.paper.explain(code)
        self._papered()

    def _papered(self) -> None:
        self._root.members = (*([self.paper.toast] if self.paper.toast else []), *self._members)
        self.heard(Cue.REFUSED)
        self.show(self._now)
        if self.turn is not None:
            self.board.nod(self.turn.bench, self.marks, self._now)

    def _dismiss(self) -> None:
        self.paper.dismiss()
        self._root.members = self._members

    @property
    def toast(self) -> Toast | None:
        """The paper over the table."""
        return self.paper.toast

    def _got_it(self) -> Change | None:
        self._dismiss()
        self.show(self._now)
        return None

    def heard(self, cue: Cue) -> None:
        """Play a sound."""
        self.house.sounds.play(cue)

    def _keep(self) -> None:
        if self.turn is not None:
            keep_desk(self.game, self.turn.bench)

    # --- doors ---------------------------------------------------------------------------------------------------

    def see_score(self) -> Change | None:
        """Go on to the score sheet of the round that is over."""
        return None if self.result is None else Replace(self.house.score_sheet(self.game, self.result))

    def leave(self) -> Change | None:
        """Ask before leaving; the match is kept."""
        stay = Button("leave.stay", phrase("table.leave.stay"), Pop, key="Esc")
        go = Button("leave.go", phrase("table.leave.go"), self._go_to_title, kind=Kind.DANGER)
        words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
        return Push(Message("leave", self.reading, Dialog("leave", *words, (stay, go))))

    def _go_to_title(self) -> Change:
        return Replace(self.house.title(), all_of_them=True)

    def fan_out(self) -> Change | None:
        """Fan the pile out on a sheet, newest first."""
        if self.turn is None or not self.turn.view.table.pile:
            return None
        table = self.turn.view.table
        faces = tuple(table.faces[tile] for tile in reversed(table.pile))
        return Push(Fan(self.reading, faces, as_cards=self.board.as_cards))

    def back(self) -> Change | None:
        """Take the nearest thing back: the paper, a drag, the picks; then ask about leaving."""
        if self.paper.toast is not None:
            return self._got_it()
        if self.pointer is not None and self.pointer.hand is not None:
            self.pointer.let_go()
            self.show(self._now)
            return None
        if self.turn is not None and self.turn.bench.picked:
            self.turn.pick_only(())
            return None
        return self.leave()

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Let a hand act: on the board, by an action of the table, or on a widget."""
        self._change = None
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return super().on_event(event)
        if isinstance(event, KeyDown | PadDown) and not getattr(event, "repeat", False):
            action = action_for(event, self.where)
            if action is not None and action.name in self.panel.actions:
                self.ring._hand(pad=isinstance(event, PadDown))  # noqa: SLF001
                return self.panel.actions[action.name]() or self._change
        answer = point(self, event)
        return (answer.change or self._change) if answer.taken else (super().on_event(event) or self._change)

    def gold(self) -> Button | None:
        """Return what Return means: the paper's button, a focused button, else the gold one."""
        focus = self.ring.focus
        if self.paper.toast is not None:
            return self.paper.toast.buttons[0]
        if focus is not None and self.ring.shown and not isinstance(focus, Area) and not self.ring.pad_last:
            return None
        return self.panel.primary if self.panel.primary.enabled else None

    def _go_home(self, tiles: tuple[Tile, ...], boxes: dict[Tile, Box]) -> None:
        if self.turn is not None:
            self.board.fly_home(tiles, boxes, self.turn.bench, self.marks, self._now)

    def _use(self, target: Target) -> Change | None:
        if self.turn is not None:
            self.turn.use(target)
        return self._change

    def _carry(self, slot: int, goal: int) -> None:
        if self.turn is None:
            return
        shown = self.turn.bench.shown
        tile = next((one for one in self.turn.view.rack if slot < len(shown) and one == shown[slot]), None)
        if tile is not None:
            self.turn.move((tile,), goal)

    def extend(self) -> None:
        """Add the picks to the set that takes them; of several the focus goes to the first, to choose."""
        if self.turn is None:
            return
        choose = self.turn.extend()
        if choose is not None:
            self.ring.show(shown=True)
            self.areas[1].point(choose)
            self.ring.focus_on(self.areas[1])

    def _scroll(self, ours: bool, rows: float) -> bool:  # noqa: FBT001 - the zone says which it is
        if self.board.layout is None:
            return False
        zone = self.board.layout.us if ours else self.board.layout.them
        at = 0 if ours else 1
        wanted = min(zone.over, max(0.0, self.board.scroll[at] + rows * zone.placed.row))
        if wanted == self.board.scroll[at]:
            return False
        self.board.scroll[at] = wanted
        self.show(None)
        return True

    # --- time ----------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Learn what happened and move what flies."""
        self._now = now
        self._hear(self.session.poll(now), now)
        seconds = self.session.seconds_left(now)
        whole = None if seconds is None else int(seconds + 0.999)
        if whole != self.board.banner.seconds:
            self.board.banner.seconds = whole
            self.seen()
            if whole is not None and whole <= 5 and self.board.banner.mine:
                self.heard(Cue.LAST_SECONDS)
        if self.board.moving and self.turn is not None:
            self.board.advance(now, self.turn.bench, self.marks)
            self.seen()
        return super().update(now) or self._change

    def _hear(self, events: tuple[Happened, ...], now: float) -> None:
        dealt = False
        moved = False
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
            for cue in cues_of(event, self.session.watching):
                self.heard(cue)
        if moved and self.session.view is not None:
            self._move_on(self.session.view, now, dealt=dealt)

    def _move_on(self, view: View, now: float, *, dealt: bool) -> None:
        """Show a table that moved on; a draft that was not sent is dropped, the rack keeps its order."""
        if self.turn is None or self.pointer is None:
            self._sit_down(view)
            self.show(None)
            self.ring.focus_on("table.rack")
        else:
            self.turn.on(view, dealt=dealt)
            self.pointer.turn = self.turn
            if self.paper.outlived(self.turn.view):
                self._dismiss()
        if self.pointer is not None:
            self.pointer.follow()
        self.show(now)
        if dealt and self.turn is not None:
            self.board.fly_deal(self.turn.bench, self.marks, now)
        self._keep()
        self.seen()

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what rests, what flies, and a paper or a tip on top."""
        if self.look is None:
            return
        if self.turn is None or self.pointer is None or self.board.layout is None:
            self.draw_ground(surface, self.look)
            return
        parts = resting_parts(self, self.look, self.turn, self.pointer)
        surface.blit(self.backdrop.of(parts, self.look.viewport.canvas_size, surface), (0, 0))
        self.board.draw_over(surface)
        draw_reason(surface, self.look, self.board.layout, self.turn, self.pointer)
        if self.paper.toast is not None:
            self.paper.toast.draw(surface)
        if self._tip_for is not None and self._tip_shown and self._tip_for.tip is not None:
            draw_tip(surface, self.look, str(self._tip_for.tip), self._tip_for.focus_box)

    def places(self) -> Sequence[Place]:
        """Return where each widget and each seen tile lies."""
        told = places(self.root)
        if self.turn is None or self.board.layout is None:
            return told
        return [*told, *board_places(self.board, self.turn.view.faces, self.marks)]
