import Glibc

/// A file to which lines are added at its end.
package enum AppendedFile {
  /// Opens it, and makes it where it is missing, for this user alone.
  ///
  /// Each write lands at the end, also of a file that another process has cut (O_APPEND). Opening never waits: a FIFO
  /// that nobody reads is an error.
  ///
  /// - Returns: A descriptor that commands do not inherit.
  package static func open(_ path: String) throws(SystemError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw SystemError("opening") }
    return descriptor
  }

  /// Whether the last line of a file has no end: the process that wrote it was killed, or the disk was full.
  package static func endsWithinLine(_ path: String) -> Bool {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var (file, last) = (stat(), UInt8(ascii: "\n"))
    // SAFETY: both are values of this function, and one byte is read into one.
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      unsafe pread(descriptor, &last, 1, file.st_size - 1) == 1
    else { return false }
    return last != UInt8(ascii: "\n")
  }
}
