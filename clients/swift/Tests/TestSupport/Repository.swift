package import Foundation

/// Where the tests find what is not theirs.
package enum Repository {
  package static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

  /// The program under test: `$STATUSD_BIN`, `$STATUSD`, or what `swift build` has built.
  package static let daemon: String = {
    let environment = ProcessInfo.processInfo.environment
    return environment["STATUSD_BIN"] ?? environment["STATUSD"]
      ?? root.appending(path: ".build/debug/statusd").path
  }()

  /// The text of a file of the repository.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names of the files in a folder that end with `suffix`, in order.
  package static func files(_ folder: String, suffix: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }
}
