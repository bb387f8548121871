"""Every way to break a deal has words for people, and no word is idle."""

from __future__ import annotations

from game.client.words.deal import SENTENCES
from net.deal.bodies import FALSE_CODES
from tests.net.deal.mutants import MUTANTS
from tests.net.deal.test_attacks import BAD_POINTS

SHIELD = {"dealing", "checking", "sealed", "opening", "held", "waiting", "broken"}


def test_every_falsehood_has_a_sentence_and_every_sentence_a_falsehood() -> None:
    codes = {*(f"deal.{word}" for word in FALSE_CODES), *(f"shield.{state}" for state in SHIELD)}
    assert set(SENTENCES) == {f"{code}.{part}" for code in codes for part in ("what", "mend")}
    for code, sentence in SENTENCES.items():
        assert isinstance(sentence, str)
        assert sentence.endswith(".") is code.endswith(".mend"), code


def test_every_falsehood_is_reached_by_a_mutant() -> None:
    """The sum of a deck cannot be made empty by anybody who passes the proof; that one is asked for directly."""
    reached = {word for mutant in MUTANTS for word in mutant.words} | {"not_a_point" for _bad in BAD_POINTS}
    assert set(FALSE_CODES) - reached == {"empty_sum"}
