"""A page about all matches; its texts are rebuilt when the facts or the language change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.scenes.page import Page
from game.client.words import current_language

if TYPE_CHECKING:
    from game.client.viewport import Viewport


class AnnalsPage(Page):
    """A page whose texts `_show` makes from the facts."""

    _texts_language = ""

    def _show(self) -> None:
        raise NotImplementedError

    def layout(self, viewport: Viewport) -> None:
        """Rebuild the texts if the language has changed."""
        if self._texts_language != current_language():
            self._texts_language = current_language()
            self._show()
        super().layout(viewport)

    def _again(self) -> None:
        self._show()
        self._lay_again()

    def _lay_again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)
