"""Folds a log into tables and scores. Pure: the same entries give the same standing everywhere.

Laws: an entry that the rules refuse is never folded; a standing holds only public facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from game.match.bodies import read_deal, read_score, read_seat, read_void
from game.match.transcript import TABLE_AUTHOR, Entry, EntryKind, Header, Seat, Transcript, with_digest
from game.rules.public import count_unseen_of
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, SideScore
from game.table.canon import DIGEST_BYTES, digest
from game.table.faces import HIDDEN, Face, face_text
from game.table.moves import Attempt, Close, Move, Rearrange, ShownFaces, Timeout, named_tiles
from game.table.notation import read_move, write_move
from game.table.refusals import Code, Refusal
from game.table.state import NO_SEAT, Outcome, Phase, Table
from game.table.tiles import NO_TILE, Tile
from game.table.view import PublicMove

NO_TABLE_DIGEST = bytes(DIGEST_BYTES)
_NO_TEXT = re.compile("[\0-\x1f\ud800-\udfff]")  # what no line of text has


class BrokenLogError(Exception):
    """An entry is not valid after the entries before it: which one, and why in a sentence."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"entry {number}: {reason}")
        self.number = number
        self.reason = reason


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round: how it ended, each side's sheet, the match scores after it, and each seat's best turn."""

    round: int
    outcome: Outcome
    sheets: tuple[SideScore, ...]
    totals: tuple[int, ...]
    table: Table
    best: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """What a side paid because one of its seats broke off a round; `points` were added to its total."""

    round: int
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands: everything its log says, and nothing hidden.

    `table` is None before the first deal; `deals` counts all deals, those of void rounds included; `story` holds the
    moves of this round; `past` the tables of this round by entry number, for looking back; `winners` are sides,
    empty while the match goes on; `paid` is what sides paid for rounds that were broken off.
    """

    seats: tuple[Seat, ...]
    table: Table | None = None
    deals: int = 0
    totals: tuple[int, ...] = ()
    results: tuple[RoundResult, ...] = ()
    story: tuple[PublicMove, ...] = ()
    past: tuple[tuple[int, Table], ...] = ()
    winners: tuple[int, ...] = ()
    paid: tuple[Payment, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match has its winner."""
        return bool(self.winners)

    @property
    def round_scored(self) -> bool:
        """Whether the round on the table is over and its score written."""
        return self.table is not None and bool(self.results) and self.results[-1].round == self.table.round

    @property
    def moves_before_turn(self) -> int:
        """The number of moves of the round made before the current turn began."""
        begun = len(self.story)
        while self.table is not None and begun and self.story[begun - 1].seat == self.table.to_move:
            begun -= 1
        return begun

    @property
    def next_round_number(self) -> int:
        """The number of the round that a deal would begin."""
        return len(self.results) + 1


def opening_standing(header: Header) -> Standing:
    """Return the standing before any entry."""
    return Standing(header.seats, totals=(0,) * rules_of(header.game).sides(len(header.seats)))


def fold_entry(standing: Standing, header: Header, entry: Entry) -> Standing:
    """Return the standing after one more entry; raise BrokenLogError if the entry is not valid."""
    try:
        _check_line(standing, entry)
        return _FOLDS[entry.kind](standing, rules_of(header.game, header.rules), header, entry)
    except (ValueError, IndexError) as error:
        raise BrokenLogError(entry.number, str(error)) from error


def _check_line(standing: Standing, entry: Entry) -> None:
    """Check that an entry is one line and that its author is the table or one of its seats."""
    if not TABLE_AUTHOR <= entry.author < len(standing.seats):
        raise ValueError(f"there is no seat {entry.author}")
    if _NO_TEXT.search(entry.body):
        raise ValueError("its text is more than one line, or no text")


def _fold_deal(standing: Standing, rules: RuleSet, header: Header, entry: Entry) -> Standing:
    """Begin a round."""
    if standing.over:
        raise ValueError("a match that is over deals no round")
    if standing.table is not None and not standing.round_scored:
        raise ValueError("a round is dealt while another is being played")
    deal = read_deal(entry.body, cards=rules.deck.cards)
    if deal.round != standing.next_round_number:
        raise ValueError(f"round {deal.round} is dealt where round {standing.next_round_number} is due")
    if tuple(tile for tile, _face in deal.shown) != rules.opened_tiles(header.options):
        raise ValueError("the deal does not show the tiles that are turned up")
    _check_faces(rules, deal.shown, ())
    last = standing.results[-1].table if standing.results else None
    table = rules.deal(header.options, deal.round, deal.coin, last, standing.totals, deal.shown)
    return replace(standing, table=table, deals=standing.deals + 1, story=(), past=((entry.number, table),))


def _check_faces(rules: RuleSet, shown: ShownFaces, before: tuple[Face, ...]) -> None:
    """Rule 9.2, V4: check that no face is shown more often than the deck has it."""
    faces = (*before, *[face for _tile, face in shown]) if shown else ()
    for _tile, face in shown:
        if face is not HIDDEN and count_unseen_of(face, rules.deck, faces) < 0:
            raise ValueError(f"{face_text(face, cards=rules.deck.cards)} is shown more often than the deck has it")


def _fold_move(standing: Standing, rules: RuleSet, _header: Header, entry: Entry) -> Standing:
    """Apply a move that the rules allow."""
    table = _dealt_table(standing)
    move = read_move(entry.body, cards=rules.deck.cards)
    _check_writing(rules, table, entry.body, move)
    seat = mover_of(entry.author, table, move)
    refused = turn_refusal(rules, table, seat, move)
    if refused is not None:
        raise ValueError(f"seat {seat} may not '{entry.body}': {refused.code.key}, rule {refused.rule}")
    after = rules.apply(table, move)
    thrown = after.pile[-1] if isinstance(move, Timeout) and len(after.pile) > len(table.pile) else NO_TILE
    told = (*standing.story, PublicMove(seat, move, thrown))
    return replace(standing, table=after, story=told, past=(*standing.past, (entry.number, after)))


def _check_writing(rules: RuleSet, table: Table, body: str, move: Move) -> None:
    """Check that a move names existing tiles by their public faces, in the one way to write it."""
    played = move.played if isinstance(move, Rearrange | Attempt | Close) else ()
    strangers = [tile for tile in (*named_tiles(move), *played, *dict(move.shown)) if tile >= len(table.faces)]
    if strangers:
        raise ValueError(f"there is no tile {strangers[0]}")
    _check_faces(rules, move.shown, table.faces)
    written = write_move(move, table, cards=rules.deck.cards)
    if written != body:
        raise ValueError(f"'{body}' is written '{written}'")


def mover_of(author: int, table: Table, move: Move) -> int:
    """Return whose move an entry is: its author's, or, of a timeout by the table, the seat's to move. Rule 10."""
    return table.to_move if author == TABLE_AUTHOR and isinstance(move, Timeout) else author


def turn_refusal(rules: RuleSet, table: Table, author: int, move: Move) -> Refusal | None:
    """Say why a seat may not make a move now: it is not its turn, or the rules refuse it."""
    if table.phase is not Phase.ROUND_END and author != table.to_move:
        return Refusal(Code.NOT_YOUR_TURN, args=(table.to_move,))
    return rules.refusal(table, move)


def _dealt_table(standing: Standing) -> Table:
    if standing.table is None:
        raise ValueError("nothing is dealt yet")
    return standing.table


def hidden_tiles(table: Table) -> tuple[Tile, ...]:
    """Return the tiles whose faces are not public, in ascending order."""
    return tuple(Tile(at) for at, face in enumerate(table.faces) if face == HIDDEN)


def _fold_score(standing: Standing, rules: RuleSet, header: Header, entry: Entry) -> Standing:
    """Score a round: show every hidden face, write the sheets, judge the match."""
    table = _dealt_table(standing)
    outcome = table.outcome
    if outcome is None or standing.round_scored:
        raise ValueError("a score is written once, when a round is over")
    shown = read_score(entry.body, cards=rules.deck.cards)
    if tuple(tile for tile, _face in shown) != hidden_tiles(table):
        raise ValueError("a score shows every tile that was still hidden, and no other")
    _check_faces(rules, shown, table.faces)
    table = table.with_shown_faces(shown)
    sheets = rules.score(table)
    totals = tuple(before + sheet.total for before, sheet in zip(standing.totals, sheets, strict=True))
    result = RoundResult(table.round, outcome, sheets, totals, table, best_turns(standing.past))
    winners = rules.verdict(header.options, totals, table).winners
    return replace(standing, table=table, totals=totals, results=(*standing.results, result), winners=winners)


def best_turns(past: Sequence[tuple[int, Table]]) -> tuple[tuple[Tile, ...], ...]:
    """Return, by seat, the tiles it laid in the turn in which it laid most, a closing tile included."""
    best: list[tuple[Tile, ...]] = [()] * len(past[0][1].racks) if past else []
    turn: list[Tile] = []
    mover = NO_SEAT
    for (_at, before), (_then, after) in pairwise(past):
        if before.to_move != mover:
            mover, turn = before.to_move, []
        left = {*before.racks[mover], before.closing} - set(after.racks[mover])
        turn += [tile for meld in after.melds for tile in meld.tiles if tile in left] if left else []
        if len(turn) > len(best[mover]):
            best[mover] = tuple(turn)
    return tuple(best)


def _fold_seat(standing: Standing, _rules: RuleSet, _header: Header, entry: Entry) -> Standing:
    """Change who controls a chair."""
    index, seat = read_seat(entry.body)
    if index >= len(standing.seats):
        raise ValueError(f"there is no chair {index}")
    return replace(standing, seats=(*standing.seats[:index], seat, *standing.seats[index + 1 :]))


def _fold_void(standing: Standing, rules: RuleSet, _header: Header, entry: Entry) -> Standing:
    """Drop the running round: it is dealt again, and totals change only by what the seat that broke it off pays.

    A round may be broken off while it is being dealt, before there is a table.
    """
    paid = read_void(entry.body)
    played = standing.table is not None and not standing.round_scored
    if standing.over or not (played or paid):
        raise ValueError("no round is being played that could be void")
    table = standing.results[-1].table if standing.results else None
    standing = replace(standing, table=table, story=(), past=())
    return standing if paid is None else _charged(standing, rules, *paid)


def _charged(standing: Standing, rules: RuleSet, seat: int, points: int) -> Standing:
    """Charge the side of a seat: points are added where the lowest total wins, subtracted elsewhere."""
    if seat >= len(standing.seats):
        raise ValueError(f"there is no seat {seat}")
    side = seat % len(standing.totals)
    payment = Payment(standing.next_round_number, side, points if rules.lowest_wins else -points)
    totals = tuple(total + payment.points * (at == side) for at, total in enumerate(standing.totals))
    return replace(standing, totals=totals, paid=(*standing.paid, payment))


def _fold_nothing(standing: Standing, _rules: RuleSet, _header: Header, _entry: Entry) -> Standing:
    """Change nothing: shares and handovers are for the dealer and the network."""
    return standing


_FOLDS: dict[EntryKind, Callable[[Standing, RuleSet, Header, Entry], Standing]] = {
    EntryKind.DEAL: _fold_deal,
    EntryKind.MOVE: _fold_move,
    EntryKind.SHARE: _fold_nothing,
    EntryKind.SCORE: _fold_score,
    EntryKind.SEAT: _fold_seat,
    EntryKind.VOID: _fold_void,
    EntryKind.HANDOVER: _fold_nothing,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A log and its standing; `table_digest` is the digest of its public table, zeros before the first deal."""

    transcript: Transcript
    standing: Standing
    table_digest: bytes = NO_TABLE_DIGEST

    @classmethod
    def new(cls, header: Header) -> Match:
        """Begin a match."""
        return cls(Transcript(header), opening_standing(header))

    @classmethod
    def of(cls, transcript: Transcript) -> Match:
        """Fold a whole log, checking every digest; raise BrokenLogError at the first bad entry."""
        match = cls.new(transcript.header)
        for entry in transcript.entries:
            match = match.with_entry(entry)
        return match

    @property
    def header(self) -> Header:
        """The header of its log."""
        return self.transcript.header

    @property
    def rules(self) -> RuleSet:
        """The rules of its game."""
        return rules_of(self.header.game, self.header.rules)

    def with_decision(self, author: int, kind: EntryKind, body: str, proof: bytes = b"") -> tuple[Match, Entry]:
        """Return the match with one more decision, and the entry it became."""
        entry = Entry(len(self.transcript.entries), author, kind, body, proof)
        standing = fold_entry(self.standing, self.header, entry)
        table = standing.table  # most entries of a LAN match do not change the table
        fingerprint = (
            self.table_digest if table is self.standing.table else NO_TABLE_DIGEST if table is None else digest(table)
        )
        entry = with_digest(entry, self.transcript.head, fingerprint)
        return Match(self.transcript.with_entry(entry), standing, fingerprint), entry

    def with_entry(self, entry: Entry) -> Match:
        """Return the match with an entry that somebody else numbered; raise BrokenLogError if its digest differs."""
        match, own = self.with_decision(entry.author, entry.kind, entry.body, entry.proof)
        if entry.number != own.number:
            raise BrokenLogError(own.number, f"it is numbered {entry.number}")
        if entry.digest != own.digest:
            raise BrokenLogError(own.number, f"its digest is {entry.digest.hex()} where {own.digest.hex()} follows")
        return match

    def at(self, count: int) -> Match:
        """Return the match after its first `count` entries."""
        return Match.of(Transcript(self.header, self.transcript.entries[:count]))
