"""Opens a saved match: in the theatre, with callbacks for its actions, as a review, or as a list of scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop, Push, Replace
from game.client.theatre.opening import Opening, show_failure
from game.client.theatre.replay_cursor import ReplayActions
from game.client.theatre.scene import Theatre
from game.client.this_deal import deal_page
from game.client.words import phrase
from game.session.branch import branch_match
from game.session.match_replay import ReplayPosition, replay_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change, Scene
    from game.client.matches import Matches
    from game.client.theatre.opening import ReportProgress
    from game.lan.played import PlayedMatch
    from game.match.match import Match
    from game.session.match_replay import Replay

EXPORT_FOLDER = "exports"


def solo_theatre(context: AppContext, matches: Matches, path: Path, place: ReplayPosition | None = None) -> Change:
    """Open the theatre with a local match, at `place`, else at its beginning or, if it is unfinished, its end."""

    def show(match: Match) -> Change:
        replay = replay_of(match.transcript)
        if not replay.rounds:
            return show_failure(context.preferences, phrase("opening.no_deal"))
        return Replace(Theatre(context, replay, _within(replay, place), replay_actions_of(context, matches)))

    return Push(Opening(context.preferences, lambda _told: _read(path), show))


def match_review(context: AppContext, matches: Matches, match: Match) -> Change | None:
    """Review a local match, its last round first; its places open in the theatre."""
    replay, actions = replay_of(match.transcript), replay_actions_of(context, matches)
    if actions.review is None:
        return None
    last = max(len(replay.rounds) - 1, 0)
    return actions.review(replay, last, lambda place: Push(Theatre(context, replay, place, actions)))


def solo_review(context: AppContext, matches: Matches, path: Path) -> Change:
    """Review a local match from its file, its last round first."""

    def show(match: Match) -> Change:
        return _in_place(match_review(context, matches, match))

    return Push(Opening(context.preferences, lambda _told: _read(path), show))


def lan_review(context: AppContext, matches: Matches, path: Path) -> Change:
    """Review the finished rounds of a LAN match, the last one first."""

    def show(laid_out: tuple[Replay, PlayedMatch]) -> Change:
        replay, actions = laid_out[0], _lan_actions(context, matches, path, lambda: laid_out[1].text)
        last = max(len(replay.rounds) - 1, 0)
        if actions.review is None:
            return Pop()
        return _in_place(actions.review(replay, last, lambda place: Push(Theatre(context, replay, place, actions))))

    return Push(Opening(context.preferences, lambda told: _read_lan(path, told), show))


def lan_match_end(context: AppContext, matches: Matches, game: MatchAtTable) -> Scene:
    """Return the end page of a LAN match.

    Only its host can reopen the table, but everybody can replay the match.
    """
    from game.client.lan.others import LanPlayers
    from game.client.scenes.match_end import MatchEnd
    from game.client.theatre.together import shared_theatre

    header, standing, company = game.session.header, game.standing, game.company
    if not isinstance(company, LanPlayers):
        return MatchEnd(context, header, standing, None)

    def actions(sat: LanPlayers) -> ReplayActions:
        from game.lan.proof import match_file_text

        replica = sat.session.lockstep.replica
        return _lan_actions(context, matches, sat.lan_game.match_path(replica.match), lambda: match_file_text(replica))

    path = company.lan_game.match_path(company.session.lockstep.replica.match)
    return MatchEnd(
        context,
        header,
        standing,
        None,
        lambda: lan_review(context, matches, path),
        lambda: shared_theatre(context, actions, company),
    )


def _in_place(change: Change | None) -> Change:
    """Turn a change that pushes a scene into one that puts it in place of the loading page."""
    return Replace(change.scene) if isinstance(change, Push) else Pop()


def match_scores(context: AppContext, matches: Matches, path: Path) -> Change:
    """Show the scores of a local match, round by round."""
    from game.client.scenes.match_end import MatchEnd

    def show(match: Match) -> Change:
        return Replace(
            MatchEnd(context, match.header, match.standing, None, lambda: match_review(context, matches, match))
        )

    return Push(Opening(context.preferences, lambda _told: _read(path), show))


def _within(replay: Replay, place: ReplayPosition | None) -> ReplayPosition | None:
    """Return the place, its moves limited to those of its round; None if the match has no such round."""
    if place is None or not 0 <= place.round < len(replay.rounds):
        return None
    return ReplayPosition(place.round, max(0, min(place.made, replay.rounds[place.round].move_count)))


def _read(path: Path) -> Match:
    from game.match.lines import UnreadableMatchError
    from game.store.matches import read_file

    try:
        return read_file(path).match
    except UnreadableMatchError as error:
        raise ValueError(str(error)) from error


def lan_theatre(context: AppContext, matches: Matches, path: Path, place: ReplayPosition | None = None) -> Change:
    """Open the theatre at a place of a saved LAN match, finished or not."""

    def show(laid_out: tuple[Replay, PlayedMatch]) -> Change:
        replay, played = laid_out
        if replay.rounds:
            actions = _lan_actions(context, matches, path, lambda: played.text)
            return Replace(Theatre(context, replay, _within(replay, place), actions))
        if played.whole:
            return show_failure(context.preferences, phrase("opening.no_deal"))
        from game.client.theatre.check import CheckPage

        # the log is damaged before its first deal: the check page says what is intact
        return Replace(CheckPage(context, path))

    return Push(Opening(context.preferences, lambda told: _read_lan(path, told), show))


def _read_lan(path: Path, told: ReportProgress) -> tuple[Replay, PlayedMatch]:
    from game.lan.played import read_played

    played = read_played(path, told)
    return replay_of(played.transcript, played.own, played.known, over=played.over), played


def _lan_actions(context: AppContext, matches: Matches, path: Path, text: Callable[[], str]) -> ReplayActions:
    """Return the actions of a LAN match: its file proves its deals, and is what is shared."""
    from game.client.theatre.check import CheckPage

    return replace(
        replay_actions_of(context, matches, path),
        text=lambda _replay: text(),
        check=lambda: Push(CheckPage(context, path)),
    )


def replay_actions_of(context: AppContext, matches: Matches, file: Path | None = None) -> ReplayActions:
    """Return the actions of a theatre of this home; `file` is a LAN match's file."""

    def play_on(replay: Replay, place: ReplayPosition, seat: int, level: str) -> Change:
        entries = replay.rounds[place.round].entry_count(place.made)
        match = branch_match(replay.transcript, entries, seat, level)
        return Replace(context.table(matches.begin_from(match)), all_of_them=True)

    home = matches.home.path if matches.home.writable else None
    exports = home / EXPORT_FOLDER if home is not None else None

    def review(replay: Replay, at: int, show: Callable[[ReplayPosition], Change | None]) -> Change:
        from game.client.review.door import open_review

        return open_review(context, replay, at, show, play_on, home, file)

    return ReplayActions(play_on, exports, deal=lambda replay: deal_page(context, replay.header), review=review)
