"""The daily deal: the month, the selected day's deal, the days played, and a result line to share."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pygame

from game.annals.daily import FIRST_DAY, daily_of, days_played, played_in_month, shift_month
from game.client.annals.calendar import Calendar, result_word
from game.client.annals.drawn import GameArt, LargeNumber
from game.client.annals.page import AnnalsPage
from game.client.app_context import MatchAtTable
from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.matches import local_now
from game.client.scenes.message import notice
from game.client.sides import day_words, joined_texts
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Shelf, WithSign
from game.client.widgets.widget import Group, Widget
from game.client.words import group_digits, phrase, say
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from datetime import date

    from game.annals.daily import DayPlayed
    from game.client.annals.ledger import Ledger
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

SECTION_GAP: Final = 14.0
GAP: Final = 8.0
MAX_WIDTH: Final = 1300.0
WIDE_LAYOUT_WIDTH: Final = 1100.0  # logical px: from this width on the day is beside the month
MAX_TEXT_SCALE: Final = 1.3  # text scale above which the day has no room beside the month
LEFT_SHARE: Final = 0.5
MIN_BUTTON_WIDTH: Final = 180.0
MAX_SPARE: Final = 24.0  # logical px by which a day is higher than its texts where there is room


class DailyPage(AnnalsPage):
    """Shows the months; the days of this month until today may be played."""

    def __init__(self, context: AppContext, ledger: Ledger, today: date | None = None) -> None:
        self.context = context
        self.ledger = ledger
        self.today = max(FIRST_DAY, today or local_now().date())
        back = IconButton("daily.back", phrase("button.back"), "back", Pop)
        signs = ledger.page_icons(context, "daily")
        self._bar = Bar("daily.bar", phrase("annals.daily"), back, signs, aside=phrase("daily.aside"))
        self.calendar = Calendar("daily.calendar", self.today, self._chose)
        self._earlier = IconButton("daily.earlier", phrase("daily.earlier"), "back", lambda: self._month(-1))
        self._later = IconButton("daily.later", phrase("daily.later"), "forward", lambda: self._month(1))
        note = Paragraph("daily.note", phrase("daily.note"), theme.SMALL, theme.MUTED)
        days = Column("daily.rows", (self.calendar, note), GAP)
        self._month_panel = Panel("daily.month", "", days, corner=WithSign(self._earlier, self._later))
        self._art = GameArt("daily.art", "")
        self._game = Paragraph("daily.game", "", theme.DISPLAY, theme.CREAM)
        self._about = Paragraph("daily.about", "", theme.READING, theme.MUTED)
        self._gold = Button("daily.play", "", self._play, kind=ButtonKind.PRIMARY, icon="play", key="Enter")
        self._next = Paragraph("daily.next", "", theme.SMALL, theme.MUTED)
        rows = (self._art, self._game, self._about, self._gold, self._next)
        self._day = Panel("daily.day", "", Column("daily.day_rows", rows, GAP))
        self._count = LargeNumber("daily.count", "0", "", "", gold=True)
        self._line = Paragraph("daily.share", "", theme.READING, theme.INK)
        self._copy = Button("daily.copy", phrase("daily.copy"), self._copy_line, kind=ButtonKind.PAPER, icon="copy")
        self._see = Button("daily.see", phrase("daily.see"), self._see_again, kind=ButtonKind.PAPER, icon="replay")
        buttons = Shelf("daily.buttons", (self._copy, self._see), most=2, least=MIN_BUTTON_WIDTH, even=True)
        spoils = Paragraph("daily.spoils", phrase("daily.spoils"), theme.SMALL, theme.SECONDARY_INK)
        told = Column("daily.share_rows", (self._line, buttons, spoils), GAP)
        self._paper = Panel("daily.paper", "", told, ground=SHEET)
        side: tuple[Widget, ...] = (self._day, self._count, self._paper)
        self._left = Scroll("daily.left", self._month_panel)
        self._right = Scroll("daily.right", Column("daily.side", side, SECTION_GAP))
        self._whole = Scroll("daily.whole", Column("daily.all", (*side, self._month_panel), SECTION_GAP))
        self._group = Group("daily", (self._bar, self._left, self._right), self._arrange)
        super().__init__("daily", context.preferences, self._group, "daily.play")
        ledger.poll()
        self._show()

    # --- what it shows -------------------------------------------------------------------------------------------

    @property
    def selected_result(self) -> DayPlayed | None:
        """Return the result of the selected day; None if it was not played."""
        return self.calendar.played.get(self.calendar.chosen)

    def _show(self) -> None:
        calendar = self.calendar
        calendar.played = days_played(self.ledger.facts or (), self.today)
        day, played = calendar.chosen, self.selected_result
        daily = daily_of(day)
        header = daily.header(self.context.player)
        month = calendar.month
        self._month_panel.title = phrase(f"daily.month.{month.month}", year=str(month.year))
        self._earlier.enabled = (month.year, month.month) > (FIRST_DAY.year, FIRST_DAY.month)
        self._later.enabled = (month.year, month.month) < (self.today.year, self.today.month)
        self._day.title = phrase("daily.day", number=daily.number, day=day_words(day.isoformat()))
        self._art.game = daily.game
        self._game.text = rules_of(daily.game).title
        names = joined_texts(tuple(seat.name for seat in header.seats[1:]))
        self._about.text = phrase("daily.about" if daily.checked else "daily.about_unchecked", names=names)
        over, now = played is not None and played.over, day == self.today
        begun = played is not None and not played.over
        word = "go_on" if begun else "again" if over else "play" if now else "play_past"
        self._gold.label = phrase(f"daily.{word}")
        this_month = (day.year, day.month) == (self.today.year, self.today.month)
        self._gold.enabled = this_month and self.context.begin is not None
        self._gold.reason = None if this_month else phrase("daily.over")
        tomorrow = daily_of(self.today + timedelta(days=1))
        self._next.text = phrase("daily.tomorrow", game=rules_of(tomorrow.game).title)
        count = played_in_month(calendar.played, self.today)
        self._count.number = group_digits(count)
        self._count.label = phrase("daily.count", n=count)
        self._count.note = phrase("daily.in_all", n=len(calendar.played))
        self._paper.visible = over
        if played is not None and over:
            self._paper.title = result_word(played)
            self._line.text = share_line(played)

    def _chose(self) -> Change | None:
        self._again()
        return None

    def _month(self, by: int) -> Change | None:
        self.calendar.month = shift_month(self.calendar.month, by)
        if self.calendar.days:
            self.calendar.chosen = self.calendar.days[-1]
        self._again()
        return None

    def update(self, now: float) -> Change | None:
        """Show newly read matches."""
        if self.ledger.poll():
            self._again()
        return super().update(now)

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + GAP / 2)
        self.calendar.spare = 0.0
        self._art.visible = room.w >= WIDE_LAYOUT_WIDTH and look.text_scale <= MAX_TEXT_SCALE
        if self._art.visible:
            self._group.members = (self._bar, self._left, self._right)
            inner = room.middle(min(room.w - SECTION_GAP, MAX_WIDTH), room.h)
            left = inner.left_part(inner.w * LEFT_SHARE)
            left_over = left.h - self._left.height_for(look, left.w)
            self.calendar.spare = min(MAX_SPARE, max(0.0, left_over) / self.calendar.week_count)
            self._left.place(left, look)
            self._right.place(inner.right_of(inner.w * LEFT_SHARE), look)
            return
        self._group.members = (self._bar, self._whole)
        self._whole.place(room.inset(SECTION_GAP / 2, 0), look)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _play(self) -> Change | None:
        """Begin or resume the day's match."""
        played, begin = self.selected_result, self.context.begin
        if begin is None:
            return None
        if played is not None and not played.over:
            opened = self.ledger.resume(played.match)
            if not isinstance(opened, MatchAtTable):
                return Push(notice(self.context.preferences, "notice", phrase("notice.match"), opened))
            return Replace(self.context.table(opened), all_of_them=True)
        header = daily_of(self.calendar.chosen).header(self.context.player)
        return Replace(self.context.table(begin(header)), all_of_them=True)

    def _copy_line(self) -> Change | None:
        played = self.selected_result
        if played is not None:
            with suppress(pygame.error):  # without a clipboard the line can still be read
                pygame.scrap.put_text(share_line(played))
        return None

    def _see_again(self) -> Change | None:
        played = self.selected_result
        return None if played is None else self.ledger.show_match(played.match, (0, 0), self.context)


def share_line(played: DayPlayed) -> str:
    """Return a day's result as plain text that reveals no tile."""
    one, match = played.round, played.match
    game = rules_of(played.daily.game).title
    if one is None:
        return say("daily.share.begun", number=played.daily.number, game=game)
    points = group_digits(one.points(match.own_side))
    first = say(
        "daily.share.head", number=played.daily.number, game=game, place=played.place, of=played.of, points=points
    )
    how = say("daily.share.turns", n=one.turns)
    if one.opened:
        how = say("daily.share.opened", turns=how, turn=one.opened)
    return f"{first}\n{how}"
