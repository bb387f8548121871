"""Addresses as text, and codes that hold one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lan.addresses import DEFAULT_PORT, TableCode, read_code, write_code
from net.discovery import CODE_LETTERS

LETTERS = st.text(CODE_LETTERS, min_size=4, max_size=4)


@given(LETTERS, st.ip_addresses(v=4).map(str), st.integers(1, 65_535))
def test_every_ipv4_address_comes_back(letters: str, host: str, port: int) -> None:
    assert read_code(write_code(letters, host, port)) == TableCode(letters, host, port)


@pytest.mark.parametrize(
    ("host", "port", "most"),
    [("192.168.1.24", DEFAULT_PORT, 5), ("10.0.0.7", DEFAULT_PORT, 7), ("172.16.3.4", DEFAULT_PORT, 6)],
)
def test_on_a_home_network_few_letters_are_enough(host: str, port: int, most: int) -> None:
    assert len(write_code("BCTL", host, port).partition("-")[2]) <= most


@pytest.mark.parametrize(
    ("host", "port", "code"),
    [
        ("192.168.1.5", DEFAULT_PORT, "ABCD-LXA"),
        ("10.0.0.7", DEFAULT_PORT, "ABCD-DJQFRW"),
        ("192.168.1.5", DEFAULT_PORT + 1, "ABCD-DJEKJPXEJJJY"),
        ("203.0.113.9", 65_535, "ABCD-DNMTMFDBMPHB"),
    ],
)
def test_a_code_means_the_same_in_every_version(host: str, port: int, code: str) -> None:
    assert write_code("ABCD", host, port) == code
    assert read_code(code) == TableCode("ABCD", host, port)


def test_an_address_of_ipv6_leaves_the_letters_alone() -> None:
    assert write_code("BCTL", "fe80::1", DEFAULT_PORT) == "BCTL"


def test_case_and_blanks_do_not_matter() -> None:
    code = write_code("BCTL", "192.168.1.24", DEFAULT_PORT)
    assert read_code(f" {code.lower().replace('-', ' ')} ") == TableCode("BCTL", "192.168.1.24", DEFAULT_PORT)
    assert read_code("bctl") == TableCode("BCTL")


def test_most_single_wrong_letters_are_found_out() -> None:
    code = write_code("BCTL", "192.168.1.24", DEFAULT_PORT).replace("-", "")
    wrong = [
        code[:at] + other + code[at + 1 :] for at in range(len(code)) for other in CODE_LETTERS if other != code[at]
    ]
    taken = [text for text in wrong if read_code(text) is not None]
    assert len(taken) * 12 < len(wrong)


@pytest.mark.parametrize(
    "text", ["", "BC", "laptop", "192.168.1.24", "BCT0", "BCTL-", "AAAAAAAAAAAAAAAAAAAAAAAA", "nora:1"]
)
def test_text_that_is_no_code_gives_no_host(text: str) -> None:
    code = read_code(text)
    assert code is None or not code.host
