"""No display: one sentence, the way on, exit code 2, and quickly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.client.display import display_may_answer
from game.client.words import say
from tests.slices import some
from tests.window.driver import screen

ROOT = Path(__file__).resolve().parents[2]
AT_MOST = 20.0  # seconds; SDL alone would wait for minutes on a display that does not answer


def play_without_display(home: Path, display: str | None) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "XDG_RUNTIME_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["PYTHONPATH"] = str(ROOT)
    if display is not None:
        environment["DISPLAY"] = display
    return subprocess.run(
        [sys.executable, "-m", "game", "play", "--home", home],
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=AT_MOST,
        check=False,
    )


@pytest.mark.parametrize(
    "display", some([None, "", ":93451", "nonsense", "192.0.2.1:0", "nowhere.invalid:0", "localhost:99999"], 4)
)
def test_without_a_display_there_is_a_sentence_and_code_2(tmp_path: Path, display: str | None) -> None:
    told = play_without_display(tmp_path, display)
    assert told.returncode == 2
    assert told.stderr.splitlines() == [say("display.none")]
    assert "comodin demo --headless" in told.stderr
    assert list(tmp_path.iterdir()) == [], "nothing is made for a window that cannot open"


def test_a_display_that_cannot_be_there_is_not_looked_for(tmp_path: Path) -> None:
    assert not display_may_answer({}, "linux")
    assert not display_may_answer({"DISPLAY": ""}, "linux")
    assert not display_may_answer({"DISPLAY": ":93451", "XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
    assert display_may_answer({"WAYLAND_DISPLAY": "wayland-1"}, "linux")
    (tmp_path / "wayland-0").touch()
    assert display_may_answer({"XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
    assert display_may_answer({}, "win32")
    assert display_may_answer({}, "darwin")


@pytest.mark.window
def test_a_display_that_is_there_is_found() -> None:
    with screen() as display:
        assert display_may_answer({"DISPLAY": display}, "linux")
        assert display_may_answer({"DISPLAY": f"unix{display}.0"}, "linux")
