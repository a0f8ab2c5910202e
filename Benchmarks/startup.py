#!/usr/bin/env python3
"""Time to the first answer and resident memory of statusd, beside cat in the same run.

usage: startup.py STATUSD [ROUNDS]

Each round starts both, in turn, writes one getState request and waits for one line; cat gives the request
back. Times are wall-clock from before the spawn to the line; medians and their ratio are printed. Resident
memory is VmRSS after the first answer, before any HTTP request.
"""
import statistics
import subprocess
import sys
import time

REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"getState"}\n'


def first_answer(command):
    """Seconds from spawn to the first line, and VmRSS in KiB after it."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(REQUEST)
    process.stdin.flush()
    line = process.stdout.readline()
    seconds = time.perf_counter() - start
    assert line.startswith(b'{"jsonrpc":"2.0"'), line
    with open(f"/proc/{process.pid}/status") as status:
        resident = next(int(row.split()[1]) for row in status if row.startswith("VmRSS:"))
    process.stdin.close()
    status = process.wait(timeout=10)
    assert status == 0, status
    return seconds, resident


def main():
    statusd, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
    measured = {"cat": [], "statusd": []}
    commands = {"cat": ["cat"], "statusd": [statusd]}
    for command in commands.values():
        first_answer(command)
    for _ in range(rounds):
        for name, command in commands.items():
            measured[name].append(first_answer(command))
    medians = {}
    for name, rows in measured.items():
        medians[name] = statistics.median(seconds for seconds, _ in rows)
        resident = statistics.median(kib for _, kib in rows)
        fastest = min(seconds for seconds, _ in rows)
        print(
            f"{name:8} first answer: median {medians[name] * 1e3:.2f} ms, fastest {fastest * 1e3:.2f} ms; "
            f"resident {resident / 1024:.2f} MiB"
        )
    print(f"ratio    {medians['statusd'] / medians['cat']:.2f}")


if __name__ == "__main__":
    main()
