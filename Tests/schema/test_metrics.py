"""The metrics of the built statusd, read as Prometheus reads them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as prometheus

from contract import ROOT
from test_binary import binary

# Every metric: with a store, and with a recorded session.
STATS = '{"jsonrpc":"2.0","id":1,"method":"refresh"}\n{"jsonrpc":"2.0","id":2,"method":"fetchMenu"}\n'
ROW = re.compile(r"\| `(statusd_\w+)` \| (\w+) \| ([^|]*)\| (.*) \|")


def printed(form: str, *options: str) -> str:
    words = [binary(), "call", "stats", "--format", form, *options]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def promtool(text: str) -> None:
    """Warnings about names and helps have a status of their own."""
    done = subprocess.run(
        ["promtool", "check", "metrics"], check=False, input=text, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture(name="file")
def file_of_a_session(tmp_path: Path) -> str:
    """What a session leaves in its file; the name of it has to be escaped in a label."""
    path = tmp_path / 'one "\\ daemon.prom'
    words = [binary(), "--metrics", path, "--trace", tmp_path / "trace", "--store", tmp_path / "store"]
    subprocess.run(words, input=STATS, check=True, capture_output=True, text=True)
    return path.read_text()


def sample_names(metrics: list[Metric]) -> set[str]:
    return {
        re.sub("_(bucket|count|sum|created)$", "", sample.name)
        for metric in metrics
        for sample in metric.samples
    }


def test_promtool_finds_nothing_wrong(file: str) -> None:
    promtool(file)
    promtool(printed("prometheus"))


def test_a_strict_reader_takes_openmetrics(tmp_path: Path) -> None:
    metrics = list(openmetrics(printed("openmetrics", "--store", str(tmp_path / "store"))))
    assert {metric.unit for metric in metrics} == {"", "seconds", "bytes"}
    assert all(metric.name.endswith(f"_{metric.unit}") for metric in metrics if metric.unit)
    assert [metric.name for metric in metrics if metric.type == "info"] == ["statusd_build"]


def test_every_sample_says_which_daemon_it_is_of(file: str) -> None:
    samples = [sample for metric in prometheus(file) for sample in metric.samples]
    assert {sample.labels["daemon"] for sample in samples} == {'one "\\ daemon'}
    assert len({(sample.name, *sorted(sample.labels.items())) for sample in samples}) == len(samples)


def test_a_session_is_counted(file: str) -> None:
    values = {(s.name, *sorted(s.labels.values())): s.value for m in prometheus(file) for s in m.samples}
    name = 'one "\\ daemon'
    assert values["statusd_requests_answered_total", name] == 2
    for resource in ("state", "menu"):
        assert values["statusd_fetches_total", *sorted((name, "ok", resource))] == 1
        assert values["statusd_fetch_duration_seconds_bucket", *sorted(("+Inf", name, resource))] == 1
        assert values["statusd_fetch_duration_seconds_count", *sorted((name, resource))] == 1


def test_the_documentation_has_every_metric(file: str) -> None:
    page = (ROOT / "docs/operations.md").read_text()
    rows = ROW.findall(page.split("<!-- metrics -->")[1].split("<!-- end -->")[0])
    found = list(prometheus(file))
    assert {row[0] for row in rows} == sample_names(found)
    helps = {next(iter(sample_names([metric]))): metric.documentation for metric in found}
    assert {row[0]: row[3] for row in rows} == helps
    labels = {name: set[str]() for name in sample_names(found)}
    for metric in found:
        for sample in metric.samples:
            labels[next(iter(sample_names([metric])))] |= sample.labels.keys() - {"daemon", "le"}
    assert {row[0]: set(re.findall(r"`(\w+)`", row[2])) for row in rows} == labels
