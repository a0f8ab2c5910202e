import Foundation
import Glibc
import Testing

/// A file that this process has open, as SQLite has its journal.
package enum OpenFile {
  /// Puts the descriptor of another file in the place of the one that is open at `path`.
  ///
  /// What fails with the other one fails for whoever holds the descriptor, and the file itself stays as it is.
  ///
  /// - Parameter mode: `O_RDONLY` or `O_WRONLY`.
  package static func replace(_ path: String, by other: String, _ mode: CInt) throws {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    let folder = "/proc/self/fd"
    // Other tests close theirs meanwhile.
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
    let descriptor = try #require(open.first.flatMap { CInt($0) })
    let replacement = unsafe Glibc.open(other, mode | O_CLOEXEC)
    defer { close(replacement) }
    #expect(dup2(replacement, descriptor) == descriptor && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
  }
}
