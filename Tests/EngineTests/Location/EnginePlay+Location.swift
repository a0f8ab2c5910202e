import Engine
import Reactor
import StatusCore
import Testing

extension EnginePlay {
  /// Subscribes to the location.
  @discardableResult
  func subscribe(_ filter: LocationFilter = LocationFilter()) -> SubscriptionID {
    let id = engine.location.subscribe(filter, for: owner)
    settle()
    return id
  }

  func unsubscribe(_ id: SubscriptionID, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(engine.location.unsubscribe(id, of: owner), sourceLocation: sourceLocation)
    settle()
  }

  /// What is known of the location.
  var whereabouts: LocationSnapshot { engine.location.snapshot }
}

extension SubscriptionID: ExpressibleByStringLiteral {
  package init(stringLiteral id: String) {
    self.init(rawValue: id)
  }
}
