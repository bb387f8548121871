"""What a file of a match that was dealt sealed proves: whatever is changed in it is named, with its entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands import verify as verify_command
from game.commands.files import CommandError
from game.commands.verify import VerifyExit, verify
from game.lan.home import LanHome
from game.lan.program import LanProgram
from game.lan.proof import entries_of_file, signed_lines, verify_log
from game.lan.verdict import LogFault, LogVerdict, audit_log
from game.match.lines import match_text
from game.match.match import Match
from game.match.transcript import Entry, EntryKind, Transcript
from game.rules.registry import GAMES, rules_of
from game.table.faces import face_text
from game.table.moves import Discard
from game.table.notation import read_move
from net.deal.bodies import DealKind
from net.deal.rounds import SHADOW_DECKS
from net.identity import fingerprint
from net.log.effects import read_record
from net.log.entries import read_core
from tests.lan.deal.test_dealer import playing, round_of
from tests.lan.hall import LanHall, offered, played_match
from tests.net.fake_lan import entropy
from tests.slices import count as few
from tests.slices import some
from tools.by_game import counts_of
from tools.netsim_wire import Lots
from tools.soak_sealed import first_line, refused_changes

FEW = 2  # shadow decks, as in the hall
BOT = 3
SHORT = {key: 3 if 3 in counts_of(rules) else 2 for key, rules in GAMES.items()}  # how many sit there


@pytest.fixture(scope="module")
def hall() -> LanHall:
    """A whole short match of two."""
    return played_match()


@pytest.fixture(scope="module")
def finished(hall: LanHall) -> Match:
    return hall.up()[0].story.match


def signed_text(table: LanHall, name: str = "ana") -> str:
    """The match of a program as its file, with all that was signed."""
    session = table.seats[name].session
    return match_text(session.story.match, signed_lines(session.lockstep.replica))


def test_a_finished_match_verifies(
    hall: LanHall, finished: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match"
    file.write_text(signed_text(hall), encoding="utf-8")
    assert verify(str(file), FEW) == 0
    assert "nobody cheated" in capsys.readouterr().out
    rounds = len(finished.standing.results)
    assert rounds > 1  # the later ones deal only what does not stay on the table
    assert audit_log(finished.transcript, FEW) == LogVerdict(rounds, rounds, (), ())


def test_programs_as_they_are_shipped_deal_with_twelve_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = LanHall(offered("burraco", players=2, target=100), ("ana", "bea"), program=LanProgram)
    table.until(lambda: playing(table, 2))
    assert round_of(table.seats["ana"].story).terms.proofs == SHADOW_DECKS == 12
    file = tmp_path / "match"
    file.write_text(signed_text(table), encoding="utf-8")
    assert verify(str(file)) == VerifyExit.UNFINISHED
    assert "1 deals, 0 of them opened" in (said := capsys.readouterr().out)
    assert "Unfinished, not proven" in said
    assert "nobody cheated" not in said


def test_a_match_dealt_with_fewer_proofs_is_not_accepted(finished: Match) -> None:
    (wrong,) = audit_log(finished.transcript).wrongs
    assert wrong.reason == "other_terms"


def test_after_any_byte_of_any_entry_is_changed_the_file_is_rejected_with_its_number(
    hall: LanHall, finished: Match, tmp_path: Path
) -> None:
    lines = signed_text(hall).encode().split(b"\n")
    first = first_line(lines)
    file = tmp_path / "match"
    sealed = [one.number for one in finished.transcript.entries if one.kind is EntryKind.SHARE and one.body != "share"]
    chosen = sorted({*sealed[:: few(8, 3)], *range(0, len(finished.transcript.entries), few(31, 9))})
    for number in chosen:
        line = lines[first + number]
        at = (number * 7919) % len(line)
        changed = line[:at] + bytes([line[at] ^ (1 + number % 7)]) + line[at + 1 :]
        file.write_bytes(b"\n".join([*lines[: first + number], changed, *lines[first + number + 1 :]]))
        with pytest.raises(CommandError, match=rf"^Entry {number} does not hold"):
            verify(str(file), FEW)


def forged(match: Match, number: int, **changes: object) -> Transcript:
    """Return the log up to one entry, with this entry changed and its digest made anew, as a forger would."""
    made = Match.new(match.header)
    for entry in match.transcript.entries:
        said = {"author": entry.author, "kind": entry.kind, "body": entry.body, "proof": entry.proof}
        if entry.number == number:
            said |= changes
        made, _entry = made.with_decision(**said)  # type: ignore[arg-type] # the very names of an entry
        if entry.number == number:
            break
    return made.transcript


def flipped(proof: bytes) -> bytes:
    return proof[:-1] + bytes([proof[-1] ^ 1])


@pytest.mark.parametrize("kind", [kind.value for kind in DealKind if kind is not DealKind.BLAME])
def test_a_forger_who_mends_the_chain_is_named_all_the_same(finished: Match, kind: str) -> None:
    entry = next(one for one in finished.transcript.entries if one.body == kind)
    log = forged(finished, entry.number, proof=flipped(entry.proof))
    verdict = audit_log(log, FEW)
    late = {"commit", "mask", "vcommit", "lock"}  # what is checked in slices, or only against what comes later
    if kind not in late:
        assert [(one.entry, one.seat) for one in verdict.wrongs] == [(entry.number, entry.author)]
    elif kind == "lock":
        assert [(one.seat, one.reason) for one in verdict.wrongs] == [(entry.author, "its lock is false: false_lock")]


def test_a_forged_move_deal_or_score_is_named(finished: Match) -> None:
    entries = finished.transcript.entries
    deal = next(one for one in entries if one.kind is EntryKind.DEAL)
    coin = str(int(deal.body.split()[3]) ^ 1)
    played = next(one for one in entries if one.kind is EntryKind.MOVE and one.proof)
    score = next(one for one in entries if one.kind is EntryKind.SCORE)
    forgeries: list[tuple[Entry, dict[str, object]]] = [
        (deal, {"body": deal.body.replace(f"coin {deal.body.split()[3]}", f"coin {coin}")}),
        (played, {"proof": flipped(played.proof)}),
        (played, {"proof": b""}),
        (score, {"proof": b"x"}),
    ]
    for entry, changes in forgeries:
        verdict = audit_log(forged(finished, entry.number, **changes), FEW)
        assert [one.entry for one in verdict.wrongs] == [entry.number]


def test_of_a_match_alone_it_says_what_could_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify("tests/golden/burako-2.comodin") == 0
    said = capsys.readouterr().out
    assert "The chain of digests holds, and every move follows" in said
    assert "nothing about who" in said
    empty = tmp_path / "empty"
    empty.write_bytes(b"nothing\n")
    with pytest.raises(CommandError):
        verify(str(empty))


# What is signed, and what is not


def found(tmp_path: Path, text: str) -> int:
    file = tmp_path / "match"
    file.write_text(text, encoding="utf-8")
    return verify(str(file), FEW)


def test_a_file_that_is_not_signed_accuses_nobody_whatever_it_says(
    finished: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = next(one for one in finished.transcript.entries if one.kind is EntryKind.MOVE and one.proof)
    lie = forged(finished, entry.number, proof=flipped(entry.proof))
    for match in (finished, Match.of(lie)):
        assert found(tmp_path, match_text(match)) == VerifyExit.UNSIGNED
        said = capsys.readouterr().out
        assert "Not signed, proves nothing about who" in said
        assert not [word for word in ("cheated", "ana", "bea") if word in said]


def test_lines_that_are_not_what_was_signed_are_found_and_accuse_nobody(
    hall: LanHall, finished: Match, tmp_path: Path
) -> None:
    entry = next(one for one in finished.transcript.entries if one.kind is EntryKind.MOVE and one.proof)
    lie = Match.of(forged(finished, entry.number, proof=flipped(entry.proof)))
    signed = signed_lines(hall.seats["ana"].session.lockstep.replica)
    with pytest.raises(CommandError, match=f"Entry {entry.number} does not hold.*not what was signed") as told:
        found(tmp_path, match_text(lie, signed))
    assert "cheated" not in str(told.value)


@pytest.mark.whole  # cut behind an entry: below
def test_a_file_cut_at_the_end_of_any_line_is_unfinished(
    hall: LanHall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = signed_text(hall).splitlines(keepends=True)
    rows = first_line([line.encode() for line in lines])
    for count in (len(lines) - 1, len(lines) - 7, rows + 1, rows):
        assert found(tmp_path, "".join(lines[:count])) == VerifyExit.UNFINISHED
        said = capsys.readouterr().out
        assert "Unfinished, not proven" in said
        assert "nobody cheated" not in said


def test_a_log_cut_behind_any_signed_entry_is_unfinished(
    hall: LanHall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, signed = hall.seats["ana"].story.match, signed_lines(hall.seats["ana"].session.lockstep.replica)
    for count in (1, 2, len(signed) // 2, len(signed) - 1):
        proof = verify_log(entries_of_file(signed[:count]), FEW)
        assert proof.replica.length == count
        short = match.at(len(proof.story.match.transcript.entries))
        assert found(tmp_path, match_text(short, signed[:count])) == VerifyExit.UNFINISHED
        assert "Unfinished, not proven" in capsys.readouterr().out


def test_signatures_moved_between_files_seats_and_entries_are_found(hall: LanHall, tmp_path: Path) -> None:
    other = LanHall(offered("rummikub", players=2, fresh_rounds=1, turn_seconds=0), ("ana", "cid"))
    other.until(lambda: playing(other, 2))
    match = hall.seats["ana"].story.match
    signed = signed_lines(hall.seats["ana"].session.lockstep.replica)
    theirs = signed_lines(other.seats["ana"].session.lockstep.replica)
    by_seat = {seat: [at for at, one in enumerate(signed) if read_core(one.raw).author == seat] for seat in (0, 1)}
    one, two = by_seat[0][3], by_seat[1][3]
    spoiled = {
        "of another match": [*signed[:one], theirs[one], *signed[one + 1 :]],
        "of another seat": [*signed[:one], signed[one]._replace(signature=signed[two].signature), *signed[one + 1 :]],
        "another raw under it": [*signed[:one], signed[one]._replace(raw=signed[two].raw), *signed[one + 1 :]],
        "a seal of another entry": [*signed[:one], signed[one]._replace(seal=signed[two].seal), *signed[one + 1 :]],
        "left out": [*signed[:one], *signed[one + 1 :]],
        "twice": [*signed[:one], signed[one], *signed[one:]],
        "exchanged": [*signed[:one], signed[one + 1], signed[one], *signed[one + 2 :]],
        "behind the end": [*signed, signed[two]],
    }
    for what, rows in spoiled.items():
        with pytest.raises(CommandError, match="does not hold") as told:
            found(tmp_path, match_text(match, rows))
        assert "cheated" not in str(told.value), what
    for rows in ([theirs[0], *signed[1:]], signed[1:]):
        with pytest.raises(CommandError, match=r"no beginning that holds|does not hold"):
            found(tmp_path, match_text(match, rows))


def test_two_players_of_one_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = LanHall(offered("rummikub", players=2, fresh_rounds=1, turn_seconds=0), ("ana", "ana "))
    table.until(lambda: playing(table, 1))
    assert found(tmp_path, signed_text(table)) == VerifyExit.UNFINISHED
    said = capsys.readouterr().out
    prints = [fingerprint(chair.key) for chair in table.seats["ana"].story.roster.chairs]
    assert len({*prints}) == 2
    assert all(f"ana ({one})" in said for one in prints)


def test_whoever_signed_what_is_false_is_named_by_name_and_key(
    hall: LanHall, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the audit finds in a log that follows; which lies it finds, the tests below say."""
    wrong = LogVerdict(1, 0, (LogFault(5, 1, "its mask is false: same_point_twice"),), ())
    monkeypatch.setattr(verify_command, "audit_log", lambda *_: wrong)
    assert found(tmp_path, signed_text(hall)) == VerifyExit.CHEATED
    key = hall.seats["ana"].story.roster.chairs[1].key
    assert f"bea ({fingerprint(key)}) cheated" in capsys.readouterr().out


@pytest.mark.whole  # one match: below
def test_every_lan_match_of_a_home_is_verified_by_number_or_name(
    hall: LanHall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="No LAN match"):
        verify(None, FEW, home=str(tmp_path))
    home = LanHome(tmp_path, entropy("home"))
    home.append_records([read_record(one) for one in hall.seats["bea"].kept])
    home.close(over=True)
    other = LanHall(offered("rummy", players=2), ("eva", "bea"))
    other.until(lambda: playing(other, 1))
    home.append_records([read_record(one) for one in other.seats["bea"].kept])
    home.close(over=False)
    assert verify(None, FEW, home=str(tmp_path)) == VerifyExit.UNFINISHED
    assert capsys.readouterr().out.count("entries, ") == 2
    assert verify("rummikub", FEW, home=str(tmp_path)) == VerifyExit.HOLDS
    assert "nobody cheated" in capsys.readouterr().out
    assert verify("eva", FEW, home=str(tmp_path)) == VerifyExit.UNFINISHED
    numbers = [verify(number, FEW, home=str(tmp_path)) for number in "12"]
    assert sorted(numbers) == [VerifyExit.HOLDS, VerifyExit.UNFINISHED]
    for wrong in ("3", "nobody", "bea"):
        with pytest.raises(CommandError, match="give a number from 1 to 2"):
            verify(wrong, FEW, home=str(tmp_path))
    (over,) = (tmp_path / "lan").glob("*.lan-over")
    assert verify(str(over), FEW) == VerifyExit.HOLDS


@pytest.mark.parametrize("name", ["lan-rummy-2-v1.lan-over", "lan-rummy-2-v1.comodin"])
def test_a_match_of_the_first_version_is_read_and_not_called_proven(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = name.endswith("over")
    assert verify(f"tests/golden/{name}") == (VerifyExit.UNFINISHED if kept else VerifyExit.UNSIGNED)
    said = capsys.readouterr().out
    assert "1 deals, 1 of them opened to the last tile" in said
    assert ("Not proven: a log of version 1" if kept else "Not signed") in said


@pytest.mark.parametrize(("game", "players"), some(SHORT.items(), 2))
def test_in_every_game_a_changed_byte_is_found_and_the_rest_holds(game: str, players: int, tmp_path: Path) -> None:
    """A slice; `tools/dev.py soak sealed` changes bytes of all entries of whole matches."""
    table = LanHall(offered(game, players=players), ("ana", "bea", "cid")[:players])
    table.until(lambda: playing(table, 4))
    match = table.seats["ana"].story.match
    file = tmp_path / "match"
    file.write_text(signed_text(table), encoding="utf-8")
    assert verify(str(file), FEW) == VerifyExit.UNFINISHED
    lines = file.read_bytes().split(b"\n")
    lots = Lots("bytes", players)
    assert all(
        refused_changes(file, lines, number, lots) for number in some(range(0, len(match.transcript.entries), 5), 7)
    )


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
    return [one for one in entries if one.kind is EntryKind.MOVE and one.author == BOT and "!" in discarded(one)]


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
    (wrong,) = audit_log(forged(match, entry.number, body=lie), FEW).wrongs
    assert (wrong.entry, wrong.seat) == (entry.number, entry.author)
    assert "another_tile" in wrong.reason
    for proof in (bytes(31), bytes(32)):  # a bot has nothing to open a tile with
        (wrong,) = audit_log(forged(match, entry.number, proof=proof), FEW).wrongs
        assert wrong.entry == entry.number


def test_the_programs_refuse_a_false_tile_of_a_bot(with_bot: LanHall) -> None:
    story = with_bot.seats["cid"].story
    table = story.standing.table
    assert table is not None
    tile = next(tile for tile in table.racks[BOT] if tile in story.known)
    face = story.known[tile]
    other = next(one for one in rules_of("burraco").deck.faces if one != face)
    assert story.dealer.false_face_fault(BOT, Discard(tile, shown=((tile, face),)), b"") is None
    lie = story.dealer.false_face_fault(BOT, Discard(tile, shown=((tile, other),)), b"")
    assert lie is not None
    assert "another_tile" in lie.reason
