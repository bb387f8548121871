"""A list of mutants of the network and of storage, each with the quick test and the simulation that kill it.

`python3 tools/dev.py mutants net` makes each change in a copy of the project, runs the test named here and, if that
passes, the parts of the network's default slice until one fails; it prints a table and fails if too few mutants are
killed. With `--slice` it only plays the slice, for the mutants of the network.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tools import netsim, netsim_tables
from tools.netsim_plan import Blow, Plan, drawn_plan

ROOT = Path(__file__).resolve().parents[1]
MIN_KILLED = 20
PART_SECONDS = 900  # for one part: a program that hangs counts as noticed
COPIED = ("net", "game", "tools", "tests")
LINKED = ("assets", "pyproject.toml")
QUICK_TEST = ("-m", "pytest", "-q", "-n0", "-x", "-p", "no:cacheprovider")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a file, the part of the slice that notices it (empty if none), and the quick test that kills it."""

    file: str
    old: str
    new: str
    killer: str
    test: str


def _hosts() -> str:
    """Remove the host for good, on any chair, alone or together with one of its electors, and check who hosts next."""
    gone = Blow(0, 12, 1, lasting=True)
    fates: list[tuple[int, tuple[Blow, ...], int]] = [(4, (gone,), seed % 4) for seed in range(8)]
    fates += [(2, (gone,), 0), (2, (gone,), 1), (4, (gone, Blow(3, 12, 1, lasting=True)), 0)]
    plans = [
        Plan(seed, seats, 1, 6, blows, 0, -1, host_sits=True, chair=chair)
        for seed, (seats, blows, chair) in enumerate(fates)
    ]
    faults = [fault for plan in plans for fault in netsim.run(plan).faults[:1]]
    return f"netsim hosts runs={len(plans)} failed={len(faults)}{''.join(faults[:1])}"


def words_plans() -> list[Plan]:
    """Draw runs in which everybody chats and many frames arrive twice or late."""
    plans = [replace(drawn_plan(70_000 + seed), frames=100, talks=True) for seed in range(30)]
    # The host is removed early: the next host would otherwise send few kinds of messages.
    gone = (Blow(0, 12, 1, lasting=True),)
    return [*plans, *(Plan(seed, 4, 1, 6, gone, 2, -1, host_sits=True, frames=150) for seed in range(10))]


def _words() -> str:
    """Make one frame in five arrive twice or late, from the beginning of a match."""
    runs = [netsim.run(plan) for plan in words_plans()]
    faults = [fault for one in runs for fault in one.faults[:1]]
    return f"netsim words runs={len(runs)} failed={len(faults)}{''.join(faults[:1])}"


# The default slice, the quick parts first; tests/net/test_netsim.py and test_netsim_tables.py play the same.
PARTS: dict[str, Callable[[], str]] = {
    "hosts": _hosts,
    "words": _words,
    "tiny": lambda: netsim.soak(20_000, 50),
    "more": lambda: netsim.soak(30_000, 50),
    "sweep": lambda: netsim.sweep(7, seats=2),
    "tables": lambda: netsim_tables.slice_of(1),
}

MUTANTS = (
    Mutant(
        "net/shell/driver.py",
        "elif isinstance(action, WriteBytes | CloseLink | None):",
        "elif not (isinstance(action, WriteBytes) and self._do(action) is None) and isinstance("
        "action, WriteBytes | CloseLink | None):",
        "tables",
        "tests/net/shell/test_driver.py::test_everything_is_kept_before_what_stands_behind_it_is_sent",
    ),
    Mutant(
        "net/log/lockstep.py",
        "if row.number > self.replica.length:",
        "if row.number < 0:",
        "tiny",
        "tests/net/log/test_lockstep.py::test_an_entry_that_was_lost_on_the_way_is_asked_for_and_nothing_behind_it_is_folded",
    ),
    Mutant(
        "net/log/roster.py",
        "first = 0 if self.host == TABLE_AUTHOR else self.host + 1",
        "first = 0",
        "hosts",
        "tests/net/log/test_succession.py::test_the_next_host_is_looked_for_from_the_hosts_seat_on",
    ),
    Mutant(
        "net/members.py",
        "chooses = self.identity.key < new.key",
        "chooses = True",
        "tiny",
        "tests/net/test_doubles.py::test_links_of_one_program_do_not_pile_up_where_the_other_side_chooses",
    ),
    Mutant(
        "net/members.py",
        "rivals = [(old, guest) for old, guest in others if guest.run != new.run]",
        "rivals = list(others)",
        "tiny",
        "tests/net/test_doubles.py::test_what_was_said_to_the_host_on_a_link_that_ends_is_said_again_on_the_other",
    ),
    Mutant(
        "net/log/lockstep.py",
        "self.outbox.drop_overtaken()",
        "pass",
        "tiny",
        "tests/net/log/test_ballots.py::test_a_ballot_far_beyond_is_its_senders_fault_and_the_next_host_stands",
    ),
    Mutant(
        "net/presence.py",
        "what = (agreed.options, agreed.digest)",
        'what = (b"", place.match)',
        "tiny",
        "tests/net/test_party.py::test_eight_may_watch_a_match",
    ),
    Mutant(
        "net/log/catch_up.py",
        "reader.cursor += len(entries.rows)",
        "pass",
        "tiny",
        "tests/net/log/test_lockstep.py::test_each_reader_who_is_abreast_is_sent_each_entry_once",
    ),
    Mutant(
        "net/log/roster.py",
        "if _is_voted_off(roster, votes):",
        "if False:",
        "tiny",
        "tests/net/log/test_replica.py::test_a_vote_of_the_majority_takes_a_seat_and_a_word_of_its_owner_saves_it",
    ),
    Mutant(
        "net/log/outbox.py",
        "copy.emit(Persist(PendingRecord(signed)))",
        "pass",
        "tiny",
        "tests/net/log/test_lockstep.py::test_a_restarted_program_says_the_very_same_entry_again",
    ),
    Mutant(
        "net/log/outbox.py",
        "self._copy.pending = own",
        "pass",
        "tiny",
        "tests/net/log/test_lockstep.py::test_a_restarted_program_says_the_very_same_entry_again",
    ),
    Mutant(
        "net/log/catch_up.py",
        "reader.waiting = False",
        "pass",
        "tables",
        "tests/net/log/test_lockstep.py::test_a_long_log_is_caught_up_in_chunks",
    ),
    Mutant(
        "net/log/lockstep.py",
        "self._out.append(Persist(EntryRecord(row)))",
        "pass",
        "tiny",
        "tests/net/log/test_ballots.py::test_a_match_taken_up_with_a_hole_keeps_what_follows_and_says_so",
    ),
    Mutant(
        "net/log/lockstep.py",
        "self.replica.truncate(numbered.number)",
        "pass",
        "hosts",
        "tests/net/log/test_succession.py::test_a_promise_is_kept_and_outlives_a_crash",
    ),
    # Leaving out `feeder.rewind` instead makes no visible difference: linked programs answer the following
    # announcement with what they have, and are fed from there.
    Mutant(
        "net/log/lockstep.py",
        "self.heads.remember_branch(self.replica, row.number)",
        "pass",
        "",
        "tests/net/log/test_branches.py::test_a_fork_that_was_healed_before_the_score_is_found_when_its_victims_meet",
    ),
    Mutant(
        "net/presence.py",
        "if self.is_lonely(now):",
        "if now < 0:",
        "tiny",
        "tests/net/test_party.py::test_a_guest_alone_calls_everybody_of_the_start_and_any_of_them_has_the_log_to_give",
    ),
    Mutant(
        "game/commands/lan_linger.py",
        "nobody = not readers and not _to_come(lockstep) - self._served",
        "nobody = not readers",
        "tables",
        "tests/commands/test_lan_see_off.py::test_who_was_cut_off_before_the_farewell_is_waited_for_but_not_for_ever",
    ),
    Mutant(
        "game/lan/table.py",
        "self._calls = {target: link for target, link in self._calls.items() if link != ended.link}",
        "pass",
        "tables",
        "tests/lan/test_table.py::test_whose_link_ended_is_called_again_and_only_at_that_address",
    ),
    Mutant(
        "net/inbox.py",
        "if message.rows[0].number or not self._begin_from(link, message.rows[0]):",
        "if not self._begin_from(link, message.rows[0]):",
        "words",
        "tests/net/test_party.py::test_entries_that_outran_the_start_cost_nothing_and_are_asked_for_again",
    ),
    Mutant(
        "net/log/roster.py",
        "return tuple(seat for seat in roster.persons if seat != roster.host)",
        "return roster.persons",
        "hosts",
        "tests/net/log/test_entries.py::test_every_word_of_the_place_is_reached[no_elector]",
    ),
    Mutant(
        "net/log/lockstep.py",
        "if is_chunk(entries.rows):",
        "if not entries.rows:",
        "tables",
        "tests/net/log/test_lockstep.py::test_a_long_log_is_caught_up_in_chunks",
    ),
    Mutant(
        "net/log/succession.py",
        "if self._lost_since is None and not ("
        "self._lockstep.is_hosting or self._lockstep.replica.story.is_host_fixed()):",
        "if False:",
        "hosts",
        "tests/net/log/test_ballots.py::test_a_ballot_far_beyond_is_its_senders_fault_and_the_next_host_stands",
    ),
)

TOLD_BEHIND = r"""        self._journal.append(f"{entry_line(entry, self._tenths())}\n".encode())
        self._match, self._since = match, self._now
        self._deliver_faces(entry)"""

# Saving before sending: the simulation cannot notice these, since it keeps records in memory.
STORAGE_MUTANTS = (
    Mutant(
        "game/store/appended.py",
        "os.fsync(self._handle)",
        "pass",
        "",
        "tests/store/test_appended.py::test_records_survive_a_crash_behind_each",
    ),
    Mutant(
        "game/store/appended.py",
        "os.fsync(self._handle)",
        "pass",
        "",
        "tests/store/test_appended.py::test_after_a_crash_behind_any_entry_the_match_is_there_as_far_as_it_was_told",
    ),
    Mutant(
        "game/store/appended.py",
        "sync_folder(path.parent)",
        "pass",
        "",
        "tests/store/test_appended.py::test_after_a_crash_behind_any_entry_the_match_is_there_as_far_as_it_was_told",
    ),
    Mutant(
        "game/store/appended.py",
        "os.ftruncate(self._handle, self._good)",
        "pass",
        "",
        "tests/store/test_appended.py::test_a_disk_that_fills_anywhere_costs_nothing_when_there_is_room_again",
    ),
    Mutant(
        "game/store/background.py",
        "self._lines.append(self._owed[0])\n                self._owed.popleft()",
        "self._lines.append(self._owed.popleft())",
        "",
        "tests/store/test_background.py::test_lines_that_are_refused_are_told_once_and_kept_when_there_is_room_again",
    ),
    Mutant(
        "net/shell/bridge.py",
        "except OSError as error:\n            self._sockets.hold_output()",
        "except OSError as error:\n            pass",
        "",
        "tests/net/shell/test_bridge.py::test_what_a_disk_never_took_is_never_said",
    ),
    Mutant(
        "net/shell/bridge.py",
        "self._sockets.hold_output()\n            self._writing",
        "self._writing",
        "",
        "tests/net/shell/test_bridge.py::test_of_two_bridges_in_one_thread_none_waits_for_the_others_disk",
    ),
    Mutant(
        "net/shell/driver.py",
        "self.mute, self.disk_refusal = True, error.strerror or str(error)",
        "self.disk_refusal = error.strerror or str(error)",
        "",
        "tests/net/shell/test_driver.py::test_nothing_behind_a_record_that_is_refused_is_sent_or_kept",
    ),
    Mutant(
        "game/session/local.py",
        TOLD_BEHIND,
        "\n".join((*TOLD_BEHIND.splitlines()[1:], TOLD_BEHIND.splitlines()[0])),
        "",
        "tests/session/test_local.py::test_nobody_is_told_of_a_line_before_the_journal_has_it",
    ),
)


def changed_text(text: str, mutant: Mutant) -> str:
    """Return a file with the change; the old code must be in it exactly once."""
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.file} has {text.count(mutant.old)} times: {mutant.old}")
    return text.replace(mutant.old, mutant.new)


def killer_of(mutant: Mutant, folder: Path, *, tests: bool) -> str:
    """Apply the change to a copy and return the test or part that fails; empty if none does."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    path = folder / mutant.file
    path.write_text(changed_text(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")
    if tests and _fails([*QUICK_TEST, mutant.test], folder):
        return mutant.test
    if mutant in STORAGE_MUTANTS:
        return ""
    first = [mutant.killer] if mutant.killer else []
    parts = dict.fromkeys([*first, *PARTS])
    return next((part for part in parts if _fails(["-m", "tools.mutants_net", "--part", part], folder)), "")


def _fails(arguments: Sequence[str], folder: Path) -> bool:
    try:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=folder, capture_output=True, check=False, timeout=PART_SECONDS
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode == 1  # other codes mean that pytest found no such test


def print_table(mutants: Sequence[Mutant], *, tests: bool = True) -> int:
    """Try all mutants; print what kills each, and return the exit code."""
    began, killed, moved = time.monotonic(), 0, 0
    for mutant in mutants:
        with tempfile.TemporaryDirectory(prefix="comodin-mutant-") as folder:
            killer = killer_of(mutant, Path(folder), tests=tests)
        killed += bool(killer)
        moved += killer != (mutant.test if tests else mutant.killer)
        print(f"{mutant.file}: {mutant.old}  ->  {mutant.new}\n    {killer or 'SURVIVES'}", flush=True)
    wall = time.monotonic() - began
    print(f"mutants net: {killed} of {len(mutants)} killed, {moved} by another than is written, {wall:.0f} s")
    return int(killed < (len(mutants) if tests else min(MIN_KILLED, len(mutants))))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one part here, or try all mutants."""
    reader = argparse.ArgumentParser(prog="mutants net", description=__doc__)
    reader.add_argument("--part", choices=list(PARTS), help="only play this part of the slice")
    reader.add_argument("--only", type=int, help="only try the mutant of this number, from 0")
    reader.add_argument("--slice", action="store_true", help="let the simulated network alone find them")
    given = reader.parse_args(arguments)
    if given.part:
        said = PARTS[given.part]()
        print(said)
        return int("failed=0" not in said)
    every = MUTANTS if given.slice else (*MUTANTS, *STORAGE_MUTANTS)
    chosen = every if given.only is None else every[given.only : given.only + 1]
    return print_table(chosen, tests=not given.slice)


if __name__ == "__main__":
    sys.exit(main())
