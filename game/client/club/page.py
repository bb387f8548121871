"""The printable page of a tournament: a single HTML file, black on white.

Laws: all text that people typed is escaped and isolated (bidi); right-to-left languages are laid out accordingly.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from game.client.club.telling import (
    entrant_names,
    game_line,
    progress_text,
    rules_in_words,
    seat_columns,
    side_names,
    side_points,
    standing_cells,
    standing_columns,
    titled_standings,
)
from game.client.words import current_language, say
from game.client.words.tongue import reads_leftward

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from game.club.values import ClubRound, TournamentState

_STYLE: Final = """
body{font:11pt/1.4 Helvetica,Arial,sans-serif;color:#000;background:#fff;max-width:60rem;margin:1.5rem auto;
padding:0 1rem} h1{font-size:20pt;margin:0} h2{font-size:13pt;margin:1.4rem 0 .4rem;border-bottom:2px solid #000;
break-after:avoid} p{margin:.3rem 0} table{border-collapse:collapse;width:100%} th{font-size:9pt}
th,td{border:1px solid #000;padding:.25em .5em;text-align:start;vertical-align:top} th{background:#eee}
.n{text-align:end;width:1%} td.n{white-space:nowrap} tr{break-inside:avoid}
ul{margin:.3rem 0;padding-inline-start:1.2rem}
@media print{body{font-size:9.5pt;margin:0;max-width:none} th{background:none;font-size:7.5pt}
th,td{padding:.2em .35em}}
"""
_WORDS: Final = frozenset({"name"})  # columns without numbers


def tournament_page(state: TournamentState, rated: Mapping[str, int] | None = None) -> str:
    """Return the page in the current language: pairings, standings, results, rules; and ratings if given."""
    plan = state.plan
    parts = [
        _paragraph(" · ".join(filter(None, (plan.day, say(f"club.format.{plan.format.value}"), game_line(state)))))
    ]
    parts += [_paragraph(said) for said in [progress_text(state)] if said]
    running = state.running_round
    if running is not None:
        parts.append(_round(state, running, say("club.pairings", number=running.number)))
    if state.entrants:
        for title, rows in titled_standings(state):
            columns = standing_columns(state)
            heads = [(say(f"club.column.{one}"), one not in _WORDS) for one in columns]
            parts.append(_heading(title) + _grid(heads, [standing_cells(state, row) for row in rows]))
    for one in reversed(state.rounds):
        if one.has_results and one is not running:
            parts.append(_round(state, one, say("club.results", number=one.number)))
    parts += [_ratings(state, rated)] if rated else []
    parts.append(
        _heading(say("club.rules")) + f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in rules_in_words(state))}</ul>"
    )
    way = "rtl" if reads_leftward() else "ltr"
    return (
        f"<!doctype html>\n<html lang='{current_language()}' dir='{way}'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{escape(plan.name)}</title>"
        f"<style>{_STYLE}</style></head>\n<body><h1><bdi>{escape(plan.name)}</bdi></h1>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _round(state: TournamentState, one: ClubRound, title: str) -> str:
    """Return the tables of a round: each side's names, and its points once known."""
    heads = [(say("club.table"), True)]
    for name in seat_columns(state, one):
        heads += [(name, False), *([(say("club.column.points"), True)] if one.has_results else [])]
    rows = []
    for at, table in enumerate(one.tables, start=1):
        cells = [str(at)]
        for side in range(len(table.sides)):
            cells += [side_names(state, table, side), *([side_points(table, side)] if one.has_results else [])]
        rows.append(cells + [""] * (len(heads) - len(cells)))
    byes = _paragraph(say("club.byes", names=entrant_names(state, one.byes))) if one.byes else ""
    return _heading(title) + _grid(heads, rows) + byes


def _ratings(state: TournamentState, rated: Mapping[str, int]) -> str:
    people = [person for one in state.entrants for person in one.persons if person.key in rated]
    people.sort(key=lambda person: -rated[person.key])
    heads = [(say("club.column.name"), False), (say("club.column.rating"), True)]
    return _heading(say("club.column.rating")) + _grid(heads, [(one.name, str(rated[one.key])) for one in people])


def _heading(title: str) -> str:
    return f"<h2>{escape(title)}</h2>\n"


def _paragraph(text: str) -> str:
    return f"<p><bdi>{escape(text)}</bdi></p>"


def _grid(heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table; columns of numbers are aligned to their end."""
    top = "".join(f"<th scope='col'{_mark(number)}>{escape(name)}</th>" for name, number in heads)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{_mark(number)}><bdi>{escape(cell)}</bdi></td>"
            for cell, (_name, number) in zip(row, heads, strict=True)
        )
        + "</tr>\n"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table>\n"


def _mark(number: bool) -> str:  # noqa: FBT001 - the second half of a column's head
    return " class='n'" if number else ""
