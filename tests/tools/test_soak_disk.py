"""The long run of disks, a few of each but the tables, which real processes play."""

from __future__ import annotations

from tools import soak_disk


def test_a_few_damaged_files_and_full_disks_are_borne() -> None:
    line = soak_disk.soak(3, files=6, full=3, tables=0)
    assert line.startswith("6 damaged files (")
    assert line.endswith("0 differ, 0 lost, 0 tracebacks")
