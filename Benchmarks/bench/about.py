"""What a reader must know of a run: when, of what, and on which machine."""

from __future__ import annotations

import datetime
import os
import platform
import re
import subprocess
from pathlib import Path

from bench.context import Context, Figures
from bench.paths import ROOT


def about(context: Context) -> Figures:
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
        "commit": git("describe", "--always", "--dirty"),
        "rounds": context.rounds,
        "cores": os.cpu_count(),
        "processor": processor(),
        "kernel": platform.release().split("-")[0],
        "system": system(),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", ROOT, *arguments], check=False, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip() or "an unknown commit"


def processor() -> str:
    match = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return match[1] if match else platform.machine()


def system() -> str:
    return platform.freedesktop_os_release().get("PRETTY_NAME", "an unknown system")
