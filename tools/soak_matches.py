"""Play many matches of bots with random options, and count faults and the ways in which rounds end.

Most players are bots. So that the rarest ends of a round come too, some matches have a silent player, whose moves are
those of the rules after a timeout, and some first rounds are played by swappers, who only take the pile and discard, or
by absent players, whose turns end by a timeout.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.commands.progress import tracked
from game.match.audit import audit
from game.match.match import BrokenLogError
from game.rules.registry import rules_of
from game.table.moves import Close, Discard, Move, TakePile, Timeout
from game.table.options import Options, OptionValue
from game.table.state import Ending, Phase
from game.table.view import View, with_shown_faces
from tools.bot_matches import Hall, Lots, Player, all_tiles, any_options, bot, play_round
from tools.by_game import numbers_of, ways_to_end

LONG_RUN = 500  # in so many matches every way to end a round must occur
MAX_ROUNDS = 60  # with a silent player a side may never reach the target
AUDIT_EVERY = 25  # one log in so many is audited, which takes as long as its match
MAX_TARGET = 2_000  # points; a longer match would only have more rounds of the same kind
ODD_ROUND_EVERY = 20  # one match in so many begins with a round of swappers, and one with a round of absent players
SILENT_EVERY = 10  # one match in so many has a silent player


@dataclass(slots=True)
class Tally:
    """The counts of a run."""

    rounds: int = 0
    moves: int = 0
    unfinished: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def soak(game: str, matches: int, seed: int) -> str:
    """Play `matches` matches and return one line of counts, or raise AssertionError with it when there was a fault.

    A way to end a round that a long run never met is a fault too.
    """
    tally = Tally()
    for number in tracked(game, range(matches)):
        try:
            _play_match(game, number, seed, tally)
        except (BrokenLogError, ValueError, LookupError, TypeError) as error:
            tally.faults.append(f"match {number}: {type(error).__name__}: {error}")
    wanted = ways_to_end(rules_of(game))
    ways = " ".join(f"{way}={tally.ways[way]}" for way in sorted({*wanted, *tally.ways}))
    never = ",".join(way for way in wanted if not tally.ways[way]) or "none"
    told = "".join(f"; {fault}" for fault in tally.faults[:3])
    line = (
        f"{matches} matches, {tally.unfinished} unfinished, {tally.rounds} rounds, {tally.moves} moves, {ways}, "
        f"never {never}, {len(tally.faults)} faults{told}"
    )
    if tally.faults or (never != "none" and matches >= LONG_RUN):
        raise AssertionError(line)
    return line


def _play_match(game: str, number: int, seed: int, tally: Tally) -> None:
    """Play one match, checking each move before and each table after it."""
    lots = Lots(seed, number)
    rules = rules_of(game)
    options = any_options(rules, lots, _shortened(game, lots))
    hall = Hall(game, options, seed * 1_000_003 + number)
    while not hall.match.standing.over:
        if hall.match.standing.next_round_number > MAX_ROUNDS:
            tally.unfinished += 1
            break
        last: Move | None = None
        for made in play_round(hall, _players(number, hall.match.standing.next_round_number, options, lots)):
            refused = rules.own_refusal(made.view, made.move)
            if refused is not None:
                raise ValueError(f"seat {made.view.seat} was advised what is refused: {refused.code.key}")
            _check_tiles(hall)
            tally.moves += 1
            last = made.move
        _check_tiles(hall)
        tally.rounds += 1
        tally.ways[_way(hall, last)] += 1
    if number % AUDIT_EVERY == 0:
        tally.faults += [f"match {number}: breach {breach}" for breach in audit(hall.match.transcript)]


def _check_tiles(hall: Hall) -> None:
    """Rule 0: every tile is in exactly one place."""
    if all_tiles(hall.table) != list(range(len(hall.rules.deck))):
        raise ValueError(f"tiles were lost or doubled by entry {len(hall.match.transcript.entries) - 1}")


def _shortened(game: str, lots: Lots) -> dict[str, OptionValue]:
    """Keep matches of points short: the target is drawn from the lower part of its range."""
    rules = rules_of(game)
    target = rules.option("target")
    if target is None:
        return {}
    wanted = 100 + lots.draw(MAX_TARGET - 99)
    return {"target": wanted if target.allows(wanted) else numbers_of(target)[0]}


def _way(hall: Hall, last: Move | None) -> str:
    """Name the way in which a round ended."""
    outcome = hall.match.standing.results[-1].outcome
    if outcome.ending is not Ending.OUT:
        return str(outcome.ending.value)
    if isinstance(last, Discard):
        return "out_by_discard"
    if isinstance(last, Close):
        return "out_by_closing"
    return "out_by_laying" if hall.table.dead_by else "out_by_playing"


# Who sits there


def _players(number: int, round_no: int, options: Options, lots: Lots) -> list[Player]:
    """Seat the players of a round."""
    seats = options.number("players")
    if round_no == 1 and number % ODD_ROUND_EVERY == 1:
        return [swapping_player] * seats
    if round_no == 1 and number % ODD_ROUND_EVERY == 2 and options.number("turn_seconds"):
        return [absent_player] * seats
    players = [bot(number)] * seats
    if number % SILENT_EVERY == 3:
        players[lots.draw(seats)] = silent_player
    return players


def silent_player(view: View) -> Move:
    """Move as the rules do for a player whose time has run out."""
    return with_shown_faces(view, rules_of(view.table.game).time_out(view))


def absent_player(view: View) -> Move:
    """End the turn by a timeout; at the start of the round move as the rules then do."""
    return silent_player(view) if view.phase in {Phase.START_DRAW, Phase.START_CHOICE} else Timeout()


def swapping_player(view: View) -> Move:
    """Take the pile whenever that is legal, meld nothing, and discard a tile that was not just taken."""
    rules = rules_of(view.table.game)
    if view.phase is Phase.DRAW and view.table.pile:
        take = TakePile(view.table.pile)
        if rules.own_refusal(view, take) is None:
            return take
    if view.phase is Phase.PLAY and view.table.turn.took:
        for tile in view.rack:
            move = with_shown_faces(view, Discard(tile))
            if tile not in view.table.turn.took and rules.own_refusal(view, move) is None:
                return move
    return silent_player(view)
