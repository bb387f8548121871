"""Parses typed lines: a verb in the current language or English, tiles as they are read aloud, numbers of sets.

Laws: an unreadable line is a `ValueError` with the sentence to print. A bare number is a position in the hand; after a
named tile it is a number of that tile's colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.client.words import english_sentence, say
from game.client.words.tell import face_in_words
from game.client.words.terminal import VERBS
from game.table.faces import JOKER, Colour, Face, face_text
from game.table.tiles import CARD_DECK, TILE_DECK, Tile

MAX_TILE_WORDS = 4  # of a tile's name: the 10 of hearts
MAX_NUMBER = 13  # the highest number on a tile
_STOPS_TO_BLANKS = str.maketrans(dict.fromkeys(",.;:", " ") | {"\N{NO-BREAK SPACE}": " "})


def normalised(text: str) -> str:
    """Return words normalised for comparison."""
    return " ".join(text.casefold().translate(_STOPS_TO_BLANKS).split())


def verb_of(line: str) -> tuple[str, str]:
    """Return a line's verb and the rest; the verb is empty if there is none."""
    first, _space, rest = normalised(line).partition(" ")
    for verb in VERBS:
        known = f"{say(f'text.verb.{verb}')} {english_sentence(f'text.verb.{verb}')}"
        if first in normalised(known).split():
            return verb, rest
    return "", normalised(line)


def is_word_for(name: str, said: str) -> bool:
    """Return whether the typed word is the one called `name`, in the current language or English."""
    return normalised(said) in {
        normalised(say(f"text.word.{name}")),
        normalised(str(english_sentence(f"text.word.{name}"))),
    }


def split_at_words(text: str, *names: str) -> tuple[str, ...]:
    """Split a text at words such as `to`; returns one more part than names, empty if a word is missing."""
    parts: list[str] = []
    left = text.split()
    for name in names:
        at = next((place for place, one in enumerate(left) if is_word_for(name, one)), None)
        if at is None:
            parts.append(" ".join(left) if not parts else "")
            left = [] if len(parts) == 1 else left
            continue
        parts.append(" ".join(left[:at]))
        left = left[at + 1 :]
    return (*parts, " ".join(left))


def set_number(text: str, there: Iterable[int]) -> int:
    """Parse a set's number, counted from 1; return its index from 0."""
    numbers = sorted(there)
    if text.isdecimal() and int(text) - 1 in numbers:
        return int(text) - 1
    raise ValueError(say("text.no_set", most=max(numbers, default=-1) + 1))


def tiles_in(
    text: str, hand: Sequence[Tile], faces: Sequence[Face], *, cards: bool, others: Mapping[str, Tile] | None = None
) -> tuple[Tile, ...]:
    """Parse tiles by name or position in the hand; repeated names take one twin after the other."""
    words = text.split()
    example = face_in_words(faces[hand[0]], cards=cards) if hand else say("tile.joker")
    if not words:
        raise ValueError(say("text.no_tiles", example=example))
    found: list[Tile] = []
    at, colour = 0, None  # `colour` is that of the last named tile
    while at < len(words):
        for size in range(min(MAX_TILE_WORDS, len(words) - at), 0, -1):
            name = _coloured(" ".join(words[at : at + size]), colour, cards=cards)
            tile = _tile(name, hand, faces, found, cards=cards, others=others or {})
            if tile is not None:
                colour = colour if name.isdecimal() else faces[tile].colour or colour
                found.append(tile)
                at += size
                break
        else:
            left = [_coloured(words[at], colour, cards=cards), *words[at + 1 :]]
            raise ValueError(_not_read(" ".join(left).split(), example, cards=cards))
    return tuple(found)


def _coloured(name: str, colour: Colour | None, *, cards: bool) -> str:
    """Return the full name of a bare number that follows a tile."""
    if colour is None or not name.isdecimal() or not 1 <= int(name) <= MAX_NUMBER:
        return name
    return normalised(face_in_words(Face(colour, int(name)), cards=cards))


def _not_read(words: Sequence[str], example: str, *, cards: bool) -> str:
    """Return the error that a tile is not in the hand, or that no tile has such a name."""
    for size in range(min(MAX_TILE_WORDS, len(words)), 0, -1):
        name = " ".join(words[:size])
        face = next(
            (one for one in (CARD_DECK if cards else TILE_DECK).faces if name in typed_names(one, cards=cards)), None
        )
        if face is not None:
            return say("text.not_held", tile=face_in_words(face, cards=cards))
    return say("text.no_tile", words=" ".join(words), example=example)


def _tile(
    name: str,
    hand: Sequence[Tile],
    faces: Sequence[Face],
    found: Sequence[Tile],
    *,
    cards: bool,
    others: Mapping[str, Tile],
) -> Tile | None:
    if name.isdecimal() and 1 <= int(name) <= len(hand):
        tile = hand[int(name) - 1]
        return None if tile in found else tile
    if name in others:
        return others[name]
    return next((tile for tile in hand if tile not in found and name in typed_names(faces[tile], cards=cards)), None)


def typed_names(face: Face, *, cards: bool) -> set[str]:
    """Return the names that may be typed for a face: as read aloud, without article, reversed, or in notation."""
    aloud = normalised(face_in_words(face, cards=cards))
    names = {aloud, normalised(face_text(face, cards=cards))}
    bare = aloud.partition(" ")[2]
    if face == JOKER or bare.count(" ") > 1:
        names.add(bare)
    if cards:
        names.add(aloud.rpartition("'")[2])  # l'asso di cuori
    if not cards:
        names.add(" ".join(reversed(aloud.split())))
    return names - {""}
