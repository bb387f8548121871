"""The parts of a table of an open-table game: one table for all players, which may be rearranged freely."""

from game.client.table.family import TableFamily
from game.client.table.open.board import OpenBoard
from game.client.table.open.choices import open_moves
from game.client.table.open.desk import keep_open_desk, restored_open
from game.client.table.open.glow import OpenLight
from game.client.table.open.panel import OpenPanel
from game.client.table.open.pointer import OpenPointer
from game.client.table.open.table_input import OpenInput
from game.client.table.open.turn import OpenTurn, cue_of

OPEN_TABLE = TableFamily(
    board=OpenBoard,
    past_board=lambda board: OpenBoard(board.session, now=board.layout),
    turn=OpenTurn,
    pointer=OpenPointer,
    light=OpenLight,
    hands=OpenInput,
    choices=open_moves,
    panel=OpenPanel,
    keep=keep_open_desk,
    restored=restored_open,
    cue_of=lambda move, _before: cue_of(move),
)
