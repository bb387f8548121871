"""`comodin club`: a tournament's pairings and standings, as sentences, JSON, or a printable page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.client.club.page import tournament_page
from game.client.club.telling import (
    entrant_names,
    game_line,
    progress_text,
    seat_columns,
    side_names,
    side_points,
    standing_cells,
    standing_columns,
    tell_club_refusal,
    titled_standings,
)
from game.client.words import say, set_language
from game.club.kept import UnreadableTournamentError, read_tournament
from game.club.library import MissingLibraryError
from game.club.plain import json_values
from game.club.ratings import ratings, shown_rating
from game.club.refusals import ClubCode, ClubRefusal
from game.commands.club.desk import run_requests
from game.commands.files import CommandError, read_input, write_output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.club.values import ClubRound, TournamentState
    from game.commands.club.desk import DeskRequests


def club(file: str, page: str | None, language: str, wanted: DeskRequests, *, rate: bool, as_json: bool) -> int:
    """Carry out the requests, then print the tournament; raise CommandError if the file is invalid."""
    set_language(language)
    mended = run_requests(file, wanted) if wanted.has_any else ""
    try:
        kept = read_tournament(read_input(file))
    except UnreadableTournamentError as error:
        raise CommandError(str(error)) from error
    rated = _ratings(kept.state) if rate else None
    if page is not None:
        write_output(page, tournament_page(kept.state, rated).encode())
    if as_json:
        print(
            json.dumps(
                {**json_values(kept.state, rated), "damage": mended or kept.damage, "page": page}, ensure_ascii=False
            )
        )
        return 0
    for line in _lines(kept.state, rated):
        print(line)
    for damage in filter(None, (mended, kept.damage)):
        print(damage)
    if page is not None:
        print(f"The page is in {page}.")
    return 0


def _ratings(state: TournamentState) -> dict[str, int]:
    try:
        return {key: shown_rating(*value) for key, value in ratings([state]).items()}
    except MissingLibraryError as missing:
        raise CommandError(tell_club_refusal(ClubRefusal(ClubCode.MISSING_LIBRARY, (str(missing),)))) from missing


def _lines(state: TournamentState, rated: dict[str, int] | None) -> Iterator[str]:
    plan = state.plan
    yield " · ".join(filter(None, (plan.name, plan.day, say(f"club.format.{plan.format.value}"), game_line(state))))
    yield from filter(None, [progress_text(state)])
    if state.rounds:
        yield from _round_lines(state, state.rounds[-1])
    for title, rows in titled_standings(state) if state.entrants else ():
        yield ""
        yield title
        heads = [say(f"club.column.{column}") for column in standing_columns(state)]
        yield from _columns([heads, *(standing_cells(state, row) for row in rows)])
    if rated:
        yield ""
        names = {person.key: person.name for one in state.entrants for person in one.persons}
        ranked = sorted(rated, key=lambda key: -rated[key])
        heads = [say("club.column.name"), say("club.column.rating")]
        yield from _columns([heads, *([names[key], str(rated[key])] for key in ranked)])


def _round_lines(state: TournamentState, one: ClubRound) -> Iterator[str]:
    yield ""
    yield say("club.results" if one.is_over else "club.pairings", number=one.number)
    rows = [[say("club.table"), *seat_columns(state, one)]]
    for at, table in enumerate(one.tables, start=1):
        cells = [
            f"{side_names(state, table, side)} {side_points(table, side)}".strip() for side in range(len(table.sides))
        ]
        rows.append([str(at), *cells, *[""] * (len(rows[0]) - 1 - len(cells))])
    yield from _columns(rows)
    if one.byes:
        yield say("club.byes", names=entrant_names(state, one.byes))


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Format rows as columns, each as wide as its longest cell."""
    wide = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
