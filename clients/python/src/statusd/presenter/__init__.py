"""What a screen shows: messages, presses and the clock go in, a screen and requests come out.

docs/presenter.md explains it, and schema/presenter has the cases that it passes, as every client's presenter does.
`Presenter` has no I/O and no clock: `now` is in seconds since 1970, by the daemon's clock. `LiveScreen` runs one.
"""

from .live import LiveScreen
from .machine import Output, Presenter
from .screen import Screen

__all__ = ["LiveScreen", "Output", "Presenter", "Screen"]
