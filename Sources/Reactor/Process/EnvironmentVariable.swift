import Glibc

/// A variable of this process.
package enum EnvironmentVariable {
  /// Its value; nil for one that is not set or empty, as in most programs.
  package static func value(of name: String) -> String? {
    // SAFETY: the text is copied at once, and nobody changes the environment.
    let value = unsafe getenv(name).map { unsafe String(cString: $0) }
    return value == "" ? nil : value
  }
}
