"""Burraco's own words: what other games call a canasta is a burraco there, clean or dirty, and a dead hand a pozzetto.

Law: as in cards.py; these sentences take precedence over those there, where Burraco is played with cards.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

GAME: Final = "burraco"
TABLE_SENTENCES: Final[dict[str, str | Plural]] = {
    "why.kept_back": "It fits a set that lies there, but then the other could not be thrown: without a burraco nobody "
    "goes out.",
    "banner.do.pile_canasta": "Draw, or take the pile: {tile} makes your burraco",
    "banner.do.pile_canasta_out": "Take the pile: {tile} makes your burraco, and you can go out",
    "moment.pure": "Clean burraco",
    "moment.impure": "Dirty burraco",
    "moment.few_dead": Plural("One left, then the pozzetto", "{n} left, then the pozzetto"),
    "moment.few_stuck": Plural("One left, no burraco yet", "{n} left, no burraco yet"),
    "moment.dead": "{name} takes the pozzetto",
    "moment.dead_me": "The pozzetto is yours!",
    "puzzle.how.go_out": "Only one of them can be the last, and no wild card. To go out your side needs a burraco.",
    "refusal.no_canasta.why": "Your side needs a burraco, a set of seven cards, before anybody goes out.",
    "refusal.dead_end.why": (
        "A turn ends with a discard, and {tiles} could not be thrown. Until your side has a burraco, one card must "
        "stay after it."
    ),
    "refusal.dead_end.mend": "Keep one more card, or make a burraco with what you lay.",
    "refusal.no_canasta.mend": "Keep a card in your hand and build a burraco first.",
    "reason.canasta_pure": "With {tiles} the set is a clean burraco of {length}.",
    "reason.canasta_dirty": "With {tiles} the set is a burraco of {length}, though not a clean one.",
    "reason.extend": "I add {tiles}: {length} cards on the way to a burraco.",
    "reason.extend_canasta": "I add {tiles} to our burraco, which then has {length}.",
    "reason.lay_to_dead_hand": "I lay {tiles} in a set of {length}, empty my hand and play on with the pozzetto.",
    "reason.discard_to_dead_hand": "I throw {tile}, my last, and take the pozzetto.",
    "why.canasta_pure": "That makes it a clean burraco of {length}.",
    "why.canasta_dirty": "That makes it a burraco of {length}: not a clean one, but 100 points are sure.",
    "why.extend": "That makes {length} on the way to a burraco.",
    "why.extend_canasta": "Our burraco then has {length}.",
    "why.lay": "It can grow into a burraco.",
    "why.lay_to_dead_hand": "I then hold nothing, and play on with the pozzetto.",
    "why.discard_to_dead_hand": "It is my last one: I take the pozzetto.",
    "banner.do.throw_dead": "Discard it and you take the pozzetto",
    "banner.do.lay_dead": "These make a set: lay them and you take the pozzetto",
    "banner.do.add_dead": "That fits a set of yours: put it there and you take the pozzetto",
    "banner.do.only_throw": "Throw one of the two: without a burraco the last one must stay",
    "banner.do.strands": "Careful: keep more, or without a burraco you can only draw and throw",
    "banner.do.no_canasta": "You cannot go out yet: your side has no burraco",
    "banner.did.dead": "took the pozzetto",
    "table.seal.pure": "Clean",
    "table.seal.impure": "Dirty",
    "table.canastas.none": "no burraco yet",
    "table.canastas.minus": "without a burraco, these sets count minus",
    "table.canastas.pure": Plural("one clean burraco", "{n} clean burracos"),
    "table.canastas.impure": Plural("one dirty burraco", "{n} dirty burracos"),
    "table.canastas.both": "burracos: {pure} clean, {impure} dirty",
    "table.dead.waiting": "pozzetto still to take",
    "table.dead.taken": "pozzetto taken",
    "table.dead_ours": "Our pozzetto",
    "table.dead_theirs": "Their pozzetto",
    "table.dead_yours": "Your pozzetto",
    "table.dead_other": "Their pozzetto",
    "table.rack_keep": "{count}. Keep one: no burraco yet",
    "table.rack_then_dead": "{count}. With none left you get the pozzetto",
    "aim.dead.canasta": "Seven cards in a set are a burraco, worth the most without a wild card.",
    "aim.dead.canasta_minus": "Seven cards in a set are a burraco; without one, what your side has laid counts "
    "against it.",
    "aim.dead.minus": "Without a burraco, what your side has laid counts against it.",
    "aim.dead.hand": "Play your whole hand and go on with your side's pozzetto; not taken, it costs 100.",
    "aim.dead.out": "To go out, your side needs a burraco and its pozzetto.",
    "table.do.discard_dead": "Discard {tile} and take the pozzetto",
    "toast.dead_hand.what": "The pozzetto comes by itself",
    "log.pure": "made a **clean burraco**",
    "log.impure": "made a **dirty burraco**",
    "log.dead": "took the **pozzetto**",
    "tag.no_canasta": "no burraco yet",
    "outcome.dead": "you take the pozzetto",
    "outcome.laid_dead": "+{points}, you take the pozzetto",
    "outcome.grows": Plural("+{points}, one more makes a burraco", "+{points}, {n} more make a burraco"),
    "outcome.pure": "makes a clean burraco, +{points}",
    "outcome.impure": "makes a dirty burraco, +{points}",
    "outcome.spoils": "the burraco is clean no more",
    "score.pure": Plural("Clean burraco", "Clean burracos"),
    "score.semi_clean": Plural("Half-clean burraco", "Half-clean burracos"),
    "score.impure": Plural("Dirty burraco", "Dirty burracos"),
    "score.dead_never": "Pozzetto",
    "score.dead_unused": "Pozzetto",
    "score.dead_bonus": "Pozzetto",
    "score.dead_taken": "Pozzetto",
    "end.count.canastas": Plural("burraco", "burracos"),
    "end.count.dead_hands": "pozzetti",
    "score.table_subtract.why": "taken off: no burraco",
    "score.table_zero.why": "count nothing: no burraco",
    "score.close.why": "with a burraco",
    "score.close_without_canasta.why": "without a burraco: no bonus",
    "theatre.sign.pure": "clean",
    "theatre.sign.impure": "dirty",
    "theatre.sign.dead": "pozzetto",
    "action.square": "Square the burracos up, or spread them out",
    "gesture.click_seal": "click the seal of a burraco",
}

_SETUP: Final[dict[str, str | Plural]] = {
    "new.dealt_dead": "{hand} cards each, two pozzetti of {dead}",
    "new.out": "Go out with a burraco, your pozzetto taken and no card in hand",
    "new.out_any": "Go out with your pozzetto taken and no card in hand",
    "option.no_canasta_table": "Without a burraco",
    "option.close_without_canasta": "Going out without a burraco",
    "option.dead_bonus": "Pozzetto bonus",
    "option.dead_unused_penalty": "Unplayed pozzetto",
    "option.semi_clean": "Half-clean burraco",
    "option.semi_clean.effect": "Whether a burraco with seven naturals in order beside its wild card earns 150.",
    "option.no_canasta_table.effect": "What the cards on the table count for a side that has no burraco at the end.",
    "option.close_without_canasta.effect": (
        "Whether a side may go out without a burraco, and then earns nothing for it."
    ),
    "option.dead_bonus.effect": "How many points a side earns for taking its pozzetto.",
    "option.dead_unused_penalty.effect": "Whether a pozzetto that was taken but never played costs 100 points.",
    "option.no_canasta_table.subtract.chosen": (
        "If your side has no burraco at the end, its cards on the table count against it."
    ),
    "option.no_canasta_table.zero.chosen": (
        "If your side has no burraco at the end, its cards on the table count nothing."
    ),
    "option.no_canasta_table.count.chosen": "Your cards on the table count for you even without a burraco.",
    "option.close_without_canasta.on.chosen": "A side may go out without a burraco, but then gets no points for it.",
    "option.close_without_canasta.off.chosen": "Nobody may go out without a burraco.",
    "option.dead_bonus.0.chosen": "Taking the pozzetto brings no points of its own.",
    "option.dead_bonus.chosen": Plural(
        "Taking the pozzetto brings one point.", "Taking the pozzetto brings {n} points."
    ),
    "option.dead_unused_penalty.on.chosen": (
        "A pozzetto that was taken but not played from costs 100 points, as one that was never taken."
    ),
    "option.dead_unused_penalty.off.chosen": "A pozzetto costs 100 points only if it was never taken.",
    "option.semi_clean.on.chosen": "A dirty burraco with seven real cards in order brings 150 points.",
    "option.semi_clean.off.chosen": "A burraco is either clean or dirty: there is nothing between.",
    "option.stall_orbits.chosen": Plural(
        "If for one turn everybody only swaps the one card of the pile for another, laying nothing, the round ends.",
        "If for {n} turns everybody only swaps the one card of the pile for another, laying nothing, the round ends.",
    ),
}

SENTENCES: Final[dict[str, str | Plural]] = {
    f"{GAME}.{code}": said for code, said in {**TABLE_SENTENCES, **_SETUP}.items()
}
