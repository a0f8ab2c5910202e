"""Which methods a statusd has: cases that need one of them are left out where it is not there."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'


def methods_of(command: Sequence[str]) -> set[str]:
    """`method:NAME` for each method of the server's document; none where it gives no document."""
    try:
        done = subprocess.run(command, input=DISCOVER, stdout=subprocess.PIPE, timeout=300, check=False)
        return {f"method:{method['name']}" for method in json.loads(done.stdout)["result"]["methods"]}
    except (subprocess.TimeoutExpired, ValueError, LookupError, TypeError):
        return set()
