import Providers
import Reactor
import StatusCore

/// The connection of a resource to its live source, and what has come over it and was not looked at yet.
///
/// That is at most one value, the problem that came after it, and the end. A newer value takes the place of an older
/// one and carries it along, for it may be one that cannot be used.
@LoopActor
final class LiveLink {
  /// The connection that is open, or whose end was not looked at yet.
  private(set) var id: ConnectionID?
  private var connection: (any LiveConnection)?
  private var value: SourceResponse?
  private var problem: Problem?
  private var end: LiveEvent?
  private var isPaused = false

  /// Opens a connection in place of the former one.
  ///
  /// - Parameters:
  ///   - request: Names the value that is kept.
  ///   - received: Called when there is something to look at.
  func open(
    _ source: any LiveSource, as id: ConnectionID, _ request: SourceRequest,
    _ received: @escaping @LoopActor () -> Void
  ) {
    close()
    self.id = id
    connection = source.open(request) { [weak self] event in
      guard let self, self.id == id, end == nil else { return }
      note(event)
      received()
      followBacklog()
    }
  }

  /// Pauses a source that is ahead: one delivery is being decoded or written and another one waits.
  private func followBacklog() {
    guard isPaused != hasDelivery else { return }
    isPaused.toggle()
    connection?.pause(isPaused)
  }

  private func note(_ event: LiveEvent) {
    switch event {
    case .delivered(.success(let response)): (value, problem) = (response.behind(value.take()), nil)
    case .delivered(.failure(let problem)): self.problem = problem
    case .lost, .ended: end = event
    }
  }

  /// Notes that what came last could not be used, although an earlier value could.
  func note(unusable problem: Problem) {
    if !hasDelivery { self.problem = problem }
  }

  /// Closes the connection; what has come over it is dropped.
  func close() {
    let former = connection.take()
    (id, value, problem, end, isPaused) = (nil, nil, nil, nil, false)
    former?.close()
  }

  private var hasDelivery: Bool { value != nil || problem != nil }

  /// Whether there is something to look at.
  var isWaiting: Bool { hasDelivery || end != nil }

  /// Takes the newest value, then the problem that came after it, then the end.
  func next() -> LiveEvent? {
    defer { followBacklog() }
    if let value = value.take() { return .delivered(.success(value)) }
    return problem.take().map { .delivered(.failure($0)) } ?? end.take()
  }
}

extension SourceResponse {
  /// Bytes of what waits behind one another, but for the newest two: only a source that is not paused brings more.
  static let mostEarlierBytes = 1 << 20

  /// The same, with what came before it and was not looked at.
  fileprivate func behind(_ former: SourceResponse?) -> SourceResponse {
    guard var former else { return self }
    var all = former.earlier
    former.earlier = []
    all.append(former)
    all += earlier
    var response = self
    response.earlier = Self.newest(of: all)
    return response
  }

  private static func newest(of responses: [SourceResponse]) -> [SourceResponse] {
    var bytes = 0
    let kept = responses.reversed().prefix { response in
      defer { bytes += response.keptBytes }
      return bytes == 0 || bytes + response.keptBytes <= mostEarlierBytes
    }
    return kept.reversed()
  }

  /// With the response itself, so that none is free.
  private var keptBytes: Int {
    guard case .body(let body) = content else { return 256 }
    return body.count + 256
  }
}
