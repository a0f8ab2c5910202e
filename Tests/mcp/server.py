"""`statusd mcp` as a child process, and a client that sends what it is told to send."""

import json
import os
import pathlib
import subprocess

import official
from conversation import META, Conversation

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("STATUSD_BIN") or str(ROOT / ".build/debug/statusd")
# The user's own configuration is none of the tests' business.
ENVIRONMENT = {**os.environ, "XDG_CONFIG_HOME": "/proc/nonexistent", "HOME": "/proc/nonexistent"}


class Server:
    """A server, every message of which is checked."""

    arguments = ("mcp",)
    environment = ENVIRONMENT

    def __init__(self, *options, version="2025-11-25", capabilities=None, handshake=True):
        self.version, self.capabilities = version, capabilities or {}
        self.process = self.start(options)
        self.conversation, self.notifications, self.count = Conversation(), [], 0
        if handshake and version in official.HANDSHAKE:
            self.request("initialize", protocolVersion=version, capabilities=self.capabilities)
            self.notify("notifications/initialized")

    def start(self, options):
        return subprocess.Popen(
            [PROGRAM, *self.arguments, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait()

    def write(self, text):
        self.conversation.sent(text)
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def send(self, method, **params):
        """Sends a request, and returns its id."""
        self.count += 1
        if self.version == official.PER_REQUEST:
            own = {META + "protocolVersion": self.version, META + "clientCapabilities": self.capabilities}
            params["_meta"] = {**own, **params.get("_meta", {})}
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        return self.count

    def notify(self, method, **params):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def read(self):
        """The next message; None at the end of the output."""
        line = self.read_line()
        return json.loads(line) if line else None

    def read_line(self):
        line = self.process.stdout.readline().decode()
        if line:
            self.conversation.received(line)
        return line

    def response(self, request):
        """The response to a request; notifications before it are kept."""
        while message := self.read():
            if message.get("id") == request:
                return message
            assert "method" in message, message
            self.notifications.append(message)
        raise EOFError("the server has ended")

    def request(self, method, **params):
        return self.response(self.send(method, **params))

    def call(self, tool, /, **arguments):
        """The result of a tool."""
        return self.request("tools/call", name=tool, arguments=arguments)["result"]

    def end(self):
        """Closes the input; returns what is written until the end, and the exit status."""
        self.process.stdin.close()
        rest = []
        while message := self.read():
            rest.append(message)
        return rest, self.process.wait()
