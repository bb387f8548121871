"""When two tables differ: everybody stops, folds its own log anew, and tells what came out.

Laws: a table that was wrong and is right again is cured and play goes on; while they differ nothing is numbered, and
nobody's word is taken for the truth: each side is given every account to compare, and keeps them behind its log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.log.effects import Accounted, Cured, Diverged, Drop, Keep, KeptAccount, Resumed, Tell
from net.log.entries import SEATS, STATE_BYTES, Core, Signed, is_signed, read_core
from net.log.replica import Finding
from net.messages import MOST_HASHES, MOST_STATE, Account, Settled
from net.messages import Dispute as DisputeMessage
from net.reasons import Reason
from net.schema import Misfit

if TYPE_CHECKING:
    from net.log.lockstep import Lockstep

MOST_KEPT = 32  # accounts that one life of a program keeps, so that nobody fills its disk with disputes


class Dispute:
    """The dispute that is going on, if any, in one program."""

    def __init__(self, lockstep: Lockstep) -> None:
        self._lockstep = lockstep
        self._seen = 0
        self._open = False
        self._accounts: dict[int, Account] = {}
        self._kept: list[Account] = []

    def forget(self) -> None:
        """Drop it: the log went another way."""
        self._open = False
        self._accounts.clear()

    def cure(self, core: Core) -> bool:
        """Fold our log anew; tell whether that made our table the one the author vouches for."""
        length = self._lockstep.replica.replay()
        if length >= 0:
            self._lockstep.emit(Cured(length))
        return self._lockstep.replica.states[core.seen] == core.state

    def accuse(self, signed: Signed, finding: Finding) -> None:
        """As a follower whose table is not the one everybody else vouches for: stop and ask for accounts."""
        self._freeze(finding)
        host = self._lockstep.host_link
        if host is not None:
            self._lockstep.emit(Tell(host, DisputeMessage(*signed)))

    def open(self, signed: Signed, finding: Finding) -> None:
        """As the host: stop everybody and ask for accounts."""
        if finding.core is not None and not self._open:
            self._freeze(finding)
            self._begin(signed, finding.core)

    def _freeze(self, finding: Finding) -> None:
        self._lockstep.frozen = True
        if finding.core is not None:
            core = finding.core
            self._lockstep.emit(Diverged(core.author, core.seen, finding.ours, finding.theirs))

    def _begin(self, signed: Signed, core: Core) -> None:
        self._open = True
        self._seen = core.seen
        self._accounts.clear()
        self._lockstep.tell_all(DisputeMessage(*signed))
        self.cure(core)
        account = self._account()
        self._lockstep.tell_all(account)
        self._note(account)

    def _account(self) -> Account:
        """Tell our table as it was where the dispute is, however far the log has gone since."""
        replica = self._lockstep.replica
        seat = SEATS if self._lockstep.seat is None else self._lockstep.seat
        seen = min(self._seen, replica.length)
        hashes = replica.states[max(0, seen + 1 - MOST_HASHES) : seen + 1]
        return Account(seat, seen, b"".join(hashes), replica.public_at(seen)[:MOST_STATE])

    def on_dispute(self, link: int, message: DisputeMessage) -> None:
        """Somebody's table differs: stop, fold anew, tell."""
        lockstep = self._lockstep
        signed = Signed(message.raw, message.signature)
        try:
            core = read_core(signed.raw)
        except Misfit:
            return
        replica = lockstep.replica
        reader = lockstep.feeder.readers.get(link)
        if lockstep.hosting and (reader is None or replica.place.seat_of(reader.key) is None):
            # A watcher's table is his own affair: he cannot stop those who play.
            lockstep.emit(Drop(link, Reason.OUT_OF_TURN))
            return
        known = core.match == replica.match and core.seen <= replica.length
        if not known or not is_signed(signed, replica.place.key_of(core.author)):
            return
        if lockstep.hosting:
            if not self._open:
                ours = replica.states[core.seen]
                self._freeze(Finding(core, ours=ours, theirs=core.state))
                self._begin(signed, core)
        elif lockstep.is_host(link):
            if not lockstep.frozen:
                self._freeze(Finding(core, ours=replica.states[core.seen], theirs=core.state))
            self._open = True
            self._seen = core.seen
            self._accounts.clear()
            self.cure(core)
            account = self._account()
            lockstep.emit(Tell(link, account))
            self._note(account)

    def on_account(self, link: int, account: Account) -> None:
        """Hear a seat's table; the host passes it on and sees whether all are alike."""
        lockstep = self._lockstep
        if not self._open or account.seen != self._seen or len(account.hashes) % STATE_BYTES:
            return
        if lockstep.hosting:
            reader = lockstep.feeder.readers.get(link)
            if reader is None or lockstep.replica.place.seat_of(reader.key) != account.seat:
                return
            lockstep.tell_all(account, but=link)
        elif not lockstep.is_host(link):
            return
        self._note(account)

    def _note(self, account: Account) -> None:
        self._accounts[account.seat] = account
        self._keep_accounts()
        self._lockstep.emit(Accounted(account.seat, account.seen, account.states, account.state))
        self.review()

    def _keep_accounts(self) -> None:
        """Keep what the seats told once it differs: with the log it shows where and in what, also another day."""
        told = {account.hashes[-STATE_BYTES:] for account in self._accounts.values()}
        for account in self._accounts.values() if len(told) > 1 else ():
            if account not in self._kept and len(self._kept) < MOST_KEPT:
                self._kept.append(account)
                self._lockstep.emit(Keep(KeptAccount(account)))

    def review(self) -> None:
        """As the host: go on when everybody who is here told the same."""
        lockstep = self._lockstep
        if not self._open or not lockstep.hosting:
            return
        place = lockstep.replica.place
        absent = [seat for seat in place.persons if lockstep.here(seat) and seat not in self._accounts]
        if absent or len({account.hashes[-STATE_BYTES:] for account in self._accounts.values()}) != 1:
            return
        lockstep.tell_all(Settled(self._seen))
        self._go_on()

    def on_settled(self, link: int, settled: Settled) -> None:
        """Hear that all tables are alike."""
        if self._open and self._lockstep.is_host(link) and settled.seen == self._seen:
            self._go_on()

    def _go_on(self) -> None:
        lockstep = self._lockstep
        self.forget()
        lockstep.frozen = False
        lockstep.emit(Resumed())
        lockstep.outbox.say_anew()
        link = lockstep.host_link
        if link is not None and not lockstep.hosting:
            lockstep.emit(Tell(link, lockstep.have))
        lockstep.outbox.pump()
