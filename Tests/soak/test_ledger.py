"""What the account of a connection must notice; a soak run that cannot fail would tell nothing."""

import pytest

from framing import HEADERS, LINES, Decoder, encode
from gauge import Gauge
from ledger import Ledger
from session import SUCCESS
from violation import Violation


def result(id: str, result: str = "{}") -> bytes:
    return f'{{"jsonrpc":"2.0","id":{id},"result":{result}}}'.encode()


def failure(id: str, kind: str, detail: str = "{}") -> bytes:
    data = f'{{"kind":"{kind}","detail":{detail}}}'
    return f'{{"jsonrpc":"2.0","id":{id},"error":{{"code":1,"message":"","data":{data}}}}}'.encode()


def changed(revision: int, coalesced: int = 0) -> bytes:
    params = f'{{"resource":"state","revision":{revision},"coalesced":{coalesced}}}'
    return f'{{"jsonrpc":"2.0","method":"stateChanged","params":{params}}}'.encode()


def snapshot(revision: int) -> str:
    return f'{{"resource":"state","revision":{revision}}}'


def play(*lines: bytes) -> Ledger:
    """A ledger to which 1, "a" and 2.0 are owed, and one answer without an id."""
    ledger = Ledger()
    for id in (b"1", b'"a"', b"2.0"):
        ledger.expect(id, SUCCESS)
    ledger.expect_anonymous()
    for line in lines:
        ledger.receive(line)
    return ledger


ALL = [result("1"), result('"a"'), result("2.0"), failure("null", "parseError")]


def test_one_answer_each_settles() -> None:
    play(*ALL).verify_settled()


def test_a_second_use_of_an_id_is_paid_by_the_refusal_that_names_it() -> None:
    ledger = play(*ALL)
    for _ in range(2):
        ledger.expect(b'"b"')
    ledger.receive(failure("null", "invalidRequest", '{"reason":"idInUse","id":"b"}'))
    ledger.receive(result('"b"'))
    ledger.verify_settled()


@pytest.mark.parametrize("missing", range(len(ALL)))
def test_a_missing_answer_is_noticed(missing: int) -> None:
    with pytest.raises(Violation, match="missing"):
        play(*ALL[:missing], *ALL[missing + 1 :]).verify_settled()


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([result("1"), result("1")], id="answered twice"),
        pytest.param([result("7")], id="never asked"),
        pytest.param([result("2")], id="an id in another form"),
        pytest.param([failure("1", "serverError")], id="another outcome"),
        pytest.param([failure("null", "parseError")] * 2, id="an answer too many without an id"),
        pytest.param([b"{"], id="not JSON"),
        pytest.param([b'{"jsonrpc":"2.0","id":1,"result":{},"more":1}'], id="a member too many"),
        pytest.param([changed(2), changed(2)], id="a revision twice"),
        pytest.param([changed(3), changed(2)], id="a revision that falls"),
        pytest.param([changed(1), result("1", snapshot(2))], id="answered before it is notified"),
        pytest.param([changed(3), result("1", snapshot(2))], id="an answer older than what was notified"),
        pytest.param([b"[" + result("1") + b"]"], id="an array for no batch"),
    ],
)
def test_what_is_wrong_is_noticed(lines: list[bytes]) -> None:
    with pytest.raises(Violation):
        play(*lines)


def test_answers_that_need_not_wait_come_in_the_order_of_the_requests() -> None:
    ledger = Ledger()
    for id in (b"1", b"2"):
        ledger.expect(id, SUCCESS, at_once=True)
    with pytest.raises(Violation, match="before"):
        ledger.receive(result("2"))


def test_a_batch_is_answered_in_its_order() -> None:
    ledger = play()
    ledger.expect_batch([b"1", b'"a"'])
    with pytest.raises(Violation, match="order"):
        ledger.receive(b"[" + result('"a"') + b"," + result("1") + b"]")


@pytest.mark.parametrize("framing", [LINES, HEADERS])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_messages_are_found_however_they_are_split(framing: str, size: int) -> None:
    messages = [result("1"), b"{}", result('"a"')]
    data = b"".join(encode(framing, message) for message in messages)
    decoder = Decoder(framing)
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    assert [message for part in parts for message in decoder.feed(part)] == messages
    decoder.end()


OTHER_FRAMES = [(LINES, b"{}\r\n"), (HEADERS, b"Content-length: 2\r\n\r\n{}" + b" " * 60)]


@pytest.mark.parametrize("framing, data", OTHER_FRAMES)
def test_a_frame_that_is_not_promised_is_noticed(framing: str, data: bytes) -> None:
    with pytest.raises(Violation):
        Decoder(framing).feed(data)


@pytest.mark.parametrize(
    "samples, check",
    [
        ({"resident": [(20 + sample) << 20 for sample in range(12)]}, "resident memory does not grow"),
        ({"resident": [20 << 20] * 3, "peak": 65 << 20}, "resident memory stays under its bound"),
        ({"descriptors": [8] * 6 + [12] * 3}, "descriptors do not grow"),
        ({"descriptors": [40] * 9}, "descriptors stay under their bound"),
        ({"threads": [1, 6, 1]}, "threads stay under their bound"),
    ],
)
def test_what_grows_is_noticed(samples: dict[str, object], check: str) -> None:
    quiet: dict[str, object] = {"resident": [20 << 20] * 3, "descriptors": [8] * 3, "threads": [1] * 3}
    assert not any(Gauge(**quiet).findings().values())  # type: ignore[arg-type]
    findings = Gauge(**{**quiet, **samples}).findings()  # type: ignore[arg-type]
    assert [name for name, finding in findings.items() if finding] == [check]


@pytest.mark.parametrize("late", range(1, 12))
def test_memory_that_grows_once_is_no_leak(late: int) -> None:
    """The largest body so far may come at any time, and what was allocated for it is kept."""
    resident = [20 << 20] * (12 - late) + [30 << 20] * late
    assert Gauge(resident=resident).growth == 0


def test_a_run_of_few_samples_shows_no_growth() -> None:
    assert Gauge(resident=[20 << 20, 30 << 20, 40 << 20]).growth == 0
