import Glibc

/// What there is at a path; nothing is opened but a directory.
package enum FileKind {
  /// Whether there is a regular file that this process may read.
  package static func isReadableFile(_ path: String) -> Bool {
    guard has(path, S_IFREG) else { return false }
    return unsafe access(path, R_OK) == 0
  }

  package static func isFolder(_ path: String) -> Bool { has(path, S_IFDIR) }

  /// Whether there is a directory with anything in it.
  package static func isFilledFolder(_ path: String) -> Bool {
    guard let folder = unsafe opendir(path) else { return false }
    defer { unsafe closedir(folder) }
    // SAFETY: each entry is only compared with nil. Two are the directory itself and the one above.
    for _ in 0..<3 where unsafe readdir(folder) == nil { return false }
    return true
  }

  private static func has(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
  }
}
