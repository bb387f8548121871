"""The lines of the score sheet: what earned or cost points, and why; how a round ended; who won."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

# code of a line: what it is, and why it counts so
_LINES: Final[dict[str, tuple[str | Plural, str | Plural]]] = {
    "table": ("Tiles on the table", Plural("one tile, by its face", "{n} tiles, by their faces")),
    "table_subtract": ("Tiles on the table", "taken off: no canasta"),
    "table_zero": ("Tiles on the table", "count nothing: no canasta"),
    "pure": (
        Plural("Pure canasta", "Pure canastas"),
        Plural("7 or more, no wild tile", "{n} times, 7 or more, no wild tile"),
    ),
    "semi_clean": (
        Plural("Half-clean canasta", "Half-clean canastas"),
        Plural("7 naturals in order", "{n} times, 7 naturals in order"),
    ),
    "impure": (
        Plural("Impure canasta", "Impure canastas"),
        Plural("7 or more, a wild tile", "{n} times, 7 or more, a wild tile"),
    ),
    "close": ("Going out", "with a canasta"),
    "close_without_canasta": ("Going out", "without a canasta: no bonus"),
    "rack": ("Left on the rack", Plural("one tile, counts against", "{n} tiles, count against")),
    "dead_never": ("Dead hand", "never taken"),
    "dead_unused": ("Dead hand", "taken, never played"),
    "dead_bonus": ("Dead hand", "taken: a bonus"),
    "dead_taken": ("Dead hand", "taken: no penalty"),
    "winner_takes": ("Won from the others", Plural("their one tile left", "their {n} tiles left")),
    "terminal_lowest": ("Lowest rack", "the round ended without a winner"),
    "terminal_shared": ("Lowest rack, shared", "the round ended without a winner"),
    "terminal_difference": ("More than the lowest", Plural("one tile left", "{n} tiles left")),
    "closed": ("Went out", "nothing is left to count"),
    "rack_against": ("Left on the rack", Plural("one tile, counts against", "{n} tiles, count against")),
}

SENTENCES: Final[dict[str, str | Plural]] = {
    **{f"score.{code}": what for code, (what, _why) in _LINES.items()},
    **{f"score.{code}.why": why for code, (_what, why) in _LINES.items()},
    "score.none": "none",
    "score.nobody_out": "not this side",
    "score.no_tiles": "nothing left",
    "score.rule": "rule {rule}",
    "score.more": Plural("and one more", "and {n} more"),
    "score.this_round": "This round",
    "score.match": "Match",
    "score.then_now": "{before} before, {now} now",
    "score.to": "to {target}",
    "score.round_over": "Round {round} is over",
    "score.out": "{name} went out",
    "score.ending.out": "The rack is empty, and with it the round ends.",
    "score.ending.stock": "The stock has run out, and with it the round ends.",
    "score.ending.stopped": "{name} stopped the round: the stock was empty.",
    "score.ending.stall": "Round after round nothing had moved, so the round ends here.",
    "score.ending.stalemate": "Nobody could move on, so the round ends here.",
    "score.ending.passed": "Everybody had passed, so the round ends here.",
    "score.title.stock": "The stock is empty",
    "score.title.stopped": "The round was stopped",
    "score.title.stall": "A standstill",
    "score.title.stalemate": "Nobody can go on",
    "score.title.passed": "Everybody passed",
    "score.next_round": "Next round",
    "score.who_won": "See who won",
    "score.all_racks": "All racks",
    "score.lines": "The lines",
    "score.racks_note": "What everybody still held when the round ended.",
    "score.empty_rack": "empty",
    "score.starts": "Round {round}: {name} starts",
    "side.us": "Us",
    "side.them": "Them",
    "side.you": "You",
    "side.two": "{first} and {second}",
    "end.won_us": "You have won!",
    "end.won_they": "{names} won",
    "end.won_shared": "A shared win",
    "end.running": "Not over yet",
    "end.sentence": Plural("After one round.", "After {n} rounds."),
    "end.round": "Round {round}",
    "end.total": "Match",
    "end.no_rounds": "No round has been finished yet.",
    "end.again": "Play again",
    "end.title": "To the title",
    "end.bar": "The match is over",
    "end.bar_running": "How it stands",
}
