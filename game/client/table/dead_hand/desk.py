"""Saves an unsent turn of a dead-hand game between two runs: the draft and the order of the rack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.rack_order import GAP
from game.store.desk import Desk
from game.table.notation import read_move, write_move
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.house import Game
    from game.client.table.dead_hand.bench import DeadHandBench


def keep_desk(game: Game, bench: DeadHandBench) -> None:
    """Save the unsent turn and the order of the rack."""
    cards = game.session.rules.deck.cards
    steps = []
    table = bench.draft.base.table
    for step in bench.draft.steps:
        steps.append(write_move(step.move, table, cards=cards))
        table = step.view.table
    game.drawer.save(Desk(game.session.head, tuple(steps), tuple(bench.slots)))


def restored(game: Game, bench: DeadHandBench) -> DeadHandBench:
    """Return the saved bench: the order of the rack, and the steps that are still possible."""
    desk = game.drawer.load()
    if desk is None:
        return bench
    bench = bench.ordered_as(tuple(tile if tile >= 0 else GAP for tile in desk.rack))
    if desk.head != game.session.head:
        return bench
    for text in desk.steps:
        try:
            tried = bench.trying(read_move(text, cards=game.session.rules.deck.cards))
        except ValueError:
            break
        if isinstance(tried, Refusal) or tried.draft.finished:
            break
        bench = tried
    return bench
