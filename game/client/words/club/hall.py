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
    "hall.own": "{names} · your chair is here",
    "hall.sit": "Sit down",
    "hall.any": "Any free chair",
    "hall.leave": "Leave the hall",
    "talk.write_hall": "Write to everybody in the hall",
    "hall.calling": "Calling the hall of {name}",
    "hall.nobody.mend": "It is called again and again; whoever keeps it may be starting it anew.",
    "hall.closed.what": "The club night is over",
    "hall.closed.mend": "Whoever kept the hall has closed it.",
}
