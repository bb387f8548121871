"""The list of all possible moves, in sentences with tiles; the chosen one is previewed on the table.

Laws: it lies beside what it previews, or over the whole table where there is no room. Only the gold button, or a second
press on the chosen row, makes a move; one that can be taken back is laid as a draft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from game.client.director import Pop
from game.client.draw import cards, theme, tiles
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.table.advice.choices import MoveGroup
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption, Strip
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.row_face import ListRow, RowFace
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Group
from game.client.words import phrase, say
from game.client.words.tell import tiles_in_words
from game.client.words.tongue import current_language, reads_leftward

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pygame

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.events import Event
    from game.client.table.advice.choices import PossibleMove
    from game.client.table.board import Board
    from game.client.table.shown import ShownMatch
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.widgets.row_face import ShownRow
    from game.client.widgets.widget import Widget
    from game.table.faces import Face

PAGE_WIDTH: Final = 400.0
FULL_WIDTH_SHARE: Final = 0.55  # a page that would take a larger share of the window takes all of it
MARGIN: Final = 10.0
ROWS_SHOWN_FIRST: Final = 12  # moves of a group shown at first; the others on request
TILE_WIDTH: Final = 26.0
TILE_PADDING: Final = 6.0  # above and below the tiles of a row
TILES_GAP: Final = 12.0  # at both sides of a row's tiles
TILE_STEP: Final = 20.0  # distance from one tile to the next
MAX_TILES: Final = 5
MIN_TEXT_WIDTH: Final = 150.0  # at the usual text size: where the text would have less, no tiles are drawn
GAP: Final = 8.0
MORE_KEY: Final = "more"
ALL_KEY: Final = "all"
DIGIT_KEYS: Final = "123456789"  # keys that choose the first rows
DIGIT_GAP: Final = 10.0


class MoveFace(RowFace):
    """A row with its move's tiles at the end, and the key that chooses it at the start."""

    def __init__(self, faces: Mapping[str, tuple[Face, ...]], keys: Mapping[str, str], *, as_cards: bool) -> None:
        self._faces, self._keys, self._pieces = faces, keys, cards if as_cards else tiles

    def text_left(self, look: Look, row: ListRow) -> float:
        """Return the left end of the text: after the column of keys, which is equally wide in all rows."""
        return super().text_left(look, row) + look.text_width(DIGIT_KEYS[-1], theme.LABEL) + DIGIT_GAP

    def _tiles(self, look: Look, row: ListRow, width: float) -> float:
        shown = min(MAX_TILES, len(self._faces.get(row.key, ())))
        wide = look.at_least(TILE_WIDTH) + (shown - 1) * look.at_least(TILE_STEP) if shown else 0.0
        return wide if width - wide >= look.scaled(MIN_TEXT_WIDTH) else 0.0

    def text_width(self, look: Look, row: ListRow, width: float) -> float:
        """Return the width of the text."""
        wide = self._tiles(look, row, width)
        return max(1.0, width - self.text_left(look, row) - TILES_GAP - (wide + TILES_GAP if wide else 0.0))

    def height_for(self, look: Look, row: ListRow, width: float) -> float:
        """Return the row's height at a width, with room for its tiles."""
        across = look.px(look.at_least(TILE_WIDTH))
        least = self._pieces.height_of(across) / look.u + 2 * TILE_PADDING if self._tiles(look, row, width) else 0.0
        return max(least, super().height_for(look, row, width))

    def draw(self, surface: pygame.Surface, shown: ShownRow) -> None:
        """Draw the row, then its tiles."""
        super().draw(surface, shown)
        look, box = shown.look, shown.box
        key = self._keys.get(shown.row.key, "")
        draw.line(
            surface, look, key, theme.LABEL, theme.GOLD, (box.x + super().text_left(look, shown.row), box.centre[1])
        )
        wide = self._tiles(look, shown.row, box.w)
        if not wide:
            return
        across = look.px(look.at_least(TILE_WIDTH))
        left = box.right - TILES_GAP - wide
        with draw.unmirrored_box(surface, look, Box(left, box.y, wide, box.h)):
            for at, face in enumerate(self._faces[shown.row.key][:MAX_TILES]):
                drawn = self._pieces.with_shadow(face, across, look.palette)
                x = look.px(left + at * look.at_least(TILE_STEP))
                surface.blit(
                    drawn.surface,
                    drawn.blit_position((x, look.px(box.centre[1]) - self._pieces.height_of(across) // 2)),
                )


class SessionlessTable(Protocol):
    """What the list of moves needs of a table that has no session."""

    context: AppContext
    board: Board[Any, Any]
    turn: Any
    advice: Any
    now: float

    def show(self, now: float) -> None:
        """Show the current table."""

    def note_change(self) -> None:
        """Record that something visible has changed."""

    def close_message(self) -> None:
        """Clear the highlights."""


class MovesPage(Page):
    """The list of moves, over the table that previews the chosen one."""

    popup = True
    keeps = frozenset({"help", "rules"})

    def __init__(
        self,
        shown: ShownMatch[Any, Any] | SessionlessTable,
        moves: tuple[PossibleMove, ...],
        search: Callable[[], tuple[PossibleMove, ...] | None] = tuple,
    ) -> None:
        """List these moves, and those that the search finds; it returns None until it is done."""
        self.shown = shown
        self._all_moves, self._search = moves, search
        self._searches = not self._add_found()
        self.moves = self._of_picked_tiles()
        self.group = ALL_KEY
        self._tongue = current_language()
        self._unfolded: set[MoveGroup] = set()  # the groups shown in full
        self.chosen: PossibleMove | None = None
        close = IconButton("moves.close", phrase("button.close"), "cross", self.back)
        self._do = Button(
            "moves.do", phrase("moves.do"), self.make_chosen_move, kind=ButtonKind.PRIMARY, icon="check", key="Enter"
        )
        self._do.enabled = False
        self._group_choice = Choice("moves.sorts", (), ALL_KEY, self._filter, face=Strip())
        self._lists: list[ListRows] = []
        self._list = Scroll("moves.scroll", Column("moves.column", ()))
        members = Group("moves.body", (self._group_choice, self._list, self._do), self._stack)
        self._panel = Panel("moves.panel", phrase("moves.title"), members, corner=close, padding=14.0)
        self._tell()
        first = self._lists[0].name if self._lists else close.name
        super().__init__("moves", shown.context.preferences, Group("moves", (self._panel,), self._arrange), first)
        self.ring.show_focus(shown=True)
        self._choose_the_only_one()

    def _choose_the_only_one(self) -> None:
        if len(self.moves) == 1 and not self._searches:
            self._choose("0")

    def _add_found(self) -> bool:
        """Add the moves that the search has found; return whether it is done."""
        found = self._search()
        self._all_moves += found or ()
        return found is not None

    def _of_picked_tiles(self) -> tuple[PossibleMove, ...]:
        """Return the moves with a picked tile, or all where there is none."""
        picked = set(self.shown.turn.turn_state.picked) if self.shown.turn is not None else set()
        return tuple(one for one in self._all_moves if picked & set(one.rack_tiles)) or self._all_moves

    def update(self, now: float) -> Change | None:
        """Show what the search has found once it is done."""
        if self._searches and self._add_found():
            self._searches = False
            self.moves = self._of_picked_tiles()
            self._again()
            self._choose_the_only_one()
        return super().update(now)

    def _count(self, group: MoveGroup) -> int:
        return sum(one.group is group for one in self.moves)

    # --- what the page tells ---------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Rebuild the rows."""
        counts = [(ALL_KEY, len(self.moves)), *((one.value, self._count(one)) for one in MoveGroup if self._count(one))]
        self._group_choice.options = tuple(
            ChoiceOption(key, phrase(f"moves.sort.{key}", count=count)) for key, count in counts
        )
        self._group_choice.visible = len(counts) > 2
        self._lists = []
        parts: list[Widget] = []
        for group in MoveGroup:
            of_group = [at for at, one in enumerate(self.moves) if one.group is group]
            if not of_group or self.group not in (ALL_KEY, group.value):
                continue
            some = of_group if group in self._unfolded else of_group[:ROWS_SHOWN_FIRST]
            rows = [self._row(at) for at in some]
            if len(some) < len(of_group):
                rows.append(ListRow(f"{MORE_KEY} {group.value}", phrase("moves.more", n=len(of_group) - len(some))))
            head = Paragraph(
                f"moves.head_{group.value}", phrase(f"moves.head.{group.value}"), theme.HEADING, theme.GOLD
            )
            faces = {str(at): self._faces(self.moves[at]) for at in some}
            keys = dict(zip([row.key for row in rows], DIGIT_KEYS[len(self._numbered()) :], strict=False))
            face = MoveFace(faces, keys, as_cards=self.shown.board.as_cards)
            told = ListRows(f"moves.{group.value}", rows, self._choose, face=face)
            told.label = head.text
            told.chosen = None if self.chosen not in self.moves else str(self.moves.index(self.chosen))
            self._lists.append(told)
            parts += [head, told]
        if self._searches:
            parts.append(Paragraph("moves.search", phrase("moves.search"), theme.READING, theme.CREAM))
        elif not self.moves:
            parts.append(Paragraph("moves.none", phrase("moves.none"), theme.READING, theme.CREAM))
        self._list.content = Column("moves.column", parts, GAP)

    def _faces(self, one: PossibleMove) -> tuple[Face, ...]:
        faces = self._view_faces
        return tuple(faces[tile] for tile in one.rack_tiles)

    @property
    def _view_faces(self) -> tuple[Face, ...]:
        turn = self.shown.turn
        return () if turn is None else turn.view.faces

    def _row(self, at: int) -> ListRow:
        one, as_cards = self.moves[at], self.shown.board.as_cards
        own = tiles_in_words(one.rack_tiles, self._view_faces, cards=as_cards)
        title = say(f"moves.{one.code}", tiles=own)
        note: str | None = None
        if one.set_tiles:
            set_words = tiles_in_words(one.set_tiles, self._view_faces, cards=as_cards)
            note = say("moves.to", tiles=set_words)
        elif one.points:
            note = say("moves.points", n=one.points)
        return ListRow(str(at), title[:1].upper() + title[1:], note)

    # --- hands -----------------------------------------------------------------------------------------------------

    def _filter(self, key: str) -> Change | None:
        self.group = key
        self._again()
        return None

    def _again(self) -> None:
        self._tell()
        if self.look is not None:
            self.layout(self.look.viewport)

    def _choose(self, key: str) -> Change | None:
        """Preview a move on the table; make it if it is previewed already."""
        if key.startswith(MORE_KEY):
            self._unfolded.add(MoveGroup(key.partition(" ")[2]))
            self._again()
            return None
        one = self.moves[int(key)]
        if one is self.chosen:
            return self.make_chosen_move()
        self.chosen, self._do.enabled = one, True
        for told in self._lists:
            told.chosen = key
        advice, turn = self.shown.advice, self.shown.turn
        advice.highlight(one.rack_tiles)
        if turn is not None and advice.preview_move(turn, one.move):
            advice.tiles = one.rack_tiles
        self.shown.show(self.shown.now)
        self.shown.note_change()
        self.ring.note_change()
        return None

    def make_chosen_move(self) -> Change | None:
        """Make the chosen move: as a draft where it can be taken back."""
        one, turn = self.chosen, self.shown.turn
        self.shown.close_message()
        if one is not None and turn is not None and turn.view.must_decide:
            turn.make_move(one.move)
        return Pop()

    def back(self) -> Change | None:
        """Close, and clear the highlights."""
        self.shown.close_message()
        return Pop()

    def on_event(self, event: Event) -> Change | None:
        """Close also on the key that opened the page; choose the first rows by number keys."""
        from game.client.actions import ActionContext, action_for
        from game.client.events import NO_MODIFIERS, KeyDown

        if isinstance(event, KeyDown) and not event.repeat:
            action = action_for(event, ActionContext.TABLE)
            if action is not None and action.name == "moves":
                return self.back()
            numbered = self._numbered()
            digit = event.key.removeprefix("Keypad ")
            if digit in DIGIT_KEYS and int(digit) <= len(numbered) and event.mods == NO_MODIFIERS:
                return self._by_number(numbered[int(digit) - 1])
        return super().on_event(event)

    def _numbered(self) -> list[tuple[ListRows, str]]:
        """Return the rows that number keys choose, in display order."""
        return [(told, row.key) for told in self._lists for row in told.members][: len(DIGIT_KEYS)]

    def _by_number(self, line: tuple[ListRows, str]) -> Change | None:
        """Choose a row as a click would, and focus it."""
        told, key = line
        told.cursor = [row.key for row in told.members].index(key)
        self.ring.focus_on(told)
        return self._choose(key)

    def return_button(self) -> Button | None:
        """Return the button that makes the move once one is previewed."""
        focus = self.ring.focus
        if self.chosen is not None and (not self.ring.shown or isinstance(focus, ListRows)):
            return self._do
        return super().return_button()

    def layout(self, viewport: Viewport) -> None:
        """Rebuild the texts when the language has changed."""
        if self._tongue != current_language():
            self._tongue = current_language()
            self._tell()
        super().layout(viewport)

    # --- where the page lies ---------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        room = box.inset(MARGIN)
        wide = min(room.w, PAGE_WIDTH * max(1.0, look.text_scale))
        if wide > room.w * FULL_WIDTH_SHARE:
            self._panel.place(room, look)
            return
        rack = self.shown.board.current_layout().frame.rack if self.shown.board.layout is not None else room
        foot = min(room.bottom, rack.y - 6) if rack.right > room.right - wide else room.bottom
        beside = Box(room.right - wide, room.y, wide, foot - room.y)
        # The table is not mirrored, and the page must cover the same part of it.
        self._panel.place(beside.mirrored(box.x + box.right) if reads_leftward() else beside, look)

    def _stack(self, box: Box, look: Look) -> None:
        """Put the groups at the top and the gold button at the bottom; the list has the rest."""
        foot = self._do.height_for(look, box.w)
        self._do.place(box.below(box.h - foot), look)
        room = box.top_part(box.h - foot - GAP)
        if self._group_choice.visible:
            high = self._group_choice.height_for(look, box.w)
            self._group_choice.place(room.top_part(high), look)
            room = room.below(high + GAP)
        self._list.place(room, look)

    def draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        """Draw no background: the table below shows the chosen move."""
