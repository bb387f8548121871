"""`comodin verify`: checks a match file deal by deal and entry by entry, and names cheaters.

Laws: only signed entries accuse anybody, by name and fingerprint; an unfinished match is never called proven.
Exit codes: 0 valid, 1 somebody cheated, 2 unreadable or inconsistent, 3 unfinished, 4 not signed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

from game.commands.files import CommandError, read_input
from game.commands.progress import progress
from game.lan.deal.boards import board_name, read_promise
from game.lan.deal.hall_dealer import PROMISE_SHARE
from game.lan.home import LanFile, lan_files
from game.lan.proof import FirstFlaw, VerifiedLog, entries_in_records, entries_of_file, verify_log
from game.lan.verdict import LogVerdict, audit_log
from game.match.audit import Breach, audit, check_open_deals
from game.match.deal import OPEN_DEAL
from game.match.lines import FILE_MAGIC, FileReading, UnreadableMatchError, read_match
from game.match.match import BrokenLogError, Match
from game.match.transcript import RULES_VERSION, TABLE_AUTHOR, Entry
from game.store.home import home_path
from game.table.safe_text import printable
from net.deal.rounds import SHADOW_DECKS
from net.identity import fingerprint
from net.log.apart import split_in
from net.log.entries import MAX_SEATS, Numbered
from net.log.entries import TABLE_AUTHOR as OF_THE_TABLE
from net.schema import Misfit

# Prints one sentence.
PrintSentence = Callable[[str], object]


class VerifyExit(IntEnum):
    """The result, as the exit code."""

    HOLDS = 0
    CHEATED = 1
    UNREADABLE = 2
    UNFINISHED = 3
    UNSIGNED = 4


_WORST_FIRST = (VerifyExit.CHEATED, VerifyExit.UNREADABLE, VerifyExit.UNFINISHED, VerifyExit.UNSIGNED, VerifyExit.HOLDS)
_ID_DIGITS = 5  # from this many digits on, a number is the beginning of an id
_KEY_SENTENCE = (
    "A key is what a player's program signs with; whose it is, you know by comparing fingerprints, not by the name."
)


def verify(name: str | None, proofs: int = SHADOW_DECKS, *, home: str | None = None, as_json: bool = False) -> int:
    """Verify a file, or a home's LAN match by number or name, or all of them; print it and return the exit code."""
    if not as_json:
        return _verify(name, proofs, home, print)
    said: list[str] = []
    code = VerifyExit.UNREADABLE
    try:
        code = _verify(name, proofs, home, said.append)
    except CommandError as error:
        said.append(str(error))
    print(json.dumps({"found": code.name.lower(), "code": int(code), "said": said}, ensure_ascii=False))
    return code


def _verify(name: str | None, proofs: int, home: str | None, say: PrintSentence) -> VerifyExit:
    if name is not None and (home is None or Path(name).exists() or name == "-"):
        try:
            return _verify_bytes(read_input(name), proofs, say)
        except CommandError:
            if home is not None or name == "-" or Path(name).exists() or not lan_files(home_path(home)):
                raise
    kept = lan_files(home_path(home))
    if not kept:
        raise CommandError(f"No LAN match is kept in the home {home_path(home)}.")
    found = [_verify_kept(one, proofs, say) for one in (kept if name is None else (_find_match(kept, name),))]
    return next(one for one in _WORST_FIRST if one in found)


def _find_match(kept: Sequence[LanFile], name: str) -> LanFile:
    """Return the one match with this number, or this beginning of its id, or this text in its game or names."""
    number = int(name) if name.isdecimal() and len(name) < _ID_DIGITS else 0
    if number:
        fits = [one for one in kept if one.number == number]
    else:
        fits = [one for one in kept if name.casefold() in _title(one).casefold() or one.path.name.startswith(name)]
    if len(fits) != 1:
        raise CommandError(
            f"{len(fits) or 'No'} LAN matches there are called '{name}': give a number from 1 to {len(kept)}."
        )
    return fits[0]


def _title(kept: LanFile) -> str:
    return f"{kept.game or 'unreadable'}: {', '.join(map(printable, kept.names)) or kept.path.name}"


def _verify_kept(kept: LanFile, proofs: int, say: PrintSentence) -> VerifyExit:
    say(f"{kept.number}. {_title(kept)} ({kept.path.name})")
    try:
        return _verify_log(kept.path.read_bytes(), proofs, say)
    except OSError as error:
        say(f"The file cannot be read: {error.strerror}.")
    except CommandError as error:
        say(str(error))
    return VerifyExit.UNREADABLE


def _verify_bytes(data: bytes, proofs: int, say: PrintSentence) -> VerifyExit:
    """Verify a match file, or the log that a home keeps of a LAN match."""
    return _verify_text(data, proofs, say) if data.startswith(FILE_MAGIC.encode()) else _verify_log(data, proofs, say)


# The log of a home


def _verify_log(data: bytes, proofs: int, say: PrintSentence) -> VerifyExit:
    records, good = LanFile.records_of(data)
    rows = entries_in_records(records)
    if not rows:
        _verify_text(data, proofs, say)  # raises CommandError, which says why it is no match
    if good < len(data):
        say(f"{len(data) - good} bytes at the end of the file are damaged or were not written whole, and left out.")
    return _verify_signed(rows, None, proofs, say)


# A match file


def _verify_text(data: bytes, proofs: int, say: PrintSentence) -> VerifyExit:
    try:
        reading = read_match(data)
    except UnreadableMatchError as error:
        raise CommandError(str(error)) from error
    if reading.damage is not None:
        entry = reading.damage.line - 2 - len(reading.signed)
        in_log = "signed entry" in reading.damage.reason
        what = f"Signed entry {len(reading.signed)}" if in_log else f"Entry {entry}"
        raise CommandError(f"{what} does not hold, and nothing behind it. {reading.damage}")
    if reading.match.header.dealer == OPEN_DEAL:
        return _verify_solo(reading.match, say)
    if reading.signed:
        return _verify_signed(entries_of_file(reading.signed), reading, proofs, say)
    return _verify_unsigned(reading.match, proofs, say)


def _verify_solo(match: Match, say: PrintSentence) -> VerifyExit:
    """Print what can be checked of a match that one program dealt."""
    count = len(match.transcript.entries)
    try:
        check_open_deals(match.transcript)
        breaches = audit(match.transcript)
    except BrokenLogError as error:
        raise CommandError(f"Entry {error.number} does not hold: {error.reason}.") from error
    say(f"{count} entries. The chain of digests holds, and every move follows from the one before.")
    for one in breaches:
        say(f"Entry {one.entry} is a move that its own rack forbids: {one.refusal.code.key}.")
    say("Every face that was shown is the one that the match's seed deals.")
    say("One program dealt it and wrote it down, nobody signed it: it proves nothing about who.")
    if not match.standing.over:
        say("It is not finished.")
    return VerifyExit.UNREADABLE if breaches else VerifyExit.HOLDS


def _verify_unsigned(match: Match, proofs: int, say: PrintSentence) -> VerifyExit:
    verdict = audit_log(match.transcript, proofs)
    say(_counts(len(match.transcript.entries), verdict))
    for wrong in verdict.wrongs:
        say(f"Entry {wrong.entry} does not hold: {wrong.reason}.")
    for breach in verdict.breaches:
        say(f"Entry {breach.entry} is a move that its own rack forbids: {breach.refusal.code.key}.")
    say("Not signed, proves nothing about who: anybody can write such a file, and change what stands in it.")
    return VerifyExit.UNSIGNED


def _counts(entries: int, verdict: LogVerdict) -> str:
    return f"{entries} entries, {verdict.deals} deals, {verdict.opened} of them opened to the last tile."


# What is signed


def _verify_signed(
    rows: Sequence[Numbered], reading: FileReading | None, proofs: int, say: PrintSentence
) -> VerifyExit:
    try:
        with progress("entries", len(rows)) as done:
            proof = verify_log(rows, proofs, done)
    except Misfit as error:
        raise CommandError(f"The log of what was signed has no beginning that holds: {error}.") from error
    match = proof.story.match
    verdict = audit_log(match.transcript, proofs)
    for line in (*_player_sentences(proof), _counts(len(match.transcript.entries), verdict), *_hall_sentences(proof)):
        say(line)
    if proof.stop is not None:
        raise CommandError(_stop_sentence(proof, proof.stop))
    cut = _compare_lines(proof, reading.match.transcript.entries) if reading is not None else ""
    wrongs = [f"Entry {one.entry}: {_who(proof, one.seat)} cheated: {one.reason}." for one in verdict.wrongs]
    wrongs += [_breach_sentence(proof, one) for one in verdict.breaches]
    for line in wrongs:
        say(line)
    if wrongs:
        say(_KEY_SENTENCE)
        return VerifyExit.CHEATED
    return _tell_verdict(proof, cut, say)


def _tell_verdict(proof: VerifiedLog, cut: str, say: PrintSentence) -> VerifyExit:
    for line in _unproven_sentences(proof, cut):
        say(line)
    if not proof.story.is_over or cut or not proof.has_drawn_id:
        return VerifyExit.UNFINISHED
    say("Every entry is signed by its author and sealed by its host. Every deal holds, and nobody cheated.")
    return VerifyExit.HOLDS


def _unproven_sentences(proof: VerifiedLog, cut: str) -> list[str]:
    """Return sentences on why a valid log is not proven, or not the only one of its match."""
    said = []
    apart = split_in(proof.replica)
    if apart is not None:
        counts = (
            "this one counts: its host was not replaced"
            if apart.counts
            else "the other one counts: here the host was replaced"
        )
        said.append(
            f"From entry {apart.entry} on it was played without {_who(proof, apart.seat)}, who was cut off. "
            f"If there is another match of this number from there on, {counts}."
        )
    if cut:
        said.append(cut)
    if not proof.story.is_over:
        rounds = len(proof.story.standing.results)
        said.append(
            f"Unfinished, not proven: {rounds} rounds are scored, and the end of the match is not there. "
            "What is there holds; what was played behind it, and who broke off or cut it, it does not tell."
        )
    if not proof.has_drawn_id:
        said.append(
            "Not proven: a log of version 1, whose number the host could choose, so that tiles may have been known."
        )
    return said


def _player_sentences(proof: VerifiedLog) -> list[str]:
    """Return sentences on the players, with name and fingerprint."""
    roster, rules = proof.replica.rosters[1], proof.story.match.header.rules
    lines = [f"Match {proof.replica.match.hex()}, hosted first by the key {fingerprint(roster.host_key)}."]
    for seat, chair in enumerate(roster.chairs):
        lines.append(f"Seat {seat}: {_who(proof, seat) if chair.key else f'{printable(chair.name)}, a bot'}.")
    lines += [
        f"Seat {seat} signed nothing: that {_who(proof, seat)} ever sat there is not proven."
        for seat in proof.persons_without_entries
    ]
    if rules < RULES_VERSION:
        lines.append(
            f"It was played by rules of version {rules}; this program has {RULES_VERSION} and may judge otherwise."
        )
    return lines


def _hall_sentences(proof: VerifiedLog) -> list[str]:
    """If a hall dealt, return sentences on that and on its deals' names, which are the same at all its tables."""
    story = proof.story
    if not story.by_hall:
        return []
    size = len(story.rules.deck.faces)
    promises = [one.proof for one in story.match.transcript.entries if one.body == PROMISE_SHARE]
    read = [read_promise(one, size) for one in promises]
    names = ", ".join(board_name(one) for one in read if one is not None)
    return [
        "The hall dealt these tiles, and could read all of them; no player's program could.",
        f"Its deals are called, at every table that plays them: {names or 'none'}.",
    ]


def _who(proof: VerifiedLog, author: int) -> str:
    """Return the name of an entry's author; for the table, the key of the last host."""
    if author in (TABLE_AUTHOR, OF_THE_TABLE):
        return f"the table, for which the host with the key {fingerprint(proof.replica.roster.host_key)} signs"
    chairs = proof.replica.rosters[1].chairs
    if not 0 <= author < len(chairs) <= MAX_SEATS:
        return f"seat {author}"
    chair = chairs[author]
    return f"{printable(chair.name)} ({fingerprint(chair.key)})" if chair.key else printable(chair.name)


def _breach_sentence(proof: VerifiedLog, one: Breach) -> str:
    return f"Entry {one.entry}: {_who(proof, one.seat)} made a move that its own rack forbids: {one.refusal.code.key}."


def _stop_sentence(proof: VerifiedLog, stop: FirstFlaw) -> str:
    """Return a sentence on where the log stops being valid; anybody may have changed it, so nobody is accused."""
    why = f"{stop.flaw.meaning} ({stop.code})" if stop.code else stop.flaw.meaning
    return (
        f"Signed entry {stop.number} does not hold, and nothing behind it: {why}. Parts of the file were changed, "
        f"or come from elsewhere; that accuses nobody. {len(proof.replica.entries)} entries before it hold."
    )


def _compare_lines(proof: VerifiedLog, lines: Sequence[Entry]) -> str:
    """Compare a file's lines with the signed entries; return what to say of a missing end."""
    signed = proof.story.match.transcript.entries
    for number, line in enumerate(lines):
        if number >= len(signed) or line != signed[number]:
            raise CommandError(f"Entry {number} does not hold, and nothing behind it: it is not what was signed.")
    if len(lines) == len(signed):
        return ""
    return (
        f"Unfinished, not proven: the file was cut. Its lines end at entry {len(lines)}, and {len(signed)} are signed."
    )
