"""A LAN match of a home, folded for viewing.

Laws: it was judged when it was played, and only `proof` judges it again; in an unfinished round only one's own tiles
are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from game.bots.thinker import InlineThinker
from game.lan.home import LanFile
from game.lan.log.story import LanStory
from game.lan.program import LanProgram
from game.lan.proof import LogVerifier, entries_in_records, match_file_text
from game.lan.terms import read_terms
from game.match.match import BrokenLogError, Match
from game.match.transcript import Transcript
from game.store.records import SECRET_BYTES
from game.table.faces import Face
from game.table.tiles import Tile
from net.deal.rounds import SHADOW_DECKS
from net.log.effects import SaltRecord
from net.log.entries import read_core
from net.log.replica import Replica
from net.schema import Misfit

_STEPS_PER_CALL = 4096

ReportProgress = Callable[[int, int], None]  # called with how many entries have been read, and of how many


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match rebuilt from its log, our own seat if we had one, and the faces we may know in the round in progress."""

    match: Match
    own: int | None
    known: Mapping[Tile, Face]
    over: bool
    text: str  # as its file, with all signed entries
    whole: bool  # whether the whole file was readable

    @property
    def transcript(self) -> Transcript:
        """Its log."""
        return self.match.transcript


def secret_in(folder: Path) -> bytes:
    """Return the secret in a home's folder of LAN matches, or zeros if there is none."""
    try:
        secret = (folder / "secret").read_bytes()
    except OSError:
        return bytes(SECRET_BYTES)
    return secret if len(secret) == SECRET_BYTES else bytes(SECRET_BYTES)


def read_played(
    path: Path, report: ReportProgress = lambda _read, _of: None, *, proofs: int = SHADOW_DECKS
) -> PlayedMatch:
    """Read the file of a match; raise OSError if it cannot be read, ValueError if it holds no match."""
    kept = path.read_bytes()
    records, good = LanFile.records_of(kept)
    rows = entries_in_records(records)
    if not rows:
        raise Misfit("it has no START")
    secret = secret_in(path.parent)
    own = LanProgram(secret, InlineThinker(), proofs=proofs)
    salts = [one for one in records if isinstance(one, SaltRecord)]
    for one in salts:
        own.set_salt(one.match, one.salt)
    program = (
        own if salts else LogVerifier(secret, InlineThinker(), proofs=proofs)
    )  # without the salt our seeds cannot be derived
    replica = Replica(rows[0], lambda place: LanStory(place, program, read_terms(place, old=True)), old=True)
    for row in rows[1:]:
        try:
            if row.number != replica.length:
                break  # an unreadable entry: the match is shown up to here
            replica.append(row, read_core(row.raw))
        except (Misfit, BrokenLogError):
            break
        report(row.number + 1, len(rows))
    story = cast("LanStory", replica.story)
    while story.table is not None and story.do_work(_STEPS_PER_CALL):
        pass
    whole = good == len(kept) and replica.length == len(rows)
    return PlayedMatch(story.match, story.seat, dict(story.known), story.is_over, match_file_text(replica), whole)
