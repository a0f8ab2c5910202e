import Foundation

/// A file that is there as long as this value is kept.
package final class TemporaryFile: Sendable {
  package let path: String

  package init(_ text: String, suffix: String = "") throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())\(suffix)")
    try Data(text.utf8).write(to: url)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
