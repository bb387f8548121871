"""Pins: the keys of people met on the LAN, with their names and the addresses of their tables.

Laws: a name never makes two keys the same person; a known name with another key is reported, never overwritten; an
unreadable file is an empty list; the newest comes first.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from game.store.atomic import replace_file

PINS_FILE: Final = "known.json"
MAX_PINS: Final = 512  # enough for people and hosts of some years
MAX_TEXT_LENGTH: Final = 200  # characters of any text in a row
KEY_LETTERS: Final = 64


@dataclass(frozen=True, slots=True)
class Pin:
    """A known person or hall: name, key in hexadecimal, and the address of their table, empty for a guest.

    A hall has another key than whoever keeps it, who may host tables under the same name on the same computer.
    """

    name: str
    key: str
    address: str = ""
    hall: bool = False


def pins_path(home: Path) -> Path:
    """Return the file in a home."""
    return home / PINS_FILE


def load_pins(path: Path) -> tuple[Pin, ...]:
    """Read the pins; none if the file is missing or cannot be read."""
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    rows = [_read(one) for one in said] if isinstance(said, list) else []
    return tuple(row for row in rows if row is not None)[:MAX_PINS]


def _read(said: object) -> Pin | None:
    if not isinstance(said, dict):
        return None
    name, key, address = (said.get(one) for one in ("name", "key", "address"))
    if not (isinstance(name, str) and isinstance(key, str) and isinstance(address, str)):
        return None
    if not 0 < len(name) <= MAX_TEXT_LENGTH or len(address) > MAX_TEXT_LENGTH or len(key) != KEY_LETTERS:
        return None
    if not all(letter in "0123456789abcdef" for letter in key):
        return None
    return Pin(name, key, address, said.get("hall") is True)


def with_pins(pins: tuple[Pin, ...], *met: Pin) -> tuple[Pin, ...]:
    """Return the pins with `met` in front; a known table's address stays when its host is met as a guest."""
    for one in met:
        before = next((pin for pin in pins if (pin.key, pin.name) == (one.key, one.name)), one)
        kept = replace(one, address=one.address or before.address)
        pins = (kept, *(pin for pin in pins if (pin.key, pin.name) != (one.key, one.name)))[:MAX_PINS]
    return pins


def expected_key(pins: tuple[Pin, ...], address: str, name: str = "", key: str = "", *, hall: bool = False) -> str:
    """Return the key that must answer at an address, empty if none is known.

    A listed table or hall comes with its `name` and the `key` it proved, which must answer; but if that key is unknown
    and the name had another key at this host, that other key must. At a typed address the key that answered there last
    must answer.
    """
    met = (pin for pin in pins if pin.address and _host(pin.address) == _host(address))
    if key:
        if any(pin.key == key for pin in pins):
            return key
        return next((pin.key for pin in met if (pin.name, pin.hall) == (name, hall)), key)
    return next((pin.key for pin in pins if pin.address == address), "")


def has_other_key(pins: tuple[Pin, ...], name: str, key: str) -> bool:
    """Return whether a person of this name is known with other keys only."""
    keys = {pin.key for pin in pins if pin.name == name and not pin.hall}
    return bool(keys) and key not in keys


def _host(address: str) -> str:
    return address.rpartition(":")[0]


def save_pins(path: Path, pins: tuple[Pin, ...]) -> None:
    """Save the pins; raise OSError if the disk fails."""
    replace_file(path, json.dumps([asdict(pin) for pin in pins], ensure_ascii=False, indent=1).encode())
