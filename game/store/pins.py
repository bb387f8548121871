"""Whose keys we have met: the names that people gave with them, and where their tables were.

Laws: a key is never taken for another because of its name; who is met again under another key is told, not replaced;
a file that cannot be read is an empty list; the newest stands first.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from game.store.atomic import replace_file

FILE: Final = "known.json"
MOST: Final = 512  # people and hosts of some years
LONGEST: Final = 200  # of any text in a row
KEY_LETTERS: Final = 64


@dataclass(frozen=True, slots=True)
class Pin:
    """Somebody we met: the name, the key in hexadecimal, and the address of the table, empty for a guest."""

    name: str
    key: str
    address: str = ""


def pins_path(home: Path) -> Path:
    """Return the file in a home."""
    return home / FILE


def load_pins(path: Path) -> tuple[Pin, ...]:
    """Read the pins; nothing for a file that is not there or cannot be read."""
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    rows = [_read(one) for one in said] if isinstance(said, list) else []
    return tuple(row for row in rows if row is not None)[:MOST]


def _read(said: object) -> Pin | None:
    if not isinstance(said, dict):
        return None
    name, key, address = (said.get(one) for one in ("name", "key", "address"))
    if not (isinstance(name, str) and isinstance(key, str) and isinstance(address, str)):
        return None
    if not 0 < len(name) <= LONGEST or len(address) > LONGEST or len(key) != KEY_LETTERS:
        return None
    return Pin(name, key, address) if all(letter in "0123456789abcdef" for letter in key) else None


def with_pins(pins: tuple[Pin, ...], *met: Pin) -> tuple[Pin, ...]:
    """Return them with those we met at the front; where somebody's table was is not forgotten as he sits at another."""
    for one in met:
        before = next((pin for pin in pins if (pin.key, pin.name) == (one.key, one.name)), one)
        kept = Pin(one.name, one.key, one.address or before.address)
        pins = (kept, *(pin for pin in pins if (pin.key, pin.name) != (one.key, one.name)))[:MOST]
    return pins


def expected(pins: tuple[Pin, ...], address: str, name: str = "", key: str = "") -> str:
    """Return the key that has to answer at an address, empty where we have met nobody.

    Of a table in the list the `name` and the `key` it proved are known: the key counts, but for a name that had another
    one at that very place. What was typed or is called again has to be whoever answered there the last time.
    """
    met = (pin for pin in pins if pin.address and _host(pin.address) == _host(address))
    if key:
        if any(pin.key == key for pin in pins):
            return key
        return next((pin.key for pin in met if pin.name == name), key)
    return next((pin.key for pin in pins if pin.address == address), "")


def is_other(pins: tuple[Pin, ...], name: str, key: str) -> bool:
    """Return whether we have met this name with other keys only."""
    keys = {pin.key for pin in pins if pin.name == name}
    return bool(keys) and key not in keys


def _host(address: str) -> str:
    return address.rpartition(":")[0]


def save_pins(path: Path, pins: tuple[Pin, ...]) -> None:
    """Keep the pins; raise OSError when the disk refuses."""
    replace_file(path, json.dumps([asdict(pin) for pin in pins], ensure_ascii=False, indent=1).encode())
