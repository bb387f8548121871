"""`comodin demo --pictures DIR`: a picture of each scene at each round of a match that bots have played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.files import CommandError
from game.match.transcript import EntryKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.director import Scene
    from game.client.still import Studio
    from game.match.match import Match


def draw_pictures(match: Match, folder: str) -> int:
    """Draw the title, the new game, the table and the sheet of each round, and the end; return how many there are."""
    import pygame

    from game.client.still import Studio, picture

    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        drawn = 0
        with Studio(player=match.header.seats[0].name) as studio:
            for name, scene in _scenes(studio, match):
                pygame.image.save(picture(scene), place / f"{drawn:02} {name}.png")
                drawn += 1
    except (OSError, pygame.error) as error:
        raise CommandError(f"The pictures cannot be written to '{folder}': {error}.") from error
    return drawn


def _scenes(studio: Studio, match: Match) -> Iterator[tuple[str, Scene]]:
    from game.client.still import standing_still

    yield "title", studio.title()
    yield "new game", studio.new_game()
    deals = [entry.number for entry in match.transcript.entries if entry.kind is EntryKind.DEAL]
    scores = [entry.number for entry in match.transcript.entries if entry.kind is EntryKind.SCORE]
    for number, (dealt, scored) in enumerate(zip(deals, scores, strict=True), start=1):
        middle = match.at((dealt + scored) // 2)
        yield f"round {number} table", studio.table(standing_still(middle))
        ended = match.at(scored + 1)
        yield f"round {number} score", studio.score_sheet(standing_still(ended), ended.standing.results[-1])
    yield "end", studio.match_end(standing_still(match))
