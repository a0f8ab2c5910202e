"""The validator judges each instance of a parameterised resource by its own snapshots."""

from __future__ import annotations

from typing import Any

import pytest

from test_session import Lines, problems
from test_shown import ASKED, FRESH, KEEP, NO_VALUE, failure, refused, shown, told


def instance(branch: str) -> dict[str, Any]:
    return {"resource": "build", "arguments": {"branch": branch}}


IDLE = {name: value for name, value in shown(0, "idle", NO_VALUE).items() if name != "resource"}
LIST = [{"resource": "build", "parameters": ["branch"]}, {**instance("main"), **IDLE}]
FAILED = {"failure": failure("f7", **instance("main"))}

SOUND: dict[str, Lines] = {
    "each instance has revisions of its own": [
        told(4, "loaded", FRESH, instance("main")),
        told(1, "loaded", FRESH, instance("next")),
        told(5, "loaded", FRESH, instance("main")),
    ],
    "one instance shows a failure and another none": [
        *ASKED,
        told(1, "failed", NO_VALUE, instance("main"), FAILED),
        told(2, "idle", NO_VALUE, instance("next")),
        told(2, "failed", NO_VALUE, instance("main"), FAILED),
        told(2, "failed", NO_VALUE, failure=KEEP),
        refused(1, KEEP),
    ],
    "a parameterised resource in a list": [
        ("in", {"jsonrpc": "2.0", "id": 3, "method": "listResources"}),
        ("out", {"jsonrpc": "2.0", "id": 3, "result": {"resources": LIST}}),
    ],
}


@pytest.mark.parametrize("lines", SOUND.values(), ids=SOUND.keys())
def test_it_lets_pass(lines: Lines) -> None:
    assert problems(lines) == []


def test_it_sees_a_revision_of_one_instance_that_falls() -> None:
    [problem] = problems([told(revision, "loaded", FRESH, instance("main")) for revision in (4, 3)])
    assert "revision" in problem
