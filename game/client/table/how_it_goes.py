"""How the game is played, in a few sentences for newcomers, shown beside the table in the first round.

Until the viewer has ended a turn of the match it takes the place of the log, then only where that leaves room. A round
that continues the last one's table begins with what is new in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import card_code, phrase, say
from game.rules.registry import rules_of
from game.rules.ruleset import Family

if TYPE_CHECKING:
    from game.client.table.log_panel import LogPanel
    from game.client.words import Text
    from game.rules.ruleset import RuleSet
    from game.table.options import Options
    from game.table.view import View

DEAD_HAND_BEFORE_LINES = ("aim.dead.sets", "aim.dead.turn")  # explained at the table once it matters
AimLine = tuple[str, int]  # the code of a sentence, and the number it names (0 where it names none)
FIRST_MELD_LINE: AimLine = ("aim.open.first", 0)


def show_aim(log: LogPanel, view: View) -> None:
    """Show how the game is played in the log, before anything else until the viewer has ended a turn."""
    log.aim = aim_words(view, ahead=True) if view.table.round == 1 else _goes_on(view)
    log.aim_first = bool(log.aim) and not _ended_turn(view)


def _ended_turn(view: View) -> bool:
    """Return whether the viewer has ended a turn of this round."""
    seats = [told.seat for told in view.story]
    if view.seat not in seats or view.table.outcome is not None:
        return view.table.outcome is not None
    return view.table.to_move != view.seat or any(seat != view.seat for seat in seats[seats.index(view.seat) :])


def aim_words(view: View, *, ahead: bool = False) -> tuple[str, ...]:
    """Return the aim and how to reach it, most important first.

    With `ahead` they are for the little room beside the table, and what is done is left out.
    """
    table = view.table
    if rules_of(table.game).family is Family.DEAD_HAND:
        return tuple(say(code) for code in _aim_dead_hand(table.options, short=ahead))
    first, *rest = _aim_open(table.options, opened=ahead and table.opened[view.seat])
    closing = _closing(table.options)  # only there every turn begins with a draw
    turn: tuple[AimLine, ...] = (("aim.open.turn_draw", 0),) if closing else ()
    return _said((first, *turn, *rest, *(closing if ahead else _at_length(table.options))))


def how_it_goes(rules: RuleSet, options: Options, *, cards: bool) -> tuple[Text, ...]:
    """Return the sentences for a page before the table, including what a set and a turn are."""
    if rules.family is Family.DEAD_HAND:
        codes = (*DEAD_HAND_BEFORE_LINES, *_aim_dead_hand(options))
        return tuple(phrase(card_code(code, cards=cards, game=rules.key)) for code in codes)
    first, *rest = _aim_open(options, opened=False)
    closing = rules.option("closing_tile")  # what can be taken instead of the draw that begins every turn
    turn = "aim.open.turn_draw" if closing is not None and closing.offered else "aim.open.turn"
    told = (first, ("aim.open.sets", 0), (turn, 0), *rest, *_at_length(options))
    return tuple(phrase(code, least=number, n=number) for code, number in told)


def laid_counts_minus(options: Options) -> bool:
    """Return whether what a side without a canasta has laid counts against it. Decision D5."""
    return options.word("no_canasta_table") == "subtract"


def _goes_on(view: View) -> tuple[str, ...]:
    """Return what changed in a round that keeps the last one's table, until the viewer has ended a turn."""
    table = view.table
    if not _keeps_table(table.options) or _ended_turn(view):
        return ()
    opened: tuple[AimLine, ...] = (("aim.open.opened", 0),)
    own = opened if table.opened[view.seat] else _opening(table.options)
    return _said((("aim.open.goes_on", 0), *own, FIRST_MELD_LINE))


def _aim_dead_hand(options: Options, *, short: bool = False) -> tuple[str, ...]:
    """Return what counts, how one goes out, and then what its words mean; `short` says two of them in one."""
    minus = laid_counts_minus(options)
    canasta = ("aim.dead.canasta_minus",) if minus and short else ("aim.dead.canasta",)
    apart = ("aim.dead.minus",) if minus and not short else ()
    return ("aim.dead.score", "aim.dead.out", *canasta, *apart, "aim.dead.hand", "aim.dead.wild")


def _aim_open(options: Options, *, opened: bool) -> tuple[AimLine, ...]:
    opening = () if opened else _opening(options)
    move = "aim.open.move" if opening and not _opens_with_table(options) else "aim.open.move_any"
    goes_on: tuple[AimLine, ...] = (("aim.open.rounds", 0),) if _keeps_table(options) else ()
    cost = _penalty(options)
    costs: tuple[AimLine, ...] = (("aim.open.costs", cost),) if cost else ()
    return (FIRST_MELD_LINE, *opening, (move, 0), ("aim.open.joker", 0), *goes_on, *costs)


def _at_length(options: Options) -> tuple[AimLine, ...]:
    """Return what only a page has room for: the closing tile, a new table each round, wrong plays that cost nothing."""
    afresh: tuple[AimLine, ...] = () if _keeps_table(options) else (("aim.open.afresh", 0),)
    free: tuple[AimLine, ...] = () if _penalty(options) else (("aim.open.free", 0),)
    return (*_closing(options), *afresh, *free)


def _closing(options: Options) -> tuple[AimLine, ...]:
    """Return what the closing tile is for, where it may be used instead of drawing."""
    closes = dict(options.items).get("closing_tile") == "instead_of_draw"
    return (("aim.open.closing", 0),) if closes else ()


def _penalty(options: Options) -> int:
    """Return how many tiles a wrong play costs: none where sets are checked before it is sent. Decision D28."""
    return 0 if options.flag("live_validity") else options.number("invalid_penalty")


def _keeps_table(options: Options) -> bool:
    """Return whether the next round keeps the sets of the table. Decision D29."""
    return dict(options.items).get("rounds") == "continued"


def _opening(options: Options) -> tuple[AimLine, ...]:
    """Return what a first play needs; nothing where any play will do."""
    least = options.number("opening_min")
    code = "aim.open.opening_table" if _opens_with_table(options) else "aim.open.opening"
    return ((code, least),) if least else ()


def _opens_with_table(options: Options) -> bool:
    """Return whether a first play may use the sets on the table."""
    return bool(dict(options.items).get("opening_uses_table"))


def _said(lines: tuple[AimLine, ...]) -> tuple[str, ...]:
    return tuple(say(code, least=number, n=number) for code, number in lines)
