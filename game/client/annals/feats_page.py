"""The page of feats: all emblems, the selected one on paper, and the unlockable looks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.annals.feats import FEATS, FeatShelf, Progress, progress_of
from game.client.annals.emblem import draw_emblem
from game.client.annals.look_picker import LookPicker
from game.client.annals.page import AnnalsPage
from game.client.debug import ShownItem
from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.dress import BACKS, FELTS, RACKS
from game.client.sides import day_words
from game.client.widgets import draw
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.gesture import Arrow, Hover, Use
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Group, Widget, WrittenText
from game.client.words import current_language, phrase, say
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pygame

    from game.annals.feats import Feat
    from game.client.annals.ledger import Ledger
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Direction, Gesture
    from game.client.widgets.look import Look

FEATS_PER_SHELF: Final = 8  # they are in one row if there is room
CELL_WIDTH: Final = 92.0
EMBLEM_SIZE: Final = 44.0
NAME_LINES: Final = 2
SIDE_WIDTH: Final = 366.0
WIDE_LAYOUT_WIDTH: Final = 1150.0  # logical px: from this width on the paper is at the right
MAX_TEXT_SCALE: Final = 1.3  # text scale up to which the paper has room at the right
SECTION_GAP: Final = 16.0
GAP: Final = 8.0
LARGE_EMBLEM_SIZE: Final = 64.0  # logical px: the emblem on paper
MAX_WIDTH: Final = 1500.0
CHOSEN_EDGE_WIDTH: Final = 2.5


def _name_height(look: Look) -> float:
    """Return the height of a name's lines."""
    return look.wrapped_size("\n".join("H" * NAME_LINES), theme.CHIP, look.scaled(CELL_WIDTH))[1]


class Emblem(Widget):
    """The emblem of one feat, for the paper."""

    kind = "emblem"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.feat = FEATS[0]
        self.progress = Progress(0)

    def min_size(self, look: Look) -> Size:
        """Return its size, a square."""
        return (look.scaled(LARGE_EMBLEM_SIZE), look.scaled(LARGE_EMBLEM_SIZE))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it large."""
        draw_emblem(surface, self.look, self.feat, self.progress, self.rect)


class FeatCard(Widget):
    """The emblem above its text, or beside it if large text leaves little height."""

    kind = "told"

    def __init__(self, name: str, emblem: Emblem, words: Column) -> None:
        super().__init__(name)
        self.emblem = emblem
        self.words = words

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return emblem and text."""
        return (self.emblem, self.words)

    def _beside(self, look: Look) -> float:
        """Return the width that the emblem takes from the text."""
        return self.emblem.min_size(look)[0] + SECTION_GAP if look.text_scale > MAX_TEXT_SCALE else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the least size: the text on one line, plus the emblem if it is beside it."""
        wide = self.words.min_size(look)[0] + self._beside(look)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of both."""
        high, beside = self.emblem.min_size(look)[1], self._beside(look)
        words = self.words.height_for(look, width - beside)
        return max(high, words) if beside else high + GAP + words

    def place(self, box: Box, look: Look) -> None:
        """Place the emblem, and the text in the rest."""
        super().place(box, look)
        wide, high = self.emblem.min_size(look)
        head, room = box.top_part(high), box.below(high + GAP)
        if beside := self._beside(look):
            head, room = box.left_part(wide), box.right_of(beside)
            room = room.middle(room.w, self.words.height_for(look, room.w))
        self.emblem.place(head.middle(wide, high), look)
        self.words.place(room, look)


class FeatBoard(Widget):
    """All emblems, shelf by shelf; arrows and clicks select one."""

    kind = "feats"
    takes_focus = True
    leaves_return = True  # arrows choose at once

    def __init__(self, name: str, on_change: Callable[[], Change | None]) -> None:
        super().__init__(name)
        self.progress: Mapping[str, Progress] = {feat.key: Progress(0) for feat in FEATS}
        self.chosen = 0
        self._pointed: int | None = None
        self._on_change = on_change

    @property
    def selected_feat(self) -> Feat:
        """Return the selected feat."""
        return FEATS[self.chosen]

    def accessible_text(self) -> str:
        """Return the selected feat and its progress in words."""
        return self._state(self.selected_feat)

    def _state(self, feat: Feat) -> str:
        progress, called = self.progress[feat.key], say(f"feat.{feat.key}")
        if progress.is_earned:
            return say("feats.state.had", feat=called)
        if progress.have:
            return say("feats.state.begun", feat=called, have=progress.have, need=progress.need)
        return say("feats.state.open", feat=called)

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each emblem."""
        for at, box in enumerate(self._cells(self.look, self.rect)[1]):
            state = ("chosen",) if at == self.chosen else ()
            yield ShownItem("feat", f"{self.name}.{FEATS[at].key}", box, state, self._state(FEATS[at]))

    # --- where they lie ------------------------------------------------------------------------------------------

    def _across(self, look: Look, width: float) -> int:
        """Return the number per row: a whole shelf if every name fits below its emblem."""
        asked = (look, width, current_language())
        if self._fitted is None or self._fitted[0] != asked:
            room = (width / FEATS_PER_SHELF - GAP / 2, _name_height(look))
            names = [say(f"feat.{feat.key}") for feat in FEATS]
            fit = all(
                look.wrapped_size(name, theme.CHIP, room[0])[1] <= room[1] + 1
                and all(look.text_width(word, theme.CHIP) <= room[0] for word in name.split())
                for name in names
            )
            self._fitted = (asked, FEATS_PER_SHELF if fit else FEATS_PER_SHELF // 2)
        return self._fitted[1]

    _fitted: tuple[tuple[Look, float, str], int] | None = None

    def _cell_height(self, look: Look) -> float:
        return look.scaled(EMBLEM_SIZE) + GAP + _name_height(look) + GAP

    def _cells(self, look: Look, box: Box) -> tuple[list[Box], list[Box]]:
        """Return the boxes of the headings and of the feats."""
        across, high = self._across(look, box.w), self._cell_height(look)
        head = look.line_height(theme.HEADING) + GAP / 2
        wide = box.w / across
        heads, cells = [], []
        y = box.y
        for _shelf in FeatShelf:
            heads.append(Box(box.x, y, box.w, head))
            y += head
            cells += [
                Box(box.x + at % across * wide, y + at // across * high, wide, high) for at in range(FEATS_PER_SHELF)
            ]
            y += FEATS_PER_SHELF // across * high + GAP / 2
        return heads, cells

    def min_size(self, look: Look) -> Size:
        """Return the least size: half a shelf wide."""
        wide = FEATS_PER_SHELF / 2 * look.scaled(CELL_WIDTH)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all shelves."""
        return self._cells(look, Box(0, 0, width, 0))[1][-1].bottom

    @property
    def focus_box(self) -> Box:
        """Return the box of the selected feat."""
        return self._cells(self.look, self.rect)[1][self.chosen].inset(GAP)

    # --- hands ---------------------------------------------------------------------------------------------------

    def _at(self, at: tuple[float, float]) -> int | None:
        return next(
            (number for number, box in enumerate(self._cells(self.look, self.rect)[1]) if box.contains(at)), None
        )

    def _choose(self, number: int) -> Answer:
        self.chosen = number
        return Answer(taken=True, change=self._on_change())

    def handle(self, gesture: Gesture) -> Answer:
        """Select by arrows or a click."""
        match gesture:
            case Arrow(way):
                return self._step(way)
            case Use((_, _) as at) if (number := self._at(at)) is not None:
                return self._choose(number)
            case Use(None):
                return TAKEN
            case Hover(at):
                before, self._pointed = self._pointed, self._at(at)
                return Answer(taken=before != self._pointed)
        return IGNORED

    def _step(self, way: Direction) -> Answer:
        across = self._across(self.look, self.rect.w)
        column = self.chosen % across
        to = self.chosen + {"left": -1, "right": 1, "up": -across, "down": across}[way]
        if (way == "left" and column == 0) or (way == "right" and column == across - 1):
            return IGNORED
        return self._choose(to) if 0 <= to < len(FEATS) else IGNORED

    # --- drawing -------------------------------------------------------------------------------------------------

    def _names(self) -> Iterator[tuple[str, theme.RGB, Box, float]]:
        look = self.look
        for feat, cell in zip(FEATS, self._cells(look, self.rect)[1], strict=True):
            words = say(f"feat.{feat.key}")
            emblem = GAP + look.scaled(EMBLEM_SIZE)
            room = Box(cell.x + 2, cell.y + emblem + GAP / 2, cell.w - GAP / 2, _name_height(look))
            had = self.progress[feat.key].is_earned
            yield words, theme.CREAM if had else theme.MUTED, room, draw.wrap_shrink(look, words, theme.CHIP, room.size)

    def _heads(self) -> Iterator[tuple[str, Box, str, Box]]:
        look = self.look
        for shelf, box in zip(FeatShelf, self._cells(look, self.rect)[0], strict=True):
            keys = [feat.key for feat in FEATS if feat.shelf is shelf]
            words = say(f"feats.shelf.{shelf.value}")
            wide = look.text_width(words, theme.HEADING) + 2
            had = sum(self.progress[key].is_earned for key in keys)
            yield words, box.left_part(wide), say("feats.of", had=had, all=len(keys)), box.right_of(wide + GAP)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw headings, emblems and names, and the ring."""
        look = self.look
        for words, box, count, beside in self._heads():
            draw.line(surface, look, words, theme.HEADING, theme.CREAM, (box.x, box.centre[1]))
            draw.line(surface, look, count, theme.SMALL, theme.MUTED, (beside.x, beside.centre[1]))
        for at, (feat, cell) in enumerate(zip(FEATS, self._cells(look, self.rect)[1], strict=True)):
            if at in (self.chosen, self._pointed):
                edge = draw.Edge(theme.GOLD, CHOSEN_EDGE_WIDTH) if at == self.chosen else None
                draw.plate(surface, look, cell.inset(2), theme.RADIUS_ROW, theme.ROW_CHOSEN, edge)
            size = look.scaled(EMBLEM_SIZE)
            draw_emblem(surface, look, feat, self.progress[feat.key], Box(cell.x, cell.y + GAP, cell.w, size))
        for words, ink, box, shrink in self._names():
            draw.paragraph(surface, look, words, theme.CHIP, ink, box, "centre", shrink)
        if self.focused:
            draw.focus_ring(surface, look, self.focus_box, theme.RADIUS_ROW)

    def texts(self) -> Iterator[WrittenText]:
        """Yield headings and names."""
        for words, box, count, beside in self._heads():
            yield draw.fitted_line(self.look, words, theme.HEADING, box)
            yield draw.fitted_line(self.look, count, theme.SMALL, beside)
        for words, _ink, box, shrink in self._names():
            yield draw.fitted_paragraph(self.look, words, theme.CHIP, box, shrink)


class FeatsPage(AnnalsPage):
    """Shows earned and unearned feats; the selected one can open the match in which it was earned."""

    def __init__(self, context: AppContext, ledger: Ledger) -> None:
        self.context = context
        self.ledger = ledger
        back = IconButton("feats.back", phrase("button.back"), "back", Pop)
        self._bar = Bar("feats.bar", phrase("annals.feats"), back, ledger.page_icons(context, "feats"), aside="")
        self.board = FeatBoard("feats.board", self._chose)
        self._emblem = Emblem("feats.emblem")
        self._title = Paragraph("feats.title", "", theme.TITLE, theme.INK, "centre")
        self._requirement = Paragraph("feats.takes", "", theme.READING, theme.INK, "centre")
        self._when = Paragraph("feats.when", "", theme.SMALL, theme.SECONDARY_INK, "centre")
        self._see = Button(
            "feats.show", phrase("feats.show"), self._show_it, kind=ButtonKind.PRIMARY, icon="replay", key="Enter"
        )
        words = Column("feats.words", (self._title, self._requirement, self._when), GAP)
        rows = (FeatCard("feats.told", self._emblem, words), self._see)
        self._paper = Panel("feats.paper", None, Column("feats.paper_rows", rows, GAP), ground=SHEET)
        self.look_pickers = tuple(
            LookPicker(f"feats.{kind}s", kind, looks, getattr(context.preferences.now, kind), self._wear)
            for kind, looks in (("felt", FELTS), ("back", BACKS), ("rack", RACKS))
        )
        self._looks_panel = Panel(
            "feats.wares", phrase("feats.opens"), Column("feats.wares_rows", self.look_pickers, GAP),
            aside=phrase("feats.opens.aside"), padding=SECTION_GAP,
        )  # fmt: skip
        self._board = Panel("feats.board_panel", None, self.board, padding=SECTION_GAP)
        self._left = Scroll("feats.left", self._board)
        self._right = Scroll("feats.right", Column("feats.side", (self._paper, self._looks_panel), SECTION_GAP))
        self._whole = Scroll(
            "feats.whole", Column("feats.column", (self._paper, self._board, self._looks_panel), SECTION_GAP)
        )
        self._group = Group("feats", (self._bar, self._left, self._right), self._arrange)
        super().__init__("feats", context.preferences, self._group, "feats.board")
        ledger.poll()
        self._show()
        self._choose_first()

    # --- what it shows -------------------------------------------------------------------------------------------

    @property
    def earned_count(self) -> int:
        """Return the number of earned feats."""
        return sum(one.is_earned for one in self.board.progress.values())

    _told = (False, (0, 0))

    def _tell_reading(self) -> None:
        self._told = reading, (read, of) = self.ledger.reading, self.ledger.progress
        had = phrase("feats.aside", had=self.earned_count, all=len(FEATS))
        self._bar.aside = phrase("annals.reading", read=read, of=of) if reading else had

    def _show(self) -> None:
        facts = self.ledger.facts
        self.board.progress = progress_of(facts or ())
        self._tell_reading()
        for picker in self.look_pickers:
            picker.feats = self.earned_count
        self._tell()

    def _choose_first(self) -> None:
        """Select the first earned feat, or the first of all if there is none."""
        had = (at for at, feat in enumerate(FEATS) if self.board.progress[feat.key].is_earned)
        self.board.chosen = next(had, 0)
        self._tell()

    def _tell(self) -> None:
        feat = self.board.selected_feat
        progress = self.board.progress[feat.key]
        self._emblem.feat, self._emblem.progress = feat, progress
        self._title.text = phrase(f"feat.{feat.key}")
        self._requirement.text = phrase(f"feat.{feat.key}.takes")
        earned = progress.earned
        if earned is not None:
            game = rules_of(earned.match.game).title
            number = earned.match.rounds[earned.round].number if earned.match.rounds else 0
            self._when.text = phrase("feats.when", game=game, day=day_words(earned.match.day), round=number)
        elif progress.have:
            self._when.text = phrase("feats.progress", have=progress.have, need=progress.need)
        else:
            self._when.text = phrase("feats.not_yet")
        self._see.visible = earned is not None

    def _chose(self) -> Change | None:
        self._tell()
        self._lay_again()
        return None

    def update(self, now: float) -> Change | None:
        """Show newly read matches."""
        if self.ledger.poll() or self._told[0] != self.ledger.reading:
            first = self.earned_count == 0
            self._show()
            if first:
                self._choose_first()
            self._lay_again()
        elif self._told[1] != self.ledger.progress:
            self._tell_reading()
            self._lay_again()
        return super().update(now)

    # --- where it lies, what its parts do ------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + GAP / 2)
        if room.w >= WIDE_LAYOUT_WIDTH and look.text_scale <= MAX_TEXT_SCALE:
            self._group.members = (self._bar, self._left, self._right)
            inner = room.middle(min(room.w - SECTION_GAP, MAX_WIDTH), room.h)
            side = look.scaled(SIDE_WIDTH) + SECTION_GAP
            self._left.place(inner.left_part(inner.w - side), look)
            self._right.place(inner.right_of(inner.w - side), look)
            return
        self._group.members = (self._bar, self._whole)
        self._whole.place(room.inset(SECTION_GAP / 2, 0), look)

    def _show_it(self) -> Change | None:
        earned = self.board.progress[self.board.selected_feat.key].earned
        if earned is None:
            return None
        return self.ledger.show_match(earned.match, (earned.round, earned.made), self.context)

    def _wear(self, kind: str, name: str) -> Change | None:
        now = self.context.preferences.now
        worn = {"felt": replace(now, felt=name), "back": replace(now, back=name), "rack": replace(now, rack=name)}
        self.context.preferences.replace(worn[kind])
        self._lay_again()
        return None
