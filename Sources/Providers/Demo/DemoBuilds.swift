import StatusCore

extension ResourceValue {
  /// What the demo shows of a resource of shape `any`: the builds of a program, one each minute, of which
  /// every fifth fails.
  ///
  /// `{"builds":[{"number":2,"status":"running","percent":50},{"number":1,"status":"passed"}]}`, the newest
  /// first, three at most.
  static func demoBuilds(after elapsed: Duration) -> ResourceValue {
    let texts = DemoBuild.all(after: elapsed).map(\.text)
    return ResourceValue(normalised: Array(#"{"builds":[\#(texts.joined(separator: ","))]}"#.utf8))
  }

  /// The same for a resource of shape `text`.
  static func demoText(after elapsed: Duration) -> ResourceValue {
    let lines = DemoBuild.all(after: elapsed).map(\.line)
    return ResourceValue(normalised: Array("\"\(lines.joined(separator: "\\n"))\"".utf8))
  }

  /// The same for a resource of shape `lines`.
  static func demoLines(after elapsed: Duration) -> ResourceValue {
    let lines = DemoBuild.all(after: elapsed).map { "\"\($0.line)\"" }
    return ResourceValue(normalised: Array("[\(lines.joined(separator: ","))]".utf8))
  }
}

/// One build of the demo.
private struct DemoBuild {
  let number: Int
  /// How much of it is done; nil when all is.
  var percent: Int?

  /// The newest first, three at most.
  static func all(after elapsed: Duration) -> [DemoBuild] {
    let seconds = Int(elapsed.components.seconds)
    let running = DemoBuild(number: seconds / 60 + 1, percent: seconds % 60 * 100 / 60)
    return [running] + (max(1, running.number - 2)..<running.number).reversed().map { DemoBuild(number: $0) }
  }

  private var status: String {
    guard percent == nil else { return "running" }
    return number.isMultiple(of: 5) ? "failed" : "passed"
  }

  var text: String {
    let progress = percent.map { #","percent":\#($0)"# } ?? ""
    return #"{"number":\#(number),"status":"\#(status)"\#(progress)}"#
  }

  var line: String { "build \(number) \(status)\(percent.map { " \($0) %" } ?? "")" }
}
