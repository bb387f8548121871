"""The worker process that reviews rounds in the background and reports every turn it has judged.

Laws: nothing here blocks; results are saved beside the match after each round and when the worker is stopped, so that
a later worker continues there; a worker that dies becomes a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from game.bots.spawning import children_ignore_ctrl_c
from game.review.kept import MatchReviews, load_reviews, save_reviews
from game.review.review import RoundReview
from game.table.canon import decode_as, encode

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from game.session.match_replay import Replay

EXIT_TIMEOUT_SECONDS: Final = 1.0  # seconds for a worker to terminate
NAME_LENGTH: Final = 32


@dataclass(frozen=True, slots=True)
class ReviewFailed:
    """Sent by the worker before it gives up: the reason."""

    why: str


@dataclass(frozen=True, slots=True)
class MatchSource:
    """Where a worker reads the match: the text of a local one, or the file of a LAN match."""

    text: bytes = b""
    file: str = ""


WorkerMessage = RoundReview | ReviewFailed


def load_replay(source: MatchSource) -> Replay:
    """Load a match as a replay; raise OSError or ValueError if that fails."""
    from pathlib import Path

    from game.lan.played import read_played
    from game.match.lines import read_match
    from game.session.match_replay import replay_of

    if not source.file:
        return replay_of(read_match(source.text).match.transcript)
    played = read_played(Path(source.file))
    return replay_of(played.transcript, played.own, played.known, over=played.over)


def serve_reviews(pipe: Connection, source: MatchSource, order: tuple[int, ...], seat: int, known: bytes) -> None:
    """Review the rounds in the given order; after each judged turn, send the review so far through the pipe."""
    from game.match.lines import UnreadableMatchError
    from game.match.match import BrokenLogError
    from game.review.review import Reviewer
    from game.review.worth import sample_budget_for

    try:
        try:
            replay, kept = load_replay(source), decode_as(known, MatchReviews)
            for at in order:
                reviewer = Reviewer(replay, at, seat, sample_budget_for(replay.header.game))
                for found in reviewer.review_turns(kept.review_of(reviewer.key, seat)):
                    pipe.send_bytes(encode(found, WorkerMessage))
        except (OSError, ValueError, UnreadableMatchError, BrokenLogError) as error:
            pipe.send_bytes(encode(ReviewFailed(str(error)), WorkerMessage))
    except (BrokenPipeError, KeyboardInterrupt):
        return


def review_file_name(replay: Replay) -> str:
    """Return the name of a match's review file: a hash of its header and first entry, which never change."""
    from hashlib import blake2b

    said = "\n".join([repr(replay.header), *(entry.body for entry in replay.transcript.entries[:1])])
    return blake2b(said.encode(), digest_size=NAME_LENGTH // 2).hexdigest()


class ReviewWorker:
    """The reviews of a match: the saved ones, and new ones while it runs. With `home` None nothing is saved."""

    def __init__(self, replay: Replay, source: MatchSource, home: Path | None) -> None:
        self._replay, self._source, self._home = replay, source, home
        self._name = review_file_name(replay)
        self.kept = load_reviews(home, self._name)
        self.failed = ""
        self._owed = False  # whether there are unsaved results
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    @property
    def is_running(self) -> bool:
        """Return whether the worker is running."""
        return self._process is not None

    def start(self, order: tuple[int, ...], seat: int) -> None:
        """Start or resume the review of these rounds, in this order."""
        self.stop()
        self.failed = ""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        known = encode(self.kept)
        try:
            self._process = context.Process(
                target=serve_reviews, args=(theirs, self._source, order, seat, known), name="review", daemon=True
            )
            with children_ignore_ctrl_c():
                self._process.start()
        except OSError as error:
            self._process = None
            self.failed = error.strerror or str(error)
        finally:
            theirs.close()

    def poll(self) -> bool:
        """Read the worker's messages; return whether there were any."""
        heard = False
        try:
            while self._pipe is not None and self._pipe.poll():
                word = decode_as(self._pipe.recv_bytes(), WorkerMessage)
                heard = True
                if isinstance(word, ReviewFailed):
                    self.failed = word.why
                    self.stop()
                else:
                    self.kept = self.kept.with_review(word)
                    self._owed = True
                    if word.is_complete:
                        self._done(word)
        except (EOFError, OSError):
            self.stop()
            return True
        except ValueError as error:
            self.failed = str(error)
            self.stop()
            return True
        return heard

    def wait_until_done(self) -> None:
        """Block until it is over; for tests and pictures only."""
        while self._pipe is not None:
            self._pipe.poll(None)
            self.poll()

    def stop(self) -> None:
        """Terminate the worker and save the results; may be called twice."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            pipe.close()
        if self._process is not None:
            process, self._process = self._process, None
            process.terminate()
            process.join(EXIT_TIMEOUT_SECONDS)
        self._keep()

    def _done(self, review: RoundReview) -> None:
        from game.client.review.notes import note_mistakes  # imported late: merely reading a review needs no notebook

        self._keep()
        note_mistakes(self._home, self._replay, review)

    def _keep(self) -> None:
        if self._owed:
            self._owed = False
            save_reviews(self._home, self._name, self.kept)
