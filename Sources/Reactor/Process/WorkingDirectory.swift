import Glibc

/// The working directory of the process, getcwd(3).
package enum WorkingDirectory {
  /// The absolute path of one that begins here if it is relative.
  package static func absolute(_ path: String) -> String {
    guard !path.utf8.starts(with: "/".utf8) else { return path }
    let directory = self.path
    return directory.utf8.last == UInt8(ascii: "/") ? directory + path : "\(directory)/\(path)"
  }

  /// Makes another one it.
  package static func enter(_ path: String) throws(SystemError) {
    guard unsafe chdir(path) == 0 else { throw SystemError(path) }
  }

  /// Its path; empty when it was removed or cannot be reached.
  package static var path: String {
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    // SAFETY: the text ends with a zero and is ours to free once it has been copied.
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
