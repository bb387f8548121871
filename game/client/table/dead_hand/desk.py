"""Saves an unsent turn of a dead-hand game between two runs: the draft and the order of the rack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.rack_order import EMPTY_SLOT
from game.store.desk import Desk
from game.table.notation import read_move, write_move
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.app_context import MatchAtTable
    from game.client.table.dead_hand.turn_state import DeadHandTurnState


def save_turn(game: MatchAtTable, turn_state: DeadHandTurnState) -> None:
    """Save the unsent turn and the order of the rack."""
    cards = game.session.rules.deck.cards
    steps = []
    table = turn_state.draft.base.table
    for step in turn_state.draft.steps:
        steps.append(write_move(step.move, table, cards=cards))
        table = step.view.table
    game.unsent_turn.save(Desk(game.session.draft_key, tuple(steps), tuple(turn_state.slots)))


def restore_turn(game: MatchAtTable, turn_state: DeadHandTurnState) -> DeadHandTurnState:
    """Return the saved turn state: the order of the rack, and the steps that are still possible."""
    desk = game.unsent_turn.load()
    if desk is None:
        return turn_state
    turn_state = turn_state.with_order(tuple(tile if tile >= 0 else EMPTY_SLOT for tile in desk.rack))
    if desk.head != game.session.draft_key:
        return turn_state
    for text in desk.steps:
        try:
            tried = turn_state.with_step(read_move(text, cards=game.session.rules.deck.cards))
        except ValueError:
            break
        if isinstance(tried, Refusal) or tried.draft.finished:
            break
        turn_state = tried
    return turn_state
