"""Why a move is not allowed, by the code of the refusal: what happened, why the rules say so, how to mend it.

`{tiles}` names the culprits; `{a}`, `{b}`, `{c}` are the refusal's arguments in their order.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_THREE: Final[dict[str, tuple[str, str, str]]] = {
    "seats": (
        "This game is not played by {a}",
        "It is for {b} players.",
        "Choose a number of players from {b}.",
    ),
    "unknown_option": (
        "There is no option {a} in {b}",
        "Every game has its own list of table options.",
        "Leave it out, or look at the list in chapter 10 of the rules.",
    ),
    "option_value": (
        "The option {a} cannot be {b}",
        "It may be {c}.",
        "Choose one of the values it may have.",
    ),
    "not_your_turn": (
        "It is not your turn",
        "Each player moves in turn.",
        "You can sort your rack while you wait.",
    ),
    "round_over": (
        "This round is over",
        "Nothing is played between the last tile and the next deal.",
        "Look at the score and go on to the next round.",
    ),
    "not_in_this_game": (
        "This game has no such move",
        "Each game has its own moves.",
        "Use one of the moves that light up.",
    ),
    "draw_first": (
        "You have not drawn yet",
        "A turn begins by drawing a tile from the stock or taking the whole pile.",
        "Draw a tile or take the pile, then lay your sets.",
    ),
    "already_drawn": (
        "You have drawn already in this turn",
        "A turn has one draw: one tile of the stock, or the whole pile, never both.",
        "Lay sets if you like, then discard a tile.",
    ),
    "keep_or_redraw": (
        "First say whether you keep the tile you drew",
        "Whoever starts the round may throw the first tile back once and draw another.",
        "Keep the tile, or throw it on the pile for another one.",
    ),
    "start_by_drawing": (
        "The first turn begins with a draw",
        "Whoever starts the round draws a tile from the stock before anything else.",
        "Draw a tile from the stock.",
    ),
    "no_privilege": (
        "You cannot throw this tile back for another",
        "Only whoever starts the round may do that, right after the first draw.",
        "Keep the tile; you may discard it at the end of your turn.",
    ),
    "redraw_once": (
        "You have thrown a tile back already",
        "Whoever starts the round may do that only once.",
        "Play on with the tile you drew.",
    ),
    "no_clock": (
        "This table has no clock",
        "A turn is declared over only where turns are timed.",
        "Wait for the player.",
    ),
    "stock_empty": (
        "The stock is empty",
        "There is no tile left to draw.",
        "Take the pile, or stop if the table allows it.",
    ),
    "pile_empty": (
        "The pile is empty",
        "There is nothing to take.",
        "Draw a tile from the stock.",
    ),
    "whole_pile": (
        "You cannot take only a part of the pile",
        "Whoever takes from the pile takes all {a} tiles of it.",
        "Take the whole pile, or draw from the stock.",
    ),
    "take_too_few": (
        "You hold too few tiles to take this pile",
        "You hold {a}, and the pile has {b}: together there must be {c} or more.",
        "Draw a tile from the stock.",
    ),
    "stop_not_offered": (
        "You cannot stop the round here",
        "At this table the round ends by itself after the last tile of the stock.",
        "Play your turn.",
    ),
    "stop_with_stock": (
        "You cannot stop while there is a stock",
        "Tiles left in the stock: {a}.",
        "Draw a tile or take the pile.",
    ),
    "not_in_rack": (
        "That tile is not in your rack",
        "You can lay and discard only tiles of your own rack.",
        "Choose tiles of your rack.",
    ),
    "tile_twice": (
        "One tile is used twice",
        "A tile can stand in one place only, and {tiles} would stand in two.",
        "Leave it out once.",
    ),
    "faces_missing": (
        "A tile is still face down",
        "What is laid must be shown to everybody.",
        "Wait until the tile has arrived.",
    ),
    "too_few_tiles": (
        "A set needs three tiles",
        "This one has {a}.",
        "Add tiles until there are three or more.",
    ),
    "too_many_wilds": (
        "That set would have too many wild tiles",
        "At most {a} of a set may be wild. Wild here: {tiles}.",
        "Put a natural tile in place of a wild one.",
    ),
    "not_one_number": (
        "That is not a group",
        "A group holds one number, here {a}. {tiles} does not belong.",
        "Leave it out, or lay a run of one colour.",
    ),
    "group_of_twos": (
        "Twos alone are not a group",
        "Twos are wild tiles, and a set needs tiles of its own.",
        "Use the twos one by one in other sets.",
    ),
    "not_one_colour": (
        "That is neither a run nor a group",
        "A run is of one colour. Of another colour: {tiles}.",
        "Leave it out, or choose tiles of one number for a group.",
    ),
    "set_of_its_own": (
        "That set does not take these tiles",
        "A set grows by tiles of its number, or by the next ones of its colour.",
        "These are a set of their own: drop them beside it.",
    ),
    "not_consecutive": (
        "These numbers do not follow one another",
        "In a run each number comes once, without a gap. Out of place: {tiles}.",
        "Fill the gap with the missing tile or a wild one. If one is there twice, take it away.",
    ),
    "no_wrap": (
        "A run does not go round",
        "It starts with the one or ends with the one after the thirteen; nothing follows there.",
        "End the run at the one.",
    ),
    "ace_both_ends": (
        "A run may not have a one at both ends",
        "At this table one natural one is all that a run may hold.",
        "Leave one of them out.",
    ),
    "wild_misdeclared": (
        "The wild tile cannot mean that here",
        "Its place in the set says what {tiles} stands for.",
        "Put it in the place of the tile it should stand for.",
    ),
    "second_group": (
        "Your side has a group of {a} already",
        "At this table a side lays only one group of each number.",
        "Add your tiles to the group that lies there.",
    ),
    "no_such_set": (
        "There is no such set on the table",
        "Sets are counted in the order they were laid.",
        "Choose a set that lies on the table.",
    ),
    "not_your_set": (
        "That set belongs to the other side",
        "You add only to the sets of your own side.",
        "Choose a set of your side, or lay a new one.",
    ),
    "tile_left_set": (
        "No tile leaves a set",
        "A set keeps all its tiles, {tiles} too, though a wild tile may change its place there.",
        "Add your tile and let the wild one move to an end.",
    ),
    "kind_changed": (
        "A run stays a run and a group a group",
        "That would turn it into something else.",
        "Add tiles that continue it.",
    ),
    "ace_moved": (
        "The one keeps its end of the run",
        "A one laid low stays low, and one laid high stays high.",
        "Leave {tiles} where it is.",
    ),
    "no_canasta": (
        "You cannot go out yet",
        "Your side needs a canasta, a set of seven tiles, before anybody goes out.",
        "Keep a tile in your rack and build a canasta first.",
    ),
    "out_by_discard_only": (
        "You go out by a discard here",
        "At this table the last tile must be thrown on the pile.",
        "Keep one tile for the discard.",
    ),
    "out_by_meld_only": (
        "You go out by laying here",
        "At this table the last tile must be laid, not thrown.",
        "Lay the tile in one of your side's sets.",
    ),
    "wild_out": (
        "A wild tile cannot be the last discard",
        "Going out with a joker or a two is not allowed at this table.",
        "Keep another tile for the end.",
    ),
    "barred_tile": (
        "You cannot throw back the tile you just took",
        "A pile of one tile, once taken, may not be thrown back in the same turn.",
        "Discard another tile.",
    ),
    "dead_end": (
        "You would be left with a tile you cannot discard",
        (
            "A turn ends with a discard, and {tiles} could not be thrown. "
            "Until your side has a canasta, one tile must stay after it."
        ),
        "Keep one more tile, or make a canasta with what you lay.",
    ),
    "dead_end_barred": (
        "You would be left with a tile you cannot discard",
        "A turn ends with a discard, and {tiles} could not be thrown.",
        "Keep one more tile, which you can throw.",
    ),
    "only_discard_left": (
        "Now only a discard is left",
        "Your last set was taken back because the turn could not be ended.",
        "Discard a tile.",
    ),
    "not_stuck": (
        "There is nothing that must be taken back",
        "A set is taken back only when the turn cannot be ended otherwise.",
        "End your turn with a discard.",
    ),
}

SENTENCES: Final[dict[str, str | Plural]] = {
    f"refusal.{code}.{part}": sentence
    for code, three in _THREE.items()
    for part, sentence in zip(("what", "why", "mend"), three, strict=True)
}
