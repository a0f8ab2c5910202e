import Engine
import JSONRPC
import Reactor
import StatusCore
import StatusServer

/// Waits until a resource has a value that is not stale, or until the location is known.
///
/// Polling does the work, with its backoff and its regard for Retry-After.
@LoopActor
final class CallWait {
  /// The methods that read something which can be waited for.
  static let methods = ["getState", "refresh", "fetchMenu", "getLocation"]

  /// What a method reads.
  enum Subject {
    case resource(Resource)
    case location
  }

  private let engine: Engine
  private let resource: Resource?
  private let owner = Owner("call --wait")
  private var onEnd: (@LoopActor (Failure?) -> Void)?

  init(for subject: Subject, of engine: Engine) {
    self.engine = engine
    switch subject {
    case .resource(let resource): self.resource = resource
    case .location: resource = nil
    }
  }

  /// Why there is nothing yet; nil if nothing has failed.
  var failure: Failure? { resource.map(\.snapshot.failure) ?? engine.location.snapshot.failure }

  /// - Parameter completion: Called on a later turn: with nil when there is what was waited for, or with a failure
  ///   that waiting cannot help with.
  func begin(_ completion: @escaping @LoopActor (Failure?) -> Void) {
    onEnd = completion
    engine.observe(owner) { [weak self] _ in self?.look() }
    if let resource {
      resource.setPolling(true, for: owner)
    } else {
      _ = engine.location.subscribe(LocationFilter(), for: owner)
    }
    look()
  }

  private func look() {
    if isThere { return end(nil) }
    guard let failure, !failure.isRetrySafe, failure.retryAfter == nil else { return }
    end(failure)
  }

  private var isThere: Bool {
    guard let snapshot = resource?.snapshot else { return engine.location.snapshot.status == .loaded }
    return snapshot.status == .loaded && !snapshot.isStale
  }

  private func end(_ failure: Failure?) {
    guard let onEnd = onEnd.take() else { return }
    let engine = engine
    // The source of the location stops with its last subscription, but keeps what it has found.
    LoopActor.shared.loop.onNextTurn { [owner] in
      engine.forget(owner)
      onEnd(failure)
    }
  }
}

extension CallWait.Subject {
  /// - Returns: Nil for params that are wrong, and for a resource or an instance that cannot be.
  @LoopActor
  init?(of method: String, _ call: Call, _ signature: MethodSignature, in server: Server) {
    guard let arguments = try? Arguments(call.params, for: signature) else { return nil }
    switch method {
    case "getLocation": self = .location
    case "fetchMenu":
      guard let menu = server.engine.resources[.menu] else { return nil }
      self = .resource(menu)
    default:
      guard let resource = try? server.resource(of: arguments) else { return nil }
      self = .resource(resource)
    }
  }
}
