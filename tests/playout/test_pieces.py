from __future__ import annotations

from game.playout.pieces import below, ones, place_of, seeded, tossed


def test_bits_of_a_mask_are_counted() -> None:
    assert [ones(mask) for mask in range(1 << 15)] == [mask.bit_count() for mask in range(1 << 15)]


def test_a_bit_names_its_place() -> None:
    assert [place_of(1 << place) for place in range(15)] == list(range(15))


def test_luck_stays_within_32_bits_and_never_runs_dry() -> None:
    luck = seeded(0)
    seen = set()
    for _toss in range(20_000):
        luck = tossed(luck)
        assert 0 < luck < 1 << 32
        seen.add(luck)
    assert len(seen) == 20_000


def test_seeds_begin_apart_and_only_their_31_bits_count() -> None:
    assert len({seeded(seed) for seed in range(10_000)}) == 10_000
    assert seeded(5) == seeded(5 + (1 << 31))


def test_lots_are_even() -> None:
    luck, drawn = seeded(7), [0] * 53
    for _toss in range(53_000):
        luck = tossed(luck)
        drawn[below(luck, 53)] += 1
    assert all(850 < count < 1150 for count in drawn)
