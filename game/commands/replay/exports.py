"""The exports of `comodin replay`: a picture of a place, a film of its turn or round, the match file, the short code.

Law: only tiles that the theatre would show are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.commands.files import CommandError, write_output
from game.match.lines import MAGIC, UnreadableMatchError, match_text, read_match
from game.match.short_code import code_of
from game.session.reel import ALL, Reel, ReelPlace, reel_of

if TYPE_CHECKING:
    from game.match.match import Match

EVERYBODY: Final = "all"


@dataclass(frozen=True, slots=True)
class Exports:
    """The files to write, the place (ROUND or ROUND.MOVE) and the point of view."""

    at: str = ""
    eyes: str = ""
    picture: str = ""
    film: str = ""
    whole_round: bool = False
    text: str = ""
    code: bool = False

    @property
    def any(self) -> bool:
        """Return whether anything is to be written."""
        return bool(self.picture or self.film or self.text or self.code)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A loaded match: its reel, and its text as a match file."""

    match: Match
    reel: Reel
    text: str


def laid_out(name: str, data: bytes) -> LaidOut:
    """Load a match file, or a home's log of a LAN match."""
    from game.lan.home import LanFile  # only LAN logs need it
    from game.lan.played import read_played
    from game.lan.proof import entries_in_records

    if not data.startswith(MAGIC.encode()) and entries_in_records(LanFile.records_of(data)[0]):
        played = read_played(Path(name))
        reel = reel_of(played.transcript, played.own, played.known, over=played.over)
        return LaidOut(played.match, reel, played.text)
    try:
        reading = read_match(data)
    except UnreadableMatchError as error:
        raise CommandError(str(error)) from error
    match = reading.match
    return LaidOut(match, reel_of(match.transcript), match_text(match, reading.signed))


def export(laid: LaidOut, wanted: Exports) -> None:
    """Write all requested files; raise CommandError if that fails."""
    reel = laid.reel
    if wanted.code:
        if reel.sealed:
            raise CommandError("Several computers dealt it together: no code can deal it again.")
        print(code_of(reel.header))
    if wanted.text:
        write_output(wanted.text, laid.text.encode())
    if wanted.picture or wanted.film:
        _draw(reel, wanted, _place(reel, wanted.at))


def _place(reel: Reel, at: str) -> ReelPlace:
    """Return the place named by `at`: by default the end of the match; without a move, the end of the round."""
    if not reel.rounds:
        raise CommandError("Nothing was dealt in this match yet.")
    named, _, made = at.partition(".")
    number = int(named) - 1 if named.isdecimal() else -1 if named else len(reel.rounds) - 1
    if not 0 <= number < len(reel.rounds) or (made and not made.isdecimal()):
        raise CommandError(f"There is no place '{at}': name a round from 1 to {len(reel.rounds)}, as 2 or 2.15.")
    moves = reel.rounds[number].moves
    if made and int(made) > moves:
        raise CommandError(f"Round {number + 1} has {moves} moves.")
    return ReelPlace(number, int(made) if made else moves)


def _eyes(reel: Reel, place: ReelPlace, wished: str) -> int:
    allowed = reel.eyes(place.round)
    if not wished:
        return reel.base
    eyes = ALL if wished == EVERYBODY else int(wished) if wished.isdecimal() else ALL - 1
    if eyes not in allowed:
        told = ", ".join(EVERYBODY if one == ALL else str(one) for one in allowed)
        raise CommandError(f"These eyes may not see that round; it can be seen by {told}.")
    return eyes


def _draw(reel: Reel, wanted: Exports, place: ReelPlace) -> None:
    import pygame

    from game.client.still import Studio
    from game.client.theatre.session import family_of
    from game.client.theatre.share import FILM, PICTURE, film_of, png
    from game.client.words.tongue import play_with

    eyes = _eyes(reel, place, wanted.eyes)
    try:
        with Studio() as studio:
            from game.client.theatre.easel import Easel

            play_with(cards=studio.wishes.as_cards(reel.rules.deck), game=reel.rules.key)
            if wanted.picture:
                easel = Easel(studio.wishes, family_of(reel.rules), reel, eyes, PICTURE)
                write_output(wanted.picture, png(easel.picture(place)))
            if wanted.film:
                easel = Easel(studio.wishes, family_of(reel.rules), reel, eyes, FILM)
                write_output(wanted.film, film_of(easel, reel, place, whole=wanted.whole_round))
    except pygame.error as error:
        raise CommandError(f"It cannot be drawn: {error}.") from error
