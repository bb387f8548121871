"""A match to be looked at again: its rounds, every table of each, and who may see what of it.

Laws: everything comes from the log; others' racks are open only in a scored round, or where bots alone play an open
deal; while a sealed match is not over only one's own rack is open, in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from game.match.deal import OPEN_DEAL, dealt_faces
from game.match.match import Standing, fold_entry, opening_standing
from game.match.transcript import Controller, EntryKind, Header, Seat, Transcript
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet
from game.table.faces import HIDDEN, Face
from game.table.safe_text import printable
from game.table.state import Table, with_faces
from game.table.tiles import Tile
from game.table.view import PublicMove, View

ALL_SEATS: Final = -1  # stands for a seat in `viewpoint`: every open rack is seen


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: the standing at its end, the faces known of its tiles, and whether it was broken off (`void`)."""

    standing: Standing
    faces: tuple[Face, ...]
    void: bool = False

    @property
    def is_scored(self) -> bool:
        """Whether it was scored."""
        return self.standing.round_scored and not self.void

    @property
    def number(self) -> int:
        """Its number in the match."""
        return self.standing.past[0][1].round

    @property
    def move_count(self) -> int:
        """The number of its moves."""
        return len(self.standing.story)

    @property
    def turn_ends(self) -> tuple[int, ...]:
        """The number of moves made when each of its turns ended."""
        seats = [told.seat for told in self.standing.story]
        ends = [made for made in range(1, len(seats)) if seats[made] != seats[made - 1]]
        return (*ends, len(seats)) if seats else ()

    def turn_at(self, made: int) -> int:
        """Return the number, from 1 on, of the turn that the last of `made` moves belongs to; 0 before the first."""
        return sum(end < made for end in self.turn_ends) + 1 if made else 0

    def table(self, made: int) -> Table:
        """Return the public table after `made` moves."""
        return self.standing.past[made][1]

    def entry_count(self, made: int) -> int:
        """Return the number of log entries after `made` moves."""
        return self.standing.past[made][0] + 1


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A place in a match: the index of a round, and the number of its moves `made` before that place."""

    round: int = 0
    made: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A match and its rounds; `own` is the viewer's seat, None if the viewer did not play; `over` as in `replay_of`."""

    transcript: Transcript
    rounds: tuple[PlayedRound, ...]
    own: int | None
    over: bool

    @property
    def header(self) -> Header:
        """The header of its log."""
        return self.transcript.header

    @property
    def rules(self) -> RuleSet:
        """Its rules."""
        return rules_of(self.header.game, self.header.rules)

    @property
    def is_sealed(self) -> bool:
        """Whether several programs dealt it together."""
        return self.header.dealer != OPEN_DEAL

    @property
    def faces_match_seed(self) -> bool:
        """Whether every face that was shown is the one that the open deal's seed gave its tile; a sealed deal has none.

        Within a round no face is hidden again, so its last table tells.
        """
        last = ((one.standing.table, one.faces) for one in self.rounds if not self.is_sealed)
        shown = (zip(table.faces, dealt, strict=True) for table, dealt in last if table is not None)
        return all(face is HIDDEN or face == own for faces in shown for face, own in faces)

    @property
    def first_viewpoint(self) -> int:
        """The seat whose view is shown first."""
        return 0 if self.own is None else self.own

    def seats(self, at: int) -> tuple[Seat, ...]:
        """Return the chairs of a round with printable names; one's own is marked as a person at this computer."""
        seats = tuple(replace(seat, name=printable(seat.name)) for seat in self.rounds[at].standing.seats)
        if self.own is None:
            return seats
        own = replace(seats[self.own], controller=Controller.HERE)
        return (*seats[: self.own], own, *seats[self.own + 1 :])

    def closed_reason(self, at: int) -> str:
        """Return a code for why only one's own rack is open in a round; empty if all are."""
        if self.is_sealed and not self.over:
            return "sealed"
        if self.rounds[at].void:
            return "void"
        if not self.rounds[at].is_scored and (self.is_sealed or self.own is not None):
            return "running"
        return ""

    def viewpoints(self, at: int) -> tuple[int, ...]:
        """Return the seats whose view of a round may be shown: one's own first, ALL_SEATS last."""
        seats = range(len(self.rounds[at].standing.seats))
        if self.closed_reason(at):
            return (self.first_viewpoint,)
        return (self.first_viewpoint, *(seat for seat in seats if seat != self.first_viewpoint), ALL_SEATS)

    def view_at(self, place: ReplayPosition, viewpoint: int) -> View:
        """Return the view of `viewpoint` at a place, or one's own view if `viewpoint` may not be shown."""
        played = self.rounds[place.round]
        return self.view_of_table(place.round, played.table(place.made), played.standing.story[: place.made], viewpoint)

    def view_of_table(self, at: int, table: Table, story: tuple[PublicMove, ...], viewpoint: int) -> View:
        """Return the view of `viewpoint` on a table of a round, one that was played or one of a tried line."""
        played = self.rounds[at]
        if viewpoint not in self.viewpoints(at):
            viewpoint = self.first_viewpoint
        seat = self.first_viewpoint if viewpoint == ALL_SEATS else viewpoint
        racks = table.racks if viewpoint == ALL_SEATS else (table.racks[seat],)
        if viewpoint != ALL_SEATS and self.own is None and self.closed_reason(at):
            racks = ()
        known = played.faces
        open_tiles = tuple(
            (tile, known[tile])
            for rack in racks
            for tile in rack
            if table.faces[tile] is HIDDEN and known[tile] is not HIDDEN
        )
        return View(table, seat, with_faces(table.faces, open_tiles), story)


KnownFaces = Callable[[Header, Standing], tuple[Face, ...]]


def replay_of(
    transcript: Transcript,
    own: int | None = None,
    known: Mapping[Tile, Face] | None = None,
    *,
    over: bool | None = None,
) -> Replay:
    """Make a replay of a log; `known` are the faces the viewer knows in the running round of a sealed deal.

    In a solo match the log says which seat is the person's. `over` says whether all signed the end of a sealed match.
    """
    header = transcript.header
    seats = header.seats
    here = next((at for at, seat in enumerate(seats) if seat.controller is Controller.HERE), None)
    standing, rounds = opening_standing(header), list[PlayedRound]()
    for entry in transcript.entries:
        before, standing = standing, fold_entry(standing, header, entry)
        if entry.kind is EntryKind.DEAL:
            faces = dealt_faces(header, before) if header.dealer == OPEN_DEAL else ()
            rounds.append(PlayedRound(standing, faces))
        elif entry.kind is EntryKind.VOID:
            if rounds and not rounds[-1].is_scored:
                rounds[-1] = replace(rounds[-1], void=True)
        elif rounds and not rounds[-1].void:
            rounds[-1] = replace(rounds[-1], standing=standing)
    rounds = [_with_faces(one, known if at == len(rounds) - 1 else None) for at, one in enumerate(rounds)]
    ended = standing.over if over is None else over
    return Replay(transcript, tuple(rounds), own if own is not None else here, ended)


def _with_faces(played: PlayedRound, known: Mapping[Tile, Face] | None) -> PlayedRound:
    """Give a round the faces that are known: by the seed, else by its score, else what the viewer knows."""
    table = played.standing.table
    if played.faces or table is None:
        return played
    if played.is_scored:
        return replace(played, faces=table.faces)
    faces = with_faces(table.faces, tuple((known or {}).items())) if not played.void else table.faces
    return replace(played, faces=faces)
