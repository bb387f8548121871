"""Which core is played with: the compiled one where it was made from these very sources, else the sources themselves.

Laws: a compiled core bears the digest of what it was made of, and one whose digest differs is not used; where no
sources lie beside it nothing can have been edited. Both give the same whole numbers to the bit.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent

# What each core is made of, in the order in which one builds on the other.
UNITS: dict[str, tuple[str, ...]] = {
    "dead_hand": (
        "pieces.py",
        "dead_hand/round.py",
        "dead_hand/moves.py",
        "dead_hand/score.py",
        "dead_hand/policy.py",
        "dead_hand/plans.py",
    ),
    "open_table": (
        "pieces.py",
        "open_table/round.py",
        "open_table/moves.py",
        "open_table/score.py",
        "open_table/policy.py",
        "open_table/plans.py",
    ),
}


def digest(unit: str) -> str:
    """Return the digest of a core's sources, an empty text where there are none."""
    files = [HERE / name for name in UNITS[unit]]
    if not all(file.is_file() for file in files):
        return ""
    return sha256(b"\0".join([file.read_bytes() for file in files])).hexdigest()


def compiled(unit: str) -> ModuleType | None:
    """Return the compiled core if there is one and it was made from these sources."""
    try:
        module = import_module(f"game.playout.{unit}.native")
    except ImportError:
        return None
    return module if digest(unit) in {"", module.SOURCE} else None
