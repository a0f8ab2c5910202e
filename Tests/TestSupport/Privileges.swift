import Foundation
import Glibc

/// Becomes a user to whom files can be closed, for the rest of this process: of root's, none is.
package func dropPrivileges() {
  guard geteuid() == 0 else { return }
  let nobody: uid_t = 65_534
  precondition(
    setgroups(0, nil) == 0 && setgid(nobody) == 0 && setuid(nobody) == 0, "root may become anybody")
}

/// A folder with things that only root may look into; it is there as long as this value is kept.
package final class ClosedFolder {
  package let path: String
  /// A folder that may not be entered.
  package var folder: String { path + "/folder" }
  /// A file that may be neither read nor executed.
  package var file: String { path + "/file" }

  package init() throws {
    let files = FileManager.default
    // Where root runs the tests, nobody has to get there, and TMPDIR may be root's alone.
    let temporary = geteuid() == 0 ? URL(filePath: "/tmp") : files.temporaryDirectory
    path = temporary.appending(path: "statusd-\(UUID())").path
    try files.createDirectory(atPath: path + "/folder", withIntermediateDirectories: true)
    try Data("[1]".utf8).write(to: URL(filePath: file))
    for inner in [folder, file] { try files.setAttributes([.posixPermissions: 0], ofItemAtPath: inner) }
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
