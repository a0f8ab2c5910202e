"""What a page shows of an output may leave parts out, and may say nothing that the program does not."""

from __future__ import annotations

import pytest

from blocks import whole

PRINTED = '{"title":"It is late","options":[{"id":"wait","title":"Wait, please"},{"id":"go"}],"at":1}\n'


@pytest.mark.parametrize(
    ("shown", "said", "holds"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a"], "a\nb\n", False),
        (["a", "b"], "a\n", False),
        (["a", "…"], "a\nb\nc\n", True),
        (["a", "…", "d"], "a\nb\nc\nd\n", True),
        (["a", "…", "d"], "a\nb\nc\n", False),
        (["a …"], "a b\nc\n", False),
        ([], "", True),
        ([], "a\n", False),
        (["{", '  "title": "It is late",', "  …", "}"], PRINTED, True),
        (["{", "  …", '    { "id": "wait", "title": "Wait, please" },', "  …", '  "at": 1', "}"], PRINTED, True),
        (["{", '  "title": "It islate",', "  …", "}"], PRINTED, False),
        (["{", "  …", '    { "id": "wait", "title": "Wait,please" },', "  …", "}"], PRINTED, False),
        (["{", '  "title": "It is late"', "}"], PRINTED, False),
        (["{", '  "at": 1,', "  …", "}"], PRINTED, False),
    ],
)
def test_what_is_shown_is_what_is_said(shown: list[str], said: str, holds: bool) -> None:
    assert bool(whole(shown).fullmatch(said)) == holds
