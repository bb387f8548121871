"""Why a link ends, a joiner is refused or an entry is not taken: closed lists, each with a sentence that helps."""

from enum import Enum


class Reason(Enum):
    """Why a connection ended or was refused; the value is what travels."""

    # What their program did wrong.
    NOT_COMODIN = "not_comodin"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    OUT_OF_TURN = "out_of_turn"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    NOT_READING = "not_reading"
    BAD_SIGNATURE = "bad_signature"
    # What is nobody's fault.
    SILENT = "silent"
    CUT = "cut"
    REPLACED = "replaced"
    DOUBLED = "doubled"
    LEFT = "left"
    CLOSED = "closed"
    # Why somebody may not join.
    OTHER_PROTOCOL = "other_protocol"
    OTHER_RULES = "other_rules"
    OTHER_OPTIONS = "other_options"
    OTHER_MATCH = "other_match"
    TABLE_FULL = "table_full"
    WATCHERS_FULL = "watchers_full"
    NOT_WATCHED = "not_watched"
    SEAT_TAKEN = "seat_taken"
    PLAYING = "playing"
    PASSWORD_NEEDED = "password_needed"  # noqa: S105 - the name of a refusal
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - the name of a refusal
    NO_PASSWORD = "no_password"  # noqa: S105 - the name of a refusal
    TOO_MANY_GUESSES = "too_many_guesses"
    TOO_MANY_LINKS = "too_many_links"
    NOT_HOST = "not_host"
    IS_HALL = "is_hall"
    SENT_AWAY = "sent_away"
    OTHER_HOST = "other_host"
    # Why we begin no match with a host.
    KNOWN_MATCH = "known_match"
    NOT_DRAWN = "not_drawn"

    @property
    def sentence(self) -> str:
        """What it means and what to do, for a person."""
        return REASON_SENTENCES[self]


REASON_SENTENCES = {
    Reason.NOT_COMODIN: "What answers there is not Comodín; check the address and the port.",
    Reason.MALFORMED: "The other program sent something unreadable; join again, and update if it happens again.",
    Reason.TOO_LARGE: "The other program sent a message larger than any may be; join again.",
    Reason.OUT_OF_TURN: "The other program said something that had no place there; join again.",
    Reason.TOO_FAST: "The other program sent too much at once; wait a moment and join again.",
    Reason.TOO_SLOW: "The other program took too long to introduce itself; check the network and try again.",
    Reason.NOT_READING: "The other program no longer takes in what it is sent; it may join again.",
    Reason.BAD_SIGNATURE: "A signature was false; this connection cannot be trusted and was closed.",
    Reason.SILENT: "Nothing was heard for too long; check the network, the program keeps trying.",
    Reason.CUT: "The connection was cut; the program keeps trying.",
    Reason.REPLACED: "You joined again from another window or computer, which now has your seat.",
    Reason.DOUBLED: "Another connection to the same program stands; this one was not needed.",
    Reason.LEFT: "The other person has left the table.",
    Reason.CLOSED: "The table was closed by its host.",
    Reason.OTHER_PROTOCOL: "The host's program speaks another protocol version; both should install the newest one.",
    Reason.OTHER_RULES: "The host's program plays by other rules; both should install the newest one.",
    Reason.OTHER_OPTIONS: "The table's options changed meanwhile; look at them and join again.",
    Reason.OTHER_MATCH: "Another match is played there now; look for yours in the list of tables.",
    Reason.TABLE_FULL: "All seats are taken; ask to watch, or find another table.",
    Reason.WATCHERS_FULL: "No more watchers fit in; try again when one has left.",
    Reason.SEAT_TAKEN: "Somebody sits there already; choose a free seat.",
    Reason.NOT_WATCHED: "Nobody may watch here, as other tables play the same tiles.",
    Reason.PLAYING: "A round is being played; you may watch until it is over.",
    Reason.PASSWORD_NEEDED: "This table has a password; ask the host for it and type it in.",
    Reason.WRONG_PASSWORD: "That is not the password; check it with the host and try again.",
    Reason.NO_PASSWORD: "That table has no password; join without one if it is the table you mean.",
    Reason.TOO_MANY_GUESSES: "Too many wrong passwords came from there; wait a minute and try again.",
    Reason.TOO_MANY_LINKS: "Too many programs are just arriving there; try again in a few seconds.",
    Reason.NOT_HOST: "That program plays at the table but does not host it; join at the host's address.",
    Reason.IS_HALL: "A hall is kept there, which leads people to its tables; enter it, or join one of them.",
    Reason.OTHER_HOST: "Another Comodín answers there than the last time; ask the host before you trust it.",
    Reason.SENT_AWAY: "The host gave the seat to somebody else; ask, or find another table.",
    Reason.KNOWN_MATCH: "This computer has a match of that number already; go on with it from the list of matches.",
    Reason.NOT_DRAWN: "That match was begun without this computer; let the host open a new table.",
}


class Flaw(Enum):
    """Why an entry cannot follow a log; the value is what travels to its author."""

    MALFORMED = "malformed"
    OTHER_MATCH = "other_match"
    NO_AUTHOR = "no_author"
    BAD_SIGNATURE = "bad_signature"
    BAD_SEAL = "bad_seal"
    STALE = "stale"
    GAP = "gap"
    UNSEEN = "unseen"
    FORK = "fork"
    STATE = "state"
    ILLEGAL = "illegal"
    FULL = "full"
    FROZEN = "frozen"
    NOT_HOST = "not_host"

    @property
    def meaning(self) -> str:
        """Say in a sentence what is wrong."""
        return FLAW_MEANINGS[self]


FLAW_MEANINGS = {
    Flaw.MALFORMED: "it cannot be read",
    Flaw.OTHER_MATCH: "it belongs to another match",
    Flaw.NO_AUTHOR: "nobody at this table may write in that name",
    Flaw.BAD_SIGNATURE: "its author did not sign it",
    Flaw.BAD_SEAL: "the host did not seal it",
    Flaw.STALE: "its author has already written another in its place",
    Flaw.GAP: "an earlier one of its author is missing",
    Flaw.UNSEEN: "its author has seen entries that are missing here",
    Flaw.FORK: "its author was shown another history",
    Flaw.STATE: "its author's table is not like ours",
    Flaw.ILLEGAL: "it is neither owed nor allowed now",
    Flaw.FULL: "the log has no room left",
    Flaw.FROZEN: "the tables differ and nothing is played until that is settled",
    Flaw.NOT_HOST: "this program does not number entries",
}
