"""The texts of network errors: why a connection ended, a player was refused, or an entry is invalid, and what to do.

Keyed by the codes of `net.reasons` and by those for refused entries of the game's own kinds. The texts of entries are
not shown on any page yet, so only LINK_SENTENCES are translated: code that shows the others must add them to `words`.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_LINKS: Final[dict[str, tuple[str, str]]] = {
    "not_comodin": (
        "What answers at that address is not Comodín",
        "Check the address and the port, or choose the table from the list.",
    ),
    "malformed": (
        "The other program sent something that cannot be read",
        "Join again. If it happens again, both should install the newest version.",
    ),
    "too_large": (
        "The other program sent more at once than any message may hold",
        "Join again. If it happens again, both should install the newest version.",
    ),
    "out_of_turn": (
        "The other program said something that has no place there",
        "Join again. If it happens again, both should install the newest version.",
    ),
    "too_fast": (
        "The other program sent too many messages in a row",
        "Wait a moment and join again.",
    ),
    "too_slow": (
        "The other program took too long to introduce itself",
        "Check the network cable or the wireless signal, and try again.",
    ),
    "not_reading": (
        "The other program no longer takes in what it is sent",
        "It may join again; if the network is slow, move closer to the router.",
    ),
    "bad_signature": (
        "A signature was false, so that connection cannot be trusted",
        "It was closed and nothing was taken from it. Ask who is at that table before you join again.",
    ),
    "silent": (
        "Nothing was heard for twenty seconds",
        "Check the network; the program keeps trying, and your seat stays yours.",
    ),
    "cut": (
        "The connection was cut",
        "The program keeps trying, and your seat stays yours.",
    ),
    "replaced": (
        "You joined this table again from another window or computer",
        "Play on there, or join from here to take the seat back.",
    ),
    "doubled": (
        "Two connections to the same program stood, and one was closed",
        "Nothing is lost; the other one goes on.",
    ),
    "left": (
        "The other person has left the table",
        "The match is kept; it can be taken up again when all are back.",
    ),
    "closed": (
        "The host closed the table",
        "The match is kept; anybody who played can take it up again as the host.",
    ),
    "other_protocol": (
        "The host's program is another version, which this one does not understand",
        "Both should install the newest version.",
    ),
    "other_rules": (
        "The host's program plays by another version of the rules",
        "Both should install the newest version.",
    ),
    "other_options": (
        "The table's options have changed meanwhile",
        "Look at them and join again if you like them.",
    ),
    "other_match": (
        "Another match is played at that table now",
        "Look for yours in the list of tables.",
    ),
    "table_full": (
        "All seats of that table are taken",
        "Watch, or find another table.",
    ),
    "watchers_full": (
        "No more watchers fit in at that table",
        "Try again when one of them has left.",
    ),
    "not_watched": (
        "Nobody may watch at that table",
        "Other tables play the same tiles, and whoever looked on could tell them.",
    ),
    "seat_taken": (
        "Somebody sits there already",
        "Choose a free seat.",
    ),
    "playing": (
        "A match is being played there",
        "Watch, or wait for the next match.",
    ),
    "password_needed": (
        "That table has a password",
        "Ask the host for it and type it in.",
    ),
    "wrong_password": (
        "That is not the table's password",
        "Check it with the host: capital letters and accents count.",
    ),
    "no_password": (
        "That table has no password, so it may not be the one you mean",
        "Check the name of the table, or join without a password.",
    ),
    "too_many_guesses": (
        "Too many wrong passwords came from this computer",
        "Wait a minute, ask the host for the password and try again.",
    ),
    "too_many_links": (
        "Too many programs are just arriving at that table",
        "Try again in a few seconds.",
    ),
    "not_host": (
        "That program plays at the table but is not its host",
        "Join at the host's address.",
    ),
    "is_hall": (
        "A club night is held there, not a single table",
        "Go into its hall, which leads to a table.",
    ),
    "other_host": (
        "Another Comodín answers there than the last time",
        "It may be a new computer or a new installation, or somebody who pretends. Ask the host before you join.",
    ),
    "sent_away": (
        "The host emptied your seat",
        "Ask the host, watch, or find another table.",
    ),
    "known_match": (
        "You have that match in your list already",
        "Go on with it from the list of matches.",
    ),
    "not_drawn": (
        "That match was begun without this computer",
        "Let the host open a new table, and join it there.",
    ),
}

_ENTRIES: Final[dict[str, tuple[str, str]]] = {
    "malformed": (
        "What a program wrote into the match cannot be read",
        "It was left out. Both should install the newest version.",
    ),
    "other_match": (
        "That belongs to another match",
        "Leave this table and take up the match you mean.",
    ),
    "no_author": (
        "Nobody at this table may write in that name",
        "It was left out; nothing has to be done.",
    ),
    "bad_signature": (
        "That was not signed by the one in whose name it was sent",
        "It was left out. Ask who is at that table.",
    ),
    "bad_seal": (
        "That was not numbered by the host",
        "It was left out. Join at the host's address.",
    ),
    "stale": (
        "Something else was written in its place before",
        "Look at the table as it is now and move again.",
    ),
    "gap": (
        "Something you did before has not arrived",
        "Wait a moment: what is missing is sent again.",
    ),
    "unseen": (
        "The host does not have all that you have seen",
        "Wait a moment: what is missing is sent to the host.",
    ),
    "fork": (
        "You were shown another course of the match",
        "Look at the table as it is now and move again.",
    ),
    "state": (
        "Your table is not like the others'",
        "Wait: your program works its table out anew.",
    ),
    "illegal": (
        "That is not allowed now",
        "Look at whose turn it is, and try another move.",
    ),
    "full": (
        "This match has become too long to be written on",
        "End it here; its score is kept. Begin a new one.",
    ),
    "frozen": (
        "The host cannot be trusted, and another is looked for",
        "Wait: the next player takes the table over.",
    ),
    "not_host": (
        "Only the host may do that",
        "Ask the host.",
    ),
}

_PLACES: Final[dict[str, tuple[str, str]]] = {
    "unreadable": ("That cannot be read", "Both should install the newest version."),
    "started": ("This match has begun already", "Go on with it, or begin another one."),
    "gave_up_seat": ("A bot plays in your seat", "Take your seat back between two rounds."),
    "not_a_seat": ("Only who sits at the table has an address in the match", "Nothing has to be done."),
    "returned_too_often": (
        "You have left and taken your chair back too often in this match",
        "Watch on; the bot keeps the chair.",
    ),
    "moved_too_often": ("Your address has changed too often in this match", "Play on: only hosting needs it."),
    "same_address": ("The others know that address already", "Nothing has to be done."),
    "not_the_host": ("Only the host may do that", "Ask the host."),
    "no_successor": ("Nobody who sits there could be the host", "Choose somebody who is playing."),
    "no_seat_to_leave": ("You have no seat to leave", "You can close the table at any time."),
    "no_such_vote": ("There is nobody there to vote about", "Vote about somebody else who is playing and away."),
    "not_called": ("Nobody has asked that player yet", "The program asks first; wait for the answer."),
    "called": ("That player has been asked already", "Wait for the answer."),
    "called_too_often": ("You have asked for others too often", "Wait, or let somebody else ask."),
    "came_back": ("That player has come back meanwhile", "Go on playing."),
    "voted": ("You have voted already", "Wait for the others' votes, or for that player."),
    "no_seat_to_take": ("There is no seat for you to take back", "Watch, or find another table."),
    "round_is_played": ("A round is being played", "You can take your seat back when it is over."),
    "convicted": ("It is proven that the program in that seat lied", "A bot plays there to the end of the match."),
    "no_accuser": ("Nobody may accuse that player in this way", "Nothing has to be done."),
    "no_proof": ("That proves nothing against anybody", "It does not count. Go on playing."),
    "behind": ("The match has gone on meanwhile", "Wait: the new host is found anew."),
    "no_elector": ("That player has no voice in who hosts next", "Wait for those who are playing."),
    "wrong_ballot": ("Another host was found meanwhile", "Wait: the program joins there."),
    "too_few_consents": ("Too few of you are back to go on without the host", "Wait for the others."),
    "false_consent": ("A consent to the new host was not signed", "It does not count. Ask who is at that table."),
    "false_proof": ("The new host's account of the old one was not signed", "It does not count. Ask who is there."),
}

# Why a link ended: what the waiting room shows.
LINK_SENTENCES: Final[dict[str, str | Plural]] = {
    f"link.{code}.{part}": sentence
    for code, pair in _LINKS.items()
    for part, sentence in zip(("what", "mend"), pair, strict=True)
}

SENTENCES: Final[dict[str, str | Plural]] = {
    f"{subject}.{code}.{part}": sentence
    for subject, pairs in (("link", _LINKS), ("entry", _ENTRIES), ("place", _PLACES))
    for code, pair in pairs.items()
    for part, sentence in zip(("what", "mend"), pair, strict=True)
}
