"""What every table scene shows: a board with its buttons, what is said of tiles, and a paper that explains.

Laws: `draw` changes nothing; where things lie is a board's to say, what hands do a turn's, the buttons a panel's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.actions import Where
from game.client.draw.sound import Cue
from game.client.table.areas import Area, RackArea
from game.client.table.board_page import BoardPage
from game.client.table.lasso import draw_lasso
from game.client.table.picture import widget_parts
from game.client.table.sprites import Marks
from game.client.table.toast import Paper
from game.client.table.turn import Turn
from game.client.widgets.tooltip import draw_tip
from game.client.widgets.widget import Group, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.debug import Place
    from game.client.director import Change
    from game.client.draw.backdrop import Part
    from game.client.house import Game, House
    from game.client.table.board import Board
    from game.client.table.panel import SidePanel
    from game.client.table.pointer import Pointer
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.toast import Toast
    from game.match.match import RoundResult
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View

T = TypeVar("T", bound=Turn[Any])


class ShownTable(BoardPage, ABC, Generic[T]):
    """One match at a table, as the watching seat sees it."""

    keeps = frozenset({"new_game"})

    def __init__(
        self, house: House, game: Game, board: Board[T, Any], panel: SidePanel[T], areas: Sequence[Area[Any]]
    ) -> None:
        self.game = game
        board.company = game.company
        if game.company is not None:
            panel.welcome(game.company)
        self.panel = panel
        self.areas = areas
        self.turn: T | None = None
        self.pointer: Pointer[T, Any] | None = None
        self.paper = Paper(self._got_it)
        self.result: RoundResult | None = None
        self._rests = False
        self._flown = 0  # frames in which something flew
        self._members = (
            *panel.head, board.bar, board.banner, *areas, *board.plates.values(), *board.asides, *panel.buttons
        )  # fmt: skip
        self._root = Group("table", self._members, lambda _box, _look: None)
        super().__init__("table", house, game.session, board, self._root, "table.rack")
        if self.session.standing.scored and self.session.standing.results:
            self.result = self.session.standing.results[-1]
        if self.session.view is not None:
            self._sit_down(self.session.view)

    # --- what a table says of itself ---------------------------------------------------------------------------------

    @abstractmethod
    def seated(self, view: View) -> tuple[T, Pointer[T, Any]]:
        """Return the turn and the pointer of who takes a seat; the desk of an earlier run is set up again."""

    @abstractmethod
    def boxes(self) -> Sequence[Box]:
        """Return where each area lies now."""

    @abstractmethod
    def glow(self, look: Look, turn: T) -> list[Part]:
        """Light what the hand can do."""

    @abstractmethod
    def keep(self, turn: T) -> None:
        """Keep the desk as it lies."""

    def draw_words(self, surface: pygame.Surface, look: Look, turn: T) -> None:
        """Draw words that follow the hand."""

    # --- what the director asks --------------------------------------------------------------------------------------

    @property
    def where(self) -> Where:
        """Tell that the actions of the table hold."""
        return Where.FIELD if self.ring.typing else Where.TABLE

    @property
    def revision(self) -> int:
        """Count what can be seen changing, what flies included."""
        return super().revision + self._flown

    def rest(self, *, resting: bool) -> None:
        """Stop clock and bots while something lies over the table or the window cannot be seen."""
        if resting is not self._rests:
            self._rests = resting
            self.session.pause(paused=resting)

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out at once, keeping the unsent turn, picks, a drag and the focus."""
        self._spread(viewport)
        self.show(None)
        self.ring.touch()

    # --- showing -----------------------------------------------------------------------------------------------------

    def _sit_down(self, view: View) -> None:
        self.turn, self.pointer = self.seated(view)

    @property
    def marks(self) -> Marks:
        """What is said of tiles right now."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return Marks()
        bench, held = self.turn.bench, self.pointer.held(self.board.layout)
        picked = (*bench.picked, *self.pointer.lassoed(self.board.layout))
        return Marks(picked, self.pointer.hover, bench.fresh, self.paper.wrong, held)

    def show(self, now: float | None) -> None:
        """Bring everything seen in step with the turn; what moved flies from `now` on."""
        if self.look is None:
            return
        for widget in self._root.members:
            widget.visible = self.turn is not None
        if self.turn is None:
            return
        heights = self.panel.tell(self.turn, self.look, self.result)
        self.board.show(self.look, self.turn, self.marks, heights, now)
        self.panel.place(self.look)
        layout = self.board.laid()
        bench = self.turn.bench
        standing = tuple(at for at, tile in enumerate(bench.shown) if tile >= 0 and at < len(layout.slots))
        for area in self.areas:
            if isinstance(area, RackArea):
                area.taken = () if bench.picked else standing
        for area, box in zip(self.areas, self.boxes(), strict=True):
            area.layout = layout
            area.place(box, self.look)
        self.paper.place(layout.frame.table, self.look)
        self.ring.touch()

    def settle(self) -> None:
        """Show what is said of tiles that lie where they lay."""
        if self.turn is not None:
            self.board.settle(self.turn, self.marks)
        self.seen()

    @property
    def now(self) -> float:
        """The time of the last update."""
        return self._now

    def seen(self) -> None:
        """Note that something seen changed."""
        self.ring.revision += 1

    # --- what the turn tells -----------------------------------------------------------------------------------------

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
        self.paper.refuse(refused, tiles, self.turn.bench, self.look, as_cards=self.board.as_cards)
        self._papered()

    def explained(self, code: str, why: str = "") -> None:
        """Explain on paper something that is no move; `why` is the code of another reason than its usual one."""
        self.paper.explain(code, why)
        self._papered()

    def _papered(self) -> None:
        self._root.members = (*([self.paper.toast] if self.paper.toast else []), *self._members)
        self.heard(Cue.REFUSED)
        self.show(self._now)
        if self.turn is not None and self.board.layout is not None:
            self.board.nod(self.turn, self.marks, self._now)

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
            self.keep(self.turn)

    # --- drawing -----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what rests, what flies, and a paper or a tip on top."""
        if self.look is None:
            return
        if self.turn is None or self.board.layout is None:
            self.draw_ground(surface, self.look)
            return
        surface.blit(self._at_rest(surface, self.look, self.turn), (0, 0))
        self.board.draw_over(surface)
        self.draw_words(surface, self.look, self.turn)
        if self.pointer is not None and self.pointer.lasso is not None and self.pointer.drawing:
            draw_lasso(surface, self.look, self.pointer.lasso.box)
        if self.toast is not None:
            self.toast.draw(surface)
        if self._tip_for is not None and self._tip_shown and self._tip_for.tip is not None:
            draw_tip(surface, self.look, str(self._tip_for.tip), self._tip_for.focus_box)

    def _at_rest(self, surface: pygame.Surface, look: Look, turn: T) -> pygame.Surface:
        """Return the picture of what rests; while tiles alone move it is the one of the frame before."""
        size, seen, resting = look.viewport.canvas_size, self.ring.revision, self.board.resting
        kept = None if super().restless else self.backdrop.same(seen, resting, size)
        if kept is not None:
            return kept
        widgets = [widget for widget in self._root.members if widget is not self.toast]
        parts = [*resting, *self.glow(look, turn), *widget_parts(look, widgets)]
        made = self.backdrop.of(parts, size, surface)
        self.backdrop.made_of(seen, resting)
        return made

    def places(self) -> Sequence[Place]:
        """Return where each widget and each seen tile lies."""
        told = places(self.root)
        if self.turn is None or self.board.layout is None:
            return told
        return [*told, *self.board.places(self.turn, self.marks)]
