from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match.shuffle import derive_key, draw_below, draw_coin, permutation
from tests.strategies import seeds


@given(seeds, st.integers(0, 120))
def test_a_permutation_holds_every_number_once(seed: int, size: int) -> None:
    assert sorted(permutation(derive_key(seed), size)) == list(range(size))


@given(seeds, seeds)
def test_other_keys_other_shuffles(one: int, other: int) -> None:
    assert (permutation(derive_key(one), 40) == permutation(derive_key(other), 40)) == (one == other)


def test_each_purpose_has_its_own_key() -> None:
    paths = [(1,), (1, 0), (1, 0, 1), (10, 1), (1, 1), (11,), (1, 10)]
    assert len({derive_key(*path) for path in paths}) == len(paths)


def test_the_shuffle_never_changes() -> None:
    """Old files deal from their seed: these numbers are for ever."""
    assert permutation(derive_key(7, 1, 0), 12) == (1, 7, 6, 5, 11, 4, 10, 2, 3, 0, 9, 8)
    assert draw_coin(derive_key(7, 1, 1), 1_000_000) == 383752


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 106])
def test_every_number_under_the_bound_comes_about_as_often(bound: int) -> None:
    draws = 200 * bound
    counts = Counter(draw_coin(derive_key(at), bound) for at in range(draws))
    assert set(counts) == set(range(bound))
    assert all(120 <= count <= 280 for count in counts.values())


def test_words_beyond_the_largest_multiple_of_the_bound_are_not_used() -> None:
    highest = 2**64 - 1
    words = iter([highest, highest, 5])
    assert draw_below(words, 10) == 5
    assert list(islice(words, 1)) == []


def test_the_last_word_of_the_last_whole_multiple_is_taken() -> None:
    assert 2**64 % 10 == 6
    assert draw_below(iter([2**64 - 7]), 10) == 9
    assert draw_below(iter([2**64 - 6, 3]), 10) == 3
    assert 2**64 % 7 == 2
    assert draw_below(iter([2**64 - 1, 2**64 - 2, 2**64 - 3]), 7) == 6
