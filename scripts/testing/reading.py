"""What the runners print, read back: the closing line, what failed, what was skipped, how much was executed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass
class Reading:
    """What one command's output says."""

    #: The runner's own last line, to be shown as it is. Empty where there is none.
    closing: str = ""
    #: Names of the tests that failed.
    failed: list[str] = field(default_factory=list)
    #: Lines that say why.
    reasons: list[str] = field(default_factory=list)
    #: Tests that were skipped, with the reason where one is given.
    skipped: list[str] = field(default_factory=list)
    #: How many tests were executed; nil of a command that is no test runner.
    executed: int | None = None


Reader = Callable[[str], Reading]

# Swift Testing begins each line with a symbol. A name is a sentence in quotes or an identifier with (…).
SWIFT_CLOSING = re.compile(r"^\S+\s+(Test run with (\d+) tests? .*(?:passed|failed) after .*)$", re.M)
SWIFT_FAILED = re.compile(
    r"^\S+\s+Test (?!run with|case passing)(.*?)(?: with \d+ test cases?)? failed after [\d.]+ seconds.*$", re.M
)
# With the first line of detail, which holds the comment or the values.
SWIFT_ISSUE = re.compile(r"^\S+\s+(?:Test|Suite) (?!run with).* recorded an issue.*$(?:\n↳.*$)?", re.M)
SWIFT_SKIPPED = re.compile(r"^\S+\s+Test (?!run with)(.*?) skipped(?:\.|: (.*))$", re.M)
CRASH = re.compile(r"^.*(?:Fatal error: |error: Exited with |Crash: |Time limit was exceeded).*$", re.M)

PYTEST_CLOSING = re.compile(r"^=* ?((?:no tests ran|\d+ \w+(?:, \d+ \w+)*) in [\d.]+s.*?) ?=*$", re.M)
PYTEST_COUNT = re.compile(r"(\d+) (passed|failed|errors?|xfailed|xpassed)\b")
PYTEST_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)( - .*)?$", re.M)
PYTEST_SKIPPED = re.compile(r"^SKIPPED (\[\d+\] .*)$", re.M)

# TAP: a line for each test, and the counts at the end.
NODE_COUNT = re.compile(r"^# (pass|fail|cancelled|skipped) (\d+)$", re.M)
NODE_FAILED = re.compile(r"^ *not ok \d+ - (?!.*# (?:SKIP|TODO))(.+)$", re.M)
NODE_SKIPPED = re.compile(r"^ *ok \d+ - (.+?) # SKIP *(.*)$", re.M)
NODE_REASON = re.compile(r"^ *error: (?!\|-)(.+)$", re.M)

ERT_CLOSING = re.compile(r"^Ran (\d+) tests?, .* unexpected(?:, \d+ skipped)?", re.M)
ERT_FAILED = re.compile(r"^   (?:FAILED|ABORTED) +\d+/\d+ +(\S+)", re.M)
ERT_SKIPPED = re.compile(r"^  skipped +\d+/\d+ +(\S+)", re.M)
ERT_REASON = re.compile(r"^Test (\S+ condition:\n +.*)$", re.M)

# TAP: a line for each test, without counts.
BATS_TEST = re.compile(r"^(not ok|ok) \d+ (.+)$", re.M)
BATS_REASON = re.compile(r"^# (?!\(|bats warning)(.+)$", re.M)

# A place in a file, or a line that calls itself an error.
ERROR = re.compile(r"^(?:\S+:\d+:.*|.*\berror: .*)$", re.M)


def swift_test(output: str) -> Reading:
    skipped = [f"{name}: {reason}" if reason else name for name, reason in SWIFT_SKIPPED.findall(output)]
    closing = SWIFT_CLOSING.search(output)
    return Reading(
        closing=closing[0] if closing else "",
        failed=unique(SWIFT_FAILED.findall(output)),
        reasons=unique(
            match[0].replace("\n", " ") for match in (*SWIFT_ISSUE.finditer(output), *CRASH.finditer(output))
        ),
        skipped=unique(skipped),
        # The runner counts those that it skipped.
        executed=int(closing[2]) - len(unique(skipped)) if closing else 0,
    )


def pytest(output: str) -> Reading:
    closings = PYTEST_CLOSING.findall(output)
    closing = closings[-1] if closings else ""
    return Reading(
        closing=closing,
        failed=unique(name for name, _ in PYTEST_FAILED.findall(output)),
        reasons=unique(name + why for name, why in PYTEST_FAILED.findall(output)),
        skipped=PYTEST_SKIPPED.findall(output),
        executed=sum(int(count) for count, _ in PYTEST_COUNT.findall(closing)),
    )


def node_test(output: str) -> Reading:
    counts = {name: int(count) for name, count in NODE_COUNT.findall(output)}
    executed = counts.get("pass", 0) + counts.get("fail", 0) + counts.get("cancelled", 0)
    return Reading(
        closing=", ".join(f"{count} {name}" for name, count in counts.items()),
        failed=unique(NODE_FAILED.findall(output)),
        reasons=unique(NODE_REASON.findall(output)),
        skipped=[f"{name}: {reason}" if reason else name for name, reason in NODE_SKIPPED.findall(output)],
        executed=executed,
    )


def ert(output: str) -> Reading:
    closing = ERT_CLOSING.search(output)
    skipped = unique(ERT_SKIPPED.findall(output))
    return Reading(
        closing=closing[0] if closing else "",
        failed=unique(ERT_FAILED.findall(output)),
        reasons=unique(re.sub(r"\s+", " ", reason) for reason in ERT_REASON.findall(output)),
        skipped=skipped,
        # The runner counts those that it skipped.
        executed=int(closing[1]) - len(skipped) if closing else 0,
    )


def bats(output: str) -> Reading:
    tests = [(result == "ok", *name.partition(" # skip")) for result, name in BATS_TEST.findall(output)]
    skipped = [f"{name}: {reason.strip()}" if reason else name for _, name, mark, reason in tests if mark]
    failed = unique(name for passed, name, *_ in tests if not passed)
    passed = len(tests) - len(failed) - len(skipped)
    return Reading(
        closing=f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped",
        failed=failed,
        reasons=unique(BATS_REASON.findall(output)),
        skipped=skipped,
        executed=passed + len(failed),
    )


def plain(output: str) -> Reading:
    lines = [line for line in output.splitlines() if line.strip()]
    return Reading(closing=lines[-1] if lines else "", reasons=unique(match[0] for match in ERROR.finditer(output)))


def unique(items: Iterable[str]) -> list[str]:
    """The items without repetitions, in order."""
    return list(dict.fromkeys(items))


SWIFT_TEST, PYTEST, NODE_TEST, ERT, BATS, PLAIN = swift_test, pytest, node_test, ert, bats, plain
