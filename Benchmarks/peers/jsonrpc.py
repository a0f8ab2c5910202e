"""A server on python-lsp-jsonrpc, with one method."""

import logging
import sys
from typing import Any

from pylsp_jsonrpc.dispatchers import MethodDispatcher
from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

STATE = {"resource": "state", "revision": 0, "status": "idle", "isFetching": False, "isStale": False}


class Methods(MethodDispatcher):
    def m_get_state(self, **_: Any) -> dict[str, Any]:
        return STATE


# A line on stderr for every error would be measured, too.
logging.disable(logging.CRITICAL)
writer = JsonRpcStreamWriter(sys.stdout.buffer)
endpoint = Endpoint(Methods(), writer.write)
JsonRpcStreamReader(sys.stdin.buffer).listen(endpoint.consume)
