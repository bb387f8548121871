"""Opens the theatre for a saved match, with callbacks for its actions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop, Push, Replace
from game.client.theatre.opening import Opening, said
from game.client.theatre.projector import WaysOut
from game.client.theatre.scene import Theatre
from game.client.this_deal import deal_page
from game.client.words import phrase
from game.session.branch import branch
from game.session.reel import ReelPlace, reel_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.director import Change, Scene
    from game.client.house import Game, House
    from game.client.matches import Matches
    from game.client.theatre.opening import Told
    from game.lan.played import PlayedMatch
    from game.match.match import Match
    from game.session.reel import Reel

EXPORTS = "exports"


def solo_theatre(house: House, matches: Matches, path: Path, place: ReelPlace | None = None) -> Change:
    """Open the theatre with a local match, at `place` or its beginning."""

    def show(match: Match) -> Change:
        reel = reel_of(match.transcript)
        if not reel.rounds:
            return said(house.wishes, phrase("opening.no_deal"))
        return Replace(Theatre(house, reel, _within(reel, place), ways_of(house, matches)))

    return Push(Opening(house.wishes, lambda _told: _read(path), show))


def match_review(house: House, matches: Matches, match: Match) -> Change | None:
    """Review a local match, its last round first; its places open in the theatre."""
    reel, ways = reel_of(match.transcript), ways_of(house, matches)
    if ways.review is None:
        return None
    last = max(len(reel.rounds) - 1, 0)
    return ways.review(reel, last, lambda place: Push(Theatre(house, reel, place, ways)))


def solo_review(house: House, matches: Matches, path: Path) -> Change:
    """Review a local match from its file, its last round first."""

    def show(match: Match) -> Change:
        return _in_place(match_review(house, matches, match))

    return Push(Opening(house.wishes, lambda _told: _read(path), show))


def lan_review(house: House, matches: Matches, path: Path) -> Change:
    """Review the finished rounds of a LAN match, the last one first."""

    def show(laid_out: tuple[Reel, PlayedMatch]) -> Change:
        reel, ways = laid_out[0], _lan_ways(house, matches, path, lambda: laid_out[1].text)
        last = max(len(reel.rounds) - 1, 0)
        if ways.review is None:
            return Pop()
        return _in_place(ways.review(reel, last, lambda place: Push(Theatre(house, reel, place, ways))))

    return Push(Opening(house.wishes, lambda told: _read_lan(path, told), show))


def lan_match_end(house: House, matches: Matches, game: Game) -> Scene:
    """Return the end page of a LAN match.

    Only its host can reopen the table, but everybody can replay the match.
    """
    from game.client.lan.others import LanCompany
    from game.client.scenes.match_end import MatchEnd
    from game.client.theatre.together import look_together

    header, standing, company = game.session.header, game.standing, game.company
    if not isinstance(company, LanCompany):
        return MatchEnd(house, header, standing, None)

    def ways(sat: LanCompany) -> WaysOut:
        from game.lan.proof import match_file_text

        replica = sat.session.lockstep.replica
        return _lan_ways(house, matches, sat.lan_game.file_of(replica.match), lambda: match_file_text(replica))

    path = company.lan_game.file_of(company.session.lockstep.replica.match)
    return MatchEnd(
        house,
        header,
        standing,
        None,
        lambda: lan_review(house, matches, path),
        lambda: look_together(house, ways, company),
    )


def _in_place(change: Change | None) -> Change:
    """Replace the loading page with the scene it opens."""
    return Replace(change.scene) if isinstance(change, Push) else Pop()


def match_scores(house: House, matches: Matches, path: Path) -> Change:
    """Show the scores of a local match, round by round."""
    from game.client.scenes.match_end import MatchEnd

    def show(match: Match) -> Change:
        return Replace(MatchEnd(house, match.header, match.standing, None, lambda: match_review(house, matches, match)))

    return Push(Opening(house.wishes, lambda _told: _read(path), show))


def _within(reel: Reel, place: ReelPlace | None) -> ReelPlace | None:
    """Return the place if it exists in the match, else None."""
    if place is None or not 0 <= place.round < len(reel.rounds):
        return None
    return ReelPlace(place.round, max(0, min(place.made, reel.rounds[place.round].moves)))


def _read(path: Path) -> Match:
    from game.match.lines import UnreadableMatchError
    from game.store.matches import read_file

    try:
        return read_file(path).match
    except UnreadableMatchError as error:
        raise ValueError(str(error)) from error


def lan_theatre(house: House, matches: Matches, path: Path, place: ReelPlace | None = None) -> Change:
    """Open the theatre at a place of a saved LAN match, finished or not."""

    def show(laid_out: tuple[Reel, PlayedMatch]) -> Change:
        reel, played = laid_out
        if reel.rounds:
            ways = _lan_ways(house, matches, path, lambda: played.text)
            return Replace(Theatre(house, reel, _within(reel, place), ways))
        if played.whole:
            return said(house.wishes, phrase("opening.no_deal"))
        from game.client.theatre.check import CheckPage

        return Replace(CheckPage(house, path))  # damaged before its first deal: the check page says what is intact

    return Push(Opening(house.wishes, lambda told: _read_lan(path, told), show))


def _read_lan(path: Path, told: Told) -> tuple[Reel, PlayedMatch]:
    from game.lan.played import read_played

    played = read_played(path, told)
    return reel_of(played.transcript, played.own, played.known, over=played.over), played


def _lan_ways(house: House, matches: Matches, path: Path, text: Callable[[], str]) -> WaysOut:
    """Return the actions of a LAN match: its file proves its deals, and is what is shared."""
    from game.client.theatre.check import CheckPage

    return replace(ways_of(house, matches, path), text=lambda _reel: text(), check=lambda: Push(CheckPage(house, path)))


def ways_of(house: House, matches: Matches, file: Path | None = None) -> WaysOut:
    """Return the actions of a theatre of this home; `file` is a LAN match's file."""

    def play_on(reel: Reel, place: ReelPlace, seat: int, level: str) -> Change:
        entries = reel.rounds[place.round].entry(place.made)
        match = branch(reel.transcript, entries, seat, level)
        return Replace(house.table(matches.begin_at(match)), all_of_them=True)

    home = matches.home.path if matches.home.writable else None
    exports = home / EXPORTS if home is not None else None

    def review(reel: Reel, at: int, show: Callable[[ReelPlace], Change | None]) -> Change:
        from game.client.review.door import open_review

        return open_review(house, reel, at, show, play_on, home, file)

    return WaysOut(play_on, exports, deal=lambda reel: deal_page(house, reel.header), review=review)
