"""The deal on the LAN as long as nothing is sealed: from a seed to which every person adds a part, behind `Dealer`.

Each first says the hash of his part, then the part, so that nobody chooses. Laws: a rack's faces reach its seat only
when every other person has shared them, so that who is away stops the table as it will with sealed tiles; what this
program may know is told, and nothing else. Any program could peep: this file is to be replaced, not improved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b

from game.match.bodies import Deal, write_deal
from game.match.deal import COIN_BOUND, Fault, Owed, dealt_faces
from game.match.match import Standing, hidden_tiles
from game.match.shuffle import coin, key_of
from game.match.transcript import TABLE, Controller, Entry, Header, Kind, Transcript
from game.rules.registry import rules_of
from game.session.lan_state import DealState
from game.table.faces import Face
from game.table.moves import Move, Shown
from game.table.state import unknown
from game.table.tiles import Tile

PART_BYTES = 32
COMMIT, REVEAL, TILES = "commit", "reveal", "tiles"
_COIN = 1  # what a key derived from the seed is for, beside the faces


class JointDealer:
    """Deals for one program; `secret` makes this program's part from what began the deal, the same after a restart."""

    def __init__(self, header: Header, seat: int | None, secret: Callable[[bytes], bytes]) -> None:
        self._header = header
        self._seat = seat
        self._secret = secret
        self._standing: Standing | None = None
        self._context = b""
        self._committed: dict[int, bytes] = {}
        self._revealed: dict[int, bytes] = {}
        self._shared: dict[int, frozenset[Tile]] = {}
        self._faces: tuple[Face, ...] = ()
        self._dealt: Deal | None = None

    # The port

    def begin(self, _header: Header, _standing: Standing) -> Owed | None:
        """The deal comes from all, once the log says that a round begins."""
        return None

    def owed(self, _log: Transcript, seat: int) -> tuple[Owed, ...]:
        """Return what a seat, or the table, must send now."""
        if not self._context or self._standing is None:
            return ()
        if seat == TABLE:
            return self._owed_by_table()
        if seat not in self._persons():
            return ()
        if seat not in self._committed:
            return (Owed(Kind.SHARE, COMMIT, _hashed(self._part())),)
        if not self._faces:
            waits = seat not in self._revealed and set(self._persons()) <= set(self._committed)
            return (Owed(Kind.SHARE, REVEAL, self._part()),) if waits else ()
        due = self._due(seat)
        return (Owed(Kind.SHARE, _tiles_text(due)),) if due else ()

    def learn(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | Fault:
        """Take in an entry and return what this program may know now."""
        self._standing = standing
        if entry.kind is Kind.SHARE and entry.author == TABLE:
            self._context = entry.digest
            self._committed, self._revealed, self._shared, self._faces, self._dealt = {}, {}, {}, (), None
        elif entry.kind is Kind.VOID:
            self._context = b""
        elif entry.kind is Kind.SHARE:
            self._learn_share(entry)
        return self._known()

    def objection(self, author: int, body: str, proof: bytes) -> str:
        """Say by a word why a share is neither owed nor allowed; empty if it is."""
        if not self._context or author not in self._persons():
            return "no_deal"
        if body == COMMIT:
            return "" if author not in self._committed and len(proof) == PART_BYTES else "no_commit"
        if body == REVEAL:
            due = author not in self._revealed and set(self._persons()) <= set(self._committed)
            return "" if due and _hashed(proof) == self._committed[author] else "no_reveal"
        due_tiles = set(self._due(author))
        said = _read_tiles(body)
        return "" if said and body == _tiles_text(said) and set(said) <= due_tiles and not proof else "no_share"

    def open(self, _tiles: tuple[Tile, ...]) -> bytes:
        """Every program can look the face up, so a move needs no proof."""
        return b""

    def confirm(self, author: int, move: Move, proof: bytes) -> Fault | None:
        """Compare with the deal."""
        wrong = [tile for tile, face in move.shown if self._faces[tile] != face]
        if wrong:
            return Fault(author, f"tile {wrong[0]} is not what the move shows")
        return Fault(author, "a proof where none is due") if proof else None

    def waiting(self) -> tuple[int, ...]:
        """Return the persons of whom something is due."""
        if not self._context:
            return ()
        empty = Transcript(self._header)
        return tuple(seat for seat in self._persons() if self.owed(empty, seat))

    def close(self, standing: Standing) -> Shown | Fault:
        """Show everything."""
        if standing.table is None:
            return ()
        return tuple((tile, self._faces[tile]) for tile in hidden_tiles(standing.table))

    @property
    def public(self) -> DealState:
        """What everybody knows of the deal, in a fixed order."""
        shared = tuple((seat, tuple(sorted(self._shared[seat]))) for seat in sorted(self._shared))
        return self._context, tuple(sorted(self._committed.items())), tuple(sorted(self._revealed.items())), shared

    # Inside

    def _persons(self) -> tuple[int, ...]:
        seats = self._standing.seats if self._standing is not None else ()
        return tuple(at for at, seat in enumerate(seats) if seat.controller is Controller.REMOTE)

    def _part(self) -> bytes:
        return self._secret(self._context)

    def _learn_share(self, entry: Entry) -> None:
        if entry.body == COMMIT:
            self._committed[entry.author] = entry.proof
        elif entry.body == REVEAL:
            self._revealed[entry.author] = entry.proof
            if set(self._persons()) <= set(self._revealed):
                self._shuffle()
        else:
            before = self._shared.get(entry.author, frozenset())
            self._shared[entry.author] = before | frozenset(_read_tiles(entry.body))

    def _shuffle(self) -> None:
        if self._standing is None:
            return
        parts = b"".join(self._revealed[seat] for seat in sorted(self._revealed))
        seed = int.from_bytes(blake2b(parts, key=self._context, digest_size=7).digest(), "big")
        self._faces = dealt_faces(replace(self._header, seed=seed), self._standing)
        rules = rules_of(self._header.game)
        shown = tuple((tile, self._faces[tile]) for tile in rules.opened_tiles(self._header.options))
        self._dealt = Deal(self._standing.next_round, coin(key_of(seed, _COIN), COIN_BOUND), shown)

    def _owed_by_table(self) -> tuple[Owed, ...]:
        if self._dealt is None or self._running():
            return ()
        return (Owed(Kind.DEAL, write_deal(self._dealt, cards=rules_of(self._header.game).deck.cards)),)

    def _running(self) -> bool:
        standing = self._standing
        return standing is not None and standing.table is not None and not standing.scored

    def _due(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles in others' racks that a person has not shared yet."""
        standing = self._standing
        if standing is None or standing.table is None or standing.scored or standing.table.outcome is not None:
            return ()
        racks = [rack for owner, rack in enumerate(standing.table.racks) if owner != seat]
        hidden = unknown([tile for rack in racks for tile in rack], standing.table.faces)
        shared = self._shared.get(seat, frozenset())
        return tuple(tile for tile in hidden if tile not in shared)

    def _known(self) -> dict[Tile, Face]:
        """Return the faces of the racks that this program may see: its own person's, and those of bots."""
        standing = self._standing
        if standing is None or standing.table is None or not self._faces or standing.scored:
            return {}
        persons = self._persons()
        known: dict[Tile, Face] = {}
        for owner, rack in enumerate(standing.table.racks):
            if owner == self._seat or owner not in persons:
                givers = [self._shared.get(seat, frozenset()) for seat in persons if seat != owner]
                hidden = unknown(rack, standing.table.faces)
                known.update({tile: self._faces[tile] for tile in hidden if all(tile in given for given in givers)})
        return known


def _hashed(part: bytes) -> bytes:
    return blake2b(part, digest_size=PART_BYTES).digest()


def _tiles_text(tiles: tuple[Tile, ...]) -> str:
    return " ".join([TILES, *map(str, tiles)])


def _read_tiles(body: str) -> tuple[Tile, ...]:
    """Read the tiles of a share, in ascending order and each once; empty for anything else."""
    word, *numbers = body.split(" ")
    if word != TILES or not all(number.isdecimal() and len(number) <= 3 for number in numbers):
        return ()
    return tuple(Tile(number) for number in sorted({int(number) for number in numbers}))
