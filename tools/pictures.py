"""Draw every scene in fixed positions and sizes: `python -m tools.pictures DIR [--size 1280x720] [--language es]`.

`python -m tools.pictures --readme` draws those of the README anew. The program itself draws everything.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.client.app_context import MatchAtTable
from game.client.director import Push, Quit
from game.client.draw import felt
from game.client.draw.animated import Film
from game.client.draw.theme import PALETTES
from game.client.scenes.help import Help
from game.client.scenes.keys import KeysPage
from game.client.scenes.match_end import MatchEnd
from game.client.scenes.message import notice
from game.client.scenes.options import OptionsPage
from game.client.scenes.page import Page
from game.client.scenes.resume import ResumePage
from game.client.setup import groups_of, last_setup, offered_games
from game.client.still import Studio, paused_match, render_scene
from game.client.table.dead_hand.fan import PileSheet
from game.client.table.scene import TableScene
from game.client.widgets.gesture import Use
from game.client.words import LANGUAGES, phrase, set_language
from game.commands.demo import bots_header, options_for, play_out
from game.match.lines import match_text
from game.match.match import Match
from game.match.transcript import Controller, EntryKind, Seat
from game.rules.registry import rules_of
from game.session.posed import PosedSession
from game.store.background import NoDesk
from game.table.state import Phase
from tools.posed import NAMES, crowded_couples, crowded_open, position_of, wide_rack
from tools.posed_lan import ROWS, below_lan, lan_scenes, list_of_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.client.director import Change, Scene

SIZES: Final = ((960, 540), (1280, 720), (1920, 1080), (2560, 1440))
TEXT_SIZES: Final = (100,)  # percent
README_FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
README_SIZE: Final = (640, 360)
SEED: Final = 7
README_TABLES: Final = (("eburako", 2), ("burako", 4), ("rummy", 3), ("rummikub", 4), ("burraco", 2))
README_LAN: Final = ("lan room", "lan table burako")
PLAYER: Final = "Rosa"
BOTS_UP_TO_FOUR_SEATS: Final = ("Nora", "Tito", "Vera")
BOTS_UP_TO_SEVEN_SEATS: Final = NAMES[1:]
PLACES: Final = ("early", "middle", "crowded", "final")
TABLES: Final = (
    ("burako", 2), ("burako", 4), ("eburako", 2), ("eburako", 4), ("burraco", 2), ("burraco", 4),
    ("rummy", 3), ("rummikub", 4), ("rummikub", 7),
)  # fmt: skip
POSED: Final[dict[str, Callable[[], PosedSession]]] = {
    **{
        f"{game} {seats} ten sets a side": partial(crowded_couples, game, seats)
        for game in ("burako", "eburako", "burraco")
        for seats in (2, 4)
    },
    **{f"{game} {seats} of 95": partial(crowded_open, game, seats) for game, seats in (("rummy", 4), ("rummikub", 7))},
    **{
        f"{game} {seats} rack of 30": partial(wide_rack, game, seats) for game, seats in (("rummy", 4), ("rummikub", 7))
    },
}


@dataclass(frozen=True, slots=True)
class Positions:
    """A match of one person and bots, and places in its log worth looking at."""

    whole: Match
    early: int
    middle: int
    crowded: int
    final: int


@cache
def find_positions(game: str = "burako", seats: int = 4, seed: int = SEED, points: int = 0) -> Positions:
    """Play a match by bots, put a person on the first chair, and find the places; `points` replace the usual target."""
    rules = rules_of(game)
    sooner = {"target": points} if points and rules.option("target") is not None else {}
    header = bots_header(rules, options_for(rules, {"players": seats, **sooner}), seed)
    names = (PLAYER, *(BOTS_UP_TO_SEVEN_SEATS if seats > 4 else BOTS_UP_TO_FOUR_SEATS))
    bots = tuple(Seat(name, Controller.BOT, seat.level) for name, seat in zip(names, header.seats, strict=False))
    by_bots = play_out(replace(header, seats=bots))
    match = Match.new(replace(header, seats=(Seat(PLAYER, Controller.HERE), *bots[1:])))
    own: list[tuple[int, int]] = []  # entries at which the person is to play, and how full the table is
    for entry in by_bots.transcript.entries:
        match, _entry = match.with_decision(entry.author, entry.kind, entry.body)
        table = match.standing.table
        if table is not None and table.round == 1 and table.to_move == 0 and table.phase in (Phase.PLAY, Phase.TURN):
            own.append((entry.number + 1, 3 * len(table.melds) + len(table.racks[0])))
    return Positions(match, own[1][0], own[len(own) // 2][0], max(own, key=lambda one: one[1])[0], own[-1][0])


def scenes(studio: Studio, at: Positions) -> Iterator[tuple[str, Callable[[], Scene]]]:
    """Yield each scene's name and how to make it."""
    match = at.whole
    score = next(entry.number for entry in match.transcript.entries if entry.kind is EntryKind.SCORE) + 1
    scored = match.at(score)

    def racks() -> Scene:
        sheet = studio.score_sheet(paused_match(scored), scored.standing.results[-1])
        if isinstance(sheet, Page):
            _press(sheet, "score.swap")
        return sheet

    yield "title", studio.title
    yield "new game", studio.new_game
    for rules in offered_games():
        for group in groups_of(rules):
            yield f"options {rules.key} {group}", partial(_options, studio, rules.key, group)
    yield "settings", studio.settings_page
    yield "keys", lambda: KeysPage(studio.preferences)
    yield "keys listening", lambda: _pressed(KeysPage(studio.preferences), "key.lay")
    yield "help", lambda: Help(studio.preferences)
    for game, seats in (("burako", 4), ("rummikub", 4)):
        yield f"help at {game}", partial(_help, studio, game, seats)
    yield "leave", partial(_leave, studio, at)
    yield "attempt", partial(_attempt, studio)
    yield "pile fanned out", partial(_fan, studio, "burako")
    yield "matches", lambda: ResumePage(studio.context, studio.matches, lambda _game: Quit())
    yield (
        "matches deleted",
        lambda: _pressed(ResumePage(studio.context, studio.matches, lambda _game: Quit()), "matches.delete"),
    )
    yield "notice", lambda: notice(studio.preferences, "notice", phrase("notice.title"), phrase("notice.home_guest"))
    for game, seats in TABLES:
        for place in PLACES:
            yield f"table {game} {seats} {place}", partial(_table, studio, game, seats, place)
    for name, make in POSED.items():
        yield f"table {name}", partial(_posed, studio, make)
    yield from lan_scenes(studio)
    yield "score sheet", lambda: studio.score_sheet(paused_match(scored), scored.standing.results[-1])
    yield "score racks", racks
    yield "match end", lambda: studio.match_end(paused_match(match))
    yield "match end running", lambda: MatchEnd(studio.context, match.header, scored.standing, None)
    for game, seats in (("burraco", 2), ("rummy", 3), ("rummikub", 7)):
        yield f"score sheet {game} {seats}", partial(_sheet, studio, game, seats)
        yield f"match end {game} {seats}", partial(_end, studio, game, seats)


def _table(studio: Studio, game: str, seats: int, place: str) -> Scene:
    at = find_positions(game, seats)
    return studio.table(paused_match(at.whole.at(getattr(at, place))))


def _posed(studio: Studio, make: Callable[[], PosedSession]) -> Scene:
    return studio.table(MatchAtTable(make(), NoDesk()))


def _options(studio: Studio, game: str, group: str) -> Scene:
    return OptionsPage(studio.context, last_setup(rules_of(game)), group, lambda _setup: None)


def _help(studio: Studio, game: str, seats: int) -> Scene:
    at = find_positions(game, seats)
    table = studio.table(paused_match(at.whole.at(at.middle)))
    return _pushed(table.panel.actions["help"]() if isinstance(table, TableScene) else None)


def _leave(studio: Studio, at: Positions) -> Scene:
    table = studio.table(paused_match(at.whole.at(at.middle)))
    return _pushed(table.doors.leave() if isinstance(table, TableScene) else None)


def _attempt(studio: Studio) -> Scene:
    """Return the question before an unchecked turn: two tiles that are no set are melded."""
    options = {"live_validity": False, "invalid_penalty": 3}
    said: dict[str, object] = {"seats": 2, "options": options, "hand": ["R7", "B7", "K9"], "stock": 9}
    table = studio.table(MatchAtTable(position_of(said), NoDesk()))
    if not isinstance(table, TableScene) or table.hands.turn is None:
        raise RuntimeError("the posed position is no open table: look at _attempt")
    for tile in table.hands.turn.view.table.racks[0][:2]:
        table.hands.turn.pick(tile)
    table.hands.turn.lay_new_set()
    return _pushed(table.hands.end_turn())


def _fan(studio: Studio, game: str) -> Scene:
    faces = rules_of(game).deck.faces
    return PileSheet(studio.preferences, tuple(faces[at * 29 % len(faces)] for at in range(14)), as_cards=False)


def _sheet(studio: Studio, game: str, seats: int) -> Scene:
    whole = find_positions(game, seats).whole
    return studio.score_sheet(paused_match(whole), whole.standing.results[-1])


def _end(studio: Studio, game: str, seats: int) -> Scene:
    return studio.match_end(paused_match(find_positions(game, seats).whole))


def _pushed(change: Change | None) -> Scene:
    """Return the scene that a change opens."""
    if not isinstance(change, Push):
        raise RuntimeError(f"no scene is opened: {change}")
    return change.scene


def _pressed(page: Page, name: str) -> Page:
    _press(page, name)
    return page


def _press(page: Page, name: str) -> None:
    for widget in page.ring.tab_stops():
        if widget.name == name:
            widget.handle(Use())


def save_matches(studio: Studio, at: Positions) -> None:
    """Save matches in the studio's home for the title and the list."""
    folder = studio.matches.home.matches_folder
    text = match_text(at.whole.at(at.middle)).encode()
    for name, data, age in (
        ("a", text, 3),
        ("b", match_text(at.whole).encode(), 2),
        ("c", text[:-20], 1),
        ("d", b"", 4),
    ):
        path = folder / f"burako {name}.comodin"
        path.write_bytes(data)
        changed = path.stat().st_mtime - age * 60
        os.utime(path, (changed, changed))
    studio.matches.read()
    studio.matches.wait()


def draw_all(
    folder: Path, sizes: Sequence[tuple[int, int]], texts: Sequence[int], palettes: Sequence[str], only: str,
    language: str = "en",
) -> int:  # fmt: skip
    """Draw into a folder; return how many pictures there are."""
    set_language(language)
    folder.mkdir(parents=True, exist_ok=True)
    at = find_positions("burako", 4)
    drawn = 0
    with Studio(player=PLAYER) as studio:
        save_matches(studio, at)
        for palette in palettes:
            for text in texts:
                studio.preferences.now = replace(studio.preferences.now, text_size=text, palette=palette)
                for size in sizes:
                    felt.forget()
                    for name, make in scenes(studio, at):
                        if only not in name:
                            continue
                        told = f"{name} {size[0]}x{size[1]}"
                        told += f" text {text}" if text != 100 else ""
                        told += f" {palette}" if palette != "classic" else ""
                        told += f" {language}" if language != "en" else ""
                        below = below_lan(studio, name) or studio.title()
                        pygame.image.save(render_scene(make(), size, below), folder / f"{told}.png")
                        drawn += 1
    return drawn


def draw_readme(folder: Path = README_FOLDER) -> None:
    """Draw the README's pictures: each game in the middle of a round, and three of the LAN; small files."""
    folder.mkdir(parents=True, exist_ok=True)
    with Studio(player=PLAYER) as studio:
        made: dict[str, Callable[[], Scene]] = {
            **{game: partial(_table, studio, game, seats, "middle") for game, seats in README_TABLES},
            "lan-list": partial(list_of_tables, studio, ROWS[:4]),
            **{f"lan-{name.split()[1]}": make for name, make in lan_scenes(studio) if name in README_LAN},
        }
        for name, make in made.items():
            small = pygame.transform.smoothscale(render_scene(make()), README_SIZE)
            film = Film(0)
            film.add(small)
            (folder / f"{name}.png").write_bytes(film.to_bytes())


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the requested pictures."""
    parser = argparse.ArgumentParser(description="Draw every scene in set positions and sizes.")
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR")
    parser.add_argument("--size", action="append", metavar="WxH", help="instead of the four usual sizes")
    parser.add_argument("--text", action="append", type=int, metavar="PERCENT")
    parser.add_argument("--palette", action="append", choices=sorted(PALETTES))
    parser.add_argument("--language", action="append", choices=sorted(LANGUAGES))
    parser.add_argument("--only", default="", metavar="WORDS", help="scenes whose name holds these words")
    parser.add_argument("--readme", action="store_true", help="draw those of the README")
    chosen = parser.parse_args(arguments)
    if chosen.readme:
        draw_readme()
    if chosen.folder is not None:
        sizes = [_size(one) for one in chosen.size] if chosen.size else SIZES
        looks = (chosen.text or TEXT_SIZES, chosen.palette or ["classic"], chosen.only)
        drawn = sum(draw_all(chosen.folder, sizes, *looks, language) for language in chosen.language or ["en"])
        print(f"{drawn} pictures")
    return 0


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    return int(wide), int(high)


if __name__ == "__main__":
    sys.exit(main())
