"""A server without methods, by python-lsp-jsonrpc (PyPI): Content-Length framing."""

import sys

from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

endpoint = Endpoint({}, JsonRpcStreamWriter(sys.stdout.buffer).write)
JsonRpcStreamReader(sys.stdin.buffer).listen(endpoint.consume)
