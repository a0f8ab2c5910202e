import Jansson
import Reactor
import StatusCore
import StatusServer

/// A wait in a daemon that others share.
@LoopActor
final class SharedWait: WaitSource {
  private let session: RemoteSession
  private let id: ResourceID
  private let loop: EventLoop
  private var onChange: (@LoopActor () -> Void)?
  private(set) var snapshot: ResourceSnapshot?

  /// - Parameter opening: A session that was begun with ``requests(for:)``.
  init(_ id: ResourceID, _ opening: RemoteSession.Opening, on loop: EventLoop) {
    (self.id, self.loop) = (id, loop)
    session = RemoteSession(opening, on: loop)
    if case .success(let result) = opening.outcome { snapshot = ReceivedSnapshot(result.bytes)?.snapshot }
    session.onNotification = { [weak self] in self?.received($0) }
  }

  /// The request with which the session begins.
  nonisolated static func requests(for id: ResourceID) -> [RemoteSession.Request] {
    [("getState", ClientParams.resource(id))]
  }

  private func received(_ notification: ReceivedNotification) {
    guard case .state(let received) = notification, received.snapshot.id == id else { return }
    snapshot = received.snapshot
    onChange?()
  }

  /// Called once, when the daemon is gone.
  var onEnd: (@LoopActor () -> Void)? {
    get { session.onEnd }
    set { session.onEnd = newValue }
  }

  var nextLookAt: Timestamp? { snapshot?.autoPolling.nextPollAt }
  var now: Moment { loop.timers.moment }
  var timers: TimerQueue { loop.timers }

  func wait(_ params: JSONText, _ onEnd: @escaping @LoopActor (JSONText?, Failure?, JSONText?) -> Void) {
    session.call("waitFor", params) { outcome in
      switch outcome {
      case .success(let result): onEnd(result, nil, nil)
      case .failure(let error): onEnd(nil, error.failure, error.text)
      }
    }
  }

  func observe(_ onChange: @escaping @LoopActor () -> Void) { self.onChange = onChange }
  func forget() { onChange = nil }
  func close() { session.close() }
}

extension TimerQueue {
  /// The present moment on the clock of these timers.
  var moment: Moment {
    Moment(
      uptime: now.sinceOrigin, time: Timestamp(millisecondsSince1970: source.millisecondsSince1970))
  }
}
