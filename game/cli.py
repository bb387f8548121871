"""The `comodin` command. Every wrong argument or unreadable file is one sentence and exit code 2."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.bots.level import LEVELS, MIDDLING
from game.commands.ending import WRONG, clean_output, exit_code
from game.commands.files import CommandError, read_text_lines
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import parse_value
from game.table.options import Value

if TYPE_CHECKING:
    from game.commands.lan_process import Wanted


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without repeating the usage."""

    def error(self, message: str) -> None:  # type: ignore[override]  # the stub says NoReturn; exit raises
        self.exit(WRONG, f"{self.prog}: {message}; '{self.prog} --help' tells more.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; without arguments, play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    with clean_output():
        chosen = _parser().parse_args(given or ["play"])
    run: Callable[[argparse.Namespace], int] = chosen.run
    return exit_code(lambda: run(chosen), writes=run is not _play)


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
    demo.add_argument("--level", choices=LEVELS, default=MIDDLING, help="how well the bots play")
    demo.add_argument("--explain", action="store_true", help="print every move and why it was made")
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
    arena.add_argument("--ladder", action="store_true", help="play every cell of the strength table, at every table")
    arena.add_argument(
        "--games",
        type=_games,
        default=tuple(GAMES),
        metavar="GAME,...",
        help="with --ladder, play these games' cells alone",
    )
    arena.add_argument("--readme", metavar="FILE", help="with --ladder, write the table into this file too")
    arena.add_argument("--strength", action="store_true", help="play nothing: print the table shipped with the program")
    arena.set_defaults(run=_arena)

    _add_lan(commands)

    netcheck = commands.add_parser("netcheck", help="test whether LAN tables can be found here", allow_abbrev=False)
    netcheck.add_argument("--interface", metavar="ADDRESS", help="test only there")
    netcheck.add_argument("--with", dest="other", metavar="ADDRESS", help="test with a second computer that tests too")
    netcheck.set_defaults(run=_netcheck)

    replay = commands.add_parser("replay", help="tell a match again", allow_abbrev=False)
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--check", action="store_true", help="only fold it again and compare every digest")
    replay.set_defaults(run=_replay)

    _add_verify(commands)

    judge = commands.add_parser("judge", help="judge positions, one JSON line each", allow_abbrev=False)
    judge.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    judge.set_defaults(run=_judge)

    solve = commands.add_parser("solve", help="lay the most on open tables, one JSON line each", allow_abbrev=False)
    solve.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    solve.set_defaults(run=_solve)
    return parser


def _add_verify(commands: argparse._SubParsersAction[_Parser]) -> None:
    """Add the command that says what a match proves."""
    verify = commands.add_parser("verify", help="say what a match proves, and who cheated", allow_abbrev=False)
    verify.add_argument(
        "match", metavar="MATCH", nargs="?", help="a file, or a LAN match of the home by number or name"
    )
    verify.add_argument("--home", metavar="DIR", help="look there; without a MATCH, at all LAN matches")
    verify.set_defaults(run=_verify)


def _add_lan(commands: argparse._SubParsersAction[_Parser]) -> None:
    again = "Started again with the same --home, it goes on with the match that it was in."
    does = f"Host a LAN table; the match begins when all chairs are taken. {again}"
    host = commands.add_parser("host", help="host a LAN table without a window", description=does, allow_abbrev=False)
    host.add_argument("--game", choices=sorted(GAMES), default="burako")
    host.add_argument("--seats", type=int, metavar="N", help="how many play")
    host.add_argument("--preset", metavar="NAME", help="a named set of options")
    host.add_argument(
        "--option", action="append", type=_option, default=[], metavar="NAME=VALUE", help="such as target=1000"
    )
    host.add_argument("--seat", action="extend", nargs="+", default=[], metavar="bot:LEVEL", help="chairs of bots")
    host.add_argument("--port", type=_port, default=0, metavar="N", help="0 takes any free one")
    host.add_argument("--interface", metavar="ADDRESS", help="listen only there")
    host.add_argument("--print-address", action="store_true", help="print where to join, a line for each adapter")
    host.set_defaults(run=_host, watch=False)

    does = f"Sit down at a LAN table, and come back to it as often as the connection is lost. {again}"
    join = commands.add_parser("join", help="join a LAN table without a window", description=does, allow_abbrev=False)
    join.add_argument("address", metavar="ADDRESS", help="like 192.168.1.5:47815")
    join.add_argument("--watch", action="store_true", help="only watch")
    join.add_argument("--trust", action="store_true", help="join although another key answers there than last time")
    join.set_defaults(run=_join)

    result = commands.add_parser("result", help="tell how the last LAN match of a home stands", allow_abbrev=False)
    result.add_argument("--home", metavar="DIR", help="the folder that the match was kept in")
    result.add_argument("--transcript", metavar="FILE", help="write the match here")
    result.set_defaults(run=_result)

    for one in (host, join):
        one.add_argument("--headless", action="store_true", required=True, help="no window")
        one.add_argument("--player", metavar="bot:LEVEL[:SEED]", help="let a bot play a seat of this program")
        one.add_argument("--name", default="", metavar="NAME", help="what the others read on the chair")
        one.add_argument("--home", metavar="DIR", help="keep everything in this folder")
        one.add_argument("--password-file", metavar="FILE", help="its first line is the table's password")
        one.add_argument("--transcript", metavar="FILE", help="write the match here at the end")
        one.add_argument("--progress", action="store_true", help="print how long the log is whenever it grows")
        one.add_argument("--stop-after", type=_seed, default=0, metavar="N", help="stop when the log has N entries")
        one.add_argument("--leave-after", type=_seed, default=0, metavar="N", help="give the chair to a bot then")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not '{text}'")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 up, not '{text}'")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**6:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not '{text}'")
    return int(text)


def _games(text: str) -> tuple[str, ...]:
    try:
        return tuple(rules_of(game).key for game in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


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

    how = {"level": chosen.level, "explain": chosen.explain}
    return demo(chosen.game, chosen.seats, chosen.seed, dict(chosen.option), chosen.transcript, chosen.pictures, **how)


def _arena(chosen: argparse.Namespace) -> int:
    from game.bots.bot import level_of
    from game.commands.arena import Run, arena, cell_of, journals
    from game.commands.ladder import ladder, print_shown

    if chosen.strength:
        return print_shown()
    if chosen.ladder:
        return ladder(Run(0, chosen.jobs, journals(chosen.home)), chosen.json, chosen.readme, chosen.games)
    cell = cell_of(chosen.game, chosen.seats, chosen.bots, chosen.seed, dict(chosen.option), level_of)
    return arena(cell, Run(chosen.deals, chosen.jobs, journals(chosen.home)), chosen.json)


def _sound() -> None:
    """Refuse to go on with a library that a sealed deal cannot be built on; nothing of the LAN is imported before."""
    from net.deal.soundness import unsound

    trouble = unsound()
    if trouble is not None:
        raise CommandError(trouble.sentence)


def _wanted(chosen: argparse.Namespace) -> Wanted:
    from game.commands.lan_headless import Limits
    from game.commands.lan_process import Wanted, read_player

    try:
        level, seed = read_player(chosen.player) if chosen.player else ("", 0)
    except ValueError as error:
        raise CommandError(f"{error}.") from error
    return Wanted(
        chosen.name or ("Host" if chosen.run is _host else "Guest"),
        level,
        seed,
        chosen.home,
        chosen.password_file,
        chosen.transcript,
        Limits(chosen.stop_after, chosen.leave_after),
        watch=chosen.watch,
        trust=getattr(chosen, "trust", False),
        interface=getattr(chosen, "interface", None),
        port=getattr(chosen, "port", 0),
        progress=chosen.progress,
    )


def _host(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.host import host
    from game.commands.lan_process import read_player

    try:
        bots = tuple(read_player(text)[0] for text in chosen.seat)
    except ValueError as error:
        raise CommandError(f"{error}.") from error
    values = dict(chosen.option) if chosen.seats is None else {**dict(chosen.option), "players": chosen.seats}
    return host(_wanted(chosen), chosen.game, chosen.preset, values, bots, print_address=chosen.print_address)


def _join(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.join import join

    wanted = _wanted(chosen)
    if not wanted.level and not wanted.watch:
        raise CommandError("Without a window a bot plays: say --player bot:LEVEL, or --watch.")
    return join(wanted, chosen.address)


def _result(chosen: argparse.Namespace) -> int:
    from game.commands.result import result

    return result(chosen.home, chosen.transcript)


def _netcheck(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.netcheck import netcheck

    return netcheck(chosen.interface, chosen.other)


def _replay(chosen: argparse.Namespace) -> int:
    from game.commands.replay import replay

    return replay(chosen.file, check=chosen.check)


def _verify(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.verify import verify

    return verify(chosen.match, home=chosen.home)


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
    from game.commands.solve import solve

    return solve(chosen.file)
