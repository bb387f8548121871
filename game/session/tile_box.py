"""The tiles of a position that have no place yet, to be taken by face, by face and letter, or any of them.

Every tile is taken once. A tile that the position names with its letter goes elsewhere only if no other is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.table.faces import Face, face_text
from game.table.notation import Piece, read_pieces
from game.table.tiles import Deck, Tile


def tiles_with_face(faces: tuple[Face, ...], face: Face) -> list[Tile]:
    """Return the tiles with a face, `a` first; raise ValueError for a face that no tile has."""
    found = [Tile(at) for at, one in enumerate(faces) if one == face]
    if not found:
        raise ValueError(f"there is no tile {face_text(face)} in this game")
    return found


def tile_with_letter(faces: tuple[Face, ...], piece: Piece) -> Tile:
    """Return the tile that a piece with a letter names."""
    return tiles_with_face(faces, piece.face)["ab".index(piece.copy)]


class TileBox:
    """The tiles of a deck that are still free; at first all."""

    def __init__(self, deck: Deck, said: Mapping[str, object]) -> None:
        self.cards = deck.cards
        self.faces = deck.faces
        self.free = [Tile(at) for at in range(len(self.faces))]
        self.kept = self._lettered_everywhere(said)

    def _lettered_everywhere(self, said: Mapping[str, object]) -> frozenset[Tile]:
        """Return the tiles that are written with a letter anywhere: a piece without a letter takes them last."""
        found = set()
        for text in _texts([value for name, value in said.items() if name not in {"id", "note"}]):
            for word in text.replace("[", " ").replace("]", " ").replace("{", " ").replace("}", " ").split():
                try:
                    pieces = read_pieces(word, cards=self.cards)
                    found |= {self.tile_with_letter(piece) for piece in pieces if piece.copy}
                except ValueError:
                    continue  # a word that is no tile, such as a verb
        return frozenset(found)

    def tile_with_letter(self, piece: Piece) -> Tile:
        """Return the tile that a piece with a letter names."""
        return tile_with_letter(self.faces, piece)

    def take_piece(self, piece: Piece) -> Tile:
        """Take a written tile from those that are free."""
        if piece.copy:
            tile = self.tile_with_letter(piece)
        else:
            same = [tile for tile in self.free if self.faces[tile] == piece.face]
            plain = [tile for tile in same if tile not in self.kept]
            if not same:
                count = len(tiles_with_face(self.faces, piece.face))
                text = face_text(piece.face, cards=self.cards)
                raise ValueError(f"{text} stands more often than the {count} there are")
            tile = (plain or same)[0]
        if tile not in self.free:
            raise ValueError(f"{face_text(piece.face, cards=self.cards)}{piece.copy} stands twice")
        self.free.remove(tile)
        return tile

    def read_pieces(self, value: object) -> tuple[Piece, ...]:
        """Read a list of written tiles, as JSON or as one text."""
        if isinstance(value, str):
            text = value.strip().removeprefix("{").removesuffix("}")
            return read_pieces(text, cards=self.cards)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(piece for one in value for piece in read_pieces(one, cards=self.cards))
        raise ValueError(f'tiles are written like ["R5", "R5b", "*"] or "R5 R5b *", not {value!r}')

    def take_tiles(self, value: object) -> tuple[Tile, ...]:
        """Take a list of tiles, or a number of any tiles."""
        if type(value) is int:
            return self.take_any(value, "tiles")
        return tuple(self.take_piece(piece) for piece in self.read_pieces(value))

    def take_any(self, count: int, what: str) -> tuple[Tile, ...]:
        """Take any `count` tiles; if there are too few, the error names `what` they were for."""
        if not 0 <= count <= len(self.free):
            raise ValueError(f"{count} {what} are asked for, with only {len(self.free)} left")
        found = [tile for tile in self.free if tile not in self.kept][:count]
        if len(found) < count:
            found = self.free[:count]
        self.free = [tile for tile in self.free if tile not in found]
        return tuple(found)


def _texts(value: object) -> list[str]:
    """Collect every string in a position, at any depth."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return [text for one in inner for text in _texts(one)]
