"""The names of presets and table options, and what each option changes; a game's own line stands in its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from game.client.words.plural import Plural
from game.rules.registry import GAMES


def chosen_code(option: str, value: str) -> str:
    """Return the code of the sentence that says what a table has chosen."""
    return f"option.{option}.{value}.chosen" if value else f"option.{option}.chosen"


# preset that several games may have: its name, and a line about it
_PRESETS: Final[dict[str, tuple[str, str]]] = {
    "usual": ("Freer", "broken sets are marked"),
    "as written": ("As written", "the rules of the book"),
    "mine": ("My table", "the options you chose"),
}

# option: its name, and what it changes
_OPTIONS: Final[dict[str, tuple[str, str]]] = {
    "players": ("Players", "How many play."),
    "first_starter": ("Who starts", "Who starts the first round."),
    "direction": ("Direction", "Whether turns pass to the right or to the left."),
    "target": ("Target", "How many points end the match."),
    "two_player_hand": ("Tiles for two", "How many tiles each is dealt when two play."),
    "take_min_sum": (
        "Tiles to take the pile",
        "How many tiles your rack and the pile must hold together before you may take the pile.",
    ),
    "max_wild": ("Wild tiles in a set", "How many wild tiles a set may hold."),
    "group_of_twos": ("Groups of twos", "Whether twos alone may form a group, where they are no wild tiles."),
    "ace_both_ends": ("One at both ends", "Whether one run may hold a one at both ends."),
    "no_canasta_table": (
        "Without a canasta",
        "What the tiles on the table count for a side that has no canasta at the end.",
    ),
    "close_without_canasta": (
        "Going out without a canasta",
        "Whether a side may go out without a canasta, and then earns nothing for it.",
    ),
    "close_mode": ("How to go out", "Whether you go out by a last discard, by laying everything, or either way."),
    "close_with_wild": ("Wild last discard", "Whether the last discard may be a wild tile."),
    "dead_bonus": ("Dead hand bonus", "How many points a side earns for taking its dead hand."),
    "dead_unused_penalty": (
        "Unplayed dead hand",
        "Whether a dead hand that was taken but never played costs 100 points.",
    ),
    "stock_end": (
        "End of the stock",
        "Whether the round ends with the turn of whoever draws the last tile, or goes on from the pile.",
    ),
    "stock_floor": ("Last cards", "How many cards are left in the stock when the round ends."),
    "stall_orbits": ("Standstill", "After how many rounds of turns without progress the round ends."),
    "same_card": (
        "Throwing back",
        "When you take a pile of one card: whether only that card is barred as your discard, or its twin too.",
    ),
    "unique_groups": ("One group a number", "Whether a side may lay only one group of each number."),
    "semi_clean": (
        "Half-clean canasta",
        "Whether a canasta with seven naturals in order beside its wild card earns 150.",
    ),
    "turn_seconds": ("Turn clock", "How many seconds a turn may last."),
    "hands": ("Rounds", "How many rounds make a match."),
    "opening_min": ("Opening", "How much your first play must count at least."),
    "open_then_manipulate": (
        "Play on after opening",
        "Whether a player who has just opened may go on with the table in the same turn.",
    ),
    "opening_uses_table": ("Opening with the table", "Whether your first play may use the sets on the table."),
    "joker_lock": (
        "Jokers on the table",
        "What ties a joker on the table: its tile until it is exchanged, its whole set, or nothing.",
    ),
    "joker_shift": ("Shifting jokers", "Whether a joker may stand for another tile while its set stays whole."),
    "exchange_from_table": (
        "Exchange from the table",
        "Whether a joker may also be exchanged for a tile of the table, not only for one of the rack.",
    ),
    "one_after_13": ("One after thirteen", "Whether a one may also follow the thirteen; it still counts one."),
    "closing_tile": (
        "Closing tile",
        "Whether the closing tile is taken instead of drawing, after drawing, or there is none.",
    ),
    "tie_break": ("Equal totals", "Whether an equal lowest total shares the win or calls for another round."),
    "invalid_penalty": ("Wrong play", "How many tiles a player draws for sending a play that is not allowed."),
    "live_validity": (
        "Marks while you play",
        "Whether broken sets are marked and held back, or may be sent and cost the penalty.",
    ),
    "rounds": ("Next round", "Whether the next round goes on with the table as it lies, or all is dealt afresh."),
    "fresh_rounds": ("Rounds", "How many rounds are played when each is dealt afresh."),
    "reopen_each_round": ("Opening again", "Whether everybody must open again in a round that goes on."),
}

# option: its values that are words or have a meaning of their own
_VALUES: Final[dict[str, dict[str, str]]] = {
    "first_starter": {"random": "By lot", "seat0": "You"},
    "direction": {"left": "To the left", "right": "To the right"},
    "take_min_sum": {"0": "No limit"},
    "no_canasta_table": {"subtract": "Minus", "zero": "Nothing", "count": "Plus"},
    "close_mode": {"either": "Either way", "discard": "By discard", "meld": "By laying"},
    "stock_end": {"last_drawer": "Last drawer", "cannot_draw": "Goes on"},
    "same_card": {"tile": "That card", "face": "Its twin too"},
    "turn_seconds": {"0": "No clock"},
    "joker_lock": {"face": "Its tile", "frozen": "Its set", "free": "Nothing"},
    "closing_tile": {"instead_of_draw": "Instead of drawing", "after_draw": "After drawing", "none": "None"},
    "tie_break": {"share": "Share the win", "extra_hand": "Another round"},
    "rounds": {"continued": "Goes on", "fresh": "Dealt afresh"},
}

# option: what a table has chosen, as a sentence for each of its values; for a number not named, that of ""
_CHOSEN: Final[dict[str, dict[str, str | Plural]]] = {
    "players": {"": Plural("One plays.", "{n} play.")},
    "first_starter": {
        "random": "The program decides by lot who starts the first round.",
        "seat0": "You start the first round; with other people, whoever made the table.",
    },
    "direction": {
        "left": "Turns go round to the left, as a clock does.",
        "right": "Turns go round to the right, against the clock.",
    },
    "target": {"": Plural("One point ends the match.", "A side with {n} points after a round wins the match.")},
    "two_player_hand": {"": Plural("With two players each gets one tile.", "With two players each gets {n} tiles.")},
    "take_min_sum": {
        "0": "You may always take the pile, however few tiles you hold.",
        "": Plural(
            "You may always take the pile.",
            "You may take the pile only if your tiles and those of the pile are {n} or more together.",
        ),
    },
    "max_wild": {"": Plural("A set may hold one wild tile.", "A set may hold up to {n} wild tiles.")},
    "group_of_twos": {
        "on": "A group may be of twos alone, which are plain tiles there.",
        "off": "No set is of twos alone.",
    },
    "ace_both_ends": {
        "on": "One run may have a 1 at both ends, before the 2 and after the 13.",
        "off": "A run may have a 1 before the 2 or after the 13, not both.",
    },
    "no_canasta_table": {
        "subtract": "If your side has no canasta at the end, its tiles on the table count against it.",
        "zero": "If your side has no canasta at the end, its tiles on the table count nothing.",
        "count": "Your tiles on the table count for you even without a canasta.",
    },
    "close_without_canasta": {
        "on": "A side may go out without a canasta, but then gets no points for it.",
        "off": "Nobody may go out without a canasta.",
    },
    "close_mode": {
        "either": "You go out by laying all your tiles, or by throwing the last one.",
        "discard": "You go out by throwing your last tile; to lay it is not enough.",
        "meld": "You go out by laying all your tiles; the last one may not be thrown.",
    },
    "close_with_wild": {
        "on": "The last tile you throw to go out may be a wild one.",
        "off": "The last tile you throw to go out may not be a wild one.",
    },
    "dead_bonus": {
        "0": "Taking the dead hand brings no points of its own.",
        "": Plural("Taking the dead hand brings one point.", "Taking the dead hand brings {n} points."),
    },
    "dead_unused_penalty": {
        "on": "A dead hand that was taken but not played from costs 100 points, as one that was never taken.",
        "off": "A dead hand costs 100 points only if it was never taken.",
    },
    "stock_end": {
        "last_drawer": "Whoever draws the last tile of the stock still plays that turn; then the round ends.",
        "cannot_draw": "When the stock is empty, play goes on with the pile until somebody cannot or will not take it.",
    },
    "stock_floor": {
        "0": "The round ends with the turn that takes the last tile of the stock.",
        "": Plural(
            "The round ends with the turn that leaves one tile or none in the stock.",
            "The round ends with the turn that leaves {n} tiles or fewer in the stock.",
        ),
    },
    "stall_orbits": {
        "": Plural(
            "If for two turns each nobody draws, lays or takes a dead hand, the round ends.",
            "If for {n} turns each, and as many again, nobody draws, lays or takes a dead hand, the round ends.",
        )
    },
    "same_card": {
        "tile": "If you take a pile of one tile, you may not throw that very tile in the same turn. Its twin may go.",
        "face": "If you take a pile of one tile, you may throw neither that tile nor its twin in the same turn.",
    },
    "unique_groups": {
        "on": "A side may lay only one group of each number.",
        "off": "A side may lay more than one group of a number.",
    },
    "semi_clean": {
        "on": "An impure canasta with seven real tiles in order brings 150 points.",
        "off": "A canasta is either pure or impure: there is nothing between.",
    },
    "turn_seconds": {
        "0": "There is no clock: take your time.",
        "": Plural("A turn may last one second.", "A turn may last {n} seconds."),
    },
    "hands": {"": Plural("The match has one round.", "The match has {n} rounds.")},
    "opening_min": {
        "0": "Your first play needs no points.",
        "": Plural(
            "Your first play must count one point or more.", "Your first play must count {n} points or more together."
        ),
    },
    "open_then_manipulate": {
        "on": "After your first play you may change the sets of the table in the same turn.",
        "off": "In the turn of your first play the sets of the table stay as they are.",
    },
    "opening_uses_table": {
        "on": "Your first play may use sets of the table, too.",
        "off": "Your first play is of your own tiles alone.",
    },
    "joker_lock": {
        "face": "A joker on the table stands for one tile. Lay that tile in its place, and the joker may be another.",
        "frozen": "A set with a joker may grow but not be taken apart, until the joker's tile is laid in its place.",
        "free": "A joker on the table may be used again for any tile.",
    },
    "joker_shift": {
        "on": "A joker may become another tile of its set, while all tiles of that set stay together.",
        "off": "A joker does not change the tile it stands for while it lies in its set.",
    },
    "exchange_from_table": {
        "on": "The tile laid in place of a joker may come from the table, too.",
        "off": "The tile laid in place of a joker must come from your rack.",
    },
    "one_after_13": {
        "on": "The 1 may stand before the 2 or after the 13, and counts one in either place.",
        "off": "The 1 stands before the 2 only, never after the 13.",
    },
    "closing_tile": {
        "instead_of_draw": "The closing tile is taken instead of drawing, to lay it with all your tiles.",
        "after_draw": "The closing tile is taken after drawing, to lay it with all your tiles.",
        "none": "There is no closing tile.",
    },
    "tie_break": {
        "share": "Players with an equal lowest total share the win.",
        "extra_hand": "If the lowest total is equal, another round is played.",
    },
    "invalid_penalty": {
        "0": "A wrong play costs nothing: it is taken back.",
        "": Plural(
            "A wrong play is taken back and costs one tile, which you draw.",
            "A wrong play is taken back and costs {n} tiles, which you draw.",
        ),
    },
    "live_validity": {
        "on": "The program marks what is no set and waits until it is mended, so that no wrong play can be made.",
        "off": "The program marks nothing: whether all is a set shows when you end the turn.",
    },
    "rounds": {
        "continued": "The next round goes on with the sets that lie on the table.",
        "fresh": "Every round begins anew, with an empty table.",
    },
    "fresh_rounds": {"": Plural("One round is played.", "{n} rounds are played.")},
    "reopen_each_round": {
        "on": "In each round everybody must make a first play again.",
        "off": "Whoever has made a first play need not make another in the next round.",
    },
}

SENTENCES: Final[dict[str, str | Plural]] = {
    **{f"preset.{key}": name for key, (name, _line) in _PRESETS.items()},
    **{f"preset.{key}.line": line for key, (_name, line) in _PRESETS.items()},
    **{f"option.{key}": name for key, (name, _effect) in _OPTIONS.items()},
    **{f"option.{key}.effect": effect for key, (_name, effect) in _OPTIONS.items()},
    **{f"option.{key}.{value}": words for key, values in _VALUES.items() for value, words in values.items()},
    **{chosen_code(key, value): said for key, values in _CHOSEN.items() for value, said in values.items()},
    "option.on": "Yes",
    "option.off": "No",
    "option.note": "{effect} Usually: {usual}.",
    "option.note_range": "{effect} {allowed}. Usually: {usual}.",
    "option.changed_here": "{usual}, changed here",
    "option.range": "From {least} to {most}",
    "option.range_or": "{none}, or from {least} to {most}",
    "option.seconds": "{value} s",
    "options.sets": "Sets and wild tiles",
    "options.ending": "Going out and scoring",
    "options.course": "Turns, stock and match",
    "options.count": Plural("one option", "{n} options"),
    "options.changed": Plural("one option, changed", "{n} options, some changed"),
    "options.all_default": "nothing changed",
    "options.some_changed": Plural("one change", "{n} changes"),
    "options.changed_from": Plural("one change to “{preset}”", "{n} changes to “{preset}”"),
}


class GameSentences(Mapping[str, str]):
    """The sentences that registered games give about themselves and their own presets, by code."""

    def __getitem__(self, code: str) -> str:
        """Find the sentence of a code."""
        return self._told()[code]

    def __iter__(self) -> Iterator[str]:
        """List the codes, game by game."""
        return iter(self._told())

    def __len__(self) -> int:
        """Count them."""
        return len(self._told())

    def _told(self) -> dict[str, str]:
        told = {}
        for rules in GAMES.values():
            told[f"game.{rules.key}.line"] = rules.line
            for preset in rules.presets:
                if preset.title:
                    told[f"preset.{preset.key}"] = preset.title
                    told[f"preset.{preset.key}.line"] = preset.line
                elif preset.line:
                    told[f"preset.{rules.key}.{preset.key}.line"] = preset.line
        return told
