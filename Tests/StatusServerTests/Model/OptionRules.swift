import Foundation
import Reactor
import StatusCore

/// Which options a failure offers, by the contract: what schema/failures.json lists for its kind, less what
/// cannot work now.
struct OptionRules {
  private struct Document: Decodable {
    struct Kind: Decodable {
      let kind: String
      let recoveryOptions: [String]
    }
    let kinds: [Kind]
  }

  private let lists: [String: [String]]

  init() {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().appending(path: "../../../schema/failures.json").standardized
    guard let data = try? Data(contentsOf: file),
      let document = try? JSONDecoder().decode(Document.self, from: data)
    else { preconditionFailure("no list of failures at \(file)") }
    lists = Dictionary(uniqueKeysWithValues: document.kinds.map { ($0.kind, $0.recoveryOptions) })
  }
}

/// Options of the user's own, as the model's configuration has them for all resources.
struct CustomRule {
  let name: String
  /// Nil for every failed fetch.
  let kinds: Set<String>?
  let isPerformed: Bool

  var id: String { "custom:\(name)" }

  static let all = [
    CustomRule(name: "ask", kinds: nil, isPerformed: false),
    CustomRule(name: "fix", kinds: nil, isPerformed: true),
    CustomRule(name: "wake", kinds: ["offline", "serverError", "commandFailed"], isPerformed: true),
  ]

  /// The program of the command; nil for what the client performs.
  static func isPerformed(_ id: String) -> Bool { all.contains { $0.id == id && $0.isPerformed } }
}

@LoopActor
extension OptionRules {
  /// What can work under some conditions or others, `cancel` first.
  func possible(_ failure: FailureModel) -> [String] {
    let list = lists[failure.kind.rawValue] ?? []
    // Behind what the daemon performs, before what the client does.
    let end = list.firstIndex { ["openSettings", "showHelp"].contains($0) } ?? list.endIndex
    let custom = CustomRule.all.filter { $0.kinds?.contains(failure.kind.rawValue) ?? true }.map(\.id)
    return (list[..<end] + custom + list[end...]).filter { option in
      switch option {
      case "tryLater": failure.origin.problem.retryAfter != nil
      case "openSettings": failure.hasSettings == true
      // It stands in where nothing else is left.
      case "showHelp": false
      default: true
      }
    }
  }

  /// What works now; while an option is performed, that and `cancel`.
  func offered(_ failure: FailureModel, during running: String?) -> [String] {
    if let running { return ["cancel", running] }
    let resource = failure.resource
    let working = possible(failure).filter { option in
      switch option {
      case "useLastKnown": resource.value != nil
      case "keepTrying": !resource.isPolled
      default: true
      }
    }
    return working == ["cancel"] ? ["cancel", "showHelp"] : working
  }
}
