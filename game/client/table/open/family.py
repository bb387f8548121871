"""The parts of a table of an open-table game: one table for all players, which may be rearranged freely."""

from game.client.table.family import TableFamily
from game.client.table.open.board import OpenBoard
from game.client.table.open.choices import possible_moves
from game.client.table.open.desk import restore_open_turn, save_open_turn
from game.client.table.open.glow import OpenDropHighlights
from game.client.table.open.panel import OpenPanel
from game.client.table.open.pointer import OpenPointer
from game.client.table.open.table_input import OpenInput
from game.client.table.open.turn import OpenTurn, move_cue

OPEN_TABLE = TableFamily(
    board=OpenBoard,
    past_board=lambda board: OpenBoard(board.session, now=board.layout),
    turn=OpenTurn,
    pointer=OpenPointer,
    light=OpenDropHighlights,
    hands=OpenInput,
    choices=possible_moves,
    panel=OpenPanel,
    keep=save_open_turn,
    restored=restore_open_turn,
    cue_of=lambda move, _before: move_cue(move),
)
