import Glibc

/// The name of a socket in the file system, and whether it is still that socket's.
struct SocketName: Sendable {
  private let path: String
  private let file: FileNumber

  /// A file, whatever it is called.
  private struct FileNumber: Equatable {
    let (device, inode): (UInt, UInt)
    let isSocket: Bool
    let user: UInt32

    /// nil for a path at which there is nothing.
    init?(_ path: String) {
      var status = stat()
      // SAFETY: lstat writes the structure that it is given.
      guard unsafe lstat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
      (isSocket, user) = (status.st_mode & S_IFMT == S_IFSOCK, status.st_uid)
    }
  }

  /// Whether a socket may take the path: nothing stands there, or a socket of this user's.
  static func isFree(_ path: String) -> Bool {
    guard let file = FileNumber(path) else { return true }
    return file.isSocket && file.user == geteuid()
  }

  /// Gives the socket a name of its own in the folder of the path, has it listen, and renames it.
  ///
  /// Nobody but this user can connect, not even for a moment (`umask`). Renaming replaces what stands there.
  init(binding descriptor: CInt, at path: String) throws(SystemError) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let own = "\(folder).\(getpid())"
    unsafe unlink(own)
    let mask = umask(0o177)
    let isBound = unsafe LocalAddress(own)?.use { unsafe Glibc.bind(descriptor, $0, $1) == 0 } ?? false
    let code = errno
    _ = umask(mask)
    guard isBound else { throw SystemError("binding", errno: code) }
    guard listen(descriptor, SOMAXCONN) == 0, unsafe rename(own, path) == 0, let file = FileNumber(path)
    else {
      let code = errno
      unsafe unlink(own)
      throw SystemError("binding", errno: code)
    }
    (self.path, self.file) = (path, file)
  }

  /// Whether the socket still has its name: nobody has removed it or put another file there.
  var isOwn: Bool { FileNumber(path) == file }

  /// Removes the name, if it is still the socket's.
  func remove() {
    if isOwn { unsafe unlink(path) }
  }
}
