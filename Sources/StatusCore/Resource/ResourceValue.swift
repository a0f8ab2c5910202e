/// How a resource's value is built.
package enum ResourceShape: String, CaseIterable, Hashable, Sendable {
  case fleet, menu
  /// Whatever JSON the source gives.
  case any
}

/// What a resource is worth now.
package enum ResourceValue: Hashable, Sendable {
  case fleet(Fleet)
  case menu(Menu)
  case any(OpaqueJSON)
}
