/// The text formats of metrics.
package enum MetricsFormat: Sendable {
  /// OpenMetrics 1.0, `application/openmetrics-text`.
  case openMetrics
  /// Version 0.0.4 of Prometheus, which the textfile collector of node_exporter reads.
  ///
  /// There a counter is called what its sample is called, and neither units nor infos are known.
  case prometheus

  /// The text of some families.
  ///
  /// - Parameter labels: Labels of every sample.
  func text(of families: [MetricFamily], labels: [MetricLabel]) -> String {
    families.map { text(of: $0, labels) }.joined() + (self == .openMetrics ? "# EOF\n" : "")
  }

  private func text(of family: MetricFamily, _ labels: [MetricLabel]) -> String {
    let suffix = family.kind.suffix
    let name = self == .openMetrics ? family.name : family.name + suffix
    var text = "# HELP \(name) \(Self.escaped(family.help, quotes: self == .openMetrics))\n"
    text += "# TYPE \(name) \(self == .prometheus && family.kind == .info ? "gauge" : family.kind.rawValue)\n"
    if self == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n" }
    for sample in family.samples {
      let labels = Self.text(of: labels + sample.labels)
      text += "\(family.name)\(sample.suffix ?? suffix)\(labels) \(sample.value)\n"
    }
    return text
  }

  private static func text(of labels: [MetricLabel]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
      + "}"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension MetricFamily.Kind {
  /// What the names of its samples have besides the family's; those of a histogram say it themselves.
  fileprivate var suffix: String {
    switch self {
    case .counter: "_total"
    case .info: "_info"
    case .gauge, .histogram: ""
    }
  }
}
