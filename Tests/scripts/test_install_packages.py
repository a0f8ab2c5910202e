"""scripts/install-packages leaves what was enabled as it was, also where systemd comes with the packages."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: Installs nginx and systemd, whose units are enabled, and systemctl with them.
APT_GET = """
[ "$1" = install ] || exit 0
units=$DPKG_ROOT/etc/systemd/system
mkdir -p $DPKG_ROOT/var/lib/nginx $units/multi-user.target.wants $units/getty.target.wants
ln -s nginx.service $units/multi-user.target.wants/nginx.service
ln -s remote-fs.target $units/multi-user.target.wants/remote-fs.target
ln -s getty@.service $units/getty.target.wants/getty@tty1.service
printf '#!/bin/sh\\necho "systemctl $*"\\n' >$PROGRAMS/systemctl
chmod 755 $PROGRAMS/systemctl
"""
DPKG = "printf '/lib/systemd/system/%s\\n' getty@.service remote-fs.target"


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system without systemctl, where a timer is enabled."""
    wants = tmp_path / "etc/systemd/system/timers.target.wants"
    wants.mkdir(parents=True)
    (wants / "fstrim.timer").symlink_to("fstrim.timer")
    (tmp_path / "usr/sbin").mkdir(parents=True)
    for name, script in {"apt-get": APT_GET, "dpkg": DPKG}.items():
        program = tmp_path / "programs" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    for name in ("bash", "sh", "find", "sort", "sed", "grep", "comm", "cut", "ln", "mkdir", "chmod", "rm"):
        (tmp_path / "programs" / name).symlink_to(f"/usr/bin/{name}")
    return tmp_path


def install_packages(system: Path) -> subprocess.CompletedProcess[str]:
    programs = str(system / "programs")
    return subprocess.run(
        [ROOT / "scripts/install-packages", "nginx-light"], check=False, capture_output=True, text=True,
        env={"DPKG_ROOT": str(system), "PATH": programs, "PROGRAMS": programs},
    )  # fmt: skip


def test_only_what_the_packages_enabled_is_disabled(system: Path) -> None:
    done = install_packages(system)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "disabling what the packages enabled: nginx.service",
        f"systemctl --root={system} disable --quiet nginx.service",
    ]
    assert not os.path.lexists(system / "usr/sbin/policy-rc.d")


def test_a_policy_that_is_there_stays(system: Path) -> None:
    policy = system / "usr/sbin/policy-rc.d"
    policy.write_text("mine\n")
    install_packages(system)
    assert policy.read_text() == "mine\n"


def test_nginx_finds_its_folder_whoever_starts_it(system: Path) -> None:
    install_packages(system)
    assert (system / "var/lib/nginx/body").is_dir()
