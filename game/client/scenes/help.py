"""The F1 sheet: every action with its keys, pad button and gesture, made from the table of actions.

At a table it begins with how the game is played and lists only the actions of that game; elsewhere it lists all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import Action, ActionContext, action_for, current_actions, is_pad_known
from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown
from game.client.scenes.action_tabs import TAB_SECTIONS, ActionTabs, tab_sections
from game.client.widgets.button import Button
from game.client.widgets.key_line import KeyLine
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.widgets.section import Section
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from game.client.director import Change
    from game.client.events import Event
    from game.client.scenes.page import LookSettings

LINE_GAP = 2.0  # so small that all actions of a table are visible at once, in the smallest window too
CARRY_ACTIONS = ("carry_left", "carry_right")  # handled by the rack, at every table


class Help(ActionTabs):
    """The sheet; F1 or Esc closes it.

    At a table `aim` are the sentences on how its game is played, and `known` are the names of its actions; `questions`
    leads to what beginners ask about it.
    """

    keeps = frozenset({"help"})

    def __init__(
        self,
        reading: LookSettings,
        *,
        aim: Sequence[str] = (),
        known: Collection[str] | None = None,
        questions: Callable[[], Change | None] | None = None,
    ) -> None:
        told = [one for one in current_actions() if known is None or _is_known(one, known)]
        made = {leaf: tab_sections(leaf, told, KeyLine, LINE_GAP) for leaf in TAB_SECTIONS}
        leaves = {leaf: parts for leaf, parts in made.items() if parts}  # a table has no actions of the theatre
        if aim:
            words = [Paragraph(f"help.aim_{at}", one, theme.SMALL, theme.INK) for at, one in enumerate(aim)]
            leaves["table"].insert(0, Section("help.aim", phrase("aim.title"), Column("help.aims", words, 4.0)))
        close = Button("help.close", phrase("button.close"), Pop, kind=ButtonKind.PRIMARY, key="Esc")
        chosen = "anywhere" if known is None else "table"
        title = phrase("table.help" if aim else "help.title")
        buttons = [close]
        if questions is not None:
            told_of = phrase("lesson.questions")
            buttons.insert(0, Button("help.questions", told_of, questions, kind=ButtonKind.PAPER, icon="help"))
        note = phrase("help.pad") if is_pad_known() else None
        super().__init__("help", reading, title, leaves, chosen, tuple(buttons), note=note, first=close.name)

    def on_event(self, event: Event) -> Change | None:
        """Close on F1 as well."""
        if isinstance(event, KeyDown) and not event.repeat:
            action = action_for(event, ActionContext.MENUS)
            if action is not None and action.name == "help":
                return Pop()
        return super().on_event(event)


def _is_known(action: Action, known: Collection[str]) -> bool:
    """Return whether a table's sheet lists an action; at an open table, laying and making a new set share one line."""
    if action.where is ActionContext.THEATRE:
        return False
    if action.where is not ActionContext.TABLE or action.name in CARRY_ACTIONS:
        return True
    return action.name in known and not (action.name == "lay" and "new_set" in known)
