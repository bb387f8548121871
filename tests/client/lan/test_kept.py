"""The matches on the network that a home keeps, listed while their tables write to them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from game.client.lan.kept import read_saved_match, saved_match_files

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_that_gets_another_name_while_it_is_listed_is_passed_over(tmp_path: Path) -> None:
    for at, name in enumerate(("old.lan", "new.lan", "over.lan-over")):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (at + 1, at + 1))
    gone = tmp_path / "gone.lan"
    gone.symlink_to(tmp_path / "elsewhere.lan")
    assert [path.name for path in saved_match_files(tmp_path)] == ["new.lan", "old.lan", "over.lan-over"]
    assert read_saved_match(gone) is None
