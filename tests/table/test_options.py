from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.options import Options, OptionValue

values: st.SearchStrategy[OptionValue] = st.one_of(st.integers(), st.booleans(), st.text(max_size=5))
choices = st.dictionaries(st.text(max_size=8), values, max_size=6)


@given(choices)
def test_equal_choices_are_equal_values_whatever_their_order(chosen: dict[str, OptionValue]) -> None:
    backwards = dict(reversed(list(chosen.items())))
    assert Options.of(chosen) == Options.of(backwards)
    assert Options.of(chosen).items == tuple(sorted(chosen.items(), key=lambda pair: pair[0]))


@given(choices)
def test_each_value_is_read_by_its_own_type_only(chosen: dict[str, OptionValue]) -> None:
    options = Options.of(chosen)
    for name, value in chosen.items():
        for read, kind in ((options.number, int), (options.flag, bool), (options.word, str)):
            if type(value) is kind:
                assert read(name) == value
            else:
                with pytest.raises(TypeError, match="option"):
                    read(name)


def test_an_unknown_name_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        Options.of({"target": 1}).number("players")


@pytest.mark.parametrize("items", [(("b", 1), ("a", 2)), (("a", 1), ("a", 2))])
def test_unsorted_or_double_names_are_no_options(items: tuple[tuple[str, OptionValue], ...]) -> None:
    with pytest.raises(ValueError, match="sorted by name"):
        Options(items)
