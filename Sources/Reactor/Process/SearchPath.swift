import Glibc

/// The folders in which programs are looked for that are named without a slash, execvp(3).
package enum SearchPath {
  /// Whether a program of that name is there, as execvp(3) looks for it: a name with a slash is a path.
  package static func finds(_ program: String) -> Bool {
    program.utf8.contains(UInt8(ascii: "/")) ? unsafe access(program, F_OK) == 0 : contains(program)
  }

  /// Whether one of them has a file of that name, as far as this process may look.
  static func contains(_ program: String) -> Bool {
    folders.contains { folder in
      unsafe access(folder.isEmpty ? program : "\(folder)/\(program)", F_OK) == 0
    }
  }

  private static var folders: [Substring] {
    // SAFETY: the variable's text is copied at once, and nobody changes the environment.
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    // The C library's own, for a process without the variable.
    let folders = Substring(path ?? "/bin:/usr/bin").utf8
    return folders.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}
