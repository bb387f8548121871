"""A tournament in words for page, window and terminal: names, columns, rules, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from game.client.words import group_digits, say
from game.club.pairing import rounds_expected
from game.club.scores import bye_points, table_win_points
from game.club.standings import TIE_BREAKS_BY_FORMAT, ClubStanding, champions, standings
from game.club.values import BOT_ENTRANT, DUEL_SIDES, ClubFormat, LeftOverRule
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.club.refusals import ClubRefusal
    from game.club.values import ClubRound, ClubTable, TournamentState

_ARGUMENTS: Final = ("a", "b")
_PERCENT: Final = 100
_TENTHS: Final = 10


def tell_club_refusal(refused: ClubRefusal) -> str:
    """Say why a tournament refused a request."""
    return say(f"club.refusal.{refused.code.value}", **dict(zip(_ARGUMENTS, refused.args, strict=False)))


def name_with_state(state: TournamentState, number: int) -> str:
    """Return an entrant's name, and whether they are away or came late."""
    if number == BOT_ENTRANT:
        return say("club.bot")
    one = state.entrant(number)
    name = one.name if one.since == 1 else say("club.late", name=one.name, number=one.since)
    return name if state.is_to_be_paired(one) else say("club.away", name=name)


def entrant_names(state: TournamentState, numbers: Sequence[int]) -> str:
    """Return the names of entrants, joined."""
    return ", ".join(state.entrant(number).name for number in numbers)


def seat_columns(state: TournamentState, one: ClubRound) -> tuple[str, ...]:
    """Return the column heads of the sides of a round's tables."""
    sides = max((len(table.sides) for table in one.tables), default=0)
    if state.plan.plays_in_couples:
        return tuple(say("club.couple", first=at + 1, second=at + 1 + sides) for at in range(sides))
    return tuple(say("club.seat", number=at + 1) for at in range(sides))


def side_names(state: TournamentState, table: ClubTable, side: int) -> str:
    """Return the names of a side, and whether it played to the end."""
    name = " - ".join(say("club.bot") if one == BOT_ENTRANT else state.entrant(one).name for one in table.sides[side])
    away = table.result is not None and side in table.result.absent
    return say("club.absent", name=name) if away else name


def side_points(table: ClubTable, side: int) -> str:
    """Return a side's points deal by deal; empty before they are known."""
    return " / ".join(group_digits(row[side]) for row in table.result.rows) if table.result is not None else ""


def standing_columns(state: TournamentState) -> tuple[str, ...]:
    """Return the names of this tournament's standings columns."""
    breaks = [one.value for one in TIE_BREAKS_BY_FORMAT[state.plan.format]]
    first = ["share", "match_points"] if state.plan.duplicate else ["match_points"]
    return ("place", "name", *first, *breaks, "played", *(() if "wins" in breaks else ("wins",)), "byes")


def standing_cells(state: TournamentState, row: ClubStanding) -> tuple[str, ...]:
    """Return the cells of a standings row."""
    return tuple(_cell(state, row, column) for column in standing_columns(state))


def _cell(state: TournamentState, row: ClubStanding, column: str) -> str:
    if column == "name":
        return name_with_state(state, row.number)
    value = getattr(row, column)
    if column == "share" and isinstance(value, Fraction):
        return say("club.percent", value=_rounded(value * _PERCENT))
    return _rounded(Fraction(value or 0))


def _rounded(value: Fraction) -> str:
    """Format a number with at most one decimal place."""
    tenths = round(value * _TENTHS)
    whole, rest = divmod(abs(tenths), _TENTHS)
    sign = "−" if tenths < 0 else ""
    return f"{sign}{group_digits(whole)}{f'.{rest}' if rest else ''}"


def titled_standings(state: TournamentState) -> tuple[tuple[str, tuple[ClubStanding, ...]], ...]:
    """Return the standings with their titles: one table, or one per line of a Mitchell movement."""
    rows = standings(state)
    if state.plan.format is not ClubFormat.MITCHELL or not state.rounds:
        return ((say("club.standings"), rows),)
    titles = (say("club.line_stays"), say("club.line_moves"))
    return tuple((title, tuple(row for row in rows if row.line == line)) for line, title in enumerate(titles))


def progress_text(state: TournamentState) -> str:
    """Return the tournament's progress in words; empty if there is none to tell."""
    if not state.entrants:
        return say("club.nobody")
    if state.ended:
        return say("club.over", names=entrant_names(state, champions(state)))
    return "" if state.rounds else say("club.unpaired")


def game_line(state: TournamentState) -> str:
    """Return the tournament's game and how many play at a table, in words."""
    return say("club.table_for", game=rules_of(state.plan.game).title, seats=state.plan.seats)


def rules_in_words(state: TournamentState) -> Iterator[str]:
    """Yield in words a tournament's format, its scoring, and what the players must trust the hall for."""
    plan = state.plan
    yield say(f"club.how.{plan.format.value}")
    yield say("club.pairs" if plan.pairs else "club.changing" if plan.changes_partners else "club.alone")
    planned = rounds_expected(plan, len(state.entrants))
    if planned:
        yield say("club.rounds", n=planned)
    if plan.minutes:
        yield say("club.minutes", n=plan.minutes)
    yield say("club.win_two" if plan.sides_per_table == DUEL_SIDES else "club.win_many")
    if plan.lowest_wins:
        yield say("club.low")
    if plan.left_over is LeftOverRule.BOT:
        yield say("club.left_bot")
    elif plan.format is not ClubFormat.KNOCKOUT and not plan.duplicate:
        yield say("club.bye_win" if bye_points(plan) == table_win_points(plan) else "club.bye_half")
    if plan.duplicate:
        yield from (say(f"club.{code}") for code in ("duplicate", "diverge", "compared", "share_first"))
    else:
        yield say("club.sealed")
    yield say(
        "club.ties", names=", ".join(say(f"club.column.{one.value}") for one in TIE_BREAKS_BY_FORMAT[plan.format])
    )
