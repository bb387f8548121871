"""Why an event is not allowed in a tournament: values from a closed list, never exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ClubCode(Enum):
    """The closed list of reasons."""

    # the plan
    MADE_ALREADY = "made_already"
    NOT_MADE = "not_made"
    NAME = "name"
    GAME = "game"
    SEATS = "seats"
    OPTIONS = "options"
    PAIRS_WITHOUT_COUPLES = "pairs_without_couples"
    ROUNDS = "rounds"
    MINUTES = "minutes"
    CYCLES = "cycles"
    DEALS = "deals"
    TRUST = "trust"
    DUPLICATE_UNEQUAL = "duplicate_unequal"
    MOVEMENT_NEEDS_DUELS = "movement_needs_duels"
    KNOCKOUT_CHANGING = "knockout_changing"
    KNOCKOUT_BOTS = "knockout_bots"
    KNOCKOUT_DUPLICATE = "knockout_duplicate"
    # of any event
    TOO_LARGE = "too_large"
    # who takes part
    PERSONS = "persons"
    PERSON_NAME = "person_name"
    JOINED_ALREADY = "joined_already"
    TOO_MANY = "too_many"
    TOO_LATE = "too_late"
    MOVEMENT_FULL = "movement_full"
    UNKNOWN_PERSON = "unknown_person"
    LEFT_ALREADY = "left_already"
    NOT_AWAY = "not_away"
    SAME_PERSON = "same_person"
    PARTNERS = "partners"
    FORBIDDEN_ALREADY = "forbidden_already"
    FORBIDDEN_HERE = "forbidden_here"
    NO_PAIRS = "no_pairs"
    PAIRS_FIXED = "pairs_fixed"
    # rounds
    ENDED = "ended"
    ROUND_RUNS = "round_runs"
    NOT_NEXT_ROUND = "not_next_round"
    NO_ROUND = "no_round"
    ROUND_BEGUN = "round_begun"
    NOBODY = "nobody"
    ALL_LEFT = "all_left"
    NO_PAIRING = "no_pairing"
    ROUNDS_PLAYED = "rounds_played"
    ALL_MET = "all_met"
    ONE_LEFT = "one_left"
    BAD_PAIRING = "bad_pairing"
    MISSING_LIBRARY = "missing_library"
    # results
    NO_TABLE = "no_table"
    TOLD_ALREADY = "told_already"
    NOT_TOLD = "not_told"
    RESULT_FORM = "result_form"
    NEEDS_WINNER = "needs_winner"
    CHANGES_WINNER = "changes_winner"


@dataclass(frozen=True, slots=True)
class ClubRefusal:
    """An event that is not allowed: the reason, and the values its sentence names, in order."""

    code: ClubCode
    args: tuple[int | str, ...] = ()
