import Glibc

/// What is behind a descriptor, which decides how it is read and written without blocking.
enum StreamKind: Sendable {
  case pipe, socket, regularFile, other

  init(_ descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      self = .other
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFREG: self = .regularFile
    default: self = .other
    }
  }
}
