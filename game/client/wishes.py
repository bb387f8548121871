"""What this player wishes of the window: text size, sound, motion, full screen - and who is told when it changes.

Laws: Settings is a frozen value; Wishes holds the one of now, so that every scene reads the same; a change is told at
once and is the listener's to keep and to apply.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.draw.theme import CLASSIC, PALETTES
from game.client.dress import dressed
from game.client.widgets.look import TEXT_SIZES
from game.client.words.tongue import Vocabulary
from game.store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.draw.theme import Palette
    from game.rules.ruleset import RuleSet
    from game.table.tiles import Deck

__all__ = ["Settings", "Wishes"]


class Wishes:
    """The settings of now; `on_change` hears each change with the old and the new ones."""

    def __init__(self, now: Settings, on_change: Callable[[Settings, Settings], None]) -> None:
        self.now = now
        self.folder: Path | None = None  # where a file can be put for the player; None where nothing is kept
        self._on_change = on_change

    def take(self, settings: Settings) -> None:
        """Take other settings; nothing is told when they are the same."""
        if settings == self.now:
            return
        before, self.now = self.now, settings
        self._on_change(before, settings)

    @property
    def text_scale(self) -> float:
        """Return the factor of text size."""
        return self.now.text_size / 100

    @property
    def palette(self) -> Palette:
        """Return the colours of tiles and felt, as they are worn; classic for a name that is not known."""
        return dressed(PALETTES.get(self.now.palette, CLASSIC), self.now.felt, self.now.back)

    @property
    def calm(self) -> bool:
        """Return whether nothing may fly."""
        return self.now.calm

    @property
    def table_scale(self) -> float:
        """Return the factor of table size."""
        return self.now.table_size / 100

    @property
    def tempo(self) -> float:
        """Return how fast things fly, as a factor."""
        return self.now.motion / 100

    @property
    def less(self) -> bool:
        """Return whether less is to move."""
        return self.now.less_motion

    def as_cards(self, deck: Deck) -> bool:
        """Return whether what is played with a deck is shown as cards: where it is one, unless tiles are wished for."""
        return deck.cards and not self.now.burraco_tiles

    def vocabulary(self, rules: RuleSet) -> Vocabulary:
        """Return the words in which the table of a game is spoken of."""
        return Vocabulary(self.as_cards(rules.deck), rules.key)

    def text_by(self, steps: int) -> None:
        """Make the text bigger or smaller by steps; the ends hold."""
        sizes = TEXT_SIZES
        nearest = min(range(len(sizes)), key=lambda index: abs(sizes[index] - self.now.text_size))
        index = min(len(sizes) - 1, max(0, nearest + steps))
        self.take(replace(self.now, text_size=sizes[index]))

    def toggle_sounds(self) -> None:
        """Switch the sounds off or on again."""
        self.take(replace(self.now, sounds=not self.now.sounds))
