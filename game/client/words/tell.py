"""Refusals and tiles in words: how the values of the rules reach the sentences of this package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from game.bots.names import present_name
from game.bots.reasons import REASONS
from game.client.words import Argument, card_code, english_sentence, has_sentence, placeholders, say
from game.client.words.tongue import sentence_cache_key
from game.table.faces import HIDDEN, JOKER, RANK_LETTERS, Colour, Face, face_from_code
from game.table.refusals import Code, Refusal
from game.table.tiles import Tile

if TYPE_CHECKING:
    from game.match.transcript import Seat

_ARGUMENTS = ("a", "b", "c")
MIN_RUN_TILES = 3  # from this many consecutive tiles of a colour on, only the first and the last are named
MAX_LISTED_TILES, NAMED_OF_MANY = 6, 3  # tiles of a bot's move up to which all are named, and how many of more
_HIGH_ONE = 14
CACHED_LISTS = 512  # lists of tiles whose words are cached
_BEGINS = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")  # the letter a sentence begins with


@dataclass(frozen=True, slots=True)
class ToldRefusal:
    """A refusal in words: what, why, how to mend it, and the rule that says so."""

    what: str
    why: str
    mend: str
    rule: str


NO_SET_CODES = (Code.NOT_ONE_NUMBER, Code.NOT_ONE_COLOUR, Code.NOT_CONSECUTIVE)  # tiles that make no set together

# Refusals with other words than their code usually has, such as at a table without a pile, by code and cited rule.
_ELSEWHERE = {
    (Code.STOCK_EMPTY, "2.5"): "no_stock",
    (Code.EMPTY_PLAY, "2.5"): "empty_pass",
    (Code.DEAD_END, "D10"): "dead_end_barred",
    (Code.DEAD_END, "D35"): "dead_end_barred",
    **dict.fromkeys(((code, "1.3") for code in NO_SET_CODES), "set_of_its_own"),
}

# Reasons that share a sentence where the move is named already.
_ALIKE = {
    "lay_run": "lay",
    "lay_group": "lay",
    "redraw_useless": "alone",
    "discard_alone": "alone",
    "draw_nothing_to_lay": "nothing",
    "pass_nothing_to_lay": "nothing",
    "lay_beside": "beside",
    "lay_added": "beside",
}

# How the tiles owed for a joker are joined: any one of them, or all.
_OWED = {
    Code.JOKER_WITHOUT_TILE: "tile.either",
    Code.JOKER_TILE_FROM_TABLE: "tile.either",
    Code.JOKER_GROUP_OF_THREE: "tile.list",
}


def tell_refusal(refused: Refusal, faces: tuple[Face, ...] = (), *, cards: bool = False) -> ToldRefusal:
    """Put a refusal into words; `faces` by tile id name its tiles."""
    said = dict(zip(_ARGUMENTS, refused.args, strict=False))
    if refused.code in _OWED:
        said["owed"] = owed_in_words(refused)
    if cards and refused.code is Code.NOT_ONE_NUMBER:
        said["a"] = say(f"card.rank.{said['a']}")
    tiles = tiles_in_words(refused.tiles, faces, cards=cards)
    key = _ELSEWHERE.get((refused.code, refused.rule), refused.code.key)
    sentences = (say(f"refusal.{key}.{part}", tiles=tiles, **said) for part in ("what", "why", "mend"))
    # A sentence may begin with an argument in lower case, such as the name of a tile.
    what, why, mend = (_BEGINS.sub(lambda letter: letter[0].upper(), words) for words in sentences)
    return ToldRefusal(what, why, mend, refused.rule)


def owed_in_words(refused: Refusal) -> str:
    """Name the tiles that must be laid for a joker: blue 9 or yellow 9."""
    faces = tuple(face_from_code(int(code)) for code in refused.args)
    return _listed(tuple(_in_line(face, cards=False) for face in faces), _OWED[refused.code])


def tell_reason(code: str, args: tuple[int | str, ...], faces: tuple[Face, ...], *, cards: bool = False) -> str:
    """Say why a bot made its move; `faces`, by tile id, are those of the view it decided on.

    Empty if there is no reason, or if the code is another version's.
    """
    return "" if code not in REASONS else say(f"reason.{code}", **_of_reason(code, args, faces, cards=cards))


def short_reason_names_tiles(code: str) -> bool:
    """Return whether the short reason of a code names tiles."""
    why = f"why.{_ALIKE.get(code, code)}"
    sentence = english_sentence(why if has_sentence(why) else f"reason.{code}")
    return bool(placeholders(sentence) & {"tile", "tiles", "with_tile", "usual"})


def tell_short_reason(code: str, args: tuple[int | str, ...], faces: tuple[Face, ...], *, cards: bool = False) -> str:
    """Say why a bot made a move that is named already, without repeating it."""
    why = f"why.{_ALIKE.get(code, code)}"
    if not has_sentence(why):
        return tell_reason(code, args, faces, cards=cards)
    return say(why, **_of_reason(code, args, faces, cards=cards))


def _of_reason(code: str, args: tuple[int | str, ...], faces: tuple[Face, ...], *, cards: bool) -> dict[str, Argument]:
    """Put the arguments of a reason into words."""
    said: dict[str, Argument] = {"n": 0, "tiles": say("tile.none")}
    for at, name in enumerate(REASONS[code]):
        match name:
            case "tiles":
                tiles = tuple([Tile(int(tile)) for tile in args[at:]])
                said["tiles"] = some_in_words(tiles, faces, cards=cards)
            case "tile" | "with":
                key = "tile" if name == "tile" else "with_tile"
                said[key] = face_in_words(faces[int(args[at])], cards=cards)
            case "length" | "ways" | "more" | "fewer":
                said[name] = int(args[at])
            case "usual":
                said[name] = tell_reason(str(args[at]), args[at + 1 :], faces, cards=cards)
            case _:
                said["n"] = int(args[at])
    return said


def tiles_in_words(tiles: tuple[Tile, ...], faces: tuple[Face, ...], *, cards: bool = False) -> str:
    """Name tiles one after the other: red 5, blue 7 and the joker."""
    return _listed(tuple(_in_line(faces[tile] if tile < len(faces) else HIDDEN, cards=cards) for tile in tiles))


def runs_in_words(tiles: tuple[Tile, ...], faces: tuple[Face, ...], *, cards: bool = False) -> str:
    """Name tiles one after the other, neighbours of one colour by their first and last: blue 5-11 and red 3."""
    return face_runs_in_words(tuple(faces[tile] for tile in tiles), cards=cards)


def face_runs_in_words(faces: tuple[Face, ...], *, cards: bool) -> str:
    """Name faces one after the other, neighbours of one colour by their first and last."""
    return _runs_told(faces, cards, sentence_cache_key())


@lru_cache(CACHED_LISTS)  # a round's log is put into words anew after every move, and only one line is new
def _runs_told(faces: tuple[Face, ...], cards: bool, _speech: object) -> str:  # noqa: FBT001 - a key
    return _listed(tuple(_run_in_line(run, cards=cards) for run in split_into_runs(faces)))


def split_into_runs(faces: tuple[Face, ...]) -> tuple[tuple[Face, ...], ...]:
    """Split faces into runs of three or more consecutive numbers of a colour, and single faces."""
    found: list[list[Face]] = []
    for face in faces:
        before = found[-1][-1] if found else None
        if before is not None and before.colour is face.colour is not None and face.number == before.number + 1:
            found[-1].append(face)
        else:
            found.append([face])
    return tuple(
        part
        for run in found
        for part in ((tuple(run),) if len(run) >= MIN_RUN_TILES else tuple((face,) for face in run))
    )


def some_in_words(tiles: tuple[Tile, ...], faces: tuple[Face, ...], *, cards: bool) -> str:
    """Name tiles; if there are many, only the first few: nobody follows a list of twenty."""
    if len(tiles) <= MAX_LISTED_TILES:
        return tiles_in_words(tiles, faces, cards=cards)
    names = [_in_line(faces[tile], cards=cards) for tile in tiles[:NAMED_OF_MANY]]
    return say(card_code("tile.and_more", cards=cards), first=", ".join(names), n=len(tiles) - NAMED_OF_MANY)


def _listed(names: tuple[str, ...], code: str = "tile.list") -> str:
    """Join names by "and", or as the sentence of `code` joins them."""
    if not names:
        return say("tile.none")
    return names[0] if len(names) == 1 else say(code, first=", ".join(names[:-1]), last=names[-1])


def _in_line(face: Face, *, cards: bool) -> str:
    """Name a face within a sentence: a tile's colour stays on the line of its number; a card's name may be long."""
    name = face_in_words(face, cards=cards)
    return name if cards or face.colour is None else name.replace(" ", "\N{NO-BREAK SPACE}")


def _run_in_line(run: tuple[Face, ...], *, cards: bool) -> str:
    """Name a run within a sentence, on one line as a tile is: blue 5-11."""
    if len(run) == 1:
        return _in_line(run[0], cards=cards)
    name = _ranked(run[0], run_ends(run, cards=cards), cards=cards)
    return name if cards else name.replace(" ", "\N{NO-BREAK SPACE}")


def run_ends(run: tuple[Face, ...], *, cards: bool) -> str:
    """Return what is written on a tile, or on the first and the last of a run: 5-11."""
    # Plain numbers, and the letters of cards: their words may have an article in some languages.
    ends = [RANK_LETTERS.get(face.number, str(face.number)) if cards else str(face.number) for face in run]
    return ends[0] if len(ends) == 1 else f"{ends[0]}\N{EN DASH}{ends[-1]}"


def face_in_words(face: Face, *, cards: bool = False) -> str:
    """Name a face: red 5, joker, king of hearts."""
    if face == JOKER:
        return say("tile.joker")
    if face == HIDDEN:
        return say("tile.hidden")
    number = 1 if face.number == _HIGH_ONE else face.number
    return _ranked(face, say(f"{'card' if cards else 'tile'}.rank.{number}"), cards=cards)


def _ranked(face: Face, rank: str, *, cards: bool) -> str:
    """Name a rank, or the ranks of a run, of a face's colour."""
    colour = "any" if face.colour is None else _WORDS[face.colour]
    return say(f"{'card' if cards else 'tile'}.{colour}", number=rank)


_WORDS = {Colour.RED: "red", Colour.BLUE: "blue", Colour.BLACK: "black", Colour.YELLOW: "yellow"}


def level_words(seat: Seat) -> str:
    """Return the name of a bot's level."""
    code = f"level.{present_name(seat.level)}"
    return say(code) if has_sentence(code) else seat.level
