"""What every table scene is: it hears the session, lets hands act, and knows the doors; what it shows it inherits.

Laws: the session alone says what happened; input never waits for motion.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar

from game.client.actions import action_for
from game.client.director import Pop, Push, Replace
from game.client.draw.sound import Cue
from game.client.draw.theme import Kind
from game.client.events import KeyDown, PadDown
from game.client.scenes.message import Message
from game.client.table.aims import Aim
from game.client.table.areas import Area
from game.client.table.cues import cues_of
from game.client.table.past import PastTable
from game.client.table.reach import point
from game.client.table.turn import Turn
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.widget import IGNORED
from game.client.words import phrase
from game.session.looking_back import since_last_turn, view_back
from game.session.session import Dealt, Learned, Moved, RoundOver, TimedOut, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.events import Event
    from game.client.house import Game, House
    from game.client.table.aims import Target
    from game.client.table.board import Board
    from game.client.table.panel import SidePanel
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.widget import Answer
    from game.session.session import Event as Happened
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View

from game.client.table.shown import ShownTable

T = TypeVar("T", bound=Turn[Any])

THROUGH_PAPER = ("undo", "redo", "reset", "help", "talk", "look_back")  # they mend, or lie over the table
BELOW_PAPER = ("pick", "left", "right", "up", "down", "carry_left", "carry_right")
WARNED = 15  # seconds of a turn clock at which it is heard first, and
LAST = 5  # from which on every one is


class AnyTable(ShownTable[T]):
    """One match at a table, until its round is over and the score is looked at."""

    def __init__(
        self, house: House, game: Game, board: Board[T, Any], panel: SidePanel[T], areas: Sequence[Area[Any]]
    ) -> None:
        super().__init__(house, game, board, panel, areas)
        board.log.on_line, board.log.on_head = self.look_back_to, self.look_back
        self._waited: object = None

    # --- what a table says of itself ---------------------------------------------------------------------------------

    @abstractmethod
    def use(self, target: Target) -> Change | None:
        """Do what Space means on a target."""

    @abstractmethod
    def cue_of(self, move: Move, before: View) -> Cue:
        """Return how a move of another sounds."""

    @abstractmethod
    def past_board(self) -> tuple[Board[T, Any], Callable[[View], T]]:
        """Return a second board to look back with, and what makes the turn it is shown with."""

    def take_back(self, at: Point) -> None:  # noqa: ARG002 - where it was asked means something at some tables
        """Do what the right button means: take the last deed back."""
        if self.turn is not None:
            self.turn.undo()

    def tile_of(self, target: Target) -> Tile | None:
        """Return the tile that lies in a target."""
        return self.turn.standing_at(target.index) if self.turn is not None and target.aim is Aim.SLOT else None

    def choose(self, target: Target) -> None:
        """Put the keys on one of several sets that take what is picked."""
        area = next((area for area in self.areas if target in area.targets()), None)
        if area is not None:
            self.ring.show(shown=True)
            area.point(target)
            self.ring.focus_on(area)

    def words_at(self, at: Point) -> Answer:  # noqa: ARG002 - most tables have no words to click
        """Do what a click on words of the board means."""
        return IGNORED

    # --- doors -------------------------------------------------------------------------------------------------------

    def see_score(self) -> Change | None:
        """Go on to the score sheet of the round that is over."""
        return None if self.result is None else Replace(self.house.score_sheet(self.game, self.result))

    @property
    def skips(self) -> bool:
        """Tell whether the others' moves can be skipped: bots alone are waited for."""
        view = self.session.view
        if view is None or self.game.company is not None or view.table.outcome is not None:
            return False
        return view.table.to_move != view.seat

    def skip(self) -> Change | None:
        """Let the others play without a pause until it is one's own turn."""
        if self.skips:
            self.session.hurry()
        return None

    def look_back(self) -> Change | None:
        """Show again what happened since the watcher's last turn."""
        view = self.session.view
        return None if view is None else self._looked_back(since_last_turn(view), plays=True)

    def look_back_to(self, made: int) -> Change | None:
        """Show the table as it lay after so many moves of the round."""
        return self._looked_back(made, plays=False)

    def _looked_back(self, made: int, *, plays: bool) -> Change | None:
        view = self.session.view
        if self.turn is None or view is None or view_back(self.session.standing, view, made) is None:
            return None
        board, turn_of = self.past_board()
        slots = self.turn.bench.slots

        def as_ordered(then: View) -> Turn[Any]:
            turn: Turn[Any] = turn_of(then)
            turn.bench = turn.bench.ordered_as(slots)
            return turn

        return Push(PastTable(self.house, self.session, board, as_ordered, made, plays=plays))

    def leave(self) -> Change | None:
        """Ask before leaving; the match is kept."""
        if self.game.company is not None:
            return self.game.company.leave()
        stay = Button("leave.stay", phrase("table.leave.stay"), Pop, key="Esc")
        go = Button("leave.go", phrase("table.leave.go"), self._go_to_title, kind=Kind.DANGER)
        words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
        return Push(Message("leave", self.reading, Dialog("leave", *words, (stay, go))))

    def _go_to_title(self) -> Change:
        return Replace(self.house.title(), all_of_them=True)

    def back(self) -> Change | None:
        """Take the nearest thing back: the paper, a drag, the picks; then ask about leaving."""
        if self.paper.toast is not None:
            return self._got_it()
        if self.pointer is not None and (self.pointer.hand is not None or self.pointer.drawing):
            self.pointer.let_go()
            self.show(self._now)
            return None
        if self.turn is not None and self.turn.bench.picked:
            self.turn.pick_only(())
            return None
        return self.leave()

    # --- hands -------------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Let a hand act: on the board, by an action of the table, or on a widget."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return super().on_event(event)
        if isinstance(event, KeyDown | PadDown) and not getattr(event, "repeat", False):
            action = action_for(event, self.where)
            if action is not None and self._is_behind_paper(action.name):
                return self._got_it()
            if action is not None and action.name in self.panel.actions:
                self.ring._hand(pad=isinstance(event, PadDown))  # noqa: SLF001 - the ring need not hear of the key
                return self.panel.actions[action.name]()
        answer = point(self, self.pointer, event)
        return answer.change if answer.taken else super().on_event(event)

    def _is_behind_paper(self, action: str) -> bool:
        """Tell whether an action would do something under the paper: its key only takes that away."""
        if self.toast is None or self.ring.focus in self.toast.buttons:
            return False
        return action not in THROUGH_PAPER and (action in self.panel.actions or action in BELOW_PAPER)

    def gold(self) -> Button | None:
        """Return what Return means: the paper's button, a focused button, else the gold one."""
        focus = self.ring.focus
        if self.paper.toast is not None:
            return self.paper.toast.buttons[0]
        if focus is not None and self.ring.shown and not isinstance(focus, Area) and not self.ring.pad_last:
            return None
        return self.panel.gold

    def pick_up_to(self) -> Change | None:
        """Pick everything from the tile picked last to the one under the focus."""
        tile = self._focused_tile()
        if self.turn is not None and tile is not None:
            self.turn.pick_up_to(tile)
        return None

    def obvious(self) -> Change | None:
        """Do what is obvious with the tile under the focus, or the one picked last."""
        picked = () if self.turn is None else self.turn.bench.picked
        tile = self._focused_tile()
        tile = tile if tile is not None or not picked else picked[-1]
        if self.turn is not None and tile is not None:
            choice = self.turn.obvious(tile)
            if choice is not None:
                self.choose(choice)
        return None

    @property
    def focus(self) -> Target | None:
        """Return what the keys are on, while the focus is shown."""
        focus = self.ring.focus
        return focus.target if self.ring.shown and isinstance(focus, Area) else None

    def _focused_tile(self) -> Tile | None:
        focus = self.ring.focus
        target = focus.target if isinstance(focus, Area) else None
        return None if target is None else self.tile_of(target)

    def carry(self, slot: int, goal: int) -> None:
        """Carry a tile along the rack."""
        if self.turn is not None:
            self.turn.carry(slot, goal)

    def go_home(self, tiles: tuple[Tile, ...], boxes: dict[Tile, Box]) -> None:
        """Let tiles that were dragged in vain glide back."""
        if self.turn is not None:
            self.board.fly_home(tiles, boxes, self.turn, self.marks, self._now)

    # --- time --------------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Learn what happened and move what flies."""
        self._now = now
        self._hear(self.session.poll(now), now)
        self._count_down(self.session.seconds_left(now))
        if self.panel.watch_disk(now):
            self.show(now)
            self.seen()
        change = self._hear_company(now)
        if change is not None:
            return change
        if self.board.moving and self.turn is not None:
            self.board.advance(now, self.turn, self.marks)
            self._flown += 1
        return super().update(now)

    def _hear_company(self, now: float) -> Change | None:
        """Show for whom the table waits, and what everybody has to read."""
        company = self.game.company
        if company is None:
            return None
        waited = company.notice()
        if waited != self._waited:
            self._waited = waited
            self.show(now)
            self.seen()
        return company.update(now)

    def _count_down(self, seconds: float | None) -> None:
        banner = self.board.banner
        whole = None if seconds is None else int(seconds + 0.999)
        if whole == banner.seconds:
            return
        came = (whole is None) is not (banner.seconds is None)
        banner.seconds = whole
        if came:
            self.show(self._now)
        self.seen()
        if whole is not None and banner.mine and (whole == WARNED or whole <= LAST):
            self.heard(Cue.CLOCK if whole == WARNED else Cue.LAST_SECONDS)

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
                    self.explained("toast.timed_out", self.why_timed_out())
                case Trouble():
                    self.explained("toast.trouble")
            lowest = self.session.rules.lowest_wins
            for cue in cues_of(event, self.session.watching, self.cue_of, lowest_wins=lowest):
                self.heard(cue)
        if moved and self.session.view is not None:
            self._move_on(self.session.view, now, dealt=dealt)

    def why_timed_out(self) -> str:
        """Return the code of what was done for the watcher whose time ran out; empty for what is usually done."""
        return ""

    def _move_on(self, view: View, now: float, *, dealt: bool) -> None:
        """Show a table that moved on; an unsent turn that no longer holds is dropped, the rack keeps its order."""
        if self.turn is None or self.pointer is None:
            self._sit_down(view)
            self.show(None)
            self.ring.focus_on("table.rack")
        else:
            self.turn.on(view, dealt=dealt)
            if self.paper.outlived(self.turn.view):
                self._dismiss()
        if self.pointer is not None:
            self.pointer.follow()
        self.show(now)
        if dealt and self.turn is not None and self.board.layout is not None:
            self.board.fly_deal(self.turn, self.marks, now)
        self._keep()
        self.seen()
