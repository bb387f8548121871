"""Faulty disks: damaged files, random write errors, programs on full disks that are killed at random.

Checked laws: what was saved is found again, nothing is reported that was not saved, and every error is a sentence.
Whole matches end with one log for all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.lan.home import LanHome
from game.match.lines import UnreadableMatchError
from game.store.appended import AppendedFile
from game.store.background import BackgroundJournal, Writer
from game.store.matches import read_file, resume_journal
from game.store.records import DAMAGED_RECORD, RecordFile, read_records
from net.log.effects import EntryRecord
from tests.lan.processes import PATIENCE, ROOT, Program, Table, agree
from tests.store.disks import StubbornDisk
from tools.netsim_wire import Lots

DAMAGED_FILES = 200  # damaged files, half of them solo matches and half LAN logs
FULL_DISK_MATCHES = 100  # solo matches on a disk that fills up and is freed
LAN_TABLES = 8  # LAN tables of real processes
MAX_FILE_BYTES = 90_000  # bytes that a program may write to one file, less than the log of a short match
ROOM_MB = 1  # size of a disk that other files fill
MAX_WAIT_TENTHS = 60  # tenths of a second before a kill
GOLDEN = ROOT / "tests" / "golden"


def soak(seed: int, *, files: int = DAMAGED_FILES, full: int = FULL_DISK_MATCHES, tables: int = LAN_TABLES) -> str:
    """Run all three kinds of trials; return one line with the counts, or raise AssertionError."""
    lots = Lots("disk", seed)
    with tempfile.TemporaryDirectory(prefix="comodin-soak-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        goods = sum(_damaged(place, lots, at) for at in range(files))
        refusals = sum(_filled(place / "full.comodin", lots) for _ in range(full))
        ends = [_table(place / f"table{at}", lots, at) for at in range(tables)]
    kills, stops = (sum(one[at] for one in ends) for at in (0, 1))
    return (
        f"{files} damaged files ({goods} entries good), {full} full disks alone ({refusals} refusals), "
        f"{tables} tables ({stops} stopped by their disks, {kills} kills): 0 differ, 0 lost, 0 tracebacks"
    )


def _hold(so: bool, said: object) -> None:  # noqa: FBT001 - it is what is held
    if not so:
        raise AssertionError(str(said))


# Damaged files


def _damage(data: bytes, lots: Lots) -> bytes:
    """Damage data as disks and crashes do: cut it, flip a bit, zero or repeat a block, or insert a long line."""
    at, size = lots.draw(len(data)), 1 + lots.draw(4096)
    changed = (
        data[:at],
        data[:at] + bytes([data[at] ^ (1 << lots.draw(8))]) + data[at + 1 :],
        data[:at] + bytes(len(data[at : at + size])) + data[at + size :],
        data[: at + size] + data[at : at + size] + data[at + size :],
        data[:at] + b"x" * (size * 256) + data[at:],
        data + bytes(size),
    )
    return changed[lots.draw(len(changed))]


def _damaged(folder: Path, lots: Lots, number: int) -> int:
    """Read a damaged file and continue it; return its number of good entries."""
    return _damaged_match(folder, lots) if number % 2 else _damaged_log(folder, lots)


def _damaged_match(folder: Path, lots: Lots) -> int:
    every = sorted(GOLDEN.glob("*.comodin"))
    data = every[lots.draw(len(every))].read_bytes()
    path = folder / "damaged.comodin"
    path.write_bytes(_damage(data, lots))
    try:
        reading = read_file(path)
    except UnreadableMatchError as error:
        _hold(str(error).endswith("."), error)
        return 0
    good = path.read_bytes()[: reading.good_bytes]
    journal = resume_journal(path, reading)
    journal.close()
    _hold(path.read_bytes() == good, "only what is damaged is cut off")
    length = len(reading.match.transcript.entries)
    lines = data.splitlines(keepends=True)
    if data.startswith(good):
        _hold(good == b"".join(lines[: length + 1]), "what is good is a beginning of the match")
    _hold(read_file(path).damage is None, "what is left is whole")
    return length


def _damaged_log(folder: Path, lots: Lots) -> int:
    path = folder / "damaged.lan"
    path.unlink(missing_ok=True)
    records = [bytes([at]) * (1 + lots.draw(600)) for at in range(40)]
    file = RecordFile(path)
    file.append(*records)
    file.close()
    path.write_bytes(_damage(path.read_bytes(), lots))
    found = [record for record in read_records(path)[0] if record != DAMAGED_RECORD]
    file = RecordFile(path)
    file.append(b"more")
    file.close()
    _hold(read_records(path)[0] == [*found, b"more"], "what was good goes on")
    return len(found)


# Disks that fill


def _filled(path: Path, lots: Lots) -> int:
    """Play a match into a file with random write errors; return how often the journal had one when asked."""
    every = sorted(GOLDEN.glob("*.comodin"))
    lines = every[lots.draw(len(every))].read_bytes().splitlines(keepends=True)
    path.unlink(missing_ok=True)
    refused = 0
    with _patched() as patch:
        writer = Writer(retry_seconds=0.001)
        journal = BackgroundJournal(writer, AppendedFile(path), path)
        failing = {lots.draw(len(lines)) for _ in range(3)}
        disk = StubbornDisk(patch, 1 << 40, fails=failing.__contains__)
        for line in lines:
            if not lots.draw(8):
                disk.room = lots.draw(2 * len(line))
            journal.append(line)
            if not lots.draw(4):
                writer.wait_until_tried()
                refused += bool(journal.disk_refusal)
                disk.room = 1 << 40
        disk.room = 1 << 40
        journal.close()
        writer.wait_until_tried()
        while journal.owed:
            time.sleep(0.001)
        writer.close()
    _hold(path.read_bytes() == b"".join(lines), "a line is missing, or there twice")
    return refused


@contextmanager
def _patched() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


# Tables


def _table(folder: Path, lots: Lots, number: int) -> tuple[int, int]:
    """Play a LAN match with failing disks and kills; return the number of kills and of stops by a full disk."""
    folder.mkdir()
    table = Table(folder, "rummikub", 2, "--option", "rounds=fresh", "--option", "fresh_rounds=1")
    kills = stops = 0
    with _small_disk(folder / "guest0") as fill:
        try:
            table.host.start()
            for at in range(2):
                table.join(f"guest{at}", "--player", f"bot:easy:{at}")
            program = (*table.guests, table.host)[number % 3]
            if fill is not None and number % 2 and program is table.guests[0]:
                program.reaches(1 + lots.draw(60))
                _fill(fill)
                _stopped(program)
                _kept_is_told(folder, program)
                fill.unlink()
                program.start()
                stops += 1
            else:
                plain = program.command
                program.reaches(1 + lots.draw(40))
                program.kill()
                program.command = _bounded(plain, 1 + lots.draw(MAX_FILE_BYTES))
                program.start()
                stopped = _stopped(program)
                _kept_is_told(folder, program)
                program.command = plain
                if stopped:
                    program.start()
                kills, stops = kills + 1, stops + stopped
            kills += _killed((*table.guests, table.host)[(number + 1) % 3], lots.draw(MAX_WAIT_TENTHS) / 10)
            agree(table.results())
        finally:
            table.close()
    return kills, stops


def _killed(program: Program, seconds: float) -> bool:
    """Kill a program after a while and restart it, unless it has ended by then."""
    if program.ended(seconds) is not None:
        return False
    program.kill()
    program.start()
    return True


def _bounded(command: list[str], most: int) -> list[str]:
    """Return the command with a limit of `most` bytes for each file, and without a transcript."""
    if "--transcript" in command:
        at = command.index("--transcript")
        command = [*command[:at], *command[at + 2 :]]
    code = (
        "import os, resource, sys; most = int(sys.argv[1]); resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)); "
    )
    return [command[0], "-c", f"{code}os.execv(sys.argv[2], sys.argv[2:])", str(most), *command]


def _stopped(program: Program) -> bool:
    """Wait for a program on a full disk; return whether that ended it, with a sentence that names the cause."""
    code = program.ended(PATIENCE)
    _hold(code is not None, f"{program.name} does not end")
    program.hear_out()
    said = "\n".join(program.lines)
    _hold("Traceback" not in said, said)
    if code == 0:
        return False
    _hold(code == 2, said)
    _hold(any(one in said for one in ("File too large", "No space left on device")), said)
    return True


def _kept_is_told(folder: Path, program: Program) -> None:
    """Check that a program's home has every entry that it reported."""
    told = [int(line.split(" ")[0]) for line in program.lines if line.endswith(" entries")]
    home = folder / program.command[program.command.index("--home") + 1]
    kept = LanHome(home, os.urandom)
    last = kept.last_file()
    records = kept.records_of_match(last) if last is not None else ()
    length = max((one.numbered.number + 1 for one in records if isinstance(one, EntryRecord)), default=0)
    _hold(length >= max(told, default=0), (program.name, length, told[-3:]))


@contextmanager
def _small_disk(place: Path) -> Iterator[Path | None]:
    """Mount a small disk if allowed; yield the file that fills it, or None without a disk."""
    place.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    command = [str(mount), "-t", "tmpfs", "-o", f"size={ROOM_MB}m", "comodin", str(place)]
    may = sys.platform == "linux" and mount is not None and umount is not None
    mounted = may and not subprocess.run(command, capture_output=True, check=False).returncode
    try:
        yield place / "filler" if mounted else None
    finally:
        if mounted:
            subprocess.run([str(umount), "-l", str(place)], capture_output=True, check=False)


def _fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 1024, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
