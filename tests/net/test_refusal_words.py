"""Every code of the closed lists has a case that reaches it and words that say what to do; no word is idle."""

from __future__ import annotations

from game.client.words.network import SENTENCES as WORDS
from net.reasons import FLAW_MEANINGS, REASON_SENTENCES, Flaw, Reason
from tests.net.log.test_entries import ENTRIES, PLACES, words_of_the_place
from tests.net.test_reasons import LINKS


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    codes = {
        *(f"link.{reason.value}" for reason in Reason),
        *(f"entry.{flaw.value}" for flaw in Flaw),
        *(f"place.{word}" for word in words_of_the_place()),
    }
    assert set(WORDS) == {f"{code}.{part}" for code in codes for part in ("what", "mend")}
    for code, sentence in WORDS.items():
        assert isinstance(sentence, str)
        assert sentence[0].isupper()
        assert sentence.endswith(".") is code.endswith(".mend"), code
    assert set(LINKS) == set(Reason) == set(REASON_SENTENCES)
    assert set(ENTRIES) == set(Flaw) == set(FLAW_MEANINGS)
    assert set(PLACES) == words_of_the_place()
