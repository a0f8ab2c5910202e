import StatusCore

extension ResourceValue {
  /// What the demo shows of a resource of shape `any`: the builds of a program, one each minute, of which
  /// every fifth fails.
  ///
  /// `{"builds":[{"number":2,"status":"running","percent":50},{"number":1,"status":"passed"}]}`, the newest
  /// first, three at most.
  static func demoBuilds(after elapsed: Duration) -> ResourceValue {
    let seconds = Int(elapsed.components.seconds)
    let running = DemoBuild(number: seconds / 60 + 1, percent: seconds % 60 * 100 / 60)
    let done = (max(1, running.number - 2)..<running.number).reversed().map { DemoBuild(number: $0) }
    let texts = ([running] + done).map(\.text)
    return ResourceValue(normalised: Array(#"{"builds":[\#(texts.joined(separator: ","))]}"#.utf8))
  }
}

/// One build of the demo.
private struct DemoBuild {
  let number: Int
  /// How much of it is done; nil when all is.
  var percent: Int?

  var text: String {
    guard let percent else {
      return #"{"number":\#(number),"status":"\#(number.isMultiple(of: 5) ? "failed" : "passed")"}"#
    }
    return #"{"number":\#(number),"status":"running","percent":\#(percent)}"#
  }
}
