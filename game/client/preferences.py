"""The player's current settings of the window, such as text size, sound, motion, full screen; with a change listener.

Laws: Settings is a frozen value; Preferences holds the current one; the listener saves and applies changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.draw.theme import CLASSIC, PALETTES
from game.client.dress import palette_with_looks
from game.client.widgets.look import TEXT_SIZES
from game.client.words.tongue import Vocabulary
from game.store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.draw.theme import Palette
    from game.rules.ruleset import RuleSet
    from game.table.tiles import Deck

__all__ = ["Preferences", "Settings"]


class Preferences:
    """The current settings; `on_change` is called with the old and the new ones at each change."""

    def __init__(self, now: Settings, on_change: Callable[[Settings, Settings], None]) -> None:
        self.now = now
        self.folder: Path | None = None  # where files for the player can be exported; None where nothing is saved
        self._on_change = on_change

    def replace(self, settings: Settings) -> None:
        """Replace the settings; equal ones cause no change event."""
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
        """Return the colours of tiles and felt with the chosen looks; the classic palette for an unknown name."""
        return palette_with_looks(PALETTES.get(self.now.palette, CLASSIC), self.now.felt, self.now.back)

    @property
    def calm(self) -> bool:
        """Return whether motion is off."""
        return self.now.calm

    @property
    def table_scale(self) -> float:
        """Return the factor of table size."""
        return self.now.table_size / 100

    @property
    def animation_speed(self) -> float:
        """Return the speed factor of animations."""
        return self.now.motion / 100

    @property
    def motion_reduced(self) -> bool:
        """Return whether motion is reduced."""
        return self.now.less_motion

    def as_cards(self, deck: Deck) -> bool:
        """Return whether a game's deck is shown as cards: if it is a deck of cards, unless the player prefers tiles."""
        return deck.cards and not self.now.burraco_tiles

    def vocabulary(self, rules: RuleSet) -> Vocabulary:
        """Return the vocabulary of a game's table."""
        return Vocabulary(self.as_cards(rules.deck), rules.key)

    def step_text_size(self, steps: int) -> None:
        """Change the text size by some steps, stopping at the ends."""
        sizes = TEXT_SIZES
        nearest = min(range(len(sizes)), key=lambda index: abs(sizes[index] - self.now.text_size))
        index = min(len(sizes) - 1, max(0, nearest + steps))
        self.replace(replace(self.now, text_size=sizes[index]))

    def toggle_sounds(self) -> None:
        """Switch the sounds off or on."""
        self.replace(replace(self.now, sounds=not self.now.sounds))
