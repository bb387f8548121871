"""The layout of a sealed deal: which tiles are dealt, by whom and to whom; derived from the standing alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.match.match import Standing
from game.match.transcript import Controller, Header
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.tiles import Tile
from net.deal.rounds import TO_ALL, TO_NOBODY, DealTerms


@dataclass(frozen=True, slots=True)
class Layout:
    """The terms of a deal, the tile at each position, where each tile lies, and the faces of the deck's pieces."""

    terms: DealTerms
    tiles: tuple[Tile, ...]
    places: Mapping[Tile, int]
    faces: tuple[Face, ...]

    def positions_of(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        """Return where tiles lie in the deal."""
        return tuple(self.places[tile] for tile in tiles)

    def face_of(self, number: int) -> Face:
        """Return the face of one of the deck's pieces."""
        return self.faces[number]

    def pieces_with_face(self, face: Face) -> tuple[int, ...]:
        """Return the pieces of the deck that bear a face."""
        return tuple(number for number, one in enumerate(self.faces) if one == face)


def layout_of(header: Header, standing: Standing, proofs: int) -> Layout:
    """Lay out the next deal: what stays on the table is not dealt, a rack goes to its seat, a bot's rack to all."""
    rules = rules_of(header.game)
    last = standing.results[-1].table if standing.results else None
    kept = dict(rules.kept(last)) if last is not None else {}
    tiles = tuple(Tile(at) for at in range(len(rules.deck)) if Tile(at) not in kept)
    left = list(range(len(rules.deck)))
    for face in kept.values():
        left.remove(next(number for number in left if rules.deck.faces[number] == face))
    # Who begins is drawn later, and changes nothing of what goes to whom.
    table = rules.deal(header.options, standing.next_round_number, 0, last, standing.totals, ())
    to = dict.fromkeys(rules.opened_tiles(header.options), TO_ALL)
    persons = [at for at, seat in enumerate(standing.seats) if seat.controller is Controller.REMOTE]
    for seat, rack in enumerate(table.racks):
        to.update(dict.fromkeys(rack, seat if seat in persons else TO_ALL))
    first = standing.next_round_number % len(persons) if persons else 0
    peers = bytes(persons[first:] + persons[:first])
    plan = bytes(to.get(tile, TO_NOBODY) for tile in tiles)
    places = {tile: at for at, tile in enumerate(tiles)}
    return Layout(
        DealTerms(standing.next_round_number, bytes(left), peers, plan, proofs), tiles, places, rules.deck.faces
    )
