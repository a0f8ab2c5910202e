"""Fifty clients of one daemon: most talk, some never read, some send noise, some are killed every second."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import socket
import subprocess
import tempfile
import time

from daemon import MIB, PATIENCE, deadline
from drivers import Driver, Run
from violation import Violation

TALKERS, DEAF, NOISY, MORTAL = 35, 5, 5, 5
#: What a daemon may have in memory beside what its clients leave unread.
MOST_MEMORY = 64 * MIB
#: What a client never reads is this at most: its socket's, and the output that waits.
MOST_UNREAD = DEAF * 4 * MIB
CHUNK = 1 << 16
METHODS = ["getState", "refresh", "listResources", "stats", "nothing", "fetchMenu", "getLocation"]


class Client:
    """One connection, and what is owed to it."""

    def __init__(self, path: str, name: str) -> None:
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.setblocking(False)
        self.last_id = 0
        self.owed: set[int] = set()
        self.unsent = b""
        self.unread = b""

    def ask(self, method: str, params: object = None) -> None:
        self.last_id += 1
        self.owed.add(self.last_id)
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method}
        self.unsent += json.dumps(message | ({"params": params} if params else {})).encode() + b"\n"

    def write(self) -> bool:
        """Writes what there is room for; whether it was everything."""
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            pass
        return not self.unsent

    def read(self) -> int:
        """Reads what has come, and strikes it off; how many messages those were."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return 0
        if not data:
            raise Violation(f"{self.name}: the daemon has closed the connection")
        *lines, self.unread = (self.unread + data).split(b"\n")
        for line in lines:
            id = json.loads(line).get("id")
            if id is not None and id not in self.owed:
                raise Violation(f"{self.name}: nobody asked for {line[:200]!r}")
            self.owed.discard(id)
        return len(lines)


class SharedClients(Driver):
    """The clients of one daemon that serves them all."""

    def __init__(self, run: Run, name: str) -> None:
        super().__init__(run, name)
        self.folder = tempfile.mkdtemp(prefix="statusd-soak-")
        self.path = f"{self.folder}/d.sock"

    def drive(self) -> None:
        words = [self.run_.binary, "serve", "--socket", self.path, "--idle-timeout", "0", "--log-level", "critical"]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
        try:
            self.wait_for("the socket", lambda: os.path.exists(self.path))
            self.status()  # There is a socket before the rest of what the daemon keeps open.
            before = self.descriptors()
            self.talk()
            self.doing = "the end"
            self.wait_for("the sessions to end", lambda: self.status()["sessions"] == 0)
            self.wait_for("the descriptors to be closed", lambda: self.descriptors() <= before)
            self.process.terminate()
            if self.process.wait(PATIENCE) != 0:
                raise Violation(f"the daemon has ended with status {self.process.returncode}")
            self.passed["shared end"] += 1
        finally:
            self.process.kill()
            self.process.wait()
            shutil.rmtree(self.folder)

    # Talking

    def talk(self) -> None:
        self.doing = "talking"
        talkers = [Client(self.path, f"talker {number}") for number in range(TALKERS)]
        deaf = [Client(self.path, f"deaf {number}") for number in range(DEAF)]
        noisy = [Client(self.path, f"noisy {number}") for number in range(NOISY)]
        mortal: list[Client] = []
        last_death = 0.0
        while self.run_.goes_on:
            for client in talkers:
                self.ask_something(client)
            for client in deaf:
                client.ask("getState")
                client.write()
            for client in noisy:
                client.unsent += self.rng.randbytes(self.rng.randrange(1, 2_000)).replace(b"C", b".") + b"\n"
                client.write()
                self.discard(client)
            if time.monotonic() - last_death > 1:
                self.close(mortal)
                mortal = [self.mortal(number) for number in range(MORTAL)]
                last_death = time.monotonic()
                self.check_memory()
            self.exchange(talkers)
            self.passed["shared round"] += 1
        self.close(talkers + deaf + noisy + mortal)

    def ask_something(self, client: Client) -> None:
        for _ in range(self.rng.randrange(1, 20)):
            client.ask(self.rng.choice(METHODS))
        if self.rng.random() < 0.2:
            client.ask("setAutoPolling", [self.rng.random() < 0.5, self.rng.choice([1, 5, 60])])
        if self.rng.random() < 0.05:
            client.ask("openScreen")

    def mortal(self, number: int) -> Client:
        """Dies in the middle of what it says."""
        client = Client(self.path, f"mortal {number}")
        for method in ["subscribeLocation", "openScreen", "refresh"]:
            client.ask(method)
        client.unsent += self.rng.choice([b'{"statusd":"hel', b'{"jsonrpc":', b""])
        client.write()
        return client

    def exchange(self, clients: list[Client]) -> None:
        """Serves them until each has got what it was owed."""
        end = deadline()
        with selectors.DefaultSelector() as selector:
            for client in clients:
                selector.register(client.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, client)
            while any(client.owed for client in clients):
                for key, events in selector.select(1):
                    client = key.data
                    if events & selectors.EVENT_READ:
                        self.totals["received"] += client.read()
                    if events & selectors.EVENT_WRITE and client.write():
                        selector.modify(client.socket, selectors.EVENT_READ, client)
                if time.monotonic() > end:
                    late = next(client for client in clients if client.owed)
                    raise Violation(f"{late.name}: no response to {sorted(late.owed)[:5]}")

    def discard(self, client: Client) -> None:
        try:
            while client.socket.recv(CHUNK):
                pass
            raise Violation(f"{client.name}: the daemon has closed the connection")
        except BlockingIOError:
            pass

    def close(self, clients: list[Client]) -> None:
        for client in clients:
            self.totals["sent"] += client.last_id
            client.socket.close()

    # Looking

    def check_memory(self) -> None:
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        if resident > MOST_MEMORY + MOST_UNREAD:
            raise Violation(f"{resident / MIB:.1f} MiB are resident")

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def status(self) -> dict[str, int]:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.path)
            connection.sendall(b'{"statusd":"status"}\n')
            answer: dict[str, int] = json.loads(connection.makefile().readline())
            return answer

    def wait_for(self, what: str, condition: object) -> None:
        end = deadline()
        while not condition():  # type: ignore[operator]
            if self.process.poll() is not None:
                raise Violation(f"the daemon has ended with status {self.process.returncode}")
            if time.monotonic() > end:
                raise Violation(f"waited in vain for {what}")
            os.sched_yield()
