import Glibc
package import StatusCore

/// A file that is read whole, if it is one: no directory, pipe, socket or device.
package struct RegularFile {
  let path: String
  /// The most bytes that are accepted.
  let limit: Int

  package init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Reads the whole file; the result is never empty.
  ///
  /// - Throws: `fileNotFound`, `fileUnreadable`, `bodyTooLarge` or `missingData`.
  package func contents() throws(Problem) -> [UInt8] {
    // Non-blocking, since opening a pipe would wait for its writer; a terminal must not become the daemon's.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(ofOpening: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Problem(.fileUnreadable, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw tooLarge }
    let bytes = try read(descriptor, expecting: status.st_size)
    guard !bytes.isEmpty else { throw Problem(.missingData, explanation: "The file is empty.") }
    return bytes
  }

  /// Reads to the end, whatever the size was said to be: files grow, and those of /proc have no size.
  private func read(_ descriptor: CInt, expecting size: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Problem(.fileUnreadable, errno: errno) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= limit else { throw tooLarge }
    }
  }

  private var tooLarge: Problem {
    var problem = Problem(.bodyTooLarge, explanation: "The file is larger than \(limit) bytes.")
    problem.detail.limit = limit
    return problem
  }
}

extension Problem {
  fileprivate init(_ kind: FailureKind, errno: CInt) {
    self.init(kind)
    detail.errno = Int(errno)
  }

  fileprivate init(ofOpening errno: CInt) {
    switch errno {
    // The second: something on the way to it is no directory.
    case ENOENT, ENOTDIR: self.init(.fileNotFound, errno: errno)
    // A socket.
    case ENXIO: self = .notRegular
    default:
      self.init(.fileUnreadable, errno: errno)
      if errno != EACCES { explanation = "The system says: \(unsafe String(cString: strerror(errno)))." }
    }
  }

  fileprivate static var notRegular: Problem {
    var problem = Problem(.fileUnreadable, explanation: "The path does not name a regular file.")
    problem.detail.reason = "notRegular"
    return problem
  }
}
