import Engine
import StatusCore

/// `detail` of a step: what a failure of that kind could carry.
extension ScenarioReader {
  private static let lines: [(String, SettingPlace<FailureDetail, String?>)] = [
    ("url", \.url), ("path", \.path), ("suggestion", \.suggestion), ("expected", \.expected),
    ("key", \.key), ("stderr", \.stderr),
  ]

  private static let numbers: [(String, ClosedRange<Int>, SettingPlace<FailureDetail, Int?>)] = [
    ("status", 100...999, \.status), ("limit", 0...Int(Int32.max), \.limit),
    ("bytes", 0...Int(Int32.max), \.bytes), ("errno", 1...4_095, \.errno),
    ("exitStatus", 0...255, \.exitStatus), ("signal", 1...64, \.signal), ("code", 1...1_000, \.code),
  ]

  static func detail(_ entry: FileEntry, of kind: FailureKind) throws(ConfigurationProblem) -> FailureDetail {
    let names = lines.map(\.0) + numbers.map(\.0) + ["reason", "excerpt", "problem"]
    let members = try entry.members(names)
    guard !members.isEmpty else { throw entry.problem("must have at least one member") }
    var detail = FailureDetail()
    for (name, place) in lines { detail[keyPath: place] = try members[name]?.line() }
    for (name, range, place) in numbers { detail[keyPath: place] = try members[name]?.integer(range) }
    if let reason = members["reason"] { detail.reason = try self.reason(reason, of: kind) }
    detail.excerpt = try members["excerpt"]?.line(200)
    detail.problem = try members["problem"].map(problemDetails)
    try require(members["excerpt"], in: kind, [.malformedData, .unexpectedShape])
    try require(members["code"], in: kind, [.transportFailed])
    return detail
  }

  private static func reason(_ entry: FileEntry, of kind: FailureKind) throws(ConfigurationProblem) -> String
  {
    guard !kind.reasons.isEmpty else {
      throw entry.problem("means nothing for \(kind.rawValue), which has no finer cases")
    }
    return try entry.word(
      kind.reasons.map { ($0, $0) }, listed: "one of \(kind.reasons.joined(separator: ", "))")
  }

  private static func require(
    _ entry: FileEntry?, in kind: FailureKind, _ kinds: [FailureKind]
  ) throws(ConfigurationProblem) {
    guard let entry, !kinds.contains(kind) else { return }
    throw entry.problem("means something only for \(kinds.map(\.rawValue).joined(separator: " and "))")
  }

  private static func problemDetails(_ entry: FileEntry) throws(ConfigurationProblem) -> ProblemDetails {
    let members = try entry.members(["type", "title", "status", "detail", "instance"])
    var details = ProblemDetails()
    details.type = try members["type"]?.line()
    details.title = try members["title"]?.line()
    details.status = try members["status"]?.integer(100...999)
    details.detail = try members["detail"]?.line()
    details.instance = try members["instance"]?.line()
    guard !details.isEmpty else { throw entry.problem("must have at least one member") }
    return details
  }
}
