"""What lies with a host who is here, and gets no number: he is given up like one who is gone.

Laws: only what still fits counts, so that whatever an honest host does with it acquits him; of the time in which he was
not heard well less is counted, and none in which we slept; it is no proof, and convicts nobody.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from net.log.bodies import LogKind
from net.log.calls import ANSWERED, EARLY, GRACE, Calls
from net.log.copy import Copy
from net.log.effects import Tell
from net.log.entries import TABLE, Core, Signed, read_core
from net.log.heads import Heads
from net.messages import Submit
from net.peer import AWAY

# How long an entry may lie with a host whom we hear well. One whose log was damaged numbers nothing for a grace.
KEPT = GRACE + EARLY
# And how long with one who comes and goes: he could be away for a grace, and silent for another.
MISSED = 2 * GRACE + EARLY
SHOWN_EVERY = 30_000  # how often our own that lies there is shown to the others, once it lies for a while
LOOKS = 1_000  # how often it is looked at: that costs a signature
SOONEST = 1_000  # how soon an author has something else passed on


@dataclass(slots=True)
class _Lying:
    """What lies there: an entry, or what the table owes; for how long we heard the host well, and for how long at all.

    While it is `held` an honest host may wait, and no time counts.
    """

    owed: Hashable | None
    signed: Signed | None = None
    core: Core | None = None
    held: bool = False
    heard: int = 0
    waited: int = 0
    show_at: int = ANSWERED
    noted_at: int = 0


class Stalls:
    """What the host of the moment has and keeps back, by author; one entry of each."""

    def __init__(self, copy: Copy, calls: Calls, heads: Heads) -> None:
        self._copy = copy
        self._calls = calls
        self._heads = heads
        self._lying: dict[int, _Lying] = {}
        self._link: int | None = None
        self._linked = 0  # for how long this link to the host has stood
        self._look_in = LOOKS
        self.stalled = False  # whether he may be given up

    def forget(self) -> None:
        """Another hosts, or the log went another way."""
        self._lying.clear()
        self._linked = 0
        self.stalled = False

    def pass_time(self, gap: int) -> None:
        """Let `gap` milliseconds pass; a longer gap means that we slept."""
        copy = self._copy
        if copy.hosting or copy.frozen:
            self.forget()
            return
        if copy.pending is not None and copy.seat is not None:
            self.note(copy.seat, copy.pending)
        gap = gap if gap < AWAY else 0
        link = copy.host_link
        self._linked = self._linked + gap if link is not None and link == self._link else 0
        self._link = link
        hears = link is not None and self._calls.hears_well()
        for one in self._lying.values():
            if not one.held:
                one.waited += gap
                one.heard += gap if hears else 0
        self._look_in -= gap
        if self._look_in <= 0:
            self._look_in = LOOKS
            self._look()

    def relay(self, signed: Signed) -> bool:
        """Pass on to the host what somebody shows us that lies with him; False if it cannot be numbered next.

        Whether a vote can be is for the host's own clock to say.
        """
        copy = self._copy
        core = copy.replica.judge(signed).fitting
        if core is None or core.kind == LogKind.VOTE or core.author == TABLE:
            return False
        if copy.host_link is not None:
            answers = self._calls.answers(core)
            if self.note(core.author, signed) or answers:
                copy.emit(Tell(copy.host_link, Submit(*signed)))
            if answers:
                self._calls.answered(core.author, signed)
        return True

    def note(self, author: int, signed: Signed) -> bool:
        """Note what the host has by now; False if that is known, or something else of its author came just before.

        What is said anew in the same place has lain there for as long as what was said before.
        """
        known = self._lying.get(author)
        if known is not None and known.signed == signed:
            return False
        if known is None or not self._fits(known):
            self._lying[author] = _Lying(None, signed, read_core(signed.raw))
            return True
        if author != self._copy.seat and known.waited - known.noted_at < SOONEST:
            return False
        known.signed, known.core, known.noted_at = signed, read_core(signed.raw), known.waited
        return True

    def table_owes(self, what: Hashable | None, *, held: bool = False) -> None:
        """Learn what the table's own entry is that is due, None for none; `held` while an honest host may wait."""
        known = self._lying.get(TABLE)
        if what is None or self._copy.hosting:
            self._lying.pop(TABLE, None)
        elif known is None or known.owed != what:
            self._lying[TABLE] = _Lying(what, held=held)
        else:
            known.held = held

    def notice(self) -> None:
        """Look after an entry what lies there still."""
        if not self._lying:
            return
        turns = self._copy.replica.roster.turns_of
        past = [at for at, one in self._lying.items() if one.core is not None and one.core.turn < turns(at)]
        for author in past:
            del self._lying[author]
        if past and self.stalled:
            self._look()

    def tell_again(self, link: int) -> None:
        """Give the host on a new link what others have shown us; our own the outbox says again."""
        for author, one in self._lying.items():
            if one.signed is not None and author != self._copy.seat and self._fits(one):
                self._copy.emit(Tell(link, Submit(*one.signed)))

    def _fits(self, one: _Lying) -> bool:
        return one.signed is None or self._copy.replica.judge(one.signed).flaw is None

    def _look(self) -> None:
        """Find whether anything lies there too long, and show the others what of ours lies there for a while."""
        was, self.stalled = self.stalled, False
        for author, one in list(self._lying.items()):
            shows = author == self._copy.seat and one.waited >= one.show_at
            late = one.heard >= KEPT or (one.waited >= MISSED and (self._link is None or self._linked >= ANSWERED))
            if not (shows or late):
                continue
            if not self._fits(one):
                del self._lying[author]
                continue
            self.stalled = self.stalled or (late and not one.held)
            if shows:
                one.show_at = one.waited + SHOWN_EVERY
                self._show(one)
        if self.stalled and not was:
            self._heads.announce()  # somebody may know of a host above this one

    def _show(self, one: _Lying) -> None:
        """Let all who play pass it on: then each knows that the host has it. A vote waits for his own clock."""
        copy = self._copy
        if one.signed is None or one.core is None or one.core.kind == LogKind.VOTE:
            return
        for link, reader in copy.feeder.readers.items():
            if link != copy.host_link and copy.replica.roster.seat_of(reader.key) is not None:
                copy.emit(Tell(link, Submit(*one.signed)))
