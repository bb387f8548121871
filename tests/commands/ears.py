"""A player who has only what is said: keeps the sentences, and answers the last that calls for something."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations

TILE = re.compile(r"(\d+): (?:(red|blue|black|yellow) (\d+)|the (\w+) of (hearts|spades|clubs|diamonds))")
MAX_LINES = 3_000  # typed in a match
RANKS = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
CALLS = {
    "Type next": "next",
    "Draw a tile": "draw",
    "Draw a card": "draw",
    "Keep the new card": "keep",
    "The stock is empty: take the pile": "take",
    "Keep the new tile": "keep",
    "Lay sets if you can, then discard": "play",
    "First draw a tile": "draw",
    "Draw, or go out": "draw",
    "Lay tiles, or draw one": "open draw",
    "Lay tiles, or pass": "open pass",
    "The stock is empty: lay tiles, or pass": "open pass",
}


@dataclass
class Ears:
    """The typed lines of such a player; not `by_hand`, as lines from a file: each waits until it is wanted."""

    by_hand: bool = False
    said: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    _heard: int = 0
    _mood: str = ""
    _tries: int = 0
    _after: list[str] = field(default_factory=list)
    _laid: set[str] = field(default_factory=set)

    def tell(self, sentence: str) -> None:
        self.said.append(sentence)

    def wait(self, _seconds: float) -> bool:
        return True

    def next_line(self) -> str:
        assert len(self.typed) < MAX_LINES, (self.said[-8:], self.typed[-8:])
        answer = self._answer()
        self.typed.append(answer)
        return answer

    def _answer(self) -> str:
        new, self._heard = self.said[self._heard :], len(self.said)
        for sentence in new:
            if sentence.startswith("Round "):
                self._laid.clear()
            called = sentence.removeprefix("Your turn. ")
            mood = next((mood for words, mood in CALLS.items() if called.startswith(words)), None)
            if mood is None and called.startswith("Lay sets worth"):
                mood = "open pass" if called.endswith("pass.") else "open draw"
            if mood is not None:
                if mood != self._mood or "Your turn" in sentence:
                    self._tries, self._after = 0, []
                self._mood = mood
        if self._after:
            return self._after.pop(0)
        if self._mood in ("next", "draw", "take", "keep"):
            return self._mood
        self._tries += 1
        if self._tries == 1:
            return "hand"
        hand = next(one for one in reversed(self.said) if one.startswith(("You hold", "Your hand")))
        if self._mood == "play":
            return self._dead_hand(hand)
        if self._tries == 2 and (found := first_set(hand)) and hand not in self._laid:
            self._laid.add(hand)
            self._after = ["end", "reset"]
            return f"lay {found}"
        return self._mood.split()[1] if self._tries % 2 else {"draw": "pass", "pass": "draw"}[self._mood.split()[1]]

    def _dead_hand(self, hand: str) -> str:
        if self._tries == 2 and (found := first_set(hand)) and hand not in self._laid:
            self._laid.add(hand)
            self._tries = 0  # read the hand anew
            return f"lay {found}"
        count = len(TILE.findall(hand)) + hand.count("joker")
        if self._tries - 1 > count:
            self._tries = 0
            return "undo"
        return f"discard {self._tries - 1}"


def first_set(hand: str) -> str:
    """Return the numbers, in the hand, of the first three tiles that make a set."""
    held = [
        (int(at), colour or suit, RANKS.get(rank, int(rank) if rank.isdecimal() else 0) if suit else int(number))
        for at, colour, number, rank, suit in TILE.findall(hand)
    ]
    numbers: dict[int, dict[str, int]] = defaultdict(dict)
    for at, colour, number in held:
        numbers[number].setdefault(colour, at)
    for places in numbers.values():
        if len(places) >= 3:
            return " ".join(map(str, list(places.values())[:3]))
    for one, two, three in combinations(sorted(held, key=lambda tile: (tile[1], tile[2])), 3):
        if one[1] == two[1] == three[1] and (two[2], three[2]) == (one[2] + 1, one[2] + 2):
            return f"{one[0]} {two[0]} {three[0]}"
    return ""
