"""What the runners print is understood: closing lines, failures, skipped tests, and how much was executed."""

from __future__ import annotations

import reading

SWIFT = """\
◇ Test run started.
◇ Test "a number" started.
➜ Test "a namespace" skipped: "needs root"
➜ Test plain() skipped.
✘ Test "a failed attempt failed after 3 tries" recorded an issue at ATests.swift:12:5: Expectation failed: 1 == 2
↳ 1 → 1
✘ Test "a failed attempt failed after 3 tries" with 2 test cases failed after 0.001 seconds with 1 issue.
✘ Test identifier() failed after 0.001 seconds with 1 issue.
✔ Test "a number" passed after 0.001 seconds.
✘ Suite ATests failed after 0.002 seconds with 2 issues.
✘ Test run with 5 tests in 1 suite failed after 0.002 seconds with 2 issues.
"""


def test_a_swift_run_is_read() -> None:
    read = reading.swift_test(SWIFT)
    assert read.closing == "✘ Test run with 5 tests in 1 suite failed after 0.002 seconds with 2 issues."
    assert read.failed == ['"a failed attempt failed after 3 tries"', "identifier()"]
    assert len(read.reasons) == 1
    assert "ATests.swift:12:5" in read.reasons[0]
    assert read.reasons[0].endswith("1 == 2 ↳ 1 → 1")
    assert read.skipped == ['"a namespace": "needs root"', "plain()"]
    assert read.executed == 3


def test_the_closing_line_of_a_swift_run_is_kept_as_it_is() -> None:
    line = "✔ Test run with 614 tests in 105 suites passed after 18.448 seconds."
    assert reading.swift_test(f"✔ Suite A passed after 1.000 seconds.\n{line}\n").closing == line


def test_a_swift_run_of_nothing_executed_nothing() -> None:
    read = reading.swift_test("✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.\n")
    assert read.executed == 0


def test_a_swift_run_that_crashed_says_where() -> None:
    read = reading.swift_test("◇ Test run started.\nA/B.swift:3: Fatal error: Index out of range\n")
    assert (read.closing, read.executed) == ("", 0)
    assert read.reasons == ["A/B.swift:3: Fatal error: Index out of range"]


PYTEST = """\
..F.s                                                                    [100%]
=================================== FAILURES ===================================
=========================== short test summary info ============================
SKIPPED [1] Tests/a/test_a.py:9: needs root
FAILED Tests/a/test_a.py::test_b[1 in 2] - assert 1 == 2
ERROR Tests/a/test_c.py::test_d - OSError: gone
1 failed, 3 passed, 1 skipped, 1 error in 0.08s
"""


def test_a_pytest_run_is_read() -> None:
    read = reading.pytest(PYTEST)
    assert read.closing == "1 failed, 3 passed, 1 skipped, 1 error in 0.08s"
    assert read.failed == ["Tests/a/test_a.py::test_b[1 in 2]", "Tests/a/test_c.py::test_d"]
    assert read.reasons[0].endswith("assert 1 == 2")
    assert read.skipped == ["[1] Tests/a/test_a.py:9: needs root"]
    assert read.executed == 5


def test_a_pytest_run_that_skipped_everything_executed_nothing() -> None:
    assert reading.pytest("ss\n2 skipped in 0.01s\n").executed == 0
    assert reading.pytest("\nno tests ran in 0.01s\n").executed == 0


def test_a_long_pytest_run_closes_with_minutes() -> None:
    line = "462 passed in 75.18s (0:01:15)"
    assert reading.pytest(f"....\n{line}\n").closing == line


def test_other_output_is_its_last_line_and_its_places() -> None:
    read = reading.plain("a.swift:1:2: error: no\n  let a\nerror: fatalError\n\nFound 2 errors.\n\n")
    assert read.closing == "Found 2 errors."
    assert read.reasons == ["a.swift:1:2: error: no", "error: fatalError"]
    assert read.executed is None


NODE = """\
TAP version 13
ok 1 - a call
  ---
  duration_ms: 1.5
  ...
not ok 2 - a daemon that dies
  ---
  error: 'it lives'
  ...
ok 3 - a socket # SKIP needs a bridge
1..3
# tests 3
# pass 1
# fail 1
# cancelled 0
# skipped 1
"""


def test_a_node_run_is_read() -> None:
    read = reading.node_test(NODE)
    assert read.closing == "1 pass, 1 fail, 0 cancelled, 1 skipped"
    assert read.failed == ["a daemon that dies"]
    assert read.reasons == ["'it lives'"]
    assert read.skipped == ["a socket: needs a bridge"]
    assert read.executed == 2


def test_a_node_run_that_did_not_begin_executed_nothing() -> None:
    assert reading.node_test("node: bad option\n").executed == 0


ERT = """\
Running 3 tests (2026-11-22 19:22:04+0000, selector 't')
   passed  1/3  statusd-a (0.000090 sec)
Test statusd-b backtrace:
  signal(ert-test-failed (((should nil) :form nil :value nil)))
Test statusd-b condition:
    (ert-test-failed
     ((should nil) :form nil :value nil))
   FAILED  2/3  statusd-b (0.000070 sec)
  skipped  3/3  statusd-c (0.000060 sec)

Ran 3 tests, 1 results as expected, 1 unexpected, 1 skipped (2026-11-22 19:22:04+0000, 0.172711 sec)

1 unexpected results:
   FAILED  statusd-b
"""


def test_an_ert_run_is_read() -> None:
    read = reading.ert(ERT)
    assert read.closing == "Ran 3 tests, 1 results as expected, 1 unexpected, 1 skipped"
    assert read.failed == ["statusd-b"]
    assert read.reasons == ["statusd-b condition: (ert-test-failed"]
    assert read.skipped == ["statusd-c"]
    assert read.executed == 2


def test_an_ert_run_that_did_not_begin_executed_nothing() -> None:
    assert reading.ert("Cannot open load file: No such file or directory, support\n").executed == 0


BATS = """\
1..4
ok 1 a result comes on standard output
not ok 2 a program that is no statusd is refused
# (in test file clients/shell/test/endings.bats, line 7)
#   `same 1 2' failed
# expected: 1
ok 3 something # skip needs root
ok 4 more # skip
"""


def test_a_bats_run_is_read() -> None:
    read = reading.bats(BATS)
    assert read.closing == "1 passed, 1 failed, 2 skipped"
    assert read.failed == ["a program that is no statusd is refused"]
    assert read.reasons == ["  `same 1 2' failed", "expected: 1"]
    assert read.skipped == ["something: needs root", "more"]
    assert read.executed == 2


def test_a_bats_run_of_nothing_executed_nothing() -> None:
    assert reading.bats("bats: no such file\n").executed == 0
