"""Let bots of every level play rounds at every table, with random options, and count faults.

A fault is a refused move, a lost tile, an exception, an unknown reason, a bot that gives one sentence in more than a
fifth of its moves, or one that uses more than twice its nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from game.bots.bot import decide_by_level, level_of
from game.bots.choice import Decision
from game.bots.names import LEVELS
from game.bots.nodes import Nodes
from game.bots.reasons import REASONS
from game.client.words.tell import tell_reason
from game.match.match import BrokenLogError
from game.rules.registry import GAMES, rules_of
from game.session.local import bot_seed
from game.table.moves import Move
from game.table.view import View
from tools.bot_matches import Hall, Lots, Player, all_tiles, any_options, play_round

ROUNDS, HARD_ROUNDS, JOBS = 10_000, 500, 2
MANY_REASONS = 1000  # from so many reasons of one bot on, none may make up more than a fifth
NODE_LAXITY = 2  # the last step may begin within the allowance of nodes and end above it


@dataclass(slots=True)
class Tally:
    """The counts of a run: rounds, moves by level, rounds by table, reasons by bot, and the faults."""

    rounds: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    said: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what another process has counted."""
        self.rounds += other.rounds
        self.moves.update(other.moves)
        self.tables.update(other.tables)
        self.faults += other.faults
        for bot, said in other.said.items():
            self.said.setdefault(bot, Counter()).update(said)


def tables() -> list[tuple[str, int]]:
    """List every game with every number of players."""
    found = []
    for game in GAMES:
        players = rules_of(game).option("players")
        for one in players.allowed if players else ():
            found += [(game, count) for count in (one if isinstance(one, range) else (int(one),))]
    return found


def soak(
    seed: int,
    rounds: int = ROUNDS,
    hard_rounds: int = HARD_ROUNDS,
    jobs: int = 1,
    places: Sequence[tuple[str, int]] = (),
) -> str:
    """Play `rounds` rounds, `hard_rounds` of them with hard bots; return one line, or raise AssertionError with it.

    They are played at every table in turn, or at those of `places`.
    """
    places = places or tables()
    if jobs == 1:
        tally = _play_some(seed, 0, 1, rounds, hard_rounds, places)
    else:
        tally = Tally()
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            parts = [pool.submit(_play_some, seed, job, jobs, rounds, hard_rounds, places) for job in range(jobs)]
            for part in parts:
                tally.add(part.result())
    tally.faults += _sameness(tally)
    moves = " ".join(f"{level}={tally.moves[level]}" for level in LEVELS)
    told = "".join(f"; {fault}" for fault in tally.faults[:3])
    line = f"{tally.rounds} rounds at {len(tally.tables)} tables, moves {moves}, {len(tally.faults)} faults{told}"
    if tally.faults:
        raise AssertionError(line)
    return line


def _sameness(tally: Tally) -> list[str]:
    """Return a fault for each bot that gave one sentence in more than a fifth of a thousand reasons or more."""
    found = []
    for bot, said in tally.said.items():
        sentence, times = said.most_common(1)[0]
        if said.total() >= MANY_REASONS and times > said.total() // 5:
            found.append(f"{bot} said {times} of {said.total()} times: {sentence}")
    return found


def _reason(choice: Decision, view: View) -> str:
    if choice.reason not in REASONS:
        raise ValueError(f"a reason of no list: {choice.reason}")
    return tell_reason(choice.reason, choice.args, view.faces, cards=rules_of(view.table.game).deck.cards)


def _play_some(
    seed: int, job: int, jobs: int, rounds: int, hard_rounds: int, places: Sequence[tuple[str, int]]
) -> Tally:
    """Play the rounds of one process: every `jobs`-th of all."""
    tally = Tally()
    for number in range(job, rounds, jobs):
        game, seats = places[number % len(places)]
        every = max(1, rounds // max(1, hard_rounds))
        levels = LEVELS if number % every == every - 1 else LEVELS[:-1]
        try:
            _play(game, seats, seed, number, levels, tally)
        except (BrokenLogError, ValueError, LookupError, TypeError, RecursionError) as error:
            tally.faults.append(f"round {number}, {game} for {seats}: {type(error).__name__}: {error}")
    return tally


def _play(game: str, seats: int, seed: int, number: int, levels: Iterable[str], tally: Tally) -> None:
    """Play one round, checking each move and table; a hard bot sits on one chair at least where all levels may play."""
    lots = Lots(seed, number)
    rules = rules_of(game)
    match_seed = seed * 1_000_003 + number
    hall = Hall(game, any_options(rules, lots, {"players": seats}), match_seed)
    choice = list(levels)
    names = [choice[lots.draw(len(choice))] for _seat in range(seats)]
    if len(choice) == len(LEVELS):
        names[lots.draw(seats)] = choice[-1]
    players = [_player(name, match_seed, tally) for name in names]
    for made in play_round(hall, players):
        refused = rules.own_refusal(made.view, made.move)
        if refused is not None:
            raise ValueError(f"{names[made.view.seat]} was refused: {refused.code.key}")
        if all_tiles(hall.table) != list(range(len(rules.deck))):
            raise ValueError("tiles were lost or doubled")
    tally.rounds += 1
    tally.tables[f"{game} {seats}"] += 1


def _player(name: str, match_seed: int, tally: Tally) -> Player:
    def move(view: View) -> Move:
        level = level_of(view.table.game, name)
        nodes = Nodes(level.nodes)
        choice = decide_by_level(view, level, nodes, bot_seed(match_seed, view))
        tally.moves[name] += 1
        tally.said.setdefault(f"{name} {view.table.game}", Counter())[_reason(choice, view)] += 1
        if nodes.count > NODE_LAXITY * level.nodes:
            raise ValueError(f"{name} looked at {nodes.count} nodes where {level.nodes} are allowed")
        return choice.move

    return move
