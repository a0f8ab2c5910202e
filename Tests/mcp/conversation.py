"""What a client and a server have written to each other: every message of the server is checked."""

import json

import official
from official import PER_REQUEST

META = "io.modelcontextprotocol/"


class Conversation:
    """Knows which version a message is in: that of its request, or else that of the handshake."""

    def __init__(self):
        self.handshake = None
        self.asked = {}  # The method and the version of each request that is not answered yet, by its id.

    def sent(self, text):
        """Notes a line before the server can answer it, whatever it is."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        for each in message if isinstance(message, list) else [message]:
            if isinstance(each, dict) and "method" in each and isinstance(each.get("id"), str | int):
                self.asked[each["id"]] = (each["method"], self.version_of(each))

    def version_of(self, request):
        params = request.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        return PER_REQUEST if isinstance(meta, dict) and META + "protocolVersion" in meta else None

    def received(self, text):
        """The message of a line of the server; raises an error where it is none of its version."""
        message = json.loads(text)
        for each in message if isinstance(message, list) else [message]:
            method, version = self.asked.pop(each.get("id"), (None, None))
            if method == "initialize" and "result" in each:
                self.handshake = each["result"]["protocolVersion"]
            # A request that names no version is none of the version in which each names it.
            usual = PER_REQUEST if method is None else official.HANDSHAKE[-1]
            official.check(each, version or self.handshake or usual, method)
        return message
