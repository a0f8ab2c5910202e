import Foundation

/// A folder that is there, with all that is in it, as long as this value is kept.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  /// The path of an entry.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Opens the file, truncates it and writes it, as a shell does.
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  /// Writes another file and renames it, as most editors do.
  package func save(_ text: String, as name: String) throws {
    try write(text, to: "\(name).new")
    try rename("\(name).new", to: name)
  }

  package func rename(_ name: String, to other: String) throws {
    guard unsafe Glibc.rename(path(name), path(other)) == 0 else { throw DaemonError("rename: \(errno)") }
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
