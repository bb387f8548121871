"""What the shield at a LAN table says of the deal: how far it is, what it promises, and who broke it.

The codes are the states of a sealed deal, and the words that name a false part of it.
"""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_SHIELD: Final[dict[str, tuple[str, str]]] = {
    "dealing": (
        "The tiles are being shuffled by everybody together",
        "It takes about a second. Nobody can see or choose a tile.",
    ),
    "checking": (
        "Every shuffle is being checked",
        "Nothing is opened before all of it is right.",
    ),
    "sealed": (
        "This deal is sealed and checked",
        "No program here, the host's included, can see a person's hidden tile; bots' tiles are open to all of them.",
    ),
    "opening": (
        "The round is over and its deal is being checked",
        "All that the programs said for this deal is worked out again and compared.",
    ),
    "held": (
        "This round was dealt fairly",
        "Every tile was where it was dealt, and nobody changed one.",
    ),
    "waiting": (
        "The shuffle still waits for {name}",
        "The table waits. Nobody's clock runs.",
    ),
    "broken": (
        "{name} broke the deal",
        "Every program at this table has found the same. A deal broken before its tiles were opened is dealt anew.",
    ),
}

_FALSE: Final[dict[str, tuple[str, str]]] = {
    "not_a_point": (
        "{name} put something into the deal that is no tile",
        "The deal is void. Ask who plays there, or go on without that seat.",
    ),
    "same_point_twice": (
        "{name} put the same tile into the deal twice",
        "The deal is void. Ask who plays there, or go on without that seat.",
    ),
    "false_proof": (
        "{name} did something else to the tiles than shuffle them",
        "The deal is void. Ask who plays there, or go on without that seat.",
    ),
    "false_lock": (
        "{name} sealed other tiles than were there",
        "The deal is void. Ask who plays there, or go on without that seat.",
    ),
    "empty_sum": (
        "{name} made a deck of which nothing can be proved",
        "The deal is void. Ask who plays there, or go on without that seat.",
    ),
    "not_its_seed": (
        "{name} said something in this deal that its own secret number does not yield",
        "The check after the round found it. The round is not counted. Ask who plays there.",
    ),
}

SENTENCES: Final[dict[str, str | Plural]] = {
    f"{subject}.{code}.{part}": sentence
    for subject, pairs in (("shield", _SHIELD), ("deal", _FALSE))
    for code, pair in pairs.items()
    for part, sentence in zip(("what", "mend"), pair, strict=True)
}
