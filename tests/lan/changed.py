"""A whole program with one thing changed: `python -m tests.lan.changed forks|lies ...` and what `comodin` takes."""

from __future__ import annotations

import sys

from game.cli import main
from game.lan.story import LanStory
from net.log.bodies import Kind
from net.log.effects import Tell
from net.log.entries import LOG_VERSION, TABLE, Claim, Core, Numbered, next_head, seal, sign_core
from net.log.lockstep import Lockstep
from net.messages import Entries

AT = 40  # entries of a log when the deal is behind it


def forks() -> None:
    """As the host, show one player another entry in one place of the log, sealed like the true one."""
    enter = Lockstep.enter

    def entering(lockstep: Lockstep, row: Numbered, core: Core) -> None:
        replica = lockstep.replica
        if lockstep.hosting and replica.length == AT:
            turn = replica.place.turns_of(TABLE)
            seen = (replica.length, replica.heads[-1], replica.states[-1])
            other = sign_core(
                Core(LOG_VERSION, replica.match, TABLE, turn, *seen, Kind.HANDOVER, b"\x91\x07"), lockstep.identity
            )
            claim = Claim(replica.match, replica.place.ballot, AT, next_head(replica.heads[-1], other))
            false = Numbered(AT, other.raw, other.signature, seal(claim, lockstep.identity))
            lockstep.emit(Tell(next(iter(lockstep.feeder.readers)), Entries((false,))))
        enter(lockstep, row, core)

    Lockstep.enter = entering  # type: ignore[method-assign, assignment] # that is what is changed


def lies() -> None:
    """Vouch for a table that is none, as soon as a round is dealt."""
    digest = LanStory.digest
    LanStory.digest = lambda story: bytes(16) if story.standing.deals else digest(story)  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    {"forks": forks, "lies": lies}[sys.argv.pop(1)]()
    sys.exit(main(sys.argv[1:]))
