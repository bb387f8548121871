"""A refusal names what it is about: the number of the set, counted from one, and the tiles that are in the way."""

from __future__ import annotations

import pytest

from game.rules.registry import rules_of
from game.table.melds import Kind, Meld
from game.table.moves import Extend
from game.table.refusals import Code, Refusal
from tests.bots.positions import view_in


@pytest.mark.parametrize(
    ("index", "code", "number"),
    [(0, Code.NOT_YOUR_SET, 1), (1, None, 0), (2, Code.NO_SUCH_SET, 3), (-1, Code.NO_SUCH_SET, 0)],
)
def test_a_set_that_cannot_be_made_longer_is_named_by_its_number(index: int, code: Code | None, number: int) -> None:
    view = view_in(
        "burako", seats=2, phase="PLAY", hand=["R7", "K9", "B9"], stock=40,
        table=[["theirs", 1, "[R4 R5 R6]"], ["ours", 0, "[R4 R5 R6]"]],
    )  # fmt: skip
    ours = view.table.melds[1]
    seven = next(tile for tile in view.rack if str(view.faces[tile]) == "R7")
    longer = Meld(Kind.RUN, (*ours.tiles, seven), (*ours.stands_for, None))
    refused = rules_of("burako").own_refusal(view, Extend(index, longer))
    if code is None:
        assert refused is None
    else:
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.args) == (code, (number,))


@pytest.mark.parametrize(("canasta", "refused"), [("[K3 K4 K5 K6 K7 K8 K9]", False), ("[K3 K4 K5 K6 K7 K8]", True)])
def test_a_canasta_that_lies_behind_the_longer_set_lets_its_side_go_out(canasta: str, *, refused: bool) -> None:
    view = view_in(
        "burako", seats=2, phase="PLAY", hand=["R7", "B9"], stock=40, dead=[True, False],
        table=[["ours", 0, "[R4 R5 R6]"], ["more", 0, canasta]],
    )  # fmt: skip
    ours = view.table.melds[0]
    seven = next(tile for tile in view.rack if str(view.faces[tile]) == "R7")
    longer = Meld(Kind.RUN, (*ours.tiles, seven), (*ours.stands_for, None))
    assert isinstance(rules_of("burako").own_refusal(view, Extend(0, longer)), Refusal) is refused
