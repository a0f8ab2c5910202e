import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer
import Text

/// The recovery option of `--recover`, which a call performs if its failure offers it.
///
/// It is performed by `retry` in the session of the call, so it means the same as a button of a client.
struct CallRecovery: Equatable {
  let option: String

  /// The options that help a process that ends with its result.
  static let builtIn = [
    RecoveryOptionID.tryAgain, .tryLater, .waitForConnection, .useLastKnown, .signIn, .freeSpace,
    .buyMoreSpace,
    .useDemoRoute,
  ].map(\.rawValue)

  init(_ option: String) throws(CommandEnd) {
    guard option.hasPrefix(RecoveryOptionID.customPrefix) || Self.builtIn.contains(option) else {
      let advice = option.nearest(in: Self.builtIn).map { "; did you mean \($0)?" } ?? ""
      throw .mistake(
        "--recover must be one of \(Self.builtIn.joined(separator: ", ")), or custom:NAME\(advice)")
    }
    self.option = option
  }

  /// - Throws: A line for an option of the user's own that the configuration does not have, or that it leaves to a
  ///   client. A scenario may offer any.
  func check(against configuration: Configuration) throws(CommandEnd) {
    guard configuration.scenario == nil, !Self.builtIn.contains(option) else { return }
    let options = configuration.recoveryOptions + configuration.resources.flatMap(\.recoveryOptions)
    let known = options.filter { $0.command != nil }.map { RecoveryOptionID.custom($0.name).rawValue }
    guard !known.contains(option) else { return }
    let advice = option.nearest(in: known).map { "; did you mean \($0)?" } ?? ""
    throw .mistake("--recover needs an option of the configuration that has a command\(advice)")
  }

  func isOffered(by failure: Failure) -> Bool {
    failure.options.contains { $0.id.rawValue == option && $0.performedBy == .server }
  }

  /// Performs the option.
  ///
  /// - Parameter completion: Called once: with what the call would have returned, or with a fresh failure.
  @LoopActor
  func perform(
    of failure: Failure, by session: Session, _ budget: JSONBudget,
    _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    let params = JSONText { json in json.array(of: [failure.id.rawValue, option]) { $0.string($1) } }
    // These params are well-formed.
    guard let call = try? Call("retry", params: params.bytes, budget: budget) else { return }
    session.perform(call) { completion($0.map(Self.result)) }
  }

  /// The result of the call that was repeated, out of the result of `retry`.
  static func result(of recovery: JSONText) -> JSONText {
    let bytes = recovery.bytes
    guard let place = try? JSONPointer.find("/result", in: bytes) else { return recovery }
    return JSONText(trusting: Array(bytes[place]))
  }
}
