public import Foundation
internal import StatusdTypes

extension StatusdFailure: LocalizedError, CustomStringConvertible {
  /// Title and message.
  public var description: String { "\(title). \(message)" }
  /// The title.
  public var errorDescription: String? { title }
  /// Why it failed.
  public var failureReason: String? { data.failureReason }
  /// What a person can do about it.
  public var recoverySuggestion: String? { data.recoverySuggestion }
  /// What `getHelp` takes.
  public var helpAnchor: String? { data.helpAnchor }
}

// What `NSApplication.presentError` and others of its kind make buttons of.
extension StatusdFailure: RecoverableError {
  /// The titles of the options.
  ///
  /// `cancel` comes last: the first one is the button that Return presses.
  public var recoveryOptions: [String] { buttons.map(\.title) }

  private var buttons: [RecoveryOption] {
    options.filter { $0.role != .cancel } + options.filter { $0.role == .cancel }
  }

  /// Performs an option.
  ///
  /// Whether it has recovered comes later, on a thread of Swift's own.
  public func attemptRecovery(
    optionIndex recoveryOptionIndex: Int, resultHandler handler: @escaping (_ recovered: Bool) -> Void
  ) {
    guard buttons.indices.contains(recoveryOptionIndex) else { return handler(false) }
    let option = buttons[recoveryOptionIndex].id
    // Foundation's protocol is older than Sendable; the handler is called once and given to nobody else.
    nonisolated(unsafe) let handler = handler
    Task { unsafe handler(await hasRecovered(with: option)) }
  }

  /// Performs an option and holds up the thread until it has ended: not for one that others wait for.
  public func attemptRecovery(optionIndex recoveryOptionIndex: Int) -> Bool {
    guard buttons.indices.contains(recoveryOptionIndex) else { return false }
    let option = buttons[recoveryOptionIndex].id
    let outcome = Outcome()
    Task.detached { outcome.set(await self.hasRecovered(with: option)) }
    return outcome.wait()
  }

  private func hasRecovered(with option: RecoveryOptionID) async -> Bool {
    (try? await recover(with: option))?.recovered ?? false
  }
}

/// What a thread waits for.
private final class Outcome: Sendable {
  private let value = Locked(false)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ newValue: Bool) {
    value.withLock { $0 = newValue }
    isSet.signal()
  }

  func wait() -> Bool {
    isSet.wait()
    return value.withLock { $0 }
  }
}
