import Glibc

/// Which file is at a path, by stat(2).
struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// Nil if nothing is there.
  init?(of path: String) {
    var status = stat()
    // SAFETY: lstat(2) fills the buffer; where it fails, nothing of it is read.
    guard unsafe lstat(path, &status) == 0, status.st_nlink > 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
