"""The exports of `comodin replay`: a picture of a place, a film of its turn or round, the match file, the short code.

Law: only tiles that the theatre would show are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.commands.files import CommandError, write_output
from game.match.lines import FILE_MAGIC, UnreadableMatchError, match_text, read_match
from game.match.short_code import code_of
from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition, replay_of

if TYPE_CHECKING:
    from game.match.match import Match

EVERYBODY: Final = "all"


@dataclass(frozen=True, slots=True)
class Exports:
    """The files to write, the place (ROUND or ROUND.MOVE) and the point of view."""

    at: str = ""
    viewpoint: str = ""
    picture: str = ""
    film: str = ""
    whole_round: bool = False
    text: str = ""
    code: bool = False

    @property
    def has_any(self) -> bool:
        """Return whether anything is to be written."""
        return bool(self.picture or self.film or self.text or self.code)


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A loaded match: its replay, and its text as a match file."""

    match: Match
    replay: Replay
    text: str


def load_match(name: str, data: bytes) -> LoadedMatch:
    """Load a match file, or a home's log of a LAN match."""
    from game.lan.home import LanFile  # only LAN logs need it
    from game.lan.played import read_played
    from game.lan.proof import entries_in_records

    if not data.startswith(FILE_MAGIC.encode()) and entries_in_records(LanFile.records_of(data)[0]):
        played = read_played(Path(name))
        replay = replay_of(played.transcript, played.own, played.known, over=played.over)
        return LoadedMatch(played.match, replay, played.text)
    try:
        reading = read_match(data)
    except UnreadableMatchError as error:
        raise CommandError(str(error)) from error
    match = reading.match
    return LoadedMatch(match, replay_of(match.transcript), match_text(match, reading.signed))


def export(laid: LoadedMatch, wanted: Exports) -> None:
    """Write all requested files; raise CommandError if that fails."""
    replay = laid.replay
    if wanted.code:
        if replay.is_sealed:
            raise CommandError("Several computers dealt it together: no code can deal it again.")
        print(code_of(replay.header))
    if wanted.text:
        write_output(wanted.text, laid.text.encode())
    if wanted.picture or wanted.film:
        _draw(replay, wanted, _place(replay, wanted.at))


def _place(replay: Replay, at: str) -> ReplayPosition:
    """Return the place named by `at`: by default the end of the match; without a move, the end of the round."""
    if not replay.rounds:
        raise CommandError("Nothing was dealt in this match yet.")
    named, _, made = at.partition(".")
    number = int(named) - 1 if named.isdecimal() else -1 if named else len(replay.rounds) - 1
    if not 0 <= number < len(replay.rounds) or (made and not made.isdecimal()):
        raise CommandError(f"There is no place '{at}': name a round from 1 to {len(replay.rounds)}, as 2 or 2.15.")
    moves = replay.rounds[number].move_count
    if made and int(made) > moves:
        raise CommandError(f"Round {number + 1} has {moves} moves.")
    return ReplayPosition(number, int(made) if made else moves)


def _viewpoint(replay: Replay, place: ReplayPosition, wished: str) -> int:
    allowed = replay.viewpoints(place.round)
    if not wished:
        return replay.first_viewpoint
    viewpoint = ALL_SEATS if wished == EVERYBODY else int(wished) if wished.isdecimal() else ALL_SEATS - 1
    if viewpoint not in allowed:
        told = ", ".join(EVERYBODY if one == ALL_SEATS else str(one) for one in allowed)
        raise CommandError(f"These eyes may not see that round; it can be seen by {told}.")
    return viewpoint


def _draw(replay: Replay, wanted: Exports, place: ReplayPosition) -> None:
    import pygame

    from game.client.still import Studio
    from game.client.theatre.session import family_of
    from game.client.theatre.share import FILM_SIZE, PICTURE_SIZE, film_of, picture_to_png
    from game.client.words.tongue import set_vocabulary

    viewpoint = _viewpoint(replay, place, wanted.viewpoint)
    try:
        with Studio() as studio:
            from game.client.theatre.table_renderer import TableRenderer

            set_vocabulary(cards=studio.preferences.as_cards(replay.rules.deck), game=replay.rules.key)
            if wanted.picture:
                renderer = TableRenderer(studio.preferences, family_of(replay.rules), replay, viewpoint, PICTURE_SIZE)
                write_output(wanted.picture, picture_to_png(renderer.picture(place)))
            if wanted.film:
                renderer = TableRenderer(studio.preferences, family_of(replay.rules), replay, viewpoint, FILM_SIZE)
                write_output(wanted.film, film_of(renderer, replay, place, whole=wanted.whole_round))
    except pygame.error as error:
        raise CommandError(f"It cannot be drawn: {error}.") from error
