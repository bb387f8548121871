"""The words of a hall in the window: the list that shows it, its page, and keeping one."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "lobby.hall": "Club night, kept by {name}",
    "lobby.hall_announced": "Club night, code {letters}",
    "lobby.hall_note": Plural(
        "{n} table · {people} · code {letters}",
        "{n} tables · {people} · code {letters}",
    ),
    "hall.title": "Club night: {name}",
    "hall.people": Plural("{n} person in the hall", "{n} people in the hall"),
    "hall.tables": "Tables",
    "hall.table": "Table {number}: {game}",
    "hall.table_of": "{name}, table {number}",
    "hall.empty": "nobody sits here yet",
    "hall.sitting": Plural("{names} · {n} chair free", "{names} · {n} chairs free"),
    "hall.playing": "{names} are playing · you can watch",
    "hall.playing_same": "{names} are playing",
    "hall.own": "{names} · your chair is here",
    "hall.sit": "Sit down",
    "hall.any": "Any free chair",
    "hall.leave": "Leave the hall",
    "talk.write_hall": "Write to all here",
    "hall.calling": "Calling the hall of {name}",
    "hall.nobody.mend": "It is called again and again; whoever keeps it may be starting it anew.",
    "hall.wall": "The tournament",
    "hall.pairings": "Pairings",
    "hall.round": "Round {number}",
    "hall.round_of": "round {number} of {rounds}",
    "hall.round_now": "round {number}",
    "hall.not_begun": "not begun yet",
    "hall.over": "over",
    "hall.lacks": Plural("The next round waits for one more person.", "The next round waits for {n} more people."),
    "hall.rounds": Plural("One round will be played.", "{n} rounds will be played."),
    "hall.lacks_first": Plural("It begins when one more person is here.", "It begins when {n} more people are here."),
    "hall.led": "You take part: stay here, and you are led to your table.",
    "hall.sits_out": "You sit out this round. The next one leads you to your table.",
    "hall.others_play": "The others are still playing. Then the next round leads you to your table.",
    "hall.sentences": "{one} {other}",
    "hall.finish": "End the tournament",
    "hall.finish_title": "End the tournament?",
    "hall.finish_line": "The standings stay as they are, and no further round of it can be played.",
    "hall.held": "paused between rounds",
    "hall.left": Plural("{round} · {n} minute left", "{round} · {n} minutes left"),
    "hall.meeting": "Table {table}: {names}",
    "hall.against": "{first} : {rest}",
    "hall.result": "result: {points}",
    "hall.still": "still playing",
    "hall.bye": "{name} sits out",
    "hall.rank": "{place}. {name}",
    "hall.earned": Plural(
        "Match points: {points}, in {n} round",
        "Match points: {points}, in {n} rounds",
    ),
    "hall.called_back": "The hall has ended this table: the time of the round is up",
    "hall.print": "A page to print and hang up",
    "hall.printed": "It lies in {file}.",
    "hall.partners": "Partners",
    "hall.wish": "Play with this one",
    "hall.wishes": "{name} would like to play with you: see Partners.",
    "hall.wishes_you": "would like to play with you",
    "hall.wished": "asked, and has not answered yet",
    "hall.you": "{name} (you)",
    "hall.news": "In the hall",
    "people.title": "Who plays with whom",
    "people.one": "This one",
    "people.other": "and this one",
    "people.about": (
        "Choose one on each side. Two who never meet, such as a family, are not paired with each other; partners stay "
        "together from the first round on."
    ),
    "people.apart": "Never at one table",
    "people.partners": "Are partners",
    "people.with": "paired with {name}",
    "people.never": "never with {name}",
    "hall.begin": "Begin the tournament now",
    "hall.pause": "Pause between rounds",
    "hall.go_on": "Go on with the rounds",
    "hall.close": "Close the hall",
    "hall.only_leave": "Leave, it goes on",
    "hall.close_title": "Close the hall?",
    "hall.close_line": (
        "Everybody at its tables would have to stop; their matches and the tournament are kept. You can also leave "
        "only this page: the hall goes on as long as this program is open."
    ),
    "hall.quit": "Close the hall and quit",
    "hall.quit_line": (
        "The hall ends with this program: everybody at its tables would have to stop. Their matches and the tournament "
        "are kept."
    ),
    "hall.opening": "The hall is being opened.",
    "hall.where": "Others see it in their list of tables, or type {addresses}.",
    "hall.again": "Open it again",
    "night.kept": "Go on with an evening",
    "night.kept_line": Plural("{format}, {n} round so far", "{format}, {n} rounds so far"),
    "hall.broken.what": "Your hall has stopped",
    "hall.broken.mend": "What was played is kept. It said: {why}",
    "night.title": "Host a club night",
    "night.name": "Name of the evening",
    "night.password_note": "Leave it empty for a hall that anybody may enter.",
    "night.kind": "What is played for",
    "night.free": "Free play",
    "night.free_line": "Everybody sits where they like; a table opens again after each match.",
    "night.tables": "How many tables",
    "night.rounds": "Rounds",
    "night.rounds_usual": "as many as usual",
    "night.fewer": Plural(
        "{people} people play one round: then nobody new is left to meet.",
        "{people} people play {n} rounds: then nobody new is left to meet.",
    ),
    "night.knockout": Plural(
        "{people} people play one round, and one of them has won.",
        "{people} people play {n} rounds until one of them has won.",
    ),
    "night.minutes": "Minutes for a round",
    "night.no_clock": "no clock",
    "night.persons": "Begin when so many are here",
    "night.persons_fit": "At these tables {least} to {most} can play: choose so many, or other tables.",
    "night.pairs": "Partners stay together",
    "night.pairs_line": (
        "Two who enter one after the other are a pair, unless they choose others before the first round. Otherwise "
        "partners change every round."
    ),
    "night.sealed": "Each table has tiles of its own, dealt sealed: nobody can read them, the hall included.",
    "night.by_hall": "{deals} {parts}",
    "night.same": "The same tiles at all tables",
    "night.same_line": "A duplicate: each side is compared with the same seats at the other tables.",
    "night.plays": "You play, too",
    "night.plays_line": "Otherwise you keep the hall and look on.",
    "night.deals": "Deals in a round",
    "hall.same": (
        "All tables play the same tiles, which only a hall that deals can give: it could read them, no player's "
        "program can. From the first different draw on, two tables hold different tiles. Nobody watches, and no deal "
        "is opened before all have played it."
    ),
    "hall.share": Plural(
        "{points} % of all that could be earned in {n} round",
        "{points} % of all that could be earned in {n} rounds",
    ),
    "herald.hall": "The hall calls you to your next table",
    "night.about": (
        "The hall works on this computer in the background. It leads everybody to a table; each table deals sealed, "
        "and the hall sees nothing of it."
    ),
    "night.open": "Open the hall",
    "hall.closed.what": "The club night is over",
    "hall.closed.mend": "Whoever kept the hall has closed it.",
}
