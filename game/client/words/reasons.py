"""Why a bot did what it did, a sentence for each code of `game.bots.reasons`; {n} and {length} are numbers."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "reason.start_draw": "The first turn of a round begins with a draw.",
    "reason.keep_wild": "I keep {tile}: a wild tile always finds its set.",
    "reason.keep_useful": "I keep {tile}: it goes with {with_tile}.",
    "reason.keep_last": "I keep {tile}: there is no other to draw.",
    "reason.redraw_useless": "I throw {tile} back: nothing on my rack goes with it.",
    "reason.draw_no_pile": Plural(
        "There is no pile to take, so I draw the last tile of the stock.",
        "There is no pile to take, so I draw one of the {n} tiles of the stock.",
    ),
    "reason.draw_barred": Plural(
        "The pile of one tile may not be taken, so I draw.", "The pile of {n} tiles may not be taken, so I draw."
    ),
    "reason.draw_pile_poor": Plural(
        "A tile of the stock promises me more than {tile}.",
        "A tile of the stock promises me more than {tile} and what lies below it, {n} tiles in all.",
    ),
    "reason.draw_habit": Plural(
        "I draw, and hardly look at {tile} on the pile.", "I draw, and hardly look at {tile} and the pile of {n}."
    ),
    "reason.take_to_lay": Plural(
        "I take the pile of one tile: I can lay {tiles}.", "I take the pile of {n} tiles: I can lay {tiles}."
    ),
    "reason.take_to_keep": Plural(
        "I take the pile for {tile}, which helps my rack.",
        "I take the {n} tiles of the pile for {tile}, which helps my rack.",
    ),
    "reason.take_to_deny": Plural(
        "I take the pile so that nobody else gets {tile}.",
        "I take the {n} tiles of the pile so that nobody else gets {tile}.",
    ),
    "reason.stop_ahead": Plural(
        "I stop the round: we are ahead, and one tile on the pile changes nothing.",
        "I stop the round: we are ahead, and the {n} tiles on the pile could only change that.",
    ),
    "reason.stop_no_use": Plural(
        "I stop the round: the one tile on the pile does not help me.",
        "I stop the round: the {n} tiles on the pile do not help me.",
    ),
    "reason.stop_nothing_left": "I stop the round: there is nothing left to take.",
    "reason.two_goes_home": "The two goes to its own place, and {length} tiles lie there without a wild one.",
    "reason.canasta_pure": "With {tiles} the set is a pure canasta of {length}.",
    "reason.canasta_dirty": "With {tiles} the set is a canasta of {length}, though not a pure one.",
    "reason.extend": "I add {tiles}: {length} tiles on the way to a canasta.",
    "reason.extend_canasta": "I add {tiles} to our canasta, which then has {length}.",
    "reason.lay_run": "I lay a run of {length}: {tiles}.",
    "reason.lay_group": "I lay a group of {length}: {tiles}.",
    "reason.lay_to_dead_hand": "I lay {tiles} in a set of {length}, empty my rack and play on with the dead hand.",
    "reason.lay_to_go_out": "I lay {tiles} in a set of {length} and go out.",
    "reason.discard_alone": "I throw {tile}: nothing on my rack goes with it.",
    "reason.discard_safe": "I throw {tile}: {with_tile} would go with it, but all else is worth more to me.",
    "reason.discard_twin": "I throw {tile} and keep its twin.",
    "reason.discard_scorned": "I throw {tile}: the next player let one like it go, and it serves me nothing.",
    "reason.discard_wanted": "I throw {tile} although it fits a set of theirs: all else would cost more.",
    "reason.discard_wild": "I throw {tile}, wild as it is: I cannot use it any more.",
    "reason.discard_hasty": "I throw {tile} without thinking long.",
    "reason.discard_to_dead_hand": "I throw {tile}, my last, and take the dead hand.",
    "reason.discard_to_go_out": "I throw {tile}, my last, and go out.",
    "reason.take_ahead": "With the pile I can lay {tiles}. At first sight a draw promises more, but in my head I "
    "played the round on to its end, quickly and {ways} times with each: this was ahead in {more} of them, that in "
    "{fewer}.",
    "reason.ahead": "My first thought was: ‘{usual}’ But in my head I played the round on to its end, quickly and "
    "{ways} times with each of the two moves: this one was ahead in {more}, that one in {fewer}.",
    "reason.ahead_close": "It is a close call. My first thought was: ‘{usual}’ Looking ahead, this move came out "
    "better, but {ways} more rounds played on in my head did not make it clear.",
    "reason.draw_first": Plural(
        "The turn begins with a draw, the last tile of the stock.",
        "The turn begins with a draw; the stock holds {n} tiles.",
    ),
    "reason.draw_nothing_to_lay": Plural(
        "I draw: the one tile of my rack cannot be laid.", "I draw: of the {n} tiles of my rack none can be laid."
    ),
    "reason.pass_nothing_to_lay": Plural(
        "I pass: the one tile of my rack cannot be laid.", "I pass: of the {n} tiles of my rack none can be laid."
    ),
    "reason.open": "I open with {tiles}.",
    "reason.lay_beside": "I lay {tiles} beside what is there.",
    "reason.lay_added": "I add {tiles} to what is there.",
    "reason.lay_with_table": "I lay {tiles} by moving what is there.",
    "reason.lay_all": "I lay {tiles}, and my rack is empty.",
    "reason.lay_part": Plural(
        "I lay {tiles}, and keep back one tile that could lie too.",
        "I lay {tiles}, and keep back {n} tiles that could lie too.",
    ),
    "reason.hold_back": "I could lay {tiles}, but wait until my whole rack can come down at once.",
    "reason.close": "I close the round with {tile}.",
    "reason.fallback": "I do what the rules do for a silent player.",
    # the same reasons where the move is named already
    "why.keep_wild": "A wild one always finds its set.",
    "why.keep_useful": "It goes with {with_tile}.",
    "why.keep_last": "There is no other to draw.",
    "why.alone": "Nothing I hold goes with it.",
    "why.kept_back": "It fits a set that lies there, but then the other could not be thrown: without a canasta nobody "
    "goes out.",
    "why.take_to_lay": "With it I can lay {tiles}.",
    "why.take_to_keep": "It brings me {tile}, which helps me.",
    "why.take_to_deny": "So nobody else gets {tile}.",
    "why.canasta_pure": "That makes it a pure canasta of {length}.",
    "why.canasta_dirty": "That makes it a canasta of {length}: not a pure one, but 100 points are sure.",
    "why.extend": "That makes {length} on the way to a canasta.",
    "why.extend_canasta": "Our canasta then has {length}.",
    "why.lay": "It can grow into a canasta.",
    "why.lay_to_dead_hand": "I then hold nothing, and play on with the dead hand.",
    "why.lay_to_go_out": "I then hold nothing: I go out.",
    "why.discard_safe": "It would go with {with_tile}, but all else is worth more to me.",
    "why.discard_twin": "I hold two of it, and one will do.",
    "why.discard_scorned": "The next player let one like it go, and it serves me nothing.",
    "why.discard_wanted": "It fits a set of the other side, but all else you hold is worth more to you or to them.",
    "why.discard_wild": "Wild as it is, I cannot use it any more.",
    "why.discard_to_dead_hand": "It is my last one: I take the dead hand.",
    "why.discard_to_go_out": "It is my last one: I go out.",
    "why.nothing": Plural("The one I hold cannot be laid.", "Of the {n} I hold none can be laid."),
    "why.open": "It is enough to open.",
    "why.beside": "Nothing that lies there has to be taken apart.",
    "why.lay_with_table": "What lies there can be rearranged for it.",
    "why.lay_all": "I then hold nothing more.",
    "why.lay_part": Plural("I keep back one that could lie too.", "I keep back {n} that could lie too."),
}
