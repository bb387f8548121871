"""The page "Check this deal": recomputes a LAN match, explains the result in plain words, and saves the proof.

Laws: the sentence claims no more than was checked; a failed check accuses nobody; leaving the page stops the check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import notice
from game.client.scenes.page import Page
from game.client.scenes.sheet.paper import Paper
from game.client.theatre.check_rows import CheckLine, CheckRows, ProgressBar, Seal
from game.client.theatre.checker import Checker
from game.client.theatre.keeping import save_file
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.panel import Column
from game.client.widgets.widget import Group
from game.client.words import group_digits, phrase, say
from game.lan.found import CheckOutcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.look import Look
    from game.client.words import Phrase
    from game.lan.found import CheckResult

MAX_SIZE: Final = (800.0, 628.0)
SIDE_MARGIN, TOP_MARGIN = 48.0, 32.0
# The seal of each outcome: its icon and its colour.
SEALS: Final = {
    CheckOutcome.HOLDS: ("shield", theme.GREEN_INK),
    CheckOutcome.UNFINISHED: ("wait", theme.BLUE_INK),
    CheckOutcome.OLD: ("help", theme.SECONDARY_INK),
    CheckOutcome.CHEATED: ("warning", theme.RED_INK),
    CheckOutcome.BROKEN: ("warning", theme.RED_INK),
    CheckOutcome.UNREADABLE: ("help", theme.SECONDARY_INK),
}
SHOWS_LINES: Final = frozenset({CheckOutcome.HOLDS, CheckOutcome.UNFINISHED})
HAS_PROOF: Final = frozenset({CheckOutcome.HOLDS, CheckOutcome.UNFINISHED, CheckOutcome.CHEATED})


class CheckPage(Page):
    """A page that starts to check a match's log at once; `see` opens the match, if that is possible."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, path: Path, see: Callable[[], Change | None] | None = None) -> None:
        self.context = context
        self.checker = Checker(path)
        self._shown: object = None
        self._seal = Seal("check.seal")
        self._rows = CheckRows("check.rows")
        self._progress = ProgressBar("check.progress")
        self._see = Button("check.see", phrase("check.see"), see or Pop, kind=ButtonKind.PAPER, icon="replay")
        self._see.visible = see is not None
        self._numbers = Button("check.numbers", phrase("check.numbers"), self._tell_numbers, kind=ButtonKind.PAPER)
        self._gold = Button("check.gold", "", self._go_on, kind=ButtonKind.PRIMARY, key="Enter")
        buttons = (self._see, self._numbers, self._gold) if see is not None else (self._numbers, self._gold)
        content = Column("check.content", (self._progress, self._rows), 8.0)
        self._paper = Paper("check", (phrase("check.title"), ""), content, buttons, self._seal)
        back = IconButton("check.back", phrase("button.back"), "back", self.back)
        self._bar = Bar("check.bar", phrase("theatre.check"), back)
        super().__init__(
            "check", context.preferences, Group("check", (self._paper, self._bar), self._arrange), self._gold.name
        )
        self._show()

    # --- what it shows -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        found = self.checker.result
        self._shown = (self.checker.progress, found)
        self._progress.visible = found is None
        self._rows.visible = found is not None and found.end in SHOWS_LINES
        self._numbers.enabled = found is not None and bool(found.match)
        proves = found is not None and found.end in HAS_PROOF
        code, icon = ("check.save", "copy") if proves else ("button.back" if found else "share.stop", "back")
        self._gold.label, self._gold.icon = phrase(code), icon
        if found is None:
            self._paper.title.text, self._paper.sentence.text = phrase("check.busy"), phrase("check.busy_line")
            far = self.checker.progress
            self._progress.share = far.done / far.of if far.of else 0.0
            self._progress.words = say("check.far", done=round(100 * self._progress.share))
            return
        self._seal.icon, self._seal.colour = SEALS[found.end]
        self._paper.title.text = phrase(f"check.{found.end.value}")
        self._paper.sentence.text = _sentence(found)
        self._rows.lines = _lines(found, self.checker.size)

    def update(self, now: float) -> Change | None:
        """Show the progress, then the result."""
        self.checker.poll()
        if (self.checker.progress, self.checker.result) != self._shown:
            self._show()
            if self.look is not None:
                self.layout(self.look.viewport)
        return super().update(now)

    @property
    def wants_frames(self) -> bool:
        """Return whether the check is still running."""
        return super().wants_frames or self.checker.result is None

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar)
        wide = min(room.w - SIDE_MARGIN, MAX_SIZE[0] * max(1.0, look.text_scale))
        high = min(room.h - TOP_MARGIN, max(MAX_SIZE[1] * 0.5, self._paper.height_for(look, wide)))
        self._paper.place(room.middle(wide, high), look)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def back(self) -> Change | None:
        """Stop the check and leave."""
        self.checker.close()
        return Pop()

    def _go_on(self) -> Change | None:
        """Save the proof; without one, leave."""
        found = self.checker.result
        if found is None or found.end not in HAS_PROOF:
            return self.back()
        folder = self.context.preferences.folder
        stem = f"proof {found.match[:8]}"
        return save_file(
            self.context.preferences, folder / "exports" if folder else None, (stem, ".comodin"), found.text.encode()
        )

    def _tell_numbers(self) -> Change | None:
        found = self.checker.result
        if found is None:
            return None
        keys = "\n".join(f"{one.name}: {one.key}" for one in found.chairs if one.key)
        if found.why:
            keys = f"{keys}\n{say('check.why', reason=found.why)}"
        words = phrase("check.numbers_line", match=found.match, entries=group_digits(found.entries), keys=keys)
        return Push(notice(self.context.preferences, "numbers", phrase("check.numbers"), words))


def _sentence(found: CheckResult) -> Phrase:
    """Return the result as a sentence for a layperson."""
    code = f"check.{found.end.value}.line"
    match found.end:
        case CheckOutcome.CHEATED:
            seat = found.chairs[found.who].name if found.who is not None else say("check.table")
            return phrase(code, name=seat)
        case CheckOutcome.BROKEN:
            return phrase(code, holding=group_digits(found.holding), entries=group_digits(found.entries))
        case _:
            return phrase(code)


def _lines(found: CheckResult, size: int) -> tuple[CheckLine, ...]:
    """Return a line for each thing that was checked."""
    persons, deals = found.person_count, found.deals
    tiles = phrase("check.tiles_line", tiles=found.tiles, n=deals)
    return (
        CheckLine("people", phrase("check.shuffled"), phrase("check.shuffled_line"), _of(persons, persons)),
        CheckLine("tile", phrase("check.tiles"), tiles, group_digits(found.tiles)),
        CheckLine("lock", phrase("check.faces"), phrase("check.faces_line"), _of(found.opened, deals)),
        CheckLine("book", phrase("check.moves"), phrase("check.moves_line"), group_digits(found.moves)),
        CheckLine("copy", phrase("check.record"), phrase("check.record_line", n=found.entries), _size(size)),
    )


def _of(done: int, count: int) -> str:
    return say("check.of", done=done, count=count)


def _size(size: int) -> str:
    return say("check.size", size=group_digits(max(1, size // 1000)))
