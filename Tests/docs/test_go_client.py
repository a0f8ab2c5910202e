"""The client in Go: it passes the cases that it claims, its pages show it as it is, and its front end presses what it draws."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from blocks import ROOT, blocks, whole
from conversation import PATIENCE, with_binary

CLIENT = ROOT / "clients/go"
CLEAR = "\x1b[H\x1b[2J"
#: The first fetch of the menu fails, and the next one brings a name with a control character.
SCENARIO = {
    "resources": {
        "menu": {
            "steps": [
                {"then": "notFound", "recoveryOptions": [{"id": "tryAgain"}, {"id": "openSettings"}]},
                {"then": "ok", "value": [{"name": "Tom\x1b[31m", "category": "Soups", "spicy": True, "price": 7.5}]},
            ]
        },
        "room": {"steps": [{"then": "ok", "body": '{"celsius": 21.50}'}]},
    },
    "location": {"steps": [{"then": "ok", "coordinate": {"latitude": 5, "longitude": 6}}]},
}


#: Go without a network; what it compiles is kept beside what the daemon's build keeps.
OFFLINE = {
    "GOPROXY": "off", "GOFLAGS": "", "CGO_ENABLED": "0",
    "GOCACHE": str(ROOT / ".build/go"), "GOPATH": str(ROOT / ".build/go-path"),
}  # fmt: skip


def run(*words: str | Path, folder: Path = CLIENT, environment: Mapping[str, str] = os.environ) -> str:
    done = subprocess.run(
        words, cwd=folder, env={**environment, **OFFLINE}, text=True, timeout=PATIENCE, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def built(folder: Path, package: str) -> Path:
    run("go", "build", "-buildvcs=false", "-o", folder / "program", package)
    return folder / "program"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("go"), "./cmd/screen")


class Terminal:
    """The client with its daemon."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._text = ""

    @property
    def drawing(self) -> str:
        return self._text.split(CLEAR)[-1]

    def wait(self, *texts: str) -> str:
        """The first drawing that has all these texts."""
        assert self.process.stdout
        while not all(text in self.drawing for text in texts):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            data = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            assert data, f"no drawing has all of {texts}; the last:\n{self.drawing}"
            self._text += data.decode("utf-8")
        return self.drawing

    def type(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def end(self) -> str:
        """Ends its input; the last drawing."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.last()

    def last(self) -> str:
        """The last drawing; the client has ended."""
        assert self.process.stdout
        self._text += self.process.stdout.read().decode("utf-8")
        assert self.process.wait(PATIENCE) == 0
        return self.drawing


@contextmanager
def started(program: Path, folder: Path, *arguments: str) -> Iterator[Terminal]:
    process = subprocess.Popen(
        [program, *arguments], cwd=folder, env=with_binary(folder), bufsize=0,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with process:
        yield Terminal(process)
        process.kill()


@pytest.fixture
def terminal(program: Path, tmp_path: Path) -> Iterator[Terminal]:
    (tmp_path / "scenario.json").write_text(json.dumps(SCENARIO), encoding="utf-8")
    with started(program, tmp_path, "--scenario", "scenario.json") as terminal:
        yield terminal


def test_it_is_formatted_and_vetted() -> None:
    assert run("gofmt", "-l", ".") == ""
    run("go", "vet", "./...")


def test_it_passes_the_cases_that_it_claims(tmp_path: Path) -> None:
    kit = (ROOT / "scripts/conformance", "client", "--deadline", "60", "--")
    assert ", 0 failed" in run(*kit, built(tmp_path, "./internal/kitdriver"))


def test_its_readme_can_be_followed_in_an_empty_folder(tmp_path: Path) -> None:
    (program,), (install,) = blocks("clients/go/README.md", "go"), blocks("clients/go/README.md", "sh")
    environment = with_binary(tmp_path)
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "main.go").write_text(program, encoding="utf-8")
    assert "/usr/share/statusd/clients/go" in install
    # Where the Debian package has it.
    install = install.replace("/usr/share/statusd/clients/go", str(CLIENT))
    said = run("bash", "-ec", install, folder=folder, environment=environment)
    assert '{"resource":"menu"' in said
    assert " <nil>\n" in said


def test_its_readme_shows_what_is_drawn(program: Path, tmp_path: Path) -> None:
    page = "clients/go/README.md"
    (shown,) = blocks(page, "text")
    assert "`go run ./cmd/screen --scenario first-fails`" in (ROOT / page).read_text(encoding="utf-8")
    with started(program, tmp_path, "--scenario", "first-fails") as terminal:
        drawing = terminal.wait("menu: error", "state: error", "[startLocation]\n")
        # Either of the two may fail first.
        assert whole(shown.replace(" f1 ", " … ").splitlines()).fullmatch(drawing.lstrip("\n")), drawing
        terminal.end()


def test_the_page_shows_it_as_it_is() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in CLIENT.rglob("*.go"))
    shown = blocks("docs/screens.md", "go")
    assert len(shown) == 3
    assert [block for block in shown if block not in source] == []


def test_it_presses_what_it_shows(terminal: Terminal) -> None:
    terminal.wait("menu: error", "[option f1 tryAgain] Try Again", "[startLocation]")
    terminal.wait("room: content, just now", '  {"celsius":21.50}\n')
    terminal.type("option f1 openSettings")
    terminal.wait("Yours to do: Open Settings")
    terminal.type("option f1 tryAgain")
    drawing = terminal.wait("menu: content, just now", "Soups\n    Tom\N{REPLACEMENT CHARACTER}[31m 7.5\n")
    assert "Try Again" not in drawing
    terminal.type("startLocation")
    terminal.wait("location: content, just now  [stopLocation]\n  5, 6\n")
    terminal.type("polling menu")
    terminal.wait("[polling menu] on")
    drawing = terminal.end()
    assert "menu: stale, just now\n  Soups" in drawing
    assert "location: stale, just now\n  5, 6\n" in drawing


def test_what_cannot_be_pressed_is_said(terminal: Terminal) -> None:
    terminal.wait("menu: error")
    terminal.type("refresh fish")
    terminal.wait('"fish"')
    terminal.type("one two three four five")
    terminal.wait("button")
    terminal.end()


def test_a_daemon_that_dies_leaves_old_values(terminal: Terminal) -> None:
    terminal.wait("menu: error", "room: content")
    os.kill(daemon(terminal.process), signal.SIGKILL)
    drawing = terminal.last()
    assert 'room: stale, just now\n  {"celsius":21.50}' in drawing
    assert "menu: blank" in drawing
    assert "location: blank" in drawing
    assert "[" not in drawing
    assert drawing.endswith("statusd has ended.\n")


def daemon(client: subprocess.Popen[bytes]) -> int:
    """The only child of the client, whichever of its threads started it."""
    lists = Path(f"/proc/{client.pid}/task").glob("*/children")
    (child,) = (pid for each in lists for pid in each.read_text(encoding="ascii").split())
    return int(child)


def test_a_wrong_configuration_is_its_alert_until_the_file_is_right(program: Path, tmp_path: Path) -> None:
    (tmp_path / "statusd.toml").write_text("[resources.room]\nsorce = 'demo'\n", encoding="utf-8")
    (tmp_path / "room.json").write_text('{"celsius":21.5}', encoding="utf-8")
    with started(program, tmp_path, "--config", "statusd.toml") as terminal:
        terminal.wait("did you mean resources.room.source?", "openSettings] Open Settings")
        right = "[resources.late]\nsource = 'file:room.json'\nautoPolling.enabled = true\n"
        (tmp_path / "right.toml").write_text(right, encoding="utf-8")
        (tmp_path / "right.toml").rename(tmp_path / "statusd.toml")
        assert "Open Settings" not in terminal.wait("late: content", '{"celsius":21.5}')
