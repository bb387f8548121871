"""What a report and the log say of a match: nothing that a seat at the table may not know."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.bots.choice import fallback_move
from game.bots.thinker import InlineThinker
from game.client.app import App
from game.client.director import Push
from game.client.events import KeyDown, KeyUp
from game.store.log import last_lines
from game.store.log_file import open_log
from tests.client.program import open_app
from tests.client.scenes.test_settings import HANDS, find, page_of, walk_to

TILE = re.compile(r"(?<![\w.])(?:[RBKY](?:1[0-3]|[1-9])|\*)(?![\w.])")


def in_a_match(home: Path) -> App:
    """Begin a match with the usual bots and let everybody have time."""
    app = open_app(home)
    app.director.on_plain_event(KeyDown("Enter"))
    assert app.director.top.name == "table"
    return app


def tiles_of(text: str) -> set[str]:
    return set(
        TILE.findall(text.replace("!", " ").replace("#", " ").replace("=", " ").replace("[", " ").replace("]", " "))
    )


def test_the_log_of_a_match_holds_nothing_that_the_table_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(App, "_bots", lambda _app: InlineThinker())
    app = in_a_match(tmp_path)
    end = open_log(app.home, 1)
    opened = app.matches._open
    assert opened is not None
    session = opened.session
    session.pace = 0.0
    now = 0.0
    while session.match.standing.results == () and len(session.match.transcript.entries) < 60 and now < 9_000:
        now += 1.0
        view = session.view
        if view is not None and view.must_decide:
            session.submit((fallback_move(view).move,))
        app.director.top.update(now)
    end()
    log = "\n".join(line.split(": ", 1)[1] for line in last_lines(tmp_path))
    entries = session.match.transcript.entries
    assert len([entry for entry in entries if entry.kind.value == "move"]) > 20
    assert log.count("seat ") > 20
    assert str(session.match.header.seed) not in log
    assert tiles_of(log) <= tiles_of(" ".join(entry.body for entry in entries))
    assert not any(seat.name in log for seat in session.seats if len(seat.name) > 2)
    app.close()


@pytest.mark.parametrize("hand", HANDS)
def test_a_report_is_made_from_the_settings_and_tells_where_it_lies(
    hand: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    app = in_a_match(tmp_path)
    app.director.apply(Push(app.context.settings()))
    page_of(app).ring.focus_on("settings.report")
    HANDS[hand](app, find(page_of(app), "settings.report"), "use")
    assert app.director.top.name == "report"
    (path,) = (tmp_path / "reports").iterdir()
    text = path.read_text(encoding="utf-8")
    assert copied == [text]
    opened = app.matches._open
    assert opened is not None
    match = opened.session.match
    for wanted in ("version: ", "system: ", "--- log", "--- match", f"head {match.transcript.head.hex()}"):
        assert wanted in text
    assert str(match.header.seed) not in text
    assert str(Path.home()) not in text
    app.director.on_plain_event(KeyDown("Esc"))
    app.director.on_plain_event(KeyUp("Esc"))
    assert app.director.top.name == "settings"
    walk_to(app, "settings.report")
    app.close()


def test_a_report_without_a_match_and_without_a_disk_is_on_the_clipboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    app = open_app(tmp_path)
    (tmp_path / "reports").write_bytes(b"")
    app.scene_factory.make_report()
    assert "none is open" in copied[0]
    app.close()
