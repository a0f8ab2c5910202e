import Glibc

/// A file that is locked by flock(2): one process at a time has it, and it is free when that process has ended, however
/// it ended.
package enum FileLock {
  /// Takes it without waiting; the file is made for this user alone, and never removed.
  ///
  /// - Returns: The open file, whose copies have the lock too; nil while another process has it.
  /// - Throws: Why there is no such file: also for a symbolic link, which is not followed.
  package static func take(_ path: String) throws(SystemError) -> CInt? {
    let descriptor = unsafe open(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw SystemError(path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK || code == EINTR else { throw SystemError(path, errno: code) }
    return nil
  }

  /// The same for a daemon, which may have been handed the lock by the process that has started it, under
  /// ``LastingProcess/lockNumber``.
  package static func takeOrInherit(_ path: String) throws(SystemError) -> CInt? {
    let number = LastingProcess.lockNumber
    guard isOpen(path, as: number), flock(number, LOCK_EX | LOCK_NB) == 0 else { return try take(path) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }

  /// Whether that number is an open file of this path.
  static func isOpen(_ path: String, as number: CInt) -> Bool {
    var (open, named) = (stat(), stat())
    // SAFETY: both calls write into values of this function.
    guard unsafe fstat(number, &open) == 0, unsafe lstat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
