import Glibc

/// A file whose readers see the text of before or the new one, and never a part.
package enum ReplacedFile {
  /// Writes the text beside the file and renames it; a file that is new can be read by everybody unless `mode` says otherwise
  /// (umask(2)).
  ///
  /// - Throws: ``SystemError``, EINVAL for a path at which there is something else than a regular file: a rename would
  ///   take its place.
  package static func write(_ text: String, to path: String, mode: UInt32 = 0o644) throws(SystemError) {
    var present = stat()
    // SAFETY: the path is a C string for the call, which writes into a value of this function.
    if unsafe lstat(path, &present) == 0, present.st_mode & S_IFMT != S_IFREG {
      throw SystemError("not a regular file", errno: EINVAL)
    }
    // Of this process alone, and not named as the file: collectors read what ends as that does.
    let draft = "\(path).\(getpid())~"
    do throws(SystemError) {
      try writeDraft(Array(text.utf8), to: draft, mode)
      guard unsafe rename(draft, path) == 0 else { throw SystemError("renaming") }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  private static func writeDraft(_ bytes: [UInt8], to path: String, _ mode: UInt32) throws(SystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw SystemError("opening") }
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the kernel reads `count` bytes of the slice's own storage.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        throw SystemError("writing", errno: code)
      }
      rest = rest.dropFirst(count)
    }
    // A network mount may report here alone that its disk is full.
    guard close(descriptor) == 0 else { throw SystemError("closing") }
  }
}
