"""What somebody wrote is never left out in silence: an argument that would do nothing is refused."""

from __future__ import annotations

import re
import shlex

import pytest

from game.arguments import IDLE_ARGUMENTS, IdleArguments, refuse_idle
from game.commands.files import CommandError
from tests.commands.test_cli import one_sentence, run
from tests.commands.test_help import commands
from tests.test_documents import shown

SAID = [
    (["host", "--headless", "--tournament", "cup.club"], "--tournament does nothing without --tables"),
    (["host", "--headless", "--obey"], "--obey does nothing without --tables"),
    (["host", "--headless", "--persons", "4"], "--persons does nothing without --tournament"),
    (["host", "--headless", "--tables", "2", "--persons=4"], "--persons does nothing without --tournament"),
    (
        ["host", "--headless", "--tables", "2", "--tournament", "cup.club", "--seat", "bot:easy"],
        "--seat does nothing beside --tournament",
    ),
    (
        ["host", "--headless", "--tables", "2", "--tournament", "cup.club", "--game", "eburako"],
        "--game does nothing beside --tournament",
    ),
    (["play", "--game", "rummy"], "--game does nothing without --text"),
    (["play", "--level", "medium"], "--level does nothing without --text"),
    (["play", "--text", "--debug-layout"], "--debug-layout does nothing beside --text"),
    (["arena", "--table", "x.md"], "--table does nothing without --ladder"),
    (["arena", "--ladder", "--seed=1"], "--seed does nothing beside --ladder"),
    (["arena", "--strength", "--json"], "--json does nothing beside --strength"),
    (["join", "ADDRESS", "--headless", "--evening", "--table", "2"], "--table does nothing beside --evening"),
    (["replay", "match", "--at", "1"], "--at does nothing without --picture or --film"),
    (["replay", "match", "--picture", "x.png", "--round"], "--round does nothing without --film"),
    (["replay", "match", "--code", "--check"], "--check does nothing beside --code"),
    (["puzzle", "--check", "x", "--keep"], "--keep does nothing without --make"),
    (["puzzle", "--make", "1", "--home", "x"], "--home does nothing without --keep"),
    (["club", "x.club", "--format", "swiss"], "--format does nothing without --new"),
    (["club", "x.club", "--join", "Ana", "--seed", "3"], "--seed does nothing without --pair"),
]


@pytest.mark.parametrize(("words", "why"), SAID, ids=[why for _words, why in SAID])
def test_an_argument_that_would_do_nothing_is_one_sentence_and_exit_code_2(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert one_sentence(capsys) == f"comodin {words[0]}: {why}; 'comodin {words[0]} --help' tells more.\n"


def with_what_it_needs(command: str, argument: str) -> list[str]:
    rows = [
        one for one in IDLE_ARGUMENTS if one.command == command and one.without and argument in one.arguments.split()
    ]
    return [argument, *(word for one in rows for word in with_what_it_needs(command, one.without.split()[0]))]


@pytest.mark.parametrize("row", IDLE_ARGUMENTS, ids=lambda one: f"{one.command} {one.arguments}"[:60])
def test_each_argument_of_a_row_is_refused_only_where_it_does_nothing(row: IdleArguments) -> None:
    known = commands()[row.command]._option_string_actions
    for argument in row.arguments.split():
        assert {argument, *row.without.split(), *row.beside.split()} <= set(known)
        words = with_what_it_needs(row.command, argument)
        refuse_idle(row.command, words)
        for beside in row.beside.split():
            with pytest.raises(CommandError, match=f"{argument} does nothing beside {beside}"):
                refuse_idle(row.command, [*words, *with_what_it_needs(row.command, beside)])
        if row.without:
            with pytest.raises(CommandError, match=f"{argument} does nothing without {row.without.split()[0]}"):
                refuse_idle(row.command, [argument])


def test_help_says_what_an_argument_needs() -> None:
    told = set()
    for name, one in commands().items():
        for action in one._actions:
            found = re.match(r"with (--[\w-]+(?: or --[\w-]+)*): ", action.help or "")
            told |= {(name, action.option_strings[-1], found[1].replace(" or ", " "))} if found else set()
    needed = {
        (one.command, argument, one.without)
        for one in IDLE_ARGUMENTS
        if one.without
        for argument in one.arguments.split()
    }
    assert told == needed


def test_a_value_that_reads_like_an_argument_is_none() -> None:
    refuse_idle("replay", ["--", "--at"])
    refuse_idle("host", ["--name=--obey"])


def test_no_document_shows_an_argument_that_would_do_nothing() -> None:
    for _document, line in shown():
        if line.startswith("comodin ") and not set(line) & set("|<>"):
            words = shlex.split(line)[1:]
            if words and words[0] in commands():
                refuse_idle(words[0], words)
