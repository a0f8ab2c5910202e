"""Whether messages are those of the Model Context Protocol: by its schemas, and as the package mcp-types has it."""

import functools
import json
import pathlib

import jsonschema_rs
from mcp_types import JSONRPCError, methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, KNOWN_PROTOCOL_VERSIONS

VERSIONS = KNOWN_PROTOCOL_VERSIONS
HANDSHAKE = HANDSHAKE_PROTOCOL_VERSIONS
PER_REQUEST = "2026-07-28"
SCHEMAS = pathlib.Path(__file__).resolve().parent / "schemas"
RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "resources/list": "ListResourcesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/unsubscribe": "EmptyResult",
    "server/discover": "DiscoverResult",
    "subscriptions/listen": "SubscriptionsListenResult",
    "tools/call": "CallToolResult",
    "tools/list": "ListToolsResult",
}
NOTIFICATIONS = {
    "notifications/progress": "ProgressNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
}
# The extension io.modelcontextprotocol/tasks, which the package does not know.
TASKS = "extensions/tasks"
TASK_RESULTS = {
    "tasks/cancel": "CancelTaskResult",
    "tasks/get": "GetTaskResult",
    "tasks/update": "UpdateTaskResult",
}
# What a version's package does not refuse, because one model stands for all versions of the handshake.
SINCE = {
    "2025-03-26": {"annotations", "message"},
    "2025-06-18": {"outputSchema", "resource_link", "structuredContent", "title"},
    "2026-07-28": {"_meta", "cacheScope", "resultType", "ttlMs"},
}


def check(message, version, method=None):
    """Raises an error for a message of the server that its version does not have.

    `method` is that of the request which a response answers.
    """
    validate(message, version, "JSONRPCMessage")
    if "method" in message:
        methods.parse_server_notification(message["method"], version, message.get("params"))
        validate(message, version, NOTIFICATIONS[message["method"]])
    elif "error" in message:
        # The package wants an id, which the schemas since 2025-11-25 do without where no request can be named.
        JSONRPCError.model_validate({"id": 0, **message} if version >= "2025-11-25" else message)
    else:
        check_result(message["result"], version, method)


def check_result(result, version, method):
    if method in TASK_RESULTS or result.get("resultType") == "task":
        assert version == PER_REQUEST, version
        check_result_of_tasks(result, method)
    else:
        check_own_result(result, version, method)


def check_own_result(result, version, method):
    methods.validate_server_result(method, version, result)
    name = "InputRequiredResult" if result.get("resultType") == "input_required" else RESULTS[method]
    validate(result, version, name)
    later = set().union(*(names for since, names in SINCE.items() if since > version))
    assert not later & set(members(result, method)), (version, later & set(members(result, method)))


def check_result_of_tasks(result, method):
    validate(result, TASKS, TASK_RESULTS.get(method, "CreateTaskResult"))
    if "result" in result:
        check_own_result(result["result"], PER_REQUEST, "tools/call")


def members(result, method):
    """The names in a result that belong to the protocol, and not to a value or a schema in it."""
    yield from result
    for item in result.get("tools", []) + result.get("content", []) + result.get("contents", []):
        yield from item
        yield item.get("type")
    if method == "initialize":
        yield from result["serverInfo"]


def validate(value, version, name):
    validator(version, name).validate(value)


@functools.cache
def validator(version, name):
    schema = json.loads((SCHEMAS / f"{version}.json").read_text(encoding="utf-8"))
    definitions = "$defs" if "$defs" in schema else "definitions"
    return jsonschema_rs.validator_for({**schema, "$ref": f"#/{definitions}/{name}"})
