"""Which methods a server has: cases that need one of them are left out where it is not there."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'


def claims_of(command: Sequence[str]) -> set[str]:
    """`method:NAME` for each method of the server's document, and `screens`; none where it gives no document."""
    try:
        done = subprocess.run(command, input=DISCOVER, stdout=subprocess.PIPE, timeout=300, check=False)
        names = {method["name"] for method in json.loads(done.stdout)["result"]["methods"]}
        return {f"method:{name}" for name in names} | ({"screens"} if "openScreen" in names else set())
    except (subprocess.TimeoutExpired, ValueError, LookupError, TypeError):
        return set()
