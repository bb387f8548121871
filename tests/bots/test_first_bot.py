"""The first bot is what later ones are measured against, so it must stay as it was, move by move."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from game.bots.bot import choose_move
from game.bots.nodes import DEFAULT_BUDGET
from game.rules.registry import rules_of
from game.table.notation import write_move
from tests.slices import some
from tools.bot_matches import Hall, Lots, any_options, play_round

# The digests of its moves, taken when it was the only bot; they are never to be taken anew.
MOVES = {
    ("eburako", 2): "8fadb1a19f01ead3",
    ("burako", 4): "0511c69147893b3b",
    ("burraco", 4): "63be179217ee3fef",
    ("burraco", 2): "0d3aaa0acf09eff3",
}


@pytest.mark.whole  # versions: `test_versions.py`
@pytest.mark.parametrize(("game", "seats"), some(MOVES, 2))
def test_the_first_bot_plays_as_it_always_did(game: str, seats: int) -> None:
    rules = rules_of(game)
    hall = Hall(game, any_options(rules, Lots(5), {"players": seats}), seed=29)
    digest = blake2b(digest_size=8)
    for _round in range(2):
        for made in play_round(hall, [lambda view: choose_move(view, "first", DEFAULT_BUDGET, 7).move] * seats):
            digest.update(write_move(made.move, made.view.table, cards=rules.deck.cards).encode())
    assert digest.hexdigest() == MOVES[game, seats]
