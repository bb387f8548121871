"""The list of saved matches: resume one, or look at its scores; a damaged one says so in its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.annals.pads import KeptPad, KeptPads
from game.client.app_context import MatchAtTable
from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.kept import SavedLanMatch
from game.client.scenes.match_filters import MAX_UNFILTERED_MATCHES, MatchFilters
from game.client.scenes.message import notice
from game.client.scenes.page import Page
from game.client.scenes.resume_rows import MatchFace, lan_row, match_row, pad_row, state_words
from game.client.scenes.resume_sheet import pad_sheet_of, sheet_of
from game.client.this_deal import can_deal_again, deal_page
from game.client.widgets import draw
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box, wrapped_flow
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.widget import Group
from game.client.words import phrase
from game.store.index import ListedMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pygame

    from game.client.app_context import AppContext, KeptMatches
    from game.client.director import Change
    from game.client.matches import Matches
    from game.client.widgets.look import Look
    from game.client.widgets.panel import Panel
    from game.client.widgets.row_face import ListRow
    from game.client.words import Text
    from game.store.index import MatchRow

ListedItem = ListedMatch | SavedLanMatch | KeptPad
FIRST_ROW_COUNT = 100  # rows shown at first
MAX_LIST_WIDTH = 1000.0  # width of the list without a sheet beside it
WIDE_LAYOUT_WIDTH = 1100.0  # width from which the sheet of the chosen match is beside the list
MAX_WIDTH_WITH_SHEET = 1500.0
SHEET_SHARE = 0.42
FOOT_GAP = 12.0  # between the buttons at the bottom
BESIDE_GAP = 16.0  # before the gold button
MAX_FOOT_SHARE = 0.3  # the greatest share of the height for the buttons at the bottom with their labels
LIST_PADDING = 4.0  # of the plate around the list
MAX_TEXT_SCALE = 1.3  # with larger text there is no room for the sheet, nor for all filters


class ResumePage(Page):
    """The list of matches, the one changed last first. `take_up` opens one at the table."""

    def __init__(self, context: AppContext, matches: Matches, take_up: Callable[[MatchAtTable], Change]) -> None:
        self.context = context
        self.matches = matches
        self._open = take_up
        self._list = ListRows("matches.list", (), self._chose, face=MatchFace())
        self._none = Paragraph("matches.none", "", theme.READING, theme.FELT_TEXT, "centre")
        self._filters = MatchFilters("matches.sieve", self._sift)
        self._more = Button("matches.more", "", self._show_more, icon="down")
        column = Column("matches.column", (self._filters, self._none, self._list, self._more), 12.0)
        self._scroll = Scroll("matches.scroll", column)
        self._most = FIRST_ROW_COUNT
        self._look = Button("matches.look", phrase("matches.look"), self._look_at, icon="eye")
        self._see = Button("matches.theatre", phrase("matches.theatre"), self._see_again, icon="replay")
        self._review = Button("matches.review", phrase("review.title"), self._review_chosen, icon="cap")
        self._again_deal = Button("matches.deal", phrase("again.title"), self._this_deal, icon="stack")
        self._go_on = Button("matches.continue", phrase("matches.continue"), self._continue, icon="play")
        self._begin = Button("matches.new", phrase("title.new_game"), lambda: Push(context.new_game()), icon="play")
        self._gold = self._go_on
        back = IconButton("matches.back", phrase("button.back"), "back", Pop)
        self._delete = IconButton("matches.delete", phrase("matches.delete"), "trash", self._delete_chosen)
        self._undelete = IconButton("matches.undelete", phrase("matches.undelete"), "undo", self._bring_back)
        signs = (self._undelete, self._delete)
        self._bar = Bar("matches.bar", phrase("matches.title"), back, signs, aside=phrase("matches.aside"))
        self._sheet: Panel | None = None
        self._pads = KeptPads(context, matches.home)
        self._pads.read()
        # the place of the last deletion; without network matches nothing of the network is loaded
        self._emptied: Matches | KeptMatches | KeptPads | None = None
        network = context.network if matches.has_lan_match else None
        self._lan = None if network is None else network()
        if self._lan is not None:
            self._lan.read()
        self._group = Group("matches", (), self._arrange)
        super().__init__("matches", context.preferences, self._group, self._list.name)
        self._show()

    # --- what it shows -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        kept = self.matches.kept
        alone, there = kept or (), self._lan.kept if self._lan is not None else ()
        pads = self._pads.kept
        self._filters.visible = len(alone) + len(there) + len(pads) > MAX_UNFILTERED_MATCHES
        found = self._found(alone, there, pads)
        rows = [_row(one) for one in found[: self._most]]
        self._list.show(rows)
        self._list.visible = bool(rows)
        self._more.visible = len(found) > len(rows)
        self._more.label = phrase("matches.more", n=len(found) - len(rows))
        self._none.visible = not rows
        reads = kept is None or self.matches.reading
        # Rows already shown must not move under the pointer when more are read, so the bar announces those.
        self._bar.aside = phrase("matches.reading" if reads and rows else "matches.aside")
        sifted = bool(alone or there or pads) and not rows
        self._empty = not (rows or reads or sifted)
        code = "matches.reading" if reads else "matches.none_such" if sifted else "matches.none_note"
        self._none.text = phrase(code)
        if not self._picked or self._list.chosen not in [row.key for row in rows]:
            self._list.chosen = rows[0].key if rows and rows[0].reason is None else None
        self._judge()

    def _found(
        self, alone: Sequence[ListedMatch], there: Sequence[SavedLanMatch], pads: Sequence[KeptPad]
    ) -> list[ListedItem]:
        """Return the matches that pass the filters: unfinished network matches first, then by last change."""
        every = self._filters.is_empty  # with thousands of matches, rows are only made when shown
        found: list[ListedItem] = [one for one in there if every or self._filters.passes_lan(one)]
        found += [one for one in alone if every or self._filters.passes(one)]
        found += [one for one in pads if every or self._filters.passes_pad(one)]
        return sorted(found, key=lambda one: (not (isinstance(one, SavedLanMatch) and not one.over), -one.changed))

    _empty = False  # nothing is saved at all
    _picked = False  # a row was chosen by hand, which stays when score pads and LAN matches come into the list

    def _sift(self) -> Change | None:
        self._most = FIRST_ROW_COUNT
        self._again()
        return None

    def _show_more(self) -> Change | None:
        self._most += FIRST_ROW_COUNT
        self._again()
        return None

    def _judge(self) -> None:
        """Update what can be done with the chosen match."""
        kept = self._chosen_match()
        row = None if kept is None else kept.row
        read = None if kept is None or kept.unread else row
        refused = phrase("matches.pick") if kept is None else self.matches.resume_refusal(kept)
        on_lan, pad = self._chosen_lan_match(), self._chosen_pad()
        if on_lan is not None:
            refused = phrase("matches.state.over") if on_lan.over else None
        elif pad is not None:
            refused = phrase("matches.is_over") if pad.over else None
        self._go_on.enabled = refused is None
        self._go_on.reason = refused if self._list.visible else None
        self._look.enabled = read is not None or pad is not None
        self._see.enabled = (row is not None and row.deals > 0) or on_lan is not None
        over = read.over if read is not None else row is not None or (on_lan is not None and on_lan.over)
        self._gild(self._begin if self._empty else self._see if over and self._see.enabled else self._go_on)
        self._review.enabled = (row is not None and any(number for number, _points in row.rounds)) or on_lan is not None
        self._again_deal.enabled = row is not None and can_deal_again(self.context, row.header)
        self._delete.enabled = kept is not None or on_lan is not None or pad is not None
        self._undelete.enabled = self._bin_to_restore_from() is not None
        self._show_sheet(read, pad)

    def _gild(self, gold: Button) -> None:
        """Make one button gold: *continue* for an unfinished match, *watch* for a finished one."""
        self._gold = gold
        for one in (self._see, self._go_on, self._begin):
            one.face = ButtonKind.PRIMARY if one is gold else ButtonKind.SECOND
            one.role = theme.BUTTON if one is gold else theme.SMALL_BUTTON
            one.key_cap = "Enter" if one is gold else None
        gold.bare, gold.tip = False, None

    def _show_sheet(self, row: MatchRow | None, pad: KeptPad | None) -> None:
        """Make the score sheet of the chosen match."""
        self._sheet = None if row is None else sheet_of(row, state_words(row))
        if pad is not None:
            self._sheet = pad_sheet_of(pad.pad)
        sheet = () if self._sheet is None else (self._sheet,)
        others = () if self._empty else self._others
        self._group.members = (self._bar, self._scroll, *sheet, *others, self._gold)

    def _chosen_match(self) -> ListedMatch | None:
        return next((one for one in self.matches.kept or () if one.name == self._list.chosen), None)

    def _chosen_lan_match(self) -> SavedLanMatch | None:
        kept = self._lan.kept if self._lan is not None else ()
        return next((one for one in kept if one.path.name == self._list.chosen), None)

    def _chosen_pad(self) -> KeptPad | None:
        return next((one for one in self._pads.kept if one.path.name == self._list.chosen), None)

    def update(self, now: float) -> Change | None:
        """Show the list when it has been read."""
        if self._writing:
            self._writing = False
            self._pads.read()
        if self.matches.poll() | (self._lan is not None and self._lan.poll()) | self._pads.poll():
            self._again()
        return super().update(now)

    def _again(self) -> None:
        self._show()
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar)
        if self._empty:
            self._place_empty(room, look)
            return
        self._filters.fold_steppers(small=look.text_scale > MAX_TEXT_SCALE)
        beside = room.w - 48 >= WIDE_LAYOUT_WIDTH and look.text_scale <= MAX_TEXT_SCALE and self._sheet is not None
        wide = min(room.w - 48, MAX_WIDTH_WITH_SHEET if beside else MAX_LIST_WIDTH * max(1.0, look.text_scale))
        room = room.middle(wide, room.h)
        foot = self._place_foot(room, look)
        listed = room.w
        if self._sheet is not None:
            self._sheet.visible = beside
            if beside:
                sheet = room.w * SHEET_SHARE
                high = min(room.h - foot - 52, self._sheet.height_for(look, sheet))
                self._sheet.place(Box(room.right - sheet, room.y + 16, sheet, high), look)
                listed = room.w - sheet - 24
        if beside:  # in a well as high as the sheet at most
            self._listed = Box(room.x, room.y + 16, listed, room.h - foot - 52)
            self._scroll.place(self._listed.inset(LIST_PADDING), look)
        else:
            self._listed = None
            self._scroll.place(
                Box(room.x - FOCUS_MARGIN, room.y + 8, listed + 2 * FOCUS_MARGIN, room.h - foot - 36), look
            )

    _listed: Box | None = None

    def _place_empty(self, room: Box, look: Look) -> None:
        """Show in the middle what this list is for, above the button for a new match."""
        self._listed = None
        wide, (gold, high) = min(room.inset(BESIDE_GAP).w, MAX_LIST_WIDTH), self._gold.min_size(look)
        said = self._none.height_for(look, wide) + 2 * FOCUS_MARGIN
        middle = room.middle(wide, said + BESIDE_GAP + high)
        self._scroll.place(middle.top_part(said), look)
        self._gold.place(middle.below(said + BESIDE_GAP).middle(gold, high), look)

    def draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the felt, and beside a sheet the well that holds the list."""
        super().draw_ground(surface, look)
        if self._listed is not None:
            edge = draw.Edge(theme.LINE)
            draw.plate(surface, look, self._listed, theme.RADIUS_PANEL, theme.PANEL, edge, theme.SHADE_PANEL)

    def _place_foot(self, room: Box, look: Look) -> float:
        """Place the buttons at the bottom, as icons where labels would shrink the list; return their height."""
        others = self._others
        gold = min(max(240.0, self._gold.min_size(look)[0] + 24), room.w)
        high = self._gold.height_for(look, gold)
        for bare in (False, True):
            for button in others:
                button.bare, button.tip = bare, button.label if bare else None
            cells = wrapped_flow(Box(room.x, 0.0, room.w, 0.0), [button.min_size(look) for button in others], FOOT_GAP)
            last, below = cells[-1], max(cell.bottom for cell in cells)
            beside = last.right + BESIDE_GAP + gold <= room.right  # in the last row of the buttons
            foot = max(last.y + high, below) if beside else high + 8 + below
            if foot <= room.h * MAX_FOOT_SHARE:
                break
        y = room.bottom - foot - 16
        self._gold.place(Box(room.right - gold, y + last.y * beside, gold, high), look)
        for button, cell in zip(others, cells, strict=True):
            button.place(cell.moved(0.0, y if beside else y + high + 8), look)
        return foot

    @property
    def _others(self) -> tuple[Button, ...]:
        see = () if self._gold is self._see else (self._see,)
        return (self._review, *see, self._look, self._again_deal)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _chose(self, _key: str) -> None:
        self._picked = True
        self._judge()
        if self.look is not None:
            self.layout(self.look.viewport)

    def _continue(self) -> Change | None:
        on_lan = self._chosen_lan_match()
        if on_lan is not None and self._lan is not None:
            if on_lan.over:
                return None
            return self._lan.resume(self.context, on_lan, self.matches.leave)
        pad = self._chosen_pad()
        if pad is not None:
            return self._write_on(pad)
        kept = self._chosen_match()
        if kept is None:
            return None
        opened = self.matches.resume(kept)
        if isinstance(opened, MatchAtTable):
            return self._open(opened)
        self.matches.read()
        return Push(notice(self.context.preferences, "notice", phrase("notice.match"), opened))

    _writing = False  # a score pad is open over the list

    def _write_on(self, pad: KeptPad) -> Change:
        self._writing = True
        return self._pads.open(pad)

    def _delete_chosen(self) -> Change | None:
        kept, on_lan, pad = self._chosen_match(), self._chosen_lan_match(), self._chosen_pad()
        if pad is not None:
            self._emptied = self._pads
            return self._show_result(self._pads.delete(pad))
        if on_lan is not None and self._lan is not None:
            self._emptied = self._lan
            return self._show_result(self._lan.delete(on_lan))
        self._emptied = self.matches
        return None if kept is None else self._show_result(self.matches.delete(kept))

    def _bin_to_restore_from(self) -> Matches | KeptMatches | KeptPads | None:
        """Return the trash to restore from: that of the last deletion, else any with a deleted match."""
        bins = (self._emptied, self.matches, self._lan, self._pads)
        return next((one for one in bins if one is not None and one.may_undelete), None)

    def _bring_back(self) -> Change | None:
        found = self._bin_to_restore_from()
        return None if found is None else self._show_result(found.undelete())

    def _show_result(self, trouble: Text | None) -> Change | None:
        """Show the changed list, and an error if there was one."""
        self._again()
        return (
            None
            if trouble is None
            else Push(notice(self.context.preferences, "notice", phrase("notice.match"), trouble))
        )

    def _see_again(self) -> Change | None:
        from game.client.theatre.door import lan_theatre, solo_theatre

        kept, on_lan = self._chosen_match(), self._chosen_lan_match()
        if on_lan is not None:
            return lan_theatre(self.context, self.matches, on_lan.path)
        return None if kept is None else solo_theatre(self.context, self.matches, kept.path)

    def _review_chosen(self) -> Change | None:
        from game.client.theatre.door import lan_review, solo_review

        kept, on_lan = self._chosen_match(), self._chosen_lan_match()
        if on_lan is not None:
            return lan_review(self.context, self.matches, on_lan.path)
        return None if kept is None else solo_review(self.context, self.matches, kept.path)

    def _this_deal(self) -> Change | None:
        kept = self._chosen_match()
        return None if kept is None or kept.row is None else deal_page(self.context, kept.row.header)

    def _look_at(self) -> Change | None:
        from game.client.theatre.door import match_scores

        kept, pad = self._chosen_match(), self._chosen_pad()
        if pad is not None:
            return self._write_on(pad)
        return None if kept is None else match_scores(self.context, self.matches, kept.path)


def _row(one: ListedItem) -> ListRow:
    if isinstance(one, SavedLanMatch):
        return lan_row(one)
    return pad_row(one) if isinstance(one, KeptPad) else match_row(one)
