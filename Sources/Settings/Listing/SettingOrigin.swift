/// Where the value of a key comes from.
package enum SettingOrigin: Hashable, Sendable {
  /// The default.
  case standard
  /// The path of the file and the line, from 1; nil for a file in JSON, of which lines are not kept.
  case file(String, line: Int?)
  /// The name of a variable.
  case environment(String)
  /// The name of an option, with its dashes.
  case option(String)
}

extension SettingOrigin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .standard: "default"
    case .file(let path, let line): "file \(path)\(line.map { ":\($0)" } ?? "")"
    case .environment(let name): "environment \(name)"
    case .option(let name): "option \(name)"
    }
  }
}
