"""The host's page of people: two who must not meet (such as relatives), two who are partners."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from game.client.club.telling import tell_club_refusal
from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.page import TwoColumnPage
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.row_face import ListRow
from game.client.widgets.shelf import Shelf
from game.client.words import phrase
from game.club.allowed import event_refusal
from game.club.events import PairForbidden, PartnersChosen
from game.club.kept import UnreadableTournamentError, read_tournament
from game.table.safe_text import printable
from net.hall.messages import MAX_ENTRANT_LENGTH

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.hall.keeping import HallProcess
    from game.club.values import ClubPerson, TournamentState

REREAD_SECONDS = 1.0  # seconds between two reads of the tournament's file
LEFT_SHARE = 0.5
MIN_BUTTON_WIDTH = 190.0


class HallPeople(TwoColumnPage):
    """Two lists of the same people, and buttons that relate the two chosen ones; the hall saves it."""

    def __init__(self, context: AppContext, keeping: HallProcess, file: Path) -> None:
        self._keeping = keeping
        self._file = file
        self._seen = b""
        self._reread_at = 0.0
        self.state: TournamentState | None = None
        self._lists = [ListRows(f"people.{at}", (), self._chose) for at in ("one", "other")]
        self._about = Paragraph("people.about", phrase("people.about"), theme.SMALL, theme.MUTED)
        self._apart = Button("people.apart", phrase("people.apart"), lambda: self._say("apart"), icon="cross")
        self._partners = Button(
            "people.partners", phrase("people.partners"), lambda: self._say("partners"), kind=ButtonKind.PRIMARY,
            icon="people",
        )  # fmt: skip
        panels = []
        for rows, name in zip(self._lists, ("people.one", "people.other"), strict=True):
            rows.label = phrase(name)
            panels.append(Panel(f"{rows.name}_panel", phrase(name), rows))
        self._buttons = Shelf("people.buttons", (), most=2, least=MIN_BUTTON_WIDTH, even=True)
        dock = Panel("people.dock", None, Column("people.column", (self._about, self._buttons)))
        back = IconButton("people.back", phrase("button.back"), "back", Pop)
        bar = Bar("people.bar", phrase("people.title"), back, ())
        sides = ((panels[0],), (panels[1],))
        super().__init__(
            "lan_people", context.preferences, bar, sides, LEFT_SHARE, "people.one", dock, level=(panels[0], panels[1])
        )
        self._reread()
        self.update_texts()

    def update(self, now: float) -> Change | None:
        """Reread who has come, and what the hall has saved."""
        if now >= self._reread_at:
            self._reread_at = now + REREAD_SECONDS
            if self._reread():
                self.rebuild()
        return super().update(now)

    def _reread(self) -> bool:
        with suppress(OSError, UnreadableTournamentError):
            data = self._file.read_bytes()
            if data != self._seen:
                self._seen, self.state = data, read_tournament(data).state
                return True
        return False

    def update_texts(self) -> None:
        """Show everybody, and what is possible for the two chosen ones."""
        state = self.state
        rows = [] if state is None else [self._row(state, one) for one in _persons(state)]
        for at, shown in enumerate(self._lists):
            shown.show(rows or [ListRow("none", phrase("club.nobody"))])
            if shown.chosen not in {row.key for row in rows}:
                shown.chosen = rows[min(at, len(rows) - 1)].key if rows else ""
        reasons = [self._reason(kind) for kind in (PairForbidden, PartnersChosen)]
        for button, reason in zip((self._apart, self._partners), reasons, strict=True):
            button.enabled, button.reason = not reason, reason or None
        pairs = state is not None and state.plan.pairs
        self._buttons.members = (self._apart, self._partners) if pairs else (self._apart,)

    def _row(self, state: TournamentState, one: ClubPerson) -> ListRow:
        """Return a person's row, with the partner and those they must not meet."""
        entrant = state.entrant_of_person(one.key)
        partner = next((printable(other.name) for other in entrant.persons if other != one), "") if entrant else ""
        apart = [_name(state, key) for pair in state.forbidden if one.key in pair for key in pair if key != one.key]
        notes = [phrase("people.with", name=partner)] if partner else []
        notes += [phrase("people.never", name=name) for name in apart]
        line = " · ".join(str(note) for note in notes)
        return ListRow(one.key, printable(one.name, MAX_ENTRANT_LENGTH), line or None, sign="people" if partner else "")

    def _reason(self, kind: type[PairForbidden | PartnersChosen]) -> str:
        """Say why the two chosen people cannot be related so; empty if they can."""
        refused = None if self.state is None else event_refusal(self.state, kind(*self._chosen))
        return "" if refused is None else str(tell_club_refusal(refused))

    @property
    def _chosen(self) -> tuple[str, str]:
        one, other = (rows.chosen or "" for rows in self._lists)
        return one, other

    def _chose(self, _key: str) -> Change | None:
        self.rebuild()
        return None

    def _say(self, order: str) -> Change | None:
        self._keeping.send_order(order, *self._chosen)
        return None


def _persons(state: TournamentState) -> list[ClubPerson]:
    persons = [person for one in state.entrants for person in one.persons]
    return sorted(persons, key=lambda one: one.name.casefold())


def _name(state: TournamentState, key: str) -> str:
    one = state.entrant_of_person(key)
    return printable(next((person.name for person in one.persons if person.key == key), "") if one is not None else "")
