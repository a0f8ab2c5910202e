"""A presenter over a running daemon: its requests are made, what comes is given to it, and its clock ticks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import CallTimedOut, DaemonEnded, ProtocolError, StatusdError
from ..notifications import RESTARTED, Notification
from .machine import Output, Presenter
from .model import Described, Message
from .screen import Screen

if TYPE_CHECKING:
    from ..client import Statusd

#: What the presenter is given for a call that ended without a response.
WITHDRAWN = {"code": -32800, "data": {"failureId": "", "kind": "requestCancelled", "presentation": "silent"}}


class LiveScreen:
    """The screen of a daemon for the length of `async with`.

    `on_change` is called with each new screen, `on_perform` with each option that is the client's to perform.
    `clock` gives seconds since 1970; the daemon's, where that is manual.
    """

    def __init__(
        self,
        daemon: Statusd,
        resources: Mapping[str, Described] | None = None,
        *,
        on_change: Callable[[Screen], None] = lambda screen: None,
        on_perform: Callable[[dict[str, Any]], None] = lambda chosen: None,
        clock: Callable[[], float] = time.time,
        tick: float = 1.0,
    ) -> None:
        self._daemon, self._presenter = daemon, Presenter(resources)
        self._on_change, self._on_perform = on_change, on_perform
        self._clock, self._tick = clock, tick
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._is_open = False
        self.screen = self._presenter.screen(clock())

    async def __aenter__(self) -> LiveScreen:
        self._is_open = True
        self._daemon._listen(self)
        self._do(self._presenter.connect(self._clock()))
        self._ticking = asyncio.create_task(self._keep_ticking())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        self._daemon._listeners.forget(self)
        tasks = [self._ticking, *self._calls.values()]
        for each in tasks:
            each.cancel()
        await asyncio.wait(tasks)

    def press(self, button: Mapping[str, Any]) -> None:
        """A person pressed a button: `{"button": "refresh", "resource": "menu"}`."""
        self._do(self._presenter.press(button, self._clock()))

    def tick(self) -> None:
        """Time has passed. Once in `tick` seconds this happens by itself."""
        self._do(self._presenter.tick(self._clock()))

    # For the client: in the order in which messages come.

    def add(self, notification: Notification) -> None:
        if notification.method == RESTARTED:
            self._do(self._presenter.connect(self._clock()))
        else:
            self._receive({"method": notification.method, "params": notification.params})

    def end(self, reason: Exception) -> None:
        self._do(self._presenter.disconnect(self._clock()))

    # What the presenter wants

    def _do(self, output: Output) -> None:
        if not self._is_open:
            return  # What is cancelled at the end would bring other requests.
        for message in output.sends:
            if "id" in message:
                self._calls[message["id"]] = asyncio.create_task(self._call(message))
            elif call := self._calls.get(message["params"]["id"]):
                # Behind its beginning: a task that is cancelled before it begins would give the presenter nothing.
                asyncio.get_running_loop().call_soon(call.cancel)
        for chosen in output.performs:
            self._show(self._on_perform, chosen)
        screen = self._presenter.screen(self._clock())
        if screen != self.screen:
            self.screen = screen
            self._show(self._on_change, screen)

    def _show(self, listener: Callable[[Any], None], about: Any) -> None:
        """A listener's mistake is not the daemon's: it goes to the loop's exception handler, and the session goes on."""
        try:
            listener(about)
        except Exception as problem:  # noqa: BLE001
            context = {"message": f"{listener!r} of a LiveScreen failed", "exception": problem}
            asyncio.get_running_loop().call_exception_handler(context)

    async def _call(self, message: Message) -> None:
        id = message["id"]

        def respond(result: Any) -> None:
            self._receive({"id": id, "result": result})

        try:
            await self._daemon._call(message["method"], message["params"], on_result=respond)
        except StatusdError as error:
            self._receive({"id": id, "error": {"code": error.code, "data": error.failure.data}})
        except (DaemonEnded, ProtocolError):
            self._do(self._presenter.disconnect(self._clock()))
        except (asyncio.CancelledError, CallTimedOut):
            self._receive({"id": id, "error": WITHDRAWN})
        finally:
            self._calls.pop(id, None)

    def _receive(self, message: Message) -> None:
        self._do(self._presenter.receive(message, self._clock()))

    async def _keep_ticking(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            self.tick()
