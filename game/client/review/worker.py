"""The worker that reviews rounds beside the window: a process of its own, which tells of every turn that it has judged.

Laws: nothing here waits; what was found is kept beside the match whenever a round is done and when the worker is
stopped, so that another goes on where this one was; a worker that dies is a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from game.bots.spawning import children_ignore_ctrl_c
from game.review.kept import Reviews, keep_reviews, load_reviews
from game.review.review import RoundReview
from game.table.canon import decode_as, encode

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from game.session.reel import Reel

FAREWELL: Final = 1.0  # seconds for an ended worker to go
NAME_LENGTH: Final = 32


@dataclass(frozen=True, slots=True)
class ReviewFailed:
    """Why nothing more comes."""

    why: str


@dataclass(frozen=True, slots=True)
class MatchSource:
    """Where a worker reads the match: the text of one alone, or the file of one of the LAN."""

    text: bytes = b""
    file: str = ""


Word = RoundReview | ReviewFailed


def laid_out(source: MatchSource) -> Reel:
    """Lay a match out anew; raise OSError or ValueError where that cannot be."""
    from pathlib import Path

    from game.lan.played import read_played
    from game.match.lines import read_match
    from game.session.reel import reel_of

    if not source.file:
        return reel_of(read_match(source.text).match.transcript)
    played = read_played(Path(source.file))
    return reel_of(played.transcript, played.own, played.known, over=played.over)


def serve(pipe: Connection, source: MatchSource, order: tuple[int, ...], seat: int, known: bytes) -> None:
    """Review the rounds in their order; tell of each turn through the pipe."""
    from game.match.lines import UnreadableMatchError
    from game.match.match import BrokenLogError
    from game.review.review import Reviewer
    from game.review.worth import pains_for

    try:
        try:
            reel, kept = laid_out(source), decode_as(known, Reviews)
            for at in order:
                reviewer = Reviewer(reel, at, seat, pains_for(reel.header.game))
                for found in reviewer.going_on(kept.of(reviewer.key, seat)):
                    pipe.send_bytes(encode(found, Word))
        except (OSError, ValueError, UnreadableMatchError, BrokenLogError) as error:
            pipe.send_bytes(encode(ReviewFailed(str(error)), Word))
    except (BrokenPipeError, KeyboardInterrupt):
        return


def name_of(reel: Reel) -> str:
    """Return the key of a match's reviews: a hash of its header and first entry, which never change."""
    from hashlib import blake2b

    said = "\n".join([repr(reel.header), *(entry.body for entry in reel.transcript.entries[:1])])
    return blake2b(said.encode(), digest_size=NAME_LENGTH // 2).hexdigest()


class ReviewWorker:
    """The reviews of a match: those that are kept and, while it is started, more. `home` is None where none is kept."""

    def __init__(self, reel: Reel, source: MatchSource, home: Path | None) -> None:
        self._reel, self._source, self._home = reel, source, home
        self._name = name_of(reel)
        self.kept = load_reviews(home, self._name)
        self.failed = ""
        self._owed = False  # what was found and is not kept
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    @property
    def runs(self) -> bool:
        """Return whether it is at work."""
        return self._process is not None

    def start(self, order: tuple[int, ...], seat: int) -> None:
        """Go on where it was stopped, or begin; the rounds in this order."""
        self.stop()
        self.failed = ""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        known = encode(self.kept)
        try:
            self._process = context.Process(
                target=serve, args=(theirs, self._source, order, seat, known), name="review", daemon=True
            )
            with children_ignore_ctrl_c():
                self._process.start()
        except OSError as error:
            self._process = None
            self.failed = error.strerror or str(error)
        finally:
            theirs.close()

    def poll(self) -> bool:
        """Hear the worker; return whether it said anything."""
        heard = False
        try:
            while self._pipe is not None and self._pipe.poll():
                word = decode_as(self._pipe.recv_bytes(), Word)
                heard = True
                if isinstance(word, ReviewFailed):
                    self.failed = word.why
                    self.stop()
                else:
                    self.kept = self.kept.having(word)
                    self._owed = True
                    if word.done:
                        self._done(word)
        except (EOFError, OSError):
            self.stop()
            return True
        except ValueError as error:
            self.failed = str(error)
            self.stop()
            return True
        return heard

    def wait(self) -> None:
        """Wait until it is over; for tests and pictures, not for the window."""
        while self._pipe is not None:
            self._pipe.poll(None)
            self.poll()

    def stop(self) -> None:
        """End it and keep what it found; safe to call twice."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            pipe.close()
        if self._process is not None:
            process, self._process = self._process, None
            process.terminate()
            process.join(FAREWELL)
        self._keep()

    def _done(self, review: RoundReview) -> None:
        from game.client.review.notes import note_mistakes  # a review that is only looked at needs no notebook

        self._keep()
        note_mistakes(self._home, self._reel, review)

    def _keep(self) -> None:
        if self._owed:
            self._owed = False
            keep_reviews(self._home, self._name, self.kept)
