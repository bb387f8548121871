"""The gallery shows every scene there is, so that no check over it can forget a new one."""

from __future__ import annotations

import importlib
import pkgutil

from game.client import scenes
from game.client.still import Studio
from tests.client.gallery import most

ELSEWHERE = ("lesson ", "lan ")  # these stand in other folders, and are dear to make
WHAT_A_SCENE_HAS = ("popup", "keeps", "revision", "wants_frames", "layout", "on_event", "update", "draw", "shown_items")


def scene_classes() -> set[type]:
    """Return the classes of scenes that no other is made from."""
    found: set[type] = set()
    for module in pkgutil.iter_modules(scenes.__path__, f"{scenes.__name__}."):
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and one.__module__ == module.name and _is_scene(one):
                found.add(one)
    return {one for one in found if not any(issubclass(other, one) and other is not one for other in found)}


def _is_scene(one: type) -> bool:
    return not getattr(one, "_is_protocol", False) and all(hasattr(one, name) for name in WHAT_A_SCENE_HAS)


def test_every_scene_hangs_in_the_gallery() -> None:
    wanted = scene_classes()
    assert len(wanted) > 8
    with Studio() as studio:
        for name, make in most(studio):
            if wanted and not name.startswith(ELSEWHERE):
                wanted.discard(type(make()))
    assert wanted == set()
