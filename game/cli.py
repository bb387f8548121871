"""The `comodin` command. Every wrong argument or unreadable file is one sentence and exit code 2."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game import __version__
from game.bots.names import LEVELS, MIDDLING
from game.commands.ending import WRONG, clean_output, exit_code
from game.commands.files import CommandError, appended_output, read_text_lines
from game.commands.values import bounds, day, games, option, port, positive, seed, teams
from game.rules.registry import GAMES, USUAL_GAME

if TYPE_CHECKING:
    from typing import TypeAlias

    from game.commands.lan_process import LanOptions

    # What argparse gives has no public name.
    _Commands: TypeAlias = argparse._SubParsersAction["_Parser"]  # noqa: SLF001
    _Group: TypeAlias = argparse._ArgumentGroup  # noqa: SLF001

BOOKS = ("en", "es", "he", "it", "pt")  # the languages the rule book is written in
TASKS = ("lay_all", "open", "free_joker", "most_points", "save_discard", "go_out")  # of puzzles
CLUB_FORMATS = ("round_robin", "swiss", "knockout", "howell", "mitchell")
SHELLS = ("bash", "zsh", "tcsh")
_ABOUT = "Rummy-tile games at one table. Without a command it opens the window."
_PLAY = "open the window and play"
_PLAY_MORE = "With --text a terminal takes the place of the window, for those who read by ear or by touch."
_OPTION = "a table option: target=1000; 'comodin help GAME' lists them"
_LINES = "the answers are lines of JSON with it and without it"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without repeating the usage."""

    def error(self, message: str) -> None:  # type: ignore[override]  # the stub says NoReturn; exit raises
        self.exit(WRONG, f"{self.prog}: {message}; '{self.prog} --help' tells more.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; without arguments, play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["help"] and (len(given) < 2 or given[1] not in GAMES):
        given = [*given[1:], "--help"]
    given = given or ["play"]
    with clean_output():
        chosen = _parser_of_play().parse_args(given[1:]) if given[0] == "play" else parser().parse_args(given)
    run: Callable[[argparse.Namespace], int] = chosen.run
    return exit_code(lambda: run(chosen), writes=run is not _play)


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    made = _Parser(prog="comodin", description=_ABOUT, allow_abbrev=False)
    made.add_argument("--version", action="version", version=f"comodin {__version__}", help="say which version this is")
    commands = made.add_subparsers(metavar="COMMAND", required=True)
    _add_play_arguments(_added(commands, "play", _PLAY, _PLAY_MORE))
    _add_demo(commands)
    _add_arena(commands)
    _add_lan(commands)
    _add_netcheck(commands)
    _add_matches(commands)
    _add_lines(commands)
    _add_puzzle(commands)
    _add_review(commands)
    _add_stats(commands)
    _add_club(commands)
    _add_rules(commands)
    _add_help(commands)
    return made


def _parser_of_play() -> argparse.ArgumentParser:
    """Return what reads what follows `play`: to describe all commands takes as long as half the first picture."""
    made = _Parser(prog="comodin play", description=_described(_PLAY, _PLAY_MORE), allow_abbrev=False)
    _add_play_arguments(made)
    return made


def _added(commands: _Commands, name: str, about: str, more: str = "") -> _Parser:
    """Add a command; its own help begins with what the list of commands says of it."""
    return commands.add_parser(name, help=about, description=_described(about, more), allow_abbrev=False)


def _described(about: str, more: str) -> str:
    return f"{about[:1].upper()}{about[1:]}. {more}".rstrip()


def _add_json(one: _Parser, about: str = "print JSON instead of sentences") -> None:
    one.add_argument("--json", action="store_true", help=about)


def _add_verbose(one: _Parser) -> None:
    about = "write more into the log of the home; twice: on standard error too"
    one.add_argument("-v", "--verbose", action="count", default=0, help=about)


def _add_table(one: _Parser | _Group) -> None:
    one.add_argument("--game", choices=sorted(GAMES), default=USUAL_GAME, help=f"which game ({USUAL_GAME})")
    one.add_argument("--seats", type=int, metavar="N", help="how many play")
    one.add_argument("--option", action="append", type=option, default=[], metavar="NAME=VALUE", help=_OPTION)


def _add_play_arguments(play: _Parser) -> None:
    play.add_argument("--text", action="store_true", help="play in this terminal, by words, against bots")
    about = "with --text: begin a match of this game, instead of going on with the last one"
    play.add_argument("--game", choices=sorted(GAMES), help=about)
    play.add_argument("--seats", type=int, metavar="N", help="with --text: how many play")
    about = f"with --text: {_OPTION}"
    play.add_argument("--option", action="append", type=option, default=[], metavar="NAME=VALUE", help=about)
    about = f"with --text: how well the bots play ({MIDDLING})"
    play.add_argument("--level", choices=LEVELS, default=MIDDLING, help=about)
    play.add_argument("--home", metavar="DIR", help="keep everything in this folder")
    _add_verbose(play)
    about = "in the window: write what readers and voices say into this file, in their place"
    play.add_argument("--spoken", metavar="FILE", help=about)
    play.add_argument("--debug-layout", action="store_true", help="print where each tile and control lies")
    play.set_defaults(run=_play)


def _add_demo(commands: _Commands) -> None:
    demo = _added(commands, "demo", "let bots play a whole match without a window")
    demo.add_argument(
        "--headless", action="store_true", required=True, help="no window, and no waiting: this has to be said"
    )
    _add_table(demo)
    demo.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed gives the same match (1)")
    demo.add_argument("--level", choices=LEVELS, default=MIDDLING, help=f"how well the bots play ({MIDDLING})")
    demo.add_argument("--explain", action="store_true", help="print every move and why it was made")
    demo.add_argument("--transcript", metavar="FILE", help="write the match here")
    demo.add_argument("--pictures", metavar="DIR", help="draw each scene and each kind of moment into this folder")
    _add_json(demo)
    demo.set_defaults(run=_demo)


def _add_arena(commands: _Commands) -> None:
    more = "Every deal played is kept, so that the same command goes on where it was stopped."
    arena = _added(commands, "arena", "let levels of bots play the same deals", more)
    _add_table(arena)
    arena.add_argument(
        "--bots", type=teams, default=("hard", "medium"), metavar="A,B", help="two teams (hard,medium); A+B: partners"
    )
    arena.add_argument("--deals", type=positive, default=100, metavar="N", help="how many deals (100)")
    about = "stop before all deals are played where they speak for one of two means, in points a deal, like 0,30"
    arena.add_argument("--stop", type=bounds, metavar="LOW,HIGH", help=about)
    arena.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed gives the same deals (1)")
    arena.add_argument("--jobs", type=positive, default=1, metavar="N", help="how many processes play (1)")
    about = "let the Dask cluster at this address play; local: one of --jobs processes, for this run"
    arena.add_argument("--cluster", metavar="ADDRESS", help=about)
    about = "write the result into this file as JSON; without one, print it instead of the table"
    arena.add_argument("--json", nargs="?", const="-", metavar="FILE", help=about)
    arena.add_argument("--home", metavar="DIR", help="keep the journal in this folder, to go on where a run ended")
    arena.add_argument("--ladder", action="store_true", help="play every cell of the strength table, at every table")
    about = "with --ladder, play these games' cells alone"
    arena.add_argument("--games", type=games, default=tuple(GAMES), metavar="GAME,...", help=about)
    arena.add_argument("--table", metavar="FILE", help="with --ladder, write the table into this file too")
    arena.add_argument("--strength", action="store_true", help="play nothing: print the table shipped with the program")
    arena.set_defaults(run=_arena)


def _add_lan(commands: _Commands) -> None:
    again = "Started again with the same --home, it goes on with the match that it was in."
    host = _added(
        commands, "host", "host a LAN table without a window", f"It begins when all chairs are taken. {again}"
    )
    _add_table(host)
    host.add_argument("--preset", metavar="NAME", help="a named set of options")
    host.add_argument(
        "--seat",
        action="extend",
        nargs="+",
        default=[],
        metavar="bot:LEVEL",
        help="bots that take a chair: bot:easy bot:hard",
    )
    host.add_argument("--port", type=port, default=0, metavar="N", help="listen at this port; 0 takes any free one")
    _add_interface(host)
    host.add_argument(
        "--tables", type=positive, default=0, metavar="N", help="keep a hall with so many tables, for a club night"
    )
    host.add_argument("--tournament", default="", metavar="FILE", help="with --tables: run this one of 'comodin club'")
    host.add_argument(
        "--persons", type=positive, default=0, metavar="N", help="with --tournament: begin it once this many are there"
    )
    about = "with --tables: hear start, pause, go and stop on standard input, a word a line, and end with it"
    host.add_argument("--obey", action="store_true", help=about)
    host.add_argument("--print-address", action="store_true", help="print where to join, a line for each adapter")
    host.set_defaults(run=_host, watch=False)

    more = f"It comes back to it as often as the connection is lost. {again}"
    join = _added(commands, "join", "join a LAN table without a window", more)
    join.add_argument("address", metavar="ADDRESS", help="like 192.168.1.5:47815")
    _add_interface(join)
    join.add_argument("--watch", action="store_true", help="only watch")
    join.add_argument(
        "--table", type=positive, default=0, metavar="K", help="at a hall: this table, not the next one with a chair"
    )
    about = "at a hall: play where its tournament sends you, until it is over"
    join.add_argument("--evening", action="store_true", help=about)
    join.add_argument("--trust", action="store_true", help="join although another key answers there than last time")
    join.set_defaults(run=_join, port=0)

    for one in (host, join):
        how = one.add_mutually_exclusive_group(required=True)
        how.add_argument("--headless", action="store_true", help="no window: a bot plays, or nobody")
        how.add_argument("--text", action="store_true", help="no window: you play in this terminal, by words")
        one.add_argument("--player", metavar="bot:LEVEL[:SEED]", help="let a bot play a seat of this program")
        one.add_argument("--name", default="", metavar="NAME", help="what the others read on the chair")
        one.add_argument("--home", metavar="DIR", help="keep everything in this folder")
        one.add_argument("--password-file", metavar="FILE", help="its first line is the table's password")
        one.add_argument("--transcript", metavar="FILE", help="write the match here at the end")
        one.add_argument("--progress", action="store_true", help="print how long the log is whenever it grows")
        one.add_argument("--stop-after", type=seed, default=0, metavar="N", help="stop when the log has N entries")
        one.add_argument(
            "--leave-after",
            type=seed,
            default=0,
            metavar="N",
            help="give the chair to a bot when the log has N entries",
        )
        _add_verbose(one)
        _add_json(one, "print addresses and progress as JSON too; the end is told in JSON always")

    result = _added(commands, "result", "tell how the last LAN match of a home stands")
    result.add_argument("--home", metavar="DIR", help="the folder that the match was kept in")
    result.add_argument("--transcript", metavar="FILE", help="write the match here")
    _add_json(result, "what is told is JSON with it and without it")
    result.set_defaults(run=_result)


def _add_interface(one: _Parser) -> None:
    about = "use only this adapter; without it the one in the variable COMODIN_LAN_INTERFACE, or all"
    one.add_argument("--interface", metavar="ADDRESS", help=about)


def _add_netcheck(commands: _Commands) -> None:
    netcheck = _added(commands, "netcheck", "test whether LAN tables can be found here")
    _add_interface(netcheck)
    netcheck.add_argument("--with", dest="other", metavar="ADDRESS", help="test with a second computer that tests too")
    _add_json(netcheck)
    netcheck.set_defaults(run=_netcheck)


def _add_matches(commands: _Commands) -> None:
    """Add the commands that read a match."""
    replay = _added(commands, "replay", "tell a match again")
    replay.add_argument("file", metavar="FILE", help="a match file, the log of a LAN match, or - for standard input")
    replay.add_argument(
        "--check", action="store_true", help="only play it again in silence, and tell whether it comes out as written"
    )
    replay.add_argument("--at", metavar="ROUND[.MOVE]", default="", help="the place that is drawn, by default the end")
    replay.add_argument("--eyes", metavar="SEAT", default="", help="whose rack is seen, from 0 on; all: every rack")
    replay.add_argument("--picture", metavar="PNG", default="", help="write a picture of the place")
    replay.add_argument("--film", metavar="PNG", default="", help="write an animated picture of its turn")
    replay.add_argument("--round", action="store_true", help="make the film of the whole round")
    replay.add_argument("--text", metavar="FILE", default="", help="write the match as its file")
    replay.add_argument("--code", action="store_true", help="print the short code that deals it again")
    _add_json(replay, "print a line of JSON for each entry and one for the end")
    replay.set_defaults(run=_replay)

    verify = _added(commands, "verify", "say what a match proves, and who cheated")
    about = "a file, - for standard input, or a LAN match of the home by number or name"
    verify.add_argument("match", metavar="MATCH", nargs="?", help=about)
    verify.add_argument("--home", metavar="DIR", help="look in this folder; without a MATCH, at all its LAN matches")
    _add_json(verify)
    verify.set_defaults(run=_verify)


def _add_stats(commands: _Commands) -> None:
    stats = _added(commands, "stats", "tell what the matches of a home add up to", "All of it is read from the logs.")
    stats.add_argument("--home", metavar="DIR", help="the folder that the matches are kept in")
    stats.add_argument("--game", choices=sorted(GAMES), default="", help="only matches of this game")
    stats.add_argument("--against", choices=(*LEVELS, "person"), default="", help="only against this level, or people")
    stats.add_argument("--rival", metavar="NAME", default="", help="only against this person")
    options = stats.add_mutually_exclusive_group()
    options.add_argument(
        "--as-written", action="store_const", const=True, dest="usual", help="only matches with the usual table options"
    )
    options.add_argument(
        "--other-options", action="store_const", const=False, dest="usual", help="only matches with other table options"
    )
    stats.add_argument("--since", type=day, metavar="YYYY-MM-DD", help="only matches begun since that day")
    stats.add_argument("--csv", metavar="FILE", help="write a line for each round into this file too")
    _add_json(stats)
    stats.set_defaults(run=_stats)


def _add_lines(commands: _Commands) -> None:
    """Add the commands that answer lines of JSON."""
    judge = _added(commands, "judge", "judge positions, one JSON line each", "JUDGE.md describes the lines.")
    judge.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    _add_json(judge, _LINES)
    judge.set_defaults(run=_judge)

    solve = _added(
        commands, "solve", "lay the most on open tables, one JSON line each", "SOLVE.md describes the lines."
    )
    solve.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    solve.add_argument("--jobs", type=positive, default=1, metavar="N", help="how many processes solve (1)")
    _add_json(solve, _LINES)
    solve.set_defaults(run=_solve)


def _add_review(commands: _Commands) -> None:
    more = "Each turn is compared with what a strong player would have done who saw no more than its player."
    review = _added(commands, "review", "say what could have been better in a match, and what luck did", more)
    review.add_argument("file", metavar="FILE", help="a match file, the log of a LAN match, or - for standard input")
    review.add_argument("--round", type=positive, metavar="N", help="only this round, by its number")
    review.add_argument("--seat", type=seed, metavar="N", help="through whose eyes, from 0 on; without it one's own")
    _add_json(review, "print a line of JSON for each round")
    review.set_defaults(run=_review)


def _add_puzzle(commands: _Commands) -> None:
    more = "Each is a line of JSON with its position, its one best answer, its grade and the match it was found in."
    puzzle = _added(commands, "puzzle", "find new puzzles in rounds that bots play, or prove puzzles", more)
    how = puzzle.add_mutually_exclusive_group(required=True)
    how.add_argument("--make", type=positive, metavar="N", help="print so many new puzzles")
    how.add_argument("--check", metavar="FILE", help="prove each puzzle of a file, or of - for standard input")
    puzzle.add_argument("--task", choices=TASKS, default=TASKS[0], help=f"with --make: what is asked ({TASKS[0]})")
    puzzle.add_argument("--seed", type=seed, metavar="N", help="the same seed makes the same puzzles (1)")
    puzzle.add_argument("--keep", action="store_true", help="with --make: the window asks them too, after its own")
    puzzle.add_argument("--home", metavar="DIR", help="with --keep: the folder that they are kept in")
    _add_json(puzzle, _LINES)
    puzzle.set_defaults(run=_puzzle)


def _add_club(commands: _Commands) -> None:
    more = "Without anything to do it only tells them; what it is to do is kept in the file, and told afterwards."
    club = _added(commands, "club", "run a tournament, and tell its pairings and standings", more)
    club.add_argument("file", metavar="FILE", help="a kept tournament, or - for standard input")
    club.add_argument("--html", metavar="PAGE", help="write a page to print into this file too")
    about = f"tell it in this language ({', '.join(BOOKS)}); without one, in English"
    club.add_argument("--language", choices=BOOKS, default=BOOKS[0], help=about)
    club.add_argument("--ratings", action="store_true", help="rate everybody by the results, with openskill")
    _add_json(club)
    make = club.add_argument_group("to make one")
    make.add_argument("--new", metavar="NAME", help="make a tournament of this name in a file that is not there yet")
    make.add_argument("--format", choices=CLUB_FORMATS, default="swiss", help="with --new: who meets whom (swiss)")
    _add_table(make)
    make.add_argument("--pairs", action="store_true", help="with --new: two stay together; else partners change")
    make.add_argument("--rounds", type=positive, default=0, metavar="N", help="with --new: how many; else as it takes")
    make.add_argument("--minutes", type=positive, default=0, metavar="N", help="with --new: the longest a round takes")
    make.add_argument("--twice", action="store_true", help="with --new: in a round robin everybody meets twice")
    make.add_argument("--bots", action="store_true", help="with --new: a bot plays with who is left over")
    about = "with --new: all tables play the same tiles, so many deals a round; a hall deals them, and could read them"
    make.add_argument("--duplicate", type=positive, default=0, metavar="DEALS", help=about)
    desk = club.add_argument_group("to run one, in this order")
    for name, about in (
        ("--join", "these join, late ones too; a pair is written Ana+Bea"),
        ("--leave", "these have left and are not paired"),
        ("--back", "these are back"),
    ):
        desk.add_argument(name, action="extend", nargs="+", default=[], metavar="NAME", help=about)
    about = "these two do not meet, such as a family"
    desk.add_argument("--apart", action="append", nargs=2, default=[], metavar="NAME", help=about)
    about = "these two are a pair, and so are those who were their partners; before the first round"
    desk.add_argument("--partners", action="append", nargs=2, default=[], metavar="NAME", help=about)
    about = "a table and the points of its sides, as 2 150 -35; - for a side that did not play on; again to correct"
    about += "; a slash between the deals of a duplicate"
    desk.add_argument("--result", action="append", nargs="+", default=[], metavar="N", help=about)
    desk.add_argument("--round", type=positive, default=0, metavar="N", help="the round of the results (the last)")
    desk.add_argument("--unpair", action="store_true", help="take the last round back, while it has no result")
    desk.add_argument("--pair", action="store_true", help="pair the next round")
    desk.add_argument("--seed", type=seed, metavar="N", help="draw its lots by this number; else by chance")
    desk.add_argument("--end", action="store_true", help="nothing changes any more")
    club.set_defaults(run=_club)


def _add_rules(commands: _Commands) -> None:
    rules = _added(commands, "rules", "write the rule book as a page to read or print")
    rules.add_argument("--html", metavar="FILE", required=True, help="write it into this file")
    about = f"in this language ({', '.join(BOOKS)}); without one, in English"
    rules.add_argument("--language", choices=BOOKS, default=BOOKS[0], help=about)
    _add_json(rules)
    rules.set_defaults(run=_rules)


def _add_help(commands: _Commands) -> None:
    told = _added(commands, "help", "tell about the program, one command, or the table options of a game")
    about = f"the command to tell about, or a game: {', '.join(sorted(GAMES))}"
    told.add_argument("command", metavar="COMMAND", nargs="?", help=about)
    told.set_defaults(run=_help)  # of a game; main turns all else into --help before it is read

    about = "print what makes a shell complete this command"
    completion = _added(commands, "completion", about, 'For bash: eval "$(comodin completion bash)" in ~/.bashrc.')
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")
    completion.set_defaults(run=_completion)


def _help(chosen: argparse.Namespace) -> int:
    from game.commands.terminal.options import told_options

    print(told_options(chosen.command))
    return 0


def _rules(chosen: argparse.Namespace) -> int:
    from game.book.book import rule_book_of
    from game.book.html import page_of
    from game.commands.files import write_output

    book = rule_book_of(chosen.language)
    write_output(chosen.html, page_of(book).encode())
    told = {"file": chosen.html, "language": chosen.language, "paragraphs": len(book.paragraphs)}
    print(json.dumps(told) if chosen.json else f"The rule book is in {chosen.html}.")
    return 0


def _play(chosen: argparse.Namespace) -> int:
    if chosen.text:
        from game.commands.terminal.play import play_text

        return play_text(chosen.home, chosen.game, chosen.seats, dict(chosen.option), chosen.level, chosen.verbose)
    gc.disable()  # until the first picture: what is loaded and drawn for it stays
    from game.client.app import play

    spoken = None if chosen.spoken is None else appended_output(chosen.spoken)
    return play(home=chosen.home, debug_layout=chosen.debug_layout, verbose=chosen.verbose, spoken=spoken)


def _demo(chosen: argparse.Namespace) -> int:
    from game.commands.demo import demo

    how = {"level": chosen.level, "explain": chosen.explain, "as_json": chosen.json}
    return demo(chosen.game, chosen.seats, chosen.seed, dict(chosen.option), chosen.transcript, chosen.pictures, **how)


def _arena(chosen: argparse.Namespace) -> int:
    from game.bots.bot import level_of
    from game.commands.arena import Run, arena, cell_of, journals
    from game.commands.ladder import ladder, print_shown

    if chosen.strength:
        return print_shown()
    if chosen.ladder:
        run = Run(0, chosen.jobs, journals(chosen.home), chosen.cluster)
        return ladder(run, chosen.json, chosen.table, chosen.games)
    cell = cell_of(chosen.game, chosen.seats, chosen.bots, chosen.seed, dict(chosen.option), level_of)
    return arena(cell, Run(chosen.deals, chosen.jobs, journals(chosen.home), chosen.cluster, chosen.stop), chosen.json)


def _sound() -> None:
    """Refuse to go on with a library that a sealed deal cannot be built on; nothing of the LAN is imported before."""
    from net.deal.soundness import unsound

    trouble = unsound()
    if trouble is not None:
        raise CommandError(trouble.sentence)


def _wanted(chosen: argparse.Namespace) -> LanOptions:
    from game.commands.lan_headless import Limits
    from game.commands.lan_process import LanOptions, read_player
    from game.lan.addresses import own_interface

    try:
        level, seed = read_player(chosen.player) if chosen.player else ("", 0)
    except ValueError as error:
        raise CommandError(f"{error}.") from error
    return LanOptions(
        chosen.name or ("Host" if chosen.run is _host else "Guest"),
        level,
        seed,
        chosen.home,
        chosen.password_file,
        chosen.transcript,
        Limits(chosen.stop_after, chosen.leave_after),
        watch=chosen.watch,
        trust=getattr(chosen, "trust", False),
        interface=own_interface(chosen.interface) or None,
        port=chosen.port,
        progress=chosen.progress,
        verbose=chosen.verbose,
        text=chosen.text,
        as_json=chosen.json,
        table=getattr(chosen, "table", 0),
        evening=getattr(chosen, "evening", False),
        tournament=getattr(chosen, "tournament", ""),
        persons=getattr(chosen, "persons", 0),
        obey=getattr(chosen, "obey", False),
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
    return host(
        _wanted(chosen),
        chosen.game,
        chosen.preset,
        values,
        bots,
        print_address=chosen.print_address,
        tables=chosen.tables,
    )


def _join(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.join import join

    wanted = _wanted(chosen)
    if not wanted.level and not wanted.watch and not wanted.text:
        raise CommandError("Without a window a bot plays: say --player bot:LEVEL, or --watch.")
    return join(wanted, chosen.address)


def _result(chosen: argparse.Namespace) -> int:
    from game.commands.result import result

    return result(chosen.home, chosen.transcript)


def _netcheck(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.netcheck import netcheck
    from game.lan.addresses import own_interface

    return netcheck(own_interface(chosen.interface) or None, chosen.other, as_json=chosen.json)


def _replay(chosen: argparse.Namespace) -> int:
    from game.commands.replay.exports import Exports
    from game.commands.replay.telling import replay

    wanted = Exports(chosen.at, chosen.eyes, chosen.picture, chosen.film, chosen.round, chosen.text, chosen.code)
    return replay(chosen.file, check=chosen.check, as_json=chosen.json, wanted=wanted)


def _verify(chosen: argparse.Namespace) -> int:
    _sound()
    from game.commands.verify import verify

    return verify(chosen.match, home=chosen.home, as_json=chosen.json)


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

    return solve(chosen.file, chosen.jobs)


def _puzzle(chosen: argparse.Namespace) -> int:
    from game.commands.puzzle import check, make
    from game.puzzle.puzzle import Task

    if chosen.check:
        return check(chosen.check)
    return make(Task(chosen.task), chosen.make, chosen.seed, chosen.home, keep=chosen.keep)


def _review(chosen: argparse.Namespace) -> int:
    from game.commands.review import review

    return review(chosen.file, chosen.round, chosen.seat, as_json=chosen.json)


def _stats(chosen: argparse.Namespace) -> int:
    from game.annals.sums import Sought
    from game.commands.annals.stats import stats

    wish = Sought(chosen.game, chosen.against, chosen.usual, chosen.since or "", chosen.rival)
    return stats(chosen.home, wish, chosen.csv, as_json=chosen.json)


def _club(chosen: argparse.Namespace) -> int:
    from game.club.values import ClubFormat, LeftOver, TournamentPlan
    from game.commands.club.desk import Errands
    from game.commands.club.telling import club

    plan = None
    if chosen.new is not None:
        plan = TournamentPlan(
            chosen.new,
            ClubFormat(chosen.format),
            chosen.game,
            chosen.seats or 2,
            pairs=chosen.pairs,
            options=tuple(sorted(chosen.option)),
            rounds=chosen.rounds,
            minutes=chosen.minutes,
            left_over=LeftOver.BOT if chosen.bots else LeftOver.BYE,
            cycles=2 if chosen.twice else 1,
            duplicate=bool(chosen.duplicate),
            trusted=bool(chosen.duplicate),
            deals=chosen.duplicate or 1,
        )
    wanted = Errands(
        plan,
        tuple(chosen.join),
        tuple(chosen.leave),
        tuple(chosen.back),
        tuple((one, other) for one, other in chosen.apart),
        tuple((one, other) for one, other in chosen.partners),
        tuple(map(tuple, chosen.result)),
        chosen.round,
        chosen.unpair,
        chosen.pair,
        chosen.seed,
        chosen.end,
    )
    return club(chosen.file, chosen.html, chosen.language, wanted, rate=chosen.ratings, as_json=chosen.json)


def _completion(chosen: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(parser(), chosen.shell))
    return 0
