"""The whole program on a home, as far as it is after its first frame: without bots, sound and pads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.client.app import App
from game.store.settings import Settings, save_settings, settings_path

if TYPE_CHECKING:
    from pathlib import Path


def open_app(home: Path) -> App:
    """Open the program at its title; a home without settings gets those of a player who has been welcomed."""
    path = settings_path(home)
    if not path.exists():
        save_settings(path, Settings(welcomed=True))
    pygame.display.init()
    pygame.font.init()
    app = App(str(home), None)
    app.claim_home()
    return app
