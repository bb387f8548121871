"""The arguments of every `comodin` command, from which its help, its manual and shell completions are made."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NamedTuple

from game import __version__
from game.bots.names import DEFAULT_LEVEL, LEVELS
from game.commands.ending import EXIT_WRONG
from game.commands.files import CommandError
from game.commands.values import (
    parse_bounds,
    parse_day,
    parse_games,
    parse_option,
    parse_port,
    parse_positive,
    parse_seed,
    parse_teams,
)
from game.rules.registry import DEFAULT_GAME, GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    # These types of argparse have no public names.
    _Commands: TypeAlias = argparse._SubParsersAction["_Parser"]  # noqa: SLF001
    _Group: TypeAlias = argparse._ArgumentGroup  # noqa: SLF001

BOOK_LANGUAGES = ("en", "es", "he", "it", "pt")  # the languages the rule book is written in
PUZZLE_TASKS = ("lay_all", "open", "free_joker", "most_points", "save_discard", "go_out")  # of puzzles
CLUB_FORMATS = ("round_robin", "swiss", "knockout", "howell", "mitchell")
SHELLS = ("bash", "zsh", "tcsh")
_ABOUT = "Rummy-tile games at one table. Without a command it opens the window."
_PLAY = "open the window and play"
_PLAY_MORE = "With --text a terminal takes the place of the window, for those who read by ear or by touch."
_OPTION = "a table option: target=1000; 'comodin help GAME' lists them"
_LINES = "the answers are lines of JSON with it and without it"


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error as one sentence, without the usage text."""

    def error(self, message: str) -> None:  # type: ignore[override]  # the stub says NoReturn; exit raises
        self.exit(EXIT_WRONG, f"{self.prog}: {message}; '{self.prog} --help' tells more.\n")


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = _Parser(prog="comodin", description=_ABOUT, allow_abbrev=False)
    made.add_argument("--version", action="version", version=f"comodin {__version__}", help="say which version this is")
    commands = made.add_subparsers(metavar="COMMAND", dest="subcommand", required=True)
    _add_play_arguments(_command(commands, "play", _PLAY, _PLAY_MORE))
    for add in (
        _add_demo, _add_arena, _add_lan, _add_netcheck, _add_matches, _add_lines,
        _add_puzzle, _add_review, _add_stats, _add_club, _add_rules, _add_help,
    ):  # fmt: skip
        add(commands)
    return made


def make_play_parser() -> argparse.ArgumentParser:
    """Return the parser of `play` alone: making the parser of all commands takes half as long as the first picture."""
    made = _Parser(prog="comodin play", description=_description(_PLAY, _PLAY_MORE), allow_abbrev=False)
    _add_play_arguments(made)
    made.set_defaults(subcommand="play")
    return made


def _command(commands: _Commands, name: str, about: str, more: str = "") -> _Parser:
    """Add a command; its help text begins with its line in the list of commands."""
    return commands.add_parser(name, help=about, description=_description(about, more), allow_abbrev=False)


def _description(about: str, more: str) -> str:
    return f"{about[:1].upper()}{about[1:]}. {more}".rstrip()


def _add_json(one: _Parser, about: str = "print JSON instead of sentences") -> None:
    one.add_argument("--json", action="store_true", help=about)


def _add_verbose(one: _Parser) -> None:
    about = "write more into the log of the home; twice: on standard error too"
    one.add_argument("-v", "--verbose", action="count", default=0, help=about)


def _add_table(one: _Parser | _Group, needs: str = "") -> None:
    one.add_argument("--game", choices=sorted(GAMES), default=DEFAULT_GAME, help=f"{needs}which game ({DEFAULT_GAME})")
    one.add_argument("--seats", type=int, metavar="N", help=f"{needs}how many play")
    about = f"{needs}{_OPTION}"
    one.add_argument("--option", action="append", type=parse_option, default=[], metavar="NAME=VALUE", help=about)


def _add_play_arguments(play: _Parser) -> None:
    play.add_argument("--text", action="store_true", help="play in this terminal, by words, against bots")
    about = "with --text: begin a match of this game, instead of going on with the last one"
    play.add_argument("--game", choices=sorted(GAMES), help=about)
    play.add_argument("--seats", type=int, metavar="N", help="with --text: how many play")
    about = f"with --text: {_OPTION}"
    play.add_argument("--option", action="append", type=parse_option, default=[], metavar="NAME=VALUE", help=about)
    about = f"with --text: how well the bots play ({DEFAULT_LEVEL})"
    play.add_argument("--level", choices=LEVELS, default=DEFAULT_LEVEL, help=about)
    play.add_argument("--home", metavar="DIR", help="keep everything in this folder")
    _add_verbose(play)
    about = "in the window: write what readers and voices say into this file, in their place"
    play.add_argument("--spoken", metavar="FILE", help=about)
    about = "in the window: print where each tile and control lies"
    play.add_argument("--debug-layout", action="store_true", help=about)


def _add_demo(commands: _Commands) -> None:
    demo = _command(commands, "demo", "let bots play a whole match without a window")
    demo.add_argument(
        "--headless", action="store_true", required=True, help="no window, and no waiting: this has to be said"
    )
    _add_table(demo)
    demo.add_argument("--seed", type=parse_seed, default=1, metavar="N", help="the same seed gives the same match (1)")
    demo.add_argument(
        "--level", choices=LEVELS, default=DEFAULT_LEVEL, help=f"how well the bots play ({DEFAULT_LEVEL})"
    )
    demo.add_argument("--explain", action="store_true", help="print every move and why it was made")
    demo.add_argument("--transcript", metavar="FILE", help="write the match here")
    demo.add_argument("--pictures", metavar="DIR", help="draw each scene and each kind of moment into this folder")
    _add_json(demo)


def _add_arena(commands: _Commands) -> None:
    more = "Every deal played is kept, so that the same command goes on where it was stopped."
    arena = _command(commands, "arena", "let levels of bots play the same deals", more)
    _add_table(arena)
    arena.add_argument(
        "--bots",
        type=parse_teams,
        default=("hard", "medium"),
        metavar="A,B",
        help="two teams (hard,medium); A+B: partners",
    )
    arena.add_argument("--deals", type=parse_positive, default=100, metavar="N", help="how many deals (100)")
    about = "stop before all deals are played where they speak for one of two means, in points a deal, like 0,30"
    arena.add_argument("--stop", type=parse_bounds, metavar="LOW,HIGH", help=about)
    arena.add_argument("--seed", type=parse_seed, default=1, metavar="N", help="the same seed gives the same deals (1)")
    arena.add_argument("--jobs", type=parse_positive, default=1, metavar="N", help="how many processes play (1)")
    about = "let the Dask cluster at this address play; local: one of --jobs processes, for this run"
    arena.add_argument("--cluster", metavar="ADDRESS", help=about)
    about = "write the result into this file as JSON; without one, print it instead of the table"
    arena.add_argument("--json", nargs="?", const="-", metavar="FILE", help=about)
    arena.add_argument("--home", metavar="DIR", help="keep the journal in this folder, to go on where a run ended")
    arena.add_argument("--ladder", action="store_true", help="play every cell of the strength table, at every table")
    about = "with --ladder: play these games' cells alone"
    arena.add_argument("--games", type=parse_games, default=tuple(GAMES), metavar="GAME,...", help=about)
    arena.add_argument("--table", metavar="FILE", help="with --ladder: write the table into this file too")
    arena.add_argument("--strength", action="store_true", help="play nothing: print the table shipped with the program")


def _add_lan(commands: _Commands) -> None:
    again = "Started again with the same --home, it goes on with the match that it was in."
    host = _command(
        commands, "host", "host a LAN table without a window", f"It begins when all chairs are taken. {again}"
    )
    _add_table(host)
    host.add_argument("--preset", metavar="NAME", help="a named set of options")
    about = "bots that take a chair: bot:easy bot:hard"
    host.add_argument("--seat", action="extend", nargs="+", default=[], metavar="bot:LEVEL", help=about)
    host.add_argument(
        "--port", type=parse_port, default=0, metavar="N", help="listen at this port; 0 takes any free one"
    )
    _add_interface(host)
    host.add_argument(
        "--tables",
        type=parse_positive,
        default=0,
        metavar="N",
        help="keep a hall with so many tables, for a club night",
    )
    about = "with --tables: run this one of 'comodin club', which says what is played"
    host.add_argument("--tournament", default="", metavar="FILE", help=about)
    host.add_argument(
        "--persons",
        type=parse_positive,
        default=0,
        metavar="N",
        help="with --tournament: begin it once this many are there",
    )
    about = "with --tournament: the key, in hexadecimal, of who keeps the hall and does not play"
    host.add_argument("--keeper", default="", metavar="KEY", help=about)
    about = "with --tables: hear start, pause, go and stop on standard input, a word a line, and end with it"
    host.add_argument("--obey", action="store_true", help=about)
    host.add_argument("--print-address", action="store_true", help="print where to join, a line for each adapter")

    more = f"It comes back to it as often as the connection is lost. {again}"
    join = _command(commands, "join", "join a LAN table without a window", more)
    join.add_argument("address", metavar="ADDRESS", help="like 192.168.1.5:47815")
    _add_interface(join)
    join.add_argument("--watch", action="store_true", help="only watch")
    join.add_argument(
        "--table",
        type=parse_positive,
        default=0,
        metavar="K",
        help="at a hall: this table, not the next one with a chair",
    )
    about = "at a hall: play where its tournament sends you, until it is over"
    join.add_argument("--evening", action="store_true", help=about)
    join.add_argument("--trust", action="store_true", help="join although another key answers there than last time")

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
        one.add_argument(
            "--stop-after", type=parse_seed, default=0, metavar="N", help="stop when the log has N entries"
        )
        about = "give the chair to a bot when the log has N entries"
        one.add_argument("--leave-after", type=parse_seed, default=0, metavar="N", help=about)
        _add_verbose(one)
        _add_json(one, "print addresses and progress as JSON too; the end is told in JSON always")

    result = _command(commands, "result", "tell how the last LAN match of a home stands")
    result.add_argument("--home", metavar="DIR", help="the folder that the match was kept in")
    result.add_argument("--transcript", metavar="FILE", help="write the match here")
    _add_json(result, "what is told is JSON with it and without it")


def _add_interface(one: _Parser) -> None:
    about = "use only this adapter; without it the one in the variable COMODIN_LAN_INTERFACE, or all"
    one.add_argument("--interface", metavar="ADDRESS", help=about)


def _add_netcheck(commands: _Commands) -> None:
    netcheck = _command(commands, "netcheck", "test whether LAN tables can be found here")
    _add_interface(netcheck)
    netcheck.add_argument("--with", dest="other", metavar="ADDRESS", help="test with a second computer that tests too")
    _add_json(netcheck)


def _add_matches(commands: _Commands) -> None:
    """Add the commands that read a match."""
    replay = _command(commands, "replay", "tell a match again")
    replay.add_argument("file", metavar="FILE", help="a match file, the log of a LAN match, or - for standard input")
    replay.add_argument(
        "--check", action="store_true", help="only play it again in silence, and tell whether it comes out as written"
    )
    about = "with --picture or --film: the place that is drawn, by default the end"
    replay.add_argument("--at", metavar="ROUND[.MOVE]", default="", help=about)
    about = "with --picture or --film: whose rack is seen, from 0 on; all: every rack"
    replay.add_argument("--eyes", metavar="SEAT", default="", help=about)
    replay.add_argument("--picture", metavar="PNG", default="", help="write a picture of the place")
    replay.add_argument("--film", metavar="PNG", default="", help="write an animated picture of its turn")
    replay.add_argument("--round", action="store_true", help="with --film: of the whole round")
    replay.add_argument("--text", metavar="FILE", default="", help="write the match as its file")
    replay.add_argument("--code", action="store_true", help="print the short code that deals it again")
    _add_json(replay, "print a line of JSON for each entry and one for the end")

    verify = _command(commands, "verify", "say what a match proves, and who cheated")
    about = "a file, - for standard input, or a LAN match of the home by number or name"
    verify.add_argument("match", metavar="MATCH", nargs="?", help=about)
    verify.add_argument("--home", metavar="DIR", help="look in this folder; without a MATCH, at all its LAN matches")
    _add_json(verify)


def _add_stats(commands: _Commands) -> None:
    stats = _command(commands, "stats", "tell what the matches of a home add up to", "All of it is read from the logs.")
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
    stats.add_argument("--since", type=parse_day, metavar="YYYY-MM-DD", help="only matches begun since that day")
    stats.add_argument("--csv", metavar="FILE", help="write a line for each round into this file too")
    _add_json(stats)


def _add_lines(commands: _Commands) -> None:
    """Add the commands that answer lines of JSON."""
    judge = _command(commands, "judge", "judge positions, one JSON line each", "JUDGE.md describes the lines.")
    judge.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    _add_json(judge, _LINES)

    solve = _command(
        commands, "solve", "lay the most on open tables, one JSON line each", "SOLVE.md describes the lines."
    )
    solve.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    solve.add_argument("--jobs", type=parse_positive, default=1, metavar="N", help="how many processes solve (1)")
    _add_json(solve, _LINES)


def _add_review(commands: _Commands) -> None:
    more = "Each turn is compared with what a strong player would have done who saw no more than its player."
    review = _command(commands, "review", "say what could have been better in a match, and what luck did", more)
    review.add_argument("file", metavar="FILE", help="a match file, the log of a LAN match, or - for standard input")
    review.add_argument("--round", type=parse_positive, metavar="N", help="only this round, by its number")
    review.add_argument(
        "--seat", type=parse_seed, metavar="N", help="through whose eyes, from 0 on; without it one's own"
    )
    _add_json(review, "print a line of JSON for each round")


def _add_puzzle(commands: _Commands) -> None:
    more = "Each is a line of JSON with its position, its one best answer, its grade and the match it was found in."
    puzzle = _command(commands, "puzzle", "find new puzzles in rounds that bots play, or prove puzzles", more)
    how = puzzle.add_mutually_exclusive_group(required=True)
    how.add_argument("--make", type=parse_positive, metavar="N", help="print so many new puzzles")
    how.add_argument("--check", metavar="FILE", help="prove each puzzle of a file, or of - for standard input")
    puzzle.add_argument(
        "--task", choices=PUZZLE_TASKS, default=PUZZLE_TASKS[0], help=f"with --make: what is asked ({PUZZLE_TASKS[0]})"
    )
    puzzle.add_argument(
        "--seed", type=parse_seed, metavar="N", help="with --make: the same seed makes the same puzzles (1)"
    )
    puzzle.add_argument("--keep", action="store_true", help="with --make: the window asks them too, after its own")
    puzzle.add_argument("--home", metavar="DIR", help="with --keep: the folder that they are kept in")
    _add_json(puzzle, _LINES)


def _add_club(commands: _Commands) -> None:
    more = "Without anything to do it only tells them; what it is to do is kept in the file, and told afterwards."
    club = _command(commands, "club", "run a tournament, and tell its pairings and standings", more)
    club.add_argument("file", metavar="FILE", help="a kept tournament, or - for standard input")
    club.add_argument("--html", metavar="PAGE", help="write a page to print into this file too")
    about = f"tell it in this language ({', '.join(BOOK_LANGUAGES)}); without one, in English"
    club.add_argument("--language", choices=BOOK_LANGUAGES, default=BOOK_LANGUAGES[0], help=about)
    club.add_argument("--ratings", action="store_true", help="rate everybody by the results, with openskill")
    _add_json(club)
    make = club.add_argument_group("to make one")
    make.add_argument("--new", metavar="NAME", help="make a tournament of this name in a file that is not there yet")
    make.add_argument("--format", choices=CLUB_FORMATS, default="swiss", help="with --new: who meets whom (swiss)")
    _add_table(make, "with --new: ")
    make.add_argument("--pairs", action="store_true", help="with --new: two stay together; else partners change")
    make.add_argument(
        "--rounds", type=parse_positive, default=0, metavar="N", help="with --new: how many; else as it takes"
    )
    make.add_argument(
        "--minutes", type=parse_positive, default=0, metavar="N", help="with --new: the longest a round takes"
    )
    make.add_argument("--twice", action="store_true", help="with --new: in a round robin everybody meets twice")
    make.add_argument("--bots", action="store_true", help="with --new: a bot plays with who is left over")
    about = "with --new: all tables play the same tiles, so many deals a round; a hall deals them, and could read them"
    make.add_argument("--duplicate", type=parse_positive, default=0, metavar="DEALS", help=about)
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
    desk.add_argument(
        "--round", type=parse_positive, default=0, metavar="N", help="with --result: its round (the last)"
    )
    desk.add_argument("--unpair", action="store_true", help="take the last round back, while it has no result")
    desk.add_argument("--pair", action="store_true", help="pair the next round")
    about = "with --pair: draw its lots by this number; else by chance"
    desk.add_argument("--seed", type=parse_seed, metavar="N", help=about)
    desk.add_argument("--end", action="store_true", help="nothing changes any more")


def _add_rules(commands: _Commands) -> None:
    rules = _command(commands, "rules", "write the rule book as a page to read or print")
    rules.add_argument("--html", metavar="FILE", required=True, help="write it into this file")
    about = f"in this language ({', '.join(BOOK_LANGUAGES)}); without one, in English"
    rules.add_argument("--language", choices=BOOK_LANGUAGES, default=BOOK_LANGUAGES[0], help=about)
    _add_json(rules)


def _add_help(commands: _Commands) -> None:
    told = _command(commands, "help", "tell about the program, one command, or the table options of a game")
    about = f"the command to tell about, or a game: {', '.join(sorted(GAMES))}"
    told.add_argument("command", metavar="COMMAND", nargs="?", help=about)

    about = "print what makes a shell complete this command"
    completion = _command(commands, "completion", about, 'For bash: eval "$(comodin completion bash)" in ~/.bashrc.')
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


class IdleArguments(NamedTuple):
    """Arguments of a command that have no effect without any of `without`, or beside any of `beside`.

    Each field lists arguments separated by blanks. Law: no argument is silently ignored; it is refused before the
    command begins.
    """

    command: str
    arguments: str
    without: str = ""
    beside: str = ""


IDLE_ARGUMENTS: Final = (
    IdleArguments("play", "--game --seats --option --level", without="--text"),
    IdleArguments("play", "--spoken --debug-layout", beside="--text"),
    IdleArguments("arena", "--games --table", without="--ladder"),
    IdleArguments("arena", "--game --seats --option --bots --deals --stop --seed", beside="--ladder --strength"),
    IdleArguments("arena", "--jobs --cluster --json --home --ladder", beside="--strength"),
    IdleArguments("host", "--tournament --obey", without="--tables"),
    IdleArguments("host", "--persons --keeper", without="--tournament"),
    IdleArguments("host", "--game --seats --option --preset --seat", beside="--tournament"),
    IdleArguments("join", "--table", beside="--evening"),
    IdleArguments("replay", "--at --eyes", without="--picture --film"),
    IdleArguments("replay", "--round", without="--film"),
    IdleArguments("replay", "--check --json", beside="--picture --film --text --code"),
    IdleArguments("puzzle", "--task --seed --keep", without="--make"),
    IdleArguments("puzzle", "--home", without="--keep"),
    IdleArguments("club", "--format --game --seats --option --pairs", without="--new"),
    IdleArguments("club", "--rounds --minutes --twice --bots --duplicate", without="--new"),
    IdleArguments("club", "--round", without="--result"),
    IdleArguments("club", "--seed", without="--pair"),
)


def refuse_idle(command: str, words: Sequence[str]) -> None:
    """Raise CommandError if an argument would have no effect.

    An argument with its default value may not have been given, so the words are searched; none can be abbreviated.
    """
    named = words[: words.index("--")] if "--" in words else words
    given = {word.partition("=")[0] for word in named}
    for one in IDLE_ARGUMENTS:
        for argument in one.arguments.split() if one.command == command else ():
            beside = [other for other in one.beside.split() if other in given]
            if argument in given and beside:
                raise _idle_error(command, f"{argument} does nothing beside {beside[0]}")
            if argument in given and one.without and given.isdisjoint(one.without.split()):
                raise _idle_error(command, f"{argument} does nothing without {one.without.replace(' ', ' or ')}")


def _idle_error(command: str, why: str) -> CommandError:
    return CommandError(f"comodin {command}: {why}; 'comodin {command} --help' tells more.")
