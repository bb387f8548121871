"""The parts of a table of a dead-hand game: the sets of both sides, pile and stock."""

from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.choices import open_moves
from game.client.table.dead_hand.desk import keep_desk, restored
from game.client.table.dead_hand.glow import DeadHandLight
from game.client.table.dead_hand.panel import DeadHandPanel
from game.client.table.dead_hand.pointer import DeadHandPointer
from game.client.table.dead_hand.table_input import DeadHandInput
from game.client.table.dead_hand.turn import DeadHandTurn, cue_of
from game.client.table.family import TableFamily

DEAD_HAND = TableFamily(
    board=DeadHandBoard,
    past_board=lambda board: DeadHandBoard(board.session),
    turn=DeadHandTurn,
    pointer=DeadHandPointer,
    light=DeadHandLight,
    hands=DeadHandInput,
    choices=open_moves,
    panel=DeadHandPanel,
    keep=keep_desk,
    restored=restored,
    cue_of=cue_of,
)
