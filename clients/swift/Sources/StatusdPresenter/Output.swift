public import StatusdTypes

/// What to do next.
public struct Output: Hashable, Sendable {
  /// For the daemon, in this order.
  public var sends: [Message] = []
  /// Options that the client performs itself.
  public var performs: [ClientOption] = []

  /// Nothing, where nothing is said.
  public init(sends: [Message] = [], performs: [ClientOption] = []) {
    self.sends = sends
    self.performs = performs
  }
}

/// What the daemon is sent.
public enum Message: Hashable, Sendable {
  case request(Request)
  /// `$/cancelRequest` of the request with this id.
  case cancel(Int)
}

/// A request.
///
/// The presenter numbers its own from 1.
public struct Request: Hashable, Sendable, Identifiable {
  /// The presenter's own number.
  public let id: Int
  /// What is asked for.
  public let call: Call
}

/// A method and its params.
public enum Call: Hashable, Sendable {
  case getState(ResourceID)
  case refresh(ResourceID)
  /// `interval`: nil for the one that is.
  case setAutoPolling(ResourceID, isEnabled: Bool, interval: Double?)
  case retry(failureId: String, option: RecoveryOptionID)
  case getHelp(anchor: String)
  case subscribeLocation
  case unsubscribeLocation(subscriptionId: String)
}

extension Call {
  /// Its name on the wire.
  public var method: String {
    switch self {
    case .getState: "getState"
    case .refresh: "refresh"
    case .setAutoPolling: "setAutoPolling"
    case .retry: "retry"
    case .getHelp: "getHelp"
    case .subscribeLocation: "subscribeLocation"
    case .unsubscribeLocation: "unsubscribeLocation"
    }
  }

  /// Its params on the wire.
  public var params: [String: JSONValue] {
    switch self {
    case .getState(let resource), .refresh(let resource):
      return resource.params
    case .setAutoPolling(let resource, let isEnabled, let interval):
      var params = resource.params
      params["enabled"] = .bool(isEnabled)
      params["interval"] = interval.map { JSONValue($0) }
      return params
    case .retry(let failureId, let option):
      return ["failureId": .string(failureId), "optionId": .string(option.rawValue)]
    case .getHelp(let anchor):
      return ["anchor": .string(anchor)]
    case .subscribeLocation:
      return [:]
    case .unsubscribeLocation(let subscriptionId):
      return ["subscriptionId": .string(subscriptionId)]
    }
  }
}
