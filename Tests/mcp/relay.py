"""Stands between a client and its server, and writes down what they say, line by line.

usage: relay.py FILE COMMAND…     FILE gets a line for each line: `→ …` to the server, `← …` from it
"""

import subprocess
import sys
import threading


def main(path, command):
    with open(path, "a", encoding="utf-8") as record:
        noting = threading.Lock()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # The thread waits for the client, who may never close its end.
        arguments = (sys.stdin.buffer, process.stdin, "→", record, noting)
        threading.Thread(target=copy, args=arguments, daemon=True).start()
        copy(process.stdout, sys.stdout.buffer, "←", record, noting)
        return process.wait()


def copy(source, target, mark, record, noting):
    for line in source:
        with noting:
            record.write(f"{mark} {line.decode().rstrip()}\n")
            record.flush()
        try:
            target.write(line)
            target.flush()
        except BrokenPipeError:
            return
    target.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
