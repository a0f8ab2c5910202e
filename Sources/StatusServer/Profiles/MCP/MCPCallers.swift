import JSONRPC
import Text

/// Who may call a method (docs/mcp.md, “Versions”).
enum MCPCallers {
  /// A client that needs no version for it, and names none.
  case unversioned
  /// One that has agreed on a version by `initialize`.
  case ofHandshake
  /// One that names its version in each request.
  case perRequest
  /// The same, where tasks are on.
  case perRequestWithTasks
  /// Both.
  case all

  /// Every method; the one whose name is long comes last.
  private static let methods: [(name: String, callers: MCPCallers)] = [
    ("initialize", .unversioned), ("ping", .unversioned), ("resources/subscribe", .ofHandshake),
    ("resources/unsubscribe", .ofHandshake), ("server/discover", .perRequest),
    ("subscriptions/listen", .perRequest), ("tools/list", .all), ("tools/call", .all),
    ("tasks/get", .perRequestWithTasks), ("tasks/update", .perRequestWithTasks),
    ("tasks/cancel", .perRequestWithTasks), ("resources/list", .all), ("resources/read", .all),
    ("resources/templates/list", .all),
  ]
  /// The names that say which protocol is meant.
  static let tellingNames = methods.map(\.name).filter { !["initialize", "ping"].contains($0) }
  private static let router = Router(methods.map(\.name))
  private static let known = KnownNames(
    methods.filter { $0.callers != .perRequestWithTasks }.map(\.name).sorted())

  /// The callers of a method; nil for one that there is not.
  ///
  /// - Parameter hasTasks: Whether the extension of tasks is on.
  init?(of method: MethodName, hasTasks: Bool) {
    guard let index = Self.router.index(of: method) else { return nil }
    self = Self.methods[index].callers
    if self == .perRequestWithTasks {
      guard hasTasks else { return nil }
      self = .perRequest
    }
  }

  /// The method whose name is the nearest; nil for none that is near.
  static func nearest(to method: String) -> String? { known.nearest(to: method) }
}
