import Glibc

/// A file that is begun anew, for this user alone, and to whose end lines are added.
package enum EmptiedFile {
  /// - Returns: A descriptor that commands do not inherit.
  /// - Throws: ELOOP for a symbolic link, which is not followed; EEXIST for what is no regular file.
  package static func open(_ path: String) throws(SystemError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw SystemError(path) }
    var file = stat()
    // SAFETY: the call writes into a value of this function.
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      ftruncate(descriptor, 0) == 0
    else {
      close(descriptor)
      throw SystemError(path, errno: EEXIST)
    }
    return descriptor
  }
}
