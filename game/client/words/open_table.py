"""What an open table says: banner, readiness, scores, the log, tags on sets, and the refusals only these games know."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_TABLE: Final[dict[str, str | Plural]] = {
    "open.round": "Round {round}",
    "open.round_of": "Round {round} of {rounds}",
    "open.tip.rounds": Plural("The match is one round.", "The match ends after {n} rounds."),
    "open.tip.until_stock": "The match ends with the round in which the stock is used up; till then the sets stay for "
    "the next round, and all other tiles are dealt anew.",
    "open.do.empty_or_pass": "The stock is empty: lay tiles, or pass",
    "open.do.draw_first": "Draw a tile from the stock first",
    "open.do.draw_or_close": "Draw, or go out if all can lie: click the closing tile",
    "open.do.close": "With the closing tile they make a set: click it",
    "open.do.play_or_draw": "Lay tiles, or draw one",
    "open.do.play_or_pass": "Lay tiles, or pass",
    "open.do.open_or_draw": "Lay sets worth {least} or more, or draw",
    "open.do.open_or_pass": "Lay sets worth {least} or more, or pass",
    "open.do.opening": "Opening: {sum} of {least}",
    "open.do.broken": Plural("One broken set to mend", "{n} broken sets to mend"),
    "open.do.begun": Plural("One set is not complete yet", "{n} sets are not complete yet"),
    "open.do.ready": "All sets are good: lay more, or end your turn",
    "open.do.choose": "Choose with the arrows, {key.pick} lays, {key.back} goes back",
    "open.do.unchecked": "Nobody checks: end when you are sure",
    "open.did.thinks": "is thinking",
    "open.did.laid": Plural("laid one tile", "laid {n} tiles"),
    "open.did.drew": "drew a tile",
    "open.did.passed": "passed",
    "open.did.failed": Plural("failed and drew one tile", "failed and drew {n} tiles"),
    "open.did.closed": "went out with the closing tile",
    "open.did.timeout": "ran out of time",
    "open.timed_out.none_drew": "You had laid nothing, so a tile was drawn for you.",
    "open.timed_out.none_passed": "You had laid nothing, so your turn was passed.",
    "open.timed_out.back_drew": "You had not ended your turn: the tiles you laid are back in your rack, the table lies "
    "as before, and a tile was drawn for you.",
    "open.timed_out.back_passed": "You had not ended your turn: the tiles you laid are back in your rack, the table "
    "lies as before, and your turn was passed.",
    "open.ended.out_me": "You went out and won the round",
    "open.ended.out": "{name} went out and won the round",
    "open.ended.passed": "Everybody passed",
    "open.score": "Score",
    "open.lowest": "lowest wins",
    "open.highest": "highest wins",
    "open.you": "{name} (you)",
    "open.more_players": Plural("and one more", "and {n} more"),
    "open.stock": Plural("Stock: one tile", "Stock: {n} tiles"),
    "open.stock_empty": "Stock empty",
    "open.closing": "closing tile",
    "open.closing_tip": "The closing tile: to go out, click it instead of drawing, and lay it with all your tiles",
    "open.rack": Plural("one tile", "{n} tiles"),
    "open.rack_picked": Plural("one tile, {picked} picked", "{n} tiles, {picked} picked"),
    "open.opened": "{count}, opened",
    "open.unopened": "{count}, opening {sum} of {least}",
    "open.opens": "{count}, opens with {sum}",
    "open.new_set": "a new set goes here",
    "open.new_set_move": "a new set goes here; tiles on the table may be moved too, as long as all are sets "
    "when you end your turn",
    "open.new_set_how": "a new set goes here: three or more of one number in different colours, "
    "or of one colour in a row",
    "open.empty_mine": "Be the first to lay all your tiles. Put three or more here: one number in different colours, "
    "or one colour in a row.",
    "open.empty": "Nothing has been laid yet. The first to lay all their tiles wins the round.",
    "open.hidden": Plural("one more set: turn the wheel", "{n} more sets: turn the wheel"),
    "open.news": "Changed since your turn: {deeds}",
    "open.news_of": Plural("one set by {name}", "{n} sets by {name}"),
    "open.news_all": Plural("One set has changed since your turn", "{n} sets have changed since your turn"),
    "open.with_joker": "{words}; {joker}",
    "open.joker_now": Plural("the joker is {tiles} now", "the jokers are {tiles} now"),
    "open.joker_whole": Plural(
        "the joker is {tiles} now: it may change while its whole set stays together",
        "the jokers are {tiles} now: they may change while their whole sets stay together",
    ),
    "open.joker_paid": Plural(
        "the joker is {tiles} now: its own tile has taken its place",
        "the jokers are {tiles} now: their own tiles have taken their places",
    ),
    "open.laid_by": "laid just now by {name}",
    "open.area.table": "The table",
    "open.area.stock": "Stock and closing tile",
    "open.set_of": Plural("a set of one tile", "a set of {n} tiles"),
    "open.end": "End turn",
    "open.draw": "Draw",
    "open.pass": "Pass",
    "open.hint_draw_loses": "Drawing ends your turn",
    "open.reading": "{joker} = {tile}",
    "open.reading_set": "as {tiles}",
    "open.attempt.title": "End your turn like this?",
    "open.attempt.sentence": Plural(
        "Nobody checks at this table. If a set is wrong, your tiles come back and you draw one more.",
        "Nobody checks at this table. If a set is wrong, your tiles come back and you draw {n} more.",
    ),
    "open.attempt.stay": "Look again",
    "open.attempt.go": "End turn",
}

_READY: Final[dict[str, str | Plural]] = {
    "open.ready.title": "Ready to end",
    "open.ready.line": Plural("One tile laid, {left} left.", "{n} tiles laid, {left} left."),
    "open.ready.out": "That is your whole rack: end your turn, and you go out!",
    "open.ready.broken": "Not ready to end",
    "open.ready.begun": "Not complete yet",
    "open.ready.begun_line": "A set needs three tiles or more.",
    "open.ready.read": "Read why, and how to mend it",
    "open.tag.split": "Split in two",
    "open.ready.broken_back": Plural(
        "Mend the marked set, or draw: the table then goes back.",
        "Mend the {n} marked sets, or draw: the table then goes back.",
    ),
    "open.ready.moved_back": "You moved sets only. Lay a tile, or draw: the table then goes back.",
    "open.tip.draw_back": "The sets you moved go back to where they lay, and you draw.",
    "open.ready.broken_line": Plural(
        "Mend the marked set, or reset your turn.", "Mend the {n} marked sets, or reset your turn."
    ),
    "open.ready.nothing": "Nothing laid yet",
    "open.ready.nothing_draw": "Lay at least one tile, or draw.",
    "open.ready.nothing_pass": "Lay at least one tile, or pass.",
    "open.ready.some": "Something can be laid: the hint shows where.",
    "open.ready.none_draw": "Nothing you hold can be laid now: draw.",
    "open.ready.none_pass": "Nothing you hold can be laid now: pass.",
    "open.ready.empty_line": "When everybody passes in a row, the lowest rack wins.",
    "open.ready.moved_line": "You moved sets only. Lay a tile, or reset your turn.",
    "open.ready.draw": "First draw a tile",
    "open.ready.draw_line": "Every turn begins with a draw.",
    "open.ready.draw_or_close_line": "Or, if all you hold can lie with the closing tile, click that instead.",
    "open.ready.opening": "Opening: {sum} of {least}",
    "open.ready.opening_line": "Your first sets must add up to {least} or more.",
    "open.ready.opening_short": "Your tiles must count {missing} more to open, or Reset takes them back.",
    "open.ready.wait": "{name} is playing",
    "open.ready.wait_line": "Arrange your rack meanwhile.",
    "open.ready.unchecked": "Nobody checks",
    "open.ready.unchecked_line": "End your turn when you are sure.",
    "open.ready.over": "The round is over",
    "open.ready.over_line": "Look at the score.",
}

_LOG: Final[dict[str, str | Plural]] = {
    "open.log.drew": "**{name}** drew",
    "open.log.drew_laid": "**{name}** drew and laid {tiles}",
    "open.log.laid": "**{name}** laid {tiles}",
    "open.log.passed": "**{name}** passed",
    "open.log.passed_empty": "**{name}** passed: the stock is empty",
    "open.log.drew_passed": "**{name}** drew and passed",
    "open.log.failed": Plural(
        "**{name}** tried a play that was wrong and drew one tile",
        "**{name}** tried a play that was wrong and drew {n} tiles",
    ),
    "open.log.closed": "**{name}** took the closing tile and laid {tiles}",
    "open.log.timeout": "The turn of **{name}** ran out",
    "open.log.out": "**{name}** went out",
}

_TAGS: Final[dict[str, str | Plural]] = {
    "open.outcome.run": Plural("a run", "a run of {n}"),
    "open.outcome.group": Plural("a group", "a group of {n}"),
    "open.outcome.gather": "a click picks it too",
    "open.outcome.joker_free": "in the joker's place: it comes free",
    "open.outcome.joker_back": "in the joker's place: it comes back to you",
    "open.tag.missing": "Missing: {tiles}",
    "open.tag.too_few_tiles": "Needs three tiles",
    "open.tag.too_many_tiles": "A group has four at most",
    "open.tag.too_many_wilds": "Jokers alone are no set",
    "open.tag.not_one_number": "Not one number",
    "open.tag.not_one_colour": "Not one colour",
    "open.tag.not_consecutive": "Does not follow",
    "open.tag.no_wrap": "Nothing follows the 13",
    "open.tag.colour_twice": "A colour stands twice",
    "open.tag.joker_undeclared": "What is the joker?",
    "open.tag.jokers_same_face": "Two jokers for one tile",
    "open.tag.other": "Not a set yet",
    "open.tag.joker_owed": "Lay {tiles} for the joker",
    "open.tag.joker_companions": Plural("Needs a tile of yours", "Needs {n} tiles of yours"),
    "open.tag.joker_frozen": "This set stays whole",
    "open.tag.opening_touches_table": "Only after your opening turn",
    "open.tag.joker": "Joker as",
}

_TOASTS: Final[dict[str, str | Plural]] = {
    "toast.open_draw.what": "Your tiles still lie on the table",
    "toast.open_draw.why": "Drawing is what you do instead of a play, and it ends your turn.",
    "toast.open_draw.mend": "Take your tiles back first: Reset does it at once.",
    "toast.open_pass.what": "Your tiles still lie on the table",
    "toast.open_pass.why": "Passing ends your turn without a play.",
    "toast.open_pass.mend": "Take your tiles back first: Reset does it at once. Or end your turn with them.",
    "toast.open_first.what": "You have not drawn yet",
    "toast.open_first.why": "In this game every turn begins with a tile from the stock, as long as it lasts.",
    "toast.open_first.mend": "Draw a tile, then end your turn.",
    "toast.open_picked.what": "No tile is picked",
    "toast.open_picked.why": "Pick tiles of your rack or of the table first.",
    "toast.open_picked.mend": "Click tiles, or walk there and press {key.pick}.",
    "toast.open_no_set.what": "No set on the table takes that",
    "toast.open_no_set.why": "A group grows by a colour it lacks, a run by the next number of its colour.",
    "toast.open_no_set.mend": "Lay a new set of three or more, or keep the tiles.",
    "toast.open_run_has.what": "That run has this tile already",
    "toast.open_run_has.why": "The numbers of a run follow one another, each of them once.",
    "toast.open_run_has.mend": "Keep the tile, or split the run where both parts are sets with it.",
    "toast.open_wait.what": "It is not your turn",
    "toast.open_wait.why": "Sets on the table are moved by whoever is playing.",
    "toast.open_wait.mend": "Arrange your rack while you wait.",
    "toast.open_fixed.what": "Tiles of the table stay there",
    "toast.open_fixed.why": "Only tiles you laid in this turn come back to your rack.",
    "toast.open_fixed.mend": "Put it on a set, or on the felt as a new one.",
    "toast.open_closes.what": "You have taken the closing tile",
    "toast.open_closes.why": "It is taken instead of drawing, and laid together with your whole rack.",
    "toast.open_closes.mend": "Lay the rest of your rack, or reset your turn and draw.",
    "toast.open_closing.what": "The closing tile never comes to a rack",
    "toast.open_closing.why": "It is laid together with your whole rack, to go out.",
    "toast.open_closing.mend": "Put it on the table when the rest of your rack fits there too.",
}

_REFUSED: Final[dict[str, tuple[str, str, str]]] = {
    "pass_with_stock": (
        "You cannot pass while there is a stock",
        "Who lays nothing draws a tile; {a} are left.",
        "Draw a tile, or lay at least one.",
    ),
    "empty_play": (
        "You have laid no tile of your own",
        "A play shows at least one tile of the rack.",
        "Lay a tile, or draw instead.",
    ),
    "empty_pass": (
        "You have laid no tile of your own",
        "A play shows at least one tile of the rack.",
        "Lay a tile, or pass instead.",
    ),
    "table_tile_missing": (
        "Tiles of the table stay there",
        "Only tiles laid in this turn go back to a rack; {tiles} lay there before.",
        "Put it into a set, or on the felt as a new one.",
    ),
    "played_not_laid": (
        "A tile was shown but lies nowhere",
        "Every tile of a play ends up in a set.",
        "Lay {tiles} in a set, or keep it.",
    ),
    "tile_from_nowhere": (
        "That tile is neither yours nor on the table",
        "A play uses the tiles of the table and of your own rack.",
        "Leave {tiles} out.",
    ),
    "too_many_tiles": (
        "A group has four tiles at most",
        "There are four colours, and a group has each of them once.",
        "Take one out, or make two sets.",
    ),
    "colour_twice": (
        "A colour stands twice in that group",
        "A group is one number in different colours; here {tiles} are alike.",
        "Leave one of them out.",
    ),
    "joker_undeclared": (
        "Say what the joker stands for",
        "It could be more than one tile there.",
        "Choose one of the readings below the set.",
    ),
    "no_stock": (
        "The stock is empty",
        "There is no tile left to draw.",
        "Play from your rack, or pass.",
    ),
    "jokers_same_face": (
        "Two jokers cannot stand for the same tile",
        "Every tile of a set is another one.",
        "Move one of the jokers.",
    ),
    "opening_too_low": (
        "Your first play counts too little",
        "It must count {b} or more from your own rack; this counts {a}.",
        "Lay more, or take your tiles back and draw.",
    ),
    "opening_touches_table": (
        "Your first play may not use the table",
        "You open with sets made of your own tiles alone; {tiles} lay there before.",
        "Take your tiles back, and open with new sets of your rack alone; from your next turn on you add to any set.",
    ),
    "joker_without_tile": (
        "That joker is not free",
        "A joker leaves its place only for the very tile it stands for, laid from your rack.",
        "Lay {owed} from your rack too, or leave the joker where it stood.",
    ),
    "joker_tile_from_table": (
        "The tile for the joker must come from your rack",
        "A joker is exchanged for a tile of yours, not for one that lies on the table.",
        "Lay {owed} from your rack, or leave the joker where it stood.",
    ),
    "joker_group_of_three": (
        "A joker leaves a group of three only if it becomes four",
        "One tile takes the joker's place and another makes the group four, both of your rack.",
        "Lay {owed} from your rack, or leave the joker where it stood.",
    ),
    "joker_companions": (
        "A freed joker must be used with tiles of yours",
        "In its new set it needs {a} tiles of your rack beside it; the one laid in its place does not count.",
        "Lay it with {a} of your own tiles, or leave it where it stood.",
    ),
    "joker_frozen": (
        "That joker's set may only grow",
        "At this table a joker's set stays together, though tiles may be added, until the joker's own tile is laid.",
        "Put {tiles} together again, or lay the joker's own tile.",
    ),
    "no_closing_tile": (
        "There is no closing tile",
        "It has been used, or the table plays without one.",
        "Draw a tile instead.",
    ),
    "close_before_drawing": (
        "It is too late for the closing tile",
        "It is taken instead of drawing, and you have drawn.",
        "Leave it in its place; it may serve you in the next turn.",
    ),
    "close_before_playing": (
        "It is too late for the closing tile",
        "It is taken before any other play of the turn.",
        "Leave it in its place; it may serve you in the next turn.",
    ),
    "closing_tile_only_closes": (
        "The closing tile only closes",
        "It is laid together with every tile of your rack, to go out.",
        "Lay your whole rack, or leave it where it is.",
    ),
    "closing_tile_unused": (
        "The closing tile is not in that play",
        "Who closes lays it together with the whole rack.",
        "Put it into a set.",
    ),
    "close_leaves_tiles": (
        "With the closing tile all your tiles must go",
        "Who takes the closing tile goes out with it; {tiles} would remain.",
        "Lay those too, or put the closing tile back.",
    ),
    "attempt_free": (
        "That play is not allowed",
        "At this table a wrong play costs nothing and is simply not taken.",
        "Mend the sets, or reset your turn.",
    ),
    "attempt_legal": (
        "That play is allowed",
        "Only a wrong play is sent as an attempt.",
        "End your turn with it.",
    ),
}

SENTENCES: Final[dict[str, str | Plural]] = {
    **_TABLE,
    **_READY,
    **_LOG,
    **_TAGS,
    **_TOASTS,
    **{
        f"refusal.{code}.{part}": sentence
        for code, three in _REFUSED.items()
        for part, sentence in zip(("what", "why", "mend"), three, strict=True)
    },
}
