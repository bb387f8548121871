"""The README in every language: the same headings, commands, pictures and links, and all that it leads to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hatch_build import readme

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
OTHERS = sorted((ROOT / "docs").glob("README.*.md"))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
MAX_PICTURE_BYTES = 2_000_000  # of a page's pictures together


def headings(path: Path) -> list[str]:
    return re.findall(r"^(#+) ", path.read_text(encoding="utf-8"), re.MULTILINE)


def commands(path: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8"))


def pictures(path: Path) -> list[Path]:
    return [(path.parent / one).resolve() for _told, one in PICTURE.findall(path.read_text(encoding="utf-8"))]


def links(path: Path) -> list[Path]:
    """Where a page leads, but for the line that leads to its other languages."""
    found = [(path.parent / one).resolve() for one in LINK.findall(path.read_text(encoding="utf-8"))]
    return [one for one in found if one not in (README, *OTHERS)]


def rows(path: Path) -> int:
    return sum(line.startswith("| ") for line in path.read_text(encoding="utf-8").splitlines())


def test_the_readme_is_there_in_every_language_of_the_rule_book() -> None:
    assert {path.name.split(".")[1] for path in OTHERS} == {
        path.stem for path in (ROOT / "assets" / "rules").glob("*.md")
    } - {"en"}


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_a_translation_has_the_same_headings_commands_pictures_and_links(path: Path) -> None:
    for part in (headings, commands, pictures, links, rows):
        assert part(path) == part(README), part.__name__


@pytest.mark.parametrize("path", [README, *OTHERS], ids=lambda path: path.name)
def test_a_page_leads_to_what_is_there_and_to_every_other_language(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    led = {(path.parent / one).resolve() for one in LINK.findall(text)}
    assert {one for one in led | set(pictures(path)) if not one.exists()} == set()
    assert led & {README, *OTHERS} == {README, *OTHERS} - {path}


def test_every_picture_is_shown_and_none_is_large() -> None:
    kept = sorted((ROOT / "docs" / "pictures").iterdir())
    assert sorted(pictures(README)) == kept
    assert sum(path.stat().st_size for path in kept) < MAX_PICTURE_BYTES


@pytest.mark.parametrize("path", [README, *OTHERS], ids=lambda path: path.name)
def test_a_page_read_alone_leads_nowhere(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMODIN_PUBLIC", raising=False)
    alone = readme(path.relative_to(ROOT).as_posix())
    assert re.findall(r"\]\(|README|^\|  \|", alone, re.MULTILINE) == []
    assert re.findall(r"^(#+) ", alone, re.MULTILINE) == headings(README)


def test_where_the_files_have_an_address_the_description_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMODIN_PUBLIC", "https://forge.example/comodin/raw/v1/")
    text = readme()
    assert re.findall(r"\]\((?!https://forge\.example/comodin/raw/v1/[^/])", text) == []
    assert "](https://forge.example/comodin/raw/v1/docs/pictures/moment.png)" in text
