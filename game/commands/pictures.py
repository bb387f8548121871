"""`comodin demo --pictures DIR`: a picture of each scene at each round of a match that bots have played.

The first moment of each kind is drawn too, and named by round and move as `comodin replay --at` takes them; the same
seed gives the same moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.files import CommandError
from game.match.transcript import EntryKind
from game.rules.registry import rules_of
from game.session.match_replay import replay_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.director import Scene
    from game.client.still import Studio
    from game.client.table.moments.kinds import MomentKind
    from game.client.words import Text
    from game.match.match import Match


@dataclass(frozen=True, slots=True)
class FirstMoment:
    """The first moment of a kind in a match: round and move, number of log entries, and sentence."""

    kind: str
    place: str
    entries: int
    title: str


def first_moments(match: Match) -> tuple[FirstMoment, ...]:
    """Return the first moment of each kind, from the first seat's view, in order."""
    from game.client.scenes.sheet.highlights import round_news
    from game.client.sides import side_words, unique_names
    from game.client.table.moments.happened import end_moment
    from game.client.theatre.signs import highlights_by_move

    replay, results = replay_of(match.transcript), match.standing.results
    seats, sides = match.standing.seats, len(match.standing.totals)
    names = [side_words(seats, side, sides) for side in range(sides)]
    lowest = rules_of(match.header.game).lowest_wins
    first: dict[str, FirstMoment] = {}

    def reach(kind: MomentKind, at: int, made: int, title: Text) -> None:
        name = kind.name.lower().replace("_", " ")
        first.setdefault(name, FirstMoment(name, f"{at + 1}.{made}", replay.rounds[at].entry_count(made), str(title)))

    for at, played in enumerate(replay.rounds):
        for made, moments in highlights_by_move(replay, at):
            for one in moments:
                reach(one.kind, at, made, one.title)
        for news in (end_moment(results[at], 0, unique_names([seat.name for seat in seats])),
                     round_news(results[: at + 1], 0, names, lowest=lowest)):  # fmt: skip
            if news is not None:
                reach(news.kind, at, played.move_count, news.title)
    return tuple(first.values())


def draw_pictures(match: Match, folder: str) -> tuple[int, tuple[FirstMoment, ...]]:
    """Draw title, new game, each round's table and sheet, the end and the moments; return how many, and the moments."""
    import pygame

    from game.client.still import Studio, render_scene

    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        drawn, moments = 0, first_moments(match)
        with Studio(player=match.header.seats[0].name) as studio:
            for name, scene in _scenes(studio, match, moments):
                pygame.image.save(render_scene(scene), place / f"{drawn:02} {name}.png")
                drawn += 1
    except (OSError, pygame.error) as error:
        raise CommandError(f"The pictures cannot be written to '{folder}': {error}.") from error
    return drawn, moments


def _scenes(studio: Studio, match: Match, moments: tuple[FirstMoment, ...]) -> Iterator[tuple[str, Scene]]:
    from game.client.still import paused_match

    yield "title", studio.title()
    yield "new game", studio.new_game()
    deals = [entry.number for entry in match.transcript.entries if entry.kind is EntryKind.DEAL]
    scores = [entry.number for entry in match.transcript.entries if entry.kind is EntryKind.SCORE]
    for number, (dealt, scored) in enumerate(zip(deals, scores, strict=True), start=1):
        middle = match.at((dealt + scored) // 2)
        yield f"round {number} table", studio.table(paused_match(middle))
        ended = match.at(scored + 1)
        yield f"round {number} score", studio.score_sheet(paused_match(ended), ended.standing.results[-1])
    yield "end", studio.match_end(paused_match(match))
    for one in moments:
        yield f"moment {one.kind} {one.place}", studio.table(paused_match(match.at(one.entries)))
