"""The sentences that replace those about tiles where cards are played with.

Law: a sentence has the code of the one it replaces, and no argument that the replaced one lacks. Those of a table and
its sheets are used automatically while cards are played with; those of a table being set up are asked for by their
code, because games with tiles are offered beside them.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_MOMENTS: Final[dict[str, str | Plural]] = {
    "moment.pure.run": "Seven or more of one suit in a row, and no wild card",
    "moment.pure.group": "Seven or more of one rank, and no wild card",
    "moment.impure.run": "Seven or more of one suit in a row, with a wild card",
    "moment.impure.group": "Seven or more of one rank, with a wild card",
    "moment.six": "One card to go",
    "moment.dead.why": Plural(
        "The hand ran empty: play goes on with one card", "The hand ran empty: play goes on with {n} new cards"
    ),
    "moment.pile": Plural("{name} takes the pile: one card", "{name} takes the pile: {n} cards"),
    "moment.pile_me": Plural("You take the pile: one card", "You take the pile: {n} cards"),
    "moment.few": Plural("One card left", "{n} cards left"),
}

_REFUSALS: Final[dict[str, str | Plural]] = {
    "refusal.not_your_turn.mend": "You can sort your hand while you wait.",
    "refusal.round_over.why": "Nothing is played between the last card and the next deal.",
    "refusal.draw_first.why": "A turn begins by drawing a card from the stock or taking the whole pile.",
    "refusal.draw_first.mend": "Draw a card or take the pile, then lay your sets.",
    "refusal.already_drawn.why": "A turn has one draw: one card of the stock, or the whole pile, never both.",
    "refusal.already_drawn.mend": "Lay sets if you like, then discard a card.",
    "refusal.keep_or_redraw.what": "First say whether you keep the card you drew",
    "refusal.keep_or_redraw.why": "Whoever starts the round may throw the first card back once and draw another.",
    "refusal.keep_or_redraw.mend": "Keep the card, or throw it on the pile for another one.",
    "refusal.start_by_drawing.why": "Whoever starts the round draws a card from the stock before anything else.",
    "refusal.start_by_drawing.mend": "Draw a card from the stock.",
    "refusal.no_privilege.what": "You cannot throw this card back for another",
    "refusal.no_privilege.mend": "Keep the card; you may discard it at the end of your turn.",
    "refusal.redraw_once.what": "You have thrown a card back already",
    "refusal.redraw_once.mend": "Play on with the card you drew.",
    "refusal.stock_empty.why": "There is no card left to draw.",
    "refusal.pile_empty.mend": "Draw a card from the stock.",
    "refusal.whole_pile.why": "Whoever takes from the pile takes all {a} cards of it.",
    "refusal.take_too_few.what": "You hold too few cards to take this pile",
    "refusal.take_too_few.why": "You hold {a}, and the pile has {b}: together there must be {c} cards or more.",
    "refusal.take_too_few.mend": "Draw a card from the stock.",
    "refusal.stop_not_offered.why": "At this table the round ends by itself after the last card of the stock.",
    "refusal.stop_with_stock.why": "Cards left in the stock: {a}.",
    "refusal.stop_with_stock.mend": "Draw a card or take the pile.",
    "refusal.not_in_rack.what": "That card is not in your hand",
    "refusal.not_in_rack.why": "You can lay and discard only cards of your own hand.",
    "refusal.not_in_rack.mend": "Choose cards of your hand.",
    "refusal.tile_twice.what": "One card is used twice",
    "refusal.tile_twice.why": "A card can stand in one place only, and {tiles} would stand in two.",
    "refusal.faces_missing.what": "A card is still face down",
    "refusal.faces_missing.mend": "Wait until the card has arrived.",
    "refusal.too_few_tiles.what": "A set needs three cards",
    "refusal.too_few_tiles.mend": "Add cards until there are three or more.",
    "refusal.too_many_wilds.what": "That set would have too many wild cards",
    "refusal.too_many_wilds.why": "At most {a} of a set may be wild. Wild here: {tiles}.",
    "refusal.too_many_wilds.mend": "Put a natural card in place of a wild one.",
    "refusal.not_one_number.why": "A group holds one rank, here {a}. {tiles} does not belong.",
    "refusal.not_one_number.mend": "Leave it out, or lay a run of one suit.",
    "refusal.group_of_twos.why": "Twos are wild cards, and a set needs natural cards.",
    "refusal.not_one_colour.why": "A run is of one suit. Of another suit: {tiles}.",
    "refusal.not_one_colour.mend": "Leave it out, or choose cards of one rank for a group.",
    "refusal.set_of_its_own.what": "That set does not take these cards",
    "refusal.set_of_its_own.why": "A set grows by cards of its rank, or by the next ones of its suit.",
    "refusal.not_consecutive.why": "In a run each rank comes once, without a gap. Out of place: {tiles}.",
    "refusal.not_consecutive.mend": (
        "Fill the gap with the missing card or a wild one. If one is there twice, take it away."
    ),
    "refusal.no_wrap.why": "It starts with the ace or ends with the ace after the king; nothing follows there.",
    "refusal.no_wrap.mend": "End the run at the ace.",
    "refusal.ace_both_ends.what": "A run may not have an ace at both ends",
    "refusal.wild_misdeclared.what": "The wild card cannot mean that here",
    "refusal.wild_misdeclared.mend": "Put it in the place of the card it should stand for.",
    "refusal.second_group.why": "At this table a side lays only one group of each rank.",
    "refusal.second_group.mend": "Add your cards to the group that lies there.",
    "refusal.tile_left_set.what": "No card leaves a set",
    "refusal.tile_left_set.why": (
        "A set keeps all its cards, {tiles} too, though a wild card may change its place there."
    ),
    "refusal.tile_left_set.mend": "Add your card and let the wild one move to an end.",
    "refusal.kind_changed.mend": "Add cards that continue it.",
    "refusal.ace_moved.what": "The ace keeps its end of the run",
    "refusal.ace_moved.why": "An ace laid low stays low, and one laid high stays high.",
    "refusal.no_canasta.why": "Your side needs a canasta, a set of seven cards, before anybody goes out.",
    "refusal.no_canasta.mend": "Keep a card in your hand and build a canasta first.",
    "refusal.out_by_discard_only.why": "At this table the last card must be thrown on the pile.",
    "refusal.out_by_discard_only.mend": "Keep one card for the discard.",
    "refusal.out_by_meld_only.why": "At this table the last card must be laid, not thrown.",
    "refusal.out_by_meld_only.mend": "Lay the card in one of your side's sets.",
    "refusal.wild_out.what": "A wild card cannot be the last discard",
    "refusal.wild_out.mend": "Keep another card for the end.",
    "refusal.barred_tile.what": "You cannot throw back the card you just took",
    "refusal.barred_tile.why": "A pile of one card, once taken, may not be thrown back in the same turn.",
    "refusal.barred_tile.mend": "Discard another card.",
    "refusal.dead_end.what": "You would be left with a card you cannot discard",
    "refusal.dead_end.why": (
        "A turn ends with a discard, and {tiles} could not be thrown. Until your side has a canasta, one card must "
        "stay after it."
    ),
    "refusal.dead_end.mend": "Keep one more card, or make a canasta with what you lay.",
    "refusal.dead_end_barred.what": "You would be left with a card you cannot discard",
    "refusal.dead_end_barred.mend": "Keep one more card, which you can throw.",
    "refusal.only_discard_left.mend": "Discard a card.",
    "refusal.group_of_twos.what": "Twos alone are not a group",
    "refusal.group_of_twos.mend": "Use the twos one by one in other sets.",
    "refusal.wild_out.why": "Going out with a joker or a two is not allowed at this table.",
}

_REASONS: Final[dict[str, str | Plural]] = {
    "reason.keep_wild": "I keep {tile}: a wild card always finds its set.",
    "reason.redraw_useless": "I throw {tile} back: nothing in my hand goes with it.",
    "reason.draw_no_pile": Plural(
        "There is no pile to take, so I draw the last card of the stock.",
        "There is no pile to take, so I draw one of the {n} cards of the stock.",
    ),
    "reason.draw_barred": Plural(
        "The pile of one card may not be taken, so I draw.",
        "The pile of {n} cards may not be taken, so I draw.",
    ),
    "reason.draw_pile_poor": Plural(
        "A card of the stock promises me more than {tile}.",
        "A card of the stock promises me more than {tile} and what lies below it, {n} cards in all.",
    ),
    "reason.take_to_lay": Plural(
        "I take the pile of one card: I can lay {tiles}.",
        "I take the pile of {n} cards: I can lay {tiles}.",
    ),
    "reason.take_to_keep": Plural(
        "I take the pile for {tile}, which helps my hand.",
        "I take the {n} cards of the pile for {tile}, which helps my hand.",
    ),
    "reason.take_to_deny": Plural(
        "I take the pile so that nobody else gets {tile}.",
        "I take the {n} cards of the pile so that nobody else gets {tile}.",
    ),
    "reason.stop_ahead": Plural(
        "I stop the round: we are ahead, and one card on the pile changes nothing.",
        "I stop the round: we are ahead, and the {n} cards on the pile could only change that.",
    ),
    "reason.stop_no_use": Plural(
        "I stop the round: the one card on the pile does not help me.",
        "I stop the round: the {n} cards on the pile do not help me.",
    ),
    "reason.two_goes_home": "The two goes to its own place, and {length} cards lie there without a wild one.",
    "reason.extend": "I add {tiles}: {length} cards on the way to a canasta.",
    "reason.lay_to_dead_hand": "I lay {tiles} in a set of {length}, empty my hand and play on with the dead hand.",
    "reason.discard_alone": "I throw {tile}: nothing in my hand goes with it.",
}

_TABLE: Final[dict[str, str | Plural]] = {
    "banner.do.start_draw": "Draw a card from the stock",
    "banner.do.start_choice": "Keep the new card, or swap it for another",
    "banner.do.draw": "Draw a card, or take the pile",
    "banner.do.draw_only": "Draw a card from the stock",
    "banner.do.play": "Lay sets if you can, then discard one card",
    "banner.do.picked_many": "No set yet: it takes one rank, or one suit in a row",
    "banner.do.picked_two": "A new set needs three cards or more",
    "banner.do.next_tiles": "Your cards are on the way",
    "banner.did.took": Plural("took the pile of one card", "took the pile of {n} cards"),
    "banner.ended.stalemate": "The same card went round and round",
    "table.pile": Plural("Pile: one card, {top}", "Pile: {n} cards, top is {top}"),
    "table.pile_title": Plural("The pile: one card", "The pile: {n} cards, the newest last"),
    "table.rack_count": Plural("one card, {points} points", "{n} cards, {points} points"),
    "table.rack_picked": Plural("{n} card, {picked} picked", "{n} cards, {picked} picked"),
    "aim.dead.sets": "A set is three or more cards of one rank, or of one suit in a row.",
    "aim.dead.turn": "In your turn draw a card or take the whole pile, lay what you like, and end with a discard.",
    "aim.dead.score": "Lay sets of three cards or more: what lies on your side counts for you, what you still hold "
    "against you.",
    "aim.dead.canasta": "Seven cards in a set are a canasta, worth the most without a wild card.",
    "aim.dead.canasta_minus": "Seven cards in a set are a canasta; without one, what your side has laid counts "
    "against it.",
    "aim.dead.wild": "Jokers and twos are wild: they stand in for another card.",
    "aim.dead.hand": "Play your whole hand and go on with your side's dead hand; not taken, it costs 100.",
    "table.by_runs": "suits",
    "table.by_groups": "ranks",
    "table.log_empty": "Nothing yet: the cards have just been dealt.",
    "table.hint.empty_us": "Pick three or more cards of one rank, or of one suit in a row, and put them here.",
    "table.area.rack": "Your hand",
    "table.do.lay": Plural("Lay one card", "Lay {n} cards"),
    "table.do.add": Plural("Add one card", "Add {n} cards"),
    "table.do.pick": "Pick a card",
    "lesson.do.draw": "Draw a card from the stock",
    "lesson.do.keep": "Keep the new card",
    "lesson.do.pick": Plural("Pick the card that is lit", "Pick the {n} cards that are lit"),
    "lesson.do.more": Plural("Pick one more card that is lit", "Pick {n} more cards that are lit"),
    "table.do.wait_tiles": "Wait for the cards",
    "toast.one_discard.what": "Only one card is thrown",
    "toast.one_discard.why": "A turn ends with the discard of a single card.",
    "toast.one_discard.mend": "Pick one card and discard it.",
    "toast.nothing_picked.what": "No card is picked",
    "toast.nothing_picked.why": "Pick the cards of your hand that you want to use.",
    "toast.nothing_picked.mend": "Click cards of your hand, or walk there and press {key.pick}.",
    "toast.dead_hand.why": "These are eleven more cards for one side: whoever of it first has no card left takes them "
    "and plays on.",
    "toast.dead_hand.mend": "To get yours, lay and discard until your hand is empty.",
    "toast.no_set_takes.why": "A set grows by cards of its rank, or by the next ones of its suit.",
    "toast.no_set_takes.mend": "Lay a new set of three or more, or keep the cards.",
    "toast.timed_out.why": "The program drew if you had not, discarded a card and ended your turn; what you had not "
    "sent is back in your hand.",
    "log.slid": "moved a wild card in a set",
    "log.took": Plural("took the pile of one card", "took the pile of {n} cards"),
    "tag.too_few_tiles": "needs three cards",
    "tag.not_one_colour": "another suit",
    "tag.not_one_number": "another rank",
    "tag.one_tile": "one card only",
    "tile.none": "that card",
    "tile.and_more": Plural("{first} and one more card", "{first} and {n} more cards"),
    "tile.hidden": "a card face down",
}

_SHEETS: Final[dict[str, str | Plural]] = {
    "score.table": "Cards on the table",
    "score.table_subtract": "Cards on the table",
    "score.table_zero": "Cards on the table",
    "score.rack": "Left in hand",
    "end.count.laid": "cards a round",
    "score.best_turn": Plural("Your best turn: one card", "Your best turn: {n} cards"),
    "end.best_turn": Plural(
        "Your best turn of the match, in round {round}: one card",
        "Your best turn of the match, in round {round}: {n} cards",
    ),
    "score.table.why": Plural("one card, by its value", "{n} cards, by their values"),
    "score.pure.why": Plural("7 or more, no wild card", "{n} sets of 7 or more, no wild card"),
    "score.impure.why": Plural("7 or more, with a wild card", "{n} sets of 7 or more, with a wild card"),
    "score.rack.why": Plural("one card, counts against", "{n} cards, count against"),
    "score.ending.out": "The hand is empty, and with it the round ends.",
    "score.all_racks": "All hands",
    "score.none": "none",
    "help.section_turn": "The turn and your hand",
    "action.pick_up_to": "Pick all cards up to this one",
    "action.obvious": "Do the obvious with a card: lay it, or add it to a set",
    "action.lay": "Lay the picked cards as a set",
    "action.extend": "Add the picked cards to a set",
    "action.discard": "Discard the picked card and end the turn",
    "action.sort_runs": "Sort your hand by suits",
    "action.sort_groups": "Sort your hand by ranks",
    "gesture.by_runs": "suits, below your hand",
    "gesture.by_groups": "ranks, below your hand",
    "action.carry_left": "Carry a card of your hand to the left",
    "action.carry_right": "Carry a card of your hand to the right",
    "gesture.lasso": "draw a box around cards, or Shift and click",
    "gesture.drag_to_rack": "right click, or drag to your hand",
    "gesture.drag_along": "drag along your hand",
}

_DEAL: Final[dict[str, str | Plural]] = {
    "shield.dealing.what": "The cards are being shuffled by everybody together",
    "shield.dealing.mend": "It takes about a second. Nobody can see or choose a card.",
    "shield.sealed.mend": (
        "No program here, the host's included, can see a person's hidden card; bots' cards are open to all of them."
    ),
    "shield.held.mend": "Every card was where it was dealt, and nobody changed one.",
    "shield.broken.mend": (
        "Every program at this table has found the same. A deal broken before its cards were opened is dealt anew."
    ),
    "deal.not_a_point.what": "{name} put something into the deal that is no card",
    "deal.same_point_twice.what": "{name} put the same card into the deal twice",
    "deal.false_proof.what": "{name} did something else to the cards than shuffle them",
    "deal.false_lock.what": "{name} sealed other cards than were there",
    "news.breach": (
        "The check after the round shows that {name} played a card against the rules. Decide whether you play on."
    ),
    "shield.breach": "{name} played a card against the rules",
}

_SETUP: Final[dict[str, str | Plural]] = {
    "new.dealt": "{hand} cards each",
    "new.dealt_dead": "{hand} cards each, two dead hands of {dead}",
    "new.out": "Go out with a canasta, your dead hand taken and no card in hand",
    "new.out_any": "Go out with your dead hand taken and no card in hand",
    "new.deal": "Deal the cards",
    "room.start": "Deal the cards",
    "room.sealed": "The deal is sealed: no program sees a person's hidden cards",
    "room.by_hall": "The hall deals the same cards at all tables. It can read them; no player's program can.",
    "option.two_player_hand": "Cards for two",
    "option.take_min_sum": "Cards to take the pile",
    "option.max_wild": "Wild cards in a set",
    "option.ace_both_ends": "Ace at both ends",
    "option.unique_groups": "One group a rank",
    "option.two_player_hand.effect": "How many cards each is dealt when two play.",
    "option.take_min_sum.effect": (
        "How many cards your hand and the pile must hold together before you may take the pile."
    ),
    "option.max_wild.effect": "How many wild cards a set may hold.",
    "option.group_of_twos.effect": "Whether twos alone may form a group, where they are no wild cards.",
    "option.ace_both_ends.effect": "Whether one run may hold an ace at both ends.",
    "option.no_canasta_table.effect": "What the cards on the table count for a side that has no canasta at the end.",
    "option.close_with_wild.effect": "Whether the last discard may be a wild card.",
    "option.stock_end.effect": (
        "Whether the round ends with the turn of whoever draws the last card, or goes on from the pile."
    ),
    "option.unique_groups.effect": "Whether a side may lay only one group of each rank.",
    "options.sets": "Sets and wild cards",
    "option.two_player_hand.chosen": Plural(
        "With two players each gets one card.", "With two players each gets {n} cards."
    ),
    "option.take_min_sum.0.chosen": "You may always take the pile, however few cards you hold.",
    "option.take_min_sum.chosen": Plural(
        "You may always take the pile.",
        "You may take the pile only if your cards and those of the pile are {n} or more together.",
    ),
    "option.max_wild.chosen": Plural("A set may hold one wild card.", "A set may hold up to {n} wild cards."),
    "option.group_of_twos.on.chosen": "A group may be of twos alone, which are plain cards there.",
    "option.ace_both_ends.on.chosen": "One run may have an ace at both ends, before the two and after the king.",
    "option.ace_both_ends.off.chosen": "A run may have an ace before the two or after the king, not both.",
    "option.no_canasta_table.subtract.chosen": (
        "If your side has no canasta at the end, its cards on the table count against it."
    ),
    "option.no_canasta_table.zero.chosen": (
        "If your side has no canasta at the end, its cards on the table count nothing."
    ),
    "option.no_canasta_table.count.chosen": "Your cards on the table count for you even without a canasta.",
    "option.close_mode.either.chosen": "You go out by laying all your cards, or by throwing the last one.",
    "option.close_mode.discard.chosen": "You go out by throwing your last card; to lay it is not enough.",
    "option.close_mode.meld.chosen": "You go out by laying all your cards; the last one may not be thrown.",
    "option.close_with_wild.on.chosen": "The last card you throw to go out may be a wild one.",
    "option.close_with_wild.off.chosen": "The last card you throw to go out may not be a wild one.",
    "option.stock_end.last_drawer.chosen": (
        "Whoever draws the last card of the stock still plays that turn; then the round ends."
    ),
    "option.stock_floor.0.chosen": "The round ends with the turn that takes the last card of the stock.",
    "option.stock_floor.chosen": Plural(
        "The round ends with the turn that leaves one card or none in the stock.",
        "The round ends with the turn that leaves {n} cards or fewer in the stock.",
    ),
    "option.same_card.tile.chosen": (
        "If you take a pile of one card, you may not throw that very card in the same turn. Its twin may go."
    ),
    "option.same_card.face.chosen": (
        "If you take a pile of one card, you may throw neither that card nor its twin in the same turn."
    ),
    "option.semi_clean.on.chosen": "An impure canasta with seven real cards in order brings 150 points.",
    "option.unique_groups.on.chosen": "A side may lay only one group of each rank.",
    "option.unique_groups.off.chosen": "A side may lay more than one group of a rank.",
}

_TERMINAL: Final[dict[str, str | Plural]] = {
    "text.hand": Plural("You hold one card. {tiles}.", "You hold {n} cards. {tiles}."),
    "text.holds": Plural("{name} holds one card.", "{name} holds {n} cards."),
    "text.stock": Plural("The stock has one card.", "The stock has {n} cards."),
    "text.help_tiles": "A card is said as it is read to you, or by its number in your hand. "
    "A number after a card is one of its suit: 5 of hearts, 6, 7.",
    "text.no_tile": "'{words}' is no card that you can use here. Say it like {example}.",
    "text.no_tiles": "Say which cards, like {example}.",
    "text.help.draw": "draw a card from the stock",
    "text.help.keep": "keep the first card you drew",
    "text.help.redraw": "throw the first card back and draw another",
    "text.help.lay": "lay a new set, as in: lay 5 of hearts, 5 of spades, 5 of clubs",
    "text.help.add": "add cards to a set, as in: add 6 of hearts to 2",
    "text.help.discard": "discard a card, which ends your turn",
}

CARDS_PREFIX: Final = "cards."
_ADVICE: Final[dict[str, str | Plural]] = {
    "hint.look.drawn": "Look at the card you have just drawn.",
    "hint.look.rack_lay": "Look at your own hand: a set is there.",
    "hint.look.rack_throw": "Look at your own hand: one card there helps you least.",
    "hint.do.slide": "Let the wild card of this set go to its own place.",
    "moves.slide": "The wild card goes to its own place",
}

_AFTERWARDS: Final[dict[str, str | Plural]] = {
    "opening.line": "It is read from the first card on.",
    "check.busy_line": "Every card once more. The window goes on meanwhile; leaving this page ends it.",
    "check.shuffled_line": "Each computer mixed the cards in its turn, under its own lock.",
    "check.tiles_line": Plural(
        "{tiles} cards, each once, in the one deal.", "{tiles} cards, each once, in all {n} deals."
    ),
    "check.faces": "Every card that was shown is the one that was dealt",
    "check.faces_line": "Rounds opened to the last card, of those that were dealt.",
    "review.note": (
        "The larger a mark, the more it was punished. Blue up: kind cards, grey down: unkind ones. "
        "What lay hidden is never held against you."
    ),
    "review.luck": "Luck of the cards",
    "review.lesson.take": "Take the pile when it brings you more than a drawn card",
    "review.lesson.first": "Look twice at the first card",
    "review.praise.first": "You judged the first card well",
    "review.praise.throw": "You threw the right card",
    "review.move.take": Plural("the pile taken, one card", "the pile taken, {n} cards"),
    "check.holds.line": (
        "Nobody chose a card, and every card is the one that was dealt. You need not believe anybody: "
        "**your own computer** has just worked it out again."
    ),
    "theatre.eyes_all": "All hands open",
    "theatre.closed.running": "The round goes on: the other hands open when it is over.",
    "theatre.closed.void": "The round was broken off: its hands stay closed.",
    "again.line": (
        "It was dealt by the number **{seed}**. Whoever writes **{deal}** under **New game** gets the same cards."
    ),
    "again.swap": "With the next one's cards",
    "deal.note": "The same number deals the same cards at the same table. A code brings its table along.",
    "theatre.branch.line": "The same cards, and bots on the other chairs. How well shall they play?",
    "theatre.no_branch.sealed": "The cards of this deal are sealed: no computer can deal them again.",
}

TABLE_SENTENCES: Final[dict[str, str | Plural]] = {
    **_MOMENTS,
    **_REFUSALS,
    **_REASONS,
    **_TABLE,
    **_SHEETS,
    **_DEAL,
    **_ADVICE,
    **_AFTERWARDS,
    **_TERMINAL,
}

SENTENCES: Final[dict[str, str | Plural]] = {
    f"{CARDS_PREFIX}{code}": said for code, said in {**TABLE_SENTENCES, **_SETUP}.items()
}
