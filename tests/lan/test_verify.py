"""What a file of a match that was dealt sealed proves: whatever is changed in it is named, with its entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.bots.pool import InlineThinker
from game.commands.files import CommandError
from game.commands.verify import verify
from game.lan.program import LanProgram
from game.lan.verdict import Verdict, verdict_on
from game.match.lines import match_text
from game.match.match import Match
from game.match.transcript import Entry, Kind, Transcript
from game.rules.registry import rules_of
from game.table.faces import face_text
from game.table.moves import Discard
from game.table.notation import read_move
from net.deal.bodies import DealKind
from net.deal.rounds import PROOFS
from tests.lan.hall import LanHall, offered
from tests.lan.test_dealer import playing, round_of
from tools.netsim_wire import Lots
from tools.soak_sealed import refused

FEW = 2  # shadow decks, as in the hall
BOT = 3
SHORT = {"burako": 2, "eburako": 2, "burraco": 2, "rummy": 3, "rummikub": 3}  # how many sit there


@pytest.fixture(scope="module")
def finished() -> Match:
    """A whole short match of two."""
    table = LanHall(
        offered("rummikub", players=2, fresh_rounds=1, turn_seconds=0), ("ana", "bea"), thinker=InlineThinker
    )
    table.play_out()
    return table.up()[0].story.match


def test_a_finished_match_verifies(finished: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match"
    file.write_text(match_text(finished), encoding="utf-8")
    assert verify(str(file), FEW) == 0
    assert "nobody cheated" in capsys.readouterr().out
    rounds = len(finished.standing.results)
    assert rounds > 1  # the later ones deal only what does not stay on the table
    assert verdict_on(finished.transcript, FEW) == Verdict(rounds, rounds, (), ())


def test_programs_as_they_are_shipped_deal_with_twelve_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = LanHall(offered("burraco", players=2, target=100), ("ana", "bea"), program=LanProgram)
    table.until(lambda: playing(table, 2))
    assert round_of(table.seats["ana"].story).terms.proofs == PROOFS == 12
    file = tmp_path / "match"
    file.write_text(match_text(table.seats["ana"].story.match), encoding="utf-8")
    assert verify(str(file)) == 0
    assert "1 deals, 0 of them opened" in capsys.readouterr().out


def test_a_match_dealt_with_fewer_proofs_is_not_accepted(finished: Match) -> None:
    (wrong,) = verdict_on(finished.transcript).wrongs
    assert wrong.reason == "other_terms"


def test_after_any_byte_of_any_entry_is_changed_the_file_is_rejected_with_its_number(
    finished: Match, tmp_path: Path
) -> None:
    text = match_text(finished).encode()
    lines = text.split(b"\n")
    file = tmp_path / "match"
    sealed = [one.number for one in finished.transcript.entries if one.kind is Kind.SHARE and one.body != "share"]
    chosen = sorted({*sealed[::3], *range(0, len(finished.transcript.entries), 9)})
    for number in chosen:
        line = lines[number + 1]
        at = (number * 7919) % len(line)
        changed = line[:at] + bytes([line[at] ^ (1 + number % 7)]) + line[at + 1 :]
        file.write_bytes(b"\n".join([*lines[: number + 1], changed, *lines[number + 2 :]]))
        with pytest.raises(CommandError, match=rf"^Entry {number} does not hold"):
            verify(str(file), FEW)


def forged(match: Match, number: int, **changes: object) -> Transcript:
    """The log with one entry changed and every digest behind it made anew, as a forger would."""
    made = Match.new(match.header)
    for entry in match.transcript.entries:
        said = {"author": entry.author, "kind": entry.kind, "body": entry.body, "proof": entry.proof}
        if entry.number == number:
            said |= changes
        made, _entry = made.adding(**said)  # type: ignore[arg-type] # the very names of an entry
        if entry.number == number:
            break
    return made.transcript


def flipped(proof: bytes) -> bytes:
    return proof[:-1] + bytes([proof[-1] ^ 1])


@pytest.mark.parametrize("kind", [kind.value for kind in DealKind if kind is not DealKind.BLAME])
def test_a_forger_who_mends_the_chain_is_named_all_the_same(finished: Match, kind: str) -> None:
    entry = next(one for one in finished.transcript.entries if one.body == kind)
    log = forged(finished, entry.number, proof=flipped(entry.proof))
    verdict = verdict_on(log, FEW)
    late = {"commit", "mask", "vcommit", "lock"}  # what is checked in slices, or only against what comes later
    if kind not in late:
        assert [(one.entry, one.seat) for one in verdict.wrongs] == [(entry.number, entry.author)]
    elif kind == "lock":
        assert [(one.seat, one.reason) for one in verdict.wrongs] == [(entry.author, "its lock is false: false_lock")]


def test_a_forged_move_deal_or_score_is_named(finished: Match) -> None:
    entries = finished.transcript.entries
    deal = next(one for one in entries if one.kind is Kind.DEAL)
    coin = str(int(deal.body.split()[3]) ^ 1)
    played = next(one for one in entries if one.kind is Kind.MOVE and one.proof)
    score = next(one for one in entries if one.kind is Kind.SCORE)
    forgeries: list[tuple[Entry, dict[str, object]]] = [
        (deal, {"body": deal.body.replace(f"coin {deal.body.split()[3]}", f"coin {coin}")}),
        (played, {"proof": flipped(played.proof)}),
        (played, {"proof": b""}),
        (score, {"proof": b"x"}),
    ]
    for entry, changes in forgeries:
        verdict = verdict_on(forged(finished, entry.number, **changes), FEW)
        assert [one.entry for one in verdict.wrongs] == [entry.number]


def test_a_match_that_was_not_dealt_sealed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not sealed"):
        verify("tests/golden/burako-2.comodin")
    empty = tmp_path / "empty"
    empty.write_bytes(b"nothing\n")
    with pytest.raises(CommandError):
        verify(str(empty))


@pytest.mark.parametrize(("game", "players"), SHORT.items())
def test_in_every_game_a_changed_byte_is_found_and_the_rest_holds(game: str, players: int, tmp_path: Path) -> None:
    """A slice; `tools/dev.py soak sealed` changes bytes of all entries of whole matches."""
    table = LanHall(offered(game, players=players), ("ana", "bea", "cid")[:players])
    table.until(lambda: playing(table, 4))
    match = table.seats["ana"].story.match
    file = tmp_path / "match"
    file.write_text(match_text(match), encoding="utf-8")
    assert verify(str(file), FEW) == 0
    lines = file.read_bytes().split(b"\n")
    lots = Lots("bytes", players)
    assert all(refused(file, lines, number, lots) for number in range(0, len(match.transcript.entries), 5))


@pytest.fixture(scope="module")
def with_bot() -> LanHall:
    """A table of three and a bot, after it has shown a tile."""
    table = LanHall(offered("burraco", players=4), ("ana", "bea", "cid"), bots=1)
    table.until(lambda: bool(bot_discards(table)))
    return table


def bot_discards(table: LanHall) -> list[Entry]:
    """The entries, as the last program has them, in which the bot discards a tile of its rack."""
    up = [seat for seat in table.up() if seat.headless.session is not None]
    entries = up[-1].story.match.transcript.entries if up else ()
    return [one for one in entries if one.kind is Kind.MOVE and one.author == BOT and "!" in discarded(one)]


def discarded(entry: Entry) -> str:
    return entry.body if isinstance(read_move(entry.body, cards=True), Discard) else ""


def test_a_bots_tile_opens_as_nothing_else(with_bot: LanHall) -> None:
    """Who hosts writes the bot's moves; all others know its tiles by the same shares."""
    entry = bot_discards(with_bot)[0]
    move = read_move(entry.body, cards=True)
    assert isinstance(move, Discard)
    ((_tile, face),) = move.shown
    match = with_bot.seats["cid"].story.match
    other = next(one for one in rules_of("burraco").deck.faces if one != face)
    lie = entry.body.replace(face_text(face, cards=True), face_text(other, cards=True))
    (wrong,) = verdict_on(forged(match, entry.number, body=lie), FEW).wrongs
    assert (wrong.entry, wrong.seat) == (entry.number, entry.author)
    assert "another_tile" in wrong.reason
    for proof in (bytes(31), bytes(32)):  # a bot has nothing to open a tile with
        (wrong,) = verdict_on(forged(match, entry.number, proof=proof), FEW).wrongs
        assert wrong.entry == entry.number


def test_the_programs_refuse_a_false_tile_of_a_bot(with_bot: LanHall) -> None:
    story = with_bot.seats["cid"].story
    table = story.standing.table
    assert table is not None
    tile = next(tile for tile in table.racks[BOT] if tile in story.known)
    face = story.known[tile]
    other = next(one for one in rules_of("burraco").deck.faces if one != face)
    assert story.dealer.confirm(BOT, Discard(tile, shown=((tile, face),)), b"") is None
    lie = story.dealer.confirm(BOT, Discard(tile, shown=((tile, other),)), b"")
    assert lie is not None
    assert "another_tile" in lie.reason
