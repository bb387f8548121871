"""Values to canonical bytes and back, from their type annotations.

Laws: equal values give equal bytes, in every process and on every machine; `encode` turns what `decode` accepted into
the same bytes again; bytes that are not exactly one value of the type are a ValueError. Integers are zigzag varints, a
face is one byte, an enum member is its name, and a union begins with the index of the member's type.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar, cast

from game.table.faces import Face, face_from_code
from game.table.state import Table

_T = TypeVar("_T")
WriteValue = Callable[[Any, bytearray], None]
ReadValue = Callable[["_Bytes"], Any]

DIGEST_BYTES = 16  # 128 bits: no two tables ever played will share a digest by chance
_MAX_ITEMS = 100_000  # far more than any message holds: a false length must not reserve memory
_MAX_VARINT_BYTES = 10  # seven bits each: enough for 64 bits and a sign
_MAX_ONE_BYTE_NUMBER = 0x3F  # the largest number that takes a single byte
_MAX_CACHED_RECORDS = 128  # of each class, since most sets are the same from table to table
_MAX_CACHED_BYTES = 512  # a longer record is not cached
_CACHED_NUMBERS_END = 256


class _Bytes:
    """The bytes being read, and the index of the next one."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        if count < 0 or self.at + count > len(self.data):
            raise ValueError(f"the bytes end early: {count} more wanted at {self.at} of {len(self.data)}")
        self.at += count
        return self.data[self.at - count : self.at]


def encode(value: Any, kind: Any = None) -> bytes:
    """Return the canonical bytes of a value; `kind` is its annotation, by default its class."""
    out = bytearray()
    wanted: Any = type(value) if kind is None else kind
    _codec(wanted)[0](value, out)
    return bytes(out)


def decode(data: bytes, kind: type[_T]) -> _T:
    """Read one value of this type; raise ValueError when the bytes are anything else."""
    return cast("_T", decode_as(data, kind))


def decode_as(data: bytes, kind: Any) -> Any:
    """Read one value of an annotation; raise ValueError when the bytes are anything else."""
    source = _Bytes(data)
    value = _codec(kind)[1](source)
    if source.at != len(data):
        raise ValueError(f"{len(data) - source.at} bytes too many after the value")
    return value


def digest(table: Table) -> bytes:
    """Return the fingerprint of a public table, equal on every peer."""
    return blake2b(encode(table), digest_size=DIGEST_BYTES).digest()


def _write_int(value: int, out: bytearray) -> None:
    if 0 <= value <= _MAX_ONE_BYTE_NUMBER:
        out.append(value << 1)
        return
    rest = value << 1 if value >= 0 else (-value << 1) - 1
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)


@cache
def _small_numbers() -> dict[int, bytes]:
    """Return the bytes of -1 and the small numbers, which tables are full of: those of tiles and seats."""
    written = {}
    for number in range(-1, _CACHED_NUMBERS_END):
        _write_int(number, out := bytearray())
        written[number] = bytes(out)
    return written


def _read_int(source: _Bytes) -> int:
    total = 0
    for place in range(_MAX_VARINT_BYTES):
        byte = source.take(1)[0]
        total |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            if byte == 0 and place:
                raise ValueError("a number is written longer than it need be")
            return total >> 1 if not total & 1 else -(total >> 1) - 1
    raise ValueError("a number has more than 64 bits")


def _write_bool(value: bool, out: bytearray) -> None:  # noqa: FBT001  a writer takes the value it writes
    out.append(1 if value else 0)


def _read_bool(source: _Bytes) -> bool:
    byte = source.take(1)[0]
    if byte > 1:
        raise ValueError(f"{byte} is neither yes nor no")
    return byte == 1


def _write_bytes(value: bytes, out: bytearray) -> None:
    _write_int(len(value), out)
    out += value


def _read_bytes(source: _Bytes) -> bytes:
    return source.take(_read_int(source))


def _write_str(value: str, out: bytearray) -> None:
    _write_bytes(value.encode(), out)


def _read_str(source: _Bytes) -> str:
    return _read_bytes(source).decode()  # bad UTF-8 raises UnicodeDecodeError, a ValueError as the law above asks


def _write_face(value: Face, out: bytearray) -> None:
    out.append(value.code)


def _read_face(source: _Bytes) -> Face:
    return face_from_code(source.take(1)[0])


_PLAIN: dict[Any, tuple[WriteValue, ReadValue]] = {
    int: (_write_int, _read_int),
    bool: (_write_bool, _read_bool),
    str: (_write_str, _read_str),
    bytes: (_write_bytes, _read_bytes),
    Face: (_write_face, _read_face),
}


@cache
def _codec(kind: Any) -> tuple[WriteValue, ReadValue]:
    """Make the writer and the reader of an annotation, once."""
    kind = getattr(kind, "__supertype__", kind)  # a NewType is written as the type it wraps
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = typing.get_origin(kind)
    if origin is tuple:
        inner = typing.get_args(kind)
        return _list_codec(inner[0]) if inner[-1] is Ellipsis else _tuple_codec(inner)
    if origin in {types.UnionType, typing.Union}:
        return _union_codec(typing.get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_codec(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return _record_codec(kind)
    raise TypeError(f"{kind!r} has no canonical form; use frozen dataclasses, tuples, enums, numbers, text")


def _list_codec(inner: Any) -> tuple[WriteValue, ReadValue]:
    write_one, read_one = _codec(inner)

    def write(value: tuple[Any, ...], out: bytearray) -> None:
        _write_int(len(value), out)
        for one in value:
            write_one(one, out)

    def write_faces(value: tuple[Face, ...], out: bytearray) -> None:
        _write_int(len(value), out)
        out += bytes([face.code for face in value])

    def write_numbers(value: tuple[int, ...], out: bytearray) -> None:
        small = _small_numbers()
        try:
            out += small[len(value)] + b"".join([small[one] for one in value])
        except KeyError:
            write(value, out)

    def read(source: _Bytes) -> tuple[Any, ...]:
        count = _read_int(source)
        if not 0 <= count <= _MAX_ITEMS:
            raise ValueError(f"{count} items are more than anything of ours has")
        return tuple([read_one(source) for _ in range(count)])

    if inner is Face:
        return write_faces, read
    return (write_numbers if getattr(inner, "__supertype__", inner) is int else write), read


def _tuple_codec(inner: tuple[Any, ...]) -> tuple[WriteValue, ReadValue]:
    parts = [_codec(one) for one in inner]

    def write(value: tuple[Any, ...], out: bytearray) -> None:
        for (write_one, _read), one in zip(parts, value, strict=True):
            write_one(one, out)

    return write, lambda source: tuple([read_one(source) for _write, read_one in parts])


def _union_codec(members: tuple[Any, ...]) -> tuple[WriteValue, ReadValue]:
    codecs = [None if one is type(None) else _codec(one) for one in members]
    places = {one: place for place, one in enumerate(members)}

    def write(value: object, out: bytearray) -> None:
        place = places[type(value)]
        out.append(place)
        codec = codecs[place]
        if codec is not None:
            codec[0](value, out)

    def read(source: _Bytes) -> object:
        place = source.take(1)[0]
        if place >= len(codecs):
            raise ValueError(f"no member {place} in a choice of {len(codecs)}")
        codec = codecs[place]
        return None if codec is None else codec[1](source)

    return write, read


def _enum_codec(kind: type[Enum]) -> tuple[WriteValue, ReadValue]:
    names = {member: encode(member.name) for member in kind}

    def write(value: Enum, out: bytearray) -> None:
        out += names[value]

    def read(source: _Bytes) -> Enum:
        name = _read_str(source)
        if name not in kind.__members__:
            raise ValueError(f"'{name}' is no {kind.__name__}")
        return kind[name]

    return write, read


def _record_codec(kind: type[Any]) -> tuple[WriteValue, ReadValue]:
    hints = typing.get_type_hints(kind)
    own = [one for one in fields(kind) if one.init]
    parts = [(one.name, *_codec(hints[one.name])) for one in own]

    frozen = kind.__dataclass_params__.frozen
    cached: dict[int, tuple[object, bytes]] = {}  # by id(); holding the value too keeps its id from being reused

    def write(value: object, out: bytearray) -> None:
        known = cached.get(id(value))
        if known is not None:
            out += known[1]
            return
        begins = len(out)
        for name, write_one, _read in parts:
            write_one(getattr(value, name), out)
        if frozen and len(out) - begins <= _MAX_CACHED_BYTES:
            if len(cached) >= _MAX_CACHED_RECORDS:
                cached.clear()
            cached[id(value)] = (value, bytes(out[begins:]))

    def read(source: _Bytes) -> object:
        return kind(**{name: read_one(source) for name, _write, read_one in parts})

    return write, read
