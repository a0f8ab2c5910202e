import Glibc
import Reactor
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
  package func contents() throws(Problem) -> [UInt8] { try version().bytes }

  /// Why it cannot be read whole, as the end of a sentence that begins with its name; nil if it can be.
  package var fault: String? {
    do throws(Problem) {
      _ = try pieces(of: 1).next()
      return nil
    } catch {
      return error.fault(ofFileUpTo: limit)
    }
  }

  /// Reads the whole file, like ``contents()``, with the identity that it had before it was read.
  ///
  /// - Parameter takesNothing: Whether an empty file is no problem.
  func version(takesNothing: Bool = false) throws(Problem) -> (bytes: [UInt8], identity: FileIdentity) {
    let pieces = try pieces(of: nil)
    pieces.takesNothing = takesNothing
    var bytes = try pieces.next() ?? []
    // There is more of a file that has grown.
    while let piece = try pieces.next() { bytes += piece }
    return (bytes, pieces.identity)
  }

  /// The identity of the file, without opening it; nil if it cannot be had.
  var identity: FileIdentity? {
    var status = Glibc.stat()
    return unsafe stat(path, &status) == 0 ? FileIdentity(status) : nil
  }

  /// Opens the file, to be read piece by piece.
  ///
  /// - Parameter size: The bytes of a piece; nil for all that are expected.
  /// - Throws: A problem that names the absolute path.
  func pieces(of size: Int?) throws(Problem) -> FilePieces {
    do throws(Problem) {
      return try open(readingPiecesOf: size)
    } catch {
      var problem = error
      problem.detail.path = WorkingDirectory.absolute(path)
      throw problem
    }
  }

  private func open(readingPiecesOf size: Int?) throws(Problem) -> FilePieces {
    // Non-blocking, since opening a pipe would wait for its writer; a terminal must not become the daemon's.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(ofOpening: errno) }
    return try FilePieces(descriptor, of: size, limit: limit)
  }
}

/// A file that is being read; closed when it is dropped.
final class FilePieces {
  private let descriptor: CInt
  private let size: Int
  private let limit: Int
  /// As far as the system knows: files grow, and those of /proc have no size.
  let expectedBytes: Int
  let identity: FileIdentity
  private(set) var bytes = 0
  /// Whether an empty file is no problem.
  var takesNothing = false
  private var hasEnded = false

  /// Takes over the descriptor.
  fileprivate init(_ descriptor: CInt, of size: Int?, limit: Int) throws(Problem) {
    (self.descriptor, self.limit) = (descriptor, limit)
    var status = stat()
    let code = unsafe fstat(descriptor, &status) == 0 ? 0 : errno
    expectedBytes = max(0, status.st_size)
    // With a byte more the end is seen in the same piece.
    self.size = size ?? (expectedBytes == 0 ? 64 << 10 : expectedBytes + 1)
    identity = FileIdentity(status)
    // From here on `deinit` closes it.
    guard code == 0 else { throw Problem(.fileUnreadable, errno: code) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard expectedBytes <= limit else { throw .tooLarge(limit) }
  }

  deinit {
    close(descriptor)
  }

  /// The next bytes, as many as the size of a piece but for the last; nil at the end.
  ///
  /// - Throws: `missingData` for a file that is empty, `bodyTooLarge`, `fileUnreadable`.
  func next() throws(Problem) -> [UInt8]? {
    guard !hasEnded else { return nil }
    var code: CInt = 0
    // SAFETY: the kernel writes at most as many bytes as are left in the buffer behind the first `count`, which says
    // how many were written. They are not cleared before: of a large file that would take as long as reading it.
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, !hasEnded, code == 0 {
        let read = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if read < 0, errno == EINTR { continue }
        code = read < 0 ? errno : 0
        hasEnded = read == 0
        count += max(0, read)
      }
    }
    guard code == 0 else { throw Problem(.fileUnreadable, errno: code) }
    bytes += piece.count
    guard bytes <= limit else { throw .tooLarge(limit) }
    guard bytes > 0 || takesNothing else { throw Problem(.missingData, explanation: .file(.empty)) }
    return piece.isEmpty ? nil : piece
  }

  /// Whether ``next()`` has given all there is.
  var isAtEnd: Bool { hasEnded }
}

extension FileIdentity {
  fileprivate init(_ status: stat) {
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    size = Int64(status.st_size)
    (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension Problem {
  fileprivate static func tooLarge(_ limit: Int) -> Problem {
    var problem = Problem(.bodyTooLarge, explanation: .file(.tooLarge(limit: limit)))
    problem.detail.limit = limit
    return problem
  }

  fileprivate init(_ kind: FailureKind, errno: CInt) {
    self.init(kind)
    detail.errno = Int(errno)
    // The words of the kind are about permissions.
    guard kind == .fileUnreadable, errno != EACCES else { return }
    explanation = .file(.system(words: unsafe String(cString: strerror(errno))))
  }

  fileprivate init(ofOpening errno: CInt) {
    switch errno {
    // The second: something on the way to it is no directory.
    case ENOENT, ENOTDIR: self.init(.fileNotFound, errno: errno)
    // A socket.
    case ENXIO: self = .notRegular
    default: self.init(.fileUnreadable, errno: errno)
    }
  }

  static var notRegular: Problem {
    var problem = Problem(.fileUnreadable, explanation: .file(.notRegular))
    problem.detail.reason = "notRegular"
    return problem
  }
}

extension Problem {
  /// What is wrong with a file that may have so many bytes, as the end of a sentence that begins with its name.
  package func fault(ofFileUpTo limit: Int) -> String {
    switch kind {
    case .fileNotFound: "does not exist"
    case .missingData: "is empty"
    case .bodyTooLarge: "is longer than \(limit) bytes"
    case .fileUnreadable where detail.reason == "notRegular": "is no regular file"
    default: "cannot be read\(explanation.map { ". \($0.english)" } ?? "; check its permissions")"
    }
  }
}
