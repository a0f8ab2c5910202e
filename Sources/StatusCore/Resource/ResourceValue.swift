/// How a resource's value is built.
package enum ResourceShape: String, Hashable, Sendable {
  case fleet, menu
}

/// What a resource is worth now.
package enum ResourceValue: Hashable, Sendable {
  case fleet(Fleet)
  case menu(Menu)
}
