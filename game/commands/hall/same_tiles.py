"""A duplicate tournament in a hall: which deal a table plays, when its secret is revealed, and which deals count.

Laws: no table learns the tiles of a deal before all tables of the round have played it; a deal counts at all tables or
at none; the deals follow from the tournament's file, so that a restarted hall goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.club.duplicate import board_secret, counted_deals
from game.club.values import TableResult, chairs

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from game.club.values import ClubRound, ClubTable, TournamentState
    from game.commands.hall.table import OneTable


def is_match_of(state: TournamentState, table: ClubTable, sitters: Collection[bytes]) -> bool:
    """Return whether the match of these sitters is that of a table of the round: it has all the table's persons."""
    persons = [chair.person for chair in chairs(state, table) if chair.person is not None]
    return bool(sitters) and all(bytes.fromhex(person.key) in sitters for person in persons)


class SameTiles:
    """The deals of a tournament's rounds at the hall's tables; `state` returns the tournament's state."""

    def __init__(self, state: Callable[[], TournamentState], tables: Mapping[int, OneTable]) -> None:
        self._state = state
        self._tables = tables
        self._told: dict[int, int] = {}  # tables with a stored result that are still occupied, and since when
        for number, table in tables.items():
            table.deal_from(TableBoards(self, number))

    def secret(self, table: int, deal: int) -> bytes:
        """Return the secret of a table's deal; empty if the tournament has none for it, or no further one."""
        running = self._state().running_round
        if running is None or not 0 < table <= len(running.tables) or deal > self.deal_count(running):
            return b""
        one = running.tables[table - 1]
        return board_secret(running, deal) if one.result is None and self.plays_round_match(table, one) else b""

    def may_open(self, deal: int) -> bool:
        """Return whether all tables of the round have played a deal."""
        running = self._state().running_round
        waiting = () if running is None else enumerate(running.tables, start=1)
        return all(
            one.result is not None
            or self._tables[number].is_deserted
            or (self.plays_round_match(number, one) and self._tables[number].has_played(deal))
            for number, one in waiting
        )

    def deal_count(self, running: ClubRound) -> int:
        """Return the round's number of deals: fewer if a table ended early, by the clock or the match's end."""
        results = [one.result for one in running.tables if one.result is not None and not one.result.absent]
        return min(map(counted_deals, results), default=self._state().plan.deals)

    def plays_round_match(self, number: int, table: ClubTable) -> bool:
        """Return whether a table plays its match of the round."""
        return is_match_of(self._state(), table, self._tables[number].sitters)

    def results(self, running: ClubRound, *, by_clock: bool = False) -> Iterator[tuple[int, TableResult]]:
        """Yield the results of finished tables; when time is up, of the deals that all have played."""
        playing = [
            (number, one)
            for number, one in enumerate(running.tables, start=1)
            if one.result is None and self.plays_round_match(number, one)
        ]
        last = self.deal_count(running)
        if by_clock:
            last = min([last, *(len(self._tables[number].rows) for number, _one in playing)])
        for number, one in playing:
            rows = self._tables[number].rows
            if by_clock or len(rows) >= last or self._tables[number].result is not None:
                yield number, self._padded_result(rows[:last], len(one.sides))

    def _padded_result(self, rows: tuple[tuple[int, ...], ...], sides: int) -> TableResult:
        """Return a result; deals not played count the same at every table."""
        left = self._state().plan.deals - len(rows)
        return TableResult((*(row[:sides] for row in rows), *((0,) * sides for _ in range(left))))

    def end_finished_tables(self, now: int, patience: int) -> None:
        """End tables whose stored result everybody has read, and those outside a round or without people."""
        rounds = self._state().rounds
        tables = rounds[-1].tables if rounds else ()
        for number, table in self._tables.items():
            one = tables[number - 1] if number <= len(tables) else None
            if table.points is None:
                self._told.pop(number, None)
                continue
            strange = one is None or table.is_deserted or not self.plays_round_match(number, one)
            told = one is not None and one.result is not None
            if strange or (told and (table.is_rested or now >= self._told.setdefault(number, now) + patience)):
                table.end_early()


@dataclass(frozen=True, slots=True)
class TableBoards:
    """The deals of one table."""

    whole: SameTiles
    table: int

    def secret(self, number: int) -> bytes:
        """Return a round's secret; empty if there is none to deal."""
        return self.whole.secret(self.table, number)

    def may_open(self, number: int) -> bool:
        """Return whether all tables have played it."""
        return self.whole.may_open(number)
