import Glibc

/// A folder that is this user's alone, for what nobody else may find or replace.
package enum PrivateFolder {
  /// What is at a path.
  package enum Finding: Hashable, Sendable {
    /// A directory of this user's, without a permission for others.
    case usable
    /// Nothing is there, and nothing can be made.
    case absent
    /// Why what is there must not be used, as the end of a sentence.
    case foreign(String)
  }

  /// Makes the folder if nothing is there, with mode 0700.
  ///
  /// - Parameter user: Whose it must be: the user of this process.
  package static func make(_ path: String, of user: UInt32 = geteuid()) -> Finding {
    if let finding = look(at: path, user) { return finding }
    // Another process may make it in the same moment.
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { return .absent }
    return look(at: path, user) ?? .absent
  }

  /// What is there now; nothing is made.
  ///
  /// - Returns: nil for nothing.
  package static func look(at path: String, _ user: UInt32 = geteuid()) -> Finding? {
    var entry = stat()
    // SAFETY: the path is a C string for the call, which writes into a value of this function.
    guard unsafe lstat(path, &entry) == 0 else { return nil }
    switch entry.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: return .foreign("is a symbolic link")
    default: return .foreign("is no folder")
    }
    if entry.st_uid != user { return .foreign("belongs to another user") }
    return entry.st_mode & 0o077 == 0 ? .usable : .foreign("is open to other users; chmod 700 closes it")
  }
}
