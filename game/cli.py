"""The `comodin` command. A wrong argument or an unreadable file gives one sentence and exit code 2."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.arguments import make_parser, make_play_parser, refuse_idle
from game.commands.ending import EXIT_WRONG, clean_output, exit_code
from game.commands.files import CommandError, appendable_file, read_text_lines
from game.rules.registry import GAMES

if TYPE_CHECKING:
    import argparse

    from game.commands.lan_process import LanOptions


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; without arguments, play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["help"] and (len(given) < 2 or given[1] not in GAMES):
        given = [*given[1:], "--help"]
    given = given or ["play"]
    with clean_output():
        chosen = make_play_parser().parse_args(given[1:]) if given[0] == "play" else make_parser().parse_args(given)
    return exit_code(lambda: _run(chosen, given), writes=chosen.subcommand != "play")


def _run(chosen: argparse.Namespace, words: Sequence[str]) -> int:
    refuse_idle(chosen.subcommand, words)
    return RUNNERS[chosen.subcommand](chosen)


def _help(chosen: argparse.Namespace) -> int:
    from game.commands.terminal.options import options_text

    print(options_text(chosen.command))
    return 0


def _rules(chosen: argparse.Namespace) -> int:
    from game.book.book import rule_book_of
    from game.book.html import book_as_html
    from game.commands.files import write_output

    book = rule_book_of(chosen.language)
    write_output(chosen.html, book_as_html(book).encode())
    told = {"file": chosen.html, "language": chosen.language, "paragraphs": len(book.paragraphs)}
    print(json.dumps(told) if chosen.json else f"The rule book is in {chosen.html}.")
    return 0


def _play(chosen: argparse.Namespace) -> int:
    if chosen.text:
        from game.commands.terminal.play import play_text

        return play_text(chosen.home, chosen.game, chosen.seats, dict(chosen.option), chosen.level, chosen.verbose)
    gc.disable()  # no garbage collection until the first picture: nothing loaded or drawn for it is garbage
    from game.client.app import play

    spoken = None if chosen.spoken is None else appendable_file(chosen.spoken)
    return play(home=chosen.home, debug_layout=chosen.debug_layout, verbose=chosen.verbose, spoken=spoken)


def _demo(chosen: argparse.Namespace) -> int:
    from game.commands.demo import demo

    how = {"level": chosen.level, "explain": chosen.explain, "as_json": chosen.json}
    return demo(chosen.game, chosen.seats, chosen.seed, dict(chosen.option), chosen.transcript, chosen.pictures, **how)


def _arena(chosen: argparse.Namespace) -> int:
    from game.bots.bot import level_of
    from game.commands.arena import RunOptions, arena, journal_folder, parse_cell
    from game.commands.ladder import ladder, print_shipped_table

    if chosen.strength:
        return print_shipped_table()
    if chosen.ladder:
        run = RunOptions(0, chosen.jobs, journal_folder(chosen.home), chosen.cluster)
        return ladder(run, chosen.json, chosen.table, chosen.games)
    cell = parse_cell(chosen.game, chosen.seats, chosen.bots, chosen.seed, dict(chosen.option), level_of)
    return arena(
        cell,
        RunOptions(chosen.deals, chosen.jobs, journal_folder(chosen.home), chosen.cluster, chosen.stop),
        chosen.json,
    )


def _require_crypto() -> None:
    """Raise CommandError if a library cannot be used for sealed deals, before any LAN module is imported."""
    from net.deal.soundness import library_fault

    trouble = library_fault()
    if trouble is not None:
        raise CommandError(trouble.sentence)


def _shared(chosen: argparse.Namespace, usual_name: str) -> LanOptions:
    """Return the options that `host` and `join` share."""
    from game.commands.lan_headless import Limits
    from game.commands.lan_process import LanOptions, read_player
    from game.lan.addresses import own_interface

    level, seed = read_player(chosen.player) if chosen.player else ("", 0)
    return LanOptions(
        chosen.name or usual_name,
        level,
        seed,
        chosen.home,
        chosen.password_file,
        chosen.transcript,
        Limits(chosen.stop_after, chosen.leave_after),
        interface=own_interface(chosen.interface) or None,
        progress=chosen.progress,
        verbose=chosen.verbose,
        text=chosen.text,
        as_json=chosen.json,
    )


def _host(chosen: argparse.Namespace) -> int:
    _require_crypto()
    from game.commands.host import host
    from game.commands.lan_process import read_player

    bots = tuple(read_player(text)[0] for text in chosen.seat)
    values = dict(chosen.option) if chosen.seats is None else {**dict(chosen.option), "players": chosen.seats}
    wanted = replace(
        _shared(chosen, "Host"), port=chosen.port, obey=chosen.obey,
        tournament=chosen.tournament, persons=chosen.persons, keeper=chosen.keeper,
    )  # fmt: skip
    return host(
        wanted, chosen.game, chosen.preset, values, bots, print_address=chosen.print_address, tables=chosen.tables
    )


def _join(chosen: argparse.Namespace) -> int:
    _require_crypto()
    from game.commands.join import join

    wanted = replace(
        _shared(chosen, "Guest"), watch=chosen.watch, trust=chosen.trust, table=chosen.table, evening=chosen.evening
    )
    if not wanted.level and not wanted.watch and not wanted.text:
        raise CommandError("Without a window a bot plays: say --player bot:LEVEL, or --watch.")
    return join(wanted, chosen.address)


def _result(chosen: argparse.Namespace) -> int:
    from game.commands.result import result

    return result(chosen.home, chosen.transcript)


def _netcheck(chosen: argparse.Namespace) -> int:
    _require_crypto()
    from game.commands.netcheck import netcheck
    from game.lan.addresses import own_interface

    return netcheck(own_interface(chosen.interface) or None, chosen.other, as_json=chosen.json)


def _replay(chosen: argparse.Namespace) -> int:
    from game.commands.replay.exports import Exports
    from game.commands.replay.telling import replay

    wanted = Exports(chosen.at, chosen.eyes, chosen.picture, chosen.film, chosen.round, chosen.text, chosen.code)
    return replay(chosen.file, check=chosen.check, as_json=chosen.json, wanted=wanted)


def _verify(chosen: argparse.Namespace) -> int:
    _require_crypto()
    from game.commands.verify import verify

    return verify(chosen.match, home=chosen.home, as_json=chosen.json)


def _judge(chosen: argparse.Namespace) -> int:
    from game.commands.judge import judge_lines

    wrong = 0
    for answer, sentence in judge_lines(read_text_lines(chosen.file)):
        print(json.dumps(answer))
        if sentence:
            print(sentence, file=sys.stderr)
            wrong = EXIT_WRONG
    return wrong


def _solve(chosen: argparse.Namespace) -> int:
    from game.commands.solve import solve

    return solve(chosen.file, chosen.jobs)


def _puzzle(chosen: argparse.Namespace) -> int:
    from game.commands.puzzle import check_puzzles, make_puzzles
    from game.puzzle.puzzle import Task

    if chosen.check:
        return check_puzzles(chosen.check)
    return make_puzzles(Task(chosen.task), chosen.make, chosen.seed, chosen.home, keep=chosen.keep)


def _review(chosen: argparse.Namespace) -> int:
    from game.commands.review import review

    return review(chosen.file, chosen.round, chosen.seat, as_json=chosen.json)


def _stats(chosen: argparse.Namespace) -> int:
    from game.annals.sums import MatchFilter
    from game.commands.annals.stats import stats

    wish = MatchFilter(chosen.game, chosen.against, chosen.usual, chosen.since or "", chosen.rival)
    return stats(chosen.home, wish, chosen.csv, as_json=chosen.json)


def _club(chosen: argparse.Namespace) -> int:
    from game.club.values import ClubFormat, LeftOverRule, TournamentPlan
    from game.commands.club.desk import DeskRequests
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
            left_over=LeftOverRule.BOT if chosen.bots else LeftOverRule.BYE,
            cycles=2 if chosen.twice else 1,
            duplicate=bool(chosen.duplicate),
            trusted=bool(chosen.duplicate),
            deals=chosen.duplicate or 1,
        )
    wanted = DeskRequests(
        plan,
        join=tuple(chosen.join),
        leave=tuple(chosen.leave),
        back=tuple(chosen.back),
        apart=tuple((one, other) for one, other in chosen.apart),
        partners=tuple((one, other) for one, other in chosen.partners),
        results=tuple(map(tuple, chosen.result)),
        round=chosen.round,
        unpair=chosen.unpair,
        pair=chosen.pair,
        seed=chosen.seed,
        end=chosen.end,
    )
    return club(chosen.file, chosen.html, chosen.language, wanted, rate=chosen.ratings, as_json=chosen.json)


def _completion(chosen: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(make_parser(), chosen.shell))
    return 0


RUNNERS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "help": _help,
    "rules": _rules,
    "play": _play,
    "demo": _demo,
    "arena": _arena,
    "host": _host,
    "join": _join,
    "result": _result,
    "netcheck": _netcheck,
    "replay": _replay,
    "verify": _verify,
    "judge": _judge,
    "solve": _solve,
    "puzzle": _puzzle,
    "review": _review,
    "stats": _stats,
    "club": _club,
    "completion": _completion,
}
