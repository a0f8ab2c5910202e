"""Debian's Varnish with docs/scaling/varnish.vcl, without root and without the service of the system."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from bench.paths import ROOT

CONFIGURATION = ROOT / "docs/scaling/varnish.vcl"
#: Only a defect takes as long.
PATIENCE = 300


class Varnish:
    """Listens on a free port of 127.0.0.1, and ends with the process that has started it."""

    def __init__(self, origin: int, replacing: Mapping[str, str] | None = None) -> None:
        """Takes the port of the origin, and what else to replace in the configuration."""
        self.folder = tempfile.TemporaryDirectory(prefix="statusd-varnish-")
        self.instance = Path(self.folder.name, "instance")
        file = Path(self.folder.name, "varnish.vcl")
        file.write_text(configuration({'.port = "8000"': f'.port = "{origin}"', **(replacing or {})}), encoding="utf-8")
        words = [
            "setpriv", "--pdeathsig", "TERM", "varnishd", "-F", "-j", "none", "-n", str(self.instance), "-a", "127.0.0.1:0",
            "-f", str(file), "-s", "malloc,16m", "-p", "vsl_space=16m",
        ]  # fmt: skip
        self.said = open(Path(self.folder.name, "said"), "w+b")  # noqa: SIM115 (lives as long as Varnish)
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said)
        self.logs: list[subprocess.Popen[str]] = []
        try:
            self.port = self.listening()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Varnish:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        for log in self.logs:
            log.kill()
            log.communicate()
        self.process.terminate()
        self.process.wait()
        self.said.close()
        self.folder.cleanup()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/status.json"

    def listening(self) -> int:
        """The port, once the configuration is compiled and connections are accepted."""
        while self.process.poll() is None:
            # It has no socket to ask at before it has written its secret.
            if (self.instance / "_.vsm_mgt").exists() and "state running" in self.ask("status"):
                return int(self.ask("debug.listen_address").split()[2])
        self.said.seek(0)
        raise RuntimeError(self.said.read().decode(errors="replace"))

    def ask(self, *words: str) -> str:
        """What varnishadm says; nothing while Varnish does not listen to it."""
        command = ["varnishadm", "-n", str(self.instance), "-t", str(PATIENCE), *words]
        return subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def counter(self, name: str) -> int:
        """A counter of varnish-counters(7)."""
        command = ["varnishstat", "-n", str(self.instance), "-1", "-f", name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return int(done.stdout.split()[1])

    def requests(self, form: str) -> subprocess.Popen[str]:
        """A program that prints a line for each request, from now on, in a form of varnishncsa(1)."""
        command = ["setpriv", "--pdeathsig", "TERM", "varnishncsa", "-n", str(self.instance), "-F", form]
        self.logs.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return self.logs[-1]


def configuration(replacing: Mapping[str, str]) -> str:
    text = CONFIGURATION.read_text(encoding="utf-8")
    for former, new in replacing.items():
        if text.count(former) != 1:
            raise ValueError(f"{CONFIGURATION.name} has not exactly one {former}")
        text = text.replace(former, new)
    return text
