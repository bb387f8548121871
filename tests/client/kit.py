"""One widget of each kind, laid out as a page: what the tests of the kit walk through."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.client.draw.theme import CLASSIC, ButtonKind, Palette
from game.client.scenes.page import Page
from game.client.table.buttons import ToolButton
from game.client.viewport import Viewport
from game.client.widgets.button import Button, HoldButton, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption
from game.client.widgets.label import KeyHint, Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.row_face import ListRow
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Labelled, Shelf
from game.client.widgets.slider import Slider
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import walk

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.widgets.widget import Widget


@dataclass
class FakeReading:
    """Settings a test can turn."""

    text_scale: float = 1.0
    palette: Palette = CLASSIC
    calm: bool = True
    table_scale: float = 1.0
    animation_speed: float = 1.0
    motion_reduced: bool = False


@dataclass
class Kit:
    """The page and what its widgets told."""

    reading: FakeReading = field(default_factory=FakeReading)
    told: list[tuple[str, object]] = field(default_factory=list)
    page: Page = field(init=False)

    def __post_init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        self.page = Page("kit", self.reading, Scroll("scroll", Shelf("shelf", self._panels(), most=3, least=280)))
        self.page.layout(Viewport((1280, 720)))

    def note(self, name: str, value: object = "used") -> Change | None:
        self.told.append((name, value))
        return None

    def find(self, name: str) -> Widget:
        return next(widget for widget, _ in walk(self.page.root) if widget.name == name)

    def _panels(self) -> list[Widget]:
        off = Button("off", "Deal again", lambda: self.note("off"))
        off.enabled = False
        off.reason = "The round is not over yet."
        buttons: list[Widget] = [
            Button(
                "primary", "End turn", lambda: self.note("primary"), kind=ButtonKind.PRIMARY, icon="check", key="Enter"
            ),
            Button("second", "Look back at the whole round", lambda: self.note("second"), icon="undo"),
            HoldButton("hold", "Hold to leave", lambda: self.note("hold")),
            off,
            ToolButton("tool", "Undo", "undo", lambda: self.note("tool")),
            IconButton("icon", "Settings", "gear", lambda: self.note("icon")),
        ]
        switches: list[Widget] = [
            Toggle("toggle", "Calm", lambda on: self.note("toggle", on), note="Nothing flies."),
            Labelled("labelled", "Level", self._stepper(), "How strong the bots are."),
            Slider("slider", "Volume", (0, 25, 50, 75, 100), 50, lambda v: self.note("slider", v), lambda v: f"{v} %"),
            Choice(
                "choice",
                (
                    ChoiceOption("2", "Two"),
                    ChoiceOption("4", "Four"),
                    ChoiceOption("3", "Three", reason="Not in couples."),
                ),
                "2",
                lambda key: self.note("choice", key),
            ),
            Choice(
                "cards",
                (ChoiceOption("a", "As written", "Argentine box"), ChoiceOption("q", "Quick", "1 000 points")),
                "a",
                lambda key: self.note("cards", key),
                face=Cards(),
            ),
        ]
        rest: list[Widget] = [
            TextField("field", "Your name", lambda text: self.note("field", text), note="Up to 16 letters."),
            TextField("secret", "Password", lambda text: self.note("secret", text), secret=True, text="abc"),
            ListRows(
                "list",
                [
                    ListRow("a", "Bruno's laptop", "Burako, 3 of 4", sign="lan"),
                    ListRow("b", "Casa Inés", "Rummy"),
                    ListRow("c", "Living room", reason="Another version."),
                ],
                lambda key: self.note("list", key),
            ),
            Paragraph("paragraph", "A set may hold **one** wild tile. A longer sentence wraps as often as it must."),
            KeyHint("hint", ("Ctrl Q",), "Quit"),
        ]
        return [
            Panel("panel.buttons", "Buttons", Column("buttons", buttons), aside="of every kind"),
            Panel("panel.switches", "Switches", Column("switches", switches)),
            Panel("panel.rest", "Fields", Column("rest", rest)),
        ]

    def _stepper(self) -> Stepper:
        grades = (Grade("k", "Kitchen", 1, 3), Grade("c", "Club", 2, 3), Grade("m", "Master", 3, 3))
        return Stepper("stepper", grades, "k", lambda key: self.note("stepper", key))
