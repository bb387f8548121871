"""A whole program with one thing changed: `python -m tests.lan.changed WHAT ...` and what `comodin` takes; CHANGES
says what can be changed.
"""

from __future__ import annotations

import sys
from typing import Any

from game.cli import main
from game.lan.absence import Absence
from game.lan.home import LanHome
from game.lan.log.story import LanStory
from net.log.bodies import NONCE_BYTES, Call, LogKind, Start, Vote, read_body, write_body
from net.log.calls import Calls
from net.log.effects import KeptEntry, Tell
from net.log.entries import (
    LOG_VERSION,
    MOST_BALLOT,
    TABLE,
    Claim,
    Core,
    Numbered,
    next_head,
    read_core,
    seal,
    sign_core,
)
from net.log.lockstep import Lockstep
from net.log.place import RANK_BITS
from net.log.replica import Owed
from net.messages import Entries, Propose, Submit
from net.nonces import Drawing
from net.party import Party
from net.peer import AWAY
from net.reasons import Reason

AT = 40  # entries of a log when the deal is behind it
EARLY = 24  # entries of a log when all who play have long met
TOGETHER = (0, 3)  # the seats of a host who votes and of who helps him


def forks() -> None:
    """As the host, show one player another entry in one place of the log, sealed like the true one."""
    enter = Lockstep.enter

    def entering(lockstep: Lockstep, row: Numbered, core: Core) -> None:
        replica = lockstep.replica
        if lockstep.hosting and replica.length == AT:
            turn = replica.place.turns_of(TABLE)
            seen = (replica.length, replica.heads[-1], replica.states[-1])
            other = sign_core(
                Core(LOG_VERSION, replica.match, TABLE, turn, *seen, LogKind.HANDOVER, b"\x91\x07"), lockstep.identity
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


def repeats() -> None:
    """As the host, begin with the START of the last match of this home, as if it had not been played."""
    homes: list[LanHome] = []
    begin, knows = LanHome.__init__, LanHome.knows

    def opening(home: LanHome, *given: Any) -> None:
        begin(home, *given)
        homes.append(home)

    def drawn(_drawing: Drawing) -> Start:
        first = next(one for one in homes[0].records(homes[0].last()) if isinstance(one, KeptEntry))
        start = read_body(read_core(first.numbered.raw))
        assert isinstance(start, Start)
        return start

    LanHome.__init__ = opening  # type: ignore[method-assign, assignment]
    LanHome.knows = lambda home, match: bool(homes) and not knows(home, match)  # type: ignore[method-assign, assignment]
    Drawing.drawn = drawn  # type: ignore[method-assign, assignment]


def swaps() -> None:
    """As the host, begin with another nonce than the one pledged."""
    drawn = Drawing.drawn

    def swapped(drawing: Drawing) -> Start:
        start = drawn(drawing)
        return start._replace(nonces=(*start.nonces[:-1], bytes(NONCE_BYTES)))

    Drawing.drawn = swapped  # type: ignore[method-assign, assignment]


def votes() -> None:
    """As the host, or as who helps him, call the others who are here, keep their answers back and take their chairs.

    That waits until everybody has heard the host for so long that a call cannot be an old one.
    """
    hear = Lockstep.on_submit
    since: list[int] = []

    def deaf(lockstep: Lockstep, link: int, submit: Submit) -> None:
        if lockstep.replica.length < AT:
            hear(lockstep, link, submit)

    def vote(absence: Absence, lockstep: Lockstep, now: int) -> None:
        since.append(now)
        place = lockstep.replica.place
        for seat in place.persons if lockstep.replica.length >= AT and now - since[0] > 2 * AWAY else ():
            if seat not in TOGETHER:
                turns = place.turns_of(seat)
                absence._party.write(Owed(LogKind.CALL, write_body(Call(seat, turns))), now)
                absence._party.write(Owed(LogKind.VOTE, write_body(Vote(seat, turns))), now)

    Calls.refuses = lambda _calls, _core: ""  # type: ignore[method-assign, assignment]
    Lockstep.on_submit = deaf  # type: ignore[method-assign, assignment]
    Absence._call = vote  # type: ignore[method-assign, assignment]


def outbids() -> None:
    """Stand as the host with the largest ballot there is, before everybody linked, once; stay when sent away for it."""
    enter, lost = Lockstep.enter, Party.lost
    told: set[bytes] = set()

    def entering(lockstep: Lockstep, row: Numbered, core: Core) -> None:
        enter(lockstep, row, core)
        replica, seat = lockstep.replica, lockstep.seat
        if replica.length < EARLY or seat is None:
            return
        base = replica.checkpoint()
        ballot = MOST_BALLOT >> RANK_BITS << RANK_BITS | seat
        for link, reader in lockstep.feeder.readers.items():
            if reader.key not in told:
                told.add(reader.key)
                lockstep.emit(Tell(link, Propose(ballot, seat, base, replica.heads[base])))

    def losing(party: Party, link: int, reason: Reason, now: int, **how: Any) -> None:
        if how.get("by_them"):
            print(f"sent away: {reason.value}", file=sys.stderr, flush=True)
        lost(party, link, reason, now)

    Lockstep.enter = entering  # type: ignore[method-assign, assignment]
    Party.lost = losing  # type: ignore[method-assign, assignment]


CHANGES = {one.__name__: one for one in (forks, lies, repeats, swaps, votes, outbids)}

if __name__ == "__main__":
    CHANGES[sys.argv.pop(1)]()
    sys.exit(main(sys.argv[1:]))
