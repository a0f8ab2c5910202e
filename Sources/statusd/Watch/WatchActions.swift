import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// What a click does, by a session, so that it means the same as a request of a client.
///
/// Its outcome is a change of the state, which is printed like any other.
@LoopActor
final class WatchActions {
  private let session: Session
  private let resource: Resource?
  private let budget: JSONBudget

  /// - Parameter resource: Nil for the location.
  init(_ server: Server, _ resource: Resource?, timers: TimerQueue) {
    session = Session(server, timers: timers) { _ in }
    self.resource = resource
    budget = server.engine.configuration.initial.limits.budget
  }

  /// Performs the first option of a failure that is more than `cancel`; refreshes if there is none.
  func recover(_ failure: Failure?) {
    let option = failure?.options.first { $0.id != .cancel && $0.performedBy == .server }
    if let failure, let option {
      perform(
        "retry", [failure.id.rawValue, option.id.rawValue].map { word in JSONText { $0.string(word) } })
    } else if let resource {
      // Without a time-out, which stands between both.
      perform(
        "refresh",
        [JSONText { $0.string(resource.name.rawValue) }, .null, Self.text(of: resource.id.arguments)])
    }
  }

  private static func text(of arguments: ResourceArguments?) -> JSONText {
    guard let arguments else { return .null }
    return JSONText { json in
      json.object { json in
        for argument in arguments.all { json.member(named: argument.name) { $0.string(argument.value) } }
      }
    }
  }

  private func perform(_ method: String, _ params: [JSONText]) {
    let text = JSONText { json in json.array(of: params) { $0.text($1) } }
    // These params are well-formed.
    guard let call = try? Call(method, params: text.bytes, budget: budget) else { return }
    session.perform(call) { _ in }
  }
}

/// Reads the clicks on standard input.
@LoopActor
final class ClickReader {
  private let input: InputStream
  private var clicks: Clicks

  init(_ descriptor: CInt, of instance: String) {
    clicks = Clicks(on: instance)
    input = InputStream(descriptor: descriptor, capacity: 4_096)
  }

  /// A bar that closes its end sends no clicks any more, and reads on.
  func start(on loop: EventLoop, _ onClick: @escaping @LoopActor (Clicks.Button) -> Void) {
    input.start(on: loop) { [weak self] event in
      guard let self, case .bytes(let bytes) = event else { return }
      for button in clicks.take(bytes) { onClick(button) }
    }
  }
}
