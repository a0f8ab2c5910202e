import Engine
import Jansson
import Presenter
import Reactor
import StatusCore
import StatusServer

/// What is watched in a daemon that others share.
///
/// The daemon notifies of every change. What is on the line is made of that here, as in the daemon's own process.
@LoopActor
final class SharedWatch: WatchSource {
  private let session: RemoteSession
  private let id: ResourceID
  private let shape: ResourceShape
  private let loop: EventLoop
  private var machine: ScreenMachine
  private var sight = Sight()
  /// Of a resource.
  private var received: ReceivedSnapshot?
  /// Of the location.
  private var location: ReceivedLocation?
  private var onChange: (@LoopActor () -> Void)?

  private var isLocation: Bool { id == .location }

  /// - Parameters:
  ///   - id: A resource, or the location.
  ///   - opening: A session that was begun with ``requests(for:every:)``.
  init(_ id: ResourceID, _ shape: ResourceShape, _ opening: RemoteSession.Opening, on loop: EventLoop) {
    (self.id, self.shape, self.loop) = (id, shape, loop)
    session = RemoteSession(opening, on: loop)
    let parts = id == .location ? [] : [ScreenPart(id.title, id, shape)]
    machine = ScreenMachine(
      parts, showsLocation: id == .location, words: .none, showsEveryFailure: true)
    _ = machine.press(.startLocation, seeing: sight)
    if case .success(let result) = opening.outcome { begin(with: result.bytes) }
    session.onNotification = { [weak self] in self?.received($0) }
  }

  /// The requests with which the session begins: the last returns what there is then.
  nonisolated static func requests(for id: ResourceID, every interval: Duration?) -> [RemoteSession.Request] {
    guard id != .location else { return [("subscribeLocation", ClientParams.location(every: interval))] }
    return [
      ("setAutoPolling", ClientParams.polling(id, true, every: interval)),
      ("getState", ClientParams.resource(id)),
    ]
  }

  private func begin(with result: [UInt8]) {
    guard isLocation else { return take(ReceivedSnapshot(result)) }
    take(JSONPlace(["location"]).find(in: result.span).flatMap { ReceivedLocation(Array(result[$0])) })
  }

  private func take(_ snapshot: ReceivedSnapshot?) {
    guard let snapshot, snapshot.snapshot.id == id else { return }
    received = snapshot
    sight.resources[id] = Sight.Resource(snapshot.snapshot)
  }

  private func take(_ location: ReceivedLocation?) {
    guard let location else { return }
    self.location = location
    sight.location = location.snapshot
  }

  private func received(_ notification: ReceivedNotification) {
    switch notification {
    case .state(let snapshot):
      guard snapshot.snapshot.id == id else { return }
      take(snapshot)
    case .location(let location): take(location)
    case .other: return
    }
    onChange?()
  }

  // MARK: The source of a watch

  /// Called once, when the daemon is gone.
  var onEnd: (@LoopActor () -> Void)? {
    get { session.onEnd }
    set { session.onEnd = newValue }
  }

  var state: WatchedState {
    let shown = machine.look(at: sight, now)
    if isLocation { return WatchedState(shown.place, sight.location, location?.text ?? .null) }
    return WatchedState(
      shown.parts[0], received?.snapshot ?? ResourceSnapshot(resource: id), shape, received?.text ?? .null,
      members: received?.members ?? .null)
  }

  var now: Moment { loop.timers.moment }
  var timers: TimerQueue { loop.timers }

  func begin(every interval: Duration?, _ onChange: @escaping @LoopActor () -> Void) {
    // The session has begun with it.
    self.onChange = onChange
  }

  func press(_ failure: Failure?, _ option: RecoveryOption?) {
    if let failure, let option {
      session.call("retry", ClientParams.choice(option.id, of: failure.id)) { _ in }
    } else if !isLocation {
      session.call("refresh", ClientParams.resource(id)) { _ in }
    }
  }

  func switchPolling() {
    guard let polling = received?.snapshot.autoPolling else { return }
    session.call("setAutoPolling", ClientParams.polling(id, !polling.isEnabled, every: nil)) { _ in }
  }

  func close() { session.close() }
}
