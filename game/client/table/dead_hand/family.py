"""The parts of a table of a dead-hand game: the sets of both sides, pile and stock."""

from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.choices import possible_moves
from game.client.table.dead_hand.desk import restore_turn, save_turn
from game.client.table.dead_hand.glow import DeadHandDropHighlights
from game.client.table.dead_hand.panel import DeadHandPanel
from game.client.table.dead_hand.pointer import DeadHandPointer
from game.client.table.dead_hand.table_input import DeadHandInput
from game.client.table.dead_hand.turn import DeadHandTurn, move_cue
from game.client.table.family import TableFamily

DEAD_HAND = TableFamily(
    board=DeadHandBoard,
    past_board=lambda board: DeadHandBoard(board.session),
    turn=DeadHandTurn,
    pointer=DeadHandPointer,
    light=DeadHandDropHighlights,
    hands=DeadHandInput,
    choices=possible_moves,
    panel=DeadHandPanel,
    keep=save_turn,
    restored=restore_turn,
    cue_of=move_cue,
)
