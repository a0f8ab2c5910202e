/// An option of every command that shows something in its place.
enum StandardOption: CaseIterable {
  case version, help

  var names: [String] {
    switch self {
    case .version: ["--version"]
    case .help: ["-h", "--help"]
    }
  }

  var summary: String {
    switch self {
    case .version: "Show the version."
    case .help: "Show help information."
    }
  }

  static let allNames = allCases.flatMap(\.names)

  /// Whether one of the words is this option; behind `--` none is.
  func isAmong(_ words: some Sequence<String>) -> Bool {
    words.prefix { $0 != "--" }.contains { names.contains($0) }
  }
}
