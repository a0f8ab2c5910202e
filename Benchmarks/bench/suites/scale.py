"""What one unit costs with few of them and with many: nothing may grow faster than linearly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import frames
from bench.context import Context, Figures
from bench.conversation import Conversation
from bench.paths import WORK, work

HOUR, DAY = 3600, 86400
FOLDER = WORK / "scale"


@dataclass(frozen=True)
class Row:
    """One thing of which there may be many."""

    title: str
    unit: str
    sizes: tuple[int, int]
    #: Microseconds of CPU time for a unit, with so many.
    cost: Callable[[str, int], float]
    #: With --quick, in place of the larger size.
    quick: int


def measure(context: Context) -> Figures:
    found: Figures = {}
    for row in ROWS:
        small, large = row.sizes[0], row.quick if context.is_quick else row.sizes[1]
        contestants = {str(size): lambda size=size, row=row: row.cost(context.statusd, size) for size in (small, large)}
        context.say(f"   {row.title}: {small:,} and {large:,}")
        found[row.title] = {"unit": row.unit, "rounds": context.interleaved(contestants)}
    return found


class Meter:
    """CPU time of a daemon between two moments, for one of several units."""

    def __init__(self, session: Conversation) -> None:
        self.session = session
        self.start = session.cpu()

    def each(self, units: int) -> float:
        return (self.session.cpu() - self.start) / units * 1e6


# MARK: Resources


def polled(count: int, interval: int) -> Path:
    """A configuration with so many resources that are polled; their one file stays as it is.

    A configuration has a megabyte at most, so the rows are short, and the file is in the working directory.
    """
    (FOLDER / "v").parent.mkdir(parents=True, exist_ok=True)
    (FOLDER / "v").write_bytes(b"[1]")
    settings = f'source="file:v",autoPolling={{enabled=true,interval={interval}}}'
    rows = [f"r{number:05}={{{settings}}}" for number in range(count)]
    file = FOLDER / f"polled-{count}-{interval}.toml"
    file.write_text("\n".join(["[resources]", *rows, ""]), encoding="utf-8")
    return file


def manual(statusd: str, *options: str) -> Conversation:
    """A daemon whose clock is ours, and whose snapshots go to responses alone."""
    session = Conversation([statusd, "--clock", "manual", "--seed", "1", *options], FOLDER)
    session.result("initialize", {"notifications": {"stateChanged": False}})
    return session


def a_poll(statusd: str, count: int) -> float:
    with manual(statusd, "--config", str(polled(count, 1))) as session:
        session.result("advanceClock", {"seconds": 2})
        meter, seconds = Meter(session), max(10, 2_000 // count)
        session.result("advanceClock", {"seconds": seconds})
        return meter.each(count * seconds)


def a_timer(statusd: str, count: int) -> float:
    """Every resource has a timer. All are scheduled by the first poll, and are due once more."""
    with manual(statusd, "--config", str(polled(count, HOUR))) as session:
        meter = Meter(session)
        session.result("advanceClock", {"seconds": 2 * HOUR})
        return meter.each(2 * count)


def a_configured_resource(statusd: str, count: int) -> float:
    with Conversation([statusd, "--config", str(polled(count, DAY))], FOLDER) as session:
        session.result("getState")
        return session.cpu() / count * 1e6


def a_look_at_the_last(statusd: str, count: int) -> float:
    with manual(statusd, "--config", str(polled(count, DAY))) as session:
        name, times = f"r{count - 1:05}", 2_000
        session.result("getState", {"resource": name})
        meter = Meter(session)
        together(session, [("getState", {"resource": name})] * times)
        return meter.each(times)


def a_poll_in_so_many_days(statusd: str, days: int) -> float:
    with manual(statusd, "--config", str(polled(1, HOUR))) as session:
        session.result("advanceClock", {"seconds": DAY})
        meter = Meter(session)
        session.result("advanceClock", {"seconds": days * DAY})
        return meter.each(days * DAY // HOUR)


# MARK: Calls and subscriptions


def together(session: Conversation, calls: Sequence[tuple[str, object]]) -> None:
    """Writes all calls before the first response is read, and reads to the last one.

    Their number must be so small that the requests fit in the pipe and the daemon's limits.
    """
    for method, params in calls:
        session.last_id += 1
        session.input.write(frames.request(session.last_id, method, params) + b"\n")
    session.input.flush()
    session.response(session.last_id)


def with_limits(name: str, **limits: int) -> str:
    file = work(f"{name}.toml")
    rows = [f"{key} = {value}" for key, value in limits.items()]
    file.write_text("\n".join(["[limits]", *rows, ""]), encoding="utf-8")
    return str(file)


def a_call_in_flight(statusd: str, count: int) -> float:
    """So many callers of one fetch that takes five seconds of the manual clock."""
    limits = with_limits("calls", inFlight=max(count, 1), outputBytes=1 << 30)
    repeated = max(1, 4_096 // count)
    with manual(statusd, "--config", limits, "--scenario", "slow") as session:
        meter = Meter(session)
        for _ in range(repeated):
            for _ in range(count):
                session.last_id += 1
                session.input.write(frames.request(session.last_id, "fetchMenu") + b"\n")
            session.result("advanceClock", {"seconds": 6})
        return meter.each(count * repeated)


def a_member_of_a_batch(statusd: str, count: int) -> float:
    limits, repeated = with_limits("batch", batch=max(count, 1)), max(1, 10_000 // count)
    batch = b"[" + b",".join(frames.requests("getState", count)) + b"]"
    with manual(statusd, "--config", limits) as session:
        session.write(batch)
        session.line()
        meter = Meter(session)
        for _ in range(repeated):
            session.write(batch)
            session.line()
        return meter.each(count * repeated)


def subscribed(statusd: str, count: int) -> Conversation:
    limits = with_limits("subscriptions", subscriptions=count, outputBytes=1 << 30, notificationBytes=1 << 30)
    return manual(statusd, "--config", limits)


def subscribe(session: Conversation, count: int) -> None:
    # A hundred at a time: the responses of more do not fit in the pipe.
    for first in range(0, count, 100):
        together(session, [("subscribeLocation", {})] * min(100, count - first))


def a_subscription(statusd: str, count: int) -> float:
    with subscribed(statusd, count) as session:
        meter = Meter(session)
        subscribe(session, count)
        return meter.each(count)


def an_ended_subscription(statusd: str, count: int) -> float:
    with subscribed(statusd, count) as session:
        subscribe(session, count)
        meter = Meter(session)
        calls = [("unsubscribeLocation", {"subscriptionId": f"l{number}"}) for number in range(1, count + 1)]
        for first in range(0, count, 100):
            together(session, calls[first : first + 100])
        return meter.each(count)


def a_notification(statusd: str, count: int) -> float:
    """Every position of the route goes to every subscription."""
    positions = max(5, 5_000 // count)
    with subscribed(statusd, count) as session:
        subscribe(session, count)
        session.result("advanceClock", {"seconds": 10})
        meter = Meter(session)
        for _ in range(positions):
            session.result("advanceClock", {"seconds": 10})
            if session.notified != count:
                raise ValueError(f"{session.notified} notifications to {count} subscriptions")
        return meter.each(count * positions)


ROWS = (
    Row("resources polling", "poll", (100, 1_000), a_poll, 200),
    Row("timers", "time that one is due", (1_000, 10_000), a_timer, 1_500),
    Row("resources configured", "resource", (100, 1_000), a_configured_resource, 200),
    Row("resources, the last one asked for", "`getState`", (100, 1_000), a_look_at_the_last, 200),
    Row("days of `advanceClock`, hourly polls", "poll", (30, 365), a_poll_in_so_many_days, 60),
    Row("calls in flight", "call", (64, 256), a_call_in_flight, 128),
    Row("calls in flight, with a higher limit", "call", (256, 16_384), a_call_in_flight, 512),
    Row("members of a batch", "member", (10, 100), a_member_of_a_batch, 50),
    Row("subscriptions", "subscription", (1_000, 10_000), a_subscription, 1_500),
    Row("subscriptions that end", "subscription", (1_000, 10_000), an_ended_subscription, 1_500),
    Row("subscriptions to one location", "notification", (100, 1_000), a_notification, 200),
)
