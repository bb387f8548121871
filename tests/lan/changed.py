"""A whole program with one thing changed: CHANGES says what can be changed.

A process of its own is `python -m tests.lan.changed WHAT ...` and what `comodin` takes; among programs in one process a
change is told whose keys it is for, and how to be undone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from game.cli import main
from game.lan.absence import Absence
from game.lan.home import LanHome
from game.lan.log.story import LanStory
from net.log.bodies import NONCE_BYTES, Call, LogKind, Start, Vote, read_body, write_body
from net.log.calls import Calls
from net.log.effects import EntryRecord, SendMessage
from net.log.entries import (
    LOG_VERSION,
    MAX_BALLOT,
    TABLE_AUTHOR,
    Claim,
    Core,
    Numbered,
    next_head,
    read_core,
    seal_entry,
    sign_core,
)
from net.log.lockstep import Lockstep
from net.log.replica import EntryDraft
from net.log.roster import RANK_BITS
from net.messages import Entries, Propose, Submit
from net.nonces import NonceDraw
from net.party import Party
from net.peer import AWAY_AFTER_MS
from net.reasons import Reason

AT = 40  # entries of a log when the deal is behind it
EARLY = 24  # entries of a log when all who play have long met
TOGETHER = (0, 3)  # the seats of a host who votes and of who helps him

Put = Callable[[type, str, object], None]  # sets a method of a class
Ours = Callable[[bytes], bool]  # tells whether a program's key is that of a changed program


def all_of_us(_key: bytes) -> bool:
    """Return True: in a process of its own every program is a changed one."""
    return True


def forks(put: Put = setattr, ours: Ours = all_of_us) -> None:
    """As the host, show one player another entry in one place of the log, sealed like the true one."""
    enter = Lockstep.add_entry

    def entering(lockstep: Lockstep, row: Numbered, core: Core) -> None:
        replica = lockstep.replica
        if lockstep.is_hosting and replica.length == AT and ours(lockstep.identity.key):
            turn = replica.roster.entries_written_by(TABLE_AUTHOR)
            seen = (replica.length, replica.heads[-1], replica.states[-1])
            other = sign_core(
                Core(LOG_VERSION, replica.match, TABLE_AUTHOR, turn, *seen, LogKind.HANDOVER, b"\x91\x07"),
                lockstep.identity,
            )
            claim = Claim(replica.match, replica.roster.ballot, AT, next_head(replica.heads[-1], other))
            false = Numbered(AT, other.raw, other.signature, seal_entry(claim, lockstep.identity))
            lockstep.emit(SendMessage(next(iter(lockstep.feeder.readers)), Entries((false,))))
        enter(lockstep, row, core)

    put(Lockstep, "add_entry", entering)


def lies(put: Put = setattr, ours: Ours = all_of_us) -> None:
    """Vouch for a false table as soon as a round is dealt."""
    digest = LanStory.digest

    def false(story: LanStory) -> bytes:
        return bytes(16) if story.standing.deals and ours(story.program.key) else digest(story)

    put(LanStory, "digest", false)


def repeats(put: Put = setattr) -> None:
    """As the host, begin with the START of the last match of this home, as if it had not been played."""
    homes: list[LanHome] = []
    begin, knows = LanHome.__init__, LanHome.knows_match

    def opening(home: LanHome, *given: Any) -> None:
        begin(home, *given)
        homes.append(home)

    def drawn(_drawing: NonceDraw) -> Start:
        first = next(one for one in homes[0].records_of_match(homes[0].last_file()) if isinstance(one, EntryRecord))
        start = read_body(read_core(first.numbered.raw))
        assert isinstance(start, Start)
        return start

    put(LanHome, "__init__", opening)
    put(LanHome, "knows_match", lambda home, match: bool(homes) and not knows(home, match))
    put(NonceDraw, "complete_start", drawn)


def swaps(put: Put = setattr) -> None:
    """As the host, begin with another nonce than the one pledged."""
    drawn = NonceDraw.complete_start

    def swapped(drawing: NonceDraw) -> Start:
        start = drawn(drawing)
        return start._replace(nonces=(*start.nonces[:-1], bytes(NONCE_BYTES)))

    put(NonceDraw, "complete_start", swapped)


def votes(put: Put = setattr, ours: Ours = all_of_us) -> None:
    """As the host, or as who helps him, call the others who are here, keep their answers back and take their chairs.

    That waits until everybody has heard the host for so long that a call cannot be an old one.
    """
    hear, notice, refuses = Lockstep.on_submit, Absence.update, Calls.vote_refusal
    since: list[int] = []

    def deaf(lockstep: Lockstep, link: int, submit: Submit) -> None:
        if lockstep.replica.length < AT or not ours(lockstep.identity.key):
            hear(lockstep, link, submit)

    def votes_at_once(
        absence: Absence, lockstep: Lockstep, waiting: Iterable[int], now: int
    ) -> tuple[tuple[int, bool], ...]:
        if not ours(lockstep.identity.key):
            return notice(absence, lockstep, waiting, now)
        since.append(now)
        roster = lockstep.replica.roster
        for seat in roster.persons if lockstep.replica.length >= AT and now - since[0] > 2 * AWAY_AFTER_MS else ():
            if seat not in TOGETHER:
                turns = roster.entries_written_by(seat)
                absence._party.requests.write_entry(EntryDraft(LogKind.CALL, write_body(Call(seat, turns))), now)
                absence._party.requests.write_entry(EntryDraft(LogKind.VOTE, write_body(Vote(seat, turns))), now)
        return ()

    def takes(calls: Calls, core: Core) -> str:
        return "" if ours(calls._copy.identity.key) else refuses(calls, core)

    put(Calls, "vote_refusal", takes)
    put(Lockstep, "on_submit", deaf)
    put(Absence, "update", votes_at_once)


def outbids(put: Put = setattr, ours: Ours = all_of_us) -> list[Reason]:
    """Propose ourselves as host with the largest ballot, once to each linked program; stay when sent away for it.

    Return the reasons for which it is sent away, as they come.
    """
    enter, lost = Lockstep.add_entry, Party.on_link_lost
    told: set[bytes] = set()
    sent_away: list[Reason] = []

    def entering(lockstep: Lockstep, row: Numbered, core: Core) -> None:
        enter(lockstep, row, core)
        replica, seat = lockstep.replica, lockstep.seat
        if replica.length < EARLY or seat is None or not ours(lockstep.identity.key):
            return
        base = replica.checkpoint()
        ballot = MAX_BALLOT >> RANK_BITS << RANK_BITS | seat
        for link, reader in lockstep.feeder.readers.items():
            if reader.key not in told:
                told.add(reader.key)
                lockstep.emit(SendMessage(link, Propose(ballot, seat, base, replica.heads[base])))

    def losing(party: Party, link: int, reason: Reason, now: int, **how: Any) -> None:
        changed = ours(party.identity.key)
        if changed and how.get("by_them"):
            sent_away.append(reason)
        lost(party, link, reason, now, **({} if changed else how))

    put(Lockstep, "add_entry", entering)
    put(Party, "on_link_lost", losing)
    return sent_away


CHANGES = {one.__name__: one for one in (forks, lies, repeats, swaps, votes, outbids)}

if __name__ == "__main__":
    CHANGES[sys.argv.pop(1)]()
    sys.exit(main(sys.argv[1:]))
