import Foundation

/// A whole session as a file: what it shows, the options, what goes in and what comes out.
///
///     # The first line says what it shows.
///     $ statusd --scenario first-fails
///     > {"jsonrpc":"2.0","id":1,"method":"refresh"}
///     < {"jsonrpc":"2.0",…}
///
/// Options that all have in common are left out.
struct TranscriptFile {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
  static let suffix = ".transcript"

  let name: String
  let text: String
  let title: String
  let options: [String]
  let input: [String]

  /// The names of all that there are.
  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }

  init(named name: String) throws {
    self.name = name
    text = try String(contentsOf: Self.url(name), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    title = lines.first { $0.hasPrefix("# ") } ?? ""
    let command = lines.first { $0.hasPrefix("$ statusd") } ?? ""
    options = command.split(separator: " ").dropFirst(2).map(String.init)
    input = lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// The file as it should be when each line of input brings about those lines of output, and the end of the
  /// input the last.
  func text(with output: [[String]]) -> String {
    var lines = [title, (["$ statusd"] + options).joined(separator: " ")]
    for (index, said) in output.enumerated() {
      if index < input.count { lines.append("> \(input[index])") }
      lines += said.map { "< \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func write(_ text: String) throws {
    try text.write(to: Self.url(name), atomically: true, encoding: .utf8)
  }

  private static func url(_ name: String) -> URL {
    folder.appending(path: name + suffix)
  }
}
