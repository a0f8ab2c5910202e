"""Whether a message is what a pattern of schema/conformance/README.md asks for."""

from __future__ import annotations

from typing import Any

from . import texts

Pattern = Any

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "object": (dict,),
    "array": (list,),
    "boolean": (bool,),
    "null": (type(None),),
}
_ABSENT = object()
#: What `$when` leaves where it asks for nothing.
ANYTHING: Pattern = {"$anything": True}


def resolved(pattern: Pattern, claims: frozenset[str]) -> Pattern:
    """The pattern with each `$when` decided."""
    if isinstance(pattern, list):
        return [resolved(each, claims) for each in pattern]
    if not isinstance(pattern, dict):
        return pattern
    if "$when" in pattern:
        chosen = "then" if pattern["$when"] in claims else "else"
        return resolved(pattern[chosen], claims) if chosen in pattern else ANYTHING
    members = {name: resolved(each, claims) for name, each in pattern.items()}
    return {name: each for name, each in members.items() if each != ANYTHING}


def numbered(pattern: Pattern, number: int) -> Pattern:
    """The pattern with `${n}` in its strings replaced, as in the n-th message of a `repeat`."""
    if isinstance(pattern, str):
        return pattern.replace("${n}", str(number))
    if isinstance(pattern, list):
        return [numbered(each, number) for each in pattern]
    if isinstance(pattern, dict):
        return {name: numbered(each, number) for name, each in pattern.items()}
    return pattern


def mismatch(pattern: Pattern, text: str) -> str | None:
    """Why the JSON text is not what the pattern asks for; None when it is."""
    return _mismatch(pattern, text, texts.parsed(text), "")


def _mismatch(pattern: Pattern, text: str | None, value: Any, at: str) -> str | None:
    if isinstance(pattern, dict) and (operator := next((n for n in pattern if n[:1] == "$"), None)):
        return _OPERATORS[operator](pattern, text, value, at)
    if value is _ABSENT:
        return f"{_place(at)} is missing"
    if isinstance(pattern, dict):
        return _object_mismatch(pattern, text, value, at)
    if isinstance(pattern, list):
        return _array_mismatch(pattern, text, value, at)
    if _same(pattern, value):
        return None
    return f"{_place(at)} is {_shown(value)}, not {_shown(pattern)}"


def _same(left: Any, right: Any) -> bool:
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _object_mismatch(pattern: dict[str, Pattern], text: str | None, value: Any, at: str) -> str | None:
    if not isinstance(value, dict):
        return f"{_place(at)} is {_shown(value)}, not an object"
    raw = dict(texts.members(text)) if text is not None and _asks_for_text(pattern) else {}
    for name, each in pattern.items():
        why = _mismatch(each, raw.get(name), value.get(name, _ABSENT), f"{at}/{name}")
        if why:
            return why
    return None


def _array_mismatch(pattern: list[Pattern], text: str | None, value: Any, at: str) -> str | None:
    if not isinstance(value, list):
        return f"{_place(at)} is {_shown(value)}, not an array"
    if len(pattern) != len(value):
        return f"{_place(at)} has {len(value)} elements, not {len(pattern)}"
    raws = _element_texts(pattern, text, value)
    for index, (each, raw, element) in enumerate(zip(pattern, raws, value)):
        why = _mismatch(each, raw, element, f"{at}/{index}")
        if why:
            return why
    return None


def _asks_for_text(pattern: Pattern) -> bool:
    """Whether how a value is written matters; mostly it does not, and the text need not be taken apart."""
    if isinstance(pattern, dict):
        return "$raw" in pattern or any(map(_asks_for_text, pattern.values()))
    return isinstance(pattern, list) and any(map(_asks_for_text, pattern))


def _element_texts(pattern: Pattern, text: str | None, value: list[Any]) -> list[Any]:
    is_asked = text is not None and _asks_for_text(pattern)
    return texts.elements(text) if is_asked and text else [None] * len(value)


# The operators.


def _anything(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    return None


def _any(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    if value is _ABSENT:
        return f"{_place(at)} is missing"
    kind = pattern["$any"]
    if kind != "any":
        is_boolean = isinstance(value, bool)
        if not isinstance(value, _TYPES[kind]) or is_boolean != (kind == "boolean"):
            return f"{_place(at)} is {_shown(value)}, not of the type {kind}"
    if "minimum" in pattern and value < pattern["minimum"]:
        return f"{_place(at)} is {value}, less than {pattern['minimum']}"
    if "maximum" in pattern and value > pattern["maximum"]:
        return f"{_place(at)} is {value}, more than {pattern['maximum']}"
    if "contains" in pattern and pattern["contains"] not in value:
        return f"{_place(at)} is {_shown(value)}, without {_shown(pattern['contains'])}"
    return None


def _absent(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    return None if value is _ABSENT else f"{_place(at)} is there"


def _exactly(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    inner = pattern["$exactly"]
    why = _mismatch(inner, text, value, at)
    if why is None and value.keys() - inner.keys():
        return f"{_place(at)} has {', '.join(sorted(value.keys() - inner.keys()))} besides"
    return why


def _raw(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    if value is _ABSENT:
        return f"{_place(at)} is missing"
    return None if text == pattern["$raw"] else f"{_place(at)} is written {text}, not {pattern['$raw']}"


def _one_of(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    reasons = [_mismatch(each, text, value, at) for each in pattern["$oneOf"]]
    return None if None in reasons else "; ".join(reason for reason in reasons if reason)


def _each(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    if not isinstance(value, list):
        return f"{_place(at)} is {_shown(value)}, not an array"
    if "size" in pattern and len(value) != pattern["size"]:
        return f"{_place(at)} has {len(value)} elements, not {pattern['size']}"
    numbers = range(1, len(value) + 1)
    return _array_mismatch([numbered(pattern["$each"], n) for n in numbers], text, value, at)


def _contains(pattern: Any, text: str | None, value: Any, at: str) -> str | None:
    if not isinstance(value, list):
        return f"{_place(at)} is {_shown(value)}, not an array"
    if "size" in pattern and len(value) != pattern["size"]:
        return f"{_place(at)} has {len(value)} elements, not {pattern['size']}"
    raws = _element_texts(pattern, text, value)
    for wanted in pattern["$contains"]:
        if all(_mismatch(wanted, raw, each, at) for raw, each in zip(raws, value)):
            return f"{_place(at)} has no element {_shown(wanted)}"
    return None


_OPERATORS = {
    "$anything": _anything,
    "$any": _any,
    "$absent": _absent,
    "$exactly": _exactly,
    "$raw": _raw,
    "$oneOf": _one_of,
    "$each": _each,
    "$contains": _contains,
}


def _place(at: str) -> str:
    return at or "the message"


def _shown(value: Any) -> str:
    text = "nothing" if value is _ABSENT else repr(value)
    return text if len(text) <= 200 else text[:200] + "…"
