"""scripts/bench reads what valgrind says, compares round by round, and writes between its markers only."""

from __future__ import annotations

import json
import uuid
import xml.etree.ElementTree as ElementTree

import pytest

from bench import about, callgrind, counts, figures, frames, load, paths, values
from bench.context import Context
from bench.report import markers, scaling, svg, text
from bench.report.targets import Target
from bench.suites import methods, profile

REPORT = """\
==4711== Callgrind, a call-graph generating cache profiler
==4711== Events    : Ir
==4711== Collected : 27199410
==4711==
==4711== I   refs:      27,199,410
"""


def test_callgrind_says_how_many_instructions_it_has_collected() -> None:
    assert callgrind.parse(REPORT) == 27_199_410


def test_a_report_without_a_count_is_an_error_that_shows_it() -> None:
    with pytest.raises(callgrind.CallgrindError, match="unrecognised instruction"):
        callgrind.parse("vex amd64->IR: unrecognised instruction\n")


def test_the_median_stands_between_the_lowest_and_the_highest_round() -> None:
    assert figures.spread([9, 1, 4]) == figures.Spread(4, 1, 9)
    assert figures.spread([1, 2, 3, 10]).median == 2.5


def test_ratios_are_taken_within_a_round() -> None:
    # The second round met twice the load; the ratio of the medians would be 1.
    assert figures.ratios([2, 8, 2], [4, 4, 1]) == figures.Spread(2, 0.5, 2)


def test_rounds_that_do_not_pair_are_an_error() -> None:
    with pytest.raises(ValueError, match="2 rounds beside 1"):
        figures.ratios([1, 2], [1])


@pytest.mark.parametrize(("power", "slope"), [(1, 1), (2, 2)])
def test_the_exponent_tells_linear_from_quadratic(power: int, slope: float) -> None:
    points = [(float(size), 3.0 * size**power) for size in (100, 1_000, 10_000)]
    assert figures.exponent(points) == pytest.approx(slope)


def test_contestants_take_turns_and_each_begins_once() -> None:
    played: list[str] = []
    contestants = {name: lambda name=name: played.append(name) for name in "abc"}
    rows = Context("statusd", 3, False).interleaved(contestants)
    assert "".join(played) == "abcbcacab"
    assert {name: len(row) for name, row in rows.items()} == {"a": 3, "b": 3, "c": 3}


# MARK: Messages and values


def test_messages_of_130_bytes_have_130_bytes() -> None:
    for kind in ("getState130", "params130"):
        lines = frames.framed(frames.requests(kind, 3), "lines").splitlines(keepends=True)
        assert [len(line) for line in lines] == [130] * 3


def test_messages_of_a_kind_have_one_length_and_ids_of_their_own() -> None:
    messages = frames.requests("error", 1_000)
    assert len({len(message) for message in messages}) == 1
    assert len(set(messages)) == 1_000


@pytest.mark.parametrize("kind", methods.ROWS)
def test_a_script_sends_what_json_dumps_writes_with_a_uuid_for_an_id(kind: str) -> None:
    messages = frames.requests(kind, 4)
    read = [json.loads(message) for message in messages]
    assert [json.dumps(message).encode() for message in read] == messages
    assert len({uuid.UUID(message["id"]) for message in read}) == 4


def test_every_method_has_its_row() -> None:
    assert sorted(methods.ROWS) == sorted(frames.METHODS)


def test_the_mix_calls_ten_methods_and_ends_where_a_run_does() -> None:
    assert len({method for method, _ in frames.MIXED}) == 10
    assert counts.SHORT % len(frames.MIXED) == counts.LONG % len(frames.MIXED) == load.REPEATED % len(frames.MIXED) == 0


def test_a_header_counts_the_bytes_of_its_message() -> None:
    assert frames.framed([b"{}", b'"\xc3\xbc"'], "headers") == b'Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n"\xc3\xbc"'


def test_values_are_2_mib_the_same_in_every_run_and_differ_by_variant() -> None:
    for content, size in ((values.fleet, values.FLEET_2_MIB), (values.menu, values.MENU_2_MIB)):
        body = content(size)
        assert abs(len(body) / 2**21 - 1) < 0.01
        assert content(size) == body
        assert content(size, 1) != body


# MARK: The page

PAGE = """\
Before.

<!-- figures: one -->
old
<!-- end -->

<!-- figures: two -->
<!-- end -->
After.
"""


def test_text_goes_between_its_markers_and_nowhere_else() -> None:
    page = markers.replace(PAGE, {"two": "new\nlines\n"})
    assert page == PAGE.replace("two -->\n<!--", "two -->\nnew\nlines\n<!--")
    assert markers.replace(page, {"two": ""}) != page
    assert markers.replace(page, {}) == page


def test_text_without_a_marker_is_an_error() -> None:
    with pytest.raises(markers.UnknownMarker, match="three"):
        markers.replace(PAGE, {"one": "a", "three": "b"})


def test_every_table_has_its_place_in_the_page() -> None:
    from bench.paths import PAGE as page
    from bench.report.plots import PLOTS
    from bench.report.tables import TABLES

    written = page.read_text(encoding="utf-8")
    places = [match["name"] for match in markers.BLOCK.finditer(written)]
    assert sorted(places) == sorted([*TABLES, "about", "targets"])
    assert all(f"performance/{name}.svg" in written for name in PLOTS)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (0.0123, "0.0123"), (1.234, "1.23"), (12.34, "12.3"), (123.4, "123"), (1_234_567, "1,234,567")],
)
def test_numbers_have_three_digits(value: float, written: str) -> None:
    assert text.number(value) == written


def test_a_table_has_a_cell_for_each_column() -> None:
    assert text.table(("", "b"), [["1", ""]]) == "| | b |\n| --- | --- |\n| 1 | |"


@pytest.mark.parametrize(
    ("bound", "is_least", "value", "verdict"),
    [
        (0.42, False, 0.42, "reached"), (0.4, False, 0.5, "missed by 25%"), (0.05, False, 0.5, "missed: 10.0 times that"),
        (1.7, True, 1.7, "reached"), (1.8, True, 1.5, "missed by 20%"), (0, False, 1, "missed"),
    ],
)  # fmt: skip
def test_a_target_says_whether_it_was_reached(bound: float, is_least: bool, value: float, verdict: str) -> None:
    target = Target("a", bound, lambda _: figures.spread([value]), is_least)
    assert target.row({})[3] == verdict


def test_a_target_that_was_not_measured_says_so() -> None:
    assert Target("a", 1, lambda suites: suites["none"]["at all"]).row({})[3] == "not measured"


# MARK: docs/scaling.md


def test_everything_of_the_page_of_scaling_has_its_place() -> None:
    written = paths.SCALING_PAGE.read_text(encoding="utf-8")
    places = [match["name"] for match in markers.BLOCK.finditer(written)]
    assert sorted(places) == sorted(scaling.TEXTS)
    assert all(f"scaling/{name}.svg" in written for name in scaling.PLOTS)


def test_recovery_counts_from_the_end_of_the_outage() -> None:
    current = [10, 10, 0, 0, 4, 5, 9, 10]
    assert scaling.recovery(current, 4, 10) == [2, 3, 4]
    assert scaling.recovery(current[:6], 4, 10) == [2, None, None]


def test_the_plot_of_an_outage_shows_the_busiest_of_ten_seconds() -> None:
    requests = [1] * 15 + [700] + [0] * 1_500
    run = {"requests": requests, "current": [1] * len(requests)}
    figures = {"pollers": 1, "runs": dict.fromkeys(("neither", "both"), run)}
    points = scaling.requests_plot(figures).curves["neither"]
    assert points[:3] == [(-300, 1), (-290, 700), (-280, 1)]
    assert points[-1][0] < scaling.LAST


# MARK: Plots


def test_a_plot_is_xml_whose_points_lie_inside() -> None:
    curves = {"a < b": [(1.0, 1.0), (1_000.0, 100.0)]}
    plot = svg.Lines("A plot", svg.around("x", [1, 1_000]), svg.Axis("y", 0, 100), curves)
    root = ElementTree.fromstring(plot.svg())
    points = [node.get("points") for node in root.iter() if node.get("points")]
    corners = f"{svg.LEFT:.1f},{plot.up(1):.1f} {svg.WIDTH - svg.RIGHT:.1f},{svg.TOP:.1f}"
    assert points == [corners]
    assert "a < b" in "".join(root.itertext())


def test_bars_grow_with_the_logarithm() -> None:
    root = ElementTree.fromstring(svg.Bars("Bars", "ms", {"one": 10, "two": 100, "three": 1_000}).svg())
    widths = [float(node.get("width", "")) for node in root.iter() if node.tag.endswith("rect")]
    assert widths[0] == 0
    assert widths[2] == pytest.approx(2 * widths[1], abs=0.2)


def test_about_knows_the_machine() -> None:
    assert about.processor()
    assert about.git("rev-parse", "HEAD") != "an unknown commit"


# MARK: The profile

PROFILE = """\
events: Ir
ob=(1) /a/release/statusd
fl=(1) ???
fn=(1) $s7Jansson10JSONWriterV4byte
0 40
cob=(2) /lib/libc.so.6
cfn=(2) memcpy
calls=3 0
0 900
+1 2

fn=(3) swift_release
0 7
cfn=(1)
calls=1 0
0 42

ob=(2)
fn=(2)
0 900
ob=(1)
fn=(4) $sSa6appendyyxF
* 5
"""


def test_a_profile_is_summed_by_module_without_what_is_called() -> None:
    assert profile.self_costs(PROFILE.splitlines(keepends=True)) == {
        "`Jansson`": 42, "libc": 900, "Swift's runtime": 7, "Swift's standard library": 5,
    }  # fmt: skip
