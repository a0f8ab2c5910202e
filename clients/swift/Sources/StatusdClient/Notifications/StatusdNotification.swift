internal import Foundation
public import StatusdTypes

/// What the daemon sends of its own accord.
public enum StatusdNotification: Hashable, Sendable {
  case stateChanged(StateChanged)
  case locationChanged(LocationChanged)
  /// `Screen` puts them together.
  case screenChanged(ScreenChanged)
  /// From the client itself: the daemon was started again, for this number of times. Read the state again, because
  /// revisions and ids of failures begin anew.
  case restarted(Int)
  /// One that this client does not know.
  case other(method: String, params: JSONValue?)
}

extension StatusdNotification {
  /// One of a later daemon, which has other members than the types know, is an `other` too.
  init(_ method: String, _ message: Data) {
    func params<Value: Decodable>(_ type: Value.Type) -> Value? {
      try? JSONDecoder().decode(NotificationMessage<Value>.self, from: message).params
    }
    if method == "stateChanged", let changed = params(StateChanged.self) {
      self = .stateChanged(changed)
    } else if method == "locationChanged", let changed = params(LocationChanged.self) {
      self = .locationChanged(changed)
    } else if method == "screenChanged", let changed = params(ScreenChanged.self) {
      self = .screenChanged(changed)
    } else {
      self = .other(method: method, params: params(JSONValue.self))
    }
  }

  /// What a newer one takes the place of.
  package enum Topic: Hashable, Sendable {
    case state(ResourceID)
    case location(String)
    case screen(String)
    case restarted
    case other(String)
  }

  package var topic: Topic {
    switch self {
    case .stateChanged(let changed): .state(changed.id)
    case .locationChanged(let changed): .location(changed.subscriptionId)
    case .screenChanged(let changed): .screen(changed.screenId)
    case .restarted: .restarted
    case .other(let method, _): .other(method)
    }
  }

  /// This one in the place of an older one, which nobody has read: `coalesced` counts it.
  ///
  /// Of a screen both are differences, which become one.
  package func replacing(_ older: StatusdNotification) -> StatusdNotification {
    switch (self, older) {
    case (.stateChanged(var newer), .stateChanged(let older)):
      newer.coalesced += older.coalesced + 1
      return .stateChanged(newer)
    case (.locationChanged(var newer), .locationChanged(let older)):
      newer.coalesced += older.coalesced + 1
      return .locationChanged(newer)
    case (.screenChanged(var newer), .screenChanged(let older)):
      newer.changed = older.changed.followed(by: newer.changed)
      newer.coalesced += older.coalesced + 1
      return .screenChanged(newer)
    default:
      return self
    }
  }
}
