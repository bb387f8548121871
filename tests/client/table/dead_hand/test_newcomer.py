"""What somebody meets who knows none of the games: what is told of the pile, of going out, and of picked tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.app_context import MatchAtTable
from game.client.draw.theme import ButtonKind
from game.client.still import Studio, render_scene
from game.client.table.buttons import ActionButton
from game.client.table.scene import TableScene
from game.client.widgets.widget import walk
from game.client.words import say
from game.client.words.tell import face_in_words
from game.store.background import NoDesk
from game.table.faces import parse_face
from tools.posed import position_of

PILES = {
    "game": "burako", "seats": 2, "phase": "DRAW", "stock": 20,
    "table": [["m0", 0, "[B5 B6 B7]"], ["m1", 1, "[R9 R10 R11]"]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "pile", "useful"),
    [
        (["K4", "R5"], ["R12", "B8"], ["B8"]),  # one of one's own sets takes it
        (["K4", "R5"], ["R12", "R8"], []),  # what only the other's set takes is of no use
        (["K4", "K5"], ["K6", "Y1", "K3"], ["K6", "K3"]),  # it makes a set with two of the rack
        (["K4", "Y4"], ["R4", "R4", "R5"], ["R4", "R4"]),
        (["K4", "*"], ["K5", "R2"], ["R2"]),  # a wild tile of the rack is not spent, one of the pile goes with a set
    ],
)
@pytest.mark.parametrize("wished", [True, False])
def test_a_pile_with_something_useful_is_a_choice_and_draw_is_not_gold(
    hand: list[str], pile: list[str], useful: list[str], *, wished: bool
) -> None:
    with Studio() as studio:
        preferences = studio.context.preferences
        preferences.now = replace(preferences.now, opening_hint=wished)
        table = studio.table(MatchAtTable(position_of({**PILES, "hand": hand, "pile": pile}), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        assert table.shown.turn is not None
        view, marked = table.shown.turn.view, useful if wished else []
        assert [str(view.faces[tile]) for tile in table.shown.marks.lit] == marked
        words = [face_in_words(parse_face(face), cards=False) for face in marked]
        told = say("banner.do.pile_fits", n=len(words), tile=words[-1]) if words else say("banner.do.draw")
        assert table.board.banner.line == told
        faces = {w.name: w.face for w, _ in walk(table.root) if isinstance(w, ActionButton) and w.visible}
        assert faces["table.primary"] is (ButtonKind.SECOND if marked else ButtonKind.PRIMARY)
        assert faces["table.second"] is ButtonKind.SECOND
