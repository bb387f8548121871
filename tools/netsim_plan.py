"""The random plan of a run of the simulated network."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tools.netsim_wire import Lots


@dataclass(frozen=True, slots=True)
class Blow:
    """A crash of one program at one entry, 0 for START: at moment 0 before saving, 1 before sending, or 2 after it."""

    program: int
    number: int
    moment: int
    lasting: bool = False  # whether it never starts again


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is drawn for a run before it begins."""

    seed: int
    seats: int
    rounds: int
    turns: int
    blows: tuple[Blow, ...]
    cuts: int
    leaver: int  # the program that leaves by the menu, -1 for none
    host_sits: bool
    speak_first: bool = False
    doubles: int = 0  # percent of calls made although a link exists, so that two calls cross
    frames: int = 0  # thousandths of frames that arrive twice, and as many that arrive out of order
    chair: int = 0  # the chair of a host who plays
    talks: bool = False  # whether everybody chats, previews moves, and changes chairs in the lobby


def drawn_plan(
    seed: int, *, speak_first: bool = False, sizes: tuple[int, ...] = (2, 3, 4), rounds: int = 2, reach: int = 40
) -> Plan:
    """Draw a run for one of these numbers of seats, with crashes at the first `reach` entries."""
    lots = Lots("plan", seed)
    seats = sizes[lots.draw(len(sizes))]
    host_sits = not lots.chance(15)
    programs = seats + (0 if host_sits else 1)
    blows = tuple(Blow(lots.draw(programs), 1 + lots.draw(reach), lots.draw(3)) for _ in range(lots.draw(4)))
    if lots.chance(20) and seats > 2:
        # Not before everybody's address is in the log: nobody could find the others without it.
        blows += (Blow(lots.draw(programs), 12 + lots.draw(reach * 3 // 4), lots.draw(3), lasting=True),)
    leaver = lots.draw(seats) if lots.chance(15) else -1
    plan = Plan(seed, seats, rounds, 4 + lots.draw(5), blows, lots.draw(5), leaver, host_sits, speak_first)
    chair = lots.draw(seats) if host_sits else 0
    return replace(plan, doubles=lots.draw(3) * 15, frames=lots.draw(3) * 10, chair=chair)


@dataclass(frozen=True, slots=True)
class Voice:
    """The randomness of one life of a program (between crashes): its secret stays the same, its choices do not."""

    program: int
    life: int
    key: bytes
    secret: bytes
    choices: Lots
