"""What a client under test starts in statusd's place: a process whose streams the runner holds.

  relay.py SOCKET

Bytes of stdin go to the socket. What comes from there are orders, a JSON object on each line:

  {"out": BASE64, "split": true}   to stdout; split: each byte alone, the next when the client has read it
  {"err": TEXT}                    to stderr
  {"closeOutput": true}            closes stdout and runs on
  {"ignoreTerm": true}             SIGTERM does nothing from now on
  {"exit": STATUS, "child": true}  ends; child: leaves a child behind that holds stdout and stderr open

It ends when the socket does.
"""

import base64
import fcntl
import json
import os
import signal
import socket
import stat
import struct
import sys
import termios
import threading
import time


def main() -> None:
    conn = socket.socket(socket.AF_UNIX)
    conn.connect(sys.argv[1])
    threading.Thread(target=forward, args=[conn], daemon=True).start()
    with conn.makefile("rb") as orders:
        for order in orders:
            obey(json.loads(order), conn)
    os._exit(0)


def forward(conn: socket.socket) -> None:
    """Blocks where the runner does not read: that is a daemon that does not read."""
    while piece := os.read(0, 1 << 16):
        conn.sendall(piece)
    conn.shutdown(socket.SHUT_WR)


def obey(order: dict, conn: socket.socket) -> None:
    if "out" in order:
        write(1, base64.b64decode(order["out"]), order.get("split", False))
    elif "err" in order:
        write(2, order["err"].encode())
    elif "closeOutput" in order:
        os.close(1)
    elif "ignoreTerm" in order:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif not order.get("child") or os.fork() != 0:
        os._exit(order["exit"])
    else:
        conn.recv(1)  # The child stays until the case is over.


def write(descriptor: int, text: bytes, split: bool = False) -> None:
    view = memoryview(text)
    while view:
        view = view[os.write(descriptor, view[:1] if split else view) :]
        while split and untaken(descriptor):
            time.sleep(0.0005)


def untaken(descriptor: int) -> int:
    """Bytes that were written and not read: of a pipe, or of a socket, which Node gives its children."""
    request = termios.TIOCOUTQ if stat.S_ISSOCK(os.fstat(descriptor).st_mode) else termios.FIONREAD
    return struct.unpack("i", fcntl.ioctl(descriptor, request, b"\0\0\0\0"))[0]


try:
    main()
except (BrokenPipeError, ConnectionResetError):  # The client, or the runner, has gone.
    os._exit(0)
