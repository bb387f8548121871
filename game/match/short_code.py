"""The short code of a solo deal: game, options, levels and seed in a few letters, to be read out or sent to somebody.

Laws: a code has no I, L, O or U, which are read as 1, 1, 0 and V; a code with a wrong letter is refused; a deal has
exactly one code.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from game.match.deal import OPEN_DEAL
from game.match.transcript import Controller, Header
from game.rules.registry import GAMES
from game.rules.ruleset import RuleSet, choose_options
from game.table.options import Options, OptionValue
from game.table.refusals import Refusal

CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD_LETTERS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V", "-": "", " ": "", "_": ""})
LETTERS_PER_GROUP: Final = 4
CODED_LEVELS: Final = ("", "easy", "medium", "hard", "master")  # in the order of their numbers in a code; "" is unknown
CODE_VERSION: Final = 1
_HEAD_BYTES: Final = 2  # the version and the game
_CHECKSUM_BYTES: Final = 2
_LEVEL_BITS: Final = 3
_VARINT_BITS: Final = 7  # of the number in each byte
_NUMBER, _TEXT = 0, 1  # the kinds of an option's value


@dataclass(frozen=True, slots=True)
class CodedDeal:
    """What a code says: the game, its options, the level of each bot, from chair 1 on, and the seed."""

    game: str
    options: Options
    levels: tuple[str, ...]
    seed: int


def code_of(header: Header) -> str:
    """Write the code of an open deal; raise ValueError for any other, whose seed does not determine the deal."""
    if header.dealer != OPEN_DEAL:
        raise ValueError("only a deal that a seed makes has a code")
    bots = [one for one in header.seats if one.controller is not Controller.HERE]
    return write_code(CodedDeal(header.game, header.options, tuple(one.level for one in bots), header.seed))


def write_code(deal: CodedDeal) -> str:
    """Write a code, in groups of four letters."""
    rules = GAMES[deal.game]
    out = bytearray([CODE_VERSION, _game_byte(deal.game)])
    changed = [
        (name, value) for name, value in deal.options.items if name != "players" and value != _default(rules, name)
    ]
    out += _write_varint(deal.options.number("players"))
    packed = sum(
        (CODED_LEVELS.index(level) if level in CODED_LEVELS else 0) << (_LEVEL_BITS * at)
        for at, level in enumerate(deal.levels)
    )
    out += _write_varint(packed)
    out += _write_varint(len(changed))
    for name, value in changed:
        out += _option_bytes(name)
        if isinstance(value, str):
            text = value.encode()
            out += bytes([_TEXT, len(text)]) + text
        else:
            out += bytes([_NUMBER]) + _write_varint(int(value))
    out += _write_varint(deal.seed)
    out += _checksum(bytes(out))
    return "-".join(_grouped(_to_letters(bytes(out))))


def read_code(text: str) -> CodedDeal:
    """Read a code; raise ValueError for anything else, or a code with a wrong letter."""
    data = _from_letters(text.upper().translate(MISREAD_LETTERS))
    body, check = data[:-_CHECKSUM_BYTES], data[-_CHECKSUM_BYTES:]
    if len(body) < _HEAD_BYTES or _checksum(body) != check or body[0] != CODE_VERSION:
        raise ValueError("this is no code of a deal, or a letter of it is wrong")
    try:
        return _read_body(body)
    except (IndexError, UnicodeDecodeError) as error:
        raise ValueError("this is no code of a deal") from error


def _read_body(body: bytes) -> CodedDeal:
    game = next((key for key in GAMES if _game_byte(key) == body[1]), None)
    if game is None:
        raise ValueError("the code is of a game that this program does not have")
    rules = GAMES[game]
    at = _HEAD_BYTES
    players, at = _read_varint(body, at)
    packed, at = _read_varint(body, at)
    count, at = _read_varint(body, at)
    chosen: dict[str, OptionValue] = {"players": players}
    names = {_option_bytes(option.name): option for option in rules.options}
    for _ in range(count):
        option = names.get(body[at : at + 2])
        if option is None:
            raise ValueError("the code names an option that this program does not have")
        kind, at = body[at + 2], at + 3
        if kind == _TEXT:
            chosen[option.name] = body[at + 1 : at + 1 + body[at]].decode()
            at += 1 + body[at]
        else:
            number, at = _read_varint(body, at)
            chosen[option.name] = bool(number) if type(option.default) is bool else number
    seed, at = _read_varint(body, at)
    options = choose_options(rules, chosen)
    if isinstance(options, Refusal) or at != len(body):
        raise ValueError("the code is of a table that cannot be")
    mask = (1 << _LEVEL_BITS) - 1
    numbers = [packed >> (_LEVEL_BITS * one) & mask for one in range(players - 1)]
    levels = tuple(CODED_LEVELS[number] if number < len(CODED_LEVELS) else "" for number in numbers)
    return CodedDeal(game, options, levels, seed)


def _default(rules: RuleSet, name: str) -> OptionValue:
    option = rules.option(name)
    if option is None:
        raise ValueError(f"{rules.title} has no option {name}")
    return option.default


def _game_byte(key: str) -> int:
    """Return the byte that stands for a game."""
    return blake2b(key.encode(), digest_size=1).digest()[0]


def _option_bytes(name: str) -> bytes:
    """Return the two bytes that stand for an option."""
    return blake2b(name.encode(), digest_size=2).digest()


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECKSUM_BYTES).digest()


def _write_varint(number: int) -> bytes:
    """Write a number that is not negative in as few bytes as it needs, seven bits each."""
    out = bytearray()
    while True:
        number, low = number >> _VARINT_BITS, number & 0x7F
        out.append(low | 0x80 if number else low)
        if not number:
            return bytes(out)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + _VARINT_BITS
        if byte < 0x80:
            return number, at


def _to_letters(data: bytes) -> str:
    """Write bytes by five bits a letter; the first letter says how many bits the last one lacks."""
    spare = -len(data) * 8 % 5
    number = int.from_bytes(data, "big") << spare
    count = (len(data) * 8 + spare) // 5
    return CODE_ALPHABET[spare] + "".join(CODE_ALPHABET[number >> 5 * (count - 1 - at) & 31] for at in range(count))


def _from_letters(letters: str) -> bytes:
    if not letters or any(sign not in CODE_ALPHABET for sign in letters):
        raise ValueError("this is no code of a deal: it has other letters")
    spare, body = CODE_ALPHABET.index(letters[0]), letters[1:]
    number = 0
    for sign in body:
        number = number << 5 | CODE_ALPHABET.index(sign)
    bits = len(body) * 5 - spare
    if bits < 0 or bits % 8 or number & ((1 << spare) - 1):
        raise ValueError("this is no code of a deal: letters are missing")
    return (number >> spare).to_bytes(bits // 8, "big")


def _grouped(letters: str) -> list[str]:
    return [letters[at : at + LETTERS_PER_GROUP] for at in range(0, len(letters), LETTERS_PER_GROUP)]
