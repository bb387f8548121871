"""The words of a club's tournaments: the page of pairings and standings, and why something is not done.

A refusal's arguments are called a and b, in the order in which it names them.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_REFUSALS: Final[dict[str, str]] = {
    "made_already": "This tournament is made already.",
    "not_made": "There is no tournament yet: make one first.",
    "name": "Give the tournament a name of at most {a} letters.",
    "game": "No game is called {a}.",
    "seats": "{a} has no table for {b} in a club: choose 2, 3 or 4 as the game allows.",
    "options": "These options do not fit {a}: set it up anew.",
    "pairs_without_couples": "{a} for {b} is played alone: pairs need a game in couples.",
    "rounds": "Choose 0 to {a} rounds; 0 lets the format say how many.",
    "minutes": "Choose 0 to {a} minutes for a round; 0 is without a clock.",
    "cycles": "Everybody can meet everybody once or twice.",
    "deals": "A round has one match; only with the same tiles at all tables there can be up to {a} deals.",
    "trust": "The same tiles at all tables need a hall that deals and is trusted: say so, or play without.",
    "duplicate_unequal": "The same tiles at all tables need two sides at each: choose tables for two, or couples.",
    "movement_needs_duels": "This movement needs pairs, or tables for two.",
    "knockout_changing": "In a knockout partners stay together: choose pairs.",
    "knockout_bots": "In a knockout nobody plays a bot: who is left over goes through.",
    "knockout_duplicate": "A knockout compares nobody with other tables: each has tiles of its own.",
    "too_large": "A number or a text in this is too large to be kept.",
    "persons": "Entries here are of {a}: one person, or two who stay together.",
    "person_name": "Everybody needs a name of at most {a} letters.",
    "joined_already": "{a} takes part already.",
    "too_many": "A club night has room for {a} people.",
    "too_late": "A knockout that has begun takes nobody more.",
    "movement_full": "This movement has no place left: everybody's seats are fixed. Join the next tournament.",
    "unknown_person": "This person takes no part in the tournament.",
    "left_already": "{a} has left already.",
    "not_away": "{a} is here.",
    "same_person": "Choose two different persons.",
    "partners": "{a} are a pair and stay together.",
    "forbidden_already": "These two are kept apart already.",
    "forbidden_here": "Only a round robin and a Swiss can keep two apart: elsewhere opponents are fixed.",
    "no_pairs": "Partners change in this tournament: nobody stays together.",
    "pairs_fixed": "The first round is paired: pairs stay as they are.",
    "ended": "This tournament is over.",
    "round_runs": "Round {a} is not over: results still to come: {b}.",
    "not_next_round": "The next round is round {a}.",
    "no_round": "There is no such round to take back.",
    "round_begun": "Round {a} has results: take them back first.",
    "nobody": "At least two have to be there to pair a round.",
    "all_left": "All have left: nobody is there to be paired.",
    "no_pairing": "No round can be paired: those who are here may not meet.",
    "rounds_played": "All {a} rounds are played.",
    "all_met": "Everybody has met everybody: the round robin is complete.",
    "one_left": "The knockout is decided: {a} has won.",
    "bad_pairing": "These tables do not fit the tournament: pair the round again.",
    "missing_library": 'This needs {a}, which is not installed. With pip: pip install "comodin[club]".',
    "no_table": "Round {a} has no table {b}.",
    "told_already": "Table {b} of round {a} has told its result: correct it, if it was wrong.",
    "not_told": "Table {b} of round {a} has not told a result yet.",
    "result_form": "A result here is {a} numbers, one for each side, in {b} rows.",
    "needs_winner": "A knockout needs a winner: play another round.",
    "changes_winner": "Round {a} was paired by this result: take that round back first.",
}

_FORMATS: Final[dict[str, tuple[str, str]]] = {
    "round_robin": (
        "Round robin",
        "Everybody meets everybody. At tables of three and four, meetings and partners are spread as evenly as can be.",
    ),
    "swiss": (
        "Swiss system",
        "In every round those meet who stand alike, and nobody meets the same person twice while it can be avoided.",
    ),
    "knockout": (
        "Knockout",
        "Who loses is out. Of a larger table the better half goes on, of the last one the first alone.",
    ),
    "howell": (
        "Howell movement",
        "All meet each other once, and sit so that each is compared with all the others as evenly as can be.",
    ),
    "mitchell": (
        "Mitchell movement",
        "One line keeps its seats, the other goes on by one table every round. Each line has a winner of its own.",
    ),
}

_COLUMNS: Final = {
    "place": "Place",
    "name": "Name",
    "match_points": "Match points",
    "share": "Share",
    "played": "Played",
    "wins": "Won",
    "byes": "Sat out",
    "direct": "Among equals",
    "buchholz": "Buchholz",
    "sonneborn": "Sonneborn-Berger",
    "margin": "Difference",
    "points": "Points",
    "rating": "Rating",
}

SENTENCES: Final[dict[str, str | Plural]] = {
    **{f"club.refusal.{code}": sentence for code, sentence in _REFUSALS.items()},
    **{f"club.format.{code}": name for code, (name, _how) in _FORMATS.items()},
    **{f"club.how.{code}": how for code, (_name, how) in _FORMATS.items()},
    **{f"club.column.{code}": column for code, column in _COLUMNS.items()},
    "club.standings": "Standings",
    "club.line_stays": "Standings of the line that stays",
    "club.line_moves": "Standings of the line that goes on",
    "club.pairings": "Round {number}: who plays where",
    "club.results": "Round {number}: results",
    "club.table": "Table",
    "club.seat": "Seat {number}",
    "club.couple": "Seats {first} and {second}",
    "club.byes": "Sitting out: {names}",
    "club.bot": "a bot",
    "club.absent": "{name} (did not play on)",
    "club.away": "{name} (away)",
    "club.late": "{name} (since round {number})",
    "club.nobody": "Nobody has joined yet.",
    "club.unpaired": "The first round is not paired yet.",
    "club.over": "The tournament is over. First: {names}",
    "club.rules": "How it is played",
    "club.table_for": "{game}, tables for {seats}",
    "club.alone": "Everybody plays alone.",
    "club.pairs": "Two who enter as a pair stay together.",
    "club.changing": "People enter alone, play in couples and have another partner in every round, as far as it goes.",
    "club.rounds": Plural("There is one round.", "There are {n} rounds."),
    "club.minutes": Plural(
        "A round ends after one minute at the latest: the points of then count.",
        "A round ends after {n} minutes at the latest: the points of then count.",
    ),
    "club.win_two": "A win is worth 2 match points, a tie 1.",
    "club.win_many": "The first at a table earns 12 match points and the last none; each one outscored counts alike.",
    "club.low": "Fewer points are better in this game.",
    "club.bye_win": "Sitting out is worth as much as a win.",
    "club.bye_half": "Sitting out is worth half of what the first at a table earns.",
    "club.left_bot": "A bot plays with whoever is left over.",
    "club.ties": "Equal match points are told apart by, in this order: {names}. Who is still equal shares the place.",
    "club.duplicate": (
        "All tables play the same tiles. The hall deals them from a secret of its own, because a deal sealed by the "
        "players of one table cannot be repeated at another. Whoever keeps the hall could read every tile: "
        "do not let them play."
    ),
    "club.diverge": (
        "The stock lies in the same order at all tables. Once two tables draw differently for the first time, their "
        "players hold different tiles: what is compared is what each made of the same beginning."
    ),
    "club.sealed": (
        "Each table has tiles of its own. Where programs deal, those of the table do it together, sealed: nobody can "
        "read them, whoever keeps the hall included."
    ),
    "club.compared": (
        "A side is compared with the same seats at the other tables, deal by deal: 2 for each it did better than, "
        "1 for each equal. The share is what it earned of all that it could."
    ),
    "club.share_first": "The share decides first, then match points; sitting out does not change it.",
    "club.percent": "{value} %",
}
