"""The contract as schema/openrpc.json and schema/failures.json hold it, ready to judge values by."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "schema"
DOCUMENT_URI = "urn:statusd:openrpc"
PROTOCOL_CODES = range(-32768, -31999)
# The document has them always, a daemon only under --clock manual, or only under --scenario.
MANUAL_METHODS = {"advanceClock"}
SCENARIO_METHODS = {"playScenario"}
OPEN_PARAMS = {"initialize"}  # The one method that ignores members it does not know.


def load(path: pathlib.Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def is_custom(option_id: str) -> bool:
    """Whether the recovery option is of the user's own."""
    return option_id.startswith("custom:")


class Method:
    """One method of the document: validators for params and result, and the kinds that it can fail with."""

    def __init__(self, contract: Contract, description: dict[str, Any]) -> None:
        self.name: str = description["name"]
        parameters = description["params"]
        self._by_name = contract.validator(_named(parameters, is_open=self.name in OPEN_PARAMS))
        self._by_position = contract.validator(_positional(parameters))
        # A notification that was sent with an id is answered null.
        self._result = contract.validator(description.get("result", {"schema": {"type": "null"}})["schema"])
        self.kinds = {contract.kind_of_code[error["code"]] for error in description.get("errors", [])}

    def params_problem(self, params: Any) -> str | None:
        if params is None:
            params = {}
        validator = self._by_position if isinstance(params, list) else self._by_name
        return problem(validator, [] if params == [] else params)

    def result_problem(self, result: Any) -> str | None:
        return problem(self._result, result)


class Contract:
    def __init__(self, document: dict[str, Any] | None = None) -> None:
        document = document or load(SCHEMA / "openrpc.json")
        catalogue = load(SCHEMA / "failures.json")
        resource = DRAFT202012.create_resource(document)
        self._registry: Registry[Any] = Registry().with_resource(DOCUMENT_URI, resource)
        self._fast_registry = jsonschema_rs.Registry([(DOCUMENT_URI, document)])
        self.document = document
        self.kinds = {entry["kind"]: entry for entry in catalogue["kinds"]}
        self.options = {option["id"]: option for option in catalogue["options"]}
        self.kind_of_code = {entry["code"]: entry["kind"] for entry in catalogue["kinds"]}
        self.methods = {each["name"]: Method(self, each) for each in document["methods"]}
        self._types = {name: self.validator(_reference(name)) for name in document["components"]["schemas"]}
        self._notifications = {
            each["name"]: self.validator(each["params"]) for each in document["x-notifications"]
        }

    def validator(self, schema: dict[str, Any]) -> Validator:
        """A validator of a schema whose references point into the document."""
        absolute = _absolute(schema)
        return Validator(
            jsonschema_rs.Draft202012Validator(absolute, registry=self._fast_registry, validate_formats=False),
            Draft202012Validator(absolute, registry=self._registry),
        )

    def type_problem(self, name: str, value: Any) -> str | None:
        return problem(self._types[name], value)

    def notification_problem(self, name: str, params: Any) -> str | None:
        if name not in self._notifications:
            return f"no notification is called {name!r}"
        return problem(self._notifications[name], params)


class Validator:
    """Two validators of one schema: of a hundred thousand messages nearly all are valid, which the first says fast; what
    is wrong with another one, the second says well.
    """

    def __init__(self, fast: jsonschema_rs.Draft202012Validator, wordy: Draft202012Validator) -> None:
        self._fast = fast
        self._wordy = wordy

    def error(self, value: Any) -> ValidationError | None:
        return None if self._fast.is_valid(value) else best_match(self._wordy.iter_errors(value))


def problem(validator: Validator | Draft202012Validator, value: Any) -> str | None:
    """The one sentence that says best why `value` is not valid; None when it is."""
    error = validator.error(value) if isinstance(validator, Validator) else best_match(validator.iter_errors(value))
    if error is None:
        return None
    text = error.message if len(error.message) <= 300 else error.message[:300] + " …"
    return f"at {_pointer(error.absolute_path)}: {text} (by {_pointer(error.absolute_schema_path)})"


def _pointer(path: Iterable[str | int]) -> str:
    return "/" + "/".join(map(str, path))


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within `value`, itself included."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(each)


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _absolute(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_absolute(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: DOCUMENT_URI + value if key == "$ref" else _absolute(value) for key, value in schema.items()}


def _taken(parameter: dict[str, Any]) -> dict[str, Any]:
    """What a param may be: null stands for an optional one that is absent."""
    schema: dict[str, Any] = parameter["schema"]
    return schema if parameter["required"] else {"anyOf": [schema, {"type": "null"}]}


def _named(parameters: list[dict[str, Any]], is_open: bool) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {each["name"]: _taken(each) for each in parameters},
        "required": [each["name"] for each in parameters if each["required"]],
        "additionalProperties": is_open,
    }


def _positional(parameters: list[dict[str, Any]]) -> dict[str, Any]:
    required = [index + 1 for index, each in enumerate(parameters) if each["required"]]
    schema = {"type": "array", "minItems": max(required, default=0), "maxItems": len(parameters)}
    return {**schema, "prefixItems": [_taken(each) for each in parameters]} if parameters else schema
