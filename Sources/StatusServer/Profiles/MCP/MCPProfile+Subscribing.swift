import Engine
import JSONRPC
import Reactor
import StatusCore
import Text

extension MCPProfile {
  /// The shortest time between two notifications of the location.
  private static let locationInterval = Duration.seconds(1)

  /// The problem of a URI that nothing can be read from.
  func notFound(_ uri: String) -> Problem {
    current.errorForm = .resourceNotFound(uri: uri)
    return Problem(
      ProtocolProblem(
        .invalidParams, reason: "unknown",
        "There is no resource \(uri.quoted); resources/list and resources/templates/list say which there are",
        path: "/uri"))
  }

  func subscribe(_ uri: MCPURI, for session: Session) throws(Problem) {
    let limit = session.limits.subscriptions
    switch uri {
    case .resource(let id, _):
      guard subscriptions.include(id) || subscriptions.count < limit else {
        throw .tooManySubscriptions(limit)
      }
      subscriptions.add(id)
    case .location:
      guard subscriptions.location == nil else { return }
      guard subscriptions.count < limit else { throw .tooManySubscriptions(limit) }
      subscriptions.follow(
        engine.location.subscribe(LocationFilter(minInterval: Self.locationInterval), for: session.owner))
    }
  }

  func listen(_ id: RequestID, _ uris: [MCPURI], for session: Session) throws(Problem) {
    let limit = session.limits.subscriptions
    var listed: [MCPURI] = []
    for uri in uris where !listed.contains(uri) { listed.append(uri) }
    guard subscriptions.count + listed.count <= limit else { throw .tooManySubscriptions(limit) }
    let location =
      listed.contains(.location)
      ? engine.location.subscribe(LocationFilter(minInterval: Self.locationInterval), for: session.owner)
      : nil
    let listener = MCPListener(id, listed, location: location)
    subscriptions.add(listener)
    news.unacknowledged.append(listener)
    session.outbox.news = news
  }

  /// The request has been cancelled: nothing more is sent for it.
  func stopListening(_ id: RequestID, for session: Session) {
    guard let listener = subscriptions.remove(id) else { return }
    news.unacknowledged.removeAll { $0 === listener }
    guard let location = listener.location else { return }
    _ = engine.location.unsubscribe(location, of: session.owner)
    session.outbox.drop(.location(location))
  }

  func unsubscribe(_ uri: MCPURI, for session: Session) {
    switch uri {
    case .resource(let id, _):
      subscriptions.remove(id)
      session.outbox.drop(.resource(id))
    case .location:
      guard let id = subscriptions.location else { return }
      subscriptions.follow(nil)
      _ = engine.location.unsubscribe(id, of: session.owner)
      session.outbox.drop(.location(id))
    }
  }
}
