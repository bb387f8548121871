"""The `comodin` command. Every wrong argument or unreadable file is one sentence and exit code 2."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence

from game.commands.files import CommandError, read_text_lines
from game.rules.registry import GAMES
from game.rules.ruleset import parse_value
from game.table.options import Value

WRONG = 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without repeating the usage."""

    def error(self, message: str) -> None:  # type: ignore[override]  # the stub says NoReturn; exit raises
        self.exit(WRONG, f"{self.prog}: {message}; '{self.prog} --help' tells more.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; without arguments, play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = _parser().parse_args(given or ["play"])
    run: Callable[[argparse.Namespace], int] = chosen.run
    _write_any_letter()
    try:
        code = run(chosen)
        sys.stdout.flush()
    except CommandError as error:
        print(error, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        _write_nowhere()  # whoever read our output has had enough
        return 0
    except OSError as error:
        if run is _play:
            raise
        _write_nowhere()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 130
    return code


def _write_any_letter() -> None:
    """Let a terminal that lacks a letter show its code, so that no name can stop a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _write_nowhere() -> None:
    """Give what is still to be written to the null device, since Python flushes once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="comodin", description="Five rummy-tile games at one table.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="open the window and play", allow_abbrev=False)
    play.add_argument("--home", metavar="DIR", help="keep everything in this folder")
    play.add_argument("--debug-layout", action="store_true", help="print where each tile and control lies")
    play.set_defaults(run=_play)

    demo = commands.add_parser("demo", help="let bots play a whole match without a window", allow_abbrev=False)
    demo.add_argument("--headless", action="store_true", required=True, help="no window: time is virtual")
    demo.add_argument("--game", choices=sorted(GAMES), default="burako")
    demo.add_argument("--seats", type=int, metavar="N", help="how many play")
    demo.add_argument("--seed", type=_seed, default=1, metavar="N", help="the same seed gives the same match")
    demo.add_argument("--option", action="append", type=_option, default=[], metavar="NAME=VALUE")
    demo.add_argument("--transcript", metavar="FILE", help="write the match here")
    demo.add_argument("--pictures", metavar="DIR", help="draw each scene at each round into this folder")
    demo.set_defaults(run=_demo)

    arena = commands.add_parser("arena", help="let levels of bots play the same deals", allow_abbrev=False)
    arena.add_argument("--game", choices=sorted(GAMES), default="burako")
    arena.add_argument("--seats", type=int, metavar="N", help="how many play")
    arena.add_argument("--bots", type=_teams, default=("hard", "medium"), metavar="A,B", help="like hard,medium")
    arena.add_argument("--deals", type=_count, default=100, metavar="N")
    arena.add_argument("--seed", type=_seed, default=1, metavar="N", help="the same seed gives the same deals")
    arena.add_argument("--jobs", type=_count, default=1, metavar="N", help="how many processes play")
    arena.add_argument("--option", action="append", type=_option, default=[], metavar="NAME=VALUE")
    arena.add_argument("--json", metavar="FILE", help="write the result here")
    arena.add_argument("--home", metavar="DIR", help="keep the journal in this folder, to go on where a run ended")
    arena.set_defaults(run=_arena)

    replay = commands.add_parser("replay", help="tell a match again", allow_abbrev=False)
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--check", action="store_true", help="only fold it again and compare every digest")
    replay.set_defaults(run=_replay)

    judge = commands.add_parser("judge", help="judge positions, one JSON line each", allow_abbrev=False)
    judge.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    judge.set_defaults(run=_judge)

    solve = commands.add_parser("solve", help="lay the most on open tables, one JSON line each", allow_abbrev=False)
    solve.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    solve.set_defaults(run=_solve)
    return parser


def _seed(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 up, not '{text}'")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**6:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not '{text}'")
    return int(text)


def _teams(text: str) -> tuple[str, str]:
    first, comma, second = text.partition(",")
    if not first or not comma or not second:
        raise argparse.ArgumentTypeError(f"two teams are written like hard,medium, not '{text}'")
    return first, second


def _option(text: str) -> tuple[str, Value]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise argparse.ArgumentTypeError(f"an option is written NAME=VALUE, like target=1000, not '{text}'")
    return name, parse_value(value)


def _play(chosen: argparse.Namespace) -> int:
    from game.client.app import play

    return play(home=chosen.home, debug_layout=chosen.debug_layout)


def _demo(chosen: argparse.Namespace) -> int:
    from game.commands.demo import demo

    return demo(chosen.game, chosen.seats, chosen.seed, dict(chosen.option), chosen.transcript, chosen.pictures)


def _arena(chosen: argparse.Namespace) -> int:
    from game.bots.bot import level_of
    from game.commands.arena import Run, arena, cell_of, journals

    cell = cell_of(chosen.game, chosen.seats, chosen.bots, chosen.seed, dict(chosen.option), level_of)
    return arena(cell, Run(chosen.deals, chosen.jobs, journals(chosen.home)), chosen.json)


def _replay(chosen: argparse.Namespace) -> int:
    from game.commands.replay import replay

    return replay(chosen.file, check=chosen.check)


def _judge(chosen: argparse.Namespace) -> int:
    from game.commands.judge import judge_lines

    wrong = 0
    for answer, sentence in judge_lines(read_text_lines(chosen.file)):
        print(json.dumps(answer))
        if sentence:
            print(sentence, file=sys.stderr)
            wrong = WRONG
    return wrong


def _solve(chosen: argparse.Namespace) -> int:
    from game.bots.solve_lines import solve_lines

    wrong = 0
    for answer in solve_lines(read_text_lines(chosen.file)):
        print(answer, flush=True)
        sentence = json.loads(answer).get("error")
        if sentence:
            print(sentence, file=sys.stderr)
            wrong = WRONG
    return wrong
