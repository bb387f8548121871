"""Changes of one line each to the network, and who of the simulated network's default slice notices them.

`python3 tools/dev.py mutants net` makes each change in a copy of the project, plays the parts of the slice until one
fails, and prints the table; it fails when fewer die than must, or when the part that is named here no longer notices.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import netsim, netsim_tables
from tools.netsim_plan import Blow, Plan

ROOT = Path(__file__).resolve().parents[1]
LEAST_KILLED = 20
SECONDS = 900  # for one part: a program that waits for ever is noticed too
COPIED = ("net", "game", "tools", "tests")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One line changed, and the part of the slice that notices; empty if none does."""

    file: str
    old: str
    new: str
    killer: str


def _hosts() -> str:
    """Let the host be gone for good, wherever it sits, and see who is the next."""
    plans = [
        Plan(seed, 4, 1, 6, (Blow(0, 12, 1, lasting=True),), 0, -1, host_sits=True, chair=seed % 4) for seed in range(8)
    ]
    faults = [fault for plan in plans for fault in netsim.run(plan).faults[:1]]
    return f"netsim hosts runs={len(plans)} failed={len(faults)}{''.join(faults[:1])}"


# The default slice, the quick parts first; tests/net/test_netsim.py and test_netsim_tables.py play the same.
PARTS: dict[str, Callable[[], str]] = {
    "hosts": _hosts,
    "tiny": lambda: netsim.soak(20_000, 50),
    "more": lambda: netsim.soak(30_000, 50),
    "sweep": lambda: netsim.sweep(7, seats=2),
    "tables": lambda: netsim_tables.slice_of(1),
}

MUTANTS = (
    Mutant(
        "net/shell/driver.py",
        "elif isinstance(deed, Send | Close | None):",
        "elif not (isinstance(deed, Send) and self._do(deed) is None) and isinstance(deed, Send | Close | None):",
        "tables",
    ),
    Mutant("net/log/lockstep.py", "if row.number > self.replica.length:", "if row.number < 0:", "tiny"),
    Mutant("net/log/place.py", "first = 0 if self.host == TABLE else self.host + 1", "first = 0", "hosts"),
    Mutant("net/party.py", "chooses = self.identity.key < new.key", "chooses = True", "tiny"),
    Mutant(
        "net/party.py",
        "rivals = [(old, guest) for old, guest in others if guest.run != new.run]",
        "rivals = list(others)",
        "tables",
    ),
    Mutant("net/log/lockstep.py", "self.outbox.drop_overtaken()", "pass", "tiny"),
    Mutant("net/presence.py", "what = (agreed.options, agreed.digest)", 'what = (b"", place.match)', "tiny"),
    Mutant("net/log/catch_up.py", "reader.cursor += len(entries.rows)", "pass", "tiny"),
    Mutant("net/log/place.py", "lost = 2 * len(votes) > len(place.persons) - 1", "lost = False", "tiny"),
    Mutant("net/log/outbox.py", "lockstep.emit(Keep(KeptOwn(self.pending)))", "pass", "tiny"),
    Mutant("net/log/outbox.py", "self.pending = own", "pass", "tiny"),
    Mutant("net/log/catch_up.py", "reader.waiting = False", "pass", "tables"),
    Mutant("net/log/lockstep.py", "self._out.append(Keep(KeptEntry(row)))", "pass", "tiny"),
    Mutant("net/log/lockstep.py", "self.replica.cut(numbered.number)", "pass", ""),
    Mutant("net/log/lockstep.py", "self.feeder.rewind(row.number)", "pass", "tiny"),
    Mutant("net/presence.py", "if self.is_lonely(now):", "if now < 0:", "tiny"),
    Mutant(
        "game/commands/lan_see_off.py",
        "nobody = not readers and not _to_come(lockstep) - self._heard",
        "nobody = not readers",
        "tables",
    ),
    Mutant(
        "game/lan/table.py",
        "self._calls = {target: link for target, link in self._calls.items() if link != ended.link}",
        "pass",
        "tables",
    ),
    Mutant(
        "net/inbox.py",
        "if message.rows[0].number or not self._begin_from(link, message.rows[0]):",
        "if not self._begin_from(link, message.rows[0]):",
        "",
    ),
    Mutant(
        "net/log/place.py",
        "return tuple(seat for seat in place.persons if seat != place.host)",
        "return place.persons",
        "",
    ),
    Mutant("net/log/lockstep.py", "if is_chunk(entries.rows):", "if not entries.rows:", "tables"),
    Mutant("net/log/succession.py", "if self._since is None and not self._lockstep.hosting:", "if False:", "hosts"),
)


def changed(text: str, mutant: Mutant) -> str:
    """Return a file with the one line changed; the line must be there, once."""
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.file} has {text.count(mutant.old)} times: {mutant.old}")
    return text.replace(mutant.old, mutant.new)


def killer_of(mutant: Mutant, folder: Path) -> str:
    """Make the change in a copy and return the part that fails; empty if none does."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "assets").symlink_to(ROOT / "assets", target_is_directory=True)
    path = folder / mutant.file
    path.write_text(changed(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")
    first = [mutant.killer] if mutant.killer else []
    for part in dict.fromkeys([*first, *PARTS]):
        command = [sys.executable, "-m", "tools.mutants_net", "--part", part]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return part
        if done.returncode:
            return part
    return ""


def table(mutants: Sequence[Mutant]) -> int:
    """Try all; print who kills each, and return the exit code."""
    began, killed, moved = time.monotonic(), 0, 0
    for mutant in mutants:
        with tempfile.TemporaryDirectory(prefix="comodin-mutant-") as folder:
            killer = killer_of(mutant, Path(folder))
        killed += bool(killer)
        moved += killer != mutant.killer
        print(f"{killer or 'SURVIVES':9} {mutant.file}: {mutant.old}  ->  {mutant.new}", flush=True)
    wall = time.monotonic() - began
    print(f"mutants net: {killed} of {len(mutants)} killed, {moved} by another than is written, {wall:.0f} s")
    return int(killed < min(LEAST_KILLED, len(mutants)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one part here, or try all mutants."""
    reader = argparse.ArgumentParser(prog="mutants net", description=__doc__)
    reader.add_argument("--part", choices=list(PARTS), help="only play this part of the slice")
    reader.add_argument("--only", type=int, help="only try the mutant of this number, from 0")
    given = reader.parse_args(arguments)
    if given.part:
        said = PARTS[given.part]()
        print(said)
        return int("failed=0" not in said)
    return table(MUTANTS if given.only is None else MUTANTS[given.only : given.only + 1])


if __name__ == "__main__":
    sys.exit(main())
