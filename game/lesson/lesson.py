"""A lesson as data: its game, its deal, what the rival plays, and the steps with their words.

`assets/lessons/README.md` describes the format. A file that is not valid raises a ValueError whose message is a
sentence.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from game.lesson.shelf import FOLDER, SUFFIX, lesson_key, lesson_keys, subject
from game.rules.registry import rules_of
from game.rules.ruleset import choose_preset
from game.table.notation import read_pieces
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.rules.ruleset import RuleSet
    from game.table.faces import Face
    from game.table.options import Options

ENGLISH: Final = "en"
SENDING_VERBS: Final = ("draw", "discard", "end", "pass")  # verbs whose moves are sent at once and cannot be undone
WAITING_VERBS: Final = ("next", "free")  # verbs without a move: to read on, and to play freely
VERBS: Final = (*SENDING_VERBS, *WAITING_VERBS, "keep", "take", "meld", "play")
PLAYER_COUNT: Final = 2
LEARNER_SEAT, RIVAL_SEAT = 0, 1  # the seats of the learner and the rival
LIGHT_TARGETS: Final = frozenset({"rack", "stock", "pile", "closing", "dead", "rival", "own", "felt", "gold", "second"})
# begins a highlight of a set of the table, or of those of its tiles that are named after a colon
SET_LIGHT_PREFIX: Final = "set "
_SET = re.compile(r"\[([^\[\]]*)\]")
_FIELDS: Final = frozenset({"do", "rule", "light", "wrong"})


@dataclass(frozen=True, slots=True)
class LessonDeed:
    """What a lesson asks for: a verb, and the tiles of each set, or the tile to discard."""

    verb: str
    sets: tuple[tuple[Face, ...], ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """The tiles of its first set."""
        return self.sets[0] if self.sets else ()


@dataclass(frozen=True, slots=True)
class CoachWords:
    """What the coach says: a title, and one or two sentences."""

    title: str
    says: str


@dataclass(frozen=True, slots=True)
class WrongTry:
    """A wrong move that a learner may try at a step, and the code of the rules' refusal."""

    deeds: tuple[LessonDeed, ...]
    code: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson: a deed; `lights` are the places and tiles to highlight."""

    deed: LessonDeed
    rule: str
    lights: tuple[str, ...]
    wrong: tuple[WrongTry, ...]
    words: Mapping[str, CoachWords]

    @property
    def pick_count(self) -> int:
        """The number of tiles to pick for the step: those that are highlighted one by one."""
        of_sets = sum(
            len(light.partition(":")[2].split()) for light in self.lights if light.startswith(SET_LIGHT_PREFIX)
        )
        return of_sets + sum(
            not light.startswith(SET_LIGHT_PREFIX) and light not in LIGHT_TARGETS for light in self.lights
        )

    @property
    def grows_set(self) -> bool:
        """Return whether the step adds to a set of the table, which is highlighted as a whole."""
        return any(light.startswith(SET_LIGHT_PREFIX) and ":" not in light for light in self.lights)

    def words_in(self, language: str) -> CoachWords:
        """Return the step's words in a language, or in English if it has none in that language."""
        return self.words.get(language) or self.words[ENGLISH]


@dataclass(frozen=True, slots=True)
class RiggedDeal:
    """The tiles that the lesson fixes: the first ones of each hand, dead hand, pile and stock, and the closing tile."""

    hands: tuple[tuple[Face, ...], ...]
    dead: tuple[tuple[Face, ...], ...]
    pile: tuple[Face, ...]
    stock: tuple[Face, ...]
    closing: tuple[Face, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson; if it teaches only how a game differs from another, `known` is that other game."""

    key: str
    rules: RuleSet
    options: Options
    known: str
    starter: int
    rigged: RiggedDeal
    rival: tuple[LessonDeed, ...]
    steps: tuple[LessonStep, ...]


def read_deed(text: str, *, cards: bool = False) -> LessonDeed:
    """Read a deed, such as `meld [R9 B9 K9]` or `discard K4`."""
    verb, _blank, rest = text.strip().partition(" ")
    if verb not in VERBS:
        raise ValueError(f"'{verb}' is nothing a lesson asks for; it knows {', '.join(VERBS)}")
    written = _SET.findall(rest) if "[" in rest else [rest] if rest else []
    return LessonDeed(verb, tuple(_faces(one, cards=cards) for one in written))


def _faces(text: str, *, cards: bool) -> tuple[Face, ...]:
    return tuple(piece.face for piece in read_pieces(text, cards=cards))


def read_lesson(key: str, text: str) -> Lesson:
    """Read the file of a lesson."""
    said = tomllib.loads(text)
    game, known = subject(key)
    rules = rules_of(game)
    preset = rules.preset(said.get("preset", rules.presets[0].key))
    if preset is None:
        raise ValueError(f"{rules.title} has no preset {said['preset']!r}")
    chosen = {"players": PLAYER_COUNT, "turn_seconds": 0, **said.get("options", {})}
    options = choose_preset(rules, preset, chosen)
    if isinstance(options, Refusal):
        raise ValueError(f"lesson {key}: these options cannot be: {options}")
    cards = rules.deck.cards

    def faces(name: str) -> tuple[Face, ...]:
        return _faces(said["deal"].get(name, ""), cards=cards)

    rigged = RiggedDeal(
        (faces("you"), faces("rival")),
        (faces("dead_you"), faces("dead_rival")),
        faces("pile"),
        faces("stock"),
        faces("closing"),
    )
    rival = tuple(read_deed(one, cards=cards) for one in said.get("rival", ()))
    steps = tuple(_step(key, one, cards=cards) for one in said["step"])
    starter = RIVAL_SEAT if said.get("starts") == "rival" else LEARNER_SEAT
    return Lesson(key, rules, options, known, starter, rigged, rival, steps)


def _step(key: str, said: Mapping[str, Any], *, cards: bool) -> LessonStep:
    words = {name: CoachWords(*value) for name, value in said.items() if name not in _FIELDS}
    if ENGLISH not in words:
        raise ValueError(f"lesson {key}: the step '{said['do']}' says nothing in English")
    wrong = tuple(_wrong(one, cards=cards) for one in said.get("wrong", ()))
    return LessonStep(read_deed(said["do"], cards=cards), said["rule"], tuple(said.get("light", ())), wrong, words)


def _wrong(text: str, *, cards: bool) -> WrongTry:
    tried, arrow, code = text.rpartition("->")
    if not arrow:
        raise ValueError(f"a wrong move is written like 'discard K4 -> discard_first', not '{text}'")
    return WrongTry(tuple(read_deed(one, cards=cards) for one in tried.split(";")), code.strip())


@cache
def lesson(key: str) -> Lesson:
    """Return a lesson by its key."""
    return read_lesson(key, (FOLDER / f"{key}{SUFFIX}").read_text(encoding="utf-8"))


def lessons() -> tuple[Lesson, ...]:
    """Return all lessons: those of whole games first, in alphabetical order."""
    return tuple(map(lesson, lesson_keys()))


def lesson_of(game: str, known: str = "") -> Lesson | None:
    """Return a game's lesson, or the one for players of the game `known`; None if there is none."""
    key = lesson_key(game, known)
    return lesson(key) if key in lesson_keys() else None
