import Reactor

/// A path of the configuration that may begin with `~`.
package enum HomePath {
  /// The path with the home directory in place of a `~` that is its first part; nil where HOME names none.
  package static func expanded(_ path: String) -> String? { HomeDirectory.expand(path) }
}
