import Testing

@testable import StatusServer

/// The text of metrics, held against the examples of OpenMetrics 1.0 and of Prometheus' text format 0.0.4.
struct MetricsFormatTests {
  private static let families = [
    MetricFamily(
      "build", .info, "A \\ and a \" in\ntwo lines.", [.init(labels: [.init("v", "1")], value: "1")]),
    MetricFamily("read_bytes", .counter, "Bytes.", 17),
    MetricFamily(
      "wait_seconds", .histogram, "Waits.",
      [
        .init(suffix: "_bucket", labels: [.init("le", "+Inf")], value: "2"),
        .init(suffix: "_count", value: "2"), .init(suffix: "_sum", value: "0.5"),
      ]),
    MetricFamily("open", .gauge, "Open.", [.init(labels: [.init("n", "a\\b\"c\nd")], value: "3")]),
  ]

  @Test func `OpenMetrics has units, and names families without the suffix of their samples`() {
    #expect(
      MetricsFormat.openMetrics.text(of: Self.families, labels: []) == #"""
        # HELP statusd_build A \\ and a \" in\ntwo lines.
        # TYPE statusd_build info
        statusd_build_info{v="1"} 1
        # HELP statusd_read_bytes Bytes.
        # TYPE statusd_read_bytes counter
        # UNIT statusd_read_bytes bytes
        statusd_read_bytes_total 17
        # HELP statusd_wait_seconds Waits.
        # TYPE statusd_wait_seconds histogram
        # UNIT statusd_wait_seconds seconds
        statusd_wait_seconds_bucket{le="+Inf"} 2
        statusd_wait_seconds_count 2
        statusd_wait_seconds_sum 0.5
        # HELP statusd_open Open.
        # TYPE statusd_open gauge
        statusd_open{n="a\\b\"c\nd"} 3
        # EOF

        """#)
  }

  @Test func `the format of Prometheus names families as their samples, and puts labels on each`() {
    #expect(
      MetricsFormat.prometheus.text(of: Self.families, labels: [.init("daemon", "x")]) == #"""
        # HELP statusd_build_info A \\ and a " in\ntwo lines.
        # TYPE statusd_build_info gauge
        statusd_build_info{daemon="x",v="1"} 1
        # HELP statusd_read_bytes_total Bytes.
        # TYPE statusd_read_bytes_total counter
        statusd_read_bytes_total{daemon="x"} 17
        # HELP statusd_wait_seconds Waits.
        # TYPE statusd_wait_seconds histogram
        statusd_wait_seconds_bucket{daemon="x",le="+Inf"} 2
        statusd_wait_seconds_count{daemon="x"} 2
        statusd_wait_seconds_sum{daemon="x"} 0.5
        # HELP statusd_open Open.
        # TYPE statusd_open gauge
        statusd_open{daemon="x",n="a\\b\"c\nd"} 3

        """#)
  }
}
