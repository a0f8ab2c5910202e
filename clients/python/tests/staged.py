"""A dashboard without a terminal, over a daemon under a manual clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from statusd import Statusd
from statusd.dashboard.app import Dashboard
from statusd.dashboard.failures import FailureBox, OptionButton
from statusd.dashboard.panels import LocationPanel, Panel, PartPanel
from support import running
from textual.pilot import Pilot
from textual.widgets import Label, Static, Switch

MANUAL = ("--clock", "manual", "--seed", "1", "--drain-timeout", "0")


class Stage:
    pilot: Pilot[None]

    def __init__(self, daemon: Statusd) -> None:
        self.daemon, self.dashboard = daemon, Dashboard(daemon)
        self.told: list[str] = []
        self.dashboard.notify = lambda message, **_: self.told.append(message)  # type: ignore[method-assign]

    async def advance(self, seconds: float = 0) -> None:
        """What was pressed has reached the daemon, and its screens are drawn."""
        await self.pilot.pause()
        if self.daemon.is_running:
            await self.daemon.call("advanceClock", [seconds])
        await self.draw()

    async def draw(self) -> None:
        # What is drawn first may leave another room for the rest.
        for _ in range(2):
            await self.dashboard.draw()
            await self.pilot.pause()

    async def press(self, key: str, part: str | None = None) -> None:
        """Presses a key, after selecting a part."""
        if part:
            self.dashboard.select(self.panel(part))
        await self.pilot.press(key)
        await self.advance()

    async def choose(self, box: FailureBox, option: str) -> None:
        [button] = [each for each in box.query(OptionButton) if each.option_id == option]
        button.press()
        await self.advance()

    def panel(self, part: str) -> Panel:
        if part == "location":
            return self.dashboard.query_one(LocationPanel)
        [panel] = [each for each in self.dashboard.query(PartPanel) if each.part == part]
        return panel

    def text(self, part: str) -> str:
        return str(self.panel(part).query_one(".content", Static).content)

    def box(self, part: str) -> FailureBox:
        return self.panel(part).query_one(FailureBox)

    def switch(self, part: str) -> Switch:
        return self.panel(part).query_one(Switch)

    def subtitle(self, part: str) -> str:
        return str(self.panel(part).border_subtitle)

    def label(self, id: str) -> str | None:
        label = self.dashboard.query_one(f"#{id}", Label)
        return str(label.content) if label.display else None

    @property
    def alert(self) -> FailureBox:
        return self.dashboard.query_one("#alert", FailureBox)


@asynccontextmanager
async def staged(scenario: str, *arguments: str, size: tuple[int, int] = (110, 40)) -> AsyncIterator[Stage]:
    async with running("--scenario", scenario, *arguments, *MANUAL) as daemon:
        stage = Stage(daemon)
        async with stage.dashboard.run_test(size=size) as stage.pilot:
            await stage.advance()
            yield stage


def titles(box: FailureBox) -> list[tuple[str, bool]]:
    return [(str(button.label), not button.disabled) for button in box.query(OptionButton)]
