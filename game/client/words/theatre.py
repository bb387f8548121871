"""The words of the theatre: looking at a match again, playing on from a place, giving it to others."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "opening.title": "Reading the match",
    "opening.line": "It is read from the first tile on.",
    "opening.begins": "It begins at once.",
    "opening.far": "{read} of {of} entries",
    "opening.unreadable": "This match cannot be read: {reason}",
    "opening.no_deal": "Nothing was dealt in this match yet.",
    "check.title": "Check this deal",
    "check.busy": "Checking",
    "check.busy_line": "Every tile once more. The window goes on meanwhile; leaving this page ends it.",
    "check.far": "{done} %",
    "check.holds": "The deal was honest",
    "check.holds.line": (
        "Nobody chose a tile, and every tile is the one that was dealt. You need not believe anybody: "
        "**your own computer** has just worked it out again."
    ),
    "check.unfinished": "So far it holds",
    "check.unfinished.line": (
        "All that was played until now is proved. The match is not over: "
        "its last round is opened and checked when it is."
    ),
    "check.old": "It cannot be proved",
    "check.old.line": (
        "All of it holds, but an older Comodín played it, in which the host could choose the number of the match."
    ),
    "check.cheated": "It does not add up",
    "check.cheated.line": (
        "The record is whole, and what is signed in it by the key of {name} is not what was dealt or allowed."
    ),
    "check.broken": "It does not add up",
    "check.broken.line": (
        "The record was changed or is damaged. {holding} of its {entries} entries hold. That accuses nobody: "
        "anybody may have changed a file, and a disk may have spoiled it."
    ),
    "check.unreadable": "Nothing to check",
    "check.unreadable.line": "This file holds no match of a LAN table that can be checked.",
    "check.table": "the table",
    "check.see": "See the match",
    "check.save": "Save the proof",
    "check.numbers": "Numbers for the curious",
    "check.numbers_line": "Match {match}\n{entries} entries, each signed by its author and sealed by its host.\n{keys}",
    "check.why": "In the words of the command line: {reason}",
    "check.of": "{done} of {count}",
    "check.size": "{size} kB",
    "check.shuffled": "Everybody shuffled",
    "check.shuffled_line": "Each computer mixed the tiles in its turn, under its own lock.",
    "check.tiles": "Nothing missing, nothing double",
    "check.tiles_line": Plural(
        "{tiles} tiles, each once, in the one deal.", "{tiles} tiles, each once, in all {n} deals."
    ),
    "check.faces": "Every tile that was shown is the one that was dealt",
    "check.faces_line": "Rounds opened to the last tile, of those that were dealt.",
    "check.moves": "Every move was allowed",
    "check.moves_line": "Played once more, one by one, by the rules of this table.",
    "check.record": "The record is whole",
    "check.record_line": Plural("One entry, signed.", "{n} entries, each signed by who made it."),
    "theatre.title": "Theatre",
    "theatre.at": "Turn {turn} of {turns} · move {made} of {moves}",
    "theatre.earlier": "A turn back",
    "theatre.later": "A turn on",
    "theatre.play": "Let it play",
    "theatre.stop": "Stop",
    "theatre.more": "Rounds, eyes and what can be made of it",
    "theatre.check": "Check this deal",
    "theatre.round": "Round {number} of {last}",
    "theatre.round_void": "Round {number}, broken off",
    "theatre.eyes": "As {name} saw it",
    "theatre.eyes_all": "All racks open",
    "theatre.pace.half": "Pace: half",
    "theatre.pace.one": "Pace: usual",
    "theatre.pace.two": "Pace: double",
    "theatre.pace.four": "Pace: fourfold",
    "theatre.closed.running": "The round goes on: the other racks open when it is over.",
    "theatre.closed.sealed": "The match goes on: you see what you may know, and no more.",
    "theatre.closed.void": "The round was broken off: its racks stay closed.",
    "theatre.branch": "Play on from here",
    "theatre.branch.line": "The same tiles, and bots on the other chairs. How well shall they play?",
    "theatre.no_branch.home": "There is no place to keep another match.",
    "theatre.no_branch.sealed": "The tiles of this deal are sealed: no computer can deal them again.",
    "theatre.no_branch.void": "This round was broken off.",
    "theatre.no_branch.end": "The round is over here: go back a move.",
    "theatre.sign.pure": "pure",
    "theatre.sign.impure": "impure",
    "theatre.sign.dead": "dead hand",
    "theatre.sign.opened": "opened",
    "theatre.sign.joker": "joker",
    "theatre.sign.pile": "pile",
    "theatre.sign.out": "out",
    "theatre.share": "Keep or send it",
    "share.line": "Made of this place, as you see it now.",
    "share.picture": "Picture",
    "share.turn": "Film of this turn",
    "share.round": "Film of the round",
    "share.text": "The match as a file",
    "share.code": "Short code of the deal",
    "share.no_code": "Several computers dealt it together: no code can deal it again.",
    "share.written": "It is written",
    "share.where": "It lies in {file}",
    "share.folder": "Open the folder",
    "share.no_folder": "No program here shows folders. It is {folder}",
    "share.not_written": "It could not be written: {reason}",
    "share.filming": "Filming",
    "share.filming_line": "Every move becomes a picture.",
    "share.far": "{made} of {moves} moves",
    "share.stop": "Stop",
    "again.title": "This deal",
    "again.line": (
        "It was dealt by the number **{seed}**. Whoever writes **{deal}** under **New game** gets the same tiles."
    ),
    "again.same": "This deal again",
    "again.swap": "With the next one's tiles",
    "again.copy": "Copy the code",
    "again.copied": "It is on the clipboard",
    "deal.title": "Ask for a deal",
    "deal.field": "A number, or a code",
    "deal.note": "The same number deals the same tiles at the same table. A code brings its table along.",
    "deal.none": "This is no number, and no code of a deal: look for a letter that is wrong.",
    "help.section_theatre": "In the theatre",
    "action.move_back": "A move back",
    "action.move_on": "A move on",
    "action.round_back": "The round before",
    "action.round_on": "The next round",
    "action.moment_back": "The moment before",
    "action.moment_on": "The next moment",
    "action.other_eyes": "See through other eyes",
    "action.branch": "Play on from here",
    "gesture.click_sign": "click its sign",
    "matches.theatre": "See it again",
}  # fmt: skip
