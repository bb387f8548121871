"""The filters of the list of matches: a text, and the game, kind of table, level and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.bots.names import LEVELS, present_name
from game.client.widgets.button import IconButton
from game.client.widgets.panel import Column
from game.client.widgets.shelf import Shelf, WithSign
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.words import phrase
from game.rules.registry import GAMES, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from game.client.annals.pads import KeptPad
    from game.client.director import Change
    from game.client.lan.kept import SavedLanMatch
    from game.store.index import ListedMatch

ALL: Final = "all"
TABLE_KINDS: Final = (ALL, "alone", "lan", "pad")
STATES: Final = (ALL, "running", "over")
MAX_UNFILTERED_MATCHES: Final = 5  # with no more matches than this the filters are hidden
MIN_FILTER_WIDTH: Final = 200.0
GAP: Final = 8.0
MAX_TEXT_LENGTH: Final = 40


class MatchFilters(Column):
    """A text field and four steppers; `changed` is called when a filter has changed."""

    def __init__(self, name: str, changed: Callable[[], Change | None]) -> None:
        self._changed = changed
        label = phrase("matches.search")
        self.field = TextField(f"{name}.text", label, lambda _text: changed(), most=MAX_TEXT_LENGTH, inside=True)
        games = [Grade(ALL, phrase("matches.game.all"))]
        games += [Grade(key, rules.title) for key, rules in GAMES.items()]
        levels = [Grade(ALL, phrase("matches.level.all"))]
        levels += [Grade(level, phrase(f"level.{level}")) for level in LEVELS]
        self.game = self._stepper(f"{name}.game", games)
        self.kind_of = self._stepper(f"{name}.kind", [Grade(one, phrase(f"matches.kind.{one}")) for one in TABLE_KINDS])
        self.state = self._stepper(f"{name}.state", [Grade(one, phrase(f"matches.is.{one}")) for one in STATES])
        self.level = self._stepper(f"{name}.level", levels)
        self._steppers = (self.game, self.kind_of, self.state, self.level)
        self._shelf = Shelf(f"{name}.shelf", self._steppers, most=2, least=MIN_FILTER_WIDTH, even=True)
        self._more = IconButton(f"{name}.more", phrase("matches.filters"), "down", self._unfold)
        self._unfolded = False
        super().__init__(name, (WithSign(self.field, self._more), self._shelf), GAP)

    def fold_steppers(self, *, small: bool) -> None:
        """Hide the steppers behind an icon where they would leave few rows, unless one of them is set."""
        chosen = any(one.chosen != ALL for one in self._steppers)
        self._more.visible = small and not chosen
        self._more.icon = "up" if self._unfolded else "down"
        self._shelf.visible = not self._more.visible or self._unfolded

    def _unfold(self) -> Change | None:
        self._unfolded = not self._unfolded
        return self._changed()

    def _stepper(self, name: str, grades: list[Grade]) -> Stepper:
        return Stepper(name, tuple(grades), ALL, lambda _key: self._changed())

    @property
    def is_empty(self) -> bool:
        """Return whether no filter is set."""
        return not self.field.text.strip() and all(one.chosen == ALL for one in self._steppers)

    def passes(self, kept: ListedMatch) -> bool:
        """Return whether a match played alone passes the filters."""
        row = kept.row
        if row is None:
            return self._kind_fits("alone") and self._text_fits((kept.path.stem,)) and self.game.chosen == ALL
        levels = {present_name(one.level) for one in row.seats if one.level}
        names = (rules_of(row.game).title, kept.path.stem, *(one.name for one in row.seats))
        if kept.unread and self.state.chosen != ALL:
            return False  # whether it is over is not known yet
        fits = self._kind_fits("alone") and self._fits(row.game, over=row.over, levels=levels)
        return fits and self._text_fits(names)

    def passes_lan(self, kept: SavedLanMatch) -> bool:
        """Return whether a LAN match passes the filters."""
        names = (rules_of(kept.offer.game).title, *kept.names)
        fits = self._kind_fits("lan") and self._fits(kept.offer.game, over=kept.over, levels=set(kept.levels))
        return fits and self._text_fits(names)

    def passes_pad(self, kept: KeptPad) -> bool:
        """Return whether a score pad passes the filters."""
        names = (rules_of(kept.pad.game).title, kept.path.stem, *kept.pad.names)
        fits = self._kind_fits("pad") and self._fits(kept.pad.game, over=kept.over, levels=set())
        return fits and self._text_fits(names)

    def _kind_fits(self, kind: str) -> bool:
        return self.kind_of.chosen in (ALL, kind)

    def _fits(self, game: str, *, over: bool, levels: set[str]) -> bool:
        state = self.state.chosen == ALL or (self.state.chosen == "over") is over
        return self.game.chosen in (ALL, game) and state and (self.level.chosen == ALL or self.level.chosen in levels)

    def _text_fits(self, texts: Iterable[str]) -> bool:
        """Return whether every search word is part of one of the texts."""
        told = " ".join(texts).casefold()
        return all(word in told for word in self.field.text.casefold().split())
