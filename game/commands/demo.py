"""`comodin demo --headless`: a whole match of bots without a window, in virtual time."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping

from game.bots.names import BOT_VERSION, DEFAULT_LEVEL
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.thinker import InlineThinker
from game.client.words.tell import tell_reason, tell_refusal
from game.commands.files import CommandError, write_output
from game.match.deal import OPEN_DEAL
from game.match.lines import match_text
from game.match.match import Match, RoundResult
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, choose_options
from game.session.local import LocalSession
from game.session.session import Moved, RoundOver, Trouble
from game.table.notation import write_move
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.safe_text import printable

BOT_NAMES = ("Ana", "Tito", "Nora", "Vera", "Bruno", "Lía", "Rosa")
TICK_SECONDS = 1.0  # virtual seconds per step


class _Nowhere:
    """A journal that writes nothing, since the match is exported at its end."""

    def append(self, line: bytes) -> None:
        """Ignore the line; the match is kept in memory."""


def options_for(rules: RuleSet, chosen: Mapping[str, OptionValue]) -> Options:
    """Return a table's options; raise CommandError if they are invalid."""
    options = choose_options(rules, chosen)
    if isinstance(options, Refusal):
        raise CommandError(options_error(rules, options))
    return options


def options_error(rules: RuleSet, refusal: Refusal) -> str:
    """Return the error for invalid options; for an unknown one it lists those that exist."""
    told = tell_refusal(refusal)
    there = ""
    if refusal.code is Code.UNKNOWN_OPTION:
        named = (f"{option.name} ({option.values_text()})" for option in rules.options)
        there = f" There are: {'; '.join(named)}."
    return f"{told.what}. {told.why}{there}"


def bots_header(rules: RuleSet, options: Options, seed: int, level: str = DEFAULT_LEVEL) -> Header:
    """Return the header of a match of bots only."""
    seats = tuple(Seat(BOT_NAMES[at], Controller.BOT, level) for at in range(options.number("players")))
    return Header(
        game=rules.key,
        options=options,
        deck=rules.deck.key,
        seats=seats,
        dealer=OPEN_DEAL,
        seed=seed,
        bots=BOT_VERSION,
        nodes=DEFAULT_BUDGET.nodes,
    )


def play_out(header: Header, tell: Callable[[LocalSession, Moved], None] | None = None) -> Match:
    """Play a match of bots to its end; `tell` is called for every move."""
    session = LocalSession(Match.new(header), InlineThinker(), _Nowhere())
    now = 0.0
    while not session.standing.over:
        for event in session.poll(now):
            if isinstance(event, Moved) and tell is not None:
                tell(session, event)
            if isinstance(event, RoundOver):
                session.begin_next_round()
            if isinstance(event, Trouble):
                raise CommandError(f"The demo stopped: {event.code} {' '.join(event.args)}.")
        now += TICK_SECONDS
    return session.match


def demo(
    game: str,
    seats: int | None,
    seed: int,
    chosen: Mapping[str, OptionValue],
    transcript: str | None,
    pictures: str | None = None,
    *,
    level: str = DEFAULT_LEVEL,
    explain: bool = False,
    as_json: bool = False,
) -> int:
    """Play and print each round's result; if asked to, save the match, draw its scenes or explain each move."""
    try:
        rules = rules_of(game)
    except ValueError as error:
        raise CommandError(f"{str(error).capitalize()}.") from error
    values = dict(chosen) if seats is None else {**chosen, "players": seats}
    header = bots_header(rules, options_for(rules, values), seed, level)
    match = play_out(header, (print_reason_json if as_json else print_reason) if explain else None)
    if as_json:
        print(json.dumps(match_data(match), ensure_ascii=False))
    else:
        for result in match.standing.results:
            print(result_line(result))
        print(winners_line(match))
    if transcript is not None:
        write_output(transcript, match_text(match).encode())
    if pictures is not None:
        from game.commands.pictures import draw_pictures

        drawn, moments = draw_pictures(match, pictures)
        out = sys.stderr if as_json else sys.stdout
        for one in moments:
            print(f"{one.place}: {one.kind}: {one.title}", file=out)
        print(f"{drawn} pictures", file=out)
    return 0


def print_reason(session: LocalSession, moved: Moved) -> None:
    """Print a bot's move in the notation, and its reason as a sentence."""
    for who, move, told in _reasons(session, moved):
        print(f"{who}: {move} - {told}")


def print_reason_json(session: LocalSession, moved: Moved) -> None:
    """Print a bot's move and its reason as a line of JSON."""
    for who, move, told in _reasons(session, moved):
        print(json.dumps({"seat": moved.seat, "name": who, "move": move, "reason": told}, ensure_ascii=False))


def _reasons(session: LocalSession, moved: Moved) -> Iterator[tuple[str, str, str]]:
    """Yield the mover, the move in notation, and its reason as a sentence; nothing without a reason."""
    if not moved.reason:
        return
    cards = session.rules.deck.cards
    code, *args = moved.reason
    faces = session.view_of(moved.seat).faces
    told = tell_reason(code, tuple(args), faces, cards=cards)
    yield session.seats[moved.seat].name, write_move(moved.move, moved.before.table, cards=cards), str(told)


def match_data(match: Match) -> dict[str, object]:
    """Return a match's result as data for JSON."""
    standing = match.standing
    return {
        "game": match.header.game,
        "seats": [printable(seat.name) for seat in standing.seats],
        "rounds": [
            {
                "round": one.round,
                "ending": one.outcome.ending.value,
                "points": [sheet.total for sheet in one.sheets],
                "totals": list(one.totals),
            }
            for one in standing.results
        ],
        "over": standing.over,
        "winners": list(standing.winners),
        "entries": len(match.transcript.entries),
        "digest": match.transcript.head.hex(),
    }


def result_line(result: RoundResult) -> str:
    """Return a round's result as one line."""
    rounds = " ".join(f"{sheet.total:+d}" for sheet in result.sheets)
    totals = " ".join(str(total) for total in result.totals)
    return f"round {result.round}: {result.outcome.ending.value}, points {rounds}, match {totals}"


def winners_line(match: Match) -> str:
    """Return the winners and the last digest, which identifies the whole match."""
    sides = len(match.standing.totals)
    names = [
        "+".join(printable(seat.name) for at, seat in enumerate(match.standing.seats) if at % sides == side)
        for side in match.standing.winners
    ]
    entries = len(match.transcript.entries)
    return f"won by {', '.join(names)} after {entries} entries, digest {match.transcript.head.hex()}"
