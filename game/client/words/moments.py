"""What the ribbon of a moment says: what happened, and the rule that made it."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "moment.both": "{one} · {other}",
    "moment.pure": "Pure canasta",
    "moment.pure.run": "Seven or more of one colour in a row, and no wild tile",
    "moment.pure.group": "Seven or more of one number, and no wild tile",
    "moment.impure": "Impure canasta",
    "moment.impure.run": "Seven or more of one colour in a row, with a wild tile",
    "moment.impure.group": "Seven or more of one number, with a wild tile",
    "moment.six": "One tile to go",
    "moment.dead": "{name} takes the dead hand",
    "moment.dead_me": "The dead hand is yours!",
    "moment.dead.why": Plural(
        "The rack ran empty: play goes on with one tile", "The rack ran empty: play goes on with {n} new tiles"
    ),
    "moment.pile": Plural("{name} takes the pile: one tile", "{name} takes the pile: {n} tiles"),
    "moment.pile_me": Plural("You take the pile: one tile", "You take the pile: {n} tiles"),
    "moment.pile.why": "Whoever takes the pile takes all of it",
    "moment.opened": "{name} has opened",
    "moment.opened_me": "You have opened!",
    "moment.opened.why": "The first play came to {least} points or more: from now on every set may be changed",
    "moment.joker": "Joker freed",
    "moment.joker.why": "Another tile does its work: it stands for something new now",
    "moment.seventh": "Seven tiles in one set",
    "moment.few": Plural("One tile left", "{n} tiles left"),
    "moment.out": "{name} went out",
    "moment.out_me": "You went out!",
    "moment.round": "The round is won!",
    "moment.lead_us": "In the lead by {points}",
    "moment.lead": "{name}: ahead by {points}",
    "moment.record": "Best round so far: {points}",
    "moment.comeback": "From {behind} behind to the lead!",
    "bot.pleased.1": "That went well.",
    "bot.pleased.2": "Just what I wanted.",
    "bot.pleased.3": "Look at that!",
    "bot.annoyed.1": "I had hoped for that one.",
    "bot.annoyed.2": "There it goes.",
    "bot.annoyed.3": "Just what I needed ...",
    "bot.respect.1": "Well played.",
    "bot.respect.2": "Nice one!",
    "bot.respect.3": "That was a good turn.",
    "bot.cheering.1": "Well done, partner!",
    "bot.cheering.2": "Bravo!",
    "bot.cheering.3": "That helps us both.",
}  # fmt: skip
