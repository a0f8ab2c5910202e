import Glibc

/// A path of the configuration that may begin with `~`.
package enum HomePath {
  /// A path with the home directory in place of a `~` that is its first part, as shells have it; others as they are.
  ///
  /// - Returns: Nil for one that begins with `~` where the variable HOME names no directory.
  package static func expanded(_ path: String) -> String? {
    guard path == "~" || path.utf8.starts(with: "~/".utf8) else { return path }
    // SAFETY: nothing in this process changes its environment, and the text is copied at once.
    let home = unsafe getenv("HOME").map { unsafe String(cString: $0) }
    guard let home, home.utf8.first == UInt8(ascii: "/") else { return nil }
    return home + String(Substring(path.utf8.dropFirst()))
  }
}
