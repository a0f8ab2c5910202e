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

@LoopActor
extension OptionRules {
  /// What can work under some conditions or others, `cancel` first.
  func possible(_ failure: FailureModel) -> [String] {
    (lists[failure.kind.rawValue] ?? []).filter { option in
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
