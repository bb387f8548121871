"""Who keeps back what the table waits for: silent after exactly so long, and not for the time in which we slept."""

from __future__ import annotations

from game.lan.silence import SILENT_AFTER_MS, Silence


def test_a_seat_is_silent_from_the_bound_on_and_since_it_began() -> None:
    silence = Silence()
    silence.update({1}, 100)
    assert silence.silent_since(1, 100 + SILENT_AFTER_MS - 1) is None
    assert silence.silent_since(1, 100 + SILENT_AFTER_MS) == 100
    silence.update({1, 2}, 5_000)
    assert silence.silent_since(1, 100 + SILENT_AFTER_MS) == 100, "it is still the same silence"
    assert silence.silent_since(2, 5_000 + SILENT_AFTER_MS) == 5_000


def test_who_gave_what_it_owed_begins_anew() -> None:
    silence = Silence()
    silence.update({1}, 0)
    silence.update((), 5_000)
    assert silence.silent_since(1, SILENT_AFTER_MS) is None
    silence.update({1}, 6_000)
    assert silence.silent_since(1, SILENT_AFTER_MS) is None
    assert silence.silent_since(1, 6_000 + SILENT_AFTER_MS) == 6_000


def test_time_in_which_nobody_listened_is_no_silence() -> None:
    silence = Silence()
    silence.update({1}, 0)
    silence.skip_sleep(7_000)
    assert silence.silent_since(1, SILENT_AFTER_MS) is None
    assert silence.silent_since(1, SILENT_AFTER_MS + 7_000) == 7_000
