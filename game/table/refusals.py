"""Why a move is not allowed: values from a closed list, never exceptions.

Each code names the rule of the rule book that it stands for; a refusal may cite a more exact one. The client turns a
refusal into sentences, the judge prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.table.tiles import Tile


class Code(Enum):
    """The closed list of reasons, each with the rule it stands for."""

    # the table
    SEATS = ("seats", "10")
    UNKNOWN_OPTION = ("unknown_option", "10")
    OPTION_VALUE = ("option_value", "10")
    # whose turn, and when
    NOT_YOUR_TURN = ("not_your_turn", "1.4")
    ROUND_OVER = ("round_over", "1.4")
    NOT_IN_THIS_GAME = ("not_in_this_game", "1.4")
    DRAW_FIRST = ("draw_first", "1.4")
    ALREADY_DRAWN = ("already_drawn", "1.4")
    KEEP_OR_REDRAW = ("keep_or_redraw", "1.4")
    START_BY_DRAWING = ("start_by_drawing", "1.4")
    NO_PRIVILEGE = ("no_privilege", "1.4")
    REDRAW_ONCE = ("redraw_once", "1.4")
    NO_CLOCK = ("no_clock", "10")
    # stock and pile
    STOCK_EMPTY = ("stock_empty", "1.4")
    PILE_EMPTY = ("pile_empty", "1.4")
    WHOLE_PILE = ("whole_pile", "1.4")
    TAKE_TOO_FEW = ("take_too_few", "D4")
    STOP_NOT_OFFERED = ("stop_not_offered", "D11")
    STOP_WITH_STOCK = ("stop_with_stock", "1.4")
    # the tiles of a move
    NOT_IN_RACK = ("not_in_rack", "1.4")
    TILE_TWICE = ("tile_twice", "9.2")
    FACES_MISSING = ("faces_missing", "9.1")
    # a set
    TOO_FEW_TILES = ("too_few_tiles", "1.2")
    TOO_MANY_WILDS = ("too_many_wilds", "1.2")
    NOT_ONE_NUMBER = ("not_one_number", "1.2")
    GROUP_OF_TWOS = ("group_of_twos", "D7")
    NOT_ONE_COLOUR = ("not_one_colour", "1.2")
    NOT_CONSECUTIVE = ("not_consecutive", "1.2")
    NO_WRAP = ("no_wrap", "1.2")
    ACE_BOTH_ENDS = ("ace_both_ends", "D8")
    WILD_MISDECLARED = ("wild_misdeclared", "1.2")
    SECOND_GROUP = ("second_group", "D45")
    # a set that lies already
    NO_SUCH_SET = ("no_such_set", "1.3")
    NOT_YOUR_SET = ("not_your_set", "1.3")
    TILE_LEFT_SET = ("tile_left_set", "1.3")
    KIND_CHANGED = ("kind_changed", "1.3")
    ACE_MOVED = ("ace_moved", "1.3")
    # the end of the rack
    NO_CANASTA = ("no_canasta", "D5b")
    OUT_BY_DISCARD_ONLY = ("out_by_discard_only", "D9")
    OUT_BY_MELD_ONLY = ("out_by_meld_only", "D9")
    WILD_OUT = ("wild_out", "D10")
    BARRED_TILE = ("barred_tile", "D35")
    DEAD_END = ("dead_end", "1.6")
    ONLY_DISCARD_LEFT = ("only_discard_left", "9.2")
    NOT_STUCK = ("not_stuck", "9.2")
    # open-table games
    PASS_WITH_STOCK = ("pass_with_stock", "2.5")
    EMPTY_PLAY = ("empty_play", "2.2")
    TABLE_TILE_MISSING = ("table_tile_missing", "2.2")
    PLAYED_NOT_LAID = ("played_not_laid", "2.2")
    TILE_FROM_NOWHERE = ("tile_from_nowhere", "2.2")
    TOO_MANY_TILES = ("too_many_tiles", "2.1")
    COLOUR_TWICE = ("colour_twice", "2.1")
    JOKER_UNDECLARED = ("joker_undeclared", "2.1")
    JOKERS_SAME_FACE = ("jokers_same_face", "2.1")
    OPENING_TOO_LOW = ("opening_too_low", "2.3")
    OPENING_TOUCHES_TABLE = ("opening_touches_table", "2.3")
    JOKER_WITHOUT_TILE = ("joker_without_tile", "2.4")
    JOKER_TILE_FROM_TABLE = ("joker_tile_from_table", "D41")
    JOKER_GROUP_OF_THREE = ("joker_group_of_three", "D54")
    JOKER_COMPANIONS = ("joker_companions", "2.4")
    JOKER_FROZEN = ("joker_frozen", "D17")
    NO_CLOSING_TILE = ("no_closing_tile", "D22")
    CLOSE_BEFORE_DRAWING = ("close_before_drawing", "D22")
    CLOSE_BEFORE_PLAYING = ("close_before_playing", "D22")
    CLOSING_TILE_ONLY_CLOSES = ("closing_tile_only_closes", "5")
    CLOSING_TILE_UNUSED = ("closing_tile_unused", "5")
    CLOSE_LEAVES_TILES = ("close_leaves_tiles", "5")
    ATTEMPT_FREE = ("attempt_free", "D28")
    ATTEMPT_LEGAL = ("attempt_legal", "D28")

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that is not allowed: the reason, the tiles it is about, and numbers for the sentence.

    `args` are in the order the sentence of the code names them.
    """

    code: Code
    tiles: tuple[Tile, ...] = ()
    args: tuple[int | str, ...] = ()
    cites: str = ""

    @property
    def rule(self) -> str:
        """The rule of the rule book that is broken."""
        return self.cites or self.code.rule
