"""The terms of a LAN match: the header in START, and the level of bots that take over a chair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET
from game.lan.log.voids import DEFAULT_VOIDS, MAX_VOIDS
from game.match.transcript import PLAIN_FORMAT, RULES_VERSION, SIGNED_FORMAT, Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, choose_options
from game.table.canon import decode, encode
from game.table.options import Options
from net.log.roster import Roster
from net.messages import OPTIONS_HASH_BYTES
from net.schema import Misfit

# The two kinds of deal in a header: by all programs together, or by a trusted hall.
SEALED_DEAL, HALL_DEAL = "sealed", "hall"


@dataclass(frozen=True, slots=True)
class TableOffer:
    """What a table offers before anybody sits.

    The game, its options, the level of a bot that fills in, and how many rounds one seat may make void before a bot
    has its chair for good.
    """

    game: str
    options: Options
    rules: int
    substitute: str
    voids: int = DEFAULT_VOIDS


@dataclass(frozen=True, slots=True)
class HallOffer(TableOffer):
    """The offer of a table whose tiles a hall deals: it knows them all, and deals the same at its other tables."""

    dealer: str = HALL_DEAL


@dataclass(frozen=True, slots=True)
class StartTerms:
    """The terms of a match that its START entry carries."""

    header: Header
    substitute: str
    voids: int = DEFAULT_VOIDS

    @property
    def offer(self) -> TableOffer:
        """The offer that these terms came from."""
        kind = HallOffer if self.hall_deals else TableOffer
        return kind(self.header.game, self.header.options, self.header.rules, self.substitute, self.voids)

    @property
    def hall_deals(self) -> bool:
        """Whether a hall deals, rather than all programs together."""
        return self.header.dealer == HALL_DEAL


def offer_digest(offer: TableOffer) -> bytes:
    """Return the digest of an offer, by which players say for which offer they are ready."""
    return blake2b(encode(offer), digest_size=OPTIONS_HASH_BYTES).digest()


def read_offer(written: bytes) -> TableOffer:
    """Parse an offer; raise Misfit if this program cannot play it."""
    try:
        offer = _decode_offer(written)
        _check_game(rules_of(offer.game), offer.options, offer.rules)
        _check_voids(offer.voids)
    except (ValueError, LookupError, TypeError) as error:
        raise Misfit(f"no offer: {error}") from error
    return offer


def _decode_offer(written: bytes) -> TableOffer:
    """Parse either kind of offer: a hall's has one more field."""
    try:
        return decode(written, TableOffer)
    except ValueError:
        offer = decode(written, HallOffer)
        if offer.dealer != HALL_DEAL:
            raise
        return offer


def make_terms(offer: TableOffer, sitters: Sequence[tuple[str, str, bool]]) -> StartTerms:
    """Return the terms for these seats: name, level, and whether a person sits there."""
    seats = tuple(
        Seat(name, Controller.REMOTE) if person else Seat(name, Controller.BOT, level)
        for name, level, person in sitters
    )
    rules = rules_of(offer.game)
    dealt = (HALL_DEAL if isinstance(offer, HallOffer) else SEALED_DEAL, 0, BOT_VERSION, DEFAULT_BUDGET.nodes)
    header = Header(offer.game, offer.options, rules.deck.key, seats, *dealt, format=SIGNED_FORMAT)
    return StartTerms(header, offer.substitute, offer.voids)


def read_terms(roster: Roster, *, old: bool = False) -> StartTerms:
    """Parse the terms in a START; raise Misfit if they are malformed, or differ from its seats.

    `old` admits earlier rules, for viewing only.
    """
    try:
        terms = decode(roster.header, StartTerms)
        header = terms.header
        rules = rules_of(header.game)
        _check_game(
            rules, header.options, RULES_VERSION if old and 1 <= header.rules <= RULES_VERSION else header.rules
        )
        _check_voids(terms.voids)
        if header.format not in {PLAIN_FORMAT, SIGNED_FORMAT}:  # matches of log version 1 have the first format
            raise ValueError("another format")
        if header.dealer not in {SEALED_DEAL, HALL_DEAL} or (header.deck, header.seed) != (rules.deck.key, 0):
            raise ValueError("another deck or another way of dealing")
        if header.options.number("players") != len(roster.chairs):
            raise ValueError("as many chairs as players there are not")
        told = make_terms(terms.offer, [(chair.name, chair.level, bool(chair.key)) for chair in roster.chairs])
        if header.nodes != told.header.nodes:
            raise ValueError(f"bots that think of {header.nodes} positions")
        if told.header.seats != header.seats:
            raise ValueError("others sit there than the header says")
    except (ValueError, LookupError, TypeError) as error:
        raise Misfit(f"no terms: {error}") from error
    return terms


def _check_game(rules: RuleSet, options: Options, version: int) -> None:
    chosen: Mapping[str, int | bool | str] = dict(options.items)
    if version != RULES_VERSION or choose_options(rules, chosen) != options:
        raise ValueError("other rules or options than this program has")


def _check_voids(voids: int) -> None:
    if not 1 <= voids <= MAX_VOIDS:
        raise ValueError(f"{voids} void rounds are none that may be allowed")
