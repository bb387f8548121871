"""The worker process that checks a deal in the background and reports its progress.

Laws: nothing here blocks; a worker that dies or cannot be started becomes a message; closing ends it.
"""

from __future__ import annotations

from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from game.bots.spawning import children_ignore_ctrl_c
from game.lan.found import CheckOutcome, CheckProgress, CheckResult
from game.table.canon import decode_as, encode
from net.deal.rounds import SHADOW_DECKS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

TERMINATION_SECONDS: Final = 1.0  # seconds that a worker gets to terminate
MAX_PROGRESS_REPORTS: Final = 200
CheckMessage = CheckProgress | CheckResult


def run_check(pipe: Connection, data: bytes, proofs: int) -> None:
    """Check a log; send the progress through the pipe, and finally the result."""
    from game.lan.checking import check_log  # imported late, because only the worker needs it

    last = 0

    def tell(done: int, of: int) -> None:
        nonlocal last
        part = done * MAX_PROGRESS_REPORTS // max(1, of)
        if part != last:
            last = part
            pipe.send_bytes(encode(CheckProgress(done, of), CheckMessage))

    try:
        pipe.send_bytes(encode(check_log(data, tell, proofs=proofs), CheckMessage))
    except (BrokenPipeError, KeyboardInterrupt):
        return


class Checker:
    """A running check; `progress` is how far it is, and `result` its result, None until the end."""

    def __init__(self, path: Path, *, proofs: int = SHADOW_DECKS) -> None:
        self.progress = CheckProgress()
        self.size = 0
        self.result: CheckResult | None = None
        self._process: SpawnProcess | None = None
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        try:
            data = path.read_bytes()
            self.size = len(data)
            self._process = context.Process(target=run_check, args=(theirs, data, proofs), name="check", daemon=True)
            with children_ignore_ctrl_c():
                self._process.start()
        except OSError as error:
            self._process = None
            self.result = CheckResult(CheckOutcome.UNREADABLE, why=error.strerror or str(error))
        finally:
            theirs.close()

    def poll(self) -> bool:
        """Read the worker's messages; return whether there were any."""
        heard = False
        try:
            while self.result is None and self._pipe.poll():
                word = decode_as(self._pipe.recv_bytes(), CheckMessage)
                heard = True
                if isinstance(word, CheckResult):
                    self.result = word
                    self.close()
                else:
                    self.progress = word
        except (EOFError, OSError, ValueError) as error:
            self.result = CheckResult(CheckOutcome.UNREADABLE, why=str(error) or "the worker has ended")
            self.close()
            return True
        return heard

    def wait(self) -> None:
        """Block until it is over; for tests and pictures only."""
        while self.result is None:
            self._pipe.poll(None)
            self.poll()

    def close(self) -> None:
        """Terminate the worker; may be called twice."""
        self._pipe.close()
        if self._process is not None:
            process, self._process = self._process, None
            process.terminate()
            process.join(TERMINATION_SECONDS)
