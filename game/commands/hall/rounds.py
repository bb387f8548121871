"""A tournament in a hall: everybody who enters takes part; rounds are paired when all are back.

Laws: a result is stored when its match ends, before its players are back; a round is paired when its tables are open;
whoever does not come to the table, or is not ready there, is replaced by a bot.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.club.telling import tell_club_refusal
from game.club.duplicate import SECRET_BYTES
from game.club.kept import UnreadableTournamentError, resume_tournament
from game.club.pairing import min_persons
from game.club.refusals import ClubCode, ClubRefusal
from game.club.values import COUPLE_SIZE, ClubPerson, TableResult, chairs
from game.commands.files import CommandError
from game.commands.hall.board import board_of, possible_partners
from game.commands.hall.same_tiles import SameTiles, is_match_of
from game.commands.hall.seating import HallSeat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from game.club.tournament import Tournament
    from game.club.values import ClubRound, ClubTable, TournamentState
    from game.commands.hall.table import OneTable
    from net.hall.messages import HallBoard
    from net.lobby import Lobby

SEED_BITS: Final = 62
SIT_DOWN_MS: Final = 120_000  # time to sit down after a pairing
MINUTE_MS: Final = 60_000
TIE_REPORT_MS: Final = 5_000  # a tie is reported once while its table closes, not again at each look
READY_MS: Final = 2 * SIT_DOWN_MS  # time to be ready after a pairing
RETURN_MS: Final = 30_000  # time to return to the hall after a match
END_CODES: Final = frozenset({ClubCode.ROUNDS_PLAYED, ClubCode.ONE_LEFT, ClubCode.ALL_MET, ClubCode.ALL_LEFT})


def load_tournament(path: Path, tables: int, persons: int) -> tuple[Tournament, str]:
    """Load a tournament that a hall of `tables` tables can run; raise CommandError for another."""
    try:
        one, damage = resume_tournament(path)
    except UnreadableTournamentError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"The file '{path}' cannot be used: {error.strerror}.") from error
    plan = one.state.plan
    if not plan.seats <= persons <= tables * plan.seats:
        least, most = plan.seats, tables * plan.seats
        raise CommandError(f"At {tables} tables of this tournament {least} to {most} can play; say --persons N.")
    running = one.state.running_round
    if running is not None and len(running.tables) > tables:
        raise CommandError(f"The round that is played has {len(running.tables)} tables; say --tables N with so many.")
    return one, damage


class HallRounds:
    """The tournament of a hall; `here` tells who is in the hall, by key, and `pair` sends people to their chairs."""

    def __init__(
        self,
        tournament: Tournament,
        persons: int,
        tables: Mapping[int, OneTable],
        here: Callable[[], Mapping[bytes, str]],
        pair: Callable[[Mapping[bytes, HallSeat]], None],
        bot: str,
    ) -> None:
        self.told: list[str] = []
        self._tournament = tournament
        self._persons = persons
        self._capacity = len(tables) * tournament.state.plan.seats  # how many can play at once
        self._tables = tables
        self._here = here
        self._pair = pair
        self._bot = bot
        self._sent: dict[bytes, HallSeat] = {}
        self._since: int | None = None  # when the round was paired or ended, or we started
        self._refused: set[tuple[str, ClubCode]] = set()
        self._board: tuple[TournamentState, HallBoard] | None = (
            None  # the last board, cached: for many people it takes some milliseconds
        )
        self._same_tiles = SameTiles(lambda: tournament.state, tables) if tournament.state.plan.duplicate else None
        self._again: dict[int, int] = {}  # tables with a tie that a knockout must replay, and since when
        self.paused = False  # whether the next round must wait
        self._wanted_now = False  # whether the first round begins with whoever is here
        # The state at the last greeting, to skip it when nothing has changed.
        self._greeted: tuple[TournamentState, dict[bytes, str], dict[bytes, str]] | None = None
        self._wishes: dict[bytes, str] = {}  # by key, the name of the partner asked for

    @property
    def over(self) -> bool:
        """Whether the tournament has ended."""
        return self._tournament.state.ended

    def carry_out_order(self, word: str) -> None:
        """Carry out the keeper's order: `start` the first round now, `pause` between rounds, `go` on, or `end` it.

        `apart` and `partners`, each with two keys, keep a family from meeting and make a pair of friends.
        """
        self._wanted_now |= word == "start"
        self._board = None  # the number of rounds shown on the board may change
        if word == "end" and self._tournament.state.running_round is None:
            self._tournament.end()
        order, *keys = word.split() or [""]
        wished = {"apart": self._tournament.forbid_meeting, "partners": self._tournament.make_partners}.get(order)
        if wished is not None and len(keys) == COUPLE_SIZE:
            refused = wished(*keys)
            if refused is not None:
                self.told.append(tell_club_refusal(refused))
        if word in {"pause", "go"}:
            self.paused = word == "pause"

    def wish(self, key: bytes, name: str) -> list[bytes]:
        """Note whom somebody asks to partner, and return those of that name; two who ask each other are a pair."""
        if name not in {one.name for one in possible_partners(self._tournament.state, self._here())}:
            return []
        self._wishes[key] = name
        return [one for one, called in self._here().items() if called == name and one != key]

    def board(self, now: int) -> HallBoard:
        """Return the tournament's board."""
        state = self._tournament.state
        ends = self._ends_at(0) if state.running_round is not None else None
        left = 0 if ends is None else max(1, (ends - now) // 1_000)
        if self._board is None or self._board[0] is not state or self._board[1].paused is not self.paused:
            awaited = 0 if state.rounds or self._wanted_now else self._persons
            self._board = state, board_of(state, left=left, paused=self.paused, awaited=awaited)
        return replace(self._board[1], left=left, people=possible_partners(state, self._here()), lacks=self._lacks())

    def _lacks(self) -> int:
        """Return how many people are missing for the next round."""
        state = self._tournament.state
        if self.over or state.running_round is not None:
            return 0
        waits = not state.rounds and not self._wanted_now
        return max(0, (self._persons if waits else min_persons(state.plan)) - self._people)

    def _ends_at(self, number: int) -> int | None:
        """Return when a table's round ends by the clock, or, for 0, that of most tables; None without a clock."""
        minutes = self._tournament.state.plan.minutes
        if not minutes or self._since is None:
            return None
        return max(self._since, self._again.get(number, 0)) + minutes * MINUTE_MS

    def step(self, now: int) -> None:
        """Do everything that is due."""
        if self._same_tiles is not None:
            self._same_tiles.end_finished_tables(now, RETURN_MS)
        if self.over:
            return
        since = self._since = now if self._since is None else self._since
        self._greet()
        running = self._tournament.state.running_round
        if running is not None:
            self._hear_results(running, now)
            self._notice_clock(running, now)
            if self._tournament.state.running_round is None:
                self._since = now
        elif self._may_pair(now, since):
            self._pair_round(now)
            since = now
        self._seat(self._tournament.state.running_round, now, since)

    def _greet(self) -> None:
        """Enter newcomers, where pairs are fixed two at a time, and readmit those who come back."""
        here, state = dict(self._here()), self._tournament.state
        if self._greeted is not None and self._greeted[0] is state and self._greeted[1:] == (here, self._wishes):
            return
        fresh: list[ClubPerson] = []
        wanted = COUPLE_SIZE if state.plan.pairs else 1
        known = {person.key: one for one in state.entrants for person in one.persons}
        for key, name in here.items():
            one = known.get(key.hex())
            if one is None:
                fresh.append(ClubPerson(key.hex(), name))
            elif key.hex() in one.gone and not self._is_replaced(one.number):
                self._answer(name, key.hex(), self._tournament.readmit_person(key.hex()))
        for at in range(0, len(fresh) - wanted + 1, wanted):
            new = fresh[at : at + wanted]
            full = self._people + wanted > self._capacity
            refused = ClubRefusal(ClubCode.TOO_MANY, (self._capacity,)) if full else self._tournament.add_entrant(*new)
            self._answer(" - ".join(one.name for one in new), new[0].key, refused)
        self._make_pairs()
        self._greeted = self._tournament.state, here, dict(self._wishes)

    def _is_replaced(self, entrant: int) -> bool:
        """Return whether the round goes on at an entrant's table: who left it, or missed it, has a bot there."""
        running = self._tournament.state.running_round
        table = running.table_of(entrant) if running is not None else None
        return table is not None and table.result is None

    def _make_pairs(self) -> None:
        """Pair those who ask each other."""
        here, wishes, state = self._here(), self._wishes, self._tournament.state
        asking = [key for key in wishes if key in here and state.entrant_of_person(key.hex()) is not None]
        called = {(here[key], wishes[key]): key for key in asking}
        for key in asking:
            other = called.get((wishes[key], here[key])) if key in wishes else None
            if other is None or other == key or other not in wishes:
                continue
            del wishes[key], wishes[other]
            if state.entrant_of_person(key.hex()) is not state.entrant_of_person(other.hex()):
                self._answer(here[key], key.hex(), self._tournament.make_partners(key.hex(), other.hex()))

    @property
    def _people(self) -> int:
        return sum(len(one.persons) for one in self._tournament.state.present_entrants)

    def _answer(self, name: str, key: str, refused: ClubRefusal | None) -> None:
        """Tell somebody once why he cannot take part."""
        if refused is not None and (key, refused.code) not in self._refused:
            self._refused.add((key, refused.code))
            self.told.append(f"{name}: {tell_club_refusal(refused)}")

    def _may_pair(self, now: int, since: int) -> bool:
        """Return whether the next round can be paired: the tables are open, and all are back or had time to be.

        Those who had it and are not back leave the tournament.
        """
        state = self._tournament.state
        few = not state.rounds and self._people < self._persons and not self._wanted_now
        if few or self.paused:
            return False
        if any(table.lobby is None for table in self._tables.values()):
            return False
        keys = {person.key for one in state.present_entrants for person in one.persons if person.key not in one.gone}
        missing = keys - {key.hex() for key in self._here()}
        if missing and now < since + RETURN_MS:
            return False
        for key in sorted(missing):
            self._tournament.remove_person(key)
        return True

    def _pair_round(self, now: int) -> None:
        deal = b"" if self._same_tiles is None else secrets.token_bytes(SECRET_BYTES)
        refused = self._tournament.pair_round(secrets.randbits(SEED_BITS), deal)
        if refused is None:
            self._since = now
            self._again = {}
            self.told.append(f"Round {len(self._tournament.state.rounds)} is paired.")
        elif refused.code in END_CODES:
            self._tournament.end()
            self.told.append("The tournament is over.")
        elif ("", refused.code) not in self._refused:
            self._refused.add(("", refused.code))
            self.told.append(tell_club_refusal(refused))

    # A round

    def _seat(self, running: ClubRound | None, now: int, since: int) -> None:
        """Send everybody to his chair, and seat bots for the missing; between rounds clear all chairs."""
        places: dict[bytes, HallSeat] = {}
        for number, one in enumerate(running.tables if running is not None else (), start=1):
            lobby = self._tables[number].lobby
            if one.result is not None:
                continue
            for seat, chair in enumerate(chairs(self._tournament.state, one)):
                if chair.person is None:
                    if lobby is not None and lobby.chairs[seat].holder == "nobody" and self._has_persons(one):
                        lobby.set_bot(seat, f"Bot {seat + 1}", self._bot)
                    continue
                key = bytes.fromhex(chair.person.key)
                places[key] = HallSeat(number, seat)
                waited = now - max(since, self._again.get(number, since))
                if lobby is not None and waited >= SIT_DOWN_MS:
                    self._replace_absentee(number, lobby, chair.person, now, may_sit=waited < READY_MS)
        if places != self._sent:
            self._sent = places
            self._pair(places)

    def _replace_absentee(self, number: int, lobby: Lobby, person: ClubPerson, now: int, *, may_sit: bool) -> None:
        """Play the round without a person who has not come, or is not ready in time."""
        seat = lobby.seat_of(bytes.fromhex(person.key))
        if seat is not None and (may_sit or lobby.chairs[seat].ready):
            return
        place = f"Round {len(self._tournament.state.rounds)}, table {number}"
        self.told.append(f"{place}: {person.name} has not come or is not ready; a bot plays.")
        self._tournament.remove_person(person.key)
        if seat is not None:
            self._tables[number].send_away(seat, now)

    def _has_persons(self, table: ClubTable) -> bool:
        return any(chair.person is not None for chair in chairs(self._tournament.state, table))

    def _hear_results(self, running: ClubRound, now: int) -> None:
        for number, result in self._same_tiles.results(running) if self._same_tiles is not None else ():
            self._store_result(running, number, result, now)
        for number, one in enumerate(running.tables, start=1):
            if one.result is not None:
                continue
            totals = self._tables[number].result if self._same_tiles is None else None
            if totals is not None and self._plays_round_match(number, one):
                self._store_result(running, number, TableResult((tuple(totals[: len(one.sides)]),)), now)
            elif not self._has_persons(one) and self._tables[number].lobby is not None:
                self._store_result(running, number, self._unplayed_result(one), now)

    def _notice_clock(self, running: ClubRound, now: int) -> None:
        """End tables whose time is up, by their points; a table not ready by then has not played."""
        whole = self._ends_at(0)
        if self._same_tiles is not None and whole is not None and now >= whole:
            for number, result in self._same_tiles.results(running, by_clock=True):
                self._store_result(running, number, result, now)
                self._tables[number].end_early()
            running = self._tournament.state.rounds[-1]
        for number, one in enumerate(running.tables, start=1):
            ends, table = self._ends_at(number), self._tables[number]
            if one.result is not None or ends is None or now < ends:
                continue
            points = table.points if self._plays_round_match(number, one) else None
            played = None if points is None else TableResult((tuple(points[: len(one.sides)]),))
            self._store_result(running, number, played or self._unplayed_result(one), now)
            table.end_early()

    def _plays_round_match(self, number: int, table: ClubTable) -> bool:
        return is_match_of(self._tournament.state, table, self._tables[number].sitters)

    def _unplayed_result(self, table: ClubTable) -> TableResult:
        """Return the result of an unplayed table."""
        sides = len(table.sides)
        return TableResult(((0,) * sides,) * self._tournament.state.plan.deals, tuple(range(sides)))

    def _store_result(self, running: ClubRound, number: int, result: TableResult, now: int) -> None:
        """Store a table's result; a knockout's tie is replayed with all the time of a round."""
        refused = self._tournament.report_result(running.number, number, result)
        if refused is not None and refused.code is ClubCode.NEEDS_WINNER:
            before, self._again[number] = self._again.get(number), now
            if before is not None and now - before < TIE_REPORT_MS:
                return
            self.told.append(f"Round {running.number}, table {number}: {tell_club_refusal(refused)}")
        if refused is None:
            points = " / ".join(", ".join(map(str, row)) for row in result.rows)
            self.told.append(f"Round {running.number}, table {number}: {points}.")
