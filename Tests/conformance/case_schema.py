"""What a folder of cases says of itself: its case.schema.json."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from runner.files import Line


def validator(folder: pathlib.Path) -> Draft202012Validator:
    return Draft202012Validator(json.loads((folder / "case.schema.json").read_text(encoding="utf-8")))


def faults(cases: Iterable[Line], validator: Draft202012Validator) -> list[str]:
    """What is wrong with the cases: a sentence for each that its schema refuses."""
    found = ((case, best_match(validator.iter_errors(case.content))) for case in cases)
    return [f"{case.place}: {error.message[:300]} at {list(error.absolute_path)}" for case, error in found if error]
