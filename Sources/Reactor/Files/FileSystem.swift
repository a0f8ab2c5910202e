import CLinux
import Glibc

/// The file system under a path, statfs(2).
package enum FileSystem {
  /// Whether what happens under the path may be invisible to this machine's kernel.
  ///
  /// Other machines write to file systems of the network, and programs to FUSE; the files of /proc and /sys change
  /// without being written. Nothing of that is an event of inotify(7). A path that leads nowhere is not remote.
  package static func isRemote(_ path: String) -> Bool {
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else { return false }
    return isRemote(type: UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Whether there is a file at the path that has no bytes.
  package static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  static func isRemote(type: UInt32) -> Bool { remoteTypes.contains(type) }

  /// The magic numbers of statfs(2); FUSE's is also that of sshfs, virtiofs and most others in user space.
  private static let remoteTypes: Set<UInt32> = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
    0x6573_5546,  // FUSE
    0x0102_1997,  // 9p
    0x00C3_6400,  // Ceph
    0x5346_414F, 0x6B41_4653,  // AFS, kAFS
    0x7375_7245,  // Coda
    0x0BD0_0BD0,  // Lustre
    0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
    0x786F_4256,  // VirtualBox's shared folders
    0x9FA0, 0x6265_6572,  // proc, sysfs
  ]
}
