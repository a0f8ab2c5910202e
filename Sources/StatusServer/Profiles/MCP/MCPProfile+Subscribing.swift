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
