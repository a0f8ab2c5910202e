import Engine
import Providers
import StatusCore
import Text

/// What a step says of its failure in place of the catalogue.
extension ScenarioReader {
  static let namesOfFailures = [
    "title", "failureReason", "recoverySuggestion", "detail", "recoveryOptions",
  ]

  static func readFailure(
    of kind: FailureKind, _ members: [String: FileEntry], into step: inout Scenario.Step
  ) throws(ConfigurationProblem) {
    var script = FailureScript()
    script.title = try members["title"]?.line()
    script.recoverySuggestion = try members["recoverySuggestion"]?.line()
    script.options = try members["recoveryOptions"].map(options)
    if script != FailureScript() { step.script = script }
    if let words = try members["failureReason"]?.line() { step.failureReason = .quoted(words) }
    guard let detail = members["detail"] else { return }
    step.detail = try self.detail(detail, of: kind)
    if step.detail.status != nil, let status = members["status"] {
      throw status.problem("stands beside detail.status, and only one can be the status")
    }
  }

  // MARK: Options

  private static func options(_ entry: FileEntry) throws(ConfigurationProblem) -> [RecoveryOption] {
    var options: [RecoveryOption] = []
    for element in try entry.elements() {
      let option = try option(element)
      guard !options.contains(where: { $0.id == option.id }) else {
        throw element.problem("is the second option “\(option.id.rawValue)”")
      }
      options.append(option)
    }
    return options
  }

  private static func option(_ entry: FileEntry) throws(ConfigurationProblem) -> RecoveryOption {
    let members = try entry.members(["id", "title", "role", "performedBy"])
    guard let given = members["id"] else { throw entry.missing("id") }
    let id = try optionID(given)
    let usual = RecoveryOption(id)
    let isCustom = if case .custom = id { true } else { false }
    if isCustom, members["title"] == nil { throw entry.missing("title") }
    let title = try members["title"]?.line() ?? usual.title
    let role = try members["role"]?.word(
      RecoveryOption.Role.allCases.map { ($0.rawValue, $0) }, listed: "cancel, default or destructive")
    let performer = try members["performedBy"]?.word(
      RecoveryOption.Performer.allCases.map { ($0.rawValue, $0) }, listed: "server or client")
    if let performer, !isCustom, performer != usual.performedBy {
      throw entry.problem("is performed by the \(usual.performedBy.rawValue), whatever a scenario says")
    }
    guard isCustom else { return usual.shown(as: title, role: role ?? usual.role) }
    return RecoveryOption(id, title, role: role ?? .default, by: performer ?? .server)
  }

  private static func optionID(_ entry: FileEntry) throws(ConfigurationProblem) -> RecoveryOptionID {
    let text = try entry.text()
    if text.begins(with: RecoveryOptionID.customPrefix) {
      let name = String(text.dropFirst(RecoveryOptionID.customPrefix.count))
      guard Configuration.RecoveryOption.isName(name) else {
        throw entry.problem("must have 1 to 64 letters, digits, - and _ behind “custom:”")
      }
      return .custom(name)
    }
    return try entry.word(
      RecoveryOptionID.builtIn.map { ($0.rawValue, $0) },
      listed: "custom:NAME or an option of docs/failures.md")
  }
}
