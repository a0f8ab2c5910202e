/// Why the store cannot be read or written.
package enum StoreFault: Error, Hashable, Sendable {
  /// The disk, the user's share of it, or the longest file that the process may write, is full.
  case noRoom
  /// The store cannot be used, and this is why; `errno` is 0 where the system gave no number.
  case unwritable(Reason, errno: Int)
  /// What was read is not what was written.
  case damaged
  /// A newer version of statusd has made the file, in a format of that number.
  case newer(format: Int)

  /// The finer case of ``unwritable(_:errno:)``, as `detail.reason` names it.
  package enum Reason: String, Sendable, CaseIterable {
    /// The folder or the file may not be read or written.
    case permission
    /// There is something else in the place of the file or the folder: a link, a pipe, a folder.
    case notRegular
    /// Another process holds the file for too long, or the file system cannot lock.
    case locked
    /// SQLite is not installed, or lacks a function.
    case library
    /// Anything else that the system refuses.
    case system
    /// The disk does not respond in time.
    case slow
  }
}
