import Glibc

/// A file of a few kilobytes that is read at once, such as those of proc(5).
package enum BriefFile {
  /// Its bytes, or the first of them.
  ///
  /// - Returns: nil for one that cannot be read; what is no regular file is not read.
  package static func contents(_ path: String, atMost limit: Int = 65_536) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    // SAFETY: the call writes into a value of this function.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      // SAFETY: `read` writes at most the rest of the array.
      let read = unsafe bytes[count...].withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      count += read
    }
    return Array(bytes[..<count])
  }

  /// What a symbolic link says, readlink(2); nil for none.
  package static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // SAFETY: the call writes at most the array's bytes.
    let count = unsafe bytes.withUnsafeMutableBytes { room in
      unsafe room.withMemoryRebound(to: CChar.self) { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
