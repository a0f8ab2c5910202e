import Glibc

/// The folder of a store, and the file in it that is the database.
///
/// What is in the way (a link, a pipe, a folder in the place of the file) is left alone.
struct StoreFolder {
  /// As it was configured; a relative path starts at the working directory.
  let path: String

  static let fileName = "statusd.sqlite"
  /// Where a damaged file is put aside; the one before is replaced, so that there is one at most.
  static let damagedName = "statusd.damaged.sqlite"

  /// Makes the folder and an empty file, where they are missing, for this user alone.
  ///
  /// - Returns: The path of the file, without symbolic links: SQLite is asked to follow none.
  func prepare() throws(StoreFault) -> String {
    let obstacle = makeFolders()
    guard let folder = unsafe realpath(path, nil) else { throw StoreFault(system: obstacle ?? errno) }
    // SAFETY: the text ends with a zero and is ours to free once it has been copied.
    defer { unsafe free(folder) }
    let file = unsafe String(cString: folder) + "/" + Self.fileName
    try prepareFile(file)
    return file
  }

  /// Makes the folders that are missing.
  ///
  /// - Returns: The error number of the last one that could not be made; nil for none. Where it is there all the
  ///   same, it was no obstacle: a folder in a file system that cannot be written.
  private func makeFolders() -> CInt? {
    var obstacle: CInt?
    var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init(_:)) {
      made += made.isEmpty || made == "/" ? String(part) : "/\(part)"
      if unsafe mkdir(made, 0o700) != 0, errno != EEXIST { obstacle = errno }
    }
    return obstacle
  }

  private func prepareFile(_ file: String) throws(StoreFault) {
    // Non-blocking, since opening a pipe would wait for its other end.
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = unsafe open(file, flags, 0o600)
    guard descriptor >= 0 else { throw StoreFault(system: errno) }
    // SQLite holds no lock yet: closing a descriptor would drop the locks of the whole process (fcntl(2)).
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw StoreFault(system: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unwritable(.notRegular, errno: 0) }
    // SQLite gives its other files the permissions of this one.
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { throw StoreFault(system: errno) }
  }

  /// Whether the file system has so little room that the log of a database can fill it.
  static func isSmall(_ file: String) -> Bool {
    var room = statvfs()
    guard unsafe statvfs(file, &room) == 0 else { return false }
    return UInt64(room.f_bavail) * UInt64(room.f_frsize) < smallRoom
  }

  private static let smallRoom: UInt64 = 8 << 20

  /// Puts a damaged database aside, and what belongs to it.
  static func putAside(_ file: String) throws(StoreFault) {
    let damaged = String(file.dropLast(fileName.count)) + damagedName
    for suffix in ["", "-wal"] {
      guard unsafe rename(file + suffix, damaged + suffix) == 0 || errno == ENOENT else {
        throw StoreFault(system: errno)
      }
    }
    // An index of the other, which SQLite makes anew.
    unsafe unlink(file + "-shm")
  }

  /// Removes the database, and what belongs to it.
  static func remove(_ file: String) throws(StoreFault) {
    for suffix in ["", "-wal", "-shm"] {
      guard unsafe unlink(file + suffix) == 0 || errno == ENOENT else { throw StoreFault(system: errno) }
    }
  }
}

extension StoreFault {
  /// What an error number of the system means to the store.
  init(system number: CInt) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .noRoom
    case EACCES, EPERM, EROFS: self = .unwritable(.permission, errno: Int(number))
    case ELOOP, ENXIO, EISDIR, ENOTDIR: self = .unwritable(.notRegular, errno: Int(number))
    default: self = .unwritable(.system, errno: Int(number))
    }
  }
}
