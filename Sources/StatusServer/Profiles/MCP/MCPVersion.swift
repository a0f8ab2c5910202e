import Jansson

/// A version of the Model Context Protocol, by the date of its schema.
enum MCPVersion: String, CaseIterable, Comparable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// The one that each request names in `_meta`; the others are agreed on by `initialize`.
  static let perRequest = july2026
  /// What `initialize` answers with to a version that it does not know.
  static let newestOfHandshake = november2025

  static func < (left: MCPVersion, right: MCPVersion) -> Bool { left.rawValue < right.rawValue }

  /// All of them, newest first.
  static let newestFirst = allCases.sorted(by: >).map(\.rawValue)

  /// Whether a tool has annotations, and progress a message.
  var hasAnnotations: Bool { self >= .march2025 }
  /// Whether there are `structuredContent`, `outputSchema`, `title` and links to resources.
  var hasStructuredContent: Bool { self >= .june2025 }
  /// Whether an error that names no request can be sent at all: it has no `id` then.
  var hasErrorsWithoutID: Bool { self >= .november2025 }
  /// Whether a result says what it is, who made it, and how long it may be kept.
  var hasResultTypes: Bool { self == .perRequest }
  var hasBatches: Bool { self == .march2025 }
}
