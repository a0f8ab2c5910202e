import Foundation

/// A file that is there as long as this value is kept.
package final class TemporaryFile: Sendable {
  package let path: String

  /// - Parameter name: How the name ends, for programs that look at that.
  package init(_ text: String, named name: String = "") throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())\(name)")
    try Data(text.utf8).write(to: url)
    path = url.path
  }

  /// Puts another text in its place.
  package func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
