"""The step that compiles the playout cores beside their sources, where that can be done.

Only the standard library is used. Laws: it is tried once for each state of the sources, which the stamp in the
environment names; where it failed, the stamp keeps why, and the game runs without.
"""

import hashlib
from pathlib import Path

from tools.environment import lock, python_of, quietly

STAMP = "comodin-cores.txt"
PLACE = Path("game", "playout")
MAKER = Path("tools", "native.py")


def digest_of(root: Path) -> str:
    """Return the digest of what the compiled cores are made of; an empty text where there is nothing to compile."""
    if not (root / MAKER).is_file():
        return ""
    files = [root / MAKER, *sorted((root / PLACE).rglob("*.py"))]
    return hashlib.sha256(b"\0".join([file.read_bytes() for file in files])).hexdigest()


def compiled(root: Path) -> list[Path]:
    """Return the compiled cores there are."""
    return sorted((root / PLACE).glob("*/native.*"))


def tried(root: Path, env: Path) -> str | None:
    """Return why these sources could not be compiled, an empty text if they were; None if that was not tried yet."""
    try:
        digest, _newline, why = (env / STAMP).read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return why if digest == digest_of(root) and (why or compiled(root)) else None


def prepare_cores(root: Path, env: Path, variables: dict[str, str]) -> None:
    """Compile what changed, and say in one line when the cores run uncompiled."""
    digest = digest_of(root)
    if not digest:
        return
    why = tried(root, env)
    if why is None:
        with lock(env.parent / "lock", lambda: print("Another set-up is under way here; waiting for it ...")):
            why = tried(root, env)
            if why is None:
                print("Compiling the playout cores (half a minute) ...")
                well, output = quietly([str(python_of(env)), "-m", "tools.native"], root, variables)
                why = "" if well else (output.strip().splitlines() or ["no word of why"])[-1]
                (env / STAMP).write_text(f"{digest}\n{why}", encoding="utf-8")
    if why:
        print(f"The playout cores run uncompiled, some fifty times slower ({why}).")
