"""Choosing partners before a tournament of pairs: two people who choose each other become partners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.theme import ButtonKind
from game.client.widgets.button import Button
from game.client.widgets.list import ListRows
from game.client.widgets.row_face import ListRow
from game.client.words import phrase
from game.table.safe_text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.lan.hall.visit import HallVisit
    from net.hall.messages import HallPerson


class PartnerChooser:
    """The list of people, and the button that asks one of them; `again` redraws the page."""

    def __init__(self, visit: HallVisit, again: Callable[[], None]) -> None:
        self._visit = visit
        self._again = again
        self.rows = ListRows("hall.partners", (), self._chose)
        self.rows.label = phrase("hall.partners")
        self.button = Button("hall.wish", phrase("hall.wish"), self._ask, kind=ButtonKind.PRIMARY, icon="people")

    def show(self, people: Sequence[HallPerson]) -> None:
        """Show who is here; only somebody who is neither we nor our present partner can be asked."""
        own = self._visit.own_name
        self.rows.show([self._row(one) for one in people])
        chosen = next((one for one in people if one.name == self.rows.chosen), None)
        self.button.enabled = chosen is not None and own not in (chosen.name, chosen.partner)

    def _row(self, one: HallPerson) -> ListRow:
        visit, name = self._visit, printable(one.name)
        notes = [phrase("people.with", name=printable(one.partner))] if one.partner else []
        ours = one.partner == visit.own_name
        if one.name in visit.wished_by and not ours:
            notes.append(phrase("hall.wishes_you"))
        elif one.name == visit.wished and not ours:
            notes.append(phrase("hall.wished"))
        own = one.name == visit.own_name
        title = phrase("hall.you", name=name) if own else name
        sign = "person" if own else "people" if ours else ""
        return ListRow(one.name, title, " · ".join(map(str, notes)) or None, sign=sign)

    def _chose(self, key: str) -> Change | None:
        self.rows.chosen = key
        self._again()
        return None

    def _ask(self) -> Change | None:
        self._visit.ask_partner(self.rows.chosen or "")
        self._again()
        return None
