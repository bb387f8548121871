"""The tiny game on the simulated network; `story` may be another of its kind, such as the one with the sealed deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from net.guests import AgreedOptions
from net.lobby import Lobby, Offer
from net.log.entries import LogEntry
from net.log.replica import MakeStateMachine, StateMachine
from net.log.roster import Roster
from tools.netsim_game import MOVE, TinyStory
from tools.netsim_plan import Plan, Voice
from tools.netsim_wire import Lots

OPTIONS = b"options"


def _digest(options: bytes) -> bytes:
    return blake2b(options, digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Toy:
    """The tiny game for a run."""

    story: Callable[..., TinyStory] = TinyStory
    rules: int = 1

    def lobby(self, plan: Plan, key: bytes, name: str) -> Lobby:
        """Open a table."""
        offer = Offer(Lots("table", plan.seed).bytes(16), "tiny", self.rules, OPTIONS, _digest(OPTIONS))
        return Lobby(offer, key, name, plan.seats)

    def header(self, _lobby: Lobby) -> bytes:
        """Return START's header, the agreement."""
        return OPTIONS

    def agreed(self, roster: Roster) -> AgreedOptions:
        """Return the agreement in a START: its header, the options."""
        return AgreedOptions(roster.header, _digest(roster.header))

    def teller(self, plan: Plan, voice: Voice) -> MakeStateMachine:
        """Return the function that makes the stories of one program."""

        def tell(roster: Roster) -> StateMachine:
            return self.story(
                roster,
                plan.rounds,
                plan.turns,
                lambda deal: blake2b(voice.secret + bytes([deal % 256]), digest_size=16).digest(),
                lambda: bytes([voice.program, voice.life, *voice.choices.bytes(6)]),
                roster.seat_of(voice.key),
            )

        return tell

    def finished(self, story: StateMachine, _plan: Plan) -> bool:
        """Return whether all rounds are played and signed."""
        return isinstance(story, TinyStory) and story.over

    def repeats(self, entries: Sequence[LogEntry]) -> bool:
        """Return whether a choice occurs twice; each is random, so it never should."""
        moves = Counter(entry.core.body for entry in entries if entry.core.kind == MOVE)
        return max(moves.values(), default=1) > 1
