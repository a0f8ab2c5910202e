"""The functions that a callgrind file has costs of, by their mangled names."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

PROGRAM = "/build/statusd"

PROFILE = """\
events: Ir
ob=(1) /build/statusd
fn=(1) $s7Reactor5EpollC
0 12
cob=(2) /lib/libc.so.6
cfn=(2) malloc
calls=1 0
0 134
fn=(3) _ZN5swift7runtimeE'2
0 3
fn=(4) 0x0000000000001060
0 5
fn=(5) (below main)
0 5
ob=(2)
fn=(2)
0 99
ob=(1)
fn=(6) swift_release
0 7
"""


def link_order() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "scripts/link-order"
    spec = spec_from_loader("link_order", SourceFileLoader("link_order", str(path)))
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_functions_of_the_program_alone_are_listed_without_their_marks_of_recursion() -> None:
    found = link_order().functions(PROFILE.splitlines(), PROGRAM)
    assert found == {"$s7Reactor5EpollC", "_ZN5swift7runtimeE", "swift_release"}


def test_a_session_is_the_same_in_both_framings() -> None:
    module = link_order()
    lines = module.session(module.CALLS).splitlines()
    framed = module.session(module.CALLS, has_headers=True)
    assert len(lines) == len(module.CALLS) == framed.count(b"Content-Length: ")
    assert all(line in framed for line in lines)
