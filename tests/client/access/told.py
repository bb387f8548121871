"""A program that shows every scene to whoever listens on the bus, one by one: python -m tests.client.access.told

For each it writes a line of JSON with the tree it means to tell, then waits for a line: `next`; any other ends it.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import count
from select import select

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.client.access.bridge import ReaderBridge, open_bridge
from game.client.access.node import Node
from game.client.access.tree import read_page
from game.client.director import Director
from game.client.scenes.page import Page
from game.client.still import REST_TIMES, Studio
from game.client.viewport import Viewport
from game.client.words import set_language, set_vocabulary
from game.rules.registry import GAMES, rules_of
from tests.client.gallery import most
from tests.slices import every

SIZE = (1280, 720)
PATIENCE = 30.0
SECONDS = count(1.0)  # a second between two looks


def as_said(node: Node) -> dict[str, object]:
    return {
        "role": node.role.name, "name": node.name, "note": node.note, "value": node.value, "able": node.able,
        "on": node.on, "chosen": node.chosen, "does": [one.name for one in node.does], "key": node.key,
        "box": [round(one) for one in (node.box.x, node.box.y, node.box.w, node.box.h)],
        "children": [as_said(child) for child in node.children],
    }  # fmt: skip


def tell(name: str, scene: Page, bridge: ReaderBridge) -> bool:
    """Show a scene until a line comes; return whether it asks for the next one."""
    director = Director(scene, Viewport(SIZE))
    for now in REST_TIMES:
        scene.update(now)
    assert bridge.adapter is not None
    assert bridge.listened.wait(PATIENCE), "nobody listens"
    bridge.step(director, next(SECONDS), focused=True)
    tree = read_page(scene, director.viewport.canvas)
    told = {"scene": name, "tree": as_said(tree.root), "focus": tree.focus}
    print(json.dumps(told), flush=True)
    while not select([sys.stdin], [], [], 0.01)[0]:
        bridge.step(director, next(SECONDS), focused=True)
    return sys.stdin.readline().strip() == "next"


def main() -> None:
    set_language("en")
    set_vocabulary(cards=False)
    with Studio() as studio:
        bridge = open_bridge(0)
        shown: set[tuple[str, str]] = set()
        for name, make in every(most(studio), 4):
            scene = make()
            assert isinstance(scene, Page)
            game = name.split()[0]
            kind = (scene.name, rules_of(game).family.value if game in GAMES else "")
            if kind in shown:
                continue  # the same scene of another game
            shown.add(kind)
            if not tell(name, scene, bridge):
                return
    print("{}", flush=True)


if __name__ == "__main__":
    main()
