"""When a daemon that has died is started again, and what it is then asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .instances import Key, key_of


@dataclass
class RestartLimit:
    """At most `count` restarts within `seconds`: a daemon that dies at every start is not started for ever."""

    count: int = 4
    seconds: float = 180.0
    _times: deque[float] = field(default_factory=deque, repr=False)

    def allows(self, now: float) -> bool:
        """Whether one more may begin at `now`; if so, it counts."""
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        if len(self._times) >= self.count:
            return False
        self._times.append(now)
        return True


class Wishes:
    """Polling as it was switched here: what the next process is asked for."""

    def __init__(self) -> None:
        self._params: dict[Key, dict[str, Any]] = {}

    def remember(self, polling: Mapping[str, Any]) -> None:
        """Keeps how a resource or an instance is polled (schema/types/ResourcePolling)."""
        about = {name: polling[name] for name in ("resource", "arguments") if name in polling}
        switch = {name: polling["autoPolling"][name] for name in ("enabled", "interval")}
        self._params[key_of(polling)] = {**switch, **about}

    def renewed(self) -> list[dict[str, Any]]:
        """The params of each `setAutoPolling`, in the order in which the resources were switched first."""
        return [*self._params.values()]
