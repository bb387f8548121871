"""One match on the simulated network, with the classes of the real program, in virtual time."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable

from net import messages as m
from net.frames import kind_of
from net.guests import JoinRequest
from net.identity import Identity
from net.link import LinkRole
from net.log.calls import GRACE_MS
from net.log.effects import (
    Convicted,
    EntryAppended,
    EntryRecord,
    EntryRejected,
    HostLied,
    LogRewound,
    OtherBranch,
    Persist,
    StateDiverged,
    write_record,
)
from net.log.entries import read_core
from net.party import Party
from net.reasons import Reason
from net.station import Action, CloseLink, LinkEnded, Station, WriteBytes
from tools.netsim_plan import Plan, Voice
from tools.netsim_program import Game, Program
from tools.netsim_verdict import faults_at_the_end
from tools.netsim_wire import Lots, PlainLink, Wire, frames_of, message_of

LIMIT_MS = 7_200_000  # two virtual hours; the longest honest run takes a few minutes of grace


# Faults that no honest program ever commits.
DISHONEST = frozenset(
    {Reason.NOT_COMODIN, Reason.MALFORMED, Reason.TOO_LARGE, Reason.OUT_OF_TURN, Reason.TOO_FAST, Reason.BAD_SIGNATURE}
)
TOGETHER_MS = 1_000  # two sides that end a link within this time do so together
MAX_RESENDS = 12  # an entry is only sent again on request; in 450 honest runs never more than 8 times on a link
FIRST_WORDS = (m.Auth, m.Join)  # the first messages of a link


class Crash(Exception):  # noqa: N818 - it is no error but an event
    """The program crashes in the middle of its work."""


class Run:
    """One match in virtual time."""

    def __init__(self, plan: Plan, game: Game, trace: Callable[[str], None] | None = None) -> None:
        self.plan = plan
        self.game = game
        self.now = 0
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self._trace = trace
        self._lots = Lots("run", plan.seed)
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._numbers = itertools.count(1)
        self._wires: dict[int, Wire] = {}
        self._said: dict[tuple[int, int, bytes], bytes] = {}
        self._fed: Counter[tuple[int, int, bytes]] = Counter()  # how often each entry went over each link, from whom
        self._pairs: dict[int, frozenset[int]] = {}  # the two programs of each link so far
        self._lives: dict[int, list[tuple[int, int]]] = {}  # and the life each of them was in
        self._chose: dict[frozenset[int], tuple[int, int]] = {}  # who of a pair ended one of two links last, and when
        self._blows = list(plan.blows)
        self.heads: dict[tuple[int, int], bytes] = {}
        count = plan.seats + (0 if plan.host_sits else 1)
        self.programs = [Program(at, Identity.from_seed(Lots("key", plan.seed, at).bytes(32))) for at in range(count)]

    # The run

    def play(self) -> None:
        """Play to the end, or until the limit."""
        for program in self.programs:
            self._boot(program)
        for at in range(self.plan.cuts):
            self._later(200 + self._lots.draw(20_000), self._cut_one, at)
        while self._queue and self.now < LIMIT_MS and not self.faults:
            if self.finished:
                break
            self.now, _order, what = heapq.heappop(self._queue)
            what()
        if not self.faults:
            self.faults += faults_at_the_end(self)

    @property
    def up(self) -> list[Program]:
        """The programs that are not gone for good."""
        return [program for program in self.programs if not program.gone]

    @property
    def finished(self) -> bool:
        """Whether everybody who is there has the whole match."""
        up = self.up
        stories = [program.story for program in up]
        if any(story is None or not self.game.finished(story, self.plan) for story in stories):
            return False
        heads = {program.party.lockstep.replica.heads[-1] for program in up if program.party.lockstep}
        return len(heads) == 1

    def _later(self, delay: int, what: Callable[..., None], *args: object) -> None:
        heapq.heappush(self._queue, (self.now + delay, next(self._order), lambda: what(*args)))

    def _say(self, program: int, text: str) -> None:
        if self._trace is not None:
            self._trace(f"{self.now:>8} p{program} {text}")

    # Programs

    def _boot(self, program: Program) -> None:
        """Start a program, anew or from its journal."""
        if program.gone:
            return
        plan, life = self.plan, program.life
        host = program.index == len(self.programs) - 1 if not plan.host_sits else program.index == 0
        lobby = None
        if host:
            lobby = self.game.lobby(plan, program.identity.key, f"p{program.index}")
        choices = Lots("choice", plan.seed, program.index, life)
        secret = Lots("secret", plan.seed, program.index).bytes(16)
        tell = self.game.teller(plan, Voice(program.index, life, program.identity.key, secret, choices))
        chance = Lots("nonce", plan.seed, program.index, life).bytes
        wish = JoinRequest(f"p{program.index}", self.game.rules)
        party = Party(program.identity, tell, wish=wish, agreed=self.game.agreed, entropy=chance, lobby=lobby)
        program.station = Station(party)
        restored = party.restore(program.records(), self.now)
        if host and not restored and plan.host_sits and lobby is not None:
            lobby.join(program.identity.key, m.Join(f"p{program.index}", self.game.rules, b"", watch=False, match=b""))
            lobby.sit(program.identity.key, plan.chair)
        if program.left and restored and party.lockstep:
            party.lockstep.wants_seat = False
        party.requests.set_addresses((f"p{program.index}",), self.now)
        self._say(program.index, f"starts, life {life}, {len(program.journal)} records")
        self._work(program)
        self._later(self._lots.draw(300), self._round_of, program, life)

    def _crash(self, program: Program, *, lasting: bool) -> None:
        if program.station is None:
            return
        self._say(program.index, "crashes" + (" for good" if lasting else ""))
        self.counts["crashes"] += 1
        program.station = None
        program.unkept.clear()
        program.life += 1
        program.gone = lasting
        for wire in list(self._wires.values()):
            if program.index in wire.ends:
                self._break(wire)
        if not lasting:
            self._later(500 + self._lots.draw(8_000), self._boot, program)

    def _round_of(self, program: Program, life: int) -> None:
        """Do the periodic work of a session and a person: dial, start, vote, give up a host, leave."""
        if program.station is None or program.life != life:
            return
        self._act(program)
        self._work(program)
        self._later(700 + self._lots.draw(600), self._round_of, program, life)

    def _act(self, program: Program) -> None:
        party = program.party
        self._dial_wanted(program)
        if self.plan.talks:
            self._talk(party)
        lockstep = party.lockstep
        if lockstep is None:
            if party.lobby is not None and party.lobby.can_start:
                party.requests.start_match(self.game.header(party.lobby), self.now)
            elif party.room is not None and party.lobby is None:
                party.requests.send_request(m.Ready(ready=True, digest=party.room.digest), self.now)
            return
        for seat in lockstep.replica.roster.persons:
            since = party.away_since(seat)
            if (
                lockstep.seat in lockstep.replica.roster.persons
                and since is not None
                and seat != lockstep.replica.roster.host
            ):
                chair = lockstep.replica.roster.chairs[seat]
                if not chair.called and lockstep.pending is None:
                    party.requests.call_seat(seat, self.now)
                if self.now - since >= GRACE_MS and lockstep.seat not in chair.votes and lockstep.pending is None:
                    party.requests.vote_absent(seat, self.now)
        if lockstep.host_link is None and not lockstep.is_hosting:
            party.requests.give_up_host(self.now)
        if program.index == self.plan.leaver and not program.left and lockstep.replica.length > 12:
            program.left = True
            self._say(program.index, "leaves by menu")
            party.requests.leave_seat(self.now)

    def _talk(self, party: Party) -> None:
        """Say something that changes nothing, of a random kind; in the lobby also ask for a random chair."""
        if party.room is not None or party.lockstep is not None:
            seat = self._lots.draw(self.plan.seats)
            words = (m.Chat(seat, "well played"), m.ChatPhrase(seat, 1), m.Preview(seat, b"here"))
            party.requests.send_talk(words[self._lots.draw(len(words))], self.now)
            if party.lockstep is None and party.lobby is None:
                party.requests.send_request(m.Sit(seat), self.now)

    def _dial_wanted(self, program: Program) -> None:
        party = program.party
        if party.lockstep is None and party.lobby is None:
            self._dial(program, len(self.programs) - 1 if not self.plan.host_sits else 0)
        elif party.lockstep is not None:
            self._dial_double(program)
            for addresses in party.wanted_addresses(self.now):
                for address in addresses:
                    self._dial(program, int(address[1:]))

    def _dial_double(self, program: Program) -> None:
        """Perhaps call a program that is already linked, like a caller that does not know it yet."""
        linked = sorted({end for wire in self._wires.values() if program.index in wire.ends for end in wire.ends})
        if self.plan.doubles and linked:
            self._dial(program, linked[self._lots.draw(len(linked))])

    def _dial(self, program: Program, target: int) -> None:
        linked = any(wire.open and set(wire.ends) == {program.index, target} for wire in self._wires.values())
        if linked and not (self.plan.doubles and self._lots.chance(self.plan.doubles)):
            return
        other = self.programs[target]
        if other.station is None or program.station is None or target == program.index:
            return
        wire = Wire(next(self._numbers), (program.index, target))
        self._wires[wire.number] = wire
        self._pairs[wire.number] = frozenset(wire.ends)
        self._lives[wire.number] = [(end, self.programs[end].life) for end in wire.ends]
        program.station.on_connected(
            wire.number, PlainLink(LinkRole.JOINER, program.identity, program.run), self.now, ours=True
        )
        address = f"p{program.index}"
        link = PlainLink(LinkRole.HOST, other.identity, other.run)
        other.station.on_connected(wire.number, link, self.now, ours=False, address=address)

    # Work

    def _work(self, program: Program) -> None:
        """Carry out all effects that a program requests now, and wake it at its deadline."""
        try:
            while program.station is not None and (deed := program.station.next_action(self.now)) is not None:
                self._do(program, deed)
        except Crash:
            return
        if program.station is None:
            return
        due = program.station.deadline(self.now)
        if due is not None:
            self._later(max(1, due - self.now), self._tick, program, program.life)

    def _tick(self, program: Program, life: int) -> None:
        if program.station is None or program.life != life:
            return
        due = program.station.deadline(self.now)
        if due is not None and due <= self.now:
            program.station.tick(self.now)
            self._work(program)

    def _do(self, program: Program, deed: Action) -> None:
        if isinstance(deed, Persist):
            self._keep(program, deed)
        elif isinstance(deed, WriteBytes):
            self._send(program, deed)
            self._strike(program, 2)
        elif isinstance(deed, CloseLink):
            if deed.link in self._wires:
                self._break(self._wires[deed.link])
        elif isinstance(deed, EntryAppended):
            self._note(program, deed)
        elif isinstance(deed, Convicted):
            self._blame(program, "fork")
        elif isinstance(deed, HostLied | StateDiverged | OtherBranch):
            self._blame(program, type(deed).__name__ + repr(deed)[:120])
        elif isinstance(deed, LogRewound):
            self.counts["rewinds"] += 1
            self._say(program.index, f"rewinds to {deed.length}")
        elif isinstance(deed, LinkEnded):
            self._part(program, deed)
        else:
            self._hear(program, deed)

    def _part(self, program: Program, ended: LinkEnded) -> None:
        """Check why a link ended: no honest program may be blamed, no link be replaced by one of the same life."""
        lost = ended.lost
        self._say(program.index, f"link {ended.link} ends: {lost.reason.value} {lost.hint}")
        if lost.reason is Reason.DOUBLED and not lost.by_them:
            self._choose(program, ended.link)
        others = [(index, life) for index, life in self._lives[ended.link] if index != program.index]
        if lost.reason is Reason.REPLACED and any(self.programs[index].life == life for index, life in others):
            self._blame(program, "a program that runs once is told that it joined again")
        if lost.reason in DISHONEST:
            self._blame(program, f"an honest program is blamed: {lost.reason.value}")

    def _hear(self, program: Program, deed: Action) -> None:
        """Handle an event for the session: a refused entry is dropped, and another may be sent in its place."""
        self._say(program.index, repr(deed)[:100])
        if isinstance(deed, EntryRejected) and program.party.lockstep is not None:
            seat = program.party.lockstep.seat
            self._said = {place: said for place, said in self._said.items() if place[0] != seat}

    def _choose(self, program: Program, link: int) -> None:
        """Check that only one side chooses between two links: otherwise each might end the one that the other keeps."""
        pair = self._pairs[link]
        other, when = self._chose.get(pair, (program.index, 0))
        if other != program.index and self.now - when < TOGETHER_MS:
            self._blame(program, "both sides ended one of their links")
        self._chose[pair] = program.index, self.now

    def _keep(self, program: Program, keep: Persist) -> None:
        number = keep.record.numbered.number if isinstance(keep.record, EntryRecord) else -1
        self._strike(program, 0, number)
        if self.plan.speak_first:
            program.unkept.append(write_record(keep.record))
            self._later(40, self._flush, program, program.life)
        else:
            program.journal.append(write_record(keep.record))
        self._strike(program, 1, number)

    def _flush(self, program: Program, life: int) -> None:
        if program.life == life and program.unkept:
            program.journal.append(program.unkept.popleft())

    def _strike(self, program: Program, moment: int, number: int | None = None) -> None:
        """Crash a program if that is planned here."""
        lockstep = program.party.lockstep
        at = number if number is not None else (lockstep.replica.length - 1 if lockstep else -1)
        for blow in self._blows:
            if (blow.program, blow.moment) == (program.index, moment) and at >= blow.number:
                self._blows.remove(blow)
                self._crash(program, lasting=blow.lasting)
                raise Crash

    def _note(self, program: Program, appended: EntryAppended) -> None:
        entry = appended.entry
        lockstep = program.party.lockstep
        ballot = lockstep.replica.rosters[entry.number + 1].ballot if lockstep else 0
        known = self.heads.setdefault((ballot, entry.number), entry.head)
        self.counts["appended"] += 1
        self._say(
            program.index, f"entry {entry.number} kind {entry.core.kind} by {entry.core.author} {entry.head.hex()[:8]}"
        )
        if known != entry.head:
            self._blame(program, "fork")

    def _blame(self, program: Program, what: str) -> None:
        self.faults.append(what)
        self._say(program.index, f"FAULT {what}")

    # Connections

    def _send(self, program: Program, send: WriteBytes) -> None:
        wire = self._wires.get(send.link)
        if wire is None or not wire.open:
            return
        way = wire.ends.index(program.index)
        for sent in frames_of(send.sent):
            self._compare_words(program, send.link, sent)
            arrives = max(wire.until[way], self.now + 1 + self._lots.draw(30))
            twice, late = self._draw_delays(sent)
            if not late:
                wire.until[way] = arrives
            for delay in (late, *([twice] if twice else [])):
                self._later(arrives + delay - self.now, self._arrive, wire, wire.ends[1 - way], sent)
        if self._lots.draw(1_000) < 2 * self.plan.cuts:
            self._break(wire)

    def _compare_words(self, program: Program, link: int, sent: bytes) -> None:
        """Compare what is sent with what was sent before.

        For the same place in the log a program must always submit the same entry, in all of its lives; and no entry may
        be sent endlessly to a program that has it.
        """
        message = message_of(sent)
        if isinstance(message, m.Entries):
            for row in message.rows:
                self._fed[link, program.index, row.raw] += 1
                if self._fed[link, program.index, row.raw] > MAX_RESENDS:
                    self._blame(program, f"sent entry {row.number} over and over on one link")
        if isinstance(message, m.Submit):
            core = read_core(message.raw)
            said = self._said.setdefault((core.author, core.turn, core.head), message.raw)
            if said != message.raw and not self.plan.speak_first:
                self._blame(program, "said two things in one place")

    def _draw_delays(self, sent: bytes) -> tuple[int, int]:
        """Draw after how many milliseconds a frame arrives a second time, and how late it arrives; 0 for neither."""
        message = message_of(sent)
        if not self.plan.frames or isinstance(message, FIRST_WORDS):
            return 0, 0
        lot = self._lots.draw(1_000)
        after = 1 + self._lots.draw(400)
        fate = "twice" if lot < self.plan.frames else "late" if lot < 2 * self.plan.frames else "plain"
        self.counts[f"{fate} {kind_of(message)}"] += 1
        return (after, 0) if fate == "twice" else (0, after) if fate == "late" else (0, 0)

    def _arrive(self, wire: Wire, target: int, sent: bytes) -> None:
        program = self.programs[target]
        if not wire.open or program.station is None:
            return
        program.station.on_received(wire.number, sent, self.now)
        self._work(program)

    def _cut_one(self, _at: int) -> None:
        wires = [wire for wire in self._wires.values() if wire.open]
        if wires:
            self._break(wires[self._lots.draw(len(wires))])

    def _break(self, wire: Wire) -> None:
        """Cut a wire: bytes on the way are lost, and each side notices it later."""
        if not wire.open:
            return
        wire.open = False
        self.counts["cuts"] += 1
        self._wires.pop(wire.number, None)
        for end in wire.ends:
            self._later(self._lots.draw(200), self._hear_cut, wire.number, end, self.programs[end].life)

    def _hear_cut(self, number: int, end: int, life: int) -> None:
        program = self.programs[end]
        if program.station is not None and program.life == life:
            program.station.on_connection_lost(number, self.now)
            self._work(program)
