"""The debug output: a line of JSON for each change of what is visible. It only prints.

Tests that drive a real window read it: every widget and tile of the visible scenes, with its rectangle in px and its
state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box


@dataclass(frozen=True, slots=True)
class ShownItem:
    """Something on the screen: its kind ('button', 'tile'), stable name, box in logical px and state."""

    kind: str
    name: str
    box: Box
    state: tuple[str, ...] = ()
    text: str = ""


def debug_line(scenes: Sequence[tuple[str, Sequence[ShownItem]]], viewport: Viewport) -> str:
    """Return the visible scenes as one line of JSON, the top one last."""
    told = [
        {
            "scene": name,
            "places": [
                {
                    "kind": place.kind,
                    "name": place.name,
                    "rect": list(viewport.to_window(place.box)),
                    "state": list(place.state),
                    **({"text": place.text} if place.text else {}),
                }
                for place in places
            ],
        }
        for name, places in scenes
    ]
    return json.dumps({"window": list(viewport.size), "scenes": told}, ensure_ascii=False, separators=(",", ":"))
