"""`comodin result --home DIR`: print the state of a home's last LAN match again, and write its transcript."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from game.bots.thinker import InlineThinker
from game.commands.files import CommandError, write_output
from game.commands.lan_headless import Headless
from game.lan.home import LanHome
from game.lan.program import LanProgram
from game.lan.proof import signed_file_text
from game.lan.table import LanTable, make_party
from game.match.transcript import RULES_VERSION
from game.store.home import home_path
from net.guests import JoinRequest


class NoWire:
    """A network without connections, to read a saved match only."""

    def step(self, _now: int) -> Sequence[object]:
        """Do nothing."""
        return ()

    def dial(self, target: str, host: str, port: int) -> None:
        """Do nothing."""


def result(home: str | None, transcript: str | None) -> int:
    """Print the JSON line with which the match's program ends; raise CommandError without a match."""
    path = home_path(home)
    headless = _restore_last_match(path)
    session = headless.session
    if session is None:
        raise CommandError(f"There is no match of a LAN table in the home {path}.")
    if transcript is not None:
        write_output(transcript, signed_file_text(session).encode())
    print(headless.line(), flush=True)
    return 0


def _restore_last_match(path: Path) -> Headless:
    """Return the program with the last match of a home taken up, if there is one."""
    try:
        if not (path / "lan" / "secret").is_file():
            raise CommandError(f"There is no match of a LAN table in the home {path}.")
        kept = LanHome(path, os.urandom)
        last = kept.last_file()
        records = kept.records_of_match(last) if last is not None else ()
    except OSError as error:
        raise CommandError(f"The home {path} cannot be read: {error.strerror or error}.") from error
    program = LanProgram(kept.secret, InlineThinker())
    table = LanTable(
        make_party(program, JoinRequest("", RULES_VERSION, watch=True), os.urandom, kept.knows_match), NoWire()
    )
    headless = Headless(table, program, InlineThinker())
    if records and table.restore(records, 0):
        headless.adopt_restored_match()
    return headless
