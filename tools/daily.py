"""Find a good deal for every day, and write the list: python -m tools.daily [DAYS]; --prove plays listed deals again.

A deal is good if a bot of medium strength on the player's chair wins it, as the only winner, against the day's bots.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from game.annals.daily import DEAL_LETTERS, FIRST_DAY, MAX_TRIES, Daily, candidate_deal, daily_of
from game.bots.names import DEFAULT_LEVEL
from game.commands.demo import play_out
from game.match.transcript import Controller, Seat

FILE = Path(__file__).parents[1] / "assets" / "daily.json"
DAYS_PER_LINE = 31  # days in a line of the file
DEFAULT_DAYS = 426  # fourteen months


def is_good(daily: Daily) -> bool:
    """Return whether a medium bot wins the deal from the player's chair."""
    header = daily.header("")
    seats = (Seat("", Controller.BOT, DEFAULT_LEVEL), *header.seats[1:])
    return play_out(replace(header, seats=seats)).standing.winners == (0,)


def good_attempt(day: date) -> int:
    """Return the number of a day's first good deal."""
    return next(at for at in range(MAX_TRIES) if is_good(candidate_deal(day, at)))


def main() -> None:
    """Write the file, or prove what it lists."""
    if "--prove" in sys.argv:
        listed = sum(len(line) for line in json.loads(FILE.read_text(encoding="utf-8"))["deals"])
        bad = [day for at in range(listed) if not is_good(daily_of(day := FIRST_DAY + timedelta(days=at)))]
        print(f"{listed - len(bad)} of {listed} are won by a {DEFAULT_LEVEL} bot", *bad, sep="\n")
        sys.exit(bool(bad))
    count = next((int(word) for word in sys.argv[1:] if word.isdecimal()), DEFAULT_DAYS)
    letters = "".join(DEAL_LETTERS[good_attempt(FIRST_DAY + timedelta(days=at))] for at in range(count))
    lines = [letters[at : at + DAYS_PER_LINE] for at in range(0, count, DAYS_PER_LINE)]
    FILE.write_text(json.dumps({"first": FIRST_DAY.isoformat(), "deals": lines}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
