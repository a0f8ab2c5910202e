"""Sends requests to a socket as fast as they are taken, and reads whatever comes: flood.py SOCKET.

A line on standard output says that responses come.
"""

import select
import socket
import sys

REQUESTS = b'{"jsonrpc":"2.0","id":1,"method":"getState"}\n' * 1_000

with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(sys.argv[1])
    connection.setblocking(False)
    rest, is_first = REQUESTS, True
    while True:
        readable, writable, _ = select.select([connection], [connection], [])
        if readable:
            if not connection.recv(1 << 18):
                break
            if is_first:
                print(flush=True)
            is_first = False
        if writable:
            rest = rest[connection.send(rest) :] or REQUESTS
