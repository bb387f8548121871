"""Makes tables from positions that are written as JSON in the notation of the rule book. JUDGE.md describes the format.

A written tile without a letter is the first free tile with that face. What is left out gets the default stated there;
an impossible value raises ValueError with a readable message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.rules.dead_hand_laws import DEAD_HAND_TILES
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, choose_options, choose_preset, parse_value
from game.session.tile_box import TileBox, tiles_with_face
from game.table.faces import HIDDEN, Face, face_text
from game.table.melds import Meld
from game.table.notation import Piece, read_set, read_written
from game.table.options import Options, OptionValue
from game.table.refusals import Refusal
from game.table.state import NO_SEAT, Ending, Outcome, Phase, Table, Turn
from game.table.tiles import NO_TILE, Tile

SPARE_HAND_TILES = 5  # in a hand that is not written, beside the tiles that its moves name
DEAD_HAND_PHASES = ("START_DRAW", "START_CHOICE", "DRAW", "PLAY", "ROUND_END")
OPEN_TABLE_PHASES = ("TURN", "PLAY", "ROUND_END")
FAULTY_MOVES = ("unshown", "unchecked")  # written after a move that only a faulty program would send
COMMON_SIDE = 0  # the side written for sets that belong to everybody
POSITION_KEYS = frozenset(
    {
        "id",
        "note",
        "game",
        "options",
        "preset",
        "seats",
        "phase",
        "to_move",
        "starter",
        "hand",
        "hands",
        "table",
        "pile",
        "stock",
        "dead",
        "opened",
        "taken",
        "drew",
        "redrawn",
        "closing",
        "coin",
        "round",
        "stall",
        "passes",
        "plays",
        "totals",
        "moves",
    }
)


class ImpossiblePositionError(Exception):
    """The rules do not allow the table that a position describes; holds the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code.key)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A table, all faces by tile id, the names of its sets in order, and the moves to try."""

    rules: RuleSet
    table: Table
    faces: tuple[Face, ...]
    set_names: tuple[str, ...]
    moves: tuple[str, ...]
    lettered: frozenset[Face]
    coin: int

    def name(self, tile: Tile) -> str:
        """Write a tile, with its letter if the position tells its twins apart."""
        face = self.faces[tile]
        text = face_text(face, cards=self.rules.deck.cards)
        return text + "ab"[tiles_with_face(self.faces, face).index(tile) % 2] if face in self.lettered else text


def read_position(said: Mapping[str, object]) -> WrittenPosition:
    """Make a position; raise ValueError if it cannot be read, ImpossiblePositionError if the rules forbid it."""
    strangers = sorted(set(said) - POSITION_KEYS)
    if strangers:
        raise ValueError(f"a position has no '{strangers[0]}'; it has {', '.join(sorted(POSITION_KEYS))}")
    rules = rules_of(_word(said, "game", ""))
    options = _options(rules, said)
    return _Builder(rules, options, said).position()


def _options(rules: RuleSet, said: Mapping[str, object]) -> Options:
    chosen = said.get("options", {})
    if not isinstance(chosen, dict):
        raise ValueError('options are written like {"target": 1000, "close_with_wild": false}')
    values: dict[str, OptionValue] = {}
    for name, value in chosen.items():
        if not isinstance(value, int | str):
            raise ValueError(f"option {name} has no plain value")
        values[name] = parse_value(value) if isinstance(value, str) else value
    if "seats" in said:
        values["players"] = _number(said, "seats", 0)
    options = _chosen_options(rules, _word(said, "preset", ""), values)
    if isinstance(options, Refusal):
        raise ImpossiblePositionError(options)
    return options


def _chosen_options(rules: RuleSet, name: str, values: Mapping[str, OptionValue]) -> Options | Refusal:
    """Return the chosen options on top of the game's defaults, or of a preset's."""
    if not name:
        return choose_options(rules, values)
    preset = rules.preset(name)
    if preset is None:
        raise ValueError(f"there is no preset '{name}'; there are {', '.join(one.key for one in rules.presets)}")
    return choose_preset(rules, preset, values)


def _number(said: Mapping[str, object], name: str, default: int) -> int:
    value = said.get(name, default)
    if type(value) is not int:
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return value


def _word(said: Mapping[str, object], name: str, default: str) -> str:
    value = said.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"{name} is a word, not {value!r}")
    return value


def _is_yes(value: object) -> bool:
    if value in (True, "yes"):
        return True
    if value in (False, "no"):
        return False
    raise ValueError(f"{value!r} is neither true nor false, yes nor no")


class _Builder:
    """Puts the written tiles of one position on a table; every tile is used once."""

    def __init__(self, rules: RuleSet, options: Options, said: Mapping[str, object]) -> None:
        self.rules = rules
        self.options = options
        self.said = said
        self.faces = rules.deck.faces
        self.seats = options.number("players")
        self.box = TileBox(rules.deck, said)
        self.lying: list[Face] = []
        self.mover = _number(said, "to_move", 0)
        if not 0 <= self.mover < self.seats:
            raise ValueError(f"to_move is a seat from 0 to {self.seats - 1}, not {self.mover}")

    # The parts of a table

    def position(self) -> WrittenPosition:
        names, melds, owners = self._melds()
        self.lying = [self.faces[tile] for meld in melds for tile in meld.tiles]
        pile = self.box.take_tiles(self.said.get("pile", []))
        stock_said = self.said.get("stock")
        stock = () if stock_said is None or type(stock_said) is int else self.box.take_tiles(stock_said)
        closing = self._closing()
        waiting = self._written_dead()
        hands = self._hands()
        racks = self._written_racks(hands)
        rack, turn, pile = self._turn(racks[self.mover], pile)
        racks[self.mover] = rack
        for seat, count in hands.items():
            if type(count) is int and seat != self.mover:
                racks[seat] = self.box.take_any(count, "tiles")
        dead, dead_by = self._dead(waiting)
        if stock_said is None or type(stock_said) is int:
            stock = self.box.take_any(len(self.box.free) if stock_said is None else stock_said, "tiles of the stock")
        table = Table(
            game=self.rules.key,
            options=self.options,
            seats=self.seats,
            sides=self.rules.sides(self.seats),
            round=_number(self.said, "round", 1),
            starter=_number(self.said, "starter", self.mover),
            phase=self._phase(),
            to_move=self.mover,
            racks=tuple(racks),
            melds=melds,
            owners=owners,
            pile=pile,
            stock=stock,
            dead=dead,
            dead_by=dead_by,
            idle_dead=(),
            faces=(HIDDEN,) * len(self.faces),
            opened=self._opened(),
            closing=closing,
            turn=turn,
            stall=_number(self.said, "stall", 0),
            passes=_number(self.said, "passes", 0),
            outcome=self._outcome(rack),
            totals=self._totals(),
        )
        public = [*pile, *turn.took, *(tile for meld in melds for tile in meld.tiles)]
        public += [closing] if closing != NO_TILE else []
        table = table.with_shown_faces(tuple((tile, self.faces[tile]) for tile in sorted(public)))
        coin = _number(self.said, "coin", 0)
        lettered = frozenset(self.faces[tile] for tile in self.box.kept)
        return WrittenPosition(self.rules, table, self.faces, names, self._moves(), lettered, coin)

    def _melds(self) -> tuple[tuple[str, ...], tuple[Meld, ...], tuple[int, ...]]:
        """Read `["m1", 0, "[R3 R4 *=R5]"]`: a name, the side that owns the set, the set."""
        rows = self.said.get("table", [])
        if not isinstance(rows, list):
            raise ValueError('the table is a list like [["m1", 0, "[R3 R4 R5]"]]')
        names: list[str] = []
        melds, owners = [], []
        for number, row in enumerate(rows, start=1):
            name, side, text = row if isinstance(row, list) and len(row) == 3 else (f"m{number}", COMMON_SIDE, row)
            if not isinstance(text, str) or not isinstance(name, str):
                raise ValueError(f'a set on the table is written like ["m1", 0, "[R3 R4 R5]"], not {row!r}')
            if type(side) is not int or not 0 <= side < self.rules.sides(self.seats):
                raise ValueError(f"there is no side {side}; sides are 0 to {self.rules.sides(self.seats) - 1}")
            if name in names:
                raise ValueError(f"two sets are called {name}")
            pieces = read_set(text, cards=self.rules.deck.cards)
            tiles = tuple(self.box.take_piece(piece) for piece in pieces)
            means = tuple(piece.means for piece in pieces)
            melds.append(self.rules.read_meld(tiles, means, self.faces, self.options))
            names.append(name)
            owners.append(side)
        return tuple(names), tuple(melds), tuple(owners) if self._has_sides() else ()

    def _has_sides(self) -> bool:
        """Whether sets belong to sides; in the open-table games they are everybody's."""
        return self.rules.option("two_player_hand") is not None

    def _hands(self) -> dict[int, object]:
        """Read the hands by seat, as written."""
        given = self.said.get("hands", {})
        if isinstance(given, list):
            given = {str(seat): hand for seat, hand in enumerate(given) if hand is not None}
        if not isinstance(given, dict) or any(not str(seat).isdecimal() for seat in given):
            raise ValueError('hands are written by seat, like {"1": ["R5", "K7"], "3": 11}')
        hands: dict[int, object] = {int(seat): hand for seat, hand in given.items()}
        strangers = [seat for seat in hands if seat >= self.seats]
        if strangers:
            raise ValueError(f"there is no seat {strangers[0]}; seats are 0 to {self.seats - 1}")
        if "hand" in self.said:
            hands[self.mover] = self.said["hand"]
        return hands

    def _written_racks(self, hands: Mapping[int, object]) -> list[tuple[Tile, ...]]:
        """Place the hands that are written out, then the mover's; hands given only as a number are filled last."""
        racks: list[tuple[Tile, ...]] = [()] * self.seats
        for seat, hand in sorted(hands.items()):
            if type(hand) is not int:
                racks[seat] = self.box.take_tiles(hand)
        own = hands.get(self.mover)
        if own is None:
            racks[self.mover] = self._hand_for_moves()
        elif type(own) is int:
            racks[self.mover] = self._counted_hand(own)
        return racks

    def _hand_for_moves(self) -> tuple[Tile, ...]:
        """Return a rack for the mover: the tiles that the turn and the moves require, and some spare tiles."""
        wanted = self._required_tiles()
        spare = [tile for tile in self.box.free if self.faces[tile].number > 2 and tile not in self.box.kept][
            -SPARE_HAND_TILES:
        ]
        self.box.free = [tile for tile in self.box.free if tile not in spare]
        return (*wanted, *spare)

    def _counted_hand(self, count: int) -> tuple[Tile, ...]:
        """Give the mover `count` tiles: first those that the draws and moves require, then any free ones."""
        free = self.box.free
        wanted = self._required_tiles()[: max(count, 0)]
        self.box.free = [tile for tile in free if tile not in wanted]
        return (*wanted, *self.box.take_any(count - len(wanted), "tiles"))

    def _required_tiles(self) -> tuple[Tile, ...]:
        """Take the free tiles drawn or taken in this turn, and those that the moves name and the table lacks."""
        wanted: list[Tile] = []
        taken = self.said.get("taken", [])
        before = [*self.box.read_pieces([] if isinstance(taken, bool) or taken in ("yes", "no") else taken)]
        before += self.box.read_pieces(self.said.get("drew", []))
        for piece in [*before, *(piece for text in self._moves() for piece in self._named_from_rack(text))]:
            same = [tile for tile in tiles_with_face(self.faces, piece.face) if tile in self.box.free]
            mine = [tile for tile in same if not piece.copy or tile == self.box.tile_with_letter(piece)]
            wanted += [tile for tile in mine if tile not in wanted][:1]
        self.box.free = [tile for tile in self.box.free if tile not in wanted]
        return tuple(wanted)

    def _named_from_rack(self, text: str) -> list[Piece]:
        """List the tiles a move names that do not lie on the table already."""
        try:
            plain = text.removesuffix(f" {FAULTY_MOVES[0]}").removesuffix(f" {FAULTY_MOVES[1]}")
            written = read_written(plain, cards=self.rules.deck.cards)
        except ValueError:
            return []  # reported when the move is tried
        if written.verb in {"take", "redraw"}:
            return []
        if written.pieces is not None:
            return list(written.pieces)
        lying = list(self.lying) if written.verb != "meld" else []
        named = []
        for piece in [one for tiles in written.sets for one in tiles]:
            if piece.face in lying:
                lying.remove(piece.face)
            else:
                named.append(piece)
        return named

    def _turn(self, rack: tuple[Tile, ...], pile: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], Turn, tuple[Tile, ...]]:
        """Read what happened in this turn; `taken: true` means that the pile written is what was taken."""
        taken = self.said.get("taken", [])
        if taken is True or taken == "yes":
            return (*rack, *pile), Turn(took=pile), ()
        if taken is False or taken == "no":
            taken = []
        took, rack = self._from_rack(self.box.read_pieces(taken), rack)
        plays = _number(self.said, "plays", 0)
        if took:
            return rack, Turn(took=took, plays=plays), pile
        drew, rack = self._from_rack(self.box.read_pieces(self.said.get("drew", [])), rack)
        last = rack[-1] if rack and self._has_drawn(plays) else NO_TILE
        if self._phase() is Phase.START_CHOICE and not drew and last == NO_TILE:
            raise ValueError("in START_CHOICE the hand holds the tile that was drawn")
        turn = Turn(drew=drew[0] if drew else last, redrawn=_is_yes(self.said.get("redrawn", False)), plays=plays)
        return rack, turn, pile

    def _has_drawn(self, plays: int) -> bool:
        """Whether the phase implies that a tile was drawn; without stock a second play of Rummy follows no draw."""
        if self._has_sides():
            return self._phase() is Phase.START_CHOICE
        return self._phase() is Phase.PLAY and not (plays and self.said.get("stock") in (0, []))

    def _from_rack(self, pieces: Iterable[Piece], rack: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """Find written tiles in the rack, and add those it lacks."""
        found: list[Tile] = []
        for piece in pieces:
            same = [tile for tile in rack if self.faces[tile] == piece.face and tile not in found]
            mine = [tile for tile in same if not piece.copy or tile == self.box.tile_with_letter(piece)]
            if not mine:
                mine = [self.box.take_piece(piece)]
                rack = (*rack, mine[0])
            found.append(mine[0])
        return tuple(found), rack

    def _written_dead(self) -> dict[int, tuple[Tile, ...]]:
        """Place the dead hands that are written out, by side."""
        said = self.said.get("dead", False)
        if not self._has_sides() or not isinstance(said, list):
            return {}
        written = {side: self.box.take_tiles(one) for side, one in enumerate(said) if isinstance(one, list)}
        if any(len(tiles) != DEAD_HAND_TILES for tiles in written.values()):
            raise ValueError(f"a dead hand that waits has {DEAD_HAND_TILES} tiles")
        return written

    def _dead(self, written: Mapping[int, tuple[Tile, ...]]) -> tuple[tuple[tuple[Tile, ...], ...], tuple[int, ...]]:
        """Read whether the mover's side, or each side in order, has taken its dead hand."""
        if not self._has_sides():
            return (), ()
        said = self.said.get("dead", False)
        sides = self.rules.sides(self.seats)
        own = self.mover % sides
        if isinstance(said, list):
            taken = [side not in written and _is_yes(one) for side, one in enumerate(said)]
        else:
            taken = [_is_yes(said) and side == own for side in range(sides)]
        if len(taken) != sides:
            raise ValueError("dead says yes or no for the mover's side, or for each of the two sides in a list")
        dead = tuple(
            () if gone else written.get(side) or self.box.take_any(DEAD_HAND_TILES, "tiles of a dead hand")
            for side, gone in enumerate(taken)
        )
        return dead, tuple(side if gone else NO_SEAT for side, gone in enumerate(taken))

    def _opened(self) -> tuple[bool, ...]:
        """Read whether the mover, or each seat in order, has opened."""
        if self._has_sides():
            return ()
        said = self.said.get("opened", False)
        if isinstance(said, list):
            if len(said) != self.seats:
                raise ValueError(f"opened says yes or no for the mover, or for each of {self.seats} seats in a list")
            return tuple(_is_yes(one) for one in said)
        return tuple(_is_yes(said) and seat == self.mover for seat in range(self.seats))

    def _closing(self) -> Tile:
        if "closing" not in self.said:
            return NO_TILE
        pieces = self.box.read_pieces(self.said["closing"])
        if len(pieces) != 1:
            raise ValueError("there is one closing tile")
        return self.box.take_piece(pieces[0])

    def _phase(self) -> Phase:
        default = "PLAY" if self._has_sides() or self.rules.option("hands") is not None else "TURN"
        word = _word(self.said, "phase", default)
        phases = DEAD_HAND_PHASES if self._has_sides() else OPEN_TABLE_PHASES
        if word not in phases:
            raise ValueError(f"'{word}' is no phase of this game; its phases are {', '.join(phases)}")
        return Phase[word]

    def _outcome(self, rack: tuple[Tile, ...]) -> Outcome | None:
        """Return how a finished round ended: the mover went out if the rack is empty, else nobody did."""
        if self._phase() is not Phase.ROUND_END:
            return None
        if not rack:
            return Outcome(Ending.OUT, self.mover)
        return Outcome(Ending.STOCK if self._has_sides() else Ending.PASSED)

    def _totals(self) -> tuple[int, ...]:
        sides = self.rules.sides(self.seats)
        said = self.said.get("totals", [0] * sides)
        if not isinstance(said, list) or len(said) != sides or any(type(one) is not int for one in said):
            raise ValueError(f"totals are {sides} whole numbers, one a side")
        return tuple(said)

    def _moves(self) -> tuple[str, ...]:
        said = self.said.get("moves", [])
        if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
            raise ValueError('moves are a list like ["draw", "discard R5a"]')
        return tuple(said)
