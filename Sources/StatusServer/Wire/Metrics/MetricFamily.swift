import Text

/// A metric with its samples, as OpenMetrics 1.0 models it.
struct MetricFamily {
  enum Kind: String {
    case counter, gauge, histogram, info
  }

  struct Sample {
    /// What the name has besides the family's; nil for what the kind says.
    var suffix: String?
    var labels: [MetricLabel] = []
    let value: String
  }

  /// Without the suffix of a sample; what is measured in a unit ends with it.
  let name: String
  let kind: Kind
  let help: String
  let samples: [Sample]

  init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    (self.name, self.kind, self.help, self.samples) = ("statusd_\(name)", kind, help, samples)
  }

  /// A family with one sample.
  init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    self.init(name, kind, help, [Sample(value: "\(value)")])
  }

  /// The unit that the name ends with; nil for a number of things.
  var unit: String? { ["seconds", "bytes"].first { name.ends(with: "_\($0)") } }
}

package struct MetricLabel: Sendable {
  let name: String
  let value: String

  package init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}
