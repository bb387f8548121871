"""Compiles the playout cores beside their sources, if a C compiler is there.

Uses only the standard library. Laws: compiling is tried once for each state of the sources, which a stamp in the
environment records; if it fails, the stamp keeps the reason, and the game runs with the plain Python cores.
"""

import hashlib
from pathlib import Path

from tools.environment import lock, python_of, run_quietly

STAMP_FILE = "comodin-cores.txt"
CORES_FOLDER = Path("game", "playout")
NATIVE_TOOL = Path("tools", "native.py")


def digest_of(root: Path) -> str:
    """Return the digest of the cores' sources; empty if there is nothing to compile."""
    if not (root / NATIVE_TOOL).is_file():
        return ""
    files = [root / NATIVE_TOOL, *sorted((root / CORES_FOLDER).rglob("*.py"))]
    return hashlib.sha256(b"\0".join([file.read_bytes() for file in files])).hexdigest()


def compiled_cores(root: Path) -> list[Path]:
    """Return the compiled cores there are."""
    return sorted((root / CORES_FOLDER).glob("*/native.*"))


def failure_reason(root: Path, env: Path) -> str | None:
    """Return why these sources could not be compiled, empty if they were; None if it was not tried yet."""
    try:
        digest, _newline, why = (env / STAMP_FILE).read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return why if digest == digest_of(root) and (why or compiled_cores(root)) else None


def prepare_cores(root: Path, env: Path, variables: dict[str, str]) -> None:
    """Compile what changed, and say in one line when the cores run uncompiled."""
    digest = digest_of(root)
    if not digest:
        return
    why = failure_reason(root, env)
    if why is None:
        with lock(env.parent / "lock", lambda: print("Another set-up is under way here; waiting for it ...")):
            why = failure_reason(root, env)
            if why is None:
                print("Compiling the playout cores (half a minute) ...")
                well, output = run_quietly([str(python_of(env)), "-m", "tools.native"], root, variables)
                why = "" if well else (output.strip().splitlines() or ["no word of why"])[-1]
                (env / STAMP_FILE).write_text(f"{digest}\n{why}", encoding="utf-8")
    if why:
        print(f"The playout cores run uncompiled, some fifty times slower ({why}).")
